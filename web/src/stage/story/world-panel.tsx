// The World Builder: rules, locations, factions and resources, directives, how the story is told, and the log of all that the author did.
import { ENFORCEMENTS, PLACE_SCHEMAS, type StoryState } from "@orrery/worlds/story";
import { type FormEvent, useEffect, useState } from "react";
import type { StageProps } from "../stage.ts";
import { type Author, stateIn, useAuthor } from "./author.ts";
import { idFor } from "./ids.ts";
import { Card, Item, Log, Refused } from "./panel-parts.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";
import { Factions, Resources } from "./world-powers.tsx";

type Tale = StoryState["tale"];

export function WorldPanel({ scene }: StageProps) {
  const author = useAuthor(scene);
  const state = stateIn(scene);
  if (!state) return null;
  const { tale } = state;
  return (
    <div className={style.god}>
      <Refused author={author} />
      <Rules tale={tale} author={author} />
      <Places tale={tale} author={author} />
      <Factions state={state} author={author} />
      <Resources state={state} author={author} />
      <Directives tale={tale} author={author} />
      <Telling telling={tale.telling} author={author} />
      <Card title={say("log")}>
        <Log entries={tale.log.toReversed()} author={author} label={say("log")} isAudit />
      </Card>
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
    <Card title={title}>
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
    </Card>
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

type EditedPlace = Tale["places"][number];
const NO_PLACE = { name: "", description: "", atmosphere: "", time_of_day: "" } as const;
type PlaceFields = { readonly [K in keyof typeof NO_PLACE]: string };

function Places({ tale, author }: { tale: Tale; author: Author }) {
  const [fields, setFields] = useState<PlaceFields>(NO_PLACE);
  /** The place that is edited; null: a new one. */
  const [edited, setEdited] = useState<string | null>(null);
  const open = (place: EditedPlace | null) => {
    setEdited(place?.id ?? null);
    setFields({ ...NO_PLACE, ...place });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = edited ?? idFor(fields.name, new Set(tale.places.map((place) => place.id)), "place");
    if (await author.act({ type: "put_location", metadata: placeOf(id, fields) })) open(null);
  };
  const field = (name: keyof PlaceFields) => ({
    value: fields[name],
    "aria-label": say(PLACE_LABELS[name]),
    placeholder: say(PLACE_LABELS[name]),
    onChange: ({ target }: { target: { value: string } }) => setFields((all) => ({ ...all, [name]: target.value })),
  });
  return (
    <Card title={say("places")}>
      <ul className={style.log}>
        {tale.places.map((place) => (
          <Item
            key={place.id}
            name={place.name}
            about={[place.description, place.atmosphere, place.time_of_day]}
            author={author}
            edit={() => open(place)}
            remove={() => {
              if (place.id === edited) open(null);
              void author.act({ type: "delete_location", metadata: { id: place.id } });
            }}
          />
        ))}
      </ul>
      <form onSubmit={submit} className={style.stack}>
        <input {...field("name")} />
        <textarea rows={2} {...field("description")} />
        <input {...field("atmosphere")} />
        <input {...field("time_of_day")} />
        <button type="submit" className={style.primary} disabled={author.idle || fields.name.trim() === ""}>
          {say(edited === null ? "addPlace" : "save")}
        </button>
      </form>
    </Card>
  );
}
const PLACE_LABELS = {
  name: "placeName",
  description: "placeAbout",
  atmosphere: "placeAtmosphere",
  time_of_day: "placeTime",
} as const;

/** A place as it was filled in; what was left empty is not there. */
function placeOf(id: string, { name, description, atmosphere, time_of_day }: PlaceFields): EditedPlace {
  return {
    id,
    name: name.trim(),
    description: description.trim(),
    ...(atmosphere.trim() === "" ? {} : { atmosphere: atmosphere.trim() }),
    ...(time_of_day.trim() === "" ? {} : { time_of_day: time_of_day.trim() }),
  };
}

/** Tone, how strongly the newest event is told, and what is told of places. */
function Telling({ telling, author }: { telling: Tale["telling"]; author: Author }) {
  const [tone, setTone] = useState(telling.tone);
  useEffect(() => setTone(telling.tone), [telling.tone]);
  const set = (metadata: object) => author.act({ type: "set_telling", metadata });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void set({ tone: tone.trim() });
  };
  return (
    <Card title={say("telling")}>
      <form onSubmit={save} className={style.adder}>
        <input
          value={tone}
          aria-label={say("tone")}
          placeholder={say("tone")}
          onChange={(event) => setTone(event.target.value)}
        />
        <button type="submit" className={style.primary} disabled={author.idle || tone.trim() === telling.tone}>
          {say("save")}
        </button>
      </form>
      <div className={style.stack}>
        <label>
          <small>{say("newestEvent")}</small>
          <select
            value={telling.enforcement}
            disabled={author.idle}
            onChange={(event) => set({ enforcement: event.target.value })}
          >
            {ENFORCEMENTS.map((one) => (
              <option key={one} value={one}>
                {say(`enforcement_${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <small>{say("placeSchema")}</small>
          <select
            value={telling.places}
            disabled={author.idle}
            onChange={(event) => set({ places: event.target.value })}
          >
            {PLACE_SCHEMAS.map((one) => (
              <option key={one} value={one}>
                {say(`schema_${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Card>
  );
}
