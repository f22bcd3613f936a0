// The station as data: rooms, hallways, doors, task sites, vents, cameras and panels in integer units, and the proof that it all holds together.

/** Coordinates are in units of which a crew member walks 25 a tick at speed 100 %. x runs right, y runs down. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A rectangle to walk in: a room, or one straight leg of a hallway. Inside one of them everything is in line of sight. */
export interface Place extends Rect {
  readonly id: string;
  readonly name: string;
  readonly kind: "room" | "hallway";
  /** Other words for it. */
  readonly aliases: readonly string[];
}

/** An opening between two places: an axis-parallel segment of the border that both share. */
export interface Portal {
  readonly id: string;
  readonly between: readonly [string, string];
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** The room of the door sabotage that closes it; null if it cannot be closed. */
  readonly door: string | null;
}

/** Something at a spot: within use range of it a player may interact. */
export interface Site {
  readonly id: string;
  readonly kind: "task" | "vent" | "button" | "cameras" | "admin" | "vitals" | "panel";
  readonly place: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export const TASK_CLASSES = ["common", "long", "short"] as const;
export type TaskClass = (typeof TASK_CLASSES)[number];

/** One kind of task. Steps are done in order, each at its site. */
export interface TaskKind {
  readonly id: string;
  readonly name: string;
  readonly class: TaskClass;
  readonly steps: readonly TaskStep[];
  /** So many of the steps are dealt, chosen by dice and done in the order listed; absent: all. */
  readonly deal?: number;
}
export interface TaskStep {
  readonly site: string;
  /** How long the hands are busy, in ticks. */
  readonly ticks: number;
  /** After this step the next one cannot be begun for so many ticks. */
  readonly wait?: number;
  /** With visual tasks on, witnesses know that it is real. */
  readonly visual?: true;
  /** Only one player at a time. */
  readonly alone?: true;
}

export interface Camera extends Rect {
  readonly id: string;
  readonly place: string;
}

export const HUB = "atrium";
export const SYSTEMS = ["reactor", "oxygen", "lights", "comms"] as const;
export type System = (typeof SYSTEMS)[number];
export const isSystem = (name: string): name is System => (SYSTEMS as readonly string[]).includes(name);

const room = (id: string, name: string, x: number, y: number, w: number, h: number, ...aliases: string[]): Place => ({
  id,
  name,
  kind: "room",
  x,
  y,
  w,
  h,
  aliases,
});
const hallway = (id: string, name: string, x: number, y: number, w: number, h: number): Place => ({
  id,
  name,
  kind: "hallway",
  x,
  y,
  w,
  h,
  aliases: [],
});

export const PLACES: readonly Place[] = [
  room("reactor", "Reactor", 0, 0, 800, 700, "reactor room"),
  room("infirmary", "Infirmary", 900, 100, 600, 600, "medbay", "med bay", "sick bay"),
  room("observatory", "Observatory", 1700, 0, 800, 700, "telescope"),
  room("greenhouse", "Greenhouse", 2700, 100, 600, 600, "oxygen room", "garden", "o2"),
  room("bridge", "Bridge", 3500, 0, 700, 700, "navigation", "cockpit", "helm"),
  room("watch", "Watch Room", 300, 900, 500, 500, "security", "camera room"),
  room("dynamo", "Dynamo Room", 900, 1100, 600, 600, "electrical", "power room"),
  room("atrium", "Atrium", 1600, 900, 1000, 800, "hub", "cafeteria", "hall", "table"),
  room("registry", "Registry", 2600, 1000, 600, 600, "admin", "office"),
  room("signals", "Signals Room", 3300, 900, 600, 500, "communications", "radio room"),
  room("engine", "Engine Room", 0, 1900, 800, 700, "engines"),
  room("hold", "Cargo Hold", 900, 1900, 900, 700, "storage", "hold", "cargo"),
  room("workshop", "Workshop", 1800, 1900, 700, 600, "shop"),
  room("deflector", "Deflector Room", 2700, 1900, 700, 700, "shields", "shield room"),
  room("quarters", "Crew Quarters", 3600, 1900, 600, 600, "bunks", "cabins"),
  hallway("hall_northwest", "northwest hallway", 0, 700, 1600, 200),
  hallway("hall_north", "north hallway", 1600, 700, 1000, 200),
  hallway("hall_northeast", "northeast hallway", 2600, 700, 1600, 200),
  hallway("shaft_west", "west shaft", 0, 900, 200, 800),
  hallway("shaft_east", "east shaft", 4000, 900, 200, 800),
  hallway("hall_southwest", "southwest hallway", 0, 1700, 1600, 200),
  hallway("hall_south", "south hallway", 1600, 1700, 1000, 200),
  hallway("hall_southeast", "southeast hallway", 2600, 1700, 1600, 200),
];

/** An opening 160 wide in a horizontal wall, around x. */
const lying = (a: string, b: string, x: number, y: number, door: string | null = null): Portal => ({
  id: `door_${a}_${b}`,
  between: [a, b],
  x1: x - 80,
  y1: y,
  x2: x + 80,
  y2: y,
  door,
});
/** An opening in an upright wall, around y. */
const upright = (a: string, b: string, x: number, y: number, half: number, door: string | null = null): Portal => ({
  id: `door_${a}_${b}`,
  between: [a, b],
  x1: x,
  y1: y - half,
  x2: x,
  y2: y + half,
  door,
});

export const PORTALS: readonly Portal[] = [
  lying("reactor", "hall_northwest", 400, 700, "reactor"),
  lying("infirmary", "hall_northwest", 1200, 700, "infirmary"),
  lying("observatory", "hall_north", 2100, 700, "observatory"),
  lying("greenhouse", "hall_northeast", 3000, 700, "greenhouse"),
  lying("bridge", "hall_northeast", 3850, 700, "bridge"),
  lying("watch", "hall_northwest", 550, 900, "watch"),
  lying("dynamo", "hall_southwest", 1200, 1700, "dynamo"),
  lying("atrium", "hall_north", 2100, 900, "atrium"),
  lying("atrium", "hall_south", 2100, 1700, "atrium"),
  upright("atrium", "registry", 2600, 1300, 80, "registry"),
  lying("signals", "hall_northeast", 3600, 900, "signals"),
  lying("engine", "hall_southwest", 400, 1900, "engine"),
  lying("hold", "hall_southwest", 1300, 1900, "hold"),
  upright("hold", "workshop", 1800, 2200, 80, "hold"),
  lying("workshop", "hall_south", 2200, 1900, "workshop"),
  lying("deflector", "hall_southeast", 3050, 1900, "deflector"),
  lying("quarters", "hall_southeast", 3900, 1900, "quarters"),
  upright("hall_northwest", "hall_north", 1600, 800, 100),
  upright("hall_north", "hall_northeast", 2600, 800, 100),
  upright("hall_southwest", "hall_south", 1600, 1800, 100),
  upright("hall_south", "hall_southeast", 2600, 1800, 100),
  lying("shaft_west", "hall_northwest", 100, 900),
  lying("shaft_west", "hall_southwest", 100, 1700),
  lying("shaft_east", "hall_northeast", 4100, 900),
  lying("shaft_east", "hall_southeast", 4100, 1700),
];

const site = (kind: Site["kind"], id: string, place: string, name: string, x: number, y: number): Site => ({
  id,
  kind,
  place,
  name,
  x,
  y,
});
const task = (what: string, place: string, name: string, x: number, y: number): Site =>
  site("task", `task_${what}_${place}`, place, name, x, y);
const vent = (place: string, x: number, y: number): Site => site("vent", `vent_${place}`, place, "vent", x, y);

export const SITES: readonly Site[] = [
  task("wiring", "hold", "wiring panel", 1000, 1960),
  task("wiring", "dynamo", "wiring panel", 960, 1200),
  task("wiring", "bridge", "wiring panel", 3560, 300),
  task("wiring", "watch", "wiring panel", 360, 1340),
  task("wiring", "quarters", "wiring panel", 4140, 2300),
  task("wiring", "atrium", "wiring panel", 1700, 1640),
  task("pass", "registry", "pass reader", 3100, 1060),
  task("scan", "infirmary", "body scanner", 1400, 600),
  task("sample", "infirmary", "sample rack", 960, 200),
  task("debris", "observatory", "debris gun", 2400, 100),
  task("start", "reactor", "start-up console", 100, 350),
  task("manifold", "reactor", "manifold", 700, 100),
  task("coupling", "reactor", "upper coupling", 700, 600),
  task("coupling", "engine", "lower coupling", 100, 2000),
  task("fuel", "hold", "fuel pump", 1700, 2540),
  task("fuel", "engine", "fuel inlet", 700, 2500),
  task("fuel", "reactor", "fuel inlet", 100, 600),
  task("compost", "greenhouse", "compost bin", 3240, 160),
  task("compost", "hold", "waste lock", 960, 2540),
  task("filter", "greenhouse", "air filter", 2760, 400),
  task("course", "bridge", "chart table", 3850, 80),
  task("helm", "bridge", "helm", 4100, 350),
  task("prime", "deflector", "deflector grid", 3340, 2540),
  task("antenna", "signals", "antenna dial", 3840, 960),
  task("dial", "dynamo", "dynamo dials", 1440, 1160),
  task("tools", "workshop", "tool wall", 2440, 2440),
  task("crates", "hold", "crate stack", 1350, 2480),
  task("bunks", "quarters", "bunks", 3660, 2440),
  task("lens", "observatory", "main lens", 1800, 120),
  task("download", "signals", "data port", 3360, 1340),
  task("download", "bridge", "data port", 4140, 640),
  task("download", "engine", "data port", 100, 2500),
  task("download", "workshop", "data port", 1860, 1960),
  task("upload", "registry", "upload desk", 2700, 1540),
  task("divert", "dynamo", "power switchboard", 1200, 1160),
  task("accept", "watch", "power socket", 740, 1340),
  task("accept", "deflector", "power socket", 2760, 2000),
  task("accept", "greenhouse", "power socket", 2760, 640),
  task("accept", "workshop", "power socket", 2440, 1960),
  vent("reactor", 60, 60),
  vent("watch", 740, 1000),
  vent("engine", 740, 2000),
  vent("infirmary", 960, 640),
  vent("dynamo", 1440, 1640),
  vent("hold", 1740, 1960),
  vent("bridge", 3560, 640),
  vent("signals", 3840, 1340),
  vent("greenhouse", 3240, 640),
  vent("registry", 3140, 1540),
  vent("deflector", 2760, 2540),
  vent("quarters", 3660, 1960),
  site("button", "button", "atrium", "emergency button", 2100, 1300),
  site("cameras", "cameras", "watch", "camera screens", 400, 1000),
  site("admin", "admin_table", "registry", "admin table", 2900, 1300),
  site("vitals", "vitals", "infirmary", "vitals screen", 1200, 160),
  site("panel", "panel_reactor_upper", "reactor", "upper hand scanner", 300, 60),
  site("panel", "panel_reactor_lower", "reactor", "lower hand scanner", 60, 480),
  site("panel", "panel_oxygen_greenhouse", "greenhouse", "oxygen keypad", 3000, 160),
  site("panel", "panel_oxygen_registry", "registry", "oxygen keypad", 2700, 1060),
  site("panel", "panel_lights", "dynamo", "light switches", 960, 1640),
  site("panel", "panel_comms", "signals", "comms tuner", 3360, 960),
];

/** Where each sabotage is mended. Two panels: reactor needs both held at once, oxygen needs both codes, in any order. */
export const PANELS: Readonly<Record<System, readonly string[]>> = {
  reactor: ["panel_reactor_upper", "panel_reactor_lower"],
  oxygen: ["panel_oxygen_greenhouse", "panel_oxygen_registry"],
  lights: ["panel_lights"],
  comms: ["panel_comms"],
};

/** Vents that are joined by ducts, in networks; from each one every other of its network is one crawl away. */
export const VENT_NETWORKS: readonly (readonly string[])[] = [
  ["vent_reactor", "vent_watch", "vent_engine"],
  ["vent_infirmary", "vent_dynamo", "vent_hold"],
  ["vent_bridge", "vent_signals", "vent_greenhouse"],
  ["vent_registry", "vent_deflector", "vent_quarters"],
];

export const CAMERAS: readonly Camera[] = [
  { id: "camera_northwest", place: "hall_northwest", x: 200, y: 700, w: 800, h: 200 },
  { id: "camera_northeast", place: "hall_northeast", x: 3200, y: 700, w: 800, h: 200 },
  { id: "camera_south", place: "hall_south", x: 1700, y: 1700, w: 800, h: 200 },
  { id: "camera_southwest", place: "hall_southwest", x: 900, y: 1700, w: 700, h: 200 },
];

const step = (site: string, ticks: number, more: Omit<TaskStep, "site" | "ticks"> = {}): TaskStep => ({
  site,
  ticks,
  ...more,
});
const kind = (id: string, of: TaskClass, name: string, ...steps: TaskStep[]): TaskKind => ({
  id,
  name,
  class: of,
  steps,
});
const divert = (to: string): TaskKind =>
  kind(
    `divert_${to}`,
    "short",
    `divert power to ${the(to)}`,
    step("task_divert_dynamo", 20),
    step(`task_accept_${to}`, 15),
  );
const upload = (from: string): TaskKind =>
  kind(
    `data_${from}`,
    "short",
    `upload data from ${the(from)}`,
    step(`task_download_${from}`, 50),
    step("task_upload_registry", 50),
  );

export const TASK_KINDS: readonly TaskKind[] = [
  kind("pass", "common", "read your pass", step("task_pass_registry", 25)),
  {
    ...kind(
      "wiring",
      "common",
      "mend the wiring",
      ...["atrium", "bridge", "dynamo", "hold", "quarters", "watch"].map((where) => step(`task_wiring_${where}`, 30)),
    ),
    deal: 3,
  },
  kind("scan", "long", "submit to the body scan", step("task_scan_infirmary", 100, { visual: true, alone: true })),
  kind(
    "sample",
    "long",
    "analyse a sample",
    step("task_sample_infirmary", 20, { wait: 300 }),
    step("task_sample_infirmary", 20),
  ),
  kind("debris", "long", "shoot the debris", step("task_debris_observatory", 120, { visual: true })),
  kind("start", "long", "start up the reactor", step("task_start_reactor", 120)),
  kind("coupling", "long", "align the couplings", step("task_coupling_reactor", 40), step("task_coupling_engine", 40)),
  kind(
    "fuel",
    "long",
    "carry fuel",
    step("task_fuel_hold", 30),
    step("task_fuel_engine", 30),
    step("task_fuel_hold", 30),
    step("task_fuel_reactor", 30),
  ),
  kind(
    "compost",
    "long",
    "empty the compost",
    step("task_compost_greenhouse", 35),
    step("task_compost_hold", 35, { visual: true }),
  ),
  kind("filter", "short", "clean the air filter", step("task_filter_greenhouse", 40)),
  kind("course", "short", "chart the course", step("task_course_bridge", 35)),
  kind("helm", "short", "steady the helm", step("task_helm_bridge", 25)),
  kind("prime", "short", "prime the deflector", step("task_prime_deflector", 30, { visual: true })),
  kind("antenna", "short", "tune the antenna", step("task_antenna_signals", 40)),
  kind("dial", "short", "calibrate the dynamo", step("task_dial_dynamo", 45)),
  kind("manifold", "short", "unlock the manifold", step("task_manifold_reactor", 40)),
  kind("tools", "short", "sort the tools", step("task_tools_workshop", 40)),
  kind("crates", "short", "count the crates", step("task_crates_hold", 35)),
  kind("bunks", "short", "make the bunks", step("task_bunks_quarters", 30)),
  kind("lens", "short", "clean the main lens", step("task_lens_observatory", 35)),
  ...["watch", "deflector", "greenhouse", "workshop"].map(divert),
  ...["signals", "bridge", "engine", "workshop"].map(upload),
];

export const PLACE: ReadonlyMap<string, Place> = new Map(PLACES.map((place) => [place.id, place]));
export const SITE: ReadonlyMap<string, Site> = new Map(SITES.map((one) => [one.id, one]));
export const TASK: ReadonlyMap<string, TaskKind> = new Map(TASK_KINDS.map((one) => [one.id, one]));
export const ROOMS: readonly Place[] = PLACES.filter(({ kind }) => kind === "room");
export const SITES_IN: ReadonlyMap<string, readonly Site[]> = new Map(
  PLACES.map(({ id }) => [id, SITES.filter(({ place }) => place === id)]),
);

/** Places next to a place, by the portal that leads there. */
export const EXITS: ReadonlyMap<string, readonly { readonly to: string; readonly portal: Portal }[]> = new Map(
  PLACES.map(({ id }) => [
    id,
    PORTALS.flatMap((portal) => {
      const [a, b] = portal.between;
      return a === id ? [{ to: b, portal }] : b === id ? [{ to: a, portal }] : [];
    }),
  ]),
);
/** Rooms with doors that a saboteur may close, each with the ids of its doors. */
export const DOORS: ReadonlyMap<string, readonly string[]> = new Map(
  ROOMS.flatMap(({ id }) => {
    const own = PORTALS.filter(({ door }) => door === id).map((portal) => portal.id);
    return own.length > 0 ? [[id, own] as const] : [];
  }),
);
/** Vents one crawl away. */
export const DUCTS: ReadonlyMap<string, readonly string[]> = new Map(
  VENT_NETWORKS.flatMap((net) => net.map((id) => [id, net.filter((other) => other !== id)] as const)),
);

export const centreOf = ({ x, y, w, h }: Rect): { x: number; y: number } => ({
  x: x + Math.trunc(w / 2),
  y: y + Math.trunc(h / 2),
});
export const contains = ({ x, y, w, h }: Rect, px: number, py: number): boolean =>
  px >= x && px <= x + w && py >= y && py <= y + h;

/** The parts of a station, for `checkMap`: the shipped one, or one that a test has broken. */
export interface Station {
  readonly places: readonly Place[];
  readonly portals: readonly Portal[];
  readonly sites: readonly Site[];
  readonly ventNetworks: readonly (readonly string[])[];
  readonly ducts: ReadonlyMap<string, readonly string[]>;
  readonly exits: ReadonlyMap<string, readonly { readonly to: string }[]>;
  readonly cameras: readonly Camera[];
  readonly tasks: readonly TaskKind[];
}
export const STATION: Station = {
  places: PLACES,
  portals: PORTALS,
  sites: SITES,
  ventNetworks: VENT_NETWORKS,
  ducts: DUCTS,
  exits: EXITS,
  cameras: CAMERAS,
  tasks: TASK_KINDS,
};

/** Everything that is wrong with a station, as sentences; none when each place can be reached and each thing is where it must be. */
export function checkMap(station: Station = STATION): string[] {
  const { places, portals, sites, ventNetworks, ducts, exits, cameras, tasks } = station;
  const place = new Map(places.map((one) => [one.id, one]));
  const problems: string[] = [];
  const ids = [...places, ...portals, ...sites, ...cameras].map(({ id }) => id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`two things have the id ${id}`);
  for (const [i, a] of places.entries())
    for (const b of places.slice(i + 1))
      if (a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
        problems.push(`${a.id} and ${b.id} overlap`);
  for (const { id, between, x1, y1, x2, y2 } of portals) {
    if (x1 !== x2 && y1 !== y2) problems.push(`${id} is not parallel to an axis`);
    for (const side of between) {
      const one = place.get(side);
      if (!one) problems.push(`${id} leads to ${side}, which is no place`);
      else if (!contains(one, x1, y1) || !contains(one, x2, y2)) problems.push(`${id} is not on the border of ${side}`);
    }
  }
  for (const [from, leads] of exits)
    for (const { to } of leads)
      if (!exits.get(to)?.some((back) => back.to === from)) problems.push(`${from} leads to ${to}, but not back`);
  const reached = new Set([HUB]);
  for (const at of reached) for (const { to } of exits.get(at) ?? []) reached.add(to);
  for (const { id } of places) if (!reached.has(id)) problems.push(`${id} cannot be reached from ${HUB}`);
  const known = new Map(sites.map((one) => [one.id, one]));
  for (const { id, place: at, x, y } of sites) {
    const one = place.get(at);
    if (!one || !contains(one, x, y)) problems.push(`${id} is not inside ${at}`);
  }
  const inNetworks = ventNetworks.flat();
  for (const { id, kind: of } of sites)
    if (of === "vent" && inNetworks.filter((one) => one === id).length !== 1)
      problems.push(`${id} is not in exactly one vent network`);
  for (const [from, to] of ducts)
    for (const other of to) {
      if (known.get(other)?.kind !== "vent") problems.push(`${from} leads to ${other}, which is no vent`);
      if (!ducts.get(other)?.includes(from)) problems.push(`${from} leads to ${other}, but not back`);
    }
  for (const { id, place: at, x, y, w, h } of cameras) {
    const one = place.get(at);
    if (!one || !contains(one, x, y) || !contains(one, x + w, y + h)) problems.push(`${id} is not inside ${at}`);
  }
  for (const { id, steps } of tasks)
    for (const { site: at } of steps)
      if (known.get(at)?.kind !== "task") problems.push(`task ${id} has a step at ${at}, which is no task site`);
  for (const { id, kind: of } of sites)
    if (of === "task" && !tasks.some(({ steps }) => steps.some(({ site: at }) => at === id)))
      problems.push(`no task is done at ${id}`);
  for (const panels of Object.values(PANELS))
    for (const panel of panels) if (known.get(panel)?.kind !== "panel") problems.push(`there is no panel ${panel}`);
  return problems;
}

function the(id: string): string {
  return `the ${PLACES.find((one) => one.id === id)!.name}`;
}
