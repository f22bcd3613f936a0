// What each actor sees: a table its own team, the prompt engineer final canons, the painter prompts, a judge blind entries.
import { briefOf, entryFor, entryOf, wantedPictures } from "./entries.ts";
import { promptOf } from "./pack.ts";
import { askedTurns } from "./protocol.ts";
import { PAINTER, PROMPT_ENGINEER, type Role, SCOPES, seatOf, TEAMS, type Team } from "./settings.ts";
import type { EngineerView, JudgeView, PainterView, SprintState, SprintView, TableView } from "./shape.ts";

export function view(state: SprintState, who: string): SprintView {
  const seat = seatOf(who);
  if (seat) return tableView(state, who, seat);
  if (who === PROMPT_ENGINEER) return engineerView(state);
  return who === PAINTER ? painterView(state) : judgeView(state, who);
}

function tableView(state: SprintState, actor: string, { team, role }: { team: Team; role: Role }): TableView {
  const own = state.teams[team];
  const { canon, hash, stage, phase, round, from, proposer, turns } = own;
  const asked = askedTurns(own).find((one) => one.role === role) ?? null;
  return {
    kind: "table",
    you: { actor, team, role, ...own.agents[role] },
    challenge: state.challenge,
    rounds: state.settings.rounds,
    asked,
    write: SCOPES[phase],
    team: { canon, hash, stage, phase, round, from, proposer, turns },
  };
}

function engineerView(state: SprintState): EngineerView {
  const team = briefOf(state);
  return { kind: "engineer", briefs: team === null ? [] : [{ team, canon: state.teams[team].canon }] };
}

const painterView = (state: SprintState): PainterView => ({
  kind: "painter",
  wanted: TEAMS.flatMap((team) =>
    wantedPictures(state, team).map((picture) => ({
      team,
      picture,
      prompt: promptOf(state.teams[team].pack!.pack, picture),
    })),
  ),
});

function judgeView(state: SprintState, who: string): JudgeView {
  const next = entryFor(state, who);
  return {
    kind: "judge",
    challenge: state.challenge,
    commitment: state.seal?.commitment ?? null,
    entries: next ? next.order.map((label) => entryOf(state, label)) : [],
    given: state.verdicts.filter(({ judge }) => judge === who),
  };
}
