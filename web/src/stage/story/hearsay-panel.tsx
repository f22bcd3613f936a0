// Who has heard one of the author's events and who believes it: three lines by round, and the people at the round that is shown.
import type { HearsayRound, StoryState } from "@orrery/worlds/story";
import { useState } from "react";
import { newExperimentPath } from "../../address.ts";
import parts from "../../parts/parts.module.css";
import { To, Working } from "../../parts/parts.tsx";
import type { StageProps, StageScene } from "../stage.ts";
import { stateIn } from "./author.ts";
import own from "./hearsay.module.css";
import { personOf } from "./people.tsx";
import { planOf, turnBefore } from "./rumour-plan.ts";
import style from "./story.module.css";
import { useHearsay } from "./use-hearsay.ts";
import { say } from "./words.ts";

const LINES = ["heard", "believe", "passedOn"] as const;
type Counted = (typeof LINES)[number];
const WIDTH = 300;
const HEIGHT = 110;
const LEFT = 26;
const BOTTOM = 18;

export function HearsayPanel({ scene }: StageProps) {
  const state = stateIn(scene);
  return scene && state ? <Hearsays scene={scene} state={state} /> : null;
}

function Hearsays({ scene, state }: { scene: StageScene; state: StoryState }) {
  const all = ((scene.stateAt?.(scene.head) as StoryState | null) ?? state).happenings.filter(
    ({ scope }) => scope === "truth",
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const news =
    all.find(({ id }) => id === chosen) ?? all.findLast(({ kind }) => kind === "rumour") ?? all.at(-1) ?? null;
  const read = useHearsay(scene, news);
  if (!news) return <p className={style.small}>{say("noHearsay")}</p>;
  const people = state.actors.length - 2;
  const shown = read?.rows.findLast(({ round }) => round <= state.round - 1) ?? null;
  return (
    <section className={own.hearsay} aria-label={say("rail_hearsay")}>
      <label className={style.chooser}>
        <small>{say("whichNews")}</small>
        <select value={news.id} onChange={(event) => setChosen(event.target.value)}>
          {all.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {read && <Chart rows={read.rows} people={people} now={shown?.round ?? null} />}
      <Try scene={scene} state={state} news={news} />
      {!read?.isWhole && <Working>{say("reading")}</Working>}
      {read && shown === null && read.isWhole && <p className={style.small}>{say("notYetHeard")}</p>}
      {read && shown && <People scene={scene} state={state} read={read} round={shown.round} />}
      <p className={style.small}>{say("hearsayMeans")}</p>
    </section>
  );
}

/** Leads to an experiment with the event and without it; nothing where this page plays nothing on. */
function Try({
  scene: { run, branch, lines, seat, disk },
  state,
  news,
}: {
  scene: StageScene;
  state: StoryState;
  news: StoryState["happenings"][number];
}) {
  const at = seat || disk || state.settings.mode !== "town" ? null : turnBefore(lines, news);
  if (at === null) return null;
  return (
    <To path={newExperimentPath(planOf({ run, branch, at }, news))} className={parts.button}>
      {say("tryInSeeds")}
    </To>
  );
}

function Chart({ rows, people, now }: { rows: readonly HearsayRound[]; people: number; now: number | null }) {
  const [first, last] = [rows[0]?.round ?? 0, rows.at(-1)?.round ?? 1];
  const x = (round: number) => LEFT + ((round - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 8);
  const y = (count: number) => 6 + (1 - count / Math.max(1, people)) * (HEIGHT - BOTTOM - 6);
  const kinds = LINES.filter((kind) => rows.some((row) => row[kind] !== null));
  const shown = rows.find(({ round }) => round === now);
  return (
    <figure className={own.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={say("hearsayChart", { first, last })}>
        {[0, people].map((count) => (
          <g key={count}>
            <path className={own.rule} d={`M${LEFT} ${y(count)}H${WIDTH - 8}`} />
            <text x={LEFT - 5} y={y(count) + 4} textAnchor="end">
              {count}
            </text>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 3}>
          {say("roundNow", { round: first })}
        </text>
        {last > first && (
          <text x={WIDTH - 8} y={HEIGHT - 3} textAnchor="end">
            {last}
          </text>
        )}
        {kinds.map((kind) => (
          <path
            key={kind}
            className={own.line}
            data-kind={kind}
            d={rows
              .map((row, i) => `${i === 0 ? "M" : "L"}${x(row.round).toFixed(1)} ${y(row[kind] ?? 0).toFixed(1)}`)
              .join("")}
          />
        ))}
        {shown && <path className={own.now} d={`M${x(shown.round)} 4V${HEIGHT - BOTTOM}`} />}
      </svg>
      <ul className={own.legend}>
        {kinds.map((kind) => (
          <li key={kind} data-kind={kind}>
            {say(WORDS[kind])} <output>{shown?.[kind] ?? 0}</output>
          </li>
        ))}
      </ul>
    </figure>
  );
}
const WORDS = { heard: "hasHeard", believe: "believesIt", passedOn: "passedItOn" } as const satisfies Record<
  Counted,
  string
>;

/** Those who had heard by the end of a round, in the order in which they did; of those, who believes it comes first. */
function People({
  scene,
  state,
  read: { hearsay },
  round,
}: {
  scene: StageScene;
  state: StoryState;
  read: NonNullable<ReturnType<typeof useHearsay>>;
  round: number;
}) {
  const heard = hearsay.hearers.filter((one) => one.round <= round);
  const { true: believers = [], false: others = [] } = Object.groupBy(heard, ({ who }) =>
    hearsay.believes(state, who) ? "true" : "false",
  );
  const hearers = [...believers, ...others];
  return (
    <ol className={style.log} aria-label={say("hasHeard")}>
      {hearers.slice(0, SHOWN).map(({ who, round: when, from }) => {
        const believes = hearsay.believes(state, who);
        return (
          <li key={who}>
            <span>
              <b translate="no">{personOf(state, who).name}</b>{" "}
              <small>
                {from === null
                  ? say("toldByAuthor", { round: when })
                  : say("heardFrom", { round: when, name: personOf(state, from).name })}
                {hearsay.hasPassedOn(who) && scene.turn === scene.head && ` · ${say("passedItOn")}`}
              </small>
            </span>
            {believes !== null && (
              <span className={own.belief} data-believes={believes}>
                {say(believes ? "believes" : "doubts")}
              </span>
            )}
          </li>
        );
      })}
      {hearers.length > SHOWN && <li>{say("morePeople", { n: hearers.length - SHOWN })}</li>}
    </ol>
  );
}
const SHOWN = 200;
