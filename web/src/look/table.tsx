// How the tabletop looks on the page.
import style from "../home.module.css";
import { later } from "../parts/later.tsx";
import { Ask } from "../parts/parts.tsx";
import type { WorldLook } from "./look.ts";

export const table: WorldLook = {
  palettes: {
    table: {
      ground: ["#fbf5f2", "#161011"],
      sheet: ["#fffdfc", "#1f1718"],
      sunken: ["#f1e6e0", "#0f0a0b"],
      ink: ["#2a1916", "#f6ebe4"],
      soft: ["#6d544d", "#bda69d"],
      rule: ["#e4d3cb", "#3a2a2b"],
      edge: ["#93766c", "#866d67"],
      accent: ["#a63a17", "#ff9163"],
      onAccent: ["#ffffff", "#2a0d02"],
      wash: ["#fbe0d3", "#43231a"],
    },
  },
  emblems: {
    table: (
      <>
        <path d="M48 6l22 13v24L48 56 26 43V19z" strokeWidth="2.2" />
        <path d="M48 18l13 22H35z" />
        <path d="M48 6v12M26 19l9 21M70 19l-9 21M35 40 26 43M61 40l9 3M48 56 35 40M48 56l13-16" opacity=".6" />
        <path d="M6 50h14M76 50h14" opacity=".5" />
        <circle cx="12" cy="44" r="3" className={style.blue} />
        <circle cx="84" cy="44" r="3" className={style.blue} />
      </>
    ),
  },
  Begin: later(
    async () => (await import("../stage/table/begin.tsx")).Begin,
    ({ rules, onClose }, waiting) => (
      <Ask title={rules.title} onClose={onClose}>
        {waiting}
      </Ask>
    ),
  ),
  stage: async () => (await import("../stage/table/stage.tsx")).stage,
};
