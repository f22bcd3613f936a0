// Cases side by side: each is timed once a round, in rotated order, and only ratios inside one round are believed.

interface Case {
  readonly name: string;
  /** Does some of the work and says how many operations that was. */
  run(): number | Promise<number>;
}

export interface RoundPace {
  readonly rounds: number;
  /** Length of one sample. */
  readonly ms: number;
}

/** `cpu` is the main thread's own clock: a neighbour's time slices are not counted. Disk and network need `wall`. */
type ClockKind = "cpu" | "wall";

/** What a figure comes to, and half the distance between the quartiles of its rounds as a share of that. */
export interface FigureValue {
  readonly value: number;
  readonly noise: number;
}

/** Microseconds an operation, by case, round by round. */
export type Samples = ReadonlyMap<string, readonly number[]>;

/** Milliseconds. */
const CLOCKS: Record<ClockKind, () => number> = {
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  wall: () => performance.now(),
};

/** Times every case in every round. What comes before the first round is warm-up and counts for nothing. */
export async function inRounds(cases: readonly Case[], clock: ClockKind, { rounds, ms }: RoundPace): Promise<Samples> {
  const now = CLOCKS[clock];
  const samples = new Map(cases.map(({ name }) => [name, [] as number[]]));
  for (const one of cases) await sample(one, now, Math.max(ms, 300));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < cases.length; i++) {
      const one = cases[(i + round) % cases.length]!;
      samples.get(one.name)!.push(await sample(one, now, ms));
    }
  }
  return samples;
}

/** How many times as long `slow` takes as `fast`: the median over the rounds of the ratio inside a round. */
export function ratio(samples: Samples, slow: string, fast: string): FigureValue {
  const over = samples.get(fast)!;
  return middle(samples.get(slow)!.map((us, round) => us / over[round]!));
}

/** Reports how many there were in a second of the processor, in its median and its best round. */
export function tellRate(name: string, samples: Samples): void {
  const rates = samples.get(name)!.map((us) => 1_000_000 / us);
  const [usual, best] = [middle(rates).value, Math.max(...rates)];
  process.stderr.write(`${name}: ${Math.round(usual)} in a second of the processor, ${Math.round(best)} at best\n`);
}

/** The median of rounds, and how far they lie apart. */
export function middle(list: readonly number[]): FigureValue {
  const sorted = Float64Array.from(list).sort();
  const value = quantile(sorted, 0.5);
  return { value, noise: (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2 / Math.abs(value) };
}

/** Of sorted numbers; between two of them by a straight line. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) throw new RangeError("no samples");
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

/** Whole numbers from 0 up to but not `below`, the same in every run: what is measured must not change between runs. */
export function sequence(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function sample(one: Case, now: () => number, ms: number): Promise<number> {
  let done = 0;
  const start = now();
  let end = start;
  do {
    const ran = one.run();
    done += typeof ran === "number" ? ran : await ran;
    end = now();
  } while (end - start < ms);
  return ((end - start) * 1000) / done;
}
