// What the tests of the sprint are written with: the loaded world, matches played by scripted seats, and turns by hand.
import { type Dice, decideTurn, type Frame, keyedDice, loadWorld, seal, viewOf, windowsOf } from "@orrery/kernel";
import { type Chance, type Choose, frameAt, playOut, sha256 } from "@orrery/kernel/testing";
import {
  type Sprint,
  type SprintAction,
  type SprintConfig,
  type SprintState,
  sprint,
  type TableView,
  type Team,
  type TurnOutput,
} from "../index.ts";

export const engine = loadWorld<Sprint>(sprint, sha256);

/** Every ask answered by the scripted player. */
export const scripted: Choose<Sprint> = ({ ask, view, legal, dice }: Chance<Sprint>) => {
  const chosen = sprint.bots.scripted!({ ask, view, legal, dice });
  return chosen === null ? null : ([chosen].flat() as SprintAction[]);
};

/** A match without pictures unless told, to its end. */
export const match = (seed: string, config: SprintConfig = { pictures: false }, choose = scripted) =>
  playOut(engine, { config, seed, turns: 2_000, choose });

/** The opening of a match. */
export const opening = (config: SprintConfig = { pictures: false }, seed = "hand"): Frame<Sprint> =>
  frameAt(engine, sprint.open(config, openDice(seed)), config);
const openDice = (seed: string): Dice => keyedDice(sha256, { seed, salt: "0", lane: "@open", depth: 0 }, "world");

export const tableOf = (frame: Frame<Sprint>, actor: string): TableView => {
  const view = viewOf(engine, frame, actor);
  if (view.kind !== "table") throw new Error(`${actor} sits at no table`);
  return view;
};

/** A minimal turn by the asked actor. */
export const said = (view: TableView, content: string, more: Partial<TurnOutput> = {}): TurnOutput => ({
  speaker_role: view.asked!.role,
  turn_type: view.asked!.turn_type,
  content,
  canon_patch: [],
  references: [],
  vote: null,
  decision: null,
  ...more,
});

export const speak = (actorId: string, output: unknown): SprintAction =>
  ({ actorId, type: "speak", metadata: { output } }) as SprintAction;

/** Everybody who is asked at a team's table, in order. */
export const askedOf = (state: SprintState, team: Team | "desk" = "A"): readonly string[] =>
  sprint
    .asks(state)
    .flatMap(({ to, lane, kind }) =>
      lane === (team === "desk" ? team : `table-${team}`) && kind === "due" ? [to] : [],
    );

/** Answers of one window, by actor; null is silence. */
export type Answer = (actor: string, frame: Frame<Sprint>, dice: Dice) => unknown;

/** Plays one window of a lane: what was refused is told, and the fallback speaks for it, as a runtime would do after the last try. */
export function step(frame: Frame<Sprint>, lane: string, answer: Answer, seed = "hand") {
  const window = windowsOf(engine, frame.state).find((one) => one.lane === lane);
  if (!window) throw new Error(`nobody is asked in ${lane}`);
  const key = { seed, salt: "0", lane, depth: frame.lanes[lane] ?? 0 };
  const refused: string[] = [];
  const give = (ask: (typeof window.asks)[number], action: unknown, by: "agent" | "fallback") => ({
    actor: ask.to,
    ask,
    actions: [action],
    provenance: { actor: ask.to, ask: ask.id, by, ...(by === "fallback" ? { cause: "attempts" as const } : {}) },
  });
  const given = window.asks.map((ask) => {
    const action = answer(ask.to, frame, keyedDice(sha256, key, `@bot ${ask.to}`));
    if (action === null) return give(ask, ask.fallback!("attempts"), "fallback");
    const one = give(ask, action, "agent");
    const [verdict] = decideTurn(engine, frame, lane, [one], { seed, salt: "0" }).validation;
    if (verdict!.success) return one;
    refused.push(verdict!.reason!);
    return give(ask, ask.fallback!("attempts"), "fallback");
  });
  const draft = decideTurn(engine, frame, lane, given, { seed, salt: "0" });
  const after = seal(engine, frame, draft, { id: `t${key.depth}`, createdAt: key.depth, rawText: "", salt: "0" }).frame;
  return { frame: after, refused, draft };
}

/** The scripted player's answer at a table. */
export const scriptedAnswer: Answer = (actor, frame, dice) => {
  const ask = sprint.asks(frame.state).find(({ to }) => to === actor)!;
  return sprint.bots.scripted!({ ask, view: viewOf(engine, frame, actor), legal: [], dice }) ?? null;
};
