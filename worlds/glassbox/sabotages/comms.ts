// The lines go dead: no task list, cameras, admin table or vitals until somebody mends them.
import type { SabotageKind } from "./kind.ts";

export const comms = {
  name: "communications",
  words: ["comms", "communications"],
  alarm: "Communications are down.",
  deed: "cuts communications",
  panels: 1,
  fixTicks: 40,
  settings: {},
  limit: null,
  effect: "silent",
  told: ({ consoles, panels, fix }) => `comms (no ${consoles} until somebody uses ${panels} for ${fix})`,
} as const satisfies SabotageKind;
