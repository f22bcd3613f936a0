// The arena as a drawing: the same picture as in three dimensions, for browsers without WebGL, small screens, and by choice.
import {
  BALLOT_LOOKS,
  inWords,
  PHASE_LOOKS,
  ROLE_LOOKS,
  ROLES,
  type Role,
  SIGNALS,
  TEAMS,
  type Team,
  TROUBLE_LOOKS,
} from "./identity.ts";
import type { Feature, IslandForm, IslandPlan } from "./island-plan.ts";
import { type ArenaPicture, type Hangings, isTroubled, type TablePicture, type TroubleMark } from "./picture.ts";
import { say } from "./words.ts";

const WIDTH = 760;
const HEIGHT = 430;
const NARROW = 400;
/** The part of the drawing that has anything in it, from the top: first edge, height. */
const CUT = { wide: [74, 288], narrow: [24, 288] } as const;
/** Where the seats are around the far half of a table, as in the hall; team B sits as in a mirror. */
const SEATS: readonly (readonly [number, number])[] = [
  [-112, -4],
  [-62, -94],
  [62, -94],
  [112, -4],
];
/** Where the island floats over the middle of a table. */
const ISLAND_Y = -136;
/** Where the ballots lie in the bowl. */
const IN_BOWL = [-13, -4.5, 4, 12.5] as const;

/** `only`: one table, for narrow screens. `label`: the moment in words. */
export function Flat({
  picture,
  only,
  label,
  hung,
}: {
  picture: ArenaPicture;
  only: Team | null;
  label: string;
  hung: Hangings;
}) {
  const width = only ? NARROW : WIDTH;
  const height = only ? 350 : HEIGHT;
  const [top, high] = CUT[only ? "narrow" : "wide"];
  const { light, fog } = PHASE_LOOKS[picture.phase];
  return (
    <svg
      overflow="visible"
      viewBox={`0 ${top} ${width} ${high}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label={label}
    >
      <defs>
        <radialGradient id="arena-hall" cx=".5" cy=".3" r=".9">
          <stop stopColor={light} stopOpacity=".34" />
          <stop offset="1" stopColor={fog} stopOpacity="0" />
        </radialGradient>
        <radialGradient id="arena-wood">
          <stop stopColor="#a06c45" />
          <stop offset="1" stopColor="#6b442c" />
        </radialGradient>
      </defs>
      <rect x={-width} y={-height} width={3 * width} height={3 * height} fill={fog} />
      <rect x={-width} y={-height} width={3 * width} height={3 * height} fill="url(#arena-hall)" />
      {[1, 0.82, 0.55].map((share) => (
        <ellipse
          key={share}
          cx={width / 2}
          cy={height * 0.62}
          rx={width * 0.47 * share}
          ry={height * 0.33 * share}
          fill="none"
          stroke="#e2be78"
          strokeOpacity={0.2 + 0.2 * (1 - share)}
        />
      ))}
      {picture.station.active && <Station picture={picture} only={only} hung={hung} middle={width / 2} />}
      {TEAMS.filter((team) => only === null || team === only).map((team) => (
        <g
          key={team}
          transform={`translate(${only ? width / 2 : width * (team === "A" ? 0.27 : 0.73)} ${height * 0.63})`}
        >
          <TableDrawing table={picture.tables[team]} mirror={team === "B"} />
        </g>
      ))}
    </svg>
  );
}

/** The prompt engineer's desk between the tables, and what hangs over it: six frames a team, empty until a picture is made. */
function Station({
  picture: { station },
  only,
  hung,
  middle,
}: {
  picture: ArenaPicture;
  only: Team | null;
  hung: Hangings;
  middle: number;
}) {
  return (
    <g transform={only ? "translate(52 58) scale(.8)" : `translate(${middle} 106)`}>
      {TEAMS.filter((team) => only === null || team === only).flatMap((team) =>
        Array.from({ length: 6 }, (_, i) => {
          const x = (only ? -48 : team === "A" ? -98 : 8) + (i % 3) * 31;
          const y = -24 + Math.floor(i / 3) * 25;
          const source = i < station.frames[team] ? hung[team][i] : undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a frame is its place
            <g key={`${team} ${i}`}>
              <rect x={x} y={y} width="28" height="22" fill="#141a2a" stroke="#b99a63" strokeWidth="1.500" />
              {source !== undefined && (
                <image href={source} x={x + 1} y={y + 1} width="26" height="20" preserveAspectRatio="xMidYMid slice" />
              )}
            </g>
          );
        }),
      )}
      {!only && (
        <g transform="translate(0 62)">
          <path d="M-13 15Q-12-5 0-7 12-5 13 15z" fill="#8d88a8" />
          <circle cy="-10" r="7" fill="#cfc9dd" />
          <path d="M-30 12h60v10h-60z" fill="#4a4260" />
          {station.active && (
            <text y="36" textAnchor="middle" fontSize="11" fontWeight="600" fill="#cfc9dd">
              {say("engineer")}
            </text>
          )}
        </g>
      )}
    </g>
  );
}

function TableDrawing({ table, mirror }: { table: TablePicture; mirror: boolean }) {
  const objects = table.acting && table.beat === "objection";
  const edge = objects ? SIGNALS.objection : table.acting && isTroubled(table) ? SIGNALS.repair : "#e2be78";
  return (
    <g opacity={table.acting ? 1 : 0.82}>
      <ellipse cy="12" rx="128" ry="66" opacity=".35" />
      <ellipse rx="74" ry="38" fill="url(#arena-wood)" stroke={edge} strokeWidth={edge === "#e2be78" ? 3 : 5} />
      <ellipse cy="-2" rx="20" ry="9" fill="#f0cf8a" stroke="#7a5424" strokeWidth="2" />
      {table.acting && table.accepted && (
        <>
          <ellipse rx="112" ry="58" fill="none" stroke={SIGNALS.accepted} strokeWidth="4" />
          <path d="M-24-40L-48-230h96L24-40z" fill={SIGNALS.accepted} opacity=".22" />
        </>
      )}
      {table.acting &&
        ROLES.map((role, seat) => {
          const ballot = table.ballots?.[role];
          const look = ballot && BALLOT_LOOKS[ballot];
          return (
            look && (
              <path
                key={role}
                d={look.glyph}
                transform={`translate(${IN_BOWL[seat]! - 4} -8) scale(.62)`}
                fill={look.color}
                stroke="#0b1020"
              />
            )
          );
        })}
      <g transform={`translate(0 ${ISLAND_Y}) scale(1.45)`}>
        <IslandDrawing plan={table.island} />
      </g>
      {ROLES.map((role, seat) => (
        <Figure key={role} role={role} table={table} at={SEATS[seat]!} mirror={mirror} />
      ))}
      <BeatDrawing table={table} mirror={mirror} />
    </g>
  );
}

/** What a turn does to the island: a proposal is held up to it, an objection strains it, a resolution joins what was said. */
function BeatDrawing({
  table: { acting, beat, speaker, forfeited, ballots },
  mirror,
}: {
  table: TablePicture;
  mirror: boolean;
}) {
  if (!acting || forfeited || speaker === null || ballots) return null;
  const [seat, y] = SEATS[ROLES.indexOf(speaker)]!;
  const x = mirror ? -seat : seat;
  // From the speaker's side that faces the table, up to the point of the island.
  const hand = [x - Math.sign(x) * 30, y - 16] as const;
  const tip = ISLAND_Y + 50;
  switch (beat) {
    case "proposal":
      return (
        <g stroke="#ffe9b0">
          <path
            d={`M${hand[0]} ${hand[1]}Q${x * 0.35} ${tip + 6} 0 ${tip}`}
            fill="none"
            strokeDasharray="2 5"
            strokeLinecap="round"
          />
          <path d={`M${hand[0]} ${hand[1] - 8}l6 8-6 8-6-8z`} fill="#ffe9b0" />
        </g>
      );
    case "objection":
      return (
        <g stroke={SIGNALS.objection} strokeWidth="2" strokeLinecap="round">
          {[-14, -5, 4, 13].map((way, i) => (
            <path
              key={way}
              d={`M${hand[0] * 0.72 + way * 0.3} ${hand[1] - 8 + way * 0.5}L${hand[0] * 0.3 + way * 0.6} ${tip - 16 + way * 0.8 - (i % 2) * 8}`}
            />
          ))}
        </g>
      );
    case "resolution":
      return (
        <g fill="none" stroke={ROLE_LOOKS.SYNTHESIZER.color} strokeWidth="2.500" strokeLinecap="round">
          <path d={`M-58-14Q-44-46 0-46V${tip + 2}`} />
          <path d="M58-14Q44-46 0-46" />
          <circle cy="-46" r="5" fill={ROLE_LOOKS.SYNTHESIZER.color} />
        </g>
      );
    default:
      return null;
  }
}

function Figure({
  role,
  table,
  at: [x, y],
  mirror,
}: {
  role: Role;
  table: TablePicture;
  at: readonly [number, number];
  mirror: boolean;
}) {
  const { color, glyph } = ROLE_LOOKS[role];
  const speaks = table.speaker === role && !table.forfeited;
  const alarm = speaks && table.acting && table.beat === "objection";
  const lit = alarm ? SIGNALS.objection : color;
  const ballot = table.acting ? table.ballots?.[role] : undefined;
  const trouble = table.acting ? table.troubles[role] : undefined;
  return (
    <g transform={`translate(${mirror ? -x : x} ${y})`}>
      {speaks && (
        <>
          <circle r="33" fill={lit} opacity={table.acting ? 0.3 : 0.14} />
          <circle r="28" fill="none" stroke={lit} strokeWidth={table.acting ? 3 : 1.5} />
        </>
      )}
      <path d="M-20 22Q-18-8 0-10 18-8 20 22z" fill={color} opacity={speaks ? 1 : 0.75} />
      <circle cy="-15" r="10" fill="#e8d6c2" />
      <path d={glyph} transform="translate(-9 -2) scale(1.28)" fill="#0b1020" />
      <text
        y="40"
        textAnchor="middle"
        fontSize="14"
        fontWeight="600"
        fill="#eef0ff"
        paintOrder="stroke"
        stroke="#0b1020"
        strokeWidth="3"
      >
        {inWords(role)}
      </text>
      {ballot && (
        <path
          d={BALLOT_LOOKS[ballot].glyph}
          transform="translate(16 -34) scale(1.25)"
          fill={BALLOT_LOOKS[ballot].color}
          stroke="#0b1020"
        />
      )}
      {trouble && <TroubleDrawing trouble={trouble} />}
    </g>
  );
}

/** Crumpled sheets, one for each failed attempt, and the sign of what was wrong; a broken ring where no answer came. */
function TroubleDrawing({ trouble: { kind, failed, repaired } }: { trouble: TroubleMark }) {
  const { color, glyph } = TROUBLE_LOOKS[kind];
  return (
    <g>
      {!repaired && <circle r="30" fill="none" stroke={color} strokeWidth="2.500" strokeDasharray="7 6" />}
      {Array.from({ length: failed }, (_, i) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place
          key={i}
          d="M0 2l4-4 5 1 3 5-2 5-6 1-4-3z"
          transform={`translate(${18 + i * 11} ${16 + (i % 2) * 5}) rotate(${i * 40} 6 4)`}
          fill="#f4e7c8"
          stroke={color}
          strokeWidth="1.200"
        />
      ))}
      <circle cx="-24" cy="-26" r="10" fill="#0b1020" stroke={color} />
      <path d={glyph} transform="translate(-31 -33)" fill={color} />
    </g>
  );
}

/** The small world above the table; wire where it is only proposed. */
function IslandDrawing({ plan }: { plan: IslandPlan }) {
  if (plan.ground === null) return null;
  const { earth, top, ghost } = plan.ground;
  const wire = ghost ? { fill: "none", stroke: "#ffe9b0", strokeDasharray: "3 2" } : {};
  return (
    <g>
      <path d="M-30 0h60l-30 36z" fill={earth} {...wire} />
      <ellipse rx="31" ry="9" fill={top} {...wire} />
      {plan.cracked && <path d="M-14 2l8-3 6 4 9-4 8 3" fill="none" stroke="#ff5a38" strokeWidth="2" />}
      {plan.features.map((feature, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a landmark is its place
        <FeatureDrawing key={at} feature={feature} x={[-18, 16, 0][at % 3]!} y={[0, -3, 5][at % 3]!} />
      ))}
      {plan.peopled &&
        [-8, 5, 11].map((x) => (
          <g key={x} transform={`translate(${x} 3)`}>
            <path d="M-1.500 0L0-5l1.500 5z" fill="#3a2c44" />
          </g>
        ))}
    </g>
  );
}

/** Outlines, standing on 0, some 24 high. */
const OUTLINES: Readonly<Record<IslandForm, string>> = {
  trees: "M-7 0v-9M-1 0v-13M6 0v-8M-11-9a4 4 0 1 1 8 0zM-6-13a5 5 0 1 1 10 0zM2-8a4 4 0 1 1 8 0z",
  stair: "M-9 0v-4h4.500v-4.500H0V-13h4.500v-4.500H9V0z",
  tower: "M-4 0l1-19h6l1 19zM-5-19h10l-5-7z",
  gate: "M-9 0v-13a9 9 0 0 1 18 0V0H5v-12a5 5 0 0 0-10 0V0z",
  ship: "M-11-4H11L7 0H-7zM0-4v-18l8 14H0",
  hall: "M-10 0v-9H10V0zM-10-9a10 9 0 0 1 20 0z",
  bells: "M-10 0v-17M10 0v-17M-11-17h22M-6-8l2-7 2 7zM2-8l2-7 2 7z",
  pool: "M-10-1a10 3.500 0 1 1 .01 1z",
  wheel: "M0-20a9 9 0 1 1-.01 0zM0-20v18M-9-11H9",
  cranes: "M-6 0v-17h14v3M-6-17l-4 3M5 0v-12h6",
  stones: "M-9 0v-10l4-2v12zM-2 0v-14l4-1v15zM5 0v-9l4-2V0z",
};

function FeatureDrawing({ feature: { form, state }, x, y }: { feature: Feature; x: number; y: number }) {
  const look =
    state === "ghost"
      ? { fill: "none", stroke: "#ffe9b0", strokeDasharray: "3 2" }
      : { fill: state === "fresh" ? "#ffe3a0" : "#cdbfa4", stroke: "#4b3b30" };
  return <path d={OUTLINES[form]} transform={`translate(${x} ${y})`} strokeWidth="1.2" {...look} />;
}
