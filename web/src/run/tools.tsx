// What can be done with a run as a whole: branch it and verify it; the bar above compares, shares and invites.
import { useState } from "react";
import parts from "../parts/parts.module.css";
import { Notice } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import * as wire from "../wire.ts";
import { n, t } from "../words.ts";
import style from "./page.module.css";
import type { Run } from "./use-run.ts";
import type { Asking } from "./use-scene.ts";

export function Tools({
  run,
  turn,
  busy,
  work,
  ask,
}: {
  run: string;
  turn: number | null;
  busy: string | null;
  work: Run["work"];
  ask: (what: Asking) => void;
}) {
  const [checked, setChecked] = useState<wire.Verified | null>(null);
  return (
    <>
      <div className={style.tools}>
        <button type="button" className={parts.button} onClick={() => ask("branch")}>
          {turn === null ? t("branchFromNow") : t("branchFromTurn", { turn })}
        </button>
        <button
          type="button"
          className={parts.button}
          aria-disabled={busy !== null}
          onClick={async () => busy === null && setChecked(await work(t("checkingHashes"), () => wire.verify(run)))}
        >
          {t("verify")}
        </button>
      </div>
      <div aria-live="polite">{checked && <Checked result={checked} />}</div>
    </>
  );
}

function Checked({ result: { ok, turns, turn, problem } }: { result: wire.Verified }) {
  if (ok) return <Notice kind="good">{n("verified", turns)}</Notice>;
  return (
    <Notice kind="bad">
      {turn === null || turn === undefined ? t("damaged") : t("damagedAt", { turn })} <Own>{problem}</Own>
    </Notice>
  );
}
