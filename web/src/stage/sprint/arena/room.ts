// The hall around the tables: a dial of brass on slate, arches, a sky that carries the phase's light, the orrery, and the prompt engineer's station.
import {
  BackSide,
  BufferAttribute,
  type CanvasTexture,
  CircleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Euler,
  Fog,
  Group,
  HemisphereLight,
  IcosahedronGeometry,
  InstancedMesh,
  LatheGeometry,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Quaternion,
  type Scene,
  SphereGeometry,
  type Sprite,
  SRGBColorSpace,
  TorusGeometry,
  Vector2,
  Vector3,
} from "three";
import { PHASE_LOOKS, TEAMS } from "../identity.ts";
import type { ArenaPicture, Hangings } from "../picture.ts";
import { show } from "./avatar.ts";
import { box, light, matt, type Paints, paintTexture, part, UNIT_BOX, weld } from "./shapes.ts";
import { TABLE_X } from "./table.ts";

const ARCHES = 15;
const FRAMES = 12;
/** Metres of the dial's texture: half its width lies over the floor's radius. */
const FLOOR_RADIUS = 17.2;
const DIAL = 2048;

const FOG_NEAR = 15;
/** From which a wide window sees both tables. */
const USUAL_DISTANCE = 20;

export class Room {
  private readonly hemisphere = new HemisphereLight("#8fb4ff", "#1a1420", 1.25);
  private readonly key = new DirectionalLight("#ffe6c4", 1.9);
  private readonly rim = new DirectionalLight("#7fe3cf", 2.3);
  private readonly sky: Mesh<SphereGeometry, MeshBasicMaterial>;
  private readonly windows = light("#7fe3cf", 0.05);
  private readonly orrery = new Group();
  private readonly station = new Group();
  private readonly frames: readonly Mesh<PlaneGeometry, MeshBasicMaterial>[];
  private readonly desk = matt();
  /** Around the prompt engineer, who has nothing to do before both canons are there. */
  private readonly glow: Sprite;
  /** By frame. */
  private readonly images = new Map<number, CanvasTexture>();
  private sources: Hangings | null = null;
  private last: Parameters<Room["pose"]> | null = null;
  private readonly fog = new Fog("#0b1c26", FOG_NEAR, 44);
  private far = 44;

  constructor(scene: Scene, paints: Paints) {
    this.key.position.set(3, 9, 8);
    this.rim.position.set(-5, 6, -10);
    this.sky = dome();
    scene.fog = this.fog;
    scene.add(this.hemisphere, this.key, this.rim, this.sky, floor());
    scene.add(...arches(this.windows));

    this.orrery.position.set(0, 5.9, -9);
    this.orrery.scale.setScalar(0.85);
    for (const [radius, x, y] of [
      [2.5, 0, 0.4],
      [2.1, 1.1, 0.1],
      [1.7, 0.5, 1.2],
    ] as const) {
      const ring = new Mesh(
        new TorusGeometry(radius, 0.045, 6, 64),
        matt({ vertexColors: false, color: "#e2be78", emissive: "#e2be78", emissiveIntensity: 0.35 }),
      );
      ring.rotation.set(x, y, 0);
      this.orrery.add(ring);
    }
    this.orrery.add(
      new Mesh(
        new IcosahedronGeometry(0.5, 1),
        matt({ vertexColors: false, color: "#ffd98c", emissive: "#ffd98c", emissiveIntensity: 0.8 }),
      ),
      paints.halo("#ffce7a", 4.2, 0.5),
    );

    this.station.position.set(0, 0, -6.2);
    this.frames = Array.from({ length: FRAMES }, (_, i) => frame(i));
    this.station.add(new Mesh(furniture(), this.desk), ...this.frames);
    this.glow = paints.halo("#cdb8ff", 3.4, 0);
    this.glow.position.set(...ENGINEER);
    this.glow.position.y = 1.7;
    this.station.add(this.glow);
    scene.add(this.orrery, this.station);
  }

  /** The fog stays behind the tables, however far the eye steps back from them. */
  fitFog(distance: number): void {
    const back = Math.max(0, distance - USUAL_DISTANCE);
    this.fog.near = FOG_NEAR + back;
    this.fog.far = this.far + back;
  }

  /** `share`: how far the turn has come, for what objects and what shines. */
  pose(picture: ArenaPicture, share: number, wide: boolean): void {
    this.last = [picture, share, wide];
    const { phase, tables, station, progress } = picture;
    const { light: color, fog, far } = PHASE_LOOKS[phase];
    this.rim.color.set(color);
    this.hemisphere.color.set(color).lerp(new Color("#ffffff"), 0.35);
    this.windows.color.set(color);
    this.fog.color.set(fog);
    this.far = far;
    this.paintSky(color, fog);
    const objects = TEAMS.some((team) => tables[team].acting && tables[team].beat === "objection");
    this.key.intensity = objects ? 1.9 - 0.9 * share : 1.9;
    this.hemisphere.intensity = objects ? 1.2 - 0.4 * share : 1.2;
    this.orrery.rotation.set(0.2, 0.8 + progress * Math.PI * 2, 0.1);
    this.orrery.visible = wide;
    this.desk.emissive.set(station.active ? "#4a3a70" : "#000000");
    show(this.glow, station.active ? 0.5 : 0);
    this.frames.forEach((one, i) => {
      const hangs = i % (FRAMES / 2) < station.frames[i < FRAMES / 2 ? "A" : "B"];
      const painted = hangs ? this.images.get(i) : undefined;
      if (one.material.map !== (painted ?? null)) {
        one.material.map = painted ?? null;
        one.material.needsUpdate = true;
      }
      one.material.color.set(painted ? "#ffffff" : hangs ? color : "#141a2a");
    });
  }

  /** Resolves to whether there is a new image. What does not load leaves its frame in the phase's colour. */
  async hang(pictures: Hangings): Promise<boolean> {
    this.sources = pictures;
    const wanted = TEAMS.flatMap((team) =>
      pictures[team].map((source, i) => ({ source, at: i + (team === "A" ? 0 : FRAMES / 2) })),
    );
    const made = await Promise.all(wanted.map(async ({ source, at }) => [at, await imageOf(source)] as const));
    if (this.sources !== pictures) return false;
    this.dispose();
    for (const [at, image] of made) if (image) this.images.set(at, canvasOf(image));
    if (this.last) this.pose(...this.last);
    return made.length > 0;
  }

  dispose(): void {
    for (const one of this.images.values()) one.dispose();
    this.images.clear();
  }

  private paintSky(color: string, fog: string): void {
    const top = new Color(fog).multiplyScalar(0.55);
    const middle = new Color(fog).lerp(new Color(color), 0.075);
    const paint = new Color();
    const places = this.sky.geometry.getAttribute("position");
    const colors = this.sky.geometry.getAttribute("color");
    for (let i = 0; i < places.count; i++) {
      paint.copy(middle).lerp(top, Math.min(1, Math.max(0, (places.getY(i) / 40) * 2.1)));
      colors.setXYZ(i, paint.r, paint.g, paint.b);
    }
    colors.needsUpdate = true;
  }
}

/** Null where it does not load. */
function imageOf(source: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = source;
  return image.decode().then(
    () => image,
    () => null,
  );
}

/** Cut to the frame's shape, with nothing of it stretched. */
function canvasOf(image: HTMLImageElement): CanvasTexture {
  const width = 248;
  const height = 184;
  const texture = paintTexture(width, height, (pen) => {
    const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight);
    const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
    pen.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  });
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

function dome(): Mesh<SphereGeometry, MeshBasicMaterial> {
  const shape = new SphereGeometry(40, 24, 12);
  shape.setAttribute("color", new BufferAttribute(new Float32Array(shape.getAttribute("position").count * 3), 3));
  return new Mesh(shape, new MeshBasicMaterial({ side: BackSide, vertexColors: true, fog: false }));
}

function floor(): Mesh {
  const dial = paintTexture(DIAL, DIAL, paintDial);
  dial.colorSpace = SRGBColorSpace;
  dial.anisotropy = 4;
  const mesh = new Mesh(new CircleGeometry(FLOOR_RADIUS, 72), new MeshLambertMaterial({ map: dial }));
  mesh.rotation.x = -Math.PI / 2;
  return mesh;
}

const BRASS = (opacity: number) => `rgba(226,190,120,${opacity})`;

function paintDial(pen: CanvasRenderingContext2D): void {
  const middle = DIAL / 2;
  const slate = pen.createRadialGradient(middle, middle, 80, middle, middle, middle);
  slate.addColorStop(0, "#3a4a66");
  slate.addColorStop(0.45, "#22304a");
  slate.addColorStop(1, "#0d1420");
  pen.fillStyle = slate;
  pen.fillRect(0, 0, DIAL, DIAL);
  pen.translate(middle, middle);
  for (const [radius, width, opacity] of [
    [150, 5, 0.7],
    [164, 2, 0.5],
    [330, 2, 0.25],
    [480, 3, 0.4],
    [640, 2, 0.3],
    [700, 7, 0.5],
    [716, 2, 0.5],
    [880, 3, 0.3],
  ] as const)
    ring(pen, 0, 0, radius, width, opacity);
  for (let i = 0; i < 180; i++) {
    const long = i % 15 === 0;
    pen.save();
    pen.rotate((i * Math.PI) / 90);
    pen.fillStyle = BRASS(long ? 0.7 : 0.28);
    pen.fillRect(long ? 652 : 676, -1.5, long ? 46 : 22, long ? 5 : 2);
    pen.restore();
  }
  for (let i = 0; i < 12; i++) {
    pen.save();
    pen.rotate((i * Math.PI) / 6);
    pen.fillStyle = BRASS(0.16);
    pen.fillRect(170, -1, 300, 2);
    pen.restore();
  }
  const perMetre = middle / FLOOR_RADIUS;
  for (const team of TEAMS) {
    ring(pen, TABLE_X[team] * perMetre, 0, 3.45 * perMetre, 5, 0.6);
    ring(pen, TABLE_X[team] * perMetre, 0, 3.25 * perMetre, 2, 0.4);
  }
}

function ring(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, width: number, opacity: number) {
  pen.strokeStyle = BRASS(opacity);
  pen.lineWidth = width;
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.stroke();
}

function arches(glass: MeshBasicMaterial): readonly InstancedMesh[] {
  const pillars = new InstancedMesh(UNIT_BOX, matt({ vertexColors: false, color: "#4a5674" }), ARCHES);
  const caps = new InstancedMesh(
    new TorusGeometry(1.62, 0.24, 5, 14, Math.PI),
    matt({ vertexColors: false, color: "#55618a" }),
    ARCHES,
  );
  const tops = new InstancedMesh(new CircleGeometry(1.3, 16, 0, Math.PI), glass, ARCHES);
  const panes = new InstancedMesh(new PlaneGeometry(2.5, 4.5), glass, ARCHES);
  const one = new Vector3(1, 1, 1);
  const at = (angle: number, radius: number, y: number, size: Vector3) =>
    new Matrix4().compose(
      new Vector3(Math.cos(angle) * radius, y, Math.sin(angle) * radius),
      new Quaternion().setFromEuler(new Euler(0, -angle - Math.PI / 2, 0)),
      size,
    );
  for (let i = 0; i < ARCHES; i++) {
    const pillar = Math.PI + (i / ARCHES) * Math.PI;
    const between = Math.PI + ((i + 0.5) / ARCHES) * Math.PI;
    pillars.setMatrixAt(i, at(pillar, 14.6, 2.4, new Vector3(0.72, 4.8, 0.72)));
    caps.setMatrixAt(i, at(between, 14.6, 4.5, one));
    tops.setMatrixAt(i, at(between, 14.8, 4.5, one));
    panes.setMatrixAt(i, at(between, 14.8, 2.25, one));
  }
  return [pillars, caps, tops, panes];
}

/** Six frames a team, left and right of the desk. */
const placeOfFrame = (i: number): readonly [number, number] => {
  const team = i < FRAMES / 2 ? -1 : 1;
  const at = i % (FRAMES / 2);
  return [team * (1.05 + (at % 3) * 0.86), 1.6 + (at < 3 ? 0.74 : 0)];
};

function frame(i: number): Mesh<PlaneGeometry, MeshBasicMaterial> {
  const [x, y] = placeOfFrame(i);
  const picture = new Mesh(new PlaneGeometry(0.62, 0.46), new MeshBasicMaterial({ color: "#141a2a" }));
  picture.position.set(x, y, -0.05);
  return picture;
}

/** Behind the desk, between the frames of both teams. */
const ENGINEER = [0, 0, -0.35] as const;

/** Desk, frames' wood, and the prompt engineer, who serves both teams. */
function furniture() {
  const [x, , z] = ENGINEER;
  const robe = new LatheGeometry(
    [
      [0, 0],
      [0.5, 0],
      [0.36, 0.55],
      [0.27, 0.95],
      [0.31, 1.1],
      [0.2, 1.24],
      [0, 1.26],
    ].map(([x, y]) => new Vector2(x, y)),
    9,
  );
  return weld([
    box("#4a4260", 3.4, 0.9, 0.8, { at: [0, 0.45, 0] }),
    ...Array.from({ length: FRAMES }, (_, i) => {
      const [across, up] = placeOfFrame(i);
      return box("#b99a63", 0.74, 0.58, 0.06, { at: [across, up, -0.1] });
    }),
    part(robe, "#8d88a8", { at: [x, 0.3, z] }),
    part(new IcosahedronGeometry(0.25, 1), "#cfc9dd", { at: [x, 1.72, z + 0.12] }),
    part(new CylinderGeometry(0.14, 0.3, 0.34, 7), "#6f698c", { at: [x, 2, z + 0.08] }),
  ]);
}
