// What percepts leave behind: sound for every percept of random play, about nothing that was not perceived, in the terms of minds.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Action, type Frame, perceptsOf, step, WAYS } from "@orrery/kernel";
import { playOut } from "@orrery/kernel/testing";
import { type House, type HousePercept, house, whoKnows } from "../index.ts";
import { impression } from "../people/impression.ts";
import { engine } from "./manor.ts";
import { shipped } from "./shipped.ts";

interface Met {
  readonly who: string;
  readonly percept: HousePercept;
}

const TALK: ReadonlySet<string> = new Set(["ask", "tell", "read"]);

/** A game of random legal acts: everything that reached anybody, and where it ended. */
function played(name: string, seed: string): { met: Met[]; end: Frame<House> } {
  // Half of the time something to learn by, where there is any: random play alone hardly ever talks.
  const pick = (legal: readonly Action<House>[], n: number) => {
    const talk = n % 2 === 0 ? legal.filter(({ type }) => TALK.has(type)) : [];
    const from = talk.length > 0 ? talk : legal;
    return from[(n >> 1) % from.length];
  };
  const { opened, commits, frame } = playOut(engine, {
    config: shipped(name),
    seed,
    turns: 80,
    choose: ({ legal, dice }) => [pick(legal, dice.int("act", 0, 10_000))],
  });
  const met: Met[] = [];
  let before: Pick<Frame<House>, "state" | "minds"> = opened.frame;
  for (const { draft } of commits) {
    for (const event of draft.events) {
      const after = step(engine, before, event);
      for (const who of house.actors(before.state))
        for (const percept of perceptsOf(engine, before.state, event, after.state, who)) met.push({ who, percept });
      before = after;
    }
  }
  return { met, end: frame };
}

const games = (["cottage", "mystery", "lighthouse"] as const).flatMap((name) =>
  ["a", "b"].map((seed) => ({ name, seed, ...played(name, seed) })),
);
/** Every string of a plain value. */
const strings = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

describe("impressions", () => {
  it("are sound, and about nothing that is not in the percept", () => {
    const kinds = new Set<string>();
    for (const { met } of games)
      for (const { who, percept } of met) {
        const { how, from, about, sees = [], importance } = impression(percept, who);
        kinds.add(percept.told?.type ?? "sight");
        assert.ok(WAYS.includes(how) && how !== "known", how);
        assert.ok(Number.isInteger(importance) && importance >= 0 && importance <= 10, `${importance}`);
        const named = new Set(strings(percept));
        for (const id of [...about, ...sees, ...(from === null ? [] : [from])]) assert.ok(named.has(id), id);
        assert.ok(!about.includes(who), "oneself is not news");
        assert.equal(new Set(about).size, about.length);
        // Who does something has no source; what is heard in the dark has none either.
        if (["did", "said", "thought", "saw"].includes(how)) assert.equal(from, null);
      }
    assert.ok(kinds.size >= 15, `too little happened: ${[...kinds].join(", ")}`);
  });

  it("name the same source as the mind for each topic: a speaker or a text", () => {
    let learned = 0;
    let named = 0;
    for (const { met, end } of games) {
      const sources = new Map<string, string | null>();
      for (const { who, percept } of met) {
        if (percept.told?.type !== "learned") continue;
        const { how, from, about } = impression(percept, who);
        learned++;
        // A voice that nobody knows is heard, and that is all.
        assert.equal(how, from === null ? "heard" : Object.hasOwn(end.state.people, from) ? "told" : "read");
        assert.deepEqual(about.includes(percept.told.topic.id), true);
        if (!sources.has(`${who} ${percept.told.topic.id}`)) sources.set(`${who} ${percept.told.topic.id}`, from);
      }
      for (const [id] of Object.entries(end.state.topics ?? {}))
        for (const { who, from } of whoKnows(end.state, id)) {
          const known = end.minds[who]?.topics?.[id];
          if (from === null) continue;
          // The truth knows every speaker; a mind knows only the voices it has learned.
          const source = sources.get(`${who} ${id}`);
          assert.deepEqual([known?.from?.id ?? null, source], source === null ? [null, null] : [from, from]);
          if (source !== null) named++;
        }
    }
    assert.ok(learned > 0 && named > 0, `${learned} learned, ${named} of them from somebody known`);
  });

  it("of one's own acts and another's differ as they should", () => {
    const ned = { id: "ned", name: "Ned", aliases: [], adjectives: [] };
    const you = { id: "you", name: "visitor", aliases: [], adjectives: [] };
    const scene = { room: ned, description: "", lit: true, exits: [], things: [], people: [], holding: [] };
    const of = (told: object, who = "you") => impression({ told, scene } as unknown as HousePercept, who);
    const said = { type: "said", who: ned, text: "Boo", to: you };
    assert.deepEqual(of(said), { how: "heard", from: "ned", about: ["ned"], importance: 6 });
    assert.deepEqual(of(said, "ned"), { how: "said", from: null, about: ["you"], importance: 3 });
    assert.deepEqual(of({ ...said, who: null }).from, null);
    const informed = { type: "informed", who: ned, to: you, about: { ...ned, id: "fire" } };
    assert.deepEqual(of(informed).how, "told");
    assert.deepEqual(of(informed, "moll").how, "heard");
    assert.equal(of({ type: "waited", who: you }).importance, 0);
    assert.equal(of({ type: "hinted", who: you, text: "WIND THE CLOCK." }).importance, 0, "forgotten as it is given");
    const performed = { type: "performed", who: ned, deed: "accuse you", about: [you] };
    assert.equal(of({ ...performed, grave: true }).importance, 9);
    assert.equal(of(performed).importance, 6);
    assert.equal(of(performed, "ned").importance, 5);
    assert.deepEqual(impression({ told: null, scene } as unknown as HousePercept, "you").about, []);
  });
});
