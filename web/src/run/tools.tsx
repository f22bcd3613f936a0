// What can be done with a run as a whole: branch, compare, invite, share, verify.
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
  disk,
  run,
  turn,
  busy,
  work,
  ask,
}: {
  disk: boolean;
  run: string;
  turn: number | null;
  busy: string | null;
  work: Run["work"];
  ask: (what: Asking) => void;
}) {
  const [checked, setChecked] = useState<wire.Verified | null>(null);
  if (disk)
    return (
      <div className={style.tools}>
        <button type="button" className={parts.button} onClick={() => ask("compare")}>
          {t("compareAsk")}
        </button>
        <button type="button" className={parts.button} onClick={() => ask("share")}>
          {t("shareAsk")}
        </button>
      </div>
    );
  return (
    <>
      <div className={style.tools}>
        <button type="button" className={parts.button} onClick={() => ask("branch")}>
          {turn === null ? t("branchFromNow") : t("branchFromTurn", { turn })}
        </button>
        <button type="button" className={parts.button} onClick={() => ask("compare")}>
          {t("compareAsk")}
        </button>
        <button type="button" className={parts.button} onClick={() => ask("invite")}>
          {t("inviteAsk")}
        </button>
        <button
          type="button"
          className={parts.button}
          aria-disabled={busy !== null}
          onClick={async () => busy === null && setChecked(await work(t("checkingHashes"), () => wire.verify(run)))}
        >
          {t("verify")}
        </button>
        <button type="button" className={parts.button} onClick={() => ask("share")}>
          {t("shareAsk")}
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
