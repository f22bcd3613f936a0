// One round as prose, with who felt what, what it came of, and the actions that it was told from.
import { type Beat as BeatData, dayOf, hourOf, type StoryEvent, type StoryState } from "@orrery/worlds/story";
import { useState } from "react";
import { capital } from "../../say.ts";
import type { Line } from "../../shapes.ts";
import { actionWords } from "./action-words.ts";
import { type Emotion, lineOf, nameOfEmotion, strongest } from "./feelings.ts";
import { Disc, personOf } from "./people.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";

interface BeatProps {
  readonly beats: readonly BeatData[];
  readonly state: StoryState;
  readonly lines: readonly Line[];
  /** A model's telling of the round, where there is one. */
  readonly told: string | null;
}

export function Beat({ beats, state, lines, told }: BeatProps) {
  const [first] = beats;
  if (!first) return <p className={style.empty}>{say("noRounds")}</p>;
  const prose = told ?? beats.map((beat) => beat.prose).join("\n\n");
  const { round } = first;
  const inTown = state.settings.mode === "town";
  return (
    <article className={style.beat}>
      <div className={style.prose} aria-live="polite">
        <h2>{capital(say("roundNow", { round }))}</h2>
        <p className={style.small}>
          {inTown
            ? say("dayHour", { day: dayOf(state.settings, round), hour: hourOf(state.settings, round) })
            : beats.flatMap(({ platform }) => platform ?? []).join(", ")}
        </p>
        {prose === "" ? (
          <p>{say("quietRound")}</p>
        ) : (
          prose.split(/\n{2,}/).map((paragraph, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place
            <p key={i} translate="no">
              {paragraph}
            </p>
          ))
        )}
      </div>
      <Side beats={beats} state={state} lines={lines} />
    </article>
  );
}

function Side({ beats, state, lines }: Omit<BeatProps, "told">) {
  const [open, setOpen] = useState(false);
  const felt = feelingsIn(beats);
  const events = new Set(beats.flatMap((beat) => beat.events));
  const causes = state.tale.log.filter(({ id }) => events.has(id));
  const count = beats.reduce((sum, { action_count }) => sum + action_count, 0);
  return (
    <aside className={style.side}>
      {felt.length > 0 && (
        <section>
          <h3>{say("feltWhat")}</h3>
          <ul>
            {felt.map(({ id, feelings }) => {
              const person = personOf(state, id);
              return (
                <li key={id} className={style.felt}>
                  <Disc person={person} />
                  <span>
                    <span translate="no">{person.name}</span>
                    <small>
                      {feelings.map((emotion, i) => (
                        <b key={emotion} style={{ color: lineOf(emotion) }}>
                          {i > 0 ? ", " : ""}
                          {nameOfEmotion(emotion)}
                        </b>
                      ))}
                    </small>
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {causes.length > 0 && (
        <section>
          <h3>{say("because")}</h3>
          <ul>
            {causes.map(({ id, description, round }) => (
              <li key={id}>
                {description} <small>{say("roundNow", { round })}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{say("fromActions", { n: count })}</h3>
        <button type="button" className={style.plain} aria-expanded={open} onClick={() => setOpen(!open)}>
          {say(open ? "hideActions" : "showActions")}
        </button>
        {open && <Actions beats={beats} state={state} lines={lines} />}
      </section>
    </aside>
  );
}

const FELT_SHOWN = 6;
/** The first few who felt anything; of a thousand people no more are looked at. */
function feelingsIn(beats: readonly BeatData[]): { id: string; feelings: readonly Emotion[] }[] {
  const felt: { id: string; feelings: readonly Emotion[] }[] = [];
  for (const { emotions } of beats)
    for (const [id, levels] of Object.entries(emotions)) {
      const feelings = strongest(levels, 2);
      if (feelings.length > 0) felt.push({ id, feelings });
      if (felt.length === FELT_SHOWN) return felt;
    }
  return felt;
}

const ACTIONS_SHOWN = 60;

function Actions({ beats, state, lines }: Omit<BeatProps, "told">) {
  const [from, to] = [Math.min(...beats.map((beat) => beat.from)), Math.max(...beats.map((beat) => beat.to))];
  // What the dead do in a history that was simulated elsewhere is no part of the story.
  const told = new Set(beats.flatMap(({ ids }) => ids));
  const actions = lines
    .filter(({ turn }) => turn >= from && turn <= to)
    .flatMap((line) => line.events as readonly StoryEvent[])
    .filter((event) => "by" in event)
    .flatMap((action) => {
      const words = told.has(action.by) ? actionWords(action, state) : null;
      return words === null ? [] : [{ action, words }];
    });
  return (
    <ol className={style.actions}>
      {actions.slice(0, ACTIONS_SHOWN).map(({ action, words }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an event is its place
        <li key={i} translate="no">
          <b>{personOf(state, action.by).name}</b> {words}
          {"text" in action && action.text ? `: “${action.text.slice(0, 120)}”` : ""}
        </li>
      ))}
      {actions.length > ACTIONS_SHOWN && <li>{say("moreActions", { n: actions.length - ACTIONS_SHOWN })}</li>}
    </ol>
  );
}
