// A text of the table with parts of the page in its placeholders: a name in bold, a button within a sentence.
import { Fragment, type ReactNode } from "react";
import { pieces, type Word } from "../words.ts";

export const Rich = ({ word, ...filled }: { word: Word } & Readonly<Record<string, ReactNode>>) => (
  <>
    {pieces(word).map((piece, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
      <Fragment key={i}>{typeof piece === "string" ? piece : filled[piece.place]}</Fragment>
    ))}
  </>
);

/** What is not the page's own: a world's words, a name, an id. No language changes it. */
export const Own = ({ children }: { children: ReactNode }) => <span translate="no">{children}</span>;
