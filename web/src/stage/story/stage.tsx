// The story's stage: the score of feelings with the beat beneath, or the town with what one person sees; beside it God Mode and the World Builder.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "@orrery/worlds/story";
import { useMemo, useState } from "react";
import { keep, readKept } from "../../kept.ts";
import { later } from "../../parts/later.tsx";
import type { StageKind, StageProps, StageScene } from "../stage.ts";
import { stateIn } from "./author.ts";
import { Beat } from "./beat.tsx";
import { Compare as CompareStories } from "./compare.tsx";
import { Feed } from "./feed.tsx";
import hues from "./feelings.module.css";
import { GodPanel } from "./god-panel.tsx";
import { HearsayPanel } from "./hearsay-panel.tsx";
import { MeasuresPanel } from "./measures-panel.tsx";
import { personOf } from "./people.tsx";
import { deathsIn, marksIn, mostMoved, type Round, type RoundMark } from "./rounds.ts";
import { Score } from "./score.tsx";
import style from "./story.module.css";
import { Time } from "./time.tsx";
import { useBeats } from "./use-beats.ts";
import { useRounds } from "./use-rounds.ts";
import { say } from "./words.ts";
import { WorldPanel } from "./world-panel.tsx";

// With it comes the library for large graphs, which the story does not need.
const Town = later(async () => (await import("./town.tsx")).Town);

const SHOWS = ["story", "town"] as const;
type Shows = (typeof SHOWS)[number];
const KEPT = "story-shows";
const STAVES = 5;

interface ToldStory {
  readonly state: StoryState;
  readonly rounds: readonly Round[];
  readonly all: number;
  readonly marks: readonly RoundMark[];
  /** Index in `rounds` of what is shown; -1 before the first. */
  readonly now: number;
}

function useTelling(scene: StageScene): ToldStory | null {
  const state = stateIn(scene);
  const { rounds, all } = useRounds(scene);
  const profiles = state?.profiles;
  const marks = useMemo(
    () => (profiles ? marksIn(scene.lines, (id) => getKey(profiles, id)?.name ?? id) : []),
    [scene.lines, profiles],
  );
  if (!state) return null;
  return { state, rounds, all, marks, now: rounds.findLastIndex(({ turn }) => turn <= scene.turn) };
}

function Stage({ scene }: StageProps) {
  return scene ? <Told scene={scene} /> : null;
}

function Told({ scene }: { scene: StageScene }) {
  const told = useTelling(scene);
  const beats = useBeats(scene);
  const [shows, setShows] = useState<Shows>(() => SHOWS.find((one) => one === readKept(KEPT)) ?? "story");
  const [focus, setFocus] = useState<string | null>(null);
  const deaths = useMemo(() => deathsIn(scene.lines), [scene.lines]);
  const first = focus === null ? -1 : (told?.state.actors.indexOf(focus) ?? -1);
  const moved = useMemo(() => mostMoved(told?.rounds ?? [], first < 0 ? null : first, STAVES), [told?.rounds, first]);
  if (!told) return <p className={style.empty}>{say("noRounds")}</p>;
  const { state, rounds, all, marks, now } = told;
  const places = state.actors.slice(0, -2);
  const chosen = first < 0 ? null : focus;
  const staves = moved.map((place) => ({
    person: personOf(state, places[place]!),
    place,
    diedIn: deaths.get(places[place]!) ?? null,
  }));
  const shown = rounds[now];
  const choose = (one: Shows) => {
    keep(KEPT, one);
    setShows(one);
  };
  return (
    <div className={`${hues.hues} ${style.stage}`}>
      <fieldset className={style.switch}>
        <legend className="unseen">{say("shows")}</legend>
        {SHOWS.map((one) => (
          <button key={one} type="button" aria-pressed={one === shows} onClick={() => choose(one)}>
            {say(one)}
          </button>
        ))}
      </fieldset>
      {rounds.length < all && (
        <p className={style.reading} role="status">
          {say("gathering", { done: rounds.length, all })}
        </p>
      )}
      {shows === "story" ? (
        <div className={style.tale}>
          {staves.length > 0 && (
            <Score
              rounds={rounds}
              marks={marks}
              staves={staves}
              now={Math.max(0, now)}
              focus={setFocus}
              seek={scene.player.seek}
            />
          )}
          <Beat
            beats={beats.filter(({ round }) => round === (shown?.round ?? 0))}
            state={state}
            lines={scene.lines}
            told={tellingIn(scene, shown)}
          />
        </div>
      ) : (
        <div className={style.split}>
          <Town
            state={state}
            home={(scene.stateAt?.(scene.head) ?? state) as StoryState}
            levels={shown?.levels ?? []}
            chosen={chosen}
            choose={setFocus}
          />
          <Feed state={state} chosen={chosen ?? places[0]!} choose={setFocus} />
        </div>
      )}
    </div>
  );
}

/** What a model told of the round, if one did. */
function tellingIn({ lines, tellingOf }: StageScene, shown: Round | undefined): string | null {
  const line = shown && lines[shown.turn];
  return line ? (tellingOf(line)?.text ?? null) : null;
}

function StoryTime({ scene }: StageProps) {
  return scene ? <TimeOf scene={scene} /> : null;
}

function TimeOf({ scene }: { scene: StageScene }) {
  const told = useTelling(scene);
  if (!told) return null;
  const { state, rounds, marks, now } = told;
  const round = rounds[now]?.round ?? 0;
  const where =
    state.settings.mode === "town"
      ? say("roundOf", { round, rounds: state.settings.rounds })
      : say("roundImported", { round });
  return <Time rounds={rounds} marks={marks} now={now} scene={scene} where={where} />;
}

/** Every round in a line, to go to. */
function Rounds({ scene }: StageProps) {
  return scene ? <RoundList scene={scene} /> : null;
}

function RoundList({ scene }: { scene: StageScene }) {
  const beats = useBeats(scene);
  const shown = beats.findLast(({ to }) => to <= scene.turn);
  return (
    <ol className={style.log} aria-label={say("beats")}>
      {beats.map((beat) => (
        <li key={`${beat.round} ${beat.platform}`} aria-current={beat === shown ? "step" : undefined}>
          <button type="button" className={style.plain} onClick={() => scene.player.seek(beat.to)}>
            <b>{say("roundNow", { round: beat.round })}</b> {beat.prose.slice(0, 110)}…
          </button>
        </li>
      ))}
    </ol>
  );
}

export const stage: StageKind = {
  Stage,
  place: "full",
  eyes: "all",
  Compare: CompareStories,
  rail: [
    { id: "story", title: () => say("rail_story"), Panel: Rounds },
    { id: "godmode", title: () => say("rail_god"), Panel: GodPanel },
    { id: "world", title: () => say("rail_world"), Panel: WorldPanel },
    { id: "hearsay", title: () => say("rail_hearsay"), Panel: HearsayPanel },
    { id: "measures", title: () => say("rail_measures"), Panel: MeasuresPanel },
  ],
  Time: StoryTime,
  title: () => say("stage"),
  hint: () => say("hint"),
  headline: ({ events }) => {
    const ended = (events as readonly { type: string; round: number }[]).findLast(({ type }) => type === "round_ended");
    return ended ? say("roundNow", { round: ended.round }) : "";
  },
};
