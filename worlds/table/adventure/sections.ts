// Reads an author's places, people, fights, deadlines, agendas and supplies: each a mapping with keys of its own.
import type { Path } from "@orrery/kernel";
import { isGear } from "../rules/gear.ts";
import { MONSTERS, type MonsterId } from "../rules/monsters.ts";
import { LIGHTS } from "../rules/rest.ts";
import {
  type AdventureEffect,
  type AdventurePerson,
  type AgendaText,
  type DeadlineText,
  DISPOSITIONS,
  type Encounter,
  type Exit,
  type Place,
  RISKS,
  SUPPLY_UNITS,
  type SupplyText,
} from "./adventure.ts";
import { type EffectNames, effectsOf, personId, placeId, sceneRef, whenOf } from "./effects.ts";
import type { AdventureReader } from "./reader.ts";

const BLOCKS = Object.keys(MONSTERS) as readonly MonsterId[];

export function placeOf(read: AdventureReader, path: Path, id: string, names: EffectNames): Place {
  read.bag(path, ["name", "description", "light", "map", "known", "safe", "scene", "exits"]);
  const [x, y] = [0, 1].map((i) => read.whole([...path, "map", i], { most: 100, or: 50 })) as [number, number];
  const exits = read.entries([...path, "exits"], (at, to): Exit => {
    read.bag(at, ["miles", "ground", "difficult", "if", "scene"]);
    if (!names.places.includes(to))
      read.problem(at, `There is no place "${to}".`, `There are: ${names.places.join(", ")}.`, true);
    const miles = read.value([...at, "miles"]);
    if (typeof miles !== "number" || miles < 0 || miles > 500)
      read.problem([...at, "miles"], "A way has its miles.", "Write a number from 0 to 500; parts of a mile are fine.");
    return {
      to: placeId(to),
      miles: typeof miles === "number" ? miles : 1,
      ground: read.oneOf([...at, "ground"], ["road", "wild"] as const, "road"),
      difficult: read.flag([...at, "difficult"]),
      when: whenOf(read, [...at, "if"], names),
      scene: sceneRef(read, [...at, "scene"], names),
    };
  });
  return {
    id: placeId(id),
    name: read.text([...path, "name"]),
    description: read.text([...path, "description"]),
    light: read.oneOf([...path, "light"], LIGHTS, "bright"),
    x,
    y,
    known: read.flag([...path, "known"]),
    safe: read.flag([...path, "safe"]),
    exits: Object.values(exits),
    scene: sceneRef(read, [...path, "scene"], names),
  };
}
export function personOf(read: AdventureReader, path: Path, id: string, names: EffectNames): AdventurePerson {
  read.bag(path, [
    "name",
    "role",
    "block",
    "gender",
    "age",
    "mbti",
    "alignment",
    "at",
    "disposition",
    "hidden",
    "manner",
    "lines",
    "wares",
    "gold",
  ]);
  const mbti = read.text([...path, "mbti"], "ISFJ");
  if (!/^[EI][NS][FT][JP]$/.test(mbti))
    read.problem(
      [...path, "mbti"],
      `"${mbti}" is no personality type.`,
      "Four letters, as ISTJ. Players never see it.",
    );
  const wares = read.entries([...path, "wares"], (at, kind) => {
    if (!isGear(kind))
      read.problem(
        at,
        `"${kind}" is no gear of the rules.`,
        "Wares are armour, weapons or goods, by their key: potion_of_healing.",
        true,
      );
    return read.whole(at, { least: 1 });
  });
  const at = read.value([...path, "at"]);
  return {
    id: personId(id),
    name: read.text([...path, "name"]),
    role: read.text([...path, "role"]),
    block: read.oneOf([...path, "block"], BLOCKS, "commoner"),
    gender: read.text([...path, "gender"], "unspecified"),
    age: read.whole([...path, "age"], { most: 5000, or: 40 }),
    mbti,
    alignment: read.text([...path, "alignment"], "neutral"),
    place: at === undefined || at === null ? null : placeId(read.ref([...path, "at"], names.places, "place")),
    disposition: read.oneOf([...path, "disposition"], DISPOSITIONS, "neutral"),
    hidden: read.flag([...path, "hidden"]),
    manner: read.text([...path, "manner"], ""),
    lines: read.texts([...path, "lines"]),
    wares,
    gold: read.whole([...path, "gold"], { or: 0 }),
  };
}

export function encounterOf(read: AdventureReader, path: Path, id: string, names: EffectNames): Encounter {
  read.bag(path, ["text", "foes", "distance", "surprise", "won", "fled", "lost"]);
  const listed = read.value([...path, "foes"]);
  const foes = (Array.isArray(listed) ? listed : []).map((_, i) => {
    const at = [...path, "foes", i];
    read.bag(at, ["block", "name", "count", "gold"]);
    return {
      block: read.oneOf([...at, "block"], BLOCKS),
      name: read.text([...at, "name"]),
      count: read.whole([...at, "count"], { least: 1, most: 8, or: 1 }),
      gold: read.whole([...at, "gold"], { or: 0 }),
    };
  });
  if (foes.length === 0)
    read.problem(path, "A fight needs somebody to fight.", "Write `foes:` with a list of {block, name, count}.", true);
  const lost: readonly AdventureEffect[] = effectsOf(read, [...path, "lost"], names);
  return {
    id,
    text: read.text([...path, "text"], ""),
    foes,
    distance: read.whole([...path, "distance"], { least: 1, most: 10, or: 6 }),
    surprise:
      read.value([...path, "surprise"]) === undefined
        ? null
        : read.oneOf([...path, "surprise"], ["party", "foes"] as const),
    won: effectsOf(read, [...path, "won"], names),
    fled: effectsOf(read, [...path, "fled"], names),
    lost: lost.length > 0 ? lost : [{ is: "end", ending: "fallen" }],
  };
}

export function deadlineOf(read: AdventureReader, path: Path, id: string, names: EffectNames): DeadlineText {
  read.bag(path, [
    "description",
    "after",
    "running",
    "urgency",
    "consequences",
    "people",
    "subtle",
    "clear",
    "urgent",
    "then",
  ]);
  return {
    id,
    description: read.text([...path, "description"]),
    after: read.seconds([...path, "after"]),
    running: read.flag([...path, "running"]),
    urgency: read.oneOf([...path, "urgency"], RISKS, "medium"),
    consequences: read.text([...path, "consequences"]),
    people: read.refs([...path, "people"], names.people, "person").map(personId),
    warnings: [read.text([...path, "subtle"]), read.text([...path, "clear"]), read.text([...path, "urgent"])],
    effects: effectsOf(read, [...path, "then"], names),
  };
}

export function agendaOf(read: AdventureReader, path: Path, id: string, names: EffectNames): AgendaText {
  read.bag(path, ["goal", "per_hour", "milestones", "blocked_by"]);
  if (!names.people.includes(id))
    read.problem(
      path,
      `There is nobody "${id}".`,
      `An agenda stands under a person: ${names.people.join(", ")}.`,
      true,
    );
  const listed = read.value([...path, "milestones"]);
  return {
    who: personId(id),
    goal: read.text([...path, "goal"]),
    perHour: read.whole([...path, "per_hour"], { least: 1, most: 100 }),
    blocked: read.texts([...path, "blocked_by"]),
    milestones: (Array.isArray(listed) ? listed : []).map((_, i) => {
      const at = [...path, "milestones", i];
      read.bag(at, ["at", "text", "then"]);
      return {
        at: read.whole([...at, "at"], { least: 1, most: 100 }),
        text: read.text([...at, "text"]),
        effects: effectsOf(read, [...at, "then"], names),
      };
    }),
  };
}

export function supplyOf(read: AdventureReader, path: Path, id: string, names: EffectNames): SupplyText {
  read.bag(path, ["amount", "most", "rate", "unit", "critical", "consequence", "then"]);
  const amount = read.whole([...path, "amount"]);
  return {
    id,
    amount,
    most: read.whole([...path, "most"], { or: amount }),
    rate: read.whole([...path, "rate"]),
    unit: read.oneOf([...path, "unit"], SUPPLY_UNITS, "per_day"),
    critical: read.whole([...path, "critical"], { or: 0 }),
    consequence: read.text([...path, "consequence"]),
    effects: effectsOf(read, [...path, "then"], names),
  };
}
