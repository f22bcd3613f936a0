// The floor of each place: planks, tiles, or rings around the table.
import type { Place } from "@orrery/worlds/glassbox/map";
import { coloursOf, type Pen } from "./rooms.ts";

const PLANKS: ReadonlySet<string> = new Set(["workshop", "hold", "quarters", "registry"]);

export function paintFloor(c: Pen, p: Place): void {
  const [f, l] = coloursOf(p);
  c.save();
  c.beginPath();
  c.rect(p.x, p.y, p.w, p.h);
  c.clip();
  c.fillStyle = f;
  c.fillRect(p.x, p.y, p.w, p.h);
  c.strokeStyle = l;
  c.lineWidth = 5;
  c.beginPath();
  if (p.kind === "hallway") {
    const lying = p.w > p.h;
    for (let k = 100; k < (lying ? p.w : p.h); k += 100) {
      if (lying) {
        c.moveTo(p.x + k, p.y);
        c.lineTo(p.x + k, p.y + p.h);
      } else {
        c.moveTo(p.x, p.y + k);
        c.lineTo(p.x + p.w, p.y + k);
      }
    }
    c.stroke();
    c.fillStyle = "rgba(255,214,140,.16)";
    if (lying) c.fillRect(p.x, p.y + p.h / 2 - 5, p.w, 10);
    else c.fillRect(p.x + p.w / 2 - 5, p.y, 10, p.h);
  } else if (p.id === "atrium") {
    for (let r = 120; r < 800; r += 90) {
      c.moveTo(2100 + r, 1300);
      c.arc(2100, 1300, r, 0, 7);
    }
    for (let a = 0; a < 24; a++) {
      const q = (a * Math.PI) / 12;
      c.moveTo(2100 + Math.cos(q) * 120, 1300 + Math.sin(q) * 120);
      c.lineTo(2100 + Math.cos(q) * 800, 1300 + Math.sin(q) * 800);
    }
    c.stroke();
  } else if (PLANKS.has(p.id)) {
    for (let y = p.y + 50; y < p.y + p.h; y += 50) {
      c.moveTo(p.x, y);
      c.lineTo(p.x + p.w, y);
    }
    for (let y = p.y, k = 0; y < p.y + p.h; y += 50, k++)
      for (let x = p.x + (k % 2 ? 110 : 230); x < p.x + p.w; x += 240) {
        c.moveTo(x, y);
        c.lineTo(x, y + 50);
      }
    c.stroke();
  } else {
    for (let k = 100; k < p.w; k += 100) {
      c.moveTo(p.x + k, p.y);
      c.lineTo(p.x + k, p.y + p.h);
    }
    for (let k = 100; k < p.h; k += 100) {
      c.moveTo(p.x, p.y + k);
      c.lineTo(p.x + p.w, p.y + k);
    }
    c.stroke();
  }
  c.restore();
}
