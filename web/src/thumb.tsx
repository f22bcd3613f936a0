// A run as a small picture: as its world draws its newest turn, else its world's cover.
import { Cover } from "./cover.tsx";
import style from "./home.module.css";
import { lookOf } from "./look/look.ts";
import { themeOf } from "./look/palette.ts";
import type { RunCard } from "./wire.ts";

export function Thumb({ run: { world, glance } }: { run: RunCard }) {
  const Picture = glance === null ? undefined : lookOf(world.split("/")[0]!)?.Thumb;
  return (
    <span className={style.thumb} style={themeOf(world)}>
      {Picture ? <Picture glance={glance} /> : <Cover world={world} />}
    </span>
  );
}
