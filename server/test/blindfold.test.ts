// Two histories that differ only in what a seat may not know give that seat the same traffic, to the last byte.
import assert from "node:assert/strict";
import { it } from "node:test";
import { listen } from "../src/index.ts";
import { openFixture, yes } from "./support.ts";

/** All that ben's browser gets in one session, with what is not of the story (ids, times) made equal. */
async function benSees(secret: string, diary: readonly string[]): Promise<string> {
  const { orrery, close } = await openFixture();
  const { run } = await orrery.createRun({ world: "ballot", config: { secret } });
  const server = await listen({ orrery, port: 0, pages: null, stream: { heartbeatMs: 60_000 } });
  const headers = { authorization: `Bearer ${await orrery.invite(run, "ben")}` };
  const got: string[] = [];
  const get = async (path: string, body?: unknown) => {
    const response = await fetch(`${server.url}/api/runs/${run}${path}`, {
      headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    const kept = [...response.headers].filter(([name]) => name !== "date");
    got.push(`${response.status} ${JSON.stringify(kept)} ${await response.text()}`);
  };
  const stop = new AbortController();
  const stream = await fetch(`${server.url}/api/runs/${run}/stream`, { headers, signal: stop.signal });
  const following = (async () => {
    let text = "";
    for await (const chunk of stream.body!) {
      text += Buffer.from(chunk).toString();
      if (text.includes("yes no") && text.endsWith("\n\n")) break;
    }
    return text;
  })();
  const note = (text: string) =>
    orrery.submit(run, { as: "ann", actions: [{ actorId: "ann", type: "note", metadata: { text } }] });
  const look = async () => {
    for (const path of [
      "",
      "/turns",
      "/turns?from=0",
      "?as=ann",
      "?at=1",
      "/turns?at=1",
      "/branches",
      "/export",
      "/turns/1/why",
      "/recall",
      "/recall?query=plums%20first%20yes",
      "/recall?as=ann",
      "/knows?thing=ben",
      "/knows?thing=ann",
      "/knows?thing=first",
      "/why?of=ann",
    ])
      await get(path);
  };
  await look();
  for (const text of diary) await note(text);
  await look();
  await get("/turns", { text: "what now?" });
  const maybe = [{ actorId: "ben", type: "vote", metadata: { for: "maybe" } }];
  await get("/turns", { actions: maybe });
  await get("/turns", { actions: maybe, expectedHead: "nothing-of-mine" });
  await get("/turns", { actions: [{ ...yes("ben"), metadata: { for: "no" } }] });
  for (const text of diary) await note(text);
  await look();
  await orrery.submit(run, { as: "ann", actions: [yes("ann")] });
  await look();
  got.push(await following);
  stop.abort();
  await server.close();
  await close();
  const ids = new Map<string, string>();
  const known = (id: string) => {
    if (!ids.has(id)) ids.set(id, `ID${ids.size}`);
    return ids.get(id)!;
  };
  return got
    .join("\n")
    .replaceAll(/"createdAt":\d+/g, '"createdAt":0')
    .replaceAll(run, "RUN")
    .replaceAll(/(?<="id":"|^id: )[\w-]{22}(?="|$)/gm, known);
}

it("a seat's traffic tells nothing of another's secret, of acts it did not notice, nor of how many there were", async () => {
  const one = await benSees("plums", []);
  const two = await benSees("a much longer secret than plums", ["first", "second", "third"]);
  assert.ok(one.includes("yes no") && one.includes("There is no choice"), "the session was a real one");
  assert.doesNotMatch(one, /plums|hash"/);
  assert.equal(one, two);
});
