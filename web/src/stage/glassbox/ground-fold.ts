// What every claim of a run is worth, by folding its turns with the world's own watch. Loaded only for the owner, who may know it.
import { type AnyEvent, type FoldState, lift, openFrame, type Shape, step } from "@orrery/kernel";
import type { ClaimFact, GlassWatch } from "@orrery/worlds/glassbox";
import { engineOf } from "../../fold/engines.ts";
import type { Line, TurnLine } from "../../shapes.ts";

interface KeptWatch {
  readonly watch: GlassWatch;
  /** Turns taken in, by the id of the last one. */
  count: number;
  last: string;
  at: FoldState<Shape>;
}
/** The run that was looked at last: a live one grows by a turn at a time. */
let kept: (KeptWatch & { readonly first: string }) | null = null;

/** `opened`: the state of turn 0, of this version. */
export async function claimsOf(opened: unknown, lines: readonly Line[]): Promise<readonly ClaimFact[]> {
  const engine = await engineOf("glassbox");
  const [first] = lines;
  if (!engine || !first || first.turn !== 0) return [];
  if (!kept || kept.first !== first.id || lines[kept.count - 1]?.id !== kept.last) {
    const opening = { world: "glassbox", version: engine.world.version, name: "", config: null };
    const at = openFrame(engine, { ...opening, state: opened, dice: { commitment: "" }, createdAt: 0 }, "");
    kept = {
      watch: engine.world.contest!.watch(at) as unknown as GlassWatch,
      first: first.id,
      count: 1,
      last: first.id,
      at,
    };
  }
  for (const line of lines.slice(kept.count)) {
    if (!("by" in line)) return [];
    const { events, version = engine.world.version } = line as TurnLine;
    for (const event of events)
      for (const lifted of lift(engine, version, event as AnyEvent<Shape>)) {
        const after = step(engine, kept.at, lifted);
        kept.watch.see(kept.at as never, lifted as never, after as never);
        kept.at = after;
      }
    kept.count++;
    kept.last = line.id;
  }
  return kept.watch.facts().claims;
}
