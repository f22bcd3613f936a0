// The page's own words, by name. Another language is another table; nothing here speaks for a world, which has its own words.

export const ENGLISH = {
  timeline: "Timeline",
  play: "Play",
  pause: "Pause",
  earlier: "Earlier turn",
  later: "Later turn",
  turn: "Turn",
  of: "of",
  turnOf: "Turn {turn} of {head}. {here}",
  live: "Live",
  toEnd: "To the end",
  speed: "Speed",
  skipIdle: "Skip what changes nothing",
  refusal: "Refusals",
  god: "God",
  roll: "Rolls",
  branch: "Branches",
  ending: "Endings",
  nextOf: "Next of",
  jumpTitle: "{kind}: to the next ({key}), or the one before (Shift)",
  keys: "Keys",
  keysTitle: "Keys of this page",
  keysOn: "Single keys do what stands here (never while you type)",
  keyPlay: "Play or pause",
  keyStep: "One turn back or on",
  keyStride: "Ten turns back or on",
  keyEnds: "To the beginning or the end",
  keySpeed: "Slower or faster",
  keyJump: "To the next refusal, god’s hand, roll, branch point or ending; with Shift to the one before",
  keyLive: "To now",
  keySay: "To the words field; Escape leaves it",
  keyInspect: "Inspect, branches, god, turns",
  keyCopy: "Copy a link to this moment",
  keyHelp: "This sheet",
  copied: "The link to this moment is copied.",
  close: "Close",
  panels: "Panels",
  turns: "Turns",
  inspect: "Inspect",
  branches: "Branches",
  events: "What happened",
  noEvents: "Nothing happened in this turn.",
  changed: "What it changed",
  noChange: "It changed nothing.",
  rolls: "What was rolled",
  rollBetween: "{value}, between {low} and {high}",
  rollFor: "{purpose}, for {who}",
  rollSealed: "The seed is still secret. It was committed to before the roll: {commitment}.",
  rollProved: "Proved: the revealed seed gives just this number.",
  rollWrong: "The revealed seed gives {again}, not this number.",
  answers: "Who answered",
  asks: "Who is asked now",
  nobodyAsked: "Nobody is asked.",
  knows: "Who knows what",
  knowsOf: "What {name} knows",
  knowsNothing: "This world keeps no minds: what there is to see, everybody sees.",
  state: "The state",
  stateSeen: "What is seen",
  showState: "Everything, as data",
  byAction: "by {action}",
  bySettle: "by the world itself",
  byGod: "by a god",
  notCounted: "Only the server has this world’s rules: events and changes are shown, not minds.",
  earlierStory: "Show earlier turns",
} as const;

export type Word = keyof typeof ENGLISH;
export type Table = Readonly<Record<Word, string>>;

/** The same words with accents and room: whatever is still plain on the page does not come from here. */
export const pseudo = (): Table =>
  Object.fromEntries(
    Object.entries(ENGLISH).map(([key, text]) => [
      key,
      `⟦${text.replaceAll(/\{\w+\}|[aeiouyAEIOU]/g, (found) => (found.length > 1 ? found : (ACCENTS[found] ?? found)))}⟧`,
    ]),
  ) as Record<Word, string>;
const ACCENTS: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  y: "ý",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
};

let table: Table = ENGLISH;
/** Chosen before anything is shown. */
export function speak(language: string | null): void {
  table = language === "pseudo" ? pseudo() : ENGLISH;
}

/** A text of the table with its places filled. */
export const t = (word: Word, filled: Readonly<Record<string, string | number>> = {}): string =>
  table[word].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(filled[name] ?? place));
