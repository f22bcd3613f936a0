// The World Builder: rules, locations, directives and the log of all that the author did.
import type { StoryState } from "@orrery/worlds/story";
import { type FormEvent, useState } from "react";
import type { StageProps } from "../stage.ts";
import { type Author, stateIn, useAuthor } from "./author.ts";
import { idFor } from "./ids.ts";
import style from "./story.module.css";
import { say } from "./words.ts";

type Tale = StoryState["tale"];

export function WorldPanel({ scene }: StageProps) {
  const author = useAuthor(scene);
  const state = stateIn(scene);
  if (!state) return null;
  const { tale } = state;
  return (
    <div className={style.god}>
      {author.refused && (
        <p className={style.refused} role="alert">
          {author.refused}
        </p>
      )}
      <Rules tale={tale} author={author} />
      <Places tale={tale} author={author} />
      <Directives tale={tale} author={author} />
      <section className={style.card}>
        <h3>{say("log")}</h3>
        {tale.log.length === 0 && <p className={style.small}>{say("noEvents")}</p>}
        <ol className={style.log}>
          {tale.log.toReversed().map(({ id, round, description, undone, undo }) => (
            <li key={id} data-undone={undone}>
              <span>
                <code>{id}</code> {say("roundNow", { round })}: {description}
              </span>
              {!undone && undo !== null && (
                <button
                  type="button"
                  className={style.plain}
                  disabled={author.idle}
                  onClick={() => author.act({ type: "take_back", metadata: { id } })}
                >
                  {say("undo")}
                </button>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** A list of texts, each of which can be removed, and one field for another. */
function Texts({
  title,
  add,
  author,
  items,
  onAdd,
}: {
  title: string;
  add: string;
  author: Author;
  items: readonly {
    readonly key: string;
    readonly text: string;
    readonly note?: string;
    readonly remove: () => void;
  }[];
  onAdd: (text: string) => Promise<boolean>;
}) {
  const [text, setText] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && (await onAdd(text.trim()))) setText("");
  };
  return (
    <section className={style.card}>
      <h3>{title}</h3>
      <ul className={style.log}>
        {items.map(({ key, text: one, note, remove }) => (
          <li key={key}>
            <span>
              {one} {note && <small>· {note}</small>}
            </span>
            <button
              type="button"
              className={style.plain}
              disabled={author.idle}
              onClick={remove}
              aria-label={`${say("remove")}: ${one}`}
            >
              {say("remove")}
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className={style.adder}>
        <input value={text} aria-label={add} placeholder={add} onChange={(event) => setText(event.target.value)} />
        <button type="submit" className={style.primary} disabled={author.idle || text.trim() === ""}>
          {say("add")}
        </button>
      </form>
    </section>
  );
}

const Rules = ({ tale, author }: { tale: Tale; author: Author }) => (
  <Texts
    title={say("rules")}
    add={say("addRule")}
    author={author}
    items={tale.rules.map((text, index) => ({
      key: `${index} ${text}`,
      text,
      remove: () => void author.act({ type: "delete_rule", metadata: { index } }),
    }))}
    onAdd={(text) => author.act({ type: "set_rules", metadata: { rules: [...tale.rules, text] } })}
  />
);

const Directives = ({ tale, author }: { tale: Tale; author: Author }) => (
  <Texts
    title={say("directives")}
    add={say("addDirective")}
    author={author}
    items={tale.directives.map(({ id, text, check }) => ({
      key: id,
      text,
      note: say(check ? "checked" : "advisory"),
      remove: () => void author.act({ type: "delete_directive", metadata: { id } }),
    }))}
    onAdd={(text) => author.act({ type: "add_directive", metadata: { text } })}
  />
);

function Places({ tale, author }: { tale: Tale; author: Author }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = idFor(name, new Set(tale.places.map((place) => place.id)), "place");
    if (
      await author.act({ type: "put_location", metadata: { id, name: name.trim(), description: description.trim() } })
    ) {
      setName("");
      setDescription("");
    }
  };
  return (
    <section className={style.card}>
      <h3>{say("places")}</h3>
      <ul className={style.log}>
        {tale.places.map((place) => (
          <li key={place.id}>
            <span>
              <b translate="no">{place.name}</b> — <span translate="no">{place.description}</span>
            </span>
            <button
              type="button"
              className={style.plain}
              disabled={author.idle}
              aria-label={`${say("remove")}: ${place.name}`}
              onClick={() => author.act({ type: "delete_location", metadata: { id: place.id } })}
            >
              {say("remove")}
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className={style.stack}>
        <input
          value={name}
          aria-label={say("placeName")}
          placeholder={say("placeName")}
          onChange={(event) => setName(event.target.value)}
        />
        <textarea
          value={description}
          rows={2}
          aria-label={say("placeAbout")}
          placeholder={say("placeAbout")}
          onChange={(event) => setDescription(event.target.value)}
        />
        <button type="submit" className={style.primary} disabled={author.idle || name.trim() === ""}>
          {say("addPlace")}
        </button>
      </form>
    </section>
  );
}
