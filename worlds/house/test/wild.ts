// Play without sense: any action with any ids of the whole state, of the right kind or not; and garbage.
import type { Dice } from "@orrery/kernel";
import { type Choose, recklessly } from "@orrery/kernel/testing";
import type { House, HouseConfig } from "../index.ts";
import { APPROACHES } from "../model/ruling.ts";
import { USES } from "../model/thing.ts";
import { actions, CLAIMS } from "../shape.ts";

/** Any type with any ids of the whole state, seen or not, of the right kind or not; and garbage. */
export const wildly =
  (state: HouseConfig): Choose<House> =>
  (chance) => {
    const { dice, ask } = chance;
    if (dice.int("mood", 0, 9) < 3) return recklessly(chance);
    const ids = ["rooms", "doors", "things", "people", "topics"].flatMap((part) =>
      Object.keys(state[part as "rooms"] ?? {}),
    );
    const any = () => dice.pick("id", ["toString", "nowhere", "__proto__", ...ids]);
    return Array.from({ length: dice.int("many", 1, 3) }, () => wild(dice, ask.to, any));
  };

function wild(dice: Dice, actorId: string, any: () => string) {
  const type = dice.pick("type", Object.keys(actions) as [keyof typeof actions]);
  const base = { actorId, type, ...("targetId" in actions[type] ? { targetId: any() } : {}) };
  const way = () => dice.pick("way", ["north", "south", "east", "west", "up", "down", "in", "out", "gap", any()]);
  switch (type) {
    case "go":
      return { ...base, metadata: { direction: way() } };
    case "put":
      return { ...base, locationId: any(), metadata: { how: dice.pick("how", ["in", "on"]) } };
    case "unlock":
    case "lock":
      return { ...base, metadata: { keyId: any() } };
    case "switch":
      return { ...base, metadata: { on: dice.int("on", 0, 1) === 1 } };
    case "give":
    case "show":
      return { ...base, metadata: { to: any() } };
    case "request":
      return { ...base, metadata: { from: any() } };
    case "say":
      return { ...base, metadata: { text: "Hm.", ...(dice.int("to", 0, 1) === 1 ? { to: any() } : {}) } };
    case "think":
      return { ...base, metadata: { text: "Hm." } };
    case "ask":
    case "tell":
      return { ...base, metadata: { to: any(), about: any() } };
    case "attempt":
      return {
        ...base,
        metadata: {
          how: dice.pick("how", APPROACHES),
          ...(dice.int("with", 0, 1) === 1 ? { with: any() } : {}),
        },
      };
    case "claim":
      return { ...base, metadata: { text: "Hm.", that: dice.pick("that", CLAIMS) } };
    case "use":
      return {
        ...base,
        metadata: { how: dice.pick("how", USES), ...(dice.int("with", 0, 1) === 1 ? { with: any() } : {}) },
      };
    default:
      return base;
  }
}
