// The transcript beside the stage: every turn of the match, what the checks said of failed attempts, and the way to each.
import { useEffect, useMemo, useRef, useState } from "react";
import choiceStyle from "./choice.module.css";
import { inWords, ROLE_LOOKS, TEAMS, type Team, TROUBLE_LOOKS } from "./identity.ts";
import type { Stop } from "./match.ts";
import panelsStyle from "./panels.module.css";
import thirdStyle from "./third.module.css";
import type { Trouble } from "./trouble.ts";
import { say } from "./words.ts";

/** Events drawn at once around the one that is shown: a long match scrolls like a short one. */
const AROUND = 60;

interface TranscriptPanelProps {
  /** In recorded order. */
  readonly stops: readonly Stop[];
  readonly names: Readonly<Record<Team, string>>;
  /** The turn that is shown. */
  readonly turn: number;
  readonly seek: (turn: number) => void;
}

export function TranscriptPanel({ stops, names, turn, seek }: TranscriptPanelProps) {
  const [team, setTeam] = useState<Team | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const chosen = useMemo(() => (team === null ? stops : stops.filter((stop) => stop.team === team)), [stops, team]);
  const now = Math.max(
    0,
    chosen.findLastIndex((one) => one.turn <= turn),
  );
  const first = Math.max(0, now - AROUND);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another place to be at
  useEffect(() => {
    list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  }, [turn, team]);
  if (stops.length === 0) return <p>{say("noTurnsYet")}</p>;
  return (
    <>
      <fieldset className={choiceStyle.choice}>
        <legend className="unseen">{say("filterTeam")}</legend>
        <button type="button" aria-pressed={team === null} onClick={() => setTeam(null)}>
          {say("bothTeams")}
        </button>
        {TEAMS.map((one) => (
          <button key={one} type="button" aria-pressed={team === one} onClick={() => setTeam(one)} translate="no">
            {names[one]}
          </button>
        ))}
      </fieldset>
      <ol ref={list} className={panelsStyle.transcript}>
        {chosen.slice(first, now + AROUND).map((stop) => (
          <Entry key={stop.record.id} stop={stop} now={turn} name={names[stop.team]} seek={seek} />
        ))}
      </ol>
    </>
  );
}

function Entry({
  stop: { turn, record, landed, trouble },
  now,
  name,
  seek,
}: {
  stop: Stop;
  now: number;
  name: string;
  seek: (turn: number) => void;
}) {
  const { id, role, turn_type, output, cause, result } = record;
  const { color, glyph } = ROLE_LOOKS[role];
  const choice = output?.vote ?? output?.decision;
  return (
    <li data-later={turn > now} data-landed={landed.length > 0} aria-current={turn === now ? "step" : undefined}>
      <svg viewBox="0 0 14 14" style={{ fill: color }} aria-hidden="true">
        <path d={glyph} />
      </svg>
      <div>
        <button type="button" onClick={() => seek(turn)}>
          <b>{inWords(role)}</b>, {inWords(turn_type).toLowerCase()}
          {choice ? `: ${inWords(choice).toLowerCase()}` : ""}
          <span className="unseen"> {say("goTo", { turn })}</span>
        </button>
        <small>
          {name} · {id}
          {result ? ` · ${inWords(result.toUpperCase()).toLowerCase()}` : ""}
        </small>
        {trouble && <Attempts trouble={trouble} />}
        {output ? (
          <p translate="no">{output.content}</p>
        ) : (
          <p className={thirdStyle.none}>{say("forfeitedShort", { cause: cause ?? "" })}</p>
        )}
      </div>
    </li>
  );
}

/** Every attempt that the checks refused, with what they said: the reason's code, its sentence, and what was handed in. */
function Attempts({ trouble: { kind, attempts } }: { trouble: Trouble }) {
  const { color, glyph } = TROUBLE_LOOKS[kind];
  return (
    <ol className={panelsStyle.attempts} aria-label={say("problemsOf")}>
      {attempts.map(({ text, problems }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an attempt is its place
        <li key={i}>
          <svg viewBox="0 0 14 14" style={{ fill: color }} aria-hidden="true">
            <path d={glyph} />
          </svg>
          <div>
            <b>{say("attempt", { n: i + 1 })}</b>
            {problems.map(({ reason, message }) => (
              <p key={reason + message}>
                <code>{reason}</code> {message}
              </p>
            ))}
            <details>
              <summary>{say("handedIn")}</summary>
              <pre translate="no">{text}</pre>
            </details>
          </div>
        </li>
      ))}
    </ol>
  );
}
