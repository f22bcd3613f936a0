// The messages that a table takes: what a player says, an instruction, a continuation, each with the context that it cannot do without. Anything less is refused whole.
import { type Json, plainProblem, type Static, Type } from "@orrery/kernel";
import { fault, type Violation } from "./codes.ts";
import { misfits } from "./fits.ts";
import { isObject } from "./path.ts";

const open = { additionalProperties: true };
const Name = Type.String({ minLength: 1, pattern: "\\S" });

/** `user_input`: a player's words, with the kind of game and the speaker. */
export const UserInputSchema = Type.Object(
  {
    message_type: Type.Literal("user_input"),
    content: Type.String(),
    context: Type.Object({ game_mode: Type.Enum(["character", "campaign"], { type: "string" }), user_id: Name }, open),
  },
  { additionalProperties: false },
);

/** `system_instruction`: an instruction of some kind, such as `base_system`. */
export const SystemInstructionSchema = Type.Object(
  {
    message_type: Type.Literal("system_instruction"),
    content: Type.String(),
    context: Type.Object({ instruction_type: Name }, open),
  },
  { additionalProperties: false },
);

/** `story_continuation`: from a checkpoint on, with the sequence id that comes next. */
export const StoryContinuationSchema = Type.Object(
  {
    message_type: Type.Literal("story_continuation"),
    content: Type.String(),
    context: Type.Object(
      { checkpoint_block: Name, sequence_id: Type.Union([Name, Type.Integer({ minimum: 0, maximum: 2 ** 53 - 1 })]) },
      open,
    ),
  },
  { additionalProperties: false },
);

export const MESSAGE_SCHEMAS = {
  user_input: UserInputSchema,
  system_instruction: SystemInstructionSchema,
  story_continuation: StoryContinuationSchema,
} as const;
export type MessageType = keyof typeof MESSAGE_SCHEMAS;
export type Message =
  | Static<typeof UserInputSchema>
  | Static<typeof SystemInstructionSchema>
  | Static<typeof StoryContinuationSchema>;

/** What an input to a game master holds beside the message, in the words of the protocol. */
export const INPUT_FIELDS = {
  checkpoint: "position and quests",
  core_memories: "past events",
  reference_timeline: "events by sequence id, in their order",
  current_game_state: "the campaign; the highest authority",
  entity_manifest: "who is present",
  timeline_log: "recent exchanges",
  current_input: "what the player does",
  system_context: "about the session",
} as const;

/** A message, or everything that it lacks: such a message is not processed. */
export function readMessage(given: unknown): { readonly message: Message } | { readonly faults: readonly Violation[] } {
  const odd = plainProblem(given, "message");
  if (odd !== null) return { faults: [fault("json_syntax", "message", `${odd}.`)] };
  if (!isObject(given)) return { faults: [fault("json_not_object", "message", "A message is a JSON object.")] };
  const type = given["message_type"];
  if (typeof type !== "string" || !Object.hasOwn(MESSAGE_SCHEMAS, type))
    return {
      faults: [
        fault(
          type === undefined ? "field_missing" : "field_value",
          "message_type",
          `Write ${Object.keys(MESSAGE_SCHEMAS).join(", ")}.`,
        ),
      ],
    };
  const faults = misfits(MESSAGE_SCHEMAS[type as MessageType], given as Json);
  return faults.length > 0 ? { faults } : { message: given as Message };
}
