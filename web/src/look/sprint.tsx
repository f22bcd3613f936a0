// How the sprint looks on the page.
import style from "../home.module.css";
import type { WorldLook } from "./look.ts";

export const sprint: WorldLook = {
  palettes: {
    sprint: {
      ground: ["#f4f3f9", "#0c0f1c"],
      sheet: ["#ffffff", "#151930"],
      sunken: ["#e8e6f2", "#080a14"],
      ink: ["#1b1a33", "#eeeefb"],
      soft: ["#5a5878", "#aeb0d0"],
      rule: ["#d6d3e6", "#2a2f4d"],
      edge: ["#78769a", "#6f73a0"],
      accent: ["#5a3fb0", "#c3b0ff"],
      onAccent: ["#ffffff", "#160d33"],
      wash: ["#e9e2fb", "#2a2450"],
    },
  },
  emblems: {
    sprint: (
      <>
        <path d="M6 40c0-4 8-7 17-7s17 3 17 7-8 7-17 7-17-3-17-7z" />
        <path d="M56 40c0-4 8-7 17-7s17 3 17 7-8 7-17 7-17-3-17-7z" />
        <path d="M20 47v7h6v-7M70 47v7h6v-7" opacity=".7" />
        <path d="M13 17h20l-10 11zM63 17h20L73 28z" opacity=".8" />
        <path d="M18 17v-6M24 17V7l5 4v6M68 17v-8M74 17l2-10 2 10" className={style.blue} />
        <path d="M8 33a3 3 0 1 1 .1 0M38 33a3 3 0 1 1 .1 0M58 33a3 3 0 1 1 .1 0M88 33a3 3 0 1 1 .1 0" opacity=".8" />
        <circle cx="48" cy="10" r="3" strokeWidth="2.2" />
        <path d="M40 10a8 4 0 1 0 16 0 8 4 0 1 0-16 0" opacity=".6" />
      </>
    ),
  },
  stage: async () => (await import("../stage/sprint/stage.tsx")).stage,
};
