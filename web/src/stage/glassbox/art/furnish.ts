// What stands in each room of Meridian, drawn where it stands, in map units; and the pieces that rooms are furnished with. Knows nobody.
import type { Pen } from "./rooms.ts";

export const roundedBox = (c: Pen, x: number, y: number, w: number, h: number, r = 14): void => {
  c.beginPath();
  c.roundRect(x, y, w, h, r);
};
export const box = (
  c: Pen,
  x: number,
  y: number,
  w: number,
  h: number,
  top: string,
  side: string,
  r = 10,
  d = 26,
): void => {
  c.fillStyle = "rgba(0,0,0,.35)";
  roundedBox(c, x - 4, y + 8, w + 14, h + d, r);
  c.fill();
  c.fillStyle = side;
  roundedBox(c, x, y + d * 0.2, w, h + d * 0.8, r);
  c.fill();
  c.fillStyle = top;
  roundedBox(c, x, y, w, h, r);
  c.fill();
  c.strokeStyle = "rgba(5,8,14,.65)";
  c.lineWidth = 5;
  roundedBox(c, x, y, w, h + d, r);
  c.stroke();
};
export const disc = (c: Pen, x: number, y: number, r: number, fill: string | CanvasGradient, ring?: string): void => {
  c.fillStyle = fill;
  c.beginPath();
  c.arc(x, y, r, 0, 7);
  c.fill();
  if (ring) {
    c.strokeStyle = ring;
    c.lineWidth = 6;
    c.stroke();
  }
};
export const screen = (c: Pen, x: number, y: number, w: number, h: number, col: string): void => {
  c.fillStyle = "#0a0f1a";
  roundedBox(c, x - 6, y - 6, w + 12, h + 12, 8);
  c.fill();
  const g = c.createLinearGradient(x, y, x, y + h);
  g.addColorStop(0, col);
  g.addColorStop(1, `${col}66`);
  c.fillStyle = g;
  roundedBox(c, x, y, w, h, 5);
  c.fill();
  c.strokeStyle = "rgba(8,12,22,.55)";
  c.lineWidth = 3;
  c.beginPath();
  for (let k = 10; k < h; k += 12) {
    c.moveTo(x + 6, y + k);
    c.lineTo(x + w * (0.45 + 0.4 * Math.abs(Math.sin(x + k * 7))), y + k);
  }
  c.stroke();
};
export const plant = (c: Pen, x: number, y: number, r = 34): void => {
  c.fillStyle = "rgba(0,0,0,.3)";
  c.beginPath();
  c.ellipse(x, y + r * 0.7, r * 1.1, r * 0.5, 0, 0, 7);
  c.fill();
  for (let k = 0; k < 8; k++) {
    c.fillStyle = k % 2 ? "#6fb45c" : "#4b8f4b";
    c.save();
    c.translate(x, y);
    c.rotate(k * 0.785 + x);
    c.beginPath();
    c.ellipse(r * 0.55, 0, r * 0.62, r * 0.26, 0, 0, 7);
    c.fill();
    c.restore();
  }
  disc(c, x, y, r * 0.22, "#c8f08c");
};
export const FURNISH: Readonly<Record<string, (c: Pen) => void>> = {
  reactor(c) {
    disc(c, 400, 330, 176, "#182a33", "#0a141b");
    disc(c, 400, 330, 140, "#1f4552", "#58a4b4");
    const g = c.createRadialGradient(400, 330, 0, 400, 330, 120);
    g.addColorStop(0, "#f2ffff");
    g.addColorStop(0.35, "#7de8ff");
    g.addColorStop(1, "#15505f");
    disc(c, 400, 330, 104, g);
    c.strokeStyle = "#0d2831";
    c.lineWidth = 14;
    for (let a = 0; a < 6; a++) {
      c.beginPath();
      c.moveTo(400 + Math.cos(a * 1.047) * 104, 330 + Math.sin(a * 1.047) * 104);
      c.lineTo(400 + Math.cos(a * 1.047) * 176, 330 + Math.sin(a * 1.047) * 176);
      c.stroke();
    }
  },
  infirmary(c) {
    for (const x of [960, 1130]) {
      box(c, x, 320, 120, 200, "#e6efee", "#8fa5a8");
      c.fillStyle = "#8fd0c4";
      roundedBox(c, x + 8, 396, 104, 116, 10);
      c.fill();
      c.fillStyle = "#fff";
      roundedBox(c, x + 22, 334, 76, 44, 16);
      c.fill();
    }
    disc(c, 1400, 600, 62, "#20343a", "#9ff5de");
    disc(c, 1400, 600, 40, "#3c6f70");
    screen(c, 1130, 172, 140, 56, "#8dffda");
  },
  observatory(c) {
    c.fillStyle = "#05070f";
    c.beginPath();
    c.ellipse(2100, 80, 330, 84, 0, 0, 7);
    c.fill();
    c.strokeStyle = "#7f90cf";
    c.lineWidth = 12;
    c.stroke();
    for (let k = 0; k < 40; k++) {
      c.fillStyle = k % 5 ? "#cdd6ff" : "#ffe6b0";
      const a = k * 2.4,
        q = Math.sqrt(k / 40);
      disc(c, 2100 + Math.cos(a) * 300 * q, 80 + Math.sin(a) * 68 * q, k % 7 ? 4 : 8, c.fillStyle);
    }
    c.save();
    c.translate(2100, 400);
    c.rotate(-0.5);
    box(c, -46, -190, 92, 250, "#b9a06a", "#6f5b33", 20);
    disc(c, 0, -190, 52, "#d9e4ff", "#6f5b33");
    c.restore();
    disc(c, 2110, 430, 90, "#3b4778", "#222a4c");
    disc(c, 2110, 430, 46, "#d2b26e", "#5b4a26");
  },
  greenhouse(c) {
    for (const y of [330, 500]) {
      box(c, 2860, y, 330, 70, "#6b4a30", "#3f2a1b");
      for (let x = 2890; x < 3190; x += 62) plant(c, x, y + 22, 40);
    }
    plant(c, 2760, 240, 56);
    plant(c, 3230, 330, 48);
  },
  bridge(c) {
    c.fillStyle = "#04070f";
    roundedBox(c, 3570, 60, 560, 92, 40);
    c.fill();
    c.strokeStyle = "#80b6e8";
    c.lineWidth = 10;
    c.stroke();
    for (let k = 0; k < 26; k++) disc(c, 3590 + ((k * 97) % 520), 76 + ((k * 31) % 60), k % 4 ? 3.5 : 6, "#d9e8ff");
    c.strokeStyle = "#4f7aa5";
    c.lineWidth = 34;
    c.lineCap = "round";
    c.beginPath();
    c.arc(3850, 600, 300, 3.9, 5.52);
    c.stroke();
    for (const [x, y] of [
      [3670, 340],
      [3800, 296],
      [3920, 300],
    ] as const)
      screen(c, x - 40, y, 92, 46, "#8fd0ff");
    box(c, 3800, 440, 110, 100, "#3d5472", "#22324a", 26);
  },
  watch(c) {
    for (let k = 0; k < 4; k++) screen(c, 330 + k * 100, 974, 84, 62, ["#a895ff", "#8ad8ff", "#ffd08a", "#a895ff"][k]!);
    box(c, 400, 1110, 240, 60, "#4a456f", "#2a2744");
    disc(c, 520, 1240, 44, "#2c2945", "#6d64a8");
  },
  dynamo(c) {
    for (const x of [1030, 1180, 1330]) {
      box(c, x, 1290, 100, 190, "#7d6a35", "#493d1c", 18);
      c.strokeStyle = "#ffcf4a";
      c.lineWidth = 9;
      for (let y = 1320; y < 1470; y += 34) {
        c.beginPath();
        c.moveTo(x + 14, y);
        c.lineTo(x + 86, y);
        c.stroke();
      }
    }
    c.fillStyle = "#f6c945";
    for (let x = 930; x < 1660; x += 60) {
      c.beginPath();
      c.moveTo(x, 1690);
      c.lineTo(x + 30, 1690);
      c.lineTo(x + 50, 1672);
      c.lineTo(x + 20, 1672);
      c.fill();
    }
  },
  atrium(c) {
    disc(c, 2100, 1312, 232, "rgba(0,0,0,.35)");
    disc(c, 2100, 1300, 222, "#5b3d20", "#2d1c0c");
    disc(c, 2100, 1290, 208, "#a3743f", "#d39f5f");
    disc(c, 2100, 1290, 150, "#b98a50", "#8d6030");
    disc(c, 2100, 1290, 52, "#2b1a0c");
    disc(c, 2100, 1288, 40, "#d63a2c", "#ff9c86");
    disc(c, 2092, 1278, 12, "rgba(255,255,255,.6)");
    for (const [x, y] of [
      [1690, 1010],
      [2510, 1010],
      [2510, 1600],
    ] as const)
      plant(c, x, y, 54);
    box(c, 1660, 1330, 60, 150, "#7c5a34", "#4b351d");
  },
  registry(c) {
    box(c, 2780, 1210, 240, 160, "#8a6950", "#523c2d", 18);
    screen(c, 2810, 1232, 180, 110, "#ffb98a");
    for (const x of [2660, 2760, 2860]) {
      box(c, x, 1080, 80, 60, "#6d5343", "#3f2e24");
    }
  },
  signals(c) {
    disc(c, 3600, 1170, 120, "#1f3838", "#6bb5ac");
    c.strokeStyle = "#8dffe4";
    c.lineWidth = 7;
    for (const r of [40, 74, 106]) {
      c.beginPath();
      c.arc(3600, 1170, r, -1.2, 0.4);
      c.stroke();
    }
    disc(c, 3600, 1170, 20, "#d8fff6");
    screen(c, 3520, 978, 160, 52, "#8dffe4");
  },
  engine(c) {
    for (const y of [2080, 2300]) {
      box(c, 200, y, 420, 130, "#6c4433", "#3d241a", 60, 30);
      const g = c.createLinearGradient(200, 0, 620, 0);
      g.addColorStop(0, "#ffd08a");
      g.addColorStop(0.5, "#ff7a3a");
      g.addColorStop(1, "#6b2b16");
      c.fillStyle = g;
      roundedBox(c, 240, y + 42, 330, 46, 23);
      c.fill();
      c.strokeStyle = "#2a1710";
      c.lineWidth = 12;
      for (let x = 290; x < 560; x += 62) {
        c.beginPath();
        c.moveTo(x, y + 34);
        c.lineTo(x, y + 96);
        c.stroke();
      }
    }
  },
  hold(c) {
    for (const [x, y, s, q] of [
      [1060, 2140, 150, "#8f6f3f"],
      [1220, 2180, 120, "#6d7a4a"],
      [1100, 2310, 130, "#7a5a3c"],
      [1520, 2260, 150, "#8f6f3f"],
      [1560, 2120, 110, "#5f6e7c"],
    ] as const) {
      box(c, x, y, s, s * 0.8, q, "#3c2f1d", 8, 34);
      c.strokeStyle = "rgba(20,14,6,.5)";
      c.lineWidth = 6;
      c.beginPath();
      c.moveTo(x + 8, y + 8);
      c.lineTo(x + s - 8, y + s * 0.8 - 8);
      c.moveTo(x + s - 8, y + 8);
      c.lineTo(x + 8, y + s * 0.8 - 8);
      c.stroke();
    }
    c.fillStyle = "#e0ae3a";
    for (let x = 930; x < 1760; x += 70) {
      c.beginPath();
      c.moveTo(x, 2592);
      c.lineTo(x + 36, 2592);
      c.lineTo(x + 56, 2572);
      c.lineTo(x + 20, 2572);
      c.fill();
    }
  },
  workshop(c) {
    box(c, 1980, 2120, 300, 90, "#9b7850", "#5a4129");
    for (const [x, q] of [
      [2010, "#d05c42"],
      [2080, "#8fb2c9"],
      [2160, "#e6c25a"],
    ] as const) {
      c.fillStyle = q;
      roundedBox(c, x, 2136, 46, 30, 6);
      c.fill();
    }
    disc(c, 2330, 2330, 66, "#4a3c30", "#a08363");
    disc(c, 2330, 2330, 22, "#1f1813");
  },
  deflector(c) {
    c.save();
    c.translate(3050, 2260);
    for (const r of [210, 160, 110, 60]) {
      c.strokeStyle = `rgba(195,155,255,${0.25 + (220 - r) / 400})`;
      c.lineWidth = 14;
      c.beginPath();
      for (let k = 0; k <= 6; k++) c.lineTo(Math.cos(k * 1.047) * r, Math.sin(k * 1.047) * r);
      c.stroke();
    }
    disc(c, 0, 0, 34, "#eadcff");
    c.restore();
  },
  quarters(c) {
    for (const y of [2080, 2250])
      for (const x of [3660, 3920]) {
        box(c, x, y, 190, 96, "#8b6175", "#523645", 14);
        c.fillStyle = "#f3dfe2";
        roundedBox(c, x + 10, y + 14, 50, 66, 12);
        c.fill();
        c.fillStyle = "#c4627f";
        roundedBox(c, x + 70, y + 8, 112, 80, 10);
        c.fill();
      }
    disc(c, 3900, 2440, 76, "#6a4455", "#9c6c80");
  },
};
