// The first page: worlds to start with one click, and runs to go on with.
import { type ChangeEvent, useCallback, useEffect, useState } from "react";
import { goTo } from "./address.ts";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Brand, Notice, Working } from "./parts/parts.tsx";
import { ago, outcomeInWords } from "./say.ts";
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
  const importFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) void doing("import", () => importRun(file));
    event.target.value = "";
  };

  return (
    <div className={style.page}>
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
            </section>
            <section aria-labelledby="runs">
              <h2 id="runs">Go on</h2>
              {shelf.runs.length === 0 ? (
                <p className={style.empty}>
                  Nothing has been started here yet. What you begin above will wait for you here.
                </p>
              ) : (
                <ul className={style.runs}>
                  {shelf.runs.toReversed().map((run) => (
                    <RunRow key={run.run} run={run} worlds={shelf.worlds} />
                  ))}
                </ul>
              )}
              <label className={style.import}>
                <input type="file" accept=".ndjson,.jsonl,application/x-ndjson" onChange={importFile} />
                <span>{busy === "import" ? "Taking it in…" : "Bring in a run from a file"}</span>
              </label>
            </section>
          </>
        )}
      </main>
    </div>
  );
}

function RunRow({ run, worlds }: { run: RunCard; worlds: readonly WorldCard[] }) {
  const title = worlds.find(({ name }) => name === run.world)?.title ?? run.world;
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
        <span className={style.runTitle}>{title}</span>
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

/** A small drawing for each kind of world; the orrery itself for any other. */
function Emblem({ world }: { world: string }) {
  const kind = world.split("/")[0];
  return (
    <svg
      className={style.emblem}
      viewBox="0 0 96 60"
      fill="none"
      strokeWidth="1.6"
      stroke="currentColor"
      aria-hidden="true"
    >
      {kind === "tictactoe" ? (
        <>
          <path d="M39 8v44M57 8v44M26 21h44M26 39h44" opacity=".6" />
          <path d="M43 25l10 10M53 25l-10 10" strokeWidth="2.4" />
          <circle cx="65" cy="13" r="4.6" strokeWidth="2.4" className={style.blue} />
          <path d="M27 42l9 9M36 42l-9 9" strokeWidth="2.4" />
        </>
      ) : kind === "house" ? (
        <>
          <path d="M22 30 48 10l26 20" />
          <path d="M28 26v26h40V26" opacity=".8" />
          <path d="M42 52V36h12v16" strokeWidth="2.2" />
          <path d="M61 17v-7h5v11" opacity=".8" />
          <circle cx="51" cy="44.5" r="1.1" fill="currentColor" stroke="none" />
          <path d="M59 33h5v6h-5zM32 33h5v6h-5z" className={style.blue} />
          <path d="M10 52h76" opacity=".5" />
        </>
      ) : (
        <>
          <circle cx="48" cy="30" r="24" opacity=".5" />
          <circle cx="48" cy="30" r="13" opacity=".8" />
          <circle cx="48" cy="30" r="4" fill="currentColor" stroke="none" />
          <circle cx="67" cy="15.4" r="3.4" className={style.blue} />
        </>
      )}
    </svg>
  );
}
