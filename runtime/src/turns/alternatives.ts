// All that was told of one turn to one viewer beside the rules' own words: by models, and by the owner's hand. Notes are only ever
// added, so a choice is a note too: the last telling or choice counts.
import type { Note } from "@orrery/store";

/** Teller of a telling that the owner wrote. */
export const HAND = "hand";
/** Teller of a note that says which telling is shown: its number, 0 for what the rules told. */
const CHOICE = "choice";

interface Alternatives {
  /** In the order in which they were told; the first has the number 1. */
  readonly all: readonly Pick<Note, "teller" | "text">[];
  /** The number of the one that is shown; 0: what the rules told. */
  readonly shown: number;
}

const isTelling = ({ teller }: Note): boolean => teller.startsWith("model ") || teller === HAND;

/** The alternatives of one viewer, from the notes of one turn in order. */
export function alternativesFor(notes: readonly Note[], viewer: string): Alternatives {
  const all: Note[] = [];
  let shown = 0;
  for (const note of notes) {
    if (note.viewer !== viewer) continue;
    if (isTelling(note)) shown = all.push(note);
    else if (note.teller === CHOICE) shown = Number(note.text);
  }
  return { all, shown };
}

/** What is shown in place of the rules' words; null where they stand. */
export const shownAlternative = ({ all, shown }: Alternatives): Pick<Note, "teller" | "text"> | null =>
  all[shown - 1] ?? null;

export const choiceNote = (shown: number) => ({ teller: CHOICE, text: String(shown) });
