// Whether an answer would be admitted, without handing it in: verdicts from the actor's view alone. Rolls nothing, records nothing.
import { verdictsOn } from "@orrery/agents";
import { viewOf } from "@orrery/kernel";
import { Fault } from "../fault.ts";
import type { JudgedAnswer, ToJudge } from "../shapes.ts";
import type { BranchRegistry } from "./branch-registry.ts";
import { answeredAsk } from "./commits.ts";

export async function judge(
  registry: BranchRegistry,
  run: string,
  { as, ask: id, actions, branch = "main" }: ToJudge,
): Promise<JudgedAnswer> {
  const engine = await registry.engine(run);
  const session = await registry.session(run, branch);
  if (!engine.world.actors(session.frame.state).includes(as))
    throw new Fault("unknown_actor", `There is no actor "${as}" in this run.`);
  const ask = answeredAsk(engine, session, as, id, actions);
  if (ask === "closed") throw new Fault("moved", `The ask "${id}" is not open to "${as}" now. Look again.`);
  if (ask === null) throw new Fault("nobody_asked", `"${as}" is not asked for anything now.`);
  const problems = verdictsOn(engine, viewOf(engine, session.frame, as), ask, actions);
  return { ask: ask.id, ok: problems.length === 0, problems };
}
