// Something that is looked at again from time to time, while the page is seen: at once, then every so often, and when it comes back into sight.
import { useEffect } from "react";

export function useRepeated(look: () => Promise<unknown>, everyMs: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stale = false;
    const again = async () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") await look().catch(() => {});
      // Two looks may be under way at once: only one of them goes on.
      clearTimeout(timer);
      if (!stale) timer = setTimeout(again, everyMs);
    };
    void again();
    document.addEventListener("visibilitychange", again);
    return () => {
      stale = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [look, everyMs]);
}
