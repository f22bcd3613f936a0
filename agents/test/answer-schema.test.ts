// One contract for a whole conversation: it takes in what is new, keeps what was, and gives way where the two cannot be one.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Contract, checker, type TSchema, Type } from "@orrery/kernel";
import { gateSchemas, type JsonObject } from "@orrery/models/pure";
import { answerSchema, widen } from "../src/index.ts";

const closed = { additionalProperties: false };
const contracts: Readonly<Record<string, Contract>> = {
  take: { targetId: true },
  put: { targetId: true, locationId: "optional" },
  go: { metadata: Type.Object({ direction: Type.String({ maxLength: 40 }) }, closed) },
  say: { metadata: Type.Object({ text: Type.String({ maxLength: 2000 }), to: Type.Optional(Type.String()) }, closed) },
};
const contract = (...legal: object[]): TSchema =>
  answerSchema(contracts, {
    ask: { mode: "each", may: Object.keys(contracts) },
    legal: legal.map((one) => ({ actorId: "you", ...one })),
  } as unknown as Parameters<typeof answerSchema>[1]);
const fits = (schema: TSchema, action: object) =>
  checker(schema, "answer")({ thought: "", actions: [action] }) === null;
const take = (targetId: string) => ({ type: "take", targetId });
const go = (direction: string) => ({ type: "go", metadata: { direction } });

describe("a contract of an answer", () => {
  it("holds of what one may ask for the kinds and parts that are possible now", () => {
    const wanted = Type.Union([
      Type.Object({ type: Type.Literal("wait") }, closed),
      Type.Object({ type: Type.Literal("follow"), targetId: Type.Optional(Type.String()) }, closed),
      Type.Object({ type: Type.Literal("take"), targetId: Type.String() }, closed),
    ]);
    const bids = { bid: { metadata: Type.Object({ wanted }, closed) } };
    const schema = answerSchema(bids, {
      ask: { mode: "each", may: ["bid"] },
      legal: ["wait", "follow"].map((type) => ({ actorId: "you", type: "bid", metadata: { wanted: { type } } })),
    } as unknown as Parameters<typeof answerSchema>[1]);
    const bid = (what: object) => ({ type: "bid", metadata: { wanted: what } });
    for (const what of [{ type: "wait" }, { type: "follow" }]) assert.ok(fits(schema, bid(what)), what.type);
    for (const what of [{ type: "take", targetId: "key" }, { type: "follow", targetId: "ann" }, {}])
      assert.ok(!fits(schema, bid(what)), JSON.stringify(what));
  });
});

describe("an open contract", () => {
  const bids = {
    bid: { metadata: Type.Object({ coins: Type.Integer({ minimum: 0 }) }, closed), open: true },
    pass: {},
  } as const;
  const schemaFor = (legal: readonly object[]) =>
    answerSchema(bids, { ask: { may: ["bid", "pass"] }, legal } as unknown as Parameters<typeof answerSchema>[1]);
  const bid = (coins: unknown) => ({ thought: "", action: { type: "bid", metadata: { coins } } });
  const examples = [0, 10, 20].map((coins) => ({ actorId: "you", type: "bid", metadata: { coins } }));

  it("accepts values beyond the examples that legal lists: a model can bid 17", () => {
    for (const legal of [examples, []]) {
      const fit = checker(schemaFor(legal), "answer");
      assert.equal(fit(bid(17)), null);
      assert.notEqual(fit(bid(-1)), null);
      assert.notEqual(fit(bid("17")), null);
    }
    const shut = { bid: { metadata: bids.bid.metadata }, pass: {} };
    const only = answerSchema(shut, { ask: { may: ["bid"] }, legal: examples } as unknown as Parameters<
      typeof answerSchema
    >[1]);
    assert.notEqual(checker(only, "answer")(bid(17)), null, "without `open` the choices are all there are");
  });

  it("can be answered without an example, and admits nothing that the rules forbid", () => {
    const fit = checker(schemaFor([]), "answer");
    assert.notEqual(fit({ thought: "", action: { type: "pass" } }), null);
  });
});

describe("a contract that is widened", () => {
  it("holds what was possible and what is, and nothing that never was", () => {
    const wide = widen(contract(take("key"), go("north")), contract(take("lamp"), go("north"), go("up")));
    for (const action of [take("key"), take("lamp"), go("north"), go("up")])
      assert.ok(fits(wide, action), JSON.stringify(action));
    for (const action of [take("sun"), go("west"), { type: "take" }])
      assert.ok(!fits(wide, action), JSON.stringify(action));
    assert.deepEqual(gateSchemas([{ name: "Move", schema: JSON.parse(JSON.stringify(wide)) as JsonObject }]), []);
  });

  it("is the same bytes when nothing is new, also when values have gone", () => {
    const first = contract(take("key"), take("lamp"), go("north"));
    for (const legal of [[take("key")], [go("north"), take("lamp")], []] as const)
      assert.equal(JSON.stringify(widen(first, contract(...legal))), JSON.stringify(first));
  });

  it("gives way to what is now where it would be too much, or the two are of different kinds", () => {
    const many = (from: number) => Array.from({ length: 450 }, (_, i) => take(`thing-${from + i}`));
    const now = contract(...many(450));
    assert.equal(widen(contract(...many(0)), now), now);
    const other = Type.Object({ vote: Type.String() });
    assert.equal(widen(contract(take("key")), other), other);
    assert.equal(widen(other, now), now);
  });
});
