// A turn told by a model: from the template's own telling and the viewer's view, never from the state. What it writes is checked
// against what the viewer met; a telling that oversteps is mended once, and else the template's stands. No truth depends on it.
import type { Lexicon } from "@orrery/kernel";
import {
  type Bill,
  type Budget,
  INERT_RULE,
  inert,
  type Port,
  type Problem,
  stable,
  volatile,
} from "@orrery/models/pure";
import type { Signal } from "./agent.ts";

export interface ModelNarrator {
  readonly port: Port;
  readonly lane: string;
  readonly budget: Budget | null;
  /** Partial text, to be shown as provisional: it may yet be refused. */
  readonly onText?: (text: string) => void;
  readonly onBill?: (bill: Bill) => void;
}

/** What one viewer has of a turn. */
export interface Tellable {
  /** What the template told. */
  readonly template: string;
  /** What the viewer itself said or typed; "" for nothing. */
  readonly rawText: string;
  readonly view: unknown;
  /** What could be named before the turn and after it. */
  readonly lexicons: readonly Lexicon[];
  /** Names of all there is, as the truth has them: never shown to the model, only looked for in what it wrote. */
  readonly secrets: readonly string[];
}

const TELLING_MAX = 1_200;
const RULES = [
  "You tell a story that is being played. What happened has been decided: you are given it, as it was told plainly, with what the reader can see. Tell the same again as good prose, in the second person and the present tense, in at most 120 words.",
  "Change no fact and add none: no person who is not there acts or speaks, no thing appears that is not named, no outcome differs. Failures are told too. Never write an id, a number of a turn or a rule. You may add weather of mood, rhythm and the senses.",
  "What people said stays exactly as they said it. Write the prose alone.",
  INERT_RULE,
].join("\n");

/** The telling, or null when none passed: then the template's stands. */
export async function tellWithModel(
  { port, lane, budget, onText, onBill }: ModelNarrator,
  told: Tellable,
  signal?: Signal,
): Promise<string | null> {
  if (told.template.trim() === "") return null;
  const result = await port.generateTurn<string>(
    port.startConversation(lane, [stable("rules", 1, RULES)]),
    {
      lane,
      segments: [
        volatile(
          "view",
          1,
          `What the reader can see now, as JSON:\n\n${inert("view", JSON.stringify(told.view), 200_000)}`,
        ),
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
    },
    signal,
  );
  onBill?.(result);
  if (!result.ok) return null;
  const text = result.output.trim();
  // Not said to the model: what it hit upon by chance must not be confirmed.
  return namesSecret(text, told) ? null : text;
}

/** What is wrong with a telling by what the viewer knows: in words that a model may read. */
export function tellingProblems(text: string, { template, view, lexicons, rawText }: Tellable): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (code: string, message: string) => problems.push({ path: "", code, message });
  if (text.trim() === "") add("empty", "Nothing was told.");
  if (text.length > TELLING_MAX)
    add("too_long", `Tell it in at most ${TELLING_MAX} characters; these are ${text.length}.`);
  if (/[{}<>]|```|\b(?:JSON|schema|prompt|as an AI)\b/.test(text))
    add("not_prose", "Write prose alone, without markup or remarks.");
  const nouns = lexicons.flatMap((lexicon) => lexicon.nouns);
  const known = wordsOf([template, rawText, JSON.stringify(view), ...nouns.flatMap(({ names }) => names)].join(" "));
  for (const { id, names } of nouns)
    if (/[-_\d]/.test(id) && !names.includes(id) && hasWord(text, id) && !hasWord(template, id)) {
      add("id", `"${id}" is an id and no word of the story.`);
      break;
    }
  const now = lexicons.at(-1)?.nouns ?? [];
  const there = wordsOf(
    [template, ...now.filter(({ kinds }) => kinds.includes("person")).flatMap(({ names }) => names)].join(" "),
  );
  for (const name of peopleKnown(view))
    if (hasWord(text, name) && ![...wordsOf(name)].some((word) => there.has(word)))
      add("absent", `${name} is not there: whoever is absent neither acts nor speaks.`);
  for (const found of claimed(text))
    if (![...wordsOf(found)].some((word) => known.has(word)))
      add("unknown_thing", `"${found}" is nothing that the reader sees or was told of.`);
  for (const speech of text.matchAll(/[“"]([^”"]{3,})[”"]/g))
    if (!plain(`${template} ${rawText} ${JSON.stringify(view)}`).includes(plain(speech[1]!).replace(/[.,!?]+$/, "")))
      add("speech", `Nobody said “${speech[1]!.slice(0, 60)}”.`);
  return problems;
}

/** Whether something is named that is there and that this viewer has not met. */
export function namesSecret(text: string, { template, view, lexicons, rawText, secrets }: Tellable): boolean {
  const known = plain(
    [
      template,
      rawText,
      JSON.stringify(view),
      ...lexicons.flatMap(({ nouns }) => nouns.flatMap(({ names }) => names)),
    ].join(" | "),
  );
  return secrets.some((name) => name.length > 2 && hasWord(text, name) && !known.includes(plain(name)));
}

/** Names of people out of sight, where a view lists them so. */
function peopleKnown(view: unknown): readonly string[] {
  const { absent = [] } = (view ?? {}) as { absent?: readonly { readonly person?: { readonly name?: string } }[] };
  return Array.isArray(absent) ? absent.flatMap(({ person }) => person?.name ?? []) : [];
}

/** What a telling says that the reader gets to have or see: the words behind it, up to where the phrase ends. */
const claimed = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /\b[Yy]ou (?:now )?(?:find|notice|spot|discover|pick up|take|hold|carry|grab|draw|receive|pocket) (?:a|an|the|your|some) ((?:[\p{L}'-]+ ?){1,4})/gu,
    ),
  ].map(([, phrase]) =>
    phrase!.split(/ (?:in|on|at|from|with|by|and|that|which|of|to|into|as|under|beside|for) ?/)[0]!.trim(),
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
