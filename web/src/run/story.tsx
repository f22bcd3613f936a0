// The story so far: what was said, what came of it, and what was refused, in order. New parts are read aloud as they come.
import { Fragment, useEffect, useLayoutEffect, useRef } from "react";
import { useSeenAgain } from "../parts/seen.ts";
import type { Line } from "../wire.ts";
import { n, t } from "../words.ts";
import { Part, type PartProps } from "./part.tsx";
import style from "./story.module.css";

interface StoryProps extends Omit<PartProps, "line" | "newest"> {
  readonly lines: readonly Line[];
  /** The stage itself, a panel beside one, or unseen and only read aloud. */
  readonly place: "stage" | "rail" | "unseen";
  /** Whether new parts are read aloud: not while looking back, when they come in heaps. */
  readonly aloud: boolean;
  /** Shows more of what came before; null when all of it is there. */
  readonly more: (() => void) | null;
  /** The person, in one person's story: it says what they missed. Null: everyone's story. */
  readonly missing: { readonly name: string; readonly until: number; see(turn: number): void } | null;
}

export function Story({ lines, place, aloud, more, missing, ...rest }: StoryProps) {
  const box = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.id;
  // What comes in above must not push away what is being read.
  const below = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first part is what comes in above
  useLayoutEffect(() => {
    const seen = box.current;
    if (seen && below.current !== null) seen.scrollTop = seen.scrollHeight - below.current;
    below.current = null;
  }, [lines[0]?.id]);
  const toNewest = () => {
    const seen = box.current;
    const newest = [...(seen?.querySelectorAll<HTMLElement>("article") ?? [])].at(-1);
    if (!seen || !newest) return;
    // A long answer is read from its first line.
    const fits = newest.offsetHeight <= seen.clientHeight - ABOVE;
    seen.scrollTop = fits || place !== "stage" ? seen.scrollHeight : newest.offsetTop - ABOVE;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last part is what scrolls
  useEffect(() => {
    if (last !== undefined && place !== "unseen") toNewest();
  }, [last, place]);
  useSeenAgain(box, toNewest);
  return (
    <div
      ref={box}
      className={style.story}
      data-place={place}
      role="log"
      aria-label={t("story")}
      aria-live={aloud ? "polite" : "off"}
      aria-relevant="additions"
      {...(place === "unseen" ? {} : { tabIndex: 0 })}
    >
      {more && (
        <button
          type="button"
          className={style.more}
          onClick={() => {
            const seen = box.current;
            below.current = seen ? seen.scrollHeight - seen.scrollTop : null;
            more();
          }}
        >
          {t("earlierStory")}
        </button>
      )}
      {lines.map((line, i) => (
        <Fragment key={line.id}>
          {missing && <Gap missing={missing} before={lines[i - 1]?.turn ?? line.turn - 1} after={line.turn} />}
          <Part line={line} newest={i === lines.length - 1} {...rest} />
        </Fragment>
      ))}
      {missing && <Gap missing={missing} before={lines.at(-1)?.turn ?? missing.until} after={missing.until + 1} />}
    </div>
  );
}

/** Room above what is scrolled to, in pixels. */
const ABOVE = 24;

/** Turns of which somebody noticed nothing. */
function Gap({
  missing: { name, see },
  before,
  after,
}: {
  missing: NonNullable<StoryProps["missing"]>;
  before: number;
  after: number;
}) {
  const missed = after - before - 1;
  if (missed <= 0) return null;
  return (
    <p className={style.gap}>
      {n("missed", missed, { name })}{" "}
      <button type="button" onClick={() => see(before + 1)}>
        {t("seeMissed")}
      </button>
    </p>
  );
}
