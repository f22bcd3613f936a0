// What is kept of minds, at the turn under the cursor: each one's knowledge and what it remembers; who knows a thing and how; why it is so.
import { type FormEvent, useEffect, useId, useMemo, useState } from "react";
import type { Chronicle } from "../fold/chronicle.ts";
import parts from "../parts/parts.module.css";
import { Notice, Working } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { Tree } from "../parts/tree.tsx";
import { capital, type Names } from "../say.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import style from "./inspector.module.css";

/** The turn that is looked at. `id` is the turn's own, by which a rewound line is known to be another. */
interface Looked {
  readonly run: string;
  readonly branch: string;
  readonly turn: number;
  readonly id: string;
}

/** Each actor's mind at this turn, folded from the log. */
export function Minds({
  chronicle,
  looked,
  base,
  names,
}: {
  chronicle: Chronicle | null;
  looked: Looked;
  base: wire.Shown;
  names: Names;
}) {
  const { turn } = looked;
  const minds = useMemo(
    () => (chronicle && turn <= chronicle.head ? chronicle.at(turn).minds : null),
    [chronicle, turn],
  );
  const before = useMemo(
    () => (chronicle && turn > 0 && turn <= chronicle.head ? chronicle.at(turn - 1).minds : null),
    [chronicle, turn],
  );
  if (!minds) return <p className={style.soft}>{t("notCounted")}</p>;
  const keeps = base.actors.filter(({ id }) => minds[id] !== null && minds[id] !== undefined);
  if (keeps.length === 0) return <p className={style.soft}>{t("knowsNothing")}</p>;
  return (
    <div className={style.minds}>
      {keeps.map(({ id, name }) => (
        <Mind
          key={id}
          actor={id}
          name={name}
          mind={minds[id]}
          learned={before !== null && before[id] !== minds[id]}
          looked={looked}
          names={names}
        />
      ))}
    </div>
  );
}

function Mind({
  actor,
  name,
  mind,
  learned,
  looked,
  names,
}: {
  actor: string;
  name: string;
  mind: unknown;
  learned: boolean;
  looked: Looked;
  names: Names;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details data-learned={learned} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Own>{capital(name)}</Own>
        {learned && <small>{t("learned")}</small>}
      </summary>
      {open && !wire.onDisk() && <Memories actor={actor} looked={looked} />}
      <Tree value={mind} names={names} open={0} />
    </details>
  );
}

/** What an actor remembers that matters at this turn, and why each was chosen. */
function Memories({ actor, looked: { run, branch, turn, id } }: { actor: string; looked: Looked }) {
  const found = useAnswer(`${actor} ${id}`, () => wire.recall(run, { as: actor, branch, at: turn, k: 5 }));
  if (found.state === "asked") return <Working>{t("remembering")}</Working>;
  if (found.state === "failed") return <Notice kind="bad">{found.why}</Notice>;
  // A world in which nobody perceives has no memories to choose from.
  if (found.answer.length === 0) return <p className={style.soft}>{t("remembersNothing")}</p>;
  return (
    <section aria-label={t("remembers")}>
      <h4 className={style.soft}>{t("remembers")}</h4>
      <ol className={style.list}>
        {found.answer.map((memory) => (
          <li key={`${memory.id} ${memory.text}`}>
            <Own>{memory.text}</Own>
            <small className={style.cause}>
              {t("ofTurn", { turn: memory.turn })} · <Own>{memory.why.join("; ")}</Own>
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A thing is named, and the log says who knows of it and what made it as it is. */
export function AskOfThing({ looked, names }: { looked: Looked; names: Names }) {
  const [text, setText] = useState("");
  const [thing, setThing] = useState<string | null>(null);
  const list = useId();
  const known = useMemo(() => [...new Set(names.values())].sort(), [names]);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (typed !== "") setThing(typed);
  };
  return (
    <>
      <form className={style.ask} onSubmit={ask}>
        <label className={parts.field} htmlFor={`${list}-thing`}>
          {t("askOfThing")}
        </label>
        <input
          id={`${list}-thing`}
          className={parts.input}
          value={text}
          list={list}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <datalist id={list}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" className={parts.button}>
          {t("askLog")}
        </button>
      </form>
      {thing !== null && <OfThing key={thing} thing={thing} looked={looked} />}
    </>
  );
}

function OfThing({ thing, looked: { run, branch, turn, id } }: { thing: string; looked: Looked }) {
  const at = { branch, at: turn };
  const found = useAnswer(`${thing} ${id}`, () =>
    Promise.all([
      wire.knows(run, thing, at).catch(unless("no_minds")),
      wire.whySo(run, thing, at).catch(unless("unknown_thing")),
    ]),
  );
  if (found.state === "asked") return <Working>{t("readingLog")}</Working>;
  if (found.state === "failed")
    return (
      <Notice kind="bad">
        <Own>{found.why}</Own>
      </Notice>
    );
  const [known, because] = found.answer;
  const it = known?.thing ?? because?.thing;
  // Called so by nobody: neither answer found it, and the server says so once.
  if (!it) return <Notice kind="bad">{t("noSuchThing", { thing })}</Notice>;
  return (
    <div className={style.answer} aria-live="polite">
      <h4>
        <Own>{capital(it.name)}</Own>
      </h4>
      {known ? <Knowers {...known} /> : <p className={style.soft}>{t("everybodyKnows")}</p>}
      {because && (
        <>
          <h4>{t("whySo")}</h4>
          <ol className={style.list}>
            {because.settings.map(({ id, words }) => (
              <li key={`${id} ${words}`}>
                <Own>{words}</Own>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function Knowers({ knowers, others }: wire.Knowledge) {
  if (knowers.length === 0) return <p className={style.soft}>{t("nobodyKnows")}</p>;
  return (
    <>
      <ul className={style.list}>
        {knowers.map(({ actor, name, ways }) => (
          <li key={actor}>
            <b translate="no">{capital(name)}</b>
            {ways.map(({ id, turn, words }) => (
              <span key={`${id} ${words}`} className={style.way}>
                {t("ofTurn", { turn })}: <Own>{words}</Own>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className={style.soft}>{t("knowNotOf", { who: others.map(({ name }) => name).join(", ") })}</p>
      )}
    </>
  );
}

/** A world may keep no minds, and what is no entity (a fact, a topic) was not set by anything. */
const unless =
  (code: string) =>
  (error: unknown): null => {
    if (error instanceof wire.Problem && error.code === code) return null;
    throw error;
  };

type AskState<T> =
  | { readonly state: "asked" }
  | { readonly state: "failed"; readonly why: string }
  | { readonly state: "there"; readonly answer: T };

/** What the server says to a question; asked again when `about` is another. */
function useAnswer<T>(about: string, ask: () => Promise<T>): AskState<T> {
  const [found, setFound] = useState<{ about: string; answer: AskState<T> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is what `about` says
  useEffect(() => {
    let stale = false;
    const tell = (answer: AskState<T>) => !stale && setFound({ about, answer });
    ask().then(
      (answer) => tell({ state: "there", answer }),
      (error) => tell({ state: "failed", why: wire.messageOf(error) }),
    );
    return () => {
      stale = true;
    };
  }, [about]);
  return found?.about === about ? found.answer : { state: "asked" };
}
