// Reads what an author says of conditions, changes, rules and hints. Like the rest of a file: all that is wrong, each at its place.
import type { Json, Path } from "@orrery/kernel";
import type { Condition } from "../model/condition.ts";
import type { HouseConfig } from "../model/house.ts";
import { ACTS, type Act } from "../model/person.ts";
import { ANYONE, type Effect, MOODS, type Rule, type Trigger } from "../model/rule.ts";
import { APPROACHES, type Ruling, type Standing } from "../model/ruling.ts";
import { LIMITS } from "../model/text.ts";
import { type Placement, USES, type Use } from "../model/thing.ts";
import type { Reader } from "./reader.ts";
import * as Author from "./schema.ts";
import { CONDITION_KEYS, EFFECT_KEYS, keysOf } from "./schema.ts";
import { questionsAt } from "./verbs.ts";

const CONDITIONS =
  "{thing: id, heldBy|wornBy|in|on: id}, {thing: id, open|lit|hidden: true}, {person: id, at: room}, {person: id, knows: topic}, {person: id, follows: person}, {cast: part, is: id}, {door: id, open|locked: true}, {flag: id, is: true}, {counter: id, is|atLeast|atMost: 3}, {turns: 10}, {fired: rule}, {all|any: [...]}, {not: ...}";

/** `needed`: the hint where there is none; without one it may be missing only where the caller has looked. */
export function conditionOf(read: Reader, path: Path, needed?: string, depth = 0): Condition {
  const nothing: Condition = { any: [] };
  const it = read.record(path, CONDITION_KEYS, `a condition is ${CONDITIONS}`, needed);
  if (!it) return nothing;
  if (depth > 8) {
    read.problem(path, "This condition is nested too deeply.", "Eight levels are enough for anyone.");
    return nothing;
  }
  const shape = Object.keys(it).sort().join(" ");
  const id = (key: string) => read.id([...path, key]) ?? "";
  const flag = (key: string) => read.flag([...path, key]) ?? true;
  const count = (key: string) => read.whole([...path, key], -LIMITS.count, LIMITS.count);
  const several = (key: "all" | "any") => {
    const parts = read.list([...path, key]);
    if (parts.length === 0 || parts.length > 20)
      read.problem([...path, key], `\`${key}\` takes 1 to 20 conditions.`, `Write \`${key}: [...]\`.`);
    return parts.map((_, i) => conditionOf(read, [...path, key, i], undefined, depth + 1));
  };
  switch (shape) {
    case "heldBy thing":
      return { thing: id("thing"), heldBy: id("heldBy") };
    case "thing wornBy":
      return { thing: id("thing"), wornBy: id("wornBy") };
    case "in thing":
      return { thing: id("thing"), in: id("in") };
    case "on thing":
      return { thing: id("thing"), on: id("on") };
    case "open thing":
      return { thing: id("thing"), open: flag("open") };
    case "lit thing":
      return { thing: id("thing"), lit: flag("lit") };
    case "hidden thing":
      return { thing: id("thing"), hidden: flag("hidden") };
    case "at person":
      return { person: id("person"), at: id("at") };
    case "knows person":
      return { person: id("person"), knows: id("knows") };
    case "follows person":
      return { person: id("person"), follows: id("follows") };
    case "door open":
      return { door: id("door"), open: flag("open") };
    case "door locked":
      return { door: id("door"), locked: flag("locked") };
    case "flag":
      return { flag: id("flag"), is: true };
    case "flag is":
      return { flag: id("flag"), is: flag("is") };
    case "cast is":
      return { cast: id("cast"), is: id("is") };
    case "counter is":
      return { counter: id("counter"), is: count("is") };
    case "atLeast counter":
      return { counter: id("counter"), atLeast: count("atLeast") };
    case "atMost counter":
      return { counter: id("counter"), atMost: count("atMost") };
    case "turns":
      return { turns: count("turns") };
    case "fired":
      return { fired: id("fired") };
    case "all":
      return { all: several("all") } as Condition;
    case "any":
      return { any: several("any") } as Condition;
    case "not":
      return { not: conditionOf(read, [...path, "not"], undefined, depth + 1) } as Condition;
    default:
      // A key that does not exist was noted; to say more would be to say it twice.
      if (Object.keys(it).some((key) => !CONDITION_KEYS.includes(key))) return nothing;
      read.problem(
        path,
        `No condition has the parts ${shape === "" ? "(none)" : shape.replaceAll(" ", ", ")}.`,
        `Write one of ${CONDITIONS}.`,
      );
      return nothing;
  }
}

const WORDED = ["description", "appearance", "text", "answers", "smell"] as const;

/** Words that take the place of others, as `changes: [{when: ..., description: ...}]`. */
export function changesOf(
  read: Reader,
  path: Path,
): { changes?: NonNullable<HouseConfig["rooms"][string]["changes"]> } {
  const at = [...path, "changes"];
  const list = read.list(at);
  if (list.length === 0) return {};
  if (list.length > LIMITS.changes)
    read.problem(at, `There are ${list.length} changes.`, `At most ${LIMITS.changes} are possible.`);
  const changes = list.flatMap((_, i) => {
    const one = [...at, i];
    const it = read.record(one, keysOf(Author.Change), "a change is {when: condition, description: words}");
    if (!it) return [];
    const words = WORDED.flatMap((part): [string, string | string[]][] => {
      if (part === "answers") {
        const lines = sayingsOf(read, [...one, part]);
        return lines === null ? [] : [[part, lines]];
      }
      const text = read.text([...one, part], { max: LIMITS.text });
      return text === null ? [] : [[part, text.trim()]];
    });
    if (words.length === 0)
      read.problem(one, "This changes no words.", `Write one of ${WORDED.map((part) => `\`${part}\``).join(", ")}.`);
    const when = conditionOf(read, [...one, "when"], "A change says when: write `when: ` and a condition.");
    return [{ when, ...Object.fromEntries(words) }];
  });
  return { changes };
}

type Rulebook = Pick<HouseConfig, "flags" | "counters" | "casts" | "topics" | "rules" | "hints">;

/** What is not written is left out, so that a plain house stays as it always was. */
export function rulebookOf(read: Reader): Rulebook {
  const flags = read.entries(["flags"], "flag", (path) => read.flag(path));
  const counters = read.entries(["counters"], "counter", (path) => read.whole(path, -LIMITS.count, LIMITS.count));
  const topics = read.entries(["topics"], "topic", (path, id, rank) => {
    if (!read.record(path, keysOf(Author.Topic))) return null;
    const article = read.text([...path, "article"], { max: 20, empty: true });
    const asked = questionsAt(read, [...path, "asked"]);
    return {
      rank,
      name: read.text([...path, "name"], { max: LIMITS.name }) ?? id.replaceAll(/[-_]+/g, " "),
      aliases: read.names([...path, "aliases"]),
      known: read.flag([...path, "known"]) ?? false,
      ...(read.flag([...path, "plural"]) ? ({ plural: true } as const) : {}),
      ...(asked.length > 0 ? { asked } : {}),
      ...(article === null ? {} : { article }),
    };
  });
  const casts = read.entries(["casts"], "part", (path) => {
    const ids = read.ids(path);
    if (ids.length === 0) read.problem(path, "Nobody can be given this part.", "Write `[one, two, three]`.");
    return ids;
  });
  const rules = Object.values(read.entries(["rules"], "rule", (path, id) => ruleOf(read, path, id)));
  const hints = Object.values(
    read.entries(["hints"], "hint", (path, id) => {
      const hint = read.record(path, keysOf(Author.Hint));
      if (!hint) return null;
      const steps = textsOf(read, [...path, "steps"], 5);
      return { id, ...whenOf(read, path, hint), steps };
    }),
  );
  return {
    ...(Object.keys(flags).length > 0 ? { flags } : {}),
    ...(Object.keys(counters).length > 0 ? { counters } : {}),
    ...(Object.keys(casts).length > 0 ? { casts } : {}),
    ...(Object.keys(topics).length > 0 ? { topics } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(hints.length > 0 ? { hints } : {}),
  };
}

function ruleOf(read: Reader, path: Path, id: string): Rule | null {
  const rule = read.record(path, keysOf(Author.Rule));
  if (!rule) return null;
  const on = rule.on === undefined ? null : triggerOf(read, [...path, "on"]);
  if (rule.on === undefined && rule.when === undefined)
    read.problem(path, `Nothing ever sets off "${id}".`, "Write `on: ` and what sets it off, or `when: `.", "key");
  const once = read.flag([...path, "once"]);
  if (once === false && rule.on === undefined) {
    read.problem(
      [...path, "once"],
      `"${id}" waits for a condition alone, so it would fire without end.`,
      "Leave out `once`, or write `on: ` and what sets it off, such as `{every: 1}`.",
    );
  }
  const list = read.list([...path, "do"]);
  if (list.length === 0 || list.length > LIMITS.effects)
    read.problem(path, `A rule does 1 to ${LIMITS.effects} things.`, "Write `do: [{tell: words}, ...]`.", "key");
  const effects = list.flatMap((_, i) => effectOf(read, [...path, "do", i]) ?? []);
  return { id, on, ...whenOf(read, path, rule), once: once ?? rule.on === undefined, do: effects };
}

const whenOf = (read: Reader, path: Path, it: Readonly<Record<string, Json>>): { when?: Condition } =>
  it.when === undefined ? {} : { when: conditionOf(read, [...path, "when"]) };

const TIMES = ["after", "every", "rule"] as const;
/** Ways of naming what an act is done with, to, in or on: one at most. */
export const OTHERS = ["with", "to", "in", "onto"] as const;
const TRIGGERS =
  "what somebody does, such as {take: id}, {go: room}, {give: id, to: person}, {wind: id, with: id}; or {after: 10}, {every: 5}, {rule: id}";

function triggerOf(read: Reader, path: Path): Trigger | null {
  const verbs = read.map(["verbs"]).map(([id]) => id);
  const it = read.record(path, [...keysOf(Author.Trigger), ...verbs], `a trigger is ${TRIGGERS}`);
  if (!it) return null;
  const keys = Object.keys(it);
  const starts = keys.filter((key) => ([...ACTS, ...TIMES, ...verbs] as readonly string[]).includes(key));
  const [start] = starts;
  if (start === undefined || starts.length > 1) {
    read.problem(
      path,
      start === undefined ? "Nothing here sets off anything." : `Two things stand here: ${starts.join(", ")}.`,
      `Write ${TRIGGERS}.`,
    );
    return null;
  }
  if (start === "after" || start === "every" || start === "rule") {
    for (const key of keys)
      if (key !== start)
        read.problem([...path, key], `\`${key}\` goes with something that is done.`, "Leave it out.", "key");
    if (start === "rule") return { rule: read.id([...path, start]) ?? "" };
    const turns = read.whole([...path, start], 1, LIMITS.count);
    return start === "after" ? { after: turns } : { every: turns };
  }
  const others = OTHERS.filter((key) => it[key] !== undefined);
  if (others.length > 1)
    read.problem(
      [...path, others[1]!],
      `\`${others[0]}\` and \`${others[1]}\` stand here.`,
      "Keep one of them.",
      "key",
    );
  const id = (key: string) => (it[key] === undefined ? null : (read.id([...path, key]) ?? ""));
  const words = it.words === undefined ? null : read.text([...path, "words"], { max: LIMITS.said });
  const said = words === null ? {} : { words };
  if (verbs.includes(start)) {
    const number =
      it.number === undefined ? {} : { number: read.whole([...path, "number"], -LIMITS.count, LIMITS.count) };
    const target = it[start] === "any" ? null : id(start);
    return {
      verb: start,
      target,
      other: others[0] === undefined ? null : id(others[0]),
      by: it.by === ANYONE ? ANYONE : id("by"),
      ...number,
      ...said,
    };
  }
  if (it.number !== undefined || (words !== null && start !== "say"))
    read.problem(
      [...path, it.number === undefined ? "words" : "number"],
      `\`${start}\` has no room for that.`,
      "Words go with `say`, and words and numbers with a verb of your own that has `{words}` or `{number}`.",
      "key",
    );
  return {
    ...said,
    act: start as Act,
    // "wait" is done to nothing; "anything" and "anyone" are left open.
    target: start === "wait" || it[start] === "any" ? null : id(start),
    other: others[0] === undefined ? null : id(others[0]),
    by: it.by === ANYONE ? ANYONE : id("by"),
  };
}

const EFFECTS =
  "{tell: words}, {person: id, says: words}, {person: id, goes: room}, {person: id, follows: person}, {person: id, stays: true}, {move: id, in|on|heldBy: id}, {set: id, open|locked|lit|dark: true}, {reveal: id}, {hide: id}, {flag: id, is: true}, {counter: id, add|to: 1}, {end: ending}, {break: id}, {noise: words, in: room}, {hurt: person, by: 1}, {person: id, mood: distracted|open|cold, turns: 5}, {glimpse: room, to: person, by: sight|sound}";

export function effectOf(read: Reader, path: Path): Effect | null {
  const it = read.record(path, EFFECT_KEYS, `an effect is ${EFFECTS}`);
  if (!it) return null;
  const id = (key: string) => read.id([...path, key]) ?? "";
  const flag = (key: string) => read.flag([...path, key]) ?? true;
  const count = (key: string) => read.whole([...path, key], -LIMITS.count, LIMITS.count);
  const tell = () => textsOf(read, [...path, "tell"], 20);
  const noise = () => read.text([...path, "noise"], { max: LIMITS.name }) ?? "";
  const shape = Object.keys(it).sort().join(" ");
  const move = (at: Placement): Effect => ({ move: id("move"), at });
  switch (shape) {
    case "tell":
      return { tell: tell(), everywhere: false };
    case "in tell":
      return { tell: tell(), in: id("in"), everywhere: false };
    case "everywhere tell":
      return { tell: tell(), everywhere: flag("everywhere") };
    case "person says":
      return { person: id("person"), says: read.text([...path, "says"], { max: LIMITS.text }) ?? "" };
    case "goes person":
      return { person: id("person"), goes: id("goes") };
    case "follows person":
      if (it.follows === it.person)
        read.problem([...path, "follows"], "Nobody follows themselves.", "Name somebody else.");
      return { person: id("person"), follows: id("follows") };
    case "person stays":
      return { person: id("person"), stays: flag("stays") };
    case "in move":
      return move({ in: id("in") });
    case "move on":
      return move({ on: id("on") });
    case "heldBy move":
      return move({ heldBy: id("heldBy") });
    case "open set":
      return { set: id("set"), open: flag("open") };
    case "locked set":
      return { set: id("set"), locked: flag("locked") };
    case "lit set":
      return { set: id("set"), lit: flag("lit") };
    case "dark set":
      return { set: id("set"), dark: flag("dark") };
    case "reveal":
      return { reveal: id("reveal") };
    case "hide":
      return { hide: id("hide") };
    case "flag":
      return { flag: id("flag"), is: true };
    case "flag is":
      return { flag: id("flag"), is: flag("is") };
    case "add counter":
      return { counter: id("counter"), add: count("add") };
    case "counter to":
      return { counter: id("counter"), to: count("to") };
    case "end":
      return { end: id("end") };
    case "break":
      return { break: id("break") };
    case "noise":
      return { noise: noise() };
    case "in noise":
      return { noise: noise(), in: id("in") };
    case "by hurt":
      return { hurt: id("hurt"), by: read.whole([...path, "by"], 1, 3) };
    case "hurt":
      return { hurt: id("hurt"), by: 1 };
    case "mood person turns":
      return {
        person: id("person"),
        mood: read.choice([...path, "mood"], MOODS, "A mood is distracted, open or cold.") ?? "distracted",
        turns: read.whole([...path, "turns"], 1, 100),
      };
    case "by glimpse to":
      return {
        glimpse: id("glimpse"),
        to: id("to"),
        by: read.choice([...path, "by"], ["sight", "sound"] as const, "One glimpses by sight or by sound.") ?? "sight",
      };
    default:
      if (Object.keys(it).some((key) => !EFFECT_KEYS.includes(key))) return null;
      read.problem(
        path,
        `No effect has the parts ${shape === "" ? "(none)" : shape.replaceAll(" ", ", ")}.`,
        `Write one of ${EFFECTS}.`,
      );
      return null;
  }
}

/** What an author has ruled beforehand on attempts: written just as a run's precedents are shown. */
export function rulingsOf(read: Reader): Pick<HouseConfig, "rulings"> {
  const rulings = Object.values(
    read.entries(["rulings"], "ruling", (path, id): Standing | null => {
      const it = read.record(path, keysOf(Author.AuthorRuling));
      if (!it) return null;
      const idAt = (key: string) => (it[key] === undefined ? null : (read.id([...path, key]) ?? ""));
      const whole = (key: string, high: number) => (it[key] === undefined ? 0 : read.whole([...path, key], 0, high));
      const turning = (key: "success" | "failure"): Ruling["success"] => {
        const at = [...path, key];
        if (it[key] === undefined) return { tell: "", do: [] };
        if (read.isText(at)) return { tell: read.text(at, { max: 1000 }) ?? "", do: [] };
        const part = read.record(at, keysOf(Author.Turning), "words, or {tell: words, do: [effects]}");
        if (!part) return { tell: "", do: [] };
        const effects = read.list([...at, "do"]);
        if (effects.length > 8) read.problem([...at, "do"], `There are ${effects.length} effects.`, "At most 8.");
        return {
          tell:
            read.text([...at, "tell"], { max: 1000, needed: "Say what happens: write `tell: ` and some words." }) ?? "",
          do: effects.flatMap((_, i) => effectOf(read, [...at, "do", i]) ?? []),
        };
      };
      const possible = it.impossible === undefined;
      const difficulty = whole("difficulty", 20);
      if (possible && it.success === undefined)
        read.problem(path, `Nothing says what comes of "${id}".`, "Write `success: ` or `impossible: `.", "key");
      if (possible && difficulty > 1 && it.failure === undefined)
        read.problem(path, `Nothing says what happens when "${id}" fails.`, "Write `failure: ` and some words.", "key");
      return {
        id,
        how:
          read.choice([...path, "attempt"], APPROACHES, `A ruling says what is attempted: ${APPROACHES.join(", ")}.`) ??
          "other",
        target: idAt("target"),
        with: idAt("with"),
        ...whenOf(read, path, it),
        ruling: {
          possible,
          stakes: read.text([...path, "stakes"], { max: 300 }) ?? "",
          difficulty,
          turns: whole("turns", 5),
          success: turning("success"),
          failure: possible
            ? turning("failure")
            : { tell: read.text([...path, "impossible"], { max: 1000 }) ?? "", do: [] },
        },
      };
    }),
  );
  return rulings.length > 0 ? { rulings } : {};
}

type Talk = NonNullable<HouseConfig["people"][string]["topics"]>;

/** What a person says of a topic: words, or `{when, says, hears, teaches}`, or several of these. */
export function topicsOf(read: Reader, path: Path, key: "topics" | "shown" | "given" = "topics"): Talk {
  return read.map([...path, key]).flatMap(([about, value]) => {
    const at = [...path, key, about];
    if (typeof value === "string")
      return [{ about, says: read.text(at, { max: LIMITS.text }), hears: null, teaches: [] }];
    const places = Array.isArray(value) ? value.map((_, i) => [...at, i]) : [at];
    return places.flatMap((place) => {
      const parts = keysOf(key === "topics" ? Author.TopicReply : Author.Reply);
      const it = read.record(place, parts, "words, or {when: condition, says: words}");
      if (!it) return [];
      const [says = null, ...again] =
        key === "topics" && read.isList([...place, "says"])
          ? textsOf(read, [...place, "says"], LIMITS.sayings)
          : [read.text([...place, "says"], { max: LIMITS.text })];
      const hears = read.text([...place, "hears"], { max: LIMITS.text });
      if (says === null && hears === null)
        read.problem(
          place,
          "Nothing is said here.",
          "Write `says: ` for whoever asks, or `hears: ` for whoever tells.",
        );
      const more = {
        ...(again.length > 0 ? { again: again.filter((text) => text !== null) } : {}),
        ...(it.leads === undefined ? {} : { leads: read.ids([...place, "leads"]) }),
      };
      return [{ about, ...whenOf(read, place, it), says, hears, teaches: read.ids([...place, "teaches"]), ...more }];
    });
  });
}

/** What somebody says: a text, or several of which each is said in its turn; null where there is nothing. */
export function sayingsOf(read: Reader, path: Path): string | string[] | null {
  return read.isList(path)
    ? textsOf(read, path, LIMITS.sayings)
    : (read.text(path, { max: LIMITS.text })?.trim() ?? null);
}

function textsOf(read: Reader, path: Path, most: number): string[] {
  if (read.isText(path)) return [read.text(path, { max: LIMITS.text }) ?? ""].map((text) => text.trim());
  const list = read.list(path);
  if (list.length === 0 || list.length > most)
    read.problem(path, `\`${read.last(path)}\` takes 1 to ${most} texts.`, "Write some words, or a list of them.");
  return list.flatMap((_, i) => read.text([...path, i], { max: LIMITS.text })?.trim() ?? []);
}

/** A thing shows what can be done to it: all that rules wait for, beside what its author has named. */
export function addUses(config: HouseConfig): void {
  for (const { on } of config.rules ?? []) {
    if (!on || !("act" in on) || on.target === null || !isUse(on.act)) continue;
    const it = Object.hasOwn(config.things, on.target) ? config.things[on.target] : config.doors[on.target];
    if (it && !it.uses?.includes(on.act)) it.uses = [...(it.uses ?? []), on.act];
  }
}
const isUse = (act: Act): act is Use => (USES as readonly string[]).includes(act);
