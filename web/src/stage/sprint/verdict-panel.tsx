// The verdict beside the stage: marks by judge and criterion, blind until the mapping is unsealed.
import type { Scores } from "@orrery/worlds/sprint/shape";
import type { Match } from "./match.ts";
import panelsStyle from "./panels.module.css";
import { say } from "./words.ts";

/** Weights of the rubric, in percent. */
const CRITERIA = [
  ["coherence", 25],
  ["ambition", 20],
  ["visual_fidelity", 20],
  ["artifact_quality", 20],
  ["process", 15],
] as const satisfies readonly (readonly [keyof Scores, number])[];

export function VerdictPanel({ match, turn }: { match: Match; turn: number }) {
  const verdicts = match.verdicts.filter((one) => one.turn <= turn);
  const seal = match.seals.find((one) => one.turn <= turn)?.seal;
  const mapping = match.unsealed && match.unsealed.turn <= turn ? match.unsealed.mapping : null;
  if (verdicts.length === 0) return <p>{say("verdictWaits")}</p>;
  const labels = Object.keys(verdicts[0]!.verdict.scores);
  return (
    <>
      {labels.map((label) => (
        <section key={label} className={panelsStyle.verdict}>
          <h3>{mapping?.[label] ? say("isTeam", { label, team: mapping[label] }) : say("entry", { label })}</h3>
          {CRITERIA.map(([criterion, weight]) => {
            const marks = verdicts.map(
              ({ verdict }) => verdict.scores[label as keyof typeof verdict.scores]![criterion],
            );
            const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
            return (
              <div key={criterion} className={panelsStyle.mark}>
                <span>{say(criterion)}</span>
                <meter min={0} max={5} value={mean} aria-label={say(criterion)} />
                <small>
                  {mean.toFixed(1)} · {weight} %
                </small>
              </div>
            );
          })}
        </section>
      ))}
      {seal && <code className={panelsStyle.hash}>{seal.commitment}</code>}
    </>
  );
}
