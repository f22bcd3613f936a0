// `orrery character new`: asked question by question, answered by number, by name or by an empty line.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Choices, CLASSES, makeHero, RACES } from "@orrery/worlds/table";
import { characterQuestions, type QuestionStep } from "../src/character-questions.ts";
import { Thread } from "./thread.ts";

const thread = new Thread();
const made = (...lines: string[]) => thread.do(["character", "new", "--json"], `${lines.join("\n")}\n`);
const heroIn = (out: string) => (JSON.parse(out) as { hero: Record<string, unknown> }).hero;

/** Answers each question by what it asks; an empty line where nothing fits. */
function answered(answerTo: (text: string) => string): Partial<Choices> {
  const questions = characterQuestions();
  let asking: IteratorResult<QuestionStep, Partial<Choices>> = questions.next("");
  for (let n = 0; !asking.done; n++) {
    assert.ok(n < 100, `asked for ever: ${asking.value.text}`);
    asking = questions.next(answerTo(asking.value.text));
  }
  return asking.value;
}

describe("orrery character new", () => {
  it("makes a character of the rules from empty lines and a name", () => {
    const { code, out, err } = made("Kes", ...Array.from({ length: 12 }, () => ""));
    assert.equal(code, 0, err);
    const { name, class: role, scores, skills } = heroIn(out);
    assert.deepEqual([name, role], ["Kes", "fighter"]);
    assert.deepEqual((scores as Choices["scores"]).strength, 15);
    assert.equal((skills as string[]).length, 4, "two of the class and two of the background");
  });

  it("takes numbers and names, and the choices of a higher level", () => {
    const { code, out, err } = made(
      "Wyn O'Dell",
      "she",
      "high elf",
      "wizard",
      "3",
      "4",
      "8 14 13 15 12 10",
      "int, int",
      "insight, 2",
      "fire bolt, light, mage hand, 2",
      "magic missile, shield, fire",
      "magic missile, shield, sleep",
    );
    assert.equal(code, 0, err);
    const hero = heroIn(out) as Record<string, string[]>;
    assert.deepEqual(hero["raised"], ["intelligence", "intelligence"]);
    assert.deepEqual(hero["spells"], ["magic_missile", "shield", "sleep"]);
    assert.equal(hero["cantrips"]!.length, 4);
    assert.match(err, /"fire" (may be|is none)/);
    assert.match(err, /armour class 13/);
    assert.match(err, /--config '.*O'\\''Dell/, "the command can be pasted into a shell");
  });

  it("asks again for what the rules refuse, and says why", () => {
    const { code, err } = made(
      "Kes",
      ...["them", "they"],
      ...["11", "1"],
      ...["paladin of doom", "fighter"],
      ...["", "6", "1"],
      ...["18 18 18 18 18 18", "15 15 15 15 15 15", "15 14", "15 14 13 12 10 8"],
      ...["1, 1", "1, 2, 3", "1, 2"],
      "",
    );
    assert.equal(code, 0, err);
    for (const why of [
      /"them" is none of them/,
      /There is no 11: numbers are 1 to 9/,
      /"paladin of doom" is none/,
      /A level is a number from 1 to 5/,
      /Scores are 8 to 15/,
      /cost 54 points, and there are 27/,
      /Write six whole numbers/,
      /Each of them can be chosen once/,
      /Choose 2 at most/,
    ])
      assert.match(err, why);
  });

  it("holds a half-elf's skills to the class and to two of any", () => {
    const head = ["Kes", "", "half-elf", "barbarian", "", "", "", "strength, wisdom"];
    const four = "arcana, history, insight, nature";
    const { code, out, err } = made(...head, four, "arcana, history, nature, survival");
    assert.equal(code, 0, err);
    assert.match(err, /Of skills that a barbarian does not learn, a half-elf chooses 2/);
    assert.ok((heroIn(out)["skills"] as string[]).includes("survival"));
  });

  it("goes back to the question before, over those that do not arise", () => {
    const { code, out, err } = made("Kes", "", "", "wizard", "back", "rogue", ...Array.from({ length: 10 }, () => ""));
    assert.equal(code, 0, err);
    assert.equal(heroIn(out)["class"], "rogue");
    const questions = characterQuestions();
    for (const line of ["", "Kes", "", "", "fighter", "", "1", ""]) questions.next(line);
    const again = questions.next("back").value as QuestionStep;
    assert.match(again.text, /six scores/, "a human of level 1 raises nothing");
    assert.match((questions.next("back").value as QuestionStep).text, /At which level/);
  });

  it("says what is missing where the answers end early", () => {
    const { code, err } = made("Kes", "she");
    assert.equal(code, 2);
    assert.match(err, /ended before the character was whole/);
    assert.match(err, /--config/);
  });

  for (const id of CLASSES)
    it(`makes a ${id} of every people and level that the rules take`, () => {
      for (const race of Object.keys(RACES))
        for (const level of ["1", "2", "4", "5"]) {
          const choices = answered((text) =>
            /called/.test(text)
              ? "Nim"
              : /which people/.test(text)
                ? RACES[race as keyof typeof RACES].name
                : /Which class/.test(text)
                  ? id
                  : /At which level/.test(text)
                    ? level
                    : /raises two|improve abilities/.test(text)
                      ? "wisdom, dexterity"
                      : "",
          );
          const verdict = makeHero(choices);
          assert.ok(verdict.ok, `${race} ${level}: ${JSON.stringify(verdict)}`);
          assert.equal(verdict.hero.level, Number(level));
        }
    });
});
