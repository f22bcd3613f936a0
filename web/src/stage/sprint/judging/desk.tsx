// What a judge sees in place of the arena: the two entries side by side in the order of this reading, without any team.
import type { JudgeView } from "@orrery/worlds/sprint/shape";
import { useEffect, useRef } from "react";
import { capital } from "../../../say.ts";
import type { StageProps } from "../../stage.ts";
import choiceStyle from "../choice.module.css";
import { say } from "../words.ts";
import { EntryPage } from "./entry.tsx";
import style from "./judging.module.css";

/** The view of a judge; null for all other eyes. */
export const judgeViewOf = (view: unknown): JudgeView | null =>
  (view as Partial<JudgeView> | null)?.kind === "judge" ? (view as JudgeView) : null;

export function JudgeDesk({ view, props: { scene } }: { view: JudgeView; props: StageProps }) {
  const { challenge, commitment, entries, given } = view;
  const desk = useRef<HTMLElement>(null);
  // Each reading begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading, another pair to read
  useEffect(() => {
    desk.current?.scrollTo({ top: 0 });
  }, [given.length, entries.length]);
  return (
    <section ref={desk} className={style.desk} aria-label={say("desk")}>
      <header>
        <h2>{say(entries.length > 0 ? "deskTitle" : commitment === null ? "deskWaits" : "deskDone")}</h2>
        <p>
          {capital(challenge.biome)}. {capital(challenge.inhabitants)}. {capital(challenge.twist_constraint)}.
        </p>
        {entries.length === 0 && <p>{say(commitment === null ? "deskWaitsText" : "deskDoneText")}</p>}
        {entries.length === 0 && scene && !scene.seat && (
          <button type="button" className={choiceStyle.quiet} onClick={() => scene.see(null)}>
            {say("backToMatch")}
          </button>
        )}
        {entries.length > 0 && (
          <p>
            {say("deskText", { n: given.length + 1 })}{" "}
            <button type="button" className={choiceStyle.quiet} onClick={() => scene?.show("verdict")}>
              {say("toMarks")}
            </button>
          </p>
        )}
      </header>
      {entries.length > 0 && (
        <div className={style.pair}>
          {entries.map((entry) => (
            <EntryPage key={entry.label} entry={entry} artifact={scene?.artifact ?? NO_FILES} />
          ))}
        </div>
      )}
    </section>
  );
}

const NO_FILES = (): null => null;
