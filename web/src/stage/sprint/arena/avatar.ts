// One figure at a table: robe, hood, hat by role, two arms that gesture, and a lamp that is lit while it speaks.
import {
  BackSide,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  LatheGeometry,
  Mesh,
  type MeshBasicMaterial,
  OctahedronGeometry,
  RingGeometry,
  SphereGeometry,
  type Sprite,
  TorusGeometry,
  Vector2,
} from "three";
import { ROLE_LOOKS, type Role, SIGNALS } from "../identity.ts";
import { light, matt, type Paints, part, UNIT_BOX, weld } from "./shapes.ts";

const outline = (...points: readonly (readonly [number, number])[]) => points.map(([x, y]) => new Vector2(x, y));
const SHAPES = {
  robe: new LatheGeometry(
    outline([0, 0], [0.5, 0], [0.47, 0.12], [0.36, 0.55], [0.27, 0.95], [0.31, 1.1], [0.2, 1.24], [0, 1.26]),
    9,
  ),
  head: new IcosahedronGeometry(0.25, 1),
  hood: new LatheGeometry(
    outline([0.33, -0.2], [0.335, 0.02], [0.26, 0.25], [0.1, 0.37], [0, 0.4]),
    9,
    0.9,
    Math.PI * 2 - 1.8,
  ),
  arm: new CapsuleGeometry(0.085, 0.42, 2, 6),
  hand: new IcosahedronGeometry(0.095, 0),
  horn: new ConeGeometry(0.09, 0.42, 5),
  ring: new TorusGeometry(0.3, 0.05, 6, 20),
  sash: new TorusGeometry(0.31, 0.045, 5, 14),
  stool: new CylinderGeometry(0.46, 0.38, 0.34, 9),
  eye: new SphereGeometry(0.03, 6, 5),
};
const SKIN = "#f2dcc4";

export interface Gesture {
  /** Euler angles of the right and the left arm. */
  readonly right: readonly [number, number, number];
  readonly left: readonly [number, number, number];
  /** How far it leans forward and nods, in radians; how high it stands off its stool. */
  readonly lean: number;
  readonly nod: number;
  readonly rise: number;
  /** 0 to 1: its lamp, its halo, the red edge of an objection. */
  readonly lamp: number;
  readonly halo: number;
  readonly edge: number;
}
export const AT_REST: Gesture = {
  right: [-0.55, 0, 0.28],
  left: [-0.55, 0, -0.28],
  lean: 0,
  nod: 0,
  rise: 0,
  lamp: 0.08,
  halo: 0,
  edge: 0,
};

export class Avatar {
  readonly group = new Group();
  readonly role: Role;
  private readonly torso = new Group();
  private readonly head: Group;
  private readonly arms: readonly [Mesh, Mesh];
  private readonly cloth;
  private readonly lamp;
  private readonly lampGlow: Sprite;
  private readonly halo: MeshBasicMaterial;
  private readonly edge: MeshBasicMaterial;

  constructor(role: Role, paints: Paints) {
    this.role = role;
    const { color } = ROLE_LOOKS[role];
    const dark = `#${new Color(color).multiplyScalar(0.42).getHexString()}`;
    this.cloth = matt({ emissive: color, emissiveIntensity: 0.1 });
    this.head = new Group();
    this.head.position.y = 1.46;
    this.head.add(new Mesh(headOf(role, color, dark), this.cloth));
    const body = weld([
      part(SHAPES.robe, color),
      part(SHAPES.sash, dark, { at: [0, 0.78, 0], turn: [Math.PI / 2, 0, 0] }),
    ]);
    this.torso.add(new Mesh(body, this.cloth), this.head);
    this.arms = [this.arm(color, 1), this.arm(color, -1)];

    this.edge = light(SIGNALS.objection, 0);
    this.edge.side = BackSide;
    const edge = new Mesh(
      weld([
        part(SHAPES.robe, "#ffffff", { scale: [1.12, 1.03, 1.12] }),
        part(SHAPES.head, "#ffffff", { at: [0, 1.5, 0], scale: 1.5 }),
      ]),
      this.edge,
    );
    this.torso.add(edge);

    this.halo = light(color, 0);
    const halo = new Mesh(new RingGeometry(0.62, 0.72, 36), this.halo);
    halo.rotation.x = -Math.PI / 2;
    halo.position.y = 0.05;
    this.lamp = matt({ vertexColors: false, color, emissive: color, emissiveIntensity: 0.15 });
    const lamp = new Mesh(new OctahedronGeometry(0.12), this.lamp);
    lamp.position.set(0, 1.12, 1.02);
    this.lampGlow = paints.halo(color, 1.6, 0);
    this.lampGlow.position.copy(lamp.position);
    const stool = new Mesh(part(SHAPES.stool, "#3b3346", { at: [0, 0.17, 0] }), matt());
    this.group.add(stool, paints.blob(2.1), this.torso, halo, lamp, this.lampGlow);
    this.pose(AT_REST);
  }

  /** Where the raised right hand is, in the arena's own space. */
  handInto(where: { applyMatrix4(matrix: unknown): unknown }): void {
    this.group.updateWorldMatrix(true, true);
    where.applyMatrix4(this.arms[0].matrixWorld);
  }

  pose({ right, left, lean, nod, rise, lamp, halo, edge }: Gesture): void {
    this.arms[0].rotation.set(...right);
    this.arms[1].rotation.set(...left);
    this.torso.rotation.x = lean;
    this.torso.position.y = 0.28 + rise;
    this.head.rotation.x = nod;
    this.cloth.emissiveIntensity = 0.1 + 0.16 * Math.min(1, lamp);
    this.lamp.emissiveIntensity = 0.12 + 1.5 * lamp;
    show(this.lampGlow, lamp * 0.9);
    this.halo.opacity = halo;
    this.halo.visible = halo > 0;
    this.edge.opacity = edge;
    this.edge.visible = edge > 0;
  }

  private arm(color: string, side: 1 | -1): Mesh {
    const arm = new Mesh(
      weld([part(SHAPES.arm, color, { at: [0, -0.26, 0] }), part(SHAPES.hand, SKIN, { at: [0, -0.55, 0] })]),
      this.cloth,
    );
    arm.position.set(side * 0.3, 1.06, 0.02);
    this.torso.add(arm);
    return arm;
  }
}

/** Opacity 0 would still be drawn. */
export function show(sprite: Sprite, opacity: number): void {
  sprite.material.opacity = opacity;
  sprite.visible = opacity > 0.001;
}

function headOf(role: Role, color: string, dark: string) {
  const face = [
    part(SHAPES.head, SKIN),
    part(SHAPES.hood, dark),
    ...[-0.09, 0.09].map((x) => part(SHAPES.eye, "#15131c", { at: [x, 0.03, 0.232] })),
  ];
  return weld([...face, ...hatOf(role, color)]);
}

function hatOf(role: Role, color: string) {
  switch (role) {
    case "ARCHITECT":
      return [[0.36, 0.16, 0.3] as const, [0.26, 0.16, 0.45] as const, [0.15, 0.2, 0.62] as const].map(
        ([width, height, y]) =>
          part(UNIT_BOX, color, { at: [0, y, 0], turn: [0, 0.5, 0], scale: [width, height, width] }),
      );
    case "LOREKEEPER":
      return [-1, 1].flatMap((side) => [
        part(UNIT_BOX, color, { at: [side * 0.17, 0.42, 0], turn: [0, 0, side * 0.38], scale: [0.34, 0.04, 0.28] }),
        part(UNIT_BOX, "#fff3d6", {
          at: [side * 0.165, 0.455, 0],
          turn: [0, 0, side * 0.38],
          scale: [0.306, 0.024, 0.252],
        }),
      ]);
    case "CONTRARIAN":
      return [-1, 1].map((side) => part(SHAPES.horn, color, { at: [side * 0.21, 0.4, 0], turn: [0, 0, -side * 0.5] }));
    case "SYNTHESIZER":
      return [part(SHAPES.ring, color, { at: [0, 0.45, 0], turn: [1.35, 0, 0] })];
  }
}
