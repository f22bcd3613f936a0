// The lights go out: the crew sees little until somebody mends them.
import type { SabotageKind } from "./kind.ts";

export const lights = {
  name: "the lights",
  words: ["lights"],
  alarm: "The lights are out.",
  deed: "puts out the lights",
  panels: 1,
  fixTicks: 30,
  settings: {},
  limit: null,
  effect: "dark",
  told: ({ panels, fix }) => `lights (crewmates see little until somebody uses ${panels} for ${fix})`,
} as const satisfies SabotageKind;
