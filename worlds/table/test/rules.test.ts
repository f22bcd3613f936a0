// The rules of the table against the numbers of their source: invariants of the tables, and worked examples as given, when, then.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadedDice } from "@orrery/kernel/testing";
import fc from "fast-check";
import { makeHero } from "../people/maker.ts";
import { READY_MADE } from "../people/ready-made.ts";
import {
  abilityOf,
  carryingOf,
  levelForXp,
  modifierOf,
  proficiencyOf,
  SKILL_IDS,
  XP_FOR_LEVEL,
} from "../rules/abilities.ts";
import { attacksOf, CLASS, CLASSES, cantripsOf, FEATURES, resourcesOf, slotsOf } from "../rules/classes.ts";
import { afflictionsOf, CONDITIONS, failsSave, sourceOfEffect, speedUnder } from "../rules/conditions.ts";
import {
  concentrationDc,
  DAMAGE_TYPES,
  damageTaken,
  deathSaveOf,
  hpAfterHealing,
  isMassive,
  NO_SAVES,
  tempAfter,
  woundedAtZero,
  woundOf,
} from "../rules/damage.ts";
import { ARMOUR, WEAPONS } from "../rules/gear.ts";
import type { Hero } from "../rules/hero.ts";
import { ATTRIBUTION } from "../rules/licence.ts";
import { averageHp, HIT_DIE, hitBonus, MONSTERS, proficiencyForChallenge, xpForChallenge } from "../rules/monsters.ts";
import { explainSum } from "../rules/numbers.ts";
import {
  afterLongRest,
  afterShortRest,
  arcaneRecovery,
  levelUp,
  longRestRefused,
  travelSeconds,
} from "../rules/rest.ts";
import { chanceOf, notationOf, parseNotation, rollAmount, rollAttack, rollTest, rollText } from "../rules/roll.ts";
import {
  armourClassOf,
  attackWith,
  checkBonus,
  hpMaxOf,
  initiativeOf,
  saveBonus,
  slotsLeft,
  speedOf,
  spellBonus,
} from "../rules/sheet.ts";
import { SPELLS, type Spell } from "../rules/spells.ts";

/** The ready-made fighter at level 1, with armour, shield and sword alone. */
const FIGHTER: Hero = (() => {
  const made = makeHero({
    ...READY_MADE.bram,
    level: 1,
    gear: { chain_mail: 1, shield: 1, longsword: 1 },
  });
  assert.ok(made.ok);
  return made.hero;
})();
const wizard = (level: number): Hero => ({
  ...FIGHTER,
  class: "wizard",
  race: "high_elf",
  style: null,
  level,
  items: [],
  scores: { ...FIGHTER.scores, intelligence: 15 },
});
const bonus = (value: number) => ({ value, causes: [{ what: "test", value }] });
const table = (monster: keyof typeof MONSTERS) => MONSTERS[monster];

describe("abilities", () => {
  it("rounds modifiers down, below zero as well", () => {
    assert.deepEqual([1, 8, 9, 10, 11, 12, 20, 30].map(modifierOf), [-5, -1, -1, 0, 0, 1, 5, 10]);
  });
  it("raises proficiency every fourth level", () => {
    assert.deepEqual([1, 4, 5, 8, 9, 12, 13, 16, 17, 20].map(proficiencyOf), [2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
  });
  it("reaches each level at its experience and not one point before", () => {
    for (const [i, xp] of XP_FOR_LEVEL.entries()) {
      assert.equal(levelForXp(xp), i + 1);
      if (i > 0) assert.equal(levelForXp(xp - 1), i);
    }
  });
  it("has eighteen skills, and strength carries fifteen pounds a point", () => {
    assert.equal(SKILL_IDS.length, 18);
    assert.equal(abilityOf("sleight_of_hand"), "dexterity");
    assert.deepEqual(carryingOf(15, "medium"), { capacity: 225, push: 450 });
    assert.equal(carryingOf(15, "large").capacity, 450);
    assert.equal(carryingOf(15, "tiny").capacity, 112);
  });
});

describe("dice", () => {
  it("reads dice notation and refuses other text", () => {
    assert.deepEqual(parseNotation("2d6+3"), { count: 2, sides: 6, bonus: 3 });
    assert.deepEqual(parseNotation("d20"), { count: 1, sides: 20, bonus: 0 });
    for (const bad of ["", "d", "0d6", "2d1", "d1001", "1d6+", "1.5d6", "2d6 + fire"])
      assert.equal(parseNotation(bad), null, bad);
  });
  it("takes the higher die with advantage and the lower with disadvantage", () => {
    const test = { who: "pc", purpose: "Attack (advantage)", bonus: bonus(5), ac: 15 };
    const up = rollAttack(loadedDice([14, 8]), { ...test, edge: { advantage: ["hidden"], disadvantage: [] } });
    assert.equal(rollText(up.record), "Attack (advantage): 1d20+5 = [14, 8]+5 = 19 (took higher) vs AC 15 (Hit)");
    const down = rollAttack(loadedDice([14, 8]), {
      ...test,
      edge: { advantage: [], disadvantage: ["prone", "poisoned"] },
    });
    assert.equal(down.record.total, 13);
    assert.equal(down.record.outcome, "Miss");
  });
  it("rolls one die when there are reasons for both, in any number", () => {
    const dice = loadedDice([9]);
    const { record } = rollTest(dice, {
      who: "pc",
      purpose: "Check",
      bonus: bonus(0),
      dc: 9,
      edge: { advantage: ["a", "b"], disadvantage: ["c"] },
    });
    dice.done();
    assert.deepEqual([record.dice, record.outcome], [[9], "Success"]);
  });
  it("hits on 20 and misses on 1 in attacks alone", () => {
    const attack = { who: "pc", purpose: "Attack", bonus: bonus(0), ac: 30 };
    assert.equal(rollAttack(loadedDice([20]), attack).record.outcome, "Critical Hit");
    assert.equal(rollAttack(loadedDice([1]), { ...attack, bonus: bonus(40) }).record.outcome, "Miss");
    const check = { who: "pc", purpose: "Check", bonus: bonus(0), dc: 25 };
    assert.equal(rollTest(loadedDice([20]), check).success, false);
    assert.equal(rollTest(loadedDice([1]), { ...check, bonus: bonus(24) }).success, true);
  });
  it("doubles the dice of a critical hit and adds the bonus once", () => {
    const record = rollAmount(loadedDice([6, 2]), "pc", "Damage", "1d8", {
      bonus: [{ what: "Strength", value: 3 }],
      critical: true,
      type: "slashing",
    });
    assert.equal(record.total, 11);
    assert.equal(rollText(record), "Damage: 2d8+3 = [6, 2]+3 = 11 slashing");
  });
  it("writes each string of the protocol to the letter", () => {
    const damage = rollAmount(loadedDice([6]), "pc", "Damage", "1d8", {
      bonus: [{ what: "Strength", value: 3 }],
      type: "slashing",
    });
    assert.equal(rollText(damage), "Damage: 1d8+3 = 6+3 = 9 slashing");
    const plain = rollTest(loadedDice([15]), { who: "pc", purpose: "Perception check", bonus: bonus(3), dc: 15 });
    assert.equal(rollText(plain.record), "Perception check: 1d20+3 = 15+3 = 18 vs DC 15 (Success)");
    const zero = rollTest(loadedDice([3]), { who: "pc", purpose: "Check", bonus: bonus(0) });
    assert.equal(rollText(zero.record), "Check: 1d20+0 = 3+0 = 3");
  });
  it("computes the chance of a test, equal to counting face by face", () => {
    assert.equal(chanceOf(5, 15, false), 55);
    assert.equal(chanceOf(0, 40, true), 5);
    assert.equal(chanceOf(40, 10, true), 95);
    assert.equal(chanceOf(5, 15, false, { advantage: ["x"], disadvantage: [] }), 80);
    assert.equal(chanceOf(5, 15, false, { advantage: [], disadvantage: ["x"] }), 30);
  });
});

describe("damage", () => {
  it("changes flat, then halves, then doubles", () => {
    assert.equal(damageTaken(25, "bludgeoning", { resist: ["bludgeoning"] }, -5), 10);
    assert.equal(damageTaken(28, "fire", { resist: ["fire"], vulnerable: ["fire"] }, -5), 22);
    assert.equal(damageTaken(99, "poison", { immune: ["poison"] }), 0);
    assert.equal(damageTaken(3, "cold", {}, -5), 0);
  });
  it("spends temporary hit points first, and they never add up", () => {
    assert.deepEqual(woundOf({ hp: 10, hpMax: 10, temp: 5 }, 7), { hp: 8, temp: 0, excess: 0 });
    assert.equal(tempAfter(5, 3), 5);
    assert.equal(hpAfterHealing({ hp: 9, hpMax: 10, temp: 0 }, 5), 10);
  });
  it("kills at once when the excess damage reaches the maximum: 18 at 6 of 12, and not 17", () => {
    const at = { hp: 6, hpMax: 12, temp: 0 };
    assert.equal(isMassive(woundOf(at, 18), 12), true);
    assert.equal(isMassive(woundOf(at, 17), 12), false);
  });
  it("counts three successes or three failures; 1 fails twice and 20 wakes", () => {
    assert.equal(deathSaveOf({ successes: 2, failures: 2 }, 10).is, "stable");
    assert.deepEqual(deathSaveOf({ successes: 0, failures: 1 }, 1), {
      saves: { successes: 0, failures: 3 },
      is: "dead",
    });
    assert.equal(deathSaveOf({ successes: 0, failures: 2 }, 20).is, "awake");
    assert.equal(woundedAtZero(NO_SAVES, 3, 12, true).saves.failures, 2);
    assert.equal(woundedAtZero(NO_SAVES, 12, 12, false).is, "dead");
  });
  it("asks 10 or half the damage for concentration", () => {
    assert.deepEqual([1, 20, 21, 22, 45].map(concentrationDc), [10, 10, 10, 11, 22]);
  });
  it("has thirteen types, and never heals", () => {
    assert.equal(DAMAGE_TYPES.length, 13);
    const types = fc.subarray([...DAMAGE_TYPES]);
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.constantFrom(...DAMAGE_TYPES),
        types,
        types,
        fc.integer({ min: -50, max: 50 }),
        (amount, type, resist, vulnerable, flat) => {
          const taken = damageTaken(amount, type, { resist, vulnerable }, flat);
          assert.ok(taken >= 0 && taken <= 2 * Math.max(0, amount + flat));
        },
      ),
    );
  });
});

describe("conditions", () => {
  it("are fifteen, and each but exhaustion has an effect of its own", () => {
    assert.equal(CONDITIONS.length, 15);
    for (const one of CONDITIONS) assert.equal(afflictionsOf([one]).length > 0, one !== "exhaustion", one);
  });
  it("fail saves of strength and dexterity for the helpless, and of nothing else", () => {
    for (const one of ["paralyzed", "petrified", "stunned", "unconscious"] as const) {
      assert.equal(failsSave(afflictionsOf([one]), "dexterity"), one);
      assert.equal(failsSave(afflictionsOf([one]), "wisdom"), null);
    }
    assert.equal(failsSave(afflictionsOf(["restrained"]), "dexterity"), null);
  });
  it("add up with exhaustion: halved at two, held at five, dead at six", () => {
    assert.equal(speedUnder(30, afflictionsOf([], 2)), 15);
    assert.equal(speedUnder(30, afflictionsOf([], 5)), 0);
    assert.equal(sourceOfEffect(afflictionsOf([], 3), "saves_at_disadvantage"), "exhaustion 3");
    assert.equal(sourceOfEffect(afflictionsOf([], 5), "dead"), null);
    assert.equal(sourceOfEffect(afflictionsOf([], 6), "dead"), "exhaustion 6");
  });
});

describe("classes", () => {
  it("have two saves, a hit die, and features to level 20", () => {
    assert.equal(CLASSES.length, 12);
    for (const id of CLASSES) {
      const { saves, hitDie } = CLASS[id];
      assert.equal(new Set(saves).size, 2);
      assert.ok([6, 8, 10, 12].includes(hitDie));
      assert.ok(FEATURES[id].every(([level]) => level >= 1 && level <= 20) && FEATURES[id].length >= 5);
    }
  });
  it("never lose slots, cantrips or attacks by a level", () => {
    for (const id of CLASSES)
      for (let level = 2; level <= 20; level++) {
        const before = slotsOf(id, level - 1);
        const after = slotsOf(id, level);
        if (CLASS[id].casting !== "pact")
          for (const [i, total] of before.entries()) assert.ok((after[i] ?? 0) >= total, `${id} ${level}`);
        assert.ok(cantripsOf(id, level) >= cantripsOf(id, level - 1));
        assert.ok(attacksOf(id, level) >= attacksOf(id, level - 1));
      }
  });
  it("give slots by casting: full, half from level two, pact at one level", () => {
    assert.deepEqual(slotsOf("wizard", 1), [2]);
    assert.deepEqual(slotsOf("cleric", 20), [4, 3, 3, 3, 3, 2, 2, 1, 1]);
    assert.deepEqual(slotsOf("paladin", 1), []);
    assert.deepEqual(slotsOf("paladin", 2), [2]);
    assert.deepEqual(slotsOf("ranger", 20), slotsOf("bard", 10));
    assert.deepEqual(slotsOf("warlock", 3), [0, 2]);
    assert.deepEqual(slotsOf("warlock", 17), [0, 0, 0, 0, 4]);
    assert.deepEqual(slotsOf("fighter", 20), []);
  });
  it("have the resources that the protocol names", () => {
    const scores = { ...FIGHTER.scores, charisma: 16 };
    const of = (id: (typeof CLASSES)[number], level: number) =>
      Object.fromEntries(resourcesOf(id, level, scores).map((one) => [one.id, one.total]));
    assert.deepEqual(of("barbarian", 20), { rage: null });
    assert.deepEqual(of("bard", 1), { bardic_inspiration: 3 });
    assert.deepEqual(of("paladin", 3), { lay_on_hands_pool: 15, divine_sense: 4, channel_divinity: 1 });
    assert.deepEqual(of("fighter", 9), { second_wind: 1, action_surge: 1, indomitable: 1 });
    assert.deepEqual(of("monk", 1), {});
    assert.deepEqual(of("monk", 5), { ki_points: 5 });
    assert.deepEqual(of("wizard", 1), { arcane_recovery: 1 });
  });
});

describe("gear", () => {
  it("has thirteen armours and weapons with dice that can be rolled", () => {
    assert.equal(Object.keys(ARMOUR).length, 13);
    for (const [id, weapon] of Object.entries(WEAPONS)) {
      assert.ok(notationOf(weapon.damage), id);
      const tags: readonly string[] = weapon.tags;
      assert.equal("range" in weapon, tags.includes("thrown") || tags.includes("ammunition"), id);
      assert.ok(!(tags.includes("light") && tags.includes("heavy")), id);
    }
  });
});

describe("monsters", () => {
  for (const [id, monster] of Object.entries(MONSTERS)) {
    it(`obey the invariants: ${id}`, () => {
      const { count, sides, bonus: stated } = notationOf(monster.hp);
      assert.equal(sides, HIT_DIE[monster.size], "hit die by size");
      assert.equal(stated, hitBonus(monster), "constitution on each hit die");
      assert.equal(averageHp(monster), Math.floor((count * (sides + 1)) / 2) + stated);
      for (const strike of monster.strikes) assert.ok(notationOf(strike.damage));
      for (const at of "multi" in monster ? monster.multi : []) assert.ok(at < monster.strikes.length);
    });
  }
  it("have the hit points of their source", () => {
    const hp = (["goblin", "skeleton", "zombie", "ogre", "owlbear", "hill_giant", "young_red_dragon"] as const).map(
      (id) => averageHp(table(id)),
    );
    assert.deepEqual(hp, [7, 13, 22, 59, 59, 105, 178]);
  });
  it("give experience by challenge", () => {
    assert.deepEqual(
      [0, 1, 2, 4, 8, 16, 40, 80, 240].map(xpForChallenge),
      [10, 25, 50, 100, 200, 450, 1800, 5900, 155000],
    );
    assert.deepEqual([1, 32, 40, 64, 72, 240].map(proficiencyForChallenge), [2, 2, 3, 3, 4, 9]);
  });
});

describe("spells", () => {
  it("can be rolled, are on a class's list, and heal or hurt in dice", () => {
    for (const [id, one] of Object.entries(SPELLS)) {
      const spell: Spell = one;
      assert.ok(spell.level >= 0 && spell.level <= 9 && spell.classes.length > 0, id);
      if (spell.damage) assert.ok(notationOf(spell.damage.dice), id);
      if (spell.heal?.dice) assert.ok(notationOf(spell.heal.dice), id);
      assert.ok(!(spell.attack && spell.save), `${id} is aimed or avoided, not both`);
      for (const caster of spell.classes) assert.notEqual(CLASS[caster].casting, "none", id);
    }
  });
});

describe("the sheet", () => {
  it("explains the armour class", () => {
    assert.equal(
      explainSum("Armour class", armourClassOf(FIGHTER)),
      "Armour class 19: chain mail 16, shield +2, defence style +1",
    );
  });
  it("uses the best formula, and only one", () => {
    const mage = { ...wizard(1), effects: [{ id: "mage_armor" as const, by: "pc" }] };
    assert.equal(armourClassOf(wizard(1)).value, 10 + 2);
    assert.equal(armourClassOf(mage).value, 13 + 2);
    assert.equal(armourClassOf({ ...mage, effects: [...mage.effects, { id: "shield", by: "pc" }] }).value, 20);
    const monk: Hero = { ...FIGHTER, class: "monk", style: null, items: [], scores: { ...FIGHTER.scores, wisdom: 15 } };
    assert.equal(armourClassOf(monk).value, 10 + 2 + 3);
  });
  it("limits dexterity in medium armour to two", () => {
    const worn = { id: "item_scale_001", name: "Scale mail", kind: "scale_mail", count: 1, worn: true } as const;
    const nimble: Hero = { ...FIGHTER, style: null, items: [worn], scores: { ...FIGHTER.scores, dexterity: 17 } };
    assert.equal(armourClassOf(nimble).value, 16);
  });
  it("gives the hit points of level one in full and constitution to each level, at least one", () => {
    assert.equal(hpMaxOf(FIGHTER).value, 12);
    assert.equal(hpMaxOf({ ...FIGHTER, level: 3, hpGains: [6, 6] }).value, 12 + 16);
    const frail: Hero = { ...wizard(2), hpGains: [1], scores: { ...FIGHTER.scores, constitution: 4 } };
    assert.equal(hpMaxOf(frail).value, 6 - 3 + 1);
  });
  it("raises hit points of earlier levels when constitution rises", () => {
    const before: Hero = {
      ...FIGHTER,
      level: 3,
      hpGains: [6, 6],
      hp: 20,
      scores: { ...FIGHTER.scores, constitution: 12 },
    };
    const after = levelUp(before, 6, ["constitution", "constitution"]);
    assert.equal(hpMaxOf(after).value - hpMaxOf(before).value, 6 + 2 + 3);
    assert.equal(after.hp - before.hp, 11);
  });
  it("adds proficiency where there is training, twice with expertise", () => {
    assert.equal(checkBonus(FIGHTER, "athletics").value, 3 + 2);
    assert.equal(checkBonus(FIGHTER, "stealth").value, 2);
    assert.equal(checkBonus({ ...FIGHTER, expertise: ["athletics"] }, "athletics").value, 7);
    assert.equal(checkBonus({ ...FIGHTER, class: "bard", level: 2 }, "arcana").value, -1 + 1);
    assert.equal(saveBonus(FIGHTER, "constitution").value, 4);
    assert.equal(initiativeOf(FIGHTER).value, 2);
  });
  it("attacks with the better of two abilities where a weapon lets it, and in two hands where it can", () => {
    const sword = attackWith(FIGHTER, FIGHTER.items[2]!)!;
    assert.deepEqual(
      [sword.bonus.value, sword.damage, sword.damageBonus],
      [5, "1d8", [{ what: "Strength", value: 3 }]],
    );
    const freed = attackWith({ ...FIGHTER, items: [FIGHTER.items[2]!] }, FIGHTER.items[2]!)!;
    assert.equal(freed.damage, "1d10");
    const rogue: Hero = {
      ...FIGHTER,
      class: "rogue",
      style: null,
      scores: { ...FIGHTER.scores, strength: 8, dexterity: 16 },
    };
    assert.equal(attackWith(rogue, { id: "x", name: "Rapier", kind: "rapier", count: 1 })!.bonus.value, 5);
  });
  it("casts by its class's ability", () => {
    const { attack, dc } = spellBonus(wizard(5))!;
    assert.deepEqual([attack.value, dc.value], [3 + 3, 8 + 3 + 3]);
    assert.equal(spellBonus(FIGHTER), null);
  });
  it("slows those too weak for their armour, but not a dwarf", () => {
    const weak: Hero = { ...FIGHTER, scores: { ...FIGHTER.scores, strength: 10 } };
    assert.equal(speedOf(weak).value, 20);
    assert.equal(speedOf({ ...weak, race: "hill_dwarf" }).value, 25);
  });
});

describe("rests and levels", () => {
  const tired: Hero = {
    ...wizard(5),
    hpGains: [4, 4, 4, 4],
    hp: 3,
    slotsUsed: [4, 3, 2],
    hitDiceUsed: 4,
    exhaustion: 2,
    used: { arcane_recovery: 1 },
  };
  it("heal by hit dice in an hour, never beyond the maximum", () => {
    const after = afterShortRest({ ...tired, hitDiceUsed: 0 }, [6, 1]);
    assert.equal(after.hp, 3 + 6 + 1 + 2 * 2);
    assert.equal(after.hitDiceUsed, 2);
    assert.deepEqual(after.slotsUsed, tired.slotsUsed);
    assert.equal(afterShortRest(tired, [6, 6, 6, 6, 6, 6]).hp, hpMaxOf(tired).value);
  });
  it("give back everything but half the hit dice overnight, and one level of exhaustion", () => {
    const after = afterLongRest(tired, 100_000);
    assert.deepEqual(
      [after.hp, after.hitDiceUsed, after.exhaustion, after.slotsUsed, after.used],
      [hpMaxOf(after).value, 2, 1, [], {}],
    );
    assert.equal(
      slotsLeft(after).every(({ left, total }) => left === total),
      true,
    );
  });
  it("refuse a second night within a day", () => {
    const after = afterLongRest(tired, 100_000);
    assert.match(longRestRefused(after, 100_000 + 3600, 3600) ?? "", /24 hours/);
    assert.equal(longRestRefused(after, 100_000 + 16 * 3600, 3600), null);
    assert.match(longRestRefused({ ...tired, hp: 0 }, 0, 3600) ?? "", /zero/);
  });
  it("recover slots for a wizard up to half the level", () => {
    assert.deepEqual(arcaneRecovery(tired), [4, 3, 1]);
    assert.deepEqual(arcaneRecovery({ ...tired, level: 3, slotsUsed: [2, 1] }), [2, 0]);
  });
  it("refresh a warlock's slots in an hour", () => {
    const warlock: Hero = { ...FIGHTER, class: "warlock", style: null, slotsUsed: [1] };
    assert.deepEqual(afterShortRest(warlock, []).slotsUsed, []);
  });
});

describe("travel", () => {
  it("takes the hours of the protocol: three miles on a road, two in the wild, half as far where it is difficult", () => {
    assert.equal(travelSeconds(3, "road"), 3600);
    assert.equal(travelSeconds(6, "road", { mounted: true }), 3600);
    assert.equal(travelSeconds(2, "wild"), 3600);
    assert.equal(travelSeconds(4, "wild", { mounted: true }), 3600);
    assert.equal(travelSeconds(2, "wild", { difficult: true }), 7200);
  });
});

describe("licence", () => {
  it("attributes the rules in the required words", () => {
    assert.match(
      ATTRIBUTION,
      /^This work includes material taken from the System Reference Document 5\.1 .* Creative Commons Attribution 4\.0/,
    );
  });
});
