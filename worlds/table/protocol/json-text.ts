// JSON with positions, strictly: duplicate keys, reserved keys, numbers that cannot be carried and broken Unicode are faults, not repaired.
import type { Json, Position } from "@orrery/kernel";
import type { Code } from "./codes.ts";
import { writePath } from "./path.ts";

const DEEPEST = 64;
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;

interface JsonFault extends Position {
  readonly code: Extract<
    Code,
    "json_syntax" | "duplicate_key" | "reserved_key" | "number_invalid" | "text_invalid" | "too_deep"
  >;
  /** Where in the value; empty at its root. */
  readonly path: string;
  readonly message: string;
}

interface JsonRead {
  /** Absent when the text broke off. With duplicate keys the first one stays. */
  readonly value?: Json;
  /** Index behind the value, or of the fault. */
  readonly end: number;
  readonly faults: readonly JsonFault[];
}

class Broken extends Error {}

/** Reads one JSON value that begins at `start`, white space before it passed over. */
export function readJson(text: string, start = 0): JsonRead {
  return new JsonReader(text, start).read();
}

/** Line and column of an index, from 1. */
export function positionAt(text: string, index: number): Position {
  const before = text.slice(0, index);
  const line = before.split("\n").length;
  return { line, column: index - before.lastIndexOf("\n") };
}

class JsonReader {
  readonly #text: string;
  readonly #faults: JsonFault[] = [];
  readonly #path: string[] = [];
  #at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  read(): JsonRead {
    try {
      const value = this.#value(0);
      return { value, end: this.#at, faults: this.#faults };
    } catch (error) {
      if (error instanceof Broken) return { end: this.#at, faults: this.#faults };
      throw error;
    }
  }

  #note(code: JsonFault["code"], message: string, at = this.#at): void {
    this.#faults.push({ code, path: writePath(this.#path), message, ...positionAt(this.#text, at) });
  }

  #stop(message: string): never {
    this.#note("json_syntax", message);
    throw new Broken();
  }

  #blank(): string | undefined {
    while (/[ \t\n\r]/.test(this.#text[this.#at] ?? "")) this.#at++;
    return this.#text[this.#at];
  }

  #value(depth: number): Json {
    const first = this.#blank();
    if (depth > DEEPEST) {
      this.#note("too_deep", `More than ${DEEPEST} levels; write it flatter.`);
      throw new Broken();
    }
    if (first === undefined) this.#stop("The text ends where a value should stand; it was cut off.");
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#list(depth);
    if (first === '"') return this.#string();
    if (first === "'") this.#stop('Strings stand in double quotes: write "…".');
    if (/[-\d]/.test(first)) return this.#number();
    return this.#word();
  }

  #object(depth: number): Json {
    const made: Record<string, Json> = {};
    this.#at++;
    if (this.#blank() === "}") return this.#closed(made);
    for (;;) {
      if (this.#blank() !== '"') this.#stop('A key in double quotes should stand here, as in {"narrative": "…"}.');
      const at = this.#at;
      const key = this.#string();
      if (this.#blank() !== ":") this.#stop(`After the key ${JSON.stringify(key)} a colon should stand.`);
      this.#at++;
      this.#path.push(key);
      const isTwice = Object.hasOwn(made, key);
      if (RESERVED.has(key))
        this.#note("reserved_key", `The key ${JSON.stringify(key)} is reserved; leave it out.`, at);
      else if (isTwice) this.#note("duplicate_key", `The key ${JSON.stringify(key)} stands here a second time.`, at);
      const value = this.#value(depth + 1);
      this.#path.pop();
      if (!isTwice && !RESERVED.has(key)) made[key] = value;
      if (this.#next("}")) return this.#closed(made);
    }
  }

  #list(depth: number): Json {
    const made: Json[] = [];
    this.#at++;
    if (this.#blank() === "]") return this.#closed(made);
    for (;;) {
      this.#path.push(String(made.length));
      made.push(this.#value(depth + 1));
      this.#path.pop();
      if (this.#next("]")) return this.#closed(made);
    }
  }

  /** Whether the closing bracket stands here; passes over a comma. */
  #next(closing: "}" | "]"): boolean {
    const sign = this.#blank();
    if (sign === closing) return true;
    if (sign === undefined) this.#stop(`The text ends before its "${closing}"; it was cut off.`);
    if (sign !== ",") this.#stop(`A comma or "${closing}" should stand here.`);
    this.#at++;
    if (this.#blank() === closing) this.#stop(`There is a comma before "${closing}"; leave it out.`);
    return false;
  }

  #closed<T>(made: T): T {
    this.#at++;
    return made;
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    for (; ; end++) {
      const sign = this.#text[end];
      if (sign === undefined) this.#stop("The text ends inside a string; it was cut off.");
      if (sign === "\\") end++;
      else if (sign === '"') break;
      else if (sign < " ") {
        this.#at = end;
        this.#stop("A line break or control character stands in a string; write \\n.");
      }
    }
    this.#at = end + 1;
    try {
      const made = JSON.parse(this.#text.slice(start, end + 1)) as string;
      if (!made.isWellFormed()) this.#note("text_invalid", "The string holds half of a surrogate pair.", start);
      return made;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#at = start;
      return this.#stop("The string holds an escape that JSON does not know.");
    }
  }

  #number(): number {
    const start = this.#at;
    NUMBER.lastIndex = start;
    const found = NUMBER.exec(this.#text);
    if (found === null || /[\w.+-]/.test(this.#text[start + found[0].length] ?? ""))
      this.#stop("This is not a JSON number; write digits, as 12 or -1.5.");
    this.#at = start + found[0].length;
    const made = Number(found[0]);
    if (!Number.isFinite(made) || Object.is(made, -0))
      this.#note("number_invalid", `${found[0]} cannot be carried; write an ordinary number.`, start);
    return made;
  }

  #word(): Json {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    const known = word === "true" ? true : word === "false" ? false : word === "null" ? null : undefined;
    if (known === undefined)
      this.#stop(
        word === undefined ? `A value should stand here, not "${this.#text[this.#at]}".` : `${word} is not JSON.`,
      );
    this.#at += word!.length;
    return known;
  }
}
