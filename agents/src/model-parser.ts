// Words into actions by a model: the contract of `parseTextToActions`, at the same end of the pipeline. It never decides and never
// judges: given only what the actor can name, it may say what was meant, and anything else leaves the words to the parser by rule.
import type { ActionBase, AnyEngine, Ask, Attempt, Contract, Lexicon, TSchema } from "@orrery/kernel";
import {
  type Bill,
  type Budget,
  INERT_RULE,
  inert,
  type JsonObject,
  type Port,
  type Problem,
  stable,
  type TurnRequest,
  volatile,
} from "@orrery/models/pure";
import type { AnyShape, Signal } from "./agent.ts";
import { actionOf, oneOf } from "./answer-schema.ts";
import { attemptsOf } from "./attempts.ts";
import { contractsOf } from "./generic-prompt.ts";
import { type ModelTrouble, sayWhy } from "./model-trouble.ts";
import type { Reading } from "./reading.ts";

export interface ModelParser {
  readonly engine: AnyEngine;
  readonly port: Port;
  readonly lane: string;
  readonly budget: Budget | null;
  readonly callIds: (count: number) => readonly string[];
  readonly onBill?: (bill: Bill) => void;
  readonly onWait?: TurnRequest<unknown>["onWait"];
}

/** `actions` empty: it understood nothing, or nothing that passed; the parser by rule speaks, and this is recorded all the same. */
export interface ModelReading {
  readonly actions: readonly ActionBase[];
  readonly reading: Reading;
  readonly attempts: readonly Attempt[];
  readonly calls: readonly string[];
  /** Why the model gave no reading; null when it gave one, or was not asked. */
  readonly trouble: ModelTrouble | null;
}

const ACTIONS_MAX = 8;
const LISTED_MAX = 800;
const NAME_MAX = 200;
const UTTERANCE_MAX = 4_000;
type Node = Readonly<Record<string, unknown>>;

const RULES = [
  "You read what a player of a game types, and say which actions of the game the player means. You do not play, judge or explain.",
  "Use only the ids and values listed as things that can be named. Never invent one. If the words name something that is not listed, or could mean several things, answer with no actions.",
  "Keep the order of the words. Speech is never an act: what is said goes into the text of saying, exactly as it was typed.",
  'Answer with one JSON object: {"actions":[…]}, empty when you are not sure.',
  INERT_RULE,
].join("\n");

/** Reads one utterance. Nothing is committed, and nothing but the lexicon and the words is looked at. */
export async function readWithModel(
  { engine, port, lane, budget, callIds, onBill, onWait }: ModelParser,
  text: string,
  {
    ask,
    lexicon,
    recent,
  }: { readonly ask: Ask<AnyShape>; readonly lexicon: Lexicon; readonly recent: readonly Reading[] },
  signal?: Signal,
): Promise<ModelReading> {
  const nothing = { actions: [], reading: readingOf([]), attempts: [], calls: [], trouble: null };
  if (text.trim() === "" || text.length > UTTERANCE_MAX) return nothing;
  const { actions: contracts } = engine.world;
  const schema = parserSchema(contracts, ask.may as readonly string[], lexicon);
  const result = await port.generateTurn<{ actions: readonly Omit<ActionBase, "actorId">[] }>(
    port.startConversation(lane, [
      stable("rules", 1, RULES),
      stable("actions", 1, `The actions of the game:\n\n${contractsOf(contracts, lexicon.verbs)}`),
    ]),
    {
      lane,
      segments: [
        volatile(
          "names",
          1,
          `What can be named now, as id: names (kinds):\n\n${inert("names", namesOf(lexicon), 200_000)}`,
        ),
        ...(recent[0]
          ? [
              volatile(
                "before",
                1,
                `What "it" and the like meant last: ${inert("referents", JSON.stringify(recent[0].referents))}`,
              ),
            ]
          : []),
        volatile("words", 1, `The player types:\n\n${inert("words", text)}`),
      ],
      output: { name: "Reading", schema: schema as unknown as JsonObject },
      rules: ({ actions }) => problemsOf(engine, ask.to, text, actions),
      budget,
      ...(onWait ? { onWait } : {}),
    },
    signal,
  );
  onBill?.(result);
  const attempts = attemptsOf(result.ok ? result.attempts.slice(0, -1) : result.attempts);
  const calls = callIds(result.attempts.length);
  if (!result.ok)
    return { ...nothing, attempts, calls, trouble: { reason: result.reason, message: sayWhy(result, port.model) } };
  const actions = result.output.actions.map((action) => actionOf(ask.to, action) as ActionBase);
  return { actions, reading: readingOf(actions), attempts, calls, trouble: null };
}

/** What "it" means next: the things named here, the last first. */
const readingOf = (actions: readonly ActionBase[]): Reading => ({
  problem: null,
  referents: { it: [...new Set(actions.flatMap(({ targetId }) => targetId ?? []))].toReversed().slice(0, 8) },
  question: null,
  rest: null,
});

/** Contracts must fit, and free words must be the player's own. What the world refuses is not judged here: it is told. */
function problemsOf(engine: AnyEngine, actor: string, text: string, actions: readonly object[]): readonly Problem[] {
  const said = plainWords(text);
  return actions.flatMap((action, i) => {
    const whole = actionOf(actor, action) as ActionBase;
    const misfit = engine.contracts.get(whole.type)?.(whole) ?? null;
    if (misfit !== null) return [{ path: `/actions/${i}`, code: "invalid_action", message: misfit }];
    const parts = partsOf(engine.world.actions[whole.type]);
    return Object.entries(whole.metadata ?? {}).flatMap(([name, value]) =>
      typeof value === "string" && isFree(parts[name]) && !said.includes(plainWords(value))
        ? [
            {
              path: `/actions/${i}/metadata/${name}`,
              code: "not_said",
              message: "These are not the player's words: copy them exactly, or leave the action out.",
            },
          ]
        : [],
    );
  });
}

const plainWords = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

/** One schema for everything that may be meant now; ids and values are listed once. */
export function parserSchema(
  contracts: Readonly<Record<string, Contract>>,
  may: readonly string[],
  { nouns }: Lexicon,
): TSchema {
  const ids = [...new Set(nouns.map(({ id }) => id))];
  const values = [...new Set([...ids, ...nouns.flatMap(({ value }) => (typeof value === "string" ? [value] : []))])];
  const numbers = [...new Set(nouns.flatMap(({ value }) => (typeof value === "number" ? [value] : [])))];
  const listed = (all: readonly unknown[], open: Node): Node =>
    all.length === 0 || all.length > LISTED_MAX / 2 ? open : { enum: all };
  const word = { type: "string", minLength: 1, maxLength: NAME_MAX };
  const kinds = may.flatMap((type) => {
    const contract = Object.hasOwn(contracts, type) ? contracts[type]! : null;
    if (!contract) return [];
    const properties: Record<string, unknown> = { type: { const: type } };
    const required = ["type"];
    for (const part of ["targetId", "locationId"] as const) {
      if (contract[part] === undefined) continue;
      properties[part] = { $ref: "#/$defs/id" };
      if (contract[part] === true) required.push(part);
    }
    if (contract.metadata) {
      const { required: needed = [] } = plain(contract.metadata) as { required?: readonly string[] };
      const inner = Object.entries(partsOf(contract)).map(([name, part]) => [name, spelled(part, numbers)] as const);
      if (inner.length === 0) return [];
      properties["metadata"] = object(Object.fromEntries(inner), needed);
      required.push("metadata");
    }
    return [object(properties, required)];
  });
  const root = object({ actions: { type: "array", maxItems: ACTIONS_MAX, items: oneOf(kinds) } }, ["actions"]);
  return { ...root, $defs: { id: listed(ids, word), value: listed(values, word) } } as unknown as TSchema;
}

function spelled(part: Node, numbers: readonly number[]): Node {
  if (part["enum"] !== undefined || part["const"] !== undefined || part["anyOf"] !== undefined) return part;
  if (isFree(part)) return { type: "string", maxLength: UTTERANCE_MAX, description: "the player's own words, exactly" };
  if (part["type"] === "string") return { $ref: "#/$defs/value" };
  return part["type"] === "integer" && numbers.length > 0 ? { enum: numbers } : part;
}

const partsOf = (contract: Contract | undefined): Readonly<Record<string, Node>> =>
  contract?.metadata ? ((plain(contract.metadata)["properties"] ?? {}) as Readonly<Record<string, Node>>) : {};
const isFree = (part: Node | undefined): boolean =>
  part?.["type"] === "string" &&
  part["enum"] === undefined &&
  ((part["maxLength"] as number | undefined) ?? Number.POSITIVE_INFINITY) > NAME_MAX;
const object = (properties: Node, required: readonly string[]): Node => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const plain = (schema: TSchema): Node => JSON.parse(JSON.stringify(schema)) as Node;

const namesOf = ({ nouns }: Lexicon): string =>
  nouns
    .map(
      ({ id, value, names, kinds }) =>
        `${JSON.stringify(value ?? id)}: ${names.slice(0, 4).join(", ")} (${kinds.join(", ")})`,
    )
    .join("\n");
