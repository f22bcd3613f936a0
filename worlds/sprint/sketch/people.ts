// People in a sketch: one close up, and crowds that stand apart. Drawn over the country.
import { around, disc, figure, glow, hatch, line, n, placeDrawing, type Sheet, shape, times } from "./pen.ts";

/** Head and shoulders, with the garment and the thing that the prompt speaks of. */
export function portrait(sheet: Sheet): string {
  const { w, h, dark, deep, mid, lite, pale, accent, has, chance, edition } = sheet;
  const k = h / 400;
  const isTurned = has(/three quarters/);
  const robe =
    shape("M-160 200Q-150 64 -56 44L0 60L56 44Q150 64 160 200z", deep) +
    shape("M-160 200Q-150 64 -56 44L-30 52Q-84 96 -88 200z", accent, 0.55) +
    (has(/patched|canvas|sails/)
      ? times(5, (i) => line(`M${n(-110 + i * 50)} ${n(120 + chance() * 40)}h30v26h-30z`, lite, 1.6, 0.6))
      : "") +
    (has(/maps|lined/)
      ? times(7, (i) =>
          line(`M${n(-120 + i * 38)} 96q${n(around(sheet, 40))} 40 ${n(around(sheet, 30))} 90`, pale, 1.2, 0.5),
        )
      : "") +
    (has(/wax|aprons|leather/) ? shape("M-62 70H62L72 200H-72z", mid, 0.7) : "") +
    (has(/rope|cord/) ? line("M-40 56Q0 110 40 56M0 84V160", pale, 4, 0.8) : "");
  const neck = shape("M-26 18h52v40q-26 22 -52 0z", mid);
  const face =
    shape("M-58 -60Q-62 -124 0 -124T58 -60Q54 30 0 42Q-54 30 -58 -60z", lite) +
    shape(
      isTurned
        ? "M0 -124Q62 -124 58 -60Q54 30 0 42Q40 -20 22 -70z"
        : "M14 -124Q62 -118 58 -60Q54 24 12 40Q34 -20 30 -70z",
      mid,
      0.7,
    );
  const hair = [
    shape("M-78 -40Q-92 -150 0 -156Q92 -150 78 -40L62 26Q78 -60 44 -92Q0 -118 -44 -92Q-78 -60 -62 26z", dark),
    shape("M-64 -70Q-70 -146 0 -148T64 -70Q40 -112 0 -110T-64 -70z", dark),
    shape("M-70 -30Q-100 -170 6 -168Q100 -160 72 -20Q70 -90 20 -104Q-50 -112 -70 -30z", dark) +
      disc(40, -150, 26, dark),
    // Two braids over the shoulders.
    shape("M-68 -62Q-76 -152 0 -154T68 -62Q52 -122 0 -104Q-52 -122 -68 -62z", dark) +
      times(6, (i) => disc(-70 - i * 2, -40 + i * 22, 15 - i, dark) + disc(70 + i * 2, -40 + i * 22, 15 - i, dark)) +
      disc(-82, 92, 7, accent) +
      disc(82, 92, 7, accent),
    // A hood.
    shape("M-96 60Q-118 -170 0 -188Q118 -170 96 60L66 30Q82 -92 0 -118Q-82 -92 -66 30z", deep) +
      line("M-66 30Q-82 -92 0 -118Q82 -92 66 30", accent, 5, 0.9),
    // Shorn, with a band.
    shape("M-60 -84Q-58 -146 0 -148T60 -84Q30 -116 0 -116T-60 -84z", dark, 0.75) +
      line("M-60 -88Q0 -112 60 -88", accent, 8),
  ][Math.floor(chance() * (edition === 1 ? 3 : 6))]!;
  const beard =
    edition > 1 && chance() < 0.3 ? shape("M-52 -20Q-46 60 0 74Q46 60 52 -20Q40 4 0 4T-52 -20z", dark, 0.9) : "";
  const lines =
    edition > 1 && (has(/\b(old|oldest|elder|aged)\b/) || chance() < 0.25)
      ? line("M-42 -74q10 -5 22 0M20 -74q11 -5 22 0M-36 -22q-3 8 1 15M34 -22q3 8 -1 15", deep, 1.8, 0.8)
      : "";
  const veil = has(/veil/) ? shape("M-96 -50Q-90 -180 0 -184T96 -50L120 60Q60 10 0 12T-120 60z", pale, 0.3) : "";
  const [lx, rx] = isTurned ? [-32, 16] : [-34, 34];
  const eyes = has(/blind|closed|bandage/)
    ? shape("M-62 -62Q0 -78 62 -62V-40Q0 -54 -62 -40z", pale, 0.9)
    : line(`M${lx - 13} -48q13 -9 26 0M${rx - 13} -48q13 -9 26 0`, dark, 4) +
      disc(lx, -46, 4, dark) +
      disc(rx, -46, 4, dark);
  const nose = line(isTurned ? "M-8 -44q-9 26 -11 33h14" : "M0 -44q-5 26 -7 33h14", deep, 3);
  const mouth = line(isTurned ? "M-26 14q16 5 34 0" : "M-18 14q18 5 36 0", deep, 4.5);
  const collar = shape("M-72 6Q0 54 72 6L68 36Q0 78 -68 36z", accent);
  const mark =
    (has(/ear/) ? disc(60, -30, 5, pale) : "") +
    (has(/chalk eye|hand|thumb/)
      ? shape("M96 150q-6 -60 20 -64q16 -2 18 26l2 46z", lite) + disc(114, 118, 7, accent)
      : "") +
    (has(/heart|leaf/) ? disc(-58, 116, 9, pale) : "") +
    (has(/lip/) ? disc(0, 24, 5, accent) : "") +
    (has(/wrist|line/) ? line("M92 150h44M92 158h44", accent, 3) : "");
  const light = line(isTurned ? "M-60 -96Q-34 -124 4 -124" : "M-52 -100Q-30 -124 0 -124", pale, 4, 0.8);
  const bust = placeDrawing(
    w * (isTurned ? 0.52 : 0.5),
    h * 0.55,
    k * 0.98,
    robe + neck + face + beard + hair + eyes + lines + nose + mouth + collar + mark + veil + light,
  );
  return (
    glow(sheet, w * 0.34, h * 0.34, w * 0.7) +
    bust +
    hatch(sheet, [w * 0.08, h * 0.08, w * 0.26, h * 0.7], 60, dark, 0.3) +
    hatch(sheet, [w * 0.74, h * 0.5, w * 0.2, h * 0.4], 40, deep, 0.4)
  );
}

/** Two groups with a gap between them and something in it; or a procession towards one who waits. */
export function crowd(sheet: Sheet): string {
  const { w, h, horizon, dark, deep, accent, pale, has, chance } = sheet;
  const isProcession = has(/procession/);
  const people = times(5, (row) => {
    const y = horizon + 12 + row * (h - horizon) * 0.23;
    const size = h * (0.08 + row * 0.055);
    const count = 22 - row * 2;
    return times(count, (i) => {
      const x = (w * (i + chance() * 0.7)) / count;
      const isGap = isProcession ? x > w * 0.68 : x > w * 0.4 && x < w * 0.6;
      if (isGap) return "";
      const fill = row > 2 ? dark : deep;
      const raised =
        chance() < 0.06 ? line(`M${n(x)} ${n(y - size * 0.6)}l${n(size * 0.2)} ${n(-size * 0.7)}`, fill, 3) : "";
      return `<g opacity="${Math.round((0.7 + row * 0.07) * 100) / 100}">${figure(x, y + chance() * 8, size * (0.9 + chance() * 0.2), fill)}${raised}</g>`;
    });
  });
  const middle = w * (isProcession ? 0.82 : 0.5);
  const between =
    glow(sheet, middle, h * 0.66, h * 0.3) +
    (has(/child|boy|girl|one woman|she|woman/)
      ? figure(middle, h * 0.84, h * 0.17, accent)
      : shape(`M${n(middle - 26)} ${n(h * 0.84)}l12 -26h28l12 26z`, accent) + disc(middle, h * 0.77, 8, pale));
  return people + between + hatch(sheet, [0, 0, w, h * 0.5], 60, pale, 0.12, 0.9);
}
