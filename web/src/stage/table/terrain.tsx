// The land under the map of known places: water, marsh, trees and hills around each, and what stands there. Drawn by words and the place's id, so it never changes.
import { chance } from "../chance.ts";
import type { Land, LandForm } from "./land.ts";
import mapStyle from "./places.module.css";

export interface TerrainSpot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly land: Land;
}

export function Terrain({ spots }: { spots: readonly TerrainSpot[] }) {
  const wet = spots.filter(({ land }) => land.around === "water" || land.around === "marsh");
  return (
    <g>
      {wet.map((spot) => (
        <path key={spot.id} d={blob(spot)} className={mapStyle.land} data-land={spot.land.around} />
      ))}
      {spots.map((spot) => (
        <path key={spot.id} d={marksOf(spot, spots)} className={mapStyle.marks} data-land={spot.land.around} />
      ))}
      {spots.map(({ id, x, y, land }) => (
        <path key={id} d={GLYPHS[land.form]} transform={`translate(${x} ${y})`} className={mapStyle.glyph} />
      ))}
    </g>
  );
}

/** A shore around a place, as uneven as shores are. */
function blob({ id, x, y }: TerrainSpot): string {
  const roll = chance(`${id} shore`);
  const points = Array.from({ length: 10 }, (_, i) => {
    const [angle, far] = [(i / 10) * 2 * Math.PI, 15 + roll() * 9];
    return [x + Math.cos(angle) * far * 1.25, y + Math.sin(angle) * far] as const;
  });
  const middle = (i: number) => {
    const [a, b] = [points[i % 10]!, points[(i + 1) % 10]!];
    return `${((a[0] + b[0]) / 2).toFixed(1)} ${((a[1] + b[1]) / 2).toFixed(1)}`;
  };
  return `M${middle(9)}${points.map(([px, py], i) => `Q${px.toFixed(1)} ${py.toFixed(1)} ${middle(i)}`).join("")}Z`;
}

const MARKS: Readonly<Record<Land["around"], string>> = {
  water: "q1.500-1.100 3 0t3 0",
  marsh: "m-1.200 0v-2m1.200 2v-3m1.200 3v-2",
  wood: "l1.600-4.400 1.600 4.400z",
  hills: "q2.200-4 4.400 0",
};
/** Signs of the land around a place, where no other place stands. */
function marksOf({ id, x, y, land }: TerrainSpot, spots: readonly TerrainSpot[]): string {
  const roll = chance(`${id} marks`);
  const signs = Array.from({ length: 9 }, () => [x + (roll() - 0.5) * 34, y + (roll() - 0.5) * 26] as const);
  return signs
    .filter(([sx, sy]) => sx > 3 && sx < 95 && sy > 5 && sy < 73)
    .filter(([sx, sy]) => spots.every((spot) => Math.abs(spot.x - sx) > 7 || Math.abs(spot.y - sy) > 6))
    .map(([sx, sy]) => `M${sx.toFixed(1)} ${sy.toFixed(1)}${MARKS[land.around]}`)
    .join("");
}

/** What stands at a place, under its mark. */
const GLYPHS: Readonly<Record<LandForm, string>> = {
  village: "M-5 8.500v-2.500l2-2 2 2v2.500zM0 8.500v-3l2.200-2.200 2.200 2.200v3z",
  hut: "M-2.500 8v-3l2.500-2.200 2.500 2.200v3z",
  stone: "M-1 8.500q-1-4 1-5.200 2 1.200 1 5.200z",
  tower: "M-1.500 9v-5.500h-.6v-1.200h4.200v1.200h-.6v5.500z",
  ruin: "M-4 8.500v-4h1.500v4zM-1 8.500v-3.200q1.200-1.700 2.400 0v3.200h-.8v-2.800q-.4-.7-.8 0v2.800zM3 8.500v-3h1.200v3z",
  hall: "M-3 8.500v-3.500q3-3.200 6 0v3.500h-1v-3q-2-2-4 0v3z",
  crypt: "M-1.800 8.500v-3.200q1.800-2.400 3.600 0v3.200z",
  cave: "M-3 8.500q0-5 3-5t3 5z",
  wood: "M-3 8.500l1.500-4.500 1.500 4.500zM0 8.500l1.700-5.200 1.700 5.200z",
  causeway: "M-4 5.500h1.600v1.200h-1.600zM-1 6h1.600v1.200h-1.600zM2 6.500h1.600v1.200h-1.600z",
  road: "",
  hills: "M-4 8q2-4 4 0zM0 8q2-3.400 4 0z",
};
