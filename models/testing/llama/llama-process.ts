// Real llama.cpp behind the interface that its own server speaks: models, properties, chat completions with a grammar, as a whole
// or as a stream. A process of its own: it prints much, and the addon that it loads may be missing.
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What is used of `@fugood/llama.node`; not imported by its types, since it need not be installed. */
interface Addon {
  loadModel(options: Readonly<Record<string, unknown>>): Promise<Context>;
}
interface Context {
  tokenize(text: string): Promise<{ readonly tokens: ArrayLike<number> }>;
  getFormattedChat(
    messages: readonly object[],
    template: string | undefined,
    params: object,
  ): Promise<{ readonly prompt: string }>;
  completion(options: object): Promise<{
    readonly text: string;
    readonly tokens_predicted: number;
  }>;
}
const ADDON = "@fugood/llama.node";

/** What its starter is told: where it listens, or why it cannot. */
export type Ready = { readonly port: number } | { readonly missing: string };
/** What its starter may tell it: from now on every request is refused with 401, or no longer. */
export interface Order {
  readonly refuseKeys: boolean;
}

const [file = "", context = "4096", seed = "1"] = process.argv.slice(2);
const contextTokens = Number(context);
process.once("disconnect", () => process.exit());
const say = (ready: Ready) => process.send!(ready);
const loaded = await (import(ADDON) as Promise<Addon>).catch((error: unknown) => String(error));
if (typeof loaded === "string") say({ missing: `${ADDON} does not load here: ${loaded}` });
else await serve(loaded);

async function serve({ loadModel }: Addon): Promise<void> {
  // More threads than one make so small a model slower.
  const options = { model: file, n_ctx: contextTokens, n_threads: 1, n_parallel: 1, n_gpu_layers: 0, ctx_shift: false };
  const model = await loadModel(options);
  let isRefused = false;
  let count = 0;
  process.on("message", (order: Order) => {
    isRefused = order.refuseKeys;
  });
  // The context takes one request at a time.
  let last: Promise<unknown> = Promise.resolve();
  const server = http.createServer((request, response) => {
    const json = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const failed = (status: number, type: string, message: string) =>
      json(status, { error: { code: status, type, message } });
    if (isRefused) return failed(401, "authentication_error", "Invalid API Key");
    if (request.url === "/props") return json(200, { default_generation_settings: { n_ctx: contextTokens } });
    if (request.url === "/v1/models")
      return json(200, { object: "list", data: [{ id: "random", object: "model", owned_by: "llamacpp" }] });
    if (request.url !== "/v1/chat/completions") return failed(404, "not_found_error", "File Not Found");
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => {
      last = last
        .then(() => answer(model, JSON.parse(body) as Asked, Number(seed) + ++count))
        .then((said) => {
          if ("refused" in said) return failed(400, "exceed_context_size_error", said.refused);
          if (!said.pieces) return json(200, said.whole);
          response.writeHead(200, { "content-type": "text/event-stream" });
          for (const piece of said.pieces) response.write(`data: ${JSON.stringify(piece)}\n\n`);
          response.end("data: [DONE]\n\n");
        })
        .catch((error: unknown) => failed(500, "server_error", String(error)));
    });
  });
  server.listen(0, "127.0.0.1", () => say({ port: (server.address() as AddressInfo).port }));
}

interface Asked {
  readonly messages: readonly object[];
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly stream?: boolean;
  readonly response_format?: object;
}

/** Tokens short of the limit at which llama.cpp may stop when its context is full. */
const SPARE = 8;

type Said = { readonly refused: string } | { readonly whole: object; readonly pieces: readonly object[] | null };

async function answer(model: Context, asked: Asked, seed: number): Promise<Said> {
  const { messages, max_tokens, temperature = 1, response_format } = asked;
  const { prompt } = await model.getFormattedChat(messages, undefined, { jinja: true, add_generation_prompt: true });
  const length = (await model.tokenize(prompt)).tokens.length;
  if (length >= contextTokens)
    return {
      refused: `request (${length} tokens) exceeds the available context size (${contextTokens} tokens), try increasing it`,
    };
  const n_predict = Math.min(max_tokens ?? contextTokens, contextTokens - length);
  const done = await model.completion({
    messages,
    jinja: true,
    ...(response_format ? { response_format } : {}),
    n_predict,
    temperature,
    seed,
  });
  const finish = done.tokens_predicted >= n_predict - SPARE ? "length" : "stop";
  const usage = {
    prompt_tokens: length,
    completion_tokens: done.tokens_predicted,
    total_tokens: length + done.tokens_predicted,
  };
  const head = { id: `chatcmpl-${seed}`, created: 0, model: "random" };
  const part = (delta: object, finish_reason: string | null) => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  return {
    whole: {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: done.text }, finish_reason: finish }],
      usage,
    },
    pieces: asked.stream
      ? [part({ role: "assistant", content: done.text }, null), { ...part({}, finish), usage }]
      : null,
  };
}
