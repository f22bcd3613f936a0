// How a player is drawn: a token with a hue, a shape and letters of its own, so that no two are told apart by colour alone.
import style from "./glassbox.module.css";

interface Look {
  readonly fill: string;
  readonly ink: string;
  readonly letters: string;
}
/** By colour, as the world names its seats. */
const LOOKS: Readonly<Record<string, Look>> = {
  red: { fill: "#c8322b", ink: "#fff", letters: "R" },
  blue: { fill: "#2456c4", ink: "#fff", letters: "Bl" },
  green: { fill: "#1d7a3c", ink: "#fff", letters: "G" },
  pink: { fill: "#f3a0cf", ink: "#1b1420", letters: "Pi" },
  orange: { fill: "#ee8a1d", ink: "#1c1206", letters: "O" },
  yellow: { fill: "#f2dc4a", ink: "#1c1a06", letters: "Y" },
  black: { fill: "#31353d", ink: "#fff", letters: "Bk" },
  white: { fill: "#eef0f2", ink: "#16181c", letters: "W" },
  purple: { fill: "#6b2fb3", ink: "#fff", letters: "Pu" },
  brown: { fill: "#70462a", ink: "#fff", letters: "Br" },
  cyan: { fill: "#36cfd4", ink: "#06191a", letters: "C" },
  lime: { fill: "#8fe04a", ink: "#0f1a06", letters: "L" },
  maroon: { fill: "#6e1f33", ink: "#fff", letters: "M" },
  coral: { fill: "#ef7c72", ink: "#1f0d0b", letters: "Co" },
  tan: { fill: "#b5a284", ink: "#1a150c", letters: "T" },
};
const UNKNOWN: Look = { fill: "#7a7a7a", ink: "#fff", letters: "?" };
const ORDER = Object.keys(LOOKS);
const lookOf = (id: string): Look => LOOKS[id] ?? UNKNOWN;

/** Outlines in a square of 100 around its middle. */
const SHAPES = [
  "M0-46A46 46 0 1 1 0 46 46 46 0 1 1 0-46z",
  "M-40-40h80v80h-80z",
  "M0-52 50 0 0 52-50 0z",
  "M-26-45h52L52 0 26 45h-52L-52 0z",
  "M0-50 48-14 30 44h-60l-18-58z",
] as const;
const shapeOf = (id: string): string => SHAPES[Math.max(0, ORDER.indexOf(id)) % SHAPES.length]!;

/** A token around the origin, in map units or in a square of its own. */
export function Token({ id, dead = false }: { id: string; dead?: boolean }) {
  const { fill, ink, letters } = lookOf(id);
  return (
    <>
      <path d={shapeOf(id)} fill={fill} className={style.outline} />
      {dead ? (
        <path d="M-24-24 24 24M24-24-24 24" stroke={ink} className={style.cross} />
      ) : (
        <text fill={ink} className={style.letters} dy="0.36em">
          {letters}
        </text>
      )}
    </>
  );
}

/** The same beside a name, in running text. */
export const Badge = ({ id, dead = false }: { id: string; dead?: boolean }) => (
  <svg viewBox="-58 -58 116 116" className={style.badge} data-dead={dead} aria-hidden="true">
    <Token id={id} dead={dead} />
  </svg>
);

/** What a body looks like where it lies. */
export const Remains = ({ who }: { who: string }) => (
  <>
    <ellipse rx="62" ry="34" fill={lookOf(who).fill} className={style.outline} />
    <path d="M-22-14 22 14M22-14-22 14" stroke={lookOf(who).ink} className={style.cross} />
  </>
);
