// Open asks, described for the actor that answers: what may be said, how often, until when. Contracts are JSON Schemas of whole actions.
import { type AnyEngine, type Ask, actionSchema, type Contract, type Shape } from "@orrery/kernel";
import type { ActionContract, AskView } from "../shapes.ts";
import type { BranchRegistry } from "./branch-registry.ts";

/** Asks of a branch's head; those of other moments have no time and no answers. */
export async function liveAsks(
  registry: BranchRegistry,
  run: string,
  branch: string,
  asks: readonly Ask<Shape>[],
): Promise<readonly AskView[]> {
  const ends = await registry.clocks.deadlines(run, branch, asks);
  const answered = new Set(asks.length === 0 ? [] : (await registry.store.inbox(run, branch)).map(({ ask }) => ask));
  const now = registry.outside.now();
  return asks.map((ask) => {
    const deadlineAt = ends.get(ask.id);
    return {
      ...askView(ask),
      ...(answered.has(ask.id) ? { answered: true as const } : {}),
      ...(deadlineAt === undefined ? {} : { deadlineAt, leftMs: Math.max(0, deadlineAt - now) }),
    };
  });
}

/** Where more than so many are asked at once, what is legal for each is not listed for all of them together. */
export const CROWD = 64;

export const askView = ({ id, to, lane, may, kind, mode = "all", most, attempts, quorum }: Ask<Shape>): AskView => ({
  id,
  to,
  lane,
  may,
  kind,
  mode,
  ...(most === undefined ? {} : { most }),
  ...(attempts === undefined ? {} : { attempts }),
  ...(quorum === undefined ? {} : { quorum }),
});

/** What each action that may answer an ask looks like. */
export const contractsOf = ({ world }: AnyEngine, { may }: Pick<AskView, "may">): readonly ActionContract[] =>
  may.map((type) => {
    const contract = (world.actions as Record<string, Contract>)[type]!;
    return { type, schema: actionSchema(type, contract), open: contract.open === true };
  });
