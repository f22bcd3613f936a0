// Turns of phrase of the template teller, by what they are for. They claim nothing that the facts do not say, but the bodies of people: feelings are shown and never named.
import type { Emotion } from "../town/config.ts";
import type { Tone } from "./speech.ts";

type Phrases = readonly string[];

/** By the hour, three hours a row. */
export const HOURS: readonly Phrases[] = [
  ["In the dead of night", "Long after midnight", "While most of them slept", "By lamplight, in the small hours"],
  ["Before it was light", "In the last hour of the dark", "With the windows still black", "Ahead of the dawn"],
  [
    "At first light",
    "While the shutters were being opened",
    "Before the kettles had boiled",
    "In the grey of the morning",
  ],
  ["In the forenoon", "By the middle of the morning", "With the morning well along", "Later in the morning"],
  ["Around noon", "When the bells had rung for noon", "Over the midday meal", "With the sun at its height"],
  ["In the afternoon", "When the light had begun to slant", "As the afternoon wore on", "Later in the day"],
  ["Towards evening", "With the lamps being lit", "As the day went out", "At the end of the working day"],
  ["Late in the evening", "When most windows were dark", "Over the last of the lamps", "Close to midnight"],
];

export const QUIET: Phrases = [
  "nothing was said that anybody would remember.",
  "the talk had died down, and nobody took it up again.",
  "people kept to themselves.",
  "it was so still that the clocks could be heard.",
  "not a voice was raised.",
  "each had something else to do than talk.",
];
export const FIRST: Phrases = ["it began.", "the first words fell.", "somebody had to speak first."];
export const ONE_VOICE: Phrases = [
  "a single voice was heard.",
  "only one of them had anything to say.",
  "the rest left the talking to one.",
];
export const FEW_VOICES: Phrases = [
  "a few of them stood together.",
  "the talk was among a handful of people.",
  "it was a small company.",
  "there were not many left to talk.",
];
export const MANY_VOICES: Phrases = [
  "voices went back and forth.",
  "the talk ran from one to the next.",
  "there was hardly a moment without a voice.",
  "everybody seemed to have been waiting to speak.",
  "one word gave another.",
];
export const talkOf = (topic: string): Phrases => [
  `the talk was of ${topic}.`,
  `it was ${topic} again.`,
  `${topic} would not let them be.`,
  `most of what was said was about ${topic}.`,
];

/** After an event of which nobody speaks in the round; after one that they do speak of; after a death. */
export const PASSED: Phrases = [
  "Then the hour went on, as hours do.",
  "For the length of a breath nobody moved.",
  "It lay over the rest of the hour like weather.",
];
export const ON_ALL_LIPS: Phrases = [
  "It did not take long to get round.",
  "By the hour it had gone from mouth to mouth.",
  "Before long it was part of what was said.",
];
export const BEREFT: Phrases = [
  "There was an empty place after that.",
  "Those who heard of it looked at the floor.",
  "A door was closed, and it stayed closed.",
];

/** Words of an earlier round are told again whole, or only recalled. */
export const OLD_WORDS = (who: string): Phrases => [
  `It went back to something that ${who} had said.`,
  `Somebody had remembered ${who}'s words.`,
  `${who} had said it before, and it was said to them again.`,
];
export const AFTER_OLD_WORDS: Phrases = [
  "It was not forgotten.",
  "They were not done with it.",
  "Now it came up again.",
  "People were still turning it over.",
  "It would not lie still.",
  "It had had time to sink in.",
];
export const recalling = (who: string, about: string): Phrases => [
  `They were still at what ${who} had said${about}.`,
  `What ${who} had said${about} was not forgotten.`,
  `The talk came round again to what ${who} had said${about}.`,
  `Nobody had quite done with what ${who} had said${about}.`,
  `It was what ${who} had said${about} that they came back to.`,
  `There was more to be said to ${who}${about}.`,
];

/** Who said it, to put after the words. */
export const SAYING: Readonly<Record<"post" | "reply" | "office", Readonly<Record<Tone, (who: string) => Phrases>>>> = {
  post: {
    said: (who) => [`said ${who}`, `${who} told them`, `${who} said, to nobody in particular`, `${who} remarked`],
    asked: (who) => [`asked ${who}`, `${who} asked of them all`, `${who} wanted to know`],
    cried: (who) => [`cried ${who}`, `${who} called out`],
  },
  reply: {
    said: (who) => [`said ${who}`, `${who} answered`, `${who} said`, `${who} put in`],
    asked: (who) => [`asked ${who}`, `${who} asked`, `${who} wanted to know`],
    cried: (who) => [`cried ${who}`, `${who} called back`],
  },
  office: {
    said: (who) => [`said ${who}`, `was the word from ${who}`, `${who} let it be known`],
    asked: (who) => [`asked ${who}`, `${who} wanted to know`],
    cried: (who) => [`was the cry from ${who}`, `${who} called out`],
  },
};

/** A gesture before the words. */
export const announcing = (who: string, isOffice: boolean): Phrases =>
  isOffice
    ? [`There was word from ${who}.`, `${who} made it known.`, `${who} had news.`]
    : [
        `${who} spoke up.`,
        `${who} had something to tell them.`,
        `${who} stepped forward.`,
        `${who} waited until they were listening.`,
        `It was ${who} who broke in.`,
      ];
export const replying = (who: string, isOffice: boolean): Phrases =>
  isOffice
    ? [`${who} would not leave it there.`, `That brought an answer from ${who}.`]
    : [
        `${who} would not leave it there.`,
        `${who} leaned in.`,
        `${who} let a moment go by.`,
        `That brought in ${who}.`,
        `${who} looked up.`,
      ];
export const ADDED = (who: string): Phrases => [`${who} was not done.`, `${who} had more to say.`, `${who} went on.`];
export const RETURNED = (who: string): Phrases => [
  `${who} came back to it.`,
  `${who}, whose words they were, spoke again.`,
  `${who} had not finished with it either.`,
];
export const takingUp = (who: string, whose: string): Phrases => [
  `${who} took up ${whose} and turned them over.`,
  `${who} repeated ${whose} slowly, and set something beside them.`,
];
export const NODDING: Phrases = ["nodding", "with a nod"];
export const SHAKING: Phrases = ["with a slow shake of the head", "frowning"];
/** The same words from others. */
export const saidToo = (names: string, isQuestion: boolean): Phrases =>
  isQuestion
    ? [`${capitalise(names)} asked the same.`, `It was what ${names} asked, too.`]
    : [`${capitalise(names)} said the same.`, `${capitalise(names)} had no other word for it.`];
const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const others = (names: string): Phrases => [
  `${names} spoke as well, and none of it settled anything.`,
  `${names} had something to say to it too.`,
];

export const agreeing = (who: string, isMany: boolean, withOffice: boolean): Phrases => [
  ...(withOffice ? [] : [`${who} nodded.`]),
  isMany ? `${who} were of the same mind.` : `${who} was of the same mind.`,
  `${who} had no quarrel with that.`,
  ...(isMany ? [`It was well received by ${who}.`] : [`${who} thought it well said.`]),
];
export const opposing = (who: string, isMany: boolean, withOffice: boolean): Phrases =>
  withOffice
    ? [`${who} would have none of it.`, `${who} took the other side.`]
    : isMany
      ? [`${who} shook their heads.`, `${who} looked away.`, `${who} would have none of it.`]
      : [`${who} gave a slow shake of the head.`, `${who} looked away.`, `${who} would have none of it.`];
export const passingOn = (who: string): Phrases => [
  `${who} carried it further, to those who had not been there.`,
  `Before long ${who} had passed it on.`,
];
/** To one's own words. */
export const standingBy = (who: string): Phrases => [
  `${who} would not have taken back a word.`,
  `${who} stood by what had been said before.`,
];
export const regretting = (who: string): Phrases => [
  `${who} seemed to regret having spoken at all.`,
  `${who} was no longer so sure of having been right.`,
];

export const FOR_IT = (who: string, what: string): Phrases => [
  `${who} had a good word for ${what}.`,
  `${who} thought there was something in ${what}.`,
  `${who} could only agree with ${what}.`,
  `${who} liked the sound of ${what}.`,
];
export const AGAINST_IT = (who: string, what: string): Phrases => [
  `${who} would have none of ${what}.`,
  `${who} took ${what} badly.`,
  `${who} thought little of ${what}.`,
];
export const ONWARD = (who: string, what: string): Phrases => [
  `${who} told others ${what}.`,
  `Through ${who}, ${what} went further.`,
];

export const FOLLOWING = (who: string, whom: string): Phrases => [
  `From then on ${who} kept close to ${whom}.`,
  `${who} had begun to listen for ${whom}.`,
  `${who} would not miss a word of ${whom} any more.`,
];
export const SHUNNING = (who: string, whom: string): Phrases => [
  `${who} turned from ${whom} and would hear no more.`,
  `When ${whom} spoke, ${who} no longer listened.`,
];
export const ASKING = (who: string, what: string): Phrases => [
  `${who} went about asking after ${what}.`,
  `${who} had a question about ${what}, and took it from door to door.`,
  `${who} wanted to hear of ${what}.`,
  `${who} would talk of nothing but ${what}, and asked more than was answered.`,
  `${who} asked around about ${what}.`,
];
export const SEEKING = (who: string, whom: string): Phrases => [
  `${who} was looking for somebody called ${whom}.`,
  `${who} asked where to find ${whom}.`,
];
export const ASIDE = (who: string, whom: string): Phrases => [
  `${who} drew ${whom} aside, and what was said between them stayed there.`,
  `There was a word between ${who} and ${whom} that nobody else heard.`,
];
export const WATCHING = (who: string): Phrases => [
  `${who} watched and said nothing.`,
  `From ${who} not a word.`,
  `${who} kept their counsel.`,
];
export const LISTENING = (who: string): Phrases => [
  `${who} listened for what the others were murmuring.`,
  `At the edge of it ${who} only listened.`,
];
export const ELSEWHERE: Phrases = ["Elsewhere", "Meanwhile", "Beyond that circle", "Away from all this"];

/** After "said X": what the body does meanwhile. */
export const GESTURES: Readonly<Record<Emotion, Phrases>> = {
  anger: ["through closed teeth", "with a set jaw", "louder than was needed"],
  fear: ["hardly above a whisper", "with a glance at the door", "drawing the coat tighter"],
  joy: [
    "already smiling",
    "tapping a rhythm on the rail",
    "with colour in both cheeks",
    "laughing",
    "rocking on both heels",
  ],
  sadness: ["to the floor", "without looking up", "after a long breath"],
  trust: ["moving a chair closer", "with open hands", "in no hurry at all"],
  surprise: ["with raised brows", "stopping in the middle of a gesture"],
};

export const BODIES: Readonly<Record<Emotion, (name: string) => Phrases>> = {
  anger: (name) => [
    `${name}'s jaw was set.`,
    `${name}'s knuckles had gone white.`,
    `${name} put the cup down harder than needed.`,
    `${name} walked the length of the room and back.`,
  ],
  fear: (name) => [
    `${name} kept glancing at the door.`,
    `${name} had drawn the coat tighter.`,
    `${name}'s voice had dropped almost to nothing.`,
    `${name} sat where the wall was.`,
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
  sadness: (name) => [
    `${name}'s shoulders had sunk.`,
    `${name} looked at the floor for a long time.`,
    `${name} had let the tea go cold.`,
    `${name} was the last to get up.`,
  ],
  trust: (name) => [
    `${name}'s hands lay open on the table.`,
    `${name} had stopped watching the door.`,
    `${name} moved a chair closer.`,
    `${name} let the others finish, every time.`,
    `${name} had put the keys down where anyone could reach them.`,
  ],
  surprise: (name) => [
    `${name}'s brows had gone up and stayed there.`,
    `${name} stopped in the middle of a gesture.`,
    `${name} had to hear it twice.`,
  ],
};
