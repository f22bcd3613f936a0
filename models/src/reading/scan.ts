// Walks valid JSON text for what `JSON.parse` keeps quiet about: keys that come twice, numbers that lose digits, places.
import { isReserved, step } from "../json.ts";

export interface Scan {
  /** Offset of each value, and of the key of each property, by JSON pointer. */
  readonly values: ReadonlyMap<string, number>;
  readonly keys: ReadonlyMap<string, number>;
  readonly faults: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** The text must be valid JSON. Iterative, so that depth is a question of memory and not of the stack. */
export function scan(text: string): Scan {
  const values = new Map<string, number>();
  const keys = new Map<string, number>();
  const faults: { path: string; code: string; message: string }[] = [];
  interface Level {
    readonly at: string;
    readonly names: Set<string> | null;
    index: number;
    name: string | null;
  }
  const stack: Level[] = [];
  const here = (): string => {
    const level = stack.at(-1);
    if (!level) return "";
    return step(level.at, level.names ? level.name! : level.index);
  };
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/gs;
  let isKey = false;
  for (const match of text.matchAll(tokens)) {
    const token = match[0];
    const level = stack.at(-1);
    if (token === "{" || token === "[") {
      const at = here();
      values.set(at, match.index);
      stack.push({ at, names: token === "{" ? new Set() : null, index: 0, name: null });
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      stack.pop();
      isKey = false;
    } else if (token === ",") {
      level!.index++;
      isKey = level!.names !== null;
    } else if (token === ":") {
      isKey = false;
    } else if (isKey) {
      const name = JSON.parse(token) as string;
      level!.name = name;
      if (level!.names!.has(name)) faults.push({ path: here(), code: "key_twice", message: "the key comes twice" });
      if (isReserved(name)) faults.push({ path: here(), code: "reserved_key", message: "the key is reserved" });
      level!.names!.add(name);
      keys.set(here(), match.index);
    } else {
      values.set(here(), match.index);
      if (losesDigits(token))
        faults.push({ path: here(), code: "number_too_long", message: `${token.slice(0, 40)} has too many digits` });
    }
  }
  return { values, keys, faults };
}

function losesDigits(token: string): boolean {
  if (!/^-?\d/.test(token)) return false;
  const value = Number(token);
  if (Object.is(value, -0) || !Number.isFinite(value)) return true;
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(value);
}
