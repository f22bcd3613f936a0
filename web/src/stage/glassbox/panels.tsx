// What stands beside the station: what was said, held against the log; and what is in everybody's head.
import { type GlassState, type GlassView, hearingIn } from "@orrery/worlds/glassbox";
import { stationOf } from "@orrery/worlds/glassbox/station";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { StageProps } from "../stage.ts";
import { Controls } from "./controls.tsx";
import { Crew, MindCard, TaskList } from "./crew.tsx";
import { Heat } from "./heat.tsx";
import { useKnowledge } from "./knowledge.ts";
import { Meeting, PastMeetings } from "./meeting.tsx";
import style from "./panels.module.css";
import { useNames } from "./say.ts";
import { isState, type Member, type Mind, type StationScene, sceneOf } from "./scene.ts";
import { readingAt } from "./suspicions.ts";
import { t } from "./words.ts";

/** What is expected now, where that is not plain. */
function hintOf({ tick, phase, settings }: StationScene, legal: StageProps["legal"]): string | null {
  const may = (type: string) => legal.some((action) => action.type === type);
  if (may("speak")) return t("doTalk");
  if (may("vote")) return t("doChoose");
  if (tick === 0 && may("move") && settings.decisionDeadlineMs > 0) return t("doFirst");
  return phase === "PLAYING" && may("move") ? t("doOnMap") : null;
}

/** What is said, and for a seat all that it can do, as buttons: the bar and the map only lead there sooner. */
export function Talk({ view, names, story, legal, act, scene: run }: StageProps) {
  const scene = useMemo(() => sceneOf(view as GlassState | GlassView), [view]);
  const all = useNames(scene, names);
  const known = useKnowledge(run, story, isState(view));
  const { meeting, past } = scene;
  const newest = meeting ? meeting.statements.length + Object.keys(meeting.votes).length : 0;
  return (
    <Newest of={newest}>
      {meeting && <Meeting meeting={meeting} names={all} {...known} />}
      {!isState(view) && act && legal.length > 0 && (
        <div className={style.deeds}>
          <Controls
            legal={legal}
            names={all}
            act={act}
            statementMax={scene.settings.statementMax}
            hearing={hearingIn(view as GlassView)}
            station={stationOf(scene.settings)}
            hint={hintOf(scene, legal)}
          />
        </div>
      )}
      {!meeting && past.length === 0 && <p className={style.faint}>{t("talkNone")}</p>}
      <PastMeetings past={past} names={all} {...known} />
    </Newest>
  );
}

export function Minds({ view, names, story, scene: run }: StageProps) {
  const scene = useMemo(() => sceneOf(view as GlassState | GlassView), [view]);
  const all = useNames(scene, names);
  const god = isState(view);
  const { readings } = useKnowledge(run, story, god);
  const [chosen, setChosen] = useState<string | null>(null);
  const minded = scene.members.filter((one): one is Member & { mind: Mind } => one.mind !== null);
  const shown = minded.find(({ id }) => id === (god ? chosen : scene.you));
  const turn = run?.turn ?? story.at(-1)?.turn ?? 0;
  return (
    <div className={style.minds}>
      {readings.length > 0 && (
        <Heat reading={readingAt(readings, turn)} members={scene.members} eyes={god ? null : scene.you} names={all} />
      )}
      <Crew
        scene={scene}
        chosen={chosen === null ? [] : [chosen]}
        choose={god ? (id) => setChosen(id === chosen ? null : id) : null}
      />
      {god && !shown && <p className={style.faint}>{t("stationChoose")}</p>}
      {shown && (god ? <MindCard member={shown} names={all} /> : <TaskList tasks={shown.mind.tasks} names={all} />)}
    </div>
  );
}

/** What is said comes into sight as it is said, and stays there as its signs arrive: until somebody scrolls. */
function Newest({ of, children }: { of: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const talk = box.current;
    const panel = talk?.closest("section[role=tabpanel]");
    if (!talk || !panel) return;
    const follow = () => {
      const last = of > 0 ? talk.querySelector("section > ol:last-of-type > li:last-child") : null;
      if (last) panel.scrollTop += last.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom + 24;
      else panel.scrollTop = 0;
    };
    follow();
    const grown = new ResizeObserver(follow);
    grown.observe(talk);
    const left = new AbortController();
    const leave = () => grown.disconnect();
    for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
      panel.addEventListener(kind, leave, { passive: true, signal: left.signal });
    return () => {
      leave();
      left.abort();
    };
  }, [of]);
  return (
    <div ref={box} className={style.talk}>
      {children}
    </div>
  );
}
