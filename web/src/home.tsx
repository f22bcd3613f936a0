// The first page: worlds to start with one click, and runs to go on with.
import { useCallback, useEffect, useRef, useState } from "react";
import { goWrite, HOME, worldsPath } from "./address.ts";
import { Emblem } from "./emblem.tsx";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Masthead, Notice, Title, To, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { ago } from "./say.ts";
import { begin, StartAsk } from "./start.tsx";
import { TakeIn, useTakingIn } from "./take-in.tsx";
import { Thumb } from "./thumb.tsx";
import {
  leagues as listLeagues,
  messageOf,
  type RunCard,
  runs,
  type WorldCard,
  type WorldRules,
  worlds,
} from "./wire.ts";
import { n, t, type Word } from "./words.ts";

interface Shelf {
  readonly worlds: readonly WorldCard[];
  readonly runs: readonly RunCard[];
}

export function Home({ onProblem }: { onProblem: (error: unknown) => void }) {
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const told = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [leagues, setLeagues] = useState(false);
  const [asking, setAsking] = useState<WorldRules | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever listens to problems does not change what is loaded
  const load = useCallback(async () => {
    setProblem(null);
    try {
      const [one, other] = await Promise.all([worlds(), runs()]);
      setShelf({ worlds: one, runs: other });
      const played = await listLeagues();
      setLeagues(played.length > 0);
    } catch (error) {
      onProblem(error);
      setProblem(messageOf(error));
    }
  }, []);
  useEffect(() => {
    document.title = "Orrery";
    void load();
  }, [load]);

  // What went wrong may have been begun at the page's other end.
  useEffect(() => {
    if (problem !== null) told.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);

  const start = async (world: string) => {
    if (busy !== null) return;
    setBusy(world);
    setProblem(null);
    try {
      setAsking(await begin(world));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const taking = useTakingIn(setProblem);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped anywhere; the button below does the same
    <div
      className={style.page}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={(event) => {
        setOver(false);
        taking.drop(event);
      }}
    >
      <Masthead here={HOME} leagues={leagues} />
      <main className={style.main}>
        <section className={style.hero}>
          <Title>{t("heroTitle")}</Title>
          <p>{t("heroText")}</p>
        </section>
        {problem && (
          <div ref={told}>
            <Notice kind="bad">
              <Own>{problem}</Own>{" "}
              {!shelf && (
                <button type="button" className={parts.quiet} onClick={load}>
                  {t("tryAgain")}
                </button>
              )}
            </Notice>
          </div>
        )}
        {!shelf && !problem && <Working>{t("lookingAround")}</Working>}
        {shelf && (
          <>
            <section aria-labelledby="worlds">
              <h2 id="worlds">{t("begin")}</h2>
              <ul className={style.worlds}>
                {shelf.worlds.map((world) => (
                  <WorldTile key={world.name} world={world} busy={busy} start={() => start(world.name)} />
                ))}
                <li className={`${style.world} ${style.own}`}>
                  <svg
                    className={style.emblem}
                    viewBox="0 0 96 60"
                    aria-hidden="true"
                    fill="none"
                    stroke="currentColor"
                  >
                    <path d="M30 8h28l10 10v36H30z" strokeWidth="1.6" opacity=".6" strokeDasharray="3 3" />
                    <path d="M49 24v18M40 33h18" strokeWidth="2.4" />
                  </svg>
                  <h3>{t("writeYours")}</h3>
                  <p>{t("writeYoursText")}</p>
                  <button type="button" className={parts.button} onClick={() => goWrite(null)}>
                    {t("writeWorld")}
                  </button>
                </li>
              </ul>
            </section>
            <section aria-labelledby="runs">
              <h2 id="runs">{t("goOn")}</h2>
              {shelf.runs.length === 0 ? <p className={style.empty}>{t("noRuns")}</p> : <Runs shelf={shelf} />}
              <TakeIn taking={taking} />
            </section>
          </>
        )}
      </main>
      {asking && <StartAsk rules={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

function WorldTile({
  world: { name, title, summary },
  busy,
  start,
}: {
  world: WorldCard;
  busy: string | null;
  start: () => void;
}) {
  return (
    <li className={style.world}>
      <Emblem world={name} />
      <h3 translate="no">{title}</h3>
      <p translate="no">{summary}</p>
      <div className={style.starts}>
        <button type="button" className={parts.primary} aria-disabled={busy !== null} onClick={start}>
          {busy === name ? t("starting") : t("start")}
          <span className="unseen" translate="no">
            {" "}
            {title}
          </span>
        </button>
        <To path={worldsPath(name)} className={parts.quiet}>
          {t("rules")}
          <span className="unseen" translate="no">
            {" "}
            {title}
          </span>
        </To>
      </div>
    </li>
  );
}

function RunTile({ run }: { run: RunCard }) {
  const { ending } = run;
  const facts = [
    n("turns", run.turns),
    ...(run.branches.length > 1 ? [n("branches", run.branches.length)] : []),
    t("begun", { ago: ago(run.createdAt) }),
  ];
  return (
    <li>
      <To className={style.run} path={`/runs/${encodeURIComponent(run.run)}`}>
        <Thumb run={run} />
        <span className={style.runTitle}>
          <Own>{run.title}</Own>
          {run.example && <em>{t("example")}</em>}
        </span>
        <span className={style.runState} data-ended={ending !== null}>
          {run.missing !== undefined ? <Own>{run.missing}</Own> : ending === null ? t("underWay") : <Own>{ending}</Own>}
        </span>
        <span className={style.runFacts}>{facts.join(" · ")}</span>
      </To>
    </li>
  );
}

/** A run that an experiment has made: there may be hundreds, and its own page leads to them. */
function isTrial({ run }: RunCard): boolean {
  return /^x[0-9a-f]{10}-\d+$/.test(run);
}
const STATES: readonly (readonly [word: Word, of: (run: RunCard) => boolean])[] = [
  ["all", () => true],
  ["statesUnderWay", ({ outcome }) => outcome === null],
  ["statesEnded", ({ outcome }) => outcome !== null],
  ["statesExamples", ({ example }) => example === true],
  ["statesTrials", isTrial],
];

/** Every run, newest first, of those that are looked for. */
function Runs({ shelf }: { shelf: Shelf }) {
  const [state, setState] = useState(0);
  const [words, setWords] = useState("");
  const [many, setMany] = useState(TILES);
  const wanted = words.trim().toLowerCase();
  const trials = STATES.findIndex(([word]) => word === "statesTrials");
  const states = shelf.runs.some(isTrial) ? STATES : STATES.filter((_, i) => i !== trials);
  const found = shelf.runs
    .toReversed()
    .filter((run) => isTrial(run) === (state === trials))
    .filter(STATES[state]![1])
    .filter((run) => `${run.title} ${run.world} ${run.run}`.toLowerCase().includes(wanted));
  return (
    <>
      <div className={style.filters}>
        <fieldset>
          <legend className="unseen">{t("whichRuns")}</legend>
          {states.map(([word], i) => (
            <button key={word} type="button" aria-pressed={i === state} onClick={() => setState(i)}>
              {t(word)}
            </button>
          ))}
        </fieldset>
        <input
          type="search"
          className={parts.input}
          aria-label={t("findRun")}
          placeholder={t("findRun")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <p className="unseen" role="status">
        {n("runs", found.length)}
      </p>
      {found.length === 0 && <p className={style.empty}>{t("noSuchRuns")}</p>}
      <ul className={style.runs}>
        {found.slice(0, many).map((run) => (
          <RunTile key={run.run} run={run} />
        ))}
      </ul>
      {found.length > many && (
        <button type="button" className={parts.button} onClick={() => setMany(many + TILES)}>
          {t("showMore")}
        </button>
      )}
    </>
  );
}
/** Each is looked at, so not all of a thousand are shown at once. */
const TILES = 24;
