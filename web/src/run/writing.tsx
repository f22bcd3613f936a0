// An answer that an agent is writing aloud: its words so far, which are no turn yet and may still be refused.
import { useEffect, useRef } from "react";
import { capital } from "../say.ts";
import type { Telling } from "../wire.ts";
import { t } from "../words.ts";
import style from "./writing.module.css";

export function Writing({ answer: { text }, who }: { answer: Telling; who: string }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new piece moves the end
  useEffect(() => {
    box.current?.scrollTo(0, box.current.scrollHeight);
  }, [text]);
  return (
    // Screen readers hear the whole answer once it is a turn.
    <section className={style.writing} aria-label={t("writesAloud", { who: capital(who) })} aria-live="off">
      <b translate="no">{capital(who)}</b> <small>{t("notYetATurn")}</small>
      <div ref={box} className={style.text} translate="no">
        {text}
        <span className={style.caret} aria-hidden="true" />
      </div>
    </section>
  );
}
