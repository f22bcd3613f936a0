// Money and tokens: what is counted, what it costs, what is refused and in which order.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  Budget,
  costOf,
  createPort,
  meterLine,
  modelOf,
  NO_USAGE,
  priceOf,
  reserveBatch,
  scriptedTransport,
  uncachedInput,
} from "./exports.ts";
import { conversation, fakeProvider, GOOD, GOOD_WIRE, portAt, turn } from "./rig.ts";

const fake = fakeProvider();
const figures = { input: 5000, cached: 4096, written: 0, output: 80, reasoning: 32 };

describe("usage", () => {
  for (const family of ["openai", "anthropic", "google", "compatible"] as const)
    it(`[M50] tells billed, cached and uncached input apart (${family})`, async () => {
      const written = family === "anthropic" ? 500 : 0;
      fake.push({
        json: family === "openai" || family === "compatible" ? GOOD_WIRE : GOOD,
        usage: { ...figures, written },
      });
      const result = await portAt(fake, family, {
        price: { input: 1, cached: 0.1, written: 1.25, output: 4 },
      }).generateTurn(conversation(), turn("x"));
      assert.ok(result.ok);
      const { usage, cost } = result;
      assert.deepEqual(
        { ...usage, reasoning: 0 },
        { input: 5000, cached: 4096, written, output: 80, reasoning: 0, estimated: false },
      );
      assert.equal(uncachedInput(usage), 904);
      const expected = (904 - written) * 1 + 4096 * 0.1 + written * 1.25 + 80 * 4;
      assert.ok(Math.abs(cost! - expected / 1e6) < 1e-12);
    });

  it("[M51] a price is matched by the exact name; a long input costs its surcharge; nothing known costs nothing known", () => {
    const prices = { near: { input: 1, output: 4 } };
    assert.equal(priceOf("near", prices), prices.near);
    assert.equal(priceOf("near-5", prices), null);
    assert.equal(priceOf("toString", prices), null);
    assert.equal(costOf({ ...NO_USAGE, input: 1e6 }, null), null);
    assert.equal(costOf({ ...NO_USAGE, input: 100_000, output: 1000 }, PRO), 0.135);
    assert.equal(costOf({ ...NO_USAGE, input: 300_000, output: 1000 }, PRO), 0.765);
  });
});

const PRO = { input: 1.25, cached: 0.125, output: 10, long: { above: 200_000, input: 2, output: 1.5 } };

describe("budgets", () => {
  const model = modelOf({ provider: "compatible", id: "m", url: "http://127.0.0.1:1", price: { input: 1, output: 1 } });
  const port = (lines: Parameters<typeof scriptedTransport>[0]) => createPort(model, scriptedTransport(lines));

  it("[M52] every charge goes to the whole branch of the tree, and a spent budget is a reason", async () => {
    const run = new Budget("run", { calls: 3 });
    const [anna, ben] = [run.child("anna", { calls: 1 }), run.child("ben")];
    const transport = port(() => GOOD);
    const ask = async (budget: Budget) => {
      const result = await transport.generateTurn(conversation(), turn("x", { budget }));
      return result.ok ? "ok" : `${result.reason}: ${result.message}`;
    };
    assert.deepEqual(
      [await ask(anna), await ask(anna), await ask(ben), await ask(ben), await ask(ben)],
      ["ok", "budget: anna: no call of 1 is left", "ok", "ok", "budget: run: no call of 3 is left"],
    );
    assert.equal(run.spending.calls, 3);
    assert.equal(run.spending.usage.input, anna.spending.usage.input + ben.spending.usage.input);
    assert.deepEqual(run.spending.reserved, { calls: 0, tokens: 0, money: 0 });
  });

  it("[M52] a budget of zero sends nothing", async () => {
    for (const ceiling of [{ calls: 0 }, { tokens: 0 }, { money: 0 }]) {
      const result = await port([]).generateTurn(conversation(), turn("x", { budget: new Budget("run", ceiling) }));
      assert.ok(!result.ok);
      assert.equal(result.reason, "budget");
      assert.equal(result.attempts.length, 0);
    }
  });

  it("[M52] a limit in money refuses a model without a price instead of guessing one", async () => {
    const unpriced = createPort({ ...model, price: null }, scriptedTransport([]));
    const result = await unpriced.generateTurn(conversation(), turn("x", { budget: new Budget("run", { money: 5 }) }));
    assert.ok(!result.ok);
    assert.match(result.message, /no known price; add one to "prices"/);
  });

  it("[M53] with room for one call there is one, and no repair", async () => {
    const result = await port([{ vote: "maybe" }]).generateTurn(
      conversation(),
      turn("x", { budget: new Budget("run", { calls: 1 }) }),
    );
    assert.ok(!result.ok);
    assert.equal(result.reason, "budget");
    assert.match(result.message, /no room for a repair: .*vote/);
    assert.equal(result.attempts.length, 1);
  });

  it("[M53] a batch gets one call each in order before anyone gets repairs", () => {
    const run = new Budget("run", { calls: 5 });
    const estimate = { tokens: 10, money: 0 };
    const grants = reserveBatch(["a", "b", "c", "d"].map((name) => ({ budget: run.child(name), estimate, calls: 3 })));
    assert.deepEqual(
      grants.map((grant) => (grant.ok ? grant.reservation.calls : 0)),
      [2, 1, 1, 1],
    );
    for (const grant of grants) if (grant.ok) grant.reservation.settle();
    assert.equal(run.spending.reserved.calls, 0);
    assert.ok(run.reserve(estimate, 5).ok);
  });

  it("[M53] in any order of answers, the ceiling on calls holds and nothing stays reserved", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(12),
        fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat(5)),
        async (calls, wants, delays) => {
          const run = new Budget("run", { calls, tokens: 100 });
          const grants = reserveBatch(
            wants.map((n) => ({ budget: run, estimate: { tokens: 10, money: null }, calls: n + 1 })),
          );
          await Promise.all(
            grants.map(async (grant) => {
              if (!grant.ok) return;
              const made = (delays.next().value as number) % (grant.reservation.calls + 1);
              for (let i = 0; i < made; i++) {
                await new Promise((resolve) => setImmediate(resolve));
                grant.reservation.charge({ ...NO_USAGE, input: 10 }, null);
              }
              grant.reservation.settle();
              grant.reservation.settle();
            }),
          );
          assert.ok(run.spending.calls <= calls && run.spending.usage.input <= 100);
          assert.deepEqual(run.spending.reserved, { calls: 0, tokens: 0, money: 0 });
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it("[M53] sums of money do not depend on the order of answers", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.double({ min: 0, max: 0.5, noNaN: true }), { minLength: 2, maxLength: 12 })
          .chain((costs) => fc.tuple(fc.constant(costs), fc.shuffledSubarray(costs, { minLength: costs.length }))),
        (orders) => {
          const [a, b] = orders.map((costs) => {
            const budget = new Budget("run");
            for (const cost of costs) budget.book(NO_USAGE, cost);
            return budget.spending.money;
          });
          assert.equal(a, b);
        },
      ),
      { numRuns: 300, seed: 9 },
    );
  });

  it("[M53] a reservation is no licence for more", () => {
    const grant = new Budget("run").reserve({ tokens: 1, money: 0 }, 1);
    assert.ok(grant.ok);
    grant.reservation.charge(NO_USAGE, 0);
    assert.throws(() => grant.reservation.charge(NO_USAGE, 0), /more calls were made than reserved/);
  });
});

describe("the meter", () => {
  it("[M54] the meter is one line", () => {
    const run = new Budget("run", { calls: 9, money: 1 });
    run.book({ ...NO_USAGE, input: 100, cached: 60, output: 5 }, 0.25);
    run.book({ ...NO_USAGE, input: 10 }, null);
    assert.equal(
      meterLine(run.spending),
      "run: 2 of 9 calls · 115 tokens · input 110 (50 uncached) · output 5 · $0.2500 of $1 without 1 unpriced",
    );
  });
});
