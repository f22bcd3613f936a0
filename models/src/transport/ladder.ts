// What a server can do, learned once from its refusals and kept: native schema, then JSON mode, then words alone.
import { shorten } from "../json.ts";
import type { Capabilities, Model, Structure } from "../model.ts";
import type { Lack } from "./trouble.ts";

/** Called when something new is learned, so that it can be kept beyond this process. */
export type OnLearned = (model: Model, capabilities: Capabilities) => void;

export class Ladder {
  #now: Capabilities;
  readonly #model: Model;
  readonly #onLearned: OnLearned;
  readonly #scrub: (words: string) => string;

  /** `scrub` strikes keys out of what a server says. */
  constructor(model: Model, scrub: (words: string) => string, onLearned: OnLearned = () => undefined) {
    this.#model = model;
    this.#scrub = scrub;
    this.#now = model.capabilities;
    this.#onLearned = onLearned;
  }

  get capabilities(): Capabilities {
    return this.#now;
  }

  /**
   * Takes note that a request asked in this way was refused. True when there is another way to ask, also where a call
   * running beside this one learned it first.
   */
  learn(asked: Capabilities, structure: Structure, lack: Lack, words: string): boolean {
    if (lack === "system") {
      if (asked.system === "folded") return false;
      return this.#keep({ ...this.#now, system: "folded" }, "no system role", words);
    }
    const next = this.#below(structure, lack);
    if (next === null) return false;
    // A call that set out earlier may report what is known already; going down twice for it would skip a rung.
    if (this.#now.structure !== asked.structure) return true;
    return this.#keep({ ...this.#now, structure: next }, `no ${NAMES[structure]}`, words);
  }

  #below(structure: Structure, lack: Lack): Structure | null {
    const { provider } = this.#model;
    if (provider === "anthropic") {
      if (structure === "native" && lack === "schema") return "tool";
      return structure === "tool" && lack === "tool" ? "native" : null;
    }
    if (provider !== "compatible") return null;
    if (structure === "native" && (lack === "schema" || lack === "json")) return "json";
    return structure === "json" && (lack === "json" || lack === "schema") ? "prompt" : null;
  }

  #keep(next: Capabilities, what: string, words: string): boolean {
    const learned = [...next.learned, `${what}: ${shorten(this.#scrub(words), 160)}`];
    this.#now = { ...next, learned };
    this.#onLearned(this.#model, this.#now);
    return true;
  }
}

const NAMES: Readonly<Record<Structure, string>> = {
  native: "native schema",
  tool: "forced tool",
  json: "JSON mode",
  prompt: "schema in words",
};
