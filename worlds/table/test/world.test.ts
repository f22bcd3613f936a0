// The table as a world: the kernel's laws, whole adventures by the scripted table, and what must hold in every turn of them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keyedDice } from "@orrery/kernel";
import { lawful, legally, playOut, recklessly, redecides, replays, sha256 } from "@orrery/kernel/testing";
import { campaignOf } from "../campaign.ts";
import { changesOf, checkable, mentionsIn, responseOf, responseText, withoutClockwork } from "../gm/assemble.ts";
import { ownWords } from "../gm/judge.ts";
import { checkResponse, compare, isCampaign, readCampaign, secretIn } from "../protocol/index.ts";
import { ATTRIBUTION } from "../rules/licence.ts";
import { rollText } from "../rules/roll.ts";
import type { TableEvent } from "../shape.ts";
import type { TableState } from "../state.ts";
import { table } from "../world.ts";
import { BELL, configOf, engine, game, sceneOf } from "./campaign.ts";

const long = process.env["ORRERY_LONG"] === "1";
const PARTIES = [["ilsa"], ["bram"], ["maren"], ["tobin"], ["ilsa", "bram", "maren", "tobin"]] as const;
const games = PARTIES.map((party, i) => ({ party, played: game(`table ${i}`, party, 130) }));
const eventsOf = (turns: readonly { draft: { events: readonly unknown[] } }[]) =>
  turns.flatMap(({ draft }) => draft.events as readonly TableEvent[]);
/** Each state of a run, from its opening on. */
const statesOf = ({ opened, commits }: (typeof games)[number]["played"]): TableState[] => [
  opened.frame.state,
  ...commits.map(({ frame }) => frame.state),
];

describe("laws", () => {
  for (const { party, played } of games) {
    it(`hold at frames of a game by ${party.join(" and ")}`, () => {
      const frames = played.commits.filter((_, i) => i % 13 === 3).map(({ frame }) => frame);
      const tally = lawful(engine, [played.opened.frame, ...frames], { most: 5 });
      assert.ok(tally.legal > 12 && tally.refused > 8, JSON.stringify(tally));
    });
    it(`replay a game by ${party.join(" and ")} from its texts, and decide it again`, () => {
      replays(engine, played.opened, played.commits);
      redecides(engine, played);
    });
  }
  it("survive arbitrary input from seats", () => {
    const played = playOut(engine, {
      config: configOf(["bram", "tobin"]),
      choose: recklessly,
      seed: "havoc",
      turns: 120,
    });
    assert.ok(played.commits.some(({ draft }) => draft.validation.some(({ success }) => !success)));
    assert.ok(played.commits.length > 60);
  });
  it("survive every legal action", () => {
    const played = playOut(engine, {
      config: configOf(["maren", "ilsa"]),
      choose: legally,
      seed: "anything",
      turns: 200,
    });
    for (const { frame } of played.commits) assert.deepEqual(table.valid(frame.state), []);
  });
});

describe("the scripted table", () => {
  it("is never refused, and tells every turn", () => {
    for (const { played } of games) {
      assert.deepEqual(
        played.commits.flatMap(({ draft }) => draft.validation.filter(({ success }) => !success)),
        [],
      );
      assert.ok(
        eventsOf(played.commits).filter(({ type }) => type === "narrated").length >=
          Math.floor(played.commits.length / 2) - 1,
      );
    }
  });
  it("plays an adventure of twelve scenes and more to several endings", () => {
    assert.ok(Object.keys(BELL.scenes).length >= 12);
    const ends = new Set(
      Array.from(
        { length: long ? 120 : 14 },
        (_, i) => (game(`ending ${i}`, i % 2 ? ["bram"] : ["ilsa"]).outcome as { ending: string } | null)?.ending,
      ),
    );
    assert.ok(ends.size >= 3, [...ends].join());
  });
  it("obeys the protocol in every response", () => {
    let judged = 0;
    for (const { played } of games) {
      let before = played.opened.frame.state;
      for (const { frame, draft } of played.commits) {
        const told = (draft.events as readonly TableEvent[]).find((event) => event.type === "narrated")?.told;
        if (told) {
          const desk = table.view(before, "gm").desk!;
          const { turn, transition, mode } = desk;
          if (mode === "GOD") continue;
          // What the author wrote stands as it is: the words around it are what is judged.
          const narrative = ownWords(desk, told.narrative);
          const after = campaignOf(frame.state, told.hero);
          const named = mentionsIn(narrative, told.entities_mentioned, turn!.before, after);
          const campaign = readCampaign(checkable(turn!, changesOf(turn!, after), transition));
          assert.ok(isCampaign(campaign), `${campaign}`);
          const response = responseText({
            ...told,
            narrative,
            entities_mentioned: named,
            state_updates: withoutClockwork(told.state_updates),
          });
          const { violations } = checkResponse(campaign, told.input, response);
          assert.deepEqual(violations, [], told.input);
          judged++;
        }
        before = frame.state;
      }
    }
    assert.ok(judged > 100);
  });
  it("offers three to five choices, other_action among them, in every story turn", () => {
    for (const { played } of games)
      for (const event of eventsOf(played.commits)) {
        if (event.type !== "narrated") continue;
        const keys = Object.keys(event.told.choices);
        assert.ok(
          keys.length >= 3 && keys.length <= 5 && keys.includes("other_action"),
          `${event.told.input}: ${keys.join()}`,
        );
        for (const key of keys) assert.match(key, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      }
  });
});

describe("in every turn", () => {
  it("time goes forward in the story, and each telling has a moment of its own", () => {
    for (const { played } of games) {
      let last: TableState["now"] | null = null;
      for (const { frame, draft } of played.commits) {
        if (!(draft.events as readonly TableEvent[]).some(({ type }) => type === "narrated")) continue;
        if (last) assert.ok(compare(frame.state.now, last) > 0);
        last = frame.state.now;
      }
    }
  });
  it("derived values equal a fresh derivation", () => {
    for (const { played } of games)
      for (const state of statesOf(played).filter((_, i) => i % 17 === 0))
        for (const id of state.order)
          assert.deepEqual(campaignOf(JSON.parse(JSON.stringify(state)), id), campaignOf(state, id));
  });
  it("each total equals the sum of its dice and causes", () => {
    for (const { played } of games)
      for (const event of eventsOf(played.commits)) {
        if (event.type !== "rolled") continue;
        const { roll } = event;
        assert.equal(sum(roll.causes.map(({ value }) => value)), roll.modifier, rollText(roll));
        const faces =
          roll.kept === "higher"
            ? Math.max(...roll.dice)
            : roll.kept === "lower"
              ? Math.min(...roll.dice)
              : sum(roll.dice);
        assert.equal(Math.max(0, faces + roll.modifier), Math.max(0, roll.total), rollText(roll));
      }
  });
  it("the dead do nothing, and nobody reuses a dead person's id or name", () => {
    let dead = 0;
    for (const { played } of games)
      for (const [i, state] of statesOf(played).entries()) {
        dead = Math.max(dead, state.tombs.length);
        for (const { id, name } of state.tombs) {
          assert.equal(state.npcs[id], undefined);
          assert.ok(Object.values(state.npcs).every((npc) => npc.name !== name));
          assert.ok(!state.combat?.order.some((one) => one.id === id), `turn ${i}`);
        }
      }
    assert.ok(dead > 0, "nobody died in any of the games");
  });
  it("no text that a player reads names an alignment or a personality type", () => {
    for (const { party, played } of games)
      for (const state of statesOf(played).filter((_, i) => i % 11 === 0))
        for (const who of state.order) {
          const view = table.view(state, who);
          assert.equal(secretIn(JSON.stringify(view).replaceAll(/[{}[\]":,]/g, " ")), null, party.join());
        }
  });
});

describe("deadlines", () => {
  const bell = games.map(({ played }) => statesOf(played));
  it("warn at most three times each, in order, and fire once", () => {
    let fired = 0;
    for (const states of bell)
      for (const [i, { deadlines }] of states.entries()) {
        const before = states[i - 1]?.deadlines ?? deadlines;
        for (const [id, { warnings_given, status }] of Object.entries(deadlines)) {
          assert.ok(warnings_given >= before[id]!.warnings_given && warnings_given <= 3);
          if (before[id]!.status === "fired") assert.equal(status, "fired");
          else if (status === "fired") fired++;
        }
      }
    assert.ok(fired > 0);
  });
  it("fire by the clock alone: a night's rest is long enough for the bell", () => {
    const { state } = sceneOf();
    const dice = keyedDice(sha256, { seed: "s", salt: "0", lane: "table", depth: 1 }, "pc");
    const events = table.decide.rest(
      state,
      { actorId: state.order[0]!, type: "rest", metadata: { length: "long" } },
      dice,
    );
    assert.ok(
      events.some(
        (event) => event.type === "deadline_set" && event.id === "third_bell" && event.deadline.status === "fired",
      ),
    );
    assert.ok(events.some((event) => event.type === "remembered" && event.text.includes("time ran out")));
    assert.ok(events.some((event) => event.type === "mission_set" && event.mission.status === "failed"));
  });
});

describe("the response", () => {
  it("is the protocol's, without debug_info unless debug is on", () => {
    const { state } = sceneOf();
    assert.deepEqual(Object.keys(responseOf(state.told!, false)).sort(), [
      "dice_rolls",
      "entities_mentioned",
      "location_confirmed",
      "narrative",
      "planning_block",
      "resources",
      "session_header",
      "state_updates",
    ]);
    assert.ok("debug_info" in responseOf(state.told!, true));
    assert.equal(table.view(state, state.order[0]!).debug, null);
    assert.ok(table.view(sceneOf(undefined, ["ilsa"], { debug: true }).state, state.order[0]!).debug);
  });
  it("has the header of the source to the letter", () => {
    const { state } = sceneOf();
    assert.equal(
      state.told!.session_header,
      "[SESSION_HEADER]\nTimestamp: 1492 DR, Uktar 3, 13:00\nLocation: Thornwick\nStatus: Lvl 2 Rogue | HP: 17/17 (Temp: 0) | XP: 300/900 | Gold: 22gp\nConditions: None | Exhaustion: 0 | Inspiration: No",
    );
    assert.equal(state.told!.resources, "HD: 2/2, Potions: 1, Exhaustion: 0");
  });
  it("shows the attribution of the rules in every view and on the card", () => {
    const { state } = sceneOf();
    assert.equal(table.view(state, state.order[0]!).attribution, ATTRIBUTION);
    assert.ok(table.about.rules.includes(ATTRIBUTION));
  });
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
