// Every place that tells a turn (log, page, exported replay, terminal) tells a seat what that seat was sent, and nothing of another's.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { type AnyWorld, loadWorld } from "@orrery/kernel";
import {
  type Line,
  type Orrery,
  openOrrery,
  type SeatLine,
  sha256,
  shippedWorlds,
  type TurnLine,
} from "@orrery/runtime";
import { replayPage } from "@orrery/server";
import { openSqlite } from "@orrery/store";
import { council } from "../../runtime/test/council.ts";
import { Chronicle } from "../../web/src/fold/chronicle.ts";
import { engineOf } from "../../web/src/fold/engines.ts";
import { lineHeardBy } from "../../web/src/fold/look.ts";
import { openDisk } from "../../web/src/replay/disk.ts";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-words-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const db = join(folder, "orrery.db");
const thread = new Thread();
const terminal = (words: readonly string[], input = "") => {
  const { code, out, err } = thread.do(words, input, { ORRERY_DB: db });
  assert.equal(code, 0, err);
  return out;
};
const worlds = shippedWorlds([council as AnyWorld]);
const withOrrery = async <T>(work: (orrery: Orrery) => Promise<T>, file = db): Promise<T> => {
  const orrery = await openOrrery({ store: await openSqlite(file), worlds });
  try {
    return await work(orrery);
  } finally {
    await orrery.close();
  }
};

const GAMES: readonly { world: string; config?: unknown; turns: number; says?: readonly string[] }[] = [
  { world: "tictactoe", turns: 6, says: ["5", "nonsense words here"] },
  { world: "glassbox", turns: 40 },
  { world: "house/cottage", turns: 8, says: ["look", "open the gate", "fly to the moon", "take letter"] },
  { world: "council", config: { rounds: 3, deadlineMs: 0 }, turns: 4, says: ["yes", "no", "perhaps"] },
];

/** A run with turns by words, by refused actions and by bots. */
async function played(orrery: Orrery, { world, config, turns, says = [] }: (typeof GAMES)[number]): Promise<string> {
  const { run } = await orrery.createRun({ world, config, seed: "words" });
  for (const text of says) await orrery.submit(run, { text });
  const { actors } = await orrery.show(run);
  for (const { id } of actors.slice(0, 2))
    for (const actorId of [id, "somebody else"])
      await orrery.submit(run, { as: id, actions: [{ actorId, type: "no such action" }] });
  await orrery.play(run, { agents: "*=bot:random", turnsMax: turns });
  return run;
}

/** The run of a replay page, as its script reads it. `folds`: ids of the worlds with rules in the page. */
async function fileOf(orrery: Orrery, run: string, folds: readonly string[]) {
  const built = join(folder, `built-${folds.length}`);
  mkdirSync(join(built, "replay"), { recursive: true });
  for (const file of ["replay.js", "replay.css"]) writeFileSync(join(built, "replay", file), "");
  writeFileSync(join(built, "replay", "folds.json"), JSON.stringify(folds));
  const page = await replayPage(orrery, run, built);
  return openDisk(JSON.parse(/<script type="application\/json" id="run">(.*)<\/script>/.exec(page)![1]!));
}

/** Seats count turns in their own way, and the page counts them as the owner does. */
const uncounted = ({ turn: _, id: __, ...line }: Line) => line;
const printed = (lines: readonly SeatLine[]): string =>
  lines
    .filter(({ narration, rawText }) => narration !== "" || rawText !== "")
    .map(({ narration, rawText }) => `${rawText === "" ? "" : `> ${rawText}\n`}${narration}\n\n`)
    .join("");

describe("the words of a turn", () => {
  for (const game of GAMES)
    it(`are those that the seat was sent, on the page, in a replay file and on the terminal: ${game.world}`, async () => {
      const { run, sent } = await withOrrery(
        async (orrery) => {
          const run = await played(orrery, game);
          const { plays, actors, view } = {
            ...(await orrery.show(run)),
            view: (await orrery.show(run, { at: 0 })).view,
          };
          const owner = (await Array.fromAsync(orrery.log(run, { from: 0 }))) as TurnLine[];
          const sent = new Map<string, SeatLine[]>();
          for (const { id } of actors)
            sent.set(id, (await Array.fromAsync(orrery.log(run, { as: id, from: 0 }))) as SeatLine[]);
          const engine = plays === "council" ? loadWorld(council, sha256) : (await engineOf(plays))!;
          const chronicle = await Chronicle.open(engine, view, owner);
          const files = [await fileOf(orrery, run, [plays]), await fileOf(orrery, run, [])];
          for (const [who, lines] of sent) {
            const want = lines.map(uncounted);
            assert.ok(want.length > 0, who);
            const page = owner.flatMap(({ turn }) => lineHeardBy(chronicle, turn, who) ?? []);
            assert.deepEqual(page.map(uncounted), want, `${who} on the page`);
            for (const [i, file] of files.entries()) {
              if (i === 0 && plays === "council") continue;
              const told = (await file(`/api/runs/${run}/turns`, { as: who })) as Line[];
              assert.deepEqual(told.map(uncounted), want, `${who} in replay file ${i}`);
            }
          }
          assert.ok(game.world === "house/cottage" || game.world === "tictactoe" || owner.some(({ seats }) => seats));
          return { run, sent };
        },
        game.world === "council" ? join(folder, "council.db") : db,
      );
      if (game.world === "council") return;
      for (const [who, lines] of sent) assert.equal(terminal(["log", run, "--as", who]), printed(lines), who);
    });

  it("go to the terminal of a seat that plays as they are sent, before and after its own answers", async () => {
    const config = JSON.stringify({
      seats: ["red", "blue", "green", "pink"].map((id, i) => ({ id, role: roleOf(i) })),
    });
    for (const who of ["red", "pink"]) {
      const words = ["play", "glassbox", "--as", who, "--seed", who, "--config", config, "--script", "-"];
      const { out, err } = thread.do(words, "wait\nwait\n", { ORRERY_DB: db });
      const run = /^run (\S+)/m.exec(err)![1]!;
      const withoutInput = (text: string) => text.replaceAll(/^> .*\n/gm, "");
      assert.equal(withoutInput(out), withoutInput(terminal(["log", run, "--as", who])), who);
    }
  });

  it("[blindfold] print the same for two runs that differ only in what another seat did in secret", async () => {
    const config = { seats: ["red", "blue", "green", "pink"].map((id, i) => ({ id, role: roleOf(i) })) };
    const outs: string[] = [];
    for (const plan of ["Blame green for everything.", "Say nothing until the vote."]) {
      const run = await withOrrery(async (orrery) => {
        const { run } = await orrery.createRun({ world: "glassbox", config, seed: "secret" });
        const thinks = { actorId: "red", type: "wait", metadata: { thought: plan } };
        assert.equal((await orrery.submit(run, { as: "red", actions: [thinks] })).kind, "kept");
        for (const id of ["green", "pink"])
          await orrery.submit(run, { as: id, actions: [{ actorId: id, type: "wait", metadata: {} }] });
        return run;
      });
      const play = ["play", run, "--as", "blue", "--agents", "*=person", "--script", "-"];
      outs.push(
        terminal(play, "wait\nlook\n") +
          terminal([...play, "--json"], "wait\n").replaceAll(/"(id|createdAt)":("[^"]*"|\d+)/g, ""),
      );
      const owner = await withOrrery(async (orrery) => (await Array.fromAsync(orrery.log(run))) as TurnLine[]);
      assert.ok(JSON.stringify(owner).includes(plan), "the secret is in the record");
    }
    assert.equal(outs[0], outs[1]);
  });

  it("are shown to the owner as one account, with names and times, where a world gives one", () => {
    const out = terminal(["play", "glassbox", "--seed", "owner", "--agents", "*=bot:random", "--script", "-"], "");
    assert.match(out, /^On board Meridian\. Impostors: /m);
    assert.match(out, /^0:\d\d {2}Red /m);
  });
});

function roleOf(seat: number): "impostor" | "crewmate" {
  return seat === 0 ? "impostor" : "crewmate";
}
