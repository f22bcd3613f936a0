// What `orrery.config.json` may hold, as one JSON Schema: types, checks, and what an editor shows come from it.
import Type, { type Static, type TSchema } from "typebox";
import { PRESETS, PROVIDERS, REASONING, STRUCTURES } from "../model.ts";

/** Roles of models that write. Any other name in lower case and hyphens is a role too. */
const TEXT_ROLES = ["player", "narrator", "parser", "gm", "judge", "prompt-engineer"] as const;
/** Roles that a model which writes cannot play: `*` does not stand for them. */
export const OTHER_ROLES: readonly string[] = ["painter", "speaker", "embedder"];
export const ROLES: readonly string[] = [...TEXT_ROLES, ...OTHER_ROLES];

const strict = <T extends Record<string, TSchema>>(properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });
const whole = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));
const number = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum, maximum, description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const text = (description: string) => Type.String({ pattern: "\\S", description });
const dollars = (description: string) => Type.Number({ minimum: 0, maximum: 10_000, description });

const KEY_HINT = 'write { "env": "NAME_OF_A_VARIABLE" } or { "file": "path/to/key" }';
const Key = Type.Union(
  [
    strict({ env: Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }) }, "a variable of the environment"),
    strict({ file: Type.String({ minLength: 1 }) }, "a file, from the configuration's directory"),
  ],
  { description: "a key itself is never written here, only the one place where it is found", examples: [KEY_HINT] },
);

const Price = Type.Union(
  [
    Type.Literal("free"),
    strict(
      {
        input: dollars("dollars for a million tokens"),
        output: dollars("dollars for a million tokens"),
        cached: Type.Optional(dollars("dollars for a million tokens that were cached")),
        written: Type.Optional(dollars("dollars for a million tokens that were written to the cache")),
      },
      "in dollars for a million tokens",
    ),
  ],
  {
    description: 'a price is "free", or has input and output, in dollars for a million tokens',
    examples: ['{ "input": 0.4, "cached": 0.1, "output": 1.6 }'],
  },
);

const Samplers = strict(
  {
    topP: number(0, 1, "the likeliest tokens that together are so likely"),
    topK: whole(1, 1000, "so many of the likeliest tokens"),
    minP: number(0, 1, "tokens at least so likely, as a part of the likeliest"),
    repetitionPenalty: number(0, 2, "above 1: what was written becomes less likely"),
    presencePenalty: number(-2, 2, "what was written at all"),
    frequencyPenalty: number(-2, 2, "what was written, for each time"),
    stop: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 4,
        description: "is a list of up to four texts that end an answer",
        examples: ['for instance ["\\n\\n"]'],
      }),
    ),
  },
  "how the next token is chosen",
);
const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

const Retry = strict(
  {
    retries: whole(0, 20, "tries after the first"),
    pauseMs: whole(0, 600_000, "the first pause where the provider asks for none; doubled each time"),
    maxPauseMs: whole(0, 3_600_000, "a call that would have to wait longer fails at once"),
  },
  "tries after a fault that may pass",
);

const SERVERS_HINT =
  'Ollama, LM Studio, llama.cpp, vLLM and all other servers are "compatible", with their "url": "http://127.0.0.1:11434/v1"';
export const ModelSchema = strict(
  {
    provider: Type.Enum(PROVIDERS, { description: "who serves it", examples: [SERVERS_HINT] }),
    model: text("the provider's name of the model"),
    url: Type.Optional(text("where the server is")),
    key: Type.Optional(Key),
    account: Type.Optional(text("models of one account share their queues")),
    structure: Type.Optional(Type.Enum(STRUCTURES, { description: "how the shape of an answer is asked for" })),
    systemRole: flag("false: the server knows no role called system"),
    stream: flag("whether answers come piece by piece"),
    concurrency: whole(1, 1000, "so many calls at once"),
    timeoutMs: whole(1, 3_600_000, "how long one try may take"),
    silenceMs: whole(1, 3_600_000, "how long a stream may stay silent"),
    maxOutputTokens: whole(1, 1_000_000, "room for an answer"),
    thinkingTokens: whole(0, 1_000_000, "room for thinking beside the answer"),
    contextTokens: whole(256, 100_000_000, "tokens that fit into one request, answer included"),
    temperature: number(0, 2, "0: the likeliest answer"),
    sampling: Type.Optional(
      Type.Union([Type.Enum(PRESET_NAMES), Samplers], {
        description: "is the name of a preset, or samplers with their values",
        examples: [`presets: ${PRESET_NAMES.join(", ")}`],
      }),
    ),
    reasoning: Type.Optional(Type.Enum(REASONING, { description: "how much it may think first" })),
    chain: flag("whether the provider may keep the conversation (openai)"),
    retry: Type.Optional(Retry),
    price: Type.Optional(Price),
    voice: Type.Optional(text("the name of a voice that reads aloud")),
    extra: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "fields that go into the body as they are (compatible servers)",
      }),
    ),
  },
  "one model",
);

const Ceiling = Type.Optional(
  strict(
    {
      calls: whole(0, 1e9, "so many calls"),
      tokens: whole(0, 1e12, "so many tokens, in and out"),
      money: number(0, 1e6, "so many dollars"),
    },
    "what may be used at most",
  ),
);

export const ConfigSchema = strict(
  {
    $schema: Type.Optional(Type.String({ description: "where an editor finds this schema" })),
    models: Type.Optional(
      Type.Record(Type.String({ pattern: "^[a-z0-9][a-z0-9._-]*$" }), ModelSchema, {
        additionalProperties: false,
        description: "a model's name is in lower case letters, digits, dots and hyphens",
        examples: ['for instance "home" or "gpt-4.1-mini"'],
      }),
    ),
    roles: Type.Optional(
      Type.Record(Type.String({ pattern: "^(\\*|[a-z][a-z0-9-]*)$" }), text("the name of a model"), {
        additionalProperties: false,
        description: "a role's name is in lower case letters and hyphens",
        examples: [`known roles: ${ROLES.join(", ")}`],
      }),
    ),
    budget: Type.Optional(strict({ run: Ceiling, team: Ceiling, agent: Ceiling }, "what may be used at most")),
    prices: Type.Optional(
      Type.Record(Type.String(), Price, { description: "prices by the provider's names of models" }),
    ),
  },
  "Models, what they are used for, and what they may cost",
);

export type ModelSettings = Static<typeof ModelSchema>;
export type PriceSettings = Static<typeof Price>;
export type ModelConfig = Static<typeof ConfigSchema>;
