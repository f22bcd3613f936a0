// OpenAI's Responses interface as a fake server speaks it.
import { event, listOf, type Protocol, type Said, textIn } from "./reply.ts";

const usageOf = ({ figures }: Said) =>
  figures && {
    input_tokens: figures.input,
    input_tokens_details: { cached_tokens: figures.cached },
    output_tokens: figures.output,
    output_tokens_details: { reasoning_tokens: figures.reasoning },
    total_tokens: figures.input + figures.output,
  };

function responseOf(said: Said) {
  const { id, model, text, reply } = said;
  const reason =
    reply.ending === "truncated" ? "max_output_tokens" : reply.ending === "filtered" ? "content_filter" : null;
  const content =
    reply.declined !== undefined
      ? [{ type: "refusal", refusal: reply.declined }]
      : [{ type: "output_text", text, annotations: [] }];
  const message = { type: "message", id: `msg_${id}`, status: "completed", role: "assistant", content };
  return {
    id,
    object: "response",
    created_at: 1_760_000_000,
    status: reason ? "incomplete" : "completed",
    error: null,
    incomplete_details: reason && { reason },
    model,
    previous_response_id: null,
    output: reply.ending === "filtered" ? [] : [message],
    usage: usageOf(said),
  };
}

export const openai: Protocol = {
  read: (_path, body) => {
    const { input, text, model, stream, previous_response_id } = body as Record<string, unknown>;
    const items = listOf(input).map((item) => ({ role: String(item["role"]), text: textIn(item["content"]) }));
    const format = (text as { format?: { type: string; schema?: unknown } } | undefined)?.format;
    return {
      model: String(model),
      system: items
        .filter(({ role }) => role === "system" || role === "developer")
        .map((item) => item.text)
        .join("\n"),
      messages: items.filter(({ role }) => role !== "system" && role !== "developer"),
      structure: format?.type === "json_schema" ? "native" : format?.type === "json_object" ? "json" : "none",
      schema: format?.schema ?? null,
      stream: stream === true,
      blocks: items.map((item) => ({ text: `${item.role}: ${item.text}\n`, marked: false })),
      previous: typeof previous_response_id === "string" ? previous_response_id : null,
    };
  },
  whole: responseOf,
  events: (said, pieces) => {
    let n = 0;
    const put = (type: string, data: object) => event({ type, sequence_number: n++, ...data }, type);
    const response = responseOf(said);
    const item = { type: "message", id: `msg_${said.id}`, role: "assistant" };
    const at = { item_id: item.id, output_index: 0, content_index: 0 };
    return {
      before: [
        put("response.created", { response: { ...response, status: "in_progress", output: [], usage: null } }),
        put("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress", content: [] } }),
      ],
      pieces: pieces.map((delta) => put("response.output_text.delta", { ...at, delta })),
      after: [
        put("response.output_text.done", { ...at, text: said.text }),
        put("response.output_item.done", {
          output_index: 0,
          item: response.output[0] ?? { ...item, status: "completed", content: [] },
        }),
        put(response.status === "incomplete" ? "response.incomplete" : "response.completed", { response }),
      ],
      failure: put("error", { code: "server_error", message: "the server failed in the middle", param: null }),
    };
  },
  error: (
    _status,
    { message, code = null, param = null }: { message: string; code?: string | null; param?: string | null },
  ) => ({
    error: { message, type: "invalid_request_error", param, code },
  }),
};
