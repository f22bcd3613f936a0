// The dice of a table, verified a second time: commitment and every face computed again from the record alone, with none of the engine's own code.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { openOrrery, shippedWorlds, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { all } from "./open.ts";

interface Proof {
  readonly who: string;
  readonly purpose: string;
  readonly n: number;
  readonly low: number;
  readonly high: number;
  readonly value: number;
  readonly lane: string;
  readonly depth: number;
  readonly salt: string;
  readonly commitment: string | null;
}
interface Revealed {
  readonly type: "@revealed";
  readonly commitment: string;
  readonly seed: string;
  readonly nonce: string;
}

const digest = (parts: readonly unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** A face as the published rule gives it: the first 48 bits of a hash, drawn again while they would favour low faces. */
function faceOf({ who, purpose, n, low, high, lane, depth, salt }: Proof, seed: string): number {
  const size = BigInt(high - low + 1);
  const whole = 1n << 48n;
  for (let attempt = 0; ; attempt++) {
    const drawn = BigInt(`0x${digest([seed, salt, lane, depth, who, purpose, n, attempt]).slice(0, 12)}`);
    if (drawn < whole - (whole % size)) return low + Number(drawn % size);
  }
}

/** A whole adventure of bots, each of its faces computed again. */
async function proven(orrery: Awaited<ReturnType<typeof openOrrery>>) {
  const { run } = await orrery.createRun({ world: "table/third-bell" });
  await orrery.play(run, { agents: "*=bot:scripted", turnsMax: 60 });
  await orrery.reveal(run, {});
  const lines = (await all(orrery.log(run))) as TurnLine[];
  const revealed = lines
    .flatMap(({ events }) => events as readonly { type: string }[])
    .find((event): event is Revealed => event.type === "@revealed")!;
  assert.equal(digest(["orrery-dice", revealed.nonce, revealed.seed]), revealed.commitment);
  let faces = 0;
  for (const line of lines) {
    const rolls = (await orrery.why(run, line.id)).rolls as readonly Proof[];
    for (const roll of rolls) {
      assert.equal(roll.commitment, revealed.commitment);
      assert.equal(faceOf(roll, revealed.seed), roll.value, `turn ${line.turn}: ${roll.purpose}`);
      faces++;
    }
    // What is told of a turn's rolls is made of these faces, in this order.
    const shown = (
      line.events as readonly { type: string; roll?: { purpose: string; dice: readonly number[] } }[]
    ).flatMap(({ roll }) => roll?.dice.map((value) => [roll.purpose, value]) ?? []);
    assert.deepEqual(
      shown,
      rolls.map(({ purpose, value }) => [purpose, value]),
    );
  }
  return { run, lines, revealed, faces };
}

describe("the dice of a table", () => {
  it("are those that were committed to, each of them, by a second implementation", async () => {
    const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds() });
    // Its dice decide how long an adventure is: so many are played as it takes.
    let last = await proven(orrery);
    for (let faces = last.faces; faces <= 10; faces += last.faces) last = await proven(orrery);
    const { run, lines, revealed } = last;
    const [first] = (await Promise.all(lines.map(({ id }) => orrery.why(run, id)))).flatMap(
      ({ rolls }) => rolls as readonly Proof[],
    );
    const others = ["another", `${revealed.seed}0`].map((seed) => digest(["orrery-dice", revealed.nonce, seed]));
    assert.ok(!others.includes(first!.commitment!), "another seed does not fit the commitment");
    await orrery.close();
  });
});
