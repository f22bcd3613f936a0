// A turn as it is written down and read back: one canonical text, in which only what is not plain takes room.
import type { ActionBase, Validation } from "./action.ts";
import { canonical, quote } from "./json.ts";
import type { Shape } from "./shape.ts";
import type { Commit, Origin, Provenance } from "./turn.ts";

/**
 * The text that is stored, hashed and read as it is. Three things are left out where they say nothing:
 * `by` when action 0 caused every event; `rolls` when nothing was rolled; `answers` when one agent answered one ask
 * and acted as itself, which leaves `ask` in its place. `turn` is always whole, because databases are queried by it.
 * `eventsText` is the canonical text of the events, which the truth hash is over as well.
 */
export function writeCommit<S extends Shape>(commit: Commit<S>, eventsText: string = canonical(commit.events)): string {
  const { turn, answers, by, depth, rolls, lane, salt, version } = commit;
  const ask = plainAsk(answers, turn.actions);
  const { actions, createdAt, id, rawText, validation } = turn;
  // Everything in the order of its keys.
  let text = ask === null ? `{"answers":${canonical(answers)}` : `{"ask":${quote(ask)}`;
  if (by.some((origin) => origin !== 0)) text += `,"by":${canonical(by)}`;
  text += `,"depth":${depth},"events":${eventsText},"lane":${quote(lane)}`;
  if (rolls && rolls.length > 0) text += `,"rolls":${canonical(rolls)}`;
  text += `,"salt":${quote(salt)},"turn":{"actions":${listOf(actions, actionText)},"createdAt":${createdAt},"id":${quote(id)}`;
  return `${text},"rawText":${quote(rawText)},"validation":${listOf(validation, validationText)}},"version":${version}}`;
}

/** As `canonical` writes it; the fields of an action are known, so their order need not be found. */
function actionText({ actorId, locationId, metadata, targetId, type }: ActionBase): string {
  const where = locationId === undefined ? "" : `,"locationId":${quote(locationId)}`;
  const how = metadata === undefined ? "" : `,"metadata":${canonical(metadata)}`;
  const target = targetId === undefined ? "" : `,"targetId":${quote(targetId)}`;
  return `{"actorId":${quote(actorId)}${where}${how}${target},"type":${quote(type)}}`;
}

/** The same for a verdict: one that admits has nothing to say. */
const validationText = (one: Validation): string =>
  one.success ? `{"actionIndex":${one.actionIndex},"success":true}` : canonical(one);

function listOf<T>(list: readonly T[], textOf: (item: T) => string): string {
  let text = "[";
  for (let i = 0; i < list.length; i++) text += i === 0 ? textOf(list[i]!) : `,${textOf(list[i]!)}`;
  return `${text}]`;
}

/** A stored turn from its text: the commit that was written. Throws a `SyntaxError` on text that is no JSON; check its hash first. */
export function readCommit<S extends Shape>(body: string): Commit<S> {
  const { turn, version, lane, depth, salt, events, by, answers, ask, rolls } = JSON.parse(body) as WrittenCommit<S>;
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
export type CommitEvents<S extends Shape> = Pick<Commit<S>, "events" | "lane" | "depth" | "version">;

/**
 * The same of what folding needs alone, for folding many turns: the turn itself, which is half of the text, is cut out
 * unread. A quote after a comma begins a key, since one inside a string is escaped; and a key of something deeper is never
 * taken for that of the commit, since what is left then lacks brackets. Such a text is read whole.
 */
export function readEvents<S extends Shape>(body: string): CommitEvents<S> {
  const turn = body.lastIndexOf(`,"turn":{"actions":[`);
  const rest = body.lastIndexOf(`,"version":`);
  if (turn > 0 && rest > turn) {
    try {
      const deeds = JSON.parse(body.slice(0, turn) + body.slice(rest)) as CommitEvents<S>;
      if (typeof deeds.version === "number") return deeds;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return readCommit(body);
}

/** A commit as its text has it: see `writeCommit` for what is left out. */
interface WrittenCommit<S extends Shape> extends Omit<Commit<S>, "answers" | "by"> {
  readonly ask?: string;
  readonly answers?: readonly Provenance[];
  readonly by?: readonly Origin[];
}

/** How many fields an answer has that tells nothing beyond `actor`, `ask` and `by`. */
const PLAIN_FIELDS = 3;

/** The ask of a plain answer: one, by the agent of the first actor, to an ask, with nothing else to tell. */
function plainAsk(answers: readonly Provenance[], actions: readonly ActionBase[]): string | null {
  if (answers.length !== 1 || actions.length === 0) return null;
  const answer = answers[0]!;
  if (answer.by !== "agent" || answer.actor !== actions[0]!.actorId) return null;
  return Object.keys(answer).length === PLAIN_FIELDS ? answer.ask : null;
}
