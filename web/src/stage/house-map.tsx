// The rooms that somebody knows, as a plan: where they are, ways gone and not gone, and what was last seen where. Drawn from the view alone.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { article, capital } from "../say.ts";
import { t } from "../words.ts";
import { inWords, type Layout, layOut, type MapRoom, nearest, type PlacedRoom, stepOf } from "./compass.ts";
import style from "./house-map.module.css";

export interface RoomNotes {
  /** Never seen by light. */
  readonly dark: boolean;
  /** What is there now, or was when it was last seen. */
  readonly people: readonly string[];
  readonly things: readonly string[];
}
interface HouseMapProps {
  readonly rooms: readonly MapRoom[];
  /** The viewer's room; null for a viewer who sees all of the house. */
  readonly here: string | null;
  readonly notes: (room: string) => RoomNotes;
}

/** Units of the drawing, which are pixels at its own size. */
const CELL = { width: 96, height: 72 };
const BOX = { width: 80, height: 46 };
const STUB = 14;
const middle = ({ x, y }: Pick<PlacedRoom, "x" | "y">) => ({
  x: (x + 0.5) * CELL.width,
  y: (y + 0.5) * CELL.height,
});

export function HouseMap({ rooms, here, notes }: HouseMapProps) {
  const layout = layOut(rooms);
  const [chosen, setChosen] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const at = layout.rooms.find(({ id }) => id === here);
  const stop = layout.rooms.some(({ id }) => id === focus) ? focus : (here ?? layout.rooms[0]?.id ?? null);
  const id = useId();
  // Where one is comes into sight, without moving the page.
  useEffect(() => {
    if (!at || !box.current) return;
    const { x, y } = middle(at);
    box.current.scrollTo(x - box.current.clientWidth / 2, y - box.current.clientHeight / 2);
  }, [at?.x, at?.y, at]);
  if (layout.rooms.length === 0) return null;
  const told = chosen === null ? undefined : layout.rooms.find((room) => room.id === chosen);
  const onKeyDown = (event: KeyboardEvent<SVGGElement>, room: PlacedRoom) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      setChosen(room.id === chosen ? null : room.id);
      return;
    }
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = nearest(layout, room, step);
    if (!next) return;
    setFocus(next.id);
    event.currentTarget.ownerSVGElement?.querySelector<SVGGElement>(`[data-room="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div className={style.map}>
      <div ref={box} className={style.box} translate="no">
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset, and its rooms are one group */}
        <svg
          width={layout.columns * CELL.width}
          height={layout.rows * CELL.height}
          viewBox={`0 0 ${layout.columns * CELL.width} ${layout.rows * CELL.height}`}
          role="group"
          aria-label={t("mapOf")}
          aria-describedby={`${id}-words`}
        >
          <Ways layout={layout} />
          {layout.rooms.map((room) => {
            const { dark, people, things } = notes(room.id);
            const { x, y } = middle(room);
            const lines = wrapName(capital(room.name));
            return (
              // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own
              <g
                key={room.id}
                role="button"
                data-room={room.id}
                data-here={room.id === here}
                data-dark={dark}
                className={style.room}
                transform={`translate(${x - BOX.width / 2} ${y - BOX.height / 2})`}
                tabIndex={room.id === stop ? 0 : -1}
                aria-pressed={room.id === chosen}
                aria-label={room.id === here ? t("roomHere", { room: room.name }) : room.name}
                onFocus={() => setFocus(room.id)}
                onKeyDown={(event) => onKeyDown(event, room)}
                onClick={() => setChosen(room.id === chosen ? null : room.id)}
              >
                <rect width={BOX.width} height={BOX.height} rx="7" />
                <text x={BOX.width / 2} y={BOX.height / 2 - (lines.length - 1) * 7 - (people.length > 0 ? 5 : 0)}>
                  {lines.map((line, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
                    <tspan key={i} x={BOX.width / 2} dy={i === 0 ? "0.35em" : "1.15em"}>
                      {i === lines.length - 1 ? line : `${line} `}
                    </tspan>
                  ))}
                </text>
                {people.slice(0, 4).map((person, i) => (
                  <circle
                    key={person}
                    cx={BOX.width / 2 + (i - (Math.min(people.length, 4) - 1) / 2) * 10}
                    cy={BOX.height - 8}
                    r="3.2"
                    className={style.person}
                  />
                ))}
                {things.length > 0 && (
                  <rect x={BOX.width - 10} y="5" width="5" height="5" rx="1" className={style.thing} />
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <div aria-live="polite">{told && <Told room={told} here={told.id === here} {...notes(told.id)} />}</div>
      <ul className={style.key} aria-hidden="true">
        <li>
          <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
            <circle cx="6" cy="6" r="4" className={style.person} />
          </svg>
          {t("mapPeople")}
        </li>
        <li>
          <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
            <rect x="2.5" y="2.5" width="7" height="7" rx="1" className={style.thing} />
          </svg>
          {t("mapThings")}
        </li>
        {layout.stubs.length > 0 && (
          <li>
            <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true">
              <path d="M1 6h14" className={style.stub} />
            </svg>
            {t("mapUnknown")}
          </li>
        )}
      </ul>
      <details id={`${id}-words`} className={style.words}>
        <summary>{t("mapInWords")}</summary>
        <ul>
          {inWords(rooms).map(({ id: room, name, ways }) => (
            <li key={room}>
              <b translate="no">{capital(name)}</b>
              {room === here && <> ({t("youAreHere")})</>}
              {ways.map(({ direction, to }) => (
                <span key={direction}>
                  {"; "}
                  {to === null ? t("wayUnknown", { direction }) : t("wayTo", { direction, room: article(to) })}
                </span>
              ))}
              <Contents {...notes(room)} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Told({ room, here, ...notes }: { room: PlacedRoom; here: boolean } & RoomNotes) {
  const nothing = notes.people.length + notes.things.length === 0;
  return (
    <p className={style.told}>
      <b translate="no">{capital(room.name)}</b>
      {here && <> ({t("youAreHere")})</>}
      {notes.dark && <>. {t("roomDark")}</>}
      {nothing ? <>. {t("roomNothing")}</> : <Contents {...notes} />}
    </p>
  );
}

const Contents = ({ people, things }: RoomNotes) => (
  <>
    {people.length > 0 && <>. {t("seenPeople", { list: people.join(", ") })}</>}
    {things.length > 0 && <>. {t("seenThings", { list: things.join(", ") })}</>}
  </>
);

function Ways({ layout: { rooms, ways, stubs } }: { layout: Layout }) {
  const places = new Map(rooms.map((room) => [room.id, middle(room)]));
  return (
    <g>
      {ways.map(({ from, to, direction, both }) => {
        const a = places.get(from)!;
        const b = places.get(to)!;
        const stairs = direction === "up" || direction === "down";
        return (
          <g key={`${from} ${to}`}>
            <path d={`M${a.x} ${a.y}L${b.x} ${b.y}`} className={style.way} data-stairs={stairs} data-oneway={!both} />
            {stairs && <Stairs x={(a.x + b.x) / 2} y={(a.y + b.y) / 2} />}
          </g>
        );
      })}
      {stubs.map(({ from, direction }) => {
        const a = places.get(from)!;
        const [dx, dy] = stepOf(direction);
        const edge = { x: a.x + (dx * BOX.width) / 2, y: a.y + (dy * BOX.height) / 2 };
        return (
          <path
            key={`${from} ${direction}`}
            d={`M${edge.x} ${edge.y}l${dx * STUB} ${dy * STUB}`}
            className={style.stub}
          />
        );
      })}
    </g>
  );
}

const Stairs = ({ x, y }: { x: number; y: number }) => (
  <path d={`M${x - 7} ${y + 5}h5v-4h5v-4h5`} className={style.stairs} />
);

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Letters that a box is wide. */
const WIDE = 12;
/** A name on at most three lines of about as many letters as a box is wide; what is too long for it is cut. */
function wrapName(name: string): readonly string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length <= WIDE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines.length <= 3 ? lines : [...lines.slice(0, 2), `${lines[2]}…`];
  return shown.map((line) => {
    const letters = Array.from(line);
    return letters.length <= WIDE + 1 ? line : `${letters.slice(0, WIDE - 1).join("")}…`;
  });
}
