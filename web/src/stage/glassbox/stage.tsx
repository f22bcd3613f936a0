// The station: a place in which everybody moves, what a moment keeps for itself, and what one can do there. With one pair of eyes it shows what those know.
import { type GlassEvent, type GlassState, type GlassView, TICK_MS } from "@orrery/worlds/glassbox";
import { SABOTAGES } from "@orrery/worlds/glassbox/sabotages";
import { stationOf } from "@orrery/worlds/glassbox/station";
import { useEffect, useMemo } from "react";
import { readingMs } from "../../run/pace.ts";
import { useMedia } from "../../run/use-scene.ts";
import type { Line, TurnLine } from "../../wire.ts";
import type { StageKind, StageProps } from "../stage.ts";
import { Caption } from "./caption.tsx";
import { Curves } from "./curves.tsx";
import { differencesIn } from "./differences.ts";
import { dramaOf, HELD_MS } from "./drama.ts";
import { Badge, inkOf } from "./figure.tsx";
import { GhostPath } from "./ghost-path.tsx";
import style from "./glassbox.module.css";
import { Heat } from "./heat.tsx";
import { Hud } from "./hud.tsx";
import { useKnowledge } from "./knowledge.ts";
import { knows } from "./known.ts";
import { type Marking, UNMARKED } from "./layers.tsx";
import type { Trail } from "./lights.ts";
import type { StationMoment } from "./moment.ts";
import { Overlays } from "./overlays.tsx";
import { Minds, Talk } from "./panels.tsx";
import { pick, usePicked } from "./picked.ts";
import { Picture } from "./picture.tsx";
import { clock, deedInWords, headline, useNames } from "./say.ts";
import { isState, isView, type StationScene, sceneOf } from "./scene.ts";
import { signsIn } from "./signs.ts";
import { readingAt } from "./suspicions.ts";
import type { Track } from "./track.ts";
import { isStill } from "./use-motion.ts";
import { t } from "./words.ts";

function Station(props: StageProps) {
  const { view, legal, names, act, story, shownMs, scene: run } = props;
  const scene = useMemo(() => sceneOf(view as GlassState | GlassView), [view]);
  const all = useNames(scene, names);
  const god = isState(view);
  const known = useKnowledge(run, story, god);
  const line = run ? run.lines[run.turn] : story.at(-1);
  const moment = useMemo<StationMoment>(
    () => ({ scene, drama: dramaOf(view as GlassState | GlassView, line) }),
    [scene, view, line],
  );
  const picked = usePicked();
  const turn = run?.turn ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another moment
  useEffect(() => () => pick(null), [turn]);
  const path = god && picked && known.track ? { picked, track: known.track } : null;
  const reach = useMemo(() => (act && !god ? reachOf(legal, act) : NOTHING), [legal, act, god]);
  const choose = useMemo(
    () => (god && run ? new Map(scene.members.map(({ id }) => [id, () => run.see(id)] as const)) : NOTHING),
    [god, run, scene.members],
  );
  const trailsAt = useMemo(
    () => (known.track ? (tick: number) => trailsOf(known.track!, scene, tick) : null),
    [known.track, scene],
  );
  const marking = useMemo(() => markingOf(moment, line, known.worthOf), [moment, line, known.worthOf]);
  const small = useMedia("(max-width: 48rem)");
  const roomy = useMedia("(min-width: 70.01rem)");
  const follow = scene.you !== null ? { who: scene.you, near: small ? 3.1 : 2.05 } : null;
  const drama = path ? null : moment.drama;
  return (
    <div className={style.station} data-seat={run?.seat === true} data-phase={scene.phase} data-alarm={alarmOf(scene)}>
      <Picture
        moment={moment}
        eyes={god ? null : scene.you}
        looking={{ follow, whole: path !== null, calm: isStill(), covered: god && roomy }}
        people={all}
        reach={god ? choose : reach}
        shownMs={shownMs}
        trailsAt={trailsAt}
        marking={path ? UNMARKED : marking}
        over={path && <GhostPath {...path} until={scene.tick} station={stationOf(scene.settings)} />}
      >
        <Overlays drama={drama} scene={scene} names={all} />
      </Picture>
      <Signs scene={scene} />
      {god && !path && drama?.kind !== "verdict" && drama?.kind !== "end" && drama?.kind !== "report" && (
        <Caption story={story} drama={drama} names={all} />
      )}
      {god && run && scene.meeting && !path && drama === null && (
        <aside className={style.glass}>
          <Heat reading={readingAt(known.readings, turn)} members={scene.members} eyes={null} names={all} />
        </aside>
      )}
      {!god && run && !run.seat && scene.you !== null && (
        <label className={style.back}>
          <input type="checkbox" checked={run.hides} onChange={(event) => run.hide(event.target.checked)} />
          {t("hideUnknown", { who: all.get(scene.you) ?? scene.you })}
        </label>
      )}
      {path && (
        <button type="button" className={style.back} onClick={() => pick(null)}>
          {t("ghostBack")}
        </button>
      )}
      {!god && (run?.seat || act) && <Hud view={view as GlassView} legal={legal} names={all} act={act} run={run} />}
    </div>
  );
}

/** In the row of eyes. */
function FaceOf({ id, view }: { id: string; view: unknown }) {
  const dead = isState(view)
    ? view.players[id]?.life !== "alive"
    : isView(view) && view.players.some((one) => one.id === id && one.status !== "alive");
  return <Badge id={id} dead={dead} fit />;
}

/** The speaker, the votes, and this meeting's claims held against the log. */
function markingOf(
  { scene, drama }: StationMoment,
  line: Line | undefined,
  worthOf: Parameters<typeof signsIn>[1],
): Marking {
  const { meeting } = scene;
  if (!meeting) return UNMARKED;
  const spoke = (line?.events as unknown as readonly GlassEvent[] | undefined)?.findLast(
    ({ type }) => type === "spoke",
  );
  return {
    speaks: spoke?.type === "spoke" && spoke.text !== "" ? spoke.who : null,
    votes: drama?.kind === "verdict" ? drama.votes : meeting.votes,
    signs: signsIn(meeting.statements, worthOf),
  };
}

/** Six seconds of everybody's way. */
const TRAIL = { points: 20, ticks: 3 } as const;
const trailsOf = (track: Track, { figures }: StationScene, tick: number): readonly Trail[] =>
  figures
    .filter(({ ghost, hidden }) => !ghost && !hidden)
    .map(({ id }) => ({
      ink: inkOf(id),
      points: Array.from({ length: TRAIL.points }, (_, i) => track.at(id, tick - i * TRAIL.ticks)).filter(
        (spot) => spot !== null,
      ),
    }));

const alarmOf = ({ sabotage }: StationScene): boolean => sabotage !== null;

const NOTHING: ReadonlyMap<string, () => void> = new Map();
/** What a click on the map does, by what is clicked: places are gone to, things used, bodies reported, victims struck. */
const reachOf = (legal: StageProps["legal"], act: NonNullable<StageProps["act"]>): typeof NOTHING =>
  new Map(
    legal.flatMap((action) => {
      const { type, targetId, locationId } = action;
      const id = type === "move" ? locationId : type === "interact" || type === "kill" ? targetId : undefined;
      return id === undefined ? [] : [[id, () => act(action)] as const];
    }),
  );

/** Clock, tasks, and what is wrong with the station. */
function Signs({ scene }: { scene: StationScene }) {
  const { bar, sabotage, phase, tick } = scene;
  return (
    <div className={style.signs}>
      <span className={style.clock}>{clock(tick)}</span>
      <span>{t(PHASES[phase as keyof typeof PHASES])}</span>
      {bar && bar.total > 0 && (
        <span className={style.bar}>
          {t("stationBar")}{" "}
          <span className={style.track} aria-hidden="true">
            <i style={{ width: `${(100 * bar.done) / bar.total}%` }} />
          </span>{" "}
          {t("stationBarOf", bar)}
        </span>
      )}
      {sabotage && (
        <strong className={style.alarm}>
          {SABOTAGES[sabotage.system].alarm}
          {sabotage.left !== null && ` ${t("stationLeft", { seconds: Math.ceil(sabotage.left) })}`}
        </strong>
      )}
    </div>
  );
}

const PHASES = {
  LOBBY: "phaseLobby",
  PLAYING: "phasePlaying",
  MEETING: "phaseMeeting",
  ENDED: "phaseEnded",
} as const;

/** A word spoken is there long enough to be read, and a death or a call long enough to be taken in. */
const PAUSE_MS: Readonly<Record<string, number>> = {
  killed: HELD_MS.kill,
  meeting_called: HELD_MS.report,
  tallied: HELD_MS.verdict,
  closed: HELD_MS.end,
};

/** The game's own clock after each turn, and the pauses for those who watch. */
function clockOf(lines: readonly TurnLine[]): readonly number[] {
  let tick = 0;
  let pauses = 0;
  return lines.map(({ events }) => {
    const before = tick;
    let reading = 0;
    for (const event of events as unknown as readonly GlassEvent[]) {
      if ("tick" in event) tick = Math.max(tick, event.tick);
      if (event.type === "spoke" && event.text !== "") reading += readingMs(event.text.split(/\s+/).length);
      pauses += PAUSE_MS[event.type] ?? 0;
    }
    pauses += Math.max(0, reading - (tick - before) * TICK_MS);
    return tick * TICK_MS + pauses;
  });
}

const has =
  (...types: readonly GlassEvent["type"][]) =>
  (lines: readonly Line[]): readonly number[] =>
    lines.flatMap(({ turn, events }) =>
      (events as readonly { readonly type?: string }[]).some(({ type }) => (types as readonly unknown[]).includes(type))
        ? [turn]
        : [],
    );

export const stage: StageKind = {
  Stage: Station,
  place: "wide",
  fills: true,
  Face: FaceOf,
  Under: Curves,
  rail: [
    { id: "talk", title: () => t("talkTitle"), Panel: Talk },
    { id: "minds", title: () => t("mindsTitle"), Panel: Minds },
  ],
  title: () => t("stationTitle"),
  hint: (legal) =>
    t(
      legal.some(({ type }) => type === "speak")
        ? "stationHintTalk"
        : legal.some(({ type }) => type === "vote")
          ? "stationHintVote"
          : "stationHint",
    ),
  writes: true,
  inWords: deedInWords,
  headline,
  differences: differencesIn,
  knows,
  asides: ["wait", "reflect"],
  marks: [
    {
      id: "kill",
      name: () => t("markKill"),
      key: "x",
      sign: { path: "M6 .5 8 5h3.5L8.2 7.4 9.6 11.5 6 9 2.4 11.5 3.8 7.4.5 5H4z", filled: true },
      tone: "refusal",
      row: 2,
      find: has("killed"),
    },
    {
      id: "meeting",
      name: () => t("markMeeting"),
      key: "m",
      sign: { path: "M1 2h10v6H6l-3 3V8H1z", filled: false },
      tone: "blue",
      row: 1,
      find: has("meeting_called"),
    },
    {
      id: "vote",
      name: () => t("markVote"),
      key: "v",
      sign: { path: "M1.5 6.5 4.5 10 10.5 2", filled: false },
      tone: "good",
      row: 1,
      find: has("tallied"),
    },
    {
      id: "sabotage",
      name: () => t("markSabotage"),
      key: "a",
      sign: { path: "M6 1 11.3 10.5H.7z", filled: false },
      tone: "brass",
      row: 0,
      find: has("sabotaged"),
    },
  ],
  quiet: ["ran", "woken", "roused"],
  clock: clockOf,
  idle: ({ narration, actions, validation }) =>
    narration === "" &&
    actions.every(({ type }) => type === "wait" || type === "reflect") &&
    validation.every(({ success }) => success),
};
