// A face for an actor of any world: the first letters of its name on a colour of its own, told apart by outline as well.
import style from "./parts.module.css";

const HUES = ["#e9a13b", "#6fb7d8", "#e57a5e", "#7cc48f", "#b79ae0", "#d98ab0", "#c9b54d", "#6fc4bd"] as const;
const OUTLINES = [
  "M16 3a13 13 0 1 1-.01 0z",
  "M8 4h16a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5z",
  "M16 2.5 28 9.5v13L16 29.5 4 22.5v-13z",
  "M16 3c9 0 12 7 12 13v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V16C4 10 7 3 16 3z",
] as const;

/** The same for the same id, always. */
function numberOf(id: string): number {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return sum;
}

export function Face({ id, name }: { id: string; name: string }) {
  const n = numberOf(id);
  return (
    <svg viewBox="0 0 32 32" className={style.faceOf} aria-hidden="true">
      <path d={OUTLINES[(n >>> 3) % OUTLINES.length]} fill={HUES[n % HUES.length]} />
      <text x="16" y="21" textAnchor="middle">
        {initials(name)}
      </text>
    </svg>
  );
}

const initials = (name: string): string => {
  const words = name.replace(/^(the|a|an) /i, "").split(/[\s_-]+/);
  const [first = "", second] = words;
  return second === undefined ? capitalOf(first.slice(0, 2)) : `${first.charAt(0)}${second.charAt(0)}`.toUpperCase();
};
const capitalOf = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
