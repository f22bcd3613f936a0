// A small drawing for each world, its own where it has one, else that of its kind; the orrery itself for any other.
import style from "./home.module.css";
import { lookOf } from "./look/look.ts";

const ORRERY = (
  <>
    <circle cx="48" cy="30" r="24" opacity=".5" />
    <circle cx="48" cy="30" r="13" opacity=".8" />
    <circle cx="48" cy="30" r="4" fill="currentColor" stroke="none" />
    <circle cx="67" cy="15.4" r="3.4" className={style.blue} />
  </>
);

/** `world`: the name that is started, such as `house/cottage`. */
export function Emblem({ world }: { world: string }) {
  const plays = world.split("/")[0]!;
  const { emblems } = lookOf(plays) ?? { emblems: {} };
  return (
    <svg
      className={style.emblem}
      viewBox="0 0 96 60"
      fill="none"
      strokeWidth="1.6"
      stroke="currentColor"
      aria-hidden="true"
    >
      {emblems[world] ?? emblems[plays] ?? ORRERY}
    </svg>
  );
}
