// A view as a prompt shows it: without the words that only readers, parsers and narrators need. Names that say no more than their
// ids are left out, and the map is said by its ways.
import type { HouseView, KnownRoomView } from "../sense/view.ts";
import { hourInWords } from "./hour.ts";

/** Of things and people: how they may be called, and how they are drawn. */
const UNNEEDED: ReadonlySet<string> = new Set([
  "aliases",
  "adjectives",
  "pronouns",
  "plural",
  "scenery",
  "fixed",
  "asked",
]);

export function brief(view: HouseView): unknown {
  const {
    title: _,
    opening: __,
    style: ___,
    helped: ____,
    worded: _____,
    shown: ______,
    questions: _______,
    clock,
    map,
    ...rest
  } = view;
  return {
    ...(slim(rest) as object),
    ...(clock ? { time: hourInWords(clock.minute) } : {}),
    map: Object.fromEntries(Object.entries(map).map(([id, room]) => [id, ways(room)])),
  };
}

function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== "object" || value === null) return value;
  const { id, name } = value as { id?: unknown; name?: unknown };
  const isTelling = typeof id !== "string" || name !== id.replaceAll("-", " ");
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      UNNEEDED.has(key) || (key === "name" && !isTelling) ? [] : [[key, slim(part)]],
    ),
  );
}

/** "west": "lane", or the door that leads nobody knows where. */
const ways = ({ exits }: KnownRoomView): Readonly<Record<string, string>> =>
  Object.fromEntries(exits.map(({ direction, to, door }) => [direction, to ?? door ?? ""]));
