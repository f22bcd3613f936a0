// One team's table: four figures, the bowl they vote into, the island above, and the light of proposal, objection and acceptance.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CatmullRomCurve3,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  OctahedronGeometry,
  PlaneGeometry,
  PointLight,
  Points,
  PointsMaterial,
  QuadraticBezierCurve3,
  RingGeometry,
  SphereGeometry,
  type Sprite,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from "three";
import { BALLOT_LOOKS, type Ballot, ROLE_LOOKS, ROLES, type Role, SIGNALS, type Team } from "../identity.ts";
import { isTroubled, type TablePicture } from "../picture.ts";
import { AT_REST, Avatar, type Gesture } from "./avatar.ts";
import { Island } from "./island.ts";
import { FAILING, Litter } from "./litter.ts";
import { after, light, matt, type Paints, part, weld } from "./shapes.ts";

/** Seats stand on the far half of the table, so that all faces are seen from the front. In half turns. */
const SEATS = [0.985, 1.33, 1.67, 2.015];
const SEAT_RADIUS = 2.55;
export const TABLE_X: Readonly<Record<Team, number>> = { A: -4.5, B: 4.5 };
const ISLAND_HEIGHT = 3.95;
const TOKENS: Readonly<Record<Ballot, BufferGeometry>> = {
  ACCEPT: new CylinderGeometry(0.15, 0.15, 0.07, 16),
  AMEND: new OctahedronGeometry(0.17),
  REJECT: new BoxGeometry(0.22, 0.22, 0.22),
  ABSTAIN: new SphereGeometry(0.1, 10, 8),
};
const FLOOR = 0.06;

interface Token {
  readonly group: Group;
  readonly mesh: Mesh<BufferGeometry, ReturnType<typeof matt>>;
  readonly glow: Sprite;
  readonly trail: Mesh<BufferGeometry, MeshBasicMaterial>;
}

export class ArenaTable {
  readonly group = new Group();
  readonly avatars: readonly Avatar[];
  private readonly island = new Island();
  private readonly top = matt();
  private readonly beam = light("#ffdf9e", 0.05);
  private readonly spot = light("#ffffff", 0);
  private readonly spotPlane: Mesh;
  private readonly waves: readonly Mesh<RingGeometry, MeshBasicMaterial>[];
  private readonly pillar = light(SIGNALS.accepted, 0);
  private readonly pillarPlane: Mesh;
  private readonly sparks: Points<BufferGeometry, PointsMaterial>;
  private readonly edge: Mesh<TorusGeometry, MeshBasicMaterial>;
  private readonly red = new PointLight("#ff3524", 0, 9, 1.4);
  private readonly tokens: readonly Token[];
  private readonly stress: readonly Mesh<ConeGeometry, MeshBasicMaterial>[];
  private readonly shard: Group;
  private readonly litter: readonly Litter[];

  constructor(team: Team, paints: Paints) {
    this.group.position.x = TABLE_X[team];
    this.group.add(furniture(this.top), paints.blob(6.4));

    this.island.group.position.y = ISLAND_HEIGHT;
    this.island.group.rotation.y = -0.35;
    const beam = new Mesh(new CylinderGeometry(0.9, 0.34, 1.3, 24, 1, true), this.beam);
    beam.position.y = 2.1;
    beam.scale.y = 1.35;
    this.group.add(this.island.group, beam);

    this.spot.map = paints.cone;
    this.spotPlane = new Mesh(new PlaneGeometry(5.2, 11), this.spot);
    this.pillar.map = paints.pillar;
    this.pillarPlane = new Mesh(new PlaneGeometry(5.4, 10), this.pillar);
    this.pillarPlane.position.set(0, 5.9, -0.2);
    this.waves = [1.16, FLOOR].map((y) => wave(y));
    this.sparks = sparks(paints);
    this.edge = new Mesh(
      new TorusGeometry(1.84, 0.06, 6, 60),
      new MeshBasicMaterial({ color: SIGNALS.objection, transparent: true, opacity: 0, toneMapped: false }),
    );
    this.edge.rotation.x = Math.PI / 2;
    this.edge.position.y = 1.02;
    this.red.position.set(0.4, 2.6, -4.2);
    this.group.add(this.spotPlane, this.pillarPlane, ...this.waves, this.sparks, this.edge, this.red);

    this.avatars = ROLES.map((role, seat) => {
      const avatar = new Avatar(role, paints);
      const half = Math.PI * SEATS[seat]!;
      const angle = team === "A" ? half : Math.PI - half;
      avatar.group.position.set(Math.cos(angle) * SEAT_RADIUS, 0, Math.sin(angle) * SEAT_RADIUS);
      avatar.group.rotation.y = Math.atan2(-Math.cos(angle), -Math.sin(angle));
      return avatar;
    });
    this.tokens = ROLES.map(() => token(paints));
    this.stress = Array.from({ length: 7 }, () => stressLine());
    this.shard = new Group();
    this.shard.add(
      new Mesh(
        new OctahedronGeometry(0.2),
        matt({ vertexColors: false, color: "#ffe9b0", emissive: "#ffe9b0", emissiveIntensity: 0.9 }),
      ),
      paints.halo("#ffe0a0", 1.8, 0.8),
    );
    this.litter = this.avatars.map(({ group }) => {
      const litter = new Litter();
      group.add(litter.group);
      return litter;
    });
    this.group.add(...this.avatars.map(({ group }) => group), this.shard);
    for (const { group, trail } of this.tokens) this.group.add(group, trail);
    this.group.add(...this.stress);
  }

  /** `share`: how far the turn has come, 0 to 1; 1 is the pose at rest. */
  pose(picture: TablePicture, share: number): void {
    const { acting, beat, accepted, troubles } = picture;
    const troubled = acting && isTroubled(picture);
    const objects = acting && beat === "objection";
    const landed = acting && accepted ? after(share, 0.45) : 0;
    this.avatars.forEach((avatar, seat) => {
      avatar.pose(gestureOf(picture, avatar.role, share, landed));
      this.litter[seat]!.pose(acting ? troubles[avatar.role] : undefined, share);
    });
    this.island.pose(picture.island, accepted ? landed : share);
    this.island.group.position.y = ISLAND_HEIGHT + 0.12 * landed;
    this.top.emissive.set(acting ? "#33200f" : "#000000");
    this.beam.opacity = acting ? 0.055 : 0.03;

    this.edge.visible = objects || troubled;
    this.edge.material.color.set(objects ? SIGNALS.objection : SIGNALS.repair);
    this.edge.material.opacity = 0.95 * share;
    // One shake of a failed attempt; at rest nothing is displaced.
    this.group.position.z = troubled ? 0.12 * Math.sin(Math.min(1, share / FAILING) * Math.PI * 3) * (1 - share) : 0;
    this.red.intensity = objects ? 34 * share : 0;
    this.shine(picture, share);
    this.celebrate(landed);
    this.vote(picture, share);
    this.doubt(picture, objects, share);
    this.present(picture, share);
  }

  private avatarOf(role: Role): Avatar {
    return this.avatars[ROLES.indexOf(role)]!;
  }

  /** A shaft of light on the speaker. */
  private shine({ acting, speaker, beat, forfeited }: TablePicture, share: number): void {
    this.spotPlane.visible = acting && speaker !== null && !forfeited;
    if (!acting || speaker === null) return;
    const { x, z } = this.avatarOf(speaker).group.position;
    this.spotPlane.position.set(x, 5.55, z);
    this.spot.color.set(beat === "objection" ? "#ff5a48" : ROLE_LOOKS[speaker].color);
    this.spot.opacity = (beat === "objection" ? 0.5 : 0.42) * share;
  }

  /** Two rings run out, light falls, sparks rise. */
  private celebrate(landed: number): void {
    const [near, far] = this.waves;
    for (const one of this.waves) one.visible = landed > 0;
    near!.material.opacity = 0.9;
    near!.scale.setScalar(0.6 + 1.65 * landed);
    far!.material.opacity = 0.55;
    far!.scale.setScalar(1.4 + 2.15 * landed);
    this.pillarPlane.visible = landed > 0;
    this.pillar.opacity = 0.62 * landed;
    this.sparks.visible = landed > 0;
    this.sparks.material.opacity = landed;
  }

  /** Ballots fly into the bowl, all together: nobody sees another's first. */
  private vote({ acting, ballots }: TablePicture, share: number): void {
    ROLES.forEach((role, seat) => {
      const { group, mesh, glow, trail } = this.tokens[seat]!;
      const ballot = acting ? ballots?.[role] : undefined;
      group.visible = trail.visible = ballot !== undefined;
      if (ballot === undefined) return;
      const { x, z } = this.avatarOf(role).group.position;
      const from = new Vector3(x * 0.72, 1.75, z * 0.72);
      const to = new Vector3(Math.cos(seat * 1.7) * 0.24, 1.36, Math.sin(seat * 1.7) * 0.24);
      const flight = new QuadraticBezierCurve3(from, from.clone().lerp(to, 0.5).setY(2.75), to);
      const flown = Math.max(0.04, Math.min(1, share * 2.2));
      mesh.geometry = TOKENS[ballot];
      mesh.material.color.set(BALLOT_LOOKS[ballot].color);
      mesh.material.emissive.set(BALLOT_LOOKS[ballot].color);
      glow.material.color.set(BALLOT_LOOKS[ballot].color);
      group.position.copy(flight.getPoint(flown));
      trail.geometry.dispose();
      trail.geometry = new TubeGeometry(
        new CatmullRomCurve3(Array.from({ length: 9 }, (_, i) => flight.getPoint((flown * i) / 8))),
        14,
        0.02,
        5,
      );
      trail.material.color.set(BALLOT_LOOKS[ballot].color);
    });
  }

  /** Lines of stress from the one who objects to the island. */
  private doubt({ speaker }: TablePicture, objects: boolean, share: number): void {
    const place = speaker === null ? null : this.avatarOf(speaker).group.position;
    this.stress.forEach((line, i) => {
      line.visible = objects && place !== null;
      if (!objects || !place) return;
      const from = new Vector3(place.x * 0.62, 2.05, place.z * 0.62);
      const way = new Vector3(
        0.2 + Math.sin(i * 2.1) * 0.5,
        3.9 + Math.cos(i * 1.7) * 0.4,
        Math.cos(i * 2.1) * 0.35,
      ).sub(from);
      const length = way.length();
      line.position.copy(from).addScaledVector(way, 0.55 + 0.05 * (i % 3));
      line.scale.set(1, Math.max(0.01, length * 0.42 * share), 1);
      line.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way.normalize());
      line.material.opacity = 0.85 * share;
    });
  }

  /** What is proposed lies as a shard of light in the raised hand. */
  private present({ acting, speaker, beat, forfeited }: TablePicture, share: number): void {
    this.shard.visible = acting && beat === "proposal" && speaker !== null && !forfeited;
    if (!this.shard.visible || speaker === null) return;
    this.group.updateWorldMatrix(true, false);
    const hand = new Vector3(0, -0.9, 0);
    this.avatarOf(speaker).handInto(hand);
    this.shard.position.copy(this.group.worldToLocal(hand));
    this.shard.scale.setScalar(share);
  }
}

const mix = (rest: Gesture, full: Gesture, share: number): Gesture => {
  const at = (a: number, b: number) => a + (b - a) * share;
  const limb = (a: Gesture["right"], b: Gesture["right"]) => [at(a[0], b[0]), at(a[1], b[1]), at(a[2], b[2])] as const;
  return {
    right: limb(rest.right, full.right),
    left: limb(rest.left, full.left),
    lean: at(rest.lean, full.lean),
    nod: at(rest.nod, full.nod),
    rise: at(rest.rise, full.rise),
    lamp: at(rest.lamp, full.lamp),
    halo: at(rest.halo, full.halo),
    edge: at(rest.edge, full.edge),
  };
};

/** What a figure does: the speaker acts, the others answer with their bodies. A failed attempt comes before the turn that it led to. */
function gestureOf(picture: TablePicture, role: Role, share: number, landed: number): Gesture {
  const { acting, speaker, beat, ballots, forfeited, troubles } = picture;
  const speaks = speaker === role && !forfeited;
  if (!acting) return speaks ? { ...AT_REST, lamp: 0.35, halo: 0.3 } : AT_REST;
  const trouble = troubles[role];
  if (trouble && share < FAILING) return mix(AT_REST, RECOIL, Math.sin((share / FAILING) * Math.PI));
  if (trouble && !trouble.repaired) return mix(AT_REST, SLUMP, after(share, FAILING));
  if (trouble) return gestureOf({ ...picture, troubles: {} }, role, after(share, FAILING), landed);
  if (landed > 0) return mix(AT_REST, speaks ? TRIUMPH : ADMIRE, landed);
  if (ballots?.[role] !== undefined) return mix(AT_REST, CAST, share);
  if (speaks) return mix(AT_REST, SPEAKING[beat], share);
  return mix(AT_REST, beat === "objection" ? FLINCH : LISTEN, share);
}

const LIT = { lamp: 1, halo: 0.9 } as const;
const STANDING: Gesture = { ...AT_REST, ...LIT, rise: 0.12 };
const TRIUMPH: Gesture = { ...STANDING, right: [-2.3, 0, 0.7], left: [-2.3, 0, -0.7] };
const ADMIRE: Gesture = { ...AT_REST, nod: -0.3 };
const CAST: Gesture = { ...AT_REST, right: [-1.9, 0, 0.15], lean: 0.08, lamp: 0.7 };
const RECOIL: Gesture = {
  ...AT_REST,
  right: [-1.2, 0, 0.9],
  left: [-1.2, 0, -0.9],
  lean: -0.22,
  nod: -0.15,
  lamp: 0.5,
};
const SLUMP: Gesture = { ...AT_REST, right: [-0.15, 0, 0.12], left: [-0.15, 0, -0.12], lean: 0.2, nod: 0.55, lamp: 0 };
const FLINCH: Gesture = { ...AT_REST, lean: -0.12, nod: 0.1 };
const LISTEN: Gesture = { ...AT_REST, nod: 0.06 };
const SPEAKING: Readonly<Record<TablePicture["beat"], Gesture>> = {
  quiet: STANDING,
  proposal: { ...STANDING, right: [-2.75, 0, 0.25], left: [-1.25, 0, -0.5], lean: -0.1 },
  objection: { ...STANDING, right: [-1.62, 0, 0.02], lean: 0.3, nod: -0.12, edge: 0.85 },
  response: { ...STANDING, right: [-1.35, 0, 0.45], left: [-0.8, 0, -0.4], lean: 0.06 },
  // Both hands meet over the table: two threads are joined.
  resolution: { ...STANDING, right: [-1.45, 0.3, -0.25], left: [-1.45, -0.3, 0.25], lean: 0.12 },
  vote: { ...STANDING, right: [-1.9, 0, 0.15], lean: 0.08 },
};

function furniture(top: ReturnType<typeof matt>): Mesh {
  const outline = (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => new Vector2(x, y));
  const foot = new LatheGeometry(
    outline([
      [0.75, 0],
      [0.42, 0.2],
      [0.3, 0.5],
      [0.5, 0.86],
      [0.9, 0.92],
    ]),
    10,
  );
  const bowl = new LatheGeometry(
    outline([
      [0.06, 0],
      [0.3, 0.03],
      [0.48, 0.16],
      [0.54, 0.3],
      [0.5, 0.3],
      [0.42, 0.16],
      [0.2, 0.08],
      [0, 0.07],
    ]),
    18,
  );
  return new Mesh(
    weld([
      part(foot, "#3c2a26"),
      part(new CylinderGeometry(1.75, 1.62, 0.16, 32), "#7d5236", { at: [0, 0.98, 0] }),
      part(new TorusGeometry(1.72, 0.07, 6, 40), "#e2be78", { at: [0, 1.03, 0], turn: [Math.PI / 2, 0, 0] }),
      part(bowl, "#f0cf8a", { at: [0, 1.06, 0] }),
    ]),
    top,
  );
}

function wave(y: number): Mesh<RingGeometry, MeshBasicMaterial> {
  const ring = new Mesh(new RingGeometry(0.93, 1, 64), light(SIGNALS.accepted, 0));
  ring.rotation.x = -Math.PI / 2;
  ring.position.y = y;
  return ring;
}

function sparks(paints: Paints): Points<BufferGeometry, PointsMaterial> {
  const places = new Float32Array(110 * 3);
  for (let i = 0; i < 110; i++) {
    const angle = i * 2.399;
    const far = 0.3 + (1.5 * ((i * 37) % 100)) / 100;
    places.set([Math.cos(angle) * far, 1.2 + (((i * 53) % 100) / 100) * 4, Math.sin(angle) * far], i * 3);
  }
  const shape = new BufferGeometry();
  shape.setAttribute("position", new BufferAttribute(places, 3));
  return new Points(
    shape,
    new PointsMaterial({
      map: paints.glow,
      color: "#ffe2a0",
      size: 0.17,
      transparent: true,
      opacity: 0,
      depthWrite: false,
    }),
  );
}

function token(paints: Paints): Token {
  const group = new Group();
  const mesh = new Mesh<BufferGeometry, ReturnType<typeof matt>>(
    TOKENS.ACCEPT,
    matt({ vertexColors: false, color: new Color("#fff"), emissiveIntensity: 0.22 }),
  );
  mesh.rotation.set(0.7, 0.4, 0.3);
  const glow = paints.halo("#ffffff", 0.8, 0.35);
  group.add(mesh, glow);
  const trail = new Mesh<BufferGeometry, MeshBasicMaterial>(
    new BufferGeometry(),
    new MeshBasicMaterial({ transparent: true, opacity: 0.8, toneMapped: false, depthWrite: false }),
  );
  return { group, mesh, glow, trail };
}

const stressLine = () =>
  new Mesh(
    new ConeGeometry(0.03, 1.9, 4),
    new MeshBasicMaterial({ color: "#ff5240", transparent: true, opacity: 0, toneMapped: false }),
  );
