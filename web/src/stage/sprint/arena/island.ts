// The canon as a small world above a table: what is accepted stands on it, what is proposed hovers there as wire.
import {
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  TorusGeometry,
} from "three";
import type { Feature, IslandForm, IslandPlan } from "../island-plan.ts";
import { box, matt, part, weld } from "./shapes.ts";

const ROCK = rock();
const TOP = new CylinderGeometry(0.95, 0.9, 0.1, 9);
const CONE = new ConeGeometry(1, 1, 6);
const POLE = new CylinderGeometry(0.7, 1, 1, 6);
const CROWN = new IcosahedronGeometry(1, 0);
const DISC = new CylinderGeometry(1, 1, 1, 16);
const DOME = new SphereGeometry(1, 10, 5, 0, Math.PI * 2, 0, Math.PI / 2);
const ARCH = new TorusGeometry(1, 0.22, 5, 10, Math.PI);
const WHEEL = new TorusGeometry(1, 0.13, 5, 16);
/** Three places on the island, and which way each looks. */
const PLACES = [
  [-0.42, 0.02, 0.4],
  [0.42, -0.2, -0.5],
  [0.12, 0.45, 0.1],
] as const;
const WOOD = "#5b4636";
const STONE = "#d8cbb2";
const BRASS = "#e0a64a";

export class Island {
  readonly group = new Group();
  private readonly solid = new Mesh<BufferGeometry, ReturnType<typeof matt>>(undefined, matt({ emissive: "#2c241d" }));
  private readonly fresh = new Mesh<BufferGeometry, ReturnType<typeof matt>>(
    undefined,
    matt({ emissive: "#ffe0a0", emissiveIntensity: 0.3 }),
  );
  private readonly ghost = new Mesh<BufferGeometry, MeshBasicMaterial>(
    undefined,
    new MeshBasicMaterial({ color: "#ffe9b0", wireframe: true, transparent: true, opacity: 0.75 }),
  );
  private shown = "";

  constructor() {
    this.group.scale.setScalar(1.2);
    this.group.add(this.solid, this.fresh, this.ghost);
  }

  /** `share`: how far the turn has come, 0 to 1: what is fresh grows out of the ground. */
  pose(plan: IslandPlan, share: number): void {
    this.build(plan);
    this.group.visible = plan.ground !== null;
    this.fresh.scale.y = Math.max(0.01, share);
    this.ghost.material.opacity = 0.35 + 0.4 * share;
  }

  /** Geometry is made anew only when the plan changed. */
  private build(plan: IslandPlan): void {
    const key = JSON.stringify(plan);
    if (key === this.shown) return;
    this.shown = key;
    const of = (state: Feature["state"]) =>
      plan.features.flatMap((feature, at) => (feature.state === state ? [featureAt(feature, at)] : []));
    const ground = plan.ground ? groundOf(plan.ground, plan) : [];
    fill(this.solid, [...(plan.ground?.ghost ? [] : ground), ...of("solid")]);
    fill(this.fresh, of("fresh"));
    fill(this.ghost, [...(plan.ground?.ghost ? ground : []), ...of("ghost")]);
  }
}

function fill(mesh: Mesh, parts: readonly BufferGeometry[]): void {
  mesh.geometry.dispose();
  mesh.visible = parts.length > 0;
  if (parts.length > 0) mesh.geometry = weld(parts);
}

function groundOf({ earth, top }: NonNullable<IslandPlan["ground"]>, { cracked, peopled }: IslandPlan) {
  const parts = [part(ROCK, earth), part(TOP, top)];
  // The tension of a world is a crack through its ground, with light from below.
  if (cracked)
    for (const [x, z, turn, length] of [
      [-0.1, 0.12, 0.5, 0.5],
      [0.24, 0.1, -0.35, 0.45],
      [0.5, 0.3, 0.6, 0.4],
    ] as const)
      parts.push(box("#ff5a38", length, 0.02, 0.05, { at: [x, 0.055, z], turn: [0, turn, 0] }));
  if (peopled)
    for (const [x, z] of [
      [-0.12, -0.12],
      [0.02, -0.2],
      [-0.05, 0.2],
      [0.6, 0.08],
      [-0.6, 0.3],
    ] as const)
      parts.push(
        part(CONE, "#3a2c44", { at: [x, 0.11, z], scale: [0.035, 0.12, 0.035] }),
        part(CROWN, "#f2dcc4", { at: [x, 0.185, z], scale: 0.028 }),
      );
  return parts;
}

function featureAt({ form, seed }: Feature, at: number): BufferGeometry {
  const [x, z, turn] = PLACES[at % PLACES.length]!;
  const whole = weld(BUILDERS[form](vary(seed)));
  whole.rotateY(turn);
  whole.translate(x, 0.05, z);
  return whole;
}

/** Numbers in 0 to 1 that depend on the seed and their place alone. */
function vary(seed: number): (at: number) => number {
  return (at) => {
    const mixed = Math.imul(seed ^ Math.imul(at + 1, 0x9e3779b1), 0x85ebca6b);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
}
type Vary = ReturnType<typeof vary>;
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const spread = (vary: Vary, i: number): readonly [number, number] => {
  const angle = i * 2.4 + vary(i) * 0.7;
  const far = 0.09 + 0.07 * i;
  return [Math.cos(angle) * far, Math.sin(angle) * far];
};

const BUILDERS: Readonly<Record<IslandForm, (vary: Vary) => BufferGeometry[]>> = {
  trees: (vary) =>
    range(4).flatMap((i) => {
      const [x, z] = spread(vary, i);
      const high = 0.28 + 0.22 * vary(i + 8);
      return [
        part(POLE, WOOD, { at: [x, high / 2, z], scale: [0.025, high, 0.025] }),
        part(CROWN, i % 2 ? "#7da58c" : "#5f8f78", { at: [x, high + 0.06, z], scale: 0.13 }),
      ];
    }),
  stair: (vary) =>
    range(8).map((i) =>
      box(i === 5 ? "#ffe3a0" : STONE, 0.28, 0.08 + i * 0.09, 0.09, {
        at: [0, (0.08 + i * 0.09) / 2, 0.3 - i * 0.088],
        turn: [0, (vary(i) - 0.5) * 0.06, 0],
      }),
    ),
  tower: (vary) => {
    const high = 0.6 + 0.25 * vary(1);
    return [
      part(POLE, STONE, { at: [0, high / 2, 0], scale: [0.15, high, 0.15] }),
      box("#4d4566", 0.3, 0.05, 0.3, { at: [0, high, 0] }),
      part(CROWN, "#ffd98c", { at: [0, high + 0.1, 0], scale: 0.09 }),
      part(CONE, "#8d5d6a", { at: [0, high + 0.25, 0], scale: [0.17, 0.2, 0.17] }),
    ];
  },
  gate: (vary) => [
    box(STONE, 0.1, 0.42, 0.12, { at: [-0.22, 0.21, 0] }),
    box(STONE, 0.1, 0.42, 0.12, { at: [0.22, 0.21, 0] }),
    part(ARCH, "#c6b796", { at: [0, 0.42, 0], scale: [0.22, 0.22, 0.3] }),
    box("#ffcf80", 0.05, 0.05, 0.05, { at: [0, 0.34 + 0.05 * vary(2), 0] }),
  ],
  ship: (vary) => [
    part(POLE, WOOD, { at: [0, 0.1, 0], turn: [0, 0, Math.PI / 2 + 0.12], scale: [0.11, 0.56, 0.13] }),
    box("#6b5240", 0.42, 0.04, 0.2, { at: [0, 0.18, 0], turn: [0, 0, 0.1] }),
    part(POLE, WOOD, { at: [0.02, 0.42, 0], turn: [0, 0, 0.08], scale: [0.02, 0.56, 0.02] }),
    box("#e7d6b8", 0.02, 0.3, 0.26, { at: [0.06, 0.46, 0], turn: [0, 0.4 + vary(3), 0.1] }),
  ],
  hall: (vary) => [
    ...range(6).map((i) =>
      part(POLE, STONE, {
        at: [Math.cos((i * Math.PI) / 3) * 0.24, 0.14, Math.sin((i * Math.PI) / 3) * 0.24],
        scale: [0.035, 0.28, 0.035],
      }),
    ),
    part(DISC, "#c6b796", { at: [0, 0.3, 0], scale: [0.32, 0.05, 0.32] }),
    part(DOME, vary(1) > 0.5 ? "#8aa7b0" : "#b98a6b", { at: [0, 0.32, 0], scale: [0.27, 0.24, 0.27] }),
  ],
  bells: (vary) => [
    ...[-0.25, 0.25].map((x) => part(POLE, WOOD, { at: [x, 0.28, 0], scale: [0.03, 0.56, 0.03] })),
    box(WOOD, 0.62, 0.05, 0.07, { at: [0, 0.56, 0] }),
    ...range(3).map((i) => {
      const size = 0.07 + 0.05 * vary(i);
      return part(CONE, BRASS, { at: [-0.15 + i * 0.15, 0.5 - size, 0], scale: [size, size * 1.5, size] });
    }),
  ],
  pool: (vary) => [
    part(DISC, "#b7aa90", { at: [0, 0.03, 0], scale: [0.3, 0.07, 0.3] }),
    part(DISC, "#5fb2c9", { at: [0, 0.06, 0], scale: [0.24, 0.04, 0.24] }),
    ...range(5).map((i) =>
      part(CROWN, STONE, {
        at: [Math.cos(i * 1.3) * 0.3, 0.06, Math.sin(i * 1.3) * 0.3],
        scale: 0.04 + 0.04 * vary(i),
      }),
    ),
  ],
  wheel: (vary) => [
    box("#6d5a4a", 0.14, 0.4, 0.16, { at: [0, 0.2, -0.12] }),
    part(WHEEL, BRASS, { at: [0, 0.4, 0], turn: [0, 0, vary(1)], scale: 0.27 }),
    ...range(3).map((i) =>
      box(BRASS, 0.52, 0.03, 0.03, { at: [0, 0.4, 0], turn: [0, 0, vary(1) + (i * Math.PI) / 3] }),
    ),
  ],
  cranes: (vary) =>
    range(2).flatMap((i) => {
      const x = -0.16 + i * 0.32;
      const high = 0.45 + 0.2 * vary(i);
      return [
        box("#c6d3cf", 0.07, high, 0.07, { at: [x, high / 2, 0] }),
        box("#e8743c", 0.42, 0.05, 0.05, { at: [x + 0.12, high, 0], turn: [0, 0, 0.12] }),
        box("#3f4a4c", 0.012, 0.2, 0.012, { at: [x + 0.3, high - 0.06, 0] }),
      ];
    }),
  stones: (vary) =>
    range(5).map((i) => {
      const angle = (i * Math.PI * 2) / 5;
      const high = 0.22 + 0.2 * vary(i);
      return box("#a9a2b4", 0.1, high, 0.07, {
        at: [Math.cos(angle) * 0.22, high / 2, Math.sin(angle) * 0.22],
        turn: [(vary(i + 5) - 0.5) * 0.2, -angle, 0],
      });
    }),
};

/** A cone upside down, roughened so that its edges are not a turner's work. */
function rock(): BufferGeometry {
  const cone = new ConeGeometry(0.92, 1.05, 9, 3);
  cone.rotateX(Math.PI);
  cone.translate(0, -0.52, 0);
  const place = cone.getAttribute("position");
  for (let i = 0; i < place.count; i++) {
    const y = place.getY(i);
    if (y > -0.1 || y < -0.95) continue;
    const rough = 1 + 0.16 * Math.sin(place.getX(i) * 9 + place.getZ(i) * 13);
    place.setXYZ(i, place.getX(i) * rough, y, place.getZ(i) * rough);
  }
  cone.computeVertexNormals();
  return cone;
}
