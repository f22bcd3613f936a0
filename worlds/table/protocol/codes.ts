// The closed list of what a response can be faulted for. A fault is a value: a code from this list, a place, a sentence that says what to do.

/** Whether a fault keeps everything that the model wrote out of the campaign. */
type Weight = "blocks" | "noted";

/** Every code with its weight and its meaning. A code that blocks lands nothing that the model wrote; the engine's own changes and time land all the same. */
export const CODES = {
  // The envelope: an optional mode line and one JSON object.
  empty_response: ["blocks", "There is no JSON object."],
  text_outside_json: ["blocks", "Text stands before or after the JSON object."],
  code_fence: ["blocks", "The response is wrapped in a Markdown code block."],
  json_syntax: ["blocks", "The text is not JSON."],
  json_not_object: ["blocks", "The JSON value is not an object."],
  duplicate_key: ["blocks", "One object has the same key twice."],
  reserved_key: ["blocks", "A key would reach into the prototype of an object."],
  number_invalid: ["blocks", "A number is not one that JSON can carry."],
  text_invalid: ["blocks", "A string is not Unicode text."],
  too_deep: ["blocks", "The JSON is nested too deep."],
  mode_line: ["blocks", "The mode line is none of the three."],
  mode_missing: ["blocks", "GOD mode needs its mode line."],
  mode_wrong: ["blocks", "The mode line does not fit the input."],

  // Fields.
  field_missing: ["noted", "A required field is missing."],
  field_unknown: ["noted", "The protocol has no such field."],
  field_type: ["noted", "A field has the wrong type."],
  field_value: ["noted", "A field has a value that is not allowed."],
  field_forbidden: ["noted", "A field does not belong in this mode."],
  narrative_block: ["noted", "The narrative holds a header, a block, or JSON."],

  // The planning block.
  choice_key: ["noted", "A choice key is not snake_case, or its prefix does not fit the mode."],
  choice_count: ["noted", "There are too few or too many choices."],
  choice_missing: ["noted", "A choice that must always be offered is missing."],
  minimal_block: ["noted", "The minimal block is for transitions outside combat."],
  analysis_missing: ["noted", "A deep-think block has no analysis."],
  planning_loop: ["noted", "A chosen option led to nothing but more planning."],
  choice_stale: ["noted", "A choice cannot be taken as things stand."],

  // What the engine knows.
  dice_format: ["blocks", "A dice string is not written as the protocol says."],
  dice_unmatched: ["blocks", "No roll of the engine stands behind a dice string."],
  header_format: ["noted", "The session header is not written as the protocol says."],
  header_value: ["noted", "The session header contradicts the state."],
  resources_format: ["noted", "The resources string is not written as the protocol says."],
  resources_value: ["noted", "The resources string contradicts the state."],
  location_wrong: ["blocks", "The confirmed location is not where the character is."],
  entity_unlisted: ["noted", "The narrative names an entity that is not listed."],
  entity_not_in_text: ["noted", "A listed entity is not in the narrative."],
  personality_leak: ["noted", "Alignment or personality type in text for players."],

  // State updates.
  update_root: ["blocks", "Updates go under the five keys of the state."],
  update_type: ["blocks", "A value of the wrong type."],
  update_replaces: ["blocks", "An update would replace or delete a whole object."],
  update_unknown: ["blocks", "The state has no such place."],
  update_differs: ["blocks", "The engine owns this value, and it is another."],
  list_update: ["blocks", "A list is updated with {append} or with the equal whole list."],
  mission_shape: ["blocks", "A mission is not complete."],
  memory_shape: ["blocks", "A core memory is not a non-empty string."],
  memory_missing: ["blocks", "What happened must be logged as a core memory."],
  memory_excluded: ["blocks", "This does not belong in the core memories."],
  entity_id: ["blocks", "An entity id is malformed."],
  entity_id_changed: ["blocks", "An entity id never changes."],
  entity_id_taken: ["blocks", "An entity id belongs to somebody else, or did."],
  entity_twice: ["blocks", "The same person under a second name."],
  npc_incomplete: ["blocks", "A new NPC lacks a required field."],
  delete_undefeated: ["blocks", "Only defeated NPCs are deleted."],
  dead_changed: ["blocks", "The dead do not come back by a state update."],

  // Time.
  time_invalid: ["blocks", "This is no date or time of the calendar."],
  time_backward: ["blocks", "Time moves forward only."],
  time_inexact: ["blocks", "The engine says how much time has passed, and it is another amount."],
  time_bounds: ["blocks", "This action does not take that long, or takes longer."],
  time_of_day: ["blocks", "Hour and time_of_day are updated together and agree."],
  time_unasked: ["blocks", "Time stands still here."],
  time_unwarned: ["blocks", "Time moved backward without a word in god_mode_response."],

  // Modes.
  think_changes: ["blocks", "A think turn changes nothing."],
  think_rolls: ["blocks", "A think turn rolls no dice."],
  think_acts: ["blocks", "A think turn tells no deeds of the character."],
  dm_changes: ["blocks", "DM mode changes nothing."],
  god_line: ["blocks", "A line of the block is not `path = value`."],
  god_path: ["blocks", "A line of the block names no place that can be set."],
  god_value: ["blocks", "A line of the block has a value that does not fit its place."],
  god_conflict: ["blocks", "Lines of the block contradict each other or leave a half state."],
  recovery_block: ["noted", "A recovery block cannot be set, or sets what stands already."],
  god_untrue: ["blocks", "The response claims a change that it does not make."],

  // Prose against facts.
  dead_acts: ["noted", "The dead act, speak, or are met."],
  absent_acts: ["noted", "Somebody acts who is not here."],
  incapable_acts: ["noted", "Somebody acts who cannot."],
  hidden_revealed: ["noted", "Somebody hidden is named."],
  unknown_speaker: ["noted", "A person speaks or acts whom the state does not know."],
  place_invented: ["noted", "The prose leads the character to a place that the state does not know."],
  number_invented: ["noted", "A number in the prose has no source."],
  death_invented: ["noted", "The prose tells a death that did not happen."],
  fate_invented: ["noted", "The prose tells a capture or a fall that did not happen."],
  item_invented: ["noted", "The character uses, gets or loses what it does not."],
  roll_in_prose: ["noted", "The prose tells a roll that the engine did not make."],
  time_in_prose: ["noted", "The prose tells another time of day."],
  player_puppeted: ["noted", "The prose speaks or acts for the player's character."],
} as const satisfies Record<string, readonly [Weight, string]>;

export type Code = keyof typeof CODES;

/** One fault. `path` starts at a response field, is a place of the state, or `input:LINE` for a GOD_MODE_SET block. */
export interface Violation {
  readonly code: Code;
  readonly path: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

export const fault = (code: Code, path: string, message: string): Violation => ({ code, path, message });

/** Whether this fault keeps the model's updates out. */
export const isBlocking = ({ code }: Violation): boolean => CODES[code][0] === "blocks";
