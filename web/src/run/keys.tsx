// What single keys do on a run's page, and the sheet that says so. They can be switched off, and never act while somebody types.
import { useLayoutEffect, useRef, useState } from "react";
import { keep, readKept } from "../kept.ts";
import { toClipboard } from "../parts/clipboard.ts";
import { Ask, Closing } from "../parts/parts.tsx";
import { t, type Word } from "../words.ts";
import style from "./keys.module.css";
import { BRANCH, ENDING, GOD, type MarkKind, type Marks, REFUSAL, ROLL, ROLLBACK } from "./marks.ts";
import type { Panel } from "./panels.tsx";
import { jump } from "./scrubber.tsx";
import { type Player, SPEEDS } from "./use-player.ts";

interface KeyReach {
  readonly player: Player;
  readonly head: number;
  readonly marks: Marks;
  show(panel: Panel): void;
  help(): void;
}
export interface Keys {
  readonly on: boolean;
  set(on: boolean): void;
  /** What was done that does not show, until the next key; "" else. */
  readonly note: string;
}

const KEPT = "keys";
export const keysAreOn = (): boolean => readKept(KEPT) !== "off";
export const setKeysOn = (on: boolean): void => keep(KEPT, on ? "on" : "off");
const PANEL_KEYS: Readonly<Record<string, Panel>> = { i: "inspect", n: "branches", p: "players", o: "god", t: "turns" };
const SHEET: readonly (readonly [keys: string, what: Word])[] = [
  ["Space  k", "keyPlay"],
  ["← →  j l", "keyStep"],
  ["Shift ← →", "keyStride"],
  ["Home  End", "keyEnds"],
  [",  .", "keySpeed"],
  [[REFUSAL, GOD, ROLL, BRANCH, ROLLBACK, ENDING].map(({ key }) => key).join("  "), "keyJump"],
  ["0", "keyLive"],
  ["/", "keySay"],
  ["i  n  p  o  t", "keyInspect"],
  ["s", "keyCopy"],
  ["?", "keyHelp"],
];

/** Null: nothing to step through, as for a seat. */
export function useKeys(reach: KeyReach | null): Keys {
  const [on, setOn] = useState(keysAreOn);
  const [note, setNote] = useState("");
  const now = useRef(reach);
  now.current = reach;
  // Before the page is painted, since a key may be pressed as soon as the page is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const reach = now.current;
      if (event.key === "Escape" && event.target instanceof HTMLInputElement && event.target.id === "words")
        return event.target.blur();
      if (!reach || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?" && !isTyping(event.target)) return reach.help();
      if (!on || isTyping(event.target) || document.querySelector("dialog[open]")) return;
      setNote("");
      if (press(reach, event, setNote)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [on]);
  const set = (next: boolean) => {
    setKeysOn(next);
    setOn(next);
  };
  return { on, set, note };
}

/** Whether the key meant something here. */
function press({ player, head, marks, show }: KeyReach, event: KeyboardEvent, say: (note: string) => void): boolean {
  const turn = player.cursor ?? head;
  const { key, shiftKey, target } = event;
  const lower = key.toLowerCase();
  // A button that has the focus is what Space presses; a bar or a list goes by its own arrows.
  const busy = target instanceof HTMLElement && target.closest("button, a, summary, select, [role=tab]") !== null;
  const bar = target instanceof HTMLInputElement;
  if (lower === "k" || (key === " " && !busy && !bar)) player.playing ? player.pause() : player.play();
  else if ((key === "ArrowLeft" && !bar) || lower === "j") player.seek(Math.max(0, turn - (shiftKey ? 10 : 1)));
  else if ((key === "ArrowRight" && !bar) || lower === "l") player.seek(turn + (shiftKey ? 10 : 1));
  else if (key === "Home" && !bar) player.seek(0);
  else if ((key === "End" && !bar) || key === "0") player.seek(null);
  else if (key === "," || key === ".") {
    const at = SPEEDS.indexOf(player.speed as (typeof SPEEDS)[number]) + (key === "." ? 1 : -1);
    player.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))]!);
  } else if (key === "/") document.getElementById("words")?.focus();
  else if (lower === "s") void toClipboard(linkTo(player.cursor)).then((taken) => taken && say(t("copied")));
  else if (PANEL_KEYS[lower]) show(PANEL_KEYS[lower]);
  else {
    const mark = marks.find(({ kind }) => kind.key === lower);
    const to = mark ? jump(mark.turns, turn, shiftKey) : null;
    if (to === null) return false;
    player.seek(to);
  }
  return true;
}

/** The address of a moment; the one in the bar may be half a second behind. */
export function linkTo(turn: number | null): string {
  const url = new URL(location.href);
  const place = new URL(url.hash.slice(1) || url.pathname + url.search, "http://orrery");
  if (turn === null) place.searchParams.delete("at");
  else place.searchParams.set("at", String(turn));
  const path = place.pathname + place.search;
  if (url.hash === "") return url.origin + path;
  url.hash = path;
  return url.href;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !["range", "checkbox", "radio"].includes(target.type));

/** `more`: kinds of marks that only this world has. */
export function KeySheet({
  keys,
  more,
  onClose,
}: {
  keys: Keys;
  more: readonly Pick<MarkKind, "id" | "key" | "name">[];
  onClose: () => void;
}) {
  return (
    <Ask title={t("keysTitle")} onClose={onClose}>
      <dl className={style.sheet}>
        {SHEET.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split("  ").map((one) => (
                <kbd key={one} translate="no">
                  {one}
                </kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
        {more.map(({ id, key, name }) => (
          <div key={id}>
            <dt>
              <kbd translate="no">{key}</kbd>
            </dt>
            <dd>{t("keyNext", { kind: name() })}</dd>
          </div>
        ))}
      </dl>
      <label className={style.on}>
        <input type="checkbox" checked={keys.on} onChange={(event) => keys.set(event.target.checked)} />
        {t("keysOn")}
      </label>
      <Closing onClose={onClose} />
    </Ask>
  );
}
