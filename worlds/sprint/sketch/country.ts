// The country of a sketch: sky, weather, distance and ground, chosen by what the prompt names.
import { around, cosine, disc, glow, hatch, line, n, ridge, type Sheet, shape, sine, times } from "./pen.ts";

/** Everything behind the subject. */
export function country(sheet: Sheet): string {
  return sky(sheet) + distance(sheet) + ground(sheet);
}

function sky(sheet: Sheet): string {
  const { w, h, horizon, x, pale, dark, deep, has, isNight, chance } = sheet;
  let out = `<rect width="${w}" height="${h}" fill="url(#${sheet.id}s)"/>`;
  const isStorm = has(/storm|thunder/);
  if (isStorm || has(/overcast|cloud/))
    out += times(8, () => {
      const [cx, cy, rx] = [chance() * w, chance() * h * 0.36, 90 + chance() * 170];
      return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(14 + chance() * 26)}" fill="${isStorm ? dark : pale}" opacity="${isStorm ? 0.42 : 0.16}"/>`;
    });
  const isMoon = has(/moon/);
  const isLow = has(/low sun|backlit|late sun|dusk|dawn|bright horizon|ember/);
  const lx = isMoon
    ? w * 0.76
    : has(/right third/)
      ? w * 0.3
      : has(/left third/)
        ? w * 0.7
        : isLow
          ? x - w * 0.12
          : w * 0.7;
  const ly = isMoon || has(/noon/) ? h * 0.2 : isLow ? horizon - h * 0.08 : h * 0.3;
  out += glow(sheet, lx, ly, w * 0.42, isNight && !isMoon ? 0.5 : 1);
  if (isMoon) out += shape(`M${n(lx)} ${n(ly - 24)}a26 26 0 1 0 24 34 21 21 0 0 1 -24 -34z`, pale);
  else if (!isNight && !isStorm) out += disc(lx, ly, has(/noon/) ? 20 : h * 0.085, pale, 0.95);
  if (isNight) out += times(60, () => disc(chance() * w, chance() * horizon * 0.86, 0.5 + chance() * 1.1, pale, 0.6));
  if (has(/prismatic|split into colours|prism/))
    out += times(5, (i) =>
      line(
        `M${n(lx)} ${n(ly)}L${n(w * (0.05 + i * 0.2))} ${n(h)}`,
        [sheet.accent, sheet.lite, pale, sheet.mid, deep][i]!,
        14,
        0.1,
      ),
    );
  if (!isNight && has(/\b(reeds?|sea|harbour|tide|island|boats?|delta)\b/)) out += birds(sheet);
  return out + hatch(sheet, [0, 0, w, horizon * 0.6], 34, deep, 0.2, 1.4);
}

const birds = (sheet: Sheet): string =>
  times(6, () => {
    const [bx, by, s] = [
      sheet.w * (0.2 + sheet.chance() * 0.5),
      sheet.h * (0.12 + sheet.chance() * 0.2),
      4 + sheet.chance() * 5,
    ];
    return line(
      `M${n(bx - s)} ${n(by)}q${n(s * 0.5)} ${n(-s * 0.7)} ${n(s)} 0q${n(s * 0.5)} ${n(-s * 0.7)} ${n(s)} 0`,
      sheet.dark,
      1.3,
      0.7,
    );
  });

/** Flat-topped blocks against the sky: cliffs, cities, standing ice. */
function blocks(sheet: Sheet, y: number, height: number, fill: string, opacity: number, lean = 5): string {
  const { w, h, chance } = sheet;
  let d = `M-10 ${h}V${n(y)}`;
  let x = -10;
  while (x < w + 10) {
    const width = 34 + chance() * 84;
    const top = y - chance() * height;
    d += `L${n(x + 8)} ${n(top)}L${n(x + width - 8)} ${n(top + around(sheet, lean))}L${n(x + width)} ${n(y)}`;
    x += width + chance() * 36;
  }
  return shape(`${d}L${w + 10} ${h}z`, fill, opacity);
}

/** Sharp slopes, as of mountains and frozen waves. */
function peaks(sheet: Sheet, y: number, height: number, fill: string, opacity: number, count = 6): string {
  const { w, h, chance } = sheet;
  let d = `M-10 ${h}V${n(y)}`;
  for (let i = 0; i < count; i++) {
    const left = -10 + ((w + 20) * i) / count;
    const width = (w + 20) / count;
    d += `L${n(left + width * (0.35 + chance() * 0.3))} ${n(y - height * (0.35 + chance() * 0.65))}L${n(left + width)} ${n(y - chance() * height * 0.2)}`;
  }
  return shape(`${d}V${h}z`, fill, opacity);
}

function distance(sheet: Sheet): string {
  const { h, w, horizon, mid, deep, dark, lite, has, x } = sheet;
  if (has(/volcan|caldera|\bembers?\b|ash-and-snow/)) {
    const cone = `M${n(w * 0.5)} ${n(horizon - h * 0.36)}h${n(w * 0.1)}L${n(w * 0.95)} ${n(horizon + 6)}H${n(w * 0.1)}z`;
    const vein = line(
      `M${n(w * 0.55)} ${n(horizon - h * 0.36)}q14 60 -8 ${n(h * 0.16)}t10 ${n(h * 0.18)}`,
      sheet.accent,
      3,
      0.8,
    );
    return (
      peaks(sheet, horizon, h * 0.14, mid, 0.5) +
      shape(cone, deep, 0.9) +
      vein +
      glow(sheet, w * 0.55, horizon - h * 0.37, h * 0.24)
    );
  }
  if (has(/\b(frozen|ice|glacial|standing waves|mastheads)\b/))
    return (
      peaks(sheet, horizon, h * 0.3, mid, 0.55, 4) + peaks(sheet, horizon + 4, h * 0.18, deep, 0.8, 5) + crests(sheet)
    );
  if (has(/hanging sea|floor above|overhead|inverted|kelp|sky-bed/))
    return ceiling(sheet) + ridge(sheet, horizon, h * 0.05, deep, 0.6);
  if (has(/\b(forest|trams?|canopy|beech|undercity|pavements)\b/))
    return blocks(sheet, horizon, h * 0.42, mid, 0.5) + trunks(sheet);
  if (has(/\b(terraces?|aqueducts?|springs?|steps of water)\b/)) return terraces(sheet);
  if (has(/\b(cliffs?|city|mesas?|riverbeds|remembering)\b/))
    return blocks(sheet, horizon - 4, h * 0.26, mid, 0.45) + blocks(sheet, horizon, h * 0.15, deep, 0.75);
  if (has(/\b(dunes?|fused sand|glass back)\b/))
    return (
      ridge(sheet, horizon - h * 0.1, h * 0.1, mid, 0.5, 4) + ridge(sheet, horizon - h * 0.02, h * 0.06, lite, 0.35, 3)
    );
  if (has(/\b(valley|shadow-worn|umbra)\b/))
    return peaks(sheet, horizon, h * 0.4, deep, 0.75, 3) + peaks(sheet, horizon, h * 0.22, dark, 0.55, 4);
  if (has(/\b(island|surf|shore that has)\b/))
    return shape(
      `M${n(x - w * 0.42)} ${n(horizon)}Q${n(x)} ${n(horizon - h * 0.24)} ${n(x + w * 0.4)} ${n(horizon)}z`,
      deep,
      0.7,
    );
  if (has(/\b(orchard|silver grass|hedge|perry)\b/))
    return ridge(sheet, horizon - h * 0.06, h * 0.06, deep, 0.6) + rows(sheet);
  if (has(/\b(reeds?|delta)\b/)) return ridge(sheet, horizon - 4, h * 0.02, deep, 0.6, 9);
  return ridge(sheet, horizon - h * 0.1, h * 0.09, mid, 0.4) + ridge(sheet, horizon - h * 0.03, h * 0.05, deep, 0.55);
}

const crests = (sheet: Sheet): string =>
  times(3, (i) => {
    const { w, h, horizon, pale } = sheet;
    const at = w * (0.12 + i * 0.34);
    return line(
      `M${n(at)} ${n(horizon)}q${n(w * 0.09)} ${n(-h * 0.2)} ${n(w * 0.17)} ${n(-h * 0.1)}q${n(-w * 0.04)} ${n(-h * 0.01)} ${n(-w * 0.05)} ${n(h * 0.04)}`,
      pale,
      2.4,
      0.55,
    );
  });

/** A sea above: its surface hangs down in waves, with weed under it. */
function ceiling(sheet: Sheet): string {
  const { w, h, deep, dark, pale, chance } = sheet;
  let d = `M-10 -10H${w + 10}V${n(h * 0.18)}`;
  for (let i = 1; i <= 8; i++) d += `q${n(-w / 16)} ${n(20 + chance() * 30)} ${n(-w / 8)} 0`;
  const weed = times(14, () => {
    const at = chance() * w;
    return line(
      `M${n(at)} ${n(h * 0.16)}q${n(around(sheet, 40))} ${n(h * 0.12)} ${n(around(sheet, 30))} ${n(h * (0.12 + chance() * 0.2))}`,
      dark,
      3,
      0.45,
    );
  });
  const light = times(10, () =>
    line(`M${n(chance() * w)} ${n(h * 0.05 + chance() * h * 0.1)}h${n(20 + chance() * 60)}`, pale, 1.4, 0.5),
  );
  return shape(`${d}z`, deep, 0.9) + weed + light;
}

const trunks = (sheet: Sheet): string =>
  times(9, (i) => {
    const { w, h, horizon, dark, deep, chance } = sheet;
    const at = w * ((i + chance()) / 9);
    const width = 6 + chance() * 12;
    return shape(`M${n(at)} -10h${n(width)}l5 ${n(horizon + h * 0.05)}h${n(-width - 10)}z`, i % 2 ? dark : deep, 0.55);
  }) +
  times(26, () =>
    disc(sheet.chance() * sheet.w, sheet.chance() * sheet.h * 0.2, 20 + sheet.chance() * 40, sheet.deep, 0.4),
  );

function terraces(sheet: Sheet): string {
  const { w, h, horizon, mid, lite, pale, chance } = sheet;
  return times(7, (i) => {
    const y = horizon - h * 0.36 + i * h * 0.055;
    const left = w * (0.42 - i * 0.07) + around(sheet, 20);
    const falls = times(3, () => line(`M${n(left + chance() * w * 0.5)} ${n(y)}v${n(h * 0.05)}`, pale, 2, 0.6));
    return (
      shape(`M${n(left)} ${n(y)}H${w + 10}V${n(horizon + 4)}H${n(left - w * 0.05)}z`, i % 2 ? mid : lite, 0.32) + falls
    );
  });
}

const rows = (sheet: Sheet): string =>
  times(13, (i) => {
    const { w, h, horizon, deep } = sheet;
    return disc(w * (i / 12) + around(sheet, 18), horizon - h * 0.015, h * (0.02 + sheet.chance() * 0.02), deep, 0.8);
  });

function ground(sheet: Sheet): string {
  const { w, h, horizon, dark, pale, lite, deep, mid, has, chance } = sheet;
  let out = `<rect y="${n(horizon)}" width="${w}" height="${n(h - horizon)}" fill="url(#${sheet.id}f)"/>`;
  if (has(/\b(salt|basin|cracked|mud|clay|riverbeds|stone|slate|pavements|basalt)\b/)) out += cracks(sheet);
  if (has(/\b(reeds?|tide|delta|water|sea|surf|harbour|springs?)\b/)) out += ripples(sheet);
  if (has(/\b(dunes?|sands?)\b/))
    out += times(3, (i) => ridge(sheet, horizon + i * (h - horizon) * 0.3, h * 0.05, i % 2 ? deep : mid, 0.42, 4));
  if (has(/\b(reeds?|delta)\b/)) out += reeds(sheet);
  if (has(/\b(silver grass|orchard|moss|rooted)\b/))
    out += hatch(sheet, [0, horizon + 10, w, h - horizon], 260, pale, 0.28, 0.25);
  if (has(/\b(snow|ash)\b/)) out += times(90, () => disc(chance() * w, chance() * h, 0.8 + chance() * 1.8, pale, 0.6));
  if (has(/\b(rain|thunder|storm)\b/)) out += hatch(sheet, [0, 0, w, h], 120, pale, 0.22, -0.3);
  if (has(/\b(steam|mist|fog|hushed|muffled)\b/))
    out += times(4, (i) => shape(`M-10 ${n(horizon - 16 + i * 22)}H${w + 10}v${n(9 + i * 3)}H-10z`, pale, 0.1));
  if (has(/leading|path/)) {
    const x = sheet.x;
    out += shape(
      `M${n(x - 6)} ${n(horizon + 4)}Q${n(w * 0.5)} ${n(horizon + h * 0.12)} ${n(w * 0.16)} ${h}H${n(w * 0.38)}Q${n(w * 0.56)} ${n(horizon + h * 0.13)} ${n(x + 6)} ${n(horizon + 4)}z`,
      lite,
      0.35,
    );
  }
  return out + hatch(sheet, [0, horizon, w, h - horizon], 80, dark, 0.2, 1.2);
}

/** A floor of plates that grow towards the viewer. */
function cracks(sheet: Sheet): string {
  const { w, h, horizon, dark, chance } = sheet;
  let d = "";
  for (let row = 0; row < 9; row++) {
    const [a, b] = [row / 9, (row + 1) / 9];
    const [y, y2] = [horizon + (h - horizon) * a * (0.4 + 0.6 * a), horizon + (h - horizon) * b * (0.4 + 0.6 * b)];
    for (let x = -20; x < w; ) {
      const width = (16 + chance() * 22) * (1 + row * 0.62);
      d += `M${n(x + around(sheet, 6))} ${n(y)}L${n(x + width * 0.3)} ${n((y + y2) / 2)}L${n(x + width * 0.1)} ${n(y2)}M${n(x + width * 0.3)} ${n((y + y2) / 2)}L${n(x + width)} ${n((y + y2) / 2 + around(sheet, 3))}`;
      x += width;
    }
  }
  return line(d, dark, 1, 0.36);
}

const ripples = ({ w, h, horizon, pale, chance }: Sheet): string =>
  times(30, () => {
    const y = horizon + chance() * (h - horizon);
    return line(
      `M${n(chance() * w)} ${n(y)}h${n(14 + (chance() * 120 * (y - horizon)) / (h - horizon))}`,
      pale,
      1.3,
      0.4,
    );
  });

const reeds = (sheet: Sheet): string =>
  times(26, (i) => {
    const { w, h, dark, chance } = sheet;
    const x = i < 16 ? chance() * w * 0.24 : w - chance() * w * 0.2;
    const top = h * (0.42 + chance() * 0.3);
    return line(
      `M${n(x)} ${h}Q${n(x + around(sheet, 16))} ${n((h + top) / 2)} ${n(x + around(sheet, 30))} ${n(top)}`,
      dark,
      2,
      0.8,
    );
  });

/** What frames a picture in front: an arch of darkness, or leaning shapes at its foot. */
export function foreground(sheet: Sheet): string {
  const { w, h, dark, has } = sheet;
  if (has(/framed/))
    return shape(
      `M0 0H${w}V${h}H${n(w * 0.9)}Q${n(w * 0.94)} ${n(h * 0.1)} ${n(w * 0.5)} ${n(h * 0.07)}Q${n(w * 0.06)} ${n(h * 0.1)} ${n(w * 0.1)} ${h}H0z`,
      dark,
      0.8,
    );
  if (has(/deep foreground|low angle/))
    return shape(
      `M-10 ${h}V${n(h * 0.88)}Q${n(w * 0.2)} ${n(h * 0.84)} ${n(w * 0.36)} ${n(h * 0.97)}T${n(w * 0.7)} ${n(h * 0.96)}T${w + 10} ${n(h * 0.9)}V${h}z`,
      dark,
      0.75,
    );
  return "";
}

/** Points of a circle as a path, for rings, wheels and halos. */
export function ring(x: number, y: number, rx: number, ry: number): string {
  const k = 16;
  return `${Array.from({ length: k }, (_, i) => `${i === 0 ? "M" : "L"}${n(x + rx * cosine(i / k))} ${n(y + ry * sine(i / k))}`).join("")}z`;
}
