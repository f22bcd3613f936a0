// What is said aloud in an answer that is still being written, on the streams: to its actor's seat and the owner, to nobody else.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { BLANK, gallery } from "../../runtime/test/gallery.ts";
import { listen } from "../src/index.ts";
import { until } from "./support.ts";

describe("an answer that is said aloud, on a stream", () => {
  it("reaches the owner and its own seat as a provisional telling, and is taken back; another seat hears nothing", async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const orrery = await openOrrery({
      store: memoryStore(),
      worlds: shippedWorlds([gallery as AnyWorld]),
      agents: {
        talker: () => async (seat) => {
          seat.aloud("A river");
          seat.aloud("A river at night");
          await mayAnswer;
          return {
            actions: [{ actorId: "ann", type: "hang", metadata: { picture: BLANK, title: "A river at night" } }],
          };
        },
      },
    });
    const server = await listen({ orrery, port: 0, pages: null, token: "secret" });
    const { run } = await orrery.createRun({ world: "gallery", config: { rounds: 1 } });
    const stop = new AbortController();
    const followed = async (token: string) => {
      const heard = { text: "" };
      const response = await fetch(`${server.url}/api/runs/${run}/stream`, {
        headers: { authorization: `Bearer ${token}` },
        signal: stop.signal,
      });
      const read = async () => {
        for await (const piece of response.body!) heard.text += Buffer.from(piece).toString();
      };
      read().catch(() => {});
      await until(() => heard.text.includes(":"), "the stream has begun");
      return heard;
    };
    const [owner, ann, ben] = await Promise.all([
      followed("secret"),
      ...["ann", "ben"].map(async (actor) => followed(await orrery.invite(run, actor))),
    ]);
    const played = orrery.play(run, { agents: "ann=agent:talker,ben=bot:first" });
    const last = '"text":"A river at night","provisional":true';
    await until(() => [owner, ann].every((one) => one!.text.includes(last)), "what is said");
    answer();
    await played;
    await until(() => [owner, ann, ben].every((one) => one!.text.includes("event: turn")), "the turn");
    await until(() => ann!.text.includes('"text":null,"provisional":false'), "it is taken back");
    assert.match(ann!.text, /event: telling\ndata: \{"id":"answer ann","viewer":"ann","teller":"ann","text":"A river"/);
    assert.doesNotMatch(ben!.text, /telling|river/);
    stop.abort();
    await server.close();
    await orrery.close();
  });
});
