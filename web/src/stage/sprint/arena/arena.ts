// The arena in three dimensions. It draws a frame when it is posed, resized or orbited, and none at rest.
import { ACESFilmicToneMapping, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { type Role, TEAMS, type Team } from "../identity.ts";
import type { ArenaPicture, Camera, Hangings } from "../picture.ts";
import { Room } from "./room.ts";
import { Paints } from "./shapes.ts";
import { ArenaTable, TABLE_X } from "./table.ts";

/** Where the name of a figure belongs, in CSS pixels from the upper left. `behind`: not in sight. */
export interface NamePlate {
  readonly team: Team;
  readonly role: Role;
  readonly x: number;
  readonly y: number;
  readonly behind: boolean;
}
export interface Arena {
  /** Draws one frame. `share`: how far the turn has come, 0 to 1. */
  pose(picture: ArenaPicture, share: number): void;
  /** `share` 1: stands there at once. The eyes' own orbit is given up. */
  look(camera: Camera, picture: ArenaPicture, share: number): void;
  /** Puts images into the station's frames, and draws a frame when they are loaded. */
  hang(pictures: Hangings): void;
  dispose(): void;
}
interface CameraSight {
  readonly from: Vector3;
  readonly to: Vector3;
}

const MAX_PIXEL_RATIO = 1.5;
/** How far the wide picture leans towards the table that acts, as a share of its width. It moves the frame and not the eye, so nobody's own orbit is lost. */
const LEAN = 0.022;
/** In metres above the floor: hats differ. */
const PLATE_HEIGHT = (role: Role): number => (role === "ARCHITECT" ? 2.68 : 2.42);

/** Throws when the browser has no WebGL. `onFrame` gets the places of the names after each frame. */
export function createArena(element: HTMLElement, onFrame: (plates: readonly NamePlate[]) => void): Arena {
  const renderer = new WebGLRenderer({
    antialias: true,
    powerPreference: "low-power",
    // A picture of the page is drawn from it between two frames.
    preserveDrawingBuffer: true,
  });
  renderer.setPixelRatio(Math.min(MAX_PIXEL_RATIO, devicePixelRatio || 1));
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.toneMappingExposure = 1.18;
  element.append(renderer.domElement);
  const scene = new Scene();
  const eye = new PerspectiveCamera(30, 1, 0.1, 90);
  const paints = new Paints();
  const room = new Room(scene, paints);
  const tables = { A: new ArenaTable("A", paints), B: new ArenaTable("B", paints) };
  scene.add(tables.A.group, tables.B.group);

  const orbit = new OrbitControls(eye, renderer.domElement);
  orbit.maxPolarAngle = Math.PI * 0.49;
  orbit.minDistance = 4;
  orbit.maxDistance = 26;
  let wide = true;
  let departure: CameraSight | null = null;
  let lean = { from: 0, to: 0, now: 0 };

  const frame = () => {
    const width = element.clientWidth;
    const height = element.clientHeight;
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    eye.aspect = width / height;
    // The lower thirds cover the foot of the picture: its middle lies a little higher.
    eye.setViewOffset(width, height, wide ? width * LEAN * lean.now : 0, height * 0.07, width, height);
    eye.updateProjectionMatrix();
    eye.updateMatrixWorld();
    room.fitFog(eye.position.distanceTo(orbit.target));
    renderer.render(scene, eye);
    onFrame(platesOf(tables, eye, width, height));
  };
  const resized = new ResizeObserver(frame);
  resized.observe(element);
  orbit.addEventListener("change", frame);

  return {
    pose(picture, share) {
      for (const team of TEAMS) tables[team].pose(picture.tables[team], share);
      room.pose(picture, share, wide);
      const to = leanOf(picture);
      if (to !== lean.to) lean = { from: lean.now, to, now: lean.now };
      lean.now = lean.from + (to - lean.from) * share;
      frame();
    },
    look(camera, picture, share) {
      const aspect = element.clientWidth / Math.max(1, element.clientHeight);
      const goal = sightOf(camera, picture, aspect);
      departure ??= { from: eye.position.clone(), to: orbit.target.clone() };
      const eased = Math.min(1, share);
      eye.position.lerpVectors(departure.from, goal.from, eased);
      orbit.target.lerpVectors(departure.to, goal.to, eased);
      if (share >= 1) departure = null;
      wide = camera === "both";
      eye.lookAt(orbit.target);
    },
    hang(pictures) {
      void room.hang(pictures).then((isNew) => isNew && frame());
    },
    dispose() {
      room.dispose();
      resized.disconnect();
      orbit.dispose();
      paints.dispose();
      scene.traverse((one) => {
        const mesh = one as { geometry?: { dispose(): void }; material?: { dispose(): void } };
        mesh.geometry?.dispose();
        mesh.material?.dispose();
      });
      renderer.dispose();
      renderer.domElement.remove();
    },
  };
}

/** -1: team A acts; 1: team B; 0: neither, or both. */
function leanOf({ tables }: ArenaPicture): number {
  return Number(tables.B.acting) - Number(tables.A.acting);
}

/** Narrow windows step back, so that nobody is cut off. */
function sightOf(camera: Camera, { tables }: ArenaPicture, aspect: number): CameraSight {
  const acting = TEAMS.find((team) => tables[team].acting) ?? "A";
  if (camera === "both") {
    const back = Math.max(1, 1.48 / aspect);
    return { from: new Vector3(0, 5.4 * (0.7 + 0.3 * back), 19.6 * back), to: new Vector3(0, 2.2, -0.4) };
  }
  const back = Math.max(1, 1.1 / aspect);
  const team = camera === "speaker" ? acting : camera;
  const inward = team === "A" ? 1 : -1;
  if (camera === "speaker")
    return {
      from: new Vector3(TABLE_X[team] - inward * 0.9, 2.6, 7 * back),
      to: new Vector3(TABLE_X[team] + inward * 0.1, 2.25, -1),
    };
  return {
    from: new Vector3(TABLE_X[team] + inward * 1.2, 3.6 * (0.7 + 0.3 * back), 13.4 * back),
    to: new Vector3(TABLE_X[team] + inward * 0.1, 2.4, 0),
  };
}

function platesOf(
  tables: Readonly<Record<Team, ArenaTable>>,
  eye: PerspectiveCamera,
  width: number,
  height: number,
): readonly NamePlate[] {
  const place = new Vector3();
  return TEAMS.flatMap((team) =>
    tables[team].avatars.map(({ group, role }) => {
      group.updateWorldMatrix(true, false);
      place.set(0, PLATE_HEIGHT(role), 0).applyMatrix4(group.matrixWorld).project(eye);
      return { team, role, x: ((place.x + 1) / 2) * width, y: ((1 - place.y) / 2) * height, behind: place.z >= 1 };
    }),
  );
}
