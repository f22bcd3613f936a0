// Colours of the sky by the hour: one sky over the picture of a place and along the band of time.

type Rgb = readonly [number, number, number];
/** What the sky is like at an hour: at its top, in its middle, and low over the ground. */
interface Sky {
  readonly top: string;
  readonly middle: string;
  readonly low: string;
}
const KEYS: readonly (readonly [hour: number, top: string, middle: string, low: string])[] = [
  [0, "#080c1e", "#111737", "#232045"],
  [4.5, "#101733", "#2a2750", "#5a3f5c"],
  [6, "#34406f", "#a06a7c", "#eea36b"],
  [8, "#6296c6", "#a3c9e2", "#eadcc0"],
  [13, "#6fa6d2", "#a9cfe6", "#dfe8e4"],
  [16, "#6d97c4", "#b9cbd6", "#f0d3a4"],
  [18, "#4b4b86", "#c0705f", "#f4a352"],
  [19.5, "#2a2658", "#6d3760", "#c85c4c"],
  [21, "#10163a", "#251f4c", "#493055"],
  [24, "#080c1e", "#111737", "#232045"],
];

export function skyAt(hour: number): Sky {
  const at = ((hour % 24) + 24) % 24;
  const next = KEYS.findIndex(([from]) => from > at);
  const [a, b] = [KEYS[next - 1]!, KEYS[next]!];
  const share = (at - a[0]) / (b[0] - a[0]);
  return { top: mix(a[1], b[1], share), middle: mix(a[2], b[2], share), low: mix(a[3], b[3], share) };
}
export const isNight = (hour: number): boolean => {
  const at = ((hour % 24) + 24) % 24;
  return at < 5 || at >= 20;
};

/** So much of the second colour in the first. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [rgb(one), rgb(other)];
  return `#${a
    .map((part, i) =>
      Math.round(part + (b[i]! - part) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;
