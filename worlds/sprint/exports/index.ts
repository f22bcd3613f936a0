// The files that a sprint can be written as: transcript, canon, prompts, and the blind package for judges.
import type { Export, RunRecord } from "@orrery/kernel";
import { judgementOf } from "../judging.ts";
import { TEAMS, type Team } from "../settings.ts";
import type { Sprint, SprintState, Verdict } from "../shape.ts";
import { canonYaml } from "./canon-yaml.ts";
import { packageOf } from "./package.ts";
import { transcriptOf } from "./transcript.ts";

const TEAM = "A or B";
const JSON_OPTION = "JSON in place of what is printed otherwise";

export const exports: Readonly<Record<string, Export<Sprint>>> = {
  transcript: {
    about: "every turn as JSON, one a line: both teams as recorded, or one of them",
    options: { team: TEAM, json: JSON_OPTION },
    write(run, { team }) {
      const lines = [...transcriptOf(run, team === undefined ? undefined : teamOf(team))];
      return [{ path: "transcript.jsonl", bytes: lines.map((event) => `${JSON.stringify(event)}\n`).join("") }];
    },
  },
  canon: {
    about: "a team's canon as YAML, or as JSON with --json",
    options: { team: TEAM, json: JSON_OPTION },
    write(run, { team, json }) {
      const { canon } = headOf(run).teams[teamOf(team)];
      return json === undefined
        ? [{ path: "canon.yaml", bytes: canonYaml(canon) }]
        : [{ path: "canon.json", bytes: `${JSON.stringify(canon, null, 2)}\n` }];
    },
  },
  prompts: {
    about: "a team's six image prompts as one PromptPack",
    options: { team: TEAM, json: JSON_OPTION },
    write(run, { team }) {
      const { pack } = headOf(run).teams[teamOf(team)];
      if (!pack) throw new RangeError("the prompts are not written yet: they come after the last round");
      return [{ path: "prompts.json", bytes: `${JSON.stringify(pack.pack, null, 2)}\n` }];
    },
  },
  verdict: {
    about: "what the judges said, added up: weights, verdicts, totals, and the mapping once it is open",
    options: { json: JSON_OPTION },
    write(run) {
      const judgement = judgementOf(headOf(run));
      const verdicts = withModels(run, judgement.verdicts);
      return [{ path: "verdict.json", bytes: `${JSON.stringify({ run: run.id, ...judgement, verdicts }, null, 2)}\n` }];
    },
  },
  package: {
    about: "both entries for blind judges, with a commitment to their teams; needs --out DIR",
    options: { json: JSON_OPTION },
    write: (run) => packageOf(run, headOf(run)),
  },
};

/** Verdicts in the order in which they were given, each with the name of the model that gave it, if a model did. */
function withModels(run: RunRecord<Sprint>, verdicts: readonly Verdict[]): readonly (Verdict & { model?: string })[] {
  const models: (string | undefined)[] = [];
  for (const { commit } of run.turns())
    for (const event of commit.events)
      if (event.type === "judged") {
        const answer = commit.answers.find(({ actor }) => actor === event.verdict.judge);
        models.push(answer?.calls?.flatMap((id) => run.call(id)?.model ?? []).at(-1));
      }
  return verdicts.map(({ judge, order, scores }, i) => {
    const model = models[i];
    return { judge, ...(model === undefined ? {} : { model }), order, scores };
  });
}

function teamOf(name: string | undefined): Team {
  const team = TEAMS.find((one) => one === name);
  if (team === undefined)
    throw new RangeError(`name the team with --team A or --team B${name === undefined ? "" : `, not "${name}"`}`);
  return team;
}

function headOf(run: RunRecord<Sprint>): SprintState {
  let { state } = run.opened;
  for (const { after } of run.turns()) state = after.state;
  return state;
}
