// Paints the whole station in map units, with its lamps on or off.
import type { Station, StationPlace } from "@orrery/worlds/glassbox/station";
import { paintFloor } from "./floors.ts";
import { paintHull } from "./hull.ts";
import { coloursOf, type Pen } from "./rooms.ts";
import { artOf } from "./stations.ts";
import { paintSite, paintWalls } from "./walls.ts";

/** Lamps of a place: one in the middle of a room, one for every 500 units of a hallway. `r`: how far the lamp shines. */
function lampsIn(p: StationPlace): readonly (readonly [x: number, y: number, r: number])[] {
  const [cx, cy] = [p.x + p.w / 2, p.y + p.h / 2];
  if (p.kind === "room") return [[cx, cy, Math.max(p.w, p.h) * 0.78]];
  const long = Math.max(p.w, p.h);
  const n = Math.max(1, Math.round(long / 500));
  return Array.from({ length: n }, (_, k) => {
    const along = ((k + 0.5) * long) / n;
    return p.w > p.h ? [p.x + along, cy, 340] : [cx, p.y + along, 340];
  });
}

function lightLamps(c: Pen, station: Station): void {
  const art = artOf(station);
  c.globalCompositeOperation = "soft-light";
  for (const p of station.places) {
    const [, , , lamp] = coloursOf(art, p);
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
  for (const p of station.rooms) {
    const [, , , lamp] = coloursOf(art, p);
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

/** `lit`: all lamps are on; otherwise only what glows by itself. */
export function paintStation(c: Pen, station: Station, lit: boolean): void {
  const art = artOf(station);
  paintHull(c, station);
  const halls = station.places.filter(({ kind }) => kind === "hallway");
  for (const p of [...halls, ...station.rooms]) paintFloor(c, station, p);
  for (const p of station.rooms) {
    c.save();
    art.furnish[p.id]?.(c);
    c.restore();
  }
  paintWalls(c, station);
  for (const s of station.sites) paintSite(c, s);
  if (lit) lightLamps(c, station);
  else darken(c, station);
}

function darken(c: Pen, station: Station): void {
  c.globalCompositeOperation = "source-atop";
  c.fillStyle = "rgba(8,13,30,.54)";
  c.fillRect(-900, -900, 6600, 5000);
  c.globalCompositeOperation = "multiply";
  c.fillStyle = "#a3b4e6";
  c.beginPath();
  for (const p of station.places) c.rect(p.x, p.y, p.w, p.h);
  c.fill();
  c.globalCompositeOperation = "lighter";
  for (const [x, y, r, q] of artOf(station).glows) {
    const g = c.createRadialGradient(x, y, 0, x, y, r);
    g.addColorStop(0, `${q}44`);
    g.addColorStop(1, `${q}00`);
    c.fillStyle = g;
    c.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
  c.globalCompositeOperation = "source-over";
}
