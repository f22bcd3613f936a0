// What the panels of the rail are made of: a card, a choice of one person or several, the author's log. Nothing here acts by itself.
import type { StoryState } from "@orrery/worlds/story";
import { useState } from "react";
import type { Author } from "./author.ts";
import { Disc, isDead, type TownPerson } from "./people.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";

export function Card({
  sign,
  title,
  tone,
  children,
}: {
  sign?: string;
  title: string;
  tone?: "bad";
  children: React.ReactNode;
}) {
  return (
    <section className={style.card} data-tone={tone}>
      <h3>
        {sign && (
          <svg viewBox="-1 -1 16 16" aria-hidden="true">
            <path d={sign} />
          </svg>
        )}
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Why the author's last action was refused; nothing where it was not. */
export const Refused = ({ author: { refused } }: { author: Author }) =>
  refused && (
    <p className={style.refused} role="alert">
      {refused}
    </p>
  );

/** One of them. `isBare`: without a line about who is chosen, which stands elsewhere. */
export function Picker({
  people,
  chosen,
  choose,
  state,
  label,
  isBare = false,
}: {
  people: readonly TownPerson[];
  chosen: string;
  choose: (id: string) => void;
  state: StoryState;
  label: string;
  isBare?: boolean;
}) {
  const person = people.find(({ id }) => id === chosen);
  const place = state.tale.places.find(({ id }) => id === state.tale.whereabouts[chosen]);
  return (
    <>
      <label className={style.chooser}>
        <span className="unseen">{label}</span>
        <select value={chosen} onChange={(event) => choose(event.target.value)}>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
              {isDead(state, id) ? " †" : ""}
            </option>
          ))}
        </select>
      </label>
      {person && !isBare && (
        <p className={style.chosen}>
          <Disc person={person} />
          <span translate="no">{[person.role, place?.name].filter(Boolean).join(" · ")}</span>
        </p>
      )}
    </>
  );
}

/** Any number of them, found by name. */
export function People({
  people,
  chosen,
  choose,
  legend,
}: {
  people: readonly TownPerson[];
  chosen: readonly string[];
  choose: (ids: readonly string[]) => void;
  legend: string;
}) {
  const [sought, setSought] = useState("");
  const wanted = sought.trim().toLowerCase();
  const shown = people.filter(({ id, name }) => chosen.includes(id) || name.toLowerCase().includes(wanted));
  return (
    <fieldset className={style.people}>
      <legend>{legend}</legend>
      <input
        type="search"
        value={sought}
        aria-label={say("findPerson")}
        placeholder={say("findPerson")}
        onChange={(event) => setSought(event.target.value)}
      />
      <div>
        {shown.slice(0, SHOWN).map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
            <span translate="no">{name}</span>
          </label>
        ))}
      </div>
      {shown.length > SHOWN && <small>{say("morePeople", { n: shown.length - SHOWN })}</small>}
    </fieldset>
  );
}
const SHOWN = 60;

/** Interventions, each with its way back where it has one. `withIds`: struck-out ones and ids too, as an audit. */
export function Log({
  entries,
  author,
  label,
  isAudit = false,
}: {
  entries: StoryState["tale"]["log"];
  author: Author;
  label: string;
  isAudit?: boolean;
}) {
  if (entries.length === 0) return <p className={style.small}>{say("noEvents")}</p>;
  return (
    <ol className={style.log} aria-label={label}>
      {entries.map(({ id, round, description, scope, undo, undone }) => (
        <li key={id} data-undone={undone}>
          <span>
            {isAudit && <code>{id}</code>} ({say("roundNow", { round })}) {description}
            {scope === "telling" && <small> · {say("scopeTelling")}</small>}
          </span>
          {!undone && undo !== null && (
            <button
              type="button"
              className={style.plain}
              disabled={author.idle}
              aria-label={`${say("undo")}: ${description}`}
              onClick={() => author.act({ type: "take_back", metadata: { id } })}
            >
              {say("undo")}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Something with a name that can be edited and removed. */
export function Item({
  name,
  about,
  author,
  edit,
  remove,
}: {
  name: string;
  about: readonly (string | null | undefined)[];
  author: Author;
  edit: () => void;
  remove: () => void;
}) {
  const button = (word: "edit" | "remove", act: () => void) => (
    <button
      type="button"
      className={style.plain}
      disabled={author.idle}
      aria-label={`${say(word)}: ${name}`}
      onClick={act}
    >
      {say(word)}
    </button>
  );
  return (
    <li>
      <span>
        <b translate="no">{name}</b> — <span translate="no">{about.filter(Boolean).join(" · ")}</span>
      </span>
      {button("edit", edit)}
      {button("remove", remove)}
    </li>
  );
}
