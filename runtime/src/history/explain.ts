// Why a turn came out as it did, from its record and the moments around it.
import { type AnyEngine, type Commit, diff, type Shape, valueAt } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { turnAt } from "../branch/rewind.ts";
import type { Explained, TurnLine } from "../shapes.ts";
import type { HistoryMoment } from "../turns/branch-session.ts";
import { tellingsOf, turnLine } from "../turns/turn-lines.ts";

/** Why a turn came out as it did. `which`: its id, or its number on the branch. Fault `unknown_turn`. */
export async function why(registry: BranchRegistry, run: string, branch: string, which: string): Promise<Explained> {
  const engine = await registry.engine(run);
  const transition = await turnAt(registry, run, branch, which);
  const line = turnLine(engine, transition, await tellingsOf(registry, run, transition.stored));
  return explainTurn(engine, line, transition.before, transition.after, transition.commit);
}

/** Why a turn came out as it did: each action with its verdict and its events, each event with what it changed, rolls, answers. */
function explainTurn(
  engine: AnyEngine,
  line: TurnLine,
  before: HistoryMoment | null,
  after: HistoryMoment,
  commit: Commit<Shape> | null,
): Explained {
  const changes = before ? diff(before.frame.state, after.frame.state) : [];
  return {
    turn: line.turn,
    id: line.id,
    rawText: line.rawText,
    actions: line.actions.map((action, i) => ({
      action,
      ...line.validation.find(({ actionIndex }) => actionIndex === i),
      events: line.events.filter((_, n) => line.by[n] === i),
    })),
    settled: line.events.filter((_, n) => line.by[n] === "settle"),
    god: line.events.filter((_, n) => line.by[n] === "god"),
    changes,
    rolls: (commit?.rolls ?? []).map((roll) => ({
      ...roll,
      lane: commit!.lane,
      depth: commit!.depth,
      salt: commit!.salt,
      commitment: before?.frame.commitment ?? null,
    })),
    answers: commit?.answers ?? [],
    names: Object.fromEntries(engine.world.entities(after.frame.state).map(({ id, name }) => [id, name])),
    world: { id: engine.world.id, version: commit?.version ?? valueAt(engine.world, ["version"]) },
    narration: line.narration,
  };
}
