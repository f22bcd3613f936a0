// A run as the lines of an export, each turn with its truth hash. Another store takes them in and computes every hash again.
import { type Opening, readCommit, type Shape, truthAfter, truthOpen } from "@orrery/kernel";
import { exportRun, type TruthOf } from "@orrery/store";
import { Breath } from "../breath.ts";
import { sha256 } from "../ids.ts";
import type { BranchRegistry } from "./branch-registry.ts";

/** Fault `unknown_run`. */
export async function* exportLines(registry: BranchRegistry, run: string): AsyncGenerator<string> {
  const { world } = await registry.run(run);
  const truthOf: TruthOf = ({ body }, before) =>
    before === ""
      ? truthOpen({ hash: sha256, world: { id: world } }, JSON.parse(body) as Opening<Shape>)
      : truthAfter(sha256, before, readCommit(body));
  const breath = new Breath();
  for await (const line of exportRun(registry.store, run, truthOf)) {
    yield line;
    await breath.take();
  }
}
