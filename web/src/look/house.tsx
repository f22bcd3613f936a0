// How houses look on the page.
import style from "../home.module.css";
import { housePalettes } from "./house-palettes.ts";
import type { WorldLook } from "./look.ts";

const GROUND = <path d="M8 52h80" opacity=".5" />;

export const house: WorldLook = {
  palettes: housePalettes,
  emblems: {
    house: (
      <>
        <path d="M22 30 48 10l26 20" />
        <path d="M28 26v26h40V26" opacity=".8" />
        <path d="M42 52V36h12v16" strokeWidth="2.2" />
        <circle cx="51" cy="44.5" r="1.1" fill="currentColor" stroke="none" />
        <path d="M59 33h5v6h-5zM32 33h5v6h-5z" className={style.blue} />
        {GROUND}
      </>
    ),
    "house/cottage": (
      <>
        <path d="M20 33 46 16l26 17" />
        <path d="M26 29v23h40V29" opacity=".8" />
        <path d="M41 52V39h10v13" strokeWidth="2.2" />
        <path d="M56 36h6v6h-6z" className={style.blue} />
        <path d="M58 22v-9h5v12" opacity=".8" />
        <path d="M60.5 9c-3-2 3-3 0-6" opacity=".6" />
        <path d="M12 52v-7M12 45c-4-1-4-6 0-9 4 3 4 8 0 9M82 52v-5M79 47h6M78 52l1-5M86 52l-1-5" opacity=".7" />
        {GROUND}
      </>
    ),
    "house/lighthouse": (
      <>
        <path d="M42 52 45 22h8l3 30" />
        <path d="M43.4 42h11.4M44.3 32h9.4" opacity=".6" />
        <path d="M43 22h12M45 22v-7h8v7M44 15l5-5 5 5" />
        <path d="M41 17 12 10M41 20 12 25" className={style.blue} opacity=".9" />
        <path d="M57 17l29-7M57 20l29 5" className={style.blue} opacity=".9" />
        <path d="M30 52c-6-7-14-4-18 0M68 52c5-6 12-4 18 0" opacity=".7" />
        <path d="M8 56c5-3 8-3 13 0s8 3 13 0 8-3 13 0 8 3 13 0 8-3 13 0 8 3 13 0" opacity=".5" />
      </>
    ),
    "house/mystery": (
      <>
        <path d="M14 52V30h20v22M62 52V30h20v22M34 52V24h28v28" opacity=".8" />
        <path d="M12 30l12-8 12 8M60 30l12-8 12 8M32 24l16-13 16 13" />
        <path d="M19 36h4v6h-4zM73 36h4v6h-4zM40 30h4v6h-4zM52 30h4v6h-4z" className={style.blue} />
        <path d="M44 52V42h8v10" />
        <circle cx="76" cy="12" r="6" />
        <path d="M80 16l5 5" strokeWidth="2.6" />
        {GROUND}
      </>
    ),
  },
  where: (glance) => (glance as { readonly room: string | null }).room ?? "",
  stage: async () => (await import("../stage/house.tsx")).stage,
};
