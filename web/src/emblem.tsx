// A small drawing for each world, its own where it has one, else that of its kind; the orrery itself for any other.
import type { ReactNode } from "react";
import style from "./home.module.css";

const GROUND = <path d="M8 52h80" opacity=".5" />;
const HOUSE = (
  <>
    <path d="M22 30 48 10l26 20" />
    <path d="M28 26v26h40V26" opacity=".8" />
    <path d="M42 52V36h12v16" strokeWidth="2.2" />
    <circle cx="51" cy="44.5" r="1.1" fill="currentColor" stroke="none" />
    <path d="M59 33h5v6h-5zM32 33h5v6h-5z" className={style.blue} />
    {GROUND}
  </>
);

const EMBLEMS: Readonly<Record<string, ReactNode>> = {
  tictactoe: (
    <>
      <path d="M39 8v44M57 8v44M26 21h44M26 39h44" opacity=".6" />
      <path d="M43 25l10 10M53 25l-10 10" strokeWidth="2.4" />
      <circle cx="65" cy="13" r="4.6" strokeWidth="2.4" className={style.blue} />
      <path d="M27 42l9 9M36 42l-9 9" strokeWidth="2.4" />
    </>
  ),
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
  house: HOUSE,
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
};
const ORRERY = (
  <>
    <circle cx="48" cy="30" r="24" opacity=".5" />
    <circle cx="48" cy="30" r="13" opacity=".8" />
    <circle cx="48" cy="30" r="4" fill="currentColor" stroke="none" />
    <circle cx="67" cy="15.4" r="3.4" className={style.blue} />
  </>
);

export const Emblem = ({ world }: { world: string }) => (
  <svg
    className={style.emblem}
    viewBox="0 0 96 60"
    fill="none"
    strokeWidth="1.6"
    stroke="currentColor"
    aria-hidden="true"
  >
    {EMBLEMS[world] ?? EMBLEMS[world.split("/")[0]!] ?? ORRERY}
  </svg>
);
