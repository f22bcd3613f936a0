// What may be true of a state: its shape, and what its parts must have to do with each other. Gods may bring about nothing else.
import { CAUSES, checker, Type } from "@orrery/kernel";
import { finalProblems, limitProblem } from "./canon.ts";
import { loreOf } from "./lore/lore.ts";
import { PICTURES, PromptPackSchema } from "./pack.ts";
import { askedTurns, proposalOf, roundOf } from "./protocol.ts";
import { PHASES, ROLES, TEAMS, TIERS, TURN_TYPES } from "./settings.ts";
import { LABELS, ScoresSchema, type SprintState, type TeamState } from "./shape.ts";
import { EDITION } from "./sketch/edition.ts";
import { TurnSchema } from "./turn.ts";

const closed = { additionalProperties: false } as const;
const Text = Type.String({ maxLength: 8_000 });
const Count = Type.Integer({ minimum: 0, maximum: 100_000 });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const optional = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, Type.Optional(Text)]));

const CanonSchema = Type.Object(
  {
    world_name: Text,
    governing_logic: Text,
    aesthetic_mood: Type.Array(Text),
    landmarks: Type.Array(Type.Object({ name: Text, description: Text, significance: Text, visual_key: Text }, closed)),
    inhabitants: Type.Object(optional(["appearance", "culture_snapshot", "relationship_to_place"]), closed),
    tension: Type.Object(optional(["conflict", "stakes", "visual_manifestation"]), closed),
    hero_image_description: Text,
  },
  closed,
);
const STAGES = [
  "proposal",
  "second_proposal",
  "objection",
  "response",
  "resolution",
  "vote",
  "tiebreak",
  "revote",
  "prompts",
  "pictures",
  "done",
];
const TurnRecordSchema = Type.Object(
  {
    id: Type.String({ pattern: "^evt_[AB]_[0-9]{4,}$" }),
    phase: Type.Enum([...PHASES]),
    round: Count,
    role: Type.Enum([...ROLES]),
    turn_type: Type.Enum([...TURN_TYPES]),
    output: Nullable(TurnSchema),
    by: Type.Enum(["seat", "scripted", "engine"]),
    cause: Type.Optional(Type.Enum([...CAUSES])),
    before: Text,
    after: Text,
    result: Type.Optional(Text),
  },
  closed,
);
const AgentSchema = Type.Object({ turn_count: Count, last_turn_type: Nullable(Type.Enum([...TURN_TYPES])) }, closed);
const each = <T extends Parameters<typeof Type.Union>[0][number]>(names: readonly string[], schema: T) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, schema])), closed);
const PictureSchema = Type.Object(
  {
    hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    media_type: Text,
    sketch: Type.Boolean(),
    edition: Type.Optional(Type.Integer({ minimum: 1, maximum: EDITION })),
  },
  closed,
);
const TeamSchema = Type.Object(
  {
    canon: CanonSchema,
    hash: Text,
    stage: Type.Enum([...STAGES]),
    phase: Type.Enum([...PHASES]),
    round: Count,
    from: Count,
    speaker: Nullable(Type.Enum([...ROLES])),
    proposer: Nullable(Type.Enum([...ROLES])),
    agents: each(ROLES, AgentSchema),
    turns: Type.Array(TurnRecordSchema),
    pack: Nullable(Type.Object({ pack: PromptPackSchema, scripted: Type.Boolean() }, closed)),
    pictures: Type.Object(Object.fromEntries(PICTURES.map((key) => [key, Type.Optional(PictureSchema)])), closed),
  },
  closed,
);
const Label = Type.Enum([...LABELS]);
const StateSchema = Type.Object(
  {
    settings: Type.Object(
      {
        tier: Type.Enum([...TIERS]),
        rounds: each(PHASES, Type.Integer({ minimum: 1, maximum: 40 })),
        prompts: Type.Boolean(),
        pictures: Type.Boolean(),
        deadlineMs: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
      },
      closed,
    ),
    challenge: Type.Object(
      { tier: Type.Enum([...TIERS]), biome: Text, inhabitants: Text, twist_constraint: Text },
      closed,
    ),
    teams: each(TEAMS, TeamSchema),
    seal: Nullable(
      Type.Object(
        {
          commitment: Text,
          order: Type.Union([
            Type.Tuple([Type.Literal("A"), Type.Literal("B")]),
            Type.Tuple([Type.Literal("B"), Type.Literal("A")]),
          ]),
          salt: Text,
        },
        closed,
      ),
    ),
    verdicts: Type.Array(
      Type.Object({ judge: Text, order: Type.Tuple([Label, Label]), scores: each(LABELS, ScoresSchema) }, closed),
    ),
    unsealed: Type.Boolean(),
  },
  closed,
);

const shapeProblem = checker(StateSchema, "state");

/** What is broken in a state, as sentences. */
export function valid(state: SprintState): readonly string[] {
  const shape = shapeProblem(state);
  if (shape) return [shape];
  const problems = TEAMS.flatMap((team) => teamProblems(state, state.teams[team]).map((one) => `team ${team}: ${one}`));
  if (loreOf(state.challenge) === null)
    problems.push("the challenge must be one of the house's own: its biome, its inhabitants and its twist");
  const areDone = TEAMS.every((team) => state.teams[team].stage === "done");
  if ((state.seal !== null) !== areDone) problems.push("entries are sealed exactly when both teams are done");
  if (state.verdicts.length > 0 && !state.seal) problems.push("nothing can be judged before it is sealed");
  if (state.unsealed && state.verdicts.length === 0) problems.push("nothing is unsealed without a verdict");
  return problems;
}

function teamProblems({ settings }: SprintState, team: TeamState): string[] {
  const problems: string[] = [];
  const limit = limitProblem(team.canon);
  if (limit) problems.push(`${limit.path}: ${limit.message}`);
  if (team.round < 1 || team.round > settings.rounds[team.phase])
    problems.push(`${team.phase} has no round ${team.round}`);
  if (team.from > team.turns.length) problems.push("the round begins behind the last turn");
  const needsSpeaker = ["proposal", "second_proposal", "response"].includes(team.stage);
  if (needsSpeaker !== (team.speaker !== null))
    problems.push("a speaker is named where proposals and responses are asked for");
  if (/proposal/.test(team.stage) && team.speaker !== "ARCHITECT" && team.speaker !== "LOREKEEPER")
    problems.push("only the Architect and the Lorekeeper propose");
  if (team.proposer !== null && team.proposer !== "ARCHITECT" && team.proposer !== "LOREKEEPER")
    problems.push("only the Architect and the Lorekeeper have proposed");
  const isLater = askedTurns(team).length > 0 && !/proposal/.test(team.stage);
  if (isLater && proposalOf(team) === null) problems.push("nothing is on the floor");
  const votes = roundOf(team).filter(({ turn_type }) => turn_type === "VOTE").length;
  const [least, most] =
    team.stage === "tiebreak" ? [4, 4] : team.stage === "revote" ? [4, 7] : [0, team.stage === "vote" ? 3 : 0];
  if (isLater && (votes < least! || votes > most!)) problems.push("the votes of the round do not fit its stage");
  if ((team.pack !== null) !== (settings.prompts && ["pictures", "done"].includes(team.stage)))
    problems.push("the prompts do not fit the stage");
  if (["prompts", "pictures", "done"].includes(team.stage))
    problems.push(...finalProblems(team.canon).map(({ path, message }) => `${path} ${message}`));
  const ids = team.turns.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) problems.push("two turns have one id");
  if (ids.some((id, i) => Number(id.slice(6)) !== i + 1)) problems.push("the turns are not numbered in order");
  const isHung = PICTURES.every((key) => team.pictures[key] !== undefined);
  if (team.stage === "done" && settings.pictures && !isHung) problems.push("pictures are missing");
  if (team.stage === "pictures" && isHung) problems.push("all pictures hang there already");
  return problems;
}
