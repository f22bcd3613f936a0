// Every player's place and sightings, second by second, from one game's events: the ground for judging claims.
import type { FoldState } from "@orrery/kernel";
import { inMask, spotOf } from "./rules.ts";
import type { GlassBox, GlassEvent, GlassState, Player, Sight } from "./shape.ts";
import { type Station, stationOf } from "./station/index.ts";
import { type Spot, spotAt } from "./ways.ts";

/** From this tick on a player stood or walked so. */
interface PlaceStretch {
  readonly tick: number;
  readonly place: string;
  readonly x: number;
  readonly y: number;
  readonly walk: Player["walk"];
}

/** A viewer began or ceased to see somebody. */
interface Glimpse {
  readonly tick: number;
  readonly who: string;
  readonly place: string;
  readonly comes: boolean;
}

/** Seen with one's own eyes. */
interface WitnessedDeed {
  readonly what: "kill" | "vent" | "visual";
  readonly who: string;
  /** Victim, or site. */
  readonly other: string;
  readonly place: string;
  readonly witnesses: readonly string[];
}

export class GameLog {
  readonly #stretches = new Map<string, PlaceStretch[]>();
  readonly #glimpses = new Map<string, Glimpse[]>();
  readonly #speed: number;
  readonly station: Station;
  /** The last tick before the meeting that is held: nobody speaks of standing around its table. */
  #until = Number.MAX_SAFE_INTEGER;
  readonly deeds: WitnessedDeed[] = [];
  /** Task kinds and sites at which somebody did a real step: by player. */
  readonly worked = new Map<string, Set<string>>();
  /** Bodies that somebody has seen or reported: by player and victim. */
  readonly bodies = new Map<string, Map<string, { readonly place: string; readonly from: string }>>();
  /** What nobody mistakes the place of: own deeds and bodies that were seen, by player. */
  readonly #marks = new Map<string, { readonly tick: number; readonly place: string }[]>();

  constructor({ state }: FoldState<GlassBox>) {
    this.#speed = state.settings.speedPercent;
    this.station = stationOf(state.settings);
    for (const id in state.players) {
      const { place, x, y, walk } = state.players[id]!;
      this.#stretches.set(id, [{ tick: 0, place, x, y, walk }]);
      this.#glimpses.set(id, inSight(state, id));
    }
  }

  see(before: GlassState, event: GlassEvent, after: GlassState): void {
    if (before.players !== after.players) {
      for (const id in after.players) {
        const [was, is] = [before.players[id], after.players[id]!];
        if (was === is || (was?.walk === is.walk && was.place === is.place && was.x === is.x && was.y === is.y))
          continue;
        this.#stretches.get(id)!.push({ tick: after.tick, place: is.place, x: is.x, y: is.y, walk: is.walk });
      }
    }
    switch (event.type) {
      case "ran":
        for (const sight of event.sights) this.#sight(sight);
        break;
      case "killed":
        if (event.by !== null)
          this.deeds.push({
            what: "kill",
            who: event.by,
            other: event.who,
            place: event.place,
            witnesses: event.witnesses,
          });
        for (const who of [...event.witnesses, ...(event.by === null ? [] : [event.by])])
          this.#mark(who, event.tick, event.place);
        break;
      case "vented":
        this.#mark(event.who, event.tick, spotOf(after, after.players[event.who]!).place);
        this.deeds.push({
          what: "vent",
          who: event.who,
          other: event.vent,
          place: spotOf(after, after.players[event.who]!).place,
          witnesses: event.witnesses,
        });
        break;
      case "visual_seen":
        this.deeds.push({
          what: "visual",
          who: event.who,
          other: event.site,
          place: spotOf(after, after.players[event.who]!).place,
          witnesses: event.witnesses,
        });
        break;
      case "task_stepped": {
        const { kind, sites, done } = before.players[event.who]!.tasks[event.task]!;
        const mine = this.worked.get(event.who) ?? new Set();
        this.worked.set(event.who, mine.add(kind).add(sites[done]!));
        this.#mark(event.who, event.tick, spotOf(after, after.players[event.who]!).place);
        break;
      }
      case "meeting_called":
        if (event.body !== null) this.#found(event.by, event.body, event.place, event.place, event.tick);
        this.#until = event.tick - 1;
        break;
      case "resumed":
        // What was seen before a meeting is not spoken of after it: everybody begins anew, around the table.
        this.#until = Number.MAX_SAFE_INTEGER;
        for (const id in after.players) this.#glimpses.set(id, inSight(after, id));
        break;
      default:
    }
  }

  #sight({ to, tick, at, in: came, out: left, bodies }: Sight): void {
    const list = this.#glimpses.get(to);
    if (!list) return;
    for (const [who, place] of came) list.push({ tick, who, place, comes: true });
    for (const [who, place] of left) list.push({ tick, who, place, comes: false });
    for (const [who, place] of bodies) this.#found(to, who, place, at, tick);
  }

  #found(by: string, who: string, place: string, from: string, tick: number): void {
    const mine = this.bodies.get(by) ?? new Map<string, { place: string; from: string }>();
    this.bodies.set(by, mine.set(who, { place, from }));
    this.#mark(by, tick, place);
  }

  #mark(who: string, tick: number, place: string): void {
    const mine = this.#marks.get(who) ?? [];
    this.#marks.set(who, mine);
    mine.push({ tick, place });
  }

  /** Whether something happened to somebody about a tick that fixes where it was: it cannot have confused that with this place. */
  remembers(who: string, place: string, tick: number, slack: number): boolean {
    const near = (this.#marks.get(who) ?? []).filter((mark) => mark.tick >= tick - slack && mark.tick <= tick + slack);
    return near.some((mark) => mark.place !== place) && !near.some((mark) => mark.place === place);
  }

  /** Places where somebody was within some ticks of a tick. */
  placesOf(who: string, tick: number, slack: number): ReadonlySet<string> {
    return new Set(this.spotsOf(who, tick, slack).map(({ place }) => place));
  }

  /** Spots where somebody was within some ticks of a tick, half a second apart. */
  spotsOf(who: string, tick: number, slack: number): readonly Spot[] {
    const found: Spot[] = [];
    const list = this.#stretches.get(who) ?? [];
    for (let at = Math.max(0, tick - slack); at <= Math.min(tick + slack, this.#until); at += 5) {
      const stretch = list.findLast((one) => one.tick <= at);
      if (stretch) found.push(stretch.walk ? spotAt(stretch.walk, at, this.#speed) : stretch);
    }
    return found;
  }

  /** Whether somebody had another in sight within some ticks of a tick, since the last meeting. */
  saw(viewer: string, who: string, tick: number, slack: number): boolean {
    let since: number | null = null;
    for (const glimpse of this.#glimpses.get(viewer) ?? []) {
      if (glimpse.who !== who) continue;
      if (glimpse.comes) since ??= glimpse.tick;
      else {
        if (since !== null && since <= tick + slack && glimpse.tick >= tick - slack) return true;
        since = null;
      }
    }
    return since !== null && since <= tick + slack;
  }
}

const inSight = (state: GlassState, viewer: string): Glimpse[] =>
  inMask(state, state.players[viewer]!.sees).map((who) => ({
    tick: state.tick,
    who,
    place: spotOf(state, state.players[who]!).place,
    comes: true,
  }));
