// Frozen ways to play a league of this world, so that figures from different hands can stand side by side. Never changed: other rules need another name.
import type { Protocol } from "@orrery/kernel";

export const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  "glassbox-1": {
    rules: "glassbox 3, rules 90a66ec7",
    config: {},
    seed: "glassbox-1",
    seeds: 50,
    baselines: { tasker: "bot:tasker", detective: "bot:detective", careful: "bot:careful", liar: "bot:liar" },
  },
  "glassbox-2": {
    rules: "glassbox 4, rules 79ec3d1f",
    config: {},
    seed: "glassbox-2",
    seeds: 50,
    baselines: { tasker: "bot:tasker", detective: "bot:detective", careful: "bot:careful", liar: "bot:liar" },
  },
  "glassbox-3": {
    rules: "glassbox 4, rules 3bbb524d",
    config: {},
    seed: "glassbox-3",
    seeds: 50,
    baselines: { tasker: "bot:tasker", detective: "bot:detective", careful: "bot:careful", liar: "bot:liar" },
  },
  "glassbox-4": {
    rules: "glassbox 4, rules 8fca6bde",
    config: {},
    seed: "glassbox-4",
    seeds: 50,
    baselines: { tasker: "bot:tasker", detective: "bot:detective", careful: "bot:careful", liar: "bot:liar" },
  },
};
