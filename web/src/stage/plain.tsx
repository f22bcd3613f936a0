// Any world at all: its view as a tree that can be read, and what is legal as buttons.
import { actionInWords, capital, plainWord, valueInWords } from "../say.ts";
import style from "./plain.module.css";
import type { StageProps } from "./stage.ts";

export function Plain({ view, legal, names, act }: StageProps) {
  return (
    <div className={style.plain}>
      <Tree value={view} names={names} />
      {act && legal.length > 0 && (
        <section>
          <h2>What you can do</h2>
          <div className={style.actions}>
            {legal.map((action) => (
              <button key={JSON.stringify(action)} type="button" className={style.action} onClick={() => act(action)}>
                {capital(actionInWords(action, names))}
              </button>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function Tree({ value, names }: { value: unknown; names: StageProps["names"] }) {
  if (typeof value !== "object" || value === null) return <span>{valueInWords(value, names)}</span>;
  const entries = Array.isArray(value) ? value.map((item, i) => [`${i + 1}`, item] as const) : Object.entries(value);
  if (entries.length === 0) return <span>nothing</span>;
  return (
    <dl className={style.tree}>
      {entries.map(([key, item]) => (
        <div key={key}>
          <dt>{names.get(key) ?? plainWord(key)}</dt>
          <dd>
            <Tree value={item} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
