// Small pieces of the table's stage: a number that tells its causes, pips, bars, and lengths of time in words.
import type { SheetView } from "@orrery/worlds/table";
import { useId, useRef, useState } from "react";
import partsStyle from "./parts.module.css";
import { say } from "./words.ts";

type Sum = SheetView["armourClass"];

export const withSign = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** A number that opens into its causes. `bonus`: with its sign. */
export function Why({ name, sum, bonus = false }: { name: string; sum: Sum; bonus?: boolean }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const shown = bonus ? withSign(sum.value) : String(sum.value);
  return (
    <span className={partsStyle.why}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={say("why", { name, value: shown })}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      >
        {shown}
      </button>
      {open && (
        <span id={id} className={partsStyle.causes} role="note">
          {sum.causes.map(({ what, value }, i) => (
            <span key={what}>
              <span>{what}</span>
              <b>{i === 0 && !bonus ? value : withSign(value)}</b>
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** So many of so many, each a mark: full ones first. */
export function Pips({ left, total, label }: { left: number; total: number; label: string }) {
  if (total > 12)
    return (
      <span>
        {left} / {total}
      </span>
    );
  return (
    <span className={partsStyle.pips} role="img" aria-label={`${label}: ${left} / ${total}`}>
      {Array.from({ length: total }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pip is its place
        <i key={i} data-full={i < left} />
      ))}
    </span>
  );
}

interface BarProps {
  readonly value: number;
  readonly most: number;
  readonly tone: "hp" | "xp";
  /** Whose it is, and the message that is read: then what was lost in it stays to be seen. */
  readonly of?: string;
  readonly sequence?: number;
}

export function Bar({ value, most, tone, of = "", sequence = 0 }: BarProps) {
  const before = useBefore(value, of, sequence);
  const share = (part: number) => (most <= 0 ? 0 : Math.max(0, Math.min(1, part / most)));
  return (
    <span
      className={partsStyle.bar}
      data-tone={tone}
      data-low={tone === "hp" && share(value) <= 0.5}
      aria-hidden="true"
    >
      {before > value && <s style={{ width: `${share(before) * 100}%` }} />}
      <i style={{ width: `${share(value) * 100}%` }} />
    </span>
  );
}

/** A number as it was at the message before the one that is read. */
function useBefore(value: number, of: string, sequence: number): number {
  const kept = useRef({ of, sequence, value, before: value });
  const { current } = kept;
  if (current.of !== of || sequence < current.sequence) kept.current = { of, sequence, value, before: value };
  else if (current.sequence !== sequence) kept.current = { of, sequence, value, before: current.value };
  else if (current.value !== value) kept.current = { ...current, value };
  return kept.current.before;
}

/** A number's change since the message before, while this one is read. `of`: the owner of the number. */
export function Change({ value, of, sequence }: { value: number; of: string; sequence: number }) {
  const by = value - useBefore(value, of, sequence);
  return by === 0 ? null : (
    <i className={partsStyle.change} data-less={by < 0}>
      {withSign(by)}
    </i>
  );
}

/** Seconds as hours and minutes. */
export function lengthOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? say("minutes", { m: minutes }) : say("hours", { h: Math.floor(minutes / 60), m: minutes % 60 });
}
