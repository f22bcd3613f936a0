// Turns as they are handed out: whole to the owner, and to a seat only what that seat did and noticed.
import {
  type AnyEngine,
  type Commit,
  type Frame,
  type Hash,
  type Opening,
  type Provenance,
  type Shape,
  stateHash,
  truthAfter,
  truthOpen,
} from "@orrery/kernel";
import type { Reading } from "@orrery/parser";
import { type Head, type Note, type Store, type StoredTurn, StoreFault } from "@orrery/store";
import type { FailedAttempt, HeadView, SeatLine, TurnLine } from "../shapes.ts";
import { noticeOpening, remarkIn, type SeatWords, seatOpening, seatTurn, type TurnIndex } from "./telling.ts";
import type { TurnTransition } from "./turn-transition.ts";

export const TELLER = "template";
/** Tellers of notes that hold beats begin so. */
export const BEAT = "beat ";
export const isBeat = ({ teller }: Pick<Note, "teller">): boolean => teller.startsWith(BEAT);

/** What `who` was told of a turn; "" where nothing of it reached that actor. */
export function narrationTo(engine: AnyEngine, { index, after }: TurnTransition, who: string): string {
  if (!index) return noticeOpening(engine, after.frame, who);
  return index.reaches(who) ? index.narrationFor(who) : "";
}

/** Hashes of states by the record hash of the turn that led to each: a turn just made is read by several. */
const newest = new WeakMap<AnyEngine, Map<Hash, Hash>>();
const NEWEST_MAX = 64;

function stateHashAfter(engine: AnyEngine, { stored, after }: TurnTransition): Hash {
  const known = newest.get(engine) ?? new Map<Hash, Hash>();
  newest.set(engine, known);
  const found = known.get(stored.hash);
  if (found !== undefined) return found;
  const made = stateHash(engine.hash, after.frame.state);
  if (known.size === NEWEST_MAX) for (const oldest of known.keys()) if (known.delete(oldest)) break;
  known.set(stored.hash, made);
  return made;
}

/** What each viewer was told of a turn when it was made. */
type Notes = ReadonlyMap<string, string>;
const NO_NOTES: Notes = new Map();

/** A turn as the owner reads it. Where nothing was kept of what was told, it is told now. `hashed` false: without the hash of its state. */
export function turnLine(
  engine: AnyEngine,
  transition: TurnTransition,
  notes: Notes = NO_NOTES,
  hashed = true,
): TurnLine {
  const { stored, before, commit } = transition;
  const truth =
    before && commit
      ? truthAfter(engine.hash, before.truth, commit)
      : truthOpen(engine, JSON.parse(stored.body) as Opening<Shape>);
  if (truth !== stored.truth)
    throw new StoreFault(
      "corrupt",
      `The truth hash of turn ${stored.turn} is not as it was written. \`verify\` says more; a backup restores it.`,
    );
  const line = freshLine(engine, transition, notes);
  // Before it is copied: copying works it out.
  if (!hashed) Reflect.deleteProperty(line, "stateHash");
  return { ...line };
}

/** The same with a state hash that is computed when it is read: it goes over the whole state. Until then the line holds the state. */
export function freshLine(engine: AnyEngine, transition: TurnTransition, notes: Notes): TurnLine {
  const { stored, after, commit, index } = transition;
  if (!commit || !index) {
    const { createdAt, dice } = JSON.parse(stored.body) as Opening<Shape>;
    const [first] = actorsInOrder(engine, after.frame);
    return {
      turn: stored.turn,
      id: stored.id,
      rawText: "",
      actions: [],
      validation: [],
      events: [],
      by: [],
      narration: first === undefined ? "" : noticeOpening(engine, after.frame, first),
      createdAt,
      ...(dice.seed === undefined ? {} : { seed: dice.seed }),
      actor: null,
      get stateHash() {
        return stateHashAfter(engine, transition);
      },
      truthHash: stored.truth,
      hash: stored.hash,
    };
  }
  const { turn, events, by } = commit;
  const seats = commit.answers.flatMap(({ by, actor }) => (by === "god" ? [] : [seatWords(index, actor, notes)]));
  const [first] = seats;
  const attempts = failedAttempts(commit.answers);
  return {
    turn: stored.turn,
    id: turn.id,
    rawText: turn.rawText,
    actions: turn.actions,
    validation: turn.validation,
    events,
    by,
    ...(commit.rolls ? { rolls: commit.rolls } : {}),
    ...(commit.version === engine.world.version ? {} : { version: commit.version }),
    narration: first ? first.narration : godWords(engine, commit, after.frame.state),
    createdAt: turn.createdAt,
    ...(first?.choices ? { choices: first.choices } : {}),
    ...(first?.remark ? { remark: first.remark } : {}),
    actor: first?.actor ?? null,
    ...(seats.length > 1 ? { seats } : {}),
    ...(attempts.length > 0 ? { attempts } : {}),
    get stateHash() {
      return stateHashAfter(engine, transition);
    },
    truthHash: stored.truth,
    hash: stored.hash,
  };
}

const ATTEMPT_TEXT = 500;

/** Attempts without problems are answers that came too late, and nothing was wrong with them. */
const failedAttempts = (answers: readonly Provenance[]): readonly FailedAttempt[] =>
  answers.flatMap(({ actor, attempts = [] }) =>
    attempts
      .filter(({ problems }) => problems.length > 0)
      .map(({ actions, problems }) => ({
        actor,
        text: beginningOf(typeof actions === "string" ? actions : (JSON.stringify(actions) ?? "")),
        problems: problems.map(({ reason = "refused", message = "" }) => ({ reason, message })),
      })),
  );
const beginningOf = (text: string): string =>
  text.length <= ATTEMPT_TEXT ? text : `${text.slice(0, ATTEMPT_TEXT).toWellFormed()}…`;

/** A turn as one seat has it; null when nothing of it reached the seat. `notes`: see `tellingsOf`. */
export function seatLine(
  engine: AnyEngine,
  { stored, after, index }: TurnTransition,
  who: string,
  name: { turn: number; id: string },
  notes: Notes = NO_NOTES,
): SeatLine | null {
  if (!index) {
    const { createdAt } = JSON.parse(stored.body) as Opening<Shape>;
    return { ...name, ...seatOpening(engine, after.frame, who, createdAt) };
  }
  const turn = seatTurn(index, who, index.answerOf(who) && seatWords(index, who, notes));
  return turn && { ...name, ...turn };
}

/** What an actor who answered a turn said in it and was told of it. */
function seatWords(index: TurnIndex, who: string, notes: Notes): SeatWords {
  const { turn, answers } = index.commit;
  const answer = index.answerOf(who);
  const choices = choicesAskedBack(answer);
  const remark = remarkIn(answer);
  return {
    actor: who,
    rawText: answer?.rawText ?? (answers.length === 1 ? turn.rawText : ""),
    narration: notes.get(who) ?? index.narrationFor(who),
    ...(choices.length > 0 ? { choices } : {}),
    ...(remark === "" ? {} : { remark }),
  };
}

/** The choices of a question that an actor was asked back. */
function choicesAskedBack(answer: Provenance | null): readonly string[] {
  const { choices: all = [], offered = all.length } = (answer?.reading as Reading | undefined)?.question ?? {};
  return all.slice(0, offered).map(({ name }) => name);
}

/** What each viewer was told of a turn when it was made; the newest note of a viewer counts. */
export async function tellingsOf(
  { store }: { readonly store: Store },
  run: string,
  { id }: StoredTurn,
): Promise<Notes> {
  const notes = await store.notes(run, [id]);
  return new Map(notes.filter(({ teller }) => teller === TELLER).map(({ viewer, text }: Note) => [viewer, text]));
}

export const headView = ({ branch, turn, id, hash }: Head): HeadView => ({ branch, turn, id, hash });

/** Actors who are asked, due ones first. */
export function actorsInOrder({ world }: AnyEngine, { state }: Pick<Frame<Shape>, "state">): string[] {
  const asks = world.asks(state);
  return [...asks.filter(({ kind }) => kind === "due"), ...asks.filter(({ kind }) => kind === "standing")].map(
    ({ to }) => to,
  );
}

/** The log shows what a god did, things by their names. */
function godWords({ world }: AnyEngine, { events, turn }: Commit<Shape>, state: unknown): string {
  const refused = turn.validation.flatMap(({ success, message }) => (success ? [] : [message ?? ""]));
  if (refused.length > 0) return refused.join(" ");
  if (events.some(({ type }) => type === "@revealed"))
    return "The dice of this epoch are revealed; a new seed is committed to.";
  const names = new Map(world.entities(state).map(({ id, name }) => [id, name]));
  const namesFor = (id: string | undefined) => (id === undefined ? [] : [names.get(id) ?? id]);
  const leaves = (value: unknown, key: string): string[] =>
    Array.isArray(value)
      ? [`${key}: ${value.join(" ")}`]
      : typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([inner, part]) => leaves(part, inner))
        : [`${key}: ${typeof value === "string" ? (names.get(value) ?? value) : value}`];
  const deeds = turn.actions.map(({ type, targetId, locationId, metadata }) => {
    const how = leaves(metadata ?? {}, "").join(", ");
    const deed = [
      type.replaceAll("_", " "),
      ...namesFor(targetId),
      ...namesFor(locationId).map((place) => `to ${place}`),
    ];
    return deed.join(" ") + (how && ` (${how})`);
  });
  return `A god's hand: ${deeds.join(", ") || "an earlier turn is taken back"}.`;
}
