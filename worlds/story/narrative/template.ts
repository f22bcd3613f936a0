// Tells a round in prose without any model: scenes around what was said, the crowd in the margin, feelings through the body. The same facts and dice give the same words.
import type { Dice } from "@orrery/kernel";
import { ended } from "../text.ts";
import { EMOTIONS, type Emotion } from "../town/config.ts";
import type { Character, Deed, RoundFacts } from "./facts.ts";

/** Moves when the same facts are told in other words. */
export const TEMPLATE_VERSION = 2;

const SCENES = 3;
const LINES = 5;
const QUOTED = 220;
/** Sentences in the margin. */
const MARGIN = 4;

/** The passage; empty where there is nothing to tell. */
export function tellRound(facts: RoundFacts, dice: Dice, previous: readonly string[]): string {
  const teller = new Teller(facts, dice, previous.join("\n"));
  const paragraphs = [
    [...teller.events(), teller.opening(previous.length === 0)],
    ...teller.scenes(),
    teller.margin(),
    teller.bodies(),
  ].map((sentences) => sentences.filter((sentence) => sentence !== "" && !facts.forbids(sentence)).join(" "));
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}

class Teller {
  readonly #facts: RoundFacts;
  readonly #dice: Dice;
  readonly #previous: string;
  /** How often each choice has come up: the same turn of phrase is not used twice in one passage while there is another. */
  readonly #used = new Map<string, Set<number>>();
  constructor(facts: RoundFacts, dice: Dice, previous: string) {
    this.#facts = facts;
    this.#dice = dice;
    this.#previous = previous;
  }

  /** What the author brought about and nobody has told yet, the newest first: under a hard rule it is the opening line. */
  events(): string[] {
    const { untold, recent, telling } = this.#facts;
    const fresh = untold.map(({ description }) => ended(description)).reverse();
    const [newest] = fresh;
    const last = recent.at(-1);
    if (newest === undefined)
      return telling.enforcement === "hard" && last
        ? [
            this.#pick("still", ["They still spoke of it: ", "It had not been forgotten: "]) +
              lowered(ended(last.description)),
          ]
        : [];
    const after = this.#pick("after", [
      "For a while nobody spoke of anything else.",
      "By the hour it had gone from mouth to mouth.",
      "Everything that was said that hour was said in its light.",
      "It lay over the rest of the hour like weather.",
    ]);
    return [...fresh, after];
  }

  opening(isFirst: boolean): string {
    const { deeds, hour, characters } = this.#facts;
    const when = this.#pick("hour", HOURS[Math.floor(hour / 3)]!);
    const places = new Map(characters.map(({ id, place }) => [id, place]));
    const place = mostCommon(deeds.flatMap(({ by }) => places.get(by) ?? []));
    const where = place === null ? "" : ` at ${place.name}`;
    const schema = this.#facts.telling.places;
    const mood =
      place?.atmosphere && (schema === "cinematic" || schema === "full") ? ` ${capital(ended(place.atmosphere))}` : "";
    const many = new Set(deeds.filter(speaks).map(({ by }) => by)).size;
    if (many === 0)
      return `${when}${where}, ${this.#pick("quiet", ["nothing was said that anybody would remember.", "the talk had died down, and nobody took it up again.", "people kept to themselves.", "it was so still that one heard the clocks."])}${mood}`;
    if (isFirst)
      return `${when}${where}, ${this.#pick("first", ["it began.", "the first words fell.", "somebody had to speak first."])}${mood}`;
    return `${when}${where}, ${this.#pick("opening", many === 1 ? ["a single voice was heard.", "only one of them had anything to say."] : many < 4 ? ["a few of them stood together.", "the talk was among a handful of people.", "it was a small company."] : ["voices went back and forth.", "the talk ran from one to the next.", "there was hardly a moment without a voice.", "everybody seemed to have been waiting to speak."])}${mood}`;
  }

  /** The threads that most was said in; each a paragraph. */
  scenes(): string[][] {
    const threads = new Map<string, Deed[]>();
    for (const deed of this.#facts.deeds) {
      if (deed.thread === null && deed.act !== "comment" && deed.act !== "post") continue;
      const key = deed.thread ?? `${deed.by} alone`;
      const thread = threads.get(key);
      if (thread) thread.push(deed);
      else threads.set(key, [deed]);
    }
    const spoken = [...threads.values()].flatMap((deeds) => {
      const words = deeds.filter(speaks).length;
      return words === 0 ? [] : [{ deeds, words }];
    });
    const chosen = new Set(spoken.toSorted((a, b) => b.words - a.words).slice(0, SCENES));
    return spoken.filter((thread) => chosen.has(thread)).map(({ deeds }) => this.#scene(deeds));
  }

  #scene(deeds: readonly Deed[]): string[] {
    const said = deeds.filter(speaks);
    const sentences: string[] = [];
    const [first] = said;
    if (first?.act === "post") sentences.push(this.#announced(first));
    else {
      const about = (said.find(({ of }) => of?.text) ?? deeds.find(({ of }) => of?.text))?.of;
      if (about?.text && about.name) sentences.push(this.#echo(about.name, about.text));
    }
    let before: string | null = first?.act === "post" ? first.by : null;
    for (const deed of said.filter((one) => one !== first || one.act !== "post").slice(0, LINES)) {
      sentences.push(this.#answered(deed, before));
      before = deed.by;
    }
    if (said.length > LINES + 1)
      sentences.push(
        this.#pick("more", [
          "More was said, and none of it settled anything.",
          "Others spoke as well, over one another.",
          "It went on for some time.",
        ]),
      );
    return [...sentences, ...this.#around(deeds)];
  }

  #announced({ name, text }: Deed): string {
    const words = quoted(text!);
    return this.#pick("announced", [
      `${name} spoke up: ${words}`,
      `${words} That was ${name}, loud enough for everyone.`,
      `It was ${name} who put it into words: ${words}`,
      `${name} had something to tell them all. ${words}`,
      `${name} stepped forward. ${words}`,
    ]);
  }

  /** Words of an earlier round that are still being answered; those that were just heard are only recalled. */
  #echo(name: string, text: string): string {
    const whole = quoted(text);
    const words = this.#previous.includes(whole) ? recalled(text) : whole;
    return this.#pick("echo", [
      `What ${name} had said still hung in the air: ${words}`,
      `They had not done with ${name}'s words. ${words}`,
      `${words} So ${name} had said, and it would not lie still.`,
      `It came back to what ${name} had said. ${words}`,
      `${words} Nobody had forgotten that ${name} had said it.`,
    ]);
  }

  #answered({ act, name, text, of, by }: Deed, before: string | null): string {
    const words = quoted(text!);
    if (before === by && act !== "quote")
      return this.#pick("added", [
        `${name} added, ${words}`,
        `And then, after a breath, ${name} again: ${words}`,
        `${name} was not done. ${words}`,
      ]);
    if (of?.by === by && act === "comment")
      return this.#pick("returned", [
        `${name} came back to it: ${words}`,
        `And ${name}, whose words they were: ${words}`,
      ]);
    if (act === "quote" && of?.name)
      return this.#pick("quote", [
        `${name} took up ${of.by === by ? "those same words" : `${of.name}'s words`} and turned them over: ${words}`,
        `${name} repeated it slowly and set something beside it: ${words}`,
      ]);
    if (act === "post") return this.#announced({ name, text } as Deed);
    return this.#pick("answered", [
      `${name} answered, ${words}`,
      `${spoken(text!)} ${name} said.`,
      `${spoken(text!)} was all that ${name} said to it.`,
      `${name} would not leave it there: ${words}`,
      `To that ${name} had one thing to say. ${words}`,
      `${name} leaned in. ${words}`,
      `There was a pause; then ${name}: ${words}`,
    ]);
  }

  /** Who stood by it, who did not, who carried it on. */
  #around(deeds: readonly Deed[]): string[] {
    const of = (act: Deed["act"]) => names(deeds.filter((deed) => deed.act === act).map(({ name }) => name));
    const many = (act: Deed["act"]) => new Set(deeds.filter((deed) => deed.act === act).map(({ by }) => by)).size > 1;
    const [likes, dislikes, shares] = [of("like"), of("dislike"), of("repost")];
    return [
      likes &&
        this.#pick(
          "likes",
          many("like")
            ? [`${likes} nodded.`, `${likes} were of the same mind.`, `One could see ${likes} agree.`]
            : [`${likes} nodded.`, `${likes} was of the same mind.`, `One could see that ${likes} agreed.`],
        ),
      dislikes &&
        this.#pick(
          "dislikes",
          many("dislike")
            ? [`${dislikes} shook their heads.`, `${dislikes} looked away.`]
            : [`${dislikes} gave a slow shake of the head.`, `${dislikes} looked away.`],
        ),
      shares &&
        this.#pick("shares", [
          `${shares} carried it further, to whoever had not been there.`,
          `Before long ${shares} had passed it on.`,
        ]),
    ].filter((sentence) => sentence !== "");
  }

  /** Nods and frowns at what was said before, ties made and broken, and those who only watched. */
  margin(): string[] {
    const { deeds } = this.#facts;
    const out = this.#silent();
    for (const { act, name, to, text } of deeds) {
      const whom = to?.name ?? "somebody";
      if (act === "follow")
        out.push(
          this.#pick("follow", [
            `From then on ${name} kept close to ${whom}.`,
            `${name} went over to ${whom}'s side of the room.`,
            `${name} had begun to listen for ${whom}.`,
          ]),
        );
      if (act === "unfollow") out.push(`${name} was no longer seen beside ${whom}.`);
      if (act === "mute")
        out.push(
          this.#pick("mute", [
            `${name} turned a back on ${to ? whom : "one of them"} and would hear no more.`,
            `When ${to ? whom : "a certain voice"} spoke, ${name} no longer looked up.`,
          ]),
        );
      if (act === "unmute") out.push(`${name} had begun to hear ${whom} out again.`);
      if (act === "search" || act === "seek")
        out.push(
          text
            ? this.#pick("search", [
                `${name} went about asking after ${quoted(text, false)}.`,
                `${name} had a question, and it was always the same: ${quoted(text, false)}.`,
                `${name} asked whoever came by about ${quoted(text, false)}.`,
                `What ${name} wanted to hear of was ${quoted(text, false)}, and nothing else.`,
              ])
            : `${name} went about asking questions.`,
        );
      if (act === "message") out.push(`${name} drew ${whom} aside, and what was said between them stayed there.`);
      if (out.length >= MARGIN) break;
    }
    const watched = names(deeds.filter(({ act }) => act === "nothing").map(({ name }) => name));
    const listened = names(deeds.filter(({ act }) => act === "trend").map(({ name }) => name));
    // Where nobody spoke at all, the opening has said so.
    if (watched && deeds.some(speaks))
      out.push(this.#pick("watched", [`${watched} watched and said nothing.`, `From ${watched} not a word.`]));
    if (listened)
      out.push(
        this.#pick("listened", [
          `${listened} listened for what the others were murmuring.`,
          `At the edge of it ${listened} only listened.`,
        ]),
      );
    return out;
  }

  /** Threads in which nobody said anything: who was for it, who against. */
  #silent(): string[] {
    const spoken = new Set(this.#facts.deeds.filter(speaks).map(({ thread }) => thread));
    const threads = Map.groupBy(
      this.#facts.deeds.filter(
        ({ act, thread }) => thread !== null && !spoken.has(thread) && /^(?:like|dislike|repost)$/.test(act),
      ),
      ({ thread }) => thread,
    );
    return [...threads.values()].slice(0, 2).flatMap((deeds) => {
      const whose = deeds.find(({ of }) => of?.name)?.of?.name;
      const of = (act: Deed["act"]) => names(deeds.filter((deed) => deed.act === act).map(({ name }) => name));
      const [likes, dislikes, shares] = [of("like"), of("dislike"), of("repost")];
      const what = whose ? `what ${whose} had said` : "what had been said";
      return [
        likes &&
          this.#pick("for", [
            `${likes} nodded at ${what}.`,
            `At ${what}, ${likes} could be seen to agree.`,
            `${likes} had a good word for ${what}.`,
          ]),
        dislikes &&
          this.#pick("against", [`At ${what}, ${dislikes} only frowned.`, `${dislikes} would have none of ${what}.`]),
        shares &&
          this.#pick("onward", [`${shares} told others ${what}.`, `By way of ${shares}, ${what} went further.`]),
      ].filter((sentence) => sentence !== "");
    });
  }

  /** The one or two people who changed most, shown by their bodies. */
  bodies(): string[] {
    const { characters, deeds } = this.#facts;
    const seen = new Set(deeds.flatMap(({ by, of, to }) => [by, of?.by, to?.id]));
    const moved = characters
      .filter(({ id }) => seen.has(id))
      .flatMap((one) => changeIn(one))
      .sort((a, b) => b.by - a.by)
      .slice(0, 2);
    return moved.map(({ name, emotion }) => this.#pick(emotion, BODIES[emotion](name) as [string, ...string[]]));
  }

  #pick(purpose: string, list: readonly string[]): string {
    const used = this.#used.get(purpose) ?? new Set<number>();
    if (used.size >= list.length) used.clear();
    this.#used.set(purpose, used);
    const unused = list.map((_, i) => i).filter((i) => !used.has(i));
    // What the reader has just read in other sentences is not said again while there is another way.
    const fresh = unused.filter((i) => !this.#previous.includes(turnOf(list[i]!)));
    const free = fresh.length > 0 ? fresh : unused;
    const chosen = free[this.#dice.int(purpose, 0, free.length - 1)]!;
    used.add(chosen);
    return list[chosen]!;
  }
}

const speaks = ({ text, act }: Deed): boolean => text !== null && /^(?:post|comment|quote)$/.test(act);
/** What a sentence is known by again: its longest run outside quotation marks and names. */
const turnOf = (sentence: string): string =>
  sentence
    .replaceAll(/“[^”]*”/g, "|")
    .split(/[|:]|\b\p{Lu}[\p{L}'’]*/u)
    .map((part) => part.trim())
    .reduce((a, b) => (b.length > a.length ? b : a), "") || sentence;

const CHANGE = 0.05;
/** The feeling that has risen most in somebody, where one has. */
function changeIn({ name, emotions, before }: Character): { name: string; emotion: Emotion; by: number }[] {
  let best: { name: string; emotion: Emotion; by: number } | null = null;
  for (const [i, emotion] of EMOTIONS.entries()) {
    const by = emotions[i]! - before[i]!;
    if (by >= CHANGE && (best === null || by > best.by)) best = { name, emotion, by };
  }
  return best === null ? [] : [best];
}

/** Feelings are shown and never named. */
const BODIES: Readonly<Record<Emotion, (name: string) => readonly string[]>> = {
  anger: (name) => [
    `${name}'s jaw was set.`,
    `${name}'s knuckles had gone white.`,
    `${name} put the cup down harder than needed.`,
  ],
  fear: (name) => [
    `${name} kept glancing at the door.`,
    `${name} had drawn the coat tighter.`,
    `${name}'s voice had dropped almost to nothing.`,
  ],
  joy: (name) => [
    `Something in ${name}'s step had lightened.`,
    `${name} was humming, and did not notice it.`,
    `${name} laughed at nothing in particular.`,
    `${name} stood a little straighter than before.`,
    `There was colour in ${name}'s face.`,
    `${name} had taken off the coat at last.`,
    `${name} tapped a rhythm on the rail.`,
    `The corners of ${name}'s mouth would not stay down.`,
  ],
  sadness: (name) => [`${name}'s shoulders had sunk.`, `${name} looked at the floor for a long time.`],
  trust: (name) => [
    `${name}'s hands lay open on the table.`,
    `${name} had stopped watching the door.`,
    `${name} moved a chair closer.`,
    `${name} let the others finish, every time.`,
    `${name} had put the keys down where anyone could reach them.`,
  ],
  surprise: (name) => [`${name}'s brows had gone up and stayed there.`, `${name} stopped in the middle of a gesture.`],
};

const HOURS: readonly (readonly string[])[] = [
  ["In the dead of night", "Long after midnight"],
  ["Before it was light", "In the last hour of the dark"],
  ["At first light", "While the shutters were being opened"],
  ["In the forenoon", "By the middle of the morning"],
  ["Around noon", "When the bells had rung for noon"],
  ["In the afternoon", "When the light had begun to slant"],
  ["Towards evening", "With the lamps being lit"],
  ["Late in the evening", "When most windows were dark"],
];

/** Words in quotation marks, on one line, cut at a word where they are long. */
function quoted(text: string, full = true): string {
  const line = text.trim().replaceAll(/\s+/gu, " ").replaceAll(/[“”]/g, "'");
  if (line.length <= QUOTED) return `“${full ? ended(line) : line.replace(/[.]$/, "")}”`;
  const cut = line.slice(0, QUOTED).toWellFormed();
  const at = cut.lastIndexOf(" ");
  return `“${at > QUOTED / 2 ? cut.slice(0, at) : cut}…”`;
}

/** Words before "said": a full stop becomes a comma. */
const spoken = (text: string): string => quoted(text).replace(/\.”$/, ",”");
/** The first few words of something that everybody remembers. */
function recalled(text: string): string {
  const words = text.trim().replaceAll(/\s+/gu, " ").replaceAll(/[“”]/g, "'").split(" ");
  const short = words.slice(0, 5).join(" ");
  return words.length <= 5
    ? quoted(text)
    : `“${short
        .slice(0, 60)
        .toWellFormed()
        .replace(/[,.;:]$/, "")}…”`;
}

/** A, B and C; of more than four the rest are counted. "" for nobody. */
function names(list: readonly string[]): string {
  const all = [...new Set(list)];
  if (all.length <= 1) return all[0] ?? "";
  const shown = all.length > 4 ? [...all.slice(0, 3), `${all.length - 3} others`] : all;
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
/** After a colon: articles begin small, names do not. */
const lowered = (text: string): string => text.replace(/^(?:A|An|The)(?= )/, (article) => article.toLowerCase());

/** Of several that are as common, the one that came first. */
function mostCommon<T extends { readonly id: string }>(list: readonly T[]): T | null {
  const groups = [...Map.groupBy(list, ({ id }) => id).values()];
  return groups.reduce<readonly T[]>((best, group) => (group.length > best.length ? group : best), [])[0] ?? null;
}
