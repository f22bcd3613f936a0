// `orrery models`, `orrery calls` and `orrery recording`: what is configured and reachable, and what models were asked and said.
import type { Discovered } from "@orrery/models";
import type { BillLine, CallLine, Orrery, ProbeReport } from "@orrery/runtime";
import { answer, record } from "./print.ts";
import { WrongUse } from "./words.ts";

interface ModelFlags {
  readonly json?: boolean | undefined;
  readonly branch?: string | undefined;
}

/** Lists every configured model; with `names` those alone, and with `call` one small call each. False when one does not work. */
export async function models(
  orrery: Orrery,
  names: readonly string[],
  call: boolean,
  flags: ModelFlags,
): Promise<boolean> {
  const reports = await orrery.probe({ call, only: names.length > 0 ? names : undefined });
  answer(flags, reports, () => (reports.length === 0 ? NONE : reports.map(reportWords).join("\n\n")));
  return reports.every((report) => report.reachable && report.key?.found !== false && report.call?.ok !== false);
}

const NONE = `No model is configured, and none is needed. To add one, write orrery.config.json here, for instance

  { "models": { "home": { "provider": "compatible", "model": "llama3.2", "url": "http://127.0.0.1:11434/v1" } },
    "roles": { "*": "home" } }

or copy what "models discover" shows, or add one on the page under Settings, or set ORRERY_MODEL=compatible:llama3.2@http://127.0.0.1:11434/v1. docs/guides/models.md tells the rest.`;

function reportWords({
  name,
  provider,
  model,
  url,
  roles,
  key,
  reachable,
  listed,
  call,
  capabilities,
  price,
}: ProbeReport): string {
  const lines = [
    `${name}: ${model} (${provider}, ${url})${roles.length > 0 ? ` — ${roles.map((role) => (role === "*" ? "any role" : role)).join(", ")}` : ""}`,
    `  key     ${key === null ? "none needed" : key.found ? `found (${key.from})` : `missing: ${key.hint}`}`,
    `  server  ${reachable ? "answers" : "does not answer"}${listed === false ? ", and does not list this model" : ""}`,
    `  price   ${price === null ? 'unknown: add one under "prices"' : price.input === 0 && price.output === 0 ? "free" : `$${price.input} in, $${price.output} out for a million tokens`}`,
  ];
  if (call) {
    const used = `${(call.ms / 1000).toFixed(1)} s, ${call.usage.input} tokens in, ${call.usage.output} out${call.cost === null ? "" : `, $${call.cost.toFixed(6)}`}`;
    lines.push(
      `  call    ${call.fault === null ? `works (${used})` : `fails: ${call.fault.code}: ${call.fault.message}`}`,
    );
  }
  const how = `asked by ${STRUCTURE[capabilities.structure]}${capabilities.system === "folded" ? ", without a system role" : ""}`;
  lines.push(
    `  how     ${how}${capabilities.learned.length > 0 ? `; learned: ${capabilities.learned.join("; ")}` : ""}`,
  );
  return lines.join("\n");
}

const STRUCTURE = {
  native: "its own schema",
  tool: "a forced tool",
  json: "JSON mode",
  prompt: "words alone",
} as const;

/** Models of the servers on this machine, as they go into the configuration. False when there is none. */
export async function discoverModels(roots: readonly string[], flags: ModelFlags): Promise<boolean> {
  for (const root of roots)
    if (!URL.canParse(root)) throw new WrongUse(`"${root}" is not a URL. Write for instance http://127.0.0.1:8080.`);
  const { discover, USUAL_SERVERS } = await import("@orrery/models");
  const places = roots.length > 0 ? roots.map((root) => root.replace(/\/+$/, "").replace(/\/v1$/, "")) : USUAL_SERVERS;
  const all = await discover(places);
  const models = await entriesOf(all);
  answer(flags, all, () => {
    if (all.length === 0) return `No model server answers at ${places.join(", ")}.`;
    const lines = all.map(
      ({ server, model, contextTokens }) =>
        `${server}: ${model}${contextTokens === null ? "" : `, ${contextTokens} tokens`}`,
    );
    return `${lines.join("\n")}\n\nFor orrery.config.json:\n\n${JSON.stringify({ models }, null, 2)}`;
  });
  return all.length > 0;
}

/** The JSON Schema of `orrery.config.json`, for editors. */
export async function configSchema(words: readonly string[], flags: ModelFlags): Promise<boolean> {
  if (words.length > 0) throw new WrongUse(`Too many words: ${words.join(" ")}.`);
  const { ConfigSchema } = await import("@orrery/models/config");
  answer(flags, ConfigSchema, () => JSON.stringify(ConfigSchema, null, 2));
  return true;
}

/** By a short name of its own for each. */
async function entriesOf(all: readonly Discovered[]): Promise<Record<string, object>> {
  const { freeName } = await import("@orrery/models/config");
  const entries: Record<string, object> = {};
  for (const { url, model, contextTokens } of all)
    entries[freeName(model, Object.keys(entries))] = {
      provider: "compatible",
      model,
      url,
      ...(contextTokens === null ? {} : { contextTokens }),
    };
  return entries;
}

/** Every call of a run, or of one turn. */
export async function calls(
  orrery: Orrery,
  run: string,
  turn: number | undefined,
  flags: ModelFlags,
): Promise<boolean> {
  let count = 0;
  for await (const call of orrery.calls(run, { branch: flags.branch, turn })) {
    count++;
    if (flags.json) record(call);
    else process.stdout.write(`${callWords(call, turn !== undefined)}\n`);
  }
  if (count === 0 && !flags.json) process.stdout.write("No model was asked here.\n");
  return true;
}

function callWords(
  {
    id,
    turn,
    model,
    attempt,
    usage,
    cost,
    ms,
    fault,
    problems,
    system,
    earlier,
    prompt,
    answer: said,
    notes,
  }: CallLine,
  whole: boolean,
): string {
  const price = cost === null ? "price unknown" : `$${cost.toFixed(6)}`;
  const head = `${id}  turn ${turn?.turn ?? "–"}  ${model}  try ${attempt}  ${(ms / 1000).toFixed(2)} s  ${usage.input} in (${usage.cached} cached), ${usage.output} out  ${price}`;
  const wrong = [
    ...(fault ? [`  ${fault.code}: ${fault.message}`] : []),
    ...problems.map(({ message }) => `  refused: ${message}`),
    ...notes.map((note) => `  ${note}`),
  ];
  if (!whole) return [head, ...wrong, `  ${said.replaceAll(/\s+/g, " ").slice(0, 160)}`].join("\n");
  const before = earlier > 0 ? [`[${earlier} earlier messages]`, ""] : system.map(({ text }) => `${text}\n`);
  return [head, ...wrong, "", ...before, prompt, "", "→", said, ""].join("\n");
}

/** What models have cost, of one run or of all. */
export async function bill(orrery: Orrery, run: string | undefined, flags: ModelFlags): Promise<boolean> {
  const sums = await orrery.bill({ run });
  answer(flags, sums, () => {
    if (sums.total.calls === 0) return "No model was asked.";
    const parts: [string, readonly BillLine[]][] = [
      ["By model", sums.models],
      ["By day", sums.days],
    ];
    if (run === undefined) parts.push(["By run", sums.runs]);
    return [
      `In all: ${billWords(sums.total)}`,
      ...parts.map(([title, lines]) =>
        [`${title}:`, ...lines.map((one) => `  ${one.of}  ${billWords(one)}`)].join("\n"),
      ),
    ].join("\n\n");
  });
  return true;
}

function billWords({ calls, usage, money, unpriced }: Omit<BillLine, "of">): string {
  const price = unpriced === calls ? "price unknown" : `$${money.toFixed(4)}`;
  const without = unpriced > 0 && unpriced < calls ? `, ${unpriced} of unknown price left out` : "";
  return `${calls} ${calls === 1 ? "call" : "calls"}, ${usage.input} tokens in (${usage.cached} cached), ${usage.output} out, ${price}${without}`;
}
