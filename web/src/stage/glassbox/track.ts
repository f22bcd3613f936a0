// Where every player was at every tick, read from the whole log, which only the owner of a run may see. Pure.
import type { GlassEvent, GlassState, Walk } from "@orrery/worlds/glassbox";
import { ringSpot, spotOf } from "@orrery/worlds/glassbox/rules";
import { stationOf } from "@orrery/worlds/glassbox/station";
import { type Spot, spotAt } from "@orrery/worlds/glassbox/ways";
import type { Line } from "../../shapes.ts";

type TrackStep = { readonly tick: number } & ({ readonly walk: Walk } | { readonly spot: Spot });
export interface Track {
  /** Null: there is no player of that name, or the tick is before the first. */
  at(who: string, tick: number): Spot | null;
}

/** Reads the opened game and its turns. A meeting puts everybody at the table, where they stay until they walk. */
export function trackOf(opened: GlassState, lines: readonly Line[]): Track {
  const { speedPercent } = opened.settings;
  const station = stationOf(opened.settings);
  const steps = new Map<string, TrackStep[]>(
    opened.seats.map(({ id }) => [id, [{ tick: 0, spot: spotOf(opened, opened.players[id]!) }]]),
  );
  const at: Track["at"] = (who, tick) => {
    const step = steps.get(who)?.findLast((one) => one.tick <= tick);
    if (!step) return null;
    if ("walk" in step) return spotAt(step.walk, tick, speedPercent);
    const { place, x, y } = step.spot;
    return { place, x, y };
  };
  const put = (who: string, step: TrackStep) => steps.get(who)?.push(step);
  for (const { events } of lines)
    for (const event of events as unknown as readonly GlassEvent[])
      switch (event.type) {
        case "walked":
          put(event.who, { tick: event.tick, walk: event.walk });
          break;
        case "stopped":
        case "placed":
          put(event.who, { tick: event.tick, spot: { place: event.place, x: event.x, y: event.y } });
          break;
        case "killed": {
          const { tick, place, x, y } = event;
          for (const who of [event.who, event.by]) if (who !== null) put(who, { tick, spot: { place, x, y } });
          break;
        }
        case "began": {
          const spot = at(event.who, event.tick);
          if (spot) put(event.who, { tick: event.tick, spot });
          break;
        }
        case "meeting_called":
          for (const [i, who] of event.order.entries())
            put(who, { tick: event.tick, spot: ringSpot(station, i, event.order.length) });
          break;
        case "vented":
          put(event.who, { tick: event.tick, spot: event.spot });
          break;
        default:
      }
  return { at };
}
