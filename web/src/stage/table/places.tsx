// The map of known places: the land, how far apart they are, and when one would arrive from here, beside what is due by then.
import type { TableView } from "@orrery/worlds/table";
import { landOf } from "./land.ts";
import { anchorOf, besideRoad, boxOfName, WIDTH } from "./map-words.ts";
import { lengthOf } from "./parts.tsx";
import mapStyle from "./places.module.css";
import { Terrain, type TerrainSpot } from "./terrain.tsx";
import { say } from "./words.ts";

/** Room of the picture: names stand inside it. */
const [HEIGHT, MARGIN] = [76, 12];

export function PlacesMap({ view }: { view: TableView }) {
  if (view.map.length < 2) return <p>{say("unknownMap")}</p>;
  const spots = spotsOf(view.map);
  const arrivals = new Map(view.ways.map(({ to, arrives }) => [to, arrives]));
  const here = view.location.id;
  const names = view.map.map(({ id, name }) => boxOfName(name, spots.get(id)!));
  const label = view.map
    .map(({ name, visited }) => (visited ? name : say("notSeen", { name })))
    .concat(view.ways.map(({ name, miles, arrives }) => say("wayTo", { name, miles, arrives })));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={mapStyle.places} role="img" aria-label={label.join("; ")}>
      <Terrain spots={[...spots.values()]} />
      <path d="M94 66v-7m-2 2.500 2-2.500 2 2.500" className={mapStyle.north} />
      {roadsOf(view.map).map(({ from, to, ground, miles }) => {
        const [a, b] = [spots.get(from)!, spots.get(to)!];
        const arrives = from === here ? arrivals.get(to) : to === here ? arrivals.get(from) : undefined;
        const words = lengthInWords(miles, arrives);
        const at = besideRoad(a, b, words, names);
        return (
          <g key={`${from} ${to}`} className={mapStyle.road} data-ground={ground}>
            <path d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
            {at && (
              <text x={at.x} y={at.y}>
                {words}
              </text>
            )}
          </g>
        );
      })}
      {view.map.map(({ id, name, here: isHere, visited }) => {
        const { x, y } = spots.get(id)!;
        return (
          <g
            key={id}
            transform={`translate(${x} ${y})`}
            className={mapStyle.spot}
            data-here={isHere}
            data-visited={visited}
          >
            {isHere && <circle r="4.200" className={mapStyle.halo} />}
            {visited ? (
              <circle r={isHere ? 2.2 : 1.6} />
            ) : (
              <>
                <circle r="2.400" className={mapStyle.unseen} />
                <text y="1.150" textAnchor="middle" className={mapStyle.query}>
                  ?
                </text>
              </>
            )}
            <text y="-4" textAnchor={anchorOf(x)}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const lengthInWords = (miles: number, arrives: string | undefined): string =>
  miles === 0 ? say("closeBy") : arrives === undefined ? say("mi", { miles }) : say("miBy", { miles, arrives });

/** The map and the ways from here, each with the time that it leaves for what is due. */
export function Places({ view }: { view: TableView }) {
  const due = view.deadlines
    .filter(({ status }) => status === "active")
    .sort((a, b) => a.secondsLeft - b.secondsLeft)
    .slice(0, 2);
  return (
    <>
      <PlacesMap view={view} />
      <ul className={mapStyle.ways} aria-label={say("ways")}>
        {view.ways.map(({ to, name, miles, seconds, arrives }) => (
          <li key={to}>
            <b translate="no">{name}</b> <span>{lengthOf(seconds)}</span>
            <small>{lengthInWords(miles, undefined)}</small> <small>{say("thereAt", { arrives })}</small>
            {due.map(({ id, description, secondsLeft }) => (
              <small key={id} className={mapStyle.due} data-late={secondsLeft < seconds}>
                {secondsLeft < seconds
                  ? say("tooLate", { what: description })
                  : say("toSpare", { what: description, time: lengthOf(secondsLeft - seconds) })}
              </small>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

type Known = TableView["map"];

/** Where each place is drawn: spread over the whole of the picture. */
function spotsOf(map: Known): ReadonlyMap<string, TerrainSpot> {
  const spread = (values: readonly number[], value: number, room: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return MARGIN + ((value - least) / Math.max(most - least, 1)) * (room - 2 * MARGIN);
  };
  const xs = map.map(({ x }) => x);
  const ys = map.map(({ y }) => y);
  return new Map(
    map.map((place) => [
      place.id,
      { id: place.id, x: spread(xs, place.x, WIDTH), y: spread(ys, place.y, HEIGHT), land: landOf(place) },
    ]),
  );
}

/** Each way once, though it leads both ways. */
function roadsOf(map: Known) {
  const drawn = new Set<string>();
  return map.flatMap(({ id: from, exits }) =>
    exits
      .filter(({ to }) => map.some(({ id }) => id === to))
      .filter(({ to }) => !drawn.has(`${to} ${from}`) && drawn.add(`${from} ${to}`))
      .map(({ to, ground, miles }) => ({ from, to, ground, miles })),
  );
}
