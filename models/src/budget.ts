// A tree of ceilings (run > team > agent) on calls, tokens and money. A batch of calls is reserved in order, then charged.
import { type Call, type CallSettings, promptOf } from "./call.ts";
import { costOf, type Price } from "./prices.ts";
import { textOf } from "./prompt.ts";
import { addUsage, estimateTokens, NO_USAGE, speechTokens, tokensOf, type Usage } from "./usage.ts";

export interface Ceiling {
  readonly calls?: number;
  readonly tokens?: number;
  /** Dollars. */
  readonly money?: number;
}

/** The most that one call is likely to use. `money` is in dollars, null where the model's price is unknown. */
export interface Estimate {
  readonly tokens: number;
  readonly money: number | null;
}

/** A budget's figures, as plain JSON. */
export interface Spending {
  readonly name: string;
  readonly ceiling: Ceiling;
  readonly calls: number;
  readonly usage: Usage;
  readonly money: number;
  /** Calls of models without a known price: `money` leaves them out. */
  readonly unpriced: number;
  /** Reserved for calls that have not been charged yet. */
  readonly reserved: { readonly calls: number; readonly tokens: number; readonly money: number };
}

/** A reservation for a number of calls. Call `settle()`, or the reservation leaks. */
export interface Reservation {
  readonly calls: number;
  /** Moves one call from the reservation to the spending of its budget and of all budgets above. Throws when none is left. */
  readonly charge: (usage: Usage, money: number | null) => void;
  /** Releases the calls that were not made. May be repeated. */
  readonly settle: () => void;
}

export type Grant =
  | { readonly ok: true; readonly reservation: Reservation }
  | { readonly ok: false; readonly message: string };

export interface Want {
  readonly budget: Budget;
  readonly estimate: Estimate;
  /** The first call and its possible repairs. */
  readonly calls: number;
}

export class Budget {
  readonly name: string;
  readonly ceiling: Ceiling;
  readonly parent: Budget | null;
  #calls = 0;
  #usage = NO_USAGE;
  /** Whole billionths of a dollar: integer sums do not depend on the order of answers. */
  #money = 0;
  #unpriced = 0;
  readonly #reserved = { calls: 0, tokens: 0, money: 0 };

  constructor(name: string, ceiling: Ceiling = {}, parent: Budget | null = null) {
    for (const [key, value] of Object.entries(ceiling))
      if (value !== undefined && !(value >= 0)) throw new RangeError(`budget "${name}": ${key} must be 0 or more`);
    this.name = name;
    this.ceiling = ceiling;
    this.parent = parent;
  }

  child(name: string, ceiling: Ceiling = {}): Budget {
    return new Budget(name, ceiling, this);
  }

  get spending(): Spending {
    return {
      name: this.name,
      ceiling: this.ceiling,
      calls: this.#calls,
      usage: this.#usage,
      money: this.#money / NANO,
      unpriced: this.#unpriced,
      reserved: { ...this.#reserved, money: this.#reserved.money / NANO },
    };
  }

  /** Why this budget or one above it refuses one more call; null when none does. */
  refusal(estimate: Estimate): string | null {
    const { calls, tokens, money } = this.ceiling;
    const reserved = this.#reserved;
    if (calls !== undefined && this.#calls + reserved.calls + 1 > calls)
      return calls === 0 ? `${this.name}: no call is allowed` : `${this.name}: no call of ${calls} is left`;
    if (tokens !== undefined && tokensOf(this.#usage) + reserved.tokens + estimate.tokens > tokens)
      return `${this.name}: the next call may need ${estimate.tokens} tokens, ${left(tokens, tokensOf(this.#usage) + reserved.tokens)} of ${tokens} are left`;
    if (money !== undefined) {
      if (estimate.money === null)
        return `${this.name}: it is limited in money, and this model has no known price; add one to "prices"`;
      const used = this.#money + reserved.money;
      if (used + nano(estimate.money) > nano(money))
        return `${this.name}: the next call may cost $${estimate.money.toFixed(4)}, $${left(money, used / NANO).toFixed(4)} of $${money} are left`;
    }
    return this.parent?.refusal(estimate) ?? null;
  }

  /** Reserves up to `calls` calls: as many as there is room for. Refused when there is no room for one. */
  reserve(estimate: Estimate, calls = 1): Grant {
    return reserveBatch([{ budget: this, estimate, calls }])[0]!;
  }

  /** Adds to the reserved calls here and in all budgets above. A negative number releases them. */
  hold(calls: number, { tokens, money }: Estimate): void {
    this.#reserved.calls += calls;
    this.#reserved.tokens += calls * tokens;
    this.#reserved.money += calls * nano(money ?? 0);
    this.parent?.hold(calls, { tokens, money });
  }

  book(usage: Usage, money: number | null): void {
    this.#calls++;
    this.#usage = addUsage(this.#usage, usage);
    this.#money += nano(money ?? 0);
    if (money === null) this.#unpriced++;
    this.parent?.book(usage, money);
  }
}

const NANO = 1e9;
const nano = (dollars: number): number => Math.round(dollars * NANO);
const left = (ceiling: number, used: number): number => Math.max(0, ceiling - used);

/**
 * Reserves for calls that will run in parallel: first one call for each want in order, then the repairs of each while there
 * is room. Refusals depend on this order alone and never on which answer comes first, so a replay refuses the same calls.
 */
export function reserveBatch(wants: readonly Want[]): readonly Grant[] {
  const taken = wants.map(({ budget, estimate }) => {
    const refusal = budget.refusal(estimate);
    if (refusal === null) budget.hold(1, estimate);
    return { calls: refusal === null ? 1 : 0, refusal };
  });
  for (const [i, { budget, estimate, calls }] of wants.entries()) {
    const mine = taken[i]!;
    while (mine.calls > 0 && mine.calls < calls && budget.refusal(estimate) === null) {
      budget.hold(1, estimate);
      mine.calls++;
    }
  }
  return wants.map(({ budget, estimate }, i) => {
    const { calls, refusal } = taken[i]!;
    return refusal === null
      ? { ok: true, reservation: reservation(budget, estimate, calls) }
      : { ok: false, message: refusal };
  });
}

function reservation(budget: Budget, estimate: Estimate, calls: number): Reservation {
  let held = calls;
  return {
    calls,
    charge: (usage, money) => {
      if (held === 0) throw new Error(`budget "${budget.name}": more calls were made than reserved`);
      held--;
      budget.hold(-1, estimate);
      budget.book(usage, money);
    },
    settle: () => {
      budget.hold(-held, estimate);
      held = 0;
    },
  };
}

/** Tokens for the problems and the refused answer that a repair sends along. */
const REPAIR_TOKENS = 2000;

/** The most that a call, or its repair, is likely to use. The charge itself uses the provider's figures. */
export function estimateOf(call: Call, price: Price | null): Estimate {
  const input = estimateTokens(inputCharacters(call)) + (call.kind === "text" && call.output ? REPAIR_TOKENS : 0);
  const output = outputOf(call);
  return { tokens: input + output, money: costOf({ ...NO_USAGE, input, output }, price) };
}

/** The most tokens of an answer and its thinking. */
const outputRoom = ({ maxOutputTokens, thinkingTokens = 0 }: CallSettings): number => maxOutputTokens + thinkingTokens;

function outputOf(call: Call): number {
  switch (call.kind) {
    case "text":
      return outputRoom(call.settings);
    case "image":
      return IMAGE_TOKENS;
    case "speech":
      return speechTokens(call.text.length);
    case "embedding":
      return 0;
  }
}

/** Tokens of one picture, for models that count pictures in tokens. */
const IMAGE_TOKENS = 1290;

/** The number of characters that a call sends. */
export function inputCharacters(call: Call): number {
  if (call.kind !== "text") return promptOf(call).length;
  const said = call.messages.reduce((sum, { text }) => sum + text.length, 0);
  return textOf(call.system).length + said + (call.output ? JSON.stringify(call.output.schema).length : 0);
}
