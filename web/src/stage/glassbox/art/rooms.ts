// The light and the floor of each place: one accent each, so that a room is known before its name is read.
import type { Place } from "@orrery/worlds/glassbox/map";

export type Pen = CanvasRenderingContext2D;
/** Floor, lines of the floor, face of the north wall, lamp. */
export type Colours = readonly [floor: string, line: string, face: string, lamp: string];
const ROOM: Readonly<Record<string, Colours>> = {
  reactor: ["#26404a", "#2f4d57", "#3d6875", "#7de8ff"],
  infirmary: ["#42545a", "#4b5f65", "#6b8a8f", "#d8fff2"],
  observatory: ["#26304f", "#2e3a5c", "#465789", "#aebdff"],
  greenhouse: ["#2f4a34", "#38563d", "#50774f", "#d2ff9e"],
  bridge: ["#2d3d52", "#36485f", "#4c6a8c", "#9fd3ff"],
  watch: ["#33314a", "#3c3a56", "#565280", "#b7a6ff"],
  dynamo: ["#4b4127", "#574c2f", "#83703c", "#ffd95e"],
  atrium: ["#58462f", "#64513a", "#8c6c45", "#ffd08a"],
  registry: ["#4d3c33", "#59473d", "#7f6251", "#ffc9a0"],
  signals: ["#2c4545", "#355050", "#4a7272", "#8dffe4"],
  engine: ["#4d3329", "#593d32", "#85553f", "#ff9d5c"],
  hold: ["#4a4233", "#554c3c", "#7a6c4d", "#ffdf9a"],
  workshop: ["#463a31", "#52443a", "#75604d", "#ffcb8f"],
  deflector: ["#383155", "#423a62", "#625394", "#c39bff"],
  quarters: ["#4a3440", "#563e4b", "#7d586b", "#ffb6c8"],
};
const HALL: Colours = ["#3a3d47", "#43464f", "#5c606e", "#ffe0ae"];
export const coloursOf = ({ id }: Place): Colours => ROOM[id] ?? HALL;
