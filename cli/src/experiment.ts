// The command `experiment`: plays what a file plans, and shows the effects. Thin: plan, runs and effects are the runtime's.
import { readFileSync } from "node:fs";
import { type ArmEffect, type Experiment, readPlan } from "@orrery/runtime";
import { withOrrery } from "./database.ts";
import { answer, say } from "./print.ts";
import { type Flags, take, WrongUse, wholeNumber } from "./words.ts";

export async function experiment(words: readonly string[], flags: Flags): Promise<boolean> {
  const [file] = take(words, ["file"]);
  const concurrency = wholeNumber(flags.concurrency, "--concurrency");
  if (concurrency === 0) throw new WrongUse("--concurrency takes a whole number from 1 on.");
  const plan = readPlan(textOf(file!), file!);
  return withOrrery(flags, async (orrery) => {
    const stop = new AbortController();
    const onSignal = () => {
      if (stop.signal.aborted) process.exit(130);
      say("\nStopping after the turns that are being played. Run the same command to go on.");
      stop.abort();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
    try {
      const done = await orrery.experiments.play(plan, {
        ...(concurrency === undefined ? {} : { concurrency }),
        signal: stop.signal,
        onProgress: ({ done, all }) => {
          if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} seeds${done === all ? "\n" : ""}`);
        },
      });
      if (done === null) return false;
      answer(flags, done, () => experimentInWords(done));
      return true;
    } finally {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    }
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new WrongUse(`${file} cannot be read (${code}).`);
  }
}

const COLUMNS: readonly (readonly [name: string, of: (effect: ArmEffect) => string])[] = [
  ["arm", ({ arm }) => arm],
  ["measure", ({ measure }) => measure],
  ["control", ({ control }) => figure(control)],
  ["arm's", ({ treated }) => figure(treated)],
  ["difference", ({ difference }) => figure(difference)],
  ["95 % by t", ({ byT }) => interval(byT)],
  ["by bootstrap", ({ byBootstrap }) => interval(byBootstrap)],
  ["p", ({ p }) => share(p)],
  ["Holm", ({ holm }) => share(holm)],
  [
    "seeds needed",
    ({ seedsNeeded, halfWidth }) => (seedsNeeded === null ? "" : `${seedsNeeded} for ±${figure(halfWidth)}`),
  ],
];

function experimentInWords({ id, title, control, seeds, effects }: Experiment): string {
  const rows = [COLUMNS.map(([name]) => name), ...effects.map((effect) => COLUMNS.map(([, of]) => of(effect)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
  return [
    `${title}: ${seeds} seeds, each arm less "${control}"; p adjusted by Holm over ${effects.length} effects (${id})`,
    ...table,
  ].join("\n");
}

const figure = (value: number): string => `${Number(value.toPrecision(3))}`;
const interval = (of: { readonly low: number; readonly high: number } | null): string =>
  of === null ? "" : `${figure(of.low)} to ${figure(of.high)}`;
const share = (p: number | null): string => (p === null ? "" : p < 0.001 ? "< 0.001" : p.toFixed(3));
