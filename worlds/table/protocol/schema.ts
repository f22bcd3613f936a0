// The response as JSON Schema: the validator, the model call and the documentation read this one. What depends on the state is judged elsewhere.
import { type TSchema, Type } from "@orrery/kernel";

export const MODES = ["STORY", "DM", "GOD"] as const;
export type Mode = (typeof MODES)[number];

const closed = { additionalProperties: false };
const Texts = Type.Array(Type.String());

const AnalysisSchema = Type.Object(
  {
    pros: Texts,
    cons: Texts,
    confidence: Type.Union([
      Type.Enum(["low", "medium", "high"], { type: "string" }),
      Type.Number({ minimum: 0, maximum: 1 }),
    ]),
  },
  closed,
);

const choiceSchema = (risks: string[]) =>
  Type.Object(
    {
      text: Type.String({ minLength: 1, pattern: "\\S" }),
      description: Type.String({ minLength: 1, pattern: "\\S" }),
      risk_level: Type.Enum(risks, { type: "string" }),
      analysis: Type.Optional(AnalysisSchema),
    },
    closed,
  );

const blockSchema = (risks: string[]) =>
  Type.Object(
    {
      thinking: Type.String(),
      context: Type.Optional(Type.String()),
      choices: Type.Record(Type.String(), choiceSchema(risks)),
      analysis: Type.Optional(AnalysisSchema),
    },
    closed,
  );

const RISKS = ["low", "medium", "high"];
const fields = {
  session_header: Type.String(),
  resources: Type.String(),
  narrative: Type.String(),
  planning_block: blockSchema(RISKS),
  dice_rolls: Texts,
  god_mode_response: Type.Optional(Type.String()),
  entities_mentioned: Texts,
  location_confirmed: Type.String(),
  state_updates: Type.Record(Type.String(), Type.Unknown()),
  debug_info: Type.Object(
    { dm_notes: Type.Optional(Texts), state_rationale: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
};

const StorySchema = Type.Object(fields, closed);
const DmSchema = Type.Object(
  {
    ...fields,
    session_header: Type.Optional(fields.session_header),
    planning_block: Type.Optional(fields.planning_block),
  },
  closed,
);
const GodSchema = Type.Object(
  {
    ...fields,
    planning_block: blockSchema([...RISKS, "safe"]),
    god_mode_response: Type.String({ minLength: 1, pattern: "\\S" }),
  },
  closed,
);

/** JSON Schema of a response, by mode. */
export const RESPONSE_SCHEMAS = { STORY: StorySchema, DM: DmSchema, GOD: GodSchema } as const satisfies Record<
  Mode,
  TSchema
>;

/** Snake case, with the prefix of GOD mode where it applies. */
export const CHOICE_KEY = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
export const GOD_PREFIX = "god:";

export const UPDATE_ROOTS = [
  "player_character_data",
  "world_data",
  "npc_data",
  "custom_campaign_state",
  "combat_state",
] as const;
