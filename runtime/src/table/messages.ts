// The table's messages against a run: one message in, the game master's exact response out. The engine plays the turn; the agent in the game master's seat narrates it.
import type { ActionBase, ActorId } from "@orrery/kernel";
import type { Table } from "@orrery/worlds/table";
import type { JsonObject, Message, Mode, Violation } from "@orrery/worlds/table/protocol";
import { Fault } from "../fault.ts";
import type { Runs } from "../runs.ts";

type TableState = Table["state"];

/** The response to a message, or why the message was not processed. */
export type TableAnswer =
  | { readonly response: Readonly<Record<string, unknown>>; readonly mode: Mode; readonly sequence_id: number }
  | { readonly faults: readonly Violation[] };

export interface TableAnswerOptions {
  readonly branch?: string | undefined;
  /** The speaker. Absent: the owner, who speaks for the actor on turn. */
  readonly as?: ActorId | undefined;
  /** The seat of `as` that it came by. It gets the changes that its view shows, and the record names it. */
  readonly seatId?: string | undefined;
  /** Who tells the turn, as in a lineup; `bot:scripted` unless told. */
  readonly gm?: string | undefined;
  /**
   * The sitting in which an actor has a seat already, as a signal that aborts when that sitting is over; null where
   * nobody sits there. Without a `gm`, the turn is told by that sitting and waited for.
   */
  readonly sittingOf?: ((actor: ActorId) => AbortSignal | null) | undefined;
  /** Whether `debug_info` is in the response. */
  readonly debug?: boolean | undefined;
  /** Ends the waiting for a sitting's telling: the client has left. What was said stays said. */
  readonly signal?: AbortSignal | undefined;
}

/** Turns that a game master may take for one message: a ruling and a telling, with tries. */
const TELLING_MAX = 12;

/**
 * Answers a message of the protocol. `user_input` is a turn in the player's words; `system_instruction` is put to the
 * game master out of character; `story_continuation` must name the sequence id where the story stands, and goes on from
 * there with its words, or is answered with the last response when it has none.
 */
export async function answerTableMessage(
  orrery: Runs,
  run: string,
  given: unknown,
  { branch = "main", as, seatId, gm, sittingOf, debug = false, signal }: TableAnswerOptions = {},
): Promise<TableAnswer> {
  // Loaded here alone: most runs are of other worlds.
  const [{ responseOf }, { readMessage, withoutSecrets }] = await Promise.all([
    import("@orrery/worlds/table"),
    import("@orrery/worlds/table/protocol"),
  ]);
  const read = readMessage(given);
  if ("faults" in read) return read;
  const { message } = read;
  await tell(orrery, run, branch, { gm, sittingOf, signal }).catch((error) => {
    if (!(error instanceof Fault) || error.code !== "nobody_asked") throw error;
    throw new Fault(error.code, `${error.message} Nothing of this message is stored: send it again later.`);
  });
  const before = await stateOf(orrery, run, branch);
  if (message.message_type === "story_continuation") checkSequence(message, before);
  if (message.message_type !== "story_continuation" || message.content.trim() !== "") {
    const submitted = await orrery.submit(run, {
      branch,
      ...(as === undefined ? {} : { as }),
      ...(seatId === undefined ? {} : { seat: true, seatId }),
      ...wordsOf(message, before, as),
    });
    const refused = submitted.kind === "turn" ? submitted.line.validation.find(({ success }) => !success) : undefined;
    if (refused)
      return { faults: [{ code: "field_value", path: "content", message: refused.message ?? refused.reason! }] };
    const stored = submitted.kind === "turn" ? `turn ${submitted.line.turn}` : "an answer";
    await tell(orrery, run, branch, { gm, sittingOf, signal }).catch((error) => {
      if (!(error instanceof Fault)) throw error;
      throw new Fault(error.code, `${error.message} ${isStored(stored, before)}`);
    });
  }
  const { told, npcs } = await stateOf(orrery, run, branch);
  if (told === null) throw new Fault("nobody_asked", "Nothing has been told in this run yet.");
  const hidden = Object.values(npcs).flatMap((npc) => (npc.hidden ? [npc.name] : []));
  const shown = seatId === undefined ? told : { ...told, state_updates: await updatesFor(orrery, run, branch, as) };
  const response = withoutSecrets(withoutPeople(responseOf(shown, debug), hidden));
  return { response: response as Readonly<Record<string, unknown>>, mode: told.mode, sequence_id: told.sequence };
}

/** The changes of the last turn as far as an actor's view shows them: a player sees what became of the world, and no figures of foes. */
async function updatesFor(orrery: Runs, run: string, branch: string, as: ActorId | undefined): Promise<JsonObject> {
  const { view } = await orrery.show(run, { branch, as });
  return ((view as Table["view"]).debug?.state_updates ?? {}) as JsonObject;
}

/** Drops changes to people that nobody has found yet. */
function withoutPeople(response: JsonObject, names: readonly string[]): JsonObject {
  const { state_updates: updates } = response as { readonly state_updates?: JsonObject };
  const people = updates?.["npc_data"];
  if (updates === undefined || typeof people !== "object" || people === null) return response;
  const left = Object.fromEntries(Object.entries(people).filter(([name]) => !names.includes(name)));
  return { ...response, state_updates: { ...updates, npc_data: left } };
}

type MessageWords = { readonly text: string } | { readonly actions: readonly ActionBase[] };

/** What a message is as words or as a question to the game master. */
function wordsOf(message: Message, state: TableState, as: ActorId | undefined): MessageWords {
  const { content } = message;
  if (content.trim() === "") throw new Fault("bad_config", "The message has no content; say what is done.");
  const actorId = as ?? state.order[state.spotlight] ?? state.order[0]!;
  return message.message_type === "system_instruction"
    ? { actions: [{ actorId, type: "ask_gm", metadata: { text: content } }] }
    : { text: content };
}

function checkSequence(
  { context }: Extract<Message, { message_type: "story_continuation" }>,
  { told }: TableState,
): void {
  const known = told?.sequence ?? 0;
  if (Number(/\d+$/.exec(String(context.sequence_id))?.[0] ?? Number.NaN) !== known)
    throw new Fault("moved", `The story stands at sequence id ${known}, not ${context.sequence_id}; go on from there.`);
}

/** What to do when a message was taken and not told: saying it again would do it twice. */
const isStored = (stored: string, { told }: TableState): string =>
  `The message is stored as ${stored}: do not send it again. Ask for its response by a story_continuation with sequence id ${(told?.sequence ?? 0) + 1} and no content.`;

/** Lets the game master rule and tell until it is a player's turn; waits where a sitting has that seat. */
async function tell(
  orrery: Runs,
  run: string,
  branch: string,
  { gm, sittingOf, signal: left }: Pick<TableAnswerOptions, "gm" | "sittingOf" | "signal">,
): Promise<void> {
  const isTold = async () => (await stateOf(orrery, run, branch)).phase === "player";
  if (await isTold()) return;
  const { asks, head } = await orrery.show(run, { branch });
  if (asks[0] === undefined) return;
  const { to } = asks[0];
  const signal = gm === undefined ? (sittingOf?.(to) ?? null) : null;
  if (signal === null)
    await orrery.play(run, { branch, agents: `${to}=${gm ?? "bot:scripted"}`, turnsMax: TELLING_MAX });
  else {
    const either = left === undefined ? signal : AbortSignal.any([signal, left]);
    for await (const _event of orrery.follow(run, { branch, after: head.id, signal: either }))
      if (await isTold()) break;
  }
  if (!(await isTold())) throw new Fault("nobody_asked", "The game master has not told the turn yet.");
}

async function stateOf(orrery: Runs, run: string, branch: string): Promise<TableState> {
  const { plays, world, view } = await orrery.show(run, { branch });
  if (plays !== "table") throw new Fault("not_allowed", `${world} is no table; only a table answers such messages.`);
  return view as TableState;
}
