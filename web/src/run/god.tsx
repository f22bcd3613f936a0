// What a god may do in this run: chosen, filled in, tried without trace, confirmed, done in the open, and taken back.
import { type FormEvent, useEffect, useId, useMemo, useState } from "react";
import parts from "../parts/parts.module.css";
import { Ask, Notice, Working } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { capital, changesInWords, type Names, plainWord, valueInWords } from "../say.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { Differences } from "./compare.tsx";
import { Fields } from "./form.tsx";
import { type Entries, entered, problemsIn, type Schema } from "./form-values.ts";
import style from "./god.module.css";

export interface GodProps {
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

const NONE: ReadonlyMap<string, string> = new Map();

export function GodConsole({ run, branch, past, back, base, lines, names, quiet, reload }: GodProps) {
  const [known, setKnown] = useState<readonly wire.GodAction[] | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [entries, setEntries] = useState<Entries>({});
  const [tried, setTried] = useState<{ action: unknown; result: wire.Tried } | null>(null);
  const [sure, setSure] = useState(false);
  const [sent, setSent] = useState(false);
  const [said, setSaid] = useState<{ kind: "good" | "bad"; text: string } | null>(null);
  useEffect(() => {
    // What every world can have done to it comes after what this one knows by name.
    const amendLast = (all: readonly wire.GodAction[]) =>
      setKnown(all.toSorted((a, b) => Number(a.type === "amend") - Number(b.type === "amend")));
    wire.godActions(run).then(amendLast, (error) => setSaid({ kind: "bad", text: wire.messageOf(error) }));
  }, [run]);
  const chosen = picked ?? known?.[0]?.type ?? "amend";
  const schema = known?.find(({ type }) => type === chosen)?.schema as Schema | undefined;
  const set = (at: string, text: string) => {
    setTried(null);
    setEntries((all) => ({ ...all, [at]: text }));
  };
  const problems = sent && schema ? problemsIn(withoutActor(schema), entries) : NONE;
  const attempt = async (event: FormEvent) => {
    event.preventDefault();
    setSaid(null);
    setSent(true);
    if (chosen !== "amend" && problemsIn(withoutActor(schema!), entries).size > 0) return;
    try {
      const action =
        chosen === "amend" ? amendment(entries) : { ...(entered(schema!, entries) as object), actorId: "god" };
      setTried({ action, result: await wire.tryGod(run, action, branch) });
    } catch (error) {
      const text = error instanceof SyntaxError ? t("notJson", { why: error.message }) : wire.messageOf(error);
      setSaid({ kind: "bad", text });
    }
  };
  const act = async () => {
    setSure(false);
    try {
      const line = await wire.god(run, tried!.action, branch);
      const refused = line.validation.find(({ success }) => !success);
      setSaid(
        refused
          ? { kind: "bad", text: refused.message ?? "" }
          : { kind: "good", text: t("doneAs", { turn: line.turn }) },
      );
      if (!refused) {
        setEntries({});
        setSent(false);
      }
      setTried(null);
      await reload();
    } catch (error) {
      setSaid({ kind: "bad", text: wire.messageOf(error) });
    }
  };
  const undo = async (line: wire.Line) => {
    try {
      const done = await wire.undo(run, line.id, branch);
      setSaid(
        done.kind === "refused"
          ? { kind: "bad", text: done.message }
          : { kind: "good", text: t("isTakenBack", { turn: line.turn }) },
      );
      await reload();
    } catch (error) {
      setSaid({ kind: "bad", text: wire.messageOf(error) });
    }
  };
  if (!known)
    return said ? (
      <Notice kind="bad">
        <Own>{said.text}</Own>
      </Notice>
    ) : (
      <Working>{t("askingGod")}</Working>
    );
  const deeds = lines.filter((line) => "by" in line && line.by.includes("god") && line.actions.length > 0);
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
        <form className={style.form} onSubmit={attempt}>
          <label className={parts.field}>
            {t("whatToDo")}
            <select
              className={parts.select}
              value={chosen}
              onChange={(event) => {
                setPicked(event.target.value);
                setEntries({});
                setTried(null);
              }}
            >
              {known.map(({ type }) => (
                <option key={type} value={type} translate={type === "amend" ? undefined : "no"}>
                  {type === "amend" ? t("amendAny") : capital(plainWord(type))}
                </option>
              ))}
            </select>
          </label>
          {chosen === "amend" ? (
            <Amend state={base.view} entries={entries} set={set} names={names} />
          ) : (
            schema && (
              <Fields
                schema={withoutActor(schema)}
                at=""
                entries={entries}
                set={set}
                replace={setEntries}
                problems={problems}
                ids={names}
              />
            )
          )}
          <button type="submit" className={parts.button}>
            {t("tryIt")}
          </button>
        </form>
      )}
      <div aria-live="polite" className={style.form}>
        {said && (
          <Notice kind={said.kind}>
            <Own>{said.text}</Own>
          </Notice>
        )}
        {tried && !tried.result.ok && (
          <Notice kind="bad">
            {t("notAllowed")} <Own>{tried.result.message}</Own>{" "}
            <small translate="no">({plainWord(tried.result.reason)})</small>
          </Notice>
        )}
        {tried?.result.ok && (
          <>
            {tried.result.changes.length === 0 ? (
              <p>{t("wouldChangeNothing")}</p>
            ) : (
              <Differences
                changes={changesInWords(tried.result.changes, names, quiet)}
                sides={[t("now"), t("afterwards")]}
              />
            )}
            <button type="button" className={parts.primary} onClick={() => setSure(true)}>
              {t("doIt")}
            </button>
          </>
        )}
      </div>
      {deeds.length > 0 && (
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
      )}
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
            <button type="button" className={parts.primary} onClick={act}>
              {t("changeIt")}
            </button>
          </div>
        </Ask>
      )}
    </div>
  );
}

/** The one action of every world: a place in the state, and what shall be there. */
function Amend({
  state,
  entries,
  set,
  names,
}: {
  state: unknown;
  entries: Entries;
  set: (at: string, text: string) => void;
  names: Names;
}) {
  const id = useId();
  const paths = useMemo(() => pathsIn(state), [state]);
  const path = entries["path"] ?? "";
  const now = path === "" ? undefined : valueAt(state, path.split("."));
  const gone = entries["remove"] === "yes";
  return (
    <>
      <label className={parts.field} htmlFor={`${id}-path`}>
        {t("whichPlace")}
      </label>
      <input
        id={`${id}-path`}
        className={parts.input}
        list={`${id}-paths`}
        translate="no"
        placeholder={paths.find((one) => one.split(".").length === 3)}
        value={path}
        required
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set("path", event.target.value)}
      />
      <datalist id={`${id}-paths`}>
        {paths.map((one) => (
          <option key={one} value={one} translate="no" />
        ))}
      </datalist>
      {path !== "" && (
        <p className={style.soft}>
          {now === undefined ? t("nothingYet") : t("nowIs", { value: valueInWords(now, names) })}
        </p>
      )}
      <label className={parts.field} htmlFor={`${id}-value`}>
        {t("whatShallBe")}
      </label>
      <input
        id={`${id}-value`}
        className={parts.input}
        value={entries["value"] ?? ""}
        required={!gone}
        disabled={gone}
        autoComplete="off"
        onChange={(event) => set("value", event.target.value)}
      />
      <label className={style.check}>
        <input type="checkbox" checked={gone} onChange={(event) => set("remove", event.target.checked ? "yes" : "")} />
        {t("removeIt")}
      </label>
    </>
  );
}

const amendment = (entries: Entries) => ({
  actorId: "god",
  type: "amend",
  metadata: {
    path: (entries["path"] ?? "").split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    ...(entries["remove"] === "yes" ? {} : { value: jsonOrWords(entries["value"] ?? "") }),
  },
});

/** What is no JSON is taken as the text it is. */
function jsonOrWords(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const PATHS_MAX = 1_500;
function pathsIn(state: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (found.length >= PATHS_MAX) return;
    if (path.length > 0) found.push(path.join("."));
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
  };
  walk(state, []);
  return found;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

const deedInWords = (type: string, target: string | undefined, names: Names): string =>
  [plainWord(type), ...(target === undefined ? [] : [names.get(target) ?? target])].join(" ");

/** Who acts is known. */
function withoutActor({ properties = {}, ...rest }: Schema): Schema {
  const { actorId: _actor, ...others } = properties;
  return { ...rest, properties: others };
}
