// A meeting: who said what, what they thought while they said it where that may be seen, how votes fell, and who had to go.
import type { StatementView } from "@orrery/worlds/glassbox";
import { Own } from "../../parts/rich.tsx";
import { capital, type Names } from "../../say.ts";
import { t } from "../../words.ts";
import { claimInWords } from "./crew.tsx";
import { Badge } from "./figure.tsx";
import style from "./glassbox.module.css";
import type { WorthOf } from "./grounds.ts";
import type { Reason } from "./reasons.ts";
import { calledInWords, verdictInWords } from "./say.ts";
import type { MeetingScene, PastScene } from "./scene.ts";

/** What somebody thought at a tick, as far as these eyes may know it. */
export type ThoughtAt = (who: string, seconds: number) => string | null;

const STAGES = {
  interrupt: "stageInterrupt",
  preparation: "stagePreparation",
  discussion: "stageDiscussion",
  deliberation: "stageDeliberation",
  vote: "stageVote",
  consolidation: "stageConsolidation",
} as const;
const ORDER = Object.keys(STAGES) as (keyof typeof STAGES)[];

/** By the tick of a meeting. */
export type Reasons = ReadonlyMap<number, readonly Reason[]>;

export function Meeting({
  meeting,
  names,
  thoughtAt,
  worthOf,
  reasons,
}: {
  meeting: MeetingScene;
  names: Names;
  thoughtAt: ThoughtAt;
  worthOf: WorthOf;
  reasons: Reasons;
}) {
  return (
    <section className={style.meeting} aria-label={t("meetingTitle", { number: meeting.number })}>
      <header>
        <h3>{t("meetingTitle", { number: meeting.number })}</h3>
        <p>{calledInWords(meeting, names)}</p>
        <ol className={style.stages}>
          {ORDER.map((stage) => (
            <li key={stage} aria-current={stage === meeting.stage ? "step" : undefined}>
              {t(STAGES[stage])}
            </li>
          ))}
        </ol>
      </header>
      <Statements statements={meeting.statements} names={names} thoughtAt={thoughtAt} worthOf={worthOf} />
      <Votes votes={meeting.votes} names={names} />
      <Why reasons={reasons.get(meeting.tick)} names={names} />
    </section>
  );
}

export const PastMeetings = ({
  past,
  names,
  thoughtAt,
  worthOf,
  reasons,
}: {
  past: readonly PastScene[];
  names: Names;
  thoughtAt: ThoughtAt;
  worthOf: WorthOf;
  reasons: Reasons;
}) => (
  <>
    {past.toReversed().map((one) => (
      <details key={one.number} className={style.past}>
        <summary>
          {t("meetingTitle", { number: one.number })} <span className={style.faint}>{verdictInWords(one, names)}</span>
        </summary>
        <p>{calledInWords(one, names)}</p>
        <Statements statements={one.statements} names={names} thoughtAt={thoughtAt} worthOf={worthOf} />
        <Votes votes={one.votes} names={names} />
        <Why reasons={reasons.get(one.tick)} names={names} />
      </details>
    ))}
  </>
);

const GROUNDS = {
  true: "groundTrue",
  honest_error: "groundError",
  unsupported: "groundUnsupported",
  knowing_lie: "groundLie",
  fabricated: "groundFabricated",
  omission: "groundOmission",
} as const;

function Statements({
  statements,
  names,
  thoughtAt,
  worthOf,
}: {
  statements: readonly StatementView[];
  names: Names;
  thoughtAt: ThoughtAt;
  worthOf: WorthOf;
}) {
  if (statements.length === 0) return <p className={style.faint}>{t("meetingSilent")}</p>;
  return (
    <ol className={style.statements}>
      {statements.map(({ who, t: seconds, round, text, claims }) => {
        const thought = thoughtAt(who, seconds);
        return (
          <li key={`${round} ${who} ${seconds}`}>
            <Badge id={who} />
            <div>
              <b>
                <Own>{capital(names.get(who) ?? who)}</Own>
              </b>
              <p className={text === "" ? style.faint : undefined}>
                {text === "" ? t("meetingSaysNothing") : <Own>{text}</Own>}
              </p>
              {claims.length > 0 && (
                <ul className={style.claims} aria-label={t("meetingClaims")}>
                  {claims.map((claim) => {
                    const words = claimInWords(claim, names);
                    const worth = worthOf(who, seconds, claim);
                    return (
                      <li key={words} data-ground={worth?.ground} title={claim.words && `“${claim.words}”`}>
                        {words}
                        {worth && <b>{t(GROUNDS[worth.ground])}</b>}
                        {worth?.sincere === false && <b>{t("claimInsincere")}</b>}
                      </li>
                    );
                  })}
                </ul>
              )}
              {thought !== null && (
                <p className={style.aside}>
                  <span className="unseen">{t("meetingThinks")} </span>
                  <Own>{thought}</Own>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** What stood behind the votes: thoughts and suspicions, of those whose minds may be read. */
function Why({ reasons = [], names }: { reasons: readonly Reason[] | undefined; names: Names }) {
  if (reasons.length === 0) return null;
  const named = (id: string) => capital(names.get(id) ?? id);
  return (
    <details className={style.past}>
      <summary>{t("meetingWhy")}</summary>
      <ol className={style.statements}>
        {reasons.map(({ who, thought, suspected }) => (
          <li key={who}>
            <Badge id={who} />
            <div>
              <b>
                <Own>{named(who)}</Own>
              </b>
              {thought !== null && (
                <p className={style.aside}>
                  <span className="unseen">{t("meetingThinks")} </span>
                  <Own>{thought}</Own>
                </p>
              )}
              {suspected.length > 0 && (
                <ul className={style.claims} aria-label={t("stationSuspicions")}>
                  {suspected.map(({ of, percents }) => (
                    <li key={of}>
                      <Own>{named(of)}</Own> {percents.join(" → ")} %
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Votes by whom they are for; those that are secret are not among them. */
function Votes({ votes, names }: { votes: Readonly<Record<string, string>>; names: Names }) {
  const cast = Object.entries(votes);
  if (cast.length === 0) return null;
  const by = Map.groupBy(cast, ([, choice]) => choice);
  const named = (id: string) => (id === "skip" ? t("meetingSkip") : capital(names.get(id) ?? id));
  return (
    <div>
      <h4>{t("meetingVotes")}</h4>
      <ul className={style.votes}>
        {[...by]
          .sort(([, a], [, b]) => b.length - a.length)
          .map(([choice, voters]) => (
            <li key={choice}>
              {choice === "skip" ? <span className={style.skip} aria-hidden="true" /> : <Badge id={choice} />}
              <b>
                <Own>{named(choice)}</Own>
              </b>
              <span className={style.voters}>
                {voters.map(([who]) => (
                  <span key={who} title={named(who)}>
                    <Badge id={who} />
                    <span className="unseen">{named(who)}</span>
                  </span>
                ))}
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}
