// Scenes to judge responses in: whole campaigns with what the engine resolved, and a clean response to each. Made fresh for every test.
import { checkResponse, isCampaign, readCampaign, writeHeader, writeResources } from "../../protocol/index.ts";
import type { JsonObject } from "../../protocol/path.ts";

export interface Scene {
  readonly state: Record<string, unknown>;
  readonly input: string;
  readonly mode: string | null;
  readonly response: Record<string, unknown>;
}

export const time = (day: number, hour: number, minute = 0, second = 0, microsecond = 0) => ({
  year: 1492,
  month: "Mirtul",
  day,
  hour,
  minute,
  second,
  microsecond,
  time_of_day:
    hour < 5
      ? "Deep Night"
      : hour < 7
        ? "Dawn"
        : hour < 12
          ? "Morning"
          : hour < 14
            ? "Midday"
            : hour < 18
              ? "Afternoon"
              : hour < 20
                ? "Evening"
                : "Night",
});

export const npc = (id: string, role: string, more: Record<string, unknown> = {}) => ({
  string_id: id,
  role,
  mbti: "ISFJ",
  alignment: "neutral",
  gender: "female",
  age: 40,
  level: 1,
  hp_current: 8,
  hp_max: 8,
  temp_hp: 0,
  armor_class: 11,
  attributes: { strength: 10, dexterity: 12, constitution: 10, intelligence: 11, wisdom: 13, charisma: 12 },
  present: true,
  conscious: true,
  hidden: false,
  status: "conscious",
  relationships: {},
  ...more,
});

const kira = () => ({
  string_id: "pc_kira_001",
  name: "Kira",
  level: 2,
  class: "Fighter",
  background: "Soldier",
  alignment: "neutral good",
  mbti: "ISTP",
  hp_current: 15,
  hp_max: 20,
  temp_hp: 0,
  armor_class: 16,
  attributes: { strength: 16, dexterity: 14, constitution: 14, intelligence: 10, wisdom: 12, charisma: 8 },
  proficiency_bonus: 2,
  skills: ["athletics", "perception"],
  saving_throw_proficiencies: ["strength", "constitution"],
  resources: {
    gold: 50,
    hit_dice: { used: 0, total: 2 },
    spell_slots: {},
    class_features: { second_wind: { used: 0, total: 1 } },
    consumables: { potion_healing: 2 },
  },
  experience: { current: 350, needed_for_next_level: 900 },
  equipment: { weapons: ["Longsword"], armor: "Chain Mail", backpack: ["Torch", "Hempen Rope"] },
  combat_stats: { initiative: 2, speed: 30, passive_perception: 13 },
  status_conditions: [],
  death_saves: { successes: 0, failures: 0 },
  active_effects: [],
  features: ["Second Wind", "Action Surge"],
  spells_known: [],
});

/** A village with people in it, by day, at peace. */
export const village = (): Record<string, unknown> => ({
  player_character_data: kira(),
  world_data: {
    world_time: time(10, 14, 30, 25),
    current_location: "loc_red_lantern_001",
    locations: {
      loc_red_lantern_001: {
        display_name: "The Red Lantern",
        connected_to: ["loc_old_road_001"],
        entities_present: ["npc_mara_voss_001"],
        environmental_effects: [],
      },
      loc_old_road_001: {
        display_name: "Old Road",
        connected_to: ["loc_red_lantern_001"],
        entities_present: [],
        environmental_effects: [],
      },
    },
    objects: { obj_iron_door_001: { display_name: "Iron Door", location: "loc_red_lantern_001", state: "locked" } },
  },
  npc_data: {
    "Mara Voss": npc("npc_mara_voss_001", "innkeeper"),
    "Captain Orrin": npc("npc_captain_orrin_001", "captain of the guard", { present: false, gender: "male" }),
    "Gorm Ashfist": npc("npc_gorm_ashfist_001", "smith", {
      status: "dead",
      conscious: false,
      hp_current: 0,
      gender: "male",
    }),
    "Silent Vex": npc("npc_silent_vex_001", "spy", { hidden: true }),
  },
  custom_campaign_state: {
    attribute_system: "dnd",
    active_missions: [
      {
        mission_id: "rescue_merchant",
        title: "Rescue the Merchant",
        status: "accepted",
        objective: "Free the captive",
      },
    ],
    core_memories: ["Kira came to the village of Hollow."],
    time_sensitive_events: {},
    npc_agendas: {},
    world_resources: {},
  },
  combat_state: { in_combat: false, round: 0, turn: 0, initiative: [], combatants: {} },
  reference_timeline: [
    { sequence_id: 1, summary: "Kira arrives." },
    { sequence_id: 2, summary: "Gorm dies in the fire." },
  ],
  offered: ["ask_about_road", "look_around", "other_action"],
});

export const choices = (...keys: string[]) =>
  Object.fromEntries(
    keys.map((key) => [
      key,
      {
        text: key.replace("god:", "").replaceAll("_", " "),
        description: `Go on: ${key.replaceAll("_", " ")}.`,
        risk_level: key.startsWith("god:") ? "safe" : "low",
      },
    ]),
  );

/** The fields that follow from a campaign. */
export function computed(state: unknown): Record<string, unknown> {
  const campaign = readCampaign(state);
  if (!isCampaign(campaign)) throw new Error(campaign.join(" "));
  const after = checkResponse(campaign, "GOD MODE: look", "").state as JsonObject;
  return { session_header: writeHeader(after, campaign.calendar, campaign.now), resources: writeResources(after) };
}

/** Talk at the inn: five minutes at most, nothing rolled. */
export function talk(): Scene {
  const state = village();
  const header =
    "[SESSION_HEADER]\nTimestamp: 1492 DR, Mirtul 10, 14:32\nLocation: The Red Lantern\nStatus: Lvl 2 Fighter | HP: 15/20 (Temp: 0) | XP: 350/900 | Gold: 50gp\nConditions: None | Exhaustion: 0 | Inspiration: No";
  return {
    state,
    input: "I ask Mara about the old road.",
    mode: "STORY",
    response: {
      session_header: header,
      resources: "HD: 2/2, Second Wind: 1/1, Potions: 2, Exhaustion: 0",
      narrative: 'Mara Voss sets a mug down in front of you. "Nobody walks that way after dark," she says.',
      planning_block: {
        thinking: "She knows more than she says.",
        choices: choices("press_mara", "leave_inn", "other_action"),
      },
      dice_rolls: [],
      entities_mentioned: ["Mara Voss"],
      location_confirmed: "The Red Lantern",
      state_updates: { world_data: { world_time: { minute: 32 } } },
      debug_info: { dm_notes: ["Mara is afraid."], state_rationale: "Time alone." },
    },
  };
}

/** A blow that kills, in a fight. */
export function fight(): Scene {
  const state = village();
  Object.assign(state, {
    npc_data: {
      "Goblin Scout": npc("npc_goblin_scout_001", "scout", { hp_current: 7, hp_max: 7, armor_class: 15 }),
      "Goblin Archer": npc("npc_goblin_archer_001", "archer", { hp_current: 7, hp_max: 7, armor_class: 13 }),
    },
    combat_state: {
      in_combat: true,
      round: 2,
      turn: 0,
      initiative: ["pc_kira_001"],
      combatants: { npc_goblin_scout_001: { hp_current: 7 } },
    },
    resolved: {
      rolls: [
        { purpose: "Attack roll", notation: "1d20+5", dice: [12], modifier: 5, total: 17, ac: 15, outcome: "Hit" },
        { purpose: "Damage", notation: "1d8+3", dice: [6], modifier: 3, total: 9, outcome: "slashing" },
      ],
      seconds: 6,
      changes: [
        { path: 'npc_data."Goblin Scout".hp_current', before: 7, after: 0, cause: "hit" },
        { path: 'npc_data."Goblin Scout".status', before: "conscious", after: "dead", cause: "hit" },
      ],
    },
  });
  return {
    state,
    input: "I attack the goblin scout with my longsword.",
    mode: "STORY",
    response: {
      ...talk().response,
      session_header: String(talk().response["session_header"]).replace("14:32", "14:30"),
      narrative: "Your longsword bites deep and the Goblin Scout crumples at the foot of the stairs.",
      planning_block: { thinking: "One left.", choices: choices("attack_goblin_archer", "take_cover", "other_action") },
      dice_rolls: ["Attack roll: 1d20+5 = 12+5 = 17 vs AC 15 (Hit)", "Damage: 1d8+3 = 6+3 = 9 slashing"],
      entities_mentioned: ["Goblin Scout"],
      state_updates: { npc_data: { "Goblin Scout": "__DELETE__" } },
    },
  };
}

/** Thinking at the inn. */
export function think(): Scene {
  const scene = talk();
  return {
    ...scene,
    input: "I think about my options.",
    response: {
      ...scene.response,
      session_header: String(scene.response["session_header"]).replace("14:32", "14:30"),
      narrative: "You weigh what you know.",
      planning_block: {
        thinking: "Two ways lead on.",
        choices: choices("press_mara", "leave_inn", "other_action"),
        analysis: { pros: ["She knows the road."], cons: ["She is afraid."], confidence: "medium" },
      },
      entities_mentioned: [],
      state_updates: { world_data: { world_time: { microsecond: 1 } } },
    },
  };
}

/** A god sets hit points by a response. */
export function god(): Scene {
  const scene = talk();
  return {
    ...scene,
    input: "GOD MODE: Set HP to 20",
    mode: "GOD",
    response: {
      ...scene.response,
      session_header: String(scene.response["session_header"]).replace("14:32", "14:30").replace("15/20", "20/20"),
      narrative: "",
      god_mode_response: "HP set to 20.",
      planning_block: { thinking: "", choices: choices("god:set_hp", "god:spawn_npc", "god:return_story") },
      entities_mentioned: [],
      state_updates: { player_character_data: { hp_current: 20 } },
    },
  };
}

/** A question about the rules. */
export function dm(): Scene {
  const { session_header: _header, planning_block: _block, ...rest } = talk().response;
  return {
    state: village(),
    input: "How does grappling work?",
    mode: "DM",
    response: {
      ...rest,
      narrative: "Athletics against Athletics or Acrobatics.",
      entities_mentioned: [],
      state_updates: {},
    },
  };
}

export const textOf = ({ mode, response }: Scene): string =>
  `${mode === null ? "" : `[Mode: ${mode} MODE]\n`}${JSON.stringify(response, null, 1)}`;

/** Judges a scene; throws when its campaign makes no sense. */
export function judge(scene: Scene, text = textOf(scene), options: { readonly debug?: boolean } = {}) {
  const campaign = readCampaign(JSON.parse(JSON.stringify(scene.state)));
  if (!isCampaign(campaign)) throw new Error(campaign.join(" "));
  return checkResponse(campaign, scene.input, text, options);
}
