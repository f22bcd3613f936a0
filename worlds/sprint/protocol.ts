// The deliberation as a state machine: which roles a stage asks and for what, and which stage follows a turn. It knows no rule of content.
import type { Canon } from "./canon.ts";
import { applyPatch } from "./patch.ts";
import { PHASES, ROLES, type Role, type Settings, type TurnType } from "./settings.ts";
import type { AskedTurn, Result, Stage, TeamState, TurnRecord } from "./shape.ts";
import type { CanonPatch } from "./turn.ts";
import type { Ballot } from "./votes.ts";

/** The turn that a stage asks for; null after the last round. */
const TURNS: Readonly<Record<Stage, TurnType | null>> = {
  proposal: "PROPOSAL",
  second_proposal: "PROPOSAL",
  objection: "OBJECTION",
  response: "RESPONSE",
  resolution: "RESOLUTION",
  vote: "VOTE",
  tiebreak: "RESOLUTION",
  revote: "VOTE",
  prompts: null,
  pictures: null,
  done: null,
};

/** Who is asked at a stage, by the speaker that the team has noted. Of a vote: those who have not voted in it yet. */
const SPEAKERS: Readonly<Record<Stage, (team: AskingTeam) => readonly Role[]>> = {
  proposal: ({ speaker }) => [speaker!],
  second_proposal: ({ speaker }) => [speaker!],
  objection: () => ["CONTRARIAN"],
  response: ({ speaker }) => [speaker!],
  resolution: () => ["SYNTHESIZER"],
  vote: (team) => missingBallots(team, false),
  tiebreak: () => ["SYNTHESIZER"],
  revote: (team) => missingBallots(team, true),
  prompts: () => [],
  pictures: () => [],
  done: () => [],
};
type AskingTeam = Pick<TeamState, "speaker" | "stage" | "turns" | "from">;

function missingBallots(team: AskingTeam, again: boolean): readonly Role[] {
  const cast = ballotsOf(team, again).map(({ role }) => role);
  return cast.length === 0 ? ROLES : ROLES.filter((role) => !cast.includes(role));
}

/** Everybody who is asked now, with what they are asked for. */
export function askedTurns(team: AskingTeam): readonly AskedTurn[] {
  const { stage } = team;
  const turn_type = TURNS[stage];
  return turn_type === null ? [] : SPEAKERS[stage](team).map((role) => ({ role, turn_type, stage }));
}

/** Where a team stands after a turn was added to its transcript. */
type TeamStanding = Pick<TeamState, "stage" | "speaker">;
type Next = TeamStanding | "round over";

/** What follows a turn at each stage. Votes and the tie-break are told by the result that the last turn carries. */
const NEXT: Readonly<Record<Stage, (team: TeamState, turn: TurnRecord) => Next>> = {
  proposal: (_, { output, role }) => (output ? at("objection") : at("second_proposal", otherProposer(role))),
  second_proposal: (_, { output }) => (output ? at("objection") : "round over"),
  // A forfeited objection stands until the engine's own is there.
  objection: (team, { output }) => (output ? responseAfter(team, null) : at("objection")),
  response: (team, { role }) => responseAfter(team, role),
  resolution: () => at("vote"),
  vote: (_, { result }) =>
    result === undefined
      ? at("vote")
      : result === "deadlock"
        ? at("tiebreak")
        : result === "revote"
          ? at("revote")
          : "round over",
  tiebreak: () => "round over",
  revote: (_, { result }) => (result === undefined ? at("revote") : "round over"),
  prompts: () => at("prompts"),
  pictures: () => at("pictures"),
  done: () => at("done"),
};

const at = (stage: Stage, speaker: Role | null = null): TeamStanding => ({ stage, speaker });

/** Responses go in role order without the proposer; after the last comes the resolution. */
function responseAfter(team: TeamState, role: Role | null): TeamStanding {
  const proposer = proposalOf(team)?.role;
  const order = ROLES.filter((one) => one !== proposer);
  const next = order[role === null ? 0 : order.indexOf(role) + 1];
  return next ? at("response", next) : at("resolution");
}

/** Proposers alternate between rounds; the Architect opens the first. */
const otherProposer = (role: Role | null): Role => (role === "ARCHITECT" ? "LOREKEEPER" : "ARCHITECT");

/** The team after one turn, which may have landed operations in the canon. */
export function advance(team: TeamState, settings: Settings, turn: TurnRecord, landed: CanonPatch): TeamState {
  const canon = landed.length === 0 ? team.canon : landPatch(team.canon, landed);
  const { turn_count } = team.agents[turn.role];
  const agents =
    turn.by === "engine"
      ? team.agents
      : { ...team.agents, [turn.role]: { turn_count: turn_count + 1, last_turn_type: turn.turn_type } };
  const after: TeamState = { ...team, canon, hash: turn.after, turns: [...team.turns, turn], agents };
  if (turn.result === "completed") return after;
  const proposer = turn.turn_type === "PROPOSAL" && turn.output ? turn.role : team.proposer;
  const next = NEXT[team.stage](after, turn);
  return next === "round over" ? nextRound({ ...after, proposer }, settings) : { ...after, proposer, ...next };
}

/** The deciding turn has tried it already, so what does not apply here was amended away by a god: nothing lands then. */
export function landPatch(canon: Canon, patch: CanonPatch): Canon {
  const done = applyPatch(canon, patch);
  return done.ok ? done.canon : canon;
}

function nextRound(team: TeamState, { rounds, prompts }: Settings): TeamState {
  const from = team.turns.length;
  const speaker = otherProposer(team.proposer);
  if (team.round < rounds[team.phase]) return { ...team, from, stage: "proposal", speaker, round: team.round + 1 };
  const phase = PHASES[PHASES.indexOf(team.phase) + 1];
  if (phase === undefined) return { ...team, from, stage: prompts ? "prompts" : "done", speaker: null };
  return { ...team, from, stage: "proposal", speaker, phase, round: 1 };
}

/** Whether a turn with this result, at this stage, ends the last round of the match for its team. */
export const endsDeliberation = ({ phase, round }: TeamState, { rounds }: Settings, result: Result): boolean =>
  phase === "CRYSTALLIZATION" && round === rounds.CRYSTALLIZATION && result !== "deadlock" && result !== "revote";

// What was said in the round that is on.

type Floor = Pick<TeamState, "turns" | "from">;

export const roundOf = ({ turns, from }: Floor): readonly TurnRecord[] => turns.slice(from);

/** The proposal that is on the floor; null while there is none. */
export const proposalOf = (team: Floor): (TurnRecord & { readonly output: object }) | null =>
  (roundOf(team).find(({ turn_type, output }) => turn_type === "PROPOSAL" && output) as
    | (TurnRecord & { readonly output: object })
    | undefined) ?? null;

export const objectionsOf = (team: Floor): readonly TurnRecord[] =>
  roundOf(team).filter(({ turn_type, output }) => turn_type === "OBJECTION" && output);

/** The patch that is put to the vote: the resolution's own; the proposal's where that accepts it as it stands, or was forfeited. */
export function motionOf(team: Floor): CanonPatch {
  const resolution = roundOf(team).find(({ turn_type }) => turn_type === "RESOLUTION");
  const proposed = (proposalOf(team)?.output as TurnRecord["output"])?.canon_patch ?? [];
  if (!resolution?.output) return proposed;
  const { decision, canon_patch } = resolution.output;
  return decision === "ACCEPT" && canon_patch.length === 0 ? proposed : canon_patch;
}

/** Ballots of the vote that is on, the one in the making not yet among them. `again`: of the second vote. */
export function ballotsOf(team: Floor, again: boolean): readonly Ballot[] {
  const votes = roundOf(team).filter(({ turn_type }) => turn_type === "VOTE");
  return (again ? votes.slice(ROLES.length) : votes.slice(0, ROLES.length)).map(ballotOf);
}

export const ballotOf = ({ role, output }: Pick<TurnRecord, "role" | "output">): Ballot => ({
  role,
  vote: output?.vote ?? "ABSTAIN",
  patch: output?.vote === "AMEND" ? output.canon_patch : [],
});
