// Lies: what somebody tells in place of the truth, what gives it away, and who catches them. That it was one, nobody is told before that.
import type { Person } from "../model/person.ts";
import { type HouseState, moodOf, own } from "../model/state.ts";
import { holds } from "../rules/conditions.ts";
import type { HouseEvent } from "../rules/events.ts";
import { speech } from "./sayings.ts";
import { accountOf } from "./sightings.ts";

export type Lie = NonNullable<Person["lies"]>[number];

/** A sighting so many moments after a lie was told still gives the lie to it: nobody gets far in that time. */
const SOON = 5;

/** What somebody lies about this, be they believed or not; null where they have no cause to. */
const lieAbout = (state: HouseState, who: string, about: string): Lie | null =>
  (state.people[who]!.lies ?? []).find(
    (one) => one.about === about && (one.when === undefined || holds(state, one.when)),
  ) ?? null;

const isCaught = (state: HouseState, who: string, about: string): boolean =>
  own(own(state.caught ?? {}, who) ?? {}, about) !== undefined;

/** The lie that is told now; null where there is none, or they were talked round, or caught. */
export function lieOf(state: HouseState, who: string, about: string): Lie | null {
  const lie = lieAbout(state, who, about);
  return lie === null || moodOf(state, who) === "open" || isCaught(state, who, about) ? null : lie;
}

/** What they say of it who lied and do so no longer; null where they have no words for that, or never lied. */
export const admissionOf = (state: HouseState, who: string, about: string): string | null =>
  (lieOf(state, who, about) === null && lieAbout(state, who, about)?.admits) || null;

/**
 * Events of showing or telling somebody of evidence: they are caught in every lie that it gives away, and forewarned of
 * those that they have not told yet.
 */
export function confrontWith(state: HouseState, by: string, who: string, evidence: string): HouseEvent[] {
  if (state.players.includes(who)) return [];
  return (state.people[who]!.lies ?? []).flatMap((one): HouseEvent[] => {
    const { about } = one;
    if (lieOf(state, who, about) !== one) return [];
    const told = own(own(state.lied ?? {}, who) ?? {}, about);
    if (told !== undefined) return isGivenAway(state, by, one, told, evidence) ? caughtIn(state, by, who, one) : [];
    return isBetrayed(state, one, evidence) && !isForewarned(state, by, who, about)
      ? [{ type: "forewarned", who: by, whom: who, about }]
      : [];
  });
}

/** Events of a lie that was told just now: `by` has shown them before what gives it away, and catches them at once. */
export const caughtAtOnce = (state: HouseState, by: string, who: string, lie: Lie): HouseEvent[] =>
  isForewarned(state, by, who, lie.about) ? caughtIn(state, by, who, lie) : [];

const caughtIn = (state: HouseState, by: string, who: string, { about, admits }: Lie): HouseEvent[] => [
  { type: "caught", who: by, whom: who, about },
  ...speech(state, who, admits ?? null, by),
];

const isForewarned = (state: HouseState, by: string, who: string, about: string): boolean =>
  (own(own(state.forewarned ?? {}, who) ?? {}, about) ?? []).includes(by);

/** By the author's evidence. */
const isBetrayed = (state: HouseState, { betrayedBy = [] }: Lie, evidence: string): boolean =>
  betrayedBy.some(({ about, when }) => about === evidence && (when === undefined || holds(state, when)));

/** By the author's evidence; or, for a lie about a place, when the other has since seen the subject elsewhere. */
function isGivenAway(state: HouseState, by: string, lie: Lie, told: number, evidence: string): boolean {
  if (isBetrayed(state, lie, evidence)) return true;
  if (lie.room === undefined || evidence !== lie.about) return false;
  const seen = accountOf(state, by, evidence);
  return seen !== null && seen.from === null && seen.room !== lie.room && seen.when >= told && seen.when - told <= SOON;
}
