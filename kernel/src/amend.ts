// God for every world: changes as data with their inverse inside, judged by the world's own invariants. Never an edit of a row.
import Type from "typebox";
import { type ActionBase, actionProblem, actionSchema, checker, type Engine, withMetadata } from "./action.ts";
import { type Dice, type DiceKey, keyedDice, type Roll } from "./dice.ts";
import { type AnyEvent, type FoldState, type Frame, TurnFold } from "./frame.ts";
import { equal, plainProblem } from "./json.ts";
import { type Change, diff, invert, type Path, patch, valueAt } from "./patch.ts";
import type { GodKind, Percept, RefusedGod, Shape } from "./shape.ts";
import type { Draft } from "./turn.ts";

const Place = {
  path: Type.Array(Type.Union([Type.String(), Type.Integer({ minimum: 0 })]), { minItems: 1 }),
  value: Type.Optional(Type.Unknown()),
};
/** Changes that one amendment may hold. */
const CHANGES_MAX = 1000;

/**
 * The god action of every world: sets the place at `path` to `value`, or removes it when `value` is absent. `changes` does
 * several, in order, as one turn: all of them or none.
 */
export const AMEND = {
  metadata: Type.Union([
    Type.Object(Place, { additionalProperties: false }),
    Type.Object(
      {
        changes: Type.Array(Type.Object(Place, { additionalProperties: false }), {
          minItems: 1,
          maxItems: CHANGES_MAX,
        }),
      },
      { additionalProperties: false },
    ),
  ]),
} as const;
const amendProblem = checker(actionSchema("amend", AMEND), "action");
type Amendment = { readonly path: Path; readonly value?: unknown };

export const GOD_REASONS = ["invalid_action", "no_such_place", "breaks_world", "refused", "changed_since"] as const;
/** Why a god's turn is refused: one of `GOD_REASONS`, or a reason of the world's own. */
export interface GodRefusal {
  readonly reason: (typeof GOD_REASONS)[number] | (string & {});
  readonly message: string;
}

/** The lane of every god turn. */
export const GOD_LANE = "@god";

/** A god's turn as a draft, or why it is refused. `key` is what its dice are keyed by, beside the god's own lane. */
export function decideGod<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  action: ActionBase,
  key: Pick<DiceKey, "seed" | "salt">,
): Draft<S> | GodRefusal {
  const misfit = actionProblem(action);
  if (misfit) return { reason: "invalid_action", message: `${misfit}.` };
  return action.type === "amend" ? decideAmend(engine, frame, action) : decideOwn(engine, frame, action, key);
}

/** An amendment changes the state and nothing else: nobody rolls, and nothing settles. */
function decideAmend<S extends Shape>(engine: Engine<S>, frame: Frame<S>, action: ActionBase): Draft<S> | GodRefusal {
  const problem = amendProblem(action);
  if (problem) return { reason: "invalid_action", message: `${problem}.` };
  const metadata = action.metadata as Amendment | { readonly changes: readonly Amendment[] };
  const wanted = "changes" in metadata ? metadata.changes : [metadata];
  const changes: Change[] = [];
  let state: unknown = frame.state;
  for (const { path, value } of wanted) {
    const before = valueAt(state, path);
    if (before === undefined && value === undefined)
      return { reason: "no_such_place", message: `There is nothing at ${path.join(".")}.` };
    const change: Change = {
      path,
      ...(before === undefined ? {} : { before }),
      ...(value === undefined ? {} : { after: value }),
    };
    const patched = applyChange(state, change);
    if ("reason" in patched) return patched;
    state = patched.state;
    changes.push(change);
  }
  return godDraft(engine, action, [{ type: "@amended", changes }], { ...frame, state });
}

/** A god action of the world's own is a full turn: it may roll, and the world settles after it. */
function decideOwn<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  given: ActionBase,
  key: Pick<DiceKey, "seed" | "salt">,
): Draft<S> | GodRefusal {
  const { world, hash, godContracts } = engine;
  const contract = godContracts.get(given.type);
  const decide = world.god?.decide[given.type as GodKind<S>] as
    | ((state: S["state"], action: ActionBase, dice: Dice) => readonly S["event"][] | RefusedGod<S> | string)
    | undefined;
  if (!contract || !decide) {
    const known = ["amend", ...godContracts.keys()].join(", ");
    return { reason: "invalid_action", message: `There is no god action "${given.type}" here. There are: ${known}.` };
  }
  const action = withMetadata(given, contract);
  const problem = contract(action);
  if (problem) return { reason: "invalid_action", message: `${problem}.` };
  const rolls: Roll[] = [];
  const at: DiceKey = { ...key, lane: GOD_LANE, depth: frame.lanes[GOD_LANE] ?? 0 };
  const decided = decide(frame.state, action, keyedDice(hash, at, GOD, rolls));
  if (typeof decided === "string") return { reason: "refused", message: decided };
  if ("reason" in decided) return { reason: decided.reason, message: decided.message };
  const fold = new TurnFold(engine, frame);
  for (const event of decided) fold.add(event);
  const settled =
    decided.length > 0 ? (world.settle?.(fold.state, keyedDice(hash, at, "@settle", rolls), "god") ?? []) : [];
  for (const event of settled) fold.add(event);
  const draft = godDraft(engine, action, [...decided, ...settled], fold.now, rolls, fold.percepts);
  if ("reason" in draft) return draft;
  return { ...draft, by: draft.by.map((by, i) => (i < decided.length ? by : "settle")) };
}
const GOD = "god";

/** Takes back what a turn did to the state, by amendments; refused where the place has changed since. */
export function undoTurn<S extends Shape>(
  engine: Engine<S>,
  now: Frame<S>,
  turn: { before: S["state"]; after: S["state"] },
): Draft<S> | GodRefusal {
  const target = engine.world.undone?.(turn.before, turn.after) ?? turn.before;
  const changes = diff(target, turn.after);
  if (changes.length === 0)
    return { reason: "no_such_place", message: "That turn changed nothing, so there is nothing to take back." };
  const touched = changes.find(({ path, after }) => !equal(valueAt(now.state, path), after));
  if (touched)
    return {
      reason: "changed_since",
      message: `${touched.path.join(".")} has changed since, so it cannot simply be taken back.`,
    };
  const back = changes.toReversed().map(invert);
  let state: unknown = now.state;
  for (const change of back) {
    const patched = applyChange(state, change);
    if ("reason" in patched) return patched;
    state = patched.state;
  }
  return godDraft(engine, null, [{ type: "@amended", changes: back }], { ...now, state });
}

/** The state after one change; only a path can lead nowhere. */
function applyChange(state: unknown, change: Change): { readonly state: unknown } | GodRefusal {
  try {
    return { state: patch(state, change) };
  } catch (error) {
    if (error instanceof RangeError)
      return { reason: "no_such_place", message: `There is no place ${change.path.join(".")} in this state.` };
    throw error;
  }
}

/** What would not hold together in a state, or could not be stored; null when all is well. */
function refusalOfState<S extends Shape>({ world }: Engine<S>, state: S["state"]): GodRefusal | null {
  const unfit = plainProblem(state, "state");
  const broken = unfit ? [unfit] : (world.valid?.(state) ?? []);
  return broken.length === 0
    ? null
    : { reason: "breaks_world", message: `The world would no longer hold together: ${broken.join("; ")}.` };
}

function godDraft<S extends Shape>(
  engine: Engine<S>,
  action: ActionBase | null,
  events: readonly AnyEvent<S>[],
  after: FoldState<S>,
  rolls: readonly Roll[] = [],
  percepts: readonly Percept<S>[] = [],
): Draft<S> | GodRefusal {
  const broken = refusalOfState(engine, after.state);
  if (broken) return broken;
  return {
    lane: GOD_LANE,
    actions: action ? [action] : [],
    validation: action ? [{ actionIndex: 0, success: true }] : [],
    events,
    by: events.map(() => GOD),
    answers: [{ actor: GOD, ask: null, by: GOD }],
    rolls,
    after: { state: after.state, minds: after.minds },
    percepts,
  };
}
