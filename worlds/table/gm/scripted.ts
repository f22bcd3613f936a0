// The game master without a model: rules on free words, tells what happened, and offers what can be done. From the game master's view alone.

import type { Bot, Dice } from "@orrery/kernel";
import { thinkWord } from "../protocol/activity.ts";
import { isSkill, SKILL_IDS, type Skill, titleOf } from "../rules/abilities.ts";
import { ruleOn } from "../rules/answers.ts";
import { chanceOf } from "../rules/roll.ts";
import type { Narration, Table, TableAction } from "../shape.ts";
import { GM } from "../shape.ts";
import type { DeskView, TableView } from "../view/types.ts";
import { judgeNarration } from "./judge.ts";
import { type Offer, OTHER } from "./offers.ts";
import { proseOf } from "./prose.ts";

/** Stands for a telling that would not pass. */
export const IN_BRIEF = "It happens as it must, and there is little to be said of it.";

/** Told in full, or in a sentence where the telling would not pass: what is told always passes. */
export function passing(view: TableView, dice: Dice): Narration {
  const full = narration(view, dice);
  if (judgeNarration(view, full) === null) return full;
  return {
    ...full,
    narrative: full.narrative === "" ? "" : IN_BRIEF,
  };
}

export const gamemaster = (view: TableView, dice: Dice): TableAction =>
  view.phase === "ruling" ? rule(view, dice) : { actorId: GM, type: "narrate", metadata: passing(view, dice) };

/** What a turn is told as, with three to five choices. */
function narration(view: TableView, dice: Dice): Narration {
  const desk = view.desk!;
  if (desk.mode === "GOD") return godNarration(desk);
  if (desk.mode === "DM") return dmNarration(view, desk);
  const thinking = desk.facts.some(({ is }) => is === "think");
  // What was thought about doing is offered first, and nothing of it is done.
  const meant = thinking ? closest(desk.input, desk.offers) : null;
  const offers = meant === null ? desk.offers : [meant, ...desk.offers.filter((offer) => offer !== meant)];
  const word = thinking ? thinkWord(desk.input, []) : null;
  const choices = Object.fromEntries(
    offers.map(({ key, text, description, risk }) => [key, { text, description, risk_level: risk }]),
  );
  return {
    narrative: thinking ? thoughts(view, dice) : proseOf(view, dice),
    thinking: tactics(view),
    choices,
    ...(thinking ? { analysis: analysisOf(view, desk.offers) } : {}),
    dm_notes: [
      ...(desk.scene?.secret ? [desk.scene.secret] : []),
      ...(word === null ? [] : [`Taken as thinking by the word "${word}": nothing was done.`]),
    ],
    state_rationale: desk.facts.length === 0 ? "Nothing changed." : "Every change was resolved by the rules.",
  };
}

/** A sentence of advice that gives nothing away. */
function tactics({ combat, seconds, deadlines }: TableView): string {
  if (combat)
    return `Round ${combat.round}: ${combat.combatants.filter(({ side }) => side === "foes").length} foes stand. Finish one before turning to the next.`;
  const next = deadlines.filter(({ status }) => status === "active").sort((a, b) => a.secondsLeft - b.secondsLeft)[0];
  if (next) return `${next.description}: ${Math.floor(next.secondsLeft / 60)} minutes are left.`;
  return seconds === 0 ? "Everything is still open." : "Nothing presses for the moment.";
}

function thoughts(view: TableView, dice: Dice): string {
  const { missions, deadlines, desk } = view;
  const open = missions.filter(({ status }) => status === "accepted");
  const running = deadlines.filter(({ status }) => status === "active");
  const parts = [
    proseOf({ ...view, desk: { ...desk!, facts: desk!.facts.filter(({ is }) => is === "think") } }, dice),
    open.length > 0
      ? `What is to be done: ${open
          .map(({ objective }) =>
            objective
              .replace(/[.]$/, "")
              .toLowerCase()
              .replace(/^./, (char) => char),
          )
          .join("; ")}.`
      : "Nobody has asked anything of you yet.",
    ...running.map(
      ({ description, secondsLeft }) =>
        `${description}: about ${secondsLeft >= 7200 ? `${Math.round(secondsLeft / 3600)} hours` : `${Math.max(1, Math.round(secondsLeft / 60))} minutes`} are left.`,
    ),
  ];
  return parts.join(" ");
}

/** For and against what is offered, from the numbers on the sheet. */
function analysisOf(view: TableView, offers: readonly Offer[]): NonNullable<Narration["analysis"]> {
  const sheet = view.companions[0];
  const pros: string[] = [];
  const cons: string[] = [];
  for (const { text, check, risk } of offers) {
    if (check && sheet) {
      const skill =
        sheet.skills.find(({ id }) => id === check.skill)?.bonus ??
        sheet.abilities.find(({ id }) => id === check.skill)?.save;
      const chance = chanceOf(skill?.value ?? 0, check.dc, false);
      (chance >= 55 ? pros : cons).push(`${text}: ${titleOf(check.skill)} succeeds ${chance} times in a hundred.`);
    } else if (risk === "high") cons.push(`${text} may cost dearly.`);
    else if (risk === "low" && text !== OTHER.text) pros.push(`${text} costs little.`);
  }
  return {
    pros: pros.length > 0 ? pros : ["There is time to choose."],
    cons: cons.length > 0 ? cons : ["Whatever is done, something else is not."],
    confidence: pros.length > cons.length ? "high" : pros.length === cons.length ? "medium" : "low",
  };
}

function godNarration({ facts }: DeskView): Narration {
  const said = facts.flatMap((fact) => (fact.is === "told" ? [fact.text] : fact.is === "denied" ? [fact.why] : []));
  const choice = (text: string, description: string) => ({ text, description, risk_level: "safe" as const });
  const choices = {
    "god:set_hp": choice("Set HP", "Change hit points."),
    "god:set_time": choice("Set the time", "Move the clock, forward or back."),
    "god:return_story": choice("Return to Story", "Leave GOD mode."),
  };
  const backward = facts.some((fact) => fact.is === "told" && fact.text.includes("world_time"));
  return {
    narrative: "",
    thinking: "A god's hand, and nothing else.",
    god_mode_response: `${said.join(" ") || "Nothing was changed."}${backward ? " Time was set by command: if it went backward, what was told before may no longer hold." : ""}`,
    choices,
    dm_notes: [],
    state_rationale: "By command.",
  };
}

/** Out of the story: what the rules say of the words that were asked. */
function dmNarration(view: TableView, desk: DeskView): Narration {
  const asked = desk.input.toLowerCase();
  const sheet = view.companions.find(({ id }) => id === desk.hero)!;
  const skill = SKILL_IDS.find((one) => asked.includes(titleOf(one).toLowerCase()));
  const numbers = (
    name: string,
    {
      value,
      causes,
    }: { readonly value: number; readonly causes: readonly { readonly what: string; readonly value: number }[] },
  ) => `${name} ${value}: ${causes.map((one) => `${one.what} ${one.value}`).join(", ")}.`;
  const own = /\b(ac|armou?r)\b/.test(asked)
    ? numbers("Armour class", sheet.armourClass)
    : /\b(hp|hit points)\b/.test(asked) && !/\btemp|\bzero\b|\b0\b/.test(asked)
      ? numbers("Hit point maximum", sheet.hpMax)
      : /\b(speed|move)\b/.test(asked)
        ? numbers("Speed", sheet.speed)
        : skill && isSkill(skill)
          ? numbers(titleOf(skill), sheet.skills.find(({ id }) => id === skill)!.bonus)
          : null;
  // What is asked of a number of one's own comes first, then the rule it comes from.
  const answer = [own, ruleOn(asked.replace(/^\W*(ask the )?(dm|gm|ooc|game master)\b( mode)?/, ""))].filter(
    (one) => one !== null,
  );
  return {
    narrative:
      answer.join(" ") ||
      "Out of the story: say what you would like to do in your own words, or pick a choice. Every die is thrown by the engine, and every number on the sheet tells where it comes from.",
    thinking: "",
    choices: {} as Narration["choices"],
    dm_notes: [],
    state_rationale: "Nothing changes out of the story.",
  };
}

/** Words to skills, the first that fits: what is tried when nobody says how. */
const SKILL_WORDS: readonly (readonly [RegExp, Skill])[] = [
  [/\b(sneak|creep|hide|quietly|unseen|slip)\b/i, "stealth"],
  [/\b(climb|swim|jump|leap|push|lift|break|force|kick|drag|pull)\b/i, "athletics"],
  [/\b(balance|tumble|dodge past|vault|squeeze)\b/i, "acrobatics"],
  [/\b(pick|steal|palm|lift the|trick lock|unlock)\b/i, "sleight_of_hand"],
  [/\b(search|investigat\w*|examine|inspect|study|read)\b/i, "investigation"],
  [/\b(listen|watch|look|spot|notice|smell)\b/i, "perception"],
  [/\b(track|forage|follow the trail|hunt)\b/i, "survival"],
  [/\b(persuade|convince|beg|reason|ask|bargain|negotiate|calm)\b/i, "persuasion"],
  [/\b(lie|bluff|deceive|pretend|disguise|trick)\b/i, "deception"],
  [/\b(threaten|frighten|scare|intimidate|shout)\b/i, "intimidation"],
  [/\b(sing|play|dance|perform|tell a story)\b/i, "performance"],
  [/\b(pray|rite|bless|holy)\b/i, "religion"],
  [/\b(rune|magic|spell|arcane)\b/i, "arcana"],
  [/\b(remember|recall|history|legend)\b/i, "history"],
  [/\b(tame|soothe|ride|feed)\b/i, "animal_handling"],
  [/\b(bandage|heal|tend|treat)\b/i, "medicine"],
];

/** Free words: one of the choices in other words, else a check by what is tried, else simply let happen. */
function rule(view: TableView, dice: Dice): TableAction {
  const { input, offers } = view.desk!;
  const meant = closest(input, offers);
  if (meant)
    return { actorId: GM, type: "read_as", metadata: { action: { type: "choose", metadata: { key: meant.key } } } };
  const [, skill] = SKILL_WORDS.find(([words]) => words.test(input)) ?? [];
  if (!skill)
    return {
      actorId: GM,
      type: "allow",
      metadata: {
        what: dice.pick("allow", [
          "You do, and the world goes on as it was.",
          "That is soon done, and nothing comes of it that you can see.",
          "So be it. Nobody stops you, and nothing changes.",
        ]),
        minutes: 0,
      },
    };
  return {
    actorId: GM,
    type: "set_dc",
    metadata: {
      skill,
      dc: 13,
      what: "tries it",
      yes: dice.pick("yes", [
        "It goes well: better than it had a right to. Still, what you gain by it is a better view of where you stand.",
        "You manage it. Nothing here gives itself up for that alone, but you have lost nothing.",
      ]),
      no: dice.pick("no", [
        "It does not go well, and there is nothing to show for it.",
        "You try, and it comes to nothing.",
      ]),
    },
  };
}

const COMMON = new Set(
  "the a an to of and in on at with for it is i my you your me we our that this go do what into".split(" "),
);
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z']+/)
    .filter((word) => word.length > 2 && !COMMON.has(word));

/** An offer that shares two telling words with what was said, or all that it has. */
function closest(input: string, offers: readonly Offer[]): Offer | null {
  const said = new Set(wordsOf(input));
  const scored = offers
    .filter(({ key }) => key !== OTHER.key)
    .map((offer) => {
      const words = [...new Set(wordsOf([offer.text, ...offer.also].join(" ")))];
      const shared = words.filter((word) => said.has(word)).length;
      return { offer, shared, all: words.length > 0 && shared === words.length };
    })
    .filter(({ shared, all }) => shared >= 2 || all)
    .sort((a, b) => b.shared - a.shared);
  return scored[0]?.offer ?? null;
}

/** A player by rule: takes what is offered, careful when hurt, bold when not. */
export const adventurer: Bot<Table> = ({ view, legal, dice }) => {
  if (view.role === "gm") return gamemaster(view, dice);
  if (view.you?.levels && !view.combat) {
    const up = legal.find(({ type }) => type === "level_up");
    if (up) return up;
  }
  const offered = legal.filter(
    (action): action is Extract<TableAction, { type: "choose" }> => action.type === "choose",
  );
  const choices = view.choices.filter(
    ({ key }) => offered.some((action) => action.metadata.key === key) && !key.startsWith("think_"),
  );
  if (view.combat) {
    const best =
      choices.find(({ key }) => /^(?:cast_healing|drink_|cast_cure|lay_on|second_wind|stabilise)/.test(key)) ??
      choices[0];
    return offered.find(({ metadata }) => metadata.key === best?.key) ?? legal[0] ?? null;
  }
  const plain = choices.filter(({ key }) => key !== "look_around" && !key.startsWith("rest_"));
  const weighted = (plain.length > 0 ? plain : choices).flatMap((choice) =>
    Array.from({ length: choice.chance === null ? 3 : choice.chance >= 60 ? 4 : 2 }, () => choice),
  );
  if (weighted.length === 0) return legal[0] ?? null;
  const wanted = dice.pick("adventure", weighted as [(typeof weighted)[number], ...typeof weighted]);
  return offered.find(({ metadata }) => metadata.key === wanted.key) ?? legal[0] ?? null;
};
