// The shapes a schema takes on its way to each kind of provider: what each decoder accepts, as data.

/** `plain` is the engine's own schema, shown as text to a model that nothing constrains. */
export const FORMS = ["openai", "anthropic", "google", "grammar", "plain"] as const;
export type SchemaForm = (typeof FORMS)[number];
export type WireForm = Exclude<SchemaForm, "plain">;

export interface Decoder {
  /** Every property must be listed as required; absence is spelled null. */
  readonly allRequired: boolean;
  readonly recursion: boolean;
  /** Whether the schema is counted as input, and may refer to parts of its own. */
  readonly sharesParts: boolean;
  readonly literal: "const" | "enum";
  /** Constraints that stay; the others become words in a description. */
  readonly keeps: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly limits: SchemaLimits;
}

/** What the providers are documented or measured to refuse beyond. */
export interface SchemaLimits {
  readonly properties: number;
  readonly depth: number;
  readonly enumValues: number;
  readonly characters: number;
  readonly optional: number;
  readonly unions: number;
  /** Sum of `maxItems`, all arrays together. */
  readonly items: number;
}

const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const FORMATS = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
const NONE: SchemaLimits = {
  properties: 5000,
  depth: 32,
  enumValues: 5000,
  characters: 400_000,
  optional: Infinity,
  unions: Infinity,
  items: Infinity,
};

export const DECODERS: Readonly<Record<WireForm, Decoder>> = {
  openai: {
    allRequired: true,
    recursion: true,
    sharesParts: true,
    literal: "enum",
    keeps: new Set([...NUMBERS, "pattern", "minItems", "maxItems"]),
    formats: new Set(FORMATS),
    limits: { ...NONE, depth: 10, enumValues: 1000, characters: 120_000 },
  },
  anthropic: {
    allRequired: false,
    recursion: false,
    sharesParts: true,
    literal: "const",
    keeps: new Set(),
    formats: new Set([...FORMATS, "uri"]),
    limits: { ...NONE, optional: 10, unions: 16 },
  },
  google: {
    allRequired: false,
    recursion: false,
    sharesParts: false,
    literal: "enum",
    keeps: new Set(["minimum", "maximum", "minItems", "maxItems"]),
    formats: new Set(["date-time", "date", "time"]),
    limits: { ...NONE, items: 960 },
  },
  grammar: {
    allRequired: true,
    recursion: true,
    sharesParts: false,
    literal: "enum",
    keeps: new Set(["minItems", "maxItems"]),
    formats: new Set(),
    limits: NONE,
  },
};
