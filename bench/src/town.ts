// Figures of a town: the cost of one person's step, from choice to durable turn, and whether later rounds cost more.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOrrery } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { peerMoves } from "./games.ts";
import { type FigureValue, inRounds, type RoundPace, ratio, tellRate } from "./rounds.ts";

const AGENTS = "*=bot:resident";
/** Posts leave the state after some rounds, or a town without end would grow without end. */
const configOf = (people: number) => ({ people, rounds: 1_000_000, retainRounds: 6 });

/** One step of one of a thousand residents ÷ a move of boardgame.io's. */
export const townStepFigure = (pace: RoundPace): Promise<FigureValue> =>
  inFolder(async (folder) => {
    const town = await Town.open(folder, 1000);
    // The first rounds are before anybody has anything to read.
    for (let i = 0; i < 6; i++) await town.round();
    const cases = [
      { name: "peer", run: peerMoves() },
      { name: "town steps", run: () => town.round() },
    ];
    try {
      const samples = await inRounds(cases, "cpu", pace);
      tellRate("town steps", samples);
      return ratio(samples, "town steps", "peer");
    } finally {
      await town.close();
    }
  });

/** A round at the end of so many ÷ one at their beginning, of whole days each, so that the hours are the same. */
export const townGrowthFigure = ({
  people,
  days,
}: {
  readonly people: number;
  readonly days: number;
}): Promise<FigureValue> =>
  inFolder(async (folder) => {
    const town = await Town.open(folder, people);
    const day = async () => {
      const before = process.threadCpuUsage();
      for (let hour = 0; hour < 24; hour++) await town.round();
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    try {
      // On the first day the feeds fill.
      await day();
      const costs: number[] = [];
      for (let i = 0; i < days; i++) costs.push(await day());
      const [first, second] = [costs[0]!, costs[1]!];
      const value = (costs.at(-1)! + costs.at(-2)!) / (first + second);
      return { value, noise: Math.abs(first - second) / (first + second) };
    } finally {
      await town.close();
    }
  });

class Town {
  readonly #orrery: Awaited<ReturnType<typeof openOrrery>>;
  readonly #run: string;
  readonly #people: number;
  private constructor(orrery: Awaited<ReturnType<typeof openOrrery>>, run: string, people: number) {
    this.#orrery = orrery;
    this.#run = run;
    this.#people = people;
  }
  static async open(folder: string, people: number): Promise<Town> {
    const orrery = await openOrrery({ store: await openSqlite(join(folder, "town.db")) });
    const { run } = await orrery.createRun({ world: "story", config: configOf(people), seed: "bench" });
    return new Town(orrery, run, people);
  }
  /** Says how many steps that were. */
  async round(): Promise<number> {
    const { turns } = await this.#orrery.play(this.#run, { agents: AGENTS, turnsMax: 1 });
    if (turns !== 1) throw new Error(`a round of the town made ${turns} turns`);
    return this.#people;
  }
  close(): Promise<void> {
    return this.#orrery.close();
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-town-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
