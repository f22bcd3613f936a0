// Rooms and things in prose, from what one person sees of them. It adds no fact of its own.
import type { DoorCard, Named, Posed, RoomScene, Seen, SeenPerson } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { type HouseView, lockIn, type ViewExit } from "../sense/view.ts";
import { a, and, areAll, does, is, list, object, sentence, subject, the, toward, upper } from "./grammar.ts";
import type { WordDice } from "./wordings.ts";

type DescribedScene = Pick<RoomScene, "room" | "description" | "lit" | "things" | "people" | "posed">;

/** A room at first sight: its name as a heading, its description, what and who is there, and the ways on. */
export function roomInFull(sight: DescribedScene, exits: readonly ViewExit[]): string {
  const parts = [
    sight.description,
    [contents(sight), poseSentence(sight)].filter(Boolean).join(" "),
    ways(exits, sight.lit),
  ].filter((part) => part !== "");
  return `${upper(sight.room.name)}\n${parts.join("\n\n")}`;
}

/** "You are sitting on the bench." */
const poseSentence = ({ posed }: DescribedScene): string => (posed ? `You are ${pose(posed)}.` : "");

const POSTURES = { sit: "sitting on", lie: "lying on", enter: "in" } as const;
export const pose = ({ how, on }: Posed): string => `${POSTURES[how]} ${the(on)}`;

/** A room that is known: only what may have changed. */
export function roomInBrief({ lit, description, things, people }: DescribedScene): string {
  if (!lit) return description;
  const here = people.length === 0 ? "" : `${upper(list(people, the))} ${areAll(people)} here.`;
  return [contents({ things, people: [] }), here].filter(Boolean).join(" ");
}

/** Things and people, as sentences; "" when there is nothing to name. */
export function contents({ things, people }: Pick<DescribedScene, "things" | "people">): string {
  const shown: string[] = [];
  const plain: Seen[] = [];
  const walk = (one: Seen) => {
    if (one.appearance) shown.push(sentence(one.appearance));
    else if (!one.scenery) plain.push(one);
  };
  for (const one of things) walk(one);
  const nested = things.flatMap((one) => within(one));
  const loose = plain.length === 0 ? [] : [`There ${areAll(plain)} ${list(plain, withState)} here.`];
  const bare = people.filter(({ appearance, holding, posed }) => !appearance && !posed && holding.length === 0);
  const rest = people.filter((one) => !bare.includes(one));
  const here = bare.length === 0 ? [] : [`${upper(list(bare, the))} ${areAll(bare)} here.`];
  return [...shown, ...loose, ...nested, ...here, ...rest.flatMap(present)].join(" ");
}

/** What lies on and in a thing, one sentence each; a thing that shows itself in its own words does so here. */
function within(one: Seen): string[] {
  const out: string[] = [];
  for (const [how, inner] of [
    ["on", one.on],
    ["in", one.in],
  ] as const) {
    const own = inner.filter(({ appearance, scenery }) => !appearance && !scenery);
    for (const { appearance } of inner) if (appearance) out.push(sentence(appearance));
    if (own.length > 0) out.push(`${upper(how)} ${the(one)} ${areAll(own)} ${list(own, withState)}.`);
    for (const deeper of inner) out.push(...within(deeper));
  }
  return out;
}

function present(person: SeenPerson): string[] {
  const own = person.holding.filter(({ appearance, worn }) => !appearance && !worn);
  const stands = person.posed ? pose(person.posed) : "here";
  const here = person.appearance ? sentence(person.appearance) : `${upper(the(person))} ${is(person)} ${stands}.`;
  return [
    here,
    ...person.holding.flatMap(({ appearance }) => (appearance ? [sentence(appearance)] : [])),
    ...wearing(person),
    ...(own.length > 0 ? [`${upper(the(person))} ${does(person, "hold")} ${list(own, withState)}.`] : []),
  ];
}

function wearing(person: SeenPerson): string[] {
  const worn = person.holding.filter((one) => one.worn);
  return worn.length === 0 ? [] : [`${upper(the(person))} ${is(person)} wearing ${list(worn)}.`];
}

/** "a lamp (lit)". */
const withState = (it: Named): string => `${a(it)}${"light" in it && (it as Seen).light?.on ? " (lit)" : ""}`;

/** The ways on, in one sentence. */
export function ways(exits: readonly ViewExit[], lit: boolean): string {
  if (exits.length === 0) return "";
  const merged: { readonly towards: string[]; readonly door: string | null; readonly rest: string }[] = [];
  for (const { direction, door, beyond } of exits) {
    const through = door ? ` through ${the(door)}${door.open ? "" : " (closed)"}` : "";
    const rest = `${through}${beyond ? ` to ${the(beyond)}` : ""}`;
    // Several directions through one door are one way.
    const same = door && merged.find((one) => one.door === door.id && one.rest === rest);
    if (same) same.towards.push(toward(direction));
    else merged.push({ towards: [toward(direction)], door: door?.id ?? null, rest });
  }
  const all = merged.map(({ towards, rest }) => `${and(towards, "or")}${rest}`);
  return lit ? `You can go ${and(all, "or")}.` : `You could feel your way ${and(all, "or")}.`;
}

/** What one is holding, for "inventory". */
export function holding(all: readonly Seen[]): string {
  const things = all.filter(({ worn }) => !worn);
  const worn = all.filter((one) => one.worn);
  const dress = worn.length === 0 ? [] : [`You are wearing ${list(worn)}.`];
  if (things.length === 0 && worn.length > 0) return dress[0]!;
  if (things.length === 0) return "You are carrying nothing.";
  const named = list(things, withState);
  const inside = things.flatMap(within);
  return [`You are carrying ${named}.`, ...inside, ...dress].join(" ");
}

/** A thing, door or person looked at closely: its description, how it stands, what it holds. */
export function closely(
  it: Seen | DoorCard | SeenPerson,
  description: string,
  view: HouseView,
  dice: WordDice,
): string {
  const plain = dice.pick("plain", [
    `You see nothing remarkable about ${the(it)}.`,
    `${upper(the(it))} ${is(it)} just what ${subject(it)} ${subject(it) === "they" ? "seem" : "seems"} to be.`,
    `There is nothing unusual about ${the(it)}.`,
  ]);
  return [description === "" ? plain : description, ...standing(it, view)].join(" ");
}

function standing(it: Seen | DoorCard | SeenPerson, view: HouseView): string[] {
  if ("holding" in it) {
    const held = it.holding.filter(({ worn }) => !worn);
    const has = `${upper(the(it))} ${does(it, "have")}`;
    return [...wearing(it), ...(held.length === 0 ? [] : [`${has} ${list(held, withState)}.`])];
  }
  const now = "pronouns" in it || !it.broken ? [] : [`${upper(subject(it))} ${is(it)} broken now.`];
  const lock = lockIn(view, it.id);
  const known = lock?.locked ? " and locked" : "";
  if (!("container" in it)) return [...now, `${upper(the(it))} ${is(it)} ${it.open ? "open" : `closed${known}`}.`];
  const lid = it.container?.lid
    ? [`${upper(subject(it))} ${is(it)} ${it.container.open ? "open" : `closed${known}`}.`]
    : [];
  const light = it.light ? [`${upper(subject(it))} ${is(it)} ${it.light.on ? "lit" : "not lit"}.`] : [];
  return [...now, ...lid, ...light, ...inventoryOf(it)];
}

function inventoryOf(it: Seen): string[] {
  const some = within(it);
  if (some.length > 0) return some;
  return it.container?.open && it.container.lid ? [`There is nothing inside ${object(it)}.`] : [];
}

/** What a search brings to light. */
export function describeSearch(it: Seen, dice: WordDice): string {
  if (it.in.length === 0 && it.on.length === 0) {
    const place = it.supporter && !it.container ? "on" : "in";
    return dice.pick("bare", [`There is nothing ${place} ${the(it)}.`, `You find nothing ${place} ${the(it)}.`]);
  }
  return within(it).join(" ") || `You find nothing new about ${the(it)}.`;
}

/** " Inside is a lamp.", behind the words for a lid that was opened; "" for what is no container in sight. */
export function describeInside(scene: RoomScene, what: Named): string {
  const it: Seen | undefined = allSeen(scene).find(({ id }) => id === what.id);
  if (!it) return "";
  if (it.in.length === 0) return ` ${upper(subject(it))} ${is(it)} empty.`;
  return ` Inside ${it.in.length === 1 ? is(it.in[0]!) : "are"} ${list(it.in)}.`;
}
