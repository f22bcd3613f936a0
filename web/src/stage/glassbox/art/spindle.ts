// How Spindle looks. What its rooms share with another station's is drawn by the same hand, moved to where it stands here.
import { stationOf } from "@orrery/worlds/glassbox/station";
import { box, disc, FURNISH, plant, roundedBox, screen } from "./furnish.ts";
import type { Pen, StationArt } from "./rooms.ts";

/** Furniture of another station's room, so far from where it stands there. */
const moveFurniture = (from: string, dx: number, dy: number) => (c: Pen) => {
  c.translate(dx, dy);
  FURNISH[from]!(c);
};

const { place } = stationOf({ station: "spindle" });

/** What would stick out of a room's walls is not there. */
const within = (rooms: StationArt["furnish"]): StationArt["furnish"] =>
  Object.fromEntries(
    Object.entries(rooms).map(([id, paint]) => [
      id,
      (c: Pen) => {
        const { x, y, w, h } = place.get(id)!;
        c.beginPath();
        c.rect(x, y, w, h);
        c.clip();
        paint(c);
      },
    ]),
  );

/** Shelves in rows, books standing in them. */
function shelves(c: Pen): void {
  for (const y of [200, 440]) {
    box(c, 1720, y, 470, 44, "#6d5343", "#3f2e24");
    for (let k = 0; k < 22; k++) {
      c.fillStyle = ["#c4627f", "#e6c25a", "#8fb2c9", "#7da86a", "#d2936a"][k % 5]!;
      c.fillRect(1732 + k * 20.5, y + 6 + (k % 3) * 3, 14, 32 - (k % 3) * 3);
    }
  }
  disc(c, 1950, 350, 44, "#2d2018", "#b98a50");
  screen(c, 1922, 336, 56, 24, "#ffc9a0");
}

/** Benches before a window of coloured glass. */
function pews(c: Pen): void {
  for (let k = 0; k < 6; k++) {
    c.fillStyle = ["#7de8ff", "#ffd08a", "#c39bff", "#8dffe4", "#ffb6c8", "#d2ff9e"][k]!;
    roundedBox(c, 2430 + k * 58, 34, 46, 74, 22);
    c.fill();
    c.strokeStyle = "#1a1626";
    c.lineWidth = 6;
    c.stroke();
  }
  for (const y of [250, 340, 430]) for (const x of [2410, 2630]) box(c, x, y, 170, 34, "#7c5a34", "#4b351d", 8, 18);
  disc(c, 2600, 180, 30, "#ffe6b0", "#b98a50");
}

/** Two cranes over a floor with a hatch. */
function bay(c: Pen): void {
  c.fillStyle = "#1a2130";
  roundedBox(c, 150, 960, 330, 380, 30);
  c.fill();
  c.strokeStyle = "#e0ae3a";
  c.lineWidth = 16;
  c.setLineDash([46, 30]);
  c.stroke();
  c.setLineDash([]);
  disc(c, 315, 1150, 84, "#0c1220", "#7db4e0");
  for (const [x, y, s, q] of [
    [520, 880, 110, "#8f6f3f"],
    [540, 1010, 90, "#5f6e7c"],
    [170, 1430, 120, "#6d7a4a"],
    [310, 1440, 100, "#8f6f3f"],
  ] as const)
    box(c, x, y, s, s * 0.7, q, "#3c2f1d", 8, 28);
}

/** The long table, with the button in its middle. */
function longTable(c: Pen): void {
  c.fillStyle = "rgba(0,0,0,.35)";
  roundedBox(c, 1900, 1052, 500, 220, 100);
  c.fill();
  c.fillStyle = "#2d1c0c";
  roundedBox(c, 1900, 1040, 500, 220, 100);
  c.fill();
  c.fillStyle = "#a3743f";
  roundedBox(c, 1912, 1042, 476, 196, 92);
  c.fill();
  c.strokeStyle = "#d39f5f";
  c.lineWidth = 6;
  c.stroke();
  for (let k = 0; k < 6; k++) {
    disc(c, 1980 + k * 68, k % 2 ? 1086 : 1194, 20, "#e6efee", "#8fa5a8");
    disc(c, 1980 + k * 68, k % 2 ? 1086 : 1194, 11, ["#d05c42", "#7da86a", "#e6c25a"][k % 3]!);
  }
  disc(c, 2150, 1140, 52, "#2b1a0c");
  disc(c, 2150, 1138, 40, "#d63a2c", "#ff9c86");
  disc(c, 2142, 1128, 12, "rgba(255,255,255,.6)");
  for (const [x, y] of [
    [1790, 980],
    [2510, 1420],
    [2500, 1000],
  ] as const)
    plant(c, x, y, 46);
  for (const x of [1850, 1940, 2030]) box(c, x, 840, 78, 60, "#6f7c8a", "#3a434e", 8, 20);
}

/** An anvil by a hearth. */
function hearth(c: Pen): void {
  const glow = c.createRadialGradient(1950, 1960, 10, 1950, 1960, 170);
  glow.addColorStop(0, "#fff1c4");
  glow.addColorStop(0.4, "#ff8a3c");
  glow.addColorStop(1, "#40180c");
  disc(c, 1950, 1960, 150, "#1c120e", "#5c4636");
  disc(c, 1950, 1960, 120, glow);
  box(c, 1690, 2060, 150, 60, "#7d8896", "#39414c", 20);
  box(c, 2090, 2110, 130, 90, "#7a5a3c", "#3f2e20");
  disc(c, 2150, 1830, 40, "#4a3c30", "#a08363");
}

export const SPINDLE_ART: StationArt = {
  colours: {
    dock: ["#2d3a4c", "#374658", "#50657f", "#a8d0ff"],
    nursery: ["#2f4a34", "#38563d", "#50774f", "#d2ff9e"],
    archive: ["#4d3c33", "#59473d", "#7f6251", "#ffc9a0"],
    chapel: ["#3a3050", "#453a5d", "#66548c", "#e0c2ff"],
    lookout: ["#26304f", "#2e3a5c", "#465789", "#aebdff"],
    wheelhouse: ["#2b4150", "#344d5e", "#4a7088", "#9fe3ff"],
    surgery: ["#42545a", "#4b5f65", "#6b8a8f", "#d8fff2"],
    galley: ["#58462f", "#64513a", "#8c6c45", "#ffd08a"],
    guard: ["#33314a", "#3c3a56", "#565280", "#b7a6ff"],
    radio: ["#2c4545", "#355050", "#4a7272", "#8dffe4"],
    cabins: ["#4a3440", "#563e4b", "#7d586b", "#ffb6c8"],
    forge: ["#4d3329", "#593d32", "#85553f", "#ff9d5c"],
    stores: ["#4a4233", "#554c3c", "#7a6c4d", "#ffdf9a"],
    battery: ["#4b4127", "#574c2f", "#83703c", "#ffd95e"],
    pile: ["#26404a", "#2f4d57", "#3d6875", "#7de8ff"],
  },
  planks: ["archive", "chapel", "cabins", "stores"],
  furnish: within({
    dock: bay,
    nursery: moveFurniture("greenhouse", -1830, -90),
    archive: shelves,
    chapel: pews,
    lookout: moveFurniture("observatory", 1200, 120),
    wheelhouse: moveFurniture("bridge", 200, 0),
    surgery: moveFurniture("infirmary", -20, 720),
    galley: longTable,
    guard: moveFurniture("watch", 2500, 0),
    radio: moveFurniture("signals", 300, 0),
    cabins: moveFurniture("quarters", -2700, -250),
    forge: hearth,
    stores: moveFurniture("hold", 1250, -300),
    battery: moveFurniture("dynamo", 2060, 600),
    pile: moveFurniture("reactor", 3650, 1720),
  }),
  glows: [
    [315, 1150, 210, "#7db4e0"],
    [1200, 340, 200, "#8fe06a"],
    [1950, 350, 130, "#ffae7a"],
    [2600, 80, 220, "#c39bff"],
    [3300, 200, 230, "#6f83ff"],
    [4050, 110, 260, "#7fb8ff"],
    [1180, 920, 110, "#7dffd4"],
    [2150, 1140, 120, "#ff5a46"],
    [3030, 1000, 230, "#9a86ff"],
    [3900, 1170, 150, "#6fffe0"],
    [1950, 1960, 260, "#ff7a3a"],
    [3300, 1990, 200, "#ffc94a"],
    [4050, 2050, 210, "#59dcff"],
  ],
  labels: { dock: [330, 1560], galley: [2150, 1450], guard: [3050, 1368], surgery: [1150, 1368], radio: [3900, 1366] },
  hull: {
    engines: { side: "right", at: [1790, 2050, 2310] },
    wings: { side: "left", at: [200, 1900, 2200] },
    lamps: [
      [-70, 1150, "#ff6b5a"],
      [4475, 300, "#7dffb2"],
      [1200, -72, "#ffe2a8"],
      [2600, -72, "#ffe2a8"],
      [4050, -72, "#ffe2a8"],
      [1200, 2272, "#ffe2a8"],
      [2600, 2272, "#ffe2a8"],
    ],
  },
};
