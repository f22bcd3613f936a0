// What the bench promises: every figure by name, with its goal, and the groups in which they are measured together.
import type { HistoryFigure } from "./histories.ts";
import type { FigureValue } from "./rounds.ts";

export const FIGURES = {
  tictactoe: { what: "tic-tac-toe, whole games, against boardgame.io", least: 8 },
  "tick-game": { what: "a ship of ten players, against boardgame.io", least: 8 },
  "whole-turn": {
    what: "a submitted turn, stored and told, against a bare insert of the same bytes",
    most: 5,
    // The goal was set when narrations were stored later; now they are in the turn's own transaction.
    gate: 14,
  },
  agents: { what: "an answer among 10,000 agents against one among 100", most: 1.5 },
  "agents-minds": { what: "the same where a neighbour sees and remembers each answer", most: 2 },
  "state-size": { what: "a turn in a state of 10 MB against one in 0.1 MB", most: 2 },
  "model-seats": {
    what: "what one seat is told, remembers and is asked among 300 model seats, against among 30",
    most: 1.3,
  },
  "turn-events": { what: "an event in a turn of 5,000 against one in a turn of 500", most: 1.3 },
  health: {
    what: "`/api/health` at the 99th percentile while one heavy request runs, against idle; the worst of thirteen",
    most: 10,
  },
  growth: { what: "a turn at turn 20,000 against one at turn 100", most: 1.2 },
  "durable-turn": { what: "a bare insert of the same bytes against a durable turn", least: 0.5 },
  branch: { what: "a branch at turn 100,000 against one at turn 100", most: 1.2 },
  rollback: { what: "a rollback from turn 100,000 against one from turn 100", most: 1.2 },
  "load-p50": { what: "loading a random turn of 100,000 against decoding a snapshot, median", most: 4 },
  "load-p99": { what: "the same, slowest of a hundred", most: 10 },
  "load-forked": { what: "loading after 10,000 forks in a row against none", most: 2.5 },
  "file-bytes": { what: "bytes of the file against bytes of the turns' text", most: 1.4 },
  verify: { what: "JSON.parse of every turn against verifying all from disk", least: 0.22 },
  recall: { what: "finding and ranking 8 of 100,000 memories, against the bare FTS5 query", most: 1.3 },
  "recall-rare": { what: "the same by one word that stands in less than 30 of them", most: 1.3 },
  "recall-some": { what: "the same by one word that stands in 30 to 500 of them", most: 1.3 },
  "recall-many": { what: "the same by one word that stands in 500 to 5,000 of them", most: 1.3 },
  "house-size": { what: "a turn of a house of 2,000 rooms against one of 60, from words to words", most: 4 },
  "house-walkers": { what: "a turn among 1,000 entities with 14 walkers against one among 30", most: 8 },
  "late-input": { what: "uncached input of a model's move around 190 against around 20", most: 1.3 },
  "glass-game": { what: "seconds of a ten-player game stepped at 10 Hz, in one second of the processor", least: 4800 },
  "glass-rules": { what: "the same for its rules alone: 200,000 ticks a second are", least: 20_000 },
  "glass-skip": {
    what: "a ten-player game by its rules, idle time skipped, against a move of boardgame.io's",
    most: 134,
  },
  "glass-owed": { what: "the same game with all that a run owes", most: 335 },
  "glass-preset": { what: "glass-skip on the preset for models as it is shipped", most: 134 },
  "glass-preset-owed": { what: "the same game with all that a run owes", most: 335 },
  "glass-prompts": { what: "bare JSON of what changes in prompts against building the prompts", least: 0.7 },
  "glass-prompt": { what: "building one whole prompt against a move of boardgame.io's", most: 1.34 },
  "glass-memory": { what: "heap after 10,000 games against after 100", most: 1.2 },
  "town-step": {
    what: "a step of one of 1,000 residents, recorded and durable, against a move of boardgame.io's",
    most: 6,
  },
  "town-growth": { what: "a day of a town after a hundred rounds and more against its second day", most: 1.2 },
  "table-turn": {
    what: "a turn of the table in a fight of twelve, told, against a move of boardgame.io's: under 5 ms",
    most: 335,
  },
  "sprint-match": {
    what: "a whole offline match of the sprint without pictures, against a move of boardgame.io's: under 1 s",
    most: 67_000,
  },
  "sprint-sketches": { what: "the same with all twelve sketches: under 5 s", most: 335_000 },
  sse: { what: "events to 1,000 clients, against bare node:http", least: 0.9 },
} as const satisfies Record<string, Figure>;

/** A ratio without a unit: at least this, or at most this. */
type Figure = { readonly what: string /** Where the usual margin does not fit. */; readonly gate?: number } & (
  | { readonly least: number }
  | { readonly most: number }
);
export type FigureName = keyof typeof FIGURES;
export const NAMES = Object.keys(FIGURES) as readonly FigureName[];
export const isName = (text: string): text is FigureName => Object.hasOwn(FIGURES, text);

export const goalOf = (figure: Figure): number => ("least" in figure ? figure.least : figure.most);
export const meets = (figure: Figure, value: number): boolean =>
  "least" in figure ? value >= figure.least : value <= figure.most;

/**
 * What a shared machine must still reach. The margin of a figure is its distance from where it would promise nothing:
 * from 1 for a goal above 1, from 0 for a share. Half of it has to be left; where less is better, twice of it is let pass.
 */
export function gateOf(figure: Figure): number {
  if (figure.gate !== undefined) return figure.gate;
  if ("most" in figure) return 1 + 2 * (figure.most - 1);
  const nothing = figure.least > 1 ? 1 : 0;
  return nothing + (figure.least - nothing) / 2;
}
export const passesGate = (figure: Figure, value: number): boolean =>
  "least" in figure ? value >= gateOf(figure) : value <= gateOf(figure);

/** Sizes and lengths of a run: `quick` shrinks what only takes time. How many memories or clients there are is what the figure is about. */
interface FigurePlan {
  readonly pace: { readonly rounds: number; readonly ms: number };
  readonly growth: number;
  readonly agents: number;
  readonly history: { readonly turns: number; readonly forks: number; readonly loads: number };
  readonly memories: number;
  readonly games: number;
  readonly clients: number;
  readonly town: { readonly people: number; readonly days: number };
}
const FULL: FigurePlan = {
  pace: { rounds: 15, ms: 250 },
  growth: 20_000,
  agents: 10_000,
  history: { turns: 100_000, forks: 10_000, loads: 500 },
  memories: 100_000,
  games: 10_000,
  clients: 1000,
  town: { people: 2000, days: 6 },
};
const QUICK: FigurePlan = {
  pace: { rounds: 5, ms: 150 },
  growth: 5000,
  agents: 3000,
  history: { turns: 10_000, forks: 1000, loads: 200 },
  memories: 100_000,
  games: 300,
  clients: 1000,
  town: { people: 300, days: 6 },
};

/** Figures that share a set-up, or a process: one group's types and heap must not slow down another's. */
interface FigureGroup {
  readonly names: readonly FigureName[];
  /** Whether another group may be measured beside it: where nothing is timed, or by the processor's own clock and far from its gate. */
  readonly beside: boolean;
  measure(plan: FigurePlan, wanted: ReadonlySet<FigureName>): Promise<Partial<Record<FigureName, FigureValue>>>;
}
/** Each loads what it measures when it is measured, and nothing else. The longest come first. */
export const GROUPS: readonly FigureGroup[] = [
  {
    names: ["health"],
    beside: false,
    async measure({ history: { turns } }) {
      const { healthFigure } = await import("./health.ts");
      const size = { turns: turns / 5, runs: turns / 50, games: turns / 20, lines: turns * 3 };
      return { health: await healthFigure(size, (name, ratio) => console.error(`  ${name}: ${ratio.toFixed(1)}`)) };
    },
  },
  {
    names: ["late-input"],
    beside: true,
    measure: async () => ({ "late-input": await (await import("./prefixes.ts")).prefixFigure(200) }),
  },
  {
    names: ["recall", "recall-rare", "recall-some", "recall-many"],
    beside: true,
    async measure({ pace, memories }, wanted) {
      const { RARITIES, recallFigures } = await import("./memories.ts");
      const figureName = (rarity: (typeof RARITIES)[number]): FigureName =>
        rarity === "mixed" ? "recall" : `recall-${rarity}`;
      const rarities = RARITIES.filter((rarity) => wanted.has(figureName(rarity)));
      const values = await recallFigures(pace, memories, rarities);
      return Object.fromEntries(rarities.map((rarity) => [figureName(rarity), values[rarity]!]));
    },
  },
  {
    names: ["glass-memory"],
    beside: true,
    measure: async ({ games }) => ({ "glass-memory": (await import("./glass.ts")).glassMemoryFigure(games) }),
  },
  {
    names: ["glass-preset", "glass-preset-owed"],
    beside: true,
    async measure({ pace }) {
      const { glassSkipFigures, SHIPPED } = await import("./glass.ts");
      const { skip, owed } = await glassSkipFigures(pace, SHIPPED);
      return { "glass-preset": skip, "glass-preset-owed": owed };
    },
  },
  {
    names: ["glass-skip", "glass-owed"],
    beside: true,
    async measure({ pace }) {
      const { glassSkipFigures, PINNED } = await import("./glass.ts");
      const { skip, owed } = await glassSkipFigures(pace, PINNED);
      return { "glass-skip": skip, "glass-owed": owed };
    },
  },
  {
    names: ["glass-prompts", "glass-prompt"],
    beside: true,
    async measure({ pace }) {
      const { json, moves } = await (await import("./prompts.ts")).promptsFigures(pace);
      return { "glass-prompts": json, "glass-prompt": moves };
    },
  },
  {
    names: ["agents", "agents-minds"],
    beside: true,
    async measure({ pace, agents }, wanted) {
      const { agentsFigure } = await import("./crowds.ts");
      return {
        ...(wanted.has("agents") ? { agents: await agentsFigure(pace, false, agents) } : {}),
        ...(wanted.has("agents-minds") ? { "agents-minds": await agentsFigure(pace, true, agents) } : {}),
      };
    },
  },
  {
    names: ["state-size"],
    beside: true,
    measure: async ({ pace }) => ({ "state-size": await (await import("./crowds.ts")).stateFigure(pace) }),
  },
  {
    names: ["model-seats"],
    beside: true,
    measure: async ({ pace }) => ({ "model-seats": await (await import("./crowds.ts")).seatsFigure(pace) }),
  },
  {
    names: ["turn-events"],
    beside: true,
    measure: async ({ pace }) => ({ "turn-events": await (await import("./crowds.ts")).eventsFigure(pace) }),
  },
  {
    names: ["house-size"],
    beside: true,
    measure: async ({ pace }) => ({ "house-size": await (await import("./house.ts")).houseSizeFigure(pace) }),
  },
  {
    names: ["house-walkers"],
    beside: true,
    measure: async ({ pace }) => ({ "house-walkers": await (await import("./house.ts")).houseWalkersFigure(pace) }),
  },
  {
    names: ["town-step"],
    beside: true,
    measure: async ({ pace }) => ({ "town-step": await (await import("./town.ts")).townStepFigure(pace) }),
  },
  {
    names: ["town-growth"],
    beside: true,
    measure: async ({ town }) => ({ "town-growth": await (await import("./town.ts")).townGrowthFigure(town) }),
  },
  {
    names: ["table-turn"],
    beside: true,
    measure: async ({ pace }) => ({ "table-turn": await (await import("./table.ts")).tableTurnFigure(pace) }),
  },
  {
    names: ["sprint-match", "sprint-sketches"],
    beside: true,
    async measure({ pace }) {
      const { match, sketches } = await (await import("./sprint.ts")).sprintFigures(pace);
      return { "sprint-match": match, "sprint-sketches": sketches };
    },
  },
  {
    names: ["tick-game"],
    beside: true,
    measure: async ({ pace }) => ({ "tick-game": await (await import("./games.ts")).tickGameFigure(pace) }),
  },
  {
    names: ["growth"],
    beside: true,
    measure: async ({ pace, growth }) => ({ growth: await (await import("./games.ts")).growthFigure(pace, growth) }),
  },
  {
    names: ["glass-rules"],
    beside: true,
    measure: async ({ pace }) => ({ "glass-rules": await (await import("./glass.ts")).glassRulesFigure(pace) }),
  },
  {
    names: ["glass-game"],
    beside: true,
    measure: async ({ pace }) => ({ "glass-game": await (await import("./glass.ts")).glassGameFigure(pace) }),
  },
  {
    names: ["sse"],
    beside: false,
    measure: async ({ pace, clients }) => ({
      sse: await (await import("./streams.ts")).broadcastFigure(pace, clients),
    }),
  },
  {
    names: ["branch", "rollback", "load-p50", "load-p99", "load-forked", "file-bytes", "verify"],
    beside: false,
    measure: async ({ pace, history }, wanted) =>
      (await import("./histories.ts")).historyFigures(pace, history, wanted as ReadonlySet<HistoryFigure>),
  },
  {
    names: ["durable-turn"],
    beside: false,
    measure: async ({ pace }) => ({ "durable-turn": await (await import("./histories.ts")).durableTurnFigure(pace) }),
  },
  {
    names: ["whole-turn"],
    beside: false,
    measure: async ({ pace }) => ({ "whole-turn": await (await import("./crowds.ts")).wholeTurnFigure(pace) }),
  },
  {
    names: ["tictactoe"],
    beside: false,
    measure: async ({ pace }) => ({ tictactoe: await (await import("./games.ts")).ticTacToeFigure(pace) }),
  },
];
export const planOf = (quick: boolean): FigurePlan => (quick ? QUICK : FULL);
