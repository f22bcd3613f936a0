// One entry as a judge reads it: pictures, canon, and the transcript by roles. It has no team, and draws none.
import type { Canon } from "@orrery/worlds/sprint/canon";
import type { BlindTurn, JudgedEntry } from "@orrery/worlds/sprint/shape";
import { useMemo } from "react";
import { hang, Wall } from "../gallery.tsx";
import { inWords, PHASES, ROLE_LOOKS } from "../identity.ts";
import { labelInWords, say } from "../words.ts";
import style from "./judging.module.css";

interface EntryPageProps {
  readonly entry: JudgedEntry;
  /** Where a picture can be loaded from; null where it cannot. */
  readonly artifact: (hash: string) => string | null;
}

export function EntryPage({ entry: { label, canon, prompts, pictures, transcript }, artifact }: EntryPageProps) {
  const hung = useMemo(
    () => (prompts ? hang(canon, prompts, pictures, artifact) : []),
    [canon, prompts, pictures, artifact],
  );
  return (
    <article className={style.entry} aria-label={labelInWords(label)}>
      <h3>
        <span>{labelInWords(label)}</span> <b translate="no">{canon.world_name}</b>
      </h3>
      <Wall hung={hung} className={style.pictures} />
      {hung.length === 0 && <p>{say("noPicturesHere")}</p>}
      <CanonText canon={canon} />
      <h4>{say("howArgued")}</h4>
      {PHASES.map((phase) => (
        <details key={phase}>
          <summary>
            {inWords(phase)}{" "}
            <small>{say("turns", { n: transcript.filter((turn) => turn.phase === phase).length })}</small>
          </summary>
          <ol className={style.turns}>
            {transcript
              .filter((turn) => turn.phase === phase)
              .map((turn) => (
                <Turn key={turn.event_id} turn={turn} />
              ))}
          </ol>
        </details>
      ))}
    </article>
  );
}

function Turn({ turn: { event_id, round, speaker_role, turn_type, turn_output } }: { turn: BlindTurn }) {
  const { color, glyph } = ROLE_LOOKS[speaker_role];
  const choice = turn_output?.vote ?? turn_output?.decision;
  return (
    <li>
      <svg viewBox="0 0 14 14" style={{ fill: color }} aria-hidden="true">
        <path d={glyph} />
      </svg>
      <div>
        <b>{inWords(speaker_role)}</b>, {inWords(turn_type).toLowerCase()}
        {choice ? `: ${inWords(choice).toLowerCase()}` : ""}{" "}
        <small>
          {say("roundN", { n: round })} · {event_id}
        </small>
        <p translate="no">{turn_output?.content ?? say("noAnswer")}</p>
      </div>
    </li>
  );
}

/** The canon as one reads a short text about a place. */
function CanonText({ canon }: { canon: Canon }) {
  const { governing_logic, aesthetic_mood, landmarks, inhabitants, tension, hero_image_description } = canon;
  const parts = [
    ["lawOf", [governing_logic]],
    ["people", [inhabitants.appearance, inhabitants.culture_snapshot, inhabitants.relationship_to_place]],
    ["tensionOf", [tension.conflict, tension.stakes, tension.visual_manifestation]],
    ["heroOf", [hero_image_description]],
  ] as const;
  return (
    <div className={style.canon} translate="no">
      <p className={style.moods}>{aesthetic_mood.join(" · ")}</p>
      {parts.slice(0, 1).map((part) => (
        <Part key={part[0]} part={part} />
      ))}
      {landmarks.map(({ name, description, significance, visual_key }) => (
        <section key={name}>
          <h4>{name}</h4>
          <p>{description}</p>
          <p>{significance}</p>
          <p>
            <i>{visual_key}</i>
          </p>
        </section>
      ))}
      {parts.slice(1).map((part) => (
        <Part key={part[0]} part={part} />
      ))}
    </div>
  );
}

function Part({
  part: [word, texts],
}: {
  part: readonly ["lawOf" | "people" | "tensionOf" | "heroOf", readonly (string | undefined)[]];
}) {
  return (
    <section>
      <h4 translate="yes">{say(word)}</h4>
      {texts.map((text) => text && <p key={text}>{text}</p>)}
    </section>
  );
}
