// The cover of a world: a drawn scene once the drawings have been loaded, and until then, or without one, its emblem on its own colours.
import { useEffect, useState } from "react";
import { Emblem } from "./emblem.tsx";
import style from "./home.module.css";
import { themeOf } from "./look/palette.ts";

type Covers = typeof import("./look/covers/covers.ts");
let loaded: Covers | null = null;

export function Cover({ world }: { world: string }) {
  const [covers, setCovers] = useState<Covers | null>(loaded);
  useEffect(() => {
    let stale = false;
    if (loaded === null)
      import("./look/covers/covers.ts").then(
        (found) => {
          loaded = found;
          if (!stale) setCovers(found);
        },
        // The emblem stays.
        () => {},
      );
    return () => {
      stale = true;
    };
  }, []);
  const drawn = covers?.coverOf(world) ?? null;
  return (
    <span className={style.cover} style={themeOf(world)}>
      {drawn === null ? <Emblem world={world} /> : <img src={drawn} alt="" width="480" height="320" />}
    </span>
  );
}
