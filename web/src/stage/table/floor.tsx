// The ground under a fight: flags, planks or earth by the form of the place, with what lies about on it; the table ends where the board does.
import { useId } from "react";
import { chance } from "../chance.ts";
import clothStyle from "./cloth.module.css";
import type { Land } from "./land.ts";

/** Squares of the board, as the rules have it. */
const [BOARD_X, BOARD_Y] = [14, 9];
/** Squares of a tile of the pattern. */
const TILE = 4;
type Square = readonly [number, number];

interface FloorProps {
  readonly seed: string;
  readonly land: Land;
  readonly light: string;
  readonly cell: number;
  readonly taken: readonly Square[];
  /** Squares from which light falls. */
  readonly lamps: readonly Square[];
}

export function Floor({ seed, land, light, cell, taken, lamps }: FloorProps) {
  const id = useId();
  const [wide, high] = [BOARD_X * cell, BOARD_Y * cell];
  const ground = groundOf(land);
  const roll = chance(`${seed} floor`);
  const dark = light === "dark" ? 0.66 : light === "dim" ? 0.36 : 0.14;
  return (
    <g>
      <defs>
        <pattern id={`${id}p`} width={cell * TILE} height={cell * TILE} patternUnits="userSpaceOnUse">
          <rect width={cell * TILE} height={cell * TILE} fill={ground.base} />
          {Array.from({ length: TILE * TILE }, (_, i) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place
              key={i}
              x={(i % TILE) * cell + 1}
              y={Math.floor(i / TILE) * cell + 1}
              width={cell - 2}
              height={cell - 2}
              rx={ground.paved ? 3 : 0}
              fill={roll() > 0.5 ? "#fff" : "#000"}
              opacity={0.02 + roll() * (ground.paved ? 0.07 : 0.04)}
            />
          ))}
          <path d={`M0 0H${cell * TILE}M0 0V${cell * TILE}`} className={clothStyle.grid} />
          {[1, 2, 3].map((n) => (
            <path
              key={n}
              d={`M0 ${n * cell}H${cell * TILE}M${n * cell} 0V${cell * TILE}`}
              className={clothStyle.grid}
            />
          ))}
        </pattern>
        <radialGradient id={`${id}l`}>
          <stop offset="0.2" stopColor="#000" />
          <stop offset="1" stopColor="#000" stopOpacity="0" />
        </radialGradient>
        <mask id={`${id}m`}>
          <rect x={-wide} y={-high} width={wide * 3} height={high * 3} fill="#fff" />
          {lamps.map(([x, y]) => (
            <circle
              key={`${x} ${y}`}
              cx={(x + 0.5) * cell}
              cy={(y + 0.5) * cell}
              r={cell * 4.5}
              fill={`url(#${id}l)`}
            />
          ))}
        </mask>
      </defs>
      <rect width={wide} height={high} fill={`url(#${id}p)`} />
      {thingsOn(seed, taken).map(([x, y, turn]) => (
        <path
          key={`${x} ${y}`}
          d={ground.thing}
          transform={`translate(${(x + 0.5) * cell} ${(y + 0.5) * cell}) rotate(${turn}) scale(${cell / 34})`}
          className={clothStyle.thing}
          data-around={land.around}
        />
      ))}
      <rect
        x={-wide}
        y={-high}
        width={wide * 3}
        height={high * 3}
        fill="#0a0608"
        opacity={dark}
        mask={`url(#${id}m)`}
      />
      <rect width={wide} height={high} className={clothStyle.edge} />
    </g>
  );
}

interface Ground {
  readonly base: string;
  readonly paved: boolean;
  readonly thing: string;
}
const PUDDLE = "M-12 1q2-7 10-6t12 4-4 7-14 2-8-7z";
const ROCK = "M-8 5q-3-8 3-10 8-3 11 3t-3 9q-7 3-11-2z";
const TUFT = "M-7 7q1-8-3-12 5 4 5 12M0 7q0-10 1-14 2 6 1 14M6 7q0-7 4-10-2 6-1 10";
function groundOf({ form, around, indoors }: Land): Ground {
  if (form === "hut") return { base: "#4b3423", paved: false, thing: PUDDLE };
  if (indoors || form === "ruin" || form === "tower")
    return { base: "#43383a", paved: true, thing: around === "water" ? PUDDLE : ROCK };
  if (form === "causeway") return { base: "#33404a", paved: true, thing: PUDDLE };
  if (around === "marsh") return { base: "#3d3b29", paved: false, thing: TUFT };
  if (form === "road") return { base: "#4d4132", paved: false, thing: ROCK };
  return { base: around === "wood" ? "#2f3a29" : "#3d3a2b", paved: false, thing: TUFT };
}

/** Squares with something on them, where nobody stands; the same in each round. */
function thingsOn(seed: string, taken: readonly Square[]): readonly (readonly [number, number, number])[] {
  const roll = chance(`${seed} things`);
  return Array.from(
    { length: 16 },
    () => [Math.floor(roll() * BOARD_X), Math.floor(roll() * BOARD_Y), Math.floor(roll() * 60) - 30] as const,
  ).filter(([x, y], i, all) => {
    const first = all.findIndex((one) => one[0] === x && one[1] === y);
    return first === i && !taken.some((one) => one[0] === x && one[1] === y);
  });
}
