// Any plain value as something that can be read: names for ids, lists with a count, and what is deep folded away until it is asked for.
import { useState } from "react";
import { capital, type Names, plainWord, valueInWords } from "../say.ts";
import { t } from "../words.ts";
import style from "./tree.module.css";

export function Tree({ value, names, open = 1 }: { value: unknown; names: Names; open?: number }) {
  if (typeof value !== "object" || value === null) return <span translate="no">{leaf(value, names)}</span>;
  const entries = Array.isArray(value) ? value.map((item, i) => [`${i + 1}`, item] as const) : Object.entries(value);
  if (entries.length === 0) return <span className={style.none}>{t("nothing")}</span>;
  return (
    <ul className={style.tree}>
      {entries.map(([key, item]) => (
        <Branch
          key={key}
          name={(typeof item === "object" && names.get(key)) || plainWord(key)}
          value={item}
          names={names}
          open={open}
        />
      ))}
    </ul>
  );
}

function Branch({ name, value, names, open }: { name: string; value: unknown; names: Names; open: number }) {
  const [shown, setShown] = useState(open > 0);
  const deep = typeof value === "object" && value !== null && !isShort(value);
  if (!deep)
    return (
      <li>
        <span className={style.key} translate="no">
          {capital(name)}
        </span>{" "}
        <span translate="no">{leaf(value, names)}</span>
      </li>
    );
  const count = Object.keys(value as object).length;
  return (
    <li>
      <button
        type="button"
        className={style.fold}
        translate="no"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {capital(name)} <small>{count}</small>
      </button>
      {shown && <Tree value={value} names={names} open={open - 1} />}
    </li>
  );
}

const leaf = (value: unknown, names: Names): string => valueInWords(value, names);
/** Short enough for one line: nothing, or a few plain values. */
const isShort = (value: object): boolean => {
  const items = Object.values(value);
  return items.length <= 3 && items.every((item) => typeof item !== "object" || item === null);
};
