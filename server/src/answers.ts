// Answers on their way out: JSON, text as it is made, bytes and pages, squeezed where that pays. Decides none.
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { PAGE_HEADERS, type Page } from "./pages.ts";
import type { Reply } from "./route.ts";

const squeeze = promisify(gzip);
/** Shorter answers fit one packet as they are. Characters. */
const SQUEEZED_LEAST = 1_400;

/** All answers but streams. */
export async function send(result: Exclude<Reply, { stream: unknown }>, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(result.status).headers({ "cache-control": "no-store", ...result.headers });
  if ("bytes" in result) return reply.send(Buffer.from(result.bytes));
  if ("text" in result) return reply.send(Readable.from(await awaitFirst(result.text), { objectMode: false }));
  reply.type("application/json; charset=utf-8");
  const json = JSON.stringify(result.body);
  const squeezes = json.length > SQUEEZED_LEAST && /\bgzip\b/.test(reply.request.headers["accept-encoding"] ?? "");
  if (!squeezes) return reply.send(json);
  reply.headers({ "content-encoding": "gzip", vary: "accept-encoding" });
  return reply.send(await squeeze(json));
}

export async function sendPage(reply: FastifyReply, page: Page, accepts: string): Promise<FastifyReply> {
  const [coding, squeezed] =
    page.brotli && /\bbr\b/.test(accepts)
      ? ["br", await page.brotli()]
      : page.gzipped && /\bgzip\b/.test(accepts)
        ? ["gzip", page.gzipped]
        : [null, page.bytes];
  return reply
    .headers({
      ...PAGE_HEADERS,
      "cache-control": page.hashed ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      ...(coding === null ? {} : { "content-encoding": coding }),
    })
    .type(page.type)
    .send(squeezed);
}

/** Waits for the first piece, so that a fault becomes an answer of its own and not a torn one. */
async function awaitFirst(text: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = text[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}
