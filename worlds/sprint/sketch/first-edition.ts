// How subjects were chosen in the first edition of the sketches. Pictures in stored matches are named by the hash of their bytes, so they are drawn like this for ever.
import type { ImagePrompt, PictureKey } from "../pack.ts";
import { MOTIFS, type Motif } from "./motifs.ts";
import { figure, hatch, placeDrawing, type Sheet } from "./pen.ts";
import { crowd, portrait } from "./people.ts";

const WORDS: readonly (readonly [RegExp, keyof typeof MOTIFS])[] = [
  [/\b(stair|steps|ascent)\b/, "stair"],
  [/\b(orchard|grove|thicket|bare trees|rows of trees)\b/, "orchard"],
  [/\b(well|cistern|shaft)\b/, "well"],
  [/\b(bridge|span|causeway)\b/, "bridge"],
  [/\b(archive|ledger house|registry|pigeonholes|tablets)\b/, "archive"],
  [/\b(wall|niches|line of walkers)\b/, "wall"],
  [/\b(market|exchange|row|awnings|stalls)\b/, "market"],
  [/\b(mill|wheel|press)\b/, "mill"],
  [/\b(garden|beds|close|glass bells)\b/, "garden"],
  [/\b(lamp|lantern|lantern house|light house|flame|beacon)\b/, "lantern"],
  [/\b(tower|watch|mast)\b/, "tower"],
  [/\b(gate|arch|portal|door|lintel|jetty)\b/, "gate"],
  [/\b(gallery|descent|mouth|tunnel|mine)\b/, "mine"],
  [/\b(hull|ark|berth|ship|schooner|boat|wreck|wrecked)\b/, "ship"],
  [/\b(hall|keel|nave)\b/, "hall"],
  [/\b(mirror|pool|basin|ring)\b/, "pool"],
  [/\b(house|houses|window|home)\b/, "house"],
  [/\b(council|chairs|table|plates|counter|listeners)\b/, "council"],
];

/** The first of the list that a text names anywhere. */
const motifFor = (text: string): Motif | null => {
  const found = WORDS.find(([words]) => words.test(text.toLowerCase()));
  return found ? MOTIFS[found[1]] : null;
};

export function firstSubject(sheet: Sheet, { spec }: ImagePrompt, key: PictureKey): string {
  const { w, h, horizon, x, dark } = sheet;
  if (key === "inhabitant_portrait") return portrait(sheet);
  const scale = h / (key === "hero_image" ? 470 : 430);
  if (key === "tension_snapshot") {
    const far = motifFor(spec.setting) ?? motifFor(spec.subject);
    return (far ? placeDrawing(w * 0.5, horizon + 8, scale * 0.7, far(sheet), 0.75) : "") + crowd(sheet);
  }
  const motif = motifFor(spec.subject) ?? motifFor(spec.setting);
  const base = horizon + (h - horizon) * (key === "hero_image" ? 0.3 : 0.42);
  const thing = motif
    ? placeDrawing(x, base, scale, motif(sheet))
    : figure(x, base + h * 0.12, h * 0.3, dark) + hatch(sheet, [x - 40, base, 80, h * 0.12], 20, dark, 0.4);
  return key === "hero_image"
    ? thing + figure(w * 0.4, h * 0.9, h * 0.1, dark) + figure(w * 0.435, h * 0.905, h * 0.085, dark)
    : thing;
}
