// GOD mode: a block of changes, whole or not at all, and a few commands in words that need no model. What is not understood is said so and changes nothing.
import { type Dice, diceOf } from "@orrery/kernel";
import { campaignOf, changesBetween } from "../campaign.ts";
import { Deed } from "../play/deed.ts";
import { land } from "../play/landing.ts";
import { canonical } from "../protocol/assignments.ts";
import { applyGod, readGodBlock, type Violation } from "../protocol/index.ts";
import { get, writePath } from "../protocol/path.ts";
import type { TableState } from "../state.ts";
import { calendarOf } from "../time.ts";

/** What is wrong with a block, and in which of its lines; null where it is with no one line. */
interface BlockProblem {
  readonly line: number | null;
  readonly message: string;
}

/** Applies a GOD_MODE_SET block. The sentences say what is wrong, each with its line; with any of them nothing changes. */
export const runBlock = (deed: Deed, hero: string, text: string): readonly string[] =>
  tryBlock(deed, hero, text).problems.map(({ where, message }) => `${where}: ${message}`);

function tryBlock(deed: Deed, hero: string, text: string): GodTrial {
  const read = readGodBlock(text);
  const locate = (faults: readonly Violation[]) => faults.map(({ path, message }) => ({ where: path, message }));
  if (read.faults.length > 0) return { places: [], problems: locate(read.faults) };
  const { state } = deed;
  const { faults } = applyGod(read.sets, campaignOf(state, hero), calendarOf(state.adventure), "GOD_MODE_SET");
  if (faults.length > 0) return { places: [], problems: locate(faults) };
  const trial = new Deed(state, deed.dice);
  const places: { where: string; path: string }[] = [];
  const problems = read.sets.flatMap((set) =>
    // An alias is read as things stand after the lines before it.
    canonical(set, { ...campaignOf(trial.state, hero) }).flatMap(({ place, value }) => {
      const { where } = set;
      places.push({ where, path: writePath(place) });
      const problem = land(trial, hero, place, value);
      return problem === null ? [] : [{ where, message: `${problem}.` }];
    }),
  );
  if (problems.length === 0) deed.emit(...trial.events);
  return { places, problems };
}
interface GodTrial {
  readonly places: readonly { readonly where: string; readonly path: string }[];
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}
/** "input:4" is the fourth line of a block. */
const lineOf = (where: string): number | null => {
  const [, line] = /^input:(\d+)$/.exec(where) ?? [];
  return line === undefined ? null : Number(line);
};

export interface Preview {
  /** What a block would change, by the protocol's paths, with all that follows from it. `after` is absent where the place goes; `line` is null where the change follows from others. */
  readonly changes: readonly {
    readonly line: number | null;
    readonly path: string;
    readonly before: unknown;
    readonly after?: unknown;
  }[];
  /** Why it would not be applied; with any of them nothing is. */
  readonly problems: readonly BlockProblem[];
}

/** What a block would do, without doing it; dice that it would roll fall on their lowest face. */
export function previewBlock(state: TableState, hero: string, text: string): Preview {
  const deed = new Deed(state, LOWEST);
  const { places, problems } = tryBlock(deed, hero, text);
  const before = campaignOf(state, hero);
  const changes = changesBetween(before, campaignOf(deed.state, hero)).map(({ path, value }) => {
    const written = writePath(path);
    const by = places.findLast(
      (one) => one.path === written || one.path.startsWith(`${written}.`) || written.startsWith(`${one.path}.`),
    );
    return {
      line: by ? lineOf(by.where) : null,
      path: written,
      before: get(before, ...path) ?? null,
      ...(value === undefined ? {} : { after: value }),
    };
  });
  return {
    changes,
    problems: problems.map(({ where, message }) => ({
      line: lineOf(where),
      message: lineOf(where) === null ? `${where}: ${message}` : message,
    })),
  };
}
/** Dice of a trial: nothing is rolled for good. */
export const LOWEST: Dice = diceOf(
  () => "",
  (_purpose, low) => low,
  () => LOWEST,
);

const HP = /\b(?:set|make|put)\s+(?:my\s+)?(?:hp|hit points)\s+(?:to|at)\s+(\d+)/i;
const GOLD = /\b(?:set|make)\s+(?:my\s+)?gold\s+(?:to|at)\s+(\d+)|\bgive\s+me\s+(\d+)\s+(?:gold|gp)/i;
const HEAL = /\b(?:heal|restore|cure)\s+(?:me|us|the party|everyone|everybody)\b/i;
const LEVEL = /\b(?:set|make)\s+(?:me|my)\s+level\s+(?:to\s+)?(\d+)/i;
const RESET =
  /\b(?:reset|set|return|rewind|flash\s?back)\s+(?:the\s+)?(?:time\s+)?to\s+(?:([A-Z][a-z]+)\s+(\d{1,2}))?[ ,]*(?:at\s+)?(?:(\d{1,2}):(\d{2})|(deep night|dawn|morning|midday|afternoon|evening|night))/i;
const BANDS: Readonly<Record<string, number>> = {
  "deep night": 2,
  dawn: 5,
  morning: 8,
  midday: 12,
  afternoon: 15,
  evening: 19,
  night: 21,
};

/** A GOD message of a player who may: what it did, or why it did not, goes into the facts. */
export function playGod(deed: Deed, text: string): void {
  const { pending } = deed.state;
  const hero = pending!.hero;
  const block = text.replace(/^\uFEFF/, "");
  const lines = block.startsWith("GOD_MODE_SET:") ? block : commandBlock(deed, hero, block);
  if (lines === null) {
    deed.fact({ is: "denied", why: "That command is not understood. Write a GOD_MODE_SET block, one change a line." });
    return;
  }
  const problems = runBlock(deed, hero, lines);
  const shown = lines.split("\n").slice(1).filter(Boolean).join("; ");
  deed.fact(problems.length > 0 ? { is: "denied", why: problems.join(" ") } : { is: "told", text: `Done: ${shown}.` });
}

/** A command in words as a block; null when it is none that is known. */
function commandBlock(deed: Deed, hero: string, text: string): string | null {
  const { heroes } = deed.state;
  const campaign = campaignOf(deed.state, hero);
  const line = (...lines: string[]) => ["GOD_MODE_SET:", ...lines].join("\n");
  const [, hp] = HP.exec(text) ?? [];
  if (hp !== undefined) return line(`player_character_data.hp_current = ${Number(hp)}`);
  const gold = GOLD.exec(text);
  if (gold)
    return line(
      `player_character_data.resources.gold = ${gold[1] !== undefined ? Number(gold[1]) : heroes[hero]!.gold + Number(gold[2])}`,
    );
  const [, level] = LEVEL.exec(text) ?? [];
  if (level !== undefined) return line(`player_character_data.level = ${Number(level)}`);
  if (HEAL.test(text))
    return line(
      `player_character_data.hp_current = ${String(campaign.player_character_data["hp_max"])}`,
      "player_character_data.status_conditions = []",
    );
  const reset = RESET.exec(text);
  if (!reset) return null;
  const hour = reset[3] !== undefined ? Number(reset[3]) : BANDS[reset[5]!.toLowerCase()]!;
  const band = Object.entries(BAND_FROM).findLast(([, from]) => hour >= from)![0];
  const fields = {
    ...(reset[1] === undefined ? {} : { month: reset[1], day: Number(reset[2]) }),
    hour,
    minute: Number(reset[4] ?? 0),
    second: 0,
    microsecond: 0,
    time_of_day: band,
  };
  return line(
    ...Object.entries(fields).map(([name, value]) => `world_data.world_time.${name} = ${JSON.stringify(value)}`),
  );
}
const BAND_FROM: Readonly<Record<string, number>> = {
  "Deep Night": 0,
  Dawn: 5,
  Morning: 7,
  Midday: 12,
  Afternoon: 14,
  Evening: 18,
  Night: 20,
};
