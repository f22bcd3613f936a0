// What the rules hear in plain sentences: each claim with its words, and nothing where nothing is claimed.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { viewOf } from "@orrery/kernel";
import { bots } from "../bots/index.ts";
import { hearingIn, hearingOf } from "../hearing.ts";
import { readClaims, sameAs } from "../read-claims.ts";
import { COLOURS } from "../settings.ts";
import type { GlassAction, GlassEvent } from "../shape.ts";
import { stationOf } from "../station/index.ts";
import { asking, engine, game, given, happened, interact, scene, speak } from "./stage.ts";

const HEARING = {
  speaker: "white",
  station: stationOf({}),
  players: COLOURS.slice(0, 10).map((id) => ({ id, name: id })),
  second: 62,
  body: { who: "pink", place: "hold" },
};
const heard = (text: string): string[] =>
  readClaims(text, HEARING).map(({ words: _words, ...claim }) => Object.values(claim).join(" "));

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  "I was in the Registry with blue, and I think it is green.": [
    "own_location registry 62",
    "location blue registry 62",
    "accusation green",
  ],
  "blue is the impostor, I saw him vent": ["accusation blue", "saw_vent blue hold"],
  "it was blue": ["accusation blue"],
  "where were you, green?": ["question green"],
  "I was in the Reactor. I saw red kill green.": ["own_location reactor 62", "saw_kill red green"],
  "I found the body of pink in the Cargo Hold. With me: green and red.": [
    "found_body pink hold",
    "location green hold 62",
    "location red hold 62",
  ],
  "I'm not the impostor. Vote red!": ["role white crewmate", "accusation red"],
  "I didn't do it, I was doing wiring in the Bridge": [
    "role white crewmate",
    "own_location bridge 62",
    "did_task white wiring",
  ],
  "I can vouch for black, he was with me in electrical the whole time": [
    "role black crewmate",
    "location black dynamo 62",
  ],
  "Orange and black were in the engine room": ["location orange engine 62", "location black engine 62"],
  "I saw black in admin at 35 seconds": ["location black registry 35"],
  "I saw blue submit to the body scan, and that was real.": ["did_task blue scan"],
  "Red says I was in storage.": [],
  "Red says he was in storage, but I was in storage and nobody was there.": ["own_location hold 62"],
  "I don't think it is blue": ["role blue crewmate"],
  "I don't trust red": ["accusation red"],
  "I trust red": ["role red crewmate"],
  "I trust red least, 40 %: they were there.": [],
  "I was never in the hold": [],
  "If I were the impostor I would have killed you": [],
  "I have my eye on red: by their own word they were close to the body.": [],
  "The lights are out and we are all going to die": [],
  "": [],
};

describe("claims in words", () => {
  for (const [text, claims] of Object.entries(SENTENCES))
    it(text || "silence", () => assert.deepEqual(heard(text), claims));

  it("name the words that they stand for, cut out of the text", () => {
    const text = "Listen: I was in the Registry, and red killed pink!";
    const claims = readClaims(text, HEARING);
    assert.deepEqual(
      claims.map(({ words }) => words),
      ["I was in the Registry", "red killed pink"],
    );
    for (const { words } of claims) assert.ok(text.includes(words!));
  });

  it("are at most eight, each once, of any text of any length", () => {
    const all = COLOURS.slice(0, 9).map((id) => `${id} is lying. ${id} is lying.`);
    assert.equal(readClaims(all.join(" "), HEARING).length, 8);
    assert.equal(readClaims("it was blue ".repeat(150), HEARING).length, 1);
    for (const odd of ["\u0000", "💥?", "(((", "<p:blue> <l:hold>", "a".repeat(2000)]) readClaims(odd, HEARING);
  });

  it("of bots are what they declared, but for few", () => {
    let [declared, both, extra] = [0, 0, 0];
    for (let i = 0; i < 6; i++) {
      const played = game(`heard ${i}`, {}, 20_000, ({ ask, view, legal, dice }) => {
        const action = bots.liar({ ask, view, legal, dice }) as GlassAction;
        if (action.type === "speak") {
          const said = new Set((action.metadata.claims ?? []).map(sameAs));
          const read = readClaims(action.metadata.text, hearingIn(view)).map(sameAs);
          declared += said.size;
          both += read.filter((one) => said.has(one)).length;
          extra += read.filter((one) => !said.has(one)).length;
        }
        return [action];
      });
      assert.ok(played.commits.length > 0);
    }
    assert.ok(declared > 100);
    assert.ok(both / declared > 0.9, `${both} of ${declared}`);
    assert.ok(extra / declared < 0.02, `${extra} that were not declared`);
  });
});

describe("a statement without claims", () => {
  const body = { who: "orange", place: "hold", x: 1000, y: 2000, tick: 900 };
  const settings = { preparationAsk: false, discussionOrder: "together" } as const;
  const state = scene(
    { blue: ["hold", 1000, 1960] },
    { asked: ["blue"], settings, change: { orange: { life: "ghost" } }, state: { bodies: [body] } },
  );
  const meeting = given({ state })
    .rolling(["speakers", 0], ["speakers", 0], ["speakers", 0])
    .when(interact("blue", "body_orange")).after.state;
  const said = (...metadata: Parameters<typeof spoken>) => spoken(...metadata);
  function spoken(text: string, claims?: Extract<GlassEvent, { type: "spoke" }>["claims"]) {
    const others = ["red", "blue", "pink"].map((id) => speak(id, ""));
    const metadata = claims ? { text, claims: [...claims] } : { text };
    const acted = given({ state: asking(meeting, "green") }).when(
      { actorId: "green", type: "speak", metadata },
      ...others,
    );
    return happened(acted, "spoke").find(({ who }) => who === "green")!;
  }

  it("has those that the rules read in it, and says that they were read", () => {
    const { claims, read } = said("I was in the Bridge. It was red.");
    assert.deepEqual(
      claims.map(({ kind, words }) => [kind, words]),
      [
        ["own_location", "I was in the Bridge"],
        ["accusation", "It was red"],
      ],
    );
    assert.equal(read, true);
  });
  it("keeps declared claims alone, with the words that stand for them", () => {
    const { claims, read } = said("I was in the Bridge. It was red.", [{ kind: "accusation", player: "red" }]);
    assert.deepEqual(claims, [{ kind: "accusation", player: "red", words: "It was red" }]);
    assert.equal(read, undefined);
    assert.deepEqual(said("It was red.", []).claims, []);
  });
  it("is heard alike by the rules and in the speaker's own view", () => {
    const view = viewOf(engine, given({ state: meeting }).frame, "green");
    assert.deepEqual(hearingIn(view).players, hearingOf(meeting, "green").players);
    assert.deepEqual(hearingIn(view).body, hearingOf(meeting, "green").body);
  });
});
