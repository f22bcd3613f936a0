// What a seat has over its picture: who one is and what is to be done, a bar of deeds at fixed places, the time that is left, and how one's own part ends.
import type { GlassView } from "@orrery/worlds/glassbox";
import { useCallback, useEffect, useState } from "react";
import { keep, readKept } from "../../kept.ts";
import { Own } from "../../parts/rich.tsx";
import { capital, type Names } from "../../say.ts";
import type { Action } from "../../wire.ts";
import type { StageScene } from "../stage.ts";
import { Badge } from "./figure.tsx";
import style from "./hud.module.css";
import { objectOf } from "./say.ts";
import { deedsOf, GRAVE, KEYS, SLOTS, type Slot, stepTo, towards, waitOf } from "./seat-deeds.ts";
import { listOf, t } from "./words.ts";

interface HudProps {
  readonly view: GlassView;
  readonly legal: readonly Action[];
  readonly names: Names;
  readonly act: ((action: Action) => Promise<boolean>) | null;
  readonly run: StageScene | null;
}

export function Hud({ view, legal, names, act, run }: HudProps) {
  const deeds = deedsOf(view, legal);
  const press = useCallback((action: Action | null) => void (action && act?.(action)), [act]);
  useKeys(view, legal, press);
  const playing = view.phase === "PLAYING" && view.you.status === "alive";
  return (
    <>
      <Self view={view} legal={legal} names={names} press={act ? press : null} />
      {run && <Ring asks={run.base.asks} />}
      {playing && act && <Bar view={view} deeds={deeds} names={names} press={press} />}
      {playing && act && <Lesson seconds={view.time} />}
      <Death view={view} names={names} />
    </>
  );
}

/** Digits for the places of the bar, arrows and letters for walking; not while somebody writes. */
function useKeys(view: GlassView, legal: readonly Action[], press: (action: Action | null) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, [role=tablist], dialog"))
        return;
      const heading = KEYS[event.code];
      const slot = SLOTS[Number(event.key) - 1];
      const action = heading ? stepTo(view, legal, heading) : slot ? deedsOf(view, legal).get(slot) : null;
      if (!action) return;
      event.preventDefault();
      press(action);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [view, legal, press]);
}

function Self({
  view: { you, players },
  legal,
  names,
  press,
}: {
  view: GlassView;
  legal: readonly Action[];
  names: Names;
  press: ((action: Action) => void) | null;
}) {
  const nameOf = (id: string) => capital(names.get(id) ?? id);
  const open = you.tasks.filter(({ done }) => !done);
  const partners = you.partners.filter((id) => players.some((one) => one.id === id));
  return (
    <section className={style.self} aria-label={t("hudYou")}>
      <header data-role={you.role}>
        <Badge id={you.id} dead={you.status !== "alive"} />
        <p>
          <b>
            <Own>{t("hudYouAre", { who: capital(you.name) })}</Own>
          </b>
          <span>
            {you.status === "ghost"
              ? t("hudGhost")
              : you.role === "impostor"
                ? partners.length === 0
                  ? t("hudAlone")
                  : t("hudWith", { who: listOf(partners.map(nameOf)) })
                : t("hudCrew")}
          </span>
        </p>
      </header>
      {open.length > 0 && (
        <>
          <h3>{t(you.role === "impostor" ? "hudPretend" : "stationTasks")}</h3>
          <ul>
            {open.map(({ kind, name, site, location, step, steps }, i) => {
              const action = towards(site, location, legal);
              const words = (
                <>
                  <i aria-hidden="true">{i === 0 ? "→" : "○"}</i>
                  <span>
                    <Own>{capital(names.get(name) ?? name)}</Own>
                    {steps > 1 && ` ${t("stationSteps", { done: step, steps })}`}
                  </span>
                  <small>
                    <Own>{location === null ? "" : (names.get(location) ?? location)}</Own>
                  </small>
                </>
              );
              return (
                <li key={`${kind} ${site}`} data-next={i === 0}>
                  {press ? (
                    <button type="button" aria-disabled={action === null} onClick={() => action && press(action)}>
                      {words}
                    </button>
                  ) : (
                    <span>{words}</span>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}

const ICONS: Readonly<Record<Slot, string>> = {
  use: "M6 8V3.2a1.2 1.2 0 0 1 2.4 0V7l3.6.9q1.3.4 1.2 1.7l-.5 3.9H6.6L3.5 9.6q1-1.4 2.5-.2",
  report: "M2 6.2v3.6h2.4L11 13V3L4.4 6.2zM13 6q1.4 2 0 4",
  kill: "M8 1.5a4.2 4.2 0 0 0-2.6 7.5c.6.5.9 1 .9 1.8h3.4c0-.8.3-1.3.9-1.8A4.2 4.2 0 0 0 8 1.5zM6.4 13h3.2M2 2l12 12",
  vent: "M2 4h12v8H2zM5 6v4M8 6v4M11 6v4",
  sabotage: "M9.5 1 3.5 9H8l-1.5 6L12.5 7H8z",
};
const NAMES = {
  use: "hudUse",
  report: "hudReport",
  kill: "hudKill",
  vent: "hudVent",
  sabotage: "hudSabotage",
} as const;

/** Five places that never move; what cannot be done now is pale and says so. */
function Bar({
  view,
  deeds,
  names,
  press,
}: {
  view: GlassView;
  deeds: ReadonlyMap<Slot, Action>;
  names: Names;
  press: (action: Action) => void;
}) {
  const slots = view.you.role === "impostor" ? SLOTS : SLOTS.filter((slot) => !GRAVE.has(slot));
  return (
    <div className={style.bar} role="toolbar" aria-label={t("hudActions")}>
      {slots.map((slot) => {
        const action = deeds.get(slot);
        const wait = waitOf(view, slot);
        const full = wait ? 1 - wait.left / wait.of : action ? 1 : 0;
        return (
          <button
            key={slot}
            type="button"
            aria-disabled={action === undefined}
            aria-keyshortcuts={String(SLOTS.indexOf(slot) + 1)}
            data-grave={slot === "kill"}
            onClick={() => action && press(action)}
          >
            <span className={style.disc}>
              <Round share={full} />
              <svg viewBox="0 0 16 16" className={style.icon} aria-hidden="true">
                <path d={ICONS[slot]} />
              </svg>
              {wait && (
                <span className={style.wait}>
                  {Math.ceil(wait.left)}
                  <span className="unseen"> {t("hudSeconds")}</span>
                </span>
              )}
              <span className={style.key} aria-hidden="true">
                {SLOTS.indexOf(slot) + 1}
              </span>
            </span>
            <span>{t(NAMES[slot])}</span>
            <small>{action ? <Own>{objectOf(action, names)}</Own> : " "}</small>
          </button>
        );
      })}
    </div>
  );
}

const AROUND = 2 * Math.PI * 35;
const Round = ({ share }: { share: number }) => (
  <svg viewBox="0 0 76 76" className={style.round} aria-hidden="true">
    <circle cx="38" cy="38" r="35" />
    <circle cx="38" cy="38" r="35" strokeDasharray={`${AROUND * share} ${AROUND}`} />
  </svg>
);

/** The time that is left to answer, as a ring that empties; it is said in words beside the stage. */
function Ring({ asks }: { asks: StageScene["base"]["asks"] }) {
  const open = asks.filter(({ leftMs, answered }) => leftMs !== undefined && !answered);
  const left = Math.min(...open.map(({ leftMs }) => leftMs!));
  const key = open.map(({ id, deadlineAt }) => `${id} ${deadlineAt}`).join();
  if (!Number.isFinite(left)) return null;
  return (
    <svg
      key={key}
      viewBox="0 0 76 76"
      className={style.ring}
      style={{ "--left": `${left}ms` } as object}
      aria-hidden="true"
    >
      <circle cx="38" cy="38" r="35" />
      <circle cx="38" cy="38" r="35" pathLength="1" />
    </svg>
  );
}

const KEPT = "station-lesson";
/** Until which second of the game each sentence stands. */
const LESSON = [
  [7, "lessonWalk"],
  [14, "lessonTasks"],
  [21, "lessonReport"],
] as const;

/** A lesson of twenty seconds for a player's first game. */
function Lesson({ seconds }: { seconds: number }) {
  const [known, setKnown] = useState(() => readKept(KEPT) === "yes");
  const now = LESSON.find(([until]) => seconds < until);
  const over = now === undefined;
  const learn = () => {
    keep(KEPT, "yes");
    setKnown(true);
  };
  useEffect(() => {
    if (over) keep(KEPT, "yes");
  }, [over]);
  if (known || !now) return null;
  return (
    <div className={style.lesson} role="status">
      <p>{t(now[1])}</p>
      <button type="button" onClick={learn}>
        {t("lessonKnown")}
      </button>
    </div>
  );
}

/** Who did it, and that it is not over: shown once, until one goes on. */
function Death({ view, names }: { view: GlassView; names: Names }) {
  const [seen, setSeen] = useState(false);
  const { you, known_deaths, witnessed_events, phase } = view;
  const own = known_deaths.find(({ player }) => player === you.id);
  if (seen || you.status !== "ghost" || !own || phase === "ENDED" || phase === "MEETING") return null;
  const nameOf = (id: string) => capital(names.get(id) ?? id);
  const told = witnessed_events.find(({ type }) => type === "own_death")?.data["killer"];
  const by = typeof told === "string" ? told : null;
  return (
    <div className={style.death} role="alertdialog" aria-labelledby="own-death">
      <div>
        <p className={style.duo} aria-hidden="true">
          {by !== null && <Badge id={by} />}
          <Badge id={you.id} dead />
        </p>
        <h2 id="own-death" translate="no">
          {own.how === "ejected"
            ? t("deathEjected")
            : by === null
              ? t("deathNobody")
              : t("deathBy", { who: nameOf(by) })}
        </h2>
        <p>
          {own.location !== null && t("deathIn", { place: names.get(own.location) ?? own.location })}{" "}
          {t(you.role === "impostor" ? "deathImpostor" : "deathCrew")}
        </p>
        <button type="button" onClick={() => setSeen(true)}>
          {t("deathOn")}
        </button>
      </div>
    </div>
  );
}
