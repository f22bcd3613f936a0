// The station as a picture in map units, once lit and once dark.
import { PLACES, type Place, SITES } from "@orrery/worlds/glassbox/map";
import { paintFloor } from "./floors.ts";
import { FURNISH } from "./furnish.ts";
import { paintHull } from "./hull.ts";
import { coloursOf, type Pen } from "./rooms.ts";
import { paintSite, paintWalls } from "./walls.ts";

const ROOMS = PLACES.filter(({ kind }) => kind === "room");
const HALLWAYS = PLACES.filter(({ kind }) => kind === "hallway");

/** One lamp in the middle of a room, several along a hallway: where, and how far it shines. */
function lampsIn(p: Place): readonly (readonly [x: number, y: number, r: number])[] {
  const [cx, cy] = [p.x + p.w / 2, p.y + p.h / 2];
  if (p.kind === "room") return [[cx, cy, Math.max(p.w, p.h) * 0.78]];
  const long = Math.max(p.w, p.h);
  const n = Math.max(1, Math.round(long / 500));
  return Array.from({ length: n }, (_, k) => {
    const along = ((k + 0.5) * long) / n;
    return p.w > p.h ? [p.x + along, cy, 340] : [cx, p.y + along, 340];
  });
}

function lightLamps(c: Pen): void {
  c.globalCompositeOperation = "soft-light";
  for (const p of PLACES) {
    const [, , , lamp] = coloursOf(p);
    c.save();
    c.beginPath();
    c.rect(p.x, p.y, p.w, p.h);
    c.clip();
    for (const [x, y, r] of lampsIn(p)) {
      const g = c.createRadialGradient(x, y, 0, x, y, r);
      g.addColorStop(0, `${lamp}ff`);
      g.addColorStop(0.6, `${lamp}66`);
      g.addColorStop(1, `${lamp}00`);
      c.fillStyle = g;
      c.fillRect(p.x, p.y, p.w, p.h);
    }
    c.restore();
  }
  c.globalCompositeOperation = "screen";
  for (const p of ROOMS) {
    const [, , , lamp] = coloursOf(p);
    const [cx, cy] = [p.x + p.w / 2, p.y + p.h / 2];
    c.save();
    c.beginPath();
    c.rect(p.x, p.y, p.w, p.h);
    c.clip();
    const g = c.createRadialGradient(cx, cy, 0, cx, cy, p.w * 0.7);
    g.addColorStop(0, `${lamp}2e`);
    g.addColorStop(1, `${lamp}00`);
    c.fillStyle = g;
    c.fillRect(p.x, p.y, p.w, p.h);
    c.restore();
  }
  c.globalCompositeOperation = "source-over";
}
/** What glows by itself: where, how far, in which light. */
const GLOWS = [
  [400, 330, 210, "#59dcff"],
  [2100, 80, 230, "#6f83ff"],
  [3850, 110, 260, "#7fb8ff"],
  [530, 1000, 230, "#9a86ff"],
  [1240, 1390, 200, "#ffc94a"],
  [3600, 1170, 150, "#6fffe0"],
  [400, 2240, 260, "#ff7a3a"],
  [3050, 2260, 230, "#b07dff"],
  [2100, 1288, 120, "#ff5a46"],
  [1200, 200, 110, "#7dffd4"],
  [2900, 1290, 150, "#ffae7a"],
  [3000, 430, 220, "#8fe06a"],
] as const;

/** All of it, with every lamp on, or with none but what glows by itself. */
export function paintStation(c: Pen, lit: boolean): void {
  paintHull(c);
  for (const p of [...HALLWAYS, ...ROOMS]) paintFloor(c, p);
  for (const p of ROOMS) {
    c.save();
    FURNISH[p.id]?.(c);
    c.restore();
  }
  paintWalls(c);
  for (const s of SITES) paintSite(c, s);
  if (lit) lightLamps(c);
  else darken(c);
}

function darken(c: Pen): void {
  c.globalCompositeOperation = "source-atop";
  c.fillStyle = "rgba(8,13,30,.54)";
  c.fillRect(-900, -900, 6600, 5000);
  c.globalCompositeOperation = "multiply";
  c.fillStyle = "#a3b4e6";
  c.beginPath();
  for (const p of PLACES) c.rect(p.x, p.y, p.w, p.h);
  c.fill();
  c.globalCompositeOperation = "lighter";
  for (const [x, y, r, q] of GLOWS) {
    const g = c.createRadialGradient(x, y, 0, x, y, r);
    g.addColorStop(0, `${q}44`);
    g.addColorStop(1, `${q}00`);
    c.fillStyle = g;
    c.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
  c.globalCompositeOperation = "source-over";
}
