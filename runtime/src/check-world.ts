// What there is to say of a house world's text before anybody plays it: mistakes, warnings, and whether it can be won.
import { Worker } from "node:worker_threads";
import { type Located, loadWorld, type Problem } from "@orrery/kernel";
import {
  compileHouse,
  explore,
  type HouseConfig,
  type HouseState,
  house,
  type Precedent,
  precedentsText,
  warningsOf,
  wordsFor,
} from "@orrery/worlds/house";
import type { CheckedWorld } from "./api.ts";
import { sha256 } from "./ids.ts";
import { readYaml } from "./yaml.ts";

/** What was ruled in a house so far, from its whole state; and the same as an author writes it. */
export function precedentsOf(state: unknown): { readonly list: readonly Precedent[]; readonly text: string } {
  const { precedents = [] } = state as HouseState;
  return { list: precedents, text: precedentsText({ precedents }) };
}

/**
 * `tries`: how many acts may be tried to find out whether it can be won; a second or so for a thousand. 0: none. Where chance
 * deals out parts, so many for each deal, up to six times as many in all: in one deal or another everybody is cast.
 */
export function checkHouse(text: string, { tries }: { readonly tries: number }): CheckedWorld {
  const read = readYaml(text);
  if (!read.ok) return { ok: false, problems: read.problems };
  const compiled = compileHouse(read.doc as Located);
  if (!compiled.ok) return { ok: false, problems: compiled.problems };
  const { config } = compiled;
  const { title } = config;
  const warnings = warningsOf(config, read.doc as Located);
  if (tries === 0 || !config.endings.some(({ tone }) => tone === "won"))
    return { ok: true, title, config, warnings, winnable: null, way: [], deals: [] };
  const at = { ...read.doc.atKey(["endings"]), path: ["endings"] };
  const found: Problem[] = [];
  const engine = loadWorld(house, sha256);
  const casts = dealsOf(config);
  const each = Math.ceil((tries * Math.min(casts.length, DEALS)) / casts.length);
  const deals = casts.map((cast) => {
    const fixed = Object.fromEntries(Object.entries(cast).map(([part, who]) => [part, [who]]));
    const { won, way, stuck } = explore(
      engine,
      { ...config, ...(config.casts ? { casts: fixed } : {}) },
      { tries: each },
    );
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
    ok: true,
    title,
    config,
    warnings: [...warnings, ...found],
    winnable,
    way: winnable ? way : [],
    deals: casts.length > 1 ? deals : [],
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

/** The same beside everybody else's work: whoever waits for an answer meanwhile gets it. */
export function checkHouseAside(text: string, options: { readonly tries: number }): Promise<CheckedWorld> {
  return new Promise((done, failed) => {
    const thread = new Worker(new URL("./check-thread.ts", import.meta.url), { workerData: { text, options } });
    thread.once("message", done);
    thread.once("error", failed);
  });
}
