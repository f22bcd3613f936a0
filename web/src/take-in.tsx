// How the first page takes in what people already have: a run from a file, or a folder of another simulator, chosen or dropped.
import { type ChangeEvent, type DragEvent, useState } from "react";
import { goTo } from "./address.ts";
import { type BroughtIn, bringIn, type Progress } from "./bring-in.ts";
import { chosenFolder, droppedFolder } from "./dropped.ts";
import style from "./home.module.css";
import parts from "./parts/parts.module.css";
import { Notice, To } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import type { PathFile } from "./tar.ts";
import { importRun, messageOf } from "./wire.ts";
import { n, t } from "./words.ts";

interface TakingIn {
  /** What it is about now; null: nothing is being taken in. */
  readonly step: Progress | "run" | null;
  readonly done: BroughtIn | null;
  readonly drop: (event: DragEvent) => void;
  readonly run: (file: File) => void;
  readonly folder: (files: readonly PathFile[]) => void;
}

export function useTakingIn(onProblem: (message: string | null) => void): TakingIn {
  const [step, setStep] = useState<TakingIn["step"]>(null);
  const [done, setDone] = useState<BroughtIn | null>(null);
  const work = async (first: NonNullable<TakingIn["step"]>, doing: () => Promise<void>) => {
    if (step !== null) return;
    setStep(first);
    setDone(null);
    onProblem(null);
    try {
      await doing();
    } catch (error) {
      onProblem(messageOf(error));
    } finally {
      setStep(null);
    }
  };
  const run = (file: File) => void work("run", async () => goTo((await importRun(file)).id));
  const take = async (files: readonly PathFile[]) => {
    const brought = await bringIn(files, setStep);
    // What could not be read is shown before the story is.
    if (brought.unread.length === 0) goTo(brought.run);
    else setDone(brought);
  };
  const sending: Progress = { step: "sending", share: null, rounds: 0 };
  const folder = (files: readonly PathFile[]) => void work(sending, () => take(files));
  return {
    step,
    done,
    run,
    folder,
    drop(event) {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const found = droppedFolder(event.dataTransfer.items);
      void found.then((files) => (files ? folder(files) : file && run(file)));
    },
  };
}

const UNREAD_SHOWN = 12;

export function TakeIn({ taking: { step, done, run, folder } }: { taking: TakingIn }) {
  const file = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen) run(chosen);
    event.target.value = "";
  };
  const files = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files && target.files.length > 0) folder(chosenFolder(target.files));
    target.value = "";
  };
  return (
    <div className={style.takeIn}>
      <label className={style.import}>
        <input type="file" accept=".ndjson,.jsonl,application/x-ndjson" disabled={step !== null} onChange={file} />
        <span>{t("bringIn")}</span>
      </label>
      <label className={style.import}>
        <input type="file" {...{ webkitdirectory: "" }} disabled={step !== null} onChange={files} />
        <span>{t("bringInFolder")}</span>
      </label>
      <p className={style.empty}>{t("dropHere")}</p>
      {step !== null && <Taking step={step} />}
      {done && (
        <Notice kind="plain">
          <p>
            {t(done.existed ? "broughtMore" : "brought", { turns: n("turns", done.turns) })}{" "}
            {n("unreadPlaces", done.unread.length)}
          </p>
          <ul className={style.unread}>
            {done.unread.slice(0, UNREAD_SHOWN).map(({ file, line, why }) => (
              <li key={`${file}:${line} ${why}`}>
                <code>{line === null ? file : `${file}:${line}`}</code> <Own>{why}</Own>
              </li>
            ))}
          </ul>
          {done.unread.length > UNREAD_SHOWN && <p>{n("unreadMore", done.unread.length - UNREAD_SHOWN)}</p>}
          <To path={`/runs/${encodeURIComponent(done.run)}`} className={parts.primary}>
            {t("openRun")}
          </To>
        </Notice>
      )}
    </div>
  );
}

function Taking({ step }: { step: Progress | "run" }) {
  const known = step !== "run" && step.share !== null ? Math.floor(step.share * 100) : null;
  const words =
    step === "run"
      ? t("takingIn")
      : step.step === "sending"
        ? t("sendingFolder")
        : t("readingFolder", { rounds: step.rounds });
  return (
    <p className={style.taking} role="status">
      <span>{words}</span>
      {step !== "run" && (
        <progress aria-label={words} max={100} {...(known === null ? {} : { value: known })}>
          {known ?? 0} %
        </progress>
      )}
    </p>
  );
}
