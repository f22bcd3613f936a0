// Where many stand in one spot: nobody is drawn upon another, and no word upon a word. Pure; knows nothing of what it sets apart.

interface At {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** Who stands in one spot is drawn side by side, so that nobody hides anybody. */
export function apart(
  figures: readonly At[],
  size: number = TOKEN,
): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const shown = new Map<string, { readonly x: number; readonly y: number }>();
  for (const { id, x, y } of figures) {
    const near = (px: number, py: number) =>
      [...shown.values()].some((other) => Math.hypot(other.x - px, other.y - py) < size);
    // Around the spot in rings, at the first free place.
    let place = { x, y };
    for (let i = 0; i < 18 && near(place.x, place.y); i++) {
      const ring = size * (1 + Math.floor(i / 6));
      const angle = (i * Math.PI) / 3;
      place = { x: x + ring * Math.cos(angle), y: y + ring * Math.sin(angle) };
    }
    shown.set(id, place);
  }
  return shown;
}
/** Two tokens this far from each other can be told apart. */
const TOKEN = 72;

/** The words below each, and how far: what neighbours have in common is said once, below the lowest, and what differs below each other. */
export function captionsBelow(
  figures: readonly (At & { readonly text: string })[],
): ReadonlyMap<string, { readonly text: string; readonly below: number }> {
  const written: { readonly x: number; readonly y: number; readonly text: string }[] = [];
  const shown = new Map<string, { readonly text: string; readonly below: number }>();
  for (const { id, x, y, text } of figures.toSorted((a, b) => b.y - a.y)) {
    let at = y + BELOW;
    if (written.some((other) => other.text === text && Math.hypot(other.x - x, other.y - at) < TOGETHER)) continue;
    const upon = () => written.find((other) => Math.abs(other.x - x) < WORDS.w && Math.abs(other.y - at) < WORDS.h);
    for (let other = upon(); other; other = upon()) at = other.y + WORDS.h;
    written.push({ x, y: at, text });
    shown.set(id, { text, below: at - y });
  }
  return shown;
}
/** A line of words under a token, in map units. */
const WORDS = { w: 190, h: 46 } as const;
const BELOW = 104;
/** So far apart two are still neighbours. */
const TOGETHER = 280;
