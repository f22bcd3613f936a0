// What residents say: sentences put together by topic, stance, mood and person, so that a town reads like people and no two days alike. Every choice is drawn; nothing is remembered.
import type { Emotion, Topic } from "./config.ts";
import type { Stream } from "./stream.ts";
import type { PostView, SelfView } from "./view.ts";

/** The feeling that colours what somebody says; null when none stands out. Trust is everybody's ground colour and colours nothing. */
function moodOf({ emotions }: Pick<SelfView, "emotions">): Exclude<Emotion, "trust"> | null {
  let mood: Exclude<Emotion, "trust"> | null = null;
  let level = 0.25;
  for (const name of ["anger", "fear", "joy", "sadness", "surprise"] as const)
    if (emotions[name] > level) {
      level = emotions[name];
      mood = name;
    }
  return mood;
}

const OPENERS: Readonly<Record<Exclude<Emotion, "trust"> | "calm", readonly string[]>> = {
  anger: [
    "Enough.",
    "I have had it.",
    "No, sorry, no.",
    "Who decided this?",
    "I am too old to be lied to.",
    "Say it out loud for once.",
  ],
  fear: [
    "I did not sleep.",
    "Maybe I worry too much.",
    "Nobody tells us anything.",
    "Something is off.",
    "I keep checking the window.",
  ],
  joy: [
    "What a day.",
    "The sun is out and so am I.",
    "Good news, for once.",
    "Coffee in the sun.",
    "I met half the street today.",
  ],
  sadness: [
    "It was nicer once.",
    "I miss how it used to be.",
    "A quiet evening.",
    "I do not know any more.",
    "My mother would have had a word for this.",
  ],
  surprise: ["Wait.", "Did I read that right?", "Well, well.", "I had to sit down.", "Nobody saw that coming."],
  calm: [
    "One thought.",
    "My two pence.",
    "Quickly, between two jobs.",
    "On the bus again.",
    "Since everybody asks.",
    "Small remark.",
    "I have been thinking.",
  ],
};

/** Opinion on `{t}`, from against to for. */
const CLAIMS: readonly (readonly string[])[] = [
  [
    "No good will come of {t}, and we all know who pays.",
    "I will vote against {t} and I will say so to anyone who rings.",
    "Stop {t} before it is too late.",
    "There is nothing in {t} for people like us.",
    "Show me one person on my street who wants {t}.",
    "{T}? Over my dead begonias.",
  ],
  [
    "I am not convinced by {t}.",
    "I liked the sound of {t} until I read the small print.",
    "I would be happier if somebody put a price on {t}.",
    "More questions than answers about {t}, as usual.",
    "Perhaps {t} can wait a year.",
  ],
  [
    "I can see both sides of {t}.",
    "Still making up my mind about {t}.",
    "Can anybody explain {t} to me without shouting?",
    "Two neighbours, three opinions about {t}.",
    "I have heard good arguments about {t}, all of them opposite.",
  ],
  [
    "I am slowly warming to {t}.",
    "With some care, {t} might do us good.",
    "Give {t} a chance; we can still complain afterwards.",
    "The more I read about {t}, the less I mind.",
    "On balance I would rather have {t} than not.",
  ],
  [
    "I have waited years for somebody to stand up for {t}.",
    "We need {t} now rather than later.",
    "I am all for {t}. There, I said it.",
    "My children will thank us for {t}.",
    "If you are against {t}, come and look before you shout.",
    "Yes to {t}, and not a minute later.",
  ],
];

const TAILS: readonly string[] = [
  "Ask anyone who works with {w}.",
  "It comes down to {w}, as always.",
  "I say that as a {p}.",
  "We talked about nothing else at work.",
  "My neighbour disagrees, and she is wrong.",
  "I will be at the meeting.",
  "Somebody had to say it.",
  "Remember last time.",
  "I wrote to the council about {w}.",
  "That is all.",
  "Tell me where I am wrong.",
  "I counted, by the way.",
  "My brother moved away over less.",
  "More on that tonight.",
];

const ASIDES: readonly string[] = [
  "Anyone for {i} on Saturday?",
  "Three hours of {i} and the world looks different.",
  "Found an old photo from my first year as a {p}. We had hats.",
  "If you lost a blue glove by the bridge, it is on the railing.",
  "The bakery has run out of rye again.",
  "I would like to thank whoever fixed the lamp on our corner.",
  "Nobody warned me that {i} would be this addictive.",
  "Rain at eleven, says my knee.",
  "Overheard at work: “It is only {i}.” Only!",
  "Long shift. A {p}'s feet know things.",
  "Does anybody still have the big ladder?",
  "New dog on our street. It has opinions.",
  "Whoever took the bench from the corner, bring it back.",
  "Half the street smells of bread and I am on a diet.",
  "Finally got the {i} things out of the cellar.",
  "The clock on the town hall is four minutes slow again.",
  "My neighbour sings. Nobody has told him.",
  "They teach you a lot as a {p}, but not how to sit still.",
  "Found a key under the plane tree. It is at the kiosk.",
  "I could talk about {i} all night, and I did.",
];

const AGREE: readonly string[] = [
  "Exactly this, {n}.",
  "{n} is right.",
  "Thank you for saying it.",
  "I could not have put it better.",
  "Yes. And it is not only {w}.",
  "My whole shift would sign that.",
  "Good to hear somebody say so.",
  "I have said so for years.",
  "That is what I told them on Monday.",
  "You should say that at the meeting, {n}.",
  "There. It is not just me.",
  "I would put my name under that.",
];
const DISAGREE: readonly string[] = [
  "With respect, {n}, no.",
  "You did not live here when we tried that.",
  "And who pays for it?",
  "I read the same report and it says the opposite.",
  "That is easy to say from where you sit, {n}.",
  "Wrong, but nicely put.",
  "Come round and say that to my face. I will make tea.",
  "You have left out {w}.",
  "I hear you, {n}, and I still say no.",
  "Ask the people who work with {w} what they think of that.",
  "That was true ten years ago.",
];
const UNSURE: readonly string[] = [
  "Interesting. Where did you get that?",
  "I had not thought of it that way.",
  "Not sure, {n}. Tell me more.",
  "Hm.",
  "Is that so?",
  "I shall ask at work.",
  "There are two sides to {w}, I think.",
  "Could be. I have heard it the other way round.",
  "I would like to see that in writing.",
  "Give me a day to think about it, {n}.",
  "My mother says the same. My father does not.",
];
/** To what is about nothing in particular. */
const CHATTER: readonly string[] = [
  "Ha.",
  "You always say that, {n}.",
  "Tell me about it.",
  "Same on our street.",
  "That made my day.",
  "Is that so?",
  "I was just thinking of you, {n}.",
  "And I thought it was only me.",
  "Where was this?",
  "Do not start, {n}.",
  "Nobody ever tells me these things.",
];
const LETTERS: readonly string[] = [
  "Are you coming on Thursday?",
  "I saw what you wrote about {t}. Brave.",
  "Do not tell the others, but I am not sure about {t}.",
  "Thank you for the other day.",
  "Call me when you can.",
  "Have you heard what they say about {t}?",
];
const PASSED_ON: readonly string[] = [
  "Has anyone else heard? “{x}”",
  "They say: “{x}” I do not like it.",
  "“{x}” What do we make of that?",
  "So it is true then: “{x}”",
  "My cousin swears to it: “{x}”",
];

export interface TownSpeaker {
  readonly me: SelfView;
  readonly draw: Stream;
}

/** A post about a topic, by how its writer stands to it. */
export function speechOn(topic: Topic, stance: number, speaker: TownSpeaker): string {
  const { draw, me } = speaker;
  const parts = [fill(one(draw, CLAIMS[band(stance)]!), speaker, topic)];
  if (draw.share() < 0.6) parts.unshift(one(draw, OPENERS[moodOf(me) ?? "calm"]));
  if (draw.share() < 0.7) parts.push(fill(one(draw, TAILS), speaker, topic));
  return parts.join(" ");
}

/** A post about nothing in particular. */
export function smallTalk(speaker: TownSpeaker): string {
  const { draw, me } = speaker;
  const aside = fill(one(draw, ASIDES), speaker, null);
  const mood = moodOf(me);
  return mood !== null && draw.share() < 0.5 ? `${one(draw, OPENERS[mood])} ${aside}` : aside;
}

/** A comment; `gap` is how far apart the two stand, null where the post takes no side. */
export function commentOn(post: PostView, gap: number | null, topic: Topic | null, speaker: TownSpeaker): string {
  const { draw } = speaker;
  const list = topic === null ? CHATTER : gap === null ? UNSURE : gap < 0.25 ? AGREE : gap > 0.5 ? DISAGREE : UNSURE;
  // Of a plain repost the words are its author's, and so is the answer.
  const { original, text, name } = post;
  return fill(one(draw, list), speaker, topic, text === "" && original ? original.name : name);
}

/** A private letter. */
export const letter = (topic: Topic | null, speaker: TownSpeaker): string =>
  fill(one(speaker.draw, topic === null ? LETTERS.slice(0, 1) : LETTERS), speaker, topic);

/** A post that carries on what somebody has learned. */
export const wordOf = (news: string, speaker: TownSpeaker): string =>
  one(speaker.draw, PASSED_ON).replace("{x}", () => news);

/** An answer to somebody who asks, from what the person holds and feels. */
export function answerTo(topic: Topic | null, stance: number, speaker: TownSpeaker): string {
  const mood = moodOf(speaker.me);
  const feeling = mood === null ? "" : ` ${FEELING[mood]}`;
  return topic === null
    ? `I would rather talk about ${speaker.me.interests[0] ?? "the weather"}.${feeling}`
    : `${fill(one(speaker.draw, CLAIMS[band(stance)]!), speaker, topic)}${feeling}`;
}
const FEELING: Readonly<Record<Exclude<Emotion, "trust">, string>> = {
  anger: "And yes, I am angry.",
  fear: "Frankly, I am afraid of what comes next.",
  joy: "But do not let me spoil a good day.",
  sadness: "It makes me sad to talk about it.",
  surprise: "I still have to get used to the idea.",
};

const band = (stance: number): number => Math.min(4, Math.floor(stance * 5));
const one = <T>(draw: Stream, list: readonly T[]): T => list[draw.below(list.length)]!;

/** `{t}` topic, `{T}` the same at the beginning of a sentence, `{w}` a word of it, `{p}` trade, `{i}` interest, `{n}` first name of who is answered. */
function fill(text: string, { me, draw }: TownSpeaker, topic: Topic | null, name = ""): string {
  return text.replace(/\{([tTwpin])\}/g, (_, slot: string) => {
    switch (slot) {
      case "t":
        return topic?.name ?? "all that";
      case "T": {
        const of = topic?.name ?? "all that";
        return of[0]!.toUpperCase() + of.slice(1);
      }
      case "w":
        return topic === null || topic.words.length === 0 ? "money" : one(draw, topic.words);
      case "p":
        return me.facts.profession ?? "neighbour";
      case "i":
        return me.interests.length === 0 ? "gardening" : one(draw, me.interests);
      default:
        return name.split(" ")[0]!;
    }
  });
}
