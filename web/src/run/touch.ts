// What in a text names something that can be dealt with now. Knows no world: its stage says what is at hand.
import type { Action } from "../shapes.ts";

/** Something that is named in the prose and can be dealt with now. */
export interface Handle {
  readonly id: string;
  /** How it may be named. */
  readonly words: readonly string[];
  readonly deeds: readonly { readonly label: string; readonly action: Action }[];
}
/** What can be clicked in the prose, and how a deed is done. */
export interface Touch {
  readonly handles: readonly Handle[];
  readonly act: (action: Action) => Promise<boolean>;
}

/** The text with every name of something at hand cut out; of two names at one place the longer counts. */
export function piecesOf(
  text: string,
  handles: readonly Handle[],
): readonly (string | { readonly text: string; readonly id: string })[] {
  const byWord = new Map(handles.flatMap(({ id, words }) => words.map((word) => [word.toLowerCase(), id] as const)));
  if (byWord.size === 0) return [text];
  const longest = [...byWord.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${longest.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return text
    .split(found)
    .map((piece, i) => (i % 2 === 1 ? { text: piece, id: byWord.get(piece.toLowerCase())! } : piece));
}
