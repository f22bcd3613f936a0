// The sky as a clock: a band of hours in the colours of the sky, with what happened as marks behind now, and what is due as flags ahead of it.
import type { TableView } from "@orrery/worlds/table";
import { useMemo } from "react";
import { chance } from "../chance.ts";
import type { StageScene } from "../stage.ts";
import { lengthOf } from "./parts.tsx";
import skyStyle from "./sky.module.css";
import { isNight, skyAt } from "./sky-colours.ts";
import { AFTER, BEFORE, HOUR, marksOf, placeOf, type SkyMarkKind } from "./sky-marks.ts";
import { messagesIn } from "./stream.ts";
import { say } from "./words.ts";

export function Sky({ view, scene }: { view: TableView; scene: StageScene }) {
  const time = view.time as { hour?: number; minute?: number; second?: number };
  const hour = (time.hour ?? 0) + (time.minute ?? 0) / 60 + (time.second ?? 0) / HOUR;
  const flags = view.deadlines
    .filter(({ status }) => status === "active")
    .sort((a, b) => a.secondsLeft - b.secondsLeft);
  return (
    <section className={skyStyle.sky} aria-label={say("time")}>
      <div className={skyStyle.transport}>
        {!scene.seat && <Transport scene={scene} />}
        <ul aria-label={say("deadlines")}>
          {flags.map(({ id, description, secondsLeft, at: due, urgency }) => (
            <li key={id} data-urgency={urgency}>
              ⚑ <b>{clockOf(due)}</b> <span translate="no">{description}</span>{" "}
              <small>{say("left", { time: lengthOf(secondsLeft) })}</small>
            </li>
          ))}
        </ul>
      </div>
      <div className={skyStyle.band} style={{ background: bandOf(hour) }}>
        <Lights hour={hour} seed={view.location.id} />
        {Array.from({ length: BEFORE + AFTER + 1 }, (_, i) => Math.floor(hour - BEFORE) + i).map((shown) => {
          const place = placeOf(shown - hour);
          return place > 1 && place < 98 ? (
            <i key={shown} style={{ left: `${place}%` }}>
              {two(((shown % 24) + 24) % 24)}:00
            </i>
          ) : null;
        })}
        <Marks view={view} scene={scene} hour={hour} />
        <b style={{ left: `${placeOf(0)}%` }}>{say("now", { time: clockOf({ hour: 0, minute: 0, ...time }) })}</b>
        {flags
          .filter(({ secondsLeft }) => secondsLeft < AFTER * HOUR)
          .map(({ id, description, secondsLeft }) => (
            <em key={id} style={{ left: `${placeOf(secondsLeft / HOUR)}%` }} title={description} />
          ))}
      </div>
    </section>
  );
}

function Transport({ scene: { player, turn, head, past } }: { scene: StageScene }) {
  return (
    <>
      <button type="button" aria-label={say("previous")} disabled={turn === 0} onClick={() => player.seek(turn - 1)}>
        ‹
      </button>
      <button
        type="button"
        aria-label={say(player.playing ? "pause" : "play")}
        onClick={player.playing ? player.pause : player.play}
        disabled={head === 0}
      >
        {player.playing ? "❚❚" : "▶"}
      </button>
      <button type="button" aria-label={say("next")} disabled={turn >= head} onClick={() => player.seek(turn + 1)}>
        ›
      </button>
      <span>{say("turnOf", { now: turn, all: head })}</span>
      {past && (
        <button type="button" onClick={() => player.seek(null)}>
          {say("toLive")}
        </button>
      )}
    </>
  );
}

/** A sign for each kind of turn, in a square of 16. */
const SIGNS: Readonly<Record<SkyMarkKind, string>> = {
  talk: "M4 5h8v5H8l-2.500 2.500V10H4z",
  fight: "M4.500 4.500l7 7M11.500 4.500l-7 7",
  fall: "M8 3.500v9M5 6.500h6",
  travel: "M4.500 11.500L11 5M6.500 4.500h5v5",
  rest: "M11 9.500A4 4 0 1 1 7 4.500a3.500 3.500 0 0 0 4 5z",
  check: "M8 3.500l1.300 3.200 3.200 1.300-3.200 1.300L8 12.500 6.700 9.300 3.500 8l3.200-1.300z",
  think: "M4.500 8h.01M8 8h.01M11.500 8h.01",
  ask: "M6 6a2 2 0 1 1 2.800 1.800Q8 8.300 8 9.500M8 12h.01",
  god: "M8 3.500v3M8 9.500v3M3.500 8h3M9.500 8h3",
  deed: "M4.500 8h7",
};

/** What happened in the hours that are shown; turns close by are one mark, and a mark leads back to its first. */
function Marks({ view, scene, hour }: { view: TableView; scene: StageScene; hour: number }) {
  const { timeline, seconds } = view;
  const marks = useMemo(() => marksOf(timeline, seconds), [timeline, seconds]);
  const { lines, turn: upTo } = scene;
  const turns = useMemo(
    () => new Map(messagesIn(lines, upTo).map(({ sequence, turn }) => [sequence, turn])),
    [lines, upTo],
  );
  if (marks.length === 0) return null;
  return (
    <ol className={skyStyle.marks} aria-label={say("marks")}>
      {marks.map(({ place, kind, told }) => {
        const [first] = told;
        const at = clockOfHour(hour + ((first!.seconds ?? seconds) - seconds) / HOUR);
        const what = told.map(({ summary }) => summary).join(" ");
        const turn = turns.get(first!.sequence_id);
        const sign = (
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={SIGNS[kind]} />
          </svg>
        );
        const label = say("markOf", { time: at, what });
        return (
          <li key={first!.sequence_id} style={{ left: `${place}%` }} data-kind={kind} data-many={told.length > 1}>
            {scene.seat || turn === undefined ? (
              <span role="img" aria-label={label} title={label}>
                {sign}
              </span>
            ) : (
              <button type="button" aria-label={label} title={label} onClick={() => scene.player.seek(turn)}>
                {sign}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Two stops an hour. */
const bandOf = (hour: number): string =>
  `linear-gradient(90deg, ${Array.from({ length: 2 * (BEFORE + AFTER) + 1 }, (_, i) => {
    const ahead = i / 2 - BEFORE;
    const { middle, low } = skyAt(hour + ahead);
    return `color-mix(in oklab, ${middle}, ${low} 35%) ${placeOf(ahead).toFixed(1)}%`;
  }).join(", ")})`;

/** Stars where it is night, the sun at noon and the moon at midnight. */
function Lights({ hour, seed }: { hour: number; seed: string }) {
  const roll = chance(`${seed} band`);
  const stars = Array.from({ length: 90 }, () => [roll() * (BEFORE + AFTER) - BEFORE, roll(), roll()] as const).filter(
    ([ahead]) => isNight(hour + ahead),
  );
  const next = (at: number) => ((((at - hour + BEFORE) % 24) + 24) % 24) - BEFORE;
  return (
    <span className={skyStyle.lights} aria-hidden="true">
      {stars.map(([ahead, high, bright]) => (
        <u
          key={ahead}
          style={{ left: `${placeOf(ahead)}%`, top: `${10 + high * 75}%`, opacity: 0.35 + bright * 0.6 }}
        />
      ))}
      {next(12.5) < AFTER && <s style={{ left: `${placeOf(next(12.5))}%` }} data-light="sun" />}
      {next(0.5) < AFTER && <s style={{ left: `${placeOf(next(0.5))}%` }} data-light="moon" />}
    </span>
  );
}

const clockOf = (at: Readonly<Record<string, unknown>>): string =>
  `${two(Number(at["hour"]))}:${two(Number(at["minute"]))}`;
const clockOfHour = (hour: number): string => {
  const minutes = Math.round((((hour % 24) + 24) % 24) * 60) % (24 * 60);
  return clockOf({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
};
const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
