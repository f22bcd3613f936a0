// Who is asked: everybody who lives, once a round, in one window; the author and the importer may speak at any time.
import type { Ask } from "@orrery/kernel";
import type { Story, StoryState } from "../shape.ts";
import { AGENT_KINDS, AUTHOR, IMPORTER, interventions } from "./actions.ts";
import { peopleAskedIn } from "./rhythm.ts";

export const LANE = "town";
const AUTHOR_KINDS = Object.keys(interventions) as readonly (keyof typeof interventions)[];

export function asks(state: StoryState): readonly Ask<Story>[] {
  if (state.closed) return [];
  const standing: Ask<Story>[] = [
    { id: `author-${state.round}`, to: AUTHOR, lane: AUTHOR, may: AUTHOR_KINDS, kind: "standing" },
  ];
  if (state.settings.mode === "imported")
    return [...standing, { id: IMPORTER, to: IMPORTER, lane: IMPORTER, may: ["record"], kind: "standing" }];
  const { quorum, deadlineMs } = state.settings;
  const due = peopleAskedIn(state, state.round);
  const limits = {
    ...(quorum === null ? {} : { quorum: Math.ceil(quorum * due.length) }),
    ...(deadlineMs === null ? {} : { deadlineMs }),
  };
  const out: Ask<Story>[] = [];
  for (let i = 0; i < due.length; i++) out.push(askOf(due[i]!, state.round, limits));
  return [...out, ...standing];
}

const askOf = (to: string, round: number, limits: Pick<Ask<Story>, "quorum" | "deadlineMs">): Ask<Story> => ({
  id: `${round}-${to}`,
  to,
  lane: LANE,
  may: AGENT_KINDS,
  kind: "due",
  most: ACTIONS_MAX,
  ...limits,
  fallback: () => ({ actorId: to, type: "do_nothing" }),
});
/** Actions in one answer. */
export const ACTIONS_MAX = 12;
