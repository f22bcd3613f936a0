// Walls with a face to the north, which gives rooms depth; jambs of doors; and what is fixed to walls and floors.
import type { Site, Station, StationPlace } from "@orrery/worlds/glassbox/station";
import { disc, roundedBox } from "./furnish.ts";
import { coloursOf, type Pen } from "./rooms.ts";
import { artOf } from "./stations.ts";

/** Height of the face of a north wall, in map units. */
const FACE = 58;
const SCREENS: Readonly<Record<Site["kind"], string>> = {
  task: "#ffdf9e",
  vent: "#8e99b3",
  button: "#ff7f6b",
  cameras: "#b7a6ff",
  admin: "#ffc9a0",
  vitals: "#9ff5de",
  panel: "#ff9d7a",
};
export function paintSite(c: Pen, s: Site): void {
  c.save();
  c.translate(s.x, s.y);
  if (s.kind === "vent") {
    c.fillStyle = "#0b0e15";
    roundedBox(c, -44, -30, 88, 60, 8);
    c.fill();
    c.strokeStyle = "#6d7891";
    c.lineWidth = 7;
    c.stroke();
    c.beginPath();
    for (let x = -26; x <= 26; x += 17) {
      c.moveTo(x, -18);
      c.lineTo(x, 18);
    }
    c.stroke();
  } else if (s.kind !== "button") {
    c.fillStyle = "#10141e";
    roundedBox(c, -27, -36, 54, 62, 8);
    c.fill();
    c.strokeStyle = "#46506a";
    c.lineWidth = 5;
    c.stroke();
    c.fillStyle = SCREENS[s.kind];
    roundedBox(c, -18, -27, 36, 26, 4);
    c.fill();
    c.fillStyle = "#46506a";
    c.fillRect(-18, 8, 36, 7);
  }
  c.restore();
}
type WallSide = "n" | "s" | "w" | "e";
type WallSpan = readonly [from: number, to: number];

/** Openings along one side of a place, in order. */
const gapsOf = ({ portals }: Station, p: StationPlace, side: WallSide): readonly WallSpan[] =>
  portals
    .filter(({ between, x1, y1, x2, y2 }) => {
      if (!between.includes(p.id)) return false;
      if (side === "n") return y1 === y2 && y1 === p.y;
      if (side === "s") return y1 === y2 && y1 === p.y + p.h;
      if (side === "w") return x1 === x2 && x1 === p.x;
      return x1 === x2 && x1 === p.x + p.w;
    })
    .map(({ x1, y1, x2, y2 }): WallSpan => (side === "n" || side === "s" ? [x1, x2] : [y1, y2]))
    .sort((a, b) => a[0] - b[0]);

/** What is left of one side between its openings. */
function wallsOf(station: Station, p: StationPlace, side: WallSide): readonly WallSpan[] {
  const lying = side === "n" || side === "s";
  let at = lying ? p.x : p.y;
  const end = lying ? p.x + p.w : p.y + p.h;
  const found: WallSpan[] = [];
  for (const [from, to] of gapsOf(station, p, side)) {
    if (from > at) found.push([at, from]);
    at = to;
  }
  if (at < end) found.push([at, end]);
  return found;
}

export function paintWalls(c: Pen, station: Station): void {
  const art = artOf(station);
  // The face of each north wall, which gives rooms depth.
  for (const p of station.places) {
    const [, , face] = coloursOf(art, p);
    for (const [a, b] of wallsOf(station, p, "n")) {
      const g = c.createLinearGradient(0, p.y, 0, p.y + FACE);
      g.addColorStop(0, face);
      g.addColorStop(1, "#141925");
      c.fillStyle = g;
      c.fillRect(a, p.y, b - a, FACE);
      c.fillStyle = "rgba(255,255,255,.14)";
      c.fillRect(a, p.y + 12, b - a, 5);
      c.fillStyle = "rgba(0,0,0,.35)";
      c.fillRect(a, p.y + FACE, b - a, 16);
    }
  }
  const line = (w: number, col: string) => {
    c.strokeStyle = col;
    c.lineWidth = w;
    c.lineCap = "square";
    c.beginPath();
    for (const p of station.places) {
      for (const [a, b] of wallsOf(station, p, "n")) {
        c.moveTo(a, p.y);
        c.lineTo(b, p.y);
      }
      for (const [a, b] of wallsOf(station, p, "s")) {
        c.moveTo(a, p.y + p.h);
        c.lineTo(b, p.y + p.h);
      }
      for (const [a, b] of wallsOf(station, p, "w")) {
        c.moveTo(p.x, a);
        c.lineTo(p.x, b);
      }
      for (const [a, b] of wallsOf(station, p, "e")) {
        c.moveTo(p.x + p.w, a);
        c.lineTo(p.x + p.w, b);
      }
    }
    c.stroke();
  };
  line(34, "#05070c");
  line(20, "#3c465d");
  line(7, "#77839f");
  // Door jambs.
  for (const q of station.portals)
    if (q.door)
      for (const [x, y] of [
        [q.x1, q.y1],
        [q.x2, q.y2],
      ] as const) {
        c.fillStyle = "#05070c";
        roundedBox(c, x - 23, y - 23, 46, 46, 8);
        c.fill();
        c.fillStyle = "#8e7745";
        roundedBox(c, x - 15, y - 15, 30, 30, 6);
        c.fill();
        disc(c, x, y, 6, "#9dffc6");
      }
}
