// What a god may do in this run: chosen, filled in, tried without trace, confirmed, done in the open, and taken back.
import { useState } from "react";
import parts from "../parts/parts.module.css";
import { Ask, Notice, Working } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { capital, changesInWords, type Names, plainWord } from "../say.ts";
import type * as wire from "../wire.ts";
import { t } from "../words.ts";
import { Differences } from "./differences.tsx";
import { Fields } from "./form.tsx";
import style from "./god.module.css";
import { Amend } from "./god-amend.tsx";
import { type God, useGod } from "./use-god.ts";

interface GodProps {
  readonly run: string;
  readonly branch: string;
  /** The turn looked at; null: now, the only moment a god acts in. */
  readonly past: number | null;
  readonly back: () => void;
  /** With all eyes. */
  readonly base: wire.Shown;
  readonly lines: readonly wire.Line[];
  readonly names: Names;
  readonly quiet: readonly string[];
  readonly reload: () => Promise<unknown>;
}

export function GodConsole({ run, branch, past, back, base, lines, names, quiet, reload }: GodProps) {
  const god = useGod(run, branch, reload);
  const [sure, setSure] = useState(false);
  const { known, said, tried } = god;
  if (!known)
    return said ? (
      <Notice kind="bad">
        <Own>{said.text}</Own>
      </Notice>
    ) : (
      <Working>{t("askingGod")}</Working>
    );
  return (
    <div className={style.god}>
      <h2 className="unseen">{t("god")}</h2>
      <p className={style.soft}>{t("godText")}</p>
      {past !== null ? (
        <Notice kind="plain">
          {t("godNow", { turn: past })}{" "}
          <button type="button" className={parts.quiet} onClick={back}>
            {t("returnToNow")}
          </button>
        </Notice>
      ) : (
        <Form god={god} known={known} state={base.view} names={names} />
      )}
      <div aria-live="polite" className={style.form}>
        {said && (
          <Notice kind={said.kind}>
            <Own>{said.text}</Own>
          </Notice>
        )}
        {tried && <Outcome result={tried.result} names={names} quiet={quiet} go={() => setSure(true)} />}
      </div>
      <Deeds lines={lines} names={names} undo={god.undo} />
      {sure && tried?.result.ok && (
        <Ask title={t("changeWorld")} onClose={() => setSure(false)}>
          <p>{t("changeWorldText", { branch })}</p>
          <Differences
            changes={changesInWords(tried.result.changes, names, quiet)}
            sides={[t("now"), t("afterwards")]}
          />
          <div className={`${parts.row} ${parts.end}`}>
            <button type="button" className={parts.button} onClick={() => setSure(false)}>
              {t("leaveIt")}
            </button>
            <button
              type="button"
              className={parts.primary}
              onClick={() => {
                setSure(false);
                void god.act();
              }}
            >
              {t("changeIt")}
            </button>
          </div>
        </Ask>
      )}
    </div>
  );
}

/** What to do, and to what. */
function Form({
  god: { chosen, schema, entries, problems, choose, set, replace, attempt },
  known,
  state,
  names,
}: {
  god: God;
  known: readonly wire.GodAction[];
  state: unknown;
  names: Names;
}) {
  return (
    <form className={style.form} onSubmit={attempt}>
      <label className={parts.field}>
        {t("whatToDo")}
        <select className={parts.select} value={chosen} onChange={(event) => choose(event.target.value)}>
          {known.map(({ type }) => (
            <option key={type} value={type} translate={type === "amend" ? undefined : "no"}>
              {type === "amend" ? t("amendAny") : capital(plainWord(type))}
            </option>
          ))}
        </select>
      </label>
      {chosen === "amend" ? (
        <Amend state={state} entries={entries} set={set} names={names} />
      ) : (
        schema && (
          <Fields schema={schema} at="" entries={entries} set={set} replace={replace} problems={problems} ids={names} />
        )
      )}
      <button type="submit" className={parts.button}>
        {t("tryIt")}
      </button>
    </form>
  );
}

/** What it would do, or why it is not allowed. */
function Outcome({
  result,
  names,
  quiet,
  go,
}: {
  result: wire.AmendmentTrial;
  names: Names;
  quiet: readonly string[];
  go: () => void;
}) {
  if (!result.ok)
    return (
      <Notice kind="bad">
        {t("notAllowed")} <Own>{result.message}</Own>
      </Notice>
    );
  return (
    <>
      {result.changes.length === 0 ? (
        <p>{t("wouldChangeNothing")}</p>
      ) : (
        <Differences changes={changesInWords(result.changes, names, quiet)} sides={[t("now"), t("afterwards")]} />
      )}
      <button type="button" className={parts.primary} onClick={go}>
        {t("doIt")}
      </button>
    </>
  );
}

/** What gods did here, the newest first, each with its way back. */
function Deeds({
  lines,
  names,
  undo,
}: {
  lines: readonly wire.Line[];
  names: Names;
  undo: (line: wire.Line) => Promise<void>;
}) {
  const deeds = lines.filter((line) => "by" in line && line.by.includes("god") && line.actions.length > 0);
  if (deeds.length === 0) return null;
  return (
    <section aria-label={t("godsDid")}>
      <h3>{t("godsDid")}</h3>
      <ul className={style.deeds}>
        {deeds.toReversed().map((line) => (
          <li key={line.id}>
            <span>
              {t("turnIs", {
                turn: line.turn,
                what: line.actions.map(({ type, targetId }) => deedInWords(type, targetId, names)).join(", "),
              })}
            </span>
            <button type="button" className={parts.quiet} onClick={() => undo(line)}>
              {t("undo")}
              <span className="unseen"> {t("ofTurn", { turn: line.turn })}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const deedInWords = (type: string, target: string | undefined, names: Names): string =>
  [plainWord(type), ...(target === undefined ? [] : [names.get(target) ?? target])].join(" ");
