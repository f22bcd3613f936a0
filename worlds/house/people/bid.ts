// Somebody is asked to do something: they do it if they are willing and able. It goes by the same checks and decisions as anyone's deed.
import { type Dice, type Failure, fail, type Outcome, refuse } from "@orrery/kernel";
import type { HouseState } from "../model/state.ts";
import { check } from "../rules/check.ts";
import { holds } from "../rules/conditions.ts";
import type { HouseEvent } from "../rules/events.ts";
import { viewOf } from "../sense/view.ts";
import type { House, HouseAction, HouseRefusal } from "../shape.ts";
import { endFollowing, isReleased, keptCompany } from "./company.ts";
import { openMind } from "./mind.ts";
import { saying, speech } from "./sayings.ts";
import { isWanted, type Wanted } from "./wanted.ts";

type Decide = (state: HouseState, action: HouseAction) => Outcome<House>;

/** `decide` is the house's own: what is done on somebody's word is decided like anything else. */
export function bidden(
  state: HouseState,
  who: string,
  to: string,
  asked: Wanted,
  dice: Dice,
  decide: Decide,
): Outcome<House> {
  const wanted = asked.type === "follow" ? { ...asked, targetId: asked.targetId ?? who } : asked;
  const bade: HouseEvent = { type: "bade", who, to, wanted };
  // A player hears it, and does as they please.
  if (state.players.includes(to)) return [bade];
  const { obeys = [], declines, refuses } = state.people[to]!;
  const willing = obeys.find(
    (one) => isWanted(state, to, one, wanted) && (one.when === undefined || holds(state, one.when)),
  );
  const inVain = (reason: "unwilling" | "unable", ...then: readonly HouseEvent[]) =>
    fail(refuse(reason, { id: to }), { type: "tried", who, reason, what: to, wanted }, ...then);
  if (!willing && !isReleased(state, to, wanted))
    return inVain(
      "unwilling",
      ...(refuses
        ? saying(state, to, "refuses", refuses, who, dice)
        : saying(state, to, "declines", declines, who, dice)),
    );
  const says = speech(state, to, willing?.says ?? null, who);
  const company = keptCompany(state, to, wanted);
  if (company === "unable") return inVain("unable");
  if (company) return [bade, ...says, ...company];
  const action = { ...wanted, actorId: to } as HouseAction;
  // Judged by what they sense now; and it is nobody's turn but theirs while they do it.
  const view = { ...viewOf(state, to, openMind(state, to)), turn: true };
  const judge = check[action.type] as (seen: typeof view, action: HouseAction) => HouseRefusal | null;
  if (judge(view, action)) return inVain("unable");
  const outcome = decide(state, action);
  if (isFailure(outcome)) return inVain("unable", ...says, ...outcome.events);
  return [bade, ...says, ...outcome, ...endFollowing(state, to, wanted)];
}

const isFailure = (outcome: Outcome<House>): outcome is Failure<House> => !Array.isArray(outcome);
