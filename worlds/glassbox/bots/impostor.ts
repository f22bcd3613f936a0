// How a bot plays an impostor outside meetings: looks busy, hunts lone players, gets away, and sabotages.
import type { Dice } from "@orrery/kernel";
import { radiusOf } from "../rules.ts";
import { isDark } from "../sabotages/index.ts";
import type { GlassView, SeenPlayer } from "../shape.ts";
import { stationOf } from "../station/index.ts";
import type { TriggerConfig } from "../triggers.ts";
import { distance } from "../ways.ts";
import { type BotMove, can, idle } from "./answer.ts";
import { going, withinReach } from "./crew.ts";
import { far, nearest, placeOfSite, roomsOf } from "./paths.ts";

export interface ImpostorStyle {
  /** How many others may look on when it strikes. */
  readonly witnesses: number;
  /** Out of ten: how often it reports its own kill when nobody is near to have seen it. */
  readonly selfReports: number;
  /** Whether it crawls away through vents. */
  readonly vents: boolean;
  /** Whether it stands at task sites while it waits. */
  readonly fakes: boolean;
  /** Out of ten: how often it sets off a sabotage when it could. */
  readonly sabotages: number;
  /** Whether it shuts doors on prey and on bodies. */
  readonly doors: boolean;
}

interface ImpostorMove {
  readonly move: BotMove;
  readonly thought?: string;
  readonly triggers?: TriggerConfig;
}

export function impostorMove(view: GlassView, dice: Dice, style: ImpostorStyle): ImpostorMove {
  const { you } = view;
  if (you.vent !== null) return crawl(view, dice);
  const strike = kill(view, dice, style);
  if (strike) return strike;
  const told = selfReport(view, dice, style);
  if (told) return told;
  const away = leaveBody(view, dice, style);
  if (away) return away;
  const trouble = (style.doors ? doors(view) : null) ?? sabotageMove(view, dice, style);
  if (trouble) return { move: trouble };
  if ((you.kill_cooldown ?? 0) > HUNT_SECONDS) return asleep(view, blend(view, dice, style), "COOLDOWN_READY");
  const move = hunt(view, dice, style);
  // On the way, with nobody in sight, there is nothing to decide.
  const alone = eyes(view, "").length === 0 && (move.type === "move" || you.heading !== null);
  if (alone) return asleep(view, move, "PLAYER_ENTERS_FOV");
  // Behind its prey it is asked when it has come up to it; in company when somebody has gone. Who else comes is no news.
  const until = move.type === "follow" ? "DESTINATION_REACHED" : "PLAYER_EXITS_FOV";
  const company = move.type === "follow" || eyes(view, "").length > 1;
  return company ? deaf(view, move, until) : awake(view, move);
}

/** So long before it can strike it stops looking busy and looks for company. */
const HUNT_SECONDS = 3;

/** Living others in sight who are no partners: they would tell. */
const eyes = ({ vision, you }: GlassView, but: string): string[] =>
  vision.players_visible.flatMap(({ id, life }) =>
    id === but || life === "ghost" || you.partners.includes(id) ? [] : [id],
  );

/** Those of them who are near enough to see somebody fall: fewer in the dark, in which the crew sees less than it does. */
function onlookers(view: GlassView, target: string): string[] {
  const { players_visible } = view.vision;
  const spot = (id: string): SeenPlayer => players_visible.find((one) => one.id === id)!;
  const { x, y } = spot(target);
  const radius = radiusOf(view.settings, "crewmate", isDark(view.station)) + STRIDE;
  return eyes(view, target).filter((id) => distance(spot(id).x, spot(id).y, x, y) <= radius);
}
/** Map units that somebody may come nearer while a hand is raised. */
const STRIDE = 50;

function kill(view: GlassView, dice: Dice, { witnesses }: ImpostorStyle): ImpostorMove | null {
  if (!can(view, "kill") || (view.you.kill_cooldown ?? 0) > 0) return null;
  const seen = new Set(view.vision.players_visible.map(({ id }) => id));
  const targets = dice.shuffle("victim", view.available_actions.available_kills);
  let best: { target: string; others: number } | null = null;
  for (const target of targets) {
    if (!seen.has(target)) continue;
    const others = onlookers(view, target).length;
    if (!best || others < best.others) best = { target, others };
  }
  if (!best || best.others > witnesses + daring(view) || view.vision.cameras === "in_use") return null;
  const risk = best.others === 0 ? "Nobody else is here." : `${best.others} could see it. I take the risk.`;
  return { move: { type: "kill", target: best.target }, thought: `${risk} Now ${best.target} dies.` };
}

/** How many more eyes it puts up with: all of them when this kill wins, one when the crew's tasks run out. */
function daring({ players, you, station }: GlassView): number {
  const alive = (id: string) => players.some((one) => one.id === id && one.status === "alive");
  const impostors = 1 + you.partners.filter(alive).length;
  const crew = players.filter(({ status }) => status === "alive").length - impostors;
  if (crew - 1 <= impostors) return crew;
  const bar = station.task_bar;
  return bar && bar.done * 4 >= bar.total * 3 ? 1 : 0;
}

function selfReport(view: GlassView, dice: Dice, { selfReports }: ImpostorStyle): ImpostorMove | null {
  const body = withinReach(view).find((id) => id.startsWith("body_"));
  if (!body || selfReports === 0) return null;
  // Somebody in sight finds it beside the body, so it had better report first.
  const caught = eyes(view, "").length > 0;
  if (!caught && dice.int("self report", 1, 10) > selfReports) return null;
  return { move: { type: "interact", target: body }, thought: "I report it before anyone can say that I was here." };
}

/** Away from a body that it could be found beside: by a vent that nobody sees, or on foot. */
function leaveBody(view: GlassView, dice: Dice, { vents }: ImpostorStyle): ImpostorMove | null {
  const { vision, you } = view;
  if (!vision.bodies_visible.some(({ location }) => location === you.location)) return null;
  const station = stationOf(view.settings);
  const vent = withinReach(view).find((id) => station.site.get(id)?.kind === "vent");
  if (vents && vent && eyes(view, "").length === 0)
    return awake(view, { type: "interact", target: vent }, "Down the vent before anyone comes.");
  if (you.heading !== null) return { move: idle(view) };
  const [first, ...rest] = station.rooms.filter(
    ({ id }) => id !== you.location && far(station, you.location, id) < 2500,
  );
  const to = dice.pick("away", first ? [first, ...rest] : roomsOf(station)).id;
  return asleep(view, going(view, to), "COOLDOWN_READY");
}

/** In a vent: out at another one where nobody looks on. */
function crawl(view: GlassView, dice: Dice): ImpostorMove {
  const { vision, you, available_actions } = view;
  const here = you.vent!;
  const near = vision.players_visible.filter(({ id, life }) => life === "alive" && !you.partners.includes(id));
  const bodies = vision.bodies_visible.some(({ location }) => location === you.location);
  if (near.length === 0 && !bodies && available_actions.available_interactions.includes(here))
    return awake(view, { type: "interact", target: here }, "Nobody here. Out.");
  const [first, ...rest] = (stationOf(view.settings).ducts.get(here) ?? []).filter((id) =>
    available_actions.available_interactions.includes(id),
  );
  return awake(view, first ? { type: "interact", target: dice.pick("duct", [first, ...rest]) } : idle(view));
}

function sabotageMove(view: GlassView, dice: Dice, { sabotages }: ImpostorStyle): BotMove | null {
  const { available_actions, you, players } = view;
  const open = available_actions.available_sabotages.filter((id) => !id.startsWith("doors_"));
  if (open.length === 0 || !can(view, "sabotage") || dice.int("sabotage", 1, 10) > sabotages) return null;
  const crew = players.filter(({ status }) => status === "alive").length - 1 - you.partners.length;
  // In the light of company nothing can be done.
  if (eyes(view, "").length > 1 && open.includes("lights")) return { type: "sabotage", target: "lights" };
  // Dark before a strike; when few are left to mend it, what must be mended at once.
  const wanted = crew <= 4 ? ["reactor", "oxygen", "lights"] : ["lights", "oxygen", "reactor", "comms"];
  const system = wanted.find((id) => open.includes(id)) ?? open[0]!;
  return { type: "sabotage", target: system };
}

/** Shuts itself in with a lone player, and shuts others out from a body that it has left behind. */
function doors(view: GlassView): BotMove | null {
  const { available_actions, you, known_deaths, time } = view;
  const wait = you.kill_cooldown ?? 0;
  const last = known_deaths.at(-1);
  const left = last?.how === "witnessed" && time - last.t < SHUT_OUT && last.location !== you.location;
  const alone = eyes(view, "").length === 1 && wait > 0 && wait <= SHUT_IN;
  const system = `doors_${alone ? you.location : left ? last.location : ""}`;
  return can(view, "sabotage") && available_actions.available_sabotages.includes(system)
    ? { type: "sabotage", target: system }
    : null;
}
/** Seconds before it can strike at which doors still hold when it does; and after a kill, for which they delay who finds it. */
const SHUT_IN = 6;
const SHUT_OUT = 12;

/** Task after task, as if it had any. */
function blend(view: GlassView, dice: Dice, { fakes }: ImpostorStyle): BotMove {
  const { you, available_actions } = view;
  if (you.heading !== null || (you.at_work && you.at_work.seconds_left !== null)) return idle(view);
  const [first, ...rest] = available_actions.available_fakes.filter(
    (site) => placeOfSite(stationOf(view.settings), site) === you.location,
  );
  if (fakes && first && can(view, "fake_task") && dice.int("fake", 1, 3) > 1)
    return { type: "fake_task", target: dice.pick("site", [first, ...rest]) };
  const places = you.tasks.flatMap(({ location }) =>
    location !== null && location !== you.location ? [location] : [],
  );
  const choice = places.length > 0 ? places : stationOf(view.settings).rooms.map(({ id }) => id);
  return going(view, dice.pick("errand", choice as [string, ...string[]]));
}

/** Follows a player with few onlookers; else goes where somebody was seen lately, else anywhere. */
function hunt(view: GlassView, dice: Dice, style: ImpostorStyle): BotMove {
  const { you, available_actions, known_locations, players } = view;
  const near = eyes(view, "");
  // The player it follows already, or any other with few witnesses.
  const few = near.filter((id) => onlookers(view, id).length <= style.witnesses);
  const [prey] = few.includes(you.heading ?? "") ? [you.heading!] : dice.shuffle("prey", few);
  if (prey !== undefined && available_actions.available_follows.includes(prey))
    return you.heading === prey ? idle(view) : { type: "follow", who: prey };
  if (you.heading !== null) return idle(view);
  const seen = new Set(view.vision.players_visible.map(({ id }) => id));
  const living = new Set(players.flatMap(({ id, status }) => (status === "alive" && !seen.has(id) ? [id] : [])));
  const fresh = Object.entries(known_locations).filter(
    ([id, { t, location }]) =>
      living.has(id) && !you.partners.includes(id) && view.time - t < 30 && location !== you.location,
  );
  const to = nearest(
    stationOf(view.settings),
    you.location,
    fresh.map(([, { location }]) => location),
  );
  if (to !== null && dice.int("trail", 1, 3) > 1) return going(view, to);
  return going(view, dice.pick("prowl", roomsOf(stationOf(view.settings))).id);
}

/** Asked by the clock only while something may come of it: the rest of the time by what happens. */
function asleep(view: GlassView, move: BotMove, until: "COOLDOWN_READY" | "PLAYER_ENTERS_FOV"): ImpostorMove {
  const { muted } = view.you.triggers;
  const mute: { type: "DECISION_TICK" | "PLAYER_ENTERS_FOV" | "DESTINATION_REACHED"; until: typeof until }[] = [];
  if (!muted.some((one) => one.type === "DECISION_TICK" && one.until === until))
    mute.push({ type: "DECISION_TICK", until });
  // Who comes by and where it arrives are of no use before it can strike.
  if (until === "COOLDOWN_READY" && !muted.some(({ type }) => type === "PLAYER_ENTERS_FOV"))
    mute.push({ type: "PLAYER_ENTERS_FOV", until }, { type: "DESTINATION_REACHED", until });
  return mute.length === 0 ? { move } : { move, triggers: { mute } };
}

/** Asked by the clock and by what it does, and not by who comes, until something happens. */
function deaf(view: GlassView, move: BotMove, until: "DESTINATION_REACHED" | "PLAYER_EXITS_FOV"): ImpostorMove {
  const found = awake(view, move);
  return view.you.triggers.muted.some(({ type }) => type === "PLAYER_ENTERS_FOV")
    ? found
    : { ...found, triggers: { ...found.triggers, mute: [{ type: "PLAYER_ENTERS_FOV", until }] } };
}

const awake = (view: GlassView, move: BotMove, thought?: string): ImpostorMove => ({
  move,
  ...(thought === undefined ? {} : { thought }),
  ...(view.you.triggers.muted.some(({ type }) => type === "DECISION_TICK")
    ? { triggers: { unmute: ["DECISION_TICK"] } }
    : {}),
});
