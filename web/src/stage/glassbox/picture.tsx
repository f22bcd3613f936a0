// The station as one sees it: floor and light on a canvas, everybody above it as drawings that stay sharp, and what a moment keeps for itself over both.
import { stationOf } from "@orrery/worlds/glassbox/station";
import { type ReactNode, useCallback, useLayoutEffect, useRef } from "react";
import type { Names as People } from "../../say.ts";
import { t } from "../../words.ts";
import { between, type Camera, cameraOf, easeInOut, easeOut, type Looking } from "./camera.ts";
import { place, set } from "./cast.ts";
import { Person, Remains, Shade } from "./figure.tsx";
import style from "./glassbox.module.css";
import { Beside, type Marking, Reach, RoomNames, SightTag } from "./layers.tsx";
import { type Lighting, Lights, type Seer, type Trail } from "./lights.ts";
import type { Frame, StationMoment } from "./moment.ts";
import { dying, type FloorPoint } from "./motion.ts";
import { figuresAt } from "./placed.ts";
import type { StationScene } from "./scene.ts";
import { isStill, useMotion } from "./use-motion.ts";

interface PictureProps {
  readonly moment: StationMoment;
  /** The player with these eyes; null: everybody. */
  readonly eyes: string | null;
  readonly looking: Looking;
  readonly people: People;
  /** What a click does, by id of a place, a thing, a body or a player. All of it can be done by buttons too. */
  readonly reach: ReadonlyMap<string, () => void>;
  readonly shownMs: number | null;
  /** Ways of the last seconds at a tick; null: these eyes have no record of them. */
  readonly trailsAt: ((tick: number) => readonly Trail[]) | null;
  /** What stands beside each: ballots, signs of truth, who speaks. */
  readonly marking: Marking;
  /** Drawn over everybody, in map units. */
  readonly over: ReactNode;
  /** Given the share of what the moment keeps for itself, as `--held`, and the red of an edge, as `--red`. */
  readonly children?: ReactNode;
}

/** A figure is about as many map units high, within so many pixels, and grows less than the picture does when that is nearer. */
const HIGH = 205;
const LEAST = 24;
const MOST = 46;
const highOf = (fit: number): number => Math.min(MOST, Math.max(LEAST, fit * HIGH));
const scaleOf = (pixels: number, { near }: Camera): number =>
  ((highOf(pixels / near) / 100) * Math.max(1, near ** 0.8)) / pixels;

export function Picture(props: PictureProps) {
  const { moment, eyes, people, reach, shownMs, marking, over, children } = props;
  const { scene, drama } = moment;
  const station = stationOf(scene.settings);
  const frame = useRef<HTMLDivElement>(null);
  const parts = useRef<{ lights: Lights; world: SVGGElement; groups: Map<string, SVGGElement> } | null>(null);
  const now = useRef(props);
  now.current = props;
  const draw = useCallback((at: Frame) => {
    const box = frame.current;
    if (box && parts.current) drawFrame(box, parts.current, now.current, at);
  }, []);
  const rest = useMotion(moment, shownMs, draw);
  useLayoutEffect(() => {
    const box = frame.current!;
    const [sky, ground] = box.querySelectorAll("canvas");
    const world = box.querySelector<SVGGElement>("[data-part=world]")!;
    parts.current = { lights: new Lights(station, sky!, ground!), world, groups: new Map() };
    const fit = () => parts.current?.lights.resize(box.clientWidth, box.clientHeight) && rest();
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(box);
    return () => watch.disconnect();
  }, [rest, station]);
  // What is drawn beside the walking has changed: the moment is drawn again as it stands.
  useLayoutEffect(() => {
    for (const group of frame.current!.querySelectorAll<SVGGElement>("g[data-who]"))
      parts.current?.groups.set(group.dataset["who"]!, group);
    rest();
  });
  return (
    <div ref={frame} className={style.picture} data-aside={over !== null}>
      <canvas />
      <canvas />
      <svg role="img" aria-label={inShort(scene, people)} className={style.cast}>
        <g data-part="world">
          <RoomNames station={station} covered={scene.phase === "MEETING" ? station.hub : null} />
          <Reach station={station} reach={reach} />
          {scene.bodies.map(({ who, x, y }) => (
            <g
              key={who}
              data-body={who}
              data-x={x}
              data-y={y}
              data-reached={reach.has(`body_${who}`)}
              onPointerDown={reach.get(`body_${who}`)}
            >
              <Remains who={who} />
            </g>
          ))}
          <g data-part="people">
            {scene.members.map(({ id, name, role }) => (
              <g
                key={id}
                data-who={id}
                className={style.figure}
                data-role={eyes === null && role === "impostor" ? "impostor" : undefined}
                data-own={id === eyes || undefined}
                data-speaks={marking.speaks === id || undefined}
                data-reached={reach.has(id)}
                onPointerDown={reach.get(id)}
              >
                <ellipse data-part="foot" className={style.foot} rx="46" ry="15" />
                <g data-part="person">
                  <Person id={id} />
                </g>
                <g data-part="shade">
                  <Shade id={id} />
                </g>
                <Beside id={id} scene={scene} marking={marking} />
                <SightTag name={people.get(id) ?? name} />
              </g>
            ))}
          </g>
          {drama?.kind === "kill" && (
            <circle data-part="ring" cx={drama.x} cy={drama.y} className={style.blow} pointerEvents="none" />
          )}
          {over}
        </g>
      </svg>
      {children}
    </div>
  );
}

interface Parts {
  readonly lights: Lights;
  readonly world: SVGGElement;
  readonly groups: ReadonlyMap<string, SVGGElement>;
}

function drawFrame(box: HTMLDivElement, { lights, world, groups }: Parts, props: PictureProps, at: Frame): void {
  const { moment, looking, eyes, trailsAt } = props;
  const { scene, drama } = moment;
  const { before, walked, held } = at;
  const narrow = box.clientWidth < 600;
  const placed = figuresAt(moment, at, (highOf(lights.fit) / 100 / lights.fit) * 70);
  const spot = (id: string): FloorPoint | null => placed.get(id) ?? null;
  const aim = cameraOf(scene, drama, looking, spot);
  const camera =
    before === null || looking.calm
      ? aim
      : between(cameraOf(before.scene, before.drama, looking, spot), aim, easeInOut(walked / 0.7));
  const { scale, left, top } = lights.place(camera);
  const size = scaleOf(scale, camera);
  lights.draw(lightingOf(props, at, placed, camera, trailsAt));
  set(world, "transform", `translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(5)})`);
  box.style.setProperty("--name", `${((narrow ? 9.5 : 12) / scale) * Math.max(1, camera.near ** 0.5)}px`);
  box.style.setProperty("--unit", (1 / scale).toFixed(3));
  const still = isStill();
  for (const [id, group] of groups) place(group, placed.get(id), size, still ? HERE : lungeOf(drama, id, at, placed));
  layer(world, groups, placed, eyes);
  const doomed = walked < 1 ? dying(before?.scene ?? null, scene) : NOBODY;
  for (const body of world.querySelectorAll<SVGGElement>("[data-body]")) lay(body, doomed, drama, held, size, placed);
  const ring = world.querySelector("[data-part=ring]");
  if (ring) {
    const spread = still ? 0.45 : held;
    set(ring, "r", (80 + 620 * easeOut(spread)).toFixed(0));
    set(ring, "stroke-width", (10 + 30 * (1 - spread)).toFixed(0));
    set(ring, "opacity", walked < 1 ? "0" : spread >= 1 ? "0.25" : (1 - spread * 0.75).toFixed(2));
  }
  box.style.setProperty("--held", held.toFixed(3));
  const red = drama?.kind === "kill" ? (walked < 1 ? 0 : still ? 0.55 : 0.95 - 0.4 * held) : 0;
  box.style.setProperty("--red", red.toFixed(2));
}
const HERE: FloorPoint = { x: 0, y: 0 };
const NOBODY: ReadonlySet<string> = new Set();

/** The killer leaps at the victim once. */
function lungeOf(
  drama: StationMoment["drama"],
  id: string,
  { walked, held }: Frame,
  placed: ReadonlyMap<string, FloorPoint>,
): FloorPoint {
  if (drama?.kind !== "kill" || drama.by !== id || walked < 1) return HERE;
  const leap = Math.max(0, 1 - held * 3);
  const at = placed.get(id);
  return at ? { x: (drama.x - at.x) * 0.2 * leap, y: -26 * Math.sin(leap * Math.PI) } : HERE;
}

/** A body falls when struck, and lies beside anybody who stands there. */
function lay(
  body: SVGGElement,
  doomed: ReadonlySet<string>,
  drama: StationMoment["drama"],
  held: number,
  size: number,
  placed: ReadonlyMap<string, FloorPoint & { readonly how: string }>,
): void {
  const who = body.dataset["body"]!;
  set(body, "display", doomed.has(who) ? "none" : "inline");
  const [x, y] = [Number(body.dataset["x"]), Number(body.dataset["y"])];
  const crowded = [...placed.values()].some((one) => one.how === "stands" && Math.hypot(one.x - x, one.y - y) < 90);
  const fallen = drama?.kind === "kill" && drama.who === who ? easeOut(held * 3) : 1;
  set(
    body,
    "transform",
    `translate(${(x + (crowded ? 84 * size : 0)).toFixed(1)} ${y + 34}) rotate(${((1 - fallen) * -70).toFixed(1)}) scale(${(size * 0.95).toFixed(3)})`,
  );
}

/** Figures further down are drawn over the others, and the viewer's own over all. */
function layer(
  world: SVGGElement,
  groups: ReadonlyMap<string, SVGGElement>,
  placed: ReadonlyMap<string, FloorPoint>,
  eyes: string | null,
): void {
  const people = world.querySelector<SVGGElement>("[data-part=people]")!;
  const drawn = [...placed]
    .sort(([a, { y }], [b, other]) => Number(a === eyes) - Number(b === eyes) || y - other.y)
    .flatMap(([id]) => groups.get(id) ?? [])
    .filter(({ isConnected }) => isConnected);
  // Compared with the page itself: a new drawing puts them back in the order of their seats.
  const first = people.childElementCount - drawn.length;
  if (drawn.every((group, i) => people.children[first + i] === group)) return;
  people.append(...drawn);
}

function lightingOf(
  { moment, eyes }: PictureProps,
  { before, tick, walked }: Frame,
  placed: ReadonlyMap<string, FloorPoint & { readonly how: string }>,
  camera: Camera,
  trailsAt: PictureProps["trailsAt"],
): Lighting {
  const { scene } = moment;
  const doomed = dying(before?.scene ?? null, scene);
  const seers = scene.figures.flatMap(({ id, place, ghost, ago, hidden }): Seer[] => {
    const at = placed.get(id);
    const dies = doomed.has(id);
    if (!at || ago !== null || (eyes !== null && eyes !== id) || (eyes === null && ((ghost && !dies) || hidden)))
      return [];
    const radius = scene.radius[id] ?? before?.scene.radius[id] ?? 0;
    if (eyes === null && radius === 0 && !dies) return [];
    const glow = dies ? Math.max(0, 1 - walked) ** 0.3 : 1;
    return [{ x: at.x, y: at.y, place, radius, glow }];
  });
  const was = new Set(before?.scene.shut ?? scene.shut);
  const opened = [...was].filter((room) => !scene.shut.includes(room));
  const doors = new Map<string, number>(
    scene.shut.map((room) => [room, before && !was.has(room) ? easeOut(walked * 2) : 1] as const),
  );
  for (const room of opened) if (before && walked < 1) doors.set(room, 1 - easeOut(walked * 2));
  return {
    camera,
    seers,
    doors,
    sabotage: scene.sabotage,
    beat: before === null || isStill() ? 0.5 : 0.5 + 0.5 * Math.sin(tick * 0.55),
    meeting: scene.phase === "MEETING",
    trails: scene.phase === "PLAYING" && trailsAt ? trailsAt(tick) : [],
  };
}

/** The picture as text for screen readers: the players in each place. */
function inShort({ figures, bodies }: StationScene, people: People): string {
  const nameOf = (id: string) => people.get(id) ?? id;
  const places = Map.groupBy(
    figures.filter(({ ago, hidden }) => ago === null && !hidden),
    ({ place }) => place,
  );
  const there = [...places].map(([place, ones]) =>
    t("stationIn", { place: nameOf(place), who: ones.map(({ id }) => nameOf(id)).join(", ") }),
  );
  return [t("stationMap"), ...there, ...bodies.map(({ who }) => t("stationBody", { who: nameOf(who) }))].join(" ");
}
