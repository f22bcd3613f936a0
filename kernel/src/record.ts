// A turn as it is written down and read back: one canonical text, in which only what is not plain takes room.
import type { ActionBase, Validation } from "./action.ts";
import { canonical, inOnePiece, inQuotes, piece, putCanonical, quote, quoteName } from "./json.ts";
import type { Shape } from "./shape.ts";
import type { Commit, Draft, Origin, Provenance } from "./turn.ts";

/**
 * The text that is stored, hashed and read as it is. Three things are left out where they say nothing:
 * `by` when action 0 caused every event; `rolls` when nothing was rolled; `answers` when one agent answered one ask
 * and acted as itself, which leaves `ask` in its place. `turn` is always whole, because databases are queried by it.
 * `eventsText` is the canonical text of its events, and `texts` are those of its actions as readers made them, for whoever
 * has them already.
 */
export function writeCommit<S extends Shape>(
  commit: Commit<S>,
  eventsText: string = canonical(commit.events),
  texts: Draft<S>["texts"] = [],
): string {
  const { turn, by, answers, rolls } = commit;
  const ask = plainAsk(answers, turn.actions);
  const isPlain = by === BY_THE_FIRST && turn.validation === ONE_SUCCESS && turn.rawText === "" && !rolls;
  return ask !== null && isPlain && typeof texts[0] === "string"
    ? writePlain(commit, ask, eventsText, texts[0])
    : writeAny(commit, ask, eventsText, texts);
}

/** The verdict on an answer of one action that did what it should. */
export const ONE_SUCCESS: readonly Validation[] = [{ actionIndex: 0, success: true }];
/** What caused one event of one action. */
export const BY_THE_FIRST: readonly Origin[] = [0];

// What an engine puts in place of a call is bounded by the length of the functions: what most turns take stands by itself.

/** One action by one agent who was asked, with one event: what most turns are that come without words. */
function writePlain<S extends Shape>(commit: Commit<S>, ask: string, eventsText: string, action: string): string {
  const { turn, depth, lane, salt, version } = commit;
  const events = askHead(ask) + depthText(depth) + eventsText;
  const actions = events + firstHead(lane, salt, turn.actions[0]!.actorId) + action;
  return putTime(actions, turn.createdAt) + inQuotes(turn.id) + plainEnd(version);
}

/** Any turn; `ask`: of its plain answer, null when that is not plain. */
function writeAny<S extends Shape>(
  commit: Commit<S>,
  ask: string | null,
  eventsText: string,
  texts: readonly (string | null)[],
): string {
  const { turn, answers, by, depth, rolls, lane, salt, version } = commit;
  const { actions, createdAt, id, rawText, validation } = turn;
  let text = ask === null ? putCanonical(`{"answers":`, answers) : `{"ask":${quoteName(ask)}`;
  if (!isByTheFirst(by)) text = putCanonical(`${text},"by":`, by);
  text = `${text},"depth":${depthText(depth)}${eventsText},"lane":${quoteName(lane)}`;
  if (rolls && rolls.length > 0) text = putCanonical(`${text},"rolls":`, rolls);
  text = putActions(`${text},"salt":${quoteName(salt)},"turn":{"actions":[`, actions, texts);
  text = `${putTime(text, createdAt)}${inQuotes(id)}","rawText":${quote(rawText)},"validation":`;
  return `${putCanonical(text, validation)}},"version":${version}}`;
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

/** What folding needs of a stored turn. */
export type Deeds<S extends Shape> = Pick<Commit<S>, "events" | "lane" | "depth" | "version">;

/**
 * The same of what folding needs alone, for whoever folds many: the turn itself, which is half of the text, is cut out
 * unread. A quote after a comma begins a key, since one inside a string is escaped; and a key of something deeper is never
 * taken for that of the commit, since what is left then lacks brackets. Such a text is read whole.
 */
export function readDeeds<S extends Shape>(body: string): Deeds<S> {
  const turn = body.lastIndexOf(`,"turn":{"actions":[`);
  const rest = body.lastIndexOf(`,"version":`);
  if (turn > 0 && rest > turn) {
    try {
      const deeds = JSON.parse(body.slice(0, turn) + body.slice(rest)) as Deeds<S>;
      if (typeof deeds.version === "number") return deeds;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return readCommit(body);
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
  const { artifacts, attempts, calls, cause, rawText, reading } = answer;
  const isPlain =
    cause === undefined &&
    rawText === undefined &&
    attempts === undefined &&
    calls === undefined &&
    artifacts === undefined &&
    reading === undefined;
  return isPlain ? answer.ask : null;
}

function isByTheFirst(by: readonly Origin[]): boolean {
  for (let i = 0; i < by.length; i++) if (by[i] !== 0) return false;
  return true;
}

// A text grows piece by piece from the left, and what comes again every turn is one piece: each costs about as much as the next.

const askHead = piece(`{"ask":`, `,"depth":`);
const depthText = (depth: number): string => DEPTHS[depth] ?? `${depth},"events":`;
const DEPTHS = Array.from({ length: 256 }, (_, depth) => inOnePiece(`${depth},"events":`));

function putActions(before: string, actions: readonly ActionBase[], texts: readonly (string | null)[]): string {
  let text = before;
  for (let i = 0; i < actions.length; i++) {
    const written = texts[i];
    if (i > 0) text += ",";
    text = written ? text + actorHead(actions[i]!.actorId) + written : putCanonical(text, actions[i]);
  }
  return text;
}
const actorHead = piece(`{"actorId":`, "");

/** The end of the actions, the time, and up to the text of the id. Thirteen digits take a while to write; the first ten are the same for a second. */
function putTime(before: string, ms: number): string {
  const rest = THOUSANDTHS[ms - second.began] ?? startSecond(ms);
  return before + second.text + rest;
}
const THOUSANDTHS = Array.from({ length: 1000 }, (_, i) => `${`${i}`.padStart(3, "0")},"id":"`);
const TIME_HEAD = `],"createdAt":`;
let second = { began: Number.NaN, text: TIME_HEAD };

/** The same for a time in another second. Whoever gives a time that has no thirteen digits gets all of it in the rest. */
function startSecond(ms: number): string {
  const whole = Math.floor(ms / 1000);
  if (!Number.isSafeInteger(ms) || whole < 1) {
    second = { began: Number.NaN, text: TIME_HEAD };
    return `${ms},"id":"`;
  }
  second = { began: whole * 1000, text: inOnePiece(`${TIME_HEAD}${whole}`) };
  return THOUSANDTHS[ms - second.began]!;
}

/** Lane, salt, and the first action up to its actor: mostly the same as when this actor last began a turn. */
function firstHead(lane: string, salt: string, actorId: string): string {
  const last = HEADS.get(actorId);
  if (last !== undefined && last.lane === lane && last.salt === salt) return last.text;
  const text = inOnePiece(
    `,"lane":${quoteName(lane)},"salt":${quoteName(salt)},"turn":{"actions":[${actorHead(actorId)}`,
  );
  if (HEADS.size < 1000 || last !== undefined) HEADS.set(actorId, { lane, salt, text });
  return text;
}
const HEADS = new Map<string, { readonly lane: string; readonly salt: string; readonly text: string }>();

/** What most turns by deed end with. */
function plainEnd(version: number): string {
  if (version !== lastEnd.version) {
    const text = `","rawText":"","validation":[{"actionIndex":0,"success":true}]},"version":${version}}`;
    lastEnd = { version, text: inOnePiece(text) };
  }
  return lastEnd.text;
}
let lastEnd: { version: number | null; text: string } = { version: null, text: "" };
