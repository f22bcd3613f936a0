// Which thing a prompt's words are drawn as, and where it stands in the picture.
import type { ImagePrompt, PictureKey } from "../pack.ts";
import { MOTIFS, type Motif } from "./motifs.ts";
import { figure, hatch, placeDrawing, type Sheet } from "./pen.ts";
import { crowd, portrait } from "./people.ts";

/** Words that a prompt may have, each with what is drawn for it. */
const WORDS: readonly (readonly [RegExp, keyof typeof MOTIFS])[] = [
  [/\b(procession|walkers|queue|pacing out|travellers)\b/, "walkers"],
  [/\b(ring of (listeners|onlookers)|listeners|singer|square of closed mouths|faces turned)\b/, "listeners"],
  [/\b(raised hand|every mouth closed|hands over each other)\b/, "hand"],
  [/\b(map|maps)\b/, "map"],
  [/\b(halves of (a ring|rings)|two halves)\b/, "halves"],
  [/\b(hillside|window lit|windows with|row of houses)\b/, "hillside"],
  [/\b(street|boulevard)\b/, "street"],
  [/\b(stair|steps|ascent)\b/, "stair"],
  [/\b(orchard|grove|thicket|bare trees|rows of trees)\b/, "orchard"],
  [/\b(well|cistern|shaft)\b/, "well"],
  [/\b(bridge|span|causeway)\b/, "bridge"],
  [/\b(archive|ledger house|registry|pigeonholes|tablets|shelf|shelves|open book)\b/, "archive"],
  [/\b(wall|niches|line$)\b/, "wall"],
  [/\b(market|exchange|row|awnings|stalls)\b/, "market"],
  [/\b(mill|wheel|press)\b/, "mill"],
  [/\b(garden|beds|close|glass bells)\b/, "garden"],
  [/\b(lamp|lantern|lantern house|light house|flame)\b/, "lantern"],
  [/\b(tower|watch|beacon|mast)\b/, "tower"],
  [/\b(gate|arch|portal|door|doorstep|lintel|jetty)\b/, "gate"],
  [/\b(gallery|descent|mouth(?= of|:|$)|tunnel|mine)\b/, "mine"],
  [/\b(hull|ark|berth|ship|schooner|boat|wreck|wrecked)\b/, "ship"],
  [/\b(hall|keel|nave)\b/, "hall"],
  [/\b(mirror|pool|basin|ring spreading)\b/, "pool"],
  [/(?<!ledger |lantern )\b(house|houses|window|home)\b/, "house"],
  [/\b(council|chair|chairs|table|plates|counter|banquet)\b/, "council"],
];

/** What a text is drawn as: what it names first. Null where it names nothing that the house can draw. */
export const motifFor = (text: string): Motif | null => motifsIn(text).at(0) ?? null;

/** What a name is drawn as: its last word is the thing, and those before it say which. */
export const motifOfName = (name: string): Motif | null => motifsIn(name).at(-1) ?? null;

/** In the order in which a text names them. */
function motifsIn(text: string): readonly Motif[] {
  const lower = text.toLowerCase();
  return WORDS.map(([words, motif]) => ({ at: lower.search(words), motif }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ motif }) => MOTIFS[motif]);
}

/** The picture's subject, put down in its country. */
export function subject(sheet: Sheet, { spec }: ImagePrompt, key: PictureKey): string {
  const { w, h, horizon, x, dark } = sheet;
  if (key === "inhabitant_portrait") return portrait(sheet);
  const [near, far] = motifsOf(spec, key);
  if (key === "tension_snapshot") {
    const thing = near ?? far;
    return (thing ? placeDrawing(w * 0.5, horizon + 8, (h / 430) * 0.7, thing(sheet), 0.75) : "") + crowd(sheet);
  }
  if (key === "hero_image") return scene(sheet, near, far);
  const base = horizon + (h - horizon) * 0.42;
  const thing = near ?? far;
  return thing
    ? placeDrawing(x, base, h / 430, thing(sheet))
    : figure(x, base + h * 0.12, h * 0.3, dark) + hatch(sheet, [x - 40, base, 80, h * 0.12], 20, dark, 0.4);
}

/** The hero image: what happens in front, and what its setting names small behind it, on the other side. */
function scene(sheet: Sheet, near: Motif | null, far: Motif | null): string {
  const { w, h, horizon, x, dark } = sheet;
  const base = horizon + (h - horizon) * 0.36;
  const side = x < w * 0.5 ? w * 0.82 : w * 0.18;
  const behind = far && near && far !== near ? placeDrawing(side, horizon + 6, (h / 470) * 0.42, far(sheet), 0.62) : "";
  const thing = near ?? far;
  if (!thing)
    return figure(w * 0.5, h * 0.9, h * 0.3, dark) + hatch(sheet, [w * 0.46, base, 80, h * 0.12], 20, dark, 0.4);
  const some = near ? "" : figure(w * 0.4, h * 0.9, h * 0.1, dark) + figure(w * 0.435, h * 0.905, h * 0.085, dark);
  return behind + placeDrawing(x, base, h / 470, thing(sheet)) + some;
}

/** What the subject names, and what the setting does. A landmark is what its name calls it; elsewhere a name or the light before a colon is not what is seen. */
function motifsOf(
  { subject: text, setting }: ImagePrompt["spec"],
  key: PictureKey,
): readonly [Motif | null, Motif | null] {
  const seen = motifFor(text.slice(text.lastIndexOf(": ") + 1));
  const named = key.startsWith("landmark") ? motifOfName(text.slice(0, Math.max(0, text.indexOf(": ")))) : null;
  return [named ?? seen ?? motifFor(text), motifFor(setting)];
}
