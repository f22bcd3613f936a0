// The public face for batches of actions, by the source's names: what is valid is told, and only that is applied.
import { type ActionBase, actionProblem, type Engine, type Validation } from "./action.ts";
import { askFor } from "./ask.ts";
import { type Dice, type DiceKey, keyedDice } from "./dice.ts";
import { stateAfter, viewOf } from "./frame.ts";
import { copyOf } from "./json.ts";
import type { Action, ActorId, HashText, Shape } from "./shape.ts";
import { admit, decideOne, explain, failureOf, holdBack, type Verdict } from "./turn.ts";

/** Fresh dice for a roller, the same at every call: so that applying reproduces what was validated. */
export type Streams = (who: ActorId) => Dice;
export const streamsOf =
  (hash: HashText, key: DiceKey): Streams =>
  (who) =>
    keyedDice(hash, key, who);

/**
 * Judges each action against the state that the valid ones before it leave. Changes nothing.
 * Minds are opened fresh from the state; what a failed attempt costs or teaches is part of a whole turn, not of this face.
 */
export function validateActions<S extends Shape>(
  engine: Engine<S>,
  state: S["state"],
  actions: readonly unknown[],
  streams: Streams,
): Validation[] {
  return walk(engine, state, actions, streams, null).results;
}

/** Applies the successful actions and no other. Throws a `RangeError` when results and actions do not match. */
export function applyActions<S extends Shape>(
  engine: Engine<S>,
  state: S["state"],
  actions: readonly unknown[],
  results: readonly Validation[],
  streams: Streams,
): S["state"] {
  if (results.length !== actions.length || results.some(({ actionIndex }, i) => actionIndex !== i)) {
    throw new RangeError(`${results.length} results for ${actions.length} actions: one for each, in order`);
  }
  return walk(engine, state, actions, streams, results).state;
}

/** One pass for both: what a result holds back is still decided, so that the dice of later actions stay the same. */
function walk<S extends Shape>(
  engine: Engine<S>,
  opened: S["state"],
  actions: readonly unknown[],
  streams: Streams,
  given: readonly Validation[] | null,
) {
  let state = opened;
  const results: Validation[] = [];
  const dice = new Map<ActorId, Dice>();
  const undone = new Map<ActorId, string[]>();
  for (const [actionIndex, raw] of actions.entries()) {
    const { verdict, events } = tryOne(engine, state, raw, streams, dice, undone);
    results.push({ actionIndex, success: verdict === null, ...verdict });
    const wanted = given === null || given[actionIndex]!.success;
    if (given && wanted && verdict) throw new RangeError(`action ${actionIndex} is not valid here: ${verdict.reason}`);
    if (wanted) for (const event of events) state = stateAfter(engine, state, event);
  }
  return { state, results };
}

function tryOne<S extends Shape>(
  engine: Engine<S>,
  state: S["state"],
  raw: unknown,
  streams: Streams,
  dice: Map<ActorId, Dice>,
  undone: Map<ActorId, string[]>,
) {
  const problem = actionProblem(raw);
  if (problem) return { verdict: { reason: "invalid_action", message: `${problem}.` }, events: [] };
  const action = copyOf(raw) as Action<S>;
  const before = undone.get(action.actorId) ?? [];
  undone.set(action.actorId, before);
  const refused = holdBack(engine, action, before) ?? judge(engine, state, action);
  if (refused) {
    before.push(action.type);
    return { verdict: refused, events: [] };
  }
  const roll = dice.get(action.actorId) ?? streams(action.actorId);
  dice.set(action.actorId, roll);
  const outcome = decideOne(engine, state, action, roll);
  const failure = failureOf(outcome);
  if (!failure) return { verdict: null, events: outcome as readonly S["event"][] };
  before.push(action.type);
  const message = explain(engine, failure.failed, viewOf(engine, { state, minds: {} }, action.actorId));
  return { verdict: { reason: failure.failed.reason as string, message }, events: [] };
}

function judge<S extends Shape>(engine: Engine<S>, state: S["state"], action: ActionBase): Verdict | null {
  const ask = askFor(engine, state, action.actorId, action.type);
  return admit(engine, viewOf(engine, { state, minds: {} }, action.actorId), { actor: action.actorId, ask }, action);
}
