// Where words stand on the map of known places: a name above its place, the length of a road beside the road and over no name. Draws nothing.

/** Width of the picture. All lengths here are in its units. */
export const WIDTH = 100;
/** A shorter road has no room for words. */
const SHORT = 10;
interface Point {
  readonly x: number;
  readonly y: number;
}
/** The `text-anchor` of a name at `x`, so that names near an edge stay inside the picture. */
export const anchorOf = (x: number) => (x < 25 ? "start" : x > 75 ? "end" : "middle");
/** The area that a text covers, estimated from its number of letters. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const boxAt = (left: number, y: number, width: number, high: number): Box => ({
  left,
  right: left + width,
  top: y - high,
  bottom: y + high * 0.25,
});
export function boxOfName(name: string, { x, y }: Point): Box {
  const width = name.length * 2.05;
  return boxAt({ start: x, middle: x - width / 2, end: x - width }[anchorOf(x)], y - 4, width, 3.9);
}
const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Where the words of a road begin: beside the road, inside the picture and over no name; null where there is no room. */
export function besideRoad(a: Point, b: Point, words: string, names: readonly Box[]): Point | null {
  if (Math.hypot(b.x - a.x, b.y - a.y) < SHORT) return null;
  const width = words.length * 1.5;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const places = [
    { x: middle.x + 2, y: middle.y + 2.4 },
    { x: middle.x - 2 - width, y: middle.y + 1 },
    { x: middle.x - width / 2, y: middle.y + 4.5 },
    { x: middle.x - width / 2, y: middle.y - 2 },
  ];
  const isFree = (at: Point) => {
    const box = boxAt(at.x, at.y, width, 3.1);
    return box.left > 1 && box.right < WIDTH - 1 && !names.some((name) => meet(box, name));
  };
  return places.find(isFree) ?? null;
}
