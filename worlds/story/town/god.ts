// A god's hand in a town: the author's interventions, and life, death and feelings.
import { type ActionOf, type Dice, getKey, type RefusedGod } from "@orrery/kernel";
import type { Story, StoryEvent, StoryState } from "../shape.ts";
import { AUTHOR, type interventions, type townGod } from "./actions.ts";
import { check, explain } from "./check.ts";
import { decide } from "./decide.ts";
import type { AllView } from "./view.ts";

type TownGodKind = keyof typeof townGod;
type TownGodDeciders = {
  [K in TownGodKind]: (
    state: StoryState,
    action: ActionOf<K, (typeof townGod)[K]>,
    dice: Dice,
  ) => readonly StoryEvent[] | RefusedGod<Story>;
};

export const godDecide: TownGodDeciders = {
  inject: asAuthor("inject"),
  rumour: asAuthor("rumour"),
  silence: asAuthor("silence"),
  skip_time: asAuthor("skip_time"),
  interview: asAuthor("interview"),
  kill(state, { targetId: who, metadata: { cause } }) {
    const one = getKey(state.agents, who);
    if (!one) return nobody(who);
    if (one.status === "dead") return { reason: "already_done", message: `${who} is dead already.` };
    return [{ type: "died", who, cause: cause ?? "", round: state.round }];
  },
  resurrect(state, { targetId: who }) {
    const one = getKey(state.agents, who);
    if (!one) return nobody(who);
    if (one.status === "alive") return { reason: "not_done", message: `${who} is alive.` };
    return [{ type: "revived", who, round: state.round }];
  },
  modify_emotion(state, { targetId: who, metadata: { emotions } }) {
    return getKey(state.agents, who) ? [{ type: "felt", who, emotions, round: state.round }] : nobody(who);
  },
};

const nobody = (id: string): RefusedGod<Story> => ({
  reason: "unknown_person",
  message: `There is nobody called "${id}" here.`,
});

/** A god may do everything that the author may, under the same rules. */
function asAuthor<K extends keyof typeof interventions>(type: K): TownGodDeciders[K] {
  const judge = check[type] as (view: AllView, action: unknown) => ReturnType<(typeof check)[K]>;
  const act = decide[type] as (state: StoryState, action: unknown, dice: Dice) => readonly StoryEvent[];
  return ((state: StoryState, action: object, dice: Dice) => {
    const refusal = judge({ kind: "all", who: AUTHOR, state }, action);
    if (!refusal) return act(state, action, dice);
    const sentence = explain[refusal.reason as keyof typeof explain] as (data: unknown) => string;
    return { reason: refusal.reason, message: sentence(refusal.data) };
  }) as TownGodDeciders[K];
}
