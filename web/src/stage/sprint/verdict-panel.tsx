// Judging beside the stage: the judge's marks, the verdict by entry and criterion, and the button that reveals the teams.
import { totalsOf, WEIGHTS } from "@orrery/worlds/sprint/judging";
import { LABELS, type Label, type Scores, type Verdict } from "@orrery/worlds/sprint/shape";
import { useEffect, useMemo, useState } from "react";
import parts from "../../parts/parts.module.css";
import * as wire from "../../wire.ts";
import type { StageProps } from "../stage.ts";
import { judgeViewOf } from "./judging/desk.tsx";
import judgingStyle from "./judging/judging.module.css";
import { Marks } from "./judging/marks.tsx";
import { ModelJudge } from "./judging/model-judge.tsx";
import type { Match } from "./match.ts";
import type { MatchMoment } from "./moment.ts";
import panelsStyle from "./panels.module.css";
import { labelInWords, say } from "./words.ts";

const SCALE = 5;
const CRITERIA = Object.keys(WEIGHTS) as readonly (keyof Scores)[];

export function VerdictPanel({
  match,
  moment,
  turn,
  props,
}: {
  match: Match;
  moment: MatchMoment;
  turn: number;
  props: StageProps;
}) {
  const { scene } = props;
  const judge = judgeViewOf(props.view);
  const given = useMemo(() => match.verdicts.filter((one) => one.turn <= turn), [match, turn]);
  if (judge && judge.entries.length > 0)
    return scene?.past ? (
      <button type="button" className={parts.button} onClick={() => scene.player.seek(null)}>
        {say("backToNow")}
      </button>
    ) : (
      <Marks key={judge.given.length} view={judge} judge={scene?.eyes ?? scene?.base.as ?? ""} act={props.act} />
    );
  const verdicts = judge ? judge.given : given.map(({ verdict }) => verdict);
  const commitment = judge?.commitment ?? match.seals.find((one) => one.turn <= turn)?.commitment ?? null;
  const mapping = match.unsealed && match.unsealed.turn <= turn ? match.unsealed.mapping : null;
  if (commitment === null) return <p>{say("verdictWaits")}</p>;
  return (
    <>
      {verdicts.length === 0 ? (
        <p>{say("verdictOpen")}</p>
      ) : (
        <>
          <Verdicts verdicts={verdicts} mapping={mapping} moment={moment} />
          <Judges given={given} scene={judge || scene?.seat ? null : scene} />
        </>
      )}
      {scene && !judge && mapping === null && <Calls scene={scene} names={props.names} verdicts={verdicts} />}
      <p className={panelsStyle.hash}>
        {say("commitmentIs")} <code>{commitment}</code>
      </p>
    </>
  );
}

/** What the owner can do about the verdict: judge, have somebody judge, open the mapping. */
function Calls({
  scene,
  names,
  verdicts,
}: {
  scene: NonNullable<StageProps["scene"]>;
  names: StageProps["names"];
  verdicts: readonly Verdict[];
}) {
  const { base, god, disk, past } = scene;
  if (disk || past || scene.seat) return null;
  const judged = verdicts.length > 0;
  const asked = base.asks.flatMap(({ may, to }) => (may.includes("score") ? [to] : []));
  const [free] = asked;
  const isReading = scene.sitting?.state === "playing";
  // A judge who has begun to read goes on with the other order.
  const fresh = asked.find((to) => verdicts.every(({ judge }) => judge !== to)) ?? null;
  return (
    <div className={judgingStyle.calls}>
      {free !== undefined && !isReading && (
        <>
          <button type="button" className={judged ? parts.button : parts.primary} onClick={() => scene.see(free)}>
            {say("judgeNow")}
          </button>
          <button type="button" className={parts.button} onClick={() => scene.ask("invite")}>
            {say("inviteJudge")}
          </button>
        </>
      )}
      <ModelJudge scene={scene} names={names} seat={fresh} />
      {free !== undefined && !isReading && <small>{say("verdictWhose")}</small>}
      {judged && god && (
        <>
          <button type="button" className={parts.primary} onClick={() => void god({ actorId: "god", type: "unseal" })}>
            {say("revealNow")}
          </button>
          <small>{say("revealText")}</small>
        </>
      )}
    </div>
  );
}

function Verdicts({
  verdicts,
  mapping,
  moment,
}: {
  verdicts: readonly Verdict[];
  mapping: Readonly<Record<string, string>> | null;
  moment: MatchMoment;
}) {
  const totals = totalsOf(verdicts);
  const judges = new Set(verdicts.map(({ judge }) => judge));
  return (
    <>
      {LABELS.map((label) => (
        <section key={label} className={panelsStyle.verdict}>
          <h3 translate="no">{headingOf(label, mapping, moment)}</h3>
          <p className={panelsStyle.total}>
            <b>{say("total", { mean: totals[label].mean.toFixed(2) })}</b>{" "}
            <small>
              {judges.size < 2
                ? say("totalOne")
                : say("totalRange", { low: totals[label].low.toFixed(2), high: totals[label].high.toFixed(2) })}
            </small>
          </p>
          {CRITERIA.map((criterion) => {
            const mean = verdicts.reduce((sum, { scores }) => sum + scores[label][criterion], 0) / verdicts.length;
            return (
              <div key={criterion} className={panelsStyle.mark}>
                <span>{say(criterion)}</span>
                <Pips share={mean / SCALE} />
                <small>
                  {mean.toFixed(1)} · {WEIGHTS[criterion]} %
                </small>
              </div>
            );
          })}
        </section>
      ))}
    </>
  );
}

/** Who gave the marks; of a model, its name as well. `scene`: the owner's; null for a judge, who is told of seats alone. */
function Judges({ given, scene }: { given: Match["verdicts"]; scene: StageProps["scene"] }) {
  const { run, branch } = scene ?? {};
  const [models, setModels] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (run === undefined || branch === undefined) return;
    let stale = false;
    for (const { turn, verdict } of given)
      wire.answeredBy(run, { branch, turn }).then(
        (found) => {
          const own = found.findLast(({ lane }) => lane.split("@")[0] === verdict.judge);
          if (own && !stale) setModels((known) => ({ ...known, [verdict.judge]: own.model }));
        },
        // The seat's name stands there all the same.
        () => {},
      );
    return () => {
      stale = true;
    };
  }, [run, branch, given]);
  const judges = [...new Set(given.map(({ verdict }) => verdict.judge))];
  const who = judges.map((judge) =>
    models[judge] === undefined ? judge : say("judgeModel", { judge, model: models[judge] }),
  );
  return (
    <p>
      <small>{say(given.length === 1 ? "judgedOnce" : "judgedBy", { n: given.length, who: who.join(", ") })}</small>
    </p>
  );
}

/** Five pips, filled as far as the mark goes; the number stands beside them. */
const Pips = ({ share }: { share: number }) => (
  <i className={panelsStyle.pips} style={{ "--share": `${share * 100}%` } as React.CSSProperties} aria-hidden="true" />
);

function headingOf(label: Label, mapping: Readonly<Record<string, string>> | null, { teams }: MatchMoment): string {
  const team = mapping?.[label];
  if (team !== "A" && team !== "B") return labelInWords(label);
  const { name } = teams[team];
  return say(name === null ? "isTeam" : "isTeamNamed", { label: label.replace(/^entry-/, ""), team, name: name ?? "" });
}
