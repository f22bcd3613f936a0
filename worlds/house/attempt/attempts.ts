// Carries out what no rule knows: finds who has ruled on it, rolls where the ruling says so, and lets its effects happen.
import { type Dice, fail, type Outcome, refuse } from "@orrery/kernel";
import type { Approach, Attempt, Precedent, Ruler, Ruling, RulingOutcome } from "../model/ruling.ts";
import { type HouseState, HURT_MOST, moodOf, own } from "../model/state.ts";
import type { Use } from "../model/thing.ts";
import { holds } from "../rules/conditions.ts";
import type { HouseEvent } from "../rules/events.ts";
import { eventOf, Settling } from "../rules/rules.ts";
import { isLit, peopleIn } from "../sense/scope.ts";
import type { House } from "../shape.ts";
import { boundsOf, hiddenThingsIn, overstepOf } from "./bounds.ts";
import { proposeRuling } from "./gamemaster.ts";

/** Handling that no rule of a thing waits for is an attempt of this kind. */
export const TRIED_AS: { readonly [K in Use]?: Approach } = {
  break: "break",
  cut: "cut",
  burn: "burn",
  climb: "climb",
  push: "shift",
  pull: "shift",
  dig: "dig",
  knock: "knock",
};

/** An author's word first, then what was ruled before in the same circumstances, then the game master, then the house. */
export function attempt(state: HouseState, given: Attempt, dice: Dice): Outcome<House> {
  const standing = (state.rulings ?? []).find(
    ({ how, target, with: tool, when }) =>
      how === given.how &&
      (target === null || target === given.target) &&
      (tool === null || tool === given.with) &&
      (when === undefined || holds(state, when)),
  );
  const attempted: HouseEvent = { type: "attempted", ...given };
  if (standing) return carryOutRuling(state, given, { ruling: standing.ruling, by: "author" }, attempted, dice);
  const circumstances = circumstancesOf(state, given);
  const kept = (state.precedents ?? []).findIndex(
    (one) => isSame(one.attempt, given) && one.circumstances === circumstances && one.by !== "author",
  );
  const before = state.precedents?.[kept];
  if (before && overstepOf(boundsOf(state, given.who), before.ruling) === null)
    return carryOutRuling(state, given, { ruling: before.ruling, by: "precedent", kept, before }, attempted, dice);
  if (state.gamemaster) return [{ ...attempted, waits: true }];
  return carryOutRuling(state, given, { ruling: ruling(state, given), by: "house" }, attempted, dice);
}

/** The house's own ruling. Throws when it is out of bounds. */
export function ruling(state: HouseState, given: Attempt): Ruling {
  const proposal = proposeRuling(state, given);
  const over = overstepOf(boundsOf(state, given.who), proposal);
  if (over)
    throw new Error(`house: its own ruling on "${given.how}" is out of bounds: ${over.because} ${over.id ?? ""}`);
  return proposal;
}

interface GivenRuling {
  readonly ruling: Ruling;
  readonly by: Ruler;
  readonly kept?: number;
  /** The precedent that is followed: what it came to, this comes to as well. */
  readonly before?: Precedent;
}

/** `lead`: what has happened already; null where the attempt is recorded in an earlier turn. */
export function carryOutRuling(
  state: HouseState,
  given: Attempt,
  { ruling, by, kept, before }: GivenRuling,
  lead: HouseEvent | null,
  dice: Dice,
): Outcome<House> {
  const roll = before ? before.roll : ruling.possible && ruling.difficulty > 1 ? dice.int("attempt", 1, 20) : null;
  const outcome: RulingOutcome =
    before?.outcome ??
    (!ruling.possible ? "impossible" : roll === null || roll >= ruling.difficulty ? "success" : "failure");
  const verdict: HouseEvent = {
    type: "ruled",
    attempt: given,
    circumstances: circumstancesOf(state, given),
    ruling,
    roll,
    outcome,
    by,
    kept: kept ?? null,
  };
  const turn = new Settling(state);
  if (lead) turn.happen(lead);
  turn.happen(verdict);
  for (const effect of (outcome === "success" ? ruling.success : ruling.failure).do) {
    const event = eventOf(turn.state, effect, "attempt", given.who, dice);
    if (event) turn.happen(event);
  }
  const [first, ...rest] = turn.events as [HouseEvent, ...HouseEvent[]];
  // Giving a ruling succeeds as an action, for every outcome of the attempt.
  if (outcome === "success" || lead === null) return turn.events;
  const { tell: text } = ruling.failure;
  return outcome === "failure"
    ? fail(refuse("did_not_work", { text }), first, ...rest)
    : fail(refuse("no_use", { text }), first, ...rest);
}

const isSame = (a: Attempt, b: Attempt): boolean =>
  a.who === b.who &&
  a.how === b.how &&
  a.target === b.target &&
  a.with === b.with &&
  (a.how !== "other" || a.words === b.words);

/** All that makes one case like another, in words: an author reads it beside a precedent. */
export function circumstancesOf(state: HouseState, { who, target, how }: Attempt): string {
  const room = state.people[who]!.at;
  const it = target === null ? undefined : (own(state.doors, target) ?? own(state.things, target));
  const lid = it && "container" in it ? it.container : it;
  const watched = witnesses(state, who);
  const hurt = own(state.hurts ?? {}, who) ?? 0;
  const mood = target !== null && own(state.people, target) ? moodOf(state, target) : null;
  return [
    `in ${room}`,
    ...(isLit(state, room) ? [] : ["in the dark"]),
    ...(it && lid && "open" in lid ? [lid.open ? "open" : it.lock?.locked ? "locked" : "closed"] : []),
    ...(it?.broken ? ["broken"] : []),
    ...(mood === null ? [] : [mood]),
    ...(watched.length === 0 ? [] : [`watched by ${watched.join(", ")}`]),
    ...(hurt >= HURT_MOST ? ["hurt"] : []),
    ...(how === "search" || how === "shift" || how === "dig" || how === "climb"
      ? [`${hiddenThingsIn(state, room).length} hidden`]
      : []),
    ...(how === "listen" || how === "climb" || how === "knock" ? [`heard ${state.moment ?? 0}`] : []),
  ].join("; ");
}

/** People of the house who are there, in light, with their eyes open. */
export const witnesses = (state: HouseState, who: string): string[] => {
  const room = state.people[who]!.at;
  return isLit(state, room)
    ? peopleIn(state, room, who).filter((id) => !state.players.includes(id) && moodOf(state, id) !== "distracted")
    : [];
};
