// What a turn was to each mind: its percepts one by one, each with its impression, and the words for it when they are asked for.
import { impressionOf } from "@orrery/agents";
import {
  type AnyEngine,
  type Commit,
  type FoldState,
  type Frame,
  type Impression,
  lift,
  mindOf,
  perceive,
  type Shape,
  stateAfter,
  TurnFold,
} from "@orrery/kernel";
import { noticeOpening, tellerDice, verdictOf } from "../turns/telling.ts";
import { actorsInOrder } from "../turns/turn-lines.ts";

/** One percept of one actor. */
export interface Impressed extends Impression {
  readonly actor: string;
  readonly percept: unknown;
  /** What the actor was told of it, by the world's own words; "" when there is nothing to tell. */
  text(): string;
}

/** Walks histories in order; what it keeps are views that the next turn begins with. */
export class Impressions {
  readonly #engine: AnyEngine;
  readonly #views = new Map<string, { readonly state: unknown; readonly mind: unknown; readonly view: unknown }>();
  #ids: readonly { readonly state: unknown; readonly ids: ReadonlySet<string> }[] = [];

  constructor(engine: AnyEngine) {
    this.#engine = engine;
  }

  /** What is told at the beginning. */
  ofOpening(frame: Frame<Shape>): Impressed[] {
    // Those who play are told it; what the others begin with is in their minds.
    return [...new Set(actorsInOrder(this.#engine, frame))].map((actor) => ({
      actor,
      percept: null,
      how: "known" as const,
      from: null,
      about: [],
      importance: 3,
      text: () => noticeOpening(this.#engine, frame, actor),
    }));
  }

  /** In the order in which they were perceived. `text` is for asking before the next one is taken. */
  *ofTurn(from: FoldState<Shape>, commit: Commit<Shape>): Generator<Impressed> {
    const { world } = this.#engine;
    const { perceived, state } = perceptsOfTurn(this.#engine, from, commit);
    // A large world has too many entities to list them anew for each event.
    const before = this.#idsOf(from.state);
    const after = this.#idsOf(state);
    const isKnown = (id: string) => before.has(id) || after.has(id);
    const failed = new Set(
      commit.turn.validation.flatMap(({ success, actionIndex }) => (success ? [] : [actionIndex])),
    );
    for (const { actor, percept, cause, from, to } of perceived) {
      const action = typeof cause === "number" ? commit.turn.actions[cause] : undefined;
      // A failed try is told by why it failed, once.
      const isTry = action !== undefined && failed.has(cause as number) && action.actorId === actor;
      const tried = isTry ? [{ action: action!, validation: verdictOf(commit, cause as number) }] : [];
      if (isTry) failed.delete(cause as number);
      yield {
        ...impressionOf(world, percept, actor, isKnown),
        actor,
        percept,
        text: () => {
          const before = this.#view(from.state, actor, from.mind);
          const after = this.#view(to.state, actor, to.mind);
          const dice = tellerDice(this.#engine, [actor, percept]);
          return world.words.tell({ who: actor, before, after, percepts: [percept], tried, dice }).trim();
        },
      };
    }
  }

  /** A view that the next turn may begin with is kept until there is another. */
  #view(state: unknown, who: string, mind: unknown): unknown {
    const kept = this.#views.get(who);
    if (kept && kept.state === state && kept.mind === mind) return kept.view;
    const view = this.#engine.world.view(state, who, mind);
    this.#views.set(who, { state, mind, view });
    return view;
  }

  /** The ids of a state; those of the last two are kept, since a turn begins where the last one ended. */
  #idsOf(state: unknown): ReadonlySet<string> {
    const kept = this.#ids.find((one) => one.state === state);
    if (kept) return kept.ids;
    const { world } = this.#engine;
    const ids = new Set([...world.entities(state), ...(world.facts?.(state) ?? [])].map(({ id }) => id));
    this.#ids = [...this.#ids.slice(-1), { state, ids }];
    return ids;
  }
}

/** One percept with the moments around its event, as its actor had them. */
interface Perceived {
  readonly actor: string;
  readonly percept: unknown;
  readonly cause: Commit<Shape>["by"][number] | undefined;
  readonly from: { readonly state: unknown; readonly mind: unknown };
  readonly to: { readonly state: unknown; readonly mind: unknown };
}

/** The percepts of a turn in order, and the state after it. */
function perceptsOfTurn(
  engine: AnyEngine,
  from: FoldState<Shape>,
  commit: Commit<Shape>,
): { readonly perceived: readonly Perceived[]; readonly state: unknown } {
  const fold = new TurnFold(engine, from);
  const perceived: Perceived[] = [];
  for (const [i, event] of commit.events.entries()) {
    const cause = commit.by[i];
    for (const lifted of lift(engine, commit.version, event)) {
      const before = fold.state;
      const after = stateAfter(engine, before, lifted);
      const percepts = perceive(engine, before, lifted, after);
      const knew = new Map(percepts.map(({ to }) => [to, mindOf(engine, fold, to)]));
      fold.learn(after, percepts);
      for (const { to: actor, what: percept } of percepts) {
        const from = { state: before, mind: knew.get(actor) };
        perceived.push({ actor, percept, cause, from, to: { state: after, mind: mindOf(engine, fold, actor) } });
      }
    }
  }
  return { perceived, state: fold.state };
}
