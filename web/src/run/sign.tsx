// A small drawing for each kind of mark, so that shape tells them apart where colour cannot.
import type { Kind } from "./marks.ts";

const PATHS: Readonly<Record<Kind, string>> = {
  refusal: "M2 2l8 8M10 2l-8 8",
  god: "M6 .5 7.3 4.7 11.5 6 7.3 7.3 6 11.5 4.7 7.3.5 6 4.7 4.7z",
  roll: "M6 1l5 5-5 5-5-5z",
  branch: "M3 11.5V6.5M3 7c0-3 6-2 6-6M9 1v.2M3 .8v6",
  ending: "M6 .6 7.6 4.3 11.6 4.6 8.5 7.2 9.5 11.1 6 9 2.5 11.1 3.5 7.2.4 4.6 4.4 4.3z",
};

export const Sign = ({ kind }: { kind: Kind }) => (
  <svg
    viewBox="0 0 12 12"
    width="11"
    height="11"
    fill={kind === "refusal" || kind === "branch" ? "none" : "currentColor"}
    stroke="currentColor"
    strokeWidth={kind === "refusal" || kind === "branch" ? 2 : 0}
    aria-hidden="true"
  >
    <path d={PATHS[kind]} />
  </svg>
);
