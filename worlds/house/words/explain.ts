// The sentence a refused or failed actor reads: worded from its own view, with a hint where the view holds one. Never an id.

import type { Overstep } from "../attempt/bounds.ts";
import type { Approach } from "../model/ruling.ts";
import { own } from "../model/state.ts";
import { placeOf, type Use } from "../model/thing.ts";
import { deedPhrase, placesOf, TARGETS } from "../model/verb.ts";
import type { Named } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { doorsOf, find, type HouseView, lockIn } from "../sense/view.ts";
import type { HouseReasons } from "../shape.ts";
import {
  a,
  and,
  does,
  is,
  isCommon,
  list,
  object,
  quote,
  reflexive,
  sentence,
  subject,
  the,
  toward,
  upper,
  usePhrase,
  within,
} from "./grammar.ts";

export const NOT_ONESELF = "You leave yourself out of it.";
/** What is done to things and not to oneself. */
const notOneself =
  <D extends { readonly id?: string | undefined }>(say: (data: D, view: HouseView) => string) =>
  (data: D, view: HouseView): string =>
    data.id === view.you.id ? NOT_ONESELF : say(data, view);

export const explain: { [R in keyof HouseReasons]: (data: HouseReasons[R], view: HouseView) => string } = {
  game_over: () => "The story is over. You can still go back to any turn of it and try another way.",
  not_your_turn: () => "It is not your turn yet.",
  object_not_found: () => "You see no such thing here.",
  not_here: ({ id }, view) =>
    `${sentence(`${the(nameInView(view, id))} ${is(nameInView(view, id))} not here`)}${lastSeen(view, id)}`,
  too_dark: (_data, view) =>
    view.holding.some(({ light }) => light?.switch && !light.on)
      ? `It is too dark for that. You do have ${a(view.holding.find(({ light }) => light?.switch && !light.on)!)}.`
      : "It is too dark for that. A light would help.",
  no_exit: ({ direction }, view) => {
    const ways = view.exits.map((exit) => toward(exit.direction));
    const no = isCommon(direction)
      ? `You cannot go ${toward(direction)} from here.`
      : "There is no such way from here.";
    return ways.length === 0 ? no : `${no} You could go ${and(ways, "or")}.`;
  },
  door_locked: ({ id }, view) => explainLock(view, id),
  container_locked: ({ id }, view) => explainLock(view, id),
  not_reachable: ({ id }, view) => {
    const found = find(view, id);
    const shut = found?.is === "thing" ? shutBy(view, id) : null;
    if (shut) return `You can see ${the(nameInView(view, id))}, but ${the(shut)} ${is(shut)} closed.`;
    return `You feel about for ${the(nameInView(view, id))}, but your fingers find nothing. A light would help.`;
  },
  not_a_container: notOneself(({ id }, view) => `Nothing goes inside ${the(nameInView(view, id))}.`),
  not_a_supporter: notOneself(
    ({ id }, view) => `There is no good place to put anything on ${the(nameInView(view, id))}.`,
  ),
  not_portable: ({ id }, view) => {
    const found = find(view, id);
    if (found?.is === "self") return "You have yourself well in hand already.";
    if (found?.is === "person") return `${upper(the(found.it))} would not care to be carried about.`;
    return `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} not for carrying off.`;
  },
  already_held: ({ id }, view) => `You already have ${the(nameInView(view, id))}.`,
  held_by_other: ({ id, who }, view) =>
    `${upper(the(nameInView(view, who)))} has ${the(nameInView(view, id))}. You could ask for ${object(nameInView(view, id))}.`,
  not_holding: notOneself(({ id }, view) => {
    const it = nameInView(view, id);
    const found = find(view, id);
    return found?.is === "thing" && !found.it.fixed && found.it.reach === "near"
      ? `You are not holding ${the(it)}. You could take ${object(it)} first.`
      : `You are not holding ${the(it)}.`;
  }),
  not_there: ({ id, place }, view) => {
    const found = find(view, place);
    const how = found && "supporter" in found.it && found.it.supporter && !found.it.container ? "on" : "in";
    return `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} not ${how} ${the(nameInView(view, place))}.`;
  },
  into_itself: ({ id }, view) =>
    `${upper(the(nameInView(view, id)))} cannot go inside ${reflexive(nameInView(view, id))}.`,
  not_openable: notOneself(
    ({ id }, view) =>
      `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} not something that opens or closes.`,
  ),
  already_open: ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} open already.`,
  already_closed: ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} closed already.`,
  not_closed: ({ id }, view) =>
    `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} open. Close ${object(nameInView(view, id))} first.`,
  not_lockable: notOneself(({ id }, view) => `There is no locking or unlocking ${the(nameInView(view, id))}.`),
  already_locked: ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} locked already.`,
  already_unlocked: ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} not locked.`,
  wrong_key: ({ id, key }, view) => {
    const others = view.holding.filter(
      (one) => one.id !== key && isKey(one) && !lockIn(view, id)?.wrong.includes(one.id),
    );
    const hint =
      others.length === 1 ? ` Perhaps ${the(others[0]!)}?` : others.length > 1 ? " Perhaps another key?" : "";
    return `${upper(the(nameInView(view, key)))} ${does(nameInView(view, key), "do")} not fit ${the(nameInView(view, id))}.${hint}`;
  },
  not_switchable: notOneself(({ id }, view) => {
    const it = nameInView(view, id);
    return "light" in it && it.light
      ? `${upper(the(it))} ${is(it)} not for you to light or to put out.`
      : `There is nothing about ${the(it)} to light or to put out.`;
  }),
  already_on: ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} burning already.`,
  already_off: ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} off already.`,
  not_readable: notOneself(({ id }, view) => `There is nothing to read on ${the(nameInView(view, id))}.`),
  already_up: () => "You are on your feet.",
  not_wearable: notOneself(
    ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} not for wearing.`,
  ),
  already_worn: ({ id }, view) => `You are wearing ${the(nameInView(view, id))} already.`,
  not_worn: notOneself(({ id }, view) => `You are not wearing ${the(nameInView(view, id))}.`),
  not_usable: notOneself(({ id, how }, view) => {
    const it = nameInView(view, id);
    const isThing = it.pronouns === undefined;
    return how === "use"
      ? `You will have to say how you want to use ${the(it)}.`
      : ((isThing ? IDLE[how] : undefined) ?? `There is no point in trying to ${usePhrase(how)} {}.`).replace(
          "{}",
          () => the(it),
        );
  }),
  no_point: notOneself(({ verb, id }, view) => {
    const known = own(view.verbs ?? {}, verb);
    if (!known) return "There is no doing that here.";
    const it = id === undefined ? null : nameInView(view, id);
    const place = [...placesOf(known)].find((one) => TARGETS.includes(one));
    return (
      known.otherwise ??
      sentence(`There is no point in trying to ${deedPhrase(known, it && place ? { [place]: the(it) } : {})}`)
    );
  }),
  not_a_person: ({ id }, view) => `${upper(the(nameInView(view, id)))} ${is(nameInView(view, id))} not much company.`,
  to_yourself: () => "That would be between you and yourself.",
  not_theirs: ({ id }, view) =>
    `Nobody needs to hand you ${the(nameInView(view, id))}: you could simply take ${object(nameInView(view, id))}.`,
  not_wanted: ({ id, who }, view) => `${upper(the(nameInView(view, who)))} does not want ${the(nameInView(view, id))}.`,
  not_known: ({ id, who }, view) =>
    view.people.some((one) => one.id === who && one.animal)
      ? `${upper(the(nameInView(view, who)))} hears you out, and does not answer.`
      : `${upper(the(nameInView(view, who)))} has nothing to say about ${id === who ? reflexive(nameInView(view, id)) : id === view.you.id ? "you" : the(nameInView(view, id))}.`,
  unwilling: ({ id }, view) => `${upper(the(nameInView(view, id)))} will not do that.`,
  unable: ({ id }, view) => `${upper(the(nameInView(view, id)))} would, but cannot.`,
  not_given: ({ id, who }, view) =>
    `${upper(the(nameInView(view, who)))} does not give you ${the(nameInView(view, id))}.`,
  not_talking: ({ id }, view) =>
    `${upper(the(nameInView(view, id)))} ${does(nameInView(view, id), "have")} nothing to say to you for now. Give ${object(nameInView(view, id))} some time.`,
  nothing_named: ({ how }) => `You will have to say what or whom you want to ${ATTEMPTED[how]}.`,
  did_not_work: ({ text }) => text,
  no_use: ({ text }) => text,
  being_ruled: () => "That has to wait: the game master is still thinking about what you tried.",
  nothing_to_rule: () => "There is nothing to rule on.",
  out_of_bounds: ({ because, id }, view) => explainOverstep(because, id === undefined ? null : nameInView(view, id)),
  not_so: ({ text, that = "have" }, view) =>
    `${quote(text)} But that is not so, as far as you can see.${that === "have" || that === "wear" ? ` ${holding(view)}` : ""} What you only want to say, SAY "in quotation marks".`,
};

function explainOverstep(because: Overstep["because"], it: Named | null): string {
  const name = it ? the(it) : "that";
  switch (because) {
    case "unreachable":
      return `A ruling cannot touch ${name}: it is not within reach of whoever tries this.`;
    case "kept":
      return `The story needs ${name} as ${it ? subject(it) : "it"} ${it ? is(it) : "is"}: no ruling may break, open, reveal or give ${it ? object(it) : "it"} away.`;
    case "unfit":
      return `${upper(name)} cannot be handled like that.`;
    case "forbidden":
      return "A ruling stays in the room and leaves flags, counters, darkness and endings to the author.";
    case "too_much":
      return "Nobody may be hurt by more than two at once.";
    default:
      return "A ruling says in words what happens, for each way that it can go.";
  }
}

const holding = ({ holding }: HouseView): string =>
  holding.length === 0 ? "Your hands are empty." : `What you have is ${list(holding)}.`;

/** An approach as it stands in "you try to …", before what it is aimed at. */
export const ATTEMPTED: { readonly [A in Approach]: string } = {
  force: "force",
  pick: "pick the lock of",
  break: "break",
  cut: "cut",
  burn: "burn",
  climb: "climb",
  jump: "jump over",
  shift: "move",
  dig: "dig up",
  search: "search",
  listen: "listen to",
  knock: "knock on",
  distract: "distract",
  persuade: "persuade",
  threaten: "threaten",
  attack: "attack",
  hide: "hide behind",
  throw: "throw something at",
  improvise: "improvise something with",
  other: "do something about",
};

/** What would come of handling a thing that is not to be handled so. */
const IDLE: { readonly [K in Use]?: string } = {
  push: "Pushing {} would move nothing.",
  pull: "Pulling {} would bring nothing to light.",
  turn: "Turning {} would change nothing.",
  wind: "There is nothing about {} to be wound.",
  ring: "You would get no sound out of {}.",
  fill: "There is no filling {}.",
  clean: "Cleaning {} can wait for another day.",
  mend: "You do not see how to mend {}.",
  dig: "There is no digging in {}.",
  tie: "There is nothing to be gained by tying {}.",
  eat: "You would rather not eat {}.",
  drink: "You would rather not drink that.",
  touch: "You can tell enough about {} by looking.",
  knock: "Nobody would answer if you knocked on {}.",
  climb: "You would get no higher by climbing {}.",
  sit: "You would rather stay on your feet.",
  play: "You would get no tune out of {}.",
  dial: "There is nobody to be reached by {}.",
};

/** A key by its name; what else may open a lock is for people to find out. */
export const isKey = ({ name, aliases }: Pick<Named, "name" | "aliases">): boolean =>
  [name, ...aliases].some((one) => /\bkeys?$/i.test(one));

/** An id as this viewer would say it; every refusal's ids are in its view. */
function nameInView(view: HouseView, id: string): Named {
  const found = find(view, id);
  return (
    found?.it ??
    doorsOf(view).find((door) => door.id === id) ??
    view.topics.find((topic) => topic.id === id) ??
    view.elsewhere?.find((door) => door.id === id) ?? { id: "", name: "that", aliases: [], adjectives: [], article: "" }
  );
}

function explainLock(view: HouseView, id: string): string {
  const it = nameInView(view, id);
  const lock = lockIn(view, id);
  const says = `${upper(the(it))} ${is(it)} locked.`;
  const fits = view.holding.find((one) => lock?.fits.includes(one.id));
  if (fits) return `${says} ${upper(the(fits))} fits the lock.`;
  const untried = view.holding.filter((one) => isKey(one) && !lock?.wrong.includes(one.id));
  if (untried.length > 0)
    return `${says} You could try ${and(
      untried.map((key) => the(key)),
      "or",
    )}.`;
  return `${says} There must be a key for ${object(it)} somewhere.`;
}

export function lastSeen(view: HouseView, id: string): string {
  const known = view.remembered.find(({ card }) => card.id === id);
  if (known) {
    const it = known.card;
    if (!known.at) return "";
    const last = `You last saw ${object(it)}`;
    if ("heldBy" in known.at) {
      const holder = find(view, known.at.heldBy);
      return holder ? ` ${last} in the hands of ${the(holder.it)}.` : "";
    }
    const place = placeOf(known.at);
    const on = find(view, place);
    const where = on ? ` ${"in" in known.at ? "in" : "on"} ${the(on.it)}` : "";
    const room = known.room && known.room.id !== view.room.id ? ` ${within(known.room)}` : "";
    return where || room ? ` ${last}${where || room}.` : "";
  }
  const person = view.absent.find((one) => one.person.id === id);
  const hearsay = person ? hearsayOf(person) : "";
  if (person && !person.room && person.last) {
    const { room, left } = person.last;
    const gone = left === undefined ? "" : `, going ${toward(left)}`;
    return ` You last saw ${object(person.person)} ${room.id === view.room.id ? "here" : within(room)}${gone}.${hearsay}`;
  }
  if (person?.room && person.room.id !== view.room.id)
    return ` You last saw ${object(person.person)} ${within(person.room)}.${hearsay}`;
  return (
    hearsay ||
    ` You do not know where ${subject(person?.person ?? { name: "" })} ${person?.person.pronouns === "they" ? "are" : "is"}.`
  );
}

/** What others say of where somebody is, each by name: it may be so. */
const hearsayOf = ({ person, said = [] }: HouseView["absent"][number]): string =>
  said
    .map(
      ({ by, room }) =>
        ` ${upper(the(by))} says that ${subject(person)} ${person.pronouns === "they" ? "were" : "was"} ${within(room)}.`,
    )
    .join("");

function shutBy(view: HouseView, id: string): Named | null {
  let place = placeOf(allSeen(view).find((one) => one.id === id)!.at);
  for (;;) {
    const holder = allSeen(view).find((one) => one.id === place);
    if (!holder) return null;
    if (holder.container && !holder.container.open) return holder;
    place = placeOf(holder.at);
  }
}
