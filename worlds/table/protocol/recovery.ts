// State recovery: where the campaign does not agree with an account of it or with itself, what differs, and the GOD_MODE_SET block that would bring both together. Applies nothing.
import { equal, type Json } from "@orrery/kernel";
import { isAppend, readUpdates } from "./assignments.ts";
import { bandOf, type Calendar } from "./calendar.ts";
import { fault, type Violation } from "./codes.ts";
import { brief } from "./fits.ts";
import { applyGod } from "./god.ts";
import { type GodSet, readGodBlock, writeGodBlock } from "./god-block.ts";
import { headerClaims } from "./header-text.ts";
import { DELETE, get, isObject, type JsonObject, type StatePath, writePath } from "./path.ts";
import { isDead, npcsOf, objectOf } from "./sheet.ts";
import { isBandRight } from "./world-time.ts";

/** A value that an account of the campaign gives to a place. */
export type RecoveredValue = Pick<GodSet, "place" | "value">;

/** One place where the campaign and the account differ. */
export interface Discrepancy {
  readonly path: string;
  /** What the campaign has; null where it has nothing. */
  readonly shows: Json;
  /** What it should be by the account; "__DELETE__" where nothing should be there. */
  readonly should: Json;
  readonly message: string;
}

export interface Recovery {
  readonly discrepancies: readonly Discrepancy[];
  /** The changes that resync the campaign, to paste; null where none of them could be applied. */
  readonly block: string | null;
}

/** What differs and the block to paste; null where nothing does. `refusal` says why changes could not be applied, or null. */
export function recoveryOf(
  claims: readonly RecoveredValue[],
  state: JsonObject,
  refusal: (sets: readonly RecoveredValue[]) => string | null,
): Recovery | null {
  const sets: RecoveredValue[] = [];
  const discrepancies: Discrepancy[] = [];
  for (const claim of claims) {
    const path = writePath(claim.place);
    const shows = get(state, ...claim.place) ?? null;
    const should = isAppend(claim.value) && Array.isArray(shows) ? [...shows, claim.value.append] : claim.value;
    if (equal(shows, should) || discrepancies.some((one) => one.path === path)) continue;
    const why = refusal([...sets, claim]);
    if (why === null) sets.push(claim);
    const message = `${path} ${isObject(shows) ? "is there" : shows === null ? "shows nothing" : `shows ${brief(shows)}`} but should be ${should === DELETE ? "gone" : brief(should)}.${why === null ? "" : ` That cannot be set: ${why}`}`;
    discrepancies.push({ path, shows, should, message });
  }
  if (discrepancies.length === 0) return null;
  return { discrepancies, block: sets.length === 0 ? null : writeGodBlock(sets) };
}

/** Why a block of these changes would be refused by the protocol's own rules. */
export const refusalIn =
  (state: JsonObject, calendar: Calendar) =>
  (sets: readonly RecoveredValue[]): string | null =>
    applyGod(
      sets.map((set) => ({ ...set, where: writePath(set.place) })),
      state,
      calendar,
      "GOD_MODE_SET",
    ).faults[0]?.message ?? null;

/** What a player is told when the story halts: every difference, and the block with what to do with it. */
export function recoveryText(discrepancies: readonly string[], block: string | null): string {
  const places = discrepancies.length === 1 ? "one place" : `${discrepancies.length} places`;
  return [
    `The story halts: what was told and what the campaign holds do not agree in ${places}.`,
    ...discrepancies.map((message) => `- ${message}`),
    block === null
      ? "The campaign stands as it is; nothing of this can be set."
      : `The campaign stands as it is until this block is pasted as a message. Paste it to resync, or go on without it.\n\n${block}`,
  ].join("\n");
}

/** Hit points, items, where the character is, and how NPCs are: what cannot be wrong without the story being wrong. */
const SEVERE: readonly string[] = [
  "player_character_data.hp_current",
  "player_character_data.hp_max",
  "player_character_data.equipment",
  "player_character_data.inventory",
  "player_character_data.resources.gold",
  "player_character_data.resources.consumables",
  "world_data.current_location",
  "npc_data.*.hp_current",
  "npc_data.*.status",
  "npc_data.*.conscious",
  "npc_data.*.present",
  "combat_state.combatants.*.hp_current",
  "combat_state.combatants.*.status",
];
const SEVERE_PLACES = SEVERE.map((path) => path.split("."));

const isSevere = (place: StatePath): boolean =>
  (place[0] === "npc_data" && place.length === 2) ||
  SEVERE_PLACES.some((severe) => severe.every((step, i) => step === "*" || step === place[i]));

/** What refused updates say of severe places. `faults` are the judge's, `state` is the campaign after the turn. */
export function claimsIn(
  updates: JsonObject,
  faults: readonly Violation[],
  state: JsonObject,
): readonly RecoveredValue[] {
  const differing = new Set(
    faults.flatMap(({ code, path }) => (code === "update_differs" || code === "delete_undefeated" ? [path] : [])),
  );
  return readUpdates(updates, state)
    .assignments.filter(({ place }) => isSevere(place) && differing.has(writePath(place)))
    .map(({ place, value }) => ({ place, value }));
}

/** What a response says of severe places outside of its updates: in its header, and of where the character is. */
export function claimsBeside(
  object: JsonObject,
  faults: readonly Violation[],
  state: JsonObject,
): readonly RecoveredValue[] {
  const isFaulted = (code: Violation["code"]) => faults.some((one) => one.code === code);
  const header = isFaulted("header_value") ? headerClaims(String(object["session_header"])) : [];
  const named = object["location_confirmed"];
  if (!isFaulted("location_wrong") || typeof named !== "string") return header;
  const known = Object.entries(objectOf(state, ["world_data", "locations"]));
  const id = known.find(
    ([, place]) => String(get(place, "display_name")).toLowerCase() === named.trim().toLowerCase(),
  )?.[0];
  return [...header, { place: ["world_data", "current_location"], value: id ?? named.trim() }];
}

/** Places in which a campaign contradicts itself, each with the value that it should have. */
export function contradictionsOf(state: JsonObject, calendar: Calendar): readonly RecoveredValue[] {
  return [...timeClaims(state, calendar), ...beingClaims(state), ...fighterClaims(state), ...locationClaims(state)];
}

function timeClaims(state: JsonObject, calendar: Calendar): RecoveredValue[] {
  const time = get(state, "world_data", "world_time");
  if (!isObject(time) || typeof time["hour"] !== "number" || time["time_of_day"] === undefined) return [];
  if (isBandRight(calendar, time)) return [];
  return [{ place: ["world_data", "world_time", "time_of_day"], value: bandOf(calendar, time["hour"]) }];
}

/** Hit points within their maximum, and nobody awake who is dead. */
function beingClaims(state: JsonObject): RecoveredValue[] {
  const beings: [StatePath, Json | undefined][] = [
    [["player_character_data"], get(state, "player_character_data")],
    ...Object.entries(npcsOf(state)).map(([name, npc]): [StatePath, Json] => [["npc_data", name], npc]),
  ];
  return beings.flatMap(([place, being]) => {
    const [hp, most] = [get(being, "hp_current"), get(being, "hp_max")];
    const claims: RecoveredValue[] = [];
    const dead = place.length === 2 && being !== undefined && isDead(being);
    if (typeof hp === "number" && typeof most === "number" && hp > most)
      claims.push({ place: [...place, "hp_current"], value: most });
    if (dead && typeof hp === "number" && hp > 0) claims.push({ place: [...place, "hp_current"], value: 0 });
    if (dead && get(being, "conscious") === true) claims.push({ place: [...place, "conscious"], value: false });
    return claims;
  });
}

/** A fighter's hit points are those of its sheet. */
function fighterClaims(state: JsonObject): RecoveredValue[] {
  const sheets = [get(state, "player_character_data"), ...Object.values(npcsOf(state))];
  return Object.entries(objectOf(state, ["combat_state", "combatants"])).flatMap(([id, fighter]) => {
    const hp = get(
      sheets.find((sheet) => get(sheet, "string_id") === id),
      "hp_current",
    );
    const shown = get(fighter, "hp_current");
    return typeof hp !== "number" || typeof shown !== "number" || hp === shown
      ? []
      : [{ place: ["combat_state", "combatants", id, "hp_current"], value: hp }];
  });
}

/** The character is at a place that there is: where it is not, at the one that lists it. */
function locationClaims(state: JsonObject): RecoveredValue[] {
  const known = objectOf(state, ["world_data", "locations"]);
  const here = get(state, "world_data", "current_location");
  const id = get(state, "player_character_data", "string_id");
  const listed = Object.keys(known).filter((place) => {
    const present = get(known, place, "entities_present");
    return Array.isArray(present) && present.includes(id ?? "");
  });
  if (typeof here !== "string" || Object.hasOwn(known, here) || listed.length !== 1) return [];
  return [{ place: ["world_data", "current_location"], value: listed[0]! }];
}

const HEAD = /^[ \t]*GOD_MODE_SET:/m;

/** Faults of a recovery block that a game master presents: its lines can be set, and each is a change. */
export function presentedFaults(texts: Readonly<Record<string, unknown>>, state: JsonObject, calendar: Calendar) {
  return Object.entries(texts).flatMap(([path, text]): Violation[] => {
    const at = typeof text === "string" ? text.search(HEAD) : -1;
    if (at < 0) return [];
    const [block = ""] = (text as string)
      .slice(at)
      .trim()
      .split(/\n\s*\n/);
    const { sets, faults } = readGodBlock(block);
    const wrong = [
      ...faults,
      ...applyGod(sets, state, calendar, "GOD_MODE_SET").faults,
      ...sets
        .filter(({ place, value }) => equal(get(state, ...place) ?? DELETE, value))
        .map(({ place }) => fault("recovery_block", path, `${writePath(place)} stands so already; write deltas only.`)),
    ];
    return wrong.map(({ message }) => fault("recovery_block", path, message));
  });
}
