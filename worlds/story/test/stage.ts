// What the tests of the story world share: towns played out without a store, and the bots that play them.
import { loadWorld } from "@orrery/kernel";
import { playOut, sha256 } from "@orrery/kernel/testing";
import type { Story, StoryConfig } from "../shape.ts";
import { story } from "../world.ts";

export const engine = loadWorld<Story>(story, sha256);
export const long = process.env["ORRERY_LONG"] === "1";
export const SEED = process.env["ORRERY_SEED"] ?? "0";

/** A small town in which anybody does anything that is legal. */
export const SMALL: StoryConfig = {
  people: 6,
  rounds: 8,
  opening: [{ by: "editor", text: "The harbour opens on Monday.", topic: "harbour", stance: 0.8 }],
  written: [{ id: "editor", name: "The Echo", kind: "newspaper" }],
  network: { kind: "random", degree: 3 },
};

export const playAtRandom = (config: StoryConfig, seed: string, turns = 40) =>
  playOut(engine, {
    config,
    seed,
    turns,
    choose: ({ legal, dice }) => (legal.length === 0 ? null : [dice.pick("choice", legal as [never, ...never[]])]),
  });
