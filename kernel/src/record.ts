// A turn as it is written down and read back: one canonical text, in which only what is not plain takes room.
import type { ActionBase, Validation } from "./action.ts";
import { canonical, quote } from "./json.ts";
import type { Shape } from "./shape.ts";
import type { Commit, Origin, Provenance } from "./turn.ts";

/**
 * The text that is stored, hashed and read as it is. Three things are left out where they say nothing:
 * `by` when action 0 caused every event; `rolls` when nothing was rolled; `answers` when one agent answered one ask
 * and acted as itself, which leaves `ask` in its place. `turn` is always whole, because databases are queried by it.
 */
export function writeCommit<S extends Shape>(commit: Commit<S>): string {
  const { turn, answers, by, rolls } = commit;
  const ask = plainAsk(answers, turn.actions);
  let text = ask === null ? `{"answers":${canonical(answers)}` : `{"ask":${quote(ask)}`;
  if (!isPlainOrigin(by)) text += `,"by":${canonical(by)}`;
  text += `,"depth":${commit.depth},"events":${canonical(commit.events)},"lane":${quote(commit.lane)}`;
  if (rolls && rolls.length > 0) text += `,"rolls":${canonical(rolls)}`;
  text += `,"salt":${quote(commit.salt)},"turn":{"actions":${writeActions(turn.actions)},"createdAt":${turn.createdAt}`;
  text += `,"id":${quote(turn.id)},"rawText":${quote(turn.rawText)},"validation":${writeValidation(turn.validation)}`;
  return `${text}},"version":${commit.version}}`;
}

/** A stored turn from its text: the commit that was written. Throws a `SyntaxError` on text that is no JSON; check its hash first. */
export function readCommit<S extends Shape>(body: string): Commit<S> {
  const { ask, answers, by, ...rest } = JSON.parse(body) as Omit<Commit<S>, "answers" | "by"> & {
    ask?: string;
    answers?: readonly Provenance[];
    by?: readonly Origin[];
  };
  return {
    ...rest,
    by: by ?? rest.events.map(() => 0),
    answers: answers ?? [{ actor: rest.turn.actions[0]!.actorId, ask: ask!, by: "agent" }],
  };
}

function isPlainOrigin(by: readonly Origin[]): boolean {
  for (let i = 0; i < by.length; i++) if (by[i] !== 0) return false;
  return true;
}

/** The ask of a plain answer: one, by the agent of whoever acts first, to an ask, with nothing else to tell. */
function plainAsk(answers: readonly Provenance[], actions: readonly ActionBase[]): string | null {
  if (answers.length !== 1 || actions.length === 0) return null;
  const answer = answers[0]!;
  if (answer.by !== "agent" || answer.actor !== actions[0]!.actorId) return null;
  for (const key in answer) if (key !== "actor" && key !== "ask" && key !== "by") return null;
  return answer.ask;
}

function writeActions(actions: readonly ActionBase[]): string {
  if (actions.length === 0) return "[]";
  let text = `[${writeAction(actions[0]!)}`;
  for (let i = 1; i < actions.length; i++) text += `,${writeAction(actions[i]!)}`;
  return `${text}]`;
}

function writeAction({ actorId, locationId, metadata, targetId, type }: ActionBase): string {
  let text = `{"actorId":${quote(actorId)}`;
  if (locationId !== undefined) text += `,"locationId":${quote(locationId)}`;
  if (metadata !== undefined) text += `,"metadata":${canonical(metadata)}`;
  if (targetId !== undefined) text += `,"targetId":${quote(targetId)}`;
  return `${text},"type":${quote(type)}}`;
}

function writeValidation(validation: readonly Validation[]): string {
  if (validation.length !== 1) return canonical(validation);
  const { actionIndex, success, reason, message } = validation[0]!;
  const plain = success && actionIndex === 0 && reason === undefined && message === undefined;
  return plain ? `[{"actionIndex":0,"success":true}]` : canonical(validation);
}
