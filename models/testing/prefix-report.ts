// How much new input a late turn costs, measured at a fake server that counts what it is sent: the cache does its work, or not.
import {
  condense,
  createPort,
  type Handle,
  liveTransport,
  modelOf,
  type Provider,
  Secret,
  stable,
  startConversation,
  uncachedInput,
  volatile,
} from "../src/index.ts";
import { FakeProvider } from "./fake-provider.ts";
import type { Family } from "./reply.ts";

export interface PrefixReport {
  readonly profile: string;
  readonly provider: Provider;
  /** Tokens at the early turn and at the late one. */
  readonly early: TurnFigures;
  readonly late: TurnFigures;
  /** Uncached input of the late turn ÷ that of the early one; and the same of all billed input. */
  readonly uncachedRatio: number;
  readonly billedRatio: number;
}

export interface TurnFigures {
  readonly turn: number;
  readonly billed: number;
  readonly cached: number;
  readonly uncached: number;
}

export interface PrefixOptions {
  readonly early?: number;
  readonly late?: number;
  /** Begin a fresh conversation with a summary after so many turns. */
  readonly phase?: number;
  /** All four where not given. */
  readonly families?: readonly Family[];
}

const PROFILES: readonly { readonly profile: string; readonly family: Family; readonly id: string }[] = [
  { profile: "OpenAI, chained", family: "openai", id: "gpt-4.1-mini" },
  { profile: "Anthropic, cache marks", family: "anthropic", id: "claude-haiku-4-5" },
  { profile: "Google, implicit cache", family: "google", id: "gemini-2.5-flash" },
  { profile: "compatible, prefix cache", family: "compatible", id: "local" },
];

/** One report a profile. Deterministic: figures depend on the texts alone. */
export async function prefixReports(options: PrefixOptions = {}): Promise<readonly PrefixReport[]> {
  const reports: PrefixReport[] = [];
  for (const one of PROFILES)
    if (!options.families || options.families.includes(one.family)) reports.push(await reportOf(one, options));
  return reports;
}

async function reportOf(
  { profile, family, id }: (typeof PROFILES)[number],
  options: PrefixOptions,
): Promise<PrefixReport> {
  const { early = 20, late = 200, phase } = options;
  const fake = await new FakeProvider({ answer: (_, n) => ({ json: { move: `step ${n} ${words(n, 12)}` } }) }).start();
  try {
    const model = modelOf({ provider: family, id, url: fake.url(family), stream: false });
    const port = createPort(model, liveTransport(model, new Secret("none-needed")).transport);
    const rules = Array.from({ length: 120 }, (_, i) => `Rule ${i}: ${words(i, 12)}.`).join("\n");
    let handle: Handle = startConversation(profile, [
      stable("rules", 1, rules),
      stable("role", 1, "You move one piece a turn."),
    ]);
    const figures: TurnFigures[] = [];
    for (let n = 1; n <= late; n++) {
      const result = await port.generateTurn(handle, {
        lane: "player",
        segments: [volatile("turn", 1, `Turn ${n}. You see: ${words(n * 7, 80)}.`)],
        output: { name: "Move", schema: MOVE },
      });
      if (!result.ok) throw new Error(`${profile}, turn ${n}: ${result.reason}: ${result.message}`);
      const { usage } = result;
      figures.push({ turn: n, billed: usage.input, cached: usage.cached, uncached: uncachedInput(usage) });
      handle =
        phase && n % phase === 0
          ? condense(result.handle, `${profile} ${n}`, `So far: ${words(n, 60)}.`)
          : result.handle;
    }
    const [a, b] = [figures[early - 1]!, figures[late - 1]!];
    return {
      profile,
      provider: family,
      early: a,
      late: b,
      uncachedRatio: b.uncached / a.uncached,
      billedRatio: b.billed / a.billed,
    };
  } finally {
    await fake.stop();
  }
}

/** A table for people. */
export const prefixTable = (reports: readonly PrefixReport[]): string =>
  [
    `${"profile".padEnd(26)} ${"turn".padStart(5)} ${"billed".padStart(8)} ${"cached".padStart(8)} ${"uncached".padStart(9)}   late ÷ early: uncached, billed`,
    ...reports.flatMap(({ profile, early, late, uncachedRatio, billedRatio }) => [
      `${profile.padEnd(26)} ${line(early)}`,
      `${"".padEnd(26)} ${line(late)}   ${uncachedRatio.toFixed(2)}, ${billedRatio.toFixed(2)}`,
    ]),
  ].join("\n");

const line = ({ turn, billed, cached, uncached }: TurnFigures): string =>
  `${String(turn).padStart(5)} ${String(billed).padStart(8)} ${String(cached).padStart(8)} ${String(uncached).padStart(9)}`;

const MOVE = {
  type: "object",
  properties: { move: { type: "string" } },
  required: ["move"],
  additionalProperties: false,
} as const;

const LEXICON = "lamp rope gate river stone owl clock brass salt north door moss reed tower bell ash".split(" ");
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => LEXICON[(from * 5 + i * 7 + ((from * i) % 11)) % LEXICON.length]).join(" ");
