// The small drawing of a kind of mark.
import type { MarkKind } from "./marks.ts";

export const Sign = ({ kind: { sign } }: { kind: MarkKind }) => (
  <svg
    viewBox="0 0 12 12"
    width="0.7rem"
    height="0.7rem"
    fill={sign.filled ? "currentColor" : "none"}
    stroke="currentColor"
    strokeWidth={sign.filled ? 0 : 2}
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={sign.path} />
  </svg>
);
