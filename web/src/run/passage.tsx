// A turn as it is read: what was said, and what is told of it, in paragraphs. In the newest of them, what is at hand can be clicked.
import { type ReactNode, useMemo, useState } from "react";
import parts from "../parts/parts.module.css";
import { capital, untold } from "../say.ts";
import type { Line } from "../wire.ts";
import style from "./story.module.css";
import { piecesOf, type Touch } from "./touch.ts";

const PAUSE = /\n{2,}/;

/** What the rules tell of a turn, in paragraphs; a refusal is told with them, in words alone. */
export const paragraphsOf = (line: Line, told: string): readonly string[] =>
  [...told.split(PAUSE), ...untold(line)].filter((text) => text.trim() !== "");

/** The opening need not begin with what the page is called. */
export const withoutTitle = (narration: string, turn: number, title: string): string =>
  turn === 0 && narration.startsWith(`${title}\n\n`) ? narration.slice(title.length).trimStart() : narration;

/** A turn by itself, as in a comparison. */
export const Passage = ({ line, said, title }: { line: Line; said: string; title: string }) => (
  <article className={style.part} data-turn={line.turn}>
    {said && (
      <p className={style.said} translate="no">
        {said}
      </p>
    )}
    <Paragraphs texts={paragraphsOf(line, withoutTitle(line.narration, line.turn, title))} touch={null} />
  </article>
);

/** `remark`: what is said of the typed words and not of the world, so that nothing in it can be clicked. */
export function Paragraphs({
  texts,
  touch,
  remark = "",
}: {
  texts: readonly string[];
  touch: Touch | null;
  remark?: string | undefined;
}) {
  const apart = remark.split(PAUSE);
  return texts.map((text, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs come one after the other, and none changes places
    <Prose key={i} text={text} touch={apart.includes(text) ? null : touch} />
  ));
}

/** A short first line that is no sentence is what the rest is headed by: the name of a room, of a day. */
function Prose({ text, touch }: { text: string; touch: Touch | null }) {
  const [, head, rest] = /^([^\n.!?:;,"“”]{1,48})\n(?=\S)([\s\S]+)$/.exec(text.trim()) ?? [];
  const [open, setOpen] = useState<string | null>(null);
  const body = rest ?? text;
  const pieces = useMemo(() => (touch ? piecesOf(body, touch.handles) : [body]), [body, touch]);
  const opened = touch?.handles.find(({ id }) => id === open);
  return (
    <>
      <p className={style.prose} translate="no">
        {head !== undefined && (
          <>
            <strong>{head}</strong>
            {"\n"}
          </>
        )}
        {pieces.map(
          (piece, i): ReactNode =>
            typeof piece === "string" ? (
              piece
            ) : (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand twice
                key={i}
                type="button"
                className={style.touch}
                // Keys reach the same deeds beside the story: a stop for each word would be too many.
                tabIndex={-1}
                aria-expanded={open === piece.id}
                onClick={() => setOpen(open === piece.id ? null : piece.id)}
              >
                {piece.text}
              </button>
            ),
        )}
      </p>
      {opened && touch && (
        <fieldset
          // Opened at the foot of the story, it would be out of sight.
          ref={(deeds) => deeds?.scrollIntoView({ block: "nearest" })}
          className={style.deeds}
          aria-label={opened.words[0]}
        >
          {opened.deeds.map(({ label, action }) => (
            <button
              key={JSON.stringify(action)}
              type="button"
              className={parts.button}
              onClick={() => {
                setOpen(null);
                void touch.act(action);
              }}
            >
              {capital(label)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}
