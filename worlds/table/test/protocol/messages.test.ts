// Input messages: each needs its own context, and what lacks it is not processed.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readMessage } from "../../protocol/index.ts";

const USER = {
  message_type: "user_input",
  content: "I look around.",
  context: { game_mode: "character", user_id: "u1" },
};
const SYSTEM = { message_type: "system_instruction", content: "Begin.", context: { instruction_type: "base_system" } };
const STORY = {
  message_type: "story_continuation",
  content: "",
  context: { checkpoint_block: "At the inn", sequence_id: 12 },
};
const faults = (given: unknown) => {
  const read = readMessage(given);
  return "faults" in read ? read.faults.map(({ code, path }) => `${code} ${path}`) : [];
};

describe("messages", () => {
  for (const message of [USER, SYSTEM, STORY, { ...STORY, context: { ...STORY.context, sequence_id: "seq_012" } }])
    it(`takes ${JSON.stringify(message)}`, () => assert.deepEqual(faults(message), []));

  it("accepts a context with extra fields", () => {
    assert.deepEqual(faults({ ...USER, context: { ...USER.context, device: "phone" } }), []);
  });

  for (const [message, field] of [
    [USER, "game_mode"],
    [USER, "user_id"],
    [SYSTEM, "instruction_type"],
    [STORY, "checkpoint_block"],
    [STORY, "sequence_id"],
  ] as const)
    it(`refuses ${message.message_type} without context.${field}`, () => {
      const { [field]: _gone, ...context } = message.context as Record<string, unknown>;
      assert.deepEqual(faults({ ...message, context }), [`field_missing context.${field}`]);
    });

  it("refuses other input, and says why", () => {
    assert.deepEqual(faults({ ...USER, context: { ...USER.context, game_mode: "STORY" } }), [
      "field_value context.game_mode",
    ]);
    assert.deepEqual(faults({ ...USER, context: { ...USER.context, user_id: " " } }), ["field_value context.user_id"]);
    assert.deepEqual(faults({ ...USER, context: undefined }), ["json_syntax message"]);
    assert.deepEqual(faults({ message_type: "user_input", content: "x" }), ["field_missing context"]);
    assert.deepEqual(faults({ ...USER, message_type: "chat" }), ["field_value message_type"]);
    assert.deepEqual(faults({ ...USER, extra: 1 }), ["field_unknown extra"]);
    assert.deepEqual(faults([]), ["json_not_object message"]);
    assert.deepEqual(faults({}), ["field_missing message_type"]);
  });
});
