// What the server's tests share: a small world with secrets, a real orrery on it, and answers held against their schemas.
import { type AnyWorld, checker, type Lexicon, refuse, type TSchema, Type, type World } from "@orrery/kernel";
import { type Orrery, type OrreryOptions, openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import type { FastifyInstance, InjectOptions } from "fastify";
import { createServer, ROUTES, type ServerOptions } from "../src/index.ts";

const VOTERS = ["ann", "ben"] as const;
type Voter = (typeof VOTERS)[number];
interface Ballot {
  readonly secret: string;
  readonly votes: Readonly<Partial<Record<Voter, string>>>;
  readonly counted: readonly string[];
  readonly diary: readonly string[];
}
type BallotEvent =
  | { readonly type: "voted"; readonly who: Voter; readonly for: string }
  | { readonly type: "counted"; readonly result: string }
  | { readonly type: "noted"; readonly text: string };
interface BallotView {
  readonly you: string;
  readonly secret: string | null;
  readonly counted: readonly string[];
  readonly diary: readonly string[];
}
const actions = {
  vote: { metadata: Type.Object({ for: Type.String({ maxLength: 20 }) }, { additionalProperties: false }) },
  note: { metadata: Type.Object({ text: Type.String({ maxLength: 200 }) }, { additionalProperties: false }) },
} as const;
interface BallotShape {
  config: { secret?: string };
  state: Ballot;
  view: BallotView;
  percept: BallotEvent;
  mind: null;
  event: BallotEvent;
  reasons: { not_a_choice: { readonly for: string }; private: Record<string, never> };
  actions: typeof actions;
  god: Record<string, never>;
}

/** Two vote at once in one window; ann has a secret and a diary that ben must never learn of. */
export const ballot = {
  id: "ballot",
  version: 1,
  config: Type.Object({ secret: Type.Optional(Type.String()) }, { additionalProperties: false }),
  actions,
  open: ({ secret = "none" }) => ({ secret, votes: {}, counted: [], diary: [] }),
  actors: () => VOTERS,
  asks: ({ counted }) =>
    counted.length === 2
      ? []
      : [
          ...VOTERS.map((to) => ({
            id: `vote-${counted.length + 1}-${to}`,
            to,
            lane: "box",
            may: ["vote" as const],
            kind: "due" as const,
          })),
          { id: "diary", to: "ann", lane: "diary", may: ["note"], kind: "standing" },
        ],
  check: {
    vote: (_view, { metadata }) =>
      metadata.for === "yes" || metadata.for === "no" ? null : refuse("not_a_choice", { for: metadata.for }),
    note: (view) => (view.you === "ann" ? null : refuse("private", {})),
  },
  decide: {
    vote: (_state, { actorId, metadata }) => [{ type: "voted", who: actorId as Voter, for: metadata.for }],
    note: (_state, { metadata }) => [{ type: "noted", text: metadata.text }],
  },
  settle: ({ votes }) =>
    VOTERS.every((who) => votes[who] !== undefined)
      ? [{ type: "counted", result: VOTERS.map((who) => votes[who]).join(" ") }]
      : [],
  apply: {
    voted: (state, { who, for: choice }) => ({ ...state, votes: { ...state.votes, [who]: choice } }),
    counted: (state, { result }) => ({ ...state, votes: {}, counted: [...state.counted, result] }),
    noted: (state, { text }) => ({ ...state, diary: [...state.diary, text] }),
  },
  perceive: (_before, event) =>
    event.type === "voted"
      ? [{ to: event.who, what: event }]
      : event.type === "noted"
        ? [{ to: "ann", what: event }]
        : VOTERS.map((to) => ({ to, what: event })),
  view: ({ secret, counted, diary }, who) => ({
    you: who,
    secret: who === "ann" ? secret : null,
    counted,
    diary: who === "ann" ? diary : [],
  }),
  legal: (_view, actorId) => ["yes", "no"].map((choice) => ({ actorId, type: "vote", metadata: { for: choice } })),
  explain: {
    not_a_choice: ({ for: choice }) => `There is no choice “${choice}”.`,
    private: () => "That is not yours to write in.",
  },
  outcome: ({ counted }) => (counted.length === 2 ? { counted } : null),
  entities: () => [],
  words: {
    name: (_view, who) => who,
    lexicon: (): Lexicon => ({ verbs: [], nouns: [] }),
    tell: ({ percepts, tried }) =>
      [
        ...tried.flatMap(({ validation }) => (validation.success ? [] : [validation.message ?? ""])),
        ...percepts.map((event) => (event.type === "counted" ? `Counted: ${event.result}.` : "It is done.")),
      ].join(" "),
  },
} satisfies World<BallotShape>;

export interface Fixture {
  readonly orrery: Orrery;
  readonly app: FastifyInstance;
  /** Sends JSON and takes JSON; fails when the answer is not of its route's schema. */
  ask(method: "GET" | "POST", url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  start(world?: string, config?: unknown): Promise<string>;
  close(): Promise<void>;
}
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any body answered, compared with the expected one
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

export async function openFixture(
  options: Partial<ServerOptions> = {},
  more: Partial<OrreryOptions> = {},
): Promise<Fixture> {
  const worlds = shippedWorlds([ballot as AnyWorld]);
  const orrery = options.orrery ?? (await openOrrery({ store: memoryStore(), worlds, ...more }));
  const app = createServer({ onBug: rethrow, ...options, orrery });
  const ask: Fixture["ask"] = async (method, url, body, headers = {}) => {
    const request: InjectOptions = { method, url, headers };
    if (body !== undefined) Object.assign(request, { payload: JSON.stringify(body) });
    if (body !== undefined) request.headers = { "content-type": "application/json", ...headers };
    const response = await app.inject(request);
    const json =
      /json/.test(String(response.headers["content-type"])) && !/ndjson/.test(String(response.headers["content-type"]));
    const answer = {
      status: response.statusCode,
      body: json ? response.json() : null,
      headers: response.headers,
      text: response.body,
    };
    mustFit(method, url, answer);
    return answer;
  };
  return {
    orrery,
    app,
    ask,
    async start(world = "tictactoe", config) {
      const { run } = await orrery.createRun({ world, config });
      return run;
    },
    async close() {
      await app.close();
      await orrery.close();
    },
  };
}

/** Looks again and again until it holds; after five minutes something hangs. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 300_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const rethrow = (error: unknown) => {
  throw error;
};

/** The route behind a request, by the table that the server is made from. */
export const routeOf = (method: string, url: string) =>
  ROUTES.find(
    (route) =>
      route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(url.split("?")[0]!),
  );

function mustFit(method: string, url: string, { status, body, headers }: Answer): void {
  const route = routeOf(method, url);
  if (!route) return;
  const declared = route.answers[status];
  if (declared) {
    if (declared.type) return;
    const problem = checker(declared.schema as TSchema, "answer")(body);
    if (problem) throw new Error(`${method} ${url} answered ${status}, but ${problem}`);
    return;
  }
  if (!String(headers["content-type"]).startsWith("application/problem+json"))
    throw new Error(
      `${method} ${url} answered ${status} with ${headers["content-type"]}, which its route does not declare`,
    );
}

export const yes = (actorId: string) => ({ actorId, type: "vote", metadata: { for: "yes" } });
export const place = (actorId: string, cell: number) => ({ actorId, type: "place", metadata: { cell } });
