// Turns over real HTTP as they come: none lost, none doubled, each to its own seat, and nobody waits for a slow reader.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, describe, it } from "node:test";
import type { Orrery } from "@orrery/runtime";
import { listen } from "../src/index.ts";
import { openStreams } from "../src/streams.ts";
import { openFixture, place, until, yes } from "./support.ts";

interface Event {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: any body sent, compared with the expected one
  readonly data: any;
}
/** Acts once the stream has begun; `heard` waits until so much of its text has come. */
type Act = (heard: (what: RegExp) => Promise<void>) => Promise<unknown> | undefined;
/** Follows until `count` events have come, then hangs up. `text` is all that was received. */
async function follow(url: string, count: number, headers: Record<string, string> = {}, act?: Act) {
  const stop = new AbortController();
  const events: Event[] = [];
  const response = await fetch(url, { headers, signal: stop.signal });
  let text = "";
  try {
    if (response.status !== 200) return { response, events, text };
    const acting = act?.((what) => until(() => what.test(text), `${what} of ${count} events`));
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body!) {
      const piece = decoder.decode(chunk, { stream: true });
      if (text.length < 100_000) text += piece;
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) {
        const fields = new Map(
          block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        const data = fields.get("data");
        if (data) events.push({ id: fields.get("id") ?? "", event: fields.get("event") ?? "", data: JSON.parse(data) });
      }
      if (events.length >= count) break;
    }
    await acting;
    return { response, events, text };
  } finally {
    stop.abort();
  }
}

const rethrow = (error: unknown) => {
  throw error;
};

describe("the stream", () => {
  let orrery: Orrery;
  let server: Awaited<ReturnType<typeof listen>>;
  before(async () => {
    ({ orrery } = await openFixture());
    server = await listen({ orrery, port: 0, pages: null, stream: { heartbeatMs: 40 } });
  });
  after(async () => {
    await server.close();
    await orrery.close();
  });
  const start = async (world = "tictactoe") => (await orrery.createRun({ world })).run;
  const put = (run: string, who: string, cell: number, branch = "main") =>
    orrery.submit(run, { actions: [place(who, cell)], branch });

  it("sends each turn once, as the log has it, with its headers and its heartbeat", async () => {
    const run = await start();
    const { response, events, text } = await follow(`${server.url}/api/runs/${run}/stream`, 2, {}, async (heard) => {
      await heard(/\n:\n\n:\n\n/);
      await put(run, "x", 4);
      await put(run, "o", 4);
    });
    assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("x-accel-buffering"), "no");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.match(text, /\n:\n\n:\n\n/, "a heartbeat, and another");
    const log = await Array.fromAsync(orrery.log(run));
    assert.deepEqual(
      events.map(({ data }) => data),
      log,
    );
    assert.deepEqual(
      events.map(({ id, event }) => [id, event]),
      log.map(({ id }) => [id, "turn"]),
    );
    assert.equal(events[1]!.data.validation[0].success, false);
  });

  it("goes on after any id that it gave: from memory, from the history, by header and by query, and after a number", async () => {
    const run = await start();
    for (const [i, cell] of [4, 0, 8, 2, 6].entries()) await put(run, i % 2 ? "o" : "x", cell);
    const log = await Array.fromAsync(orrery.log(run, { from: 0 }));
    const url = `${server.url}/api/runs/${run}/stream`;
    for (let at = 0; at < 5; at++) {
      const { events } = await follow(url, 5 - at, { "last-event-id": log[at]!.id });
      assert.deepEqual(
        events.map(({ id }) => id),
        log.slice(at + 1).map(({ id }) => id),
      );
    }
    for (const after of [log[3]!.id, "3"]) {
      const { events } = await follow(`${url}?after=${after}`, 2);
      assert.deepEqual(
        events.map(({ id }) => id),
        log.slice(4).map(({ id }) => id),
      );
    }
  });

  it("loses and doubles nothing, however often the line is cut while turns come", async () => {
    const run = await start();
    const url = `${server.url}/api/runs/${run}/stream`;
    const wanted = 60;
    const seen: string[] = [];
    let last = "0";
    const play = (async () => {
      for (let i = 0; i < wanted; i++) {
        await orrery.submit(run, { text: `nonsense ${i}` });
        if (i % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    // Somebody else follows all the time, so that one who comes back meets a channel that is already running.
    const other = follow(url, wanted, { "last-event-id": "0" });
    while (seen.length < wanted) {
      const { events } = await follow(url, Math.min(1 + (seen.length % 7), wanted - seen.length), {
        "last-event-id": last,
      });
      seen.push(...events.map(({ id }) => id));
      last = seen.at(-1)!;
    }
    await play;
    const ids = (await Array.fromAsync(orrery.log(run))).map(({ id }) => id);
    assert.deepEqual(seen, ids);
    assert.deepEqual(
      (await other).events.map(({ id }) => id),
      ids,
    );
  });

  it("tells a rollback, live and to a client that comes back to a turn that is gone", async () => {
    const run = await start();
    const url = `${server.url}/api/runs/${run}/stream`;
    await put(run, "x", 4);
    const { events } = await follow(url, 3, {}, async () => {
      await put(run, "o", 0);
      await orrery.rollback(run, 1);
      await put(run, "o", 8);
    });
    assert.deepEqual(
      events.map(({ event }) => event),
      ["turn", "rollback", "turn"],
    );
    assert.equal(events[1]!.data.head.turn, 1);
    assert.equal(events[1]!.id, events[1]!.data.head.id);
    const later = await follow(url, 2, { "last-event-id": events[0]!.id });
    assert.deepEqual(
      later.events.map(({ event, data }) => [event, data.turn ?? data.head.turn]),
      [
        ["rollback", 1],
        ["turn", 2],
      ],
    );
  });

  it("follows one branch and not another", async () => {
    const run = await start();
    await put(run, "x", 4);
    await orrery.createBranch(run, { name: "other", at: 1 });
    const { events } = await follow(`${server.url}/api/runs/${run}/stream?branch=other`, 1, {}, async () => {
      await put(run, "o", 0);
      await put(run, "o", 8, "other");
    });
    assert.equal(events[0]!.data.actions[0].metadata.cell, 8);
  });

  it("gives two viewers each their own, and neither the other's secrets", async () => {
    const run = await start("ballot");
    const url = `${server.url}/api/runs/${run}/stream`;
    const note = { actorId: "ann", type: "note", metadata: { text: "plums" } };
    const both = async (who: string, count: number, act: Act) =>
      follow(url, count, { authorization: `Bearer ${await orrery.invite(run, who)}` }, act);
    const annIsThere = Promise.withResolvers<void>();
    const ann = both("ann", 2, async () => annIsThere.resolve());
    const ben = both("ben", 1, async () => {
      await annIsThere.promise;
      await orrery.submit(run, { as: "ann", actions: [note] });
      await orrery.submit(run, { as: "ann", actions: [yes("ann")] });
      await orrery.submit(run, { as: "ben", actions: [yes("ben")] });
    });
    const [annSaw, benSaw] = [await ann, await ben];
    assert.match(annSaw.text, /plums/);
    assert.equal(benSaw.events.length, 1);
    assert.doesNotMatch(benSaw.text, /plums|"ann"|hash/i);
    assert.deepEqual(
      benSaw.events[0]!.data.actions,
      [yes("ben")].map(({ actorId, metadata, type }) => ({ actorId, metadata, type })),
    );
    assert.equal(benSaw.events[0]!.data.turn, 1, "ben's own count");
  });

  it("says in the stream when an id leads nowhere, and refuses unknown runs outright", async () => {
    const run = await start();
    for (const after of ["9-never", "9"]) {
      const { events } = await follow(`${server.url}/api/runs/${run}/stream`, 1, { "last-event-id": after });
      assert.equal(events[0]!.event, "problem");
      assert.match(events[0]!.data.detail, /Load the run again/);
    }
    assert.equal((await follow(`${server.url}/api/runs/nowhere/stream`, 1)).response.status, 404);
    assert.equal((await follow(`${server.url}/api/runs/${run}/stream?as=nobody`, 1)).response.status, 404);
  });

  it("ends every stream when the server closes", async () => {
    const own = await listen({ orrery, port: 0, pages: null });
    const run = await start();
    const responses = await Promise.all(Array.from({ length: 5 }, () => fetch(`${own.url}/api/runs/${run}/stream`)));
    await own.close();
    for (const response of responses) assert.match(await response.text(), /retry/);
  });
});

describe("the hub", () => {
  it("asks the source once for everyone, writes each event down once, and lets it go when the last leaves", async () => {
    const { orrery, close } = await openFixture();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    let sources = 0;
    let ended = 0;
    const counted: Orrery = {
      ...orrery,
      follow(...args) {
        sources++;
        const events = orrery.follow(...args);
        return (async function* () {
          try {
            yield* events;
          } finally {
            ended++;
          }
        })();
      },
    };
    const server = await listen({ orrery: counted, port: 0, pages: null });
    const url = `${server.url}/api/runs/${run}/stream`;
    let there = 0;
    const many = Array.from({ length: 40 }, () => follow(url, 2, {}, async () => there++));
    await until(() => there === 40, "all have come");
    await orrery.submit(run, { actions: [place("x", 4)] });
    await orrery.submit(run, { actions: [place("o", 0)] });
    for (const { events } of await Promise.all(many))
      assert.deepEqual(
        events.map(({ data }) => data.turn),
        [1, 2],
      );
    assert.equal(sources, 1);
    await until(() => ended === 1, "the first source is let go");
    const again = await follow(url, 1, {}, () => orrery.submit(run, { actions: [place("x", 8)] }));
    assert.equal(again.events[0]!.data.turn, 3);
    assert.equal(sources, 2, "the first source was let go");
    await server.close();
    await close();
  });

  it("counts a seat's stream from the moment it is asked for, however long its source takes to open", async () => {
    const { orrery, close } = await openFixture();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const opening = Promise.withResolvers<void>();
    const slow: Orrery = {
      ...orrery,
      async show(...of) {
        await opening.promise;
        return orrery.show(...of);
      },
    };
    const server = await listen({ orrery: slow, port: 0, pages: null, quotas: { streams: 2 } });
    const headers = { authorization: `Bearer ${await orrery.invite(run, "x")}` };
    const stop = new AbortController();
    const statuses: number[] = [];
    const all = Array.from({ length: 5 }, async () => {
      statuses.push((await fetch(`${server.url}/api/runs/${run}/stream`, { headers, signal: stop.signal })).status);
    });
    try {
      await until(() => statuses.length === 3, "what is over the limit is refused while the others wait");
      assert.deepEqual(statuses, [429, 429, 429]);
    } finally {
      opening.resolve();
      await Promise.all(all);
      stop.abort();
      await server.close();
      await close();
    }
  });

  it("drops a client that does not read, and serves the others", async () => {
    const { orrery, close } = await openFixture();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const server = await listen({ orrery, port: 0, pages: null, stream: { bufferMax: 4_000_000 } });
    const { port, host } = new URL(server.url);
    const stuck = connect(Number(port), "127.0.0.1");
    stuck.on("error", () => {});
    const ended = new Promise((resolve) => stuck.once("close", resolve));
    stuck.write(`GET /api/runs/${run}/stream HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await new Promise((resolve) => stuck.once("readable", resolve));
    stuck.pause();
    const turns = 200;
    const { events } = await follow(`${server.url}/api/runs/${run}/stream`, turns, {}, async () => {
      void (async () => {
        for (let i = 0; i < turns; i++) {
          await orrery.submit(run, { text: "x".repeat(100_000) });
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
    });
    assert.equal(events.length, turns);
    stuck.resume();
    await ended;
    await server.close();
    await close();
  });

  it("tells a client that is still catching up what is told once and kept nowhere", async (t) => {
    const { orrery, close } = await openFixture();
    t.after(close);
    const { run, head } = await orrery.createRun({ world: "tictactoe" });
    await orrery.submit(run, { actions: [place("x", 4)] });
    const held = Promise.withResolvers<void>();
    let sources = 0;
    const slow: Orrery = {
      ...orrery,
      follow(...args) {
        const events = orrery.follow(...args);
        // The first is what all share; the second is what came before.
        if (++sources === 1) return events;
        return (async function* () {
          await held.promise;
          yield* events;
        })();
      },
    };
    const streams = openStreams(slow, { heartbeatMs: 60_000, bufferMax: 1 << 20, keep: 4, onBug: rethrow });
    t.after(() => streams.close());
    const key = { run, branch: "main", as: undefined };
    const server = createServer((_request, response) => void streams.follow(key, head.id, response, {}));
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { body } = await fetch(`http://127.0.0.1:${port}`);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader.read()).value!;
    assert.ok(streams.has(key));
    streams.tell(key, "agents", { state: "ended" });
    held.resolve();
    while (!heard.includes("event: turn")) heard += (await reader.read()).value;
    assert.ok(heard.indexOf("event: agents") > 0 && heard.indexOf("event: agents") < heard.indexOf("event: turn"));
    await reader.cancel();
  });

  it("counts and closes", async () => {
    const { orrery, close } = await openFixture();
    const streams = openStreams(orrery, { heartbeatMs: 1000, bufferMax: 1000, keep: 4, onBug: rethrow });
    assert.deepEqual(streams.count(), { clients: 0, channels: 0 });
    streams.close();
    await close();
  });
});
