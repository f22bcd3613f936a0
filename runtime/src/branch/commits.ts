// From an answer to a stored turn: reads words, judges, decides on the newest head, stores, then tells. One path for everyone.
import { isUnsure, type ModelReading } from "@orrery/agents";
import {
  type ActionBase,
  type Answer,
  type AnyEngine,
  type Ask,
  actionProblem,
  admit,
  askFor,
  type Commit,
  type Draft,
  decideTurn,
  type Lexicon,
  type Provenance,
  readCommit,
  type Shape,
  tooMany,
  viewOf,
  type Window,
} from "@orrery/kernel";
import type { Reading } from "@orrery/parser";
import type { Head, InboxRow, OnceRow } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { HeadView, Submission, TurnLine } from "../shapes.ts";
import type { BranchSession, Sealed } from "../turns/branch-session.ts";
import { TurnIndex } from "../turns/telling.ts";
import { actorsInOrder, freshLine, TELLER } from "../turns/turn-lines.ts";
import type { TurnTransition } from "../turns/turn-transition.ts";
import { requireArtifacts } from "./artifacts.ts";
import type { BranchRegistry } from "./branch-registry.ts";
import { parseUtterance } from "./utterance.ts";

const TEXT_MAX = 1_048_576;
/** How far back a reading may lie and still be leant on. */
const RECENT_TURNS = 12;

/** A turn just made, with the line that the owner reads, which is computed when it is asked for. */
interface CommittedTurn {
  readonly transition: TurnTransition;
  readonly line: TurnLine;
}
export type SubmitResult =
  | { readonly kind: "turn"; readonly committed: CommittedTurn }
  /** It was done before, under the same key. */
  | { readonly kind: "done"; readonly done: Done }
  | { readonly kind: "kept"; readonly ask: string; readonly waitingFor: readonly string[] };

/** What came of a submission, as it is kept under its key. */
export type Done =
  | { readonly kind: "turn"; readonly branch: string; readonly id: string }
  | { readonly kind: "kept"; readonly ask: string; readonly waitingFor: readonly string[] };

/** What an inbox row holds. */
interface WaitingAnswer {
  readonly actions: readonly unknown[];
  readonly provenance: Provenance;
}

/** What the words of a submission are read from. */
export interface SubmittedWords {
  readonly engine: AnyEngine;
  readonly actor: string;
  readonly ask: Ask<Shape> | null;
  readonly lexicon: Lexicon;
  readonly recent: readonly Reading[];
  /** What the rules make of the words, and whether they are unsure of it. */
  readonly reading: Reading;
  readonly isUnsure: boolean;
  /** What the actor was told last. */
  readonly told: readonly string[];
}

/** Who speaks, what the rules make of the words, and what that actor can name just now. */
export async function wordsFor(
  registry: BranchRegistry,
  run: string,
  { branch = "main", as, text = "" }: Submission,
): Promise<SubmittedWords> {
  const engine = await registry.engine(run);
  const session = await registry.session(run, branch);
  const actor = as ?? (await speaker(registry, engine, session));
  if (!engine.world.actors(session.frame.state).includes(actor))
    throw new Fault("unknown_actor", `There is no actor "${actor}" in this run.`);
  const lexicon = engine.world.words.lexicon(viewOf(engine, session.frame, actor), actor);
  const ask = askOf(engine, session, actor, []);
  const before = await readingsBefore(registry, session, actor);
  const heard = parseUtterance(engine, session.frame, text, {
    actor,
    ask,
    ...before,
    ...(await rolling(registry, session)),
  });
  const { since, before: earlier } = await (await registry.narrations(run)).tellings(
    branch,
    session.moment.place,
    actor,
  );
  return {
    engine,
    actor,
    ask,
    lexicon,
    recent: before.recent,
    reading: heard.reading,
    isUnsure: isUnsure(heard, lexicon),
    told: [...earlier, ...since],
  };
}

/** Takes one submission: always one stored turn, or an answer kept until the rest of its window has answered. */
export async function submitAnswer(
  registry: BranchRegistry,
  run: string,
  submission: Submission,
  headFor: (head: Head) => Promise<HeadView>,
  /** What a model made of the words; what it left open is read by rule. */
  prior: ModelReading | null = null,
): Promise<SubmitResult> {
  const branch = submission.branch ?? "main";
  checkText(submission.text);
  await registry.clocks.seat(run);
  return registry.alone(run, branch, async () => {
    const engine = await registry.engine(run);
    for (;;) {
      const session = await registry.session(run, branch);
      const actor = submission.as ?? (await speaker(registry, engine, session));
      if (!engine.world.actors(session.frame.state).includes(actor))
        throw new Fault("unknown_actor", `There is no actor "${actor}" in this run.`);
      const named = submission.ask === undefined ? null : openAsk(engine, session, actor, submission.ask);
      if (named === "closed")
        throw new Fault("moved", `The ask "${submission.ask}" is not open to "${actor}" now. Look again.`, {
          head: await headFor(session.head),
        });
      const read = await readAnswer(registry, engine, session, actor, named, submission, prior);
      const ask = named ?? askOf(engine, session, actor, read.actions);
      const given: Answer<Shape> = { actor, ask, ...read };
      const { expectedHead } = submission;
      const moved = expectedHead !== undefined && expectedHead !== (await headFor(session.head)).id;
      if (moved && (submission.exact === true || !isStillAdmissible(engine, session, given))) {
        throw new Fault("moved", "The story has moved on, and this no longer fits. Look again, then answer.", {
          head: await headFor(session.head),
        });
      }
      const window = ask && windowOf(session, ask);
      const isShared = window !== null && window.asks.length > 1;
      // Where the world's time goes along with its players', the run loop closes the window.
      const isTurned = registry.isTurned(run, branch);
      const paced = ask?.clockMs !== undefined && isTurned;
      if (ask && window && (isShared || paced) && isStillAdmissible(engine, session, given)) {
        const words = submission.text === undefined ? {} : { rawText: submission.text };
        const worded = { ...given, provenance: { ...given.provenance, ...words } };
        const waits = async (also: Ask<Shape> | null) => {
          const { waiting, hasQuorum } = await stateOf(registry, run, branch, window, also);
          return (waiting.length > 0 && (isTurned || !hasQuorum)) || paced ? waiting : null;
        };
        const waitingFor = await waits(ask);
        if (waitingFor) {
          const kept: Done = { kind: "kept", ask: ask.id, waitingFor };
          const before = await keepAnswer(registry, session, ask.id, worded, onceOf(registry, run, submission, kept));
          if (before) return { kind: "done", done: outcomeIn(before, submission) };
          registry.announceMove(run, branch);
          // The last of the others may have answered in another process meanwhile: neither saw that it was the last.
          registry.afterwards(() =>
            registry.alone(run, branch, async () => {
              const now = await registry.session(run, branch);
              const isOpen = now.windows.some(({ asks }) => asks.some(({ id }) => id === ask.id));
              if (isOpen && (await waits(null)) === null) await commitWindow(registry, engine, now, ask.lane, []);
            }),
          );
          return kept;
        }
        const made = await commitWindow(registry, engine, session, ask.lane, [worded], { submission });
        if (made) return made;
        continue;
      }
      // Alone in its window, or refused: then it must not use up the window of others.
      const alone = isShared ? { ...given, ask: ask && { ...ask, mode: "all" as const } } : given;
      const made = await commit(
        registry,
        engine,
        session,
        decide(registry, engine, session, ask?.lane ?? "@unasked", [alone]),
        submission.text ?? "",
        { submission },
      );
      if (made) return made;
    }
  });
}

/** What came of a submission that names itself, by what was kept; null where it is new. Fault `key_taken`. */
export async function outcomeBefore(
  registry: BranchRegistry,
  { once }: Pick<Submission, "once">,
): Promise<Done | null> {
  const row = once ? await registry.store.once(once.scope, once.key) : null;
  return row && outcomeIn(row, { once });
}

function outcomeIn(row: OnceRow, { once }: Pick<Submission, "once">): Done {
  if (row.body !== once?.body)
    throw new Fault("key_taken", "That Idempotency-Key came with something else before. Take a new one.");
  return JSON.parse(row.done) as Done;
}

const onceOf = (
  registry: BranchRegistry,
  run: string,
  { once }: Pick<Submission, "once">,
  done: Done,
): OnceRow | null => (once ? { ...once, run, done: JSON.stringify(done), at: registry.outside.now() } : null);

/** Puts an answer into the inbox of a branch; durable when it returns. A row: that was done before, and nothing is kept. */
export async function keepAnswer(
  registry: BranchRegistry,
  session: BranchSession,
  ask: string,
  given: Answer<Shape>,
  once: OnceRow | null = null,
): Promise<OnceRow | null> {
  const { run, branch, id } = session.head;
  const { actor, actions, provenance } = given;
  const answer = JSON.stringify({ actions, provenance } satisfies WaitingAnswer);
  return registry.store.keepAnswer(
    run,
    { branch, at: id, ask, actor, answer, receivedAt: registry.outside.now() },
    once,
  );
}

/**
 * Commits the window of a lane from kept answers and those handed in. Where a quorum has answered, fallbacks speak for the
 * rest. Null when the branch moved or an answer is missing.
 */
export async function commitWindow(
  registry: BranchRegistry,
  engine: AnyEngine,
  session: BranchSession,
  lane: string,
  fresh: readonly Answer<Shape>[],
  how: Committing = {},
): Promise<Committed | null> {
  const { run, branch } = session.head;
  const rows = new Map((await registry.store.inbox(run, branch)).map((row) => [row.ask, row]));
  const freshBy = new Map(fresh.map((one) => [one.ask?.id, one]));
  // A standing ask is a window of its own, which is only there while somebody answers it.
  const window = session.windows.find(
    ({ lane: own, kind, asks }) => own === lane && (kind === "due" || freshBy.has(asks[0]!.id)),
  );
  if (!window) return null;
  const came = window.asks.map((ask): Answer<Shape> | null => {
    const row = rows.get(ask.id);
    const one = freshBy.get(ask.id) ?? (row?.actor === ask.to ? fromInbox(ask, row) : null);
    return one && { ...one, ask };
  });
  const answers = came.filter((one) => one?.provenance.by === "agent").length;
  const given: Answer<Shape>[] = [];
  for (const [i, ask] of window.asks.entries()) {
    const one = came[i] ?? (answers >= window.quorum ? silent(ask) : null);
    if (!one) return null;
    given.push(one);
  }
  const [only] = given;
  const text = given.length === 1 ? (only!.provenance.rawText ?? "") : "";
  const plain = given.length === 1 ? given.map((one) => ({ ...one, provenance: withoutText(one.provenance) })) : given;
  return commit(registry, engine, session, decide(registry, engine, session, lane, plain), text, how);
}

/** The fallback of a seat that had not answered when a quorum had; null where there is none. */
const silent = (ask: Ask<Shape>): Answer<Shape> | null =>
  ask.fallback
    ? {
        actor: ask.to,
        ask,
        actions: [ask.fallback("quorum")],
        provenance: { actor: ask.to, ask: ask.id, by: "fallback", cause: "quorum" },
      }
    : null;

interface Committing {
  /** Narration that nobody reads is not kept; a later reader has it told again. Absent: everybody's is. */
  readonly isRead?: ((actor: string) => boolean) | undefined;
  /** What it carries out, where that names itself. */
  readonly submission?: Pick<Submission, "once"> | undefined;
}
export type Committed = Extract<SubmitResult, { kind: "turn" | "done" }>;

/**
 * Stores a draft in one step with the narration of each actor that answered, the clocks of the asks that it opens, its key,
 * and without the waiting answers that no longer hold. After that nothing is written that could fail. Null when the branch moved.
 */
export async function commit(
  registry: BranchRegistry,
  engine: AnyEngine,
  session: BranchSession,
  draft: Draft<Shape> | Promise<Draft<Shape>>,
  rawText: string,
  { isRead = () => true, submission = {} }: Committing = {},
): Promise<Committed | null> {
  const before = session.moment;
  const { run, branch } = session.head;
  const sealed = session.seal(await draft, { rawText, outside: registry.outside });
  const { commit, turn } = sealed;
  const index = new TurnIndex(engine, sealed.before, commit, sealed.after, sealed.percepts);
  const notes = commit.answers.flatMap(({ actor, by }) => {
    const text = by === "god" || !isRead(actor) ? "" : index.narrationFor(actor);
    return text === "" ? [] : [{ turnId: turn.id, teller: TELLER, viewer: actor, text, at: commit.turn.createdAt }];
  });
  const stored = await session.store(sealed, {
    notes,
    dropAnswers: await noLongerHeld(registry, engine, session, sealed),
    clocks: await registry.clocks.changeFor(run, branch, sealed.windows),
    once: onceOf(registry, run, submission, { kind: "turn", branch, id: turn.id }),
  });
  if (!stored) return null;
  if ("scope" in stored) return { kind: "done", done: outcomeIn(stored, submission) };
  const transition: TurnTransition = { stored, before, after: session.moment, commit, index };
  registry.recent.add(transition);
  registry.clocks.look(run, branch);
  registry.announceMove(run, branch);
  registry.told?.(engine, run, branch, transition);
  registry.afterwards(() => session.rest());
  return {
    kind: "turn",
    committed: {
      transition,
      get line() {
        return freshLine(engine, transition, new Map(notes.map(({ viewer, text }) => [viewer, text])));
      },
    },
  };
}

/** Decides answers with the dice of the line's epoch. Fault `sealed` when this installation does not hold the seed. */
async function decide(
  registry: BranchRegistry,
  engine: AnyEngine,
  session: BranchSession,
  lane: string,
  given: readonly Answer<Shape>[],
): Promise<Draft<Shape>> {
  return decideTurn(engine, session.frame, lane, given, await rolling(registry, session));
}

/** What the dice of a line's next turn are keyed by. */
const rolling = async (registry: BranchRegistry, session: BranchSession) => ({
  seed: (await epochOf(registry, session)).seed,
  salt: session.head.salt,
});

/** The seed that the next turn of a line rolls with. */
export async function epochOf(registry: BranchRegistry, session: BranchSession) {
  const secret = await registry.secret(session.head.run, session.frame.commitment);
  if (secret) return secret;
  throw new Fault(
    "sealed",
    "This run was brought here without the seed of its dice, so nothing can be rolled. It can be read, verified and compared.",
  );
}

/** Whether every part of an answer would be admitted now. */
export function isStillAdmissible(
  engine: AnyEngine,
  line: Pick<BranchSession, "frame">,
  { actor, ask, actions, provenance }: Answer<Shape>,
): boolean {
  if (actions.length === 0 || !ask || tooMany(ask, actions.length)) return false;
  const view = viewOf(engine, line.frame, actor);
  return actions.every(
    (action) =>
      actionProblem(action) === null && admit(engine, view, { actor, ask, provenance }, action as ActionBase) === null,
  );
}

/** The words of an answer become actions, or the actions come as they are. */
async function readAnswer(
  registry: BranchRegistry,
  engine: AnyEngine,
  session: BranchSession,
  actor: string,
  named: Ask<Shape> | null,
  { text, actions, artifacts = [], seatId }: Submission,
  prior: ModelReading | null,
): Promise<Pick<Answer<Shape>, "actions" | "provenance">> {
  const ask = named ?? askOf(engine, session, actor, []);
  await requireArtifacts(registry.store, session.head.run, artifacts);
  const brought = artifacts.length === 0 ? {} : { artifacts: [...new Set(artifacts)] };
  const provenance: Provenance = {
    actor,
    ask: ask?.id ?? null,
    by: "agent",
    ...brought,
    ...(seatId === undefined ? {} : { seat: seatId }),
  };
  const asked = prior && {
    ...(prior.attempts.length > 0 ? { attempts: prior.attempts } : {}),
    ...(prior.calls.length > 0 ? { calls: prior.calls } : {}),
  };
  if (text !== undefined) {
    const hearing = {
      actor,
      ask,
      ...(await readingsBefore(registry, session, actor)),
      ...(await rolling(registry, session)),
    };
    const words = prior?.words ?? null;
    const put = words === null ? null : parseUtterance(engine, session.frame, words, hearing);
    // Where the moment has changed, what the model made of the words may mean nothing any more.
    if (put && put.actions.length > 0)
      return {
        actions: put.actions,
        provenance: { ...provenance, reading: { ...put.reading, readAs: words }, ...asked },
      };
    const heard = parseUtterance(engine, session.frame, text, hearing);
    return { actions: heard.actions, provenance: { ...provenance, reading: heard.reading, ...asked } };
  }
  const list = actions ?? [];
  const outside = list.some((action) => actionProblem(action) !== null);
  return {
    actions: list,
    provenance: outside
      ? { ...provenance, attempts: [{ actions: JSON.stringify(list) ?? "", problems: [] }] }
      : provenance,
  };
}

/** This actor's last readings on this line, newest first, and why its last action came to nothing, if it did. */
async function readingsBefore(
  registry: BranchRegistry,
  session: BranchSession,
  actor: string,
): Promise<{ recent: Reading[]; refusal?: string | undefined }> {
  const { head } = session;
  if (head.turn === 0) return { recent: [] };
  const turns = await registry.store.read(head, Math.max(1, head.turn - RECENT_TURNS), head.turn);
  const commits = turns.toReversed().map(({ body }) => readCommit(body));
  const recent = commits.flatMap(({ answers }) =>
    answers.flatMap((answer) => (answer.actor === actor && answer.reading ? [answer.reading as Reading] : [])),
  );
  const last = commits.find(({ answers }) => answers.some((answer) => answer.actor === actor));
  return { recent, refusal: last && refusalIn(last as Commit<Shape>, actor) };
}

/** In words, why the last of an actor's actions that came to nothing did. */
const refusalIn = ({ turn }: Commit<Shape>, actor: string): string | undefined =>
  turn.validation.findLast(({ actionIndex, success }) => !success && turn.actions[actionIndex]?.actorId === actor)
    ?.message;

/** Who speaks when nobody says so: who is asked, else who spoke last, else the first there is. */
async function speaker(registry: BranchRegistry, engine: AnyEngine, session: BranchSession): Promise<string> {
  const rows = await registry.store.inbox(session.head.run, session.head.branch);
  const asked = actorsInOrder(engine, session.frame);
  const answered = new Set(rows.map(({ actor }) => actor));
  const open = asked.find((actor) => !answered.has(actor)) ?? asked[0];
  if (open !== undefined) return open;
  if (session.head.turn > 0) {
    const [last] = await registry.store.read(session.head, session.head.turn, session.head.turn);
    const actor = (readCommit(last!.body) as Commit<Shape>).answers.find(({ by }) => by !== "god")?.actor;
    if (actor !== undefined) return actor;
  }
  const [first] = engine.world.actors(session.frame.state);
  if (first === undefined) throw new Fault("nobody_asked", "There is nobody in this run who could act.");
  return first;
}

/** An ask of this actor by its id. */
const openAsk = ({ world }: AnyEngine, session: BranchSession, actor: string, id: string): Ask<Shape> | "closed" =>
  world.asks(session.frame.state).find((ask) => ask.id === id && ask.to === actor) ?? "closed";

/** The ask that an answer names, or the one it fits; null where the actor has none. */
export const answeredAsk = (
  engine: AnyEngine,
  session: BranchSession,
  actor: string,
  id: string | undefined,
  actions: readonly unknown[],
): Ask<Shape> | "closed" | null =>
  id === undefined ? askOf(engine, session, actor, actions) : openAsk(engine, session, actor, id);

/** The ask an answer is for: one that its first action may answer, else any that the actor has. */
function askOf(
  engine: AnyEngine,
  session: BranchSession,
  actor: string,
  actions: readonly unknown[],
): Ask<Shape> | null {
  const { state } = session.frame;
  const type = (actions[0] as { type?: unknown } | undefined)?.type;
  return (typeof type === "string" ? askFor(engine, state, actor, type) : null) ?? askFor(engine, state, actor);
}

/** The window that a due ask is part of; null for a standing one. */
const windowOf = (session: BranchSession, { kind, lane }: Ask<Shape>): Window<Shape> | null =>
  kind === "due" ? (session.windows.find((window) => window.kind === "due" && window.lane === lane) ?? null) : null;

/** Who has yet to answer in a window, with `also` counted as answered; and whether the answers are enough to close it. */
async function stateOf(
  registry: BranchRegistry,
  run: string,
  branch: string,
  { asks, quorum }: Window<Shape>,
  also: Ask<Shape> | null,
) {
  const rows = new Map((await registry.store.inbox(run, branch)).map((row) => [row.ask, row]));
  const open = asks.filter(({ id, to }) => id !== also?.id && rows.get(id)?.actor !== to);
  const answers = asks.filter((ask) => {
    if (ask.id === also?.id) return true;
    const row = rows.get(ask.id);
    return row && fromInbox(ask, row).provenance.by === "agent";
  });
  const hasQuorum = answers.length >= quorum && open.every(({ fallback }) => fallback !== undefined);
  return { waiting: open.map(({ to }) => to), hasQuorum };
}

/** An answer that was kept. */
export function fromInbox(ask: Ask<Shape>, row: InboxRow): Answer<Shape> {
  const { actions, provenance } = JSON.parse(row.answer) as WaitingAnswer;
  return { actor: row.actor, ask, actions, provenance };
}

const withoutText = ({ rawText: _text, ...rest }: Provenance): Provenance => rest;

/** Asks of the branch that lose their waiting answers by a sealed turn: the ask is gone, or the answer would no longer be admitted. */
async function noLongerHeld(
  registry: BranchRegistry,
  engine: AnyEngine,
  session: BranchSession,
  { after, windows }: Sealed,
): Promise<readonly string[]> {
  if (!session.mayHoldAnswers) return [];
  const rows = await registry.store.inbox(session.head.run, session.head.branch);
  if (rows.length === 0) session.holdsNoAnswers();
  const asks = new Map(windows.flatMap((window) => window.asks.map((ask) => [ask.id, ask])));
  return rows.flatMap((row) => {
    const ask = asks.get(row.ask);
    const stays = ask?.to === row.actor && isStillAdmissible(engine, { frame: after }, fromInbox(ask, row));
    return stays ? [] : [row.ask];
  });
}

function checkText(text: string | undefined): void {
  if (text === undefined) return;
  if (text.length > TEXT_MAX)
    throw new Fault("too_large", `An utterance may have ${TEXT_MAX} characters; this one has ${text.length}.`);
  if (!text.isWellFormed())
    throw new Fault("not_text", "The text holds an unpaired surrogate, which is not Unicode. Send it as UTF-8.");
}
