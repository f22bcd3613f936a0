// How a world is spoken of: the vocabulary a parser may use, and the sentences a teller may say. Both from the view alone.
import type { ActionBase, Validation } from "./action.ts";
import type { Dice } from "./dice.ts";
import type { AnyEvent } from "./frame.ts";
import type { ActorId, Shape } from "./shape.ts";

export interface Words<S extends Shape> {
  /** What this viewer can name and do now. */
  lexicon(view: S["view"], who: ActorId): Lexicon;
  /** What this viewer is told of a turn; "" when there is nothing to tell. Never an id, never more than the views and percepts hold. */
  tell(telling: Telling<S>): string;
  /** What all eyes see of a turn, line by line, under everybody's name: for the owner's log. `before` is null at the opening. Absent: what each seat was told is all there is. */
  account?(turn: Account<S>): readonly string[];
  /** The style that a narrator follows in words of its own. Absent: none is given. */
  style?(view: S["view"]): Style | undefined;
  /** The view as models are shown it: without what only pictures, parsers and narrators need. Absent: all of it. */
  brief?(view: S["view"]): unknown;
  /** An actor's name as this viewer would say it. */
  name(view: S["view"], who: ActorId): string;
  /** How it ended, as all may know: a sentence without its full stop. Asked only of what has an outcome. Absent: that it has ended is all there is to say. */
  ending?(state: S["state"]): string;
}

export interface Account<S extends Shape> {
  readonly before: S["state"] | null;
  readonly events: readonly AnyEvent<S>[];
  readonly after: S["state"];
}

/** The second person and the present where nothing is said. */
export interface Style {
  /** In its author's words. */
  readonly voice?: string;
  readonly person?: "first" | "second" | "third";
  readonly tense?: "present" | "past";
}

export interface Telling<S extends Shape> {
  readonly who: ActorId;
  /** Null at the opening. */
  readonly before: S["view"] | null;
  readonly after: S["view"];
  readonly percepts: readonly S["percept"][];
  /** This viewer's own actions in the turn, each with its verdict; empty for what others did. */
  readonly tried: readonly { readonly action: ActionBase; readonly validation: Validation }[];
  /** Chooses between ways of saying; keyed by what the viewer knows, so that it cannot leak. */
  readonly dice: Dice;
}

/** Which part of an action a slot fills; `metadata.give.coins` is the part `coins` of the part `give`; a `count` fills none, and says how often it is done; an `aside` fills none: it must be there, and is left at that. */
export type SlotName = "target" | "location" | "count" | "aside" | `metadata.${string}`;

export interface Slot {
  /**
   * Nouns of any of these kinds may fill it; `text` takes quoted or remaining words as they are, `quote` quoted ones alone, `clause` all words of the
   * clause with the pattern's own before it, `deed` a clause of its own, `number` a number of any kind ("17", "-2.5", "two hundred"), `count` how often; `question` takes no noun: any question there is answered with `unknown`.
   */
  readonly kinds: readonly string[];
  /** Nouns that are also of this kind win over others that fit the words as well. */
  readonly prefer?: string;
  /** What "all" and "everything" stand for here, unless a place is named with them: then what is preferred; without it they are not understood. */
  readonly all?: string;
  /** Filled by the one thing that the rest of the clause names, wherever it does: "does your leg hurt". */
  readonly within?: true;
  /** A pronoun means somebody the clause already names, where it can: "ask her why she came". */
  readonly reflexive?: true;
  /** Left out in the words: where the target was when it was last taken up, if that is of the preferred kind. */
  readonly home?: true;
  /** What the target is taken from: "all" then means what lies there, and of things called the same the one that does. */
  readonly source?: true;
  /** For the kind `deed`: the types of action that may be wanted of somebody; the whole action, without its actor, fills the slot. */
  readonly deeds?: readonly string[];
  /** What is said, one way or another, of words that name nothing that could fill it; `{}` stands for them. Without it they are not in sight. */
  readonly unknown?: string | readonly [string, ...string[]];
  /** What is said, one way or another, of words that only the shown prose names; `{}` stands for them. Without it they are unknown. */
  readonly scenery?: readonly [string, ...string[]];
  /** Said in place of the question when there is nothing that could fill it. */
  readonly none?: string;
  /** Left out in the words but needed: filled when one preferred noun alone could, else asked back with this question. */
  readonly ask?: string;
}

/** Ways of saying one action: words, `{slot}`s, `(optional parts)`, `one|or|another`, and `,` where somebody is addressed. The most specific that fits a whole clause wins, of equals the first; alternatives are single words. */
export interface Verb {
  readonly type: string;
  readonly patterns: readonly string[];
  readonly slots?: { readonly [name in SlotName]?: Slot };
  /**
   * All words of the clause go into this part of the action as they were said. A pattern that begins with `*`, one word that
   * is in no vocabulary, is tried when no other verb is known.
   */
  readonly said?: `metadata.${string}`;
  /** Free words after a few common ones: read so only where no other verb reads them. */
  readonly last?: true;
  /** Only leads up to what follows: before another clause it is no action of its own; `only`: and elsewhere it is not read so. */
  readonly leads?: true | "only";
  /** After it one is elsewhere: what is left open behind it is read again from there. */
  readonly moves?: true;
  /** Cannot be taken back: done only where it is plainly said, and out of no question or guess. */
  readonly grave?: true;
  /** How to say it, in whole sentences: shown after its first words alone. */
  readonly usage?: string;
  /** Parts of `metadata` that this wording fixes; `{}` where an action has `metadata` and nothing of it need be said. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

export interface Noun {
  readonly id: string;
  /** What goes into `metadata` in place of the id. */
  readonly value?: unknown;
  /** Full names, the usual one first: "brass key". Its last word is the head, the others adjectives; any of them may be left out but the head. */
  readonly names: readonly string[];
  readonly adjectives?: readonly string[];
  readonly kinds: readonly string[];
  /** The id of what it lies in or on, or of who holds it: "the key on the table" is the one of the table. */
  readonly at?: string;
  /** What is said when it is named where nothing of its kinds belongs; a general sentence without it. */
  readonly instead?: string;
  /** These names mean it only from where the speaker stands, as "back" does: after a step they are read anew. */
  readonly fleeting?: true;
  /** Which pronouns may mean it. */
  readonly pronouns?: readonly ("it" | "them" | "him" | "her")[];
}

/** Something one may say that needs no act: whole utterances, and ways to answer them. */
export interface Aside {
  readonly words: readonly string[];
  readonly says: readonly [string, ...string[]];
}

export interface Lexicon {
  readonly verbs: readonly Verb[];
  readonly nouns: readonly Noun[];
  /** Single words of the prose that this viewer has been shown and that may name a part of the scene: never to be denied. */
  readonly scenery?: readonly string[];
  readonly asides?: readonly Aside[];
  /** Kind of the nouns that may be spoken to by name before or after what is said: "…, doctor". */
  readonly addressed?: string;
  /** The answer to input that is not understood when nothing can be done any more. */
  readonly over?: string;
  /** Words that are not one whole deed are speech: the action that says them, and the part of its metadata that holds them. */
  readonly speech?: { readonly type: string; readonly text: string };
}
