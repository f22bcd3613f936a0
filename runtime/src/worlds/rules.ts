// What there is to read about a world before playing it: what can be done and said, and why it may be refused. Opens a world for this and keeps nothing of it.
import {
  type AnyWorld,
  type Ask,
  actionSchema,
  type Contract,
  type Lexicon,
  openRun,
  type Shape,
  viewOf,
} from "@orrery/kernel";
import { Fault } from "../fault.ts";
import type { WorldRules } from "../shapes.ts";
import type { Worlds } from "./worlds.ts";

/** Ways of saying one action that are shown; the rest are more of the same. */
const PHRASES_MAX = 4;

/** Fault `unknown_world`. A world that does not open without a configuration is told without its phrases and players. */
export async function rulesOf(worlds: Worlds, name: string): Promise<WorldRules> {
  const card = await worlds.card(name);
  if (!card) throw new Fault("unknown_world", `There is no world "${name}".`);
  const opened = await openingRules(worlds, name);
  const world = opened?.world ?? ((await worlds.engine(card.plays)).world as AnyWorld);
  const contracts = (all: Readonly<Record<string, Contract>> = {}) =>
    Object.entries(all).map(([type, contract]) => ({ type, schema: actionSchema(type, contract) }));
  return {
    ...card,
    rules: card.rules ?? null,
    version: world.version,
    actions: contracts(world.actions).map((action) => ({
      ...action,
      phrases: plainest(
        action.type,
        (opened?.lexicon.verbs ?? []).flatMap(({ type, patterns }) => (type === action.type ? patterns : [])),
      ),
    })),
    reasons: Object.keys(world.explain).sort(),
    god: contracts(world.god?.actions),
    players: opened?.players ?? [],
    bots: Object.keys(world.bots ?? {}).sort(),
    botWords: world.botWords ?? {},
    company: world.company ?? null,
    sides: world.contest?.sides ?? [],
    learns: world.contest?.learning !== undefined,
  };
}

/** Those that begin with the deed's own name, the shortest first and each only once but for its optional words; any others where none does. */
function plainest(type: string, patterns: readonly string[]): string[] {
  const words = (pattern: string) =>
    pattern
      .replaceAll(/\([^()]*\)/g, " ")
      .trim()
      .split(/\s+/);
  const named = new Map<string, string>();
  for (const whole of patterns) {
    const pattern = whole.replaceAll(/ \([^()]*\{aside\}[^()]*\)/g, "");
    const [first, ...rest] = words(pattern);
    const key = rest.join(" ");
    const ways = first!.split("|");
    if (!ways.includes(type) || named.has(key) || pattern.includes("{aside}")) continue;
    named.set(key, pattern.replace(first!, [type, ...ways.filter((way) => way !== type)].join("|")));
  }
  const shown =
    named.size === 0 ? [...patterns] : [...named.values()].sort((a, b) => words(a).length - words(b).length);
  return shown.slice(0, PHRASES_MAX);
}

async function openingRules(worlds: Worlds, name: string) {
  try {
    const { engine, config } = await worlds.start(name, undefined, { files: false });
    const world = engine.world as AnyWorld;
    const start = { name, config, seed: "rules", salt: "", dice: { commitment: "" }, createdAt: 0 };
    const { frame } = openRun(engine, start);
    const asked = [...new Set((world.asks(frame.state) as readonly Ask<Shape>[]).map(({ to }) => to))];
    const who = asked[0];
    const lexicon: Lexicon =
      who === undefined ? { verbs: [], nouns: [] } : world.words.lexicon(viewOf(engine, frame, who), who);
    // An actor that only lives in a world has a mind, and no seat: in a contest everybody sits, elsewhere the actors that are asked.
    const seated: readonly string[] = world.contest ? world.actors(frame.state) : asked;
    const players = seated.map((id) => ({ id, name: world.words.name(viewOf(engine, frame, id), id) }));
    return { world, lexicon, players };
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Fault && error.code === "bad_config")) return null;
    throw error;
  }
}
