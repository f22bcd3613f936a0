// The Glass Box as a contest: impostors against crew, and what one game says of everybody in it.
import type { Contest } from "@orrery/kernel";
import { type GlassConfig, resolved } from "./settings.ts";
import type { GlassBox } from "./shape.ts";
import { watch } from "./watch.ts";

export const SIDES = ["impostors", "crew"] as const;

/** What a prompt says first: "You are {model}." */
export const cast = (config: GlassConfig, models: Readonly<Record<string, string>>): GlassConfig => ({
  ...config,
  seats: resolved(config).seats.map((seat) => {
    const model = seat.model ?? models[seat.id];
    return model === undefined ? seat : { ...seat, model };
  }),
});

export const contest: Contest<GlassBox> = {
  sides: SIDES,
  table(config) {
    const { seats, settings } = resolved(config);
    const side = { impostor: "impostors", crewmate: "crew" } as const;
    return { seats: seats.map(({ role }) => (role ? { side: side[role] } : {})), first: settings.impostors };
  },
  actors: (config, shuffle) =>
    shuffle(
      "colours",
      resolved(config).seats.map(({ id }) => id),
    ),
  deal(config, dealt) {
    const { seats } = resolved(config);
    return {
      ...config,
      seats: dealt.map(({ actor, side, model, learned }, i) => ({
        ...seats[i]!,
        id: actor as (typeof seats)[number]["id"],
        role: side === "impostors" ? "impostor" : "crewmate",
        ...(model === undefined ? {} : { model }),
        ...(learned === undefined ? {} : { learned: learned as NonNullable<(typeof seats)[number]["learned"]> }),
      })),
    };
  },
  watch,
  learned: ({ players }) => Object.fromEntries(Object.entries(players).map(([id, { learned }]) => [id, learned])),
};
