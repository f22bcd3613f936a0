// People who go where somebody else goes, or stay where they were told to: how that begins, what it does, how it ends. Willing they are by an author's data alone.
import { byRank, type HouseState, moodOf, own } from "../model/state.ts";
import { holds } from "../rules/conditions.ts";
import { apply, type HouseEvent, type Of } from "../rules/events.ts";
import type { Wanted } from "./wanted.ts";

type Went = Of<"went">;

/**
 * Events of a walk: followers come along, and followers of followers. A follower who does not want to go there
 * stays behind, and says so before the leader has gone.
 */
export function walkWithFollowers(state: HouseState, went: Went): HouseEvent[] {
  // An exit back into the same room leaves nobody behind.
  if (!state.led || went.from === went.to) return [went];
  const gone = apply.went(state, went);
  const company = byRank(state.people).filter(
    ([who, { at }]) => at === went.from && who !== went.who && leaderOf(state, who) === went.who,
  );
  const lagging = company.flatMap(([who]): HouseEvent[] =>
    comesAlong(gone, who, went.who) ? [] : [{ type: "lagged", who, whom: went.who }],
  );
  let now = gone;
  const following = company.flatMap(([who]): HouseEvent[] => {
    // Somebody who follows may have been taken along by another who does.
    if (now.people[who]!.at !== went.from || !comesAlong(gone, who, went.who)) return [];
    const events = walkWithFollowers(now, { ...went, who, after: went.who });
    now = events.reduce(applyEvent, now);
    return events;
  });
  return [...lagging, went, ...following];
}

const applyEvent = (state: HouseState, event: HouseEvent): HouseState =>
  (apply[event.type] as (state: HouseState, event: HouseEvent) => HouseState)(state, event);

/** The person that somebody follows now. */
export const leaderOf = ({ led }: Pick<HouseState, "led">, who: string): string | null =>
  own(led ?? {}, who)?.by ?? null;

/** Whether somebody goes no rounds of their own: they follow, or stay as they were told. */
export const isLed = ({ led }: Pick<HouseState, "led">, who: string): boolean => {
  const way = own(led ?? {}, who);
  return way !== undefined && !way.back;
};

/** With the other gone already: an author's `when` may be about where that leads. A rule's word needs nobody's will. */
function comesAlong(state: HouseState, who: string, whom: string): boolean {
  if (moodOf(state, who) === "distracted") return false;
  const willing = (state.people[who]!.obeys ?? []).filter(
    ({ act, target }) => act === "follow" && (target === null || target === whom),
  );
  return willing.length === 0 || willing.some(({ when }) => when === undefined || holds(state, when));
}

/** Whether somebody does this without being willing: a person led away stays when told to, leaves when let go, and follows on. */
export const isReleased = (state: HouseState, who: string, wanted: Wanted): boolean =>
  wanted.type === "follow"
    ? leaderOf(state, who) !== null && leaderOf(state, who) === wanted.targetId
    : (wanted.type === "wait" || wanted.type === "return") && own(state.led ?? {}, who) !== undefined;

/** What comes of it when somebody does what they were asked; null for what is decided like any other act, and `unable`. */
export function keptCompany(state: HouseState, who: string, wanted: Wanted): HouseEvent[] | "unable" | null {
  switch (wanted.type) {
    case "follow": {
      const whom = wanted.targetId;
      if (whom === undefined || whom === who || own(state.people, whom)?.at !== state.people[who]!.at) return "unable";
      return [{ type: "joined", who, whom }];
    }
    case "wait":
      // A person without a leader or a route only waits.
      return isLed(state, who) || state.people[who]!.route ? [{ type: "stayed", who }] : null;
    case "return":
      return own(state.led ?? {}, who) ? [{ type: "released", who }] : "unable";
    default:
      return null;
  }
}

/** A follower who is sent to a room stays there. */
export const endFollowing = (state: HouseState, who: string, wanted: Wanted): HouseEvent[] =>
  wanted.type === "go" && leaderOf(state, who) !== null ? [{ type: "stayed", who }] : [];
