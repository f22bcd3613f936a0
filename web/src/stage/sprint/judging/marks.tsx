// The marks of one reading: five criteria with their weights, each entry from 1 to 5. Nothing is handed in before all are given.

import { WEIGHTS, weightedMark } from "@orrery/worlds/sprint/judging";
import type { JudgeView, Label, Scores } from "@orrery/worlds/sprint/shape";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useDraft } from "../../../parts/draft.ts";
import parts from "../../../parts/parts.module.css";
import type { StageProps } from "../../stage.ts";
import { labelInWords, say } from "../words.ts";
import style from "./judging.module.css";

const CRITERIA = Object.keys(WEIGHTS) as readonly (keyof Scores)[];
const SCALE = [1, 2, 3, 4, 5] as const;
type DraftScores = Readonly<Record<string, Partial<Scores>>>;

export function Marks({
  view: { entries, given },
  judge,
  act,
}: {
  view: JudgeView;
  judge: string;
  act: StageProps["act"];
}) {
  // A reading begins with nothing, and what was marked stays while one reads on.
  const [text, setText] = useDraft(`marks ${judge} ${given.length}`);
  const [busy, setBusy] = useState(false);
  const draft = draftIn(text);
  const labels = entries.map(({ label }) => label);
  const missing =
    labels.length * CRITERIA.length - labels.reduce((sum, label) => sum + Object.keys(draft[label] ?? {}).length, 0);
  const mark = (label: Label, criterion: keyof Scores, value: number) =>
    setText(JSON.stringify({ ...draft, [label]: { ...draft[label], [criterion]: value } }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (missing > 0 || busy || act === null) return;
    setBusy(true);
    if (await act({ actorId: judge, type: "score", metadata: { scores: draft } })) setText("");
    setBusy(false);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <form className={style.marks} onSubmit={submit}>
      <h3 ref={heading}>{say("reading", { n: given.length + 1 })}</h3>
      <p>{say(given.length === 0 ? "firstReading" : "secondReading")}</p>
      {CRITERIA.map((criterion) => (
        <section key={criterion}>
          <h4>
            {say(criterion)} <small>{say("weight", { n: WEIGHTS[criterion] })}</small>
          </h4>
          <p>{say(`ask_${criterion}`)}</p>
          {labels.map((label) => (
            <fieldset key={label}>
              <legend>
                {labelInWords(label)}
                <span className="unseen">, {say(criterion)}</span>
              </legend>
              {SCALE.map((value) => (
                <label key={value}>
                  <input
                    type="radio"
                    name={`${label} ${criterion}`}
                    checked={draft[label]?.[criterion] === value}
                    onChange={() => mark(label, criterion, value)}
                  />
                  <span>{value}</span>
                </label>
              ))}
            </fieldset>
          ))}
        </section>
      ))}
      <p className={style.sums} role="status">
        {labels.map((label) => (
          <span key={label}>
            {labelInWords(label)} <b>{isWhole(draft[label]) ? weightedMark(draft[label]).toFixed(2) : "–"}</b>
          </span>
        ))}
      </p>
      <button type="submit" className={parts.primary} aria-disabled={missing > 0 || busy || act === null}>
        {missing > 0 ? say("marksMissing", { n: missing }) : say("handIn")}
      </button>
    </form>
  );
}

const isWhole = (scores: Partial<Scores> | undefined): scores is Scores =>
  scores !== undefined && CRITERIA.every((criterion) => scores[criterion] !== undefined);

/** What was kept by this page; nothing where it is no draft. */
function draftIn(text: string): DraftScores {
  try {
    return (JSON.parse(text) as DraftScores | null) ?? {};
  } catch {
    // Nothing was marked yet, or it was kept by an older page.
    return {};
  }
}
