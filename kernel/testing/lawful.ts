// The laws that hold for any world, tried at as many of its frames as a test can bring. It knows no rule of any of them.
import {
  type Action,
  type ActionBase,
  type ActorId,
  type Answer,
  type AnyEvent,
  type Ask,
  actionProblem,
  admit,
  CAUSES,
  canonical,
  type Dice,
  decideGod,
  decideTurn,
  type Engine,
  equal,
  type FoldState,
  type Frame,
  keyedDice,
  type Path,
  plainProblem,
  type Shape,
  seal,
  step,
  truthAfter,
  viewOf,
} from "@orrery/kernel";
import { spoil } from "./choosers.ts";
import { holds, literal, same } from "./compare.ts";
import { askFor, told } from "./frames.ts";

/** How often each law was put to the test: a caller that knows its world asserts on these. */
export interface Tally {
  frames: number;
  legal: number;
  refused: number;
  failed: number;
  fallbacks: number;
}

/** Throws at the first law that a world breaks at one of these frames. Tries up to `most` legal actions of each actor. */
export function lawful<S extends Shape>(
  engine: Engine<S>,
  frames: Iterable<Frame<S>>,
  { seed = "lawful", most = 6 }: { seed?: string; most?: number } = {},
): Tally {
  const tally: Tally = { frames: 0, legal: 0, refused: 0, failed: 0, fallbacks: 0 };
  for (const given of frames) {
    const frame = frozen(given);
    const key = { seed, salt: "0", lane: "@lawful", depth: tally.frames++ };
    const bench = { engine, frame, tally, dice: keyedDice(engine.hash, key, "probe") };
    plainFrame(bench);
    wellAsked(bench);
    notStuck(bench);
    for (const who of engine.world.actors(frame.state)) {
      plainSight(bench, who);
      const legal = engine.world.legal(viewOf(engine, frame, who), who);
      for (const action of bench.dice.shuffle("legal", legal).slice(0, most)) {
        legalIsAdmitted(bench, who, action);
        refusedChangesNothing(bench, who, spoil(action, engine.world.actors(frame.state), bench.dice));
      }
    }
    for (const ask of engine.world.asks(frame.state)) fallbackIsAdmitted(bench, ask);
  }
  holds(tally.legal > 0, "no legal action was met in any of the frames, so nothing was proved");
  return tally;
}

/**
 * Law for worlds that gods may touch: for any value put at any place, the answer is a refusal or a state in which
 * everyone can be asked, shown and told something. Throws where a world's `valid` accepts a state that breaks it, or breaks
 * itself. Returns how many amendments were let through and how many refused.
 */
export function amendable<S extends Shape>(
  engine: Engine<S>,
  frames: Iterable<Frame<S>>,
  { seed = "amendable", most = 20 }: { seed?: string; most?: number } = {},
): { done: number; refused: number } {
  const tally = { done: 0, refused: 0 };
  let depth = 0;
  for (const frame of frames) {
    const dice = keyedDice(engine.hash, { seed, salt: "0", lane: "@amendable", depth: depth++ }, "god");
    for (const path of dice.shuffle("path", placesOf(frame.state)).slice(0, most)) {
      const value = dice.pick("value", [undefined, null, -1, 0.5, 7, "", "nowhere", [], {}, [null], true]);
      const metadata = value === undefined ? { path } : { path, value };
      const decided = decideGod(engine, frame, { actorId: "god", type: "amend", metadata }, { seed, salt: "0" });
      if ("reason" in decided) tally.refused++;
      else {
        tally.done++;
        try {
          lookAround(engine, { ...frame, ...decided.after });
        } catch (error) {
          holds(false, `after ${literal(metadata)}, which \`valid\` let through: ${error}`);
        }
      }
    }
  }
  return tally;
}

/** Everything that is asked of a state between two turns. */
function lookAround<S extends Shape>(engine: Engine<S>, frame: Frame<S>): void {
  const { world } = engine;
  for (const who of world.actors(frame.state)) {
    const view = viewOf(engine, frame, who);
    for (const action of world.legal(view, who)) {
      const ask = askFor(engine, frame.state, who, action.type);
      const verdict = admit(engine, view, { actor: who, ask }, action);
      if (verdict === null) {
        const given: Answer<S> = {
          actor: who,
          ask,
          actions: [action],
          provenance: { actor: who, ask: null, by: "agent" },
        };
        decideTurn(engine, frame, ask?.lane ?? "unasked", [given], { seed: "amendable", salt: "0" });
      }
    }
    told(engine, who, frame);
    world.words.lexicon(view, who);
  }
  world.asks(frame.state);
  world.outcome(frame.state);
  world.entities(frame.state);
}

/** Every place in a plain value, the one behind the end of each list, and one new key of each object. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const deeper = keys.flatMap((key) => placesOf((value as Record<string | number, unknown>)[key], [...path, key]));
  const fresh: Path = [...path, Array.isArray(value) ? value.length : "unheard of"];
  return [...(path.length === 0 ? [] : [path]), ...deeper, fresh];
}

interface Bench<S extends Shape> {
  readonly engine: Engine<S>;
  readonly frame: Frame<S>;
  readonly tally: Tally;
  readonly dice: Dice;
}

/** A frame is plain JSON, comes back from text as it went in, and does not break the world's own invariants. */
function plainFrame<S extends Shape>({ engine: { world }, frame }: Bench<S>): void {
  const problem = plainProblem(frame, "frame");
  holds(problem === null, `${problem}`);
  same("frame after encoding and decoding", JSON.parse(JSON.stringify(frame)), frame);
  same("what is broken in a state that was played to", world.valid?.(frame.state) ?? [], []);
  const entities = world.entities(frame.state);
  unique(
    "entity",
    entities.map(({ id }) => id),
  );
  holds(plainProblem(entities) === null, `entities: ${plainProblem(entities)}`);
  holds(plainProblem(world.outcome(frame.state)) === null, "the outcome is not plain JSON");
}

/** Asks have ids of their own, address actors, name action types, and none is due once the run has an outcome. */
function wellAsked<S extends Shape>({ engine: { world }, frame }: Bench<S>): void {
  const asks = world.asks(frame.state);
  const actors = world.actors(frame.state);
  unique(
    "ask",
    asks.map(({ id }) => id),
  );
  unique("actor", actors);
  for (const { id, to, may, lane, kind, mode, quorum, fallback } of asks) {
    holds(
      quorum === undefined || fallback !== undefined,
      `ask ${id} closes at a quorum, so it needs a fallback for actors that have not answered by then`,
    );
    holds(
      kind === "standing" || asks.every((ask) => ask.kind !== kind || ask.lane !== lane || ask.quorum === quorum),
      `ask ${id} names the quorum ${quorum}, and another ask of its lane a different one`,
    );
    holds(actors.includes(to), `ask ${id} is addressed to ${to}, who is no actor`);
    holds(
      may.length > 0 && may.every((type) => Object.hasOwn(world.actions, type)),
      `ask ${id} allows ${literal(may)}`,
    );
    holds(!lane.startsWith("@") && lane.length > 0, `ask ${id} has the lane "${lane}": names with @ are the kernel's`);
    holds(
      mode !== "each" ||
        kind === "standing" ||
        asks.filter((ask) => ask.lane === lane && ask.kind === "due").length === 1,
      `ask ${id} takes actions one by one, so it must be alone in its window`,
    );
    holds(world.outcome(frame.state) === null || kind === "standing", `ask ${id} is due although the run has ended`);
  }
}

/** A run that has not ended asks somebody: with nobody asked nothing could ever happen again. */
function notStuck<S extends Shape>({ engine: { world }, frame }: Bench<S>): void {
  holds(
    world.outcome(frame.state) !== null || world.asks(frame.state).length > 0,
    "nobody is asked and there is no outcome: the run is stuck",
  );
}

/** Views, choices and words are plain JSON, and the same when asked for again. */
function plainSight<S extends Shape>({ engine, frame }: Bench<S>, who: ActorId): void {
  const see = () => {
    const view = viewOf(engine, frame, who);
    const { words } = engine.world;
    return {
      view,
      legal: engine.world.legal(view, who),
      lexicon: words.lexicon(view, who),
      name: words.name(view, who),
    };
  };
  const seen = see();
  const problem = plainProblem(seen, `what ${who} sees`);
  holds(problem === null, `${problem}`);
  same(`what ${who} sees, when asked for again`, see(), seen);
  same(`what ${who} is told, when asked for again`, told(engine, who, frame), told(engine, who, frame));
}

/** A legal action is admitted, decided with events, and these fold to the same place again from their text. */
function legalIsAdmitted<S extends Shape>(bench: Bench<S>, who: ActorId, action: Action<S>): void {
  const { engine, frame, tally } = bench;
  const ask = askFor(engine, frame.state, who, action.type);
  const verdict = actionProblem(action) ?? admit(engine, viewOf(engine, frame, who), { actor: who, ask }, action);
  holds(verdict === null, `legal, but not admitted: ${canonical(action)}: ${literal(verdict)}`);
  const draft = turnOf(bench, who, ask, action);
  tally.legal++;
  if (draft.validation.some(({ success }) => !success)) tally.failed++;
  holds(draft.events.length > 0, `${canonical(action)} was admitted and gave no event`);
  let at: FoldState<S> = frozen(frame);
  for (const event of draft.events) {
    holds(plainProblem(event) === null, `event ${event.type}: ${plainProblem(event)}`);
    at = step(engine, at, frozen(JSON.parse(canonical(event)) as AnyEvent<S>));
  }
  same(
    "state and minds, folded again from text",
    { state: at.state, minds: at.minds },
    {
      state: draft.after.state,
      minds: draft.after.minds,
    },
  );
  same("what is broken after a legal action", engine.world.valid?.(draft.after.state) ?? [], []);
}

/** For any fault of an action: if it is refused, nothing but the record of it is new. */
function refusedChangesNothing<S extends Shape>(bench: Bench<S>, who: ActorId, action: unknown): void {
  const { engine, frame, tally } = bench;
  const ask = askFor(engine, frame.state, who, (action as ActionBase | null)?.type ?? "");
  const draft = turnOf(bench, who, ask, action);
  const [validation] = draft.validation;
  holds(draft.validation.length === 1 && validation !== undefined, `no single verdict on ${literal(action)}`);
  if (validation.success || draft.events.length > 0) return;
  tally.refused++;
  holds(!!validation.reason && !!validation.message, `refused without a reason or a sentence: ${literal(action)}`);
  const after = seal(engine, frame, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" }).frame;
  same(
    "state, minds and lanes after a refusal",
    [after.state, after.minds, after.lanes],
    [frame.state, frame.minds, frame.lanes],
  );
  const { version } = engine.world;
  same("truth after a refusal", truthAfter(engine.hash, frame.hash, { ...draft, version }), frame.hash);
}

function fallbackIsAdmitted<S extends Shape>({ engine, frame, tally }: Bench<S>, ask: Ask<S>): void {
  if (!ask.fallback) return;
  for (const cause of CAUSES) {
    const action = ask.fallback(cause);
    const verdict =
      actionProblem(action) ??
      admit(engine, viewOf(engine, frame, ask.to), { actor: ask.to, ask, provenance: { by: "fallback" } }, action);
    holds(verdict === null, `the fallback of ${ask.id} (${cause}) is not admitted: ${literal(verdict)}`);
  }
  tally.fallbacks++;
}

function turnOf<S extends Shape>({ engine, frame }: Bench<S>, who: ActorId, ask: Ask<S> | null, action: unknown) {
  const provenance = { actor: who, ask: ask?.id ?? null, by: "agent" } as const;
  const given: Answer<S> = { actor: who, ask, actions: [action], provenance };
  return decideTurn(engine, frame, ask?.lane ?? "unasked", [given], { seed: "lawful", salt: "0" });
}

const unique = (what: string, ids: readonly string[]) =>
  holds(new Set(ids).size === ids.length, `two of one ${what} id: ${literal(ids)}`);

/** A copy in which writing throws: rules that change what they are given are found out. */
function frozen<T>(value: T): T {
  const copy = JSON.parse(JSON.stringify(value)) as T;
  const freeze = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    Object.freeze(part);
    Object.values(part).forEach(freeze);
  };
  freeze(copy);
  holds(equal(copy, value), "the frame does not come back from text as it went in");
  return copy;
}
