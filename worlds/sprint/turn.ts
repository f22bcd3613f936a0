// What a turn is made of: one schema for every role and turn type, with the value of each patch operation typed by its path.
import { type Static, Type } from "@orrery/kernel";
import { LIMITS, ROLES, TURN_TYPES } from "./settings.ts";

const closed = { additionalProperties: false } as const;
const Text = (maxLength: number) => Type.String({ maxLength });

const LandmarkSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120 }),
    description: Text(1_200),
    significance: Text(800),
    visual_key: Text(300),
  },
  closed,
);
const InhabitantsSchema = Type.Object(
  { appearance: Text(1_200), culture_snapshot: Text(1_200), relationship_to_place: Text(1_200) },
  closed,
);
const TensionSchema = Type.Object(
  { conflict: Text(1_200), stakes: Text(1_200), visual_manifestation: Text(1_200) },
  closed,
);

const INDEX = "(0|[1-9][0-9]?)";
const op = Type.Enum(["add", "replace"]);
const at = (pattern: string) => Type.String({ pattern: `^${pattern}$`, maxLength: 80 });

/** RFC 6902, of which there are `add`, `replace` and `remove`. Only items of lists and fields of the two records can be removed. */
export const OperationSchema = Type.Union([
  Type.Object({ op, path: Type.Enum(["/world_name"]), value: Text(120) }, closed),
  Type.Object({ op, path: Type.Enum(["/governing_logic", "/hero_image_description"]), value: Text(4_000) }, closed),
  Type.Object({ op, path: Type.Enum(["/aesthetic_mood"]), value: Type.Array(Text(60), { maxItems: 8 }) }, closed),
  Type.Object({ op, path: at(`/aesthetic_mood/(-|${INDEX})`), value: Text(60) }, closed),
  Type.Object({ op, path: Type.Enum(["/landmarks"]), value: Type.Array(LandmarkSchema, { maxItems: 8 }) }, closed),
  Type.Object({ op, path: at(`/landmarks/(-|${INDEX})`), value: LandmarkSchema }, closed),
  Type.Object(
    { op, path: at(`/landmarks/${INDEX}/(name|description|significance|visual_key)`), value: Text(1_200) },
    closed,
  ),
  Type.Object({ op, path: Type.Enum(["/inhabitants"]), value: InhabitantsSchema }, closed),
  Type.Object(
    { op, path: at("/inhabitants/(appearance|culture_snapshot|relationship_to_place)"), value: Text(1_200) },
    closed,
  ),
  Type.Object({ op, path: Type.Enum(["/tension"]), value: TensionSchema }, closed),
  Type.Object({ op, path: at("/tension/(conflict|stakes|visual_manifestation)"), value: Text(1_200) }, closed),
  Type.Object(
    {
      op: Type.Enum(["remove"]),
      path: at(
        `(/aesthetic_mood/${INDEX}|/landmarks/${INDEX}|/inhabitants/(appearance|culture_snapshot|relationship_to_place)|/tension/(conflict|stakes|visual_manifestation))`,
      ),
    },
    closed,
  ),
]);
export type Operation = Static<typeof OperationSchema>;
export type CanonPatch = readonly Operation[];

export const VOTES = ["ACCEPT", "AMEND", "REJECT"] as const;
export type Vote = (typeof VOTES)[number];
export const DECISIONS = ["ACCEPT", "AMEND", "REJECT", "DEADLOCK_TIEBREAK"] as const;
export type Decision = (typeof DECISIONS)[number];

/** The superset of all turns: a team's conversation never changes its contract, so a provider's cache stays good. */
export const TurnSchema = Type.Object(
  {
    speaker_role: Type.Enum([...ROLES]),
    turn_type: Type.Enum([...TURN_TYPES]),
    /** Plain or lightly marked text. */
    content: Text(LIMITS.content),
    canon_patch: Type.Array(OperationSchema, { maxItems: LIMITS.operations }),
    /** Event ids of this team's transcript. */
    references: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: LIMITS.references }),
    /** Null except in a VOTE. */
    vote: Type.Union([Type.Enum([...VOTES]), Type.Null()]),
    /** Null except in a RESOLUTION. */
    decision: Type.Union([Type.Enum([...DECISIONS]), Type.Null()]),
  },
  closed,
);
export type TurnOutput = Static<typeof TurnSchema>;
