// Costs of size: many agents, a large state, many model seats, many events in a turn. Each figure is a ratio of two sizes in one process.
import { type Agent, genericPrompt, memoriesFor } from "@orrery/agents";
import type { AnyWorld } from "@orrery/kernel";
import { type Orrery, openOrrery, shippedWorlds } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { bareInserts, inFolder } from "./histories.ts";
import { type FigureValue, inRounds, middle, type RoundPace, ratio, type Samples } from "./rounds.ts";
import { type Crowd, crowd } from "./worlds/crowd.ts";

const worlds = shippedWorlds([crowd as AnyWorld]);
const worker: Agent = ({ ask }) => ({ actions: [{ actorId: ask.to, type: "work", metadata: { amount: 1 } }] });
/** An agent that reads all that a model is sent, and answers without one. */
const reader: Agent = async (seat) => {
  const { since } = await seat.tellings();
  const { ask, view, legal } = seat;
  const prompt = genericPrompt(crowd as never)({ ask, view, legal, told: since } as never);
  await memoriesFor(seat, []);
  return prompt.parts.length === 0 ? { ok: false, cause: "fault" } : worker(seat);
};

/** Processor time of an answer among 10,000 agents ÷ among 100. */
export const agentsFigure = (pace: RoundPace, minds: boolean, many = 10_000): Promise<FigureValue> =>
  between(pace, {
    many: { config: { agents: many, minds, weight: 0 }, turn: crankTurn(worker, many) },
    few: { config: { agents: 100, minds, weight: 0 }, turn: crankTurn(worker, 100) },
  });

/** A turn of four agents in a state of ten megabytes ÷ in one of a hundred kilobytes. */
export const stateFigure = (pace: RoundPace): Promise<FigureValue> =>
  between(pace, {
    many: { config: { agents: 4, minds: true, weight: 10_000 }, turn: crankTurn(worker, 1) },
    few: { config: { agents: 4, minds: true, weight: 100 }, turn: crankTurn(worker, 1) },
  });

/** A seat's share of a window of 300 model seats ÷ of 30: what was told, what is remembered, and the prompt. */
export const seatsFigure = (pace: RoundPace): Promise<FigureValue> =>
  between(pace, {
    many: { config: { agents: 300, minds: true, weight: 0 }, turn: crankTurn(reader, 300) },
    few: { config: { agents: 30, minds: true, weight: 0 }, turn: crankTurn(reader, 30) },
  });

/** An event's share of a turn of 5,000 events ÷ of 500, submitted and told. */
export const eventsFigure = (pace: RoundPace): Promise<FigureValue> =>
  between(pace, {
    many: { config: { agents: 1, minds: true, weight: 0 }, turn: toilTurn(5_000) },
    few: { config: { agents: 1, minds: true, weight: 0 }, turn: toilTurn(500) },
  });

/** A turn submitted to a run in SQLite: judged, decided, stored and narrated to the actors that answered ÷ a bare insert of the same bytes by the same driver. */
export const wholeTurnFigure = (pace: RoundPace): Promise<FigureValue> =>
  inFolder(async (folder) => {
    const store = await openSqlite(`${folder}/crowd.db`);
    const orrery = await openOrrery({ store, worlds });
    const config: Crowd["config"] = { agents: 1, minds: true, weight: 4 };
    const { run, head } = await orrery.createRun({ world: "crowd", config, seed: "whole" });
    const turn = async () => {
      const toil = { actorId: "agent-0", type: "stroll", metadata: { steps: 1 } };
      await orrery.submit(run, { as: "agent-0", actions: [toil] });
    };
    for (let i = 0; i < 256; i++) await turn();
    const at = await store.head(run, head.branch);
    const bodies = (await store.read(at!, 1, 256)).map(({ body }) => body);
    const bare = bareInserts(`${folder}/bare.db`, bodies);
    const cases = [
      {
        name: "whole",
        async run() {
          for (let i = 0; i < 64; i++) await turn();
          return 64;
        },
      },
      { name: "bare", run: () => bare.insert(64) },
    ];
    try {
      const samples = await inRounds(cases, "cpu", pace);
      tellMedians(samples);
      return ratio(samples, "whole", "bare");
    } finally {
      bare.close();
      await orrery.close();
    }
  });

interface Size {
  readonly config: Crowd["config"];
  /** Plays one turn; returns how many operations that was. */
  readonly turn: (orrery: Orrery, run: string) => Promise<number>;
}

const crankTurn =
  (agent: Agent, answers: number): Size["turn"] =>
  async (orrery, run) => {
    const { turns } = await orrery.crank(run, { agents: () => agent, turnsMax: 1 });
    if (turns !== 1) throw new Error("no turn");
    return answers;
  };

const toilTurn =
  (times: number): Size["turn"] =>
  async (orrery, run) => {
    const toil = { actorId: "agent-0", type: "toil", metadata: { times } };
    await orrery.submit(run, { as: "agent-0", actions: [toil] });
    return times;
  };

/** Plays two runs side by side in one SQLite file, and compares what an operation takes of the processor. */
const between = (pace: RoundPace, sizes: { readonly many: Size; readonly few: Size }): Promise<FigureValue> =>
  inFolder(async (folder) => {
    const orrery = await openOrrery({ store: await openSqlite(`${folder}/crowd.db`), worlds });
    const cases = await Promise.all(
      Object.entries(sizes).map(async ([name, { config, turn }]) => {
        const { run } = await orrery.createRun({ world: "crowd", config, seed: name });
        return { name, run: () => turn(orrery, run) };
      }),
    );
    try {
      const samples = await inRounds(cases, "cpu", pace);
      tellMedians(samples);
      return ratio(samples, "many", "few");
    } finally {
      await orrery.close();
    }
  });

function tellMedians(samples: Samples): void {
  for (const [name, list] of samples) process.stderr.write(`  ${name}: ${middle(list).value.toFixed(1)} µs\n`);
}
