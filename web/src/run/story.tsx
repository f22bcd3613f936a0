// The story so far: what was said, what came of it, and what was refused, in order. New parts are read aloud as they come.
import { Fragment, useEffect, useLayoutEffect, useRef } from "react";
import { useSeenAgain } from "../parts/seen.ts";
import { type Names, plainWord, untold } from "../say.ts";
import type { Action, Line, Telling } from "../wire.ts";
import { n, t } from "../words.ts";
import style from "./story.module.css";

export interface StoryProps {
  readonly lines: readonly Line[];
  readonly names: Names;
  readonly said: (line: Line) => string;
  /** What the run is called: an opening that begins with it need not say it again. */
  readonly title: string;
  /** The stage itself, a panel beside one, or unseen and only read aloud. */
  readonly place: "stage" | "rail" | "unseen";
  /** Whether new parts are read aloud: not while looking back, when they come in heaps. */
  readonly aloud: boolean;
  /** Shows more of what came before; null when all of it is there. */
  readonly more: (() => void) | null;
  /** Whether to say who spoke: where several could have. */
  readonly speakers: boolean;
  readonly tidy: (narration: string) => string;
  /** What came of a turn for everyone, told in place of what one of them was told; null: as it was told. */
  readonly headline: ((line: Line) => string) | null;
  /** A turn as a model told it; null where none did. */
  readonly tellingOf: (line: Line) => Telling | null;
  /** Opens all tellings of a turn; null where nobody may choose among them. */
  readonly tellings: ((line: Line) => void) | null;
  /** Looks back to a turn; null where that is not possible. */
  readonly lookAt: ((turn: number) => void) | null;
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
          <Part line={line} {...rest} />
        </Fragment>
      ))}
      {missing && <Gap missing={missing} before={lines.at(-1)?.turn ?? missing.until} after={missing.until + 1} />}
    </div>
  );
}

/** Room above what is scrolled to, in pixels. */
const ABOVE = 24;

function Part({
  line,
  names,
  said: saidOf,
  speakers,
  tidy,
  headline,
  tellingOf,
  tellings,
  lookAt,
  title,
}: Omit<StoryProps, "lines" | "place" | "aloud" | "more" | "missing"> & { line: Line }) {
  const said = saidOf(line);
  const actor = "actor" in line ? line.actor : null;
  const refusals = line.validation.filter(({ success }) => !success);
  const telling = tellingOf(line);
  const told = headline === null ? tidy(untitled(line.narration, line.turn, title)) : headline(line);
  const byRule = [...told.split(/\n{2,}/), ...untold(line)].filter((text) => text.trim() !== "");
  return (
    <article className={style.part} data-refused={refusals.length > 0} data-turn={line.turn}>
      {lookAt && line.turn >= 0 && (
        <button
          type="button"
          className={style.number}
          // By keys one goes along the list of turns: a stop for each turn told here would be as many again.
          tabIndex={-1}
          onClick={() => lookAt(line.turn)}
          aria-label={t("seeTurn", { turn: line.turn })}
        >
          {line.turn}
        </button>
      )}
      {said && (
        <p className={style.said} translate="no">
          {speakers && actor && line.rawText !== "" && <b>{names.get(actor) ?? actor}: </b>}
          {said}
        </p>
      )}
      {telling?.text ? <Told telling={telling} text={telling.text} byRule={byRule} /> : <Paragraphs texts={byRule} />}
      {tellings && line.turn > 0 && actor !== null && told.trim() !== "" && (
        <button
          type="button"
          className={style.again}
          data-told={telling !== null}
          // A stop for each turn would be too many; where a model told, the choice is part of the turn.
          tabIndex={telling ? undefined : -1}
          onClick={() => tellings(line)}
        >
          {t("otherTellings")}
        </button>
      )}
      {refusals.length > 0 && (
        <p className={style.reasons}>
          {t("refusedFor", {
            reasons: [...new Set(refusals.map(({ reason }) => plainWord(reason ?? "refused")))].join(" · "),
          })}
        </p>
      )}
    </article>
  );
}

const untitled = (narration: string, turn: number, title: string): string =>
  turn === 0 && narration.startsWith(`${title}\n\n`) ? narration.slice(title.length).trimStart() : narration;

/** A model's telling, and beside it what the rules tell of the same turn, which is what is so. */
function Told({ telling, text, byRule }: { telling: Telling; text: string; byRule: readonly string[] }) {
  const isByHand = telling.teller === BY_HAND;
  const model = telling.teller.replace(/^model /, "");
  return (
    <div className={style.told} data-provisional={telling.provisional}>
      <Paragraphs texts={text.split(/\n{2,}/).filter((one) => one.trim() !== "")} />
      <details className={style.teller}>
        <summary>{isByHand ? t("handTold") : t(telling.provisional ? "modelTells" : "modelTold", { model })}</summary>
        <Paragraphs texts={byRule} />
      </details>
    </div>
  );
}

/** The teller of what the owner wrote. */
export const BY_HAND = "hand";

const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs come one after the other, and none changes places
    <Prose key={i} text={text} />
  ));

/** A short first line that is no sentence is what the rest is headed by: the name of a room, of a day. */
function Prose({ text }: { text: string }) {
  const [, head, rest] = /^([^\n.!?:;,"“”]{1,48})\n(?=\S)([\s\S]+)$/.exec(text.trim()) ?? [];
  return (
    <p className={style.prose} translate="no">
      {head === undefined ? (
        text
      ) : (
        <>
          <strong>{head}</strong>
          {"\n"}
          {rest}
        </>
      )}
    </p>
  );
}

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

/** What was said or done in a turn, in its actor's words where there are any. `asides` go unsaid beside other deeds. */
export function saidIn(line: Line, inWords: (action: Action) => string, asides: readonly string[] = []): string {
  if (line.rawText.trim() !== "") return line.rawText;
  const deeds = line.actions.filter(({ type }) => !asides.includes(type));
  return (deeds.length > 0 ? deeds : line.actions).map(inWords).join(t("andThen"));
}
