// The turn under the cursor laid open: what happened and what caused it, what it changed, what was rolled, who was asked, who knows what.
import { type ReactNode, useEffect, useState } from "react";
import type { Chronicle } from "../fold/chronicle.ts";
import { Notice } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { Tree } from "../parts/tree.tsx";
import { capital, changesInWords, type Names, plainWord, valueInWords } from "../say.ts";
import type { Action, Line, TurnLine, Why } from "../wire.ts";
import * as wire from "../wire.ts";
import { n, t } from "../words.ts";
import { Differences } from "./differences.tsx";
import style from "./inspector.module.css";
import { AskOfThing, Minds } from "./minds.tsx";
import { Rolls } from "./rolls.tsx";
import type { RunMoment } from "./use-moment.ts";

interface InspectorProps {
  readonly run: string;
  readonly branch: string;
  readonly moment: RunMoment;
  readonly lines: readonly Line[];
  readonly chronicle: Chronicle | null;
  readonly names: Names;
  readonly inWords: (action: Action) => string;
  readonly quiet: readonly string[];
  /** Opens the commitment to the dice; null where that cannot be done. */
  readonly reveal: (() => Promise<void>) | null;
}

export function Inspector({ run, branch, moment, lines, chronicle, names, inWords, quiet, reveal }: InspectorProps) {
  const { turn, base, stage } = moment;
  const line = lines[turn] as TurnLine | undefined;
  const why = useWhy(run, branch, turn, line?.id);
  const changes = why?.changes ?? null;
  if (!line) return null;
  const looked = { run, branch, turn, id: line.id };
  return (
    <div className={style.inspector}>
      <h2>{t("turnIsNow", { turn })}</h2>
      <Part title={t("events")}>
        <Events line={line} names={names} inWords={inWords} />
      </Part>
      {turn > 0 && changes && (
        <Part title={t("changed")}>
          {changes.length === 0 ? (
            <p className={style.soft}>{t("noChange")}</p>
          ) : (
            <Differences changes={changesInWords(changes, names, quiet)} />
          )}
        </Part>
      )}
      {why && why.rolls.length > 0 && (
        <Part title={t("rolls")}>
          <Rolls rolls={why.rolls} lines={lines as readonly TurnLine[]} names={names} reveal={reveal} />
        </Part>
      )}
      {why && why.answers.length > 0 && (
        <Part title={t("answers")}>
          <ul className={style.list}>
            {why.answers.map(({ actor, by, cause, attempts }) => (
              <li key={actor}>
                <b translate="no">{capital(names.get(actor) ?? actor)}</b>{" "}
                <span className={style.soft}>
                  {[
                    by === "agent" ? t("byAgent") : by === "god" ? t("byGod") : t("byFallback"),
                    cause && t("because", { cause: plainWord(cause) }),
                    attempts && n("tries", attempts.length + 1),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t("asks")}>
        {base.asks.length === 0 ? (
          <p className={style.soft}>{t("nobodyAsked")}</p>
        ) : (
          <ul className={style.list}>
            {base.asks.map(({ id, to, may, kind }) => (
              <li key={id}>
                <b translate="no">{capital(names.get(to) ?? to)}</b>{" "}
                <span className={style.soft}>
                  {t(kind === "due" ? "isWaitedFor" : "maySpeak", { may: may.map(plainWord).join(", ") })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t("knows")}>
        <Minds chronicle={chronicle} looked={looked} base={base} names={names} />
        {!wire.onDisk() && <AskOfThing looked={looked} names={names} />}
      </Part>
      <Part title={stage.as === null ? t("state") : t("stateSeen")}>
        <Tree value={stage.view} names={names} open={0} />
      </Part>
      {stage.as !== null && (
        <Part title={t("state")}>
          <Tree value={base.view} names={names} open={0} />
        </Part>
      )}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={style.part} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

/** What is told only by the server's record. Asked when the cursor rests. */
function useWhy(run: string, branch: string, turn: number, id: string | undefined): Why | null {
  const [why, setWhy] = useState<{ id: string; why: Why } | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    let stale = false;
    const timer = setTimeout(
      () =>
        wire.why(run, String(turn), branch).then(
          (found) => !stale && setWhy({ id, why: found }),
          () => {},
        ),
      120,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [run, branch, turn, id]);
  return why && why.id === id ? why.why : null;
}

function Events({ line, names, inWords }: { line: TurnLine; names: Names; inWords: (action: Action) => string }) {
  const refusals = line.validation.filter(({ success }) => !success);
  return (
    <>
      {refusals.map(({ actionIndex, reason, message }) => (
        <Notice key={actionIndex} kind="bad">
          <Own>
            {line.actions[actionIndex] ? `${capital(inWords(line.actions[actionIndex]))}: ` : ""}
            {message} <code translate="no">{reason ?? "refused"}</code>
          </Own>
        </Notice>
      ))}
      {line.events.length === 0 && refusals.length === 0 && <p className={style.soft}>{t("noEvents")}</p>}
      <ol className={style.list}>
        {line.events.map((event, i) => {
          const by = line.by[i];
          const action = typeof by === "number" ? line.actions[by] : undefined;
          const { type, ...rest } = event as { type: string };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stored turn's events never change
            <li key={i}>
              <b translate="no">{capital(plainWord(type.replace(/^@/, "")))}</b>{" "}
              {Object.entries(rest).map(([key, value]) => (
                <span key={key} className={style.fact} translate="no">
                  <i>{plainWord(key)}</i> {valueInWords(value, names)}
                </span>
              ))}
              <small className={style.cause}>
                {by === "god"
                  ? t("byGod")
                  : by === "settle"
                    ? t("bySettle")
                    : action
                      ? t("byAction", { action: `“${inWords(action)}”` })
                      : ""}
              </small>
            </li>
          );
        })}
      </ol>
    </>
  );
}
