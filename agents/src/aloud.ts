// One field of an answer while a model is still writing it: read from truncated JSON. Only shown, never acted on.

/** The text of the field that a path such as "metadata.narrative" names, in the first action that has it; null while there is none. */
export function aloudIn(text: string, path: string, actionsOf: (output: unknown) => readonly unknown[]): string | null {
  const output = parsePrefix(text);
  if (output === undefined) return null;
  let actions: readonly unknown[];
  try {
    actions = actionsOf(output);
  } catch {
    // The reader expects answers that fit their contract; a partial answer may not.
    return null;
  }
  for (const action of actions) {
    const value = path.split(".").reduce<unknown>(part, action);
    // Half a surrogate pair waits for the next piece.
    if (typeof value === "string") return value.replace(/[\ud800-\udbff]$/, "");
  }
  return null;
}

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Parses a JSON prefix: names without values and possibly unfinished numbers are left out. Undefined if nothing can be read. */
export function parsePrefix(text: string): unknown {
  const from = text.search(/[{[]/);
  if (from < 0) return undefined;
  const open: ("{" | "[")[] = [];
  /** The text up to a place where it can be closed, and what is open there. */
  let whole = "";
  let isValue = false;
  const stop = (at: number) => {
    whole = text.slice(from, at) + closing(open);
  };
  let at = from;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '"') {
      const { end, isOver } = endOfString(text, at);
      const isName = open.at(-1) === "{" && !isValue;
      if (!isOver) {
        if (!isName) whole = `${text.slice(from, end)}"${closing(open)}`;
        break;
      }
      at = end;
      if (!isName) stop(at);
      continue;
    }
    if (sign === "{" || sign === "[") {
      open.push(sign);
      isValue = false;
      stop(at + 1);
    } else if (sign === "}" || sign === "]") {
      open.pop();
      stop(at + 1);
      if (open.length === 0) break;
    } else if (sign === ",") {
      stop(at);
      isValue = false;
    } else if (sign === ":") isValue = true;
    at++;
  }
  try {
    return JSON.parse(whole);
  } catch {
    return undefined;
  }
}

const closing = (open: readonly ("{" | "[")[]): string =>
  open
    .toReversed()
    .map((sign) => (sign === "{" ? "}" : "]"))
    .join("");

/** The index after the string that begins at `from`; for an unfinished string, after its last whole character. */
function endOfString(text: string, from: number): { readonly end: number; readonly isOver: boolean } {
  let at = from + 1;
  while (at < text.length) {
    if (text[at] === '"') return { end: at + 1, isOver: true };
    const length = text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
    if (at + length > text.length) break;
    at += length;
  }
  return { end: at, isOver: false };
}
