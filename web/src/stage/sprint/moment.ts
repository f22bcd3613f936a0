// A match at one moment: who spoke last at each table, what is on the table, and what became of it. Draws nothing.
import { type Canon, OPENING } from "@orrery/worlds/sprint/canon";
import type { TurnRecord } from "@orrery/worlds/sprint/shape";
import type { CanonPatch } from "@orrery/worlds/sprint/turn";
import { type Ballot, type Phase, type Role, TEAMS, type Team } from "./identity.ts";
import { planIsland } from "./island-plan.ts";
import { ahead, countTakenBy, type Match, type Stop, shareDone } from "./match.ts";
import type { ArenaPicture, Beat, TablePicture, TroubleMark } from "./picture.ts";
import type { Trouble } from "./trouble.ts";

/** How far a motion has come in its round. */
export type MotionState = "proposed" | "objected" | "voting" | "accepted" | "dropped";
export interface Motion {
  readonly state: MotionState;
  readonly patch: CanonPatch;
  /** The canon as the motion would leave it, or did. */
  readonly canon: Canon;
  /** JSON pointers that objections name. */
  readonly doubts: readonly string[];
}
export interface TeamMoment {
  readonly team: Team;
  /** What the team calls its world; null while it has no name. */
  readonly name: string | null;
  readonly latest: TurnRecord | null;
  /** Turns of the round that the latest belongs to. */
  readonly round: readonly TurnRecord[];
  readonly canon: Canon;
  /** The canon at the start of that round. */
  readonly before: Canon;
  readonly motion: Motion | null;
  /** Of the turn that is shown. */
  readonly troubles: readonly { readonly role: Role; readonly trouble: Trouble }[];
  readonly table: TablePicture;
}
export interface MatchMoment {
  readonly phase: Phase;
  readonly round: number;
  readonly teams: Readonly<Record<Team, TeamMoment>>;
  /** The team that acted in the turn that is shown. */
  readonly acting: Team | null;
  /** What the prompt engineer or the painter made in the turn that is shown. */
  readonly made: { readonly team: Team; readonly what: "prompts" | "picture" } | null;
  /** Both canons are sealed. */
  readonly complete: boolean;
  /** It is known which team wrote which entry. */
  readonly revealed: boolean;
  readonly picture: ArenaPicture;
}

/** `turn`: of the run. */
export function momentAt(match: Match, turn: number): MatchMoment {
  const taken = countTakenBy(match.stops, turn);
  const last = match.stops[taken - 1];
  const teams = { A: teamAt("A", match.own.A, turn), B: teamAt("B", match.own.B, turn) };
  const acting = last?.turn === turn ? last.team : null;
  const newest = last?.record;
  const complete = match.seals.some((one) => one.turn <= turn);
  const hung = match.pictures.filter((one) => one.turn <= turn);
  return {
    phase: newest?.phase ?? "FOUNDATION",
    round: newest?.round ?? 1,
    teams,
    acting,
    made: workMadeAt(match, turn),
    complete,
    revealed: match.unsealed !== null && match.unsealed.turn <= turn,
    picture: {
      phase: newest?.phase ?? "FOUNDATION",
      tables: { A: teams.A.table, B: teams.B.table },
      station: {
        active: match.packs.some((one) => one.turn <= turn),
        frames: {
          A: hung.filter(({ team }) => team === "A").length,
          B: hung.filter(({ team }) => team === "B").length,
        },
      },
      progress: shareDone(match, taken),
    },
  };
}

function workMadeAt({ packs, pictures }: Match, turn: number): MatchMoment["made"] {
  const pack = packs.find((one) => one.turn === turn);
  if (pack) return { team: pack.team, what: "prompts" };
  const picture = pictures.find((one) => one.turn === turn);
  return picture ? { team: picture.team, what: "picture" } : null;
}

/** Reads the round that is on and nothing before it: a moment costs the same however long the match is. */
function teamAt(team: Team, own: readonly Stop[], turn: number): TeamMoment {
  const taken = countTakenBy(own, turn);
  const latest = own[taken - 1]?.record ?? null;
  const isOfRound = (stop: Stop | undefined) =>
    stop?.record.phase === latest?.phase && stop?.record.round === latest?.round;
  let from = taken;
  while (from > 0 && isOfRound(own[from - 1])) from--;
  const round = own.slice(from, taken);
  const before = own[from - 1]?.canon ?? OPENING;
  const canon = own[taken - 1]?.canon ?? OPENING;
  const motion = motionOf(round, before, canon);
  return {
    team,
    name: canon.world_name || null,
    latest,
    round: round.map(({ record }) => record),
    canon,
    before,
    motion,
    troubles: round
      .filter((stop) => stop.turn === turn)
      .flatMap(({ record, trouble }) => (trouble ? [{ role: record.role, trouble }] : [])),
    table: tableOf(round, turn, canon, before, motion),
  };
}

const spoke =
  (type: TurnRecord["turn_type"]) =>
  ({ record }: Stop) =>
    record.turn_type === type && record.output !== null;

/** The motion of a round: its resolution's patch, else its proposal's; null before anybody proposed. */
function motionOf(round: readonly Stop[], before: Canon, canon: Canon): Motion | null {
  const proposal = round.findLast(spoke("PROPOSAL"));
  if (!proposal) return null;
  const resolution = round.findLast(spoke("RESOLUTION"))?.record.output;
  const own = resolution?.canon_patch ?? [];
  const patch = own.length > 0 ? own : proposal.record.output!.canon_patch;
  const doubts = round.filter(spoke("OBJECTION")).flatMap(({ record }) => whereIn(record.output!.content));
  const landed = round.some((stop) => stop.landed.length > 0);
  const result = round.findLast(({ record }) => record.result !== undefined)?.record.result;
  const over = result !== undefined && result !== "deadlock" && result !== "revote";
  const votes = round.some(({ record }) => record.turn_type === "VOTE");
  const state = landed ? "accepted" : over ? "dropped" : votes ? "voting" : doubts.length > 0 ? "objected" : "proposed";
  return { state, patch, canon: landed ? canon : (ahead(before, patch) ?? before), doubts };
}

/** JSON pointers after `Where:` in an objection. */
const whereIn = (content: string): readonly string[] =>
  [...content.matchAll(/^\W*Where:\W*?(\/[^\s,;]*)/gim)].map(([, path]) => path!.replace(/[.`*]+$/, ""));

const BEATS: Readonly<Record<TurnRecord["turn_type"], Beat>> = {
  PROPOSAL: "proposal",
  OBJECTION: "objection",
  RESPONSE: "response",
  RESOLUTION: "resolution",
  VOTE: "vote",
};

function tableOf(
  round: readonly Stop[],
  turn: number,
  canon: Canon,
  before: Canon,
  motion: Motion | null,
): TablePicture {
  const fresh = round.filter((stop) => stop.turn === turn);
  const latest = round.at(-1)?.record;
  const votes = latest?.turn_type === "VOTE";
  const landed = fresh.some((stop) => stop.landed.length > 0);
  const open = motion !== null && motion.state !== "accepted" && motion.state !== "dropped";
  return {
    acting: fresh.length > 0,
    speaker: latest && !votes ? latest.role : null,
    beat: latest ? BEATS[latest.turn_type] : "quiet",
    ballots: votes ? newestBallots(round) : null,
    accepted: landed,
    troubles: Object.fromEntries(
      fresh.flatMap(({ record, trouble }) => (trouble ? [[record.role, markOf(trouble)] as const] : [])),
    ),
    forfeited: fresh.length > 0 && fresh.every(({ record }) => record.output === null),
    island: planIsland(landed ? before : canon, canon, open ? motion.canon : null),
  };
}

const markOf = ({ kind, attempts, repaired }: Trouble): TroubleMark => ({ kind, failed: attempts.length, repaired });

/** Of the vote that is on, or of the second one. */
function newestBallots(round: readonly Stop[]): Readonly<Partial<Record<Role, Ballot>>> {
  const cast = round.filter(({ record }) => record.turn_type === "VOTE");
  const newest = cast.slice(Math.floor((cast.length - 1) / 4) * 4);
  return Object.fromEntries(newest.map(({ record }) => [record.role, record.output?.vote ?? "ABSTAIN"]));
}

/** Who speaks; null before the match and while four vote. */
export const speakerOf = ({ latest }: TeamMoment): Role | null =>
  latest && latest.turn_type !== "VOTE" ? latest.role : null;

export const actingOf = ({ teams, acting }: MatchMoment): TeamMoment | null => (acting === null ? null : teams[acting]);
export const teamsOf = ({ teams }: MatchMoment): readonly TeamMoment[] => TEAMS.map((team) => teams[team]);
