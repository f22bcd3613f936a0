// Taking back: god's hand, undo of the newest turn and of an older god action, and a branch on which a turn never was.
import {
  type ActionBase,
  type Answer,
  type AnyEngine,
  actionProblem,
  type Commit,
  type Draft,
  decideGod,
  decideTurn,
  diff,
  GOD_LANE,
  type GodRefusal,
  readCommit,
  type Shape,
  undoTurn,
} from "@orrery/kernel";
import { Fault } from "../fault.ts";
import type { AmendmentTrial, Submission, Undone } from "../shapes.ts";
import { type BranchSession, momentAt } from "../turns/branch-session.ts";
import { headView } from "../turns/turn-lines.ts";
import type { TurnTransition } from "../turns/turn-transition.ts";
import { walk } from "../turns/walk.ts";
import type { BranchRegistry } from "./branch-registry.ts";
import { type Committed, commit, epochOf } from "./commits.ts";

/** What a god wants, recorded whether or not the world allows it. */
export async function godTurn(
  registry: BranchRegistry,
  run: string,
  branch: string,
  raw: unknown,
  once?: Submission["once"],
): Promise<Committed> {
  const action = godAction(raw);
  return registry.alone(run, branch, async () => {
    const engine = await registry.engine(run);
    for (;;) {
      const line = await registry.session(run, branch);
      const decided = await decideGodOn(registry, engine, line, action);
      const made = await commit(
        registry,
        engine,
        line,
        "reason" in decided ? refusedDraft(line, action, decided) : decided,
        "",
        { submission: { once } },
      );
      if (made) return made;
    }
  });
}

/** The same without recording it: what would change, or why not. */
export async function tryGod(
  registry: BranchRegistry,
  run: string,
  branch: string,
  raw: unknown,
): Promise<AmendmentTrial> {
  const action = godAction(raw);
  const line = await registry.session(run, branch);
  const decided = await decideGodOn(registry, await registry.engine(run), line, action);
  if ("reason" in decided) return { ok: false, ...decided };
  return { ok: true, changes: diff(line.frame.state, decided.after.state) };
}

/** An amendment rolls nothing, so it needs no seed; any other god action is sealed where the seed is not here. */
async function decideGodOn(registry: BranchRegistry, engine: AnyEngine, line: BranchSession, action: ActionBase) {
  const seed = action.type === "amend" ? "" : (await epochOf(registry, line)).seed;
  return decideGod(engine, line.frame, action, { seed, salt: line.head.salt });
}

/** Undo of a turn, by its number or id on a branch. */
export async function undo(
  registry: BranchRegistry,
  run: string,
  branch: string,
  which: string,
  asIfNever: boolean,
): Promise<Undone> {
  return registry.alone(run, branch, async () => {
    const engine = await registry.engine(run);
    const line = await registry.session(run, branch);
    const turn = await depthOf(registry, run, line, which);
    if (turn === 0) throw new Fault("unknown_turn", "The opening cannot be taken back: start a new run instead.");
    if (asIfNever) return withoutTurn(registry, engine, line, turn);
    if (turn === line.head.turn) {
      const to = await registry.store.ancestor(line.head, turn - 1);
      const moved = await registry.store.moveHead(line.head, to, `undo ${turn}`, registry.outside.now());
      if (!moved.ok)
        throw new Fault("moved", "The story has moved on meanwhile. Look again.", { head: headView(moved.head) });
      await registry.clocks.keep(await registry.session(run, branch), true);
      registry.announceMove(run, branch);
      return { kind: "moved_back", head: headView(moved.head) };
    }
    const before = await momentAt(engine, registry.store, await registry.store.ancestor(line.head, turn - 1));
    const after = await momentAt(engine, registry.store, await registry.store.ancestor(line.head, turn));
    const [stored] = await registry.store.read(after.place, turn, turn);
    if (!readCommit(stored!.body).answers.some(({ by }) => by === "god")) {
      return {
        kind: "refused",
        reason: "not_a_god_action",
        message:
          "Only the newest turn and a god's hand can be taken back in place. Roll back to before it, or undo it as if it had never been, on a branch.",
      };
    }
    const draft = undoTurn(engine, line.frame, { before: before.frame.state, after: after.frame.state });
    if ("reason" in draft) return { kind: "refused", ...draft };
    const made = await commit(registry, engine, line, draft, `undo ${turn}`);
    if (made?.kind !== "turn") throw new Fault("moved", "The story has moved on meanwhile. Look again.");
    return { kind: "amended", line: made.committed.line };
  });
}

/** A turn of a branch, by number or id, with the moments around it. Fault `unknown_turn`. */
export async function turnAt(
  registry: BranchRegistry,
  run: string,
  branch: string,
  which: string,
): Promise<TurnTransition> {
  const { store } = registry;
  const engine = await registry.engine(run);
  const line = await registry.session(run, branch);
  const turn = await depthOf(registry, run, line, which);
  const start = turn === 0 ? null : await registry.moment(run, branch, turn - 1);
  for await (const transition of walk(engine, store, start, await store.ancestor(line.head, turn))) return transition;
  throw new Error(`turn ${turn} of run ${run} is on its line and was not walked to`);
}

/** The depth of a turn given by number or id on a line. */
async function depthOf(registry: BranchRegistry, run: string, line: BranchSession, which: string): Promise<number> {
  if (/^\d+$/.test(which)) {
    const turn = Number(which);
    if (turn <= line.head.turn) return turn;
    throw new Fault(
      "unknown_turn",
      `Branch "${line.head.branch}" has turns 0 to ${line.head.turn}; there is no turn ${turn}.`,
    );
  }
  const place = await registry.store.locate(run, which);
  if (
    place &&
    place.turn <= line.head.turn &&
    (await registry.store.ancestor(line.head, place.turn)).segment === place.segment
  )
    return place.turn;
  throw new Fault("unknown_turn", `There is no turn "${which}" on branch "${line.head.branch}".`);
}

/** A branch from before a turn, on which all that came later is decided again with the same dice. */
async function withoutTurn(
  registry: BranchRegistry,
  engine: AnyEngine,
  line: BranchSession,
  turn: number,
): Promise<Undone> {
  const { run, branch, salt } = line.head;
  const names = new Set((await registry.store.branches(run)).map(({ name }) => name));
  let name = `without-${turn}`;
  for (let n = 2; names.has(name); n++) name = `without-${turn}-${n}`;
  const at = await registry.store.ancestor(line.head, turn - 1);
  const created = await registry.store.createBranch(run, {
    name,
    from: branch,
    at,
    salt,
    createdAt: registry.outside.now(),
  });
  if (created === "exists") throw new Fault("name_taken", `There is already a branch "${name}".`);
  const refused: { turn: number; rawText: string; reason: string; message: string }[] = [];
  for (let next = turn + 1; next <= line.head.turn; next++) {
    const [stored] = await registry.store.read(line.head, next, next);
    const old = readCommit(stored!.body) as Commit<Shape>;
    const now = await registry.session(run, name);
    const draft = await decideAgain(registry, engine, now, old);
    const problems =
      "reason" in draft
        ? [draft]
        : draft.validation.filter(
            ({ success, actionIndex }) =>
              !success && old.turn.validation.find((was) => was.actionIndex === actionIndex)?.success,
          );
    for (const { reason, message } of problems)
      refused.push({ turn: next, rawText: old.turn.rawText, reason: reason ?? "refused", message: message ?? "" });
    if (!("reason" in draft)) await commit(registry, engine, now, draft, old.turn.rawText);
  }
  return { kind: "as_if_never", branch: name, head: headView(await registry.head(run, name)), refused };
}

/** An old turn's answers on another frame. */
async function decideAgain(
  registry: BranchRegistry,
  engine: AnyEngine,
  line: BranchSession,
  old: Commit<Shape>,
): Promise<Draft<Shape> | GodRefusal> {
  const { seed } = await epochOf(registry, line);
  const [action] = old.turn.actions;
  if (old.answers.some(({ by }) => by === "god")) {
    if (action) return decideGod(engine, line.frame, action, { seed, salt: line.head.salt });
    return { reason: "refused", message: "It took back or revealed something of the line it stood on." };
  }
  const asks = engine.world.asks(line.frame.state);
  const given: Answer<Shape>[] = old.answers.map(({ attempts: _, ...provenance }) => {
    const ask =
      asks.find(({ id, to }) => to === provenance.actor && id === provenance.ask) ??
      asks.find(({ to }) => to === provenance.actor) ??
      null;
    return {
      actor: provenance.actor,
      ask,
      actions: old.turn.actions.filter(({ actorId }) => actorId === provenance.actor),
      provenance: { ...provenance, ask: ask?.id ?? null },
    };
  });
  return decideTurn(engine, line.frame, old.lane, given, { seed, salt: line.head.salt });
}

function godAction(raw: unknown): ActionBase {
  const action = typeof raw === "object" && raw !== null && !Array.isArray(raw) ? { actorId: "god", ...raw } : raw;
  const problem = actionProblem(action);
  if (problem)
    throw new Fault(
      "bad_config",
      `${problem}. A god's action is JSON such as {"type":"amend","metadata":{"path":["turn"],"value":"o"}}.`,
    );
  return action as ActionBase;
}

/** One record that it was refused; nothing else. */
const refusedDraft = (line: BranchSession, action: ActionBase, { reason, message }: GodRefusal): Draft<Shape> => ({
  lane: GOD_LANE,
  actions: [action],
  validation: [{ actionIndex: 0, success: false, reason, message }],
  events: [],
  by: [],
  answers: [{ actor: "god", ask: null, by: "god" }],
  rolls: [],
  after: line.frame,
  percepts: [],
});
