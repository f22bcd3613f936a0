// Words that no rule reads, put by a model into words that a rule reads: "let my eyes wander along Wren's lines" is "read letter".
// The parser by rule reads the commands like any typed line, so a model can name no id and say nothing that a player could not.
import { type ActionBase, type AnyEngine, type Ask, type Attempt, type Lexicon, Type, type Verb } from "@orrery/kernel";
import {
  type AnswerProblem,
  type Bill,
  type Budget,
  inert,
  type JsonObject,
  type Port,
  stable,
  type TurnRequest,
  volatile,
} from "@orrery/models/pure";
import { type ParseReason, parseTextToActions, type Reading } from "@orrery/parser";
import type { AnyShape, Signal } from "./agent.ts";
import { attemptsOf } from "./attempts.ts";
import { formOf } from "./generic-prompt.ts";
import { type ModelTrouble, sayWhy } from "./model-trouble.ts";
import { type OwnPrompts, promptText } from "./prompt-texts.ts";

export interface ModelParser {
  readonly engine: AnyEngine;
  readonly port: Port;
  readonly lane: string;
  readonly budget: Budget | null;
  readonly prompts?: OwnPrompts | undefined;
  readonly callIds: (count: number) => readonly string[];
  readonly onBill?: (bill: Bill) => void;
  readonly onWait?: TurnRequest<unknown>["onWait"];
}

/** What a model made of a line. */
export interface ModelReading {
  /** Commands that the parser by rule understands, as one line. Null: it understood nothing, or nothing that passed. */
  readonly words: string | null;
  readonly attempts: readonly Attempt[];
  readonly calls: readonly string[];
  /** Why the model gave no reading; null when it gave one. */
  readonly trouble: ModelTrouble | null;
}

/** What the line was typed into. */
export interface Typed {
  readonly ask: Ask<AnyShape>;
  readonly lexicon: Lexicon;
  /** This actor's earlier readings, newest first. */
  readonly recent: readonly Reading[];
  /** What the rules made of the line. */
  readonly reading: Reading;
  /** What the actor was told last, newest last; empty at the beginning. */
  readonly told: readonly string[];
}

const COMMANDS_MAX = 8;
const COMMAND_MAX = 300;
const UTTERANCE_MAX = 4_000;
const FORMS_MAX = 2;
const NAMES_MAX = 400;
const TOLD_MAX = 1_200;
/** A text that may be longer than a name is the player's own words. */
const FREE_MIN = 200;

/** Where another reader may know more than the rules: not of an empty line, nor of what is only part of the scenery. */
const WORTH_ASKING: ReadonlySet<ParseReason> = new Set([
  "unknown_verb",
  "object_not_found",
  "ambiguous_reference",
  "missing_part",
  "not_understood",
]);

/** Whether the rules are unsure of a line that they read so: something was wrong with it, or a verb took it that takes any word. */
export const isUnsure = (
  { actions, reading: { problem } }: { readonly actions: readonly ActionBase[]; readonly reading: Reading },
  { verbs }: Lexicon,
): boolean =>
  problem === null
    ? actions.some((action) => verbs.some((verb) => isCatchAll(verb, action)))
    : WORTH_ASKING.has(problem.reason);

const isCatchAll = ({ type, said, patterns, fixed = {} }: Verb, action: ActionBase): boolean =>
  said !== undefined &&
  type === action.type &&
  patterns.some((pattern) => pattern.startsWith("*")) &&
  Object.entries(fixed).every(([name, value]) => action.metadata?.[name] === value);

const Commands = Type.Object(
  { commands: Type.Array(Type.String({ minLength: 1, maxLength: COMMAND_MAX }), { maxItems: COMMANDS_MAX }) },
  { additionalProperties: false },
);

/** Reads one line. Commits nothing, and looks at nothing but the lexicon, the words and what was told. */
export async function readWithModel(
  { engine, port, lane, budget, prompts, callIds, onBill, onWait }: ModelParser,
  text: string,
  { ask, lexicon, recent, reading, told }: Typed,
  signal?: Signal,
): Promise<ModelReading> {
  const nothing = { words: null, attempts: [], calls: [], trouble: null };
  if (text.trim() === "" || text.length > UTTERANCE_MAX) return nothing;
  const rules = promptText("parser", prompts);
  const may = new Set(ask.may as readonly string[]);
  const judge = (commands: readonly string[]) =>
    problemsOf(engine, text, commands, (line) => parseTextToActions(line, { actorId: ask.to, lexicon, recent }));
  const result = await port.generateTurn<{ commands: readonly string[] }>(
    port.startConversation(lane, [
      stable("rules", rules.version, rules.text),
      stable("forms", 1, `The forms of commands:\n\n${formsOf(lexicon.verbs, may).join("\n")}`),
    ]),
    {
      lane,
      segments: [
        volatile("names", 2, `What can be named now:\n\n${inert("names", namesOf(lexicon), 200_000)}`),
        ...(told.length > 0 ? [volatile("told", 1, `What was told last:\n\n${inert("told", lastOf(told))}`)] : []),
        volatile("words", 2, `The player types:\n\n${inert("words", text)}`),
        volatile("rule", 1, `As it stands: ${whyNot(reading)}`),
      ],
      output: { name: "Commands", schema: Commands as unknown as JsonObject },
      rules: ({ commands }) => judge(commands),
      repairs: 1,
      settings: { maxOutputTokens: 400 },
      budget,
      ...(onWait ? { onWait } : {}),
    },
    signal,
  );
  onBill?.(result);
  const attempts = attemptsOf(result.ok ? result.attempts.slice(0, -1) : result.attempts);
  const calls = callIds(result.attempts.length);
  if (!result.ok)
    return { words: null, attempts, calls, trouble: { reason: result.reason, message: sayWhy(result, port.model) } };
  const { commands } = result.output;
  return { words: commands.length === 0 ? null : lineOf(commands), attempts, calls, trouble: null };
}

/** What the rules miss in a line, without a word of it: what was typed stands in a prompt only as a quotation. */
const whyNot = ({ problem }: Reading): string =>
  MISSING[problem?.reason ?? "not_understood"] ?? MISSING.not_understood!;
const MISSING: { readonly [R in ParseReason]?: string } = {
  unknown_verb: "nothing in it is the first word of a command.",
  object_not_found: "it names something that is not on the list of names.",
  ambiguous_reference: "what it names could be several things on the list.",
  missing_part: "a command in it lacks a part.",
  not_understood: "it is no command.",
};

/** Commands as one line, as a player would type them. */
const lineOf = (commands: readonly string[]): string =>
  commands.map((command) => command.trim().replace(/[.;]+$/, "")).join(". ");

/** What the rules do not understand of the commands, and words that the player never typed. */
function problemsOf(
  engine: AnyEngine,
  text: string,
  commands: readonly string[],
  read: (line: string) => ReturnType<typeof parseTextToActions>,
): readonly AnswerProblem[] {
  if (commands.length === 0) return [];
  const { actions, reading } = read(lineOf(commands));
  // What comes after a first command may be named only once that is done: it is read again then.
  if (actions.length === 0)
    return [
      {
        path: "/commands",
        code: "not_understood",
        message: `As they stand: ${whyNot(reading)} Use the forms and the names that are listed, or answer with no commands.`,
      },
    ];
  const said = plain(text);
  return actions.flatMap(({ type, metadata = {} }) => {
    const parts = engine.world.actions[type]?.metadata?.["properties"] as
      | Readonly<Record<string, SlotSchema>>
      | undefined;
    return Object.entries(metadata).flatMap(([name, value]) =>
      typeof value === "string" && isFree(parts?.[name]) && !said.includes(plain(value))
        ? [{ path: "/commands", code: "not_said", message: `The player did not type “${value.slice(0, 80)}”.` }]
        : [],
    );
  });
}

type SlotSchema = { readonly type?: unknown; readonly enum?: unknown; readonly maxLength?: number };
const isFree = (part: SlotSchema | undefined): boolean =>
  part?.type === "string" && part.enum === undefined && (part.maxLength ?? Number.POSITIVE_INFINITY) > FREE_MIN;
const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

/** How commands are said, plainly: the first wordings of each verb, without what may be left out. */
function formsOf(verbs: readonly Verb[], may: ReadonlySet<string>): readonly string[] {
  const forms = new Map<string, Set<string>>();
  for (const { type, patterns, leads, fixed } of verbs) {
    if (!may.has(type) || leads === "only") continue;
    // Wordings that fix a part are other deeds of the same type: "push", "pull".
    const key = `${type} ${JSON.stringify(fixed ?? null)}`;
    const known = forms.get(key) ?? new Set();
    forms.set(key, known);
    for (const pattern of patterns) if (known.size < FORMS_MAX && !pattern.includes("*")) known.add(formOf(pattern));
  }
  return [...new Set([...forms.values()].flatMap((all) => [...all]))];
}

/** One line a thing: how it may be called. */
function namesOf({ nouns }: Lexicon): string {
  const lines = nouns.flatMap(({ names, adjectives = [] }) =>
    names.length === 0 ? [] : [[...names.slice(0, 3), ...adjectives.slice(0, 1)].join(", ")],
  );
  return [...new Set(lines)].slice(0, NAMES_MAX).join("\n");
}

/** The end of what was told, whole paragraphs as far as they fit. */
function lastOf(told: readonly string[]): string {
  const text = told.join("\n\n");
  if (text.length <= TOLD_MAX) return text;
  const end = text.slice(-TOLD_MAX).toWellFormed();
  return end.slice(end.search(/\s/) + 1);
}
