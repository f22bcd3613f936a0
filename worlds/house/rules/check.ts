// What a person may try, judged from the view alone: a refusal says no more than its actor knows.
import { refuse } from "@orrery/kernel";
import { TRIED_AS } from "../attempt/attempts.ts";
import { overstepOf } from "../attempt/bounds.ts";
import type { Approach } from "../model/ruling.ts";
import { own } from "../model/state.ts";
import type { Use } from "../model/thing.ts";
import { idsIn } from "../people/wanted.ts";
import type { Card, DoorCard, Seen } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { find, type HouseView, keeperOf, lockIn } from "../sense/view.ts";
import type { actions, CLAIMS, HouseAction, HouseRefusal } from "../shape.ts";

type Check = {
  [K in keyof typeof actions]: (view: HouseView, action: Extract<HouseAction, { type: K }>) => HouseRefusal | null;
};

export const check: Check = {
  go: (view, { metadata: { direction } }) => may(view) ?? way(view, direction),
  travel: (view, { metadata: { path } }) => may(view) ?? way(view, path[0]!) ?? onTheMap(view, path),
  look: (view) => may(view),
  inventory: (view) => may(view),
  wait: (view) => may(view),
  rise: (view) => may(view) ?? (view.posed ? null : refuse("already_up", {})),
  think: (view) => may(view),
  say: (view, { metadata: { to } }) => may(view) ?? (to === undefined ? null : hearer(view, to)),
  examine: (view, { targetId }) => may(view) ?? checkLook(view, targetId),
  search: (view, { targetId }) => may(view) ?? checkLook(view, targetId) ?? inside(view, targetId),
  read: (view, { targetId }) => may(view) ?? checkLook(view, targetId) ?? readable(view, targetId),
  smell: (view, { targetId }) => may(view) ?? (targetId === undefined ? null : smelt(view, targetId)),
  take: (view, { targetId, locationId }) => may(view) ?? takeable(view, targetId) ?? from(view, targetId, locationId),
  drop: (view, { targetId }) => may(view) ?? inHand(view, targetId),
  wear: (view, { targetId }) => may(view) ?? atHand(view, targetId) ?? wearable(view, targetId),
  remove: (view, { targetId }) =>
    may(view) ?? inHand(view, targetId) ?? (isWorn(view, targetId) ? null : refuse("not_worn", { id: targetId })),
  put: (view, { targetId, locationId, metadata: { how } }) =>
    may(view) ?? atHand(view, targetId) ?? place(view, locationId, how) ?? outside(view, targetId, locationId),
  open: (view, { targetId }) => may(view) ?? openable(view, targetId),
  close: (view, { targetId }) => may(view) ?? closable(view, targetId),
  unlock: (view, { targetId, metadata: { keyId } }) => may(view) ?? locking(view, targetId, keyId, false),
  lock: (view, { targetId, metadata: { keyId } }) => may(view) ?? locking(view, targetId, keyId, true),
  switch: (view, { targetId, metadata: { on } }) => may(view) ?? switching(view, targetId, on),
  give: (view, { targetId, metadata: { to } }) => may(view) ?? atHand(view, targetId) ?? hearer(view, to),
  show: (view, { targetId, metadata: { to } }) =>
    may(view) ?? hearer(view, to) ?? atHand(view, targetId) ?? (view.lit ? null : refuse("too_dark", {})),
  ask: (view, { metadata: { to, about } }) => may(view) ?? hearer(view, to) ?? subject(view, about),
  tell: (view, { metadata: { to, about } }) => may(view) ?? hearer(view, to) ?? subject(view, about),
  use: (view, { targetId, metadata: { how, with: tool } }) =>
    may(view) ?? usable(view, targetId, how) ?? checkTool(view, tool),
  perform: (view, { targetId, metadata: { verb, with: tool, to } }) =>
    may(view) ??
    checkTool(view, tool) ??
    (to === undefined ? null : hearer(view, to)) ??
    performable(view, verb, targetId),
  hint: (view) => may(view),
  bid: (view, { metadata: { to, wanted } }) => may(view) ?? hearer(view, to) ?? allMet(view, idsIn(wanted)),
  recall: (view, { targetId, locationId, metadata: { about } }) =>
    may(view) ??
    (targetId === undefined ? null : subject(view, targetId)) ??
    (about === undefined ? null : subject(view, about)) ??
    (locationId === undefined || isKnownRoom(view, locationId) ? null : refuse("object_not_found", {})),
  attempt: (view, { targetId, metadata: { how, with: tool } }) => may(view) ?? checkAttempt(view, how, targetId, tool),
  claim: (view, { targetId, metadata: { text, that } }) =>
    may(view) ??
    (isSo(view, targetId, that) ? null : refuse("not_so", { text, ...(that === undefined ? {} : { that }) })),
  rule(view, { metadata: ruling }) {
    if (view.ended) return refuse("game_over", {});
    if (!view.ruling) return refuse("nothing_to_rule", {});
    const over = overstepOf(view.ruling.bounds, ruling);
    return over && refuse("out_of_bounds", over);
  },
  request: (view, { targetId, metadata: { from } }) => may(view) ?? hearer(view, from) ?? checkAskFor(view, targetId),
};

/** A room that one was in, or knows to be behind a way. */
const isKnownRoom = ({ map }: HouseView, id: string): boolean => Object.hasOwn(map, id);

function may(view: HouseView): HouseRefusal | null {
  if (view.ended) return refuse("game_over", {});
  if (view.waiting) return refuse("being_ruled", {});
  return view.turn ? null : refuse("not_your_turn", {});
}

function way(view: HouseView, direction: string): HouseRefusal | null {
  const exit = view.exits.find((one) => one.direction === direction);
  if (!exit) return view.lit ? refuse("no_exit", { direction }) : refuse("too_dark", {});
  const { door } = exit;
  if (!door || door.open) return null;
  return lockIn(view, door.id)?.locked ? refuse("door_locked", { id: door.id }) : null;
}

/** Each step of it must lead somewhere that is known. */
function onTheMap({ map, room }: HouseView, path: readonly string[]): HouseRefusal | null {
  let at = room.id;
  for (const direction of path) {
    const to = own(map, at)?.exits.find((one) => one.direction === direction)?.to;
    if (!to) return refuse("no_exit", { direction });
    at = to;
  }
  return null;
}

/** Sight of it is enough, and light is needed even for what is in hand. */
function checkLook(view: HouseView, id: string): HouseRefusal | null {
  const found = find(view, id);
  switch (found?.is) {
    case "thing":
    case "person":
    case "self":
    case "door":
    case "felt":
      return view.lit ? null : refuse("too_dark", {});
    default:
      return missing(view, id);
  }
}

/** A nose needs no light, only to get near enough. */
function smelt(view: HouseView, id: string): HouseRefusal | null {
  const found = find(view, id);
  switch (found?.is) {
    case "thing":
      return found.it.reach === "shut" ? refuse("not_reachable", { id }) : null;
    case "person":
    case "self":
    case "door":
    case "felt":
      return null;
    default:
      return missing(view, id);
  }
}

function inside(view: HouseView, id: string): HouseRefusal | null {
  const found = find(view, id);
  if (found?.is !== "thing" || !(found.it.container || found.it.supporter)) return refuse("not_a_container", { id });
  const { container, supporter } = found.it;
  return container && !container.open && !container.transparent && !supporter ? checkLid(view, id) : null;
}

/** A closed lid is opened on the way to what is asked for; behind glass one sees, and reaches nothing. */
function checkLid(view: HouseView, id: string): HouseRefusal | null {
  const reached = reach(view, id, "not_a_container");
  if ("reason" in reached) return reached;
  return lockIn(view, id)?.locked ? refuse("container_locked", { id }) : null;
}

function readable(view: HouseView, id: string): HouseRefusal | null {
  const found = find(view, id);
  return found?.is === "thing" && found.it.readable ? null : refuse("not_readable", { id });
}

function takeable(view: HouseView, id: string): HouseRefusal | null {
  const reached = reach(view, id, "not_portable");
  if ("reason" in reached) return reached;
  const { it } = reached;
  if (reached.is === "door" || !("fixed" in it) || it.fixed) return refuse("not_portable", { id });
  if (view.holding.some((one) => one.id === id)) return refuse("already_held", { id });
  return null;
}

/** A thing is taken from where the actor says only if it is there. */
function from(view: HouseView, id: string, place: string | undefined): HouseRefusal | null {
  if (place === undefined) return null;
  const found = find(view, place);
  if (!found || found.is === "absent") return missing(view, place);
  return keeperOf(view, id) === place ? null : refuse("not_there", { id, place });
}

function inHand(view: HouseView, id: string): HouseRefusal | null {
  if (view.holding.some((one) => one.id === id)) return null;
  return find(view, id) ? (absent(view, id) ?? refuse("not_holding", { id })) : missing(view, id);
}

/** A tool is in hand; one that nobody can carry is used where it stands. */
function checkTool(view: HouseView, id: string | undefined): HouseRefusal | null {
  const held = id === undefined ? null : inHand(view, id);
  if (held?.reason !== "not_holding") return held;
  const found = find(view, id!);
  const stands = found?.is === "thing" && found.it.fixed && !("reason" in reach(view, id!, "not_portable"));
  return stands ? null : held;
}

const isWorn = (view: HouseView, id: string): boolean => view.holding.some((one) => one.id === id && one.worn);

/** In hand, or free to be taken first. */
const atHand = (view: HouseView, id: string): HouseRefusal | null => {
  const held = inHand(view, id);
  return held?.reason === "not_holding" && takeable(view, id) === null ? null : held;
};

function wearable(view: HouseView, id: string): HouseRefusal | null {
  if (isWorn(view, id)) return refuse("already_worn", { id });
  const found = find(view, id);
  return found && "wearable" in found.it && found.it.wearable ? null : refuse("not_wearable", { id });
}

function place(view: HouseView, id: string, how: "in" | "on"): HouseRefusal | null {
  const reached = reach(view, id, how === "in" ? "not_a_container" : "not_a_supporter");
  if ("reason" in reached) return reached;
  const { it } = reached;
  if (how === "on") return "supporter" in it && it.supporter ? null : refuse("not_a_supporter", { id });
  if (!("container" in it) || !it.container) return refuse("not_a_container", { id });
  return it.container.open ? null : checkLid(view, id);
}

/** Nothing goes into itself, nor into what is inside it. */
function outside(view: HouseView, id: string, into: string): HouseRefusal | null {
  const thing = view.holding.find((one) => one.id === id);
  const within = thing ? allSeen({ holding: [thing], things: [], people: [] }) : [];
  return within.some((one) => one.id === into) ? refuse("into_itself", { id }) : null;
}

function openable(view: HouseView, id: string): HouseRefusal | null {
  const reached = reach(view, id, "not_openable");
  if ("reason" in reached) return reached;
  const state = lidOf(reached.it);
  if (!state) return refuse("not_openable", { id });
  if (state.open) return refuse("already_open", { id });
  if (lockIn(view, id)?.locked) return refuse(reached.is === "door" ? "door_locked" : "container_locked", { id });
  return null;
}

function closable(view: HouseView, id: string): HouseRefusal | null {
  const reached = reach(view, id, "not_openable");
  if ("reason" in reached) return reached;
  const state = lidOf(reached.it);
  if (!state) return refuse("not_openable", { id });
  return state.open ? null : refuse("already_closed", { id });
}

function locking(view: HouseView, id: string, key: string, shut: boolean): HouseRefusal | null {
  const reached = reach(view, id, "not_lockable");
  if ("reason" in reached) return reached;
  if (!reached.it.lockable) return refuse("not_lockable", { id });
  const held = inHand(view, key);
  if (held) return held;
  const known = lockIn(view, id);
  const state = lidOf(reached.it);
  if (shut && state?.open) return refuse("not_closed", { id });
  if (known && known.locked === shut) return refuse(shut ? "already_locked" : "already_unlocked", { id });
  return known?.wrong.includes(key) ? refuse("wrong_key", { id, key }) : null;
}

function switching(view: HouseView, id: string, on: boolean): HouseRefusal | null {
  const reached = reach(view, id, "not_switchable");
  if ("reason" in reached) return reached;
  const { it } = reached;
  if (!("light" in it) || !it.light?.switch) return refuse("not_switchable", { id });
  return it.light.on === on ? refuse(on ? "already_on" : "already_off", { id }) : null;
}

const allMet = (view: HouseView, ids: readonly string[]): HouseRefusal | null =>
  ids.every((id) => find(view, id)) ? null : refuse("object_not_found", {});

/** People talk of what they know: topics, and everything they have met. */
const subject = (view: HouseView, id: string): HouseRefusal | null =>
  find(view, id) ||
  Object.hasOwn(view.map, id) ||
  [...view.topics, ...(view.elsewhere ?? [])].some((one) => one.id === id)
    ? null
    : refuse("object_not_found", {});

function usable(view: HouseView, id: string, how: Use): HouseRefusal | null {
  const found = find(view, id);
  if (found?.is === "person" || found?.is === "self") return refuse("not_usable", { id, how });
  const reached = reach(view, id, "not_portable");
  if ("reason" in reached) return reached;
  return reached.it.uses?.includes(how) || TRIED_AS[how] ? null : refuse("not_usable", { id, how });
}

/** A verb of the author's: to what it is done must be at hand, and some rule must wait for it there. */
function performable(view: HouseView, verb: string, id: string | undefined): HouseRefusal | null {
  const known = own(view.verbs ?? {}, verb);
  if (!known) return refuse("no_point", { verb });
  if (id === undefined) return null;
  const found = find(view, id);
  if (!found) return subject(view, id) ?? (known.open ? null : refuse("no_point", { verb, id }));
  if (found.is === "absent" || found.is === "remembered") return missing(view, id);
  if (found.is !== "person" && found.is !== "self") {
    const reached = reach(view, id, "not_portable");
    if ("reason" in reached) return reached;
  }
  const waits = found.is !== "self" && found.it.verbs?.includes(verb);
  return waits || known.open ? null : refuse("no_point", { verb, id });
}

/** What is tried must be in sight, in reach where hands are laid on it, and done with what is in hand. */
function checkAttempt(
  view: HouseView,
  how: Approach,
  target: string | undefined,
  tool: string | undefined,
): HouseRefusal | null {
  const held = tool === undefined ? null : inHand(view, tool);
  if (held) return held;
  if (target === undefined) return AIMLESS.has(how) ? null : refuse("nothing_named", { how });
  if (SOCIAL.has(how)) return hearer(view, target);
  const found = find(view, target);
  if (found?.is === "person" || found?.is === "self") return null;
  const reached = reach(view, target, "not_portable");
  return "reason" in reached ? reached : null;
}
/** Attempts that need no target, and those with a person as target. */
const AIMLESS: ReadonlySet<Approach> = new Set([
  "jump",
  "dig",
  "search",
  "listen",
  "hide",
  "throw",
  "improvise",
  "other",
]);
const SOCIAL: ReadonlySet<Approach> = new Set(["distract", "persuade", "threaten"]);

/** Whether something that is claimed is what one sees and has. */
function isSo(view: HouseView, id: string | undefined, that: (typeof CLAIMS)[number] | undefined): boolean {
  if (id === undefined || that === undefined) return false;
  const held = view.holding.find((one) => one.id === id);
  if (that === "have") return held !== undefined;
  if (that === "wear") return held?.worn === true;
  const found = find(view, id);
  if (that === "here" && id === view.room.id) return true;
  if (that === "here") return found?.is === "thing" || found?.is === "person" || found?.is === "door";
  if (that === "locked") return lockIn(view, id)?.locked === true;
  if (found?.is !== "thing" && found?.is !== "door") return false;
  if (that === "lit") return found.is === "thing" && found.it.light?.on === true;
  const lid = lidOf(found.it);
  return lid !== null && lid.open === (that === "open");
}

/** Somebody else who is here and seen. */
function hearer(view: HouseView, id: string): HouseRefusal | null {
  const found = find(view, id);
  switch (found?.is) {
    case "person":
      return null;
    case "self":
      return refuse("to_yourself", { id });
    case "thing":
    case "felt":
    case "door":
      return refuse("not_a_person", { id });
    default:
      return missing(view, id);
  }
}

/** Every known thing may be asked for, unless it is simply there to be taken. */
function checkAskFor(view: HouseView, id: string): HouseRefusal | null {
  const found = find(view, id);
  switch (found?.is) {
    case "remembered":
      return null;
    case "thing":
      if (found.it.reach === "theirs") return null;
      return found.it.fixed
        ? refuse("not_portable", { id })
        : refuse(found.it.reach === "held" ? "already_held" : "not_theirs", { id });
    case "felt":
      return refuse("not_theirs", { id });
    case "person":
    case "self":
    case "door":
      return refuse("not_portable", { id });
    default:
      return missing(view, id);
  }
}

type Reached =
  | { readonly is: "thing" | "felt"; readonly it: Seen | Card }
  | { readonly is: "door"; readonly it: DoorCard };

/** What is said of people, who are no things. */
type Unfit =
  | "not_portable"
  | "not_openable"
  | "not_lockable"
  | "not_switchable"
  | "not_a_container"
  | "not_a_supporter";

/** What hands can be laid on: by sight, or by touch where it was left in the dark. */
function reach(view: HouseView, id: string, unfit: Unfit): Reached | HouseRefusal {
  const found = find(view, id);
  switch (found?.is) {
    case "door":
    case "felt":
      return found as Reached;
    case "thing": {
      const { reach } = found.it;
      if (reach === "theirs") return refuse("held_by_other", { id, who: holderOf(view, id) });
      return reach === "shut" ? refuse("not_reachable", { id }) : { is: "thing", it: found.it };
    }
    case "person":
    case "self":
      return refuse(unfit, { id });
    default:
      return missing(view, id);
  }
}

const lidOf = (it: Seen | Card | DoorCard): { open: boolean } | null =>
  "container" in it ? (it.container?.lid ? it.container : null) : "open" in it ? it : null;

/** Out of sight: said only of what the actor has seen before; everything else is simply not found, be it real or not. */
const missing = (view: HouseView, id: string): HouseRefusal => absent(view, id) ?? refuse("object_not_found", {});

function absent(view: HouseView, id: string): HouseRefusal | null {
  const found = find(view, id);
  if (found?.is === "absent") return view.lit ? refuse("not_here", { id }) : refuse("too_dark", {});
  if (found?.is !== "remembered") return null;
  const { room } = view.remembered.find(({ card }) => card.id === id)!;
  return !view.lit && room?.id === view.room.id ? refuse("too_dark", {}) : refuse("not_here", { id });
}

/** The person who carries a thing, at any depth of containers. */
function holderOf(view: HouseView, id: string): string {
  for (const person of view.people) {
    if (allSeen({ holding: person.holding, things: [], people: [] }).some((one) => one.id === id)) return person.id;
  }
  return keeperOf(view, id)!;
}
