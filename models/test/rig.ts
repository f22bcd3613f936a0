// What the tests of models share: a fake server, ports at it, a schema that has a bit of everything.
import Type from "typebox";
import { type FakeProvider, SILENCE_MS, TIMEOUT_MS } from "../testing/index.ts";

export { fakeProvider, hourglass, SILENCE_MS, TIMEOUT_MS } from "../testing/index.ts";

import {
  type AnswerProblem,
  createPort,
  type Family,
  type Handle,
  type JsonObject,
  liveTransport,
  type Model,
  modelOf,
  type OutputSchema,
  type Port,
  type PromptSegment,
  Secret,
  stable,
  startConversation,
  type TurnRequest,
  volatile,
} from "./exports.ts";

/** Of no known make, so that only its being the key can give it away. */
export const KEY = "planted+9f8e7d6c5b4a/3f2e1d";

/** Names that the SDK's tables know, so that each behaves as its kind does. */
const IDS: Readonly<Record<Family, string>> = {
  openai: "gpt-4.1-mini",
  anthropic: "claude-haiku-4-5",
  google: "gemini-2.5-flash",
  compatible: "llama-fake",
};

export function modelAt(fake: FakeProvider, family: Family, given: Partial<Model> = {}): Model {
  return modelOf({
    provider: family,
    id: IDS[family],
    name: `${family}-test`,
    url: fake.url(family),
    // Nothing here waits for these to run out, however busy the machine: a test of a limit turns it.
    timeoutMs: TIMEOUT_MS,
    silenceMs: SILENCE_MS,
    retry: { retries: 3, pauseMs: 2, maxPauseMs: 400 },
    stream: false,
    ...given,
  });
}

export function portAt(fake: FakeProvider, family: Family, given: Partial<Model> = {}): Port {
  const model = modelAt(fake, family, given);
  const live = liveTransport(model, new Secret(KEY));
  return createPort(model, live.transport, live.capabilities);
}

export const VoteSchema = Type.Object(
  {
    why: Type.String({ minLength: 3 }),
    vote: Type.Union([Type.Literal("accept"), Type.Literal("reject")]),
    changes: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), value: Type.Unknown() }, { additionalProperties: false })),
    ),
  },
  { additionalProperties: false },
);
export type Vote = Type.Static<typeof VoteSchema>;
export const VOTE: OutputSchema = { name: "Vote", schema: VoteSchema as unknown as JsonObject };
/** As OpenAI's strict mode and grammars spell it, and as the engine does. */
export const GOOD_WIRE = { why: "it is sound", vote: "accept", changes: null };
export const GOOD: Vote = { why: "it is sound", vote: "accept" };

export const rules = ({ vote, changes }: Vote): readonly AnswerProblem[] =>
  vote === "reject" && !changes?.length
    ? [{ path: "/changes", code: "needs_changes", message: "a rejection must carry changes" }]
    : [];

export const SYSTEM: readonly PromptSegment[] = [
  stable("rules", 1, "You judge proposals."),
  stable("voice", 1, "Be brief."),
];
export const conversation = (id = "table"): Handle => startConversation(id, SYSTEM);
export const turn = (text: string, given: Partial<TurnRequest<Vote>> = {}): TurnRequest<Vote> => ({
  lane: "judge",
  segments: [volatile("turn", 1, text)],
  output: VOTE,
  rules,
  settings: { maxOutputTokens: 300 },
  ...given,
});
export const good = (family: Family): unknown => (family === "openai" || family === "compatible" ? GOOD_WIRE : GOOD);
