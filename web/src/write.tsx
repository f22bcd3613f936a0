// Where a world is written: its text, what is wrong with it and where while one writes, and a run of it at one click.
import { useRef, useState } from "react";
import { goWrite } from "./address.ts";
import parts from "./parts/parts.module.css";
import { Ask, Brand, Notice, Skip, Title, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { type DraftWorld, useDraftWorld } from "./use-draft-world.ts";
import { n, t } from "./words.ts";
import style from "./write.module.css";

/** `from`: the world of the first text; null: a small text of the first world that has texts. Each keeps its own draft. */
export function Write({ from, onProblem }: { from: string | null; onProblem: (error: unknown) => void }) {
  const draft = useDraftWorld(from, onProblem);
  const { text, problems, warnings, problem, write } = draft;
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = (text ?? "").split("\n");
  const goToLine = (line: number, column: number) => {
    const area = field.current;
    if (!area) return;
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    area.focus();
    area.setSelectionRange(at, at + Math.max(1, (lines[line - 1]?.length ?? 0) - column + 1));
    // The sheet scrolls, with the numbers; the text in it is as high as it is long.
    area.parentElement?.scrollTo(0, (line - 6) * Number.parseFloat(getComputedStyle(area).lineHeight));
  };
  return (
    <div className={style.page}>
      <Top from={from} draft={draft} />
      <main className={style.main}>
        {text === null ? (
          !problem && <Working>{t("fetchingText")}</Working>
        ) : (
          <Sheet
            lines={lines}
            wrong={new Set(problems.map(({ line }) => line))}
            doubtful={new Set(warnings.map(({ line }) => line))}
          >
            <textarea
              ref={field}
              aria-label={t("worldText")}
              aria-describedby="verdict"
              value={text}
              wrap="off"
              rows={lines.length + 2}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => write(event.target.value)}
            />
          </Sheet>
        )}
        <Verdict draft={draft} goToLine={goToLine} />
      </main>
    </div>
  );
}

function Top({ from, draft: { texts, playable, starting, play } }: { from: string | null; draft: DraftWorld }) {
  return (
    <header className={style.top}>
      <Skip />
      <Brand />
      <Title>{t("writeTitle")}</Title>
      <label className={style.from}>
        <span>{t("beginFrom")}</span>
        <select
          className={parts.select}
          value={from ?? ""}
          onChange={(event) => goWrite(event.target.value === "" ? null : event.target.value)}
        >
          {[...new Set(texts.map(({ plays }) => plays))].map((plays, i) => (
            <option key={plays} value={i === 0 ? "" : plays}>
              {t("smallWorld", { world: plays })}
            </option>
          ))}
          {texts.map(({ name, title }) => (
            <option key={name} value={name} translate="no">
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className={parts.primary} disabled={!playable} aria-disabled={starting} onClick={play}>
        {starting ? t("starting") : t("playIt")}
      </button>
    </header>
  );
}

/** What the rules say of it, place by place. */
function Verdict({ draft, goToLine }: { draft: DraftWorld; goToLine: (line: number, column: number) => void }) {
  const { result, problems, warnings, problem } = draft;
  return (
    <section className={style.verdict} aria-label={t("verdict")}>
      <div id="verdict" role="status">
        {result?.ok && <Notice kind="good">{t("holdsTogether", { title: result.title })}</Notice>}
        {problems.length > 0 && <h2>{n("wrongThings", problems.length)}</h2>}
        {warnings.length > 0 && <h2>{n("doubtfulThings", warnings.length)}</h2>}
      </div>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      <ol className={style.problems}>
        {[...problems, ...warnings].map(({ line, column, message, hint }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same of one place
          <li key={i} data-kind={result?.ok ? "warning" : "problem"}>
            <button type="button" onClick={() => goToLine(line, column)}>
              <b>{t("lineColumn", { line, column })}</b>
              <span translate="no">
                <Ticked>{message}</Ticked>
              </span>
              {hint && (
                <small translate="no">
                  <Ticked>{hint}</Ticked>
                </small>
              )}
            </button>
          </li>
        ))}
      </ol>
      {result?.ok && <Winning draft={draft} />}
      <p className={style.note}>{t("draftNote")}</p>
      <StartOver draft={draft} />
    </section>
  );
}

const TONES = { won: "endingWon", lost: "endingLost", neutral: "endingNeutral" } as const;

/** Whether it can be won, and which endings were reached, once that is asked for. */
function Winning({ draft: { attempt, tryToWin } }: { draft: DraftWorld }) {
  return (
    <div className={style.winning} aria-live="polite">
      {attempt === "trying" ? (
        <Working>{t("tryingToWin")}</Working>
      ) : attempt ? (
        <Notice kind={attempt.winnable ? "good" : "plain"}>
          {attempt.winnable ? (
            <details>
              <summary>{n("canBeWon", attempt.way.length)}</summary>
              {(attempt.deals.length > 0 ? attempt.deals : [{ cast: "", way: attempt.way }]).map(({ cast, way }) => (
                <p key={cast} translate="no">
                  {cast && <b>{cast}: </b>}
                  {way.join(". ")}.
                </p>
              ))}
            </details>
          ) : (
            t(attempt.winnable === false ? "cannotBeWon" : "notFoundOut")
          )}
          <ul>
            {attempt.endings.map(({ id, title, tone, way, cast }) => (
              <li key={id}>
                {t(TONES[tone])}: <Own>{title}</Own>,{" "}
                {way === null ? t("endingNotReached") : n("endingReached", way.length)}
                {way !== null && cast && <Own> ({cast})</Own>}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <button type="button" className={parts.button} onClick={tryToWin}>
          {t("tryToWin")}
        </button>
      )}
    </div>
  );
}

/** Back to the text that it began from, after a question. */
function StartOver({ draft: { original, text, write } }: { draft: DraftWorld }) {
  const [sure, setSure] = useState(false);
  if (original === null || text === null || text === original) return null;
  return (
    <>
      <button type="button" className={`${parts.quiet} ${style.over}`} onClick={() => setSure(true)}>
        {t("startOverAsk")}
      </button>
      {sure && (
        <Ask title={t("startOverTitle")} onClose={() => setSure(false)}>
          <p>{t("startOverText")}</p>
          <div className={`${parts.row} ${parts.end}`}>
            <button type="button" className={parts.button} onClick={() => setSure(false)}>
              {t("cancel")}
            </button>
            <button
              type="button"
              className={parts.primary}
              onClick={() => {
                write(original);
                setSure(false);
              }}
            >
              {t("startOver")}
            </button>
          </div>
        </Ask>
      )}
    </>
  );
}

/** Words of the text itself stand between backticks in what is said of it. */
const Ticked = ({ children }: { children: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change places
  children.split("`").map((piece, i) => (i % 2 === 0 ? piece : <code key={i}>{piece}</code>));

/** The text with its numbers beside it; both scroll as one. */
function Sheet({
  lines,
  wrong,
  doubtful,
  children,
}: {
  lines: readonly string[];
  wrong: ReadonlySet<number>;
  doubtful: ReadonlySet<number>;
  children: React.ReactNode;
}) {
  return (
    <div className={style.sheet}>
      <ol className={style.numbers} aria-hidden="true">
        {lines.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <li key={i} data-wrong={wrong.has(i + 1)} data-doubtful={doubtful.has(i + 1)}>
            {i + 1}
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
