// Two of the author's smaller acts as cards: somebody goes to a place, and rounds pass in which nobody acts.
import type { StoryState } from "@orrery/worlds/story";
import { type FormEvent, useState } from "react";
import { type Author, emptySent } from "./author.ts";
import { Card, Picker } from "./panel-parts.tsx";
import { isDead, peopleOf } from "./people.tsx";
import { MARK_SIGNS } from "./score.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";

interface CardProps {
  readonly state: StoryState;
  readonly author: Author;
}

export function Move({ state, author }: CardProps) {
  const people = peopleOf(state).filter(({ id }) => !isDead(state, id));
  const [chosen, setChosen] = useState("");
  const [to, setTo] = useState<string | null>(null);
  const { places, whereabouts } = state.tale;
  const person = people.find(({ id }) => id === chosen) ?? people[0];
  if (!person) return null;
  const here = whereabouts[person.id] ?? "";
  const wanted = to ?? here;
  const move = async (event: FormEvent) => {
    event.preventDefault();
    const place = wanted === "" ? null : wanted;
    if (await author.act({ type: "move", targetId: person.id, metadata: { place } })) setTo(emptySent(to, null));
  };
  return (
    <Card sign={MARK_SIGNS.other} title={say("move")}>
      {places.length === 0 ? (
        <p className={style.small}>{say("noPlaces")}</p>
      ) : (
        <form onSubmit={move} className={style.stack}>
          <Picker
            people={people}
            chosen={person.id}
            choose={(id) => {
              setChosen(id);
              setTo(null);
            }}
            state={state}
            label={say("character")}
          />
          <label className={style.confirm}>
            <small>{say("moveTo")}</small>
            <select value={wanted} onChange={(event) => setTo(event.target.value)}>
              <option value="">{say("nowhere")}</option>
              {places.map(({ id, name }) => (
                <option key={id} value={id} translate="no">
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={style.primary} disabled={author.idle || wanted === here}>
            {say("doMove")}
          </button>
        </form>
      )}
    </Card>
  );
}

/** Of a town that still has rounds. */
export function Skip({ state, author }: CardProps) {
  const [rounds, setRounds] = useState("1");
  if (state.settings.mode !== "town" || state.closed) return null;
  const skip = async (event: FormEvent) => {
    event.preventDefault();
    if (await author.act({ type: "skip_time", metadata: { rounds: Number(rounds) } }))
      setRounds(emptySent(rounds, "1"));
  };
  return (
    <Card sign={MARK_SIGNS.other} title={say("skip")}>
      <form onSubmit={skip} className={style.stack}>
        <label className={style.confirm}>
          <small>{say("skipRounds")}</small>
          <input type="number" min={1} required value={rounds} onChange={(event) => setRounds(event.target.value)} />
        </label>
        <button type="submit" className={style.primary} disabled={author.idle || rounds === ""}>
          {say("doSkip")}
        </button>
      </form>
    </Card>
  );
}
