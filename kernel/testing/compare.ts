// Says how two plain values differ, in lines that can be pasted into a test. It compares whole values, never parts.
import { canonical } from "@orrery/kernel";

/** A broken expectation. The message holds everything there is to know. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
}

/** Throws a `Mismatch` unless both are the same plain value. Lists are compared line by line, in order. */
export function same(what: string, actual: unknown, expected: unknown): void {
  if (text(actual) === text(expected)) return;
  const lines =
    Array.isArray(actual) && Array.isArray(expected)
      ? ["[", ...lineDiff(expected.map(literal), actual.map(literal)).map((line) => `${line},`), "]"]
      : [`- ${literal(expected)}`, `+ ${literal(actual)}`];
  throw new Mismatch(`${what} (- expected, + actual):\n${lines.join("\n")}`);
}

/** Throws a `Mismatch` with this sentence unless the condition holds. */
export function holds(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Mismatch(sentence);
}

/** A plain value as source text, on one line. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return value === undefined ? "undefined" : JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, part]) => `${/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key)}: ${literal(part)}`,
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

const text = (value: unknown) => (value === undefined ? "undefined" : canonical(value));

/** Lines of both in order: "  " in both, "- " only in the first, "+ " only in the second. */
function lineDiff(first: readonly string[], second: readonly string[]): string[] {
  const common: number[][] = Array.from({ length: first.length + 1 }, () => new Array(second.length + 1).fill(0));
  for (let i = first.length - 1; i >= 0; i--)
    for (let j = second.length - 1; j >= 0; j--)
      common[i]![j] =
        first[i] === second[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < first.length || j < second.length) {
    if (i < first.length && j < second.length && first[i] === second[j]) {
      lines.push(`  ${first[i]}`);
      i++;
      j++;
    } else if (j >= second.length || (i < first.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      lines.push(`- ${first[i++]}`);
    else lines.push(`+ ${second[j++]}`);
  }
  return lines;
}
