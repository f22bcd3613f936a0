// One turn of the story: its number, what was said and may be said otherwise, its other versions, and what is told of it.
import { type FormEvent, useState } from "react";
import parts from "../parts/parts.module.css";
import type { Names } from "../say.ts";
import type { Line, Telling } from "../wire.ts";
import { t } from "../words.ts";
import type { Alternative } from "./otherwise.ts";
import { Paragraphs, paragraphsOf, withoutTitle } from "./passage.tsx";
import style from "./story.module.css";
import type { Touch } from "./touch.ts";

/** How a turn is tried otherwise, and how one goes from one version of it to another. */
export interface Otherwise {
  readonly alternatives: ReadonlyMap<number, readonly Alternative[]>;
  readonly show: (branch: string) => void;
  /** Says other words in place of a turn's, on a branch of its own; null where nothing can be said. */
  readonly retry: ((line: Line, words: string) => Promise<boolean>) | null;
}
export interface PartProps {
  readonly line: Line;
  readonly newest: boolean;
  readonly names: Names;
  readonly said: (line: Line) => string;
  /** What the run is called: an opening that begins with it need not say it again. */
  readonly title: string;
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
  /** Null to a seat, and in a file. */
  readonly otherwise: Otherwise | null;
  /** What can be clicked in the newest prose; null: nothing. */
  readonly touch: Touch | null;
}

export function Part(props: PartProps) {
  const { line, newest, tidy, headline, tellingOf, tellings, lookAt, title, touch } = props;
  const isRefused = line.validation.some(({ success }) => !success);
  const telling = tellingOf(line);
  const told = headline === null ? tidy(withoutTitle(line.narration, line.turn, title)) : headline(line);
  const byRule = paragraphsOf(line, told);
  const at = newest ? touch : null;
  return (
    <article className={style.part} data-refused={isRefused} data-turn={line.turn}>
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
      <Words {...props} />
      {telling?.text ? (
        <Told telling={telling} text={telling.text} byRule={byRule} />
      ) : (
        <Paragraphs texts={byRule} touch={at} remark={line.remark} />
      )}
      {tellings && line.turn > 0 && "actor" in line && line.actor !== null && told.trim() !== "" && (
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
    </article>
  );
}

/** What was said, with the way to say it otherwise and to its other versions. */
function Words({ line, names, said: saidOf, speakers, otherwise }: PartProps) {
  const [editing, setEditing] = useState(false);
  const said = saidOf(line);
  const actor = "actor" in line ? line.actor : null;
  const alternatives = otherwise?.alternatives.get(line.turn);
  const retry = actor !== null && line.turn > 0 ? (otherwise?.retry ?? null) : null;
  if (!said && !alternatives) return null;
  if (editing && retry)
    return <Edit words={said} leave={() => setEditing(false)} send={(words) => retry(line, words)} />;
  return (
    <div className={style.words}>
      {said && (
        <p className={style.said} translate="no">
          {speakers && actor && line.rawText !== "" && <b>{names.get(actor) ?? actor}: </b>}
          {said}
        </p>
      )}
      {alternatives && otherwise && <Versions all={alternatives} show={otherwise.show} />}
      {said && retry && (
        <button
          type="button"
          className={style.edit}
          tabIndex={-1}
          aria-label={t("sayOtherwise", { said })}
          title={t("tryOtherwise")}
          onClick={() => setEditing(true)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2.5 13.5 3.4 10 11 2.4l2.6 2.6L6 12.6z" />
          </svg>
        </button>
      )}
    </div>
  );
}

/** Which of the versions of a turn this is, and the way to the one before and after. */
function Versions({ all, show }: { all: readonly Alternative[]; show: (branch: string) => void }) {
  const here = all.findIndex((one) => one.here);
  const step = (by: number, sign: string, label: string) => {
    const to = all[here + by];
    return (
      <button
        type="button"
        disabled={!to}
        aria-label={to ? t("otherVersion", { which: label, branch: to.branch }) : label}
        onClick={() => to && show(to.branch)}
      >
        {sign}
      </button>
    );
  };
  return (
    <fieldset className={style.versions} aria-label={t("versions")}>
      {step(-1, "‹", t("versionBefore"))}
      <span>{t("versionOf", { n: here + 1, all: all.length })}</span>
      {step(1, "›", t("versionAfter"))}
    </fieldset>
  );
}

function Edit({ words, leave, send }: { words: string; leave: () => void; send: (words: string) => Promise<boolean> }) {
  const [text, setText] = useState(words);
  const [busy, setBusy] = useState(false);
  const unchanged = text.trim() === "" || busy;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (unchanged) return;
    setBusy(true);
    if (await send(text.trim())) return;
    setBusy(false);
  };
  return (
    <form className={style.editing} onSubmit={submit}>
      <label>
        <span>{t("tryOtherwise")}</span>
        <input
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was just pressed
          autoFocus
          value={text}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && leave()}
        />
      </label>
      <button type="submit" className={parts.primary} disabled={unchanged}>
        {t("tryThis")}
      </button>
      <button type="button" className={parts.quiet} onClick={leave}>
        {t("cancel")}
      </button>
    </form>
  );
}

/** A model's telling, and beside it what the rules tell of the same turn, which is what is so. */
function Told({ telling, text, byRule }: { telling: Telling; text: string; byRule: readonly string[] }) {
  const isByHand = telling.teller === BY_HAND;
  const model = telling.teller.replace(/^model /, "");
  return (
    <div className={style.told} data-provisional={telling.provisional}>
      <Paragraphs texts={text.split(/\n{2,}/).filter((one) => one.trim() !== "")} touch={null} />
      <details className={style.teller}>
        <summary>{isByHand ? t("handTold") : t(telling.provisional ? "modelTells" : "modelTold", { model })}</summary>
        <Paragraphs texts={byRule} touch={null} />
      </details>
    </div>
  );
}

/** The teller of what the owner wrote. */
export const BY_HAND = "hand";
