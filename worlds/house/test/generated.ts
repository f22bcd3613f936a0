// Houses of any size, made by rule: a grid of rooms with doors, things in them, and people who go about.
import type { Json } from "@orrery/kernel";
import type { HouseConfig } from "../index.ts";
import { build } from "./manor.ts";

export interface Size {
  readonly rooms: number;
  readonly things: number;
  readonly people: number;
}

/** Rooms stand in rows of ten; every third way has a door. `you` begin in the first. */
export function generated({ rooms, things, people }: Size): HouseConfig {
  const at = (n: number) => `room-${n}`;
  const doors: Record<string, Json> = {};
  const exits: Record<string, Json>[] = Array.from({ length: rooms }, () => ({}));
  const join = (from: number, to: number, there: string, back: string) => {
    if (to >= rooms) return;
    const door = (from + to) % 3 === 0 ? `door-${from}-${to}` : null;
    if (door) doors[door] = { open: from % 2 === 0, name: `door ${from}` };
    exits[from]![there] = door ? { to: at(to), door } : at(to);
    exits[to]![back] = door ? { to: at(from), door } : at(from);
  };
  for (let n = 0; n < rooms; n++) {
    if (n % 10 !== 9) join(n, n + 1, "east", "west");
    join(n, n + 10, "south", "north");
  }
  const doc = {
    title: "Generated",
    opening: "",
    player: "you",
    rooms: Object.fromEntries(
      exits.map((ways, n) => [
        at(n),
        { name: `room ${n}`, description: `Room ${n}.`, exits: ways, ...(n % 7 === 6 ? { dark: true } : {}) },
      ]),
    ),
    doors,
    things: Object.fromEntries(
      Array.from({ length: things }, (_, n) => [
        `thing-${n}`,
        n % 5 === 0
          ? { name: `box ${n}`, in: at(n % rooms), container: n % 2 === 0 ? "closed" : "open" }
          : n % 5 === 1 && n > 5
            ? { name: `pebble ${n}`, in: `thing-${n - 1}` }
            : n === 2
              ? { name: "lantern", heldBy: "you", light: "on" }
              : { name: `stone ${n}`, in: at(n % rooms) },
      ]),
    ),
    people: {
      you: { in: at(0) },
      ...Object.fromEntries(
        Array.from({ length: people }, (_, n) => [
          `person-${n}`,
          {
            name: `Guest ${n}`,
            in: at((n * 7) % rooms),
            route: [at((n * 7) % rooms), at((n * 11 + 1) % rooms)],
            ...(n % 3 === 2 ? { obeys: [{ follow: "any" }, { wait: "any" }] } : {}),
          },
        ]),
      ),
    },
  };
  return build(doc as unknown as Json);
}
