// What stands in place of a run until it is there.
import type { ReactNode } from "react";
import { Brand, Working } from "../parts/parts.tsx";
import { t } from "../words.ts";
import style from "./page.module.css";

/** `children`: what there is to say in place of "opening". */
export function Opening({ children = <Working>{t("openingRun")}</Working> }: { children?: ReactNode }) {
  return (
    <div className={style.page}>
      <header className={style.top}>
        <Brand />
      </header>
      <main className={style.alone}>{children}</main>
    </div>
  );
}
