// What lies between floor and people, and beside each of them: names of rooms, what can be reached, ballots, signs of truth, how far work is.
import type { Station } from "@orrery/worlds/glassbox/station";
import { memo } from "react";
import { capital } from "../../say.ts";
import { t } from "../../words.ts";
import { artOf } from "./art/stations.ts";
import { lookOf } from "./figure.tsx";
import style from "./glassbox.module.css";
import type { StationScene } from "./scene.ts";
import { type Sign, tallyOf } from "./signs.ts";

export interface Marking {
  readonly speaks: string | null;
  /** By voter; only what may be known. */
  readonly votes: Readonly<Record<string, string>>;
  /** By speaker, in the order of what was claimed. */
  readonly signs: ReadonlyMap<string, readonly Sign[]>;
}
export const UNMARKED: Marking = { speaks: null, votes: {}, signs: new Map() };
export const GLYPHS: Readonly<Record<Sign, string>> = { true: "✓", lie: "✗", open: "?" };

const INKS: Readonly<Record<Sign, string>> = { true: "#7fe0ac", lie: "#ff8570", open: "#9cc4ff" };

/** `covered`: the room whose name would lie beneath those who sit there. */
export const RoomNames = memo(function RoomNames({ station, covered }: { station: Station; covered: string | null }) {
  return (
    <g className={style.names}>
      {station.rooms.map(({ id, name, x, y, w, h }) => {
        if (id === covered) return null;
        const [at, line] = artOf(station).labels[id] ?? [x + w / 2, y + h - 38];
        return (
          <text key={id} x={at} y={line}>
            {name}
          </text>
        );
      })}
    </g>
  );
});

/** What can be clicked on the floor: rooms and hallways one may go to, and things within reach. */
export const Reach = ({ station, reach }: { station: Station; reach: ReadonlyMap<string, () => void> }) =>
  reach.size === 0 ? null : (
    <g>
      {station.places
        .filter(({ id }) => reach.has(id))
        .map(({ id, x, y, w, h }) => (
          <rect key={id} x={x} y={y} width={w} height={h} className={style.goal} onPointerDown={reach.get(id)} />
        ))}
      {station.sites
        .filter(({ id }) => reach.has(id))
        .map(({ id, x, y }) => (
          <circle key={id} cx={x} cy={y} r="64" className={style.within} onPointerDown={reach.get(id)} />
        ))}
    </g>
  );

/** A name tag over the figure under the pointer. */
export const SightTag = ({ name }: { name: string }) => (
  <g className={style.tag} transform="translate(0 -138)">
    <rect x={-name.length * 9 - 16} y="-24" width={name.length * 18 + 32} height="40" rx="20" />
    <text>{capital(name)}</text>
  </g>
);

/** Ballots over the head, signs of truth under the feet, and a ring that closes as work gets done. */
export function Beside({ id, scene, marking }: { id: string; scene: StationScene; marking: Marking }) {
  const figure = scene.figures.find((one) => one.id === id);
  const voters = Object.entries(marking.votes).flatMap(([voter, choice]) => (choice === id ? [voter] : []));
  return (
    <g pointerEvents="none">
      {figure?.progress != null && <Work done={figure.progress} fake={figure.doing === "fake"} />}
      {figure?.ago != null && (
        <text y="34" className={style.agoWords}>
          {t("stationAgo", { seconds: Math.round(figure.ago) })}
        </text>
      )}
      {voters.map((voter, i) => (
        <g key={voter} transform={`translate(${(i - (voters.length - 1) / 2) * 36} -146)`}>
          <rect
            x="-15"
            y="-20"
            width="30"
            height="36"
            rx="5"
            fill={lookOf(voter).fill}
            stroke="#0a0d14"
            strokeWidth="3.5"
          />
          <text y="5" className={style.glyph} fontSize="18" fill={lookOf(voter).ink}>
            {lookOf(voter).letters}
          </text>
        </g>
      ))}
      <Worths signs={marking.signs.get(id) ?? []} />
    </g>
  );
}

/** What somebody's claims are worth, in a row that stays as narrow in a long meeting as in a short one. */
function Worths({ signs }: { signs: readonly Sign[] }) {
  const tally = tallyOf(signs);
  const wide = tally.some(({ many }) => many > 1) ? 46 : 26;
  return tally.map(({ sign, many }, i) => (
    <g
      // biome-ignore lint/suspicious/noArrayIndexKey: claims come in an order and stay in it
      key={i}
      transform={`translate(${(i - (tally.length - 1) / 2) * (wide + 4)} 30)`}
      data-sign={sign}
    >
      <rect
        x={-wide / 2}
        y="-13"
        width={wide}
        height="26"
        rx={sign === "lie" ? 5 : 13}
        stroke="#0a0d14"
        strokeWidth="2.5"
        fill={INKS[sign]}
      />
      <text y="7" className={style.glyph} fontSize="19" fill="#0c101b">
        {GLYPHS[sign]}
        {many > 1 && many}
      </text>
    </g>
  ));
}

const RING = 15;
const AROUND = 2 * Math.PI * RING;
const Work = ({ done, fake }: { done: number; fake: boolean }) => (
  <g transform="translate(44 -66)" strokeWidth="6">
    <circle r={RING} fill="#0b0e16" stroke={fake ? "#8a4a40" : "#2f4f41"} />
    <circle
      r={RING}
      fill="none"
      stroke={fake ? "#ff8b74" : "#8df0bb"}
      strokeDasharray={`${AROUND * Math.min(1, Math.max(0.04, done))} ${AROUND}`}
      transform="rotate(-90)"
    />
  </g>
);
