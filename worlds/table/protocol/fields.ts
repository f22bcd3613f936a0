// Every field of a response against its schema and against the campaign after the turn. Judges text and numbers; changes nothing.
import type { InputKind } from "./activity.ts";
import type { Campaign } from "./campaign.ts";
import { fault, type Violation } from "./codes.ts";
import { matchDice } from "./dice-text.ts";
import { misfits } from "./fits.ts";
import { judgeHeader, judgeResources, locationNames, type TimeSpan } from "./header-text.ts";
import { get, isObject, type JsonObject } from "./path.ts";
import { judgePlanning } from "./planning.ts";
import { judgeProse } from "./prose.ts";
import { type Mode, RESPONSE_SCHEMAS } from "./schema.ts";
import { leaksIn } from "./secrets.ts";

export interface FieldSetting {
  readonly campaign: Campaign;
  readonly input: string;
  readonly kind: InputKind;
  readonly mode: Mode;
  readonly thinking: boolean;
  /** The campaign after the turn, with what the model wrote where nothing is wrong with it. */
  readonly state: JsonObject;
  /** Whether the model changed anything. */
  readonly eventful: boolean;
  /** When the header may say it is; null where it cannot be held to a time. */
  readonly span: TimeSpan | null;
}

/** Faults of the fields of a response. */
export function judgeFields(object: JsonObject, setting: FieldSetting): Violation[] {
  const { mode } = setting;
  // An empty header or block in DM mode is the same as none.
  const given = mode === "DM" ? withoutBlanks(object) : object;
  return [
    ...misfits(RESPONSE_SCHEMAS[mode], given),
    ...modeFields(given, setting),
    ...judgePlanning(given["planning_block"], planningOf(setting)),
    ...diceFaults(given, setting),
    ...headerFaults(given, setting),
    ...locationFaults(given, setting),
    ...Object.entries(given).flatMap(([field, value]) =>
      field === "debug_info" || field === "state_updates" ? [] : leaksIn(value, [field]),
    ),
    ...narrativeFaults(given, mode),
    ...judgeProse(given, setting),
  ];
}

function withoutBlanks(object: JsonObject): JsonObject {
  const isBlank = (value: unknown) =>
    value === "" || value === null || (isObject(value) && Object.keys(value).length === 0);
  return Object.fromEntries(
    Object.entries(object).filter(
      ([field, value]) => !(["session_header", "planning_block"].includes(field) && isBlank(value)),
    ),
  );
}

function modeFields(object: JsonObject, { mode, thinking }: FieldSetting): Violation[] {
  const god = object["god_mode_response"];
  const { narrative } = object;
  return [
    ...(mode !== "GOD" && typeof god === "string" && god.trim() !== ""
      ? [fault("field_forbidden", "god_mode_response", "god_mode_response is for GOD mode alone; write the narrative.")]
      : []),
    ...(mode !== "GOD" && !thinking && typeof narrative === "string" && narrative.trim() === ""
      ? [fault("field_value", "narrative", "The narrative is blank; tell what happens.")]
      : []),
  ];
}

function planningOf({ campaign, mode, thinking, input, state, eventful }: FieldSetting) {
  const { resolved, offered } = campaign;
  const isMoved = resolved.moved_to !== undefined || resolved.transition;
  const taken = offered.find((key) => key === input.trim()) ?? null;
  return {
    mode,
    thinking,
    transition: isMoved && get(state, "combat_state", "in_combat") !== true,
    taken,
    eventful: eventful || resolved.changes.length > 0 || resolved.rolls.length > 0 || isMoved,
  };
}

function diceFaults(object: JsonObject, { campaign, thinking }: FieldSetting): Violation[] {
  const dice = object["dice_rolls"];
  if (!Array.isArray(dice) || !dice.every((one) => typeof one === "string")) return [];
  if (thinking && dice.length > 0) return [fault("think_rolls", "dice_rolls", "Thinking rolls no dice; write [].")];
  return matchDice(dice as string[], campaign.resolved.rolls);
}

function headerFaults(object: JsonObject, { campaign, mode, state, span }: FieldSetting): Violation[] {
  const { session_header: header, resources } = object;
  return [
    ...(typeof header === "string" ? judgeHeader(header, state, campaign.calendar, span) : []),
    ...(typeof resources === "string" && !(mode === "DM" && resources.trim() === "")
      ? judgeResources(resources, state)
      : []),
  ];
}

function locationFaults(object: JsonObject, { mode, state }: FieldSetting): Violation[] {
  const given = object["location_confirmed"];
  const names = locationNames(state);
  if (typeof given !== "string" || names.length === 0 || (mode === "DM" && given.trim() === "")) return [];
  if (names.some((name) => name.toLowerCase() === given.trim().toLowerCase())) return [];
  return [
    fault("location_wrong", "location_confirmed", `After this turn the character is at "${names[0]}", not "${given}".`),
  ];
}

const BLOCKS: readonly (readonly [RegExp, string])[] = [
  [/\[SESSION_HEADER\]|^\s*(Timestamp|Status|Conditions):/im, "a session header"],
  [
    /\[?\b(planning_block|state_updates|debug_info|dm_notes|dice_rolls|state_rationale|god_mode_response)\b/i,
    "a block",
  ],
  [/\[(STATE_UPDATES|DEBUG|DM|PLANNING)[A-Z_ ]*(_?START|_?PROPOSED|_?END)?\]|^---\s*PLANNING BLOCK/im, "a block"],
  [/\[Mode:/i, "a mode line"],
  [/```|\{\s*"\w+"\s*:/, "JSON or code"],
];
/** Out of the story a block may be presented for the player to paste. */
const RECOVERY: readonly (readonly [RegExp, string])[] = [[/^\s*GOD_MODE_SET:/m, "a block"]];

function narrativeFaults({ narrative }: JsonObject, mode: Mode): Violation[] {
  if (typeof narrative !== "string") return [];
  return (mode === "DM" ? BLOCKS : [...BLOCKS, ...RECOVERY])
    .filter(([pattern]) => pattern.test(narrative))
    .slice(0, 1)
    .map(([, what]) => fault("narrative_block", "narrative", `The narrative holds ${what}; write story prose alone.`));
}
