// Where the story is read and answered: what was done, what is told of it, what could be done, and a field for anything else.
import type { ChoiceView, TableView } from "@orrery/worlds/table";
import { type FormEvent, useState } from "react";
import type { StageScene } from "../stage.ts";
import partsStyle from "./parts.module.css";
import sceneStyle from "./scene.module.css";
import { say } from "./words.ts";

export interface SceneProps {
  readonly view: TableView;
  readonly scene: StageScene | null;
}

export function SceneColumn({ view, scene }: SceneProps) {
  const { location, narrative, input, over } = view;
  return (
    <section className={sceneStyle.scene} aria-label={location.name}>
      <header className={sceneStyle.place} data-light={location.light}>
        <h2 translate="no">{location.name}</h2>
        {scene && !scene.disk && !scene.seat && scene.head > 0 && (
          <div>
            {scene.undo && (
              <button type="button" onClick={() => scene.ask("rollback")}>
                ↶ {say("back")}
              </button>
            )}
            <button type="button" onClick={() => scene.ask("branch")}>
              {say("whatIf")}
            </button>
          </div>
        )}
      </header>
      <div className={sceneStyle.told} aria-live="polite">
        {input !== "" && (
          <p className={sceneStyle.input} translate="no">
            › {input}
          </p>
        )}
        {(narrative || location.description).split(/\n{2,}/).map((paragraph, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place
          <p key={i} translate="no">
            {paragraph}
          </p>
        ))}
        {view.god !== "" && <p className={sceneStyle.god}>{view.god}</p>}
        {view.analysis && <Thought analysis={view.analysis} />}
        {over && (
          <p className={sceneStyle.ending}>
            <b translate="no">{over.title}</b> {over.text}
          </p>
        )}
      </div>
      {!over && <Answer view={view} scene={scene} />}
    </section>
  );
}

function Thought({ analysis }: { analysis: NonNullable<TableView["analysis"]> }) {
  return (
    <aside className={sceneStyle.thought}>
      <div>
        <b>{say("pros")}</b>
        <ul>
          {analysis.pros.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      <div>
        <b>{say("cons")}</b>
        <ul>
          {analysis.cons.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      <small>
        {say("confidence", { confidence: analysis.confidence })} · {say("noTime")}
      </small>
    </aside>
  );
}

function Answer({ view, scene }: SceneProps) {
  const [text, setText] = useState("");
  const send = scene?.say ?? null;
  const idle = send === null || scene?.busy !== null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!send || text.trim() === "") return;
    if (await send(text.trim())) setText("");
  };
  return (
    <div className={sceneStyle.answer}>
      <p className={partsStyle.small}>{standing(view, scene)}</p>
      {view.choices.length > 0 && (
        <ol className={sceneStyle.choices} aria-label={say("choices")}>
          {view.choices
            .filter(({ key }) => key !== "other_action")
            .map((choice, i) => (
              <Choice key={choice.key} choice={choice} number={i + 1} idle={idle} act={() => send?.(choice.key)} />
            ))}
        </ol>
      )}
      <form onSubmit={submit} className={sceneStyle.field}>
        <input
          value={text}
          aria-label={say("says")}
          placeholder={say("says")}
          onChange={(event) => setText(event.target.value)}
          disabled={send === null}
        />
        <button type="submit" disabled={idle || text.trim() === ""}>
          {say("doIt")}
        </button>
      </form>
    </div>
  );
}

function standing({ combat, yours, helpless }: TableView, scene: StageScene | null): string {
  if (helpless) return helpless;
  if (scene?.busy || (!yours && scene?.sitting)) return say("waiting");
  if (!combat) return yours ? say("yourTurn") : say("theirTurn");
  const { economy, round, reaction } = combat;
  const has = economy
    ? [
        economy.action && say("action"),
        economy.bonus && say("bonus"),
        reaction && say("reaction"),
        economy.movement > 0 && say("movement", { n: economy.movement }),
      ].filter(Boolean)
    : [];
  return `${say("round", { round })}. ${has.length > 0 ? say("economy", { what: has.join(", ") }) : say("theirTurn")}`;
}

function Choice({ choice, number, idle, act }: { choice: ChoiceView; number: number; idle: boolean; act: () => void }) {
  return (
    <li>
      <button type="button" disabled={idle} onClick={act} data-risk={choice.risk_level}>
        <kbd>{number}</kbd>
        <span>
          <b translate="no">{choice.text}</b>
          <small translate="no">{choice.description}</small>
          {choice.roll && <small>{choice.roll}</small>}
        </span>
        <em>{choice.chance === null ? choice.risk_level : say("chance", { n: choice.chance })}</em>
      </button>
    </li>
  );
}
