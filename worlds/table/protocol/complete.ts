// Fills in missing identity fields of the people that a turn changes, with internal values that players never see.
import type { Json } from "@orrery/kernel";
import { freeId, type Ledger } from "./ledger.ts";
import { get, isObject, readPath, type StatePath } from "./path.ts";

/** The cause of every completion. */
export const COMPLETED = "completed";
const TYPES = [
  "INTJ",
  "INTP",
  "ENTJ",
  "ENTP",
  "INFJ",
  "INFP",
  "ENFJ",
  "ENFP",
  "ISTJ",
  "ISFJ",
  "ESTJ",
  "ESFJ",
  "ISTP",
  "ISFP",
  "ESTP",
  "ESFP",
];
const LOCATION: Readonly<Record<string, Json>> = { connected_to: [], entities_present: [], environmental_effects: [] };

/** Completes every record that the ledger's changes touch, and migrates what is deprecated. */
export function completeTouched(ledger: Ledger): void {
  const touched = new Set<string>();
  for (const { path } of ledger.changes) {
    const [root, name, location] = readPath(path) ?? [];
    if (root === "player_character_data") touched.add("");
    if (root === "npc_data" && name !== undefined) touched.add(name);
    if (root === "world_data" && name === "locations" && location !== undefined) completeLocation(ledger, location);
  }
  for (const name of touched) {
    if (name === "") completeCharacter(ledger);
    else if (isObject(get(ledger.state, "npc_data", name))) completeNpc(ledger, name);
  }
  if (get(ledger.state, "custom_campaign_state", "attribute_system") === "destiny" && ledger.changes.length > 0)
    ledger.set(["custom_campaign_state", "attribute_system"], "dnd", "deprecated value migrated");
}

function completeCharacter(ledger: Ledger): void {
  const place = ["player_character_data"];
  const name = String(get(ledger.state, ...place, "name") ?? "hero");
  fill(ledger, place, {
    string_id: () => freeId(ledger.state, "pc", name),
    alignment: "neutral",
    mbti: typeFor(name),
    temp_hp: 0,
  });
}

function completeNpc(ledger: Ledger, name: string): void {
  const place = ["npc_data", name];
  const hp = get(ledger.state, ...place, "hp_current");
  const conscious = get(ledger.state, ...place, "conscious") ?? !(typeof hp === "number" && hp <= 0);
  fill(ledger, place, {
    string_id: () => freeId(ledger.state, "npc", name),
    mbti: typeFor(name),
    alignment: "neutral",
    temp_hp: 0,
    role: "unknown",
    gender: "unspecified",
    age: "unknown",
    present: true,
    conscious,
    hidden: false,
    status: conscious === true ? "conscious" : "unconscious",
    relationships: {},
  });
}

function completeLocation(ledger: Ledger, id: string): void {
  const place = ["world_data", "locations", id];
  if (isObject(get(ledger.state, ...place))) fill(ledger, place, { display_name: id, ...LOCATION });
}

function fill(ledger: Ledger, place: StatePath, fields: Readonly<Record<string, Json | (() => Json)>>): void {
  for (const [field, value] of Object.entries(fields)) {
    const now = get(ledger.state, ...place, field);
    if (now === undefined || now === null || now === "")
      ledger.set([...place, field], typeof value === "function" ? value() : value, COMPLETED);
  }
}

/** A personality type that depends on the name alone, so that a record is completed the same way every time. */
function typeFor(name: string): string {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + sign.codePointAt(0)!) % 65_521;
  return TYPES[sum % TYPES.length]!;
}
