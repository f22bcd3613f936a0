// Given a state, when someone acts, then exactly this happens. It runs the kernel's own turn, with the dice loaded.
import {
  type Action,
  type ActionBase,
  type ActorId,
  type Answer,
  type AnyEvent,
  type Ask,
  actionProblem,
  type CoreReason,
  canonical,
  type Dice,
  type Draft,
  decideTurn,
  type Engine,
  equal,
  type FoldState,
  type Frame,
  keyedDice,
  type Outcome,
  type Reason,
  type Shape,
  seal,
  step,
  type Validation,
  type World,
} from "@orrery/kernel";
import { holds, literal, Mismatch, same } from "./compare.ts";
import { askFor, frameAt, told } from "./frames.ts";
import { type LoadedDice, loadedDice, type Scripted } from "./loaded-dice.ts";

/** Where a scenario starts: opened from a configuration (its rolls drawn under `seed`), or at any state. */
export interface Start<S extends Shape> {
  readonly config?: S["config"];
  readonly seed?: string;
  readonly state?: S["state"];
}

/** An actor that says nothing, so that the fallback of its ask speaks. */
export interface Silent {
  readonly silent: ActorId;
}
export const silent = (actor: ActorId): Silent => ({ silent: actor });

/** A place in a story, from which someone acts. */
export interface Stage<S extends Shape> {
  readonly frame: Frame<S>;
  /** How the dice of the next turn fall, for all who roll them. Without it any roll fails. */
  rolling(...script: readonly Scripted[]): Stage<S>;
  /**
   * One turn. Neighbouring actions of one actor are one answer to the first ask that allows the first of them. Several
   * answers share a window and act by the world's priority, then as written here, so that a script of rolls has an order.
   * For a `silent` actor the fallback of its first ask speaks, as when its deadline has passed.
   */
  when(...actions: readonly (Action<S> | Silent)[]): Acted<S>;
  /** One turn by one actor with anything at all, as it might come from outside. */
  whenGiven(actor: ActorId, ...actions: readonly unknown[]): Acted<S>;
}

/** A turn, to be held against what was expected of it. Each check gives the stage after the turn. */
export interface Acted<S extends Shape> {
  readonly draft: Draft<S>;
  readonly after: Frame<S>;
  /** Every action succeeds, and these are all events, in order. */
  happens(...events: readonly AnyEvent<S>[]): Stage<S>;
  /** Every action succeeds, and these events are among what happens, in this order. */
  includes(...events: readonly [AnyEvent<S>, ...AnyEvent<S>[]]): Stage<S>;
  /** The one action is refused for this reason, and nothing happens. */
  refused(reason: Reason<S> | CoreReason, message?: string): Stage<S>;
  /** The one action is tried, fails for this reason, and these are all events. */
  failed(reason: Reason<S>, ...events: readonly AnyEvent<S>[]): Stage<S>;
  /** For several actions: each one's reason in the order of the turn, null for success, and all events. */
  decides(reasons: readonly (Reason<S> | CoreReason | null)[], ...events: readonly AnyEvent<S>[]): Stage<S>;
  /** What a viewer is told of it. Goes before or after any of the others. */
  tells(who: ActorId, text: string | RegExp): Acted<S>;
}

export function scenario<S extends Shape>(engine: Engine<S>) {
  return {
    given(start: Start<S>, ...events: readonly AnyEvent<S>[]): Stage<S> {
      const { world, hash } = engine;
      const dice = keyedDice(hash, { seed: start.seed ?? "scenario", salt: "0", lane: "@open", depth: 0 }, "world");
      const frame = frameAt(engine, start.state ?? world.open(start.config ?? {}, dice), start.config);
      let at: FoldState<S> = frame;
      for (const event of events) at = step(engine, at, event);
      return stage(engine, { ...frame, state: at.state, minds: at.minds }, []);
    },
  };
}

function stage<S extends Shape>(engine: Engine<S>, frame: Frame<S>, script: readonly Scripted[]): Stage<S> {
  return {
    frame,
    rolling: (...more) => stage(engine, frame, [...script, ...more]),
    when: (...actions) => {
      const answers: HandedIn[] = [];
      for (const action of actions) {
        const last = answers.at(-1);
        if ("silent" in action) answers.push({ actor: action.silent, actions: null });
        else if (last?.actor === action.actorId && last.actions) last.actions.push(action);
        else answers.push({ actor: action.actorId, actions: [action] });
      }
      return act(engine, frame, script, answers);
    },
    whenGiven: (actor, ...actions) => act(engine, frame, script, [{ actor, actions: [...actions] }]),
  };
}

/** What one actor hands in; null: nothing. */
interface HandedIn {
  readonly actor: ActorId;
  readonly actions: unknown[] | null;
}

function givenBy<S extends Shape>(engine: Engine<S>, frame: Frame<S>, { actor, actions }: HandedIn): Answer<S> {
  if (actions === null) return silence(engine, frame, actor);
  const ask = askFor(engine, frame.state, actor, typeOf(actions[0]));
  return { actor, ask, actions, provenance: { actor, ask: ask?.id ?? null, by: "agent" } };
}

function silence<S extends Shape>({ world }: Engine<S>, { state }: Frame<S>, actor: ActorId): Answer<S> {
  const ask = world.asks(state).find(({ to, kind }) => to === actor && kind === "due");
  if (!ask) throw new Mismatch(`${actor} is not asked, and cannot be silent`);
  if (!ask.fallback) throw new Mismatch(`ask ${ask.id} has no fallback: the run would wait for ${actor}`);
  const provenance = { actor, ask: ask.id, by: "fallback", cause: "deadline" } as const;
  return { actor, ask, actions: [ask.fallback("deadline")], provenance };
}

function act<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  script: readonly Scripted[],
  answers: readonly HandedIn[],
): Acted<S> {
  const given = answers.map((answer) => givenBy(engine, frame, answer));
  const lane = laneOf(
    engine,
    frame,
    given.flatMap(({ ask }) => (ask ? [ask] : [])),
  );
  const dice = loadedDice(script);
  const loaded = { ...engine, world: withDice(engine.world, dice, given) };
  const draft = decideTurn(loaded, frame, lane, given, { seed: "scenario", salt: "0" });
  dice.done();
  const after = seal(engine, frame, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" }).frame;
  return acted(engine, frame, draft, after);
}

function acted<S extends Shape>(engine: Engine<S>, before: Frame<S>, draft: Draft<S>, after: Frame<S>): Acted<S> {
  const settle = (reasons: readonly (string | null)[], events: readonly AnyEvent<S>[]) => {
    same("verdicts", reasonsOf(draft.validation), reasons);
    same("events", draft.events, events);
    return stage(engine, after, []);
  };
  const single = (): Validation => {
    const [validation] = draft.validation;
    holds(draft.validation.length === 1 && validation !== undefined, "several actions were tried: say `decides`");
    return validation;
  };
  const self: Acted<S> = {
    draft,
    after,
    happens: (...events) =>
      settle(
        draft.validation.map(() => null),
        events,
      ),
    includes(...events) {
      same(
        "verdicts",
        reasonsOf(draft.validation),
        draft.validation.map(() => null),
      );
      let at = 0;
      for (const event of events) {
        const found = draft.events.findIndex((one, i) => i >= at && equal(one, event));
        holds(found >= 0, `no event ${literal(event)} ${at > 0 ? "after the others " : ""}in ${literal(draft.events)}`);
        at = found + 1;
      }
      return stage(engine, after, []);
    },
    refused(reason, message) {
      const validation = single();
      const next = settle([reason], []);
      if (message !== undefined) same("message", validation.message, message);
      same("state after a refusal", after.state, before.state);
      return next;
    },
    failed(reason, ...events) {
      single();
      holds(events.length > 0, "a failure has events, or it would be a refusal");
      return settle([reason], events);
    },
    decides: (reasons, ...events) => settle(reasons, events),
    tells(who, expected) {
      const text = told(engine, who, after, { before, happened: draft });
      if (typeof expected === "string") same(`told to ${who}`, text.split("\n"), expected.split("\n"));
      else holds(expected.test(text), `told to ${who}: ${literal(text)} does not match ${expected}`);
      return self;
    },
  };
  return self;
}

const reasonsOf = (validation: readonly Validation[]) => validation.map(({ reason }) => reason ?? null);
const typeOf = (action: unknown): string =>
  typeof action === "object" && action !== null && "type" in action ? String(action.type) : "";

/** One turn is of one lane. */
function laneOf<S extends Shape>({ world }: Engine<S>, { state }: Frame<S>, asks: readonly Ask<S>[]): string {
  const [lane = world.asks(state)[0]?.lane ?? "nobody-asked", ...others] = new Set(asks.map((ask) => ask.lane));
  if (others.length > 0)
    throw new Mismatch(`one turn is of one lane, but these are of ${[lane, ...others].join(", ")}`);
  return lane;
}

/** The same world with loaded dice, and with the order of window-mates fixed. */
function withDice<S extends Shape>(world: World<S>, dice: LoadedDice, given: readonly Answer<S>[]): World<S> {
  const actions = given.flatMap((one) => one.actions).filter((action) => actionProblem(action) === null) as Action<S>[];
  const priority = new Map(actions.map((action) => [canonical(action), world.priority?.(action) ?? 0]));
  const order = [...priority].sort(([, a], [, b]) => b - a).map(([text]) => text);
  type Decide = (state: S["state"], action: ActionBase, dice: Dice) => Outcome<S>;
  const decide = Object.entries(world.decide as unknown as Record<string, Decide>).map(([type, original]) => [
    type,
    (state: S["state"], action: ActionBase) => original(state, action, dice),
  ]);
  return {
    ...world,
    decide: Object.fromEntries(decide) as World<S>["decide"],
    ...(world.settle && {
      settle: (state: S["state"], _dice: Dice, after: "answers" | "god") => world.settle!(state, dice, after),
    }),
    priority: (action) => -order.indexOf(canonical(action)),
  };
}
