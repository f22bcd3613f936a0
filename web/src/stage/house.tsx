// One person's surroundings in a house: where they are, the ways out, what is there, what they hold. Each thing opens what can be done with it.
import type { HouseView } from "@orrery/worlds/house";
import { Children, type ReactNode, useState } from "react";
import { Own } from "../parts/rich.tsx";
import { actionInWords, article, capital, type Names } from "../say.ts";
import type { Action, Line } from "../wire.ts";
import { languageTag, t } from "../words.ts";
import { type MapRoom, roomsGoneTo } from "./compass.ts";
import style from "./house.module.css";
import { HouseMap, type RoomNotes } from "./house-map.tsx";
import { Notebook } from "./house-notebook.tsx";
import { count as countHere, say as sayHere } from "./house-notebook-words.ts";
import { differencesIn, handlesIn } from "./house-words.ts";
import type { StageKind, StageProps } from "./stage.ts";

type SeenInRoom = HouseView["things"][number];

function House({ view, legal, names, act }: StageProps) {
  if (!isHouseView(view)) return <AllHouse names={names} view={view} />;
  const { room, lit, exits, things, people, holding } = view;
  const about = (id: string) =>
    legal.filter(
      ({ targetId, locationId, metadata }) =>
        targetId === id || locationId === id || metadata?.["to"] === id || metadata?.["from"] === id,
    );
  const rows = { about, names, act };
  const free = legal.filter(
    ({ targetId, type, metadata }) =>
      targetId === undefined && type !== "go" && (!metadata || Object.keys(metadata).every((key) => key === "verb")),
  );
  return (
    <div className={style.house}>
      <h2 className={style.room}>
        <Own>{capital(room.name)}</Own>
        {!lit && <span className={style.dark}>{t("inTheDark")}</span>}
        {view.clock && <Clock {...view.clock} />}
      </h2>
      <Group title={t("waysOut")} empty={t("noWayOut")} kind={style.ways}>
        {exits.map(({ direction, door, beyond }) => {
          const go = legal.find(({ type, metadata }) => type === "go" && metadata?.["direction"] === direction);
          return (
            <li key={direction} className={style.exit} data-door={door !== null}>
              <button
                type="button"
                className={style.way}
                aria-disabled={!go || !act}
                translate="no"
                onClick={() => go && act?.(go)}
              >
                <Compass direction={direction} />
                {capital(direction)}
              </button>
              <span className={style.beyond}>
                {door && <Row {...rows} it={door} note={door.open ? t("isOpen") : t("isClosed")} />}
                {beyond && <span className={style.note}>{t("toRoom", { room: article(beyond.name) })}</span>}
              </span>
            </li>
          );
        })}
      </Group>
      <Group title={t("isHere")} empty={lit ? t("nothingOfNote") : t("tooDark")}>
        {people.map((person) => (
          <li key={person.id}>
            <Row
              {...rows}
              it={person}
              note={
                person.holding.length > 0 ? t("holdsThings", { list: listThings(person.holding) }) : t("personHere")
              }
            />
          </li>
        ))}
        {things.map((thing) => (
          <ThingRow key={thing.id} {...rows} thing={thing} />
        ))}
      </Group>
      <Group title={t("youHold")} empty={t("holdNothing")}>
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
      <section className={style.group}>
        <h3>{t("map")}</h3>
        <HouseMap rooms={roomsGoneTo(view.map)} here={room.id} notes={(id) => notesOf(view, id)} />
      </section>
    </div>
  );
}

/** The time of day, on a face whose rim empties towards the hour that counts. */
function Clock({ minute, left, of }: NonNullable<HouseView["clock"]>) {
  const at = new Date(Date.UTC(2000, 0, 1, 0, minute));
  const time = at.toLocaleTimeString(languageTag(), { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  return (
    <span className={style.clock} data-late={left * 5 <= of}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="13" pathLength="1" />
        <circle cx="16" cy="16" r="13" pathLength="1" strokeDasharray={`${left / of} 1`} />
        <path d="M16 16V9.5" transform={`rotate(${minute / 2} 16 16)`} />
        <path d="M16 16V6.5" transform={`rotate(${(minute % 60) * 6} 16 16)`} />
      </svg>
      <span className="unseen">{sayHere("theTime")} </span>
      <time translate="no">{time}</time>
      <span className="unseen"> {countHere("turnsLeft", left)}</span>
    </span>
  );
}

/** What the viewer believes of a room: of the one around them, what is seen; of the others, what was last seen. */
function notesOf(view: HouseView, id: string): RoomNotes {
  const dark = view.map[id]?.seen === false;
  if (id === view.room.id)
    return { dark, people: view.people.map(({ name }) => name), things: view.things.map(({ name }) => name) };
  return {
    dark,
    people: view.absent.flatMap(({ person, room }) => (room?.id === id ? [person.name] : [])),
    things: view.remembered.flatMap(({ card, room }) => (room?.id === id ? [card.name] : [])),
  };
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

function ThingRow({ thing, ...rows }: Rows & { thing: SeenInRoom }) {
  const { container, light } = thing;
  const note = [
    container && (container.lid || !container.open) ? (container.open ? t("isOpen") : t("isClosed")) : "",
    light ? (light.on ? t("isLit") : t("isUnlit")) : "",
    thing.reach === "shut" ? t("outOfReach") : "",
  ].filter((word) => word !== "");
  const inner = [...thing.in, ...thing.on];
  return (
    <li>
      <Row {...rows} it={thing} note={note.join(", ")} />
      {inner.length > 0 && (
        <ul className={style.inner} aria-label={t("inOrOn", { thing: thing.name })}>
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
      <Own>{it.name}</Own>
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

interface WholeHouse {
  readonly rooms: Readonly<Record<string, { name: string; exits: MapRoom["exits"] }>>;
  readonly things: Readonly<Record<string, { name: string; at: Readonly<Record<string, string>> }>>;
  readonly people: Readonly<Record<string, { name: string; at: string }>>;
}

/** The whole truth for all eyes: the plan of the house, each room and its contents. */
function AllHouse({ view, names }: { view: unknown; names: Names }) {
  const { rooms, things, people } = view as WholeHouse;
  const within = (place: string) => Object.entries(things).filter(([, { at }]) => Object.values(at)[0] === place);
  const drawPlace = (place: string): ReactNode => {
    const list = within(place);
    if (list.length === 0) return null;
    return (
      <ul className={style.inner}>
        {list.map(([id, { name }]) => (
          <li key={id}>
            <span className={style.name} translate="no">
              {name}
            </span>
            {drawPlace(id)}
          </li>
        ))}
      </ul>
    );
  };
  const inRoom = (id: string) => Object.entries(people).filter(([, { at }]) => at === id);
  return (
    <div className={style.house}>
      <section className={style.group}>
        <h3>{t("map")}</h3>
        <HouseMap
          rooms={Object.entries(rooms).map(([id, { name, exits }]) => ({ id, name: names.get(id) ?? name, exits }))}
          here={null}
          notes={(id) => ({
            dark: false,
            people: inRoom(id).map(([, { name }]) => name),
            things: within(id).map(([, { name }]) => name),
          })}
        />
      </section>
      {Object.entries(rooms).map(([id, { name }]) => (
        <section key={id} className={style.group}>
          <h3 translate="no">{names.get(id) ?? name}</h3>
          <ul>
            {inRoom(id).map(([who, person]) => (
              <li key={who}>
                <span className={style.name} translate="no">
                  {person.name}
                </span>
                {drawPlace(who)}
              </li>
            ))}
          </ul>
          {drawPlace(id)}
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

const listThings = (things: readonly { name: string }[]): string => things.map(({ name }) => article(name)).join(", ");
const isHouseView = (view: unknown): view is HouseView => typeof view === "object" && view !== null && "you" in view;

interface Happened {
  readonly type: string;
  readonly who?: string;
  readonly to?: unknown;
}
const TALK: ReadonlySet<string> = new Set(["said", "asked", "informed", "taught"]);
const eventsOf = ({ events }: Line): readonly Happened[] => events as readonly Happened[];

/** Turns in which somebody came into a room for the first time. */
function firstVisits(lines: readonly Line[]): readonly number[] {
  const been = new Set<string>();
  return lines.flatMap((line) => {
    const before = been.size;
    for (const { type, who, to } of eventsOf(line)) if (type === "went") been.add(`${who} ${to}`);
    return been.size > before ? [line.turn] : [];
  });
}

export const stage: StageKind = {
  Stage: House,
  place: "beside",
  title: () => t("aroundYou"),
  hint: () => t("houseHint"),
  paged: true,
  rail: [{ id: "notebook", title: () => sayHere("notebook"), Panel: Notebook }],
  touch: handlesIn,
  differences: differencesIn,
  // What somebody said against the truth is for the story to bring to light.
  quiet: ["moved", "moment", "seen", "until", "sayings", "lied"],
  marks: [
    {
      id: "house-room",
      name: () => t("markRooms"),
      key: "m",
      sign: { path: "M3 11V1.5h6V11", filled: false },
      tone: "good",
      row: 0,
      find: firstVisits,
    },
    {
      id: "house-talk",
      name: () => t("markTalk"),
      key: "c",
      sign: { path: "M1.5 1.5h9v6h-4l-3 3v-3h-2z", filled: true },
      tone: "good",
      row: 0,
      find: (lines) =>
        lines.filter((line) => eventsOf(line).some(({ type }) => TALK.has(type))).map(({ turn }) => turn),
    },
  ],
};
