// What a fake model does with a request, in words of no protocol; each protocol renders it as its own server would.

export interface Reply {
  readonly text?: string;
  /** In place of text: a value as JSON. */
  readonly json?: unknown;
  readonly thinking?: string;
  /** A refusal to answer, with or without words. */
  readonly declined?: string;
  readonly ending?: "stop" | "truncated" | "filtered" | "none";
  /** False leaves the figures out. Otherwise they are counted from what was sent, and these win over them. */
  readonly usage?: false | Partial<Figures>;
  readonly image?: string;
  /** Sound, in base64: the body of an answer to a text that is to be read aloud. */
  readonly audio?: string;
  readonly delayMs?: number;
  /** Never answers. */
  readonly hang?: boolean;
  readonly stream?: StreamFaults;
  /** An HTTP error with the provider's own body for it, or with a body of any kind. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string; readonly code?: string; readonly param?: string };
  readonly body?: string;
}

export interface StreamFaults {
  /** Characters in a piece, and milliseconds between pieces. */
  readonly piece?: number;
  readonly gapMs?: number;
  /** After so many pieces: falls silent, cuts the line, or ends politely without saying that it is complete. */
  readonly hangAfter?: number;
  readonly cutAfter?: number;
  readonly endAfter?: number;
  readonly errorAfter?: number;
}

/** Tokens, four characters each. */
export interface Figures {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
}

export const FAMILIES = ["openai", "anthropic", "google", "compatible"] as const;
export type Family = (typeof FAMILIES)[number];

/** A request as the fake server understood it. */
export interface Seen {
  readonly family: Family;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: a body of any of four protocols, looked into by tests
  readonly body: any;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly structure: "native" | "tool" | "json" | "none";
  readonly schema: unknown;
  readonly stream: boolean;
  /** Everything the model gets to read, in order, with marks at which Anthropic's cache may be written. */
  readonly blocks: readonly { readonly text: string; readonly marked: boolean }[];
  readonly previous: string | null;
}

/** One protocol, as its server speaks it. */
export interface Protocol {
  readonly read: (path: string, body: unknown) => Omit<Seen, "family" | "headers" | "path" | "body">;
  readonly whole: (said: Said) => unknown;
  /** The stream's events, in three parts, so that it can break between any two. */
  readonly events: (said: Said, pieces: readonly string[]) => Events;
  readonly error: (status: number, error: NonNullable<Reply["error"]>) => unknown;
}

export interface Events {
  readonly before: readonly string[];
  readonly pieces: readonly string[];
  readonly after: readonly string[];
  readonly failure: string;
}

export interface Said {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly reply: Reply;
  readonly structure: Seen["structure"];
  readonly figures: Figures | null;
}

export const event = (data: unknown, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

export const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]) as Record<string, unknown>[];

/** The text in a content field: a string, or blocks with text in them. */
export const textIn = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listOf(content)
        .map((part) => String(part["text"] ?? ""))
        .join("");
