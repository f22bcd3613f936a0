// The clock of the table is its sky: a day from night to night, "now" on it, and deadlines as flags ahead.
import type { TableView } from "@orrery/worlds/table";
import type { StageScene } from "../stage.ts";
import { lengthOf } from "./parts.tsx";
import skyStyle from "./sky.module.css";
import { say } from "./words.ts";

/** Hours shown before and after now. */
const BEFORE = 4;
const AFTER = 8;

export function Sky({ view, scene }: { view: TableView; scene: StageScene }) {
  const { player, turn, head } = scene;
  const time = view.time as { hour?: number; minute?: number; second?: number };
  const hour = (time.hour ?? 0) + (time.minute ?? 0) / 60 + (time.second ?? 0) / 3600;
  const at = (ahead: number) => ((ahead + BEFORE) / (BEFORE + AFTER)) * 100;
  const flags = view.deadlines
    .filter(({ status }) => status === "active")
    .sort((a, b) => a.secondsLeft - b.secondsLeft);
  return (
    <section className={skyStyle.sky} aria-label={say("time")}>
      <div className={skyStyle.transport}>
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
        {scene.past && (
          <button type="button" onClick={() => player.seek(null)}>
            {say("toLive")}
          </button>
        )}
        <ul aria-label={say("deadlines")}>
          {flags.map(({ id, description, secondsLeft, at: due, urgency }) => (
            <li key={id} data-urgency={urgency}>
              ⚑ <b>{clockOf(due)}</b> <span translate="no">{description}</span>{" "}
              <small>{say("left", { time: lengthOf(secondsLeft) })}</small>
            </li>
          ))}
        </ul>
      </div>
      <div className={skyStyle.band}>
        {Array.from({ length: BEFORE + AFTER + 1 }, (_, i) => {
          const shown = Math.floor(hour - BEFORE) + i;
          const place = Math.max(0, at(shown - hour));
          return (
            <i
              key={shown}
              style={{
                left: `${place}%`,
                width: `${Math.min(100 / (BEFORE + AFTER), 100 - place) + 0.1}%`,
                background: skyAt(((shown % 24) + 24) % 24),
              }}
              data-hour={place > 0 && place < 96 ? `${two(((shown % 24) + 24) % 24)}:00` : ""}
            />
          );
        })}
        <b style={{ left: `${at(0)}%` }}>{say("now", { time: clockOf({ hour: 0, minute: 0, ...time }) })}</b>
        {flags
          .filter(({ secondsLeft }) => secondsLeft < AFTER * 3600)
          .map(({ id, description, secondsLeft }) => (
            <em key={id} style={{ left: `${at(secondsLeft / 3600)}%` }} title={description} />
          ))}
      </div>
    </section>
  );
}
const clockOf = (at: Readonly<Record<string, unknown>>): string =>
  `${two(Number(at["hour"]))}:${two(Number(at["minute"]))}`;
const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");

/** Colours of the sky by the hour: night, dawn, day, dusk. */
const HOURS = [
  "#0b1024",
  "#0d1430",
  "#20274f",
  "#c9785a",
  "#8fb9dc",
  "#9cc6e6",
  "#9cc6e6",
  "#8fb9dc",
  "#f0a35c",
  "#b24f4a",
  "#33245a",
  "#12163a",
];
const skyAt = (hour: number): string => HOURS[Math.floor(hour / 2)]!;
