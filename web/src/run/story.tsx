// The story so far: what was said, what came of it, and what was refused, in order. New parts are read aloud as they come.
import { useEffect, useRef } from "react";
import { actionInWords, type Names, plainWord } from "../say.ts";
import type { Line } from "../wire.ts";
import style from "./story.module.css";

export interface StoryProps {
  readonly lines: readonly Line[];
  readonly names: Names;
  /** Whether to say who spoke: where several could have. */
  readonly speakers: boolean;
  readonly tidy: (narration: string) => string;
  /** Looks back to a turn; null where that is not possible. */
  readonly lookAt: ((turn: number) => void) | null;
}

export function Story({ lines, names, speakers, tidy, lookAt }: StoryProps) {
  const end = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.id;
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last part is what scrolls
  useEffect(() => {
    if (last === undefined) return;
    if (!first.current || lines.length > 3) end.current?.scrollIntoView({ block: "end" });
    first.current = false;
  }, [last]);
  return (
    <div className={style.story} role="log" aria-label="Story" aria-live="polite" aria-relevant="additions">
      {lines.map((line) => (
        <Part key={line.id} line={line} names={names} speakers={speakers} tidy={tidy} lookAt={lookAt} />
      ))}
      <div ref={end} className={style.end} />
    </div>
  );
}

function Part({ line, names, speakers, tidy, lookAt }: Omit<StoryProps, "lines"> & { line: Line }) {
  const said = saidIn(line, names);
  const actor = "actor" in line ? line.actor : null;
  const refusals = line.validation.filter(({ success }) => !success);
  const untold = refusals.flatMap(({ message }) => (message && !line.narration.includes(message) ? [message] : []));
  const paragraphs = [...tidy(line.narration).split(/\n{2,}/), ...untold].filter((text) => text.trim() !== "");
  return (
    <article className={style.part} data-refused={refusals.length > 0} data-turn={line.turn}>
      {lookAt && (
        <button
          type="button"
          className={style.number}
          onClick={() => lookAt(line.turn)}
          aria-label={`See turn ${line.turn}`}
        >
          {line.turn}
        </button>
      )}
      {said && (
        <p className={style.said}>
          {speakers && actor && <b>{names.get(actor) ?? actor}: </b>}
          {said}
        </p>
      )}
      {paragraphs.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored turn's paragraphs never change
        <p key={i} className={style.prose}>
          {text}
        </p>
      ))}
      {refusals.length > 0 && (
        <p className={style.reasons}>
          {[...new Set(refusals.map(({ reason }) => plainWord(reason ?? "refused")))].join(" · ")}
        </p>
      )}
    </article>
  );
}

/** What was said or done in a turn, in its actor's words where there are any. */
export function saidIn(line: Line, names: Names): string {
  if (line.rawText.trim() !== "") return line.rawText;
  return line.actions.map((action) => actionInWords(action, names)).join(", then ");
}
