// Who knows a thing, and how; and why a thing is as it is: both read from the log, turn by turn, and kept nowhere.
import { mentions, spokenWords } from "@orrery/agents";
import {
  type ActionBase,
  type AnyEngine,
  type AnyEvent,
  type Commit,
  type Entity,
  equal,
  lift,
  mindOf,
  type Shape,
  step,
  valueAt,
  type Way,
} from "@orrery/kernel";
import type { Store } from "@orrery/store";
import { Impressions } from "../memory/impressions.ts";
import { spokenName, type Thing } from "../memory/name-resolution.ts";
import type { HowKnown, Knower, Setting, ValueCause } from "../shapes.ts";
import type { HistoryMoment } from "../turns/branch-session.ts";
import { walk } from "../turns/walk.ts";

/** What one actor got to know of a thing, in the order it did: the first time of each way and each source. */
type KnowledgeTrail = Omit<Knower, "name" | "ways"> & {
  readonly ways: readonly (Omit<HowKnown, "words" | "from"> & { readonly from: string | null })[];
};

/** Reads the line to a moment and notes who met a thing, and how. `who`: only this actor. */
export async function whoMet(
  engine: AnyEngine,
  store: Store,
  to: HistoryMoment,
  thing: Thing,
  who: string | null,
): Promise<KnowledgeTrail[]> {
  const impressions = new Impressions(engine);
  const met = new Map<string, KnowledgeTrail["ways"][number][]>();
  const note = (actor: string, way: KnowledgeTrail["ways"][number]) => {
    const ways = met.get(actor) ?? [];
    if (ways.some(({ how, from }) => how === way.how && from === way.from)) return;
    met.set(actor, [...ways, way]);
  };
  const name = spokenWords(thing.name).map(({ word }) => word);
  for await (const { stored, before, after, commit } of walk(engine, store, null, to.place)) {
    if (!before || !commit) {
      for (const actor of engine.world.actors(after.frame.state))
        if (actor !== thing.id && mentions(mindOf(engine, after.frame, actor), thing.id))
          note(actor, { turn: 0, id: stored.id, how: "known", from: null, text: null });
      continue;
    }
    const { state } = before.frame;
    if (thing.type === "fact" && engine.world.reads)
      for (const actor of new Set(commit.answers.map((answer) => answer.actor))) {
        if ((who !== null && actor !== who) || met.get(actor)?.some(({ how }) => how === "read")) continue;
        const read = engine.world.actors(state).includes(actor) ? engine.world.reads(state, actor, thing.id) : null;
        if (read) note(actor, { turn: stored.turn, id: stored.id, how: "read", from: read.from, text: null });
      }
    for (const one of impressions.ofTurn(before.frame, commit)) {
      const { actor, how, from, about, percept } = one;
      if (actor === thing.id || (who !== null && actor !== who)) continue;
      const has = (way: Pick<HowKnown, "how"> & { from: string | null }) =>
        met.get(actor)?.some((known) => known.how === way.how && known.from === way.from) ?? false;
      const isKnown = has({ how, from });
      const isAbout = about.includes(thing.id);
      // Words are only put together where they could be the first of their kind.
      const isSaid = !isAbout && !isKnown && (how === "heard" || how === "told" || how === "read");
      const isMet = isAbout || (isSaid && speaksOf(one.text(), name));
      // What is merely in sight meanwhile is seen.
      const way = isMet ? { how, from } : SEEN;
      if (has(way) || (!isMet && !mentions(percept, thing.id))) continue;
      note(actor, { turn: stored.turn, id: stored.id, ...way, text: (isMet ? one.text() : "") || null });
    }
  }
  return [...met].map(([actor, ways]) => ({ actor, ways })).filter(({ actor }) => who === null || actor === who);
}

const SEEN = { how: "saw", from: null } as const;

/** Whether words that were heard or read name a thing, by its whole name. */
function speaksOf(text: string, name: readonly string[]): boolean {
  const words = spokenWords(text).map(({ word }) => word);
  return name.length > 0 && words.some((_, i) => name.every((word, n) => words[i + n] === word));
}

/** "it", "her", "them": what an entity is called where it was named before; people without pronouns from their world are "them". */
export function pronounOf({ attributes }: Pick<Entity, "attributes">, isActor: boolean): string {
  const { pronouns, plural } = attributes;
  const own = typeof pronouns === "string" ? OBJECTS[pronouns] : undefined;
  return own ?? (isActor || plural === true ? "them" : "it");
}
const OBJECTS: Readonly<Record<string, string>> = { she: "her", he: "him", they: "them", it: "it" };

/** What is known of: its pronoun, and whether it is somebody, who can be spoken to as well as of. */
interface Whom {
  readonly it: string;
  readonly isActor: boolean;
}

/** "was told by Mara", "saw her": how somebody knows a thing, in words; `isItself`: the thing is who said so; `isSomebody`: it came from a person. */
export function wayInWords(
  how: Way,
  from: string | null,
  { it, isActor }: Whom,
  isItself = false,
  isSomebody = false,
): string {
  switch (how) {
    case "known":
      return "from the beginning";
    case "did":
      return `had to do with ${it}`;
    case "said":
      return isActor ? `spoke to ${it} or of ${it}` : `spoke of ${it}`;
    case "thought":
      return `thought of ${it}`;
    case "saw":
      return `saw ${it}`;
    case "heard":
      return from === null ? `heard of ${it}` : `heard ${from} speak${isItself ? "" : ` of ${it}`}`;
    case "told":
      return from === null ? "was told" : `was told by ${from}`;
    case "read":
      return from === null
        ? `read of ${it}`
        : `read ${it === "it" ? "it" : `of ${it}`} ${isSomebody ? "in words of" : "on"} ${from}`;
  }
}

/** Every time that an entity, or one attribute of it, became otherwise on the line to a moment; newest first, the opening last. */
export async function settingsOf(
  engine: AnyEngine,
  store: Store,
  to: HistoryMoment,
  { thing, attribute }: { thing: Thing; attribute: readonly string[] },
): Promise<Setting[]> {
  const { world } = engine;
  const valueIn = (state: unknown): unknown => {
    const entity = world.entities(state).find(({ id }) => id === thing.id);
    return entity && (attribute.length === 0 ? entity.attributes : valueAt(entity.attributes, attribute));
  };
  const settings: Setting[] = [];
  let value: unknown;
  for await (const { stored, before, after, commit } of walk(engine, store, null, to.place)) {
    if (!before || !commit) {
      value = valueIn(after.frame.state);
      settings.push({
        turn: 0,
        id: stored.id,
        ...withoutAbsent({ after: value }),
        rawText: "",
        by: { kind: "opening" },
        event: null,
      });
      continue;
    }
    if (before.frame.state === after.frame.state || equal(valueIn(after.frame.state), value)) {
      // It may have been changed and changed back within the turn; what it was before is what it is.
      continue;
    }
    for (const one of stepsOf(engine, before, commit)) {
      const next = valueIn(one.state);
      if (equal(next, value)) continue;
      settings.push({
        turn: stored.turn,
        id: stored.id,
        ...withoutAbsent({ before: value, after: next }),
        rawText: commit.turn.rawText,
        by: one.by,
        event: one.event,
      });
      value = next;
    }
  }
  return settings.reverse();
}

/** The events of a turn, each with the state it leads to and what caused it. */
function* stepsOf(
  engine: AnyEngine,
  before: HistoryMoment,
  commit: Commit<Shape>,
): Generator<{ state: unknown; event: AnyEvent<Shape>; by: ValueCause }> {
  let at: Pick<HistoryMoment["frame"], "state" | "minds"> = before.frame;
  let rule: string | null = null;
  for (const [i, event] of commit.events.entries()) {
    const origin = commit.by[i]!;
    for (const lifted of lift(engine, commit.version, event)) {
      at = step(engine, at, lifted);
      if (origin === "settle" && !lifted.type.startsWith("@")) rule = engine.world.ruleOf?.(lifted) ?? rule;
      const by: ValueCause =
        origin === "god"
          ? { kind: "god", action: commit.turn.actions[0] ?? null }
          : origin === "settle"
            ? { kind: "settle", rule, actions: commit.turn.actions }
            : { kind: "action", action: commit.turn.actions[origin]! };
      yield { state: at.state, event: lifted, by };
    }
  }
}

/** Absent where there was or is nothing. */
const withoutAbsent = ({ before, after }: { before?: unknown; after?: unknown }) => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

/** One setting in words; `name` says an actor or a thing. */
export function settingInWords(
  { turn, by, before, after, rawText }: Setting,
  of: { thing: Thing; attribute: readonly string[] },
  name: (id: string) => string,
): string {
  const what =
    of.attribute.length === 0 ? spokenName(of.thing) : `${of.attribute.join(".")} of ${spokenName(of.thing)}`;
  const changed =
    of.attribute.length > 0
      ? `${what} became ${plain(after)} (it was ${plain(before)})`
      : before === undefined
        ? `${what} came to be`
        : after === undefined
          ? `${what} ceased to be`
          : `${what} changed: ${differences(before, after)}`;
  const words =
    rawText === ""
      ? ""
      : `, at the words “${rawText.length <= 120 ? rawText : `${rawText.slice(0, 120).toWellFormed()}…`}”`;
  const doing = (action: ActionBase) =>
    `${name(action.actorId)} did “${action.type}${action.targetId ? ` ${name(action.targetId)}` : ""}”`;
  switch (by.kind) {
    case "opening":
      return of.attribute.length > 0
        ? `From the opening on: ${what} was ${plain(after)}.`
        : `From the opening on there was ${what}.`;
    case "action":
      return `Turn ${turn}: ${changed}, because ${doing(by.action)}${words}.`;
    case "settle": {
      const rule = by.rule === null ? "the world settled the turn" : `the rule “${by.rule}” came into play`;
      const [first] = by.actions;
      return `Turn ${turn}: ${changed}, because ${rule}${first ? ` after ${doing(first)}` : ""}${words}.`;
    }
    case "god":
      return `Turn ${turn}: ${changed}, by a god's hand${by.action ? ` (${by.action.type})` : ""}.`;
  }
}

function differences(before: unknown, after: unknown): string {
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null)
    return `${plain(before)} → ${plain(after)}`;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const at = (value: object, key: string) => (value as Record<string, unknown>)[key];
  return keys
    .filter((key) => !equal(at(before, key), at(after, key)))
    .map((key) => `${key}: ${plain(at(before, key))} → ${plain(at(after, key))}`)
    .join(", ");
}

const plain = (value: unknown): string => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`;
};
