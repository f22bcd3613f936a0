// Effects and conditions as an author writes them: one key says what happens, and what stands behind it how.
import type { Path } from "@orrery/kernel";
import { ABILITIES, titleOf } from "../rules/abilities.ts";
import { CONDITIONS } from "../rules/conditions.ts";
import { DAMAGE_TYPES } from "../rules/damage.ts";
import { parseNotation } from "../rules/roll.ts";
import { type AdventureEffect, DISPOSITIONS, MISSION_STATES, type When } from "./adventure.ts";
import { type AdventureReader, isBag } from "./reader.ts";

/** Everything that effects may name, by the author's ids. */
export interface EffectNames {
  readonly places: readonly string[];
  readonly people: readonly string[];
  readonly scenes: readonly string[];
  readonly encounters: readonly string[];
  readonly missions: readonly string[];
  readonly deadlines: readonly string[];
  readonly supplies: readonly string[];
  readonly endings: readonly string[];
  /** What was named on the way, for what only shows at the end. */
  readonly used: {
    readonly flagsSet: Set<string>;
    readonly flagsAsked: { readonly flag: string; readonly path: Path }[];
    readonly scenesNamed: Set<string>;
  };
}

export const placeId = (key: string): string => (key === "" ? "" : `loc_${key}_001`);
export const personId = (key: string): string => (key === "" ? "" : `npc_${key}_001`);

const WHEN = ["flags", "not", "has", "gold", "at", "alive", "dead"] as const;

export function whenOf(read: AdventureReader, path: Path, names: EffectNames): When | null {
  if (read.value(path) === undefined) return null;
  const bag = read.bag(path, WHEN);
  return {
    ...(bag["flags"] === undefined ? {} : { flags: flagsAsked(read, [...path, "flags"], names) }),
    ...(bag["not"] === undefined ? {} : { unless: read.texts([...path, "not"]) }),
    ...(bag["has"] === undefined ? {} : { has: read.texts([...path, "has"]) }),
    ...(bag["gold"] === undefined ? {} : { gold: read.whole([...path, "gold"]) }),
    ...(bag["at"] === undefined ? {} : { at: placeId(read.ref([...path, "at"], names.places, "place")) }),
    ...(bag["alive"] === undefined
      ? {}
      : { alive: read.refs([...path, "alive"], names.people, "person").map(personId) }),
    ...(bag["dead"] === undefined ? {} : { dead: read.refs([...path, "dead"], names.people, "person").map(personId) }),
  };
}

function flagsAsked(read: AdventureReader, path: Path, names: EffectNames): readonly string[] {
  const flags = read.texts(path);
  const isList = Array.isArray(read.value(path));
  names.used.flagsAsked.push(...flags.map((flag, i) => ({ flag, path: isList ? [...path, i] : path })));
  return flags;
}

function flagSet(read: AdventureReader, path: Path, names: EffectNames): string {
  const flag = read.text(path);
  names.used.flagsSet.add(flag);
  return flag;
}

/** A scene that something leads to. */
function sceneNamed(read: AdventureReader, path: Path, names: EffectNames): string {
  const scene = read.ref(path, names.scenes, "scene");
  names.used.scenesNamed.add(scene);
  return scene;
}

/** The scene of a place or a way; null where none is named. */
export const sceneRef = (read: AdventureReader, path: Path, names: EffectNames): string | null =>
  read.value(path) === undefined ? null : sceneNamed(read, path, names);

export function effectsOf(read: AdventureReader, path: Path, names: EffectNames): readonly AdventureEffect[] {
  const value = read.value(path);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    read.problem(path, "A list of effects should stand here.", "Begin each with a dash: `- say: …`.");
    return [];
  }
  return value.flatMap((one, i): readonly AdventureEffect[] => {
    const at = [...path, i];
    const keys = isBag(one) ? Object.keys(one) : [];
    const key = keys[0];
    const make = key === undefined ? undefined : MAKE[key];
    if (keys.length !== 1 || !make) {
      read.problem(
        at,
        keys.length === 1 ? `There is no effect \`${key}\`.` : "An effect has one key.",
        `There are: ${Object.keys(MAKE).join(", ")}.`,
      );
      return [];
    }
    return [make(read, [...at, key!], names)];
  });
}

const dice = (read: AdventureReader, path: Path): string => {
  const text = read.text(path);
  if (text !== "" && !parseNotation(text)) read.problem(path, `"${text}" cannot be rolled.`, "Write dice as 2d6+1.");
  return parseNotation(text) ? text : "1d4";
};

const kindAndCount = (read: AdventureReader, path: Path): { kind: string; name: string; count: number } => {
  if (typeof read.value(path) === "string") {
    const kind = read.text(path);
    return { kind, name: titleOf(kind), count: 1 };
  }
  read.bag(path, ["kind", "name", "count"]);
  const kind = read.text([...path, "kind"]);
  return {
    kind,
    name: read.text([...path, "name"], titleOf(kind)),
    count: read.whole([...path, "count"], { least: 1, or: 1 }),
  };
};

type Make = (read: AdventureReader, path: Path, names: EffectNames) => AdventureEffect;
const missionMake =
  (state: (typeof MISSION_STATES)[number]): Make =>
  (read, path, names) => ({ is: "mission", id: read.ref(path, names.missions, "mission"), state, objective: null });

const MAKE: Readonly<Record<string, Make>> = {
  say: (read, path) => ({ is: "say", text: read.text(path) }),
  flag: (read, path, names) => ({ is: "flag", flag: flagSet(read, path, names), to: true }),
  unflag: (read, path) => ({ is: "flag", flag: read.text(path), to: false }),
  gold: (read, path) => ({ is: "gold", amount: read.whole(path, { least: -100_000 }), why: "found" }),
  item: (read, path) => ({ is: "item", ...kindAndCount(read, path) }),
  lose(read, path) {
    const { kind, count } = kindAndCount(read, path);
    return { is: "lose", kind, count };
  },
  xp: (read, path) => ({ is: "xp", amount: read.whole(path), why: "what was done" }),
  hurt(read, path) {
    const bag = read.bag(path, ["dice", "type", "by", "all", "save"]);
    if (bag["save"] !== undefined) read.bag([...path, "save"], ["ability", "dc"]);
    const save =
      bag["save"] === undefined
        ? null
        : {
            ability: read.oneOf([...path, "save", "ability"], ABILITIES),
            dc: read.whole([...path, "save", "dc"], { least: 1, most: 30 }),
          };
    return {
      is: "hurt",
      dice: dice(read, [...path, "dice"]),
      type: read.oneOf([...path, "type"], DAMAGE_TYPES),
      by: read.text([...path, "by"]),
      all: read.flag([...path, "all"]),
      save,
    };
  },
  heal: (read, path) => ({ is: "heal", dice: dice(read, path) }),
  condition(read, path) {
    if (typeof read.value(path) === "string")
      return { is: "condition", condition: read.oneOf(path, CONDITIONS), seconds: null };
    read.bag(path, ["is", "for"]);
    return {
      is: "condition",
      condition: read.oneOf([...path, "is"], CONDITIONS),
      seconds: read.seconds([...path, "for"], 3600),
    };
  },
  exhaustion: (read, path) => ({ is: "exhaustion", by: read.whole(path, { least: -6, most: 6 }) }),
  inspiration: () => ({ is: "inspiration" }),
  mission(read, path, names) {
    read.bag(path, ["id", "state", "objective"]);
    const objective = read.text([...path, "objective"], "");
    return {
      is: "mission",
      id: read.ref([...path, "id"], names.missions, "mission"),
      state: read.oneOf([...path, "state"], MISSION_STATES),
      objective: objective === "" ? null : objective,
    };
  },
  accept: missionMake("accepted"),
  complete: missionMake("completed"),
  fail: missionMake("failed"),
  remember: (read, path) => ({ is: "memory", text: read.text(path) }),
  go: (read, path, names) => ({ is: "go", scene: sceneNamed(read, path, names) }),
  move: (read, path, names) => ({ is: "move", place: placeId(read.ref(path, names.places, "place")) }),
  reveal: (read, path, names) => ({ is: "reveal", place: placeId(read.ref(path, names.places, "place")) }),
  fight: (read, path, names) => ({ is: "fight", encounter: read.ref(path, names.encounters, "encounter") }),
  person(read, path, names) {
    const bag = read.bag(path, ["who", "at", "disposition", "hidden", "dies"]);
    const at = bag["at"];
    return {
      is: "person",
      who: personId(read.ref([...path, "who"], names.people, "person")),
      ...(at === undefined
        ? {}
        : { place: at === null ? null : placeId(read.ref([...path, "at"], names.places, "place")) }),
      disposition: bag["disposition"] === undefined ? null : read.oneOf([...path, "disposition"], DISPOSITIONS),
      hidden: bag["hidden"] === undefined ? null : read.flag([...path, "hidden"]),
      dies: read.flag([...path, "dies"]),
    };
  },
  time: (read, path) => ({ is: "time", seconds: read.seconds(path) }),
  start: (read, path, names) => ({ is: "deadline", id: read.ref(path, names.deadlines, "deadline"), what: "start" }),
  stop: (read, path, names) => ({ is: "deadline", id: read.ref(path, names.deadlines, "deadline"), what: "stop" }),
  supply(read, path, names) {
    read.bag(path, ["id", "by"]);
    return {
      is: "supply",
      id: read.ref([...path, "id"], names.supplies, "supply"),
      by: read.whole([...path, "by"], { least: -100_000 }),
    };
  },
  end: (read, path, names) => ({ is: "end", ending: read.ref(path, names.endings, "ending") }),
};
