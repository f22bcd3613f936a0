// Between two moments: where everybody is at a tick on the way. Motion is the difference of two scenes, and never knows a clock.
import { type Station, stationOf } from "@orrery/worlds/glassbox/station";
import { spotAt } from "@orrery/worlds/glassbox/ways";
import type { Figure, StationScene } from "./scene.ts";

export interface FloorPoint {
  readonly x: number;
  readonly y: number;
}

/** Longer than this, in ticks, is no walk to watch: a seek, or a day of waiting. */
const LONGEST = 1_200;

/** Whether the second scene comes shortly after the first, so that the way between them can be shown. */
export const follows = (before: StationScene | null, after: StationScene): before is StationScene =>
  before !== null && before.you === after.you && after.tick >= before.tick && after.tick - before.tick <= LONGEST;

/** Whether people walk from the one to the other: to the table and away from it they come at a leap. */
export const walks = (before: StationScene, after: StationScene): boolean =>
  after.tick > before.tick && (before.phase === "PLAYING" || before.phase === "LOBBY") && after.phase === "PLAYING";

/** Who dies on the way from one scene to the next: shown alive until everybody has arrived, so that no effect precedes its cause. */
export const dying = (before: StationScene | null, after: StationScene): ReadonlySet<string> =>
  new Set(
    before === null
      ? []
      : after.members.flatMap(({ id, life }) =>
          life === "dead" && before.members.find((one) => one.id === id)?.life === "alive" ? [id] : [],
        ),
  );

/**
 * Where each figure of `after` is at a tick between two scenes. Walks that are known are walked as the rules walk them;
 * of others the shortest way is taken, at an even pace. Who came into sight on the way is where it was seen.
 */
export function spotsAt(before: StationScene, after: StationScene, tick: number): ReadonlyMap<string, FloorPoint> {
  const { speedPercent } = after.settings;
  const share = (tick - before.tick) / (after.tick - before.tick);
  const was = new Map(before.figures.map((figure) => [figure.id, figure]));
  return new Map(
    after.figures.map((figure) => {
      const from = was.get(figure.id);
      if (tick >= after.tick || !from || from.ago !== null || figure.ago !== null || from.hidden !== figure.hidden)
        return [figure.id, figure];
      if (figure.walk && figure.walk.tick <= tick) return [figure.id, spotAt(figure.walk, tick, speedPercent)];
      if (from.walk && endsAt(from, figure)) return [figure.id, spotAt(from.walk, tick, speedPercent)];
      return [figure.id, along(stationOf(after.settings), from, figure, Math.min(1, Math.max(0, share)))];
    }),
  );
}

/** Whether the way that was begun before leads to where somebody is now. */
const endsAt = ({ walk }: Figure, { x, y }: Figure): boolean =>
  walk !== null && walk.points.at(-2) === x && walk.points.at(-1) === y;

/** A share of the shortest way between two figures' places. */
function along({ ways }: Station, from: Figure, to: Figure, share: number): FloorPoint {
  const { points } = ways.between(from, to);
  const legs: number[] = [];
  for (let i = 2; i < points.length; i += 2)
    legs.push(Math.hypot(points[i]! - points[i - 2]!, points[i + 1]! - points[i - 1]!));
  let left = legs.reduce((sum, leg) => sum + leg, 0) * share;
  for (const [leg, long] of legs.entries()) {
    const i = leg * 2;
    if (left <= long && long > 0) {
      const part = left / long;
      return {
        x: points[i]! + (points[i + 2]! - points[i]!) * part,
        y: points[i + 1]! + (points[i + 3]! - points[i + 1]!) * part,
      };
    }
    left -= long;
  }
  return { x: to.x, y: to.y };
}
