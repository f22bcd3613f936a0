// What a turn was to each mind: its percepts one by one, each with its impression, and the words for it when they are asked for.
import { impressionOf } from "@orrery/agents";
import {
  type AnyEngine,
  type Commit,
  type Folded,
  type Frame,
  type Impression,
  lift,
  mindOf,
  perceive,
  type Shape,
  stateAfter,
  TurnFold,
} from "@orrery/kernel";
import { askedFirst } from "./lines.ts";
import { noticeOpening, tellerDice, verdictOf } from "./telling.ts";

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
  #known: { readonly state: unknown; readonly ids: ReadonlySet<string> } | null = null;

  constructor(engine: AnyEngine) {
    this.#engine = engine;
  }

  /** What is told at the beginning. */
  ofOpening(frame: Frame<Shape>): Impressed[] {
    // Those who play are told it; what the others begin with is in their minds.
    return [...new Set(askedFirst(this.#engine, frame))].map((actor) => ({
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
  *ofTurn(from: Folded<Shape>, commit: Commit<Shape>): Generator<Impressed> {
    const { world } = this.#engine;
    if (!world.perceive) return;
    const failed = new Set(
      commit.turn.validation.flatMap(({ success, actionIndex }) => (success ? [] : [actionIndex])),
    );
    const fold = new TurnFold(this.#engine, from);
    for (const [i, event] of commit.events.entries()) {
      const cause = commit.by[i];
      for (const lifted of lift(this.#engine, commit.version, event)) {
        const before = fold.state;
        const after = stateAfter(this.#engine, before, lifted);
        const percepts = perceive(this.#engine, before, lifted, after);
        const knew = new Map(percepts.map(({ to }) => [to, mindOf(this.#engine, fold, to)]));
        fold.learn(after, percepts);
        for (const { to: actor, what: percept } of percepts) {
          const action = typeof cause === "number" ? commit.turn.actions[cause] : undefined;
          // A failed try is told by why it failed, once.
          const isTry = action !== undefined && failed.has(cause as number) && action.actorId === actor;
          const tried = isTry ? [{ action: action!, validation: verdictOf(commit, cause as number) }] : [];
          if (isTry) failed.delete(cause as number);
          yield {
            ...impressionOf(world, percept, actor, (id) => this.#isKnown(after, id)),
            actor,
            percept,
            text: () => {
              const view = this.#view(before, actor, knew.get(actor));
              const now = this.#view(after, actor, mindOf(this.#engine, fold, actor));
              const dice = tellerDice(this.#engine, [actor, percept]);
              return world.words
                .tell({ who: actor, before: view, after: now, percepts: [percept], tried, dice })
                .trim();
            },
          };
        }
      }
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

  #isKnown(state: unknown, id: string): boolean {
    if (this.#known?.state !== state) this.#known = { state, ids: new Set(idsOf(this.#engine, state)) };
    return this.#known!.ids.has(id);
  }
}

const idsOf = ({ world }: AnyEngine, state: unknown): string[] =>
  [...world.entities(state), ...(world.facts?.(state) ?? [])].map(({ id }) => id);
