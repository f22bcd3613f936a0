// Measures of an experiment round by round: each arm's mean over its seeds with a band. Pure arithmetic over tables that were read before.
import { student } from "../league/statistics.ts";

/** One trial's measures: a row for each round, by name; a missing value is null. */
export interface MeasureTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (number | null)[])[];
}
export interface RoundPoint {
  readonly round: number;
  readonly mean: number;
  /** 95 % by Student's t over the seeds; the mean itself where there is one seed. */
  readonly low: number;
  readonly high: number;
  readonly seeds: number;
}
export interface Series {
  readonly measure: string;
  readonly arms: readonly { readonly arm: string; readonly points: readonly RoundPoint[] }[];
  /** Each arm less the first, seed by seed: what luck does to both is no part of their bands. */
  readonly differences: readonly { readonly arm: string; readonly points: readonly RoundPoint[] }[];
}

/** A table of CSV with cells that are numbers or empty. The first column is the round. */
export function readTable(csv: string): MeasureTable {
  const [head, ...rows] = csv.trimEnd().split(/\r?\n/);
  return {
    names: head!.split(","),
    rows: rows.map((row) => row.split(",").map((cell) => (cell === "" ? null : Number(cell)))),
  };
}

/** `tables`: by arm, one of each seed. */
export function seriesOf(
  measures: readonly string[],
  tables: readonly { readonly arm: string; readonly seeds: readonly MeasureTable[] }[],
): readonly Series[] {
  return measures.map((measure) => ({
    measure,
    arms: tables.map(({ arm, seeds }) => ({ arm, points: pointsOf(seeds.map((table) => columnOf(measure, table))) })),
    differences: tables.slice(1).map(({ arm, seeds }) => ({
      arm,
      points: pointsOf(
        seeds.map((table, i) => less(columnOf(measure, table), columnOf(measure, tables[0]!.seeds[i]!))),
      ),
    })),
  }));
}

/** By round; without those that have no value. */
type RoundColumn = ReadonlyMap<number, number>;

function columnOf(measure: string, { names, rows }: MeasureTable): RoundColumn {
  const column = names.indexOf(measure);
  return new Map(
    rows.flatMap((row) => {
      const [round, value] = [row[0], column < 0 ? null : row[column]];
      return round === null || round === undefined || value === null || value === undefined
        ? []
        : [[round, value] as const];
    }),
  );
}

const less = (one: RoundColumn, other: RoundColumn): RoundColumn =>
  new Map(
    [...one].flatMap(([round, value]) => (other.has(round) ? [[round, value - other.get(round)!] as const] : [])),
  );

function pointsOf(columns: readonly RoundColumn[]): readonly RoundPoint[] {
  const values = Map.groupBy(
    columns.flatMap((column) => [...column]),
    ([round]) => round,
  );
  return [...values]
    .sort(([a], [b]) => a - b)
    .map(([round, all]) => ({ round, ...bandOf(all.map(([, value]) => value)) }));
}

function bandOf(values: readonly number[]): Omit<RoundPoint, "round"> {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const spread = n < 2 ? 0 : Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const half = n < 2 ? 0 : (student(n - 1) * spread) / Math.sqrt(n);
  return { mean, low: mean - half, high: mean + half, seeds: n };
}
