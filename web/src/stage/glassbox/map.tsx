// The station as a drawing: floors, walls, doors and what stands in the rooms. Knows nobody; those who walk in it are drawn over it.
import { PLACES, type Place, PORTALS, SITES, type Site } from "@orrery/worlds/glassbox/map";
import { memo } from "react";
import style from "./glassbox.module.css";

/** The whole of it, with room for the hull. */
export const WHOLE = { x: -80, y: -80, w: 4360, h: 2760 } as const;

const SIGNS: Readonly<Record<Site["kind"], string>> = {
  task: "M-20-20h40v40h-40zM-10 0h20",
  vent: "M-34-22h68v44h-68zM-20-22v44M-4-22v44M12-22v44",
  button: "M0-46A46 46 0 1 1 0 46 46 46 0 1 1 0-46zM0-20A20 20 0 1 1 0 20 20 20 0 1 1 0-20z",
  cameras: "M-34-22h48v44h-48zM14-8l22-12v40l-22-12",
  admin: "M-50-34h100v68h-100zM-50 0h100M0-34v68",
  vitals: "M-44 0h22l10-24 16 48 12-24h28",
  panel: "M-26-34h52v68h-52zM-12-16h24M-12 4h24",
};

export const Floors = memo(function Floors() {
  return (
    <g>
      <rect x="-50" y="-50" width="4300" height="2700" rx="150" className={style.hull} />
      {PLACES.map(({ id, kind, x, y, w, h }) => (
        <rect key={id} x={x} y={y} width={w} height={h} className={kind === "room" ? style.room : style.hallway} />
      ))}
      {PLACES.filter(({ kind }) => kind === "room").map(({ id, x, y, w, h }) => (
        <rect key={id} x={x} y={y} width={w} height={h} className={style.wall} />
      ))}
      {PORTALS.map(({ id, x1, y1, x2, y2 }) => (
        <line key={id} x1={x1} y1={y1} x2={x2} y2={y2} className={style.opening} />
      ))}
      {SITES.map(({ id, kind, name, x, y }) => (
        <path key={id} d={SIGNS[kind]} transform={`translate(${x} ${y})`} className={style.site} data-kind={kind}>
          <title>{name}</title>
        </path>
      ))}
    </g>
  );
});

export const Names = memo(function Names() {
  return (
    <g>
      {PLACES.filter(({ kind }) => kind === "room").map((place) => (
        <g key={place.id} className={style.place} transform={`translate(${place.x + place.w / 2} ${lineOf(place)})`}>
          <text className={style.oneLine}>{place.name}</text>
          <text className={style.twoLines}>
            {place.name.split(" ").map((word, i, { length }) => (
              <tspan key={word} x="0" dy={i === 0 ? `${(1 - length) / 2}em` : "1em"}>
                {word}{" "}
              </tspan>
            ))}
          </text>
        </g>
      ))}
    </g>
  );
});

/** Where in its room a name stands: not over what stands there, nor where those sit who meet. */
function lineOf({ id, name, x, y, w, h }: Place): number {
  const free = (at: number) =>
    SITES.filter(({ place }) => place === id).every((site) =>
      site.kind === "button"
        ? Math.abs(site.y - at) > TABLE
        : Math.abs(site.y - at) > 60 || Math.abs(site.x - x - w / 2) > name.length * 17 + 40,
    );
  return [0.7, 0.55, 0.85, 0.92].map((part) => y + h * part).find(free) ?? y + h * 0.7;
}
/** From the middle of the table to behind the chairs, in map units. */
const TABLE = 300;

/** Doors that are shut, over the floor and under whoever stands before them. */
export const ShutDoors = ({ rooms }: { rooms: readonly string[] }) => (
  <g>
    {PORTALS.filter(({ door }) => door !== null && rooms.includes(door)).map(({ id, x1, y1, x2, y2 }) => (
      <line key={id} x1={x1} y1={y1} x2={x2} y2={y2} className={style.shut} />
    ))}
  </g>
);
