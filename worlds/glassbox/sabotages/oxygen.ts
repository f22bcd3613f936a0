// The air runs out: a code at each of two panels, in any order, or the station is lost.
import { ms } from "../setting-kinds.ts";
import type { SabotageKind } from "./kind.ts";

export const oxygen = {
  name: "the oxygen",
  words: ["oxygen"],
  alarm: "Oxygen is running out.",
  deed: "sabotages the oxygen",
  panels: 2,
  fixTicks: 30,
  settings: { oxygenMs: ms(45_000, 15_000, 120_000) },
  limit: "oxygenMs",
  effect: null,
  told: ({ limit, panels }) => `oxygen (critical: ${limit} to use ${panels}, in any order)`,
} as const satisfies SabotageKind;
