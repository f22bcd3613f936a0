// A run as a small living picture: the board as it stands, the house with whoever is where; the world's emblem for any other.
import { useEffect, useState } from "react";
import style from "./home.module.css";
import { namesIn } from "./say.ts";
import type { RunCard, Shown } from "./wire.ts";
import * as wire from "./wire.ts";

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
  return (
    <span className={style.scene}>
      <Emblem world={world} />
      {shown?.plays === "house" && <Where shown={shown} />}
    </span>
  );
}

function MiniBoard({ cells }: { cells: readonly (string | null)[] }) {
  return (
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
  );
}

/** Who is where, of those that are played first. */
function Where({ shown }: { shown: Shown }) {
  const {
    people = {},
    rooms = {},
    players = [],
  } = shown.view as {
    people?: Record<string, { name: string; at: string }>;
    rooms?: Record<string, { name: string }>;
    players?: readonly string[];
  };
  const names = namesIn(shown.actors);
  const here = Object.entries(people)
    .sort(([a], [b]) => Number(players.includes(b)) - Number(players.includes(a)))
    .slice(0, 3);
  return (
    <span className={style.where}>
      {here.map(([id, { name, at }]) => (
        <span key={id}>
          {names.get(id) ?? name}: <b>{rooms[at]?.name ?? at}</b>
        </span>
      ))}
    </span>
  );
}

/** A small drawing for each kind of world; the orrery itself for any other. */
export function Emblem({ world }: { world: string }) {
  const kind = world.split("/")[0];
  return (
    <svg
      className={style.emblem}
      viewBox="0 0 96 60"
      fill="none"
      strokeWidth="1.6"
      stroke="currentColor"
      aria-hidden="true"
    >
      {kind === "tictactoe" ? (
        <>
          <path d="M39 8v44M57 8v44M26 21h44M26 39h44" opacity=".6" />
          <path d="M43 25l10 10M53 25l-10 10" strokeWidth="2.4" />
          <circle cx="65" cy="13" r="4.6" strokeWidth="2.4" className={style.blue} />
          <path d="M27 42l9 9M36 42l-9 9" strokeWidth="2.4" />
        </>
      ) : kind === "house" ? (
        <>
          <path d="M22 30 48 10l26 20" />
          <path d="M28 26v26h40V26" opacity=".8" />
          <path d="M42 52V36h12v16" strokeWidth="2.2" />
          <path d="M61 17v-7h5v11" opacity=".8" />
          <circle cx="51" cy="44.5" r="1.1" fill="currentColor" stroke="none" />
          <path d="M59 33h5v6h-5zM32 33h5v6h-5z" className={style.blue} />
          <path d="M10 52h76" opacity=".5" />
        </>
      ) : (
        <>
          <circle cx="48" cy="30" r="24" opacity=".5" />
          <circle cx="48" cy="30" r="13" opacity=".8" />
          <circle cx="48" cy="30" r="4" fill="currentColor" stroke="none" />
          <circle cx="67" cy="15.4" r="3.4" className={style.blue} />
        </>
      )}
    </svg>
  );
}
