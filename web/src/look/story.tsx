// How stories look on the page.
import style from "../home.module.css";
import type { WorldLook } from "./look.ts";

export const story: WorldLook = {
  palettes: {
    story: {
      ground: ["#f3f7f7", "#0c141b"],
      sheet: ["#ffffff", "#131e27"],
      sunken: ["#e4eded", "#080e13"],
      ink: ["#10242b", "#e8f0f0"],
      soft: ["#4c646b", "#9fb4bb"],
      rule: ["#cddcdd", "#24333d"],
      edge: ["#6d878d", "#627d86"],
      accent: ["#0b6271", "#6fd3cf"],
      onAccent: ["#ffffff", "#04211f"],
      wash: ["#d9eff0", "#123437"],
    },
  },
  emblems: {
    story: (
      <>
        <path d="M8 44c10 0 12-22 22-22s12 14 22 14 12-26 22-26 8 8 14 8" strokeWidth="2.2" />
        <path d="M8 50c12-2 16-8 26-8s16 6 26 6 14-14 28-14" className={style.blue} opacity=".9" />
        <path d="M8 36c10 2 16 10 26 10s14-8 24-8 16 8 30 8" opacity=".5" />
        <path d="M60 4v52" strokeDasharray="2 3" />
        <circle cx="60" cy="27" r="3.4" strokeWidth="2.2" />
        <path d="M16 10h14M16 16h8M72 52h14" opacity=".6" />
      </>
    ),
  },
  fields: async () => (await import("../stage/story/town-fields.tsx")).TownFields,
  stage: async () => (await import("../stage/story/stage.tsx")).stage,
};
