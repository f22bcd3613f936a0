// Shared by all tellers: the player it is told to, what is left to choose from, and the pieces that are told. Tells nothing itself.
import type { HousePercept, ToldEvent } from "../sense/told.ts";
import type { HouseView } from "../sense/view.ts";
import { roomInFull } from "./describe.ts";
import type { WordDice } from "./wordings.ts";

/** Paragraphs stand alone; sentences flow together. */
export interface Piece {
  readonly text: string;
  readonly apart?: true;
  /** What comes next stands in the same paragraph. */
  readonly leads?: true;
}

export interface Teller {
  readonly who: string;
  readonly view: HouseView;
  /** As it was before all that is told. */
  readonly before: HouseView;
  /** Of the percept that is being told. */
  dice: WordDice;
  readonly worded: ReadonlyMap<HousePercept, WordDice>;
  /** Rooms that need no full description any more. */
  readonly known: Set<string>;
  /** By room: the digest of the description that was last told. */
  readonly looks: Map<string, number>;
  /** Who was quoted with which words. */
  readonly quoted: Set<string>;
  lit: boolean;
  /** The only person a pronoun could mean after the last sentence, and whether it ends in words to them. */
  named?: { readonly id: string; readonly inWords: boolean } | null;
}

export const here = (view: HouseView): string => roomInFull(view, view.exits);
export const endOf = (view: HouseView): string => (view.ended ? ending(view.ended) : "");
export const ending = ({ text, title }: { text: string; title: string }): string => `${text.trim()}\n\n— ${title} —`;

export const isOwn = (told: ToldEvent | null, who: string): boolean =>
  told !== null && "who" in told && told.who?.id === who;

/** Steps that were not asked for lead up to the deed that was, and are told as such. */
export const isImplied = (told: ToldEvent | null | undefined): boolean =>
  told !== null && told !== undefined && "implied" in told && told.implied === true;

export const ruledText = ({ text, difficulty, roll }: Extract<ToldEvent, { type: "ruled" }>): string =>
  `${text ?? ""}${roll === null ? "" : ` (${roll} on the die, and it took ${difficulty}.)`}`;
