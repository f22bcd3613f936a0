// The command `league`: plays many games for ratings, and shows what came of them. Thin: plan, games and table are the runtime's.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ARMS,
  type Arm,
  type Entrant,
  Fault,
  type IntervalFigure,
  isPath,
  type LeagueCard,
  type LeagueProgress,
  type LeagueTable,
  type Orrery,
  ownPrompts,
  parseBudget,
  readPackage,
  type Standing,
  writeCsv,
} from "@orrery/runtime";
import { withOrrery } from "./database.ts";
import { answer, record, say, standing } from "./print.ts";
import { type Flags, jsonOf, WrongUse, wholeNumber } from "./words.ts";

const GAMES = 100;
const CONCURRENCY = 4;

export async function league(words: readonly string[], flags: Flags): Promise<boolean> {
  const [what, ...ids] = words;
  switch (what) {
    case "run":
      return withOrrery(flags, (orrery) => runLeague(orrery, ids, flags));
    case "table":
      return withOrrery(flags, (orrery) => showTable(orrery, ids, flags));
    case "games":
      return withOrrery(flags, (orrery) => showGames(orrery, ids, flags));
    case "list":
      return withOrrery(flags, (orrery) => showList(orrery, ids, flags));
    case "export":
      return withOrrery(flags, (orrery) => exportTo(orrery, ids, flags));
    default:
      throw new WrongUse(
        `league takes run, table, games, export or list, not ${what === undefined ? "nothing" : `"${what}"`}.`,
      );
  }
}

async function runLeague(orrery: Orrery, ids: readonly string[], flags: Flags): Promise<boolean> {
  const concurrency = fromOne(flags.concurrency, "--concurrency") ?? CONCURRENCY;
  const budget = flags.budget === undefined ? {} : { budget: parseBudget(flags.budget) };
  const card = await openLeague(orrery, ids, flags);
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    say("\nStopping after the turns that are being played. Run the same command to go on.");
    stop.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  const meter = progressMeter();
  try {
    const played = await orrery.leagues.play(card.id, {
      concurrency,
      ...budget,
      signal: stop.signal,
      onProgress: meter.show,
    });
    meter.end();
    answer(flags, played, () => `league ${played.id}: ${played.done} of ${totalOf(played)} games are played`);
    return played.done === totalOf(played);
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}

/** The league that is named, or the one that the flags describe. */
async function openLeague(orrery: Orrery, ids: readonly string[], flags: Flags): Promise<LeagueCard> {
  const [id, more] = ids;
  const games = fromOne(flags.games, "--games");
  if (more !== undefined) throw new WrongUse(`league run takes one league, not "${more}" as well.`);
  if (id !== undefined) {
    const other = PLANNED.find((flag) => flags[flag] !== undefined);
    if (other)
      throw new WrongUse(
        `League ${id} was planned when it was begun: --${other} belongs to a new one. Leave the id or the flag out.`,
      );
    const card = await orrery.leagues.card(id);
    if (games === undefined || games <= card.games) return card;
    const { world, config, seed, entrants, arms, paired, lineUp, lasting } = card;
    const plan = { world, config, seed, entrants, arms, paired, lineUp, ...(lasting ? { lasting } : {}) };
    return orrery.leagues.open(plan, games);
  }
  if (flags.protocol !== undefined) return openedByProtocol(orrery, flags.protocol, games, flags);
  if (flags.agents === undefined) throw new WrongUse("league run needs --agents NAME=AGENT,…, or the id of a league.");
  if (flags.world === undefined) throw new WrongUse("league run needs --world W, a name or the folder of a world.");
  const card = await orrery.leagues.open(
    {
      world: isPath(flags.world) ? readPackage(flags.world).world : flags.world,
      config: jsonOf(flags.config, "--config") ?? {},
      seed: flags.seed ?? "league",
      entrants: withPrompts(withTraits(entrantsOf(flags.agents), flags.traits), flags.prompts),
      arms: armsOf(flags.arms ?? (flags.learn ? "on" : undefined)),
      paired: flags.paired ?? false,
      ...(flags.learn ? { lasting: true } : {}),
      ...(flags.teams ? { lineUp: "teams" } : flags.mixed ? { lineUp: "mixed" } : {}),
    },
    games ?? GAMES,
  );
  say(`league ${card.id}`);
  return card;
}

/** `--protocol glassbox-4`, with the players that are tested. Fewer `--games` are a look, and no result of the protocol. */
async function openedByProtocol(
  orrery: Orrery,
  name: string,
  games: number | undefined,
  flags: Flags,
): Promise<LeagueCard> {
  const other = PLANNED.find((flag) => flag !== "protocol" && flag !== "agents" && flags[flag] !== undefined);
  if (other) throw new WrongUse(`A protocol is frozen: --${other} cannot come with --protocol.`);
  const tested = flags.agents === undefined ? [] : entrantsOf(flags.agents);
  const { plan, games: all } = await orrery.leagues.protocol(name, tested);
  const card = await orrery.leagues.open(plan, games ?? all);
  if (games !== undefined && games < all) say(`${games} of the protocol's ${all} games`);
  say(`league ${card.id}`);
  return card;
}

function fromOne(text: string | undefined, flag: string): number | undefined {
  const number = wholeNumber(text, flag);
  if (number === 0) throw new WrongUse(`${flag} takes a whole number from 1 on.`);
  return number;
}

/** Flags that say what a league is, so that they cannot come with one that there is. */
const PLANNED = [
  "world",
  "config",
  "agents",
  "traits",
  "prompts",
  "seed",
  "paired",
  "teams",
  "mixed",
  "arms",
  "learn",
  "protocol",
] as const;

/** `a=bot:detective,b@crew=bot:random` */
function entrantsOf(text: string): Entrant[] {
  return text.split(",").map((part) => {
    const match = /^\s*([^=@,\s]+)(?:@([^=@,\s]+))?=(\S+)\s*$/.exec(part);
    if (!match) throw new WrongUse(`"${part.trim()}" names no agent. Write NAME=AGENT, or NAME@SIDE=AGENT.`);
    const [, name, side, agent] = match;
    return { name: name!, agent: agent!, ...(side === undefined ? {} : { side }) };
  });
}

/** `{"a":{"persona":"A retired detective"}}`: what entrants are beside their agents, by name. */
function withTraits(entrants: readonly Entrant[], text: string | undefined): Entrant[] {
  const all = jsonOf(text, "--traits") ?? {};
  const isMap = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap(all) || !Object.values(all).every(isMap))
    throw new WrongUse('--traits takes {"NAME":{…},…}, with names of --agents.');
  const traits = new Map(Object.entries(all as Record<string, NonNullable<Entrant["traits"]>>));
  for (const name of traits.keys())
    if (!entrants.some((entrant) => entrant.name === name))
      throw new WrongUse(`--traits names "${name}", who is not among --agents.`);
  return entrants.map((entrant) => ({
    ...entrant,
    ...(traits.has(entrant.name) ? { traits: traits.get(entrant.name)! } : {}),
  }));
}

/** `a=FOLDER,b=FOLDER`: prompts of their own, one file each as `prompts eject` writes them. */
function withPrompts(entrants: readonly Entrant[], text: string | undefined): readonly Entrant[] {
  const folders = new Map(
    (text ?? "").split(",").flatMap((part): [string, string][] => {
      if (part.trim() === "") return [];
      const [, name, folder] = /^\s*([^=]+)=(.+?)\s*$/.exec(part) ?? [];
      if (name === undefined)
        throw new WrongUse(`--prompts takes NAME=FOLDER, with commas between; not "${part.trim()}".`);
      if (!existsSync(folder!)) throw new WrongUse(`There is no folder "${folder}" with prompts for "${name}".`);
      return [[name, folder!]];
    }),
  );
  for (const name of folders.keys())
    if (!entrants.some((entrant) => entrant.name === name))
      throw new WrongUse(`--prompts names "${name}", who is not among --agents.`);
  return entrants.map((entrant) =>
    folders.has(entrant.name) ? { ...entrant, prompts: ownPrompts(folders.get(entrant.name)!) } : entrant,
  );
}

function armsOf(text: string | undefined): Arm[] {
  if (text === undefined) return ["off"];
  return text.split(",").map((part) => {
    const arm = ARMS.find((arm) => arm === part.trim());
    if (!arm) throw new WrongUse(`--arms takes ${ARMS.join(", ")}, with commas between; not "${part.trim()}".`);
    return arm;
  });
}

const totalOf = ({ games, arms }: LeagueCard): number => games * arms.length;

/** One line that is written over where somebody looks at it, and every few seconds where it goes to a file. */
function progressMeter() {
  const began = Date.now();
  const live = process.stderr.isTTY === true;
  const everyMs = live ? 100 : 5_000;
  let shown = 0;
  let first: number | null = null;
  let last = "";
  return {
    show({ done, games, open, spent }: LeagueProgress): void {
      first ??= done;
      const seconds = (Date.now() - began) / 1000;
      const rate = (done - first) / Math.max(seconds, 0.001);
      const left = rate > 0 && done < games ? `, ${clock((games - done) / rate)} to go` : "";
      last = `${done} of ${games} games, ${open} being played, ${clock(seconds)} elapsed${left}${costOf(spent)}`;
      if (Date.now() - shown < everyMs && done < games) return;
      shown = Date.now();
      if (live) process.stderr.write(`\r\x1b[K${last}`);
      else say(last);
    },
    end(): void {
      if (live) process.stderr.write(`\r\x1b[K${last}\n`);
    },
  };
}

const costOf = ({ calls, tokens, microdollars, unpriced }: LeagueProgress["spent"]): string =>
  calls === 0
    ? ""
    : `, ${calls} calls, ${tokens} tokens, $${(microdollars / 1e6).toFixed(2)}${unpriced > 0 ? ` and ${unpriced} calls without a price` : ""}`;

const clock = (seconds: number): string => {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
};

async function showTable(orrery: Orrery, words: readonly string[], flags: Flags): Promise<boolean> {
  const ids = words.length > 0 ? words : await newest(orrery);
  if (flags.csv && flags.json) throw new WrongUse("A table is JSON or CSV: give one of --json and --csv.");
  const table = await orrery.leagues.table(ids);
  if (flags.csv) process.stdout.write(writeCsv(table));
  else answer(flags, table, () => tableText(table));
  return true;
}

/** `league export DIR [LEAGUE]` */
async function exportTo(orrery: Orrery, [folder, id, more]: readonly string[], flags: Flags): Promise<boolean> {
  if (folder === undefined) throw new WrongUse("league export needs a folder to write into.");
  if (more !== undefined) throw new WrongUse(`league export takes one league, not "${more}" as well.`);
  const league = id ?? (await newest(orrery))[0]!;
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  for await (const { path, bytes } of orrery.leagues.export(league)) {
    writeFileSync(join(folder, path), bytes);
    written.push(path);
  }
  answer(flags, { league, folder, files: written }, () => `league ${league}: ${written.length} files in ${folder}`);
  return true;
}

async function newest(orrery: Orrery): Promise<string[]> {
  const all = [...(await orrery.leagues.list())].sort((a, b) => b.createdAt - a.createdAt);
  if (!all[0]) throw new Fault("unknown_league", "There is no league yet. Start one: league run --agents NAME=AGENT,…");
  return [all[0].id];
}

async function showGames(orrery: Orrery, words: readonly string[], flags: Flags): Promise<boolean> {
  const [id] = words.length > 0 ? words : await newest(orrery);
  for await (const game of orrery.leagues.games(id!)) {
    if (flags.json) record(game);
    else process.stdout.write(`${String(game.index).padStart(6)}  ${game.run}  ${standing(game.ending)}\n`);
  }
  return true;
}

async function showList(orrery: Orrery, words: readonly string[], flags: Flags): Promise<boolean> {
  if (words.length > 0) throw new WrongUse(`Too many words: ${words.join(" ")}.`);
  const all = await orrery.leagues.list();
  answer(
    flags,
    all,
    () =>
      all
        .map(
          (card) =>
            `${card.id}  ${card.world.padEnd(16)} ${card.done} of ${totalOf(card)} games  ${card.entrants.map(({ name }) => name).join(", ")}`,
        )
        .join("\n") || "There is no league yet. Start one: league run --agents NAME=AGENT,…",
  );
  return true;
}

/** The table for people: what matters first, every figure with its interval. */
function tableText(table: LeagueTable): string {
  const [first] = table.sides;
  const lines = [
    `${table.world}: ${table.games} games${table.seeds < table.games ? ` of ${table.seeds} seeds, by which intervals count` : ""}${table.unfinished > 0 ? `, ${table.unfinished} unfinished` : ""}${table.touched > 0 ? `, ${table.touched} changed by a god and left out` : ""}`,
    ...(table.firstSideWins ? [`won by ${first}: ${percent(table.firstSideWins)}`] : []),
  ];
  for (const side of table.sides) {
    const standings = table.standings.filter((standing) => standing.side === side);
    const wide = Math.max(8, ...standings.map((standing) => nameOf(standing, table).length));
    lines.push("", `${side.padEnd(wide)}  games   rating (95 %)          wins (95 %)             best`);
    for (const standing of standings) {
      const { games, rating, wins } = standing;
      lines.push(
        [
          nameOf(standing, table).padEnd(wide),
          String(games).padStart(5),
          (rating ? interval(rating) : "").padEnd(22),
          percent(wins).padEnd(22),
          rating ? `${Math.round(rating.best * 100)} %` : "",
        ]
          .join("  ")
          .trimEnd(),
      );
    }
  }
  lines.push(...traitsText(table));
  for (const side of table.sides) lines.push(...measuresText(table, side));
  if (table.games > 0 && !table.sidesApart)
    lines.push(
      "",
      "The same agents sat in every game, so skills on the two sides can hardly be told apart: use --teams, or more agents than seats.",
    );
  lines.push(...contrastsText(table), ...vagueText(table));
  lines.push("", "From the first seat to the last, the share of wins changes by:");
  for (const [side, slope] of Object.entries(table.seatSlope)) lines.push(`  ${side}: ${points(slope)}`);
  const { heldOut } = table;
  if (heldOut.games > 0)
    lines.push(
      "",
      `Games left out of the fit are predicted with a log loss of ${plain(heldOut.logLoss)}; by the bare share of wins it is ${plain(heldOut.baseLogLoss)}.`,
    );
  const reasons = Object.entries(table.reasons).map(([reason, n]) => `${reason} ${n}`);
  if (reasons.length > 0) lines.push("", `Ended by: ${reasons.join(", ")}`);
  lines.push("", "All measures: --json or --csv.");
  return lines.join("\n");
}

/** Differences with their corrected chance; of many only the surest. */
function contrastsText({ contrasts }: LeagueTable): string[] {
  if (contrasts.length === 0) return [];
  const shown = contrasts.toSorted((a, b) => a.p - b.p).slice(0, CONTRASTS);
  const wide = Math.max(...shown.map(({ first, second }) => first.length + second.length)) + 3;
  const rest = contrasts.length - shown.length;
  return [
    "",
    "Differences in wins on the same seeds (p: corrected after Holm; seeds: to see 10 points):",
    ...shown.map(({ side, first, second, difference, low, high, holm, seedsForTenPoints }) =>
      [
        `  ${side.padEnd(10)}`,
        `${first} − ${second}`.padEnd(wide),
        points({ value: difference, low, high, n: 0 }).padEnd(36),
        `p ${holm < 0.001 ? "< 0.001" : holm.toFixed(3)}`.padEnd(9),
        `${seedsForTenPoints} seeds`,
      ].join("  "),
    ),
    ...(rest > 0 ? [`  and ${rest} more: --json`] : []),
  ];
}
const CONTRASTS = 12;

/** A warning where a design says next to nothing of a side. */
function vagueText({ sides, standings }: LeagueTable): string[] {
  return sides.flatMap((side) => {
    const rated = standings.flatMap((one) => (one.side === side && one.rating ? [one.rating] : []));
    const vague = rated.length > 1 && rated.every(({ low, high }) => high! - low! > 2);
    return vague
      ? [
          "",
          `These games hardly tell the ${side} apart: every rating is uncertain by more than 1. More games tell more, and teams (--teams) with fewer of them.`,
        ]
      : [];
  });
}

/** What entrants are beside their agents; nothing where nobody is anything. */
function traitsText({ standings }: LeagueTable): string[] {
  const named = standings.toSorted((a, b) => (a.entrant < b.entrant ? -1 : 1));
  const own = new Map(named.map(({ entrant, traits }) => [entrant, Object.entries(traits)]));
  const some = [...own].filter(([, traits]) => traits.length > 0);
  if (some.length === 0) return [];
  const wide = Math.max(...some.map(([entrant]) => entrant.length));
  const inWords = ([name, value]: readonly [string, unknown]) =>
    `${name} ${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\s+/g, " ")}`;
  return [
    "",
    "Traits:",
    ...some.map(([entrant, traits]) => `  ${entrant.padEnd(wide)}  ${traits.map(inWords).join("; ")}`),
  ];
}

type Measure = LeagueTable["groups"][number]["measures"][number];
type TableColumn = readonly [title: string, of: (standing: Standing) => string | null];

/** The measures that the world calls brief; a column that nobody has is left out. */
const briefOf = ({ groups }: LeagueTable): readonly TableColumn[] =>
  groups.flatMap(({ measures }) =>
    measures.flatMap((measure): TableColumn[] =>
      measure.brief ? [[measure.title, (one) => cellOf(one, measure)]] : [],
    ),
  );

function cellOf({ measures, beliefs }: Standing, { name, as = "share" }: Measure): string | null {
  if (as === "share") return shareOf(measures[name]);
  if (as === "amount") return amountOf(measures[name], 2);
  const scored = beliefs[name]?.[as];
  return scored === undefined || scored.value === null ? null : plain(scored, 3);
}

/** What every world's players have: places and scores where there are any, and what playing cost. */
const COMMON: readonly TableColumn[] = [
  ["place", ({ measures }) => amountOf(measures["place"], 2)],
  ["score", ({ measures }) => amountOf(measures["score"], 1)],
  ["asked a game", ({ measures }) => amountOf(measures["per game: asked"], 1)],
  ["calls a game", ({ measures }) => amountOf(measures["per game: model calls"], 1)],
  ["tokens a game", ({ measures }) => amountOf(measures["per game: tokens"], 0)],
  ["dollars a game", ({ measures }) => amountOf(measures["per game: dollars"], 4)],
];
const shareOf = (figure: IntervalFigure | undefined): string | null =>
  !figure || figure.value === null
    ? null
    : `${points100(figure.value)} %${figure.low === null || figure.high === null ? "" : ` (${points100(figure.low)} to ${points100(figure.high)})`}`;
const points100 = (share: number): string => (Math.min(1, Math.max(0, share)) * 100).toFixed(0);
const amountOf = (figure: IntervalFigure | undefined, digits: number): string | null =>
  figure ? plain(figure, digits) : null;

function measuresText(table: LeagueTable, side: string): string[] {
  const standings = table.standings.filter((standing) => standing.side === side);
  const columns = [...briefOf(table), ...COMMON]
    .map(([title, of]) => ({ title, cells: standings.map(of) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  if (columns.length === 0) return [];
  const all = [{ title: side, cells: standings.map((standing) => nameOf(standing, table)) }, ...columns].map(
    ({ title, cells }) => {
      const texts = [title, ...cells.map((cell) => cell ?? "–")];
      const wide = Math.max(...texts.map((text) => text.length));
      return texts.map((text) => text.padEnd(wide));
    },
  );
  return [
    "",
    ...all[0]!.map((_, row) =>
      all
        .map((column) => column[row])
        .join("  ")
        .trimEnd(),
    ),
  ];
}

const nameOf = ({ entrant, arm }: Standing, { standings }: LeagueTable): string =>
  standings.some((other) => other.arm !== arm) ? `${entrant} (${arm})` : entrant;

const withSign = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const interval = ({ value, low, high }: IntervalFigure): string =>
  value === null ? "unknown" : `${withSign(value)} (${withSign(low!)} to ${withSign(high!)})`;
const percent = ({ value, low, high }: IntervalFigure): string =>
  value === null
    ? "unknown"
    : `${(value * 100).toFixed(1)} % (${(low! * 100).toFixed(1)} to ${(high! * 100).toFixed(1)})`;
const plain = ({ value, low, high }: IntervalFigure, digits = 4): string =>
  value === null
    ? "unknown"
    : low === null || high === null
      ? value.toFixed(digits)
      : `${value.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
const points = ({ value, low, high }: IntervalFigure): string =>
  value === null || low === null || high === null
    ? "unknown"
    : `${withSign(value * 100)} points (${withSign(low * 100)} to ${withSign(high * 100)})`;
