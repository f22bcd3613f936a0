// A way from one place to the next, at a pace.
import { travelSeconds } from "../../rules/rest.ts";
import { arrive } from "../happen.ts";
import { passTime } from "../pressure.ts";
import type { Does } from "./types.ts";

export const travel: Does<"travel"> = (deed, { locationId, metadata: { pace = "normal" } }) => {
  const { adventure, at } = deed.state;
  const exit = adventure.places[at]!.exits.find(({ to }) => to === locationId)!;
  const seconds = Math.max(60, travelSeconds(exit.miles, exit.ground, { difficult: exit.difficult, pace }));
  deed.fact({ is: "travel", from: adventure.places[at]!.name, to: adventure.places[locationId]!.name, seconds });
  passTime(deed, seconds);
  if (deed.state.ended === null) arrive(deed, locationId, exit.scene);
};
