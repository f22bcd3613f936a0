// Long games in which nothing is told in the same words twice running.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Dice } from "@orrery/kernel";
import { frameAt, legally, playOut, told } from "@orrery/kernel/testing";
import { type House, type HouseConfig, house } from "../index.ts";
import { choiceOf, NOTHING_WORDED } from "../words/wordings.ts";
import { drop, engine, frameOf, give, manor, opened, request, show, take, turn, wait } from "./manor.ts";
import { shipped } from "./shipped.ts";

const GAMES = process.env["ORRERY_LONG"] ? 60 : 6;
const TURNS = 150;
const it_ = "(?:the |a |an |some )?[^.,]+?";
/** The wordings of each message, written by hand from its text. Add every message with several wordings. */
const KINDS: Readonly<Record<string, readonly RegExp[]>> = Object.fromEntries(
  Object.entries({
    take: [
      "You take X(?: (?:out of|from) X)?\\.",
      "You have X now\\.",
      "You pick up X\\.",
      "X (?:is|are) yours now\\.",
      "Out of X you take X\\.",
      "You lift X from X\\.",
    ],
    drop: ["You put down X\\.", "You set X down\\.", "You leave X here\\."],
    put: ["You put X (?:in|on) X\\.", "You lay X (?:in|on) X\\.", "You leave X (?:in|on) X\\."],
    open: ["You open X\\.", "X opens? under your hand\\."],
    close: ["You close X\\.", "You see to it that X (?:is|are) closed\\.", "You shut X\\."],
    go: [
      "You go W(?: through X)?\\.",
      "You head W(?: through X)?\\.",
      "You make your way W(?: through X)?\\.",
      "You (?:walk|climb) W(?: through X)?\\.",
      "You leave W(?: through X)?\\.",
    ],
    back: ["You go W, back to X\\.", "You go back to X\\.", "You return to X\\.", "You make your way back to X\\."],
    wait: [
      "Time passes\\.",
      "You wait a while\\.",
      "You do nothing in particular, and take your time over it\\.",
      "You let a quiet moment go by\\.",
      "You stand still and listen\\.",
      "For a while you only look about you\\.",
    ],
    vain: [
      "Nothing comes of it\\.",
      "Nothing happens\\.",
      "It makes no difference\\.",
      "There is nothing to show for it\\.",
    ],
    give: ["You give X\\.", "You hand X to X\\."],
    show: ["You show X\\.", "You hold out X for X to see\\."],
    bare: ["There is nothing (?:in|on) X\\.", "You find nothing (?:in|on) X\\."],
    smell: ["The air tells you nothing that you could put a name to\\.", "You breathe in, and are none the wiser\\."],
    plain: [
      "You see nothing remarkable about X\\.",
      "X (?:is|are) just what \\w+ seems? to be\\.",
      "There is nothing unusual about X\\.",
    ],
  }).map(([kind, ways]) => [
    kind,
    ways.map(
      (way) =>
        new RegExp(
          `(?:^|(?<=[.!?"”)]\\s))${way.replaceAll("X", it_).replaceAll("W", "(?:(?:north|south)?(?:east|west)?|up|down|inside|outside|by the (?:boat|gap))")}`,
          "gm",
        ),
    ),
  ]),
);

/** Which ways of a kind a text uses, in order. A sentence that gathers several things is a way of its own. */
function waysIn(text: string, ways: readonly RegExp[]): number[] {
  const found = ways.flatMap((way, i) =>
    [...text.matchAll(way)].map(({ index, 0: words }) => ({ index, way: / and /.test(words) ? -1 : i })),
  );
  return found.sort((a, b) => a.index - b.index).map(({ way }) => way);
}

/** A world's own phrases, where they name nothing: they stand in place of the house's. */
const phrasesOf = ({ style }: HouseConfig, kind: string): RegExp[] | undefined =>
  style?.phrases?.[kind]?.map((phrase) => new RegExp(RegExp.escape(phrase), "g"));

describe("wordings", () => {
  it("of several ways, an odd and an even time share none", () => {
    const seen: string[] = [];
    const first: Dice["pick"] = (_purpose, ways) => {
      seen.push(...(ways as readonly string[]));
      return ways[0];
    };
    const dice = { pick: first } as Dice;
    for (const ways of [
      ["a", "b"],
      ["a", "b", "c"],
      ["a", "b", "c", "d"],
    ] as [string, ...string[]][]) {
      choiceOf(dice, NOTHING_WORDED).pick("x", ways);
      choiceOf(dice, { odd: ["x"] }).pick("x", ways);
      assert.deepEqual(seen.splice(0), ways);
    }
    assert.equal(choiceOf(dice, { odd: ["x"] }).pick("x", ["only"]), "only");
  });

  it("no boilerplate is told in the same words twice running, to any player", (test) => {
    const used = new Map<string, number>();
    const repeats: string[] = [];
    const houses = [shipped("cottage"), shipped("lighthouse"), { ...manor, players: ["you", "ann"], endings: [] }];
    for (let game = 0; game < GAMES; game++) {
      const config = houses[game % houses.length]!;
      const { opened, commits } = playOut(engine, {
        config: { ...config, endings: [], rules: [] },
        seed: `words ${game}`,
        turns: TURNS,
        choose: legally<House>,
      });
      const last = new Map<string, number>();
      commits.forEach(({ frame, draft }, i) => {
        const before = commits[i - 1]?.frame ?? opened.frame;
        for (const who of house.actors(frame.state)) {
          const text = told(engine, who, frame, { before, happened: draft });
          for (const [kind, ways] of Object.entries(KINDS))
            for (const way of waysIn(text, phrasesOf(config, kind) ?? ways)) {
              const key = `${who} ${kind}`;
              used.set(kind, (used.get(kind) ?? 0) + 1);
              if (way >= 0 && last.get(key) === way) repeats.push(`game ${game}, turn ${i + 1}, ${key}: ${text}`);
              last.set(key, way);
            }
        }
      });
    }
    test.diagnostic([...used].map(([kind, n]) => `${kind} ${n}`).join(", "));
    assert.deepEqual(repeats, []);
    for (const kind of ["take", "drop", "go", "back", "wait", "open"]) assert.ok((used.get(kind) ?? 0) > 5, kind);
  });
});

describe("what rules tell", () => {
  it("of a list is never the same twice running", () => {
    const lighthouse = shipped("lighthouse");
    const ways = lighthouse
      .rules!.find(({ id }) => id === "gusts-yard")!
      .do.flatMap((one) => ("tell" in one ? one.tell : []));
    let frame = frameAt(engine, house.open(lighthouse));
    const heard: number[] = [];
    for (let i = 0; i < 60; i++) {
      const next = turn(
        frame,
        i === 0 ? { actorId: "you", type: "go", metadata: { direction: "north" } } : { actorId: "you", type: "wait" },
      );
      const text = next.told("you");
      heard.push(...ways.flatMap((way, j) => (text.includes(way) ? [j] : [])));
      frame = next.frame;
    }
    assert.ok(heard.length >= 14, String(heard.length));
    assert.equal(new Set(heard).size, ways.length);
    for (const [i, way] of heard.entries()) assert.notEqual(way, heard[i - 1], `gust ${i}`);
  });
});

describe("one turn", () => {
  it("tells nothing in the same words twice running, and tells a long wait as long", () => {
    const four = turn(frameOf(opened), wait, wait, wait, wait).told("you");
    assert.equal(four, "You let four moments go by.");
    const dropped = ["lamp", "note", "lamp", "note"].flatMap((id) => [take(id), wait, drop(id), wait]);
    const text = turn(frameOf(opened), ...dropped).told("you");
    const said = text.split(/(?<=[.])\s+/).filter((one) => !/lamp|note/.test(one));
    assert.ok(said.length >= 8, text);
    for (const [i, one] of said.entries()) assert.notEqual(one, said[i - 1], text);
  });
});

describe("watchers", () => {
  const heard = (who: string, ...actions: Parameters<typeof turn>[1][]) => {
    const begun = frameAt(engine, house.open({ ...manor, endings: [] }));
    return actions.map((action) => turn(begun, action).told(who));
  };
  it("are themselves in what they are told of others", () => {
    assert.deepEqual(heard("bo", give("iron-key", "bo"), request("hat", "bo"), show("iron-key", "bo")), [
      'The visitor offers you the iron key, in vain. You say to the visitor, "No."',
      'The visitor asks you for the hat, in vain. You say to the visitor, "No."',
      "The visitor shows you the iron key.",
    ]);
  });
  it("and others are named in it", () => {
    assert.deepEqual(heard("ann", give("iron-key", "bo"), take("lamp")), [
      'The visitor offers the iron key to Bo, in vain. Bo says to the visitor, "No."',
      "The visitor takes the lamp.",
    ]);
  });
});
