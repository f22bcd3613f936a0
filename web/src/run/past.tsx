// What stands at the foot of the story while one looks back, and in place of a run that cannot be shown.
import { goTo } from "../address.ts";
import parts from "../parts/parts.module.css";
import { Brand, Notice, Title } from "../parts/parts.tsx";
import { Own, Rich } from "../parts/rich.tsx";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import style from "./page.module.css";
import type { Asking } from "./use-scene.ts";

export function PastBar({
  disk,
  turn,
  head,
  step,
  now,
  ask,
}: {
  disk: boolean;
  turn: number;
  head: number;
  /** To another turn: where the timeline is out of sight, one goes from turn to turn here. */
  step: (turn: number) => void;
  now: () => void;
  ask: (what: Asking) => void;
}) {
  return (
    <section className={style.past} aria-label={t("lookingBack")}>
      <div className={style.steps}>
        <button
          type="button"
          className={parts.button}
          aria-disabled={turn <= 0}
          aria-label={t("earlier")}
          onClick={() => step(turn - 1)}
        >
          ←
        </button>
        <button type="button" className={parts.button} aria-label={t("later")} onClick={() => step(turn + 1)}>
          →
        </button>
      </div>
      <p>
        <Rich word="lookingAt" turn={<b>{turn}</b>} head={<span>{head}</span>} />
      </p>
      <div className={parts.row}>
        <button type="button" className={parts.primary} onClick={now}>
          {t("returnToNow")}
        </button>
        {!disk && (
          <>
            <button type="button" className={parts.button} onClick={() => ask("branch")}>
              {t("branchFromHere")}
            </button>
            <button type="button" className={parts.button} onClick={() => ask("rollback")}>
              {t("backToHere")}
            </button>
          </>
        )}
      </div>
    </section>
  );
}

export function Broken({ error }: { error: unknown }) {
  return (
    <div className={style.page}>
      <header className={style.top}>
        <Brand />
      </header>
      <main className={style.alone}>
        <Title>{error instanceof wire.Problem && error.status === 404 ? t("noSuchRun") : t("cannotShow")}</Title>
        <Notice kind="bad">
          <Own>{wire.messageOf(error)}</Own>
        </Notice>
        <div className={parts.row}>
          <button type="button" className={parts.primary} onClick={() => goTo(null)}>
            {t("toFirstPage")}
          </button>
          <button type="button" className={parts.button} onClick={() => location.reload()}>
            {t("tryAgain")}
          </button>
        </div>
      </main>
    </div>
  );
}
