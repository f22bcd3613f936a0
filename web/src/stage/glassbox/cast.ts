// Moves the drawing of each to where it is at one frame: steps, sway, eyes. Decides nothing.
import type { FloorPoint } from "./motion.ts";
import type { PlacedFigure } from "./placed.ts";

/** How far a step is, in map units, and how high. */
const STEP = 34;
const parts = new WeakMap<Element, Readonly<Record<string, Element | null>>>();
const partsOf = (group: Element) => {
  const known = parts.get(group);
  if (known) return known;
  const part = (name: string) => group.querySelector(`[data-part="${name}"]`);
  const found = {
    person: part("person"),
    shade: part("shade"),
    foot: part("foot"),
    bob: part("bob"),
    left: part("left"),
    right: part("right"),
    eyes: part("eyes"),
  };
  parts.set(group, found);
  return found;
};

/** Moves one drawing to where it is. `scale`: map units for one unit of the drawing. */
export function place(group: SVGGElement, at: PlacedFigure | undefined, scale: number, lunge: FloorPoint): void {
  if (!at || at.how === "none") {
    set(group, "display", "none");
    return;
  }
  const { person, shade, foot, bob, left, right, eyes } = partsOf(group);
  const stands = at.how === "stands";
  group.removeAttribute("display");
  set(person, "display", stands ? "inline" : "none");
  set(shade, "display", stands ? "none" : "inline");
  set(foot, "display", stands ? "inline" : "none");
  const size = stands ? scale : scale * 0.8;
  set(
    group,
    "transform",
    `translate(${(at.x + lunge.x).toFixed(1)} ${(at.y + lunge.y + 30).toFixed(1)}) scale(${size.toFixed(3)})`,
  );
  if (!stands) return;
  const phase = at.moves ? (at.x + at.y) / STEP : null;
  const sway =
    phase === null ? "" : `translate(0 ${(-Math.abs(Math.sin(phase)) * 6).toFixed(1)}) rotate(${at.faces * 4})`;
  set(bob, "transform", sway);
  set(left, "transform", phase === null ? "" : stride(phase, 1));
  set(right, "transform", phase === null ? "" : stride(phase, -1));
  set(eyes, "transform", `translate(${at.faces * 8} 0)`);
}
const stride = (phase: number, leg: 1 | -1): string =>
  `translate(${(Math.sin(phase) * 9 * leg).toFixed(1)} ${(-Math.max(0, Math.cos(phase) * leg) * 6).toFixed(1)})`;

/** Writes only what has changed: what stands still costs nothing. */
export function set(element: Element | null | undefined, name: string, value: string): void {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
}
