// The hull around the rooms, and the sky it hangs in. Knows nothing of what stands inside.
import { PLACES } from "@orrery/worlds/glassbox/map";
import { rounded } from "./furnish.ts";
import type { Pen } from "./rooms.ts";

const LAMPS = [
  [-70, 350, "#ff6b5a"],
  [4275, 350, "#7dffb2"],
  [400, -72, "#ffe2a8"],
  [2100, -72, "#ffe2a8"],
  [3850, -72, "#ffe2a8"],
  [1350, 2672, "#ffe2a8"],
  [2980, 2672, "#ffe2a8"],
] as const;

/** What the rooms are set in: engines to the left, panels that drink light to the right, plates, running lights. */
export function paintHull(c: Pen): void {
  c.save();
  c.lineJoin = "round";
  c.lineCap = "round";
  const all = () => {
    c.beginPath();
    for (const p of PLACES) c.rect(p.x, p.y, p.w, p.h);
    c.rect(150, 800, 3900, 1000);
  };
  // Engines and masts stick out of the hull.
  for (const y of [2010, 2250, 2490]) {
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
    rounded(c, -190, y - 66, 150, 132, 26);
    c.fill();
    c.fillStyle = "#bdf0ff";
    rounded(c, -186, y - 44, 14, 88, 7);
    c.fill();
  }
  for (const y of [1000, 1330, 1660]) {
    c.fillStyle = "#1b2233";
    c.fillRect(4230, y - 8, 130, 16);
    c.fillStyle = "#22304f";
    c.strokeStyle = "#3b4d7a";
    c.lineWidth = 8;
    rounded(c, 4320, y - 120, 190, 240, 12);
    c.fill();
    c.stroke();
    c.beginPath();
    for (let k = 1; k < 4; k++) {
      c.moveTo(4320, y - 120 + 60 * k);
      c.lineTo(4510, y - 120 + 60 * k);
    }
    c.moveTo(4415, y - 120);
    c.lineTo(4415, y + 120);
    c.lineWidth = 4;
    c.stroke();
  }
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
  for (const [x, y, col] of LAMPS) {
    const g = c.createRadialGradient(x, y, 0, x, y, 60);
    g.addColorStop(0, col);
    g.addColorStop(0.2, `${col}99`);
    g.addColorStop(1, `${col}00`);
    c.fillStyle = g;
    c.fillRect(x - 60, y - 60, 120, 120);
  }
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
