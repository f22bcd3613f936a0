// What there is to say of a house world's text before anybody plays it: mistakes, warnings, and whether it can be won.
import { type Located, loadWorld, type Problem } from "@orrery/kernel";
import {
  compileHouse,
  explore,
  type HouseState,
  house,
  type Precedent,
  precedentsText,
  warningsOf,
  wordsFor,
} from "@orrery/worlds/house";
import { sha256 } from "./ids.ts";
import { readYaml } from "./yaml.ts";

/** What was ruled in a house so far, from its whole state; and the same as an author writes it. */
export function precedentsOf(state: unknown): { readonly list: readonly Precedent[]; readonly text: string } {
  const { precedents = [] } = state as HouseState;
  return { list: precedents, text: precedentsText({ precedents }) };
}

export interface WorldVerdict {
  readonly ok: boolean;
  readonly title: string | null;
  /** Why it cannot be played. */
  readonly problems: readonly Problem[];
  /** What may not be meant so. */
  readonly warnings: readonly Problem[];
  /** Whether some way to win was found; null when none was within the budget, or none was looked for. */
  readonly winnable: boolean | null;
  /** What one would type to win. */
  readonly way: readonly string[];
}

/** `tries`: how many acts may be tried to find out whether it can be won; a second or so for a thousand. 0: none. */
export function worldVerdict(text: string, { tries }: { readonly tries: number }): WorldVerdict {
  const nothing = { title: null, problems: [], warnings: [], winnable: null, way: [] };
  const read = readYaml(text);
  if (!read.ok) return { ...nothing, ok: false, problems: read.problems };
  const compiled = compileHouse(read.doc as Located);
  if (!compiled.ok) return { ...nothing, ok: false, problems: compiled.problems };
  const { config } = compiled;
  const warnings = warningsOf(config, read.doc as Located);
  if (tries === 0 || !config.endings.some(({ tone }) => tone === "won"))
    return { ...nothing, ok: true, title: config.title, warnings };
  const { won, way, stuck } = explore(loadWorld(house, sha256), config, { tries });
  const at = read.doc.atKey(["endings"]);
  const found: Problem[] = [
    ...(won === false
      ? [
          {
            ...at,
            path: ["endings"],
            message: "It cannot be won: everything that can be done was tried.",
            hint: "Play it, and see what is missing: a key, an exit, a rule that fires.",
          },
        ]
      : []),
    ...(stuck
      ? [
          {
            ...at,
            path: ["endings"],
            message: `It can be left where it cannot be won any more, and goes on: ${wordsFor(config, stuck).join(", ")}.`,
            hint: "Put another way in, or an ending that says so.",
          },
        ]
      : []),
  ];
  return {
    ok: true,
    title: config.title,
    problems: [],
    warnings: [...warnings, ...found],
    winnable: won,
    way: wordsFor(config, way),
  };
}
