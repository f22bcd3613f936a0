// How the Glass Box looks on the page.
import style from "../home.module.css";
import { later } from "../parts/later.tsx";
import type { WorldLook } from "./look.ts";

const StationReel = later(
  async () => (await import("./station-reel.tsx")).StationReel,
  () => null,
);

export const glassbox: WorldLook = {
  palettes: {
    glassbox: {
      ground: ["#f2f4fb", "#0a0d16"],
      sheet: ["#ffffff", "#121827"],
      sunken: ["#e4e8f4", "#070a12"],
      ink: ["#171c30", "#f1ebdd"],
      soft: ["#525b77", "#a9afc0"],
      rule: ["#cfd5e6", "#252d42"],
      edge: ["#717b99", "#68738e"],
      accent: ["#7d5009", "#f0bf62"],
      onAccent: ["#ffffff", "#1d1304"],
      wash: ["#f3e6c8", "#2d2716"],
    },
  },
  emblems: {
    glassbox: (
      <>
        <path d="M8 12h22v16H8zM40 6h24v18H40zM70 32h20v18H70zM30 38h24v16H30z" />
        <path d="M30 20h10M52 24v14M64 16h16v16M54 46h16" opacity=".6" />
        <circle cx="19" cy="20" r="3.4" strokeWidth="2.2" />
        <circle cx="47" cy="15" r="3.4" strokeWidth="2.2" />
        <circle cx="57" cy="15" r="3.4" strokeWidth="2.2" className={style.blue} />
        <path d="M38 43l8 7M46 43l-8 7" strokeWidth="2.4" />
      </>
    ),
  },
  Reel: StationReel,
  stage: async () => (await import("../stage/glassbox/stage.tsx")).stage,
};
