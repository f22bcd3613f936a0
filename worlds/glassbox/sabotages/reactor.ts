// The reactor runs hot: two pairs of hands must hold both panels at one time, or the station is lost.
import { ms } from "../setting-kinds.ts";
import type { SabotageKind } from "./kind.ts";

export const reactor = {
  name: "the reactor",
  words: ["reactor"],
  alarm: "Reactor meltdown.",
  deed: "sabotages the reactor",
  panels: 2,
  fixTicks: null,
  settings: { reactorMs: ms(45_000, 15_000, 120_000) },
  limit: "reactorMs",
  effect: null,
  told: ({ limit, panels }) =>
    `reactor (critical: ${limit} to hold both ${panels} at the same time, which takes two players)`,
} as const satisfies SabotageKind;
