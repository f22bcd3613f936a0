// What somebody has begun to write and not yet sent: it outlives a look back, a reload and a login, for as long as the tab is open.
import { useCallback, useState } from "react";

/** `name`: of the field, on this page. */
export function useDraft(name: string): readonly [text: string, setText: (text: string) => void] {
  const key = `orrery:draft:${location.pathname}:${name}`;
  const [text, setText] = useState(() => {
    try {
      return sessionStorage.getItem(key) ?? "";
    } catch {
      // A file, or a private window: then it holds until the field is gone.
      return "";
    }
  });
  const keep = useCallback(
    (next: string) => {
      setText(next);
      try {
        if (next === "") sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, next);
      } catch {
        // As above.
      }
    },
    [key],
  );
  return [text, keep];
}
