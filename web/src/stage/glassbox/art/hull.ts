// The hull around the rooms, and the sky it hangs in. Knows nothing of what stands inside.
import type { Station } from "@orrery/worlds/glassbox/station";
import { extentOf } from "../camera.ts";
import { roundedBox } from "./furnish.ts";
import type { HullArt, Pen } from "./rooms.ts";
import { artOf } from "./stations.ts";

/** What the rooms are set in: engines, panels that drink light, plates, running lights. */
export function paintHull(c: Pen, station: Station): void {
  const { hull } = artOf(station);
  const end = extentOf(station);
  c.save();
  c.lineJoin = "round";
  c.lineCap = "round";
  const all = () => {
    c.beginPath();
    for (const p of station.places) c.rect(p.x, p.y, p.w, p.h);
    // Between the hallways there is hull as well.
    c.rect(150, 800, end.x - 300, end.y - 1600);
  };
  onSide(c, hull.engines, end.x, paintEngine);
  onSide(c, hull.wings, end.x, paintWing);
  all();
  c.strokeStyle = "#05070c";
  c.lineWidth = 236;
  c.stroke();
  all();
  c.strokeStyle = "#343d52";
  c.lineWidth = 212;
  c.stroke();
  all();
  c.strokeStyle = "#1c2230";
  c.lineWidth = 186;
  c.stroke();
  c.fillStyle = "#1c2230";
  c.fill();
  all();
  c.strokeStyle = "#232a3a";
  c.lineWidth = 120;
  c.stroke();
  c.fillStyle = "#1f2634";
  c.fill();
  // Plating lines and rivets, running lights.
  c.globalCompositeOperation = "source-atop";
  c.strokeStyle = "rgba(8,10,16,.55)";
  c.lineWidth = 5;
  c.beginPath();
  for (let x = -200; x < 4500; x += 230) {
    c.moveTo(x, -200);
    c.lineTo(x, 2900);
  }
  for (let y = -180; y < 2900; y += 260) {
    c.moveTo(-300, y);
    c.lineTo(4500, y);
  }
  c.stroke();
  c.globalCompositeOperation = "source-over";
  c.restore();
  for (const [x, y, col] of hull.lamps) {
    const g = c.createRadialGradient(x, y, 0, x, y, 60);
    g.addColorStop(0, col);
    g.addColorStop(0.2, `${col}99`);
    g.addColorStop(1, `${col}00`);
    c.fillStyle = g;
    c.fillRect(x - 60, y - 60, 120, 120);
  }
}

/** At each height of a side, drawn as if that were the left one. */
function onSide(c: Pen, { side, at }: HullArt["engines"], width: number, paint: (c: Pen, y: number) => void): void {
  c.save();
  if (side === "right") {
    c.translate(width, 0);
    c.scale(-1, 1);
  }
  for (const y of at) paint(c, y);
  c.restore();
}

function paintEngine(c: Pen, y: number): void {
  const g = c.createLinearGradient(-330, 0, -60, 0);
  g.addColorStop(0, "rgba(90,200,255,0)");
  g.addColorStop(1, "rgba(120,215,255,.75)");
  c.fillStyle = g;
  c.beginPath();
  c.moveTo(-90, y - 46);
  c.lineTo(-430, y - 14);
  c.lineTo(-430, y + 14);
  c.lineTo(-90, y + 46);
  c.fill();
  c.fillStyle = "#2b3242";
  roundedBox(c, -190, y - 66, 150, 132, 26);
  c.fill();
  c.fillStyle = "#bdf0ff";
  roundedBox(c, -186, y - 44, 14, 88, 7);
  c.fill();
}

function paintWing(c: Pen, y: number): void {
  c.fillStyle = "#1b2233";
  c.fillRect(-160, y - 8, 130, 16);
  c.fillStyle = "#22304f";
  c.strokeStyle = "#3b4d7a";
  c.lineWidth = 8;
  roundedBox(c, -310, y - 120, 190, 240, 12);
  c.fill();
  c.stroke();
  c.beginPath();
  for (let k = 1; k < 4; k++) {
    c.moveTo(-310, y - 120 + 60 * k);
    c.lineTo(-120, y - 120 + 60 * k);
  }
  c.moveTo(-215, y - 120);
  c.lineTo(-215, y + 120);
  c.lineWidth = 4;
  c.stroke();
}

/** A night sky, the same each time. */
export function paintSky(c: Pen, w: number, h: number): void {
  const g = c.createRadialGradient(w * 0.72, h * 0.2, 0, w * 0.6, h * 0.4, w * 0.9);
  g.addColorStop(0, "#141a33");
  g.addColorStop(0.5, "#0a0e1c");
  g.addColorStop(1, "#05070e");
  c.fillStyle = g;
  c.fillRect(0, 0, w, h);
  let s = 7;
  const next = () => {
    s = (s * 16807) % 2147483647;
    return s / 2147483647;
  };
  for (let k = 0; k < (w * h) / 2600; k++) {
    const b = next();
    c.fillStyle = `rgba(${b > 0.8 ? "255,226,178" : "200,214,255"},${0.15 + next() * 0.6})`;
    const r = b > 0.96 ? 1.6 : b > 0.7 ? 1 : 0.6;
    c.beginPath();
    c.arc(next() * w, next() * h, r, 0, 7);
    c.fill();
  }
}
