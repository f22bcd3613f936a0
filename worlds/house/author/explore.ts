// Plays a house by itself, within a budget of tries: whether it can be won, and whether it can be left where it cannot be any more.
//
// It tries what a person could try and goes on from where most has come about. What it finds is so; what it does not find
// within its budget proves nothing, and then it says nothing. Where time counts, what cannot be won is looked for with the
// clock in the player's own hands: that a story runs out of time, it says itself.
import { canonical, decideTurn, type Engine, type Frame, keyedDice, viewOf } from "@orrery/kernel";
import type { Condition } from "../model/condition.ts";
import type { HouseConfig } from "../model/house.ts";
import { ANYONE, type Rule } from "../model/rule.ts";
import { type HouseState, isClocked, own } from "../model/state.ts";
import { placeOf, USES } from "../model/thing.ts";
import { type AuthorVerb, deedPhrase, placesOf, TARGETS } from "../model/verb.ts";
import { holds } from "../rules/conditions.ts";
import { legal } from "../rules/legal.ts";
import { allNames } from "../rules/valid.ts";
import type { House, HouseAction } from "../shape.ts";

export interface Explored {
  /** Whether some way to win was found; null when the budget was used up first. */
  readonly won: boolean | null;
  /** That way. */
  readonly way: readonly HouseAction[];
  /** The shortest way found to each ending that was reached, by its id. Nothing is known of the others. */
  readonly endings: ReadonlyMap<string, readonly HouseAction[]>;
  /** A way into a place from where nothing more can be won, and the story goes on; null when none was found. */
  readonly stuck: readonly HouseAction[] | null;
  readonly tries: number;
}

/**
 * `tries` bounds the actions that are decided, and so the time. Chance deals out parts by `seed`. Once it is won, endings in
 * `sought` that were not reached are looked for with a quarter of what is left.
 */
export function explore(
  engine: Engine<House>,
  config: HouseConfig,
  {
    tries,
    walks = 4,
    seed = "check",
    sought = [],
  }: { tries: number; walks?: number; seed?: string; sought?: readonly string[] },
): Explored {
  const budget = { left: tries };
  const dice = keyedDice(engine.hash, { seed, salt: "0", lane: "@open", depth: 0 }, "@open");
  // Rulings are of the house: nobody sits here to be asked.
  const { gamemaster: _seat, ...state } = engine.world.open(config, dice);
  const start: Frame<House> = { state, minds: {}, lanes: {}, commitment: "", hash: "" };
  const endings = new Map<string, readonly HouseAction[]>();
  const note = ({ ending, way }: End) => {
    if (way.length < (endings.get(ending)?.length ?? Infinity)) endings.set(ending, way);
  };
  const front = frontAt(start, config);
  const ends = endsFrom(engine, front, config, budget);
  const first = search(ends, config, note);
  const exploredSoFar = (stuck: readonly HouseAction[] | null): Explored => ({
    won: first.won,
    way: first.way,
    endings,
    stuck,
    tries: tries - Math.max(0, budget.left),
  });
  if (first.won === false && isClocked(config)) {
    const unhurried = endsFrom(engine, frontAt(withoutHurry(start), config), config, budget);
    if (search(unhurried, config).won !== false) return { ...exploredSoFar(null), won: null };
  }
  if (first.won !== true) return exploredSoFar(null);
  const missing = sought.filter((ending) => !endings.has(ending));
  const floor = Math.floor((budget.left * 3) / 4);
  for (const [i, ending] of missing.entries()) {
    if (endings.has(ending)) continue;
    const share = Math.floor((budget.left - floor) / (missing.length - i));
    const rest = budget.left - share;
    budget.left = share;
    aimAt(front, ending, config);
    for (const from of placesToWait(front)) waitFrom(engine, from, config, budget, note);
    for (let next = ends.next(); !next.done && !endings.has(ending); next = ends.next()) note(next.value);
    budget.left = Math.max(0, budget.left) + rest;
  }
  for (let walk = 0; walk < walks && budget.left > 0; walk++) {
    const dice = keyedDice(engine.hash, { seed, salt: "0", lane: "walk", depth: walk }, "walker");
    const way: HouseAction[] = [];
    let frame = start;
    for (let step = dice.int("steps", 1, STEPS); step > 0; step--) {
      const [action] = dice.shuffle("step", sensible(frame, engine, config));
      const next = action && act(engine, frame, action);
      if (!action || !next) break;
      // What ends the story is left undone: what could still be won before it?
      if (next.state.ended !== null) {
        note({ ending: next.state.ended, way: [...way, action] });
        break;
      }
      way.push(action);
      frame = next;
    }
    const from = isClocked(config) ? withoutHurry(frame) : frame;
    // An end that was reached with the clock in the player's hands is none that a player can reach.
    const noteAfterWalk = (end: End) => from === frame && note({ ...end, way: [...way, ...end.way] });
    if (search(endsFrom(engine, frontAt(from, config), config, budget), config, noteAfterWalk).won === false)
      return exploredSoFar(way);
  }
  return exploredSoFar(null);
}

/** Lets time pass until nothing more waits for it, and notes the end that this brings. */
function waitFrom(
  engine: Engine<House>,
  from: Node,
  config: HouseConfig,
  budget: { left: number },
  note: (end: End) => void,
): void {
  const hours = (config.rules ?? []).map(({ on }) => (on && "after" in on ? on.after : 0));
  const latest = Math.max(0, ...hours, ...timesIn(config));
  const way = wayTo(from);
  for (let { frame } = from; (frame.state.time ?? 0) < latest && budget.left-- > 0; ) {
    const action: HouseAction = { actorId: frame.state.turn, type: "wait" };
    way.push(action);
    frame = act(engine, frame, action);
    if (frame.state.ended === null) continue;
    note({ ending: frame.state.ended, way });
    return;
  }
}

/** How far a walk goes at most before it is asked what can still be won. */
const STEPS = 25;

/** What strikes the clock, and nothing else does. */
const CLOCK = "@clock";

/**
 * The same moment with time in the player's hands: timed rules may fire at any moment, any number of times or never, and
 * only a victory ends the story. A story that cannot be won like that cannot be won at all.
 */
function withoutHurry(frame: Frame<House>): Frame<House> {
  const { rules = [], endings } = frame.state;
  const isTimed = ({ on }: Rule) => on !== null && ("after" in on || "every" in on);
  if (!rules.some(isTimed) && !endings.some(({ when }) => timesIn(when).length)) return frame;
  const isVictory = (id: string) => endings.find((one) => one.id === id)?.tone === "won";
  const struck = rules.map((rule): Rule => {
    if (rule.on === null || !("after" in rule.on || "every" in rule.on)) return rule;
    const effects = rule.do.filter((effect) => !("end" in effect) || isVictory(effect.end));
    return { ...rule, on: { rule: CLOCK }, once: rule.once || "after" in rule.on, do: effects };
  });
  const lasting = endings.filter(({ tone, when }) => tone === "won" || !timesIn(when).length);
  return { ...frame, state: { ...frame.state, rules: struck, endings: lasting } };
}

/** How many turns a part of a house waits for in conditions. */
const timesIn = (part: unknown): number[] =>
  [...canonical(part ?? null).matchAll(/\{"turns":(\d+)\}/g)].map(([, turns]) => Number(turns));

/** What can be done at a place, and that the clock strikes. */
function movesFrom(frame: Frame<House>, engine: Engine<House>, config: HouseConfig): Move[] {
  const acts = sensible(frame, engine, config).map((action): Move => ({ from: frame, action }));
  const { rules = [], turn } = frame.state;
  const strikes = rules.flatMap(({ id, on, do: effects }): Move[] =>
    on && "rule" in on && on.rule === CLOCK && effects.length > 0
      ? [
          {
            from: { ...frame, state: { ...frame.state, due: [{ rule: id, by: turn }] } },
            action: { actorId: turn, type: "wait" },
          },
        ]
      : [],
  );
  return [...acts, ...strikes];
}
interface Move {
  readonly from: Frame<House>;
  readonly action: HouseAction;
}

interface Node {
  readonly frame: Frame<House>;
  readonly before: Node | null;
  readonly action: HouseAction | null;
  readonly worth: number;
}

/** An end that a story was brought to, and how. */
interface End {
  readonly ending: string;
  readonly way: readonly HouseAction[];
}

/** What a search has met and has still to try, and what it is aimed at. */
interface Front {
  readonly start: Node;
  readonly open: Node[];
  readonly known: Set<string>;
  readonly latest: number;
  /** Each part that holds of the conditions `toward` makes a place more worth trying, each part of those `against` it less. */
  toward: readonly Condition[];
  against: readonly Condition[];
}

function frontAt(frame: Frame<House>, config: HouseConfig): Front {
  const latest = Math.max(0, ...timesIn(config));
  const start: Node = { frame, before: null, action: null, worth: 0 };
  return { start, open: [start], known: new Set([keyOf(frame, latest)]), latest, toward: [], against: [] };
}

/** Has a search go on toward one ending, by what is asked for by its condition and by the rules that bring it about. */
function aimAt(front: Front, ending: string, { endings, rules = [] }: HouseConfig): void {
  const bringing = rules.filter((rule) => rule.do.some((effect) => "end" in effect && effect.end === ending));
  const rank = endings.findIndex(({ id }) => id === ending);
  front.toward = [endings[rank]!, ...bringing].flatMap(({ when }) => when ?? []);
  // Of two endings that hold, the first in the text happens.
  front.against = endings.slice(0, rank).flatMap(({ when }) => when ?? []);
  const again = front.open.map((node) => ({ ...node, worth: worthOf(node.frame, front) }));
  front.open.splice(0, front.open.length, ...again.sort((a, b) => a.worth - b.worth));
}

/** Where an ending may lack nothing but time: at the start, and where all that it asks for is so. */
const placesToWait = ({ start, open, toward }: Front): Node[] => [
  start,
  ...open.filter(({ frame }) => toward.some((when) => holds(frame.state, when))).slice(-1),
];

/** How many parts of a condition hold. */
function partsThatHold(state: HouseState, when: Condition): number {
  if ("all" in when) return when.all.reduce((sum, one) => sum + partsThatHold(state, one as Condition), 0);
  if ("any" in when) return Math.max(...when.any.map((one) => partsThatHold(state, one as Condition)));
  return Number(holds(state, when));
}

/** The ends of a story, best first. Returns whether everything within reach was tried, or the budget was used up. */
function* endsFrom(
  engine: Engine<House>,
  front: Front,
  config: HouseConfig,
  budget: { left: number },
): Generator<End, boolean> {
  const { open, known, latest } = front;
  while (open.length > 0) {
    const at = open.pop()!;
    for (const { from, action } of movesFrom(at.frame, engine, config)) {
      if (budget.left-- <= 0) return false;
      const frame = act(engine, from, action);
      const { ended } = frame.state;
      if (ended !== null) {
        yield { ending: ended, way: [...wayTo(at), action] };
        continue;
      }
      const key = keyOf(frame, latest);
      if (known.has(key)) continue;
      known.add(key);
      insert(open, { frame, before: at, action, worth: worthOf(frame, front) });
    }
  }
  return true;
}

function wayTo(node: Node): HouseAction[] {
  const way: HouseAction[] = [];
  for (let at: Node | null = node; at?.action; at = at.before) way.unshift(at.action);
  return way;
}

/** The first victory among these ends; each end until then is noted. `false` only when everything within reach was tried. */
function search(
  ends: Generator<End, boolean>,
  config: HouseConfig,
  note: (end: End) => void = () => {},
): { won: boolean | null; way: readonly HouseAction[] } {
  for (;;) {
    const next = ends.next();
    if (next.done) return { won: next.value && !isChancy(config) ? false : null, way: [] };
    const { ending, way } = next.value;
    note(next.value);
    if (config.endings.find(({ id }) => id === ending)?.tone === "won") return { won: true, way };
  }
}

/** The most promising last. */
function insert(open: Node[], node: Node): void {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (open[mid]!.worth < node.worth) low = mid + 1;
    else high = mid;
  }
  open.splice(low, 0, node);
}

/** How much has come about: rooms entered, flags, counters and rules, things met and in hand, doors open, topics heard of. */
function worthOf({ state, minds }: Frame<House>, { start, toward, against }: Front): number {
  const [you] = state.players as [string];
  const mind = minds[you];
  const countChanges = (part: "flags" | "counters" | "doors") =>
    Object.entries(state[part] ?? {}).filter(
      ([id, value]) => (start.frame.state[part] as Record<string, unknown>)?.[id] !== value,
    ).length;
  const countParts = (all: readonly Condition[]) => Math.max(0, ...all.map((when) => partsThatHold(state, when)));
  return (
    12 * (countParts(toward) - countParts(against)) +
    3 * Object.values(mind?.rooms ?? {}).filter(({ exits }) => Object.keys(exits).length > 0).length +
    2 * Object.keys(state.fired ?? {}).length +
    2 * (countChanges("flags") + countChanges("counters") + countChanges("doors")) +
    2 * Object.keys(mind?.topics ?? {}).length +
    Object.keys(mind?.things ?? {}).length +
    2 * Object.values(state.things).filter(({ at }) => "heldBy" in at && at.heldBy === you).length
  );
}

/** What makes one place in a story unlike another: not how long it took, as far as nothing waits for it, nor what was said or is remembered. */
function keyOf({ state }: Frame<House>, latest: number): string {
  const { rooms, doors, things, people, flags, counters, fired, knowing, turn, routes, led, lied, caught, forewarned } =
    state;
  const places = Object.entries(things).map(([id, { at, hidden, container, lock, light, worn, broken }]) => [
    id,
    at,
    hidden,
    container?.open,
    lock?.locked,
    light?.on,
    worn,
    broken,
  ]);
  return canonical([
    Object.entries(rooms).map(([id, { dark }]) => [id, dark]),
    Object.entries(doors).map(([id, { open, lock }]) => [id, open, lock?.locked ?? null]),
    places.map((one) => one.map((part) => part ?? null)),
    Object.entries(people).map(([id, { at }]) => [id, at]),
    Object.entries(led ?? {}).map(([id, { by, back }]) => [id, by, back ?? false]),
    [flags ?? null, counters ?? null, Object.keys(fired ?? {}), turn],
    [lied ?? {}, caught ?? {}, forewarned ?? {}].map((all) =>
      Object.entries(all).map(([who, of]) => [who, Object.keys(of)]),
    ),
    Object.entries(knowing ?? {}).map(([who, all]) => [who, Object.keys(all)]),
    Object.entries(routes ?? {}).map(([who, { stop, until }]) => [
      who,
      stop,
      until === null ? null : Math.max(0, until - (state.time ?? 0)),
    ]),
    Math.min(latest, state.time ?? 0),
  ]);
}

/** What somebody would type to do these things. */
export function wordsFor(config: HouseConfig, way: readonly HouseAction[]): string[] {
  const name = (id: string | undefined): string => {
    const it =
      id === undefined ? undefined : (own(config.things, id) ?? own(config.doors, id) ?? own(config.people, id));
    return (it ?? own(config.topics ?? {}, id ?? ""))?.name ?? "";
  };
  return way.map((action) => {
    const { type, targetId, locationId } = action;
    const more = (action.metadata ?? {}) as Record<string, string | boolean>;
    const id = (key: string) => (typeof more[key] === "string" ? name(more[key]) : "");
    const wanted = (action.type === "bid" && action.metadata.wanted.type) || "wait";
    const words = {
      bid: `${id("to")}, ${{ follow: "follow me", return: "go back" }[wanted as string] ?? wanted}`,
      go: String(more["direction"]),
      switch: `turn ${more["on"] ? "on" : "off"} ${name(targetId)}`,
      remove: `take off ${name(targetId)}`,
      request: `ask ${id("from")} for ${name(targetId)}`,
      ask: `ask ${id("to")} about ${id("about")}`,
      tell: `tell ${id("to")} about ${id("about")}`,
      give: `give ${name(targetId)} to ${id("to")}`,
      show: `show ${name(targetId)} to ${id("to")}`,
      put: `put ${name(targetId)} ${String(more["how"])} ${name(locationId)}`,
      unlock: `unlock ${name(targetId)} with ${id("keyId")}`,
      lock: `lock ${name(targetId)} with ${id("keyId")}`,
      use: `${String(more["how"])} ${name(targetId)}${more["with"] ? ` with ${id("with")}` : ""}`,
    } as Readonly<Record<string, string>>;
    if (action.type === "perform") return verbPhraseOf(config, action, name);
    if (action.type === "say") return `say "${action.metadata.text}"${action.metadata.to ? ` to ${id("to")}` : ""}`;
    return (words[type] ?? `${type} ${name(targetId)}`).trim();
  });
}

function verbPhraseOf(
  { verbs = {} }: HouseConfig,
  { targetId, metadata: { verb, with: tool, to, number, words } }: Extract<HouseAction, { type: "perform" }>,
  name: (id: string) => string,
): string {
  const known = own(verbs, verb)!;
  const place = [...placesOf(known)].find((one) => TARGETS.includes(one));
  return deedPhrase(known, {
    ...(place && targetId !== undefined ? { [place]: name(targetId) } : {}),
    ...(tool === undefined ? {} : { with: name(tool) }),
    ...(to === undefined ? {} : { to: name(to) }),
    ...(number === undefined ? {} : { number: String(number) }),
    ...(words === undefined ? {} : { words }),
  });
}

const KEY = { seed: "explore", salt: "0" };
function act(engine: Engine<House>, frame: Frame<House>, action: HouseAction): Frame<House> {
  const ask = engine.world.asks(frame.state).find(({ to }) => to === action.actorId) ?? null;
  const given = {
    actor: action.actorId,
    ask,
    actions: [action],
    provenance: { actor: action.actorId, ask: ask?.id ?? null, by: "agent" as const },
  };
  const { after } = decideTurn(engine, frame, "main", [given], KEY);
  return { ...frame, ...after };
}

/** What could change anything: plain looking about cannot, nor what nobody waits for, wants or answers. */
function sensible(frame: Frame<House>, engine: Engine<House>, config: HouseConfig): HouseAction[] {
  const { turn } = frame.state;
  const acts = legal(viewOf(engine, frame, turn), turn).filter((action) => couldMatter(config, action));
  return [
    ...acts,
    ...rulable(frame.state),
    ...confronting(frame.state),
    ...speechesAwaited(config, frame.state),
    ...searchesOfCovers(frame.state),
  ];
}

/** Looks under and behind what hides something: no list of choices may give that away. */
function searchesOfCovers({ things, turn, ended }: Frame<House>["state"]): HouseAction[] {
  if (ended !== null) return [];
  const covers = Object.values(things).flatMap(({ hidden, beneath }) => (hidden && beneath ? [beneath.thing] : []));
  return [...new Set(covers)]
    .sort()
    .map((targetId) => ({ actorId: turn, type: "attempt", targetId, metadata: { how: "search" } }));
}

/** What rules wait to be said in words and numbers, which no list of choices gives away. `check` judges the rest. */
function speechesAwaited(
  { verbs = {} }: HouseConfig,
  { rules = [], turn, ended, people }: Frame<House>["state"],
): HouseAction[] {
  if (ended !== null) return [];
  return rules.flatMap(({ on }): HouseAction[] => {
    if (!on || !("act" in on || "verb" in on) || (on.by !== null && on.by !== ANYONE && on.by !== turn)) return [];
    const { target, other, words } = on;
    if ("act" in on)
      return words === undefined
        ? []
        : [{ actorId: turn, type: "say", metadata: { text: words, ...(target === null ? {} : { to: target }) } }];
    const verb = own(verbs, on.verb);
    if (!verb || (words === undefined && on.number === undefined && !takesWords(verb))) return [];
    const metadata = {
      verb: on.verb,
      ...(other === null ? {} : own(people, other) ? { to: other } : { with: other }),
      ...(on.number === undefined ? {} : { number: on.number }),
      ...(words === undefined ? {} : { words }),
    };
    return [{ actorId: turn, type: "perform", ...(target === null ? {} : { targetId: target }), metadata }];
  });
}

/** A verb with words or a number stands in no list of choices, even where a rule waits for the bare verb. */
function takesWords(verb: AuthorVerb): boolean {
  const places = placesOf(verb);
  return places.has("words") || places.has("number");
}

/** Tells each liar in the room the evidence against the lies that they told. */
const confronting = ({ people, turn, lied = {} }: Frame<House>["state"]): HouseAction[] =>
  Object.entries(people).flatMap(([to, { at, lies = [] }]) =>
    at !== people[turn]!.at
      ? []
      : lies.flatMap(({ about, betrayedBy = [] }) =>
          own(own(lied, to) ?? {}, about) === undefined
            ? []
            : betrayedBy.map((one) => ({ actorId: turn, type: "tell", metadata: { to, about: one.about } }) as const),
        ),
  );

/** Actions left out here fail or change nothing. Failing takes time, and so does waiting. */
function couldMatter(config: HouseConfig, action: HouseAction): boolean {
  const { doors, things, players } = config;
  const person = (id: string) => config.people[id]!;
  switch (action.type) {
    case "look":
    case "inventory":
    case "smell":
    case "hint":
    case "say":
    case "think":
      return false;
    case "bid":
      return person(action.metadata.to).obeys?.some(({ act }) => act === "follow") ?? false;
    case "wait":
      return isClocked(config);
    case "take":
      return usesOf(config).needed.has(action.targetId);
    case "open":
      return doors[action.targetId] !== undefined || usesOf(config).needed.has(action.targetId);
    case "examine":
    case "search":
      return isActAwaited(config, action.type, action.targetId);
    case "read":
      return isActAwaited(config, "read", action.targetId) || Boolean(own(things, action.targetId)?.teaches?.length);
    case "ask":
    case "tell": {
      const { to, about } = action.metadata;
      if (isActAwaited(config, action.type, to, about) || players.includes(to)) return true;
      if (action.type === "ask" && person(to).lies?.some((one) => one.about === about)) return true;
      // Listeners learn the topic; the reply may teach others.
      if (action.type === "tell" && own(config.topics ?? {}, about) && isKnowing(config)) return true;
      return (
        person(to).topics?.some(
          (one) =>
            one.about === about &&
            one.teaches.length + (one.leads?.length ?? 0) > 0 &&
            (action.type === "ask" ? one.says : one.hears) !== null,
        ) ?? false
      );
    }
    case "show":
      return (
        isActAwaited(config, "show", action.targetId, action.metadata.to) ||
        (person(action.metadata.to).shown?.some((one) => one.about === action.targetId && one.teaches.length > 0) ??
          false)
      );
    case "give": {
      const { trades, lends, given = [] } = person(action.metadata.to);
      return (
        players.includes(action.metadata.to) ||
        trades.some(({ wants }) => wants === action.targetId) ||
        lends.some(({ thing }) => thing === action.targetId) ||
        given.some(({ about }) => about === action.targetId)
      );
    }
    case "request":
      return (
        isActAwaited(config, "request", action.targetId, action.metadata.from) ||
        person(action.metadata.from).lends.some(({ thing }) => thing === action.targetId)
      );
    case "unlock":
      return keysOf(own(doors, action.targetId) ?? things[action.targetId]!).includes(action.metadata.keyId);
    case "lock":
      return (
        usesOf(config).acts.has("lock") &&
        keysOf(own(doors, action.targetId) ?? things[action.targetId]!).includes(action.metadata.keyId)
      );
    case "perform":
      return isVerbAwaited(
        config,
        action.metadata.verb,
        action.targetId ?? null,
        action.metadata.with ?? action.metadata.to ?? null,
      );
    case "use":
      return isActAwaited(config, action.metadata.how, action.targetId, action.metadata.with ?? null);
    case "drop":
    case "put":
    case "close":
    case "wear":
    case "remove":
      return usesOf(config).acts.has(action.type);
    default:
      return true;
  }
}

const keysOf = ({ lock }: { readonly lock: { readonly keys: readonly string[] } | null }): readonly string[] =>
  lock?.keys ?? [];

/** Whether some rule waits for this act; with a tool only where the rule asks for one. */
const isActAwaited = (config: HouseConfig, act: string, target: string, other: string | null = null): boolean =>
  (config.rules ?? []).some(
    ({ on }) =>
      on !== null &&
      "act" in on &&
      on.act === act &&
      (on.target === null || on.target === target) &&
      (on.other === other || (on.other === null && !TOOLED.has(act))),
  );
/** The same for a verb of the author's. */
const isVerbAwaited = (config: HouseConfig, verb: string, target: string | null, other: string | null): boolean =>
  (config.rules ?? []).some(
    ({ on }) =>
      on !== null &&
      "verb" in on &&
      on.verb === verb &&
      (on.target === null || on.target === target) &&
      on.other === other,
  );
/** Acts that are listed once with each tool in hand and once without. */
const TOOLED: ReadonlySet<string> = new Set(USES);

/** Whether anything waits for somebody to have heard of something. */
const isKnowing = (config: HouseConfig): boolean => usesOf(config).acts.has("knows");

/** Attempts that an author has ruled on, where hands can get at what they are aimed at; `check` judges the rest. */
function rulable({ rulings = [], turn, ended }: Frame<House>["state"]): HouseAction[] {
  if (ended !== null) return [];
  return rulings.flatMap(({ how, target, with: tool, ruling }): HouseAction[] =>
    ruling.possible && ruling.success.do.length > 0
      ? [
          {
            actorId: turn,
            type: "attempt",
            ...(target === null ? {} : { targetId: target }),
            metadata: { how, ...(tool === null ? {} : { with: tool }) },
          },
        ]
      : [],
  );
}

/** Whether dice have a say in what can be done: then nothing that was tried in vain proves anything. */
const isChancy = ({ rulings = [] }: HouseConfig): boolean =>
  rulings.some(({ ruling }) => ruling.possible && ruling.difficulty > 1 && ruling.success.do.length > 0);

interface Uses {
  /** Acts that some rule, ending, way or person waits for, by what conditions ask after. */
  readonly acts: ReadonlySet<string>;
  /** Things that it could matter to hold or to open: named by an author, keys, lamps, wares, and what such things are in. */
  readonly needed: ReadonlySet<string>;
}

function usesOf(config: HouseConfig): Uses {
  const key = config.endings;
  let known = uses.get(key);
  if (!known) {
    const text = canonical([
      config.endings,
      config.rules ?? [],
      config.rulings ?? [],
      Object.values(config.rooms).map(({ exits }) => exits.map(({ when }) => when ?? null)),
      Object.values(config.people).map(({ topics, trades, obeys, given, shown, route }) => [
        ...[topics, trades, obeys, given, shown].flatMap((part) => (part ?? []).map(({ when }) => when ?? null)),
        route?.when ?? null,
      ]),
    ]);
    const acts = new Set((config.rules ?? []).flatMap(({ on }) => (on && "act" in on ? [on.act as string] : [])));
    const add = (type: string, is: boolean) => is && acts.add(type);
    add("knows", text.includes('"knows"'));
    add("put", /"(in|on)":"/.test(text));
    add("drop", /"in":"/.test(text));
    add("close", /"open":false/.test(text));
    add("lock", /"locked":true/.test(text));
    add("wear", text.includes('"wornBy"'));
    add("remove", text.includes('"wornBy"'));
    known = { acts, needed: idsNeededIn(config) };
    uses.set(key, known);
  }
  return known;
}
const uses = new WeakMap<object, Uses>();

function idsNeededIn(config: HouseConfig): ReadonlySet<string> {
  const { things, doors, people } = config;
  const needed = new Set([
    ...allNames(config).map(({ id }) => id),
    ...[...Object.values(things), ...Object.values(doors)].flatMap(keysOf),
    ...Object.keys(things).filter((id) => things[id]!.light !== null || things[id]!.teaches !== undefined),
    ...Object.values(people).flatMap(({ lends, trades }) => [
      ...lends.map(({ thing }) => thing),
      ...trades.flatMap(({ wants, gives }) => (gives === null ? [wants] : [wants, gives])),
    ]),
  ]);
  for (const id of needed) {
    const at = own(things, id)?.at;
    // A set that grows is walked to its end.
    if (at && !("heldBy" in at)) needed.add(placeOf(at));
  }
  return needed;
}
