// Law: two states that differ only in what an actor may not know are one and the same to that actor.
import {
  type ActionBase,
  type ActorId,
  actionProblem,
  admit,
  canonical,
  type Engine,
  type Frame,
  mindOf,
  type Path,
  patch,
  type Shape,
  viewOf,
} from "@orrery/kernel";
import { holds, same } from "./compare.ts";
import { type Happened, perceived, told } from "./frames.ts";

export interface Probing<S extends Shape> {
  /** Actions to be tried in both: what is refused must be refused with the same words. */
  readonly probes?: readonly ActionBase[];
  /** The turns that led to the two frames, to compare what is perceived and told of them. */
  readonly turns?: readonly [{ before: Frame<S>; happened: Happened<S> }, { before: Frame<S>; happened: Happened<S> }];
}

/** Throws where anything that `who` gets to see differs between two frames; and when the two do not differ at all. */
export function blindfold<S extends Shape>(
  engine: Engine<S>,
  a: Frame<S>,
  b: Frame<S>,
  who: ActorId,
  { probes = [], turns }: Probing<S> = {},
): void {
  const { world } = engine;
  holds(canonical([a.state, a.minds]) !== canonical([b.state, b.minds]), "both frames are the same: nothing is hidden");
  const both = (what: string, of: (frame: Frame<S>, i: 0 | 1) => unknown) =>
    same(`${what} of ${who}`, of(b, 1), of(a, 0));
  const views = [viewOf(engine, a, who), viewOf(engine, b, who)] as const;
  const asks = [world.asks(a.state), world.asks(b.state)] as const;
  const mine = (i: 0 | 1) => asks[i].filter(({ to }) => to === who);
  const legal = [world.legal(views[0], who), world.legal(views[1], who)] as const;
  both("view", (_, i) => views[i]);
  both("mind", (frame) => mindOf(engine, frame, who));
  both("legal actions", (_, i) => legal[i]);
  both("lexicon", (_, i) => world.words.lexicon(views[i], who));
  both("name", (_, i) => world.words.name(views[i], who));
  both("asks", (_, i) => mine(i).map(({ fallback, ...ask }) => ({ ...ask, falls: !!fallback })));
  // Every seat is served both, also while others still hide something.
  both("outcome", ({ state }) => world.outcome(state));
  both("ending", ({ state }) => (world.outcome(state) === null ? null : (world.words.ending?.(state) ?? null)));
  both("telling of the opening", (frame) => told(engine, who, frame).split("\n"));
  if (world.prompt)
    both("prompt", (_, i) =>
      mine(i).map((ask) => {
        const { parts, output } = world.prompt!({ ask, view: views[i], legal: legal[i] });
        return { parts, output: plain(output) };
      }),
    );
  const tried = [...legal[0], ...probes] as readonly ActionBase[];
  for (const action of tried) {
    const problem = actionProblem(action);
    holds(problem === null, `a probe must be an action: ${problem}`);
  }
  both("verdicts", (_, i) =>
    tried.map((action) => {
      const ask = mine(i).find(({ may }) => (may as readonly string[]).includes(action.type)) ?? null;
      return { action, verdict: admit(engine, views[i], { actor: who, ask }, action) };
    }),
  );
  if (!turns) return;
  both("percepts", (_, i) => perceived(engine, turns[i].before, turns[i].happened.events, who));
  both("telling of the turn", (frame, i) => told(engine, who, frame, turns[i]).split("\n"));
}

/**
 * The law for every hidden place of a frame: put each of these values at its path in turn, and `who` must see no difference.
 * A value that stands there already is passed over. Throws where a value breaks the world's own invariants, since such a pair
 * proves nothing, and where no place was varied. Returns how many were.
 */
export function unseen<S extends Shape>(
  engine: Engine<S>,
  frame: Frame<S>,
  who: ActorId,
  hidden: readonly (readonly [path: Path, value: unknown])[],
  probing: Pick<Probing<S>, "probes"> = {},
): number {
  let varied = 0;
  for (const [path, value] of hidden) {
    const state = patch(frame.state, { path, after: value }) as S["state"];
    if (canonical(state) === canonical(frame.state)) continue;
    const broken = engine.world.valid?.(state) ?? [];
    holds(broken.length === 0, `${path.join(".")} cannot be ${canonical(value)}: ${broken.join("; ")}`);
    try {
      blindfold(engine, frame, { ...frame, state }, who, probing);
    } catch (error) {
      holds(false, `${who} can tell that ${path.join(".")} is ${canonical(value)}: ${(error as Error).message}`);
    }
    varied++;
  }
  holds(varied > 0, "no place was varied, so nothing was proved");
  return varied;
}

/** A schema as it is sent: contracts carry what is no JSON beside it. */
const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));
