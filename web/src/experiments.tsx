// Experiments: a list and a place to begin one; and one of them as small multiples, each measure by round with a band for every arm, beside the effects with their intervals.
import { type FormEvent, useEffect, useState } from "react";
import { experimentsPath, goPage } from "./address.ts";
import own from "./experiments.module.css";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Masthead, Notice, Title, To, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { Panel } from "./small-multiples.tsx";
import * as wire from "./wire.ts";
import { n, t } from "./words.ts";

/** What the field begins with: it runs as it stands. */
const EXAMPLE = `title: Who believes a rumour?
world: story
config: {people: 30, rounds: 24}
agents: "*=bot:resident"
seeds: 20
arms:
  - name: none
  - name: rumour
    do:
      - after: 6
        action: {type: rumour, metadata: {text: The harbour is to be sold., topic: harbour, stance: 0, some: {count: 3, by: followers}}}
measures: [mean.harbour, variance.harbour, anger, posts]
`;

interface PageProps {
  readonly onProblem: (error: unknown) => void;
}

export function Experiments({
  experiment,
  plan,
  onProblem,
}: PageProps & { experiment: string | null; plan: string | null }) {
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown) => {
    onProblem(error);
    setProblem(wire.messageOf(error));
  };
  useEffect(() => {
    document.title = t("titleOf", { page: t("experiments") });
  }, []);
  return (
    <div className={`${style.page} ${own.page}`}>
      <Masthead here={experimentsPath()} />
      <main className={style.main}>
        {problem && (
          <Notice kind="bad">
            <Own>{problem}</Own>
          </Notice>
        )}
        {experiment === null ? (
          <All key={plan} plan={plan} fail={fail} clear={() => setProblem(null)} />
        ) : (
          <One key={experiment} id={experiment} fail={fail} />
        )}
      </main>
    </div>
  );
}

function All({ plan, fail, clear }: { plan: string | null; fail: (error: unknown) => void; clear: () => void }) {
  const [cards, setCards] = useState<readonly wire.ExperimentCard[] | null>(null);
  const [text, setText] = useState(plan ?? EXAMPLE);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once when the page is opened
  useEffect(() => {
    wire.experiments().then(setCards, fail);
  }, []);
  const run = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    clear();
    wire
      .startExperiment(text)
      .then(({ id }) => goPage(experimentsPath(id)), fail)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <section className={style.head}>
        <Title>{t("experiments")}</Title>
        <p>{t("experimentsText")}</p>
      </section>
      {cards && cards.length > 0 && (
        <ul className={own.cards}>
          {cards.toReversed().map(({ id, title, arms, seeds, state }) => (
            <li key={id}>
              <To path={experimentsPath(id)} className={own.card}>
                <b translate="no">{title}</b>
                <span translate="no">{arms.join(" · ")}</span>
                <small>
                  {n("seeds", seeds)}
                  {state === "playing" && ` · ${t("experimentPlaying")}`}
                </small>
              </To>
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="new-experiment">
        <h2 id="new-experiment">{t("experimentNew")}</h2>
        <form className={own.form} onSubmit={run}>
          <label className={parts.field}>
            {t("experimentPlan")}
            <textarea
              className={own.plan}
              rows={16}
              value={text}
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <div className={parts.row}>
            <button type="submit" className={parts.primary} aria-disabled={busy}>
              {t("experimentRun")}
            </button>
          </div>
        </form>
      </section>
    </>
  );
}

const LOOK_MS = 1500;

function One({ id, fail }: { id: string; fail: (error: unknown) => void }) {
  const [card, setCard] = useState<wire.ExperimentCard | null>(null);
  const [results, setResults] = useState<wire.ExperimentResults | null>(null);
  const [shows, setShows] = useState<"differences" | "arms">("differences");
  const done = card?.done ?? null;
  const playing = card?.state === "playing";
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again for as long as it is being played
  useEffect(() => {
    let stale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () =>
      wire.experiment(id).then((now) => {
        if (stale) return;
        setCard(now);
        if (now.state === "playing") timer = setTimeout(look, LOOK_MS);
      }, fail);
    void look();
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [id, playing]);
  // Read when it is opened and when it stops; in between whenever a tenth of the seeds more is done.
  const step = card ? Math.floor(((done ?? card.seeds) / card.seeds) * 10) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these say that there is more to read
  useEffect(() => {
    if (step === null) return;
    let stale = false;
    wire.experimentResults(id).then((now) => !stale && setResults(now), fail);
    return () => {
      stale = true;
    };
  }, [id, step, playing]);
  if (!card) return <Working>{t("lookingAround")}</Working>;
  const { title, arms, seeds, why } = card;
  const seen = Math.max(done ?? 0, results?.seeds ?? 0);
  const act = (what: Promise<wire.ExperimentCard>) => void what.then(setCard, fail);
  return (
    <>
      <section className={style.head}>
        <Title translate="no">{title}</Title>
        <p>{t("experimentAgainst", { arms: arms.slice(1).join(", "), control: arms[0] ?? "" })}</p>
        <div className={own.state}>
          <progress aria-label={t("experimentSeeds", { done: seen, all: seeds })} max={seeds} value={seen} />
          <span role="status">{t("experimentSeeds", { done: seen, all: seeds })}</span>
          {playing ? (
            <button type="button" className={parts.button} onClick={() => act(wire.stopExperiment(id))}>
              {t("experimentStop")}
            </button>
          ) : (
            results !== null &&
            results.seeds < seeds && (
              <button type="button" className={parts.primary} onClick={() => act(wire.goOnWithExperiment(id))}>
                {t("experimentGoOn")}
              </button>
            )
          )}
        </div>
        {why !== null && (
          <Notice kind="bad">
            <Own>{why}</Own>
          </Notice>
        )}
      </section>
      {!results && <Working>{t("experimentReading")}</Working>}
      {results?.seeds === 0 && <p className={style.empty}>{t("experimentNothingYet")}</p>}
      {results && results.seeds > 0 && (
        <>
          <section aria-labelledby="multiples">
            <h2 id="multiples">{t("experimentByRound")}</h2>
            <fieldset className={own.shows}>
              <legend className="unseen">{t("experimentByRound")}</legend>
              {(["differences", "arms"] as const).map((one) => (
                <button key={one} type="button" aria-pressed={one === shows} onClick={() => setShows(one)}>
                  {one === "arms" ? t("experimentArms") : t("experimentDifferences", { control: arms[0] ?? "" })}
                </button>
              ))}
            </fieldset>
            <ul className={own.legend}>
              {arms.map((arm, i) =>
                shows === "differences" && i === 0 ? null : (
                  <li key={arm} data-arm={i} translate="no">
                    {arm}
                  </li>
                ),
              )}
            </ul>
            <p className={style.empty}>{n("experimentBand", results.seeds)}</p>
            <div className={own.multiples}>
              {results.series.map((series) => (
                <Panel
                  key={series.measure}
                  series={series}
                  shows={shows}
                  deeds={card.deeds}
                  effects={results.effects.filter(({ measure }) => measure === series.measure)}
                />
              ))}
            </div>
          </section>
          <Effects results={results} />
          <Trials results={results} />
        </>
      )}
    </>
  );
}

function Effects({ results: { effects, control } }: { results: wire.ExperimentResults }) {
  return (
    <section aria-labelledby="effects">
      <h2 id="effects">{t("experimentEffects")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div className={own.scroll} tabIndex={0}>
        <table className={own.table}>
          <thead>
            <tr>
              {(["experimentArm", "experimentMeasure"] as const).map((word) => (
                <th key={word} scope="col">
                  {t(word)}
                </th>
              ))}
              <th scope="col" translate="no">
                {control}
              </th>
              {(["experimentDifference", "experimentInterval", "experimentP", "experimentNeeded"] as const).map(
                (word) => (
                  <th key={word} scope="col">
                    {t(word)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {effects.map((effect) => (
              <tr key={`${effect.arm} ${effect.measure}`}>
                <th scope="row" translate="no">
                  {effect.arm}
                </th>
                <td translate="no">{effect.measure}</td>
                <td>{figure(effect.control)}</td>
                <td>{withSign(effect.difference)}</td>
                <td>{effect.byT ? `${withSign(effect.byT.low)} … ${withSign(effect.byT.high)}` : "–"}</td>
                <td>{effect.holm === null ? "–" : effect.holm < 0.001 ? "< 0.001" : effect.holm.toFixed(3)}</td>
                <td>
                  {effect.seedsNeeded === null
                    ? "–"
                    : t("experimentNeededFor", { n: effect.seedsNeeded, width: figure(effect.halfWidth) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Every seed as the runs that it was played in. */
function Trials({ results: { trials } }: { results: wire.ExperimentResults }) {
  const seeds = [...new Set(trials.map(({ seed }) => seed))];
  return (
    <details>
      <summary>{t("experimentTrials")}</summary>
      <ul className={own.trials}>
        {seeds.map((seed) => (
          <li key={seed}>
            <span translate="no">{seed}</span>
            {trials
              .filter((trial) => trial.seed === seed)
              .map(({ arm, run, branch }) => (
                <To
                  key={arm}
                  path={`/runs/${encodeURIComponent(run)}${branch === "main" ? "" : `?branch=${encodeURIComponent(branch)}`}`}
                >
                  <span translate="no">{arm}</span>
                </To>
              ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

const figure = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));
const withSign = (value: number): string => `${value < 0 ? "−" : "+"}${figure(Math.abs(value))}`;
