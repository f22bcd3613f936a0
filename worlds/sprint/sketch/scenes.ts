// What people do in a sketch: a procession, a ring of listeners, a raised hand, a map underfoot, halves of a ring, a lit hillside, a street.
import { ring } from "./country.ts";
import { around, disc, figure, glow, line, n, type Sheet, shape, times } from "./pen.ts";

const bandage = (x: number, y: number, height: number, fill: string): string =>
  line(`M${n(x - height * 0.13)} ${n(y - height * 0.85)}h${n(height * 0.26)}`, fill, Math.max(2, height * 0.05));

/** People behind each other on a road that comes nearer, each with a hand on the one in front. */
export const walkers = (sheet: Sheet): string =>
  shape("M-330 -30Q-120 -60 60 -20T360 110L250 128Q60 44 -90 12T-330 -12z", sheet.lite, 0.5) +
  times(9, (i) => {
    const at = i / 8;
    const [x, y, size] = [-290 + at * 560, -18 + at * at * 96, 54 + at * 76];
    const hand = line(`M${n(x)} ${n(y - size * 0.5)}l${n(size * 0.44)} ${n(size * 0.04)}`, sheet.deep, 3 + at * 4);
    const cloak = i % 3 === 1 ? sheet.accent : sheet.dark;
    const band = sheet.has(/blind|eyes/) ? bandage(x, y, size, sheet.pale) : "";
    return hand + figure(x, y, size, cloak) + band;
  });

/** A ring of people, some with a hand up, around somebody in the light. */
export const listeners = (sheet: Sheet): string => {
  const circle = Array.from({ length: 15 }, (_, i) => ({ x: ARC[i]![0] * 250, y: ARC[i]![1] * 74, i }));
  const one = ({ x, y, i }: (typeof circle)[number]) => {
    const size = 74 + y * 0.42;
    const raised =
      i % 4 === 1 ? line(`M${n(x)} ${n(y - size * 0.55)}l${n(size * 0.2)} ${n(-size * 0.55)}`, sheet.dark, 4) : "";
    return figure(x, y + 20, size, i % 5 === 2 ? sheet.deep : sheet.dark) + raised;
  };
  const behind = circle.filter(({ y }) => y < 0).sort((a, b) => a.y - b.y);
  const before = circle.filter(({ y }) => y >= 0).sort((a, b) => a.y - b.y);
  return (
    shape(ring(0, 10, 236, 66), sheet.lite, 0.35) +
    behind.map(one).join("") +
    glow(sheet, 0, -30, 130) +
    figure(0, 24, 92, sheet.accent) +
    before.map(one).join("")
  );
};
const ARC: readonly (readonly [number, number])[] = [
  [-1, 0.02],
  [-0.93, -0.38],
  [-0.75, -0.66],
  [-0.5, -0.87],
  [-0.2, -0.98],
  [0.12, -0.99],
  [0.42, -0.91],
  [0.7, -0.71],
  [0.9, -0.43],
  [1, 0.02],
  [0.88, 0.47],
  [0.62, 0.78],
  [-0.62, 0.78],
  [-0.88, 0.47],
  [0.3, 0.95],
];

/** A hand held up against the light, as tall as a tower. */
export const hand = (sheet: Sheet): string =>
  glow(sheet, 0, -190, 210) +
  shape(
    "M-66 60Q-60 -40 -74 -96Q-80 -128 -60 -130Q-44 -130 -40 -96L-34 -60L-32 -216Q-30 -236 -16 -236Q-2 -236 -2 -214L2 -80L10 -236Q12 -256 27 -254Q41 -252 40 -230L32 -76L50 -206Q54 -224 67 -221Q80 -217 77 -196L58 -58L84 -134Q92 -152 104 -146Q115 -140 110 -122Q86 -44 78 10L76 60z",
    sheet.dark,
  ) +
  line("M-30 -58Q0 -34 34 -56M-44 -10Q10 10 66 -26", sheet.mid, 2.4, 0.8) +
  times(11, (i) => {
    const x = -250 + i * 50 + around(sheet, 14);
    return Math.abs(x) < 96
      ? ""
      : figure(x, 64 + around(sheet, 10), 56 + sheet.chance() * 18, i % 3 ? sheet.deep : sheet.accent);
  });

/** A sheet as wide as a field, drawn on; somebody at its edge. */
export const map = (sheet: Sheet): string =>
  shape("M-360 90L-210 -70H230L380 70Q300 96 180 84T-40 100T-360 90z", sheet.pale, 0.95) +
  shape("M230 -70L380 70Q352 84 320 80Q300 30 214 -56z", sheet.lite) +
  line("M-250 40Q-120 -30 10 10T230 -20M-150 88Q-110 20 -40 -66M60 90Q110 20 120 -68", sheet.deep, 3, 0.85) +
  line("M-300 66Q-230 20 -150 34Q-70 52 -10 40Q90 20 150 44T300 52", sheet.accent, 4) +
  times(7, (i) => {
    const [x, y] = [-210 + i * 66 + around(sheet, 30), 8 + around(sheet, 70)];
    return shape(`M${n(x - 9)} ${n(y)}v-10l9 -8l9 8v10z`, i === 4 ? sheet.accent : sheet.dark, 0.85);
  }) +
  times(5, (i) => disc(-70 + i * 62, 62 + around(sheet, 16), 3, sheet.dark, 0.8)) +
  figure(344, 74, 104, sheet.dark) +
  figure(-176, -30, 48, sheet.deep);

/** Two hands from two sides, each with half of a broken ring, before the light. */
export const halves = (sheet: Sheet): string =>
  glow(sheet, 0, -120, 230) +
  disc(0, -120, 66, sheet.pale, 0.95) +
  line("M-16 -216A98 98 0 0 0 -16 -24", sheet.accent, 22) +
  line("M16 -216A98 98 0 0 1 16 -24", sheet.accent, 22) +
  line("M-16 -216A98 98 0 0 0 -16 -24M16 -216A98 98 0 0 1 16 -24", sheet.pale, 3, 0.7) +
  shape(
    "M-390 90L-360 -70Q-250 -150 -120 -168Q-92 -170 -94 -148Q-96 -130 -128 -124L-104 -112Q-88 -96 -108 -84Q-90 -70 -112 -60L-190 -36L-236 90z",
    sheet.dark,
  ) +
  shape(
    "M390 90L360 -70Q250 -150 120 -168Q92 -170 94 -148Q96 -130 128 -124L104 -112Q88 -96 108 -84Q90 -70 112 -60L190 -36L236 90z",
    sheet.deep,
  );

/** Houses up a slope, dark but for those that the prompt lights. */
export const hillside = (sheet: Sheet): string => {
  const lit = 11 + Math.floor(sheet.chance() * 5);
  let count = 0;
  return (
    shape("M-400 70Q-220 -180 20 -250Q240 -200 400 70z", sheet.deep) +
    times(6, (row) => {
      const houses = 4 + row * 2;
      return times(houses, (i) => {
        const s = 0.62 + row * 0.13;
        const x = (i - (houses - 1) / 2) * 62 * s + around(sheet, 14);
        const y = -190 + row * 44 + around(sheet, 8) + Math.abs(x) * 0.16;
        const isLit = count++ === lit;
        const house = shape(
          `M${n(x - 20 * s)} ${n(y)}v${n(-26 * s)}l${n(20 * s)} ${n(-18 * s)}l${n(20 * s)} ${n(18 * s)}v${n(26 * s)}z`,
          row % 2 ? sheet.dark : sheet.mid,
          0.95,
        );
        const pane = shape(
          `M${n(x - 6 * s)} ${n(y - 8 * s)}v${n(-14 * s)}h${n(12 * s)}v${n(14 * s)}z`,
          isLit ? sheet.pale : sheet.deep,
        );
        return house + pane + (isLit ? glow(sheet, x, y - 14 * s, 120) : "");
      });
    }) +
    figure(-40, 96, 70, sheet.dark)
  );
};

/** House fronts on both sides, lit from the far end. */
export const street = (sheet: Sheet): string =>
  glow(sheet, 0, -60, 200) +
  shape("M-30 -20H30L240 110H-240z", sheet.lite, 0.55) +
  [-1, 1]
    .map((side) =>
      times(5, (i) => {
        const [near, far] = [[40, 70, 112, 172, 258][i]!, [70, 112, 172, 258, 380][i]!];
        const [a, b] = [-16 + near * 0.34, -16 + far * 0.34];
        const [ha, hb] = [70 + near * 0.66, 70 + far * 0.66];
        const front = shape(
          `M${n(side * near)} ${n(a)}V${n(a - ha)}L${n(side * far)} ${n(b - hb)}V${n(b)}z`,
          i % 2 ? sheet.dark : sheet.deep,
        );
        const middle = (near + far) / 2;
        const pane = shape(
          `M${n(side * (middle - (far - near) * 0.16))} ${n((a + b) / 2 - ha * 0.36)}v${n(-ha * 0.26)}h${n(side * (far - near) * 0.3)}v${n(ha * 0.28)}z`,
          i < 2 ? sheet.pale : i === 2 ? sheet.accent : sheet.mid,
          i < 3 ? 1 : 0.5,
        );
        return front + pane;
      }),
    )
    .join("") +
  figure(-60, 70, 84, sheet.dark) +
  figure(84, 88, 96, sheet.deep);
