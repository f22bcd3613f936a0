// The first page: worlds to start with one click, and runs to go on with.
import { type ChangeEvent, type DragEvent, useCallback, useEffect, useState } from "react";
import { goTo, goWrite } from "./address.ts";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Brand, Notice, Working } from "./parts/parts.tsx";
import { ago, capital, outcomeInWords } from "./say.ts";
import { Emblem, Thumb } from "./thumb.tsx";
import { importRun, messageOf, type RunCard, runs, startRun, type WorldCard, worlds } from "./wire.ts";

interface Shelf {
  readonly worlds: readonly WorldCard[];
  readonly runs: readonly RunCard[];
}
const NO_NAMES = new Map<string, string>();

export function Home({ onProblem }: { onProblem: (error: unknown) => void }) {
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever listens to problems does not change what is loaded
  const load = useCallback(async () => {
    setProblem(null);
    try {
      const [one, other] = await Promise.all([worlds(), runs()]);
      setShelf({ worlds: one, runs: other });
    } catch (error) {
      onProblem(error);
      setProblem(messageOf(error));
    }
  }, []);
  useEffect(() => {
    document.title = "Orrery";
    void load();
  }, [load]);

  const doing = async (what: string, work: () => Promise<{ id: string }>) => {
    setBusy(what);
    setProblem(null);
    try {
      goTo((await work()).id);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void doing("import", () => importRun(file));
  };
  const importFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) void doing("import", () => importRun(file));
    event.target.value = "";
  };

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
      onDrop={drop}
    >
      <header className={style.top}>
        <Brand />
      </header>
      <main className={style.main}>
        <section className={style.hero}>
          <h1>Every world remembers.</h1>
          <p>
            Say what you do in plain words. The rules decide what is true, every turn is kept, and you can go back to
            any of them and try it another way.
          </p>
        </section>
        {problem && (
          <Notice kind="bad">
            {problem}{" "}
            {!shelf && (
              <button type="button" className={parts.quiet} onClick={load}>
                Try again
              </button>
            )}
          </Notice>
        )}
        {!shelf && !problem && <Working>Looking at what there is…</Working>}
        {shelf && (
          <>
            <section aria-labelledby="worlds">
              <h2 id="worlds">Begin something</h2>
              <ul className={style.worlds}>
                {shelf.worlds.map(({ name, title, summary }) => (
                  <li key={name} className={style.world}>
                    <Emblem world={name} />
                    <h3>{title}</h3>
                    <p>{summary}</p>
                    <button
                      type="button"
                      className={parts.primary}
                      disabled={busy !== null}
                      onClick={() => doing(name, () => startRun(name))}
                    >
                      {busy === name ? "Starting…" : "Start"}
                      <span className="unseen"> {title}</span>
                    </button>
                  </li>
                ))}
              </ul>
              <button type="button" className={style.link} onClick={() => goWrite(null)}>
                Write a world of your own
              </button>
            </section>
            <section aria-labelledby="runs">
              <h2 id="runs">Go on</h2>
              {shelf.runs.length === 0 ? (
                <p className={style.empty}>
                  Nothing has been started here yet. What you begin above will wait for you here.
                </p>
              ) : (
                <Runs shelf={shelf} />
              )}
              <label className={style.import}>
                <input type="file" accept=".ndjson,.jsonl,application/x-ndjson" onChange={importFile} />
                <span>{busy === "import" ? "Taking it in…" : "Bring in a run from a file, or drop it here"}</span>
              </label>
            </section>
          </>
        )}
      </main>
    </div>
  );
}

function RunTile({ run, worlds }: { run: RunCard; worlds: readonly WorldCard[] }) {
  const title = titleOf(run, worlds);
  const ended = outcomeInWords(run.outcome, NO_NAMES);
  const branches = run.branches.length;
  return (
    <li>
      <a
        className={style.run}
        href={`/runs/${encodeURIComponent(run.run)}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          goTo(run.run);
        }}
      >
        <Thumb run={run} />
        <span className={style.runTitle}>
          {title}
          {run.example && <em>example</em>}
        </span>
        <span className={style.runState} data-ended={ended !== null}>
          {ended ?? "under way"}
        </span>
        <span className={style.runFacts}>
          {run.turns === 1 ? "1 turn" : `${run.turns} turns`}
          {branches > 1 && ` · ${branches} branches`} · begun {ago(run.createdAt)}
        </span>
      </a>
    </li>
  );
}

const titleOf = ({ world }: RunCard, worlds: readonly WorldCard[]): string =>
  worlds.find(({ name }) => name === world)?.title ?? world;

const STATES = {
  all: () => true,
  "under way": ({ outcome }: RunCard) => outcome === null,
  ended: ({ outcome }: RunCard) => outcome !== null,
  examples: ({ example }: RunCard) => example === true,
} as const;

/** Every run, newest first, of those that are looked for. */
function Runs({ shelf }: { shelf: Shelf }) {
  const [state, setState] = useState<keyof typeof STATES>("all");
  const [words, setWords] = useState("");
  const [many, setMany] = useState(TILES);
  const wanted = words.trim().toLowerCase();
  const found = shelf.runs
    .toReversed()
    .filter(STATES[state])
    .filter((run) => `${titleOf(run, shelf.worlds)} ${run.world} ${run.run}`.toLowerCase().includes(wanted));
  return (
    <>
      <div className={style.filters}>
        <fieldset>
          <legend className="unseen">Which runs</legend>
          {(Object.keys(STATES) as (keyof typeof STATES)[]).map((one) => (
            <button key={one} type="button" aria-pressed={one === state} onClick={() => setState(one)}>
              {capital(one)}
            </button>
          ))}
        </fieldset>
        <input
          type="search"
          className={parts.input}
          aria-label="Find a run"
          placeholder="Find a run"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <p className="unseen" role="status">
        {found.length === 1 ? "1 run" : `${found.length} runs`}
      </p>
      {found.length === 0 && <p className={style.empty}>No run is like that.</p>}
      <ul className={style.runs}>
        {found.slice(0, many).map((run) => (
          <RunTile key={run.run} run={run} worlds={shelf.worlds} />
        ))}
      </ul>
      {found.length > many && (
        <button type="button" className={parts.button} onClick={() => setMany(many + TILES)}>
          Show more
        </button>
      )}
    </>
  );
}
/** Each is looked at, so not all of a thousand are shown at once. */
const TILES = 24;
