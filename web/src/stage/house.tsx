// One person's surroundings in a house: where they are, the ways out, what is there, what they hold. Each thing opens what can be done with it.
import type { HouseView } from "@orrery/worlds/house";
import { Children, type ReactNode, useState } from "react";
import { actionInWords, capital, type Names } from "../say.ts";
import type { Action } from "../wire.ts";
import style from "./house.module.css";
import type { StageProps } from "./stage.ts";

type Seen = HouseView["things"][number];

export function House({ view, legal, names, act }: StageProps) {
  if (!isHouseView(view)) return <AllHouse names={names} view={view} />;
  const { room, lit, exits, things, people, holding } = view;
  const about = (id: string) =>
    legal.filter(
      ({ targetId, locationId, metadata }) =>
        targetId === id || locationId === id || metadata?.["to"] === id || metadata?.["from"] === id,
    );
  const rows = { about, names, act };
  const free = legal.filter(({ targetId, type }) => targetId === undefined && type !== "go");
  return (
    <div className={style.house}>
      <h2 className={style.room}>
        {capital(room.name)}
        {!lit && <span className={style.dark}>in the dark</span>}
      </h2>
      <Group title="Ways out" empty="No way out that you can see." kind={style.ways}>
        {exits.map(({ direction, door, beyond }) => {
          const go = legal.find(({ type, metadata }) => type === "go" && metadata?.["direction"] === direction);
          return (
            <li key={direction} className={style.exit} data-door={door !== null}>
              <button type="button" className={style.way} disabled={!go || !act} onClick={() => go && act?.(go)}>
                <Compass direction={direction} />
                {capital(direction)}
              </button>
              <span className={style.beyond}>
                {door && <Row {...rows} it={door} note={door.open ? "open" : "closed"} />}
                {beyond && <span className={style.note}>to the {beyond.name}</span>}
              </span>
            </li>
          );
        })}
      </Group>
      <Group title="Here" empty={lit ? "Nothing of note." : "It is too dark to tell."}>
        {people.map((person) => (
          <li key={person.id}>
            <Row
              {...rows}
              it={person}
              note={person.holding.length > 0 ? `holds ${listed(person.holding)}` : "is here"}
            />
          </li>
        ))}
        {things.map((thing) => (
          <ThingRow key={thing.id} {...rows} thing={thing} />
        ))}
      </Group>
      <Group title="You hold" empty="Nothing.">
        {holding.map((thing) => (
          <ThingRow key={thing.id} {...rows} thing={thing} />
        ))}
      </Group>
      {act && free.length > 0 && (
        <div className={style.free}>
          {free.map((action) => (
            <button key={JSON.stringify(action)} type="button" className={style.chip} onClick={() => act(action)}>
              {capital(actionInWords(action, names))}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface Rows {
  readonly about: (id: string) => readonly Action[];
  readonly names: Names;
  readonly act: StageProps["act"];
}

function Group({
  title,
  empty,
  kind,
  children,
}: {
  title: string;
  empty: string;
  kind?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={style.group}>
      <h3>{title}</h3>
      {Children.count(children) === 0 ? <p className={style.note}>{empty}</p> : <ul className={kind}>{children}</ul>}
    </section>
  );
}

function ThingRow({ thing, ...rows }: Rows & { thing: Seen }) {
  const { container, light } = thing;
  const note = [
    container && (container.lid || !container.open) ? (container.open ? "open" : "closed") : "",
    light ? (light.on ? "lit" : "unlit") : "",
    thing.reach === "shut" ? "out of reach" : "",
  ].filter((word) => word !== "");
  const inner = [...thing.in, ...thing.on];
  return (
    <li>
      <Row {...rows} it={thing} note={note.join(", ")} />
      {inner.length > 0 && (
        <ul className={style.inner} aria-label={`In or on the ${thing.name}`}>
          {inner.map((one) => (
            <ThingRow key={one.id} {...rows} thing={one} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A name, and once it is opened what can be done with it. */
function Row({ it, note, about, names, act }: Rows & { it: { id: string; name: string }; note: string }) {
  const [open, setOpen] = useState(false);
  const actions = about(it.id);
  const label = (
    <>
      {it.name}
      {note && <span className={style.note}>{note}</span>}
    </>
  );
  if (actions.length === 0 || !act) return <span className={style.name}>{label}</span>;
  return (
    <>
      <button type="button" className={style.thing} aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && (
        <span className={style.actions}>
          {actions.map((action) => (
            <button
              key={JSON.stringify(action)}
              type="button"
              className={style.chip}
              onClick={() => {
                setOpen(false);
                act(action);
              }}
            >
              {capital(actionInWords(action, names))}
            </button>
          ))}
        </span>
      )}
    </>
  );
}

/** The whole truth, for whoever looks with all eyes: each room and what is in it. */
function AllHouse({ view, names }: { view: unknown; names: Names }) {
  const { rooms, things, people } = view as {
    rooms: Record<string, { name: string }>;
    things: Record<string, { name: string; at: Record<string, string> }>;
    people: Record<string, { name: string; at: string }>;
  };
  const within = (place: string): ReactNode => {
    const list = Object.entries(things).filter(([, { at }]) => Object.values(at)[0] === place);
    if (list.length === 0) return null;
    return (
      <ul className={style.inner}>
        {list.map(([id, { name }]) => (
          <li key={id}>
            <span className={style.name}>{name}</span>
            {within(id)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <div className={style.house}>
      {Object.entries(rooms).map(([id, { name }]) => (
        <section key={id} className={style.group}>
          <h3>{names.get(id) ?? name}</h3>
          <ul>
            {Object.entries(people).flatMap(([who, person]) =>
              person.at === id
                ? [
                    <li key={who}>
                      <span className={style.name}>{person.name}</span>
                      {within(who)}
                    </li>,
                  ]
                : [],
            )}
          </ul>
          {within(id)}
        </section>
      ))}
    </div>
  );
}

const POINTS: Readonly<Record<string, number>> = {
  north: 0,
  northeast: 45,
  east: 90,
  southeast: 135,
  south: 180,
  southwest: 225,
  west: 270,
  northwest: 315,
};
function Compass({ direction }: { direction: string }) {
  const angle = POINTS[direction];
  const path =
    angle !== undefined
      ? "M8 2.5 12 12 8 9.8 4 12z"
      : direction === "up"
        ? "M8 3v10M4 7l4-4 4 4"
        : direction === "down"
          ? "M8 13V3M4 9l4 4 4-4"
          : "M3 8h9M9 5l3 3-3 3";
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" className={style.compass} aria-hidden="true">
      <path d={path} {...(angle ? { transform: `rotate(${angle} 8 8)` } : {})} data-filled={angle !== undefined} />
    </svg>
  );
}

const listed = (things: readonly { name: string }[]): string => things.map(({ name }) => `the ${name}`).join(", ");
const isHouseView = (view: unknown): view is HouseView => typeof view === "object" && view !== null && "you" in view;
