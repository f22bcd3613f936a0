// Branches of a run: made at any turn, taken back, and named. Plays nothing.
import type { Place } from "@orrery/store";
import { Fault } from "../fault.ts";
import { newSalt } from "../ids.ts";
import type { BranchCard, HeadView, NewBranch, TakenBack } from "../shapes.ts";
import { type HistoryMoment, sharedTurn } from "../turns/branch-session.ts";
import { headView } from "../turns/turn-lines.ts";
import type { BranchRegistry } from "./branch-registry.ts";

const MAIN = "main";
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

/** With `beside`, each says where it stops sharing the line of that branch. */
export async function branchCards(
  registry: BranchRegistry,
  run: string,
  beside?: string,
): Promise<readonly BranchCard[]> {
  const { store } = registry;
  await registry.run(run);
  const here = beside === undefined ? null : await registry.head(run, beside);
  const apartFrom = async (line: Place, head: Place) => {
    const turn = await sharedTurn(registry, line, head);
    const [next] = turn < head.turn ? await store.read(head, turn + 1, turn + 1) : [];
    return { turn, next: next?.id ?? null };
  };
  return Promise.all(
    (await store.branches(run)).map(async ({ name, head, parent }) => ({
      name,
      head: headView(head),
      parent,
      ...(here ? { apart: await apartFrom(here, head) } : {}),
    })),
  );
}

/** Faults `bad_name`, `name_taken`, `unknown_turn`. */
export async function createBranch(
  registry: BranchRegistry,
  run: string,
  { name, at, dice = "fresh", from = MAIN }: NewBranch,
): Promise<{ branch: string; head: HeadView }> {
  const { store, outside } = registry;
  if (!NAME.test(name))
    throw new Fault(
      "bad_name",
      `"${name}" cannot name a branch: use up to 64 letters, digits, spaces, dots, dashes and underscores, a letter or digit first.`,
    );
  const origin = await registry.head(run, from);
  const { salt } = origin;
  const place = typeof at === "number" ? await registry.place(run, from, at) : await store.locate(run, at);
  if (!place) throw new Fault("unknown_turn", `There is no turn "${at}" in this run.`);
  // A turn that was taken back is on a line of its own: the new branch leaves where the two part, and stands there.
  const fork = await store.ancestor(place, await sharedTurn(registry, place, origin));
  const created = await store.createBranch(run, {
    name,
    from,
    at: fork,
    salt: dice === "keep" ? salt : newSalt(outside),
    createdAt: outside.now(),
  });
  if (created === "exists") throw new Fault("name_taken", `This run already has a branch "${name}".`);
  const head =
    place.turn === fork.turn
      ? created
      : (await store.moveHead(created, place, `recover ${place.turn}`, outside.now())).head;
  await registry.clocks.keep(await registry.session(run, name));
  registry.announceMove(run, name);
  return { branch: name, head: headView(head) };
}

/** Moves a branch back to an earlier turn; the turns after it stay in the run. Fault `moved`. */
export async function rollback(
  registry: BranchRegistry,
  run: string,
  branch: string,
  to: number,
): Promise<{ head: HeadView }> {
  const { store, outside } = registry;
  return registry.alone(run, branch, async () => {
    const head = await registry.head(run, branch);
    const moved = await store.moveHead(head, await registry.place(run, branch, to), `rollback ${to}`, outside.now());
    if (!moved.ok)
      throw new Fault("moved", "The story has moved on meanwhile. Look again.", { head: headView(moved.head) });
    await registry.clocks.keep(await registry.session(run, branch), true);
    registry.announceMove(run, branch);
    return { head: headView(moved.head) };
  });
}

/** Every way back that the branches of a run took, oldest first. */
export async function takenBack(registry: BranchRegistry, run: string): Promise<readonly TakenBack[]> {
  const { store } = registry;
  await registry.run(run);
  const nameTurn = async (place: Place) => {
    const [stored] = await store.read(place, place.turn, place.turn);
    return { turn: place.turn, id: stored!.id };
  };
  const back = (await store.reflog(run)).filter(({ from, to }) => from.turn > to.turn);
  return Promise.all(
    back.map(async ({ branch, from, to, why, at }) => ({
      branch,
      from: await nameTurn(from),
      to: await nameTurn(to),
      why,
      at,
    })),
  );
}

/** The moment that `branch` or `branch@turn` names. Faults `bad_name`, `unknown_branch`, `unknown_turn`. */
export async function momentNamed(registry: BranchRegistry, run: string, side: string): Promise<HistoryMoment> {
  const [branch, turn, more] = side.split("@");
  if (!branch || more !== undefined || (turn !== undefined && !/^\d+$/.test(turn)))
    throw new Fault("bad_name", `"${side}" is no place: write a branch, or branch@turn.`);
  return registry.moment(run, branch, turn === undefined ? undefined : Number(turn));
}
