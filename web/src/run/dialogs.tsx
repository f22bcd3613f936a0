// The questions that are asked before a history is changed or shared, each in the page and each with a way out.
import { fileName } from "@orrery/runtime/file-name";
import { isSolo } from "@orrery/runtime/solo-worlds";
import { type FormEvent, useState } from "react";
import { LinkWithCopy } from "../parts/link-with-copy.tsx";
import parts from "../parts/parts.module.css";
import { Ask, Closing } from "../parts/parts.tsx";
import { say as ofPicture, PictureButton } from "../parts/picture-button.tsx";
import { save } from "../parts/save-file.ts";
import * as wire from "../wire.ts";
import { n, t } from "../words.ts";
import style from "./dialogs.module.css";

interface Common {
  readonly run: string;
  readonly onClose: () => void;
}

export function RollbackAsk({
  branch,
  to,
  head,
  onClose,
  rollback,
}: Common & { branch: string; to: number; head: number; rollback: () => void }) {
  return (
    <Ask title={t("goBackAsk", { turn: to })} onClose={onClose}>
      <p>{n("goBackText", head - to, { from: to + 1, to: head, branch, turn: to })}</p>
      <div className={`${parts.row} ${parts.end}`}>
        <button type="button" className={parts.button} onClick={onClose}>
          {t("stayHere")}
        </button>
        <button type="button" className={parts.primary} onClick={rollback}>
          {t("goBack", { turn: to })}
        </button>
      </div>
    </Ask>
  );
}

export function BranchAsk({
  at,
  taken,
  onClose,
  create,
}: Common & { at: number; taken: readonly string[]; create: (name: string, dice: "keep" | "fresh") => void }) {
  const [name, setName] = useState(() => freeName(taken));
  const [dice, setDice] = useState<"keep" | "fresh">("fresh");
  const used = taken.includes(name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !used) create(name.trim(), dice);
  };
  return (
    <Ask title={t("branchFrom", { turn: at })} onClose={onClose}>
      <p>{t("branchText", { turn: at })}</p>
      <form onSubmit={submit} className={parts.choices}>
        <label className={parts.field} htmlFor="branch-name">
          {t("itsName")}
        </label>
        <input
          id="branch-name"
          className={parts.input}
          value={name}
          maxLength={64}
          aria-describedby={used ? "branch-used" : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {used && <p id="branch-used">{t("nameTaken")}</p>}
        <fieldset className={parts.choices}>
          <legend>{t("chance")}</legend>
          <label>
            <input type="radio" name="dice" checked={dice === "fresh"} onChange={() => setDice("fresh")} />
            {t("freshDice")}
            <small>{t("freshDiceText")}</small>
          </label>
          <label>
            <input type="radio" name="dice" checked={dice === "keep"} onChange={() => setDice("keep")} />
            {t("sameDice")}
            <small>{t("sameDiceText")}</small>
          </label>
        </fieldset>
        <div className={`${parts.row} ${parts.end}`}>
          <button type="button" className={parts.button} onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" className={parts.primary} disabled={name.trim() === "" || used}>
            {t("branchIt")}
          </button>
        </div>
      </form>
    </Ask>
  );
}

/** Everything that can be handed on: the moment as a link, the run as a page, as a record, and as a text to read. */
export function ShareAsk({
  run,
  name,
  link,
  transcript,
  disk,
  plays,
  stage,
  onClose,
}: Common & {
  name: string;
  link: string;
  transcript: () => string;
  disk: boolean;
  plays: string;
  stage: () => HTMLElement | null;
}) {
  return (
    <Ask title={t("shareTitle")} onClose={onClose}>
      {!disk && (
        <section className={style.share}>
          <h3>{t("shareMoment")}</h3>
          <p>{t("shareMomentText")}</p>
          <div className={parts.row}>
            <LinkWithCopy url={link} label={t("shareLink")} />
          </div>
        </section>
      )}
      <section className={style.share}>
        <h3>{t("shareFiles")}</h3>
        <ul>
          <li>
            <PictureButton of={stage} caption={name} />
            <small>{ofPicture("pictureText")}</small>
          </li>
          {!disk && (
            <>
              <li>
                <a className={parts.button} href={wire.replayLink(run)} download>
                  {t("replayFile")}
                </a>
                <small>{t("replayText")}</small>
              </li>
              {isSolo(plays) && (
                <li>
                  <a className={parts.button} href={wire.playerLink(run)} download>
                    {t("playFile")}
                  </a>
                  <small>{t("playFileText")}</small>
                </li>
              )}
              <li>
                <a className={parts.button} href={wire.exportLink(run)} download>
                  {t("exportFile")}
                </a>
                <small>{t("exportText")}</small>
              </li>
            </>
          )}
          <li>
            <button
              type="button"
              className={parts.button}
              onClick={() => save(fileName(name, "md"), new Blob([transcript()], { type: "text/markdown" }))}
            >
              {t("transcriptFile")}
            </button>
            <small>{t("transcriptText")}</small>
          </li>
        </ul>
      </section>
      <Closing onClose={onClose} />
    </Ask>
  );
}

const freeName = (taken: readonly string[]): string => {
  for (let i = 2; ; i++) if (!taken.includes(`try ${i}`)) return `try ${i}`;
};
