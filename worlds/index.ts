// The worlds that come with Orrery, by id, in the order of their cards. To add one: a folder of its id, and one line here.
import type { AnyWorld } from "@orrery/kernel";

/** Each is loaded when it is first needed. The folder of a world's texts is that of its id. */
export const WORLDS: Readonly<Record<string, () => Promise<AnyWorld>>> = {
  house: async () => (await import("./house/index.ts")).house as AnyWorld,
  glassbox: async () => (await import("./glassbox/index.ts")).glassbox as AnyWorld,
  story: async () => (await import("./story/index.ts")).story as AnyWorld,
  sprint: async () => (await import("./sprint/index.ts")).sprint as AnyWorld,
  table: async () => (await import("./table/index.ts")).table as AnyWorld,
  tictactoe: async () => (await import("./tictactoe/index.ts")).tictactoe as AnyWorld,
};
