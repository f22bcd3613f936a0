// What a game master invents at the table: places on from here, and scenery. The truth takes them up with an id, or refuses them; neither holds anything that the rules would give.

import type { Place } from "../adventure/adventure.ts";
import { keysOf, valuesOf } from "../order.ts";
import type { Deed } from "../play/deed.ts";
import { slug } from "../protocol/path.ts";
import { secretIn } from "../protocol/secrets.ts";
import { isGear } from "../rules/gear.ts";
import type { TableActionOf } from "../shape.ts";
import type { TableState } from "../state.ts";
import type { TableView } from "../view/types.ts";

/** A campaign has room for so many invented places, and a place for so many props. */
const PLACES_MOST = 12;
const PROPS_MOST = 8;

/** Why a place cannot be taken up; null when it can. */
export function placeProblem(
  view: TableView,
  { name, description }: TableActionOf<"add_place">["metadata"],
): string | null {
  if (view.combat) return "nobody comes upon a place in a fight";
  if (view.desk!.invented >= PLACES_MOST) return `${PLACES_MOST} places were invented, and that is enough`;
  return nameProblem(view, name, description);
}

/** Why a piece of scenery cannot be taken up; null when it can. */
export function propProblem(
  view: TableView,
  { name, description }: TableActionOf<"add_prop">["metadata"],
): string | null {
  if (isGear(slug(name))) return `${name} is gear of the rules, which the rules give`;
  if (view.props.length >= PROPS_MOST) return `${PROPS_MOST} things stand here already`;
  if (view.lying.some((item) => isSame(item.name, name))) return `${name} lies here already`;
  return nameProblem(view, name, description);
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function nameProblem({ desk }: TableView, name: string, description: string): string | null {
  if (slug(name) === "") return `"${name}" is no name`;
  if (desk!.allNames.some((one) => isSame(one, name))) return `something is called "${name}" already`;
  const secret = secretIn(`${name}. ${description}`);
  return secret === null ? null : `"${secret}" is nothing that players may read`;
}

const nextId = (known: readonly string[], stem: string): string => {
  for (let n = 1; ; n++) {
    const id = `${stem}_${`${n}`.padStart(3, "0")}`;
    if (!known.includes(id)) return id;
  }
};

/** A place on from here, with the way there and back. */
export function addPlace(deed: Deed, { metadata }: TableActionOf<"add_place">): void {
  const { name, description, miles, ground, light = "bright" } = metadata;
  const { adventure, at } = deed.state;
  const way = { miles, ground, difficult: false, when: null, scene: null };
  const place: Place = {
    id: nextId(keysOf(adventure.places), `loc_${slug(name)}`),
    name,
    description,
    light,
    ...freeSpot(deed.state),
    known: true,
    safe: false,
    exits: [{ to: at, ...way }],
    scene: null,
    invented: true,
  };
  deed.emit({ type: "place_added", place, from: at, exit: { to: place.id, ...way } });
}

/** The nearest spot on the map around the party at which nothing is drawn yet. */
function freeSpot({ adventure, at }: TableState): Pick<Place, "x" | "y"> {
  const here = adventure.places[at]!;
  const taken = valuesOf(adventure.places);
  const spots = [14, 24, 34].flatMap((far) =>
    AROUND.map(([dx, dy]) => ({ x: here.x + Math.round(dx * far), y: here.y + Math.round(dy * far) })),
  );
  const onMap = spots.filter(({ x, y }) => x >= 4 && x <= 96 && y >= 4 && y <= 96);
  const isFree = ({ x, y }: Pick<Place, "x" | "y">) =>
    taken.every((other) => Math.max(Math.abs(other.x - x), Math.abs(other.y - y)) >= 8);
  return onMap.find(isFree) ?? onMap[0]!;
}
const AROUND = [
  [1, 0],
  [0.7, 0.7],
  [0, 1],
  [-0.7, 0.7],
  [-1, 0],
  [-0.7, -0.7],
  [0, -1],
  [0.7, -0.7],
] as const;

/** Scenery where the party is. */
export function addProp(deed: Deed, { metadata: { name, description } }: TableActionOf<"add_prop">): void {
  const { props = {}, at } = deed.state;
  const id = nextId(keysOf(props), `item_${slug(name)}`);
  deed.emit({ type: "prop_set", id, prop: { name, description, place: at, state: "whole" } });
}

export function changeProp(deed: Deed, { targetId, metadata: { state } }: TableActionOf<"change_prop">): void {
  deed.emit({ type: "prop_set", id: targetId, prop: { ...deed.state.props![targetId]!, state } });
}
