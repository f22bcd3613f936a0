// A form for a rumour: its text, its topic and stance, and its first hearers. Who hears of it after that is up to the town.
import type { StoryState } from "@orrery/worlds/story";
import { type FormEvent, useState } from "react";
import { type Author, emptySent } from "./author.ts";
import { Card, People } from "./panel-parts.tsx";
import { isDead, peopleOf } from "./people.tsx";
import { MARK_SIGNS } from "./score.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";

const STANCES = [
  { stance: 0, word: "against" },
  { stance: 0.5, word: "undecided" },
  { stance: 1, word: "inFavour" },
] as const;

export function Rumour({ state, author }: { state: StoryState; author: Author }) {
  const { topics } = state.settings;
  const [text, setText] = useState("");
  const [to, setTo] = useState<readonly string[]>([]);
  const [topic, setTopic] = useState(topics[0]?.id ?? "");
  const [stance, setStance] = useState(0);
  const people = peopleOf(state).filter(({ id }) => !isDead(state, id));
  const spread = async (event: FormEvent) => {
    event.preventDefault();
    const side = topic === "" ? {} : { topic, stance };
    if (!(await author.act({ type: "rumour", metadata: { text: text.trim(), to, ...side } }))) return;
    setText(emptySent(text, ""));
    setTo(emptySent(to, []));
  };
  return (
    <Card sign={MARK_SIGNS.feeling} title={say("rumour")}>
      <form onSubmit={spread} className={style.stack}>
        <textarea
          value={text}
          rows={2}
          aria-label={say("rumourWhat")}
          placeholder={say("rumourWhat")}
          onChange={(event) => setText(event.target.value)}
        />
        {topics.length > 0 && (
          <div className={style.halves}>
            <label>
              <small>{say("about")}</small>
              <select value={topic} onChange={(event) => setTopic(event.target.value)}>
                {topics.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
                <option value="">{say("noTopic")}</option>
              </select>
            </label>
            <label>
              <small>{say("speaks")}</small>
              <select
                value={stance}
                disabled={topic === ""}
                onChange={(event) => setStance(Number(event.target.value))}
              >
                {STANCES.map((one) => (
                  <option key={one.stance} value={one.stance}>
                    {say(one.word)}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
        <People people={people} chosen={to} choose={setTo} legend={say("whisperedTo", { n: to.length })} />
        <button type="submit" className={style.primary} disabled={author.idle || text.trim() === "" || to.length === 0}>
          {say("doRumour")}
        </button>
      </form>
    </Card>
  );
}
