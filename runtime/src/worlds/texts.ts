// Worlds that are written as texts: reads a file, finds its world, and compiles or judges it with that world.
import { existsSync, readFileSync, statSync } from "node:fs";
import type { AnyWorld, HashText, Located, Path, Problem } from "@orrery/kernel";
import { nearest } from "@orrery/models/config";
import { Fault } from "../fault.ts";
import type { CheckedWorld } from "../shapes.ts";
import { readYaml } from "../yaml.ts";

const BYTES_MAX = 5_000_000;

/** Nobody reads more of them than this. */
const PROBLEMS_MAX = 100;

/** The key by which a text names its world. */
const KEY = "world";

/** Fault `unknown_world` when the file is not there or cannot be read, `bad_world` when it is too large or no text. */
export function readWorldText(file: string): string {
  if (!existsSync(file)) throw new Fault("unknown_world", `There is no file ${file}.`);
  const stat = statSync(file);
  if (!stat.isFile()) throw new Fault("unknown_world", `${file} is not a file.`);
  if (stat.size > BYTES_MAX)
    throw new Fault("bad_world", `${file} has ${stat.size} bytes; a world may have ${BYTES_MAX}.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new Fault("bad_world", `${file} is not UTF-8 text.`);
    throw new Fault("unknown_world", `${file} cannot be read: ${(error as Error).message}.`);
  }
}

type ReadText =
  | { readonly ok: true; readonly world: string; readonly document: Located }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The world that a file without a `world` key is written for: the one that a folder around it is called after, else the first. */
export const usualWorld = (file: string, known: readonly string[]): string =>
  file
    .split(/[/\\]/)
    .slice(0, -1)
    .findLast((folder) => known.includes(folder)) ?? known[0]!;

/** The text with its world's name, so that it can be moved to any folder. The first world is the default and stays unnamed. */
export function withWorldName(text: string, world: string, known: readonly string[]): string {
  if (world === known[0] || new RegExp(`^${KEY}:`, "m").test(text)) return text;
  const [comments] = /^(?:#.*\n|\s*\n)*/.exec(text)!;
  return `${comments}${KEY}: ${world}\n${text.slice(comments.length)}`;
}

/** A text as a document, and the id of the world it is written for: its `world` key, else `usual`. `known`: ids of the worlds that have texts. */
export function readText(text: string, known: readonly string[], usual: string): ReadText {
  const read = readYaml(text);
  if (!read.ok) return read;
  const { value } = read.doc;
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, KEY))
    return { ok: true, world: usual, document: read.doc };
  const { [KEY]: world, ...rest } = value as Record<string, unknown>;
  if (typeof world === "string" && known.includes(world))
    return { ok: true, world, document: new Without(rest as Located["value"], read.doc) };
  const near = typeof world === "string" ? nearest(world, known) : null;
  const problem: Problem = {
    ...read.doc.at([KEY]),
    path: [KEY],
    message:
      typeof world === "string"
        ? `There is no world "${world}" that is written as a text.`
        : "A world is named by its id.",
    hint: near === null ? `There are: ${known.join(", ")}.` : `Did you mean \`${near}\`?`,
  };
  return { ok: false, problems: [problem] };
}

/** A document without its `world` key; every place is as it was. */
class Without implements Located {
  readonly value: Located["value"];
  readonly #whole: Located;
  constructor(value: Located["value"], whole: Located) {
    this.value = value;
    this.#whole = whole;
  }
  at = (path: Path) => this.#whole.at(path);
  atKey = (path: Path) => this.#whole.atKey(path);
}

/** The verdict on a document of a world: its configuration with what may be amiss, or every problem. */
export function judge(
  world: AnyWorld,
  document: Located,
  tools: { readonly hash: HashText; readonly tries: number },
): CheckedWorld {
  const text = world.text!;
  const compiled = text.compile(document);
  if (!compiled.ok) return { ok: false, problems: compiled.problems.slice(0, PROBLEMS_MAX) };
  const { config } = compiled;
  const unjudged = { warnings: [], winnable: null, way: [], deals: [], endings: [] };
  const review = text.review?.(config, document, tools) ?? unjudged;
  return { ok: true, plays: world.id, title: text.about(config).title, config, ...review };
}

/** Problems of a file as lines that an editor can follow. */
export const problemLines = (file: string, problems: readonly Problem[]): string =>
  problems
    .map(({ line, column, message, hint }) => `${file}:${line}:${column}: ${message}${hint ? ` (${hint})` : ""}`)
    .join("\n");
