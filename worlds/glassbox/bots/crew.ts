// How a bot works for the crew while play goes on: report, mend, do tasks, and then keep its eyes open.
import type { Dice } from "@orrery/kernel";
import { USE_RANGE } from "../rules.ts";
import type { GlassView } from "../shape.ts";
import { stationOf } from "../station/index.ts";
import { distance } from "../ways.ts";
import { type BotMove, can, idle } from "./answer.ts";
import { far, nearest, placeOfSite, roomsOf } from "./paths.ts";
import { proofs } from "./suspects.ts";

export interface CrewStyle {
  /** Goes to mend a critical sabotage from anywhere; else only from so far away. */
  readonly mends: number;
  /** Presses the button when it has proof against somebody who lives. */
  readonly alarms: boolean;
  /** When its tasks are done: walks around, or goes after people. */
  readonly rest: "patrol" | "company" | "stay";
}

export function crewMove(view: GlassView, dice: Dice, style: CrewStyle): BotMove {
  const { you, vision } = view;
  const reach = withinReach(view);
  if (you.status === "ghost") return work(view) ?? idle(view);
  const body = reach.find((id) => id.startsWith("body_"));
  if (body) return { type: "interact", target: body };
  const seen = vision.bodies_visible[0];
  if (seen && seen.location !== you.location) return going(view, seen.location);
  return (style.alarms ? alarm(view) : null) ?? mend(view, dice, style) ?? work(view) ?? rest(view, dice, style);
}

/** With proof in hand: to the button, and press it. */
function alarm(view: GlassView): BotMove | null {
  const { you, station } = view;
  if (you.emergencies_remaining === 0 || station.sabotage !== null || proofs(view).size === 0) return null;
  if (withinReach(view).includes("button")) return { type: "interact", target: "button" };
  return you.emergency_cooldown > 5 ? null : going(view, stationOf(view.settings).hub);
}

function mend(view: GlassView, dice: Dice, { mends }: CrewStyle): BotMove | null {
  const { you, players } = view;
  const { sabotage } = view.station;
  if (!sabotage) return null;
  const station = stationOf(view.settings);
  const { panels, seconds_left } = sabotage;
  const seatOf = (who: string) => players.findIndex(({ id }) => id === who);
  const free = withinReach(view).filter((id) => panels.includes(id) && handsAt(view, id).length === 0);
  // A panel that hands are at is open no more. Of several at one the first by seat stays, and the others take what is free.
  const mine = you.at_work && station.site.get(you.at_work.site)?.kind === "panel" ? you.at_work.site : null;
  if (mine !== null && (free.length === 0 || !handsAt(view, mine).some((id) => seatOf(id) < seatOf(you.id))))
    return idle(view);
  if (free.length > 0) return { type: "interact", target: free[seatOf(you.id) % free.length]! };
  const to = nearest(
    station,
    you.location,
    panels.flatMap((panel) => placeOfSite(station, panel) ?? []),
  );
  if (to === null || to === you.location) return null;
  if (you.heading === to) return idle(view);
  const way = far(station, you.location, to);
  // A sabotage that is not critical is left to players near it; one farther off goes by a roll of the dice.
  if (seconds_left === null && way > mends / 2 && dice.int("mend", 1, 4) > 1) return null;
  return way <= mends ? going(view, to) : null;
}

/** Others in sight at work on a panel. */
function handsAt({ vision, settings }: GlassView, panel: string): string[] {
  const { x, y } = stationOf(settings).site.get(panel)!;
  return vision.players_visible.flatMap((one) =>
    one.doing === "panel" && distance(one.x, one.y, x, y) <= USE_RANGE ? [one.id] : [],
  );
}

/** The nearest task that can be begun. */
function work(view: GlassView): BotMove | null {
  const { you } = view;
  const station = stationOf(view.settings);
  if (you.at_work && you.at_work.seconds_left !== null) return idle(view);
  const todo = you.tasks.filter(({ done, site, fake }) => !done && site !== null && !fake);
  if (todo.length === 0) return null;
  // Where somebody else is at work already, it comes back later.
  const taken = takenSite(view);
  const open = todo.filter(({ site }) => site !== taken);
  if (open.length === 0) return going(view, station.exits.get(you.location)![0]!.to);
  const reach = withinReach(view);
  const here = open.find(({ site }) => reach.includes(site!));
  if (here) return { type: "interact", target: here.site! };
  const ready = open.filter(({ wait_seconds }) => wait_seconds === 0);
  const to = nearest(
    station,
    you.location,
    (ready.length > 0 ? ready : open).flatMap(({ location }) => location ?? []),
  );
  return to === null || to === you.location ? idle(view) : going(view, to);
}

/** What it has just come to in vain. */
function takenSite({ ask }: GlassView): string | null {
  const failed = ask?.triggers.find(({ trigger_data }) => trigger_data["failed"] === true);
  return failed ? `${failed.trigger_data["object"]}` : null;
}

function rest(view: GlassView, dice: Dice, style: CrewStyle): BotMove {
  const { you, vision, available_actions } = view;
  if (you.heading !== null || style.rest === "stay") return idle(view);
  if (style.rest === "company") {
    const [first, ...rest] = vision.players_visible.filter(({ id }) =>
      available_actions.available_follows.includes(id),
    );
    if (first) return { type: "follow", who: dice.pick("company", [first, ...rest]).id };
  }
  return going(view, dice.pick("patrol", roomsOf(stationOf(view.settings))).id);
}

/** What can be done something with: where the list of actions is not kept to what is here, a bot has eyes of its own. */
export function withinReach({ available_actions, vision, you, settings }: GlassView): readonly string[] {
  const all = available_actions.available_interactions;
  if (settings.contextTools) return all;
  const station = stationOf(settings);
  return all.filter(
    (id) => vision.bodies_visible.some((body) => body.id === id) || placeOfSite(station, id) === you.location,
  );
}

/** On the way to a place, without setting out anew for where one is going already. */
export function going(view: GlassView, to: string): BotMove {
  const { you, available_actions } = view;
  if (you.heading === to || you.location === to || !can(view, "move")) return idle(view);
  return available_actions.available_moves.includes(to) ? { type: "move", to } : idle(view);
}
