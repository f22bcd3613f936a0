// Tells a round in prose without any model: scenes around what was said, the crowd in the margin, feelings through the body. The same facts and dice give the same words.
import type { Dice } from "@orrery/kernel";
import { contentWords, endSentence } from "../text.ts";
import { EMOTIONS, type Emotion } from "../town/config.ts";
import type { AgentId } from "../town/state.ts";
import type { Character, RoundDeed, RoundFacts } from "./facts.ts";
import { attribute, capital, inWords, listNames, lowerArticle, quoteSpeech, type Tone } from "./speech.ts";
import * as stock from "./stock.ts";

/** Moves when the same facts are told in other words. */
export const TEMPLATE_VERSION = 3;

const SCENES = 3;
/** Answers that are told with their words, in one scene. */
const ANSWERS = 4;
/** Sentences in the margin. */
const MARGIN = 4;
/** Of more people than this who did the same in the margin, the number is told. */
const NAMED = 4;

type Sentences = readonly string[];

/** The passage; empty where there is nothing to tell. */
export function tellRound(facts: RoundFacts, dice: Dice, previous: readonly string[]): string {
  const teller = new RoundTeller(facts, dice, previous.join("\n"));
  const paragraphs: Sentences[] = [
    [...teller.events(), teller.opening(previous.length === 0)],
    ...teller.scenes(),
    teller.margin(),
    teller.bodies(),
  ];
  return paragraphs
    .map((sentences) => sentences.filter((sentence) => sentence !== "" && !facts.forbids(sentence)).join(" "))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** Answers in the same words are one. */
interface ReplyGroup {
  readonly deed: RoundDeed;
  readonly others: readonly RoundDeed[];
}

class RoundTeller {
  readonly #facts: RoundFacts;
  readonly #dice: Dice;
  readonly #previous: string;
  readonly #people: ReadonlyMap<AgentId, Character>;
  /** How often each choice has come up: the same turn of phrase is not used twice in one passage while there is another. */
  readonly #used = new Map<string, Set<number>>();
  /** Those who have been named whole. */
  readonly #introduced = new Set<string>();
  /** The feelings that are still to be shown. */
  readonly #moved: Map<AgentId, Emotion>;
  constructor(facts: RoundFacts, dice: Dice, previous: string) {
    this.#facts = facts;
    this.#dice = dice;
    this.#previous = previous;
    this.#people = new Map(facts.characters.map((one) => [one.id, one]));
    this.#moved = mostMoved(facts);
  }

  /** What the author brought about and nobody has told yet, the newest first: under a hard rule it is the opening line. */
  events(): Sentences {
    const { untold, recent, telling, deeds } = this.#facts;
    const newest = untold.at(-1);
    const last = recent.at(-1);
    if (!newest)
      return telling.enforcement === "hard" && last
        ? [
            this.#pick("still", ["They still spoke of it: ", "It had not been forgotten: "]) +
              lowerArticle(endSentence(last.description)),
          ]
        : [];
    const words = contentWords(newest.description);
    const isSpokenOf = deeds.some(
      (deed) => speaks(deed) && [...contentWords(deed.text!)].filter((word) => words.has(word)).length > 1,
    );
    const after = newest.type === "god_mode_death" ? stock.BEREFT : isSpokenOf ? stock.ON_ALL_LIPS : stock.PASSED;
    return [...untold.map(({ description }) => endSentence(description)).reverse(), this.#pick("after", after)];
  }

  opening(isFirst: boolean): string {
    const { deeds, hour, telling } = this.#facts;
    const place = mostCommon(deeds.flatMap(({ by }) => this.#people.get(by)?.place ?? []));
    const when = `${this.#pick("hour", stock.HOURS[Math.floor(hour / 3)]!)}${place === null ? "" : ` at ${place.name}`}`;
    const shows = telling.places === "cinematic" || telling.places === "full";
    const mood = place?.atmosphere && shows ? ` ${capital(endSentence(place.atmosphere))}` : "";
    return `${when}, ${this.#pick("opening", this.#gathering(isFirst))}${mood}`;
  }

  #gathering(isFirst: boolean): readonly string[] {
    const said = this.#facts.deeds.filter(speaks);
    const voices = new Set(said.map(({ by }) => by)).size;
    if (voices === 0) return stock.QUIET;
    if (isFirst) return stock.FIRST;
    if (voices === 1) return stock.ONE_VOICE;
    const [topic, count] = mostOf(said.flatMap(({ about }) => about ?? []));
    if (topic !== null && count > 2 && count * 2 > said.length) return stock.talkOf(topic);
    return voices < 4 ? stock.FEW_VOICES : stock.MANY_VOICES;
  }

  /** The threads that most was said in. */
  scenes(): Sentences[] {
    const threads = Map.groupBy(
      this.#facts.deeds.filter(({ thread, act }) => thread !== null || act === "comment" || act === "post"),
      ({ thread, by }) => thread ?? `${by} alone`,
    );
    const spoken = [...threads.values()].flatMap((deeds) => {
      const words = deeds.filter(speaks).length;
      return words === 0 ? [] : [{ deeds, words }];
    });
    const chosen = new Set(spoken.toSorted((a, b) => b.words - a.words).slice(0, SCENES));
    return spoken.filter((thread) => chosen.has(thread)).flatMap(({ deeds }) => this.#scene(deeds));
  }

  /** Each voice is a paragraph; what is only reported stands with the last of them. */
  #scene(deeds: readonly RoundDeed[]): Sentences[] {
    const said = deeds.filter(speaks);
    const [first] = said;
    const stance = new Map(
      deeds.filter(({ act }) => act === "like" || act === "dislike").map(({ by, act }) => [by, act]),
    );
    const starts = first?.act === "post";
    const old = starts ? null : this.#recalled(said, deeds);
    const paragraphs: string[][] = starts ? [[this.#announced(first)]] : [old!.sentences];
    const answers = together(starts ? said.slice(1) : said);
    let before = starts ? first.by : null;
    const seen = new Set<AgentId>();
    for (const answer of answers.slice(0, ANSWERS)) {
      const { deed } = answer;
      // A nod is told with the words, or with those of the others.
      const nod =
        deed.act === "comment" && deed.by !== before && deed.by !== deed.of?.by ? stance.get(deed.by) : undefined;
      if (nod !== undefined) seen.add(deed.by);
      const told = [this.#answered(deed, before, nod), ...this.#echoed(answer)];
      // Where nobody else is heard in it, the first paragraph has room for an answer.
      if (old?.isRecalled && before === null) paragraphs[0]!.push(...told);
      else paragraphs.push(told);
      before = deed.by;
    }
    const late = this.#names(answers.slice(ANSWERS).map(({ deed }) => deed));
    if (late) paragraphs.at(-1)!.push(this.#pick("late", stock.others(late)));
    const around = this.#around(deeds.filter(({ by }) => !seen.has(by)));
    if (answers.length > 1) paragraphs.push(around);
    else paragraphs.at(-1)!.push(...around);
    return paragraphs;
  }

  #announced(deed: RoundDeed): string {
    const who = this.#who(deed.by, deed.name);
    const isOffice = this.#isOffice(deed.by);
    if (this.#dice.int("how", 0, 2) === 0)
      return `${this.#pick("announcing", stock.announcing(who, isOffice))} ${quoteSpeech(deed.text!)}`;
    return attribute(deed.text!, this.#saying(isOffice ? "office" : "post", who, deed.by));
  }

  /** Words of an earlier round that are still being answered; those that the reader has just had are only recalled. */
  #recalled(said: readonly RoundDeed[], deeds: readonly RoundDeed[]): { sentences: string[]; isRecalled: boolean } {
    const { of, about } = said.find((deed) => deed.of?.text) ?? deeds.find((deed) => deed.of?.text) ?? {};
    if (!of?.text || of.name === null) return { sentences: [], isRecalled: true };
    const who = of.by === null ? of.name : this.#who(of.by, of.name);
    if (this.#previous.includes(`“${attribute(of.text, () => "").slice(1, 25)}`))
      return {
        sentences: [this.#pick("recall", stock.recalling(who, about ? ` about ${about}` : ""))],
        isRecalled: true,
      };
    const sentences =
      this.#dice.int("old", 0, 2) === 0
        ? [`${this.#pick("again", stock.OLD_WORDS(who))} ${quoteSpeech(of.text)}`]
        : [attribute(of.text, () => `${who} had said`), this.#pick("old", stock.AFTER_OLD_WORDS)];
    return { sentences, isRecalled: false };
  }

  #answered(
    { act, name, text, of, by }: RoundDeed,
    before: AgentId | null,
    stance: RoundDeed["act"] | undefined,
  ): string {
    const isOwn = of?.by === by;
    const who = this.#who(by, name);
    const words = text!;
    if (act === "quote" && of?.name) {
      const whose = isOwn ? "those same words" : `${of.by === null ? of.name : this.#who(of.by, of.name)}'s words`;
      return `${this.#pick("quote", stock.takingUp(who, whose))} ${quoteSpeech(words)}`;
    }
    if (act === "post") return this.#announced({ name, text, by } as RoundDeed);
    if (before === by) return `${this.#pick("added", stock.ADDED(who))} ${quoteSpeech(words)}`;
    if (isOwn) return `${this.#pick("returned", stock.RETURNED(who))} ${quoteSpeech(words)}`;
    const isOffice = this.#isOffice(by);
    if (stance === undefined && !this.#moved.has(by) && this.#dice.int("how", 0, 3) === 0)
      return `${this.#pick("replying", stock.replying(who, isOffice))} ${quoteSpeech(words)}`;
    return attribute(words, this.#saying(isOffice ? "office" : "reply", who, by, stance));
  }

  /** Who said the same. */
  #echoed({ deed, others }: ReplyGroup): Sentences {
    const names = this.#names(others.filter(({ by }) => by !== deed.by));
    return names === "" ? [] : [this.#pick("too", stock.saidToo(names, /[?？]$/.test(deed.text!.trim())))];
  }

  /** "said X", with what the head or the rest of the body does meanwhile. */
  #saying(
    kind: keyof typeof stock.SAYING,
    who: string,
    by: AgentId,
    stance?: RoundDeed["act"],
  ): (tone: Tone) => string {
    return (tone) => {
      const said = this.#dice.pick("saying", stock.SAYING[kind][tone](who) as [string, ...string[]]);
      if (kind === "office") return said;
      const nod = stance === "like" ? stock.NODDING : stance === "dislike" ? stock.SHAKING : null;
      if (nod) return `${said}, ${this.#pick("nod", nod)}`;
      const felt = this.#moved.get(by);
      if (felt === undefined) return said;
      this.#moved.delete(by);
      return `${said}, ${this.#pick(`gesture ${felt}`, stock.GESTURES[felt])}`;
    };
  }

  /** Who stood by it, who did not, who carried it on. */
  #around(deeds: readonly RoundDeed[]): string[] {
    const by = (act: RoundDeed["act"], own: boolean) =>
      deeds.filter((deed) => deed.act === act && (deed.of?.by === deed.by) === own);
    const some = (
      list: readonly RoundDeed[],
      tell: (who: string, isMany: boolean, withOffice: boolean) => readonly string[],
      purpose: string,
    ) => {
      const who = this.#names(list);
      if (who === "") return "";
      const ids = new Set(list.map((deed) => deed.by));
      return this.#pick(
        purpose,
        tell(
          who,
          ids.size > 1,
          [...ids].some((id) => this.#isOffice(id)),
        ),
      );
    };
    return [
      some(by("like", false), stock.agreeing, "likes"),
      some(by("like", true), stock.standingBy, "own"),
      some(by("dislike", false), stock.opposing, "dislikes"),
      some(by("dislike", true), stock.regretting, "regret"),
      some(
        deeds.filter(({ act }) => act === "repost"),
        stock.passingOn,
        "shares",
      ),
    ];
  }

  /** Nods and frowns at what was said before, ties made and broken, and those who only watched. */
  margin(): Sentences {
    const out = [...this.#silent(), ...this.#ties(), ...this.#errands()].slice(0, MARGIN);
    const [first] = out;
    // Where nobody spoke there is no circle to be away from.
    const links = out.length > 1 && this.#facts.deeds.some(speaks) && this.#dice.int("link", 0, 1) === 0;
    if (first && links && !/^(?:From|When|Through|There) /.test(first))
      out[0] = `${this.#pick("elsewhere", stock.ELSEWHERE)}, ${first}`;
    return [...out, ...this.#bystanders()];
  }

  #ties(): string[] {
    const { deeds } = this.#facts;
    const byReceiver = (act: RoundDeed["act"]) =>
      [
        ...Map.groupBy(
          deeds.filter((deed) => deed.act === act),
          ({ to }) => to?.id ?? null,
        ).values(),
      ].map((list) => {
        const to = list[0]!.to;
        return { who: this.#names(list), whom: to ? this.#who(to.id, to.name) : "somebody" };
      });
    return [
      ...byReceiver("follow").map(({ who, whom }) => this.#pick("follow", stock.FOLLOWING(who, whom))),
      ...byReceiver("unfollow").map(({ who, whom }) => `${who} had drifted away from ${whom}.`),
      ...byReceiver("mute").map(({ who, whom }) => this.#pick("mute", stock.SHUNNING(who, whom))),
      ...byReceiver("unmute").map(({ who, whom }) => `${who} had begun to hear ${whom} out again.`),
    ];
  }

  #errands(): string[] {
    const { deeds } = this.#facts;
    const byText = (act: RoundDeed["act"]) =>
      [
        ...Map.groupBy(
          deeds.filter((deed) => deed.act === act),
          ({ text }) => text ?? "",
        ).entries(),
      ].map(([text, list]) => ({ who: this.#names(list), what: text }));
    const aside = [
      ...Map.groupBy(
        deeds.filter(({ act }) => act === "message"),
        ({ by }) => by,
      ).values(),
    ];
    return [
      ...aside.map((list) => {
        const whom = listNames([...new Set(list.map(({ to }) => (to ? this.#who(to.id, to.name) : "somebody")))]);
        return this.#pick("aside", stock.ASIDE(this.#who(list[0]!.by, list[0]!.name), whom));
      }),
      ...byText("search").map(({ who, what }) =>
        what === "" ? `${who} went about asking questions.` : this.#pick("search", stock.ASKING(who, asMatter(what))),
      ),
      ...byText("seek").map(({ who, what }) =>
        what === ""
          ? `${who} was looking for somebody.`
          : this.#pick("seek", stock.SEEKING(who, quoteSpeech(what).replace(/[.]”$/, "”"))),
      ),
    ];
  }

  #bystanders(): string[] {
    const { deeds } = this.#facts;
    const by = (act: RoundDeed["act"]) => deeds.filter((deed) => deed.act === act);
    // Where nobody spoke at all, the opening has said so.
    const watching = deeds.some(speaks) ? by("nothing") : [];
    const count = new Set(watching.map((deed) => deed.by)).size;
    const watched = count > NAMED ? `${inWords(count)} of them` : this.#names(watching);
    const listened = this.#names(by("trend"));
    return [
      watched && this.#pick("watched", stock.WATCHING(watched)),
      listened && this.#pick("listened", stock.LISTENING(listened)),
    ].map(capital);
  }

  /** Threads in which nobody said anything: who was for it, who against. */
  #silent(): string[] {
    const { deeds } = this.#facts;
    const spoken = new Set(deeds.filter(speaks).map(({ thread }) => thread));
    const threads = Map.groupBy(
      deeds.filter(
        ({ act, thread }) => thread !== null && !spoken.has(thread) && /^(?:like|dislike|repost)$/.test(act),
      ),
      ({ of }) => of?.by ?? null,
    );
    return [...threads.values()].slice(0, 2).flatMap((list) => {
      const { of, about } = list[0]!;
      const isOne = list.every((deed) => deed.about === about);
      const whose = of?.name == null ? null : of.by === null ? of.name : this.#who(of.by, of.name);
      const what = `${whose === null ? "what had been said" : `what ${whose} had said`}${about && isOne ? ` about ${about}` : ""}`;
      const by = (act: RoundDeed["act"]) => this.#names(list.filter((deed) => deed.act === act && deed.by !== of?.by));
      const own = list.find((deed) => deed.by === of?.by && deed.act !== "repost");
      const [likes, dislikes, shares] = [by("like"), by("dislike"), by("repost")];
      return [
        likes && this.#pick("for", stock.FOR_IT(likes, what)),
        dislikes && this.#pick("against", stock.AGAINST_IT(dislikes, what)),
        shares && this.#pick("onward", stock.ONWARD(shares, what)),
        own && !likes && !dislikes && !shares
          ? own.act === "like"
            ? this.#pick("own", stock.standingBy(whose ?? own.name))
            : this.#pick("regret", stock.regretting(whose ?? own.name))
          : "",
      ].filter((sentence) => sentence !== "");
    });
  }

  /** Those who changed most and have not been seen to yet, shown by their bodies. */
  bodies(): Sentences {
    return [...this.#moved].map(([id, emotion]) => {
      const { name } = this.#people.get(id)!;
      return this.#pick(emotion, stock.BODIES[emotion](this.#who(id, name)));
    });
  }

  #isOffice(id: AgentId): boolean {
    return this.#people.get(id)?.isOffice ?? false;
  }

  /** Whole at the first mention; then as one calls them. */
  #who(id: AgentId, name: string): string {
    if (this.#introduced.has(id)) return this.#people.get(id)?.called ?? name;
    this.#introduced.add(id);
    return name;
  }

  /** Of everybody once, as far as they are named. */
  #names(deeds: readonly RoundDeed[]): string {
    const people = [...new Map(deeds.map(({ by, name }) => [by, name]))];
    return listNames(people.map(([id, name], i) => (people.length > 4 && i > 2 ? "" : this.#who(id, name))));
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
    return list[chosen]!.replace(/(?<=\p{L})\.\.$/u, ".");
  }
}

const speaks = ({ text, act }: RoundDeed): boolean => text !== null && /^(?:post|comment|quote)$/.test(act);
/** A word that is asked after stands by itself; anything longer in quotation marks. */
const asMatter = (text: string): string =>
  /^[\p{Ll}][\p{Ll} '’-]{1,30}$/u.test(text.trim()) ? text.trim() : quoteSpeech(text).replace(/[.]”$/, "”");

/** Answers in their order, those in the same words with the first of them. */
function together(said: readonly RoundDeed[]): readonly ReplyGroup[] {
  const groups = Map.groupBy(said, ({ act, text, of, by }) =>
    act === "comment" && of?.by !== by ? text!.trim() : `${by} ${text}`,
  );
  return [...groups.values()].map(([deed, ...others]) => ({ deed: deed!, others }));
}

/** What a sentence is known by again: its longest run outside quotation marks and names. */
const turnOf = (sentence: string): string =>
  sentence
    .replaceAll(/“[^”]*”/g, "|")
    .split(/[|:]|\b\p{Lu}[\p{L}'’]*/u)
    .map((part) => part.trim())
    .reduce((a, b) => (b.length > a.length ? b : a), "") || sentence;

const CHANGE = 0.05;
/** The one or two people of the round who changed most, each with the feeling that rose. */
function mostMoved({ characters, deeds }: RoundFacts): Map<AgentId, Emotion> {
  const seen = new Set(deeds.flatMap(({ by, of, to }) => [by, of?.by, to?.id]));
  const moved = characters
    .filter(({ id, isOffice }) => seen.has(id) && !isOffice)
    .flatMap((one) => changeIn(one))
    .sort((a, b) => b.by - a.by)
    .slice(0, 2);
  return new Map(moved.map(({ id, emotion }) => [id, emotion]));
}

/** The feeling that has risen most in somebody, where one has. */
function changeIn({ id, emotions, before }: Character): { id: AgentId; emotion: Emotion; by: number }[] {
  let best: { id: AgentId; emotion: Emotion; by: number } | null = null;
  for (const [i, emotion] of EMOTIONS.entries()) {
    const by = emotions[i]! - before[i]!;
    if (by >= CHANGE && (best === null || by > best.by)) best = { id, emotion, by };
  }
  return best === null ? [] : [best];
}

/** The commonest text and how often it is there; of several as common, the one that came first. */
function mostOf(list: readonly string[]): readonly [string | null, number] {
  const counts = [...Map.groupBy(list, (text) => text)].map(([text, all]) => [text, all.length] as const);
  return counts.reduce<readonly [string | null, number]>((best, one) => (one[1] > best[1] ? one : best), [null, 0]);
}

/** Of several that are as common, the one that came first. */
function mostCommon<T extends { readonly id: string }>(list: readonly T[]): T | null {
  const groups = [...Map.groupBy(list, ({ id }) => id).values()];
  return groups.reduce<readonly T[]>((best, group) => (group.length > best.length ? group : best), [])[0] ?? null;
}
