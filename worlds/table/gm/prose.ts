// Prose from facts: what a turn that was resolved is told as when no model tells it. It says nothing that is not in the facts, and chooses among ways of saying it.

import type { Dice } from "@orrery/kernel";
import { keysOf } from "../order.ts";
import type { DamageType } from "../rules/damage.ts";
import type { Fact, Health } from "../state.ts";
import { spanText } from "../time.ts";
import type { DeskView, TableView } from "../view/types.ts";

/** How somebody is spoken of: a party of one is "you". */
interface Voice {
  readonly of: (name: string, at?: "object" | "start") => string;
  /** Third person, or second: "strikes", "strike". */
  readonly verb: (name: string, third: string, plain?: string) => string;
  readonly their: (name: string) => string;
}

function voiceOf(desk: DeskView): Voice {
  const party = keysOf(desk.pronouns);
  const you = party.length === 1 ? party[0]! : null;
  const their: Readonly<Record<string, string>> = { she: "her", he: "his", they: "their" };
  return {
    of: (name, at) =>
      name !== you ? (at === "start" ? capital(common(name)) : common(name)) : at === "start" ? "You" : "you",
    verb: (name, third, plain = plainVerb(third)) => (name === you ? plain : third),
    their: (name) => (name === you ? "your" : (their[desk.pronouns[name] ?? ""] ?? "the")),
  };
}
/** "Goblin 2" is the second goblin to nobody: names stay as they are. */
const common = (name: string): string => name;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The paragraphs of a turn. */
export function proseOf(view: TableView, dice: Dice): string {
  const desk = view.desk!;
  const voice = voiceOf(desk);
  const paragraphs: string[] = [];
  let line: string[] = [];
  const flush = () => {
    if (line.length > 0) paragraphs.push(line.join(" "));
    line = [];
  };
  const facts = desk.facts;
  for (let i = 0; i < facts.length; i++) {
    const fact = facts[i]!;
    const block = blockOf(desk, view, fact, dice);
    if (block !== null) {
      flush();
      paragraphs.push(...block);
      continue;
    }
    const sentence = fact.is === "attack" ? blow(facts, i, voice, dice) : sentenceOf(fact, voice, dice);
    if (sentence !== "") line.push(sentence);
    if (line.length >= 4) flush();
  }
  flush();
  const told = paragraphs.map((text) => text.trim()).filter(Boolean);
  return told.length > 0
    ? told.join("\n\n")
    : pick(dice, "quiet", [
        "Nothing more comes of it, and the moment passes.",
        "It is done, and the world takes no notice.",
        "A breath goes by.",
      ]);
}

const pick = (dice: Dice, purpose: string, list: readonly [string, ...string[]]): string => dice.pick(purpose, list);

/** What stands in paragraphs of its own: scenes, what the author wrote, endings. */
function blockOf(desk: DeskView, view: TableView, fact: Fact, dice: Dice): readonly string[] | null {
  switch (fact.is) {
    case "told":
      return [fact.text];
    case "scene": {
      const { scene } = desk;
      if (!scene || scene.id !== fact.scene) return [];
      return fact.again
        ? [scene.again || scene.text.at(-1)!, ...(company(view) === "" ? [] : [company(view)])]
        : scene.text;
    }
    case "fired":
      return [fact.text];
    case "warning":
      return [fact.text];
    case "end":
      return desk.ending ? [desk.ending.text] : [];
    case "said":
      return answerOf(desk, fact, dice);
    default:
      return null;
  }
}

/** Who is here to be seen, in a sentence. */
function company({ here }: TableView): string {
  const seen = here
    .filter(({ disposition }) => disposition !== "hostile")
    .map(({ name, role }) => (name.toLowerCase().includes(role) ? name : `${name}, the ${role}`));
  if (seen.length === 0) return "";
  return seen.length === 1 ? `${seen[0]} is here.` : `${seen.slice(0, -1).join(", ")} and ${seen.at(-1)} are here.`;
}

/** What somebody who is spoken to says: a line of theirs, each once before any comes again. */
function answerOf(desk: DeskView, fact: Extract<Fact, { is: "said" }>, dice: Dice): readonly string[] {
  const voice = voiceOf(desk);
  const asked =
    fact.words === "" ? [] : [`“${quoteWords(fact.words)}” ${voice.of(fact.who)} ${voice.verb(fact.who, "says")}.`];
  if (fact.to === null) return [];
  const person = desk.people.find(({ name, dead }) => name === fact.to && !dead);
  if (!person || person.lines.length === 0)
    return [
      ...asked,
      `${fact.to} ${pick(dice, "silence", ["looks up, and has nothing to say to that.", "shrugs, and lets it lie.", "listens, nods once, and gives nothing away."])}`,
    ];
  const line = person.lines[(Math.max(1, person.told) - 1) % person.lines.length]!;
  const manner = person.manner === "" ? "" : ` ${capital(person.manner.replace(/[.]?$/, "."))}`;
  return [
    ...asked,
    `“${line}”${manner === "" ? ` ${fact.to} says.` : ` ${fact.to} says.${person.told === 1 ? manner : ""}`}`,
  ];
}
const quoteWords = (words: string): string =>
  words
    .trim()
    .replaceAll(/["“”]/g, "'")
    .replace(/[.]$/, ",")
    .replace(/([^,!?])$/, "$1,");

const HITS: Readonly<Partial<Record<DamageType, readonly [string, ...string[]]>>> = {
  slashing: ["The edge finds what it was sent for.", "Steel goes in and comes out another colour."],
  piercing: ["The point goes home.", "It goes in to the width of a hand."],
  bludgeoning: ["Something gives, with the sound of crockery.", "The blow lands like a dropped door."],
  fire: ["There is a smell of singed hair.", "Fire takes hold, and lets go unwillingly."],
  cold: ["Frost runs along the skin like writing."],
  radiant: ["For an instant every shadow points the other way.", "Light comes down like a weight."],
  necrotic: ["The colour goes out of it, and does not all come back."],
  force: ["Nothing is seen to touch it, and it is struck all the same.", "The air itself gives it a shove."],
  poison: ["The wound darkens at once."],
  thunder: ["The noise arrives as a wall does."],
  psychic: ["It flinches from something only it can hear."],
};
const LEFT: Readonly<Record<Health, readonly [string, ...string[]]>> = {
  unhurt: ["It has hardly been felt."],
  hurt: ["It has been felt.", "That will be remembered tomorrow."],
  bloodied: ["There is not much more of that to be borne.", "Blood runs, and the footing goes uncertain."],
  down: [""],
};
const MISSES: readonly [string, ...string[]] = [
  "It goes wide.",
  "It meets only air.",
  "It rings off, and nothing comes of it but the noise.",
  "At the last moment there is nobody there.",
];

/** One attack with what followed of it: hurt, or nothing. */
function blow(facts: readonly Fact[], at: number, voice: Voice, dice: Dice): string {
  const fact = facts[at] as Extract<Fact, { is: "attack" }>;
  const strike = fact.ranged
    ? pick(dice, "shoot", ["lets fly at", "takes aim at", "looses at"])
    : pick(dice, "strike", ["strikes at", "goes for", "swings at", "cuts in at"]);
  const opening = `${voice.of(fact.by, "start")} ${voice.verb(fact.by, strike.split(" ")[0]!)}${strike.slice(strike.indexOf(" "))} ${voice.of(fact.on)} with ${voice.their(fact.by)} ${fact.with.toLowerCase()}`;
  if (fact.outcome === "miss") return `${opening}. ${pick(dice, "miss", MISSES)}`;
  const hurt = facts
    .slice(at + 1, at + 4)
    .find((one): one is Extract<Fact, { is: "hurt" }> => one.is === "hurt" && one.who === fact.on);
  const how =
    fact.outcome === "critical"
      ? pick(dice, "critical", [", and it could not have been placed better", ", and time stands still to watch"])
      : "";
  const colour =
    hurt && hurt.amount > 0
      ? pick(dice, `hit ${hurt.type}`, HITS[hurt.type] ?? ["It lands."])
      : "It lands, and does nothing.";
  return `${opening}${how}. ${colour}`;
}

function sentenceOf(fact: Fact, voice: Voice, dice: Dice): string {
  switch (fact.is) {
    case "hurt":
      return fact.amount === 0
        ? `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "shrugs")} it off.`
        : pick(dice, `left ${fact.left}`, LEFT[fact.left]);
    case "healed":
      return fact.amount === 0
        ? ""
        : `${capital(fact.by)} does its work, and ${voice.of(fact.who)} ${voice.verb(fact.who, "breathes")} easier.`;
    case "fell":
      return fact.dead
        ? pick(dice, "dies", [
            `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "falls")}, and that is the end of it.`,
            `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "goes")} down and ${voice.verb(fact.who, "does", "do")} not get up.`,
          ])
        : `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "sinks")} to the ground and ${voice.verb(fact.who, "lies")} still.`;
    case "check":
      return fact.dc === null
        ? `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "tries")} it, ${fact.total >= 15 ? "and not badly" : "without much to show for it"}.`
        : "";
    case "save":
      return fact.against === "death"
        ? fact.success
          ? "A breath comes, and then another."
          : "A breath is late in coming."
        : fact.success
          ? `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "holds")} out against ${fact.against}.`
          : `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "does", "do")} not hold out against ${fact.against}.`;
    case "cast":
      return `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "speaks")} the words of ${fact.spell.toLowerCase()}.`;
    case "state":
      return stateSentence(fact, voice);
    case "got":
      return `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "gains")} ${fact.what}.`;
    case "lost":
      return `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "parts")} with ${fact.what}.`;
    case "fight":
      return fightSentence(fact, dice);
    case "travel":
      return `${pick(dice, "road", ["The way", "The road", "The walk"])} from ${fact.from} to ${fact.to} takes ${spanText(fact.seconds)}.`;
    case "rest":
      return fact.kind === "short"
        ? "An hour goes by in bandages, bread and silence."
        : "The night passes. In the morning the aches have become stories.";
    case "level":
      return `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "has", "have")} grown: level ${fact.level}, ${fact.gains}.`;
    case "mission":
      return fact.state === "completed"
        ? `“${fact.title}” is done.`
        : fact.state === "failed"
          ? `“${fact.title}” has come to nothing.`
          : "";
    case "denied":
      return deniedSentence(fact.why, dice);
    case "think":
      return pick(dice, "think", [
        "Time holds its breath while you weigh it.",
        "Nothing moves but the thought.",
        "The world waits, as it does for nobody else.",
      ]);
    case "acted":
      return /^(?:looks around|waits)$/.test(fact.what)
        ? fact.what === "waits"
          ? `${voice.of(fact.who, "start")} ${voice.verb(fact.who, "waits")} to see what comes.`
          : ""
        : /^[a-z]/.test(fact.what)
          ? `${voice.of(fact.who, "start")} ${conjugate(fact.what, fact.who, voice)}.`
          : "";
    default:
      return "";
  }
}

/** "guards" becomes "guard" for you; only the first verb is touched. */
function conjugate(what: string, who: string, voice: Voice): string {
  const [verb = "", ...rest] = what.split(" ");
  return [/s$/.test(verb) ? voice.verb(who, verb, plainVerb(verb)) : verb, ...rest].join(" ");
}
/** "goes" to "go", "tries" to "try", "lies" to "lie", "lets" to "let". */
const plainVerb = (third: string): string =>
  PLAIN[third] ??
  (/[^aeiou]ies$/.test(third) && third.length > 4
    ? third.replace(/ies$/, "y")
    : /(?:ch|sh|ss|x|o)es$/.test(third)
      ? third.slice(0, -2)
      : third.slice(0, -1));
const PLAIN: Readonly<Record<string, string>> = { is: "are", has: "have", does: "do" };

function stateSentence({ who, what, on }: Extract<Fact, { is: "state" }>, voice: Voice): string {
  if (what === "fleeing")
    return `${voice.of(who, "start")} ${voice.verb(who, "turns")} and ${voice.verb(who, "runs")} for it.`;
  if (what === "surrendering")
    return `${voice.of(who, "start")} ${voice.verb(who, "throws")} down what ${voice.of(who) === "you" ? "you hold" : "it holds"} and ${voice.verb(who, "gives")} up.`;
  return on
    ? `${voice.of(who, "start")} ${voice.verb(who, "is", "are")} ${what}.`
    : `${voice.of(who, "start")} ${voice.verb(who, "is", "are")} no longer ${what}.`;
}

function fightSentence({ how }: Extract<Fact, { is: "fight" }>, dice: Dice): string {
  switch (how) {
    case "begins":
      return pick(dice, "begins", [
        "Then there is no more time for talk.",
        "Hands go to hilts.",
        "It begins, as such things do, all at once.",
      ]);
    case "won":
      return pick(dice, "won", [
        "And then it is quiet, and there is nobody left to fight.",
        "The quiet afterwards has a ring to it.",
        "It is over. It always takes a moment to believe.",
      ]);
    case "fled":
      return "Behind you the noise grows smaller.";
    default:
      return "It is over.";
  }
}

/** Tells a denied claim as story: a hand finds an empty pocket. */
function deniedSentence(why: string, dice: Dice): string {
  switch (why) {
    case "item":
      return pick(dice, "no item", [
        "Your hand goes where it ought to be, and closes on nothing: you carry no such thing.",
        "It would be a fine thing to have. You do not have it.",
      ]);
    case "level":
      return "You feel no different than a moment ago. Strength comes from what is done, and not from saying so.";
    case "roll":
      return "The dice lie where they fell. They are thrown at this table by no hand but fate's.";
    case "gold":
      return pick(dice, "no gold", [
        "You look again. There is no gold there but what was in your purse.",
        "Wishing does not weigh anything. Your purse is as heavy as before.",
      ]);
    case "outcome":
      return "The world does not take your word for it. What you mean to do you may try; how it ends is not yours to say.";
    default:
      return why;
  }
}
