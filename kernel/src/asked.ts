// What an ask gives to the one who answers it, and the players a world brings along: bots, and the words that a model is asked in. Nothing here runs.
import type { TSchema } from "typebox";
import type { Ask } from "./ask.ts";
import type { Dice } from "./dice.ts";
import type { Action, Hash, Shape } from "./shape.ts";

/** One ask as its actor has it: never the state. */
export interface Asked<S extends Shape> {
  readonly ask: Ask<S>;
  readonly view: S["view"];
  readonly legal: readonly Action<S>[];
  /** What this actor was told since its own last answer, oldest first; absent for those who are not told in words. */
  readonly told?: readonly string[];
}

/**
 * A player by rule: the same seat and the same dice give the same answer. The dice are the bot's own and cannot move the
 * world's. One action or several; null when it knows nothing to do, and then the ask's fallback speaks.
 */
export type Bot<S extends Shape> = (
  asked: Asked<S> & { readonly dice: Dice },
) => Action<S> | readonly Action<S>[] | null;

/** One part of a prompt. `id` and `version` name the template that made it; stable parts come first and do not change between the asks of one actor. */
export interface PromptPart {
  readonly id: string;
  readonly version: number;
  readonly stable: boolean;
  readonly text: string;
  /** Where a model can read little at once, parts with the highest number are left out first. Absent: never left out. */
  readonly spare?: number;
}

/** A picture that was made for an ask: its file is an artifact of the answer, under the sha-256 of its bytes. */
export interface Painted {
  readonly hash: Hash;
  readonly mediaType: string;
}

/** What a model is told for one ask, and how its answer becomes actions. */
export interface Prompt {
  readonly parts: readonly PromptPart[];
  /**
   * What a conversation begins with in which prompts say by themselves all that is to be remembered. When it reads otherwise
   * than before, another conversation begins, and of what was said so far nothing is carried on. Absent: it goes on, and what
   * was told last is carried on when it grows long.
   */
  readonly chapter?: string;
  /** Actors share a conversation when their prompts name the same one, as the agents of one team do. Absent: the actor has one of its own. */
  readonly conversation?: string;
  /** A picture is wanted: an image model is sent this text in place of the parts, and `actions` gets a `Painted`. */
  readonly picture?: { readonly text: string; readonly aspectRatio: string; readonly seed?: number };
  /** What the author advises for the call. A temperature that the model was configured with goes before it, and so does a smaller limit. */
  readonly advice?: {
    readonly temperature?: number;
    readonly maxOutputTokens?: number;
    /** So many characters of what was said before are worth reading again with each ask; a longer conversation begins anew. */
    readonly conversationMax?: number;
  };
  /** Contract of an answer, by the name that providers are told. */
  readonly output: {
    readonly name: string;
    readonly schema: TSchema;
    /** Makes the same contract closed over what can be answered to this ask: for servers that keep nothing by the contract. Absent: `schema`. */
    readonly now?: () => TSchema;
  };
  /** What an answer that fits `output` wants done; judged like any other answer, so it need not be right. */
  readonly actions: (output: unknown) => readonly unknown[];
}
