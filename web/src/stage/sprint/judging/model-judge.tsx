// Judges that are no people: the owner chooses a model or the house's rubric, sets it to read both entries, and sees how far it is.
import { type FormEvent, useEffect, useState } from "react";
import parts from "../../../parts/parts.module.css";
import { Notice } from "../../../parts/parts.tsx";
import { Own } from "../../../parts/rich.tsx";
import { Players } from "../../../run/lineup.tsx";
import { Sitting } from "../../../run/sitting.tsx";
import * as wire from "../../../wire.ts";
import { t } from "../../../words.ts";
import type { StageProps } from "../../stage.ts";
import { say } from "../words.ts";
import style from "./judging.module.css";

const RUBRIC = "bot:rubric";

/** `seat`: the judge's seat that is free; null where all have judged. */
export function ModelJudge({
  scene,
  names,
  seat,
}: {
  scene: NonNullable<StageProps["scene"]>;
  names: StageProps["names"];
  seat: string | null;
}) {
  const { run, branch, sitting } = scene;
  const [open, setOpen] = useState(false);
  if (sitting?.state === "playing" || sitting?.state === "waiting")
    return <Sitting sitting={sitting} run={run} names={names} />;
  const stopped = sitting?.state === "stopped" && sitting.agents.startsWith("judge") && (
    <Notice kind="bad">
      {say("judgeStopped")} {sitting.why && <Own>{sitting.why}</Own>}
    </Notice>
  );
  if (seat === null) return stopped || null;
  if (!open)
    return (
      <>
        {stopped}
        <button type="button" className={parts.button} onClick={() => setOpen(true)}>
          {say("modelJudge")}
        </button>
      </>
    );
  const begin = async (player: string) => {
    await wire.startAgents(run, `${seat}=${player}`, branch, true);
    setOpen(false);
  };
  return <Choice begin={begin} close={() => setOpen(false)} />;
}

function Choice({ begin, close }: { begin: (player: string) => Promise<void>; close: () => void }) {
  const [models, setModels] = useState<readonly string[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let stale = false;
    wire.models().then(
      (found) => !stale && setModels(found.map(({ name }) => `model:${name}`)),
      // The rubric needs none.
      () => !stale && setModels([]),
    );
    return () => {
      stale = true;
    };
  }, []);
  if (models === null) return <p role="status">{t("opening")}</p>;
  const players = [...models, RUBRIC];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    begin(chosen ?? players[0]!).catch((error) => {
      setProblem(wire.messageOf(error));
      setBusy(false);
    });
  };
  return (
    <form className={style.calls} onSubmit={submit}>
      <label className={parts.field}>
        {say("judgeIs")}
        <select
          className={parts.select}
          value={chosen ?? players[0]}
          onChange={(event) => setChosen(event.target.value)}
        >
          <Players players={players} />
        </select>
      </label>
      {models.length === 0 && <small>{t("modelsNone")}</small>}
      <small>{say("judgeReads")}</small>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      <div className={parts.row}>
        <button type="submit" className={parts.primary} aria-disabled={busy}>
          {busy ? t("starting") : say("letJudge")}
        </button>
        <button type="button" className={parts.button} onClick={close}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}
