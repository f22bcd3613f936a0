// A run as a small living picture, as its world draws it; the world's emblem for any other.
import { useEffect, useState } from "react";
import { Emblem } from "./emblem.tsx";
import style from "./home.module.css";
import { lookOf } from "./look/look.ts";
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
  const Picture = shown && lookOf(shown.plays)?.Thumb;
  if (Picture) return <Picture shown={shown} />;
  return (
    <span className={style.scene}>
      <Emblem world={world} />
    </span>
  );
}
