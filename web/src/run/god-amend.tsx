// The one god action of every world: a place in the state, and what shall be there.
import { useId, useMemo } from "react";
import parts from "../parts/parts.module.css";
import { type Names, valueInWords } from "../say.ts";
import { t } from "../words.ts";
import type { Entries } from "./form-values.ts";
import style from "./god.module.css";

export function Amend({
  state,
  entries,
  set,
  names,
}: {
  state: unknown;
  entries: Entries;
  set: (at: string, text: string) => void;
  names: Names;
}) {
  const id = useId();
  const paths = useMemo(() => pathsIn(state), [state]);
  const path = entries["path"] ?? "";
  const now = path === "" ? undefined : valueAt(state, path.split("."));
  const gone = entries["remove"] === "yes";
  return (
    <>
      <label className={parts.field} htmlFor={`${id}-path`}>
        {t("whichPlace")}
      </label>
      <input
        id={`${id}-path`}
        className={parts.input}
        list={`${id}-paths`}
        translate="no"
        placeholder={paths.find((one) => one.split(".").length === 3)}
        value={path}
        required
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set("path", event.target.value)}
      />
      <datalist id={`${id}-paths`}>
        {paths.map((one) => (
          <option key={one} value={one} translate="no" />
        ))}
      </datalist>
      {path !== "" && (
        <p className={style.soft}>
          {now === undefined ? t("nothingYet") : t("nowIs", { value: valueInWords(now, names) })}
        </p>
      )}
      <label className={parts.field} htmlFor={`${id}-value`}>
        {t("whatShallBe")}
      </label>
      <input
        id={`${id}-value`}
        className={parts.input}
        value={entries["value"] ?? ""}
        required={!gone}
        disabled={gone}
        autoComplete="off"
        onChange={(event) => set("value", event.target.value)}
      />
      <label className={style.check}>
        <input type="checkbox" checked={gone} onChange={(event) => set("remove", event.target.checked ? "yes" : "")} />
        {t("removeIt")}
      </label>
    </>
  );
}

/** What was filled in, as an action. */
export const amendment = (entries: Entries) => ({
  actorId: "god",
  type: "amend",
  metadata: {
    path: (entries["path"] ?? "").split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    ...(entries["remove"] === "yes" ? {} : { value: jsonOrWords(entries["value"] ?? "") }),
  },
});

/** What is no JSON is taken as the text it is. */
function jsonOrWords(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const PATHS_MAX = 1_500;
function pathsIn(state: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (found.length >= PATHS_MAX) return;
    if (path.length > 0) found.push(path.join("."));
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
  };
  walk(state, []);
  return found;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
