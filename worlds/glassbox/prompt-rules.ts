// The rules, the map and the settings in words, made from the same data that the engine plays by, so that what is told is what is played.
import { VISION } from "./rules.ts";
import { isCritical, isSystem, SABOTAGES, type System } from "./sabotages/index.ts";
import { KILL_DISTANCES, type Role, type Settings, TICK_MS } from "./settings.ts";
import { stationOf } from "./station/index.ts";

const seconds = (ms: number): string => `${ms / 1000} s`;
const hubOf = (settings: Settings): string => {
  const { place, hub } = stationOf(settings);
  return place.get(hub)!.name;
};
const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** What everybody is told of the game. */
export function rulesText(settings: Settings, players: number): string {
  const crew = players - settings.impostors;
  const parts = [
    "# The game",
    `${players} players are on a space station: ${many(crew, "crewmate")} and ${many(settings.impostors, "impostor")}. Impostors know each other. Crewmates know nobody's role but their own.`,
    `The crew wins when all its tasks are done${settings.ghostTasks ? " (the dead still do theirs)" : " (tasks of the dead no longer count)"}, or when no impostor is left. The impostors win when they are as many as the living crewmates${settings.sabotages.some((system) => isSystem(system) && isCritical(system)) ? ", or when a critical sabotage is not mended in time" : ""}, or when the crew has not won after ${seconds(settings.limitMs)} of play.`,
    sightText(settings),
    meetingText(settings),
    killText(settings),
    sabotageText(settings),
    `Tasks: each crewmate has ${[many(settings.commonTasks, "common task"), many(settings.longTasks, "long task"), many(settings.shortTasks, "short task")].join(", ")}; common ones are the same for all. A task is a row of steps at sites; a step takes seconds of standing there. Impostors have a list too, but nothing on it counts.${settings.visualTasks ? " Some steps can be seen to be real by whoever looks on: no impostor can fake those." : ""} The task bar is shown ${settings.taskBar === "always" ? "at all times" : settings.taskBar === "meetings" ? "in meetings only" : "never"}.${settings.errands ? " One can set out for one's own next step, or for a panel that needs mending, from anywhere: to INTERACT with it is to walk there and do it, and to go on with the task as long as no step has to be waited for." : ""}`,
    "The dead become ghosts: they see everything, say nothing, and change nothing but their own tasks.",
  ];
  return parts.join("\n\n");
}

function sightText(s: Settings): string {
  return `You see what lies within your vision and has no wall in between: crewmates ${Math.trunc((VISION * s.crewVisionPercent) / 100)} map units, impostors ${Math.trunc((VISION * s.impostorVisionPercent) / 100)}. While the lights are out crewmates see ${s.lightsVisionPercent} % as far. One walks ${(250 * s.speedPercent) / 100} map units a second. You know only what you have seen or been told.`;
}

function meetingText(s: Settings): string {
  const button =
    s.emergencyMeetings === 0
      ? "There is no emergency button."
      : `Each player may press the button in the ${hubOf(s)} ${s.emergencyMeetings === 1 ? "once" : `${s.emergencyMeetings} times`}, not in the first ${seconds(s.emergencyCooldownMs)} after the start or a meeting, and not while a sabotage is on.`;
  return `Whoever sees a body near enough can report it. ${button} Both call a meeting: everybody is brought to the ${hubOf(s)}, all bodies are cleared away, and the living talk in ${many(s.discussionRounds, "round")}${s.discussionOrder === "in_turn" ? ", one after another" : ", all at once"}, then vote. Whoever has the most votes is ejected; a tie, or as many votes to skip, ejects nobody. Votes are ${s.anonymousVotes ? "anonymous" : "shown with their voters"} when all are in. ${s.confirmEjects ? "Everybody is told whether the ejected player was an impostor." : "Nobody is told what the ejected player was."}`;
}

function killText(s: Settings): string {
  return `Impostors kill crewmates within ${KILL_DISTANCES[s.killDistance]} map units. After a kill and after each meeting they must wait ${seconds(s.killCooldownMs)}; at the start ${seconds(s.firstKillCooldownMs)}. A report or a press of the button at the same moment comes first, and then the kill does not happen.${s.vents ? " Impostors can climb into vents and crawl to any vent of the same network." : ""}`;
}

function sabotageText(s: Settings): string {
  if (s.sabotages.length === 0) return "There is no sabotage.";
  const list = s.sabotages.flatMap((system) => (isSystem(system) ? [describeSabotage(s, system)] : []));
  const doors = s.sabotages.includes("doors")
    ? ` Doors of a room can be closed for ${seconds(s.doorsMs)}, each room's again after ${seconds(s.doorsCooldownMs)}.`
    : "";
  const rest =
    list.length > 0
      ? `Living impostors can sabotage one system at a time, first after ${seconds(s.firstSabotageMs)} and then ${seconds(s.sabotageCooldownMs)} after the last: ${list.join("; ")}. A meeting ends critical sabotages.`
      : "";
  return `${rest}${doors}`.trim();
}

/** One sabotage, as it is in this game. */
function describeSabotage(s: Settings, system: System): string {
  const { told, limit, fixTicks } = SABOTAGES[system];
  return told({
    limit: limit === null ? "" : seconds(s[limit]),
    panels: stationOf(s).panels[system].join(" and "),
    consoles: consoles(s),
    fix: seconds((fixTicks ?? 0) * TICK_MS),
  });
}

/** What needs the lines. */
const consoles = ({ cameras, adminTable, vitals }: Settings): string =>
  [
    "task list",
    ...(cameras ? ["cameras"] : []),
    ...(adminTable ? ["admin table"] : []),
    ...(vitals ? ["vitals"] : []),
  ].join(", ");

/** The station: places with what is in them and where they lead. */
export function mapText(settings: Settings): string {
  const station = stationOf(settings);
  const place = station.places.map(({ id, name, kind }) => {
    const things = station.sitesIn
      .get(id)!
      .filter(({ kind }) => hasInstrument(settings, kind))
      .map((site) => site.id);
    const watched = settings.cameras && station.watched.has(id) ? ["watched by a camera"] : [];
    const exits = station.exits.get(id)!.map(({ to }) => to);
    // An id that says the name says it once.
    const called = name.toLowerCase().includes(id.replaceAll("_", " ")) ? [] : [name];
    const notes = [...called, ...(kind === "hallway" ? [kind] : []), ...watched];
    return `- ${id}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}: leads to ${exits.join(", ")}${things.length > 0 ? `; there: ${things.join(", ")}` : ""}`;
  });
  const vents = settings.vents
    ? `\nVent networks: ${station.ventNetworks.map((network) => network.join(" – ")).join("; ")}.`
    : "";
  const doors = settings.sabotages.includes("doors")
    ? `\nRooms with doors: ${[...station.doors.keys()].join(", ")}.`
    : "";
  return `# The station\n${place.join("\n")}${vents}${doors}`;
}

/** Every task that there is; one's own are in the view. */
export function tasksText(settings: Settings): string {
  const tasks = stationOf(settings).tasks.map(({ id, class: of, steps, deal }) => {
    const way = steps.map(({ site, ticks, wait, visual }) => {
      const more = [
        seconds(ticks * TICK_MS),
        ...(wait ? [`then wait ${seconds(wait * TICK_MS)}`] : []),
        ...(visual && settings.visualTasks ? ["visible"] : []),
      ];
      return `${site} (${more.join(", ")})`;
    });
    return `- ${id} (${of}): ${deal === undefined ? "" : `${deal} of `}${way.join(", ")}`;
  });
  return `Tasks that may be dealt:\n${tasks.join("\n")}`;
}

function hasInstrument(settings: Settings, kind: string): boolean {
  if (kind === "cameras") return settings.cameras;
  if (kind === "admin") return settings.adminTable;
  if (kind === "vitals") return settings.vitals;
  if (kind === "vent") return settings.vents;
  return kind !== "button" || settings.emergencyMeetings > 0;
}

/** Settings of the game itself, which a player at a real table would ask about; not how players are asked, or what else they are told. */
const TOLD = [
  "impostors",
  "confirmEjects",
  "anonymousVotes",
  "visualTasks",
  "taskBar",
  "emergencyMeetings",
  "emergencyCooldownMs",
  "discussionMs",
  "discussionRounds",
  "discussionOrder",
  "statementMax",
  "votingMs",
  "speedPercent",
  "crewVisionPercent",
  "impostorVisionPercent",
  "lightsVisionPercent",
  "killCooldownMs",
  "firstKillCooldownMs",
  "killDistance",
  "commonTasks",
  "longTasks",
  "shortTasks",
  "ghostTasks",
  "sabotages",
  "reactorMs",
  "oxygenMs",
  "firstSabotageMs",
  "sabotageCooldownMs",
  "doorsMs",
  "doorsCooldownMs",
  "vents",
  "cameras",
  "adminTable",
  "vitals",
  "limitMs",
] as const satisfies readonly (keyof Settings)[];

export function settingsText(settings: Settings): string {
  const told = Object.fromEntries(TOLD.map((name) => [name, settings[name]]));
  return `# All settings\nDurations in milliseconds.\n${JSON.stringify(told)}`;
}

/** The text for ghosts, who were told their role while they lived. */
export function ghostText(role: Role, { ghostTasks }: Settings): string {
  const left =
    role === "crewmate" && ghostTasks
      ? "Your tasks still count for the crew: finish them."
      : "Nothing that you do changes the game any more.";
  return `You are dead, a ghost: what your role asks of the living is over for you. Nobody living sees or hears you; you do not kill, report, speak or vote. You see the whole station, and nobody's thoughts. ${left} Watch how the others play, and write down what is worth remembering.`;
}

/** What a role is told of its part. */
export function briefingText(role: Role, partners: readonly string[], settings: Settings): string {
  if (role === "crewmate")
    return "# Your role: crewmate\nDo your tasks, stay alive, watch who goes where, report bodies, and find the impostors by what you and the others have seen. In meetings say what you know, and vote with care: an innocent who is ejected helps the impostors.";
  const mates =
    partners.length === 0
      ? "You are the only impostor."
      : `The other ${partners.length === 1 ? "impostor is" : "impostors are"} ${partners.join(" and ")}.`;
  return `# Your role: impostor\n${mates} Kill crewmates without being seen, look as if you worked, and talk your way out. You can KILL${settings.sabotages.length > 0 ? ", SABOTAGE" : ""}${settings.vents ? ", use vents" : ""} and FAKE_TASK; crewmates cannot.`;
}
