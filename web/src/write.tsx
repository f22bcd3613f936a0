// Where a world is written: its text, what is wrong with it and where while one writes, and a run of it at one click.
import { useEffect, useRef, useState } from "react";
import { goTo, goWrite } from "./address.ts";
import { keep, readKept } from "./kept.ts";
import parts from "./parts/parts.module.css";
import { Ask, Brand, Notice, Skip, Title, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import * as wire from "./wire.ts";
import { n, t } from "./words.ts";
import style from "./write.module.css";

/** After so long a pause in typing the text is judged. */
const PAUSE_MS = 300;
const KEPT = "draft";
/** Acts that the server may try to win it with: some seconds. */
const TRIES = 4_000;

/** `from`: the world of the first text; null: a small text of the first world that has texts. Each keeps its own draft. */
export function Write({ from, onProblem }: { from: string | null; onProblem: (error: unknown) => void }) {
  const kept = from === null ? KEPT : `${KEPT} ${from}`;
  const [original, setOriginal] = useState<string | null>(null);
  const [texts, setTexts] = useState<readonly wire.WorldCard[]>([]);
  const [sure, setSure] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const [checked, setChecked] = useState<{ text: string; result: wire.CheckedWorld } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const [tried, setTried] = useState<{ text: string; result: wire.CheckedWorld | null } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  // A draft of this browser comes before the text it began from: nothing that was typed is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who hears of problems does not change what is written
  useEffect(() => {
    document.title = t("titleOf", { page: t("writeTitle") });
    const draft = readKept(kept);
    if (draft !== null) setText(draft);
    const begin = async () => {
      const all = (await wire.worlds()).filter(({ written }) => written);
      setTexts(all);
      const got = await wire.worldText(from ?? all[0]?.plays ?? "");
      setOriginal(got.text);
      if (draft === null) setText(got.text);
    };
    begin().catch((error) => {
      onProblem(error);
      setProblem(wire.messageOf(error));
    });
  }, [from]);
  const write = (next: string) => {
    setText(next);
    keep(kept, next);
  };
  useEffect(() => {
    if (text === null) return;
    let stale = false;
    const timer = setTimeout(() => {
      wire.checkWorld(text).then(
        (result) => {
          if (stale) return;
          setChecked({ text, result });
          setProblem(null);
        },
        (error) => !stale && setProblem(wire.messageOf(error)),
      );
    }, PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [text]);

  const result = checked?.result ?? null;
  const problems = result && !result.ok ? result.problems : [];
  const attempt = tried && tried.text === text ? tried : null;
  const won = attempt?.result?.ok ? attempt.result : null;
  const warnings = won?.warnings ?? (result?.ok ? result.warnings : []);
  const lines = (text ?? "").split("\n");
  const wrong = new Set(problems.map(({ line }) => line));
  const doubtful = new Set(warnings.map(({ line }) => line));
  const play = async () => {
    if (!result?.ok || starting) return;
    setStarting(true);
    setProblem(null);
    try {
      goTo((await wire.startRun(result.plays, { config: result.config })).id);
    } catch (error) {
      setProblem(wire.messageOf(error));
      setStarting(false);
    }
  };
  const tryToWin = async () => {
    if (text === null) return;
    setTried({ text, result: null });
    setProblem(null);
    try {
      const found = await wire.checkWorld(text, TRIES);
      setTried({ text, result: found });
    } catch (error) {
      setProblem(wire.messageOf(error));
      setTried(null);
    }
  };
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
        <button
          type="button"
          className={parts.primary}
          disabled={!result?.ok || checked?.text !== text}
          aria-disabled={starting}
          onClick={play}
        >
          {starting ? t("starting") : t("playIt")}
        </button>
      </header>
      <main className={style.main}>
        {text === null ? (
          !problem && <Working>{t("fetchingText")}</Working>
        ) : (
          <Sheet lines={lines} wrong={wrong} doubtful={doubtful}>
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
          {result?.ok && (
            <div className={style.winning} aria-live="polite">
              {attempt && !attempt.result ? (
                <Working>{t("tryingToWin")}</Working>
              ) : won ? (
                <Notice kind={won.winnable ? "good" : "plain"}>
                  {won.winnable ? (
                    <details>
                      <summary>{n("canBeWon", won.way.length)}</summary>
                      {(won.deals.length > 0 ? won.deals : [{ cast: "", way: won.way }]).map(({ cast, way }) => (
                        <p key={cast} translate="no">
                          {cast && <b>{cast}: </b>}
                          {way.join(". ")}.
                        </p>
                      ))}
                    </details>
                  ) : (
                    t(won.winnable === false ? "cannotBeWon" : "notFoundOut")
                  )}
                </Notice>
              ) : (
                <button type="button" className={parts.button} onClick={tryToWin}>
                  {t("tryToWin")}
                </button>
              )}
            </div>
          )}
          <p className={style.note}>{t("draftNote")}</p>
          {original !== null && text !== null && text !== original && (
            <button type="button" className={`${parts.quiet} ${style.over}`} onClick={() => setSure(true)}>
              {t("startOverAsk")}
            </button>
          )}
        </section>
      </main>
      {sure && original !== null && (
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
    </div>
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
