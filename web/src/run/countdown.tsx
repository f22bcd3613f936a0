// How much time is left to answer, in minutes and seconds. Counts by the page's own clock from what the server said was left.
import { useEffect, useMemo, useState } from "react";
import type { Shown } from "../wire.ts";
import { t } from "../words.ts";
import style from "./countdown.module.css";

/** From here on the time is shown as short. */
const SHORT_MS = 10_000;

/** The time until the first of these asks expires; nothing when no unanswered ask has a deadline. */
export function Countdown({ asks }: { asks: Shown["asks"] }) {
  const left = Math.min(...asks.flatMap(({ leftMs, answered }) => (leftMs === undefined || answered ? [] : [leftMs])));
  const timed = asks.map(({ id, deadlineAt }) => `${id} ${deadlineAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same asks as before, looked at again, have the same end
  const endsAt = useMemo(() => performance.now() + left, [timed, left]);
  const now = useSeconds(endsAt);
  if (!Number.isFinite(left)) return null;
  const rest = Math.max(0, endsAt - now);
  return (
    <p className={style.countdown} role="timer" data-short={rest <= SHORT_MS}>
      {t("timeLeft", { time: minutesOf(rest) })}
    </p>
  );
}

/** The page's clock, read anew at each whole second before an end; still when it has come, and when there is none. */
function useSeconds(endsAt: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!Number.isFinite(endsAt)) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = performance.now();
      setNow(at);
      if (at < endsAt) timer = setTimeout(tick, ((endsAt - at) % 1000) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [endsAt]);
  return now;
}

/** "1:05": rounded up, so that "0:00" is when it is over. */
function minutesOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
