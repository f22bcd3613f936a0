// Anthropic's Messages interface as a fake server speaks it.
import { event, listOf, type Protocol, type Said, type Seen, textIn } from "./reply.ts";

const usageOf = ({ figures }: Said) => {
  const { input, cached, written, output } = figures ?? { input: 0, cached: 0, written: 0, output: 0 };
  return {
    input_tokens: input - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
};

function stopOf({ reply, structure }: Said): string {
  if (reply.declined !== undefined || reply.ending === "filtered") return "refusal";
  if (reply.ending === "truncated") return "max_tokens";
  return structure === "tool" ? "tool_use" : "end_turn";
}

/** A tool's input travels as an object, so a cut one arrives closed, with what was complete of it. */
function inputOf(text: string): unknown {
  for (let end = text.length; end > 0; end--) {
    for (const tail of ["", "}", '"}']) {
      try {
        return JSON.parse(text.slice(0, end) + tail);
      } catch {
        // Shorter, then.
      }
    }
  }
  return {};
}

function contentOf(said: Said): object[] {
  const { text, reply, structure, id } = said;
  if (reply.declined !== undefined) return reply.declined === "" ? [] : [{ type: "text", text: reply.declined }];
  if (reply.ending === "filtered") return [];
  const thinking = reply.thinking === undefined ? [] : [{ type: "thinking", thinking: reply.thinking, signature: "s" }];
  if (structure === "tool" && text.trimStart().startsWith("{"))
    return [...thinking, { type: "tool_use", id: `toolu_${id}`, name: "json", input: inputOf(text) }];
  return [...thinking, ...(text === "" ? [] : [{ type: "text", text }])];
}

const isMarked = (block: Record<string, unknown>): boolean => block["cache_control"] !== undefined;

function readBlocks(body: Record<string, unknown>): Seen["blocks"] {
  const blocks = [
    ...listOf(body["tools"]).map((tool) => ({ text: JSON.stringify(tool), marked: isMarked(tool) })),
    ...(body["output_config"] === undefined ? [] : [{ text: JSON.stringify(body["output_config"]), marked: false }]),
    ...listOf(body["system"]).map((block) => ({ text: String(block["text"]), marked: isMarked(block) })),
  ];
  for (const message of listOf(body["messages"]))
    for (const block of listOf(message["content"]))
      blocks.push({ text: `${String(message["role"])}: ${String(block["text"])}\n`, marked: isMarked(block) });
  return blocks;
}

export const anthropic: Protocol = {
  read: (_path, data) => {
    const body = data as Record<string, unknown>;
    const tool = listOf(body["tools"])[0];
    const format = (body["output_config"] as { format?: { schema?: unknown } } | undefined)?.format;
    return {
      model: String(body["model"]),
      system: textIn(body["system"]),
      messages: listOf(body["messages"]).map(({ role, content }) => ({ role: String(role), text: textIn(content) })),
      structure: tool ? "tool" : format ? "native" : "none",
      schema: tool?.["input_schema"] ?? format?.schema ?? null,
      stream: body["stream"] === true,
      blocks: readBlocks(body),
      previous: null,
    };
  },
  whole: (said) => ({
    id: said.id,
    type: "message",
    role: "assistant",
    model: said.model,
    content: contentOf(said),
    stop_reason: stopOf(said),
    stop_sequence: null,
    usage: usageOf(said),
  }),
  events: (said, pieces) => {
    const isTool = said.structure === "tool";
    const put = (type: string, data: object) => event({ type, ...data }, type);
    const usage = usageOf(said);
    const message = {
      id: said.id,
      type: "message",
      role: "assistant",
      model: said.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    const block = isTool
      ? { type: "tool_use", id: `toolu_${said.id}`, name: "json", input: {} }
      : { type: "text", text: "" };
    return {
      before: [
        put("message_start", { message: { ...message, usage: { ...usage, output_tokens: 1 } } }),
        put("content_block_start", { index: 0, content_block: block }),
      ],
      pieces: pieces.map((piece) =>
        put("content_block_delta", {
          index: 0,
          delta: isTool ? { type: "input_json_delta", partial_json: piece } : { type: "text_delta", text: piece },
        }),
      ),
      after: [
        put("content_block_stop", { index: 0 }),
        put("message_delta", {
          delta: { stop_reason: stopOf(said), stop_sequence: null },
          usage: { output_tokens: usage.output_tokens },
        }),
        put("message_stop", {}),
      ],
      failure: put("error", { error: { type: "overloaded_error", message: "the server failed in the middle" } }),
    };
  },
  error: (status, { message, code }) => ({
    type: "error",
    error: {
      type:
        code ?? (status === 429 ? "rate_limit_error" : status === 529 ? "overloaded_error" : "invalid_request_error"),
      message,
    },
  }),
};
