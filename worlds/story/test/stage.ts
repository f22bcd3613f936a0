// What the tests of the story world share: towns played out without a store, and the bots that play them.
import {
  type Answer,
  commitSeed,
  decideTurn,
  getKey,
  keyedDice,
  loadWorld,
  openRun,
  seal,
  viewOf,
} from "@orrery/kernel";
import { playOut, sha256 } from "@orrery/kernel/testing";
import type { Story, StoryAction, StoryConfig, StoryState } from "../shape.ts";
import { LANE } from "../town/asks.ts";
import { bots } from "../town/bots.ts";
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

/** Chances of a resident that does nothing but what its models say. */
export const STILL = { post: 0, comment: 0, react: 0, share: 0, follow: 0, search: 0, message: 0, mute: 0 } as const;

/** A town played by residents; `see` is shown every frame, the opening first. */
export function live(config: StoryConfig, seed: string, see: (state: StoryState) => void = () => {}, rounds = 1000) {
  const opened = openRun(engine, {
    name: "story",
    config,
    seed,
    salt: "0",
    dice: { commitment: commitSeed(sha256, seed, "") },
    createdAt: 0,
  });
  let { frame } = opened;
  see(frame.state);
  for (let turn = 1; turn <= rounds && story.outcome(frame.state) === null; turn++) {
    const dice = (who: string) =>
      keyedDice(sha256, { seed: `bots of ${seed}`, salt: "0", lane: "@bots", depth: turn }, who);
    const given = story
      .asks(frame.state)
      .filter(({ kind }) => kind === "due")
      .map((ask): Answer<Story> => {
        const view = viewOf(engine, frame, ask.to);
        const actions = bots.resident({ ask, view, legal: [], dice: dice(ask.to) });
        const provenance = { actor: ask.to, ask: ask.id, by: "agent" } as const;
        return { actor: ask.to, ask, actions: actions as readonly StoryAction[], provenance, saw: { frame, view } };
      });
    const draft = decideTurn(engine, frame, LANE, given, { seed, salt: "0" });
    const refused = draft.validation.find((one) => !one.success && one.reason !== "held_back");
    if (refused)
      throw new Error(`a resident was refused: ${JSON.stringify([draft.actions[refused.actionIndex], refused])}`);
    frame = seal(engine, frame, draft, { id: `t${turn}`, createdAt: turn, rawText: "", salt: "0" }).frame;
    see(frame.state);
  }
  return frame.state;
}

/** Opinions on a topic, in the order of the town. */
export const opinionsOn = (state: StoryState, topic: string): number[] =>
  state.actors.slice(0, -2).map((id) => getKey(state.agents, id)!.opinions[topic]!);

export const diceOf = (seed: string) =>
  keyedDice(sha256, { seed: `${seed} ${SEED}`, salt: "0", lane: "@test", depth: 0 }, "test");
