// Events onto the state, one function each. They decide nothing and never refuse.
import type { World } from "@orrery/kernel";
import { PICTURES } from "./pack.ts";
import { advance } from "./protocol.ts";
import type { Team } from "./settings.ts";
import type { Sprint, SprintState, TeamState } from "./shape.ts";

export const apply: World<Sprint>["apply"] = {
  turned: (state, { team, turn, landed }) => {
    const after = advance(state.teams[team], state.settings, turn, landed);
    return withTeam(state, team, after);
  },
  composed: (state, { team, pack, scripted }) =>
    withTeam(state, team, {
      ...state.teams[team],
      pack: { pack, scripted },
      stage: state.settings.pictures ? "pictures" : "done",
    }),
  painted: (state, { team, picture, made }) => {
    const before = state.teams[team];
    const pictures = { ...before.pictures, [picture]: made };
    const stage = PICTURES.every((key) => pictures[key] !== undefined) ? "done" : before.stage;
    return withTeam(state, team, { ...before, pictures, stage });
  },
  sealed: (state, { seal }) => ({ ...state, seal }),
  judged: (state, { verdict }) => ({ ...state, verdicts: [...state.verdicts, verdict] }),
  unsealed: (state) => ({ ...state, unsealed: true }),
};

const withTeam = (state: SprintState, team: Team, after: TeamState): SprintState => ({
  ...state,
  teams: { ...state.teams, [team]: after },
});
