// Tells one percept: one's own deed, what others do, or the light that comes and goes. Chooses among voices and says nothing of its own.
import type { RoomScene } from "../sense/scope.ts";
import type { HousePercept } from "../sense/told.ts";
import { arrival } from "./arrivals.ts";
import { within } from "./grammar.ts";
import { others } from "./others.ts";
import { own } from "./own.ts";
import { isOwn, type Piece, type Teller } from "./teller.ts";

export function narrate(teller: Teller, percept: HousePercept): Piece[] {
  const { told, scene, into } = percept;
  teller.dice = teller.worded.get(percept) ?? teller.dice;
  const wasLit = teller.lit;
  teller.lit = scene.lit;
  if (told === null) return light(teller, wasLit, scene);
  const tellOthers = (): Piece[] =>
    into
      ? others(teller, told, null).map((piece) => ({
          ...piece,
          text: `Over ${within(into)}, ${piece.text.replace(/^The /, "the ")}`,
        }))
      : others(teller, told, scene);
  const pieces = isOwn(told, teller.who) ? own(teller, told, scene) : tellOthers();
  return told.type === "went" && isOwn(told, teller.who) ? pieces : [...pieces, ...light(teller, wasLit, scene)];
}

/** Light that comes shows the room; light that goes leaves the dark. */
function light(teller: Teller, wasLit: boolean, scene: RoomScene): Piece[] {
  if (wasLit === scene.lit) return [];
  if (!scene.lit) return [{ text: scene.description }];
  return [arrival(teller, scene, "")];
}
