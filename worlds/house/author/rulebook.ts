// What an author says of rules, topics, hints and rulings, as a house keeps it. What goes wrong with it is told at its place.
import type { Path } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import { ACTS, type Act, OBEYED, type Person } from "../model/person.ts";
import type { Effect, Rule, Trigger } from "../model/rule.ts";
import type { Ruling, RulingStanding } from "../model/ruling.ts";
import { USES, type Use } from "../model/thing.ts";
import type { AuthorReader } from "./reader.ts";
import {
  type AuthorEffect,
  type AuthorHouse,
  type AuthorPerson,
  type AuthorTrigger,
  type AuthorTurning,
  OTHERS,
  TIMES,
  TRIGGERS,
} from "./schema.ts";
import { questionFaults } from "./verbs.ts";

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
/** Only what stands in the file. */
export const dropUndefined = <T extends object>(parts: T): Defined<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, one]) => one !== undefined)) as Defined<T>;

/** What somebody says, without spaces around it. */
export const trimLines = (said: string | string[] | undefined): string | string[] | undefined =>
  typeof said === "string" ? said.trim() : said?.map((one) => one.trim());
/** One text or several, each without spaces around it. */
export const texts = (said: string | string[]): string[] => [said].flat().map((one) => one.trim());

export function topicsOf(read: AuthorReader, topics: AuthorHouse["topics"] = {}): NonNullable<HouseConfig["topics"]> {
  const all = Object.entries(topics).map(
    ([id, { name, aliases = [], known = false, plural, asked, article }], rank) => {
      questionFaults(read, ["topics", id, "asked"], asked);
      return [
        id,
        {
          rank,
          name: name ?? id.replaceAll(/[-_]+/g, " "),
          aliases,
          known,
          ...(plural ? { plural } : {}),
          ...(asked && asked.length > 0 ? { asked } : {}),
          ...dropUndefined({ article }),
        },
      ] as const;
    },
  );
  return Object.fromEntries(all);
}

export const hintsOf = (hints: AuthorHouse["hints"] = {}): NonNullable<HouseConfig["hints"]> =>
  Object.entries(hints).map(([id, { when, steps }]) => ({ id, ...dropUndefined({ when }), steps: texts(steps) }));

export function rulesOf(read: AuthorReader, { rules = {}, verbs = {} }: AuthorHouse): Rule[] {
  return Object.entries(rules).map(([id, { on, when, once, do: effects }]) => {
    const path = ["rules", id];
    const hasTrigger = read.has([...path, "on"]);
    if (!hasTrigger && !read.has([...path, "when"]))
      read.problem(path, `Nothing ever sets off "${id}".`, "Write `on: ` and what sets it off, or `when: `.", "key");
    if (once === false && !hasTrigger)
      read.problem(
        [...path, "once"],
        `"${id}" waits for a condition alone, so it would fire without end.`,
        "Leave out `once`, or write `on: ` and what sets it off, such as `{every: 1}`.",
      );
    return {
      id,
      on: on ? triggerOf(read, [...path, "on"], on, Object.keys(verbs)) : null,
      ...dropUndefined({ when }),
      once: once ?? !hasTrigger,
      do: effects.map((effect, i) => effectOf(read, [...path, "do", i], effect)),
    };
  });
}

function triggerOf(read: AuthorReader, path: Path, it: AuthorTrigger, verbs: readonly string[]): Trigger | null {
  const keys = Object.keys(it) as (keyof AuthorTrigger)[];
  const starts = keys.filter((key) => ([...ACTS, ...TIMES, ...verbs] as readonly string[]).includes(key));
  const [start] = starts;
  if (start === undefined || starts.length > 1) {
    if (!read.isBroken(path))
      read.problem(
        path,
        start === undefined ? "Nothing here sets off anything." : `Two things stand here: ${starts.join(", ")}.`,
        TRIGGERS,
      );
    return null;
  }
  if (start === "after" || start === "every" || start === "rule") {
    for (const key of keys)
      if (key !== start)
        read.problem([...path, key], `\`${key}\` goes with something that is done.`, "Leave it out.", "key");
    return { [start]: it[start] } as Trigger;
  }
  const said = it as Readonly<Record<string, string | undefined>>;
  const [other, second] = OTHERS.filter((key) => it[key] !== undefined);
  if (second !== undefined)
    read.problem([...path, second], `\`${other}\` and \`${second}\` stand here.`, "Keep one of them.", "key");
  const done = {
    // "wait" is done to nothing; "anything" and "anyone" are left open.
    target: start === "wait" || said[start] === "any" ? null : said[start]!,
    other: other === undefined ? null : it[other]!,
    by: it.by ?? null,
    ...dropUndefined({ words: it.words }),
  };
  if (verbs.includes(start)) return { verb: start, ...done, ...dropUndefined({ number: it.number }) };
  if (it.number !== undefined || (it.words !== undefined && start !== "say"))
    read.problem(
      [...path, it.number === undefined ? "words" : "number"],
      `\`${start}\` has no room for that.`,
      "Words go with `say`, and words and numbers with a verb of your own that has `{words}` or `{number}`.",
      "key",
    );
  return { act: start as Act, ...done };
}

/** An effect as it is kept: several texts, and a move's place below `at`. */
function effectOf(read: AuthorReader, path: Path, it: AuthorEffect): Effect {
  if ("tell" in it) return { ...it, tell: texts(it.tell), everywhere: it.everywhere ?? false };
  if ("move" in it) {
    const { move, ...at } = it;
    return { move, at };
  }
  if ("follows" in it && it.follows === it.person)
    read.problem([...path, "follows"], "Nobody follows themselves.", "Name somebody else.");
  return it;
}

/** What an author has ruled beforehand on attempts: written just as a run's precedents are shown. */
export const rulingsOf = (read: AuthorReader, rulings: AuthorHouse["rulings"] = {}): RulingStanding[] =>
  Object.entries(rulings).map(([id, it]): RulingStanding => {
    const path = ["rulings", id];
    const { attempt: how, target = null, with: tool = null, when, impossible, difficulty = 0 } = it;
    const turning = (key: "success" | "failure"): Ruling["success"] => {
      const part: AuthorTurning = it[key] ?? "";
      if (typeof part === "string") return { tell: part, do: [] };
      return { tell: part.tell, do: (part.do ?? []).map((one, i) => effectOf(read, [...path, key, "do", i], one)) };
    };
    const possible = impossible === undefined && !read.has([...path, "impossible"]);
    if (possible && !read.has([...path, "success"]))
      read.problem(path, `Nothing says what comes of "${id}".`, "Write `success: ` or `impossible: `.", "key");
    if (possible && difficulty > 1 && !read.has([...path, "failure"]))
      read.problem(path, `Nothing says what happens when "${id}" fails.`, "Write `failure: ` and some words.", "key");
    return {
      id,
      how,
      target,
      with: tool,
      ...dropUndefined({ when }),
      ruling: {
        possible,
        stakes: it.stakes ?? "",
        difficulty,
        turns: it.turns ?? 0,
        success: turning("success"),
        failure: possible ? turning("failure") : { tell: impossible ?? "", do: [] },
      },
    };
  });

/** What a person says of a topic: words, or `{when, says, hears, teaches}`, or several of these. */
export function topicRepliesOf(
  read: AuthorReader,
  path: Path,
  topics: NonNullable<AuthorPerson["topics"]>,
): NonNullable<Person["topics"]> {
  return Object.entries(topics).flatMap(([about, value]) => {
    if (typeof value === "string") return [{ about, says: value, hears: null, teaches: [] }];
    return [value].flat().map(({ when, says, hears = null, teaches = [], leads }, i) => {
      const place = [...path, about, ...(Array.isArray(value) ? [i] : [])];
      if (says === undefined && hears === null && !read.isBroken(place))
        read.problem(
          place,
          "Nothing is said here.",
          "Write `says: ` for a person who asks, or `hears: ` for one who tells.",
        );
      const [first = null, ...again] = Array.isArray(says) ? texts(says) : [says];
      return {
        about,
        ...dropUndefined({ when }),
        says: first,
        hears,
        teaches,
        ...(again.length > 0 ? { again: again as string[] } : {}),
        ...dropUndefined({ leads }),
      };
    });
  });
}

/** `obeys: [{open: cupboard, when: ..., says: ...}]` of a person. */
export const obeysOf = (
  read: AuthorReader,
  path: Path,
  obeys: NonNullable<AuthorPerson["obeys"]>,
): NonNullable<Person["obeys"]> =>
  obeys.flatMap((it, i) => {
    const at = [...path, i];
    const acts = OBEYED.filter((act) => it[act] !== undefined);
    const [act] = acts;
    if (act === undefined || acts.length > 1) {
      if (!read.isBroken(at))
        read.problem(
          at,
          act === undefined ? "Nothing is done here." : `Two things stand here: ${acts.join(", ")}.`,
          "Write what is done, such as {open: id}, {go: room}, {give: id, to: person}.",
        );
      return [];
    }
    const other = OTHERS.find((key) => it[key] !== undefined);
    const any = (id: string) => (id === "any" ? null : id);
    const { when, says = null } = it;
    return [
      {
        act,
        target: act === "wait" ? null : any(it[act]!),
        other: other === undefined ? null : any(it[other]!),
        ...dropUndefined({ when }),
        says,
      },
    ];
  });

/** A thing shows what can be done to it: all that rules wait for, beside what its author has named. */
export function addUses(config: HouseConfig): void {
  for (const { on } of config.rules ?? []) {
    if (!on || !("act" in on) || on.target === null || !isUse(on.act)) continue;
    const it = Object.hasOwn(config.things, on.target) ? config.things[on.target] : config.doors[on.target];
    if (it && !it.uses?.includes(on.act)) it.uses = [...(it.uses ?? []), on.act];
  }
}
const isUse = (act: Act): act is Use => (USES as readonly string[]).includes(act);
