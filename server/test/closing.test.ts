// A server that goes away: running requests finish, new ones get a problem, and idle connections are not waited for.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import type { Orrery } from "@orrery/runtime";
import { type Listening, listen } from "../src/index.ts";
import { openFixture, until } from "./support.ts";

type Headers = Record<string, string>;
/** One connection, kept from one request to the next. */
function openLine(server: Listening) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const begin = (method: string, path: string, headers: Headers = {}): [ClientRequest, Promise<IncomingMessage>] => {
    const asked = request(server.url + path, { method, agent, headers });
    const answered = once(asked, "response").then(([answer]) => answer as IncomingMessage);
    return [asked, answered];
  };
  return {
    begin,
    async ask(method: string, path: string, body?: unknown) {
      const [asked, answered] = begin(method, path, body ? { "content-type": "application/json" } : {});
      asked.end(body ? JSON.stringify(body) : undefined);
      return answerOf(await answered, asked.reusedSocket);
    },
  };
}
const answerOf = async (answer: IncomingMessage, reused: boolean) => {
  const body = await text(answer);
  return { status: answer.statusCode, headers: answer.headers, body, reused };
};

/** A server with turns that wait: `begun` when the first has come so far, and go on after `goOn`. */
async function openHeld() {
  const { orrery, close } = await openFixture();
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow: Orrery = {
    ...orrery,
    async submit(...args) {
      begun.resolve();
      await held.promise;
      return orrery.submit(...args);
    },
  };
  const { run } = await orrery.createRun({ world: "tictactoe" });
  const server = await listen({ orrery: slow, port: 0, pages: null, stream: { bufferMax: 1 << 30 } });
  return { orrery, run, server, begun: begun.promise, goOn: held.resolve, close };
}

describe("closing", () => {
  it("answers new requests with a problem, on a kept connection too; begins nothing, and finishes what it began", async () => {
    const { orrery, run, server, begun, goOn, close } = await openHeld();
    const turns = `/api/runs/${run}/turns`;
    const stream = await fetch(`${server.url}/api/runs/${run}/stream`);
    const asks = [
      ["GET", "/api/worlds"],
      ["GET", `/api/runs/${run}/stream`],
      ["POST", turns, { text: "top" }],
      ["POST", turns, { text: 4 }],
      ["GET", "/openapi.json"],
      ["GET", "/nowhere"],
    ] as const;
    const kept = asks.map(() => openLine(server));
    for (const line of kept) assert.equal((await line.ask("GET", "/api/worlds")).status, 200);
    const first = openLine(server).ask("POST", turns, { text: "centre" });
    await begun;
    // This one has come before, and its body has not.
    const seen = once(server.app.server, "request");
    const [late, lateAnswer] = openLine(server).begin("POST", turns, { "content-type": "application/json" });
    late.write('{"text":');
    await seen;

    const closed = server.close();
    assert.match(await stream.text(), /retry/, "the stream ends");
    late.end('"top left"}');
    const answers = [await answerOf(await lateAnswer, true), await openLine(server).ask("GET", "/api/worlds")];
    for (const [i, [method, path, body]] of asks.entries()) answers.push(await kept[i]!.ask(method, path, body));
    assert.ok(answers.slice(2).every(({ reused }) => reused));
    for (const { status, headers, body } of answers) {
      assert.equal(status, 503);
      assert.match(headers["content-type"]!, /^application\/problem\+json/);
      assert.deepEqual(JSON.parse(body), {
        type: "about:blank",
        title: "Busy",
        status: 503,
        detail: "The server is stopping. Try again in a moment.",
        code: "closing",
      });
      assert.deepEqual([headers["retry-after"], headers.connection], ["1", "close"]);
      assert.equal(headers["x-content-type-options"], "nosniff");
    }

    goOn();
    assert.equal((await first).status, 201);
    await closed;
    assert.deepEqual(
      (await Array.fromAsync(orrery.log(run))).map(({ rawText }) => rawText),
      ["centre"],
    );
    await close();
  });

  it("waits for nobody who asks nothing, asks by halves, or does not read", async () => {
    const { orrery, run, server, close } = await openHeld();
    const { host, port } = new URL(server.url);
    const stream = `GET /api/runs/${run}/stream HTTP/1.1\r\nhost: ${host}\r\n`;
    const head = `POST /api/runs/${run}/turns HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
    const there = async (said: string): Promise<[Socket, Socket]> => {
      const come = once(server.app.server, "connection");
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      if (said) socket.write(said);
      return [socket, (await come)[0]];
    };
    const asked = once(server.app.server, "request");
    const lines = [await there(""), await there(stream), await there(`${head}content-length: 100\r\n\r\n{`)];
    await asked;
    const [deaf, deafEnd] = await there(`${stream}\r\n`);
    await once(deaf, "readable");
    const reader = await fetch(`${server.url}/api/runs/${run}/stream`);
    let heard = 0;
    const reading = (async () => {
      for await (const { length } of reader.body!) heard += length;
    })();
    // More than the two ends of a line keep of what nobody reads, while somebody else has read all of it.
    for (let sent = 1; deafEnd.writableLength < 8 << 20; sent++) {
      await orrery.submit(run, { text: "x".repeat(1 << 20) });
      await until(() => heard > sent << 20, "who reads has it");
    }
    const [late, lateEnd] = await there(`${stream}last-event-id: 0\r\n\r\n`);
    await until(() => lateEnd.writableNeedDrain, "who comes late is sent more than it takes");
    await server.close();
    await reading;
    for (const line of [...lines.map(([line]) => line), deaf, late]) line.destroy();
    await close();
  });

  it("ends a stream that was asked for before and had not begun", async () => {
    const { orrery, close } = await openFixture();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const [looked, look] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Orrery = {
      ...orrery,
      async show(...args) {
        looked.resolve();
        await look.promise;
        return orrery.show(...args);
      },
    };
    const server = await listen({ orrery: slow, port: 0, pages: null });
    const answered = openLine(server).ask("GET", `/api/runs/${run}/stream`);
    await looked.promise;
    const closed = server.close();
    await until(async () => (await openLine(server).ask("GET", "/api/worlds")).status === 503, "it closes");
    look.resolve();
    assert.deepEqual(JSON.parse((await answered).body).code, "closing");
    await closed;
    await close();
  });
});
