// The map of known places: how far apart they are, and when one would arrive from here.
import type { TableView } from "@orrery/worlds/table";
import mapStyle from "./places.module.css";
import { say } from "./words.ts";

export function PlacesMap({ view }: { view: TableView }) {
  if (view.map.length < 2) return <p>{say("unknownMap")}</p>;
  const spots = spotsOf(view.map);
  const arrivals = new Map(view.ways.map(({ to, arrives }) => [to, arrives]));
  const here = view.location.id;
  const label = view.map
    .map(({ name }) => name)
    .concat(view.ways.map(({ name, miles, arrives }) => say("wayTo", { name, miles, arrives })));
  return (
    <svg viewBox="0 0 100 76" className={mapStyle.places} role="img" aria-label={label.join("; ")}>
      {roadsOf(view.map).map(({ from, to, ground, miles }) => {
        const [a, b] = [spots.get(from)!, spots.get(to)!];
        const arrives = from === here ? arrivals.get(to) : to === here ? arrivals.get(from) : undefined;
        return (
          <g key={`${from} ${to}`}>
            <path d={`M${a.x} ${a.y}L${b.x} ${b.y}`} data-ground={ground} />
            <text x={(a.x + b.x) / 2} y={(a.y + b.y) / 2} dy="1" textAnchor="middle" className={mapStyle.far}>
              {arrives === undefined ? say("mi", { miles }) : say("miBy", { miles, arrives })}
            </text>
          </g>
        );
      })}
      {view.map.map(({ id, name, here: isHere, visited }) => {
        const { x, y } = spots.get(id)!;
        return (
          <g key={id} transform={`translate(${x} ${y})`} data-here={isHere} data-visited={visited}>
            <circle r={isHere ? 2.8 : 1.8} />
            <text y="-4" textAnchor={x < 25 ? "start" : x > 75 ? "end" : "middle"}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

type Places = TableView["map"];

/** Where each place is drawn: spread over the whole of the picture. */
function spotsOf(map: Places): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const spread = (values: readonly number[], value: number, room: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return 10 + ((value - least) / Math.max(most - least, 1)) * (room - 20);
  };
  const xs = map.map(({ x }) => x);
  const ys = map.map(({ y }) => y);
  return new Map(map.map(({ id, x, y }) => [id, { x: spread(xs, x, 100), y: spread(ys, y, 76) }]));
}

/** Each way once, though it leads both ways. */
function roadsOf(map: Places) {
  const drawn = new Set<string>();
  return map.flatMap(({ id: from, exits }) =>
    exits
      .filter(({ to }) => map.some(({ id }) => id === to))
      .filter(({ to }) => !drawn.has(`${to} ${from}`) && drawn.add(`${from} ${to}`))
      .map(({ to, ground, miles }) => ({ from, to, ground, miles })),
  );
}
