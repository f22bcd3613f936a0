// The fixed nouns of a sprint and its configuration: teams, roles, phases, what each phase may write. Nothing here runs.
import { type Static, Type } from "@orrery/kernel";

export const TEAMS = ["A", "B"] as const;
export type Team = (typeof TEAMS)[number];

/** In speaking order. */
export const ROLES = ["ARCHITECT", "LOREKEEPER", "CONTRARIAN", "SYNTHESIZER"] as const;
export type Role = (typeof ROLES)[number];

export const PHASES = ["FOUNDATION", "LANDMARKS", "TENSION", "CRYSTALLIZATION"] as const;
export type Phase = (typeof PHASES)[number];

export const TURN_TYPES = ["PROPOSAL", "OBJECTION", "RESPONSE", "RESOLUTION", "VOTE"] as const;
export type TurnType = (typeof TURN_TYPES)[number];

export const TIERS = [1, 2, 3] as const;
export type Tier = (typeof TIERS)[number];

/** Top-level places that a phase may write, as JSON pointers. */
export const SCOPES: Readonly<Record<Phase, readonly string[]>> = {
  FOUNDATION: ["/world_name", "/governing_logic", "/aesthetic_mood", "/inhabitants", "/hero_image_description"],
  LANDMARKS: ["/landmarks"],
  TENSION: ["/tension"],
  CRYSTALLIZATION: [
    "/world_name",
    "/governing_logic",
    "/aesthetic_mood",
    "/landmarks",
    "/inhabitants",
    "/tension",
    "/hero_image_description",
  ],
};

/** Tries at one turn: the first and two repairs. */
export const ATTEMPTS = 3;
export const LIMITS = { content: 4_000, operations: 32, patchBytes: 32 * 1024, response: 120, references: 32 } as const;

/** Actors beside the eight who deliberate. The runtime gives the first and the last a model by the role of that name. */
export const PROMPT_ENGINEER = "prompt-engineer";
export const PAINTER = "painter";
export const JUDGES = ["judge", "judge-2", "judge-3"] as const;

const Rounds = (fallback: number) => Type.Integer({ minimum: 1, maximum: 40, default: fallback });

export const ConfigSchema = Type.Object(
  {
    /** 1: the challenge is coherent; 2: it pulls two ways; 3: it is a paradox. 2 unless told. */
    tier: Type.Optional(Type.Enum([...TIERS])),
    /** Rounds of each phase; 3, 4, 2 and 1 unless told. */
    rounds: Type.Optional(
      Type.Object(
        {
          FOUNDATION: Type.Optional(Rounds(3)),
          LANDMARKS: Type.Optional(Rounds(4)),
          TENSION: Type.Optional(Rounds(2)),
          CRYSTALLIZATION: Type.Optional(Rounds(1)),
        },
        { additionalProperties: false },
      ),
    ),
    /** Whether image prompts are written after the canon; true unless told. Without them there are no pictures. */
    prompts: Type.Optional(Type.Boolean()),
    /** Whether six pictures a team are made after the canon; true unless told. */
    pictures: Type.Optional(Type.Boolean()),
    /** Milliseconds for one turn; 0 (unless told) waits as long as it takes. */
    deadlineMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
  },
  { additionalProperties: false },
);
export type SprintConfig = Static<typeof ConfigSchema>;

export interface Settings {
  readonly tier: Tier;
  readonly rounds: Readonly<Record<Phase, number>>;
  readonly prompts: boolean;
  readonly pictures: boolean;
  readonly deadlineMs: number;
}

export const settingsOf = ({
  tier = 2,
  rounds = {},
  prompts = true,
  pictures = true,
  deadlineMs = 0,
}: SprintConfig): Settings => ({
  tier,
  rounds: { FOUNDATION: 3, LANDMARKS: 4, TENSION: 2, CRYSTALLIZATION: 1, ...rounds },
  prompts,
  pictures: prompts && pictures,
  deadlineMs,
});

export const actorOf = (team: Team, role: Role): string => `${team}.${role}`;

/** The seat at a table that an actor is; null for those who sit at none. */
export function seatOf(actor: string): { readonly team: Team; readonly role: Role } | null {
  for (const team of TEAMS) for (const role of ROLES) if (actorOf(team, role) === actor) return { team, role };
  return null;
}
