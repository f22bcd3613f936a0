// All tellings of one turn side by side with what the rules say of it: the owner has it told again, edits it, and chooses what is shown.
import { type FormEvent, useEffect, useState } from "react";
import parts from "../parts/parts.module.css";
import { Ask, Closing, Notice, Working } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { BY_HAND } from "./part.tsx";
import style from "./tellings.module.css";

interface TellingsProps {
  readonly run: string;
  readonly turn: number;
  readonly of: wire.ToldTurn;
  readonly onClose: () => void;
}

export function Tellings({ run, turn, of, onClose }: TellingsProps) {
  const [sheet, setSheet] = useState<wire.TellingSheet | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isTelling, setTelling] = useState(false);
  const [written, setWritten] = useState<string | null>(null);
  const { branch, as } = of;
  useEffect(() => {
    wire.tellingSheet(run, { turn: of.turn, branch, as }).then(setSheet, (error) => setProblem(wire.messageOf(error)));
  }, [run, of.turn, branch, as]);
  const change = async (work: () => Promise<wire.TellingSheet & { readonly trouble?: string | null }>) => {
    setProblem(null);
    try {
      const changed = await work();
      setSheet(changed);
      setProblem(changed.trouble ?? null);
      return true;
    } catch (error) {
      setProblem(wire.messageOf(error));
      return false;
    }
  };
  const again = async (narrator: string | null) => {
    setTelling(true);
    await change(() => wire.retell(run, of, narrator));
    setTelling(false);
  };
  /** Shown at once, and taken back when the server refuses. */
  const choose = async (before: wire.TellingSheet, n: number) => {
    setSheet({ ...before, shown: n });
    if (!(await change(() => wire.chooseTelling(run, of, n)))) setSheet(before);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await change(() => wire.writeTelling(run, of, written!))) setWritten(null);
  };
  const shown = sheet?.tellings.find(({ n }) => n === sheet.shown)?.text ?? sheet?.facts ?? "";
  return (
    <Ask title={t("tellingsOf", { turn })} onClose={onClose} wide>
      <p className={style.soft}>{t("tellingsText")}</p>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      {!sheet && !problem && <Working>{t("opening")}</Working>}
      {sheet && (
        <>
          <div className={style.sides}>
            <section aria-label={t("tellingFacts")}>
              <h3>{t("tellingFacts")}</h3>
              <Text text={sheet.facts} />
            </section>
            <section aria-label={t("tellingShown")}>
              <h3>{t("tellingShown")}</h3>
              {written === null ? (
                <Text text={shown} />
              ) : (
                <form onSubmit={save} className={style.form}>
                  <textarea
                    className={parts.input}
                    aria-label={t("tellingYours")}
                    value={written}
                    rows={9}
                    maxLength={20_000}
                    required
                    onChange={(event) => setWritten(event.target.value)}
                  />
                  <div className={parts.row}>
                    <button type="submit" className={parts.primary} disabled={written.trim() === ""}>
                      {t("tellingSave")}
                    </button>
                    <button type="button" className={parts.button} onClick={() => setWritten(null)}>
                      {t("cancel")}
                    </button>
                  </div>
                </form>
              )}
            </section>
          </div>
          <fieldset className={style.choices}>
            <legend>{t("tellingsAll")}</legend>
            {[{ n: 0, teller: "", text: sheet.facts }, ...sheet.tellings].map(({ n, teller, text }) => (
              <label key={n}>
                <input
                  type="radio"
                  name="telling"
                  checked={n === sheet.shown}
                  disabled={isTelling}
                  onChange={() => void choose(sheet, n)}
                />
                <b>
                  {n === 0
                    ? t("tellingPlain")
                    : teller === BY_HAND
                      ? t("tellingByHand")
                      : t("tellingBy", { model: teller.replace(/^model /, "") })}
                </b>
                <span translate="no">{text}</span>
              </label>
            ))}
          </fieldset>
          <div className={parts.row}>
            <Again isTelling={isTelling} again={again} />
            <Listen key={shown} run={run} of={of} onProblem={setProblem} />
            {written === null && (
              <button type="button" className={parts.button} disabled={isTelling} onClick={() => setWritten(shown)}>
                {t("tellingEdit")}
              </button>
            )}
          </div>
          {isTelling && <Working>{t("tellingAgain")}</Working>}
        </>
      )}
      <Closing onClose={onClose} />
    </Ask>
  );
}

/** Another telling, by the usual narrator or by a model that is chosen. The models are asked for when somebody wants to choose. */
function Again({ isTelling, again }: { isTelling: boolean; again: (narrator: string | null) => Promise<void> }) {
  const [models, setModels] = useState<readonly string[] | null>(null);
  const [teller, setTeller] = useState("");
  const look = () => {
    if (models !== null) return;
    setModels([]);
    wire.models().then(
      (found) => setModels(found.map(({ name }) => name)),
      // Then the usual one is offered alone.
      () => {},
    );
  };
  return (
    <>
      <button
        type="button"
        className={parts.primary}
        disabled={isTelling}
        onClick={() => void again(teller === "" ? null : `model:${teller}`)}
      >
        {t("tellAgain")}
      </button>
      <label className={style.teller}>
        {t("tellingTeller")}
        <select
          className={parts.select}
          value={teller}
          onFocus={look}
          onChange={(event) => setTeller(event.target.value)}
        >
          <option value="">{t("tellingUsual")}</option>
          {(models ?? []).map((name) => (
            <option key={name} value={name} translate="no">
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** What is shown, read aloud by a model. It is asked for when somebody wants to hear it. */
function Listen({
  run,
  of,
  onProblem,
}: {
  run: string;
  of: wire.ToldTurn;
  onProblem: (problem: string | null) => void;
}) {
  const [sound, setSound] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const listen = async () => {
    setAsked(true);
    onProblem(null);
    try {
      const { audio, trouble } = await wire.speak(run, of);
      onProblem(trouble);
      if (audio) setSound(wire.artifactSource(run, audio.hash));
    } catch (error) {
      onProblem(wire.messageOf(error));
    }
    setAsked(false);
  };
  if (sound !== null)
    return (
      // biome-ignore lint/a11y/useMediaCaption: its words stand beside it
      <audio className={style.sound} controls autoPlay src={sound} aria-label={t("tellingSound")} />
    );
  return (
    <button type="button" className={parts.button} disabled={isAsked} onClick={() => void listen()}>
      {t(isAsked ? "tellingSpeaking" : "tellingListen")}
    </button>
  );
}

const Text = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <div className={style.text} translate="no" tabIndex={0}>
    {text}
  </div>
);
