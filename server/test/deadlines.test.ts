// Deadlines on the wire: people alone, nobody's agents at work, and a server that was stopped in the middle of a countdown.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { BLANK, gallery } from "../../runtime/test/gallery.ts";
import { listen } from "../src/index.ts";
import { until } from "./support.ts";

const PICTURE = "1".repeat(64);

/** A server on a file, and two seats that talk to it over HTTP. */
async function open(file: string) {
  const orrery = await openOrrery({ store: openSqlite(file), worlds: shippedWorlds([gallery as AnyWorld]) });
  const server = await listen({ orrery, port: 0, pages: null, token: "secret" });
  const call = async (token: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const more = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(server.url + path, { headers, ...more });
    return (await answer.json()) as {
      id: string;
      token: string;
      head: { turn: number };
      view: { shown: unknown };
      asks: { id: string; deadlineAt: number; leftMs: number; answered?: true }[];
    };
  };
  return {
    call,
    async close() {
      await server.close();
      await orrery.close();
    },
  };
}
const hang = (actorId: string) => ({ actions: [{ actorId, type: "hang", metadata: { picture: PICTURE } }] });

describe("deadlines over HTTP", () => {
  it("run for two people alone, resume after a restart in mid countdown, and answer for the silent player", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "orrery-deadlines-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const first = await open(join(folder, "o.db"));
    const { id } = await first.call("secret", "/api/runs", {
      world: "gallery",
      config: { rounds: 2, deadlineMs: 1200 },
    });
    const seats = await Promise.all(
      ["ann", "ben"].map((actor) => first.call("secret", `/api/runs/${id}/seats`, { actor })),
    );
    const [ann, ben] = seats.map(({ token }) => token);
    await first.call(ann!, `/api/runs/${id}/turns`, hang("ann"));
    const [mine] = (await first.call(ann!, `/api/runs/${id}`)).asks;
    const [before] = (await first.call(ben!, `/api/runs/${id}`)).asks;
    assert.equal(mine!.answered, true);
    assert.equal(before!.answered, undefined);
    assert.ok(before!.leftMs > 0 && before!.leftMs <= 1200, `${before!.leftMs} ms are left`);
    await first.close();

    const again = await open(join(folder, "o.db"));
    try {
      const [resumed] = (await again.call(ben!, `/api/runs/${id}`)).asks;
      if (resumed!.id === "ben/0") assert.equal(resumed!.deadlineAt, before!.deadlineAt);
      await until(async () => (await again.call(ben!, `/api/runs/${id}`)).head.turn >= 1, "the first deadline");
      assert.ok(Date.now() >= before!.deadlineAt, "no sooner than its time");
      const { view } = await again.call(ben!, `/api/runs/${id}`);
      assert.deepEqual((view.shown as unknown[])[0], [PICTURE, BLANK]);
      // The next window opens with a time of its own, and ends with nobody answering at all.
      await until(async () => (await again.call(ann!, `/api/runs/${id}`)).head.turn >= 2, "the second deadline");
      const last = await again.call(ann!, `/api/runs/${id}`);
      assert.deepEqual(
        [last.view.shown, last.asks],
        [
          [
            [PICTURE, BLANK],
            [BLANK, BLANK],
          ],
          [],
        ],
      );
    } finally {
      await again.close();
    }
  });
});
