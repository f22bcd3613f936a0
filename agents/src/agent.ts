// Who answers asks: a person, a bot or a model, all behind one function. The core cannot tell them apart.
import type { Asked, Attempt, Cause, Dice, Shape, Validation } from "@orrery/kernel";

/** The shape of any world: an agent that serves several knows none of their nouns. */
// biome-ignore lint/suspicious/noExplicitAny: views and actions of no world in particular, as in the kernel's AnyWorld
export type AnyShape = any;

/** What an agent is given: its own view and choices, and what was wrong with its last try. Never the state. */
export interface AgentTask<S extends Shape = AnyShape> extends Asked<S> {
  /** Verdicts on this agent's refused try at the same ask; empty at the first. */
  readonly problems: readonly Validation[];
  /** The agent's own dice: they cannot move the world's. */
  readonly dice: Dice;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: Signal;
  /** What the world's words told this actor so far, and nobody else. Loaded when it is called for: most agents need none of it. */
  readonly tellings: () => Promise<Tellings>;
  /** What this actor remembers that matters, best first: nothing that it did not perceive. Looked for when it is called for. */
  readonly memories: (cue: MemoryCue) => Promise<readonly Recollection[]>;
  /** Whether these actions would be admitted as the answer: verdicts from the view alone, without dice. Empty: they would. */
  readonly judge: (actions: readonly unknown[]) => readonly Validation[];
  /** Shows a piece of the answer while it is being written, where the ask names a field for that. */
  readonly aloud: (text: string) => void;
}

/** What is asked of an actor's memory; with neither words nor things, the latest and weightiest. */
export interface MemoryCue {
  readonly query?: string;
  /** Ids of entities; what the actor has never met of them brings nothing back. */
  readonly about?: readonly string[];
  /** At most so many; 8 unless told, 100 at the most. */
  readonly k?: number;
}

/** A memory as its actor has it. `age` counts the actor's own moments; nothing here says how often others acted. */
export interface Recollection {
  readonly text: string;
  readonly age: number;
  /** Why this one was chosen, in words. */
  readonly why: readonly string[];
}

/** Tellings of one actor, oldest first: those since its own last answer (what came of that included), and the latest before. */
export interface Tellings {
  readonly since: readonly string[];
  readonly before: readonly string[];
}

/** The part of the platform's `AbortSignal` that an agent needs; this package knows no platform. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A file that an answer brings along: its actions name it by the sha-256 of its bytes. */
export interface ArtifactBytes {
  readonly hash: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Actions, or why none will come: then the ask's fallback speaks. */
export type Reply =
  | {
      readonly ok?: true;
      /** Judged by the kernel, so that anything may stand here. */
      readonly actions: readonly unknown[];
      /** Stored before the turn that names them. */
      readonly artifacts?: readonly ArtifactBytes[];
      /** The words that the actions were made from. */
      readonly rawText?: string;
      /** What a parser made of the words; kept in the turn's provenance. */
      readonly reading?: unknown;
      /** Earlier tries of the agent's own that were refused. */
      readonly attempts?: readonly Attempt[];
      /** Ids of recorded model calls. */
      readonly calls?: readonly string[];
      /** The conversation of these calls, if several actors share one. */
      readonly conversation?: string;
    }
  | {
      readonly ok: false;
      readonly cause: Cause;
      /** For the owner of the run: what went wrong, and what to do about it. */
      readonly message?: string;
      readonly attempts?: readonly Attempt[];
      readonly calls?: readonly string[];
    };

export type Agent<S extends Shape = AnyShape> = (seat: AgentTask<S>) => Promise<Reply> | Reply;
