// Google's generateContent interface as a fake server speaks it.
import { event, listOf, type Protocol, type Said, textIn } from "./reply.ts";

const usageOf = ({ figures }: Said) =>
  figures && {
    promptTokenCount: figures.input,
    candidatesTokenCount: figures.output - figures.reasoning,
    thoughtsTokenCount: figures.reasoning,
    cachedContentTokenCount: figures.cached,
    totalTokenCount: figures.input + figures.output,
  };

const PARTS = (text: unknown) => ({ role: "model", parts: text === "" ? [] : [{ text }] });

function finishOf({ reply }: Said): string | undefined {
  if (reply.ending === "none") return undefined;
  if (reply.ending === "truncated") return "MAX_TOKENS";
  return reply.declined !== undefined || reply.ending === "filtered" ? "SAFETY" : "STOP";
}

function chunk(said: Said, text: string, isLast: boolean) {
  const { reply, id, model } = said;
  const finishReason = isLast ? finishOf(said) : undefined;
  const content = reply.image
    ? { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: reply.image } }] }
    : PARTS(reply.ending === "filtered" ? "" : (reply.declined ?? text));
  return {
    candidates: [{ index: 0, content, ...(finishReason ? { finishReason } : {}) }],
    ...(isLast && said.figures ? { usageMetadata: usageOf(said) } : {}),
    modelVersion: model,
    responseId: id,
  };
}

export const google: Protocol = {
  read: (path, data) => {
    const body = data as Record<string, unknown>;
    const config = (body["generationConfig"] ?? {}) as Record<string, unknown>;
    const schema = config["responseJsonSchema"] ?? config["responseSchema"] ?? null;
    const system = listOf(body["systemInstruction"])
      .map(({ parts }) => textIn(parts))
      .join("\n");
    const messages = listOf(body["contents"]).map(({ role, parts }) => ({
      role: role === "model" ? "assistant" : "user",
      text: textIn(parts),
    }));
    return {
      model: decodeURIComponent(/models\/([^:]+):/.exec(path)?.[1] ?? ""),
      system,
      messages,
      structure: schema ? "native" : config["responseMimeType"] === "application/json" ? "json" : "none",
      schema,
      stream: path.includes("streamGenerateContent"),
      blocks: [
        { text: system, marked: false },
        ...messages.map(({ role, text }) => ({ text: `${role}: ${text}\n`, marked: false })),
      ],
      previous: null,
    };
  },
  whole: (said) => chunk(said, said.text, true),
  events: (said, pieces) => ({
    before: [],
    pieces: pieces.map((piece) => event(chunk(said, piece, false))),
    after: [event(chunk(said, "", true))],
    failure: event({ error: { code: 503, message: "the server failed in the middle", status: "UNAVAILABLE" } }),
  }),
  error: (status, { message, code }) => ({
    error: { code: status, message, status: code ?? (status === 429 ? "RESOURCE_EXHAUSTED" : "INVALID_ARGUMENT") },
  }),
};
