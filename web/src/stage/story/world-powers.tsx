// Who holds power in a town, and over what: its factions and its resources, each written, edited and removed.
import type { StoryState } from "@orrery/worlds/story";
import { type FormEvent, useState } from "react";
import type { Author } from "./author.ts";
import { idFor } from "./ids.ts";
import { Card, Item, People } from "./panel-parts.tsx";
import { peopleOf, personOf } from "./people.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";

type Faction = StoryState["tale"]["factions"][number];
type Resource = StoryState["tale"]["resources"][number];
interface PowersProps {
  readonly state: StoryState;
  readonly author: Author;
}

const NO_FACTION: Faction = { id: "", name: "", power: 0.5, members: [], goals: [] };
const NO_RESOURCE: Resource = { id: "", name: "", abundance: 0.5, controlled_by: null };

/** What is being written; an empty id: something new. */
function useDraft<T extends { readonly id: string; readonly name: string }>(
  nothing: T,
  { taken, otherwise, put }: { taken: readonly T[]; otherwise: string; put: (one: T) => Promise<boolean> },
) {
  const [draft, setDraft] = useState(nothing);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = draft.name.trim();
    const id = draft.id || idFor(name, new Set(taken.map((one) => one.id)), otherwise);
    if (await put({ ...draft, id, name })) setDraft(nothing);
  };
  return { draft, submit, open: setDraft, set: (part: Partial<T>) => setDraft((one) => ({ ...one, ...part })) };
}

export function Factions({ state, author }: PowersProps) {
  const { factions } = state.tale;
  const { draft, submit, open, set } = useDraft(NO_FACTION, {
    taken: factions,
    otherwise: "faction",
    put: (metadata) =>
      author.act({
        type: "put_faction",
        metadata: { ...metadata, goals: metadata.goals.map((goal) => goal.trim()).filter(Boolean) },
      }),
  });
  return (
    <Card title={say("factions")}>
      <ul className={style.log}>
        {factions.map((faction) => (
          <Item
            key={faction.id}
            name={faction.name}
            about={[
              say("powerIs", { n: percent(faction.power) }),
              faction.members.map((id) => personOf(state, id).name).join(", "),
              faction.goals.join("; "),
            ]}
            author={author}
            edit={() => open(faction)}
            remove={() => {
              if (faction.id === draft.id) open(NO_FACTION);
              void author.act({ type: "delete_faction", metadata: { id: faction.id } });
            }}
          />
        ))}
      </ul>
      <form onSubmit={submit} className={style.stack}>
        <Name value={draft.name} label={say("factionName")} set={(name) => set({ name })} />
        <Share value={draft.power} label={say("power")} set={(power) => set({ power })} />
        <textarea
          rows={2}
          value={draft.goals.join("\n")}
          aria-label={say("goals")}
          placeholder={say("goals")}
          onChange={({ target }) => set({ goals: target.value.split("\n") })}
        />
        <People
          people={peopleOf(state)}
          chosen={draft.members}
          choose={(members) => set({ members })}
          legend={say("members")}
        />
        <Save isNew={draft.id === ""} word="addFaction" idle={author.idle || draft.name.trim() === ""} />
      </form>
    </Card>
  );
}

export function Resources({ state, author }: PowersProps) {
  const { resources, factions } = state.tale;
  const { draft, submit, open, set } = useDraft(NO_RESOURCE, {
    taken: resources,
    otherwise: "resource",
    put: (metadata) => author.act({ type: "put_resource", metadata }),
  });
  const holder = (id: string) => factions.find((one) => one.id === id)?.name ?? personOf(state, id).name;
  return (
    <Card title={say("resources")}>
      <ul className={style.log}>
        {resources.map((resource) => (
          <Item
            key={resource.id}
            name={resource.name}
            about={[
              say("abundanceIs", { n: percent(resource.abundance) }),
              resource.controlled_by && say("heldBy", { name: holder(resource.controlled_by) }),
            ]}
            author={author}
            edit={() => open(resource)}
            remove={() => {
              if (resource.id === draft.id) open(NO_RESOURCE);
              void author.act({ type: "delete_resource", metadata: { id: resource.id } });
            }}
          />
        ))}
      </ul>
      <form onSubmit={submit} className={style.stack}>
        <Name value={draft.name} label={say("resourceName")} set={(name) => set({ name })} />
        <Share value={draft.abundance} label={say("abundance")} set={(abundance) => set({ abundance })} />
        <label>
          <small>{say("controlledBy")}</small>
          <select
            value={draft.controlled_by ?? ""}
            onChange={({ target }) => set({ controlled_by: target.value || null })}
          >
            <option value="">{say("nobodyHolds")}</option>
            {factions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {peopleOf(state).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Save isNew={draft.id === ""} word="addResource" idle={author.idle || draft.name.trim() === ""} />
      </form>
    </Card>
  );
}

const Name = ({ value, label, set }: { value: string; label: string; set: (value: string) => void }) => (
  <input value={value} aria-label={label} placeholder={label} onChange={({ target }) => set(target.value)} />
);
const Share = ({ value, label, set }: { value: number; label: string; set: (value: number) => void }) => (
  <label className={style.share}>
    <small>{label}</small>
    <input
      type="range"
      min={0}
      max={1}
      step={0.05}
      value={value}
      onChange={({ target }) => set(Number(target.value))}
    />
    <output>{percent(value)}</output>
  </label>
);
const Save = ({ isNew, word, idle }: { isNew: boolean; word: "addFaction" | "addResource"; idle: boolean }) => (
  <button type="submit" className={style.primary} disabled={idle}>
    {say(isNew ? word : "save")}
  </button>
);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
