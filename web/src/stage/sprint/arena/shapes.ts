// Small geometry: coloured parts welded into one mesh, so that a figure costs one draw call instead of ten. Owns no scene.
import {
  AdditiveBlending,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CanvasTexture,
  Color,
  DoubleSide,
  Euler,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type MeshLambertMaterialParameters,
  PlaneGeometry,
  Quaternion,
  Sprite,
  SpriteMaterial,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

type Triple = readonly [number, number, number];
interface ShapePlacement {
  readonly at?: Triple;
  /** Euler angles in radians. */
  readonly turn?: Triple;
  readonly scale?: number | Triple;
}

/** A copy of a geometry in its place, in one colour. */
export function part(
  shape: BufferGeometry,
  color: string,
  { at = [0, 0, 0], turn = [0, 0, 0], scale = 1 }: ShapePlacement = {},
) {
  const sized = typeof scale === "number" ? ([scale, scale, scale] as const) : scale;
  const copy = shape.index ? shape.toNonIndexed() : shape.clone();
  copy.deleteAttribute("uv");
  copy.applyMatrix4(
    new Matrix4().compose(new Vector3(...at), new Quaternion().setFromEuler(new Euler(...turn)), new Vector3(...sized)),
  );
  const paint = new Color(color);
  const colors = new Float32Array(copy.getAttribute("position").count * 3);
  for (let i = 0; i < colors.length; i += 3) colors.set([paint.r, paint.g, paint.b], i);
  copy.setAttribute("color", new BufferAttribute(colors, 3));
  return copy;
}

/** One geometry of many parts. The parts are used up. */
export function weld(parts: readonly BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries([...parts], false);
  if (!whole) throw new Error("the parts of a figure do not fit together");
  for (const one of parts) one.dispose();
  return whole;
}

export const UNIT_BOX = new BoxGeometry(1, 1, 1);
export const box = (color: string, width: number, height: number, depth: number, placed: ShapePlacement = {}) =>
  part(UNIT_BOX, color, { ...placed, scale: [width, height, depth] });

/** Matt and faceted; takes the colours of its parts. */
export const matt = (options: MeshLambertMaterialParameters = {}) =>
  new MeshLambertMaterial({ vertexColors: true, flatShading: true, ...options });
export const light = (color: string, opacity = 1) =>
  new MeshBasicMaterial({
    color,
    transparent: true,
    opacity,
    blending: AdditiveBlending,
    depthWrite: false,
    side: DoubleSide,
    fog: false,
  });

/** From 0 at a share of the turn to 1 at its end. */
export const after = (share: number, from: number): number => Math.max(0, (share - from) / (1 - from));

/** A texture painted once. `width` and `height` in pixels. */
export function paintTexture(
  width: number,
  height: number,
  paint: (pen: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no 2D canvas");
  paint(pen);
  return new CanvasTexture(canvas);
}

const spot = (inner: string, middle: string | null) =>
  paintTexture(128, 128, (pen) => {
    const fade = pen.createRadialGradient(64, 64, 0, 64, 64, 64);
    fade.addColorStop(0, inner);
    if (middle) fade.addColorStop(0.25, middle);
    fade.addColorStop(1, inner.replace(/[\d.]+\)$/, "0)"));
    pen.fillStyle = fade;
    pen.fillRect(0, 0, 128, 128);
  });

/** A shaft of light with soft edges: narrow above, wide below; or as wide all the way. */
const shaft = (kind: "cone" | "pillar") =>
  paintTexture(96, 192, (pen) => {
    const data = pen.createImageData(96, 192);
    for (let y = 0; y < 192; y++) {
      const down = y / 192;
      const half = kind === "cone" ? 0.07 + 0.4 * down : 0.36;
      const fade = kind === "cone" ? down ** 1.3 * (down > 0.93 ? (1 - down) / 0.07 : 1) : down ** 1.2;
      for (let x = 0; x < 96; x++) {
        const off = Math.abs(x / 96 - 0.5) / half;
        data.data.set([255, 255, 255, 255 * Math.max(0, Math.exp(-off * off * 2.6) - 0.07) * fade], (y * 96 + x) * 4);
      }
    }
    pen.putImageData(data, 0, 0);
  });

/** Painted textures, made once for an arena and shared by all that shines in it. */
export class Paints {
  readonly glow = spot("rgba(255,255,255,1)", "rgba(255,255,255,0.45)");
  readonly shadow = spot("rgba(0,0,0,0.75)", null);
  readonly cone = shaft("cone");
  readonly pillar = shaft("pillar");

  halo(color: string, size: number, opacity: number): Sprite {
    const sprite = new Sprite(
      new SpriteMaterial({
        map: this.glow,
        color,
        transparent: true,
        opacity,
        blending: AdditiveBlending,
        depthWrite: false,
        fog: false,
      }),
    );
    sprite.scale.setScalar(size);
    return sprite;
  }
  /** A soft shadow on the floor, instead of shadow maps. */
  blob(size: number): Mesh {
    const mesh = new Mesh(
      new PlaneGeometry(size, size),
      new MeshBasicMaterial({ map: this.shadow, transparent: true, depthWrite: false }),
    );
    mesh.rotation.x = -Math.PI / 2;
    mesh.position.y = 0.03;
    return mesh;
  }
  dispose(): void {
    for (const one of [this.glow, this.shadow, this.cone, this.pillar]) one.dispose();
  }
}
