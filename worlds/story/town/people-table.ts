// People from a table that somebody has: CSV with a header, or JSON, in our own columns or those of OASIS profiles. Says what is wrong by row; guesses nothing.
import { checker } from "@orrery/kernel";
import { type ConfigPerson, PersonSchema } from "./config.ts";

/** Column to field of a person; several names for one field are those that other simulators use. `opinion.TOPIC` is an opinion, 0 to 1. */
const COLUMNS: Readonly<Record<string, keyof ConfigPerson>> = {
  id: "id",
  user_id: "id",
  name: "name",
  handle: "handle",
  username: "handle",
  user_name: "handle",
  bio: "bio",
  description: "bio",
  persona: "persona",
  user_char: "persona",
  age: "age",
  gender: "gender",
  country: "country",
  profession: "profession",
  mbti: "mbti",
  kind: "kind",
  interests: "interests",
  interested_topics: "interests",
  follows: "follows",
};
/** Columns of other simulators that say nothing here. */
const LEFT_OUT = new Set(["karma", "created_at"]);
const OPINION = "opinion.";
/** What stands between the parts of a list in one cell. */
const LIST = ";";

const problemOf = checker(PersonSchema, "person");

/** Throws a `RangeError` with the first row that is wrong, counted from 1 without the header. */
export function readPeople(text: string): readonly ConfigPerson[] {
  const trimmed = text.trim();
  return trimmed.startsWith("[") ? fromJson(trimmed) : fromCsv(text);
}

function fromJson(text: string): readonly ConfigPerson[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    throw new RangeError(`the people are no JSON: ${(error as Error).message}`);
  }
  return (rows as readonly unknown[]).map((row, i) => {
    if (typeof row !== "object" || row === null || Array.isArray(row))
      throw new RangeError(`person ${i + 1} must be an object`);
    return personOf(Object.entries(row), i + 1);
  });
}

function fromCsv(text: string): readonly ConfigPerson[] {
  const [header, ...rows] = csvRows(text);
  if (!header) throw new RangeError("the people are an empty text: the first line names the columns");
  return rows.map((cells, i) => {
    if (cells.length !== header.length)
      throw new RangeError(`person ${i + 1} has ${cells.length} cells, and there are ${header.length} columns`);
    return personOf(
      header.flatMap((name, column) => (cells[column] === "" ? [] : [[name, cells[column]!]])),
      i + 1,
    );
  });
}

function personOf(fields: readonly (readonly [string, unknown])[], row: number): ConfigPerson {
  const person: Record<string, unknown> = {};
  const opinions: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const column = name.trim();
    if (LEFT_OUT.has(column) || value === null) continue;
    if (column.startsWith(OPINION)) opinions[column.slice(OPINION.length)] = numberIn(value, row, column);
    else if (column === "opinions" || column === "behaviour" || column === "emotions" || column === "platforms")
      person[column] = value;
    else {
      const field = Object.hasOwn(COLUMNS, column) ? COLUMNS[column]! : null;
      if (field === null)
        throw new RangeError(
          `there is no column "${column}". There are: ${Object.keys(COLUMNS).join(", ")}, ${OPINION}TOPIC`,
        );
      person[field] = cellOf(field, value, row, column);
    }
  }
  if (Object.keys(opinions).length > 0) person["opinions"] = opinions;
  const whole = { name: person["handle"] ?? person["id"], ...person };
  const problem = problemOf(whole);
  if (problem) throw new RangeError(`person ${row}: ${problem}`);
  return whole as ConfigPerson;
}

function cellOf(field: keyof ConfigPerson, value: unknown, row: number, column: string): unknown {
  if (field === "age") return numberIn(value, row, column);
  if (field === "interests" || field === "follows")
    return typeof value === "string"
      ? value.split(LIST).flatMap((part) => (part.trim() === "" ? [] : [part.trim()]))
      : value;
  return typeof value === "number" ? String(value) : value;
}

function numberIn(value: unknown, row: number, column: string): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw new RangeError(`person ${row}: ${column} must be a number, not ${JSON.stringify(value)}`);
}

/** As RFC 4180 has it, with either line end; empty lines are none. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    cell = "";
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') {
        cell += c;
        i++;
      } else quoted = false;
    } else if (c === '"' && cell === "") quoted = true;
    else if (c === ",") {
      row.push(cell);
      cell = "";
    } else if (c === "\n") endRow();
    else if (c !== "\r") cell += c;
  }
  if (quoted) throw new RangeError(`person ${rows.length}: a quote is opened and never closed`);
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}
