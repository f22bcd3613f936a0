// The station: a map on which everybody moves, the crew, what they think, and the meetings. With one pair of eyes it shows what those know.
import { type GlassEvent, type GlassState, type GlassView, hearingIn, TICK_MS } from "@orrery/worlds/glassbox";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { readingMs } from "../../run/pace.ts";
import { joined, type Names } from "../../say.ts";
import type { Line, TurnLine } from "../../wire.ts";
import { t } from "../../words.ts";
import type { StageKind, StageProps } from "../stage.ts";
import { Caption } from "./caption.tsx";
import { Controls } from "./controls.tsx";
import { Crew, MindCard, TaskList } from "./crew.tsx";
import style from "./glassbox.module.css";
import { useGrounds } from "./grounds.ts";
import { Meeting, PastMeetings, type ThoughtAt } from "./meeting.tsx";
import { Picture } from "./picture.tsx";
import { reasonsIn } from "./reasons.ts";
import { deedInWords, headline, STATION_NAMES } from "./say.ts";
import { isState, type Member, type Mind, type Scene, sceneOf, secondsOf, ticksOf } from "./scene.ts";

function Station({ view, legal, names, act, story, shownMs, scene: run }: StageProps) {
  const scene = useMemo(() => sceneOf(view as GlassState | GlassView), [view]);
  const all = useMemo<Names>(() => joined(STATION_NAMES, names), [names]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [close, setClose] = useState(() => matchMedia("(max-width: 40rem)").matches);
  const thoughtAt = useMemo<ThoughtAt>(() => thoughtsIn(story), [story]);
  const reasons = useMemo(() => reasonsIn(story), [story]);
  const god = isState(view);
  const worthOf = useGrounds(run, god);
  const hearing = useMemo(() => (isState(view) ? null : hearingIn(view as GlassView)), [view]);
  const lookers = god ? chosen : scene.you === null ? [] : [scene.you];
  const looked = lookers.at(-1) ?? null;
  const minded = scene.members.filter((one): one is Member & { mind: Mind } => one.mind !== null);
  const shown = minded.find(({ id }) => id === looked);
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const reach = useMemo(() => (act && !god ? reachOf(legal, act) : NOTHING), [legal, act, god]);
  const meeting = scene.meeting && (
    <Meeting meeting={scene.meeting} names={all} thoughtAt={thoughtAt} worthOf={worthOf} reasons={reasons} />
  );
  const newest = scene.meeting ? scene.meeting.statements.length + Object.keys(scene.meeting.votes).length : 0;
  return (
    <div className={style.station} data-seat={!god} data-alarm={scene.sabotage !== null}>
      <Signs scene={scene} />
      {god && <Caption story={story} names={all} />}
      <div className={style.board}>
        <div className={style.frame}>
          <Picture
            scene={scene}
            lookers={lookers}
            follow={close ? (looked ?? scene.you) : null}
            people={all}
            reach={reach}
            shownMs={shownMs}
          />
          {looked !== null && (
            <button type="button" className={style.zoom} aria-pressed={close} onClick={() => setClose(!close)}>
              {close ? t("stationWhole") : t("stationClose")}
            </button>
          )}
        </div>
        {god ? (
          (shown || meeting) && (
            <Newest className={style.side} of={newest}>
              {shown && <MindCard member={shown} names={all} />}
              {meeting}
            </Newest>
          )
        ) : (
          <div className={style.side}>
            {meeting && (
              <Newest className={style.spoken} of={newest}>
                {meeting}
              </Newest>
            )}
            {act && legal.length > 0 && (
              <Controls
                legal={legal}
                names={all}
                act={act}
                statementMax={scene.settings.statementMax}
                hearing={hearing}
                hint={hintOf(scene, legal)}
              />
            )}
            {shown && <TaskList tasks={shown.mind.tasks} names={all} />}
          </div>
        )}
        <div className={style.below}>
          <Crew scene={scene} chosen={chosen} choose={god ? toggle : null} />
          {god && <p className={style.faint}>{t(chosen.length > 0 ? "stationLooking" : "stationChoose")}</p>}
        </div>
      </div>
      <PastMeetings past={scene.past} names={all} thoughtAt={thoughtAt} worthOf={worthOf} reasons={reasons} />
    </div>
  );
}

/** No higher than leaves room for what stands beside or below it: what is said comes into sight as it is said. */
function Newest({ of, className, children }: { of: number; className: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const side = box.current;
    if (side && side.scrollHeight > side.clientHeight) side.scrollTop = of === 0 ? 0 : side.scrollHeight;
  }, [of]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div ref={box} className={className} tabIndex={0}>
      {children}
    </div>
  );
}

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

function hintOf({ tick, phase, settings }: Scene, legal: StageProps["legal"]): string | null {
  const may = (type: string) => legal.some((action) => action.type === type);
  if (may("speak")) return t("doTalk");
  if (may("vote")) return t("doChoose");
  if (tick === 0 && may("move") && settings.decisionDeadlineMs > 0) return t("doFirst");
  return phase === "PLAYING" && may("move") ? t("doOnMap") : null;
}

/** Clock, tasks, and what is wrong with the station. */
function Signs({ scene }: { scene: Scene }) {
  const { bar, sabotage, phase, tick } = scene;
  return (
    <div className={style.signs}>
      <span className={style.clock}>{clock(tick)}</span>
      <span>{t(PHASES[phase as keyof typeof PHASES])}</span>
      {bar && bar.total > 0 && (
        <label className={style.bar}>
          {t("stationBar")} <progress value={bar.done} max={bar.total} /> {t("stationBarOf", bar)}
        </label>
      )}
      {sabotage && (
        <strong className={style.alarm}>
          {t(ALARMS[sabotage.system])}
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

const ALARMS = {
  reactor: "alarmReactor",
  oxygen: "alarmOxygen",
  lights: "alarmLights",
  comms: "alarmComms",
} as const;

function clock(tick: number): string {
  const seconds = Math.floor(secondsOf(tick));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What somebody thought while it spoke: noted in the same turn. Only the owner's lines hold it. */
function thoughtsIn(story: readonly Line[]): ThoughtAt {
  const known = new Map<string, string>();
  for (const line of story) {
    if (!("by" in line)) continue;
    const events = line.events as unknown as readonly GlassEvent[];
    for (const event of events) {
      if (event.type !== "spoke") continue;
      const noted = events.find((one) => one.type === "noted" && one.who === event.who);
      if (noted?.type === "noted" && noted.thought) known.set(`${event.who} ${event.tick}`, noted.thought);
    }
  }
  return (who, seconds) => known.get(`${who} ${ticksOf(seconds)}`) ?? null;
}

/** A word spoken is there long enough to be read, and a death or a call long enough to be taken in. */
const PAUSE_MS: Readonly<Record<string, number>> = { killed: 600, meeting_called: 1_500, tallied: 2_000 };

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
  title: () => t("stationTitle"),
  hint: (legal) =>
    t(
      legal.some(({ type }) => type === "speak")
        ? "stationHintTalk"
        : legal.some(({ type }) => type === "vote")
          ? "stationHintVote"
          : "stationHint",
    ),
  writes: (legal) => legal.some(({ type }) => type === "speak"),
  inWords: deedInWords,
  headline,
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
