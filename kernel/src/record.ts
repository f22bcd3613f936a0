// A turn as it is written down and read back: one canonical text, in which only what is not plain takes room.
import type { ActionBase, Validation } from "./action.ts";
import { canonical, putCanonical, quote } from "./json.ts";
import type { Shape } from "./shape.ts";
import type { Commit, Origin, Provenance } from "./turn.ts";

/**
 * The text that is stored, hashed and read as it is. Three things are left out where they say nothing:
 * `by` when action 0 caused every event; `rolls` when nothing was rolled; `answers` when one agent answered one ask
 * and acted as itself, which leaves `ask` in its place. `turn` is always whole, because databases are queried by it.
 * `eventsText` is the canonical text of its events, for whoever has it already.
 */
export function writeCommit<S extends Shape>(commit: Commit<S>, eventsText: string = canonical(commit.events)): string {
  const { turn, rolls } = commit;
  let text = `${putDepth(commit)},"events":${eventsText}`;
  if (rolls && rolls.length > 0) {
    text = putCanonical(`${text},"lane":${quote(commit.lane)},"rolls":`, rolls);
    text += `,"salt":${quote(commit.salt)},"turn":{"actions":[`;
  } else text += laneAndSalt(commit.lane, commit.salt);
  text = putTime(putActions(text, turn.actions), turn.createdAt) + quote(turn.id);
  if (turn.rawText === "" && isOneSuccess(turn.validation)) return text + plainEnd(commit.version);
  text = putCanonical(`${text},"rawText":${quote(turn.rawText)},"validation":`, turn.validation);
  return `${text}},"version":${commit.version}}`;
}

/** A stored turn from its text: the commit that was written. Throws a `SyntaxError` on text that is no JSON; check its hash first. */
export function readCommit<S extends Shape>(body: string): Commit<S> {
  const { turn, version, lane, depth, salt, events, by, answers, ask, rolls } = JSON.parse(body) as Written<S>;
  const commit: Commit<S> = {
    turn,
    version,
    lane,
    depth,
    salt,
    events,
    by: by ?? events.map(() => 0),
    answers: answers ?? [{ actor: turn.actions[0]!.actorId, ask: ask!, by: "agent" }],
  };
  return rolls ? { ...commit, rolls } : commit;
}

/** A commit as its text has it: see `writeCommit` for what is left out. */
interface Written<S extends Shape> extends Omit<Commit<S>, "answers" | "by"> {
  readonly ask?: string;
  readonly answers?: readonly Provenance[];
  readonly by?: readonly Origin[];
}

/** The ask of a plain answer: one, by the agent of whoever acts first, to an ask, with nothing else to tell. */
function plainAsk(answers: readonly Provenance[], actions: readonly ActionBase[]): string | null {
  if (answers.length !== 1 || actions.length === 0) return null;
  const answer = answers[0]!;
  if (answer.by !== "agent" || answer.actor !== actions[0]!.actorId) return null;
  for (const key in answer) if (key !== "actor" && key !== "ask" && key !== "by") return null;
  return answer.ask;
}

function isByTheFirst(by: readonly Origin[]): boolean {
  for (let i = 0; i < by.length; i++) if (by[i] !== 0) return false;
  return true;
}

function isOneSuccess(validation: readonly Validation[]): boolean {
  if (validation.length !== 1) return false;
  const { actionIndex, success, reason, message } = validation[0]!;
  return success && actionIndex === 0 && reason === undefined && message === undefined;
}

// A text grows piece by piece from the left, and what comes again every turn is one piece: each costs about as much as the next.

/** Up to the depth. */
function putDepth<S extends Shape>({ answers, by, depth, turn }: Commit<S>): string {
  const ask = plainAsk(answers, turn.actions);
  const plain = isByTheFirst(by);
  if (ask !== null && plain) return askHead(ask) + depth;
  const text = ask === null ? putCanonical(`{"answers":`, answers) : `{"ask":${quote(ask)}`;
  return `${plain ? text : putCanonical(`${text},"by":`, by)},"depth":${depth}`;
}
const askHead = piece(`{"ask":`, `,"depth":`);

/** Actions without the brackets around them. */
function putActions(before: string, actions: readonly ActionBase[]): string {
  let text = before;
  for (let i = 0; i < actions.length; i++) {
    const { actorId, locationId, metadata, targetId, type } = actions[i]!;
    text = (i === 0 ? text : `${text},`) + actorHead(actorId);
    if (locationId !== undefined) text += location(locationId);
    if (metadata !== undefined) text = putCanonical(`${text},"metadata":`, metadata);
    if (targetId !== undefined) text += target(targetId);
    text += typeEnd(type);
  }
  return text;
}
const actorHead = piece(`{"actorId":`, "");
const location = piece(`,"locationId":`, "");
const target = piece(`,"targetId":`, "");
const typeEnd = piece(`,"type":`, "}");

/** The end of the actions and the time, up to the id. Thirteen digits take a while to write; the first ten are the same for a second. */
function putTime(before: string, ms: number): string {
  if (!Number.isSafeInteger(ms) || ms < 1000) return `${before}],"createdAt":${ms},"id":`;
  const rest = ms % 1000;
  const second = (ms - rest) / 1000;
  if (second !== lastSecond.second) lastSecond = { second, text: `],"createdAt":${second}` };
  return before + lastSecond.text + THOUSANDTHS[rest]!;
}
const THOUSANDTHS = Array.from({ length: 1000 }, (_, i) => `${`${i}`.padStart(3, "0")},"id":`);
let lastSecond: { second: number | null; text: string } = { second: null, text: "" };

/** Lane and salt, up to the actions: the same from turn to turn on most lines, so the last pair is kept. */
function laneAndSalt(lane: string, salt: string): string {
  if (lane !== lastLane.lane || salt !== lastLane.salt) {
    lastLane = { lane, salt, text: `,"lane":${quote(lane)},"salt":${quote(salt)},"turn":{"actions":[` };
  }
  return lastLane.text;
}
let lastLane: { lane: string | null; salt: string | null; text: string } = { lane: null, salt: null, text: "" };

/** What most turns by deed end with. */
function plainEnd(version: number): string {
  if (version !== lastEnd.version) {
    const text = `,"rawText":"","validation":[{"actionIndex":0,"success":true}]},"version":${version}}`;
    lastEnd = { version, text };
  }
  return lastEnd.text;
}
let lastEnd: { version: number | null; text: string } = { version: null, text: "" };

/** A name between two fixed texts. The first thousand short ones are put together once. */
function piece(before: string, after: string): (name: string) => string {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const text = before + quote(name) + after;
    if (made.size < 1000 && name.length <= 24) made.set(name, text);
    return text;
  };
}
