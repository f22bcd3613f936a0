// Single deeds at the table: attacks, spells, claims, rulings, gods, and what is refused, each from a scene of the shipped adventure.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { type ActionBase, type AnyEvent, admit, decideTurn, type Frame, viewOf } from "@orrery/kernel";
import { blindfold } from "@orrery/kernel/testing";
import { parseTextToActions } from "@orrery/parser";
import { campaignOf } from "../campaign.ts";
import { contentProblem } from "../gate.ts";
import { readClaim } from "../gm/claims.ts";
import { previewBlock } from "../gm/god.ts";
import { gamemaster, IN_BRIEF } from "../gm/scripted.ts";
import { open } from "../open.ts";
import { makeHero } from "../people/maker.ts";
import { READY_MADE } from "../people/ready-made.ts";
import { armourClassOf, hpMaxOf } from "../rules/sheet.ts";
import type { Table, TableAction, TableEvent } from "../shape.ts";
import type { TableState } from "../state.ts";
import { table } from "../world.ts";
import { compiled, dull, engine, sceneOf } from "./campaign.ts";

type Stage = Frame<Table>;
const ILSA = "pc_ilsa_vane_001";

/** One turn by one seat, under a seed. */
function turn(frame: Stage, action: TableAction, seed = "deeds") {
  const ask =
    table
      .asks(frame.state)
      .find(({ to, may }) => to === action.actorId && (may as readonly string[]).includes(action.type)) ?? null;
  const provenance = { actor: action.actorId, ask: ask?.id ?? null, by: "agent" } as const;
  const draft = decideTurn(engine, frame, "table", [{ actor: action.actorId, ask, actions: [action], provenance }], {
    seed,
    salt: "0",
  });
  return {
    draft,
    events: draft.events as readonly AnyEvent<Table>[] as readonly TableEvent[],
    verdict: draft.validation[0]!,
    frame: { ...frame, ...draft.after, lanes: { table: (frame.lanes["table"] ?? 0) + 1 } } as Stage,
  };
}
/** A player's deed, and the scripted telling of it. */
function told(frame: Stage, action: TableAction, seed?: string) {
  const done = turn(frame, action, seed);
  assert.equal(done.verdict.success, true, done.verdict.message);
  let at = done.frame;
  while (at.state.phase !== "player") {
    const view = viewOf(engine, at, "gm");
    const said = turn(at, table.legal(view, "gm")[0]!);
    assert.equal(said.verdict.success, true, said.verdict.message);
    at = said.frame;
  }
  return { ...done, frame: at };
}
const reason = (frame: Stage, action: TableAction) => {
  const ask = table.asks(frame.state).find(({ to }) => to === action.actorId) ?? null;
  return (
    admit(engine, viewOf(engine, frame, action.actorId), { actor: action.actorId, ask }, action as ActionBase)
      ?.reason ?? null
  );
};
const at =
  (scene: string, place: string) =>
  (state: TableState): TableState => ({ ...state, scene, at: place });
const act = (type: TableAction["type"], metadata: object = {}, more: object = {}): TableAction =>
  ({ actorId: ILSA, type, metadata, ...more }) as TableAction;

describe("refusals", () => {
  const frame = sceneOf();
  const cases: readonly [string, TableAction][] = [
    ["no_such_choice", act("choose", { key: "fly_away" })],
    ["no_such_choice", act("choose", { key: "other_action" })],
    ["no_such_target", act("attack", {}, { targetId: "npc_nobody_001" })],
    ["unknown_spell", act("cast", { spell: "wish" })],
    ["unknown_spell", act("cast", { spell: "fireball" })],
    ["not_here", act("talk", {}, { targetId: "npc_agnes_001" })],
    ["no_such_place", act("travel", {}, { locationId: "loc_tower_001" })],
    ["no_such_item", act("use", {}, { targetId: "item_wand_001" })],
    ["cannot_act", act("use", {}, { targetId: "item_shortsword_001" })],
    ["not_for_sale", act("buy", { from: "npc_jory_001" }, { targetId: "plate" })],
    ["too_poor", act("buy", { from: "npc_jory_001" }, { targetId: "potion_of_healing" })],
    ["only_in_a_fight", act("maneuver", { kind: "dodge" })],
    ["only_in_a_fight", act("end_turn")],
    ["not_of_your_class", act("feature", { feature: "rage" })],
    ["no_level_waiting", act("level_up", { hp: "fixed" })],
    ["off_limits", act("say", { text: "I want to see some harm done to the children." })],
  ];
  for (const [code, action] of cases)
    it(`${code}: ${action.type} ${JSON.stringify(action.metadata)}`, () => {
      assert.equal(reason(frame, action), code);
    });
  it("not_a_god: GOD mode is for those who run the table", () => {
    assert.equal(
      reason(sceneOf(undefined, ["ilsa"], { gods: [] }), act("say", { text: "GOD MODE: heal me" })),
      "not_a_god",
    );
  });
  it("cannot_act: the unconscious only think", () => {
    const down = sceneOf((state) => ({
      ...state,
      heroes: { ...state.heroes, [ILSA]: { ...state.heroes[ILSA]!, hp: 0 } },
    }));
    assert.equal(reason(down, act("look")), "cannot_act");
    assert.equal(reason(down, act("think")), null);
  });
});

describe("claims", () => {
  const frame = sceneOf();
  for (const [text, what] of [
    ["I pull out my sword of dragon slaying", "item"],
    ["I draw my vorpal blade and behead him", "item"],
    ["I rolled a 20", "roll"],
    ["natural 20!", "roll"],
    ["I am now level 10", "level"],
    ["I gain 5000 XP", "level"],
    ["I find 1000 gold pieces", "gold"],
    ["The reeve gives me her chain at once without a roll", "outcome"],
  ] as const)
    it(`are answered in the story, and nothing is granted: ${text}`, () => {
      const before = frame.state;
      const { events, frame: after } = told(frame, act("say", { text }));
      assert.ok(
        events.some((event) => event.type === "fact" && event.fact.is === "denied" && event.fact.why === what),
        text,
      );
      const { gold, items, xp, level } = after.state.heroes[ILSA]!;
      assert.deepEqual(
        { gold, items, xp, level },
        {
          gold: before.heroes[ILSA]!.gold,
          items: before.heroes[ILSA]!.items,
          xp: before.heroes[ILSA]!.xp,
          level: before.heroes[ILSA]!.level,
        },
      );
      assert.ok(after.state.told!.narrative.length > 20);
    });
  it("do not apply to a carried thing", () => {
    const you = viewOf(engine, frame, ILSA).you!;
    assert.equal(readClaim("I draw my shortsword", you), null);
    assert.equal(readClaim("I light a torch", you), null);
    assert.equal(readClaim("I talk to the reeve about her son", you), null);
  });
});

describe("thinking", () => {
  it("takes one microsecond, rolls nothing and changes nothing else", () => {
    const frame = sceneOf();
    const { events, frame: after, draft } = told(frame, act("think", { about: "the road" }));
    assert.equal(draft.rolls.length, 0);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["began", "fact", "passed", "phase_set"],
    );
    assert.equal(after.state.now.micro - frame.state.now.micro, 1);
    assert.deepEqual(after.state.heroes, frame.state.heroes);
    assert.ok(after.state.told!.analysis!.pros.length > 0 && after.state.told!.analysis!.cons.length > 0);
  });
});

describe("free words that ask to think", () => {
  for (const text of [
    "I don't think, I just give her my word and take the task",
    "Before I climb the chapel roof I consider the odds",
    "What are my options with the reeve?",
    "I wonder: should I plan on stealing her chain?",
  ])
    it(`do nothing but take a microsecond: ${text}`, () => {
      const before = sceneOf();
      const { events, frame } = told(before, act("say", { text }));
      assert.deepEqual(
        events.map(({ type }) => type),
        ["began", "fact", "passed", "phase_set"],
      );
      assert.equal(frame.state.now.micro - before.state.now.micro, 1);
      assert.deepEqual(frame.state.missions, before.state.missions);
      assert.ok(frame.state.told!.analysis);
      assert.match(
        frame.state.told!.dm_notes.join(" "),
        /Taken as thinking by the word "(think|consider|options|plan)"/,
      );
    });
  it("get what was thought about as their first choice", () => {
    const { frame } = told(sceneOf(), act("say", { text: "I think about it: give her my word and take the task" }));
    assert.equal(Object.keys(frame.state.told!.choices)[0], "take_the_task");
  });
});

describe("free words", () => {
  it("wait for a ruling, and the rules roll what the game master asks for", () => {
    const { frame, events } = turn(sceneOf(), act("say", { text: "I climb the chapel roof" }));
    assert.equal(frame.state.phase, "ruling");
    assert.ok(!events.some(({ type }) => type === "rolled"));
    const ruled = turn(frame, {
      actorId: "gm",
      type: "set_dc",
      metadata: { skill: "athletics", dc: 12, what: "climbs", yes: "The roof is yours.", no: "The gutter comes off." },
    });
    assert.equal(ruled.verdict.success, true, ruled.verdict.message);
    const rolls = ruled.events.filter((event) => event.type === "rolled");
    assert.equal(rolls.length, 1);
    assert.equal(ruled.frame.state.phase, "narration");
  });
  it("can be read as one of the choices, with the same effect", () => {
    const { frame } = turn(sceneOf(), act("say", { text: "I give her my word" }));
    const read = turn(frame, {
      actorId: "gm",
      type: "read_as",
      metadata: { action: { type: "choose", metadata: { key: "take_the_task" } } },
    });
    assert.equal(
      read.frame.state.missions.find(({ mission_id }) => mission_id === "bring_wil_home")?.status,
      "accepted",
    );
    assert.equal(read.frame.state.heroes[ILSA]!.gold, 32);
  });
  it("cannot be read as an act that the character may not do", () => {
    const { frame } = turn(sceneOf(), act("say", { text: "I cast a wish" }));
    const read = turn(frame, {
      actorId: "gm",
      type: "read_as",
      metadata: { action: { type: "cast", metadata: { spell: "wish" } } },
    });
    assert.equal(read.verdict.reason, "unknown_spell");
  });
  const misread: readonly [string, Record<string, unknown>, RegExp][] = [
    ["an unknown skill", { type: "check", metadata: { skill: "astrology" } }, /skill/],
    ["a slot that is no number", { type: "cast", metadata: { spell: "cure_wounds", slot: "nine" } }, /slot/],
    ["a third length of rest", { type: "rest", metadata: { length: "forever" } }, /length/],
    ["an unknown pace", { type: "travel", locationId: "loc_salt_road_001", metadata: { pace: "at_once" } }, /pace/],
    ["a field of its own", { type: "look", metadata: { gold: 500 } }, /gold/],
    ["an attack on nobody", { type: "attack", metadata: {} }, /targetId/],
    ["a ruling within a ruling", { type: "read_as", metadata: { action: {} } }, /type is one of/i],
  ];
  for (const [name, action, why] of misread)
    it(`cannot be read as ${name}`, () => {
      const { frame } = turn(sceneOf(), act("say", { text: "I do something odd" }));
      const { verdict } = turn(frame, { actorId: "gm", type: "read_as", metadata: { action } });
      assert.equal(verdict.reason, "bad_proposal");
      assert.match(verdict.message!, why);
    });
  it("are read as a deed of the speaker, even when the ruling names another", () => {
    const { frame } = turn(sceneOf(), act("say", { text: "I stare at the ferry" }));
    const read = turn(frame, {
      actorId: "gm",
      type: "read_as",
      metadata: { action: { actorId: "pc_nobody_009", type: "think" } },
    });
    assert.equal(read.verdict.success, true, read.verdict.message);
    assert.ok(read.frame.state.pending!.facts.some(({ is }) => is === "think"));
  });
});

describe("a fight", () => {
  const road = sceneOf(at("toll", "loc_salt_road_001"));
  it("uses the author's encounter for a creature, however it begins", () => {
    const { frame } = told(road, act("attack", {}, { targetId: "npc_perrin_001" }));
    assert.equal(frame.state.combat?.encounter ?? "over", frame.state.combat ? "toll_fight" : "over");
    assert.ok(
      Object.values(frame.state.npcs).some(({ name }) => name === "Reed-cutter") || frame.state.tombs.length > 0,
    );
  });
  it("never waits for a creature, and a round takes six seconds", () => {
    let { frame } = told(road, act("attack", {}, { targetId: "npc_perrin_001" }), "long fight");
    const began = frame.state.now;
    let last = began;
    const rounds = new Set<number>();
    for (let i = 0; i < 12 && frame.state.combat; i++) {
      rounds.add(frame.state.combat.round);
      last = frame.state.now;
      assert.equal(frame.state.combat.order[frame.state.combat.turn]!.id, ILSA);
      const guard = act("maneuver", { kind: "dodge" });
      frame = told(frame, reason(frame, guard) === null ? guard : act("end_turn")).frame;
    }
    assert.ok(rounds.size >= 3);
    const seconds = (last.micro - began.micro) / 1_000_000;
    assert.ok(
      seconds >= 6 * (rounds.size - 1) && seconds <= 6 * (rounds.size + 1),
      `${seconds} s in ${rounds.size} rounds`,
    );
  });
  it("ends with experience for each foe, once, and a tombstone", () => {
    for (let i = 0; i < 12; i++) {
      let { frame } = told(road, act("attack", {}, { targetId: "npc_perrin_001" }), `win ${i}`);
      for (let n = 0; n < 30 && frame.state.combat; n++) {
        const foe = frame.state.combat.order.find(({ id }) => frame.state.npcs[id]?.disposition === "hostile")!.id;
        const strike = act("attack", {}, { targetId: foe });
        frame = told(frame, reason(frame, strike) === null ? strike : act("end_turn"), `win ${i} ${n}`).frame;
      }
      const hero = frame.state.heroes[ILSA]!;
      if (frame.state.flags["road_open"] && hero.hp > 0 && frame.state.tombs.length === 2) {
        assert.equal(hero.xp, 300 + 2 * 25);
        assert.deepEqual(frame.state.tombs.map(({ name }) => name).sort(), ["Perrin Sly", "Reed-cutter"]);
        assert.ok(frame.state.memories.some((memory) => memory.startsWith("Perrin Sly died")));
        return;
      }
    }
    assert.fail("no fight in twelve was won outright");
  });
});

describe("a telling of the scripted game master", () => {
  const gained = (...amounts: readonly number[]) => {
    const { state } = turn(sceneOf(), act("look")).frame;
    const hero = state.heroes[ILSA]!;
    const got = amounts.map((amount) => ({ is: "got", who: hero.name, what: `${amount} experience` }) as const);
    return {
      ...state,
      heroes: { ...state.heroes, [ILSA]: { ...hero, xp: hero.xp + 300 } },
      pending: { ...state.pending!, facts: [...state.pending!.facts, ...got] },
    };
  };
  it("names each gain of a turn, though the campaign has their sum", () => {
    const view = table.view(gained(200, 100), "gm");
    const { metadata } = gamemaster(view, dull) as Extract<TableAction, { type: "narrate" }>;
    assert.match(metadata.narrative, /gain 200 experience.*gain 100 experience/s);
  });
  it("names no gain that the campaign does not have", () => {
    const view = table.view(gained(200, 50), "gm");
    const { metadata } = gamemaster(view, dull) as Extract<TableAction, { type: "narrate" }>;
    assert.equal(metadata.narrative, IN_BRIEF);
  });
});

describe("GOD mode", () => {
  it("applies a block whole, as one turn, and says what it did", () => {
    const { frame } = told(
      sceneOf(),
      act("say", {
        text: 'GOD_MODE_SET:\nplayer_character_data.resources.gold = 100\nplayer_character_data.inventory.sunstone_amulet = {"name": "Sunstone Amulet"}\nnpc_data."Jory Pell" = __DELETE__',
      }),
    );
    assert.equal(frame.state.heroes[ILSA]!.gold, 100);
    assert.ok(frame.state.heroes[ILSA]!.items.some(({ name }) => name === "Sunstone Amulet"));
    assert.equal(frame.state.npcs["npc_jory_001"], undefined);
    assert.deepEqual(
      frame.state.tombs.map(({ name }) => name),
      ["Jory Pell"],
    );
    assert.equal(frame.state.told!.mode, "GOD");
    assert.ok(frame.state.told!.choices["god:return_story"]);
    assert.match(frame.state.told!.god_mode_response, /gold = 100/);
  });
  describe("equipment", () => {
    const block = (...lines: string[]) =>
      told(
        sceneOf(),
        act("say", { text: ["GOD_MODE_SET:", ...lines.map((line) => `player_character_data.${line}`)].join("\n") }),
      ).frame.state;
    const sheet = (state: TableState) =>
      campaignOf(state, ILSA).player_character_data["equipment"] as Record<string, unknown>;
    const had = sheet(sceneOf().state);

    it("is set by the names on the sheet: what is missing goes, what is new comes", () => {
      const state = block(
        'equipment.weapons = ["Longsword", "Dart (10)"]',
        'equipment.backpack = ["Rope", "Sealed Letter"]',
      );
      assert.deepEqual(sheet(state), {
        ...had,
        weapons: ["Longsword", "Dart (10)"],
        backpack: ["Rope", "Sealed Letter"],
      });
      assert.deepEqual(table.valid(state), []);
    });
    it("takes one thing more, and leaves the rest", () => {
      const state = block('equipment.backpack = {"append": "Lantern"}');
      assert.deepEqual(sheet(state), { ...had, backpack: [...(had["backpack"] as string[]), "Lantern"] });
    });
    it("changes the armour class with what is worn", () => {
      const bare = block('equipment.armor = ""');
      assert.equal(sheet(bare)["armor"], "");
      assert.equal(armourClassOf(bare.heroes[ILSA]!).value, 10 + 3);
      const plate = block('equipment.armor = "Plate, Shield"').heroes[ILSA]!;
      assert.equal(armourClassOf(plate).value, 20);
      assert.ok(
        plate.items.some(({ kind, worn }) => kind === "leather" && !worn),
        "the old armour is kept",
      );
    });
    it("loses two things by their keys in one block", () => {
      const more = 'equipment.backpack = ["Rope", "Lantern", "Crowbar"]';
      const state = block(more);
      assert.deepEqual(sheet(state)["backpack"], ["Rope", "Lantern", "Crowbar"]);
      const { frame } = told(
        { ...sceneOf(), state },
        act("say", {
          text: `GOD_MODE_SET:\n${["rope", "crowbar"].map((key) => `player_character_data.inventory.${key} = __DELETE__`).join("\n")}`,
        }),
      );
      assert.deepEqual(sheet(frame.state)["backpack"], ["Lantern"], frame.state.told!.god_mode_response);
    });
    for (const [line, why] of [
      ['equipment.weapons = ["Rope"]', /input:2.*"Rope" is no weapon of the rules/],
      ['equipment.armor = "Dream Cloak"', /input:2.*"Dream Cloak" is no armour of the rules/],
      ['equipment.armor = "Plate, Leather"', /input:2.*one armour and one shield/],
      ["equipment.backpack = [3]", /input:2.*list of names/],
    ] as const)
      it(`refuses ${line}`, () => {
        const state = block(line);
        assert.match(state.told!.god_mode_response, why);
        assert.deepEqual(sheet(state), had);
      });
  });
  it("renames somebody, and the id stays", () => {
    const { frame } = told(
      sceneOf(),
      act("say", { text: 'GOD_MODE_SET:\nnpc_data."Perrin Sly".display_name = "Perrin the Short"' }),
    );
    assert.equal(frame.state.npcs["npc_perrin_001"]!.name, "Perrin the Short", JSON.stringify(frame.state.told));
    assert.deepEqual(frame.state.tombs, []);
  });
  it("applies nothing of a block with an impossible line, and names the line", () => {
    const before = sceneOf();
    const { frame } = told(
      before,
      act("say", {
        text: "GOD_MODE_SET:\nplayer_character_data.resources.gold = 100\nplayer_character_data.armor_class = 30",
      }),
    );
    assert.equal(frame.state.heroes[ILSA]!.gold, before.state.heroes[ILSA]!.gold);
    assert.match(frame.state.told!.god_mode_response, /input:3.*derived/);
  });
  it("is seen before it is applied, each change and each fault with its line", () => {
    const { state } = sceneOf();
    const block = (...lines: string[]) => ["GOD_MODE_SET:", ...lines].join("\n");
    const gold = "player_character_data.resources.gold = 100";
    const { changes, problems } = previewBlock(state, ILSA, block(gold, "", "player_character_data.level = 3"));
    assert.deepEqual(problems, []);
    const lineOf = (path: string) => changes.find((change) => change.path === path)?.line;
    assert.equal(lineOf("player_character_data.resources.gold"), 2);
    assert.equal(lineOf("player_character_data.level"), 4);
    assert.equal(lineOf("player_character_data.hp_max"), null, "follows from the level");
    const faulty = previewBlock(state, ILSA, block(gold, "player_character_data.armor_class = 30", "no line"));
    assert.deepEqual(
      faulty.problems.map(({ line }) => line),
      [4],
      "what cannot be read is told first",
    );
    const derived = previewBlock(state, ILSA, block(gold, "player_character_data.armor_class = 30"));
    assert.deepEqual([derived.problems.map(({ line }) => line), derived.changes], [[3], []]);
  });
  it("raises a level with all its consequences", () => {
    const { frame } = told(sceneOf(), act("say", { text: "GOD_MODE_SET:\nplayer_character_data.level = 5" }));
    const hero = frame.state.heroes[ILSA]!;
    assert.deepEqual([hero.level, hero.xp, hero.hpGains.length], [5, 6500, 4]);
    assert.ok(hpMaxOf(hero).value > 30);
    assert.deepEqual(table.valid(frame.state), []);
  });
  it("moves time backward only by command, and warns of it", () => {
    const later = told(sceneOf(), act("rest", { length: "short" })).frame;
    const { frame } = told(later, act("say", { text: "GOD MODE: Reset to Uktar 3, 13:05" }));
    assert.ok(frame.state.now.micro < later.state.now.micro, frame.state.told!.god_mode_response);
    assert.match(frame.state.told!.god_mode_response, /backward/i);
  });
  it("works as a god's action too, and is refused with its lines", () => {
    const { state } = sceneOf();
    const dice = {
      hash: engine.hash,
      int: (_: string, low: number) => low,
      pick: <T>(_: string, list: readonly [T, ...T[]]) => list[0],
      shuffle: <T>(_: string, list: readonly T[]) => [...list],
      joint: () => dice,
    };
    const refused = table.god.decide.set_block(
      state,
      { metadata: { text: "GOD_MODE_SET:\nnpc_data.Nobody.hp_current = 3" } },
      dice,
    );
    assert.ok("reason" in refused && refused.reason === "bad_block" && /input:2/.test(refused.message));
    const done = table.god.decide.set_block(
      state,
      { metadata: { text: "GOD_MODE_SET:\nplayer_character_data.exhaustion = 2" } },
      dice,
    );
    assert.ok(Array.isArray(done) && done.length > 0);
  });
});

describe("DM mode", () => {
  it("answers out of the story, with the causes of a number, and changes nothing", () => {
    const before = sceneOf();
    const { frame } = told(before, act("ask_gm", { text: "Why is my AC what it is?" }));
    assert.equal(frame.state.told!.mode, "DM");
    assert.match(frame.state.told!.narrative, /Armour class 14: leather 11, Dexterity 3/);
    assert.deepEqual([frame.state.now, frame.state.heroes], [before.state.now, before.state.heroes]);
  });
  for (const [text, says] of [
    ["DM: how does advantage work?", /rolls two d20 and keeps the higher/],
    ["Ask the game master what happens at 0 hit points", /three of either decide/],
    ["dm, what does poisoned do?", /^Poisoned: disadvantage on attacks; disadvantage on ability checks\.$/],
    ["OOC: what does magic missile do?", /^Magic missile, level 1: /i],
    ["out of character: why is my armour 14?", /leather 11/],
    ["DM MODE: do you like tea? And who am I?", /pick a choice/],
  ] as const)
    it(`answers what is asked in the middle of play: ${text}`, () => {
      const before = sceneOf();
      const lexicon = table.words.lexicon(viewOf(engine, before, ILSA));
      const { actions } = parseTextToActions(text, { actorId: ILSA, lexicon, recent: [] });
      assert.deepEqual(actions, [act("ask_gm", { text })]);
      const { frame } = told(before, actions[0] as TableAction);
      assert.equal(frame.state.told!.mode, "DM");
      assert.match(frame.state.told!.narrative, says);
      assert.deepEqual(
        { ...frame.state, told: 0, timeline: 0, drift: 0 },
        { ...before.state, told: 0, timeline: 0, drift: 0 },
        "nothing changes but what was said",
      );
    });
});

describe("secrets of the game master", () => {
  const hidden = (hp: number) =>
    sceneOf((state) => ({
      ...state,
      npcs: {
        ...state.npcs,
        npc_lurker_001: {
          ...state.npcs["npc_jory_001"]!,
          id: "npc_lurker_001",
          name: "Lurker",
          block: "goblin",
          hp,
          hpMax: 7,
          hidden: true,
          disposition: "hostile",
          wares: {},
          gold: hp,
        },
      },
    }));
  it("stay out of a player's seat: a hidden creature, its wounds and its purse", () => {
    blindfold(engine, hidden(3), hidden(7), ILSA, {
      probes: [
        act("attack", {}, { targetId: "npc_lurker_001" }),
        act("talk", {}, { targetId: "npc_lurker_001" }),
      ] as ActionBase[],
    });
  });
  it("stay out of a player's seat: notes, alignments and personalities", () => {
    const plain = sceneOf();
    const other = sceneOf((state) => ({
      ...state,
      told: { ...state.told!, dm_notes: ["The mayor did it."], state_rationale: "Because." },
      npcs: {
        ...state.npcs,
        npc_hesper_001: { ...state.npcs["npc_hesper_001"]!, mbti: "INTJ", alignment: "chaotic evil" },
      },
      heroes: { ...state.heroes, [ILSA]: { ...state.heroes[ILSA]!, mbti: "ENFP", alignment: "lawful evil" } },
    }));
    blindfold(engine, plain, other, ILSA);
  });
});

describe("the content gate", () => {
  const limits = { rating: "teen", lines: ["spiders"], veils: ["torture"] } as const;
  it("keeps lines both ways and veils out of the telling", () => {
    assert.match(contentProblem("A giant spider drops on you", limits, "gm")!, /line/);
    assert.match(contentProblem("I collect spiders", limits, "player")!, /line/);
    assert.match(contentProblem("He tortures the captive", limits, "gm")!, /veil/);
    assert.equal(contentProblem("I ask about the torture chamber", limits, "player"), null);
    assert.equal(contentProblem("The spy dares the reeve", limits, "gm"), null);
  });
  it("refuses some content at every rating", () => {
    const open = { rating: "mature", lines: [], veils: [] } as const;
    assert.ok(contentProblem("I seduce the 15-year-old girl", open, "player"));
    assert.ok(contentProblem("He rapes the prisoner", open, "gm"));
    assert.equal(contentProblem("The girl laughs. The children run home.", open, "gm"), null);
  });
});

describe("typed lines", () => {
  const view = viewOf(engine, sceneOf(at("toll", "loc_salt_road_001")), ILSA);
  const lexicon = table.words.lexicon({
    ...view,
    choices: [
      { key: "pay_toll", text: "Pay the toll", description: "Six.", risk_level: "low", chance: null, roll: null },
      {
        key: "talk_down",
        text: "Talk him out of it",
        description: "Try.",
        risk_level: "low",
        chance: null,
        roll: null,
      },
      {
        key: "own_up",
        text: "Tell Perrin the truth",
        description: "He ought to know.",
        risk_level: "low",
        chance: null,
        roll: null,
      },
    ],
  });
  const read = (text: string) => parseTextToActions(text, { actorId: ILSA, lexicon, recent: [] }).actions[0];
  for (const [text, type, data] of [
    ["1", "choose", { key: "pay_toll" }],
    ["2", "choose", { key: "talk_down" }],
    ["pay the toll", "choose", { key: "pay_toll" }],
    ["talk down", "choose", { key: "talk_down" }],
    ["option 2", "choose", { key: "talk_down" }],
    ["Tell Perrin the truth.", "choose", { key: "own_up" }],
    ["tell perrin the bell rang", "talk", { say: "the bell rang" }],
    ["rest", "rest", { length: "short" }],
    ["long rest", "rest", { length: "long" }],
    ["think", "think", {}],
    ["dodge", "maneuver", { kind: "dodge" }],
    ["search", "check", { skill: "investigation" }],
    ["roll stealth", "check", { skill: "stealth" }],
    ["end turn", "end_turn", {}],
    ["I juggle three apples for him", "say", { text: "I juggle three apples for him" }],
  ] as const)
    it(`are understood: ${text}`, () => {
      const action = read(text);
      assert.equal(action?.type, type);
      assert.deepEqual(action?.metadata, data);
    });
  it("name creatures and places: attack perrin, go to thornwick", () => {
    assert.deepEqual([read("attack perrin")?.type, read("attack perrin")?.targetId], ["attack", "npc_perrin_001"]);
    assert.deepEqual(
      [read("attack the toll taker with my dagger")?.targetId, read("attack perrin with my dagger")?.metadata],
      ["npc_perrin_001", { with: "item_dagger_001" }],
    );
    assert.deepEqual(
      [read("go to thornwick")?.type, read("go to thornwick")?.locationId],
      ["travel", "loc_thornwick_001"],
    );
  });
});

describe("characters", () => {
  it("are four, ready-made by the rules", () => {
    for (const choices of Object.values(READY_MADE)) {
      const made = makeHero(choices);
      assert.ok(made.ok, JSON.stringify(made));
      assert.equal(made.hero.hp, hpMaxOf(made.hero).value);
    }
  });
  it("are refused with a list of every mistake", () => {
    const made = makeHero({ ...READY_MADE.bram, name: "", class: "fighter" });
    assert.ok(!made.ok && made.problems.length === 1);
    const odd = makeHero({ ...READY_MADE.bram, age: "old", pronoun: "xe", mbti: "ABCD", gender: 3, spells: "all" });
    assert.equal(odd.ok, false);
    assert.equal(odd.ok ? 0 : odd.problems.length, 5, JSON.stringify(odd));
    const wrong = makeHero({
      ...READY_MADE.bram,
      scores: { ...READY_MADE.bram.scores, strength: 18 },
      skills: ["arcana", "stealth", "athletics"],
      raise: ["wisdom"],
      gear: { bazooka: 1 },
    });
    assert.ok(!wrong.ok && wrong.problems.length >= 5, JSON.stringify(wrong));
  });
});

describe("adventures as texts", () => {
  const problems = (text: string) => {
    const read = compiled(text);
    return read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`);
  };
  it("are judged with the line of each mistake", () => {
    const found = problems(`title: A
summary: B
opening: nowhere
places:
  hut: { name: Hut, description: A hut., light: purple, exits: { moon: { miles: 1 } } }
scenes:
  start:
    at: hut
    text: Here.
    choices:
      go: { text: Go, says: Go on., do: [{ fly: up }, { go: start }] }
      other_action: { text: X, says: Y, do: [] }
`);
    for (const [line, word] of [
      [3, "nowhere"],
      [5, "purple"],
      [5, "moon"],
      [11, "fly"],
      [12, "other_action"],
    ] as const)
      assert.ok(
        found.some((one) => one.startsWith(`${line}: `) && one.includes(word)),
        `${line} ${word}\n${found.join("\n")}`,
      );
  });
  it("are judged where a flag is asked for, a name is shared and a scene is left aside", () => {
    const found = problems(`title: A
summary: B
opening: start
places:
  hut: { name: Hut, description: A hut. }
  shed:
    name: hut
    description: Another.
scenes:
  start:
    at: hut
    text: Here.
    choices:
      wait: { text: Wait, says: Stay., do: [{ flag: waited }] }
      go:
        text: Go
        says: Go on.
        if: { flags: [waited, paid] }
        do: [{ go: start }]
  attic: { at: hut, text: Dust., choices: { go: { text: Go, says: Down., do: [{ go: start }] } } }
`);
    assert.deepEqual(found, [
      '7: Two things are called "hut".',
      '18: The flag "paid" is asked for, and nothing ever sets it.',
      '20: Nothing leads to the scene "attic".',
    ]);
  });
  it("name the party: ready-made, or made by the rules from choices", () => {
    const base = readFileSync(new URL("../starter.yaml", import.meta.url), "utf8")
      .replace("TITLE", '"Mine"')
      .replace(/^world: table$/m, "");
    const kes = JSON.stringify({ ...READY_MADE.bram, name: "Kes" });
    const good = compiled(`${base}\nparty: [maren, ${kes}]\n`);
    assert.ok(good.ok);
    assert.deepEqual(open(good.config, dull).order, ["pc_maren_holt_001", "pc_kes_002"]);
    assert.match(problems(`${base}\nparty: [gandalf]\n`).join(), /gandalf/);
    assert.match(problems(`${base}\nparty: [{ name: X }]\n`).join(), /people|class/);
  });
  it("can be created from the starter", () => {
    const text = readFileSync(new URL("../starter.yaml", import.meta.url), "utf8")
      .replace("TITLE", '"Mine"')
      .replace(/^world: table$/m, "");
    assert.deepEqual(problems(text), []);
  });
});
