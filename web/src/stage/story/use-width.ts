// The width of an element in CSS pixels, as it changes. A drawing that knows it needs no stretching, so its letters stay letters.
import { type RefObject, useEffect, useState } from "react";

export function useWidth(element: RefObject<HTMLElement | null>, first = 760): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (!element.current) return;
    const seen = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    seen.observe(element.current);
    return () => seen.disconnect();
  }, [element]);
  return width;
}
