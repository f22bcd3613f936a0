// What is said over the arena: the beat as a headline, and the last turn of each team in its lower third.
import type { Result, TurnRecord } from "@orrery/worlds/sprint/shape";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { BALLOT_LOOKS, inWords, ROLE_LOOKS, ROLES, type Role, SIGNALS, type Team, TROUBLE_LOOKS } from "./identity.ts";
import { actingOf, type MatchMoment, speakerOf, type TeamMoment, teamsOf } from "./moment.ts";
import type { TablePicture } from "./picture.ts";
import stageStyle from "./stage.module.css";
import thirdStyle from "./third.module.css";
import type { Trouble } from "./trouble.ts";
import { say } from "./words.ts";

export const nameOf = ({ name, team }: TeamMoment): string => name ?? say("teamNamed", { team });

/** What a turn brought about, as a headline. */
const TITLES: Readonly<Partial<Record<Result, Parameters<typeof say>[0]>>> = {
  accepted: "accepted",
  amended: "amended",
  carried: "carried",
  tiebreak: "tieBreak",
  completed: "completedTitle",
  dropped: "dropped",
  failed: "failedTitle",
  inapplicable: "inapplicable",
  deadlock: "deadlock",
  revote: "revote",
};

/** What happened in this turn, as a headline and a sentence. */
export function headlineOf(moment: MatchMoment): { title: string; text: string; tone: "plain" | "alarm" | "good" } {
  const acting = actingOf(moment);
  if (!acting?.latest && moment.revealed)
    return { title: say("revealed"), text: teamsOf(moment).map(nameOf).join(" · "), tone: "good" };
  if (!acting?.latest) return betweenTurns(moment);
  const team = nameOf(acting);
  const { latest, table, motion } = acting;
  const role = inWords(latest.role);
  const come = acting.round.findLast(({ result }) => result !== undefined)?.result;
  if (table.accepted)
    return { title: say(TITLES[come ?? "accepted"] ?? "accepted"), text: say("acceptedText", { team }), tone: "good" };
  if (table.forfeited && latest.turn_type !== "VOTE")
    return {
      title: say("forfeit"),
      text: say("forfeited", { role, team, cause: latest.cause ?? "" }),
      tone: "alarm",
    };
  if (latest.turn_type === "VOTE")
    return motion?.state === "dropped"
      ? {
          // Four may agree to drop a motion: what was accepted is then that nothing comes of it.
          title: say(come === "failed" || come === "inapplicable" ? TITLES[come]! : "dropped"),
          text: say("droppedText", { team }),
          tone: come === "accepted" ? "plain" : "alarm",
        }
      : {
          title: say((come && TITLES[come]) ?? "vote"),
          text: say(come === "deadlock" ? "deadlockText" : come === "revote" ? "revoteText" : "votesText", { team }),
          tone: "plain",
        };
  return {
    title: say(
      latest.output?.decision === "DEADLOCK_TIEBREAK" ? "tieBreak" : table.beat === "quiet" ? "response" : table.beat,
    ),
    text: say("byRole", { role, team }),
    tone: table.beat === "objection" ? "alarm" : "plain",
  };
}

/** Where no seat of a table speaks: before the first turn, at the prompt engineer's desk, after the last. */
function betweenTurns(moment: MatchMoment): ReturnType<typeof headlineOf> {
  const { made, complete, teams } = moment;
  if (complete) return { title: say("complete"), text: teamsOf(moment).map(nameOf).join(" · "), tone: "good" };
  if (made)
    return {
      title: say(`${made.what}Made`),
      text: say(`${made.what}MadeText`, { team: nameOf(teams[made.team]) }),
      tone: "plain",
    };
  return teamsOf(moment).every(({ latest }) => latest === null)
    ? { title: say("waiting"), text: say("waitingText"), tone: "plain" }
    : { title: say("between"), text: say("betweenText"), tone: "plain" };
}

export function Headline({ moment }: { moment: MatchMoment }) {
  const { title, text, tone } = headlineOf(moment);
  return (
    <div className={stageStyle.headline} data-tone={tone} role="status">
      <b>{title}</b>
      <small>{text}</small>
    </div>
  );
}

export function LowerThird({ moment, team }: { moment: MatchMoment; team: Team }) {
  const [whole, setWhole] = useState(false);
  const third = useRef<HTMLElement>(null);
  const one = moment.teams[team];
  const { latest, table } = one;
  const cut = useCut(third, `${latest?.id} ${one.troubles.length} ${whole}`);
  if (!latest) return null;
  const { color, glyph } = ROLE_LOOKS[latest.role];
  const votes = table.ballots !== null;
  return (
    <article
      ref={third}
      className={thirdStyle.third}
      data-team={team}
      data-live={table.acting}
      data-troubled={one.troubles.length > 0}
      data-whole={whole}
      style={{ "--hue": hueOf(table, color) } as React.CSSProperties}
    >
      <header>
        {!votes && (
          <svg key={latest.id} viewBox="0 0 14 14" style={{ fill: color }} aria-hidden="true">
            <path d={glyph} />
          </svg>
        )}
        <b>{votes ? say("vote") : inWords(latest.role)}</b>
        <span className={thirdStyle.type}>
          {table.accepted ? say("isAccepted") : inWords(latest.turn_type).toLowerCase()}
        </span>
        <span className={thirdStyle.of}>{nameOf(one)}</span>
      </header>
      {votes ? <Ballots moment={one} /> : <Words key={latest.id} record={latest} whole={whole} />}
      <Troubles one={one} />
      <footer>
        <small>{factsOf(one, latest)}</small>
        {(cut || (whole && !votes)) && (
          <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {say(whole ? "readLess" : "readAll")}
          </button>
        )}
      </footer>
    </article>
  );
}

/** A vote belongs to nobody, so it has no role's colour. */
const hueOf = ({ acting, accepted, ballots, beat }: TablePicture, role: string): string =>
  accepted ? SIGNALS.accepted : ballots ? VOTE_HUE : acting && beat === "objection" ? SIGNALS.objection : role;
const VOTE_HUE = "#b7c6dd";

/** Whether a text of a lower third is longer than the lines that it has. `shown`: another one, another text. */
function useCut(third: RefObject<HTMLElement | null>, shown: string): boolean {
  const [cut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured for each text, and at each width
  useLayoutEffect(() => {
    const element = third.current;
    if (!element) return;
    const measure = () =>
      setCut([...element.querySelectorAll("[data-clamped]")].some((one) => one.scrollHeight > one.clientHeight + 1));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [shown]);
  return cut;
}

/** The words of a turn; of a forfeited one, why there are none. Where there is no room for all they run on in one paragraph. */
function Words({ record: { output, cause }, whole }: { record: TurnRecord; whole: boolean }) {
  if (output === null) return <p className={thirdStyle.none}>{say("forfeitedShort", { cause: cause ?? "" })}</p>;
  return (
    <div className={thirdStyle.words} data-clamped="true" translate="no">
      {output.content.split(/\n+/).map((line, i) => {
        const Line = whole ? "p" : "span";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <Line key={i}>{markLabels(line)} </Line>
        );
      })}
    </div>
  );
}

/** Labels such as `Breaks:` and text between two stars stand out. */
function markLabels(line: string): React.ReactNode {
  const label = /^\W*((?:Breaks|Where|Settle|Delta|Justification)):\s*/i.exec(line);
  const rest = label ? line.slice(label[0].length) : line;
  const parts = rest.split(/\*\*(.+?)\*\*/g);
  return (
    <>
      {label && <b>{label[1]}: </b>}
      {/* biome-ignore lint/suspicious/noArrayIndexKey: a part is its place */}
      {parts.map((part, i) => (i % 2 === 1 ? <b key={i}>{part}</b> : part))}
    </>
  );
}

function Ballots({ moment }: { moment: TeamMoment }) {
  const cast = moment.round.filter(({ turn_type }) => turn_type === "VOTE");
  return (
    <ul className={thirdStyle.ballots} aria-label={say("ballotsOf", { team: nameOf(moment) })}>
      {ROLES.map((role) => {
        const ballot = moment.table.ballots?.[role];
        const words = cast.findLast((one) => one.role === role)?.output?.content;
        return (
          <li key={role} title={words}>
            <svg viewBox="0 0 14 14" style={{ fill: ROLE_LOOKS[role].color }} aria-hidden="true">
              <path d={ROLE_LOOKS[role].glyph} />
            </svg>
            <span>{inWords(role)}</span>
            {ballot && (
              <>
                <svg viewBox="0 0 14 14" style={{ fill: BALLOT_LOOKS[ballot].color }} aria-hidden="true">
                  <path d={BALLOT_LOOKS[ballot].glyph} />
                </svg>
                <b>{ballot.toLowerCase()}</b>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What the checks refused before this turn, in a line for each seat; the transcript has all of it. */
function Troubles({ one: { troubles } }: { one: TeamMoment }) {
  if (troubles.length === 0) return null;
  return (
    <ul className={thirdStyle.troubles} aria-label={say("problemsOf")}>
      {troubles.map(({ role, trouble }) => (
        <li key={role} data-clamped="true">
          <svg viewBox="0 0 14 14" style={{ fill: TROUBLE_LOOKS[trouble.kind].color }} aria-hidden="true">
            <path d={TROUBLE_LOOKS[trouble.kind].glyph} />
          </svg>
          <b>{troubleInWords(role, trouble)}</b> <span>{trouble.attempts.at(-1)?.problems[0]?.message}</span>
        </li>
      ))}
    </ul>
  );
}

/** "Lorekeeper, 2 attempts refused (patch), then repaired". */
function troubleInWords(role: Role, { kind, attempts, repaired }: Trouble): string {
  const who = inWords(role);
  if (kind === "silence") return say("silentSeat", { role: who });
  const failed = say(attempts.length === 1 ? "failedOnce" : "failedTimes", {
    role: who,
    n: attempts.length,
    kind: say(`of_${kind}`),
  });
  return `${failed} ${say(repaired ? "thenRepaired" : "thenForfeited")}`;
}

function factsOf({ motion }: TeamMoment, { id, output, by }: TurnRecord): string {
  const paths = (output?.canon_patch ?? []).map(({ path }) => path);
  return [
    id,
    output && output.references.length > 0 && say("answersEvents", { events: output.references.join(", ") }),
    paths.length > 0 &&
      say(motion?.state === "accepted" ? "changes" : "wouldChange", {
        paths: [...new Set(paths)].slice(0, 3).join(", "),
      }),
    by !== "seat" && say(by),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Everything the arena shows, as a table of eight seats. */
export function SeatTable({ moment }: { moment: MatchMoment }) {
  return (
    <div className={thirdStyle.seats}>
      {teamsOf(moment).map((one) => {
        return (
          <table key={one.team}>
            <caption>{nameOf(one)}</caption>
            <thead>
              <tr>
                <th scope="col">{say("seat")}</th>
                <th scope="col">{say("nowDoes")}</th>
                <th scope="col">{say("lastBallot")}</th>
                <th scope="col">{say("checksSaid")}</th>
              </tr>
            </thead>
            <tbody>
              {ROLES.map((role) => {
                const speaks = speakerOf(one) === role;
                const ballot = one.table.ballots?.[role];
                const trouble = one.troubles.find((other) => other.role === role)?.trouble;
                return (
                  <tr key={role} data-speaks={speaks && one.table.acting}>
                    <th scope="row">
                      <svg viewBox="0 0 14 14" style={{ fill: ROLE_LOOKS[role].color }} aria-hidden="true">
                        <path d={ROLE_LOOKS[role].glyph} />
                      </svg>{" "}
                      {inWords(role)}
                    </th>
                    <td>{speaks && one.latest ? inWords(one.latest.turn_type).toLowerCase() : "—"}</td>
                    <td>
                      {ballot ? (
                        <>
                          <svg viewBox="0 0 14 14" style={{ fill: BALLOT_LOOKS[ballot].color }} aria-hidden="true">
                            <path d={BALLOT_LOOKS[ballot].glyph} />
                          </svg>{" "}
                          {ballot.toLowerCase()}
                        </>
                      ) : (
                        "—"
                      )}
                    </td>
                    <td>{trouble ? troubleInWords(role, trouble) : "—"}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}
