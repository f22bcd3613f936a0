// What a player can do here and now: deeds as buttons by kind, and in a discussion a field to speak.
import { type FormEvent, useState } from "react";
import parts from "../../parts/parts.module.css";
import { Own } from "../../parts/rich.tsx";
import type { Names } from "../../say.ts";
import type { Action } from "../../wire.ts";
import type { Word } from "../../words.ts";
import { t } from "../../words.ts";
import style from "./glassbox.module.css";
import { objectOf } from "./say.ts";

/** Deeds of one kind stand together, the rarest and gravest first. */
const GROUPS: readonly { readonly types: readonly string[]; readonly title: Word }[] = [
  { types: ["vote"], title: "doVote" },
  { types: ["kill"], title: "doKill" },
  { types: ["interact"], title: "doInteract" },
  { types: ["fake_task"], title: "doFake" },
  { types: ["move"], title: "doMove" },
  { types: ["sabotage"], title: "doSabotage" },
];
/** Answers that need nothing more: one button each. */
const PLAIN: Readonly<Record<string, Word>> = { wait: "doCarryOn", reflect: "doReflect" };

export function Controls({
  legal,
  names,
  act,
  statementMax,
}: {
  legal: readonly Action[];
  names: Names;
  act: (action: Action) => void;
  statementMax: number;
}) {
  const speak = legal.find(({ type }) => type === "speak");
  return (
    <section className={style.controls} aria-label={t("doTitle")}>
      {speak && <Speech action={speak} act={act} most={statementMax} />}
      {GROUPS.map(({ types, title }) => {
        const group = legal.filter(({ type }) => types.includes(type));
        if (group.length === 0) return null;
        return (
          <div key={title} className={style.group} data-grave={types.includes("kill")}>
            <h4>{t(title)}</h4>
            <div className={style.deeds}>
              {group.map((action) => (
                <button key={JSON.stringify(action)} type="button" className={parts.button} onClick={() => act(action)}>
                  <Own>{objectOf(action, names)}</Own>
                </button>
              ))}
            </div>
          </div>
        );
      })}
      <div className={style.deeds}>
        {legal.flatMap((action) => {
          const word = PLAIN[action.type];
          return word === undefined
            ? []
            : [
                <button key={action.type} type="button" className={parts.button} onClick={() => act(action)}>
                  {t(word)}
                </button>,
              ];
        })}
      </div>
    </section>
  );
}

function Speech({ action, act, most }: { action: Action; act: (action: Action) => void; most: number }) {
  const [text, setText] = useState("");
  const say = (event: FormEvent) => {
    event.preventDefault();
    act({ ...action, metadata: { ...action.metadata, text: text.trim() } });
    setText("");
  };
  return (
    <form className={style.speech} onSubmit={say}>
      <label>
        <span>{t("doSpeak")}</span>
        <textarea rows={2} value={text} maxLength={most} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" className={parts.button}>
        {text.trim() === "" ? t("doSilence") : t("doSay")}
      </button>
    </form>
  );
}
