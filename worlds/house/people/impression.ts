// What a percept is to the person who has it: its channel, its source, its subject, how much it matters. In the terms of mind.ts.
import type { Impression } from "@orrery/kernel";
import { allSeen } from "../sense/seen.ts";
import type { HousePercept, ToldEvent } from "../sense/told.ts";

export function impression({ told, scene }: HousePercept, you: string): Impression {
  const sight = () => [...allSeen(scene), ...scene.people].map(({ id }) => id).sort();
  // Only the sight has changed: what is in it can be seen, and nothing of it happened to anyone.
  if (!told) return { how: "saw", from: null, about: [], sees: sight(), importance: 1 };
  const plain = { ...wayOf(told, you), about: aboutOf(told, you), importance: importanceOf(told, you) };
  return looksAbout(told, you) ? { ...plain, sees: sight() } : plain;
}

/** Whether a percept describes the room: on coming in, or on looking around. */
const looksAbout = (told: ToldEvent, you: string): boolean =>
  told.type === "brought" ||
  (told.type === "went" && told.who.id === you) ||
  (told.type === "looked" && told.how === "around");

function wayOf(told: ToldEvent, you: string): Pick<Impression, "how" | "from"> {
  const by = "who" in told ? (told.who?.id ?? null) : null;
  const isOwn = by === you;
  switch (told.type) {
    case "looked":
      return told.how === "text" && told.at ? { how: "read", from: told.at.id } : { how: "saw", from: null };
    case "said":
      return isOwn ? { how: "said", from: null } : { how: "heard", from: by };
    case "informed":
      return isOwn ? { how: "said", from: null } : { how: told.to.id === you ? "told" : "heard", from: by };
    case "asked":
    case "bade":
    case "claimed":
      return isOwn ? { how: "said", from: null } : { how: "heard", from: by };
    case "learned":
      return told.from === null
        ? { how: "heard", from: null }
        : { how: isPerson(told.from) ? "told" : "read", from: told.from.id };
    case "thought":
    case "hinted":
    case "recalled":
      return { how: "thought", from: null };
    case "glimpsed":
      return { how: told.by === "sight" ? "saw" : "heard", from: null };
    case "noised":
    case "stepped":
    case "lock_clicked":
      return { how: "heard", from: null };
    case "smelt":
    case "went":
      return { how: "saw", from: null };
    default:
      return { how: isOwn ? "did" : "saw", from: null };
  }
}

/** Cards of things say whether they are fixed; names of people do not. */
const isPerson = (source: object): boolean => !("fixed" in source);

/** Everything and everyone that is named, oneself left out; what was looked at with all that lay in and on it. */
function aboutOf(told: ToldEvent, you: string): string[] {
  const ids = new Set<string>();
  const add = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) for (const one of value) add(one);
    else {
      const { id, in: inside, on, holding, from, to } = value as Record<string, unknown>;
      if (typeof id === "string" && id !== you) ids.add(id);
      for (const part of [inside, on, holding, from, to]) add(part);
    }
  };
  for (const value of Object.values(told)) add(value);
  return [...ids].sort();
}

const IMPORTANCE: { readonly [T in ToldEvent["type"]]?: number } = {
  waited: 0,
  stepped: 1,
  passed: 0,
  looked: 2,
  // Said to the player about the story: not an event in it.
  hinted: 0,
  recalled: 0,
  claimed: 2,
  noised: 4,
  mooded: 4,
  bade: 4,
  attempted: 4,
  said: 5,
  asked: 4,
  informed: 5,
  gave: 5,
  showed: 5,
  unlocked: 5,
  locked: 5,
  lock_clicked: 4,
  used: 4,
  lit: 4,
  ruled: 6,
  broke: 6,
  hurt: 7,
  narrated: 6,
  brought: 6,
  appeared: 7,
  vanished: 7,
  learned: 8,
  caught: 8,
  ended: 10,
};
const PLAIN = 3;

function importanceOf(told: ToldEvent, you: string): number {
  const isOwn = "who" in told && told.who?.id === you;
  const isToYou = "to" in told && told.to?.id === you && !isOwn;
  switch (told.type) {
    case "looked":
      return told.how === "text" ? 6 : told.how === "around" || told.how === "self" ? 1 : 2;
    case "said":
      return isOwn ? 3 : isToYou ? 6 : 5;
    case "performed":
      return (told.grave ? 8 : 5) + (told.about.some(({ id }) => id === you) && !isOwn ? 1 : 0);
    default:
      return (IMPORTANCE[told.type] ?? PLAIN) + (isToYou ? 1 : 0);
  }
}
