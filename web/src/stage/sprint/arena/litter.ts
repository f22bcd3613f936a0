// What failed attempts leave beside a seat: a crumpled sheet for each, and a broken ring on the floor where no answer came.
import { Group, IcosahedronGeometry, Mesh, RingGeometry, Vector3 } from "three";
import { SIGNALS } from "../identity.ts";
import type { TroubleMark } from "../picture.ts";
import { after, light, matt, part, weld } from "./shapes.ts";

/** Share of a turn in which its failed attempts are shown; the rest belongs to what came of them. */
export const FAILING = 0.5;
const SHEETS = 3;
const PAPER = "#f6ead0";
const RING = { inner: 0.62, outer: 0.74, gaps: 5 };

export class Litter {
  readonly group = new Group();
  private readonly sheets: readonly Mesh[];
  private readonly ring = light("#c9cee2", 0);
  private readonly gap: Mesh;

  constructor() {
    const shape = crumpledPaper();
    const paper = matt({ emissive: SIGNALS.repair, emissiveIntensity: 0.35 });
    this.sheets = Array.from({ length: SHEETS }, () => new Mesh(shape, paper));
    this.gap = new Mesh(brokenRing(), this.ring);
    this.gap.rotation.x = -Math.PI / 2;
    this.gap.position.y = 0.06;
    this.group.add(...this.sheets, this.gap);
    this.pose(undefined, 1);
  }

  /** In the seat's own space: sheets fly from the hands over the shoulder, one after the other. */
  pose(trouble: TroubleMark | undefined, share: number): void {
    const failed = Math.min(SHEETS, trouble?.failed ?? 0);
    this.sheets.forEach((sheet, i) => {
      const begins = (i / Math.max(1, failed)) * FAILING;
      const flown = Math.min(1, Math.max(0, (share - begins) / (FAILING / Math.max(1, failed))));
      sheet.visible = i < failed && flown > 0;
      if (!sheet.visible) return;
      const to = LANDINGS[i]!;
      sheet.position.lerpVectors(HANDS, to, flown);
      sheet.position.y += 0.9 * Math.sin(flown * Math.PI);
      sheet.rotation.set(flown * 5 + i, flown * 3, i * 2);
    });
    const open = trouble && !trouble.repaired ? after(share, FAILING) : 0;
    this.ring.opacity = 0.75 * open;
    this.gap.visible = open > 0;
  }
}

const HANDS = new Vector3(0.25, 1.25, 0.45);
/** Towards the eye, where no table hides them. */
const LANDINGS = [new Vector3(0.8, 0.12, 0.35), new Vector3(0.98, 0.12, -0.1), new Vector3(0.72, 0.12, -0.42)];

function crumpledPaper() {
  return weld([
    part(new IcosahedronGeometry(0.13, 0), PAPER, { turn: [0.4, 0.2, 0], scale: [1, 0.8, 1.1] }),
    part(new IcosahedronGeometry(0.1, 0), "#d8c9a4", { at: [0.07, 0.03, 0.02], turn: [1, 0.5, 0.3] }),
  ]);
}

function brokenRing() {
  const { inner, outer, gaps } = RING;
  const whole = (Math.PI * 2) / gaps;
  return weld(
    Array.from({ length: gaps }, (_, i) =>
      part(new RingGeometry(inner, outer, 8, 1, i * whole, whole * 0.62), "#ffffff"),
    ),
  );
}
