// How each claim stands to the record, for eyes that may know it; nobody else's page computes it.
import { sameAs } from "@orrery/worlds/glassbox";
import { useEffect, useState } from "react";
import type { StageScene } from "../stage.ts";
import { ticksOf } from "./scene.ts";
import type { WorthOf } from "./signs.ts";

const UNKNOWN: WorthOf = () => null;

export function useGrounds(scene: StageScene | null, all: boolean): WorthOf {
  const [worthOf, setWorthOf] = useState<WorthOf>(() => UNKNOWN);
  const lines = scene?.lines;
  const stateAt = all ? scene?.stateAt : null;
  useEffect(() => {
    if (!lines || !stateAt) return;
    let stale = false;
    void import("./ground-fold.ts")
      .then(({ claimsOf }) => claimsOf(stateAt(0), lines))
      .then((claims) => {
        if (stale) return;
        const known = new Map(
          claims.flatMap((fact) => (fact.claim ? [[`${fact.by} ${fact.tick} ${sameAs(fact.claim)}`, fact]] : [])),
        );
        const worth: WorthOf = (who, seconds, claim) =>
          known.get(`${who} ${ticksOf(seconds)} ${sameAs(claim)}`) ?? null;
        setWorthOf(() => worth);
      });
    return () => {
      stale = true;
    };
  }, [lines, stateAt]);
  return stateAt ? worthOf : UNKNOWN;
}
