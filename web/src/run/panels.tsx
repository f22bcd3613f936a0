// The panels beside a run, as tabs.
import type { KeyboardEvent } from "react";
import { t } from "../words.ts";
import style from "./page.module.css";

export const PANELS = ["turns", "inspect", "branches", "players", "god"] as const;
export type Panel = (typeof PANELS)[number];

/** Arrow keys go from tab to tab, as is usual for tabs. */
export function Tabs({
  panels,
  chosen,
  choose,
}: {
  panels: readonly { readonly id: string; readonly title: string }[];
  chosen: string;
  choose: (panel: string) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = panels.findIndex(({ id }) => id === chosen);
    const { id } = panels[(at + step + panels.length) % panels.length]!;
    choose(id);
    document.getElementById(`tab-${id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t("panels")} className={style.tabs} onKeyDown={onKeyDown}>
      {panels.map(({ id, title }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={id === chosen ? `panel-${id}` : undefined}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
