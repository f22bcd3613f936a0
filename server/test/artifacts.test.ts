// Files over HTTP: uploaded for an answer, read by hash, and served so that nothing in them runs.
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, sha256, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { BLANK, gallery } from "../../runtime/test/gallery.ts";
import { openFixture } from "./support.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/api/runs")</script></svg>';
const HASH = sha256(SVG);
const hang = (who: string, picture: string) => ({
  actions: [{ actorId: who, type: "hang", metadata: { picture } }],
  ...(picture === BLANK ? {} : { artifacts: [picture] }),
});

describe("artifacts over HTTP", async () => {
  const worlds = shippedWorlds([gallery as AnyWorld]);
  const fixture = await openFixture({
    token: "secret",
    orrery: await openOrrery({ store: memoryStore(), worlds }),
    onBug: () => {},
  });
  const { app, ask } = fixture;
  after(() => fixture.close());
  const owner = { authorization: "Bearer secret" };
  const start = async (rounds = 1) => {
    const { run } = await fixture.orrery.createRun({ world: "gallery", config: { rounds } });
    const seat = async (actor: string) => ({ authorization: `Bearer ${await fixture.orrery.invite(run, actor)}` });
    return { run, ann: await seat("ann"), ben: await seat("ben") };
  };
  const upload = (run: string, headers: object, payload: string | Buffer, type = "image/svg+xml", query = "") =>
    app.inject({
      method: "POST",
      url: `/api/runs/${run}/artifacts${query}`,
      headers: { "content-type": type, ...headers },
      payload,
    });

  it("uploads a file, answers with it, and serves it unchanged, with scripts disabled", async () => {
    const { run, ann, ben } = await start();
    const put = await upload(run, ann, SVG);
    assert.deepEqual([put.statusCode, put.json()], [201, { hash: HASH, size: SVG.length }]);
    await ask("POST", `/api/runs/${run}/turns`, hang("ann", HASH), ann);
    await ask("POST", `/api/runs/${run}/turns`, hang("ben", BLANK), ben);
    for (const url of [`/api/runs/${run}/artifacts/${HASH}`, `/api/artifacts/${HASH}`])
      for (const headers of [ann, ben, owner]) {
        const got = await app.inject({ method: "GET", url, headers });
        assert.equal(got.statusCode, 200, got.body);
        assert.equal(got.body, SVG);
        assert.equal(got.headers["content-type"], "image/svg+xml");
        assert.equal(got.headers["cache-control"], "private, max-age=31536000, immutable");
        assert.equal(got.headers["x-content-type-options"], "nosniff");
        assert.match(String(got.headers["content-security-policy"]), /default-src 'none';.*; sandbox$/);
      }
    const why = await ask("GET", `/api/runs/${run}/turns/1/why`, undefined, owner);
    assert.deepEqual(why.body.answers[0].artifacts, [HASH]);
  });

  it("hides from a seat every file that its view does not name", async () => {
    const { run, ann, ben } = await start();
    const { run: elsewhere } = await start();
    await upload(run, ann, SVG);
    const nobody = await app.inject({ method: "GET", url: `/api/artifacts/${HASH}` });
    assert.equal(nobody.statusCode, 401);
    for (const url of [`/api/runs/${run}/artifacts/`, "/api/artifacts/"]) {
      const [hidden, absent] = await Promise.all([HASH, BLANK].map((hash) => ask("GET", url + hash, undefined, ben)));
      assert.deepEqual([hidden!.status, hidden!.body.code], [404, "unknown_artifact"]);
      assert.deepEqual(hidden!.body, absent!.body);
    }
    assert.equal((await ask("GET", `/api/runs/${run}/artifacts/${HASH}?as=ann`, undefined, ben)).status, 403);
    assert.equal((await ask("GET", `/api/runs/${elsewhere}/artifacts/${HASH}`, undefined, ann)).status, 403);
    assert.equal((await ask("GET", `/api/runs/${elsewhere}/artifacts/${HASH}`, undefined, owner)).status, 404);
  });

  it("rejects a file that is too large, of another type or name, or that nobody asked for", async () => {
    const { run, ann } = await start();
    const codeOf = async (...args: Parameters<typeof upload>) => {
      const { statusCode, body } = await upload(...args);
      return [statusCode, (JSON.parse(body) as { code: string }).code];
    };
    assert.deepEqual(await codeOf(run, ann, "<p>", "text/html"), [400, "bad_artifact"]);
    assert.deepEqual(await codeOf(run, ann, SVG, "image/png"), [400, "bad_artifact"]);
    assert.deepEqual(await codeOf(run, ann, ""), [400, "bad_artifact"]);
    assert.deepEqual(await codeOf(run, ann, SVG, "image/svg+xml", `?hash=${BLANK}`), [400, "bad_artifact"]);
    assert.deepEqual(await codeOf(run, ann, SVG, "image/svg+xml", "?hash=nothing"), [400, "bad_shape"]);
    assert.deepEqual(await codeOf(run, ann, Buffer.alloc((1 << 24) + 1), "text/plain"), [413, "too_large"]);
    assert.deepEqual(await codeOf(run, ann, Buffer.alloc((1 << 24) + 9), "text/plain"), [413, "too_large"]);
    assert.deepEqual(await codeOf(run, {}, SVG), [401, "unauthorized"]);
    await fixture.orrery.play(run, { agents: "*=bot:first" });
    assert.deepEqual(await codeOf(run, ann, SVG), [409, "nobody_asked"]);
    const answer = await ask(
      "POST",
      `/api/runs/${(await start()).run}/turns`,
      { as: "ann", ...hang("ann", HASH) },
      owner,
    );
    assert.deepEqual([answer.status, answer.body.code], [404, "unknown_artifact"]);
  });

  it("keeps JSON bodies as they are everywhere else", async () => {
    const { run, ann } = await start();
    const json = await upload(run, ann, '{"a": 1}', "application/json");
    assert.equal(json.statusCode, 201);
    assert.equal((await ask("POST", `/api/runs/${run}/turns`, hang("ann", BLANK), ann)).status, 202);
  });
});
