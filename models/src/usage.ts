// What a call used, in tokens. Billed input is everything that was sent; cached and uncached are parts of it.

export interface Usage {
  /** All input the provider counted: uncached + cached + written. Chaining does not make this smaller, and nothing here says so. */
  readonly input: number;
  /** Input read from the provider's cache, at a lower price. */
  readonly cached: number;
  /** Input written to the cache for later calls, at a higher price with some providers. */
  readonly written: number;
  /** Output including reasoning. */
  readonly output: number;
  readonly reasoning: number;
  /** True where a provider gave no figures and we counted characters. */
  readonly estimated: boolean;
}

export const NO_USAGE: Usage = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0, estimated: false };

/** Input that no cache helped with: what grows when a conversation is badly built. */
export const uncachedInput = (usage: Usage): number => usage.input - usage.cached;
export const tokensOf = (usage: Usage): number => usage.input + usage.output;

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  written: a.written + b.written,
  output: a.output + b.output,
  reasoning: a.reasoning + b.reasoning,
  estimated: a.estimated || b.estimated,
});

/** Tokens that a text will come to, about: 3.6 characters each in plain English, within ten percent. Settled by the provider's own figures. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 3.6);

/** Tokens of sound that a text read aloud comes to: about 15 characters a second, at 20 tokens a second. */
export const speechTokens = (characters: number): number => Math.ceil((characters * 4) / 3);
