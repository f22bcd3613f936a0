// Turns of conversations, against real HTTP: what is sent, what is accepted, what is repaired, what is kept.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { condense, FAMILIES, stable, startConversation, volatile } from "./exports.ts";
import { conversation, fakeProvider, GOOD, good, portAt, SYSTEM, turn, type Vote } from "./rig.ts";

const fake = fakeProvider();

describe("conversations", () => {
  it("[M1] starting one sends nothing and gives plain frozen JSON", () => {
    const handle = startConversation("a", SYSTEM);
    assert.deepEqual(JSON.parse(JSON.stringify(handle)), handle);
    assert.ok(Object.isFrozen(handle) && Object.isFrozen(handle.system) && Object.isFrozen(handle.system[0]));
    assert.equal(fake.seen.length, 0);
  });

  it("[M1] a stable segment behind a volatile one, and a name that comes twice, are bugs", () => {
    assert.throws(
      () => startConversation("a", [volatile("now", 1, "x"), stable("rules", 1, "y")]),
      /behind the volatile "now"/,
    );
    assert.throws(
      () => startConversation("a", [stable("r", 1, "x"), stable("r", 1, "y")]),
      /two segments are called "r"/,
    );
  });

  it("[M1] a condensed conversation keeps the stable prefix byte for byte and drops the transcript", async () => {
    fake.push({ json: GOOD });
    const port = portAt(fake, "google");
    const { handle } = await port.generateTurn(conversation(), turn("one"));
    const next = condense(condense(handle, "b", "first half"), "c", "they voted");
    assert.deepEqual(next.system.slice(0, 2), SYSTEM);
    assert.deepEqual(next.system.slice(2), [volatile("summary", 1, "they voted")]);
    assert.deepEqual(next.log, []);
  });
});

for (const family of FAMILIES)
  describe(`turns (${family})`, () => {
    it("[M2][M3] an accepted answer comes back decoded, and the conversation goes on", async () => {
      fake.push({ json: good(family) }, { json: good(family) });
      const port = portAt(fake, family);
      const first = await port.generateTurn(conversation(), turn("first"));
      assert.ok(first.ok, JSON.stringify(first));
      assert.deepEqual(first.output, GOOD);
      assert.deepEqual(first.handle.log, [
        { role: "user", text: "first" },
        { role: "assistant", text: JSON.stringify(GOOD) },
      ]);
      assert.deepEqual(JSON.parse(JSON.stringify(first.handle)), first.handle);
      const second = await port.generateTurn(first.handle, turn("second"));
      assert.ok(second.ok);
      assert.equal(second.handle.log.length, 4);
      assert.match(fake.last.messages.at(-1)!.text, /second/);
    });

    it("[M4][M5] rules are a second judge; a repair lists the problems and starts from the accepted state", async () => {
      fake.push(
        { json: good(family) },
        { json: { ...(good(family) as object), vote: "reject" } },
        { json: { why: "x" } },
        { json: good(family) },
      );
      const port = portAt(fake, family);
      const first = await port.generateTurn(conversation(), turn("first"));
      const asked: Vote[] = [];
      const second = await port.generateTurn(
        first.handle,
        turn("second", {
          rules: (vote) => {
            asked.push(vote);
            return vote.vote === "reject"
              ? [{ path: "/changes", code: "c", message: "a rejection must carry changes" }]
              : [];
          },
        }),
      );
      assert.ok(second.ok, JSON.stringify(second));
      assert.deepEqual(
        second.attempts.map(({ problems }) => problems.map(({ path }) => path)),
        [["/changes"], second.attempts[1]!.problems.map(({ path }) => path), []],
      );
      assert.ok(second.attempts[1]!.problems.length > 0);
      assert.equal(asked.length, 2, "the rules are not asked about what the schema refuses");
      const repairs = fake.seen.slice(2).map(({ messages }) => messages.at(-1)!.text);
      assert.match(repairs[0]!, /^second\n\n/);
      assert.match(repairs[0]!, /a rejection must carry changes/);
      assert.match(repairs[1]!, /vote/);
      assert.doesNotMatch(
        repairs[1]!,
        /a rejection must carry changes/,
        "the second repair starts from the accepted state too",
      );
      assert.deepEqual(second.handle.log.slice(2), [
        { role: "user", text: "second" },
        { role: "assistant", text: JSON.stringify(GOOD) },
      ]);
    });

    it("[M4] after two repairs it is over, and the conversation is as it was", async () => {
      fake.answerWith(() => ({ json: { vote: "maybe" } }));
      const handle = conversation();
      const result = await portAt(fake, family).generateTurn(handle, turn("vote"));
      assert.ok(!result.ok);
      assert.equal(result.reason, "invalid");
      assert.equal(result.attempts.length, 3);
      assert.equal(fake.seen.length, 3);
      assert.strictEqual(result.handle, handle);
      assert.ok(result.problems.some(({ path }) => path === "/vote"));
      assert.ok(result.usage.input > 0 && result.usage.output > 0);
    });

    it("[M7] prose needs no schema and has rules all the same", async () => {
      fake.push({ text: "The dragon laughs." }, { text: "The lamp flickers." });
      const request = {
        ...turn("tell"),
        output: null,
        rules: (text: string) =>
          /dragon/.test(text) ? [{ path: "", code: "absent", message: "there is no dragon" }] : [],
      };
      const result = await portAt(fake, family).generateTurn<string>(conversation(), request);
      assert.ok(result.ok, JSON.stringify(result));
      assert.equal(result.output, "The lamp flickers.");
      assert.equal(fake.last.structure, "none");
      assert.match(fake.last.messages.at(-1)!.text, /there is no dragon/);
    });
  });
