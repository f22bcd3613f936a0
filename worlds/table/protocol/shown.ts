// The response that a player receives: a clean one as it was given, a faulty one put together from facts. Never empty, and never with what players may not see.
import type { Json } from "@orrery/kernel";
import { beingsOf, namesIn } from "./beings.ts";
import type { Calendar } from "./calendar.ts";
import type { CampaignChange, Resolved } from "./campaign.ts";
import type { Violation } from "./codes.ts";
import { COMPLETED } from "./complete.ts";
import { writeRoll } from "./dice-text.ts";
import { locationNames, titleCase, writeHeader, writeResources } from "./header-text.ts";
import { DELETE, get, isObject, type JsonObject, put, readPath, writePath } from "./path.ts";
import type { Mode } from "./schema.ts";
import { secretIn, withoutSecrets } from "./secrets.ts";
import type { WorldMoment } from "./world-time.ts";

interface ShownSetting {
  readonly mode: Mode;
  /** The object of the response; null when there was none. */
  readonly object: JsonObject | null;
  readonly violations: readonly Violation[];
  /** Whether what the model wrote came into the campaign. */
  readonly landed: boolean;
  readonly thinking: boolean;
  readonly before: JsonObject;
  readonly state: JsonObject;
  readonly calendar: Calendar;
  readonly now: WorldMoment | null;
  readonly resolved: Resolved;
  readonly applied: readonly CampaignChange[];
  readonly debug: boolean;
}

/** The response for players; `debug_info` is in it only where debug is on. */
export function shownResponse(setting: ShownSetting): JsonObject {
  const { object, violations, debug } = setting;
  const { debug_info, ...shown } =
    violations.length === 0 && object !== null ? faithful(object, setting) : assembleTurn(setting);
  const public_ = withoutSecrets(shown) as JsonObject;
  return debug ? { ...public_, debug_info: debug_info ?? {} } : public_;
}

function faithful(object: JsonObject, { mode, state, calendar, now }: ShownSetting): JsonObject {
  return mode === "DM" ? object : { ...object, session_header: writeHeader(state, calendar, now) };
}

function assembleTurn(setting: ShownSetting): JsonObject {
  const { mode, before, state, calendar, now, resolved, applied } = setting;
  const narrative = usableText(setting, "narrative") ?? (mode === "GOD" ? "" : factsTold(setting));
  const god: { readonly god_mode_response?: string } =
    mode === "GOD" ? { god_mode_response: usableText(setting, "god_mode_response") ?? godTold(setting) } : {};
  const block =
    mode === "DM" ? {} : { session_header: writeHeader(state, calendar, now), planning_block: blockOf(setting) };
  return {
    ...block,
    resources: writeResources(state),
    narrative,
    ...god,
    dice_rolls: resolved.rolls.map(writeRoll),
    entities_mentioned: [...namesIn(`${narrative}\n${god.god_mode_response ?? ""}`, beingsOf(before, state), state)],
    location_confirmed: locationNames(state)[0] ?? "",
    state_updates: nestChanges(applied),
    debug_info: setting.violations.some(({ path }) => path.startsWith("debug_info"))
      ? {}
      : (setting.object?.["debug_info"] ?? {}),
  };
}

/** A text of the model's that nothing is wrong with. */
function usableText({ object, landed, violations }: ShownSetting, field: string): string | null {
  const text = object?.[field];
  if (!landed || typeof text !== "string" || text.trim() === "") return null;
  return violations.some(({ path }) => path === field) || secretIn(text) !== null ? null : text;
}

/** The changes as one object of updates: single values, the time, and who is gone. What lists and records have become is in the campaign. */
function nestChanges(applied: readonly CampaignChange[]): JsonObject {
  let updates: JsonObject = {};
  for (const { path, after, cause } of applied) {
    const place = readPath(path);
    const isSingle = !isObject(after) && !Array.isArray(after);
    if (place !== null && cause !== COMPLETED && (isSingle || path === "world_data.world_time"))
      updates = put(updates, place, after);
  }
  return updates;
}

const HIDDEN_FIELDS: ReadonlySet<string> = new Set(["alignment", "mbti", "string_id"]);

/** What happened, from the rolls and changes alone. */
function factsTold({ state, resolved, mode }: ShownSetting): string {
  if (mode === "DM") return "There is no answer to that now. Ask again.";
  const here = locationNames(state)[0];
  const facts = [
    ...resolved.rolls.map((roll) => `${writeRoll(roll)}.`),
    ...resolved.changes.flatMap(({ place, before, after }) => {
      if (
        HIDDEN_FIELDS.has(place.at(-1)!) ||
        (place[0] === "npc_data" && get(state, "npc_data", place[1]!, "hidden") === true)
      )
        return [];
      if (isObject(after) || Array.isArray(after) || isObject(before)) return [];
      const of = place[0] === "npc_data" ? `${place[1]}, ` : "";
      return [`${of}${titleCase(place.at(-1)!)}: ${String(before)} → ${after === DELETE ? "gone" : String(after)}.`];
    }),
  ];
  const scene = here === undefined ? "You take in where you stand." : `You are at ${here}.`;
  return [scene, ...facts].join(" ");
}

const godTold = ({ violations, landed }: ShownSetting): string =>
  landed ? "Done." : `Nothing of this was applied. ${violations[0]?.message ?? ""}`.trim();

const choice = (text: string, description: string, risk: string): JsonObject => ({
  text,
  description,
  risk_level: risk,
});
const RETURN = { "god:return_story": choice("Return to Story", "Leave GOD mode", "safe") };
const FALLBACK: Readonly<Record<string, JsonObject>> = {
  look_around: choice("Look Around", "Take in the scene and who is in it", "low"),
  hold_position: choice("Hold Position", "Stay where you are and watch what happens", "low"),
  other_action: choice("Other Action", "Describe a different action you'd like to take", "low"),
};

/** The model's block without its faulty choices, topped up to three with choices that are always open. */
function blockOf({ mode, object, landed, thinking, violations }: ShownSetting): JsonObject {
  const isFaulty = (path: string) => violations.some((one) => one.path === path || one.path.startsWith(`${path}.`));
  const block = object?.["planning_block"];
  const given = landed && isObject(block) && !violations.some(({ path }) => path === "planning_block") ? block : {};
  const sound: Record<string, Json> = {};
  for (const [key, one] of Object.entries(isObject(given["choices"]) ? given["choices"] : {}))
    if (!isFaulty(writePath(["planning_block", "choices", key]))) sound[key] = one;
  const part = (field: string): JsonObject =>
    given[field] === undefined || isFaulty(`planning_block.${field}`) ? {} : { [field]: given[field] };
  return {
    thinking: "",
    ...(thinking ? { analysis: { pros: [], cons: [], confidence: "low" } } : {}),
    ...part("thinking"),
    ...part("context"),
    ...part("analysis"),
    choices: topUpChoices(sound, mode),
  };
}

/** Three choices at least and five at most, with the one that must never be missing. */
function topUpChoices(sound: Readonly<Record<string, Json>>, mode: Mode): JsonObject {
  if (mode === "GOD") return { ...RETURN, ...sound };
  const { other_action = FALLBACK["other_action"]!, ...others } = sound;
  const kept = Object.entries(others).slice(0, 4);
  const spare = Object.entries(FALLBACK).filter(([key]) => key !== "other_action" && others[key] === undefined);
  return Object.fromEntries([...kept, ...spare.slice(0, Math.max(0, 2 - kept.length)), ["other_action", other_action]]);
}
