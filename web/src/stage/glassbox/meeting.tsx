// A meeting: who said what, what they thought while they said it where that may be seen, how votes fell, and who had to go.
import type { StatementView } from "@orrery/worlds/glassbox";
import { Own } from "../../parts/rich.tsx";
import { capital, type Names } from "../../say.ts";
import { claimInWords } from "./crew.tsx";
import { Badge } from "./figure.tsx";
import { GLYPHS } from "./layers.tsx";
import style from "./panels.module.css";
import { pick, usePicked } from "./picked.ts";
import type { Reason } from "./reasons.ts";
import { calledInWords, clock, verdictInWords } from "./say.ts";
import type { MeetingScene, PastScene } from "./scene.ts";
import { pickOfClaim, piecesOf, signOf, type WorthOf } from "./signs.ts";
import type { Track } from "./track.ts";
import { t } from "./words.ts";

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
type Reasons = ReadonlyMap<number, readonly Reason[]>;

export function Meeting({
  meeting,
  names,
  thoughtAt,
  worthOf,
  reasons,
  track,
}: {
  meeting: MeetingScene;
  names: Names;
  thoughtAt: ThoughtAt;
  worthOf: WorthOf;
  reasons: Reasons;
  /** Where everybody really was; null where these eyes may not know. */
  track: Track | null;
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
      <Statements
        statements={meeting.statements}
        names={names}
        thoughtAt={thoughtAt}
        worthOf={worthOf}
        called={meeting.tick}
        track={track}
      />
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
  track,
}: {
  past: readonly PastScene[];
  names: Names;
  thoughtAt: ThoughtAt;
  worthOf: WorthOf;
  reasons: Reasons;
  track: Track | null;
}) => (
  <>
    {past.toReversed().map((one) => (
      <details key={one.number} className={style.past}>
        <summary>
          {t("meetingTitle", { number: one.number })} <span className={style.faint}>{verdictInWords(one, names)}</span>
        </summary>
        <p>{calledInWords(one, names)}</p>
        <Statements
          statements={one.statements}
          names={names}
          thoughtAt={thoughtAt}
          worthOf={worthOf}
          called={one.tick}
          track={track}
        />
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

interface SpeechProps {
  readonly statements: readonly StatementView[];
  readonly names: Names;
  readonly thoughtAt: ThoughtAt;
  readonly worthOf: WorthOf;
  /** When the meeting was called, in ticks. */
  readonly called: number;
  readonly track: Track | null;
}

function Statements({ statements, ...rest }: SpeechProps) {
  if (statements.length === 0) return <p className={style.faint}>{t("meetingSilent")}</p>;
  return (
    <ol className={style.statements}>
      {statements.map((statement) => (
        <Statement key={`${statement.round} ${statement.who} ${statement.t}`} statement={statement} {...rest} />
      ))}
    </ol>
  );
}

function Statement({
  statement,
  names,
  thoughtAt,
  worthOf,
  called,
  track,
}: Omit<SpeechProps, "statements"> & { readonly statement: StatementView }) {
  const { who, t: seconds, text } = statement;
  const thought = thoughtAt(who, seconds);
  return (
    <li>
      <Badge id={who} />
      <div>
        <b className={style.speaker}>
          <Own>{capital(names.get(who) ?? who)}</Own>
        </b>
        <p className={text === "" ? style.faint : style.words} translate={text === "" ? undefined : "no"}>
          {text === ""
            ? t("meetingSaysNothing")
            : piecesOf(statement, worthOf).map((piece) =>
                piece.lie ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
              )}
        </p>
        {thought !== null && (
          <p className={style.aside}>
            <span className="unseen">{t("meetingThinks")} </span>
            <Own>{thought}</Own>
          </p>
        )}
        <Claims statement={statement} names={names} worthOf={worthOf} called={called} track={track} />
      </div>
    </li>
  );
}

/** What a statement claims, each with its sign; where the log can show it, a click does. */
function Claims({
  statement,
  names,
  worthOf,
  called,
  track,
}: Pick<SpeechProps, "names" | "worthOf" | "called" | "track"> & { readonly statement: StatementView }) {
  const picked = usePicked();
  const { who, t: seconds, claims } = statement;
  if (claims.length === 0) return null;
  const worths = claims.map((claim) => ({ claim, worth: worthOf(who, seconds, claim) }));
  const lie = worths.find(
    ({ claim, worth }) => claim.kind === "own_location" && worth !== null && signOf(worth.ground) === "lie",
  );
  const lied = lie?.worth && pickOfClaim(statement, lie.claim, lie.worth.ground, called);
  const real = lied && track?.at(lied.who, lied.tick);
  return (
    <>
      <ul className={style.claims} aria-label={t("meetingClaims")}>
        {worths.map(({ claim, worth }) => {
          const words = claimInWords(claim, names);
          const shown = worth && track && pickOfClaim(statement, claim, worth.ground, called);
          const label = (
            <>
              {worth && (
                <i className={style.sign} aria-hidden="true">
                  {GLYPHS[signOf(worth.ground)]}
                </i>
              )}
              <span>
                {words}
                {worth && <b>{t(GROUNDS[worth.ground])}</b>}
                {worth?.sincere === false && <b>{t("claimInsincere")}</b>}
              </span>
            </>
          );
          return (
            <li
              key={words}
              data-ground={worth?.ground}
              data-sign={worth ? signOf(worth.ground) : undefined}
              title={claim.words && `“${claim.words}”`}
            >
              {shown ? (
                <button type="button" aria-pressed={picked?.key === shown.key} onClick={() => pick(shown)}>
                  {label}
                </button>
              ) : (
                label
              )}
            </li>
          );
        })}
      </ul>
      {lied && real && (
        <p className={style.really}>
          {t("reallyIn", { place: names.get(real.place) ?? real.place, at: clock(lied.tick) })}{" "}
          <button type="button" onClick={() => pick(lied)}>
            {t(picked?.key === lied.key ? "ghostBack" : "ghostShow")}
          </button>
        </p>
      )}
    </>
  );
}

/** The reasons for the votes: thoughts and suspicions of the players with readable minds. */
function Why({ reasons = [], names }: { reasons: readonly Reason[] | undefined; names: Names }) {
  if (reasons.length === 0) return null;
  const nameOf = (id: string) => capital(names.get(id) ?? id);
  return (
    <details className={style.past}>
      <summary>{t("meetingWhy")}</summary>
      <ol className={style.statements}>
        {reasons.map(({ who, thought, suspected }) => (
          <li key={who}>
            <Badge id={who} />
            <div>
              <b>
                <Own>{nameOf(who)}</Own>
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
                      <Own>{nameOf(of)}</Own> {percents.join(" → ")} %
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

/** Votes grouped by choice, without secret ones. */
function Votes({ votes, names }: { votes: Readonly<Record<string, string>>; names: Names }) {
  const cast = Object.entries(votes);
  if (cast.length === 0) return null;
  const by = Map.groupBy(cast, ([, choice]) => choice);
  const nameOf = (id: string) => (id === "skip" ? t("meetingSkip") : capital(names.get(id) ?? id));
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
                <Own>{nameOf(choice)}</Own>
              </b>
              <span className={style.voters}>
                {voters.map(([who]) => (
                  <span key={who} title={nameOf(who)}>
                    <Badge id={who} />
                    <span className="unseen">{nameOf(who)}</span>
                  </span>
                ))}
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}
