// Verbs agree with what an author has named, be it one, many, or many under the article of one; and nobody is many for being called "they".
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { does, is, object, subject, was } from "../words/grammar.ts";
import { alter, examine, frameOf, go, look, open, opened, take, turn, unlock } from "./manor.ts";

const who = "you";
const hooks = { name: "row of hooks", article: "a", plural: true };
const tongs = { name: "tongs", article: "a pair of", plural: true };
const told = (thing: string, attributes: object, ...acts: Parameters<typeof turn>[1][]) => {
  let frame = frameOf(alter(opened, "things", thing, attributes));
  let text = "";
  for (const act of acts) {
    const next = turn(frame, act);
    frame = next.frame;
    text = next.told(who);
  }
  return text;
};

describe("agreement", () => {
  it("goes by the article where there is one", () => {
    const said = (it: typeof hooks) => [is(it), was(it), does(it, "have"), does(it, "go"), object(it), subject(it)];
    assert.deepEqual(said(hooks), ["is", "was", "has", "goes", "it", "it"]);
    assert.deepEqual(said(tongs), ["are", "were", "have", "go", "them", "they"]);
    assert.deepEqual(
      ["open", "scratch", "carry", "do"].map((verb) => does(hooks, verb)),
      ["opens", "scratches", "carries", "does"],
    );
  });
  it("in what is refused", () => {
    assert.equal(
      told("statue", hooks, look, go("east"), take("statue")),
      "The row of hooks is not here. You last saw it in the hall.",
    );
    assert.equal(told("statue", hooks, take("statue")), "The row of hooks is not for carrying off.");
    assert.equal(told("statue", tongs, take("statue")), "The tongs are not for carrying off.");
    assert.match(told("iron-key", tongs, unlock("oak-door", "iron-key")), /The tongs do not fit the oak door\./);
  });
  it("in what is told", () => {
    assert.match(told("box", hooks, open("box")), /^(You open the row|The row of hooks opens).* Inside is a coin\.$/);
    assert.match(told("bag", tongs, examine("bag")), /^(?!.*tongs (is|seems)\b)/);
  });
  it("of a person with the pronoun they", () => {
    const frame = frameOf(alter(opened, "people", "bo", { pronouns: "they", at: "yard" }));
    const out = turn(frame, go("east")).frame;
    const recall = (parts: object, what: string) =>
      turn(out, { actorId: who, type: "recall", ...parts, metadata: { what } } as never).told(who);
    assert.equal(recall({}, "company"), "Bo is here.");
    assert.equal(recall({ targetId: "bo" }, "place"), "Bo is right here.");
  });
});
