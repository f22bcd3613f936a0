// A server on loopback that speaks the wire protocols of all four families, with every trouble a real one can make.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.ts";
import { PromptCache } from "./cache.ts";
import { compatible } from "./compatible.ts";
import { google } from "./google.ts";
import { openai } from "./openai.ts";
import type { Family, Figures, Protocol, Reply, Said, Seen } from "./reply.ts";

const PROTOCOLS: Readonly<Record<Family, Protocol>> = { openai, anthropic, google, compatible };
const BASES: Readonly<Record<Family, string>> = {
  openai: "/openai/v1",
  anthropic: "/anthropic/v1",
  google: "/google/v1beta",
  compatible: "/compatible/v1",
};

/** What this server cannot do, and says so as such servers do. */
export interface Quirks {
  readonly noSchema?: boolean;
  readonly noJsonMode?: boolean;
  readonly noSystemRole?: boolean;
  readonly noForcedTool?: boolean;
  /** Any other key is refused with 401. */
  readonly key?: string;
  /** Any other model is refused with 404. */
  readonly models?: readonly string[];
}

export type Answerer = (seen: Seen, n: number) => Reply | Promise<Reply>;

export interface FakeOptions {
  readonly quirks?: Quirks;
  /** What every request gets that no queued reply is waiting for. Without it such a request gets status 599. */
  readonly answer?: Answerer;
  /** Smallest prefix that is cached, in tokens. */
  readonly leastCached?: number;
}

export class FakeProvider {
  readonly seen: Seen[] = [];
  inFlight = 0;
  mostInFlight = 0;
  /** Requests of callers that hung up before the answer was complete. */
  abandoned = 0;
  quirks: Quirks;
  /** Told when a request has been read that gets nothing more: one that hangs, or a stream that falls silent. */
  onStill: () => void = () => {};
  #answer: Answerer | null;
  readonly #queue: (Reply | Answerer)[] = [];
  readonly #server = http.createServer((request, response) => void this.#take(request, response));
  readonly #cache: PromptCache;
  /** What each response id of the Responses interface stands for. */
  readonly #chains = new Map<string, Seen["blocks"]>();
  #ids = 0;
  /** Requests from before the last reset end without being counted. */
  #epoch = 0;
  #origin = "";

  constructor({ quirks = {}, answer, leastCached }: FakeOptions = {}) {
    this.quirks = quirks;
    this.#answer = answer ?? null;
    this.#cache = new PromptCache(leastCached);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The base URL of one family. */
  url(family: Family): string {
    return this.#origin + BASES[family];
  }

  /** Replies for the next requests, in order. */
  push(...replies: readonly (Reply | Answerer)[]): this {
    this.#queue.push(...replies);
    return this;
  }

  answerWith(answer: Answerer | null): void {
    this.#answer = answer;
  }

  /** Forgets everything seen and queued, but not the cache. */
  reset(): void {
    this.seen.length = 0;
    this.#queue.length = 0;
    this.quirks = {};
    this.#answer = null;
    this.onStill = () => {};
    this.inFlight = 0;
    this.mostInFlight = 0;
    this.abandoned = 0;
    this.#epoch++;
  }

  /** When nothing is under way any more, nor arriving. */
  async idle(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while (this.inFlight > 0);
  }

  /** When so many requests have been read since the last reset. */
  async got(count: number): Promise<void> {
    while (this.seen.length < count) await new Promise((resolve) => setImmediate(resolve));
  }

  /** From now on no earlier response can be chained to. */
  forgetChains(): void {
    this.#chains.clear();
  }

  get last(): Seen {
    return this.seen.at(-1)!;
  }

  async #take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.inFlight++;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    const epoch = this.#epoch;
    let isOpen = true;
    const ended = () => {
      if (isOpen && epoch === this.#epoch) this.inFlight--;
      isOpen = false;
    };
    // "finish" comes before the caller can have read the answer and sent another; "close" may come later.
    response.on("finish", ended);
    response.on("close", () => {
      ended();
      if (!response.writableFinished && epoch === this.#epoch) this.abandoned++;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    const family = (Object.keys(BASES) as Family[]).find((name) => path.startsWith(BASES[name]));
    if (!family) return this.#send(response, 404, JSON.stringify({ error: "no such interface" }));
    if (request.method === "GET") return this.#list(family, request, response);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    const seen: Seen = { family, path, headers: request.headers, body, ...PROTOCOLS[family].read(path, body) };
    this.seen.push(seen);
    const refused = this.#refusal(seen);
    if (refused) return this.#reply(seen, refused, response);
    const next = this.#queue.shift() ?? this.#answer;
    const nothing: Reply = { status: 599, error: { message: "the fake server has no reply for this request" } };
    const reply = typeof next === "function" ? await next(seen, this.seen.length - 1) : (next ?? nothing);
    await this.#reply(seen, reply, response);
  }

  #list(family: Family, request: http.IncomingMessage, response: http.ServerResponse): void {
    if (!this.#hasKey(family, request.headers)) {
      this.#send(response, 401, JSON.stringify(PROTOCOLS[family].error(401, { message: "no" })));
      return;
    }
    const ids = this.quirks.models ?? ["fake-model"];
    const list =
      family === "google"
        ? { models: ids.map((id) => ({ name: `models/${id}` })) }
        : { object: "list", data: ids.map((id) => ({ id })) };
    this.#send(response, 200, JSON.stringify(list));
  }

  #hasKey(family: Family, headers: Seen["headers"]): boolean {
    const { key } = this.quirks;
    if (key === undefined) return true;
    const given = headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers["authorization"];
    return given === key || given === `Bearer ${key}` || (family === "compatible" && given === undefined && key === "");
  }

  #refusal(seen: Seen): Reply | null {
    const { quirks } = this;
    const no = (status: number, message: string, code?: string, param?: string): Reply => ({
      status,
      error: { message, ...(code ? { code } : {}), ...(param ? { param } : {}) },
    });
    if (!this.#hasKey(seen.family, seen.headers)) {
      const given = String(
        seen.headers["x-api-key"] ?? seen.headers["x-goog-api-key"] ?? seen.headers["authorization"] ?? "",
      );
      // Real servers quote the key they refuse.
      return no(401, `Incorrect API key provided: ${given.replace(/^Bearer /, "")}.`, "invalid_api_key");
    }
    if (quirks.models && !quirks.models.includes(seen.model))
      return no(404, `model '${seen.model}' not found`, "model_not_found");
    if (quirks.noSystemRole && seen.system !== "") return no(400, "System role not supported");
    if (quirks.noSchema && seen.structure === "native") {
      const message =
        seen.family === "anthropic"
          ? "output_config.format: not supported by this model"
          : "'response_format.type' must be 'json_object' or 'text'";
      return no(400, message);
    }
    if (quirks.noJsonMode && seen.structure === "json")
      return no(400, "response_format is not supported by this model");
    if (quirks.noForcedTool && seen.structure === "tool")
      return no(400, "tool_choice: forced tool use is not supported by this model");
    if (seen.previous !== null && !this.#chains.has(seen.previous))
      return no(
        400,
        `Previous response with id '${seen.previous}' not found.`,
        "previous_response_not_found",
        "previous_response_id",
      );
    return null;
  }

  async #reply(seen: Seen, reply: Reply, response: http.ServerResponse): Promise<void> {
    if (reply.hang) return this.onStill();
    if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
    const protocol = PROTOCOLS[seen.family];
    if (reply.body !== undefined) return this.#send(response, reply.status ?? 200, reply.body, reply.headers);
    if (reply.error) {
      const body = JSON.stringify(protocol.error(reply.status ?? 200, reply.error));
      return this.#send(response, reply.status ?? 200, body, reply.headers);
    }
    if (reply.audio !== undefined) {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      return void response.end(Buffer.from(reply.audio, "base64"));
    }
    const said = this.#said(seen, reply);
    if (seen.stream) return this.#stream(said, reply, protocol, response);
    this.#send(response, 200, JSON.stringify(protocol.whole(said)), reply.headers);
  }

  #said(seen: Seen, reply: Reply): Said {
    const id = `${seen.family}_${(++this.#ids).toString().padStart(5, "0")}`;
    const text =
      reply.declined !== undefined ? "" : (reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json)));
    const before = seen.previous === null ? [] : this.#chains.get(seen.previous)!;
    const blocks = [...before, ...seen.blocks];
    const counted = this.#cache.count(seen.family, blocks, seen.schema);
    const output = Math.ceil(text.length / 4);
    const figures: Figures | null = reply.usage === false ? null : { ...counted, output, reasoning: 0, ...reply.usage };
    if (seen.family === "openai") this.#chains.set(id, [...blocks, { text: `assistant: ${text}\n`, marked: false }]);
    return { id, model: seen.model, text, reply, structure: seen.structure, figures };
  }

  async #stream(said: Said, reply: Reply, protocol: Protocol, response: http.ServerResponse): Promise<void> {
    const { piece = 12, gapMs = 0, hangAfter, cutAfter, endAfter, errorAfter } = reply.stream ?? {};
    const pieces = Array.from({ length: Math.ceil(said.text.length / piece) }, (_, i) =>
      said.text.slice(i * piece, (i + 1) * piece),
    );
    const events = protocol.events(said, pieces);
    response.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
    for (const event of events.before) response.write(event);
    for (const [i, event] of events.pieces.entries()) {
      if (i === hangAfter) return this.onStill();
      if (i === cutAfter) return void response.destroy();
      if (i === endAfter) return void response.end();
      if (i === errorAfter) return void response.end(events.failure);
      response.write(event);
      if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
    }
    for (const event of events.after) response.write(event);
    response.end();
  }

  #send(
    response: http.ServerResponse,
    status: number,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    if (response.destroyed) return;
    const type = body.startsWith("{") || body.startsWith("[") ? "application/json" : "text/html";
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(body);
  }
}
