// A turn told by a model: from the template's own telling and the viewer's view, never from the state. What it writes is checked
// against what the viewer met; a telling that oversteps is mended once, and else the template's stands. No truth depends on it.
import type { Entity, Lexicon, Noun, Style } from "@orrery/kernel";
import {
  type AnswerProblem,
  type Bill,
  type Budget,
  inert,
  type Port,
  stable,
  type TurnRequest,
  volatile,
} from "@orrery/models/pure";
import type { Signal } from "./agent.ts";
import { compactJson } from "./compact.ts";
import { type ModelTrouble, sayWhy } from "./model-trouble.ts";
import { type OwnPrompts, promptText } from "./prompt-texts.ts";
import { foreignAddress, holdsDocument, omissions } from "./telling-check.ts";

export interface ModelNarrator {
  readonly port: Port;
  readonly lane: string;
  readonly budget: Budget | null;
  readonly prompts?: OwnPrompts | undefined;
  /** Partial text, to be shown as provisional: it may yet be refused. */
  readonly onText?: (text: string) => void;
  readonly onBill?: (bill: Bill) => void;
  readonly onWait?: TurnRequest<string>["onWait"];
}

/** What one viewer has of a turn. */
export interface Tellable {
  /** What the template told. */
  readonly template: string;
  /** What the viewer itself said or typed; "" for nothing. */
  readonly rawText: string;
  /** As the world shows it to models. */
  readonly view: unknown;
  readonly style?: Style;
  /** What could be named before the turn and after it. */
  readonly lexicons: readonly Lexicon[];
  /** The model's telling of the turn before; absent: it begins. */
  readonly before?: string | undefined;
  /** All there is, as the truth has it: never shown to the model, only looked for in what it wrote. */
  readonly entities: readonly Pick<Entity, "name">[];
}

const TELLING_MIN = 1_200;
/** A telling may be so many times as long as what it tells. */
const TELLING_TIMES = 1.5;
const BEFORE_MAX = 1_500;
const WHO = {
  first: "Whom the plain telling calls “you” is “I”.",
  third: "Whom the plain telling calls “you” is “he”, “she” or “they”, and never “you”.",
};
const VOICE = "How its author wants it told, as far as that goes with these rules:";

/** `text` null: the template's telling stands, and `trouble` says why unless there was nothing to tell. */
export interface ModelTelling {
  readonly text: string | null;
  readonly trouble: ModelTrouble | null;
}

/** Tells one turn to one viewer. Never throws for what a model does. */
export async function tellWithModel(
  { port, lane, budget, prompts, onText, onBill, onWait }: ModelNarrator,
  told: Tellable,
  signal?: Signal,
): Promise<ModelTelling> {
  // A letter is read as it is written.
  if (told.template.trim() === "" || holdsDocument(told.template)) return { text: null, trouble: null };
  const { style = {} } = told;
  const { person = "second", tense = "present" } = style;
  const rules = promptText("narrator", prompts, { person, tense });
  const result = await port.generateTurn<string>(
    port.startConversation(lane, [
      stable("rules", rules.version, rules.text),
      ...(person === "second" ? [] : [stable("reader", 1, WHO[person])]),
      ...(style.voice ? [stable("voice", 1, `${VOICE}\n\n${inert("voice", style.voice, 1_000)}`)] : []),
    ]),
    {
      lane,
      segments: [
        volatile(
          "view",
          2,
          `What the reader can see now, as JSON:\n\n${inert("view", compactJson(told.view), 200_000)}`,
        ),
        ...(told.before === undefined
          ? []
          : [
              volatile(
                "before",
                1,
                `Your telling before this one, to go on from:\n\n${inert("before", told.before.slice(-BEFORE_MAX).toWellFormed(), BEFORE_MAX)}`,
              ),
            ]),
        ...(told.rawText === ""
          ? []
          : [volatile("words", 1, `The reader's own words:\n\n${inert("words", told.rawText, 1_100_000)}`)]),
        volatile("facts", 1, `What happened, told plainly:\n\n${inert("facts", told.template, 200_000)}`),
      ],
      output: null,
      rules: (text) => tellingProblems(text, told),
      repairs: 1,
      budget,
      ...(onText ? { onText } : {}),
      ...(onWait ? { onWait } : {}),
    },
    signal,
  );
  onBill?.(result);
  const nothing = (reason: ModelTrouble["reason"], message: string) => ({ text: null, trouble: { reason, message } });
  if (!result.ok) return nothing(result.reason, sayWhy(result, port.model));
  const text = result.output.trim();
  // Not said to the model: what it hit upon by chance must not be confirmed.
  return namesSecret(text, told)
    ? nothing("invalid", `No answer of "${port.model.name}" was one that this game can take.`)
    : { text, trouble: null };
}

/** What is wrong with a telling by what the viewer knows: in words that a model may read. */
export function tellingProblems(
  text: string,
  { template, view, lexicons, rawText, style = {} }: Omit<Tellable, "entities">,
): readonly AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const add = (code: string, message: string) => problems.push({ path: "", code, message });
  if (text.trim() === "") add("empty", "Nothing was told.");
  const most = Math.max(TELLING_MIN, Math.round(TELLING_TIMES * template.length));
  if (text.length > most) add("too_long", `Tell it in at most ${most} characters; these are ${text.length}.`);
  const address = foreignAddress(text, `${template} ${rawText} ${JSON.stringify(view)}`);
  if (address !== null) add("address", `"${address}" is no part of the story.`);
  problems.push(...omissions(text, template, lexicons));
  if (/[{}<>]|```|\b(?:JSON|schema|prompt|as an AI)\b/.test(text))
    add("not_prose", "Write prose alone, without markup or remarks.");
  const nouns = lexicons.flatMap((lexicon) => lexicon.nouns);
  const known = wordsOf(knownText({ template, view, lexicons, rawText }));
  for (const { id, names } of nouns)
    if (/[-_\d]/.test(id) && !names.includes(id) && hasWord(text, id) && !hasWord(template, id)) {
      add("id", `"${id}" is an id and no word of the story.`);
      break;
    }
  const isHere = ({ kinds }: Noun) => !kinds.includes("remembered");
  const present = (lexicons.at(-1)?.nouns ?? []).filter((noun) => isHere(noun) && noun.kinds.includes("person"));
  const there = wordsOf([template, ...present.flatMap(({ names }) => names)].join(" "));
  const people = nouns.filter(({ kinds }) => kinds.includes("person")).flatMap(({ names }) => names.slice(0, 1));
  for (const name of new Set([...people, ...peopleKnown(view)]))
    if (hasWord(text, name) && ![...wordsOf(name)].some((word) => there.has(word)))
      add("absent", `${name} is not there: whoever is absent neither acts nor speaks.`);
  const here = wordsOf(
    [template, rawText, ...lexicons.flatMap(({ scenery = [] }) => scenery), ...namesOf(nouns.filter(isHere))].join(" "),
  );
  const away = wordsOf(namesOf(nouns.filter((noun) => !isHere(noun))).join(" "));
  for (const found of claimsIn(text, style.person ?? "second")) {
    const words = [...wordsOf(found)];
    if (!words.some((word) => known.has(word)))
      add("unknown_thing", `"${found}" is nothing that the reader sees or was told of.`);
    else if (words.some((word) => away.has(word)) && !words.some((word) => here.has(word)))
      add("elsewhere", `"${found}" is not here: the reader only remembers it.`);
  }
  for (const speech of text.matchAll(/[“"]([^”"]{3,})[”"]/g))
    if (!plain(`${template} ${rawText} ${JSON.stringify(view)}`).includes(plain(speech[1]!).replace(/[.,!?]+$/, "")))
      add("speech", `Nobody said “${speech[1]!.slice(0, 60)}”.`);
  return problems;
}

/**
 * Whether something is named that is there and that this viewer has not met: by its whole name, or by the noun of it ("the
 * key" of a brass key) where the viewer knows of no other.
 */
export function namesSecret(text: string, told: Tellable): boolean {
  const known = plain(knownText(told));
  const words = nounsOf(known);
  const written = nounsOf(text);
  return told.entities.some(({ name }) => {
    if (name.length < 3) return false;
    if (hasWord(text, name) && !known.includes(plain(name))) return true;
    const noun = [...nounsOf(name.split(/ (?:of|in|on|with|from|for|to) /)[0]!)].at(-1);
    return noun !== undefined && written.has(noun) && !words.has(noun);
  });
}

/** Everything that this viewer may be told of: what it was told, typed, sees, and can name. */
const knownText = ({ template, rawText, view, lexicons }: Omit<Tellable, "entities">): string =>
  [
    template,
    rawText,
    JSON.stringify(view),
    ...lexicons.flatMap(({ nouns, scenery = [] }) => [...nouns.flatMap(({ names }) => names), ...scenery]),
  ].join(" | ");

/** Words of a text in the singular, as they are compared. */
const nounsOf = (text: string): Set<string> =>
  new Set([...wordsOf(text)].map((word) => word.replace(/'s$/, "").replace(/(?<=[^s])s$/, "")));

const namesOf = (nouns: readonly Noun[]): readonly string[] => nouns.flatMap(({ names }) => names);

/** Names of people out of sight, where a view lists them so. */
function peopleKnown(view: unknown): readonly string[] {
  const { absent = [] } = (view ?? {}) as { absent?: readonly { readonly person?: { readonly name?: string } }[] };
  return Array.isArray(absent) ? absent.flatMap(({ person }) => person?.name ?? []) : [];
}

/** What a telling says that the reader gets to have or see, or that is there: the words for it, up to where the phrase ends. */
const claimsIn = (text: string, person: keyof typeof READER): readonly string[] =>
  [gains(READER[person]), ...CLAIMS]
    .flatMap((claim) => [...text.matchAll(claim)])
    .map(([, phrase]) =>
      phrase!
        .split(
          / (?:in|on|at|from|with|by|and|that|which|of|to|into|as|under|beside|for|lies?|stands?|waits?|rests?) ?/,
        )[0]!
        .trim(),
    )
    .filter((phrase) => ![...wordsOf(phrase)].some((word) => MOODS.has(word)));

const PHRASE = "((?:[\\p{L}'-]+ ?){1,4})";
/** Who the reader is, as it is told. */
const READER = { first: "I|[Ww]e", second: "[Yy]ou", third: "[Hh]e|[Ss]he|[Tt]hey" };
const GAIN =
  "sees?|saw|finds?|found|notice[sd]?|spot(?:s|ted)?|discover(?:s|ed)?|pick(?:s|ed)? up|takes?|took|holds?|held|carry|carries|carried|grab(?:s|bed)?|draws?|drew|receive[sd]?|pocket(?:s|ed)?|open(?:s|ed)?|lights?|lit|wield(?:s|ed)?|reach(?:es|ed)? for";
const gains = (reader: string) =>
  new RegExp(
    `\\b(?:${reader}) (?:now |also |can |could |even )*(?:${GAIN}) (?:a|an|the|your|my|our|his|her|their|some) ${PHRASE}`,
    "gu",
  );
const CLAIMS = [
  `\\b(?:[Tt]here|[Hh]ere|[Bb]efore (?:you|me|him|her|them)|[Bb]eside (?:you|me|him|her|them)) (?:is|are|was|were|stands?|stood|lies?|lay|waits?|waited|hangs?|hung|rests?|rested) (?:a|an|the|some) ${PHRASE}`,
  `\\b(?:A|An) ${PHRASE}(?:lies|lay|stands|stood|hangs|hung|rests|rested|waits|waited|appears|appeared|glints|glinted|gleams|gleamed|sits|sat)\\b`,
].map((source) => new RegExp(source, "gu"));

/** What may be added to any telling: weather of mood, and the senses. */
const MOODS = new Set(
  "silence hush quiet stillness chill cold warmth heat light glow shadow shadows darkness gloom smell scent odour taste sound noise echo whisper breeze draught draft wind air dust moment pause breath sense feeling memory thought way view".split(
    " ",
  ),
);

const plain = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ");
const wordsOf = (text: string): Set<string> =>
  new Set(
    plain(text)
      .match(/[\p{L}\d'-]{3,}/gu)
      ?.filter((word) => !COMMON.has(word)),
  );
const COMMON = new Set(["the", "and", "your", "you", "that", "this", "with", "old", "small", "little"]);

function hasWord(text: string, word: string): boolean {
  const [a, b] = [plain(text), plain(word)];
  for (let at = a.indexOf(b); at >= 0; at = a.indexOf(b, at + 1))
    if (!/[\p{L}\d]/u.test(a[at - 1] ?? " ") && !/[\p{L}\d]/u.test(a[at + b.length] ?? " ")) return true;
  return false;
}
