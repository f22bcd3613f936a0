// Floor, light and what lies on the floor, on a canvas: two pictures of the station, one lit and one dark, and where light falls the lit one shows.
import type { System } from "@orrery/worlds/glassbox/sabotages";
import type { Rect, Station } from "@orrery/worlds/glassbox/station";
import { paintSky } from "./art/hull.ts";
import { paintStation } from "./art/paint.ts";
import type { Pen } from "./art/rooms.ts";
import { type Camera, extentOf, NEAR, worldOf } from "./camera.ts";
import type { FloorPoint } from "./motion.ts";
import type { StationScene } from "./scene.ts";
import { sightOf } from "./sight.ts";

/** One pair of eyes: from where, how far, and how bright what they see is. */
export interface Seer extends FloorPoint {
  readonly place: string;
  readonly radius: number;
  readonly glow: number;
}
export interface Trail {
  readonly ink: string;
  /** From now backwards. */
  readonly points: readonly FloorPoint[];
}
export interface Lighting {
  readonly camera: Camera;
  readonly seers: readonly Seer[];
  /** Rooms with shut or closing doors: from 0 to 1. */
  readonly doors: ReadonlyMap<string, number>;
  readonly sabotage: StationScene["sabotage"];
  /** From 0 to 1, as an alarm swells; at rest 0.5. */
  readonly beat: number;
  readonly meeting: boolean;
  readonly trails: readonly Trail[];
}

/** Map units around the station that are painted with it. */
const MARGIN = { x: 350, y: 100 } as const;
/** The mask of light is so much smaller than the picture: enlarging it is what makes edges soft. */
const COARSE = 3;

interface PaintedLight {
  readonly scale: number;
  readonly dx: number;
  readonly dy: number;
  readonly lit: HTMLCanvasElement;
  readonly dark: HTMLCanvasElement;
}

export class Lights {
  readonly #station: Station;
  readonly #ground: HTMLCanvasElement;
  readonly #sky: HTMLCanvasElement;
  readonly #mask = document.createElement("canvas");
  readonly #mixed = document.createElement("canvas");
  readonly #glow = glowOf();
  readonly #painted = new Map<number, PaintedLight>();
  #width = 0;
  #height = 0;
  #dots = 1;
  /** Map units to pixels of the page, with all of it in sight; and where its middle is. */
  fit = 1;

  constructor(station: Station, sky: HTMLCanvasElement, ground: HTMLCanvasElement) {
    this.#sky = sky;
    this.#station = station;
    this.#ground = ground;
  }

  /** True when the size has changed. */
  resize(width: number, height: number): boolean {
    const dots = Math.min(2, devicePixelRatio || 1);
    if (width === this.#width && height === this.#height && dots === this.#dots) return false;
    [this.#width, this.#height, this.#dots] = [width, height, dots];
    for (const canvas of [this.#sky, this.#ground, this.#mixed]) {
      canvas.width = Math.round(width * dots);
      canvas.height = Math.round(height * dots);
    }
    this.#mask.width = Math.ceil(width / COARSE);
    this.#mask.height = Math.ceil(height / COARSE);
    const pen = this.#sky.getContext("2d")!;
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    paintSky(pen, width, height);
    const world = worldOf(this.#station);
    this.fit = Math.min((width - 16) / world.w, (height - 16) / world.h);
    this.#painted.clear();
    return true;
  }

  /** Map units to pixels, and the corner of the map, for a camera. Whole pixels, so that a floor at rest is copied as it was painted. */
  place({ x, y, near }: Camera): { readonly scale: number; readonly left: number; readonly top: number } {
    const scale = this.fit * near;
    const round = (at: number) => Math.round(at * this.#dots) / this.#dots;
    return { scale, left: round(this.#width / 2 - x * scale), top: round(this.#height / 2 - y * scale) };
  }

  draw(shown: Lighting): void {
    if (this.#width === 0) return;
    const pen = this.#ground.getContext("2d")!;
    const dots = this.#dots;
    const { scale, left, top } = this.place(shown.camera);
    const painted = this.#at(shown.camera.near > 1.08 ? NEAR : 1);
    const grown = (scale * dots) / painted.scale;
    const same = Math.abs(grown - 1) < 0.002;
    const to = (one: Pen) => {
      const by = same ? 1 : grown;
      one.setTransform(by, 0, 0, by, left * dots - painted.dx * by, top * dots - painted.dy * by);
      one.imageSmoothingEnabled = !same;
    };
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.#ground.width, this.#ground.height);
    to(pen);
    pen.drawImage(painted.dark, 0, 0);
    this.#cutLight(shown, scale, left, top);
    this.#mix(shown, { scale, left, top }, painted, to);
    pen.setTransform(scale * dots, 0, 0, scale * dots, left * dots, top * dots);
    if (!shown.meeting) this.#glowAround(pen, shown.seers);
    if (shown.sabotage && !shown.meeting) alarm(pen, this.#station, shown.sabotage.system, shown.beat);
    for (const [room, shut] of shown.doors) slideDoors(pen, this.#station, room, shut);
    for (const trail of shown.trails) drawTrail(pen, trail);
  }

  /** Where everybody meets. */
  get #hub(): Rect {
    return this.#station.place.get(this.#station.hub)!;
  }

  #at(near: number): PaintedLight {
    const known = this.#painted.get(near);
    if (known) return known;
    const scale = this.fit * near * this.#dots;
    const world = worldOf(this.#station);
    const dx = Math.round((MARGIN.x - world.x) * scale);
    const dy = Math.round((MARGIN.y - world.y) * scale);
    const make = (lit: boolean) => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil((world.w + 2 * MARGIN.x) * scale);
      canvas.height = Math.ceil((world.h + 2 * MARGIN.y) * scale);
      const pen = canvas.getContext("2d")!;
      pen.setTransform(scale, 0, 0, scale, dx, dy);
      paintStation(pen, this.#station, lit);
      return canvas;
    };
    const painted = { scale, dx, dy, lit: make(true), dark: make(false) };
    this.#painted.set(near, painted);
    return painted;
  }

  #cutLight({ seers, doors, meeting }: Lighting, scale: number, left: number, top: number): void {
    const pen = this.#mask.getContext("2d")!;
    const coarse = scale / COARSE;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.#mask.width, this.#mask.height);
    pen.setTransform(coarse, 0, 0, coarse, left / COARSE, top / COARSE);
    if (meeting) {
      const { x, y, w, h } = this.#hub;
      pen.fillStyle = "#fff";
      pen.fillRect(x, y, w, h);
      return;
    }
    const shut = [...doors].flatMap(([room, share]) => (share > 0.5 ? [room] : []));
    for (const seer of seers) {
      pen.fillStyle = seer.radius > 0 ? falloff(pen, seer) : "#fff";
      pen.beginPath();
      for (const shape of seer.radius > 0 ? sightOf(this.#station, seer, shut) : everywhere(this.#station)) {
        for (const [i, [x, y]] of shape.entries())
          if (i === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
        pen.closePath();
      }
      pen.fill();
    }
  }

  /** The lit picture, cut to the mask, over the dark one; only where light can be. */
  #mix(
    { seers, meeting }: Lighting,
    { scale, left, top }: { readonly scale: number; readonly left: number; readonly top: number },
    painted: PaintedLight,
    to: (pen: Pen) => void,
  ): void {
    const box = boundsOf(this.#station, seers, meeting ? this.#hub : null);
    if (!box) return;
    const dots = this.#dots;
    const x = Math.max(0, Math.floor((left + box.x * scale) * dots));
    const y = Math.max(0, Math.floor((top + box.y * scale) * dots));
    const w = Math.min(this.#mixed.width, Math.ceil((left + (box.x + box.w) * scale) * dots)) - x;
    const h = Math.min(this.#mixed.height, Math.ceil((top + (box.y + box.h) * scale) * dots)) - y;
    if (w <= 0 || h <= 0) return;
    const pen = this.#mixed.getContext("2d")!;
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.beginPath();
    pen.rect(x, y, w, h);
    pen.clip();
    pen.clearRect(x, y, w, h);
    pen.globalCompositeOperation = "source-over";
    pen.imageSmoothingEnabled = true;
    pen.drawImage(this.#mask, 0, 0, this.#mask.width * COARSE * dots, this.#mask.height * COARSE * dots);
    pen.globalCompositeOperation = "source-in";
    to(pen);
    pen.drawImage(painted.lit, 0, 0);
    pen.restore();
    const ground = this.#ground.getContext("2d")!;
    ground.setTransform(1, 0, 0, 1, 0, 0);
    ground.drawImage(this.#mixed, x, y, w, h, x, y, w, h);
  }

  #glowAround(pen: Pen, seers: readonly Seer[]): void {
    pen.globalCompositeOperation = "lighter";
    for (const { x, y, radius, glow } of seers) {
      const r = Math.min(300, (radius || 300) * 1.3);
      pen.globalAlpha = glow;
      pen.drawImage(this.#glow, x - r, y - r, 2 * r, 2 * r);
    }
    pen.globalAlpha = 1;
    pen.globalCompositeOperation = "source-over";
  }
}

const everywhere = ({ places }: Station) =>
  places.map(
    ({ x, y, w, h }) =>
      [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ] as const,
  );

/** A little beyond what is seen, so that the edge of sight lies within the fading. */
const BEYOND = 1.12;

function falloff(pen: Pen, { x, y, radius, glow }: Seer): CanvasGradient {
  const light = pen.createRadialGradient(x, y, 0, x, y, radius * BEYOND);
  for (const [at, bright] of [
    [0, 1],
    [0.55, 0.92],
    [0.82, 0.42],
    [1, 0],
  ] as const)
    light.addColorStop(at, `rgba(255,255,255,${bright * glow})`);
  return light;
}

function boundsOf(station: Station, seers: readonly Seer[], table: Rect | null): Rect | null {
  if (table) return table;
  if (seers.length === 0) return null;
  if (seers.some(({ radius }) => radius === 0)) return worldOf(station);
  const reach = ({ radius }: Seer) => radius * BEYOND;
  const end = extentOf(station);
  const x = Math.max(-20, Math.min(...seers.map((one) => one.x - reach(one))));
  const y = Math.max(-20, Math.min(...seers.map((one) => one.y - reach(one))));
  return {
    x,
    y,
    w: Math.min(end.x + 20, Math.max(...seers.map((one) => one.x + reach(one)))) - x,
    h: Math.min(end.y + 20, Math.max(...seers.map((one) => one.y + reach(one)))) - y,
  };
}

function glowOf(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 128;
  const pen = canvas.getContext("2d")!;
  const warm = pen.createRadialGradient(64, 64, 0, 64, 64, 64);
  warm.addColorStop(0, "rgba(255,206,132,.34)");
  warm.addColorStop(0.4, "rgba(255,196,120,.13)");
  warm.addColorStop(1, "rgba(255,190,110,0)");
  pen.fillStyle = warm;
  pen.fillRect(0, 0, 128, 128);
  return canvas;
}

const TINTS: Readonly<Record<System, (beat: number) => string>> = {
  reactor: (beat) => `rgba(255,50,36,${0.05 + 0.1 * beat})`,
  oxygen: (beat) => `rgba(255,50,36,${0.05 + 0.1 * beat})`,
  lights: () => "rgba(20,18,70,.22)",
  comms: () => "rgba(60,160,190,.07)",
};

function alarm(pen: Pen, { places }: Station, system: System, beat: number): void {
  pen.fillStyle = TINTS[system](beat);
  pen.beginPath();
  for (const { x, y, w, h } of places) pen.rect(x, y, w, h);
  pen.fill();
}

/** Two leaves that come together from the jambs. */
function slideDoors(pen: Pen, { portals }: Station, room: string, shut: number): void {
  pen.lineCap = "butt";
  for (const { door, x1, y1, x2, y2 } of portals) {
    if (door !== room) continue;
    const [w, h] = [((x2 - x1) / 2) * shut, ((y2 - y1) / 2) * shut];
    for (const [width, ink] of [
      [34, "#05070c"],
      [22, "#b0452f"],
      [6, "#ffb39a"],
    ] as const) {
      pen.strokeStyle = ink;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(x1, y1);
      pen.lineTo(x1 + w, y1 + h);
      pen.moveTo(x2, y2);
      pen.lineTo(x2 - w, y2 - h);
      pen.stroke();
    }
  }
}

/** Thinner and fainter the longer ago. */
function drawTrail(pen: Pen, { ink, points }: Trail): void {
  pen.strokeStyle = ink;
  pen.lineCap = "round";
  for (const [i, { x, y }] of points.entries()) {
    const from = points[i - 1];
    if (!from || Math.hypot(from.x - x, from.y - y) > 260) continue;
    const age = i / points.length;
    pen.globalAlpha = 0.62 * (1 - age) ** 1.5;
    pen.lineWidth = 22 * (1 - age * 0.66);
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(x, y);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}
