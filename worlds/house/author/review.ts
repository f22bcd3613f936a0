// What there is to say of a house's text before anybody plays it, beside its mistakes: warnings, and whether it can be won.
import {
  type FoundEnding,
  type HashText,
  type Located,
  loadWorld,
  type Problem,
  type Review,
  type World,
} from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import type { House } from "../shape.ts";
import { explore, wordsFor } from "./explore.ts";
import { warningsOf } from "./lint.ts";

/**
 * `tries`: how many acts may be tried to find out whether it can be won; a second or so for a thousand. 0: none. Where chance
 * deals out parts, so many for each deal, up to six times as many in all: in one deal or another everybody is cast.
 */
export function review(
  house: World<House>,
  config: HouseConfig,
  document: Located,
  { hash, tries }: { readonly hash: HashText; readonly tries: number },
): Review {
  const warnings = warningsOf(config, document);
  if (tries === 0 || !config.endings.some(({ tone }) => tone === "won"))
    return { warnings, winnable: null, way: [], deals: [], endings: [] };
  const at = { ...document.atKey(["endings"]), path: ["endings"] };
  const found: Problem[] = [];
  const engine = loadWorld(house, hash);
  const casts = dealsOf(config);
  const each = Math.ceil((tries * Math.min(casts.length, DEALS)) / casts.length);
  let endings: FoundEnding[] = config.endings.map(({ id, title, tone }) => ({ id, title, tone, way: null, cast: "" }));
  const deals = casts.map((cast, i) => {
    const fixed = Object.fromEntries(Object.entries(cast).map(([part, who]) => [part, [who]]));
    // An ending may need another deal, so none is looked for until every deal was tried.
    const sought = i < casts.length - 1 ? [] : endings.flatMap(({ id, way }) => (way === null ? [id] : []));
    const {
      won,
      way,
      stuck,
      endings: reached,
    } = explore(engine, { ...config, ...(config.casts ? { casts: fixed } : {}) }, { tries: each, sought });
    endings = endings.map((ending) => {
      const found = reached.get(ending.id);
      if (!found || (ending.way && ending.way.length <= found.length)) return ending;
      return { ...ending, way: wordsFor(config, found), cast: castInWords(config, cast) };
    });
    const where = casts.length > 1 ? `With ${castInWords(config, cast)}: ` : "";
    if (won === false)
      found.push({
        ...at,
        message: `${where}It cannot be won: everything that can be done was tried.`,
        hint: "Play it, and see what is missing: a key, an exit, a rule that fires.",
      });
    if (stuck)
      found.push({
        ...at,
        message: `${where}It can be left where it cannot be won any more, and goes on: ${wordsFor(config, stuck).join(", ")}.`,
        hint: "Put another way in, or an ending that says so.",
      });
    return { cast: castInWords(config, cast), winnable: won, way: wordsFor(config, way) };
  });
  const winnable = deals.some((deal) => deal.winnable === false) ? false : deals.every((deal) => deal.winnable) || null;
  const { way } = deals.reduce((a, b) => (b.way.length > a.way.length ? b : a));
  return {
    warnings: [...warnings, ...found],
    winnable,
    way: winnable ? way : [],
    deals: casts.length > 1 ? deals : [],
    endings,
  };
}

/** So many deals may each have all the tries; of more, each has less. */
const DEALS = 6;

/** Ways in which chance may deal out the parts, so that everybody who can be cast is, once at least. */
function dealsOf({ casts = {} }: HouseConfig): Readonly<Record<string, string>>[] {
  const parts = Object.entries(casts);
  const most = Math.max(1, ...parts.map(([, who]) => who.length));
  return Array.from({ length: most }, (_, i) =>
    Object.fromEntries(parts.map(([part, who]) => [part, who[i % who.length]!])),
  );
}

const castInWords = ({ people, things }: HouseConfig, cast: Readonly<Record<string, string>>): string =>
  Object.entries(cast)
    .map(([part, who]) => `${people[who]?.name ?? things[who]?.name ?? who} as ${part}`)
    .join(" and ");
