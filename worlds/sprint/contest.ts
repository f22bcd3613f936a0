// The sprint as a contest: two teams of four, placed by what the rubric counts in their canons and transcripts. No seat is anybody's for good.
import type { Contest, GameFacts, SeatFacts } from "@orrery/kernel";
import { sharesOf } from "./bots/rubric.ts";
import { weightedMark } from "./judging.ts";
import { actorOf, ROLES, TEAMS, type Team } from "./settings.ts";
import type { Scores, Sprint, SprintState } from "./shape.ts";

const SEATS = TEAMS.flatMap((team) => ROLES.map((role) => ({ team, role, actor: actorOf(team, role) })));

export const contest: Contest<Sprint> = {
  sides: TEAMS,
  table: () => ({ seats: SEATS.map(({ team }) => ({ side: team })), sizes: [ROLES.length, ROLES.length] }),
  actors: () => SEATS.map(({ actor }) => actor),
  // Words alone are compared: what comes after them belongs to no team.
  deal: (config) => ({ ...config, prompts: false, pictures: false }),
  watch(opened) {
    let { state } = opened;
    return {
      see(_before, _event, after) {
        state = after.state;
      },
      facts: () => factsOf(state),
    };
  },
  measures: [
    {
      title: "Turns",
      measures: [
        { name: "taken", title: "turns taken, of those asked for", brief: true },
        { name: "landed", title: "proposals that landed", brief: true },
      ],
    },
  ],
};

function factsOf(state: SprintState): GameFacts {
  const scores = state.seal ? { A: scoreOf(state, "A"), B: scoreOf(state, "B") } : null;
  const turns = TEAMS.reduce((sum, team) => sum + state.teams[team].turns.length, 0);
  return {
    results:
      scores &&
      TEAMS.map((team) => ({
        side: team,
        actors: ROLES.map((role) => actorOf(team, role)),
        place: scores[team] >= Math.max(scores.A, scores.B) ? 1 : 2,
        score: scores[team],
      })),
    reason: scores ? "rubric" : "",
    durationMs: 0,
    seats: SEATS.map((seat) => seatFacts(state, seat)),
    counts: { turns },
  };
}

/** Hundredths of a mark out of five. */
function scoreOf(state: SprintState, team: Team): number {
  const { canon, turns } = state.teams[team];
  const shares: Scores = sharesOf({
    label: "entry-1",
    canon,
    prompts: null,
    pictures: {},
    transcript: turns.map(({ id, phase, round, role, turn_type, output }) => ({
      event_id: id,
      phase,
      round,
      speaker_role: role,
      turn_type,
      turn_output: output,
    })),
  });
  return Math.round(weightedMark(shares) * 500);
}

function seatFacts(state: SprintState, { team, role, actor }: (typeof SEATS)[number]): SeatFacts {
  const own = state.teams[team].turns;
  const mine = own.filter((turn) => turn.role === role && turn.by !== "engine");
  const proposals = mine.filter(({ turn_type, output }) => turn_type === "PROPOSAL" && output);
  const landed = proposals.filter(({ phase, round }) =>
    own.some(
      (turn) => turn.phase === phase && turn.round === round && turn.before !== turn.after && turn.by !== "engine",
    ),
  );
  const forfeits = mine.filter(({ output }) => output === null).length;
  return {
    actor,
    side: team,
    counts: { turns: mine.length, forfeits },
    ratios: { taken: [mine.length - forfeits, mine.length], landed: [landed.length, proposals.length] },
    predictions: {},
  };
}
