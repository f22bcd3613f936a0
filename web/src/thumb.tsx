// A run as a small living picture: the board as it stands, the plan of the house or the station with whoever is where; the world's emblem for any other.
import { useEffect, useState } from "react";
import { Emblem } from "./emblem.tsx";
import style from "./home.module.css";
import { later } from "./parts/later.tsx";
import { namesIn } from "./say.ts";
import { layOut, type MapRoom } from "./stage/compass.ts";
import type { RunCard, Shown } from "./wire.ts";
import * as wire from "./wire.ts";

/** With it comes the map, which no other page needs. */
const MiniStation = later(
  async () => (await import("./stage/glassbox/mini.tsx")).MiniStation,
  () => <span className={style.scene} />,
);

/** Looks at the run as it is now. Without an answer the emblem stays. */
export function Thumb({ run: { run, world, turns } }: { run: RunCard }) {
  const [shown, setShown] = useState<Shown | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that has grown is looked at again
  useEffect(() => {
    let stale = false;
    wire.show(run, {}).then(
      (got) => !stale && setShown(got),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [run, turns]);
  const { cells } = (shown?.view ?? {}) as { cells?: readonly (string | null)[] };
  if (shown?.plays === "tictactoe" && cells) return <MiniBoard cells={cells} />;
  if (shown?.plays === "glassbox") return <MiniStation view={shown.view} />;
  if (shown?.plays === "house") return <MiniHouse shown={shown} />;
  return (
    <span className={style.scene}>
      <Emblem world={world} />
    </span>
  );
}

function MiniBoard({ cells }: { cells: readonly (string | null)[] }) {
  return (
    <span className={style.scene}>
      <svg viewBox="0 0 60 60" className={style.mini} fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M21 4v52M39 4v52M4 21h52M4 39h52" opacity=".55" strokeWidth="1.4" />
        {cells.map((mark, i) => {
          const x = (i % 3) * 18 + 12;
          const y = Math.floor(i / 3) * 18 + 12;
          return mark === "x" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            <path key={i} d={`M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`} strokeWidth="2.4" />
          ) : mark === "o" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            <circle key={i} cx={x} cy={y} r="5.4" strokeWidth="2.4" className={style.blue} />
          ) : null;
        })}
      </svg>
    </span>
  );
}

interface HouseState {
  readonly rooms: Readonly<Record<string, { readonly name: string; readonly exits: MapRoom["exits"] }>>;
  readonly people: Readonly<Record<string, { readonly at: string }>>;
  readonly players: readonly string[];
}
const ROOM = { width: 15, height: 10, gap: 5 };

/** The plan of the whole house; whoever plays is brass, the others are blue. */
function MiniHouse({ shown }: { shown: Shown }) {
  const { rooms, people, players } = shown.view as HouseState;
  const names = namesIn(shown.actors);
  const plan = layOut(Object.entries(rooms).map(([id, { name, exits }]) => ({ id, name, exits })));
  const at = new Map(
    plan.rooms.map(({ id, x, y }) => [id, { x: x * (ROOM.width + ROOM.gap), y: y * (ROOM.height + ROOM.gap) }]),
  );
  const middle = (id: string) => {
    const { x, y } = at.get(id)!;
    return `${x + ROOM.width / 2} ${y + ROOM.height / 2}`;
  };
  const here = Map.groupBy(Object.entries(people), ([, person]) => person.at);
  return (
    <span className={style.scene}>
      <svg
        viewBox={`-2 -2 ${plan.columns * (ROOM.width + ROOM.gap) - ROOM.gap + 4} ${plan.rows * (ROOM.height + ROOM.gap) - ROOM.gap + 4}`}
        className={style.plan}
        aria-hidden="true"
      >
        {plan.ways.map(({ from, to }) => (
          <path key={`${from} ${to}`} d={`M${middle(from)}L${middle(to)}`} className={style.planWay} />
        ))}
        {plan.rooms.map(({ id }) => {
          const { x, y } = at.get(id)!;
          return (
            <g key={id} transform={`translate(${x} ${y})`}>
              <rect width={ROOM.width} height={ROOM.height} rx="1.6" className={style.planRoom} />
              {(here.get(id) ?? []).slice(0, 4).map(([who], i) => (
                <circle
                  key={who}
                  cx={3 + i * 3.2}
                  cy={ROOM.height / 2}
                  r={players.includes(who) ? 1.9 : 1.4}
                  className={players.includes(who) ? style.planPlayer : style.planPerson}
                />
              ))}
            </g>
          );
        })}
      </svg>
      {players.slice(0, 1).map((who) => (
        <span key={who} className={style.caption} translate="no">
          {names.get(who) ?? who} · <b>{rooms[people[who]?.at ?? ""]?.name}</b>
        </span>
      ))}
    </span>
  );
}
