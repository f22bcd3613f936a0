// God for every world: changes as data with their inverse inside, judged by the world's own invariants. Never an edit of a row.
import Type from "typebox";
import { type ActionBase, actionProblem, actionSchema, checker, type Engine } from "./action.ts";
import { type AnyEvent, type Folded, type Frame, step } from "./frame.ts";
import { equal, plainProblem } from "./json.ts";
import { type Change, diff, invert, type Path, valueAt } from "./patch.ts";
import type { GodKind, Shape } from "./shape.ts";
import type { Draft } from "./turn.ts";

/** The god action of every world: sets the place at `path` to `value`, or removes it when `value` is absent. */
export const AMEND = {
  metadata: Type.Object(
    {
      path: Type.Array(Type.Union([Type.String(), Type.Integer({ minimum: 0 })]), { minItems: 1 }),
      value: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  ),
} as const;
const amendProblem = checker(actionSchema("amend", AMEND), "action");

export const GOD_REASONS = ["invalid_action", "no_such_place", "breaks_world", "refused", "changed_since"] as const;
export interface GodRefusal {
  readonly reason: (typeof GOD_REASONS)[number];
  readonly message: string;
}

/** What a god does, as a draft turn or a refusal. */
export function decideGod<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  action: ActionBase,
): Draft<S> | GodRefusal {
  const misfit = actionProblem(action);
  if (misfit) return { reason: "invalid_action", message: `${misfit}.` };
  if (action.type === "amend") {
    const problem = amendProblem(action);
    if (problem) return { reason: "invalid_action", message: `${problem}.` };
    const { path, value } = action.metadata as { path: Path; value?: unknown };
    const parent = path.length === 1 ? frame.state : valueAt(frame.state, path.slice(0, -1));
    if (typeof parent !== "object" || parent === null) {
      return { reason: "no_such_place", message: `There is no place ${path.join(".")} in this state.` };
    }
    const before = valueAt(frame.state, path);
    const change: Change = {
      path,
      ...(before === undefined ? {} : { before }),
      ...(value === undefined ? {} : { after: value }),
    };
    if (before === undefined && value === undefined)
      return { reason: "no_such_place", message: `There is nothing at ${path.join(".")}.` };
    return draftOf(engine, frame, action, [{ type: "@amended", changes: [change] }]);
  }
  const contract = engine.godContracts.get(action.type);
  const decide = engine.world.god?.decide[action.type as GodKind<S>];
  if (!contract || !decide) {
    const known = ["amend", ...engine.godContracts.keys()].join(", ");
    return { reason: "invalid_action", message: `There is no god action "${action.type}" here. There are: ${known}.` };
  }
  const problem = contract(action);
  if (problem) return { reason: "invalid_action", message: `${problem}.` };
  const events = (decide as (state: S["state"], action: ActionBase) => readonly S["event"][] | string)(
    frame.state,
    action,
  );
  if (typeof events === "string") return { reason: "refused", message: events };
  return draftOf(engine, frame, action, events);
}

/** Takes back what a turn did to the state, by amendments; refused where the place has changed since. */
export function undoTurn<S extends Shape>(
  engine: Engine<S>,
  now: Frame<S>,
  turn: { before: S["state"]; after: S["state"] },
): Draft<S> | GodRefusal {
  const changes = diff(turn.before, turn.after);
  if (changes.length === 0)
    return { reason: "no_such_place", message: "That turn changed nothing, so there is nothing to take back." };
  const touched = changes.find(({ path, after }) => !equal(valueAt(now.state, path), after));
  if (touched)
    return {
      reason: "changed_since",
      message: `${touched.path.join(".")} has changed since, so it cannot simply be taken back.`,
    };
  return draftOf(engine, now, null, [{ type: "@amended", changes: changes.toReversed().map(invert) }]);
}

function draftOf<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  action: ActionBase | null,
  events: readonly AnyEvent<S>[],
): Draft<S> | GodRefusal {
  let after: Folded<S> = frame;
  try {
    for (const event of events) after = step(engine, after, event);
  } catch (error) {
    // Only a path can lead nowhere; whatever else throws is a bug of the world.
    if (error instanceof RangeError && events.every(({ type }) => type === "@amended"))
      return { reason: "no_such_place", message: `${error.message}.` };
    throw error;
  }
  const unfit = plainProblem(after.state, "state");
  const broken = unfit ? [unfit] : (engine.world.valid?.(after.state) ?? []);
  if (broken.length > 0)
    return { reason: "breaks_world", message: `The world would no longer hold together: ${broken.join("; ")}.` };
  return {
    lane: "@god",
    actions: action ? [action] : [],
    validation: action ? [{ actionIndex: 0, success: true }] : [],
    events,
    by: events.map(() => "god" as const),
    answers: [{ actor: "god", ask: null, by: "god" }],
    rolls: [],
    after,
  };
}
