// Who is asked now: the tables turn by turn, each in its own lane, then the prompt engineer, the painter and, once all is done, the judges.
import type { Ask } from "@orrery/kernel";
import { composePack } from "./bots/engineer.ts";
import { briefOf, entryFor, wantedPictures } from "./entries.ts";
import { askedTurns } from "./protocol.ts";
import { ATTEMPTS, actorOf, JUDGES, PAINTER, PROMPT_ENGINEER, TEAMS, type Team } from "./settings.ts";
import type { Sprint, SprintAction, SprintState } from "./shape.ts";

type SprintAsk = Ask<Sprint>;

export function asks(state: SprintState): readonly SprintAsk[] {
  return [
    ...TEAMS.flatMap((team) => tableAsks(state, team)),
    ...deskAsks(state),
    ...TEAMS.flatMap((team) => easelAsks(state, team)),
    ...JUDGES.flatMap((judge) => judgeAsks(state, judge)),
  ];
}

const deadline = ({ settings }: SprintState) => (settings.deadlineMs === 0 ? {} : { deadlineMs: settings.deadlineMs });

function tableAsks(state: SprintState, team: Team): SprintAsk[] {
  const { turns } = state.teams[team];
  return askedTurns(state.teams[team]).map(({ role, turn_type }): SprintAsk => {
    const actorId = actorOf(team, role);
    return {
      id: `${actorId}-${turns.length}-${turn_type}`,
      to: actorId,
      lane: `table-${team}`,
      may: ["speak"],
      kind: "due",
      most: 1,
      attempts: ATTEMPTS,
      aloud: "metadata.output.content",
      fallback: (cause): SprintAction => ({ actorId, type: "forfeit", metadata: { cause } }),
      ...deadline(state),
    };
  });
}

/** Where nobody composes, the house does, from the same canon, and says that it did. */
function deskAsks(state: SprintState): SprintAsk[] {
  const team = briefOf(state);
  if (team === null) return [];
  const { canon } = state.teams[team];
  return [
    {
      id: `prompts-${team}`,
      to: PROMPT_ENGINEER,
      lane: "desk",
      may: ["compose"],
      kind: "due",
      most: 1,
      attempts: ATTEMPTS,
      fallback: (): SprintAction => ({
        actorId: PROMPT_ENGINEER,
        type: "compose",
        metadata: { team, pack: composePack(canon), scripted: true },
      }),
      ...deadline(state),
    },
  ];
}

/** Each picture has a lane of its own, so that none waits for another. Where nobody paints, the house sketches. */
function easelAsks(state: SprintState, team: Team): SprintAsk[] {
  return wantedPictures(state, team).map(
    (picture): SprintAsk => ({
      id: `picture-${team}-${picture}`,
      to: PAINTER,
      lane: `picture-${team}-${picture}`,
      may: ["paint"],
      kind: "due",
      most: 1,
      attempts: ATTEMPTS,
      fallback: (): SprintAction => ({ actorId: PAINTER, type: "paint", metadata: { team, picture } }),
      ...deadline(state),
    }),
  );
}

function judgeAsks(state: SprintState, judge: string): SprintAsk[] {
  const next = entryFor(state, judge);
  if (!next) return [];
  return [
    {
      id: `${judge}-${next.order.join("-")}`,
      to: judge,
      lane: `judging-${judge}`,
      may: ["score"],
      kind: "standing",
      most: 1,
      attempts: ATTEMPTS,
    },
  ];
}
