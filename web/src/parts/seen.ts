// Where one part of the page is shown at a time: what is to be put right when a part is shown again. Hidden, it has no size and scrolls nowhere.
import { type RefObject, useEffect, useRef } from "react";

export function useSeenAgain(part: RefObject<HTMLElement | null>, then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    if (!part.current) return;
    let hidden = false;
    const seen = new ResizeObserver(([entry]) => {
      const none = (entry?.target.getClientRects().length ?? 0) === 0;
      if (hidden && !none) latest.current();
      hidden = none;
    });
    seen.observe(part.current);
    return () => seen.disconnect();
  }, [part]);
}
