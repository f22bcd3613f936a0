// The GOD_MODE_SET block as text: one change a line, `path = literal`. Reads it with line numbers and writes it; knows the grammar and no rules.
import type { Json } from "@orrery/kernel";
import { fault, type Violation } from "./codes.ts";
import { brief } from "./fits.ts";
import { readJson } from "./json-text.ts";
import { DELETE, readPathAt, type StatePath, writePath } from "./path.ts";

/** One line of a block. */
export interface GodSet {
  readonly place: StatePath;
  readonly value: Json;
  /** Where faults of this change are shown: `input:LINE`, or a place of the state. */
  readonly where: string;
}

const HEAD = "GOD_MODE_SET:";

/** The changes of a block, or what is wrong with each of its lines. Line 1 is the header. */
export function readGodBlock(text: string): {
  readonly sets: readonly GodSet[];
  readonly faults: readonly Violation[];
} {
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const sets: GodSet[] = [];
  const faults: Violation[] = [];
  if (head.slice(HEAD.length).trim() !== "")
    faults.push(fault("god_line", "input:1", `Nothing stands behind ${HEAD}; the changes begin on the next line.`));
  for (const [i, line] of lines.entries()) {
    const where = `input:${i + 2}`;
    if (line.trim() === "") continue;
    const read = readLine(line);
    if (typeof read === "string") faults.push(fault("god_line", where, read));
    else sets.push({ ...read, where });
  }
  if (sets.length === 0 && faults.length === 0)
    faults.push(
      fault(
        "god_line",
        "input:1",
        "The block holds no change; write one a line, as player_character_data.hp_current = 75.",
      ),
    );
  return { sets, faults };
}

function readLine(line: string): { readonly place: StatePath; readonly value: Json } | string {
  const text = line.trim();
  const path = readPathAt(text);
  if (path === null) return 'A line begins with a path, as npc_data."Goblin Scout".hp_current.';
  const rest = text.slice(path.end).trimStart();
  if (!rest.startsWith("="))
    return `After the path an "=" should stand, not ${brief(rest.slice(0, 20))}; names with spaces or dots stand in quotes.`;
  const literal = rest.slice(1).trim();
  if (literal === "") return "A value should stand behind the =: a JSON literal or __DELETE__.";
  if (literal === DELETE) return { place: path.place, value: DELETE };
  const read = readJson(literal);
  const wrong = read.faults[0];
  if (wrong !== undefined || read.value === undefined)
    return `The value is no JSON literal: ${wrong?.message ?? "nothing stands there."} Strings stand in double quotes.`;
  const behind = literal.slice(read.end).trim();
  if (behind !== "") return `Behind the value stands ${brief(behind.slice(0, 40))}; write one change a line.`;
  return { place: path.place, value: read.value };
}

/** A block of these changes, to paste; inverse of `readGodBlock`. */
export const writeGodBlock = (sets: readonly Pick<GodSet, "place" | "value">[]): string =>
  [
    HEAD,
    ...sets.map(({ place, value }) => `${writePath(place)} = ${value === DELETE ? DELETE : JSON.stringify(value)}`),
  ].join("\n");
