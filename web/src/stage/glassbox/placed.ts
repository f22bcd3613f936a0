// Where everybody is at one frame: where they stand, who walks, who lies and who is only remembered. Pure; draws nothing.
import { stationOf } from "@orrery/worlds/glassbox/station";
import { easeOut } from "./camera.ts";
import { apart } from "./crowd.ts";
import type { Frame, StationMoment } from "./moment.ts";
import { dying, type FloorPoint, spotsAt, walks } from "./motion.ts";
import type { Figure, StationScene } from "./scene.ts";

/** Where somebody is drawn: seats at the table are wider than where the rules have them stand. */
function spotsOf(scene: StationScene): ReadonlyMap<string, FloorPoint> {
  const spots = new Map<string, FloorPoint>(scene.figures.map(({ id, x, y }) => [id, { x, y }]));
  if (scene.phase !== "MEETING") return spots;
  const seated = scene.members.filter(({ id, life }) => life === "alive" && spots.has(id));
  for (const [i, { id }] of seated.entries()) spots.set(id, seatOf(tableIn(scene), i, seated.length));
  return spots;
}
const tableIn = ({ settings }: StationScene): FloorPoint => {
  const { middle, hub } = stationOf(settings);
  return middle.get(hub)!;
};
const seatOf = (table: FloorPoint, i: number, n: number): FloorPoint => {
  const angle = (i / n) * 2 * Math.PI - Math.PI / 2;
  return { x: table.x + Math.cos(angle) * 345, y: table.y - 10 + Math.sin(angle) * 275 };
};

export interface PlacedFigure extends FloorPoint {
  readonly how: "stands" | "shade" | "none";
  readonly moves: boolean;
  readonly faces: 1 | -1;
}

/** Everybody of a frame. `size`: map units that one takes in width. */
export function figuresAt(
  { scene }: StationMoment,
  { before, tick, walked }: Frame,
  size: number,
): Map<string, PlacedFigure> {
  const moving = before !== null && walked < 1 && walks(before.scene, scene);
  const doomed = walked < 1 ? dying(before?.scene ?? null, scene) : NOBODY;
  const goal = spotsOf(scene);
  const way: ReadonlyMap<string, FloorPoint> = moving ? spotsAt(before.scene, scene, tick) : goal;
  const to = asideOf(scene, goal, size);
  const from = before ? asideOf(before.scene, spotsOf(before.scene), size) : to;
  const share = moving ? easeOut(walked) : 1;
  return new Map(
    scene.figures.map((figure) => {
      const { id } = figure;
      const at = way.get(id) ?? figure;
      const [a, b] = [from.get(id) ?? HERE, to.get(id) ?? HERE];
      const was = before?.scene.figures.find((one) => one.id === id);
      const moves = moving && was !== undefined && Math.hypot(was.x - figure.x, was.y - figure.y) > 6 && walked < 1;
      return [
        id,
        {
          x: at.x + a.x + (b.x - a.x) * share,
          y: at.y + a.y + (b.y - a.y) * share,
          how: howOf(scene, figure, doomed.has(id)),
          moves,
          faces: facing(scene, figure, at, was),
        },
      ];
    }),
  );
}
const NOBODY: ReadonlySet<string> = new Set();
const HERE: FloorPoint = { x: 0, y: 0 };

function howOf({ phase, you }: StationScene, { id, ghost, ago, hidden }: Figure, doomed: boolean): PlacedFigure["how"] {
  if (doomed) return "stands";
  // The dead are not at the table; a dead viewer still sees their own figure.
  if (ghost) return phase === "MEETING" && id !== you ? "none" : "shade";
  return ago !== null || (hidden && you === null) ? "shade" : "stands";
}

function facing(scene: StationScene, { walk, x }: Figure, at: FloorPoint, was: Figure | undefined): 1 | -1 {
  if (scene.phase === "MEETING") return at.x < tableIn(scene).x ? 1 : -1;
  const end = walk?.points.at(-2);
  const dx = end === undefined ? x - (was?.x ?? x) : end - at.x;
  return dx < -6 ? -1 : 1;
}

/** How far each is moved aside, so that nobody stands upon another. */
function asideOf(
  scene: StationScene,
  spots: ReadonlyMap<string, FloorPoint>,
  size: number,
): ReadonlyMap<string, FloorPoint> {
  if (scene.phase === "MEETING") return new Map();
  const all = [...spots].map(([id, { x, y }]) => ({ id, x, y }));
  return new Map(
    [...apart(all, size)].map(([id, { x, y }]) => {
      const at = spots.get(id)!;
      return [id, { x: x - at.x, y: (y - at.y) * 0.7 }];
    }),
  );
}
