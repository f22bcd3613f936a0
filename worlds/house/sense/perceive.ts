// Whom an event reaches, and as what: the only way by which anything of the truth comes into a mind.
import { equal, type Percept } from "@orrery/kernel";
import {
  type Approach,
  type Attempt,
  type HouseState,
  type Mood,
  moodOf,
  own,
  type RulingOutcome,
  type Tone,
  type Use,
} from "../model.ts";
import type { Asked } from "../people/answers.ts";
import { type DeedTold, deedTold } from "../people/wanted.ts";
import { exitsFrom, worded } from "../rules/conditions.ts";
import type { Hidden, HouseEvent, Look, Of } from "../rules/events.ts";
import type { House } from "../shape.ts";
import { object, subject as subjectOf, the, toward, upper } from "../words/grammar.ts";
import {
  type Card,
  cardOf,
  type DoorCard,
  doorCard,
  isLit,
  knowsVoice,
  type Named,
  namedOf,
  namedPerson,
  overlooks,
  peopleIn,
  type Scene,
  type Seen,
  type SeenPerson,
  sceneOf,
  sees,
  sidesOf,
  soundFrom,
  waysBack,
} from "./scope.ts";
import { touchedBy } from "./touched.ts";

/** An event as one person perceives it. Everything in it may be told to that person and kept by it. */
export type Told =
  | {
      readonly type: "looked";
      readonly who: Named;
      readonly how: Look;
      /** What was looked at, with what can be seen in and on it; absent for the room and oneself. */
      readonly at?: Seen | DoorCard | SeenPerson;
      readonly description: string;
    }
  | {
      readonly type: "went";
      readonly who: Named;
      /** Both rooms for whoever went; for others only the side they stand on is known, and is not said. */
      readonly between?: { readonly from: Named; readonly to: Named };
      /** The way taken, for whoever saw it being taken. */
      readonly direction?: string;
      /** Ways that lead back, for whoever is where it led. */
      readonly back?: readonly string[];
      readonly door: Named | null;
    }
  | {
      readonly type: "took" | "dropped";
      readonly who: Named;
      readonly thing: Card;
      readonly from?: Named;
      readonly how?: "in" | "on";
    }
  | { readonly type: "wore" | "removed"; readonly who: Named; readonly thing: Card }
  | { readonly type: "put"; readonly who: Named; readonly thing: Card; readonly how: "in" | "on"; readonly into: Named }
  | { readonly type: "opened" | "closed"; readonly who: Named; readonly what: Named }
  | { readonly type: "unlocked" | "locked"; readonly who: Named; readonly what: Named; readonly key: Named }
  | { readonly type: "switched"; readonly who: Named; readonly thing: Card; readonly on: boolean }
  | { readonly type: "gave" | "showed"; readonly who: Named; readonly thing: Card; readonly to: Named }
  | { readonly type: "requested"; readonly who: Named; readonly thing: Named; readonly from: Named }
  /** `who` is null for a voice that is not known; `where`, the way that it came from the next room, null where it is too dark to tell. */
  | {
      readonly type: "said";
      readonly who: Named | null;
      readonly text: string;
      readonly to?: Named;
      readonly where?: string | null;
    }
  /** Somebody is heard walking, in the dark or in the next room (`where`, as of what is said). */
  | { readonly type: "stepped"; readonly coming: boolean; readonly where?: string | null }
  | { readonly type: "asked" | "informed"; readonly who: Named; readonly to: Named; readonly about: Named }
  | { readonly type: "accused"; readonly who: Named; readonly whom: Named }
  /** Whoever perceives it has heard of something to talk about; from null: a voice that is not known. */
  | { readonly type: "learned"; readonly topic: Named; readonly from: Named | null }
  | { readonly type: "bade"; readonly who: Named; readonly to: Named; readonly deed: DeedTold }
  /** What is answered comes from the view. */
  | ({ readonly type: "recalled"; readonly who: Named } & Asked)
  | { readonly type: "thought"; readonly who: Named; readonly text: string }
  | { readonly type: "waited"; readonly who: Named }
  | {
      readonly type: "used";
      readonly who: Named;
      readonly how: Use;
      readonly what: Named;
      readonly with?: Named;
    }
  /** Words to whoever asked; null when there are none. */
  | {
      readonly type: "hinted";
      readonly who: Named;
      readonly text: string | null;
      readonly step: number;
      readonly of: number;
    }
  | { readonly type: "claimed"; readonly who: Named; readonly text: string }
  /** `waits`: nobody knows yet what comes of it. */
  | {
      readonly type: "attempted";
      readonly who: Named;
      readonly how: Approach;
      readonly what: Named | null;
      readonly with: Named | null;
    }
  /** `text` is for whoever tried it, `stakes` and `roll` as well; others see what they see. */
  | {
      readonly type: "ruled";
      readonly who: Named;
      readonly how: Approach;
      readonly what: Named | null;
      readonly with: Named | null;
      readonly outcome: RulingOutcome;
      readonly text: string | null;
      readonly stakes: string | null;
      readonly difficulty: number;
      readonly roll: number | null;
    }
  | { readonly type: "broke"; readonly what: Named }
  /** Heard from a room next door; `from` is the way that it came, null where it is too dark to tell. */
  | { readonly type: "noised"; readonly text: string; readonly from: string | null }
  | { readonly type: "hurt"; readonly who: Named; readonly by: number }
  | { readonly type: "mooded"; readonly person: Named; readonly mood: Mood }
  | {
      readonly type: "glimpsed";
      readonly room: Named;
      readonly by: "sight" | "sound";
      /** Whoever is there, seen; by sound only how many are. */
      readonly people: readonly Named[];
      readonly voices: number;
      readonly direction: string;
    }
  /** What an author has a rule say. */
  | { readonly type: "narrated"; readonly text: string }
  | {
      readonly type: "tried";
      readonly who: Named;
      readonly reason: Hidden;
      readonly what: Named | null;
      readonly other?: Named;
      readonly direction?: string;
      /** What somebody was asked to do in vain. */
      readonly deed?: DeedTold;
    }
  /** From the other side of a door, where who did it is not seen. */
  | { readonly type: "door_moved"; readonly what: Named; readonly open: boolean }
  | { readonly type: "lock_clicked"; readonly what: Named }
  | { readonly type: "passed"; readonly to: Named }
  | { readonly type: "ended"; readonly tone: Tone; readonly title: string; readonly text: string }
  /** What a god does before one's eyes: nobody did it. */
  | { readonly type: "appeared" | "vanished"; readonly what: Named }
  | { readonly type: "lit"; readonly what: Named; readonly on: boolean }
  /** `quiet`: a rule has found words for it. */
  | { readonly type: "brought"; readonly to: Named; readonly quiet?: true };

/** `told` is null where only the sight changed. `into`: it was seen in another room, that one looks into. */
export interface HousePercept {
  readonly told: Told | null;
  readonly scene: Scene;
  readonly into?: Named;
}

/** What can be made out through a window: what hands and feet do, and not what is said. */
const FROM_AFAR: ReadonlySet<HouseEvent["type"]> = new Set([
  "went",
  "took",
  "wore",
  "removed",
  "dropped",
  "put",
  "opened",
  "closed",
  "unlocked",
  "locked",
  "switched",
  "gave",
  "used",
  "hurt",
]);

export function perceive(before: HouseState, event: HouseEvent, after: HouseState): Percept<House>[] {
  const touched = touchedBy(before, event, after);
  const percepts: Percept<House>[] = [];
  for (const to of idsOfPeople(after)) {
    const told = toldTo(before, event, after, to);
    const mayDiffer = touched === "all" || touched.has(after.people[to]!.at) || touched.has(before.people[to]!.at);
    if (told === null && (!mayDiffer || equal(sceneOf(after, to), sceneOf(before, to)))) continue;
    const into = told === null ? null : roomLookedInto(before, event, after, to);
    const scene = sceneOf(after, to);
    percepts.push({ to, what: into === null ? { told, scene } : { told, scene, into: roomNamed(after, into) } });
  }
  return percepts;
}

/** The other room in which somebody has seen this being done; null for what was before their eyes, or only heard. */
function roomLookedInto(before: HouseState, event: HouseEvent, after: HouseState, to: string): string | null {
  if (!FROM_AFAR.has(event.type) || !("who" in event) || event.who === to) return null;
  const rooms = [before.people[event.who]!.at, after.people[event.who]!.at];
  const [was, is] = [before.people[to]!.at, after.people[to]!.at];
  if (rooms[0] === was || rooms[1] === is) return null;
  return rooms.find((room) => overlooks(after, is, room) || overlooks(before, was, room)) ?? null;
}

/** In an order that does not depend on how the record came about. */
function idsOfPeople({ people }: HouseState): readonly string[] {
  let ids = peopleIds.get(people);
  if (!ids) {
    ids = Object.keys(people).sort();
    peopleIds.set(people, ids);
  }
  return ids;
}
const peopleIds = new WeakMap<object, readonly string[]>();

function toldTo(before: HouseState, event: HouseEvent, after: HouseState, to: string): Told | null {
  const card = (id: string) => cardOf(after, id);
  const person = (id: string) => namedPerson(after, id);
  switch (event.type) {
    case "looked":
      return event.who === to ? lookedBy(after, event) : null;
    case "recalled":
      return event.who === to ? { ...event, who: person(to) } : null;
    case "thought":
      return event.who === to ? { type: "thought", who: person(to), text: event.text } : null;
    case "went":
      return wentBy(before, event, after, to);
    case "said":
      return spokenTo(after, event, to, () => event.text);
    case "recounted":
      return spokenTo(after, event, to, () => recount(after, event));
    case "routed":
      return null;
    case "showed":
      return sawAct(before, event, after, event.who, to)
        ? { type: "showed", who: person(event.who), thing: card(event.thing), to: person(event.to) }
        : null;
    case "passed":
      return after.players.includes(to) && (to === event.to || to === before.turn)
        ? { type: "passed", to: person(event.to) }
        : null;
    case "ended": {
      const { tone, title, text } = after.endings.find(({ id }) => id === event.ending)!;
      return { type: "ended", tone, title, text };
    }
    case "placed":
      return event.quiet ? null : strange(before, after, to, event.thing);
    case "brought":
      return event.person === to
        ? { type: "brought", to: roomNamed(after, event.to), ...(event.quiet ? { quiet: true } : {}) }
        : event.quiet
          ? null
          : strange(before, after, to, event.person);
    case "changed":
      return changed(before, event, after, to);
    case "taught":
      return event.to.includes(to)
        ? {
            type: "learned",
            topic: namedOf(event.topic, topicOf(after, event.topic)),
            from: !own(after.people, event.from)
              ? card(event.from)
              : knowsVoice(after, to, event.from)
                ? person(event.from)
                : null,
          }
        : null;
    case "narrated":
      return event.room === null || after.people[to]!.at === event.room ? { type: "narrated", text: event.text } : null;
    case "hinted": {
      if (event.who !== to) return null;
      const steps = after.hints?.find(({ id }) => id === event.hint)?.steps ?? [];
      return {
        type: "hinted",
        who: person(to),
        text: steps[event.step - 1] ?? null,
        step: event.step,
        of: steps.length,
      };
    }
    case "ticked":
    case "fired":
    case "baulked":
    case "revealed":
    case "hid":
    case "flagged":
    case "counted":
      return null;
    case "attempted":
      return event.waits && sawAct(before, event, after, event.who, to)
        ? { type: "attempted", who: person(event.who), ...meansOf(after, event) }
        : null;
    case "ruled":
      return ruledFor(before, event, after, to);
    case "claimed":
      return event.who === to ? { type: "claimed", who: person(to), text: event.text } : null;
    case "broke":
      return nearDoor(after, event.what, to)
        ? { type: "broke", what: doorCard(after, event.what) }
        : seenNow(before, to, event.what);
    case "noised":
      return heard(after, event, to);
    case "hurt":
      return sawAct(before, event, after, event.who, to)
        ? { type: "hurt", who: person(event.who), by: event.by }
        : null;
    case "mooded":
      return event.person !== to && sees(after, to, event.person)
        ? { type: "mooded", person: person(event.person), mood: event.mood }
        : null;
    case "glimpsed":
      return event.who === to ? glimpsedBy(after, event) : null;
    case "opened":
    case "closed":
      return sawAct(before, event, after, event.who, to)
        ? { type: event.type, who: person(event.who), what: namedOfAny(after, event.what) }
        : nearDoor(after, event.what, to)
          ? { type: "door_moved", what: doorCard(after, event.what), open: event.type === "opened" }
          : null;
    case "unlocked":
    case "locked":
      return sawAct(before, event, after, event.who, to)
        ? { type: event.type, who: person(event.who), what: namedOfAny(after, event.what), key: card(event.key) }
        : nearDoor(after, event.what, to)
          ? { type: "lock_clicked", what: doorCard(after, event.what) }
          : null;
    default:
      return sawAct(before, event, after, event.who, to) ? actOf(before, event, after, to) : null;
  }
}

const meansOf = (state: HouseState, { how, target, with: tool }: Attempt) => ({
  how,
  what: target === null ? null : namedOfAny(state, target),
  with: tool === null ? null : namedOfAny(state, tool),
});

function ruledFor(before: HouseState, event: Of<"ruled">, after: HouseState, to: string): Told | null {
  const { attempt, outcome, ruling, roll } = event;
  const own = attempt.who === to;
  if (!own && (outcome === "impossible" || !sawAct(before, event, after, attempt.who, to))) return null;
  return {
    type: "ruled",
    who: namedPerson(after, attempt.who),
    ...meansOf(after, attempt),
    outcome,
    text: own ? (outcome === "success" ? ruling.success.tell : ruling.failure.tell) : null,
    stakes: own ? ruling.stakes : null,
    difficulty: own ? ruling.difficulty : 0,
    roll: own ? roll : null,
  };
}

function seenNow(before: HouseState, to: string, id: string): Told | null {
  const what = seenIn(sceneOf(before, to), id);
  return what ? { type: "broke", what } : null;
}

/** Words: heard where they are said, and through an open way in the next room. */
function spokenTo(
  state: HouseState,
  { who, to }: { readonly who: string; readonly to?: string },
  listener: string,
  words: () => string,
): Told | null {
  const [room, here] = [state.people[who]!.at, state.people[listener]!.at];
  const sound = room === here ? null : soundFrom(state, room, here);
  if (room !== here && !sound?.open) return null;
  return {
    type: "said",
    who: knowsVoice(state, listener, who) ? namedPerson(state, who) : null,
    text: words(),
    ...(to !== undefined && (who === listener || sees(state, listener, who)) ? { to: namedPerson(state, to) } : {}),
    ...(sound ? { where: sound.direction } : {}),
  };
}

/** In the room itself one sees what makes the noise; one room further it is only heard, through closed doors too. */
function heard(state: HouseState, { room, text }: Of<"noised">, to: string): Told | null {
  const sound = soundFrom(state, room, state.people[to]!.at);
  return sound ? { type: "noised", text, from: sound.direction } : null;
}

function glimpsedBy(state: HouseState, { who, room, by }: Of<"glimpsed">): Told {
  const there = peopleIn(state, room, who);
  const lit = by === "sight" && isLit(state, room);
  const way = exitsFrom(state, state.people[who]!.at).find((exit) => exit.to === room);
  return {
    type: "glimpsed",
    room: roomNamed(state, room),
    by,
    people: lit ? there.map((id) => namedPerson(state, id)) : [],
    voices: lit ? 0 : there.length,
    direction: way?.direction ?? "",
  };
}

/** What somebody knows, in their own words. */
function recount(state: HouseState, { who, about, accounts }: Of<"recounted">): string {
  const name = (id: string) => (id === who ? "me" : the(namedOfAny(state, id)));
  return accounts
    .map(({ subject, room, holder, left, from, when }) => {
      const it = own(state.people, subject) ? namedPerson(state, subject) : cardOf(state, subject);
      const isAbout = subject === about;
      const whom = isAbout ? object(it) : name(subject);
      const there = isAbout ? ` in ${the(roomNamed(state, room))}` : " there";
      const ago = agoOf((state.moment ?? 0) - when);
      const had =
        holder === undefined || holder === subject
          ? ""
          : holder === who
            ? `, and I had ${object(it)}`
            : `, and ${name(holder)} had ${object(it)}`;
      const went = left === undefined ? "" : `, going ${toward(left)}`;
      return from === null
        ? `I saw ${whom}${there}${went}${had}, ${ago}.`
        : `${upper(from === who ? "I" : name(from))} told me that ${isAbout ? subjectOf(it) : name(subject)} ${it.plural ? "were" : "was"}${there}${had}, ${ago}.`;
    })
    .join(" ");
}

const agoOf = (moments: number): string =>
  moments <= 2
    ? "just now"
    : moments <= 10
      ? "a little while ago"
      : moments <= 40
        ? "a while ago"
        : "a good long while ago";

type Visible = Extract<
  HouseEvent,
  {
    type:
      | "took"
      | "wore"
      | "removed"
      | "dropped"
      | "put"
      | "switched"
      | "gave"
      | "requested"
      | "waited"
      | "tried"
      | "used"
      | "asked"
      | "informed"
      | "accused"
      | "bade";
  }
>;

function actOf(before: HouseState, event: Visible, after: HouseState, to: string): Told | null {
  const who = namedPerson(after, event.who);
  switch (event.type) {
    case "took": {
      const { at } = before.things[event.thing]!;
      const from = "in" in at && Object.hasOwn(before.things, at.in) ? at.in : "on" in at ? at.on : null;
      return {
        type: "took",
        who,
        thing: cardOf(after, event.thing),
        ...(from === null ? {} : { from: cardOf(after, from), how: "in" in at ? "in" : "on" }),
      };
    }
    case "wore":
    case "removed":
      return { type: event.type, who, thing: cardOf(after, event.thing) };
    case "dropped":
      return { type: "dropped", who, thing: cardOf(after, event.thing) };
    case "put":
      return { type: "put", who, thing: cardOf(after, event.thing), how: event.how, into: cardOf(after, event.into) };
    case "switched":
      return { type: "switched", who, thing: cardOf(after, event.thing), on: event.on };
    case "gave":
      return { type: "gave", who, thing: cardOf(after, event.thing), to: namedPerson(after, event.to) };
    case "requested":
      return { type: "requested", who, thing: cardOf(after, event.thing), from: namedPerson(after, event.from) };
    case "waited":
      return { type: "waited", who };
    case "accused":
      return { type: "accused", who, whom: namedPerson(after, event.whom) };
    case "bade":
      return {
        type: "bade",
        who,
        to: namedPerson(after, event.to),
        deed: deedTold(event.wanted, (id) => namedOfAny(after, id)),
      };
    case "asked":
    case "informed":
      return { type: event.type, who, to: namedPerson(after, event.to), about: namedOfAny(after, event.about) };
    case "used":
      return {
        type: "used",
        who,
        how: event.how,
        what: namedOfAny(after, event.what),
        ...(event.with === undefined ? {} : { with: cardOf(after, event.with) }),
      };
    case "tried": {
      if (event.who !== to && event.reason === "not_reachable") return null;
      const what = event.reason === "no_exit" ? null : namedOfAny(after, event.what);
      return {
        type: "tried",
        who,
        reason: event.reason,
        what,
        ...(event.reason === "no_exit" ? { direction: event.what } : {}),
        ...(event.wanted === undefined ? {} : { deed: deedTold(event.wanted, (id) => namedOfAny(after, id)) }),
        ...(event.other === undefined
          ? {}
          : {
              other: Object.hasOwn(after.people, event.other)
                ? namedPerson(after, event.other)
                : cardOf(after, event.other),
            }),
      };
    }
  }
}

function lookedBy(state: HouseState, { who, how, at }: Of<"looked">): Told {
  const base = { type: "looked", who: namedPerson(state, who), how } as const;
  if (at === undefined || at === who)
    return { ...base, description: at === who ? worded(state, state.people[who]!, "description") : "" };
  const door = own(state.doors, at);
  if (door) return { ...base, at: doorCard(state, at), description: worded(state, door, "description") };
  const scene = sceneOf(state, who);
  const person = scene.people.find(({ id }) => id === at);
  if (person) return { ...base, at: person, description: worded(state, state.people[at]!, "description") };
  const thing = state.things[at]!;
  return {
    ...base,
    at: allSeen(scene).find(({ id }) => id === at)!,
    description: how === "text" ? (worded(state, thing, "text") ?? "") : worded(state, thing, "description"),
  };
}

function wentBy(before: HouseState, event: Of<"went">, after: HouseState, to: string): Told | null {
  const { who, from, direction } = event;
  const isWho = to === who;
  const [was, is] = [before.people[to]!.at, after.people[to]!.at];
  const isSeen = (room: string, at: string, state: HouseState) =>
    (isLit(before, room) || isLit(after, room)) && (at === room || (at !== event.to && overlooks(state, at, room)));
  const left = !isWho && isSeen(from, was, before);
  const met = !isWho && isLit(after, event.to) && (is === event.to || (is !== from && overlooks(after, is, event.to)));
  if (!isWho && !left && !met) return stepsOf(before, event, after, to);
  const door = before.rooms[from]!.exits.find((exit) => exit.direction === direction)?.door ?? null;
  return {
    type: "went",
    who: namedPerson(after, who),
    ...(isWho ? { between: { from: roomNamed(before, from), to: roomNamed(before, event.to) } } : {}),
    door: door === null ? null : doorCard(after, door),
    ...(isWho || left ? { direction } : {}),
    ...(isWho || met ? { back: waysBack(before, from, direction) } : {}),
  };
}

/** Who walks in the dark, or in the next room, is heard and not known. */
function stepsOf(before: HouseState, { who, from, to: into }: Of<"went">, after: HouseState, to: string): Told | null {
  if (after.people[who]!.silent) return null;
  const here = after.people[to]!.at;
  if (here === into || here === from) return { type: "stepped", coming: here === into };
  const comes = soundFrom(after, into, here);
  const goes = comes?.open ? null : soundFrom(before, from, here);
  const sound = comes?.open ? comes : goes?.open ? goes : null;
  return sound ? { type: "stepped", coming: sound === comes, where: sound.direction } : null;
}

/** A thing or person that is suddenly in sight, or no longer. */
function strange(before: HouseState, after: HouseState, to: string, id: string): Told | null {
  const was = seenIn(sceneOf(before, to), id);
  const is = seenIn(sceneOf(after, to), id);
  if (is && (!was || !equal(is, was))) return { type: "appeared", what: is };
  return was && !is ? { type: "vanished", what: was } : null;
}

function changed(before: HouseState, { what, set, quiet }: Of<"changed">, after: HouseState, to: string): Told | null {
  const seen = nearDoor(after, what, to) ? doorCard(after, what) : seenIn(sceneOf(before, to), what);
  if (!seen || quiet) return null;
  if (set.open !== undefined) return { type: "door_moved", what: seen, open: set.open };
  if (set.on !== undefined) return { type: "lit", what: seen, on: set.on };
  return { type: "lock_clicked", what: seen };
}

const seenIn = (scene: Scene, id: string): Named | undefined =>
  scene.people.find((one) => one.id === id) ?? allSeen(scene).find((one) => one.id === id);
const roomNamed = (state: HouseState, id: string): Named => namedOf(id, state.rooms[id]!);

/** Every thing in a scene, whatever it lies in, nearest first. Computed once for each scene or view. */
export function allSeen(scene: Pick<Scene, "things" | "people" | "holding">): readonly Seen[] {
  let all = sights.get(scene);
  if (!all) {
    all = listed(scene);
    sights.set(scene, all);
  }
  return all;
}
const sights = new WeakMap<object, readonly Seen[]>();

function listed(scene: Pick<Scene, "things" | "people" | "holding">): Seen[] {
  const out: Seen[] = [];
  const walk = (list: readonly Seen[]) => {
    for (const one of list) {
      out.push(one);
      walk(one.on);
      walk(one.in);
    }
  };
  walk(scene.holding);
  walk(scene.things);
  for (const { holding } of scene.people) walk(holding);
  return out;
}

/** Whoever is distracted notices what has changed, but not who does what. */
const sawAct = (before: HouseState, event: HouseEvent, after: HouseState, who: string, to: string): boolean =>
  who === to ||
  (moodOf(after, to) !== "distracted" &&
    (sees(before, to, who) ||
      sees(after, to, who) ||
      sawFromAfar(before, event, who, to) ||
      sawFromAfar(after, event, who, to)));

function sawFromAfar(state: HouseState, { type }: HouseEvent, who: string, to: string): boolean {
  const room = state.people[who]!.at;
  return FROM_AFAR.has(type) && overlooks(state, state.people[to]!.at, room) && isLit(state, room);
}

const nearDoor = (state: HouseState, what: string, who: string): boolean =>
  Object.hasOwn(state.doors, what) && sidesOf(state, what).includes(state.people[who]!.at);

export function namedOfAny(state: HouseState, id: string): Named {
  if (Object.hasOwn(state.doors, id)) return doorCard(state, id);
  if (Object.hasOwn(state.things, id)) return cardOf(state, id);
  if (Object.hasOwn(state.people, id)) return namedPerson(state, id);
  if (Object.hasOwn(state.rooms, id)) return roomNamed(state, id);
  return own(state.topics ?? {}, id) ? namedOf(id, topicOf(state, id)) : namedOf(id, GONE);
}

/** What a god has taken out of the world is still remembered, and may still be asked about. */
const GONE = { name: "something that is no more", article: "", aliases: [], adjectives: [] };

export const topicOf = (state: HouseState, id: string) => ({ ...state.topics![id]!, adjectives: [] });
