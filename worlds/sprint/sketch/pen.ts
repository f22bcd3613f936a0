// What a sketch is drawn with: chance that follows from the prompt alone, shapes as SVG text, and circles without trigonometry.
import { hashOf } from "../lore/lore.ts";

/** Everything that the parts of one picture share. */
export interface Sheet {
  readonly w: number;
  readonly h: number;
  /** From the darkest to the lightest. */
  readonly dark: string;
  readonly deep: string;
  readonly mid: string;
  readonly lite: string;
  readonly pale: string;
  /** The most saturated of the palette. */
  readonly accent: string;
  /** The horizon, and where the subject stands on it. */
  readonly horizon: number;
  readonly x: number;
  /** By which edition of the house's drawing it is drawn. */
  readonly edition: number;
  /** Prefix of the ids in this picture. */
  readonly id: string;
  readonly isNight: boolean;
  /** In [0, 1), different at each call. */
  readonly chance: () => number;
  /** Whether the prompt names one of these. */
  readonly has: (words: RegExp) => boolean;
}

/** Numbers in [0, 1) that follow from a text: xorshift on 32 bits. */
export function chanceOf(text: string): () => number {
  let state = hashOf(text) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

export const n = (value: number): string => String(Math.round(value * 10) / 10);
export const times = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join("");
export const around = (sheet: Sheet, spread: number): number => (sheet.chance() - 0.5) * spread;
export const shape = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}"${opacity === 1 ? "" : ` opacity="${n((opacity * 10) / 10)}"`}/>`;
export const line = (d: string, stroke: string, width = 1.4, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${opacity === 1 ? "" : ` stroke-opacity="${opacity}"`}/>`;
export const disc = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`;
export const glow = ({ id }: Sheet, x: number, y: number, r: number, opacity = 1): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#${id}g)" opacity="${opacity}"/>`;
/** A drawing in units of its own, put down at a place. */
export const placeDrawing = (x: number, y: number, scale: number, drawing: string, opacity = 1): string =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(scale * 1000) / 1000})"${opacity === 1 ? "" : ` opacity="${opacity}"`}>${drawing}</g>`;

/** Short strokes over a field, all one way. */
export function hatch(
  sheet: Sheet,
  [x, y, w, h]: readonly number[],
  count: number,
  colour: string,
  opacity: number,
  slant = 0.6,
): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const length = 7 + sheet.chance() * 20;
    d += `M${n(x! + sheet.chance() * w!)} ${n(y! + sheet.chance() * h!)}l${n(length * slant)} ${n(-length)}`;
  }
  return line(d, colour, 0.9, opacity);
}

/** The sine of a whole turn's share, by a parabola that is right at the quarters and good enough between them. */
export function sine(share: number): number {
  const at = share - Math.floor(share);
  const half = at < 0.5 ? at * 2 : at * 2 - 1;
  const arch = 4 * half * (1 - half);
  const round = 0.775 * arch + 0.225 * arch * arch;
  return at < 0.5 ? round : -round;
}
export const cosine = (share: number): number => sine(share + 0.25);

/** A soft ridge from edge to edge, closed at the foot of the picture. */
export function ridge(sheet: Sheet, y: number, height: number, fill: string, opacity = 1, steps = 7): string {
  const { w, h } = sheet;
  let d = `M-10 ${n(h)}V${n(y)}`;
  let [px, py] = [-10, y];
  for (let i = 1; i <= steps; i++) {
    const x = -10 + ((w + 20) * i) / steps;
    const next = y + around(sheet, height * 2);
    const middle = (px + x) / 2;
    d += `C${n(middle)} ${n(py)} ${n(middle)} ${n(next)} ${n(x)} ${n(next)}`;
    [px, py] = [x, next];
  }
  return shape(`${d}V${n(h)}z`, fill, opacity);
}

/** Someone who stands: a cloak and a head. */
export const figure = (x: number, y: number, height: number, fill: string): string =>
  shape(
    `M${n(x - height * 0.2)} ${n(y)}Q${n(x - height * 0.22)} ${n(y - height * 0.62)} ${n(x)} ${n(y - height * 0.74)}Q${n(x + height * 0.22)} ${n(y - height * 0.62)} ${n(x + height * 0.2)} ${n(y)}z`,
    fill,
  ) + disc(x, y - height * 0.84, height * 0.13, fill);
