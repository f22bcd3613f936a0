// The chat completions interface of OpenAI-compatible servers, as a fake server speaks it.
import { event, listOf, type Protocol, type Said, textIn } from "./reply.ts";

const usageOf = ({ figures }: Said) =>
  figures && {
    prompt_tokens: figures.input,
    completion_tokens: figures.output,
    total_tokens: figures.input + figures.output,
    prompt_tokens_details: { cached_tokens: figures.cached },
  };

function finishOf({ reply }: Said): string | null {
  if (reply.ending === "none") return null;
  if (reply.ending === "truncated") return "length";
  return reply.ending === "filtered" ? "content_filter" : "stop";
}

const baseOf = ({ id, model }: Said, object: string) => ({ id, object, created: 1_760_000_000, model });

export const compatible: Protocol = {
  read: (_path, data) => {
    const body = data as Record<string, unknown>;
    const messages = listOf(body["messages"]).map(({ role, content }) => ({
      role: String(role),
      text: textIn(content),
    }));
    const format = body["response_format"] as { type: string; json_schema?: { schema: unknown } } | undefined;
    return {
      model: String(body["model"]),
      system: messages
        .filter(({ role }) => role === "system")
        .map(({ text }) => text)
        .join("\n"),
      messages: messages.filter(({ role }) => role !== "system"),
      structure: format?.type === "json_schema" ? "native" : format?.type === "json_object" ? "json" : "none",
      schema: format?.json_schema?.schema ?? null,
      stream: body["stream"] === true,
      blocks: messages.map(({ role, text }) => ({ text: `${role}: ${text}\n`, marked: false })),
      previous: null,
    };
  },
  whole: (said) => {
    const { text, reply } = said;
    const message = {
      role: "assistant",
      content: reply.declined === undefined ? text : null,
      ...(reply.declined === undefined ? {} : { refusal: reply.declined }),
      ...(reply.thinking === undefined ? {} : { reasoning_content: reply.thinking }),
    };
    return {
      ...baseOf(said, "chat.completion"),
      choices: [{ index: 0, finish_reason: finishOf(said), message }],
      ...(said.figures ? { usage: usageOf(said) } : {}),
    };
  },
  events: (said, pieces) => {
    const base = baseOf(said, "chat.completion.chunk");
    const put = (delta: object, finish_reason: string | null = null) =>
      event({ ...base, choices: [{ index: 0, delta, finish_reason }] });
    const { thinking, declined } = said.reply;
    return {
      before: [
        put({ role: "assistant", content: "" }),
        ...(thinking === undefined ? [] : [put({ reasoning_content: thinking })]),
        ...(declined === undefined ? [] : [put({ refusal: declined })]),
      ],
      pieces: pieces.map((content) => put({ content })),
      after: [
        ...(finishOf(said) === null ? [] : [put({}, finishOf(said))]),
        ...(said.figures ? [event({ ...base, choices: [], usage: usageOf(said) })] : []),
        event("[DONE]"),
      ],
      failure: event({ error: { message: "the server failed in the middle", code: 500 } }),
    };
  },
  // LM Studio and vLLM put the words into a bare string; so does this one where no code is given.
  error: (_status, { message, code, param }) =>
    code === undefined
      ? { error: message }
      : { error: { message, code, param: param ?? null, type: "invalid_request_error" } },
};
