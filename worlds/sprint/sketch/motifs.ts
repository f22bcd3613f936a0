// Things that stand in a sketch, one for each kind of place that a prompt may name. Drawn at the origin, about 200 units high.
import { ring } from "./country.ts";
import { around, disc, figure, glow, line, n, type Sheet, shape, times } from "./pen.ts";
import { halves, hand, hillside, listeners, map, street, walkers } from "./scenes.ts";

export type Motif = (sheet: Sheet) => string;

const bell = (x: number, y: number, s: number, fill: string): string =>
  shape(
    `M${n(x - s * 0.5)} ${n(y + s)}q${n(s * 0.12)} ${n(-s * 0.2)} ${n(s * 0.14)} ${n(-s * 0.5)}q0 ${n(-s * 0.5)} ${n(s * 0.36)} ${n(-s * 0.5)}q${n(s * 0.36)} 0 ${n(s * 0.36)} ${n(s * 0.5)}q${n(s * 0.02)} ${n(s * 0.3)} ${n(s * 0.14)} ${n(s * 0.5)}z`,
    fill,
  );

/** A tree of straight twigs, with something hung on the ends of some. */
function tree(sheet: Sheet, x: number, y: number, height: number): string {
  let twigs = "";
  let fruit = "";
  const grow = (px: number, py: number, dx: number, dy: number, length: number, left: number): void => {
    const [qx, qy] = [px + dx * length, py + dy * length];
    twigs += `M${n(px)} ${n(py)}L${n(qx)} ${n(qy)}`;
    if (left === 0) {
      if (sheet.chance() < 0.6) fruit += bell(qx, qy, height * 0.07, sheet.chance() < 0.35 ? sheet.accent : sheet.dark);
      return;
    }
    const bend = 0.34 + sheet.chance() * 0.34;
    grow(qx, qy, dx * 0.9 - dy * -bend, dy * 0.9 - dx * bend, length * 0.72, left - 1);
    grow(qx, qy, dx * 0.9 + dy * -bend, dy * 0.9 + dx * bend, length * 0.72, left - 1);
  };
  grow(x, y, around(sheet, 0.14), -1, height * 0.34, 3);
  return line(twigs, sheet.dark, Math.max(1.4, height * 0.022)) + fruit;
}

const orchard: Motif = (sheet) =>
  times(4, (row) =>
    times(5 - row, (i) => {
      const x = (i - (4 - row) / 2) * (70 + row * 34) + around(sheet, 16);
      return `<g opacity="${0.42 + row * 0.19}">${tree(sheet, x, row * 34, 90 + row * 46)}</g>`;
    }),
  );

const stair: Motif = (sheet) => {
  const steps = times(15, (k) => {
    const i = 14 - k;
    const at = i / 15;
    const [x, y, w, h] = [-190 + at * 330, 40 - at * 300, 150 * (1 - at * 0.6), 24 * (1 - at * 0.35)];
    const isLit = i === 6;
    const top = shape(
      `M${n(x)} ${n(y)}h${n(w)}l${n(w * 0.12)} ${n(-h * 0.8)}h${n(-w)}z`,
      isLit ? sheet.pale : sheet.mid,
      isLit ? 1 : 0.9,
    );
    const front = shape(`M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`, isLit ? sheet.accent : sheet.deep);
    const light = isLit ? glow(sheet, x + w / 2, y - 10, 150) : "";
    const guest = isLit ? figure(x + w * 0.45, y - 2, 52, sheet.dark) : "";
    return top + front + light + guest;
  });
  return shape("M40 60L210 -250L260 -260V60z", sheet.dark, 0.6) + steps;
};

const gate: Motif = (sheet) =>
  shape("M-96 0V-150Q0 -250 96 -150V0H56V-128Q0 -188 -56 -128V0z", sheet.dark) +
  shape("M-56 0V-128Q0 -188 56 -128V0z", sheet.pale, 0.75) +
  shape("M-140 0v-110h44V0zM96 0v-130h48V0z", sheet.dark) +
  times(14, (i) =>
    disc(-90 + i * 14, -206 + (i - 6.5) * (i - 6.5) * 1.1, 3 + sheet.chance() * 4, i % 3 ? sheet.deep : sheet.accent),
  ) +
  line("M-70 4H70", sheet.accent, 3) +
  figure(8, 0, 46, sheet.deep);

const well: Motif = (sheet) =>
  shape(ring(0, 0, 96, 30), sheet.dark) +
  shape(ring(0, -6, 70, 19), sheet.mid) +
  shape(ring(0, -4, 62, 15), sheet.dark) +
  shape("M-96 0Q-92 52 -84 62H84Q92 52 96 0Q60 34 0 34T-96 0z", sheet.deep) +
  line("M-80 -4V-150M80 -4V-150M-92 -150H92", sheet.dark, 7) +
  line(`M0 -150V-34`, sheet.dark, 2) +
  bell(0, -52, 34, sheet.accent) +
  times(18, (i) => line(`M${-82 + i * 9.6} ${22 + (i % 3) * 6}v14`, sheet.mid, 2, 0.6)) +
  figure(128, 50, 84, sheet.dark);

const bridge: Motif = (sheet) =>
  line("M-320 -40Q0 40 320 -40", sheet.dark, 7) +
  line("M-320 -120Q-150 -20 0 -16Q150 -20 320 -120", sheet.dark, 2.4) +
  times(27, (i) => {
    const t = i / 26;
    const [deck, rope] = [-40 + 80 * 2 * t * (1 - t), -120 + 4 * 104 * t * (1 - t)];
    return line(`M${n(-320 + t * 640)} ${n(deck)}V${n(rope)}`, sheet.dark, 1.2, 0.8);
  }) +
  shape("M-300 -40h-60V120h40zM300 -40h60V120h-40z", sheet.dark, 0.9) +
  line("M-26 0V44M26 0V44M-30 44H30", sheet.accent, 3) +
  figure(0, 44, 44, sheet.accent) +
  figure(-150, -8, 40, sheet.deep);

const archive: Motif = (sheet) =>
  shape("M-230 20V-190H230V20z", sheet.dark) +
  times(7, (row) =>
    times(17, (i) => {
      const isLit = sheet.chance() < 0.16;
      return shape(
        `M${-218 + i * 26} ${-172 + row * 27}h19v18h-19z`,
        isLit ? sheet.accent : sheet.chance() < 0.3 ? sheet.deep : sheet.mid,
        isLit ? 1 : 0.7,
      );
    }),
  ) +
  line("M40 20L96 -196M66 20L122 -196", sheet.pale, 3, 0.9) +
  times(9, (i) => line(`M${n(44 + i * 6.4)} ${n(4 - i * 24)}h26`, sheet.pale, 2, 0.9)) +
  figure(88, -78, 54, sheet.pale);

const tower: Motif = (sheet) =>
  shape("M-22 20L-13 -270H13L22 20z", sheet.dark) +
  shape("M-30 -270H30L22 -312H-22z", sheet.dark) +
  shape("M-34 -312L0 -350L34 -312z", sheet.deep) +
  glow(sheet, 0, -290, 80) +
  shape("M-14 -304h28v26h-28z", sheet.pale) +
  times(9, (i) => line(`M-9 ${-18 - i * 28}l16 -12`, sheet.mid, 1.6, 0.7)) +
  line("M0 -350v-26", sheet.dark, 2) +
  figure(-80, 26, 38, sheet.deep);

const market: Motif = (sheet) =>
  times(3, (row) =>
    times(5 + row, (i) => {
      const [x, y, s] = [(i - (4 + row) / 2) * (88 + row * 18) + around(sheet, 18), -46 + row * 52, 0.8 + row * 0.25];
      const colours = [sheet.accent, sheet.lite, sheet.mid, sheet.pale];
      const cloth = shape(
        `M${n(x - 38 * s)} ${n(y)}Q${n(x)} ${n(y - 40 * s)} ${n(x + 38 * s)} ${n(y)}L${n(x + 30 * s)} ${n(y + 8 * s)}H${n(x - 30 * s)}z`,
        colours[(i + row) % 4]!,
      );
      const poles = line(
        `M${n(x - 32 * s)} ${n(y)}v${n(40 * s)}M${n(x + 32 * s)} ${n(y)}v${n(40 * s)}`,
        sheet.dark,
        2.4,
      );
      return (
        cloth +
        poles +
        shape(`M${n(x - 28 * s)} ${n(y + 24 * s)}h${n(56 * s)}v${n(14 * s)}h${n(-56 * s)}z`, sheet.dark, 0.85) +
        figure(x + around(sheet, 30), y + 42 * s, 34 * s, sheet.deep)
      );
    }),
  );

const mill: Motif = (sheet) => {
  const spokes = times(12, (i) => {
    const [x, y] = SPOKES[i]!;
    return (
      line(`M0 -120L${n(x * 122)} ${n(-120 + y * 122)}`, sheet.dark, 4) +
      shape(`M${n(x * 112 - 9)} ${n(-120 + y * 112 - 9)}h18v18h-18z`, i % 4 ? sheet.deep : sheet.accent)
    );
  });
  return (
    shape("M70 30V-170L140 -210L210 -170V30z", sheet.deep) +
    line(ring(0, -120, 122, 122), sheet.dark, 8) +
    line(ring(0, -120, 100, 100), sheet.dark, 3) +
    spokes +
    disc(0, -120, 14, sheet.dark) +
    shape("M126 -120h30v40h-30z", sheet.pale) +
    figure(-150, 30, 52, sheet.dark)
  );
};
const SPOKES: readonly (readonly [number, number])[] = [
  [1, 0],
  [0.87, 0.5],
  [0.5, 0.87],
  [0, 1],
  [-0.5, 0.87],
  [-0.87, 0.5],
  [-1, 0],
  [-0.87, -0.5],
  [-0.5, -0.87],
  [0, -1],
  [0.5, -0.87],
  [0.87, -0.5],
];

const ship: Motif = (sheet) =>
  `<g transform="rotate(-7)">${
    shape("M-130 -66Q-112 10 -70 16H70Q114 6 138 -80Q76 -50 0 -50T-130 -66z", sheet.dark) +
    line("M-32 -50V-210M46 -50V-178", sheet.dark, 5) +
    line("M-32 -204L-108 -62M-32 -204L44 -66M46 -174L118 -72M46 -174L-16 -56", sheet.dark, 1.3) +
    shape("M-28 -190Q20 -160 14 -90L-28 -96z", sheet.deep, 0.85) +
    line("M-112 -54Q-20 -34 124 -62", sheet.accent, 2) +
    times(7, (i) => disc(-76 + i * 26, -24, 3.6, i === 4 || sheet.chance() < 0.4 ? sheet.pale : sheet.mid))
  }</g>${shape(ring(-20, 24, 180, 10), sheet.dark, 0.5)}${figure(-190, 34, 34, sheet.dark)}${figure(-168, 36, 28, sheet.dark)}`;

const garden: Motif = (sheet) =>
  shape("M-240 40L-190 -60H190L240 40z", sheet.deep, 0.8) +
  times(3, (row) =>
    times(6, (i) => {
      const [x, y, s] = [(i - 2.5) * (58 + row * 10), -34 + row * 30, 20 + row * 5];
      const glass = `M${n(x - s)} ${n(y)}V${n(y - s * 1.2)}Q${n(x)} ${n(y - s * 2.9)} ${n(x + s)} ${n(y - s * 1.2)}V${n(y)}z`;
      return (
        line(
          `M${n(x)} ${n(y)}q${n(around(sheet, 14))} ${n(-s)} ${n(around(sheet, 10))} ${n(-s * 1.5)}`,
          sheet.accent,
          3,
        ) +
        shape(glass, sheet.pale, 0.28) +
        line(glass, sheet.pale, 1.6, 0.9)
      );
    }),
  ) +
  figure(200, 50, 76, sheet.dark);

const hall: Motif = (sheet) =>
  shape("M-210 30Q-170 -110 0 -180Q170 -110 210 30L178 30Q140 -70 0 -122Q-140 -70 -178 30z", sheet.dark) +
  times(9, (i) => {
    const x = [-150, -110, -70, -35, 0, 35, 70, 110, 150][i]!;
    return line(`M${n(x * 0.14)} -172Q${n(x * 0.9)} -112 ${n(x * 1.26)} 30`, sheet.deep, 6);
  }) +
  line("M0 -178v-60", sheet.dark, 6) +
  glow(sheet, 0, 0, 90) +
  figure(0, 34, 56, sheet.dark);

const wall: Motif = (sheet) =>
  shape("M-380 20L-380 -70Q0 -96 380 -120V40z", sheet.dark) +
  times(3, (row) =>
    times(19, (i) => {
      const x = -362 + i * 40;
      const y = -56 - i * 2.1 + row * 28;
      const isTurned = sheet.chance() < 0.14;
      return shape(
        `M${n(x)} ${n(y + 20)}v-12q10 -14 20 0v12z`,
        isTurned ? sheet.dark : sheet.chance() < 0.2 ? sheet.accent : sheet.mid,
        isTurned ? 1 : 0.85,
      );
    }),
  ) +
  figure(-120, 46, 74, sheet.deep) +
  figure(190, 42, 60, sheet.deep);

const pool: Motif = (sheet) =>
  shape(ring(0, 30, 260, 54), sheet.lite, 0.85) +
  times(4, (i) => line(ring(20, 30, 44 + i * 52, 9 + i * 11), sheet.dark, 1.6, 0.75)) +
  shape("M-150 40l10 46h24l8 -60zM-90 36l8 74h20l10 -82z", sheet.deep, 0.35) +
  shape("M-150 -22l10 -90h24l8 86zM-90 -26l8 -140h20l10 138z", sheet.deep, 0.75) +
  glow(sheet, 20, 26, 80, 0.7) +
  figure(20, 34, 58, sheet.dark);

const lantern: Motif = (sheet) =>
  line("M0 40V-190", sheet.dark, 6) +
  glow(sheet, 0, -214, 190) +
  shape("M-34 -178L-44 -238L0 -276L44 -238L34 -178z", sheet.dark) +
  shape("M-24 -184L-32 -234L0 -260L32 -234L24 -184z", sheet.pale) +
  shape("M-8 -186Q-14 -214 0 -236Q14 -214 8 -186z", sheet.accent) +
  line("M0 -184V-262M-30 -210H30", sheet.dark, 2) +
  times(7, (i) =>
    figure(
      -180 + i * 56 + around(sheet, 20),
      44 + around(sheet, 12),
      40 + sheet.chance() * 18,
      i % 2 ? sheet.dark : sheet.deep,
    ),
  );

const mine: Motif = (sheet) =>
  shape("M-300 60Q-260 -150 -40 -190Q200 -200 300 60z", sheet.deep) +
  shape("M-80 60V-60Q0 -140 80 -60V60z", sheet.dark) +
  line("M-84 60V-66M84 60V-66M-98 -66Q0 -150 98 -66", sheet.mid, 8) +
  glow(sheet, 0, 30, 90) +
  times(
    9,
    (i) =>
      line(`M${-76 + i * 19} ${-74 - (16 - (i - 4) * (i - 4)) * 1.7}v16`, sheet.dark, 1.6) +
      disc(-76 + i * 19, -54 - (16 - (i - 4) * (i - 4)) * 1.7, 5, i === 8 ? sheet.dark : sheet.accent),
  ) +
  figure(6, 58, 60, sheet.pale) +
  figure(-170, 66, 66, sheet.dark);

/** A house with its front away, somebody inside. */
const house: Motif = (sheet) =>
  shape("M-130 30V-120L0 -200L130 -120V30z", sheet.dark) +
  shape("M-112 22V-110H-6V22zM6 22V-110H112V22z", sheet.lite, 0.9) +
  shape("M-112 -40H112v6H-112z", sheet.dark) +
  shape("M-96 18v-16h66v16zM40 18v-34h20v34z", sheet.deep) +
  shape("M30 -50q22 -26 44 0z", sheet.accent) +
  glow(sheet, 56, -70, 70) +
  figure(-34, 18, 48, sheet.deep) +
  figure(176, 40, 62, sheet.dark);

/** Seats around a table, most of them with a coat and nobody in it. */
const council: Motif = (sheet) =>
  shape(ring(0, 10, 190, 44), sheet.deep) +
  shape(ring(0, 2, 190, 44), sheet.mid) +
  times(9, (i) => {
    const x = -200 + i * 50;
    const y = -34 - (16 - (i - 4) * (i - 4)) * 1.6;
    const chair = line(`M${x - 14} ${n(y + 44)}v-66h28v66`, sheet.dark, 4);
    return (
      chair +
      (i === 6
        ? figure(x, y + 36, 66, sheet.accent)
        : shape(`M${x - 16} ${n(y + 10)}q16 -26 32 0l6 34h-44z`, sheet.dark, 0.85))
    );
  }) +
  times(5, (i) => disc(-110 + i * 55, 0 + (i % 2) * 10, 5, i === 3 ? sheet.pale : sheet.dark, 0.9));

export const MOTIFS = {
  archive,
  bridge,
  council,
  gate,
  garden,
  hall,
  house,
  lantern,
  market,
  mill,
  mine,
  orchard,
  pool,
  ship,
  stair,
  tower,
  wall,
  well,
  halves,
  hand,
  hillside,
  listeners,
  map,
  street,
  walkers,
} as const satisfies Readonly<Record<string, Motif>>;
