// The light and the floor of each place: one accent each, so that a room is known before its name is read.
import type { StationPlace } from "@orrery/worlds/glassbox/station";

export type Pen = CanvasRenderingContext2D;
/** Floor, lines of the floor, face of the north wall, lamp. */
export type Colours = readonly [floor: string, line: string, face: string, lamp: string];
export type Glow = readonly [x: number, y: number, reach: number, light: string];

/** What a plan says nothing of: how its station looks. All in map units, by id of a place. */
export interface StationArt {
  readonly colours: Readonly<Record<string, Colours>>;
  /** Rooms with a wooden floor. */
  readonly planks: readonly string[];
  readonly furnish: Readonly<Record<string, (c: Pen) => void>>;
  /** What glows by itself. */
  readonly glows: readonly Glow[];
  /** Where in its room a name stands, where its foot would be taken. */
  readonly labels: Readonly<Record<string, readonly [x: number, y: number]>>;
  readonly hull: HullArt;
}
type Flank = "left" | "right";
export interface HullArt {
  /** Heights at which engines, and panels that drink light, stick out of a side. */
  readonly engines: { readonly side: Flank; readonly at: readonly number[] };
  readonly wings: { readonly side: Flank; readonly at: readonly number[] };
  /** Running lights. */
  readonly lamps: readonly (readonly [x: number, y: number, light: string])[];
}

const HALL: Colours = ["#3a3d47", "#43464f", "#5c606e", "#ffe0ae"];
/** Of rooms that nobody has painted, in turn. */
const UNPAINTED: readonly Colours[] = [
  ["#2d3d52", "#36485f", "#4c6a8c", "#9fd3ff"],
  ["#4a4233", "#554c3c", "#7a6c4d", "#ffdf9a"],
  ["#2f4a34", "#38563d", "#50774f", "#d2ff9e"],
  ["#383155", "#423a62", "#625394", "#c39bff"],
  ["#4d3329", "#593d32", "#85553f", "#ff9d5c"],
  ["#2c4545", "#355050", "#4a7272", "#8dffe4"],
];
export function coloursOf({ colours }: StationArt, { id, kind, x, y }: StationPlace): Colours {
  if (kind === "hallway") return HALL;
  return colours[id] ?? UNPAINTED[Math.trunc((x + 3 * y) / 100) % UNPAINTED.length]!;
}
