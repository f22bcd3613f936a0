// Values of any world in plain words: what an action does, what a change changed. Falls back to the names that the data uses.

import { ENGLISH } from "./english.ts";
import type { Action, Change, Line } from "./shapes.ts";
import { languageTag, t, type Word } from "./words.ts";

/** Names by id; `alone`: ids of names that stand without an article. */
export interface Names extends ReadonlyMap<string, string> {
  readonly alone?: ReadonlySet<string>;
}
export const joinNames = (...all: readonly Names[]): Names =>
  Object.assign(new Map(all.flatMap((names) => [...names])), {
    alone: new Set(all.flatMap(({ alone }) => [...(alone ?? [])])),
  });

/** Every `{ id, name }` (or title) and every record of named things in a value: what ids are called. */
export function namesIn(...values: readonly unknown[]): Names {
  const names = new Map<string, string>();
  const alone = new Set<string>();
  const walk = (value: unknown, key: string | null): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      // Lists of ids and numbers are most of a large state.
      for (const child of value) if (typeof child === "object") walk(child, null);
      return;
    }
    const { id, name: own, title, article: before } = value as Record<"id" | "name" | "title" | "article", unknown>;
    // A title names what has an id; by its key alone a thing is only called by its name.
    const called = typeof id === "string" ? id : key;
    const name = own ?? (typeof id === "string" ? title : undefined);
    if (called !== null && typeof name === "string" && !names.has(called)) {
      names.set(called, name);
      if (before === "") alone.add(called);
    }
    for (const at in value) {
      const child = (value as Record<string, unknown>)[at];
      if (typeof child === "object") walk(child, at);
    }
  };
  for (const value of new Set(values)) walk(value, null);
  return Object.assign(names, { alone });
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const plainWord = (word: string): string =>
  word
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
export const article = (name: string): string => (/^(\p{Lu}|the )/u.test(name) ? name : t("theThing", { name }));
export const callName = (id: string, names: Names): string => {
  const name = names.get(id);
  return name === undefined ? plainWord(id) : names.alone?.has(id) ? name : article(name);
};

/** Actions that many worlds know, by type; what fills their places is named by `part`. */
const SENTENCES: Readonly<Record<string, Word | ((raw: Record<string, unknown>) => Word)>> = {
  go: "doGo",
  look: "doLook",
  inventory: "doInventory",
  wait: "doWait",
  hint: "doHint",
  put: ({ how }) => (how === "on" ? "doPutOn" : "doPutIn"),
  unlock: "doUnlock",
  lock: "doLock",
  switch: ({ on }) => (on ? "doSwitchOn" : "doSwitchOff"),
  give: "doGive",
  show: "doShow",
  request: "doRequest",
  take: "doTake",
  drop: "doDrop",
  examine: "doExamine",
  search: "doSearch",
  smell: ({ target }) => (target === undefined ? "doSmell" : "doSmellAt"),
  read: "doRead",
  open: "doOpen",
  close: "doClose",
  move: "doMoveTo",
  wear: "doWear",
  remove: "doRemove",
  ask: "doAsk",
  tell: "doTell",
  bid: ({ wanted }) => BIDS[(wanted as { type?: string } | undefined)?.type ?? ""] ?? "doBid",
  perform: ({ target, with: tool, to }) =>
    target === undefined
      ? "doPerform"
      : tool !== undefined
        ? "doPerformWith"
        : to !== undefined
          ? "doPerformTo"
          : "doPerformOn",
  use: ({ with: tool }) => (tool === undefined ? "doUse" : "doUseWith"),
};
const BIDS: Readonly<Record<string, Word>> = {
  follow: "doBidFollow",
  wait: "doBidWait",
  return: "doBidReturn",
};
const PLACE = /\{(\w+)\}/g;

/** What an action does, as its actor would say it: "unlock the oak door with the brass key". */
export function actionInWords({ type, targetId, locationId, metadata }: Action, names: Names): string {
  const raw = metadata ?? {};
  const part = (name: string): string | undefined => {
    const value = name === "target" ? targetId : name === "location" ? locationId : raw[name];
    if (value === undefined) return undefined;
    return name === "direction" || name === "how"
      ? String(value)
      : typeof value === "string"
        ? callName(value, names)
        : String(value);
  };
  const known = SENTENCES[type];
  if (known) {
    const word = typeof known === "string" ? known : known({ ...raw, target: targetId });
    const needed = [...ENGLISH[word].matchAll(PLACE)].map((match) => match[1]!);
    const filled = needed.map((name) => [name, part(name)] as const);
    if (filled.every(([, value]) => value !== undefined))
      return t(word, Object.fromEntries(filled) as Record<string, string>);
  }
  const ids = [targetId, locationId].flatMap((id) => (id === undefined ? [] : [callName(id, names)]));
  const rest = Object.entries(raw).map(([key, value]) => fieldInWords(key, value, names));
  return [plainWord(type), ...ids, ...rest].join(" ");
}

/** One part of an action: an id by its name, a sentence as it was written, a group of parts under its own name. */
function fieldInWords(key: string, value: unknown, names: Names): string {
  if (typeof value === "string")
    return names.has(value) || !/[\s.,!?]/.test(value) ? callName(value, names) : `“${value}”`;
  if (typeof value !== "object" || value === null) return String(value);
  return `(${plainWord(key)}: ${valueInWords(value, names)})`;
}

/** A change as "what: how it was → how it is". */
export interface SaidChange {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}
/** Changes in words. A place that went from one kind to another (in, on, held by) is one change; What `quiet` names, a whole part of the state or a last key, goes unsaid. */
export function changesInWords(changes: readonly Change[], names: Names, quiet: readonly string[] = []): SaidChange[] {
  const places = new Map<string, Change>();
  for (const { path, before, after } of changes) {
    const kind = String(path.at(-1));
    const where = PLACES.has(kind) && path.at(-2) === "at" ? path.slice(0, -1) : path;
    const key = where.join("\n");
    const side = (value: unknown) => (where === path || value === undefined ? value : { [kind]: value });
    const known = places.get(key);
    places.set(key, { path: where, before: side(before) ?? known?.before, after: side(after) ?? known?.after });
  }
  return [...places.values()]
    .filter(({ path }) => !quiet.includes(String(path.at(-1))) && !quiet.includes(String(path[0])))
    .map((change) => changeInWords(change, names));
}
const PLACES: ReadonlySet<string> = new Set(["in", "on", "heldBy"]);

function changeInWords({ path, before, after }: Change, names: Names): SaidChange {
  const keys = path.map(String);
  const named = keys.findLastIndex((key) => names.has(key));
  const subject = named >= 0 ? callName(keys[named]!, names) : null;
  const rest = keys.slice(named + 1).map((key) => (/^\d+$/.test(key) ? `${Number(key) + 1}` : plainWord(key)));
  const what = [...(subject ? [subject] : []), ...(rest.join(" ") === "at" ? [] : rest)].join(", ");
  return {
    what: capital(what || t("everything")),
    before: valueInWords(before, names),
    after: valueInWords(after, names),
  };
}

export function valueInWords(value: unknown, names: Names): string {
  if (value === undefined || value === null) return t("nothing");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "string") return names.has(value) ? callName(value, names) : value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? t("nothing") : value.map((item) => valueInWords(item, names)).join(", ");
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first && typeof first[1] === "string") {
    const place = callName(first[1], names);
    if (first[0] === "in") return t("inPlace", { place });
    if (first[0] === "on") return t("onPlace", { place });
    if (first[0] === "heldBy") return t("heldBy", { place });
  }
  return entries.map(([key, item]) => `${plainWord(key)} ${valueInWords(item, names)}`).join("; ") || t("nothing");
}

/** "5 minutes ago", "in 2 hours", in the reader's own language: the largest unit that fits, rounded towards now. */
export function ago(then: number, now = Date.now()): string {
  const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
    ["year", 31_557_600_000],
    ["month", 2_629_800_000],
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
  ];
  const format = new Intl.RelativeTimeFormat(languageTag(), { numeric: "auto" });
  for (const [unit, ms] of steps)
    if (Math.abs(now - then) >= ms) return format.format(Math.trunc((then - now) / ms), unit);
  return t("justNow");
}

/** What refusals say that the telling leaves out. What is held back hangs on something that was told. */
export const untold = ({ validation, narration }: Pick<Line, "validation" | "narration">): string[] =>
  validation.flatMap(({ success, reason, message }) =>
    success || narration.includes(message ?? " ") || (reason === "held_back" && narration.trim() !== "")
      ? []
      : [message ?? plainWord(reason ?? "refused")],
  );
