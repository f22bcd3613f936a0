// The first page: worlds to start with one click, and runs to go on with.
import { useCallback, useEffect, useRef, useState } from "react";
import { COSTS, goWrite, HOME, worldsPath } from "./address.ts";
import { Cover } from "./cover.tsx";
import style from "./home.module.css";
import { lookOf, type WorldLook } from "./look/look.ts";
import { themeOf } from "./look/palette.ts";
import parts from "./parts/parts.module.css";
import { Masthead, Notice, Title, To, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { WATCH_SPEED } from "./run/use-player.ts";
import { ago } from "./say.ts";
import { handOver, withMarks } from "./shelf.ts";
import { begin, StartAsk } from "./start.tsx";
import { TakeIn, useTakingIn } from "./take-in.tsx";
import { Thumb } from "./thumb.tsx";
import {
  messageOf,
  type Reel,
  type RunCard,
  reel as readReel,
  runs,
  shelve as shelveRun,
  type WorldCard,
  type WorldRules,
  worlds,
} from "./wire.ts";
import { n, t, type Word } from "./words.ts";

type ReelPlayer = NonNullable<WorldLook["Reel"]>;

type Shelve = (...change: Parameters<typeof shelveRun>) => Promise<void>;
interface Had {
  readonly worlds: readonly WorldCard[];
  readonly runs: readonly RunCard[];
}

export function Home({ onProblem }: { onProblem: (error: unknown) => void }) {
  const [shelf, setShelf] = useState<Had | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const told = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [asking, setAsking] = useState<WorldRules | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener for problems does not change what is loaded
  const load = useCallback(async () => {
    setProblem(null);
    try {
      const [one, other] = await Promise.all([worlds(), runs()]);
      setShelf({ worlds: one, runs: other });
      const all = await handOver(other);
      if (all !== other) setShelf({ worlds: one, runs: all });
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
  const shelve: Shelve = async (run, change) => {
    setProblem(null);
    try {
      const marks = await shelveRun(run, change);
      setShelf(
        (had) => had && { ...had, runs: had.runs.map((one) => (one.run === run ? withMarks(one, marks) : one)) },
      );
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const taking = useTakingIn(setProblem);
  const reel = useReel(shelf?.runs ?? null);

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
      <div className={style.night}>
        <Masthead here={HOME} />
        <section className={style.hero}>
          <div className={style.pitch}>
            <Title>{t("heroTitle")}</Title>
            <p>{t("heroText")}</p>
            {shelf && (
              <div className={parts.row}>
                {reel && (
                  <To
                    className={style.go}
                    path={`/runs/${encodeURIComponent(reel.run)}?at=${reel.reel.frames[0]!.turn}&as=*&play=${WATCH_SPEED}`}
                  >
                    {t("heroWatch")}
                  </To>
                )}
                {shelf.worlds.some(({ name }) => name === FIRST) && (
                  <button
                    type="button"
                    className={reel ? style.other : style.go}
                    aria-disabled={busy !== null}
                    onClick={() => start(FIRST)}
                  >
                    {t("heroStart")}
                  </button>
                )}
              </div>
            )}
          </div>
          <div className={style.alive}>{reel && <reel.Reel reel={reel.reel} />}</div>
        </section>
      </div>
      <main className={style.main}>
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
              {shelf.runs.length === 0 ? (
                <p className={style.empty}>{t("noRuns")}</p>
              ) : (
                <Runs runs={shelf.runs} shelve={shelve} />
              )}
              <TakeIn taking={taking} />
              <To path={COSTS} className={parts.quiet}>
                {t("costs")}
              </To>
            </section>
          </>
        )}
      </main>
      {asking && <StartAsk rules={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

/** The world that a newcomer walks into first. */
const FIRST = "house/cottage";

/** The newest ended run that can be watched here, asked for once all else has been painted; null until then, and where there is none. */
function useReel(runs: readonly RunCard[] | null) {
  const [found, setFound] = useState<{ readonly run: string; readonly reel: Reel; readonly Reel: ReelPlayer } | null>(
    null,
  );
  const run = runs?.findLast(
    ({ world, outcome, glance }) => outcome !== null && glance !== null && lookOf(world.split("/")[0]!)?.Reel,
  );
  const id = run?.run;
  const Reel = run && lookOf(run.world.split("/")[0]!)?.Reel;
  useEffect(() => {
    if (id === undefined || !Reel) return;
    let stale = false;
    // The first page is whole without it.
    readReel(id).then(
      (reel) => !stale && reel && reel.frames.length > 0 && setFound({ run: id, reel, Reel }),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [id, Reel]);
  return found;
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
    <li className={style.world} style={themeOf(name)}>
      <Cover world={name} />
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

function RunTile({ run, shelve }: { run: RunCard; shelve: Shelve }) {
  const { ending, name, away } = run;
  const [naming, setNaming] = useState(false);
  const where = run.glance === null ? "" : (lookOf(run.world.split("/")[0]!)?.where?.(run.glance) ?? "");
  const facts = [
    ...(name === undefined ? [] : [<Own key="title">{run.title}</Own>]),
    ...(where === "" ? [] : [<Own key="where">{where}</Own>]),
    n("turns", run.turns),
    ...(run.branches.length > 1 ? [n("branches", run.branches.length)] : []),
    t("begun", { ago: ago(run.createdAt) }),
  ];
  const called = name ?? run.title;
  return (
    <li className={style.run}>
      <Thumb run={run} />
      {naming ? (
        <form
          className={style.naming}
          onSubmit={(event) => {
            event.preventDefault();
            // As it is called already: nothing is to be kept.
            const wish = String(new FormData(event.currentTarget).get("name")).trim();
            if (wish !== called) void shelve(run.run, { name: wish });
            setNaming(false);
          }}
        >
          <input
            // biome-ignore lint/a11y/noAutofocus: it stands where the button was that opened it
            autoFocus
            name="name"
            className={parts.input}
            aria-label={t("runName")}
            maxLength={80}
            defaultValue={called}
            onKeyDown={(event) => event.key === "Escape" && setNaming(false)}
          />
          <button type="submit" className={parts.button}>
            {t("runNameKeep")}
          </button>
        </form>
      ) : (
        <To className={style.runLink} path={`/runs/${encodeURIComponent(run.run)}`}>
          <span className={style.runTitle}>
            <Own>{called}</Own>
            {run.example && <em>{t("example")}</em>}
          </span>
          <span className={style.runState} data-ended={ending !== null}>
            {run.missing !== undefined ? (
              <Own>{run.missing}</Own>
            ) : ending === null ? (
              t("underWay")
            ) : (
              <Own>{ending}</Own>
            )}
          </span>
          <span className={style.runFacts}>{facts.flatMap((fact, i) => (i === 0 ? [fact] : [" · ", fact]))}</span>
        </To>
      )}
      <span className={style.runDeeds}>
        <button type="button" className={parts.quiet} onClick={() => setNaming(!naming)}>
          {t("runRename")}
          <span className="unseen" translate="no">
            {" "}
            {called}
          </span>
        </button>
        <button type="button" className={parts.quiet} onClick={() => shelve(run.run, { away: !away })}>
          {t(away ? "runBack" : "runAway")}
          <span className="unseen" translate="no">
            {" "}
            {called}
          </span>
        </button>
        {away && (
          <button type="button" className={parts.quiet} onClick={() => shelve(run.run, { gone: true })}>
            {t("runGone")}
            <span className="unseen" translate="no">
              {" "}
              {called}
            </span>
          </button>
        )}
      </span>
    </li>
  );
}

/** A run that an experiment or a league has made: there may be hundreds, and their own pages lead to them. */
function isTrial({ run }: RunCard): boolean {
  return /^(x[0-9a-f]{10}-\d+|g[0-9a-z]{15})$/.test(run);
}
const STATES: readonly (readonly [word: Word, of: (run: RunCard) => boolean])[] = [
  ["all", () => true],
  ["statesUnderWay", ({ outcome }) => outcome === null],
  ["statesEnded", ({ outcome }) => outcome !== null],
  ["statesExamples", ({ example }) => example === true],
  ["statesTrials", isTrial],
  ["statesAway", () => true],
];
const AWAY = STATES.findIndex(([word]) => word === "statesAway");
const TRIALS = STATES.findIndex(([word]) => word === "statesTrials");

/** Every run, newest first, of those that are looked for. */
function Runs({ runs, shelve }: { runs: readonly RunCard[]; shelve: Shelve }) {
  const [state, setState] = useState(0);
  const [words, setWords] = useState("");
  const [many, setMany] = useState(TILES);
  const wanted = words.trim().toLowerCase();
  const [undo, setUndo] = useState<string | null>(null);
  const shelveHere: Shelve = async (run, change) => {
    await shelve(run, change);
    // What has just been put away or taken out can be had back where it was.
    if (change.away || change.gone) setUndo(run);
  };
  const last = runs.find(({ run }) => run === undo);
  const kept = runs.filter(({ gone }) => !gone);
  const states = STATES.map(([word], i) => ({ word, i })).filter(
    ({ i }) => (i !== TRIALS || kept.some(isTrial)) && (i !== AWAY || kept.some(({ away }) => away)),
  );
  const found = kept
    .toReversed()
    .filter((run) => isTrial(run) === (state === TRIALS) && (run.away === true) === (state === AWAY))
    .filter(STATES[state]![1])
    .filter((run) => `${run.name ?? ""} ${run.title} ${run.world} ${run.run}`.toLowerCase().includes(wanted));
  return (
    <>
      <div className={style.filters}>
        <fieldset>
          <legend className="unseen">{t("whichRuns")}</legend>
          {states.map(({ word, i }) => (
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
      {last && (last.gone ?? last.away) && (
        <p className={style.undo} role="status">
          {t(last.gone ? "runIsGone" : "runIsAway")}{" "}
          <button
            type="button"
            className={parts.quiet}
            onClick={() => shelve(last.run, last.gone ? { gone: false } : { away: false })}
          >
            {t("runAwayUndo")}
          </button>
        </p>
      )}
      {found.length === 0 && <p className={style.empty}>{t("noSuchRuns")}</p>}
      <ul className={style.runs}>
        {found.slice(0, many).map((run) => (
          <RunTile key={run.run} run={run} shelve={shelveHere} />
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
/** Not all of a thousand are shown at once. */
const TILES = 24;
