// Rules of what is kept beside the turns.
import assert from "node:assert/strict";
import { describe } from "node:test";
import { firstHash } from "@orrery/kernel";
import { noteHash } from "../src/chain.ts";
import type { Note } from "../src/store.ts";
import { branch, faults, sampleRun, secretFor, sha256, turnAfter } from "./sample.ts";
import type { Rule } from "./subject.ts";

export function asideRules(name: string, rule: Rule): void {
  describe(`${name}: beside the turns`, () => {
    rule("[S23] secrets are kept by their commitment", async ({ store }) => {
      const { secret } = sampleRun("a");
      await store.createRun(sampleRun("a"));
      const next = secretFor("next");
      await store.addSecret("a", next);
      await store.addSecret("a", next);
      assert.deepEqual(await store.secret("a", next.commitment), next);
      assert.equal(await store.secret("a", "unknown"), null);
      assert.equal(await store.secret("b", next.commitment), null);
      const inOrder = [secret, next].sort((a, b) => (a.commitment < b.commitment ? -1 : 1));
      assert.deepEqual(await store.secrets("a"), inOrder);
      await faults(() => store.addSecret("b", next), "not_found");
    });

    rule("[S24] notes are chained in the order they were written and found by their turns", async ({ store }) => {
      await store.createRun(sampleRun("a"));
      await store.createRun(sampleRun("b"));
      const note = (turnId: string, text: string, viewer = "") => ({ turnId, teller: "template", viewer, text });
      const notes = [
        note("1-x", "One."),
        note("2-x", "Two, for Ada. é\u2028\u0000", "ada"),
        note("1-x", "One, told again."),
      ];
      const told = (at: number, ...notes: readonly Note[]) => notes.map((one) => ({ ...one, at }));
      await store.addNotes("a", told(5, ...notes.slice(0, 2)));
      await store.addNotes("b", told(5, note("1-x", "Elsewhere.")));
      await store.addNotes("a", []);
      await store.addNotes("a", told(6, ...notes.slice(2)));
      assert.deepEqual(await store.notes("a", ["1-x"]), [notes[0], notes[2]]);
      assert.deepEqual(await store.notes("a", ["2-x", "1-x", "3-x"]), notes);
      assert.deepEqual(await store.notes("a", []), []);
      const log = await store.noteLog("a", 1, 10);
      let before = firstHash;
      for (const [i, { n, at, hash, ...rest }] of log.entries()) {
        assert.deepEqual([n, at, rest], [i + 1, i < 2 ? 5 : 6, notes[i]]);
        assert.equal(hash, noteHash(sha256, before, n, rest, at));
        before = hash;
      }
      assert.equal(log.length, 3);
      assert.deepEqual(await store.noteLog("a", 2, 2), log.slice(1, 2));
      assert.deepEqual(await store.noteLog("a", 4, 9), []);
      await faults(() => store.addNotes("c", told(0, ...notes)), "not_found");
    });

    rule("[S25] one answer waits per branch and ask: a later one takes its place", async ({ store }) => {
      const main = await store.createRun(sampleRun("a"));
      await branch(store, main, main, "side");
      const row = (ask: string, answer: string, branchName = "main") => ({
        branch: branchName,
        at: "0",
        ask,
        actor: "ada",
        answer,
        receivedAt: 9,
      });
      await store.keepAnswer("a", row("one", "1"));
      await store.keepAnswer("a", row("two", "2"));
      await store.keepAnswer("a", row("one", "other", "side"));
      await store.keepAnswer("a", row("one", "1 again"));
      assert.deepEqual(await store.inbox("a", "main"), [row("two", "2"), row("one", "1 again")]);
      await store.dropAnswers("a", "main", ["one", "three"]);
      assert.deepEqual(await store.inbox("a", "main"), [row("two", "2")]);
      assert.deepEqual(await store.inbox("a", "side"), [row("one", "other", "side")]);
      await store.dropAnswers("a", "main", ["two"]);
      assert.deepEqual(await store.inbox("a", "main"), []);
      assert.deepEqual(await store.inbox("b", "main"), []);
      await faults(() => store.keepAnswer("a", row("one", "1", "nowhere")), "not_found");
      await faults(() => store.keepAnswer("b", row("one", "1")), "not_found");
    });

    rule("[S68] a clock starts once and keeps its time until it is dropped, branch by branch", async ({ store }) => {
      const main = await store.createRun(sampleRun("a"));
      await branch(store, main, main, "side");
      await store.createRun(sampleRun("b"));
      const move = (open: string[], closed: string[], at: number, on = "main", run = "a") =>
        store.moveClocks(run, on, { open, closed, at });
      await move(["one", "two"], [], 5);
      await move(["two", "three"], ["one", "none"], 9);
      await move(["one"], [], 9, "side");
      await move(["one"], [], 3, "main", "b");
      const row = (ask: string, openedAt: number, on = "main", run = "a") => ({ run, branch: on, ask, openedAt });
      const mine = [row("three", 9), row("two", 5)];
      assert.deepEqual(await store.clocks({ run: "a", branch: "main" }), mine);
      assert.deepEqual(await store.clocks(null), [...mine, row("one", 9, "side"), row("one", 3, "main", "b")]);
      await move(["two"], ["two", "three"], 11);
      assert.deepEqual(await store.clocks({ run: "a", branch: "main" }), [row("two", 11)]);
      assert.deepEqual(await store.clocks({ run: "c", branch: "main" }), []);
      await faults(() => move(["x"], [], 1, "nowhere"), "not_found");
      await faults(() => move(["x"], [], 1, "main", "c"), "not_found");
    });

    rule("[S71] a seat comes back as it was put, and its terms can be changed", async ({ store }) => {
      await store.createRun(sampleRun("a"));
      await store.createRun(sampleRun("b"));
      const seat = (id: string, run = "a") => ({
        id,
        run,
        actor: "ada",
        branches: ["main", "what if"],
        label: "Ada’s phone",
        createdAt: 5,
        expiresAt: null,
        revokedAt: null,
      });
      for (const one of [seat("s2"), seat("s1"), seat("s3", "b")]) await store.putSeat(one);
      assert.deepEqual(await store.seats("a"), [seat("s2"), seat("s1")]);
      const changed = { ...seat("s2"), branches: ["main"], label: "", expiresAt: 9, revokedAt: 7 };
      await store.putSeat(changed);
      assert.deepEqual(await store.seat("s2"), changed);
      assert.deepEqual(await store.seats("a"), [changed, seat("s1")]);
      assert.equal(await store.seat("s4"), null);
      await faults(() => store.putSeat(seat("s5", "nowhere")), "not_found");
    });

    rule("[S76] a lobby comes back as it was put, and gives each seat to one guest", async ({ store }) => {
      await store.createRun(sampleRun("a"));
      await store.createRun(sampleRun("b"));
      const lobby = {
        id: "l",
        run: "a",
        branch: "main",
        actors: ["ada", "ben"],
        given: {},
        createdAt: 5,
        expiresAt: 90,
        revokedAt: null,
      };
      await store.addLobby(lobby);
      await store.addLobby({ ...lobby, id: "m", run: "b" });
      assert.deepEqual(await store.lobbies("a"), [lobby]);
      assert.equal(await store.lobby("none"), null);
      await faults(() => store.addLobby({ ...lobby, id: "n", run: "nowhere" }), "not_found");
      const seat = (id: string, actor: string, createdAt = 10, more: object = {}) => {
        const fresh = { label: "", expiresAt: null, revokedAt: null };
        return { id, run: "a", actor, branches: ["main"], createdAt, ...fresh, ...more };
      };
      const take = (...of: Parameters<typeof seat>) => store.takeSeat("l", seat(...of));
      // Both ask at once: one of them gets it.
      assert.deepEqual((await Promise.all([take("s1", "ada"), take("s2", "ada")])).sort(), [null, "taken"]);
      assert.equal(await take("s3", "cid"), "not_offered");
      assert.equal(await take("s4", "ben", 10, { branches: ["main", "side"] }), "not_offered");
      assert.equal(await take("s5", "ben", 10, { run: "b" }), "over");
      assert.equal(await store.takeSeat("none", seat("s6", "ben")), "over");
      assert.deepEqual(
        (await store.seats("a")).map(({ actor }) => actor),
        ["ada"],
      );
      const [first] = await store.seats("a");
      assert.deepEqual((await store.lobby("l"))!.given, { ada: first!.id });
      // A seat that the owner gave out himself is no free one either, on the branch of the lobby.
      await store.putSeat(seat("direct", "ben", 6, { branches: ["side"] }));
      await store.putSeat(seat("owner's", "ben", 6, { expiresAt: 20 }));
      assert.equal(await take("s7", "ben", 19), "taken");
      const once = { scope: "guest", key: "k", body: "b", run: null, done: "{}", at: 20 };
      assert.equal(await store.takeSeat("l", seat("s7", "ben", 19), once), "taken");
      assert.equal(await store.once("guest", "k"), null);
      assert.equal(await store.takeSeat("l", seat("s8", "ben", 20), once), null);
      assert.deepEqual(await store.once("guest", "k"), once);
      await store.putSeat({ ...first!, revokedAt: 30 });
      assert.equal(await take("s9", "ada", 89), null);
      await store.putSeat({ ...(await store.seat("s9"))!, revokedAt: 89 });
      assert.equal(await take("s10", "ada", 90), "over");
      const before = (await store.lobby("l"))!;
      assert.deepEqual(await store.closeLobby("l", 50), { ...before, revokedAt: 50 });
      assert.deepEqual(await store.closeLobby("l", 70), { ...before, revokedAt: 50 });
      assert.equal(await store.closeLobby("none", 50), null);
      assert.equal(await take("s11", "ada", 60), "over");
      assert.deepEqual(await store.lobbies("a"), [{ ...before, revokedAt: 50 }]);
    });

    rule("[S72] a turn and what belongs to it are one step, and a key is used once", async ({ store }) => {
      const main = await store.createRun(sampleRun("a"));
      const row = { branch: "main", at: "0", ask: "one", actor: "ada", answer: "1", receivedAt: 9 };
      await store.keepAnswer("a", row);
      await store.moveClocks("a", "main", { open: ["one"], closed: [], at: 1 });
      const once = { scope: "owner", key: "k", body: "hash", run: "a", done: "{}", at: 5 };
      const note = { turnId: "1-x", teller: "template", viewer: "ada", text: "One.", at: 5 };
      const beside = { notes: [note], dropAnswers: ["one"], clocks: { open: ["two"], closed: ["one"], at: 2 }, once };
      const kept = async () => [
        (await store.head("a", "main"))!.turn,
        (await store.noteLog("a", 1, 9)).length,
        (await store.inbox("a", "main")).length,
        (await store.clocks(null)).map(({ ask }) => ask),
        await store.once("owner", "k"),
      ];
      // On a head that has moved nothing of it is kept.
      const moved = { ...main, hash: sha256("another") };
      assert.equal((await store.append(moved, turnAfter(moved, "x"), beside)).ok, false);
      assert.deepEqual(await kept(), [0, 0, 1, ["one"], null]);
      const added = await store.append(main, turnAfter(main, "x"), beside);
      assert.ok(added.ok);
      const after = [1, 1, 0, ["two"], once];
      assert.deepEqual(await kept(), after);
      const other = { ...once, done: '{"other":1}', at: 6 };
      const again = await store.append(added.head, turnAfter(added.head, "y"), { ...beside, once: other });
      assert.deepEqual(again, { ok: false, head: added.head, once });
      assert.deepEqual(await store.keepAnswer("a", row, other), once);
      assert.deepEqual(await store.putOnce(other), once);
      assert.deepEqual(await kept(), after);
      assert.equal(await store.keepAnswer("a", row, { ...once, key: "k2" }), null);
      assert.equal((await store.inbox("a", "main")).length, 1);
      await store.dropOnce(5);
      assert.deepEqual(await store.once("owner", "k"), once);
      await store.dropOnce(6);
      assert.equal(await store.once("owner", "k"), null);
    });

    rule("[S73] what was derived of a run is kept by its name", async ({ store }) => {
      await store.createRun(sampleRun("a"));
      assert.equal(await store.derived("a", "card"), null);
      await store.putDerived("a", "card", "one");
      await store.putDerived("a", "card", "two");
      assert.equal(await store.derived("a", "card"), "two");
      assert.equal(await store.derived("b", "card"), null);
      await faults(() => store.putDerived("b", "card", "x"), "not_found");
    });

    rule("[S26] settings are kept by key; a head can be cached for queries", async ({ store, again }) => {
      assert.equal(await store.setting("key"), null);
      await store.setSetting("key", "one");
      await store.setSetting("key", "two");
      assert.equal(await store.setting("key"), "two");
      await store.changeSetting("key", () => null);
      assert.equal(await store.setting("key"), "two");
      const other = again ? await again() : store;
      const count = (value: string | null) => `${Number(value ?? 0) + 1}`;
      await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? other : store).changeSetting("count", count)));
      assert.equal(await store.setting("count"), "20");
      const stops = () => {
        throw new RangeError("stop");
      };
      await assert.rejects(store.changeSetting("count", stops), RangeError);
      assert.equal(await store.setting("count"), "20");
      if (other !== store) await other.close();
      await store.createRun(sampleRun("a"));
      const state = { branch: "main", turnId: "0", turn: 0, state: "{}", entities: [] };
      await store.cacheHead("a", state);
      await faults(() => store.cacheHead("a", { ...state, branch: "nowhere" }), "not_found");
      await faults(() => store.cacheHead("b", state), "not_found");
    });

    rule(
      "[S54] calls to models are kept by content, numbered within their lane, in the order they came",
      async ({ store }) => {
        await store.createRun(sampleRun("a"));
        await store.createRun(sampleRun("b"));
        const text = (words: string) => ({ hash: sha256(words), text: words });
        const [one, two, three] = [text('{"é":"\u2028"}'), text("2"), text("3")];
        for (const each of [one, two, three, one]) await store.keepCallText("a", each);
        assert.equal(await store.callText("a", one.hash), one.text);
        assert.equal(await store.callText("b", one.hash), null);
        const inOrder = [one, two, three].sort((a, b) => (a.hash < b.hash ? -1 : 1));
        assert.deepEqual(await store.callTexts("a", "", 2), inOrder.slice(0, 2));
        assert.deepEqual(await store.callTexts("a", inOrder[1]!.hash, 2), inOrder.slice(2));
        const take = (lane: string, seq: number) => ({ lane, seq, call: one.hash, outcome: two.hash });
        const log = [take("x", 1), take("o", 1), take("x", 2)];
        for (const each of log) await store.addTake("a", each);
        assert.deepEqual(await store.takeLog("a", 1, 10), log);
        assert.deepEqual(await store.takeLog("a", 2, 2), [log[1]]);
        assert.deepEqual(await store.take("a", "x", 2), log[2]);
        assert.deepEqual([await store.take("a", "x", 3), await store.take("b", "x", 1)], [null, null]);
        assert.deepEqual([await store.takeCount("a", "x"), await store.takeCount("a", "y")], [2, 0]);
        await faults(() => store.addTake("a", take("x", 2)), "conflict");
        await faults(() => store.addTake("a", take("x", 4)), "conflict");
        assert.deepEqual(await store.takeLog("a", 1, 10), log);
        assert.deepEqual(await store.check(null), []);
        await faults(() => store.keepCallText("c", one), "not_found");
        await faults(() => store.addTake("c", take("x", 1)), "not_found");
      },
    );

    rule("[S55] a take without its texts, and a text that is not its hash, are told", async ({ store }) => {
      await store.createRun(sampleRun("a"));
      await store.keepCallText("a", { hash: sha256("said"), text: "not what was said" });
      await store.addTake("a", { lane: "x", seq: 1, call: sha256("said"), outcome: sha256("never kept") });
      const problems = (await store.check("a")).map(({ problem }) => problem);
      assert.equal(problems.length, 2);
      assert.match(problems[0]!, /was changed/);
      assert.match(problems[1]!, /names a text that is missing/);
    });
  });
}
