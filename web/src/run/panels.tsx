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
  panels: readonly Panel[];
  chosen: Panel;
  choose: (panel: Panel) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = panels[(panels.indexOf(chosen) + step + panels.length) % panels.length]!;
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t("panels")} className={style.tabs} onKeyDown={onKeyDown}>
      {panels.map((panel) => (
        <button
          key={panel}
          id={`tab-${panel}`}
          type="button"
          role="tab"
          aria-selected={panel === chosen}
          aria-controls={panel === chosen ? `panel-${panel}` : undefined}
          tabIndex={panel === chosen ? 0 : -1}
          onClick={() => choose(panel)}
        >
          {t(panel)}
        </button>
      ))}
    </div>
  );
}
