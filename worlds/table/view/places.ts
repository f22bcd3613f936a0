// Where the party is: the place, the map of known places, and the ways out.
import type { Exit, Place } from "../adventure/adventure.ts";
import { valuesOf } from "../order.ts";
import { holds } from "../play/happen.ts";
import { writeTimestamp } from "../protocol/header-text.ts";
import { later } from "../protocol/world-time.ts";
import { lightFor, travelSeconds } from "../rules/rest.ts";
import type { TableState } from "../state.ts";
import { calendarOf } from "../time.ts";
import type { PlaceView, TableView } from "./types.ts";

export const locationView = (
  { id, name, description, light, safe }: Place,
  darkvision: boolean,
): TableView["location"] => ({
  id,
  name,
  description,
  light: lightFor(light, darkvision),
  safe,
});

/** Ways that are open from here; none during a fight. */
export const wayViews = (state: TableState): TableView["ways"] =>
  state.combat
    ? []
    : state.adventure.places[state.at]!.exits.filter((exit) => holds(state, exit.when)).map((exit) =>
        wayView(state, exit),
      );

function wayView(state: TableState, exit: Exit) {
  const seconds = travelSeconds(exit.miles, exit.ground, { difficult: exit.difficult });
  return {
    to: exit.to,
    name: state.adventure.places[exit.to]!.name,
    miles: exit.miles,
    seconds,
    arrives: arrivalIn(state, seconds),
  };
}

function arrivalIn(state: TableState, seconds: number): string {
  const calendar = calendarOf(state.adventure);
  const there = later(calendar, state.now, seconds);
  const [, date = "", hour = ""] = writeTimestamp(calendar, there).split(", ");
  return there.day === state.now.day ? hour : `${hour}, ${date}`;
}

export function mapView(state: TableState): PlaceView[] {
  const isKnown = (id: string) => state.places[id]!.known;
  return valuesOf(state.adventure.places)
    .filter(({ id }) => isKnown(id))
    .map(({ id, name, description, x, y, exits }: Place) => ({
      id,
      name,
      x,
      y,
      here: id === state.at,
      visited: state.places[id]!.visited,
      description: state.places[id]!.visited ? description : null,
      exits: exits
        .filter(({ to }) => isKnown(to))
        .map((exit) => ({
          to: exit.to,
          miles: exit.miles,
          ground: exit.ground,
          seconds: wayView(state, exit).seconds,
        })),
    }));
}
