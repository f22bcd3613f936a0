// The house's own painter: an ink sketch as SVG from an image prompt alone. The same prompt gives the same picture, and the picture says that it is a sketch.
import { canonical } from "@orrery/kernel";
import { aspectOf, type ImagePrompt, type PictureKey } from "../pack.ts";
import { country, foreground } from "./country.ts";
import { firstSubject } from "./first-edition.ts";
import { chanceOf, type Sheet } from "./pen.ts";
import { subject } from "./subject.ts";

const SIZES = { "16:9": [960, 540], "1:1": [720, 720], "3:4": [600, 800] } as const;

/** One picture as SVG text. Two prompts never give the same text, since the prompt's own words stand in it. */
export function sketchOf(prompt: ImagePrompt, key: PictureKey, edition: number): string {
  const sheet = sheetOf(prompt, key, edition);
  const { w, h, dark, deep, mid, lite, pale, accent, id, isNight, has } = sheet;
  const isStorm = has(/storm|thunder/);
  const [top, middle, low] = isNight ? [dark, deep, mid] : isStorm ? [dark, mid, lite] : [deep, mid, lite];
  const defs = `<defs><linearGradient id="${id}s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".5" stop-color="${middle}"/><stop offset=".76" stop-color="${low}"/></linearGradient><linearGradient id="${id}f" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${has(/salt|snow|ice|glass|lime/) ? lite : mid}"/><stop offset="1" stop-color="${deep}"/></linearGradient><radialGradient id="${id}g"><stop stop-color="${pale}" stop-opacity=".85"/><stop offset=".3" stop-color="${has(/lamp|lantern|ember|candle/) ? accent : lite}" stop-opacity=".42"/><stop offset="1" stop-color="${lite}" stop-opacity="0"/></radialGradient></defs>`;
  const label = `<text x="${w - 14}" y="${h - 12}" text-anchor="end" font-family="serif" font-style="italic" font-size="13" fill="${pale}" fill-opacity=".75">sketch, drawn from the prompt without a model</text>`;
  const frame = `<rect x="6" y="6" width="${w - 12}" height="${h - 12}" fill="none" stroke="${pale}" stroke-opacity=".35" stroke-width="1.5"/>`;
  const { spec } = prompt;
  const described = `<title>${escapeXml(`Sketch: ${spec.subject}`)}</title><desc>${escapeXml(canonical({ key, prompt }))}</desc>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img">${described}${defs}${country(sheet)}${edition === 1 ? firstSubject(sheet, prompt, key) : subject(sheet, prompt, key)}${foreground(sheet)}${frame}${label}</svg>`;
}

function sheetOf(prompt: ImagePrompt, key: PictureKey, edition: number): Sheet {
  const { spec } = prompt;
  const [w, h] = SIZES[aspectOf(prompt, key)];
  const { subject, setting, composition, camera, lighting, mood, materials, palette } = spec;
  const text = [subject, setting, composition, camera, lighting, mood, materials.join(" ")].join(" ").toLowerCase();
  const has = (words: RegExp): boolean => words.test(text);
  const colours = spread([...palette].sort((a, b) => light(a) - light(b)));
  const identity = canonical({ key, spec });
  const [dark, deep, mid, lite, pale] = colours;
  const where = /left third/.test(composition) ? 0.33 : /right third/.test(composition) ? 0.66 : 0.5;
  const rise =
    key === "inhabitant_portrait"
      ? 0.82
      : /low horizon/.test(composition)
        ? 0.68
        : /high horizon/.test(composition)
          ? 0.5
          : /low angle/.test(camera)
            ? 0.72
            : 0.62;
  return {
    w,
    h,
    dark: dark!,
    deep: deep!,
    mid: mid!,
    lite: lite!,
    pale: pale!,
    accent: [...palette].sort((a, b) => vivid(b) - vivid(a))[0]!,
    horizon: h * rise,
    x: w * where,
    id: `s${canonicalId(identity)}`,
    edition,
    isNight: /night|moon|star|in shade/.test(lighting.toLowerCase()),
    chance: chanceOf(identity),
    has,
  };
}

/** Five colours out of three to eight. */
const spread = (sorted: readonly string[]): readonly string[] =>
  Array.from({ length: 5 }, (_, i) => sorted[Math.round((i * (sorted.length - 1)) / 4)]!);

const channels = (hex: string): readonly [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
const light = (hex: string): number => {
  const [r, g, b] = channels(hex);
  return r * 3 + g * 6 + b;
};
const vivid = (hex: string): number => Math.max(...channels(hex)) - Math.min(...channels(hex));

/** A short name for ids in the picture, so that several fit on one page. */
const canonicalId = (text: string): string => Math.floor(chanceOf(`${text} id`)() * 2 ** 32).toString(36);

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
