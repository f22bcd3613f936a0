// `npm run bench`: measures the figures asked for, prints them, and says which miss their goal. Keeps no records.
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { FIGURES, type FigureName, GROUPS, gateOf, goalOf, isName, meets, NAMES, passesGate } from "./figures.ts";
import { installPeer } from "./peer.ts";
import type { FigureValue } from "./rounds.ts";

const USAGE = `npm run bench -- [--quick] [--gate] [--json] [NAME…]
  --quick  smaller histories, fewer rounds, and side by side what may be: about a minute in all
  --gate   ends with 1 when a figure misses what a shared machine must reach, and misses it twice more when measured by itself
  --json   prints one object, name to {value, goal, ok, unit, noise}, and nothing else
  NAME     ${NAMES.join(", ")}; all without one
`;

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith("-"));
const names = args.filter((arg) => !arg.startsWith("-"));
if (flags.includes("--help")) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const wrong = [
  ...flags.filter((flag) => !["--quick", "--gate", "--json"].includes(flag)),
  ...names.filter((name) => !isName(name)),
];
if (wrong.length > 0) {
  process.stderr.write(`There is no ${wrong.join(", no ")}.\n${USAGE}`);
  process.exit(2);
}
const json = flags.includes("--json");
const wanted = names.length > 0 ? NAMES.filter((name) => names.includes(name)) : NAMES;

const quick = flags.includes("--quick");
const groups = GROUPS.map((group, index) => ({
  index,
  beside: quick && group.beside,
  names: group.names.filter((name) => wanted.includes(name)),
})).filter(({ names }) => names.length > 0);
type GroupName = (typeof groups)[number];

installPeer();
const values = new Map<FigureName, FigureValue>();
const waiting = groups.filter(({ beside }) => beside);
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) await measure(group);
  }),
);
for (const group of groups) if (!group.beside) await measure(group);
if (flags.includes("--gate")) {
  // A shared machine has bad moments: a figure has failed when it misses its gate three times in a row.
  for (let again = 0; again < 2; again++)
    for (const group of groups) {
      const names = group.names.filter((name) => !passesGate(FIGURES[name], values.get(name)!.value));
      if (names.length > 0) await measure({ ...group, names });
    }
}

const rows = wanted.map((name) => {
  const figure = FIGURES[name];
  const { value, noise } = values.get(name)!;
  return { name, figure, value, noise, goal: goalOf(figure), ok: meets(figure, value) };
});
process.stdout.write(json ? `${JSON.stringify(jsonOf())}\n` : table());
const missed = rows.filter(({ figure, value }) => !passesGate(figure, value));
if (flags.includes("--gate") && missed.length > 0) {
  for (const { name, figure } of missed)
    process.stderr.write(`${name} misses its gate, ${"least" in figure ? "≥" : "≤"} ${gateOf(figure)}\n`);
  process.exitCode = 1;
}

/** One group, in a process of its own. What it prints goes to stderr. */
async function measure({ index, names }: GroupName): Promise<void> {
  if (!json) process.stderr.write(`measuring ${names.join(", ")} …\n`);
  const child = fork(join(import.meta.dirname, "group.ts"), [String(index), quick ? "quick" : "full", ...names], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const measured = await new Promise<Partial<Record<FigureName, FigureValue>>>((resolve, reject) => {
    child.on("message", (message) => resolve(message as Partial<Record<FigureName, FigureValue>>));
    child.on("exit", (code) => reject(new Error(`the bench of ${names.join(", ")} ended with ${code}`)));
  });
  for (const name of names) values.set(name, measured[name]!);
}

function jsonOf(): Record<string, unknown> {
  const round = (value: number) => Number(value.toPrecision(4));
  return Object.fromEntries(
    rows.map(({ name, value, goal, ok, noise }) => [
      name,
      { value: round(value), goal, ok, unit: "ratio", noise: round(noise) },
    ]),
  );
}

function table(): string {
  const cells = rows.map(({ name, figure, value, noise, goal, ok }) => [
    name,
    value.toPrecision(3),
    `${"least" in figure ? "≥" : "≤"} ${goal}`,
    ok ? "yes" : passesGate(figure, value) ? "no" : "no, and below its gate",
    `±${(noise * 100).toFixed(0)} %`,
    figure.what,
  ]);
  const all = [["name", "value", "goal", "ok", "noise", "what"], ...cells];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
