// GOD mode: changes are written one a line, seen before they are made, made as one turn, and can be taken back.
import { previewBlock, type TableState, type TableView } from "@orrery/worlds/table";
import { useMemo, useState } from "react";
import { valueInWords } from "../../say.ts";
import type { StageScene } from "../stage.ts";
import godStyle from "./god.module.css";
import { say } from "./words.ts";

const HEAD = "GOD_MODE_SET:";
const NO_NAMES = new Map<string, string>();

interface GodProps {
  readonly view: TableView;
  readonly scene: StageScene;
  /** A block to begin with; null for an example. */
  readonly draft: string | null;
  readonly leave: () => void;
}

export function God({ view, scene, draft, leave }: GodProps) {
  const hero = view.you?.id ?? view.who;
  const state = scene.base.view as TableState;
  const [text, setText] = useState(() => draft ?? `${HEAD}\n${examplesOf(view).slice(0, 1).join("")}`);
  const [refused, setRefused] = useState<string | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const { changes, problems } = useMemo(() => previewBlock(state, hero, text), [state, hero, text]);
  const lines = text.split("\n");
  const bad = new Set(problems.flatMap(({ line }) => (line === null ? [] : [line])));
  const written = lines.slice(1).some((line) => line.trim() !== "");
  const can = scene.god !== null && scene.busy === null && problems.length === 0 && changes.length > 0;
  const write = (next: string) => {
    setText(next);
    setRefused(null);
    setDone(null);
  };
  const apply = async () => {
    const line = await scene.god?.({ actorId: "god", type: "set_block", metadata: { text } });
    const why = line?.validation.find(({ success }) => !success)?.message;
    if (!line || why !== undefined) return setRefused(why ?? scene.problem ?? say("godFailed"));
    setText(`${HEAD}\n`);
    setDone(line.turn);
  };
  const undo = async () => {
    const undone = done === null ? null : await scene.undo?.(done);
    if (undone?.kind === "refused") setRefused(undone.message);
    else if (undone) setDone(null);
  };
  return (
    <section className={godStyle.god} aria-label={say("godTitle")}>
      <div className={godStyle.write}>
        <h2>{say("godTitle")}</h2>
        <p className={godStyle.lead}>{say("godText")}</p>
        <div className={godStyle.block}>
          <ol aria-hidden="true">
            {lines.map((_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <li key={i} data-refused={bad.has(i + 1)} data-changes={changes.some(({ line }) => line === i + 1)}>
                {i + 1}
              </li>
            ))}
          </ol>
          <textarea
            aria-label={say("godBlock")}
            value={text}
            rows={lines.length}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => write(event.target.value)}
          />
        </div>
        <h3>{say("godExamples")}</h3>
        <ul>
          {examplesOf(view).map((example) => (
            <li key={example}>
              <button
                type="button"
                className={godStyle.example}
                onClick={() => write(`${text.trimEnd()}\n${example}`)}
                translate="no"
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className={godStyle.seen} aria-live="polite">
        <h2>{say("godDiff")}</h2>
        <p className={godStyle.lead}>
          {!written
            ? say("godNothing")
            : problems.length > 0
              ? say("godAllOrNone")
              : say(changes.length === 0 ? "godSame" : "godCount", { n: changes.length })}
        </p>
        {problems.map(({ line, message }) => (
          <div key={`${line} ${message}`} className={godStyle.refused}>
            {line !== null && <small>{say("godLine", { line })}</small>}
            <p>{message}</p>
          </div>
        ))}
        {problems.length === 0 &&
          changes.map(({ line, path, before, after }) => (
            <div key={path} className={godStyle.change}>
              <small>{line === null ? say("godFollows") : say("godLine", { line })} · </small>
              <code translate="no">{path}</code>
              <p>
                <del>{inWords(before)}</del> → <ins>{after === undefined ? say("godGone") : inWords(after)}</ins>
              </p>
            </div>
          ))}
        {refused && (
          <p className={godStyle.refused} role="alert">
            {refused}
          </p>
        )}
        {done !== null && (
          <p className={godStyle.done}>
            {say("godDone", { turn: done })}{" "}
            <button type="button" onClick={undo}>
              {say("godUndo")}
            </button>
          </p>
        )}
        <div className={godStyle.row}>
          <button type="button" className={godStyle.primary} disabled={!can} onClick={apply}>
            {say("godApply")}
          </button>
          {bad.size > 0 && bad.size < lines.length - 1 && !bad.has(1) && (
            <button type="button" onClick={() => write(lines.filter((_, i) => !bad.has(i + 1)).join("\n"))}>
              {say("godLeaveOut", { lines: linesInWords([...bad]) })}
            </button>
          )}
          <button type="button" onClick={leave}>
            {say("godLeave")}
          </button>
        </div>
      </div>
    </section>
  );
}

/** "line 5", "lines 5 and 6". */
const linesInWords = (lines: readonly number[]): string =>
  lines.length === 1
    ? say("godLine", { line: lines[0]! })
    : say("godLines", { lines: new Intl.ListFormat("en").format(lines.map(String)) });
const inWords = (value: unknown): string => (value === null ? say("godNone") : valueInWords(value, NO_NAMES));

/** Lines that this campaign would take, to begin from. */
function examplesOf({ you, time, here }: TableView): readonly string[] {
  return [
    ...(you ? [`player_character_data.resources.gold = ${you.gold + 10}`] : []),
    ...(you ? [`player_character_data.hp_current = ${you.hp < you.hpMax.value ? you.hpMax.value : 1}`] : []),
    ...here.slice(0, 1).map(({ name }) => `npc_data.${JSON.stringify(name)}.hidden = true`),
    `custom_campaign_state.core_memories = {"append": "What must not be forgotten."}`,
    ...(typeof time["day"] === "number" ? [`world_data.world_time.day = ${time["day"] + 1}`] : []),
  ];
}
