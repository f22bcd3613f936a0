// The maker of characters: every ready-made one and every class passes it, and each mistake is named.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseTextToActions } from "@orrery/parser";
import { type Choices, makeHero } from "../people/maker.ts";
import { cantripOptions, nextSpells, skillOptions, spellOptions } from "../people/options.ts";
import { heroOf, READY_MADE } from "../people/ready-made.ts";
import { playerChecks } from "../play/check.ts";
import { CLASSES } from "../rules/classes.ts";
import { RACES, type RaceId } from "../rules/races.ts";
import { heroScores } from "../rules/sheet.ts";
import { view } from "../view/index.ts";
import { table } from "../world.ts";
import { dull, sceneOf } from "./campaign.ts";

const PLAIN: Choices = {
  name: "Kes",
  race: "human",
  class: "fighter",
  background: "soldier",
  scores: { strength: 15, dexterity: 13, constitution: 14, intelligence: 8, wisdom: 12, charisma: 10 },
  skills: ["perception", "survival"],
};
const problems = (change: Partial<Choices> | Record<string, unknown>): readonly string[] => {
  const made = makeHero({ ...PLAIN, ...change } as Choices);
  return made.ok ? [] : made.problems;
};

describe("the maker of characters", () => {
  it("makes the ready-made ones, and one of each class and people at each level", () => {
    for (const choices of Object.values(READY_MADE)) assert.ok(makeHero(choices).ok, JSON.stringify(makeHero(choices)));
    for (const id of CLASSES)
      for (const race of Object.keys(RACES) as RaceId[])
        for (const level of [1, 2, 3, 4, 5]) {
          const raise = race === "half_elf" ? (["strength", "wisdom"] as const) : [];
          const improve = level >= 4 ? (["strength", "strength"] as const) : [];
          const { count, from } = skillOptions(id, "acolyte", race);
          const skills = from.slice(0, Math.min(count, 2));
          const made = makeHero({ ...PLAIN, class: id, race, level, raise, improve, skills, background: "acolyte" });
          assert.ok(made.ok, `${id} ${race} ${level}: ${JSON.stringify(made)}`);
          const { hero } = made;
          assert.ok(hero.cantrips.length <= cantripOptions(id, level).count);
          assert.ok(hero.spells.length <= spellOptions(id, level, heroScores(hero)).count);
        }
  });
  for (const [what, change, says] of [
    ["a choice that nobody knows", { strenght: 18 }, /no choice called "strenght"/],
    ["scores beyond the points", { scores: { ...PLAIN.scores, charisma: 15 } }, /cost \d+ points, and there are 27/],
    ["a skill of another class", { skills: ["perception", "arcana"] }, /does not learn arcana/],
    ["too many skills", { skills: ["perception", "survival", "acrobatics"] }, /chooses 2 different skills/],
    ["the same skill twice", { skills: ["perception", "perception"] }, /chooses 2 different skills/],
    ["expertise without the class", { expertise: ["perception"] }, /expert in 0 skills/],
    ["a style of nobody's", { class: "wizard", skills: ["arcana"], style: "archery" }, /no fighting style/],
    ["a wish for gold", { gold: 9000 }, /begins with 200 at most/],
    ["gear beyond the purse", { gear: { plate: 1 } }, /begins with 200 at most/],
    ["gear of another book", { gear: { laser: 1 } }, /no gear of the rules/],
    ["a spell without a class for it", { spells: ["magic_missile"] }, /no spell of a fighter/],
    ["level 4 without its improvement", { level: 4 }, /Name 2 abilities/],
    ["an improvement too early", { improve: ["strength", "strength"] }, /improves no ability/],
    ["a level of legends", { level: 20 }, /level 1 to 5/],
  ] as const)
    it(`refuses ${what}`, () => assert.match(problems(change).join(" "), says));
  it("refuses more spells than the class has, and spells out of reach", () => {
    const wizard = { class: "wizard", skills: ["arcana"], scores: { ...PLAIN.scores, intelligence: 8 } } as const;
    const spells = ["magic_missile", "shield", "sleep"];
    assert.match(problems({ ...wizard, spells }).join(" "), /has 1 different spells at most/);
    assert.match(problems({ ...wizard, spells: ["fireball"] }).join(" "), /out of reach at level 1/);
  });
});

describe("a level", () => {
  const rising = sceneOf(
    (state) => {
      const [id] = state.order;
      return { ...state, heroes: { ...state.heroes, [id!]: { ...state.heroes[id!]!, xp: 900 } } };
    },
    ["tobin"],
  ).state;
  const id = rising.order[0]!;
  const up = (metadata: object) =>
    playerChecks.level_up(view(rising, id), {
      actorId: id,
      type: "level_up",
      metadata: { hp: "fixed", ...metadata },
    } as never);

  it("offers as many spells as the class learns, and no others", () => {
    const { spells } = nextSpells(rising.heroes[id]!);
    assert.equal(up({ spells: spells.from.slice(0, spells.count) }), null);
    assert.match(String((up({})!.data as { why: string }).why), /brings 1 spell: LEVEL UP LEARNING BURNING HANDS$/);
    assert.equal(up({ spells: spells.from.slice(0, spells.count + 1) })?.reason, "wrong_choices");
    assert.equal(up({ spells: ["cure_wounds"] })?.reason, "unknown_spell");
    assert.equal(up({ spells: rising.heroes[id]!.spells.slice(0, 1) })?.reason, "unknown_spell");
    assert.equal(up({ raise: ["strength", "strength"] })?.reason, "wrong_choices");
  });
  const fourth = sceneOf(
    (state) => {
      const [id] = state.order;
      return {
        ...state,
        heroes: { ...state.heroes, [id!]: { ...state.heroes[id!]!, level: 3, hpGains: [4, 4], xp: 2700 } },
      };
    },
    ["tobin"],
  ).state;
  for (const [text, metadata] of [
    ["level up with strength", { hp: "fixed", raise: ["strength", "strength"] }],
    ["level up raising strength and wisdom", { hp: "fixed", raise: ["strength", "wisdom"] }],
    ["Level up with wisdom and strength.", { hp: "fixed", raise: ["strength", "wisdom"] }],
    ["level up rolling with dexterity", { hp: "rolled", raise: ["dexterity", "dexterity"] }],
    ["level up learning misty step", { hp: "fixed", spells: ["misty_step"] }],
    [
      "level up with intelligence learning misty step and web",
      { hp: "fixed", raise: ["intelligence", "intelligence"], spells: ["misty_step", "web"] },
    ],
    ["level up, learning misty step", { hp: "fixed", spells: ["misty_step"] }],
    [
      "Level up with strength and wisdom, learning misty step.",
      { hp: "fixed", raise: ["strength", "wisdom"], spells: ["misty_step"] },
    ],
    [
      "I level up with intelligence and learn web",
      { hp: "fixed", raise: ["intelligence", "intelligence"], spells: ["web"] },
    ],
    ["level up rolling, and learn ray of frost", { hp: "rolled", cantrips: ["ray_of_frost"] }],
    [
      "level up learning misty step and web and the cantrip ray of frost",
      { hp: "fixed", spells: ["misty_step", "web"], cantrips: ["ray_of_frost"] },
    ],
    ["level up", { hp: "fixed" }],
  ] as const)
    it(`is chosen in words: ${text}`, () => {
      const lexicon = table.words.lexicon(view(fourth, id));
      const { actions } = parseTextToActions(text, { actorId: id, lexicon, recent: [] });
      assert.equal(actions.length, 1, JSON.stringify(actions));
      assert.equal(actions[0]!.type, "level_up");
      assert.deepEqual(actions[0]!.metadata, metadata);
    });
  it("says in a refusal how an ability is named", () => {
    const refused = playerChecks.level_up(view(fourth, id), {
      actorId: id,
      type: "level_up",
      metadata: { hp: "fixed" },
    } as never);
    assert.match(String((refused!.data as { why: string }).why), /level up with strength and wisdom/i);
  });

  it("is remembered with what it brought", () => {
    const [spell] = nextSpells(rising.heroes[id]!).spells.from;
    const events = table.decide.level_up(
      rising,
      { actorId: id, type: "level_up", metadata: { hp: "fixed", spells: [spell!] } },
      dull,
    );
    const remembered = events.find((event) => event.type === "remembered");
    assert.match(remembered!.text, /reached level 3: \+\d+ hit points, /);
  });
});

describe("a party that is given", () => {
  it("is by name, by choices or whole, and nothing else", () => {
    const made = makeHero(PLAIN);
    assert.ok(made.ok);
    for (const one of ["bram", PLAIN, made.hero]) assert.ok(heroOf(one, 0).id.startsWith("pc_"));
    for (const one of ["nobody", 5, null, {}, { name: "Kes" }, { id: "x" }, { ...made.hero, gold: "much" }])
      assert.throws(() => heroOf(one as never, 0), RangeError, JSON.stringify(one));
  });
});
