// Keeps the focus in a part of the page when the pressed button goes away; else the next key starts at the top again.
import { type RefObject, useLayoutEffect, useRef } from "react";

interface Stay<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** A part that is empty then, or hidden, leaves them to all there is on the page. */
export function useStay<E extends HTMLElement>(): Stay<E> {
  const ref = useRef<E>(null);
  // What is taken away while drawing blurs nothing that would be heard here.
  const within = useRef(false);
  useLayoutEffect(() => {
    if (!within.current || document.activeElement !== document.body) return;
    within.current = false;
    ref.current?.focus({ preventScroll: true });
    if (document.activeElement === document.body) toMain({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      within.current = true;
    },
    onBlur: () => {
      within.current = false;
    },
  };
}

export function toMain(options?: { readonly preventScroll: boolean }): void {
  const main = document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus(options);
}
