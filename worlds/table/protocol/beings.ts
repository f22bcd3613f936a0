// Who is in a campaign and what they can do: names that prose may use for them, and whether they are dead, away, helpless or hidden.
import { get, isObject, type JsonObject } from "./path.ts";
import { isDead, npcsOf, objectOf, tombstonesOf } from "./sheet.ts";

export interface Being {
  /** The display name. */
  readonly name: string;
  /** A regular expression for any of its names. */
  readonly called: string;
  /** What keeps it from acting; null: nothing does. */
  readonly bar: "dead" | "absent" | "helpless" | null;
  readonly hidden: boolean;
}

const HELPLESS = ["unconscious", "paralyzed", "petrified", "stunned", "incapacitated", "asleep"];
/** Words of display names that stand for a kind or a rank and not for one person. */
const COMMON = new Set(
  "the of and a an old young elder captain king queen prince princess lord lady sir dame brother sister father mother uncle aunt master mistress chief boss sergeant lieutenant guard scout archer soldier knight bandit goblin orc kobold wolf skeleton zombie cultist priest priestess innkeeper merchant smith blacksmith farmer hunter ranger wizard witch mage thief rogue assassin spy hermit healer mayor baron duke count countess doctor miller baker fisherman beggar child man woman boy girl stranger ghost spirit dragon giant ogre troll bear spider rat dire black white red green blue grey gray big small tall silent dark one two three first second third leader warrior shaman acolyte apprentice servant".split(
    " ",
  ),
);

/** Everybody but the player's character, before and after a turn. Somebody who dies in it may still act in it. */
export function beingsOf(before: JsonObject, after: JsonObject): readonly Being[] {
  const npcs = { ...npcsOf(before), ...npcsOf(after) };
  const graves = Object.values(tombstonesOf(before)).map((stone) => String(get(stone, "display_name") ?? ""));
  const names = [...new Set([...Object.keys(npcs), ...graves.filter((name) => name !== "")])];
  const places = [before, after].flatMap((state) =>
    Object.values(objectOf(state, ["world_data", "locations"])).map((one) => String(get(one, "display_name") ?? "")),
  );
  return names.map((name) => {
    const [was, is] = [npcsOf(before)[name], npcsOf(after)[name]];
    return {
      name,
      called: shortNamesOf(name, names, [...new Set(places)]),
      bar: barOf(name, was, is, before, after, graves),
      hidden: get(was, "hidden") === true && get(is, "hidden") !== false,
    };
  });
}

function barOf(
  name: string,
  was: unknown,
  is: unknown,
  before: JsonObject,
  after: JsonObject,
  graves: readonly string[],
): Being["bar"] {
  if (was === undefined) return is === undefined && graves.includes(name) ? "dead" : null;
  if (isDead(was)) return is !== undefined && !isDead(is) ? null : "dead";
  const now = is ?? was;
  if (isAbsent(name, was, before) && isAbsent(name, now, after)) return "absent";
  return isHelpless(was) && isHelpless(now) ? "helpless" : null;
}

function isAbsent(name: string, npc: unknown, state: JsonObject): boolean {
  const present = get(npc, "present");
  if (typeof present === "boolean") return !present;
  const manifest = state["entity_manifest"];
  const list = Array.isArray(manifest) ? manifest : isObject(manifest) ? manifest["present"] : undefined;
  if (!Array.isArray(list)) return false;
  const ids = list.map((one) =>
    isObject(one) ? (one["string_id"] ?? one["id"] ?? one["name"] ?? one["display_name"]) : one,
  );
  return !ids.includes(name) && !ids.includes(get(npc, "string_id") ?? "");
}

function isHelpless(npc: unknown): boolean {
  if (get(npc, "conscious") === false) return true;
  const words = [get(npc, "status"), get(npc, "status_conditions")].flatMap((one) =>
    Array.isArray(one) ? one : [one],
  );
  return words.some((word) => typeof word === "string" && HELPLESS.includes(word.toLowerCase()));
}

/** The full name, case ignored where it is all common words, and every word of it that is a name and nobody else's. In the name of a place it is the place: the Drowned Nave is no Drowned cantor. */
function shortNamesOf(name: string, names: readonly string[], places: readonly string[]): string {
  const own = wordsOf(name).filter(
    (word) =>
      /^\p{Lu}/u.test(word) &&
      word.length > 2 &&
      !COMMON.has(word.toLowerCase()) &&
      names.every((other) => other === name || !wordsOf(other).includes(word)),
  );
  return `(?:${[loose(name), ...own.map((word) => besidePlaces(word, places))].join("|")})`;
}

/** A word where it is not part of a place's name. */
function besidePlaces(word: string, places: readonly string[]): string {
  const around = places.flatMap((place) => {
    const words = wordsOf(place);
    const at = words.indexOf(word);
    if (at < 0 || words.length < 2) return [];
    const next = words[at + 1];
    return next === undefined
      ? [`(?<!${escapePattern(words[at - 1]!)}\\s+${escapePattern(word)})`]
      : [`(?!\\s+${escapePattern(next)}(?![\\p{L}]))`];
  });
  return `${escapePattern(word)}${around.join("")}`;
}

/** Everybody and everything of a campaign that a text names, by display name. */
export function namesIn(text: string, beings: readonly Being[], state: JsonObject): readonly string[] {
  const things = Object.values(objectOf(state, ["world_data", "objects"])).map((thing) =>
    String(get(thing, "display_name") ?? ""),
  );
  return [
    ...beings
      .filter(({ called }) => new RegExp(`(?<![\\p{L}])${called}(?![\\p{L}])`, "u").test(text))
      .map(({ name }) => name),
    ...new Set(things.filter((name) => name.includes(" ") && text.toLowerCase().includes(name.toLowerCase()))),
  ];
}

const wordsOf = (name: string): string[] => name.split(/[^\p{L}\p{N}'-]+/u).filter(Boolean);
const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** First letters in either case: "the goblin scout" is the Goblin Scout. */
const loose = (name: string): string =>
  wordsOf(name).length < 2
    ? escapePattern(name)
    : escapePattern(name).replaceAll(
        /\p{L}+/gu,
        (word) => `[${word[0]!.toUpperCase()}${word[0]!.toLowerCase()}]${word.slice(1)}`,
      );
