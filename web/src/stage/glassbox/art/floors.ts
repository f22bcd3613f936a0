// The floor of each place: planks, tiles, or rings around the table.
import type { Station, StationPlace } from "@orrery/worlds/glassbox/station";
import { coloursOf, type Pen } from "./rooms.ts";
import { artOf } from "./stations.ts";

export function paintFloor(c: Pen, station: Station, p: StationPlace): void {
  const art = artOf(station);
  const [f, l] = coloursOf(art, p);
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
  } else if (p.id === station.hub) {
    const [x, y] = [p.x + p.w / 2, p.y + p.h / 2];
    for (let r = 120; r < 800; r += 90) {
      c.moveTo(x + r, y);
      c.arc(x, y, r, 0, 7);
    }
    for (let a = 0; a < 24; a++) {
      const q = (a * Math.PI) / 12;
      c.moveTo(x + Math.cos(q) * 120, y + Math.sin(q) * 120);
      c.lineTo(x + Math.cos(q) * 800, y + Math.sin(q) * 800);
    }
    c.stroke();
  } else if (art.planks.includes(p.id)) {
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
