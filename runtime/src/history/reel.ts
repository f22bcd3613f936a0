// The most watchable moments of a run, as small pictures turn by turn: what a first page shows. Found once for each newest turn, and kept.
import type { AnyEngine } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { derivedAt } from "../turns/derived.ts";
import { walk } from "../turns/walk.ts";

export interface Reel {
  /** The turn that is most worth watching. */
  readonly turn: number;
  /** From some turns before it to some after it, ascending. `events`: those of its turn that are worth watching. */
  readonly frames: readonly { readonly turn: number; readonly glance: unknown; readonly events: readonly unknown[] }[];
}

const REEL = "reel";
const BEFORE = 16;
const AFTER = 4;

/** Null where the world has no small pictures, or nothing in the run is worth watching. Of the branch `main`. */
export async function reelOf(registry: BranchRegistry, run: string): Promise<Reel | null> {
  const engine = await registry.engine(run);
  if (!engine.world.glance || !engine.world.drama) return null;
  const { head } = await registry.session(run, "main");
  return derivedAt({ store: registry.store, run, name: REEL }, head, engine, () => findReel(engine, registry, run));
}

async function findReel(engine: AnyEngine, registry: BranchRegistry, run: string): Promise<Reel | null> {
  const { world } = engine;
  const { place } = (await registry.session(run, "main")).moment;
  let best = 0;
  let reel = null as Reel | null;
  let recent: Reel["frames"] = [];
  for await (const { before, after, commit } of walk(engine, registry.store, null, place)) {
    if (!before || !commit) continue;
    const events = commit.events.filter((event) => world.drama!(event) > 0);
    const drama = events.reduce((sum, event) => sum + world.drama!(event), 0);
    const frame = { turn: after.place.turn, glance: world.glance!(after.frame.state), events };
    recent = [...recent.slice(-BEFORE), frame];
    if (reel && frame.turn <= reel.turn + AFTER) reel = { turn: reel.turn, frames: [...reel.frames, frame] };
    if (drama <= best) continue;
    best = drama;
    reel = { turn: frame.turn, frames: recent };
  }
  return reel;
}
