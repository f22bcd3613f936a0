// YAML as plain values that know where they stood. It allows what JSON could say, with comments, and nothing that hides or repeats.
import { type Json, type Located, type Path, type Position, type Problem, plainProblem } from "@orrery/kernel";
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from "yaml";

type ReadYaml =
  | { readonly ok: true; readonly doc: Located }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** UTF-8 bytes. */
export const YAML_MAX_BYTES = 5 * 1024 * 1024;
/** As deep as a plain value may be. */
const DEPTH_MAX = 64;
const PROBLEMS_MAX = 100;

/** Reads one document. Reports every problem that can be told apart, in the order of the text, up to a hundred. Never throws on bad text. */
export function readYaml(text: string): ReadYaml {
  const refused = tooMuch(text);
  if (refused) return { ok: false, problems: [refused] };
  const lines = new LineCounter();
  const docs = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    keepSourceTokens: false,
    merge: false,
    // Its own search for duplicates compares every key with every other; `disallowedSyntax` looks once.
    uniqueKeys: false,
  });
  if (!Array.isArray(docs) || docs.length === 0) return { ok: false, problems: [EMPTY] };
  const place = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const [doc, second] = docs as [Document.Parsed, ...Document.Parsed[]];
  const problems = [...errorsOf(doc, place), ...disallowedSyntax(doc, place)];
  if (second) {
    const at = place(second.range?.[0] ?? 0);
    problems.push({
      ...at,
      path: [],
      message: "A second document begins here.",
      hint: "Keep one document in the file: remove the `---` line.",
    });
  }
  if (problems.length === 0) {
    if (doc.contents === null || doc.contents === undefined) return { ok: false, problems: [EMPTY] };
    const value = doc.toJS({ maxAliasCount: 0 }) as Json;
    const unfit = plainProblem(value, "document");
    if (!unfit) return { ok: true, doc: new LocatedYaml(value, doc, place) };
    problems.push({ line: 1, column: 1, path: [], message: `${unfit}.`, hint: "Write only what JSON could carry." });
  }
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: false, problems: problems.slice(0, PROBLEMS_MAX) };
}

const EMPTY: Problem = {
  line: 1,
  column: 1,
  path: [],
  message: "The file is empty.",
  hint: "Write something, beginning with `title:`.",
};

/** Told before anything is parsed, so that neither size nor depth can hurt. */
function tooMuch(text: string): Problem | null {
  const start = { line: 1, column: 1, path: [] };
  const bytes = Buffer.byteLength(text);
  if (bytes > YAML_MAX_BYTES) {
    return {
      ...start,
      message: `The file has ${(bytes / 1024 / 1024).toFixed(1)} MB.`,
      hint: `At most ${YAML_MAX_BYTES / 1024 / 1024} MB are read. Split it, or shorten its texts.`,
    };
  }
  if (!text.isWellFormed()) {
    const at = text.search(LONE_SURROGATE);
    return {
      ...placeIn(text, at),
      path: [],
      message: "Here stands half of a character (an unpaired surrogate).",
      hint: "Save the file as UTF-8.",
    };
  }
  const deep = tooDeep(text);
  return deep === null
    ? null
    : {
        ...placeIn(text, deep),
        path: [],
        message: `Here it is nested more than ${DEPTH_MAX} levels deep.`,
        hint: "Write it flatter.",
      };
}
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Where brackets, or a line's own dashes and indentation, go deeper than any document needs; null when nowhere. */
function tooDeep(text: string): number | null {
  let brackets = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "[" || char === "{") {
      if (++brackets > DEPTH_MAX * 4) return at;
    } else if ((char === "]" || char === "}") && brackets > 0) brackets--;
  }
  const dashes = /^ *(?:[-?:] +){65}/m.exec(text);
  return dashes ? dashes.index : null;
}

function placeIn(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function errorsOf(doc: Document.Parsed, place: (offset: number) => Position): Problem[] {
  // One brace that is missing closes several maps, and is one thing wrong.
  const once = new Map(doc.errors.map((error) => [`${error.pos[0]} ${error.message}`, error]));
  return [...once.values()].map((error: YAMLError) => ({
    ...place(error.pos[0]),
    path: [],
    message: /[.!?]$/.test(error.message) ? error.message : `${error.message}.`,
    hint: HINTS[error.code] ?? "Compare this line and the one before it with the lines around them.",
  }));
}

const HINTS: Readonly<Partial<Record<YAMLError["code"], string>>> = {
  BAD_INDENT: "Lines that belong together begin in the same column, and what a bracket opens is closed by one.",
  TAB_AS_INDENT: "Indent with spaces: tabs are not allowed at the beginning of a line.",
  MISSING_CHAR: "Something that was opened is not closed, or a colon or comma is missing.",
  BLOCK_AS_IMPLICIT_KEY: "A text with a colon in it must stand in quotation marks.",
  IMPOSSIBLE: "A text with a colon in it must stand in quotation marks.",
  MULTILINE_IMPLICIT_KEY: "A key stands on one line. A text with a colon in it must stand in quotation marks.",
  BAD_ALIAS: "References (& and *) are not used here. Text that begins with * or & must stand in quotation marks.",
  UNEXPECTED_TOKEN: "A text with special characters must stand in quotation marks.",
  MULTIPLE_DOCS: "Keep one document in the file: remove the `---` line.",
  RESOURCE_EXHAUSTION: "Write it flatter.",
};

const REFERENCE = "Write it out where it belongs. Text that begins with * or & must stand in quotation marks.";

/** Syntax that makes a file mean more than it shows: references, merges, tags, keys that are no text. */
function disallowedSyntax(doc: Document.Parsed, place: (offset: number) => Position): Problem[] {
  const found: Problem[] = [];
  const note = (node: unknown, message: string, hint: string) => {
    const range = (node as Partial<Node> | null)?.range;
    found.push({ ...place(range?.[0] ?? 0), path: [], message, hint });
  };
  let depth = 0;
  visit(doc, {
    Node(_key, node, path) {
      depth = path.filter(isCollection).length;
      if (depth > DEPTH_MAX) {
        note(node, `Here it is nested more than ${DEPTH_MAX} levels deep.`, "Write it flatter.");
        return visit.BREAK;
      }
      if (isMap(node))
        for (const key of repeatedKeys(node))
          note(
            key,
            `The key ${JSON.stringify(key.value)} stands here a second time.`,
            "Give one of the two another name, or remove it.",
          );
      if (isAlias(node)) note(node, `Here stands a reference, *${node.source}.`, REFERENCE);
      else if (node.anchor !== undefined) note(node, `Here stands an anchor, &${node.anchor}.`, REFERENCE);
      if (node.tag !== undefined && node.tag !== null)
        note(node, `Here stands a tag, ${node.tag}.`, "Tags are not used here. Remove it.");
      return undefined;
    },
    Pair(_key, pair) {
      const { key } = pair;
      if (!isScalar(key)) note(key ?? pair.value, "This key is no text.", "Keys are single words or texts.");
      else if (key.value === "<<") note(key, "Here stands a merge key, <<.", "Write out what is to be merged.");
      else if (typeof key.value !== "string")
        note(
          key,
          `The key ${String(key.source ?? key.value)} is no text.`,
          `Put it in quotation marks: "${String(key.source ?? key.value)}".`,
        );
      else if (RESERVED.has(key.value)) note(key, `"${key.value}" cannot be a key.`, "Choose another name.");
      return undefined;
    },
  });
  return found;
}

/** Keys of a mapping that stand there already. */
function repeatedKeys(map: YAMLMap): Scalar[] {
  const seen = new Set<unknown>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const again = seen.has(key.value);
    seen.add(key.value);
    return again ? [key] : [];
  });
}

const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

class LocatedYaml implements Located {
  readonly value: Json;
  readonly #doc: Document.Parsed;
  readonly #place: (offset: number) => Position;
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>();

  constructor(value: Json, doc: Document.Parsed, place: (offset: number) => Position) {
    this.value = value;
    this.#doc = doc;
    this.#place = place;
  }

  at(path: Path): Position {
    return this.#position(path, false);
  }

  atKey(path: Path): Position {
    return this.#position(path, true);
  }

  #pairOf(map: YAMLMap, key: unknown): Pair | undefined {
    const known = this.#pairs.get(map) ?? pairsOf(map);
    this.#pairs.set(map, known);
    return known.get(key);
  }

  #position(path: Path, ofKey: boolean): Position {
    let node: unknown = this.#doc.contents;
    let place = offsetOf(node) ?? 0;
    for (const [i, step] of path.entries()) {
      let key: unknown = null;
      if (isMap(node)) {
        const pair = this.#pairOf(node, step);
        if (!pair) break;
        key = pair.key;
        node = pair.value;
      } else if (isSeq(node) && typeof step === "number" && step < node.items.length) node = node.items[step];
      else break;
      const value = isScalar(node) && node.value === null && node.source === "" ? null : offsetOf(node);
      const last = i === path.length - 1;
      place = (last && ofKey ? (offsetOf(key) ?? value) : (value ?? offsetOf(key))) ?? place;
    }
    return this.#place(place);
  }
}

/** The pairs of a mapping by their keys. */
function pairsOf(map: YAMLMap): ReadonlyMap<unknown, Pair> {
  const pairs = new Map<unknown, Pair>();
  for (const one of map.items) if (isPair(one) && isScalar(one.key)) pairs.set(one.key.value, one);
  return pairs;
}

const offsetOf = (node: unknown): number | null => (node as Partial<Node> | null)?.range?.[0] ?? null;
