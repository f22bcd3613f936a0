// How a room is told to a person who comes in: in full at first sight, in brief when it is known, by feel in the dark.
import { digestOf } from "../model/text.ts";
import type { RoomScene } from "../sense/scope.ts";
import type { ToldEvent } from "../sense/told.ts";
import type { HouseView, ViewExit } from "../sense/view.ts";
import { roomInBrief, roomInFull } from "./describe.ts";
import { isCommon, the, toward } from "./grammar.ts";
import { phraseFor } from "./style.ts";
import type { Piece, Teller } from "./teller.ts";

export function arrival(teller: Teller, scene: RoomScene, lead: string): Piece {
  const { known } = teller;
  const changed = isChanged(teller, scene);
  if ((known.has(scene.room.id) && !changed) || !scene.lit) {
    const brief = roomInBrief(scene);
    return lead === "" && scene.lit
      ? { text: `You can see again. ${brief}`.trim() }
      : { text: `${lead} ${scene.lit ? brief : dark(teller, scene)}`.trim(), apart: true };
  }
  known.add(scene.room.id);
  teller.looks.set(scene.room.id, digestOf(scene.description));
  const full = roomInFull(scene, exitsIn(teller.view, scene));
  return { text: lead === "" ? full : `${lead}\n\n${full}`, apart: true };
}

/** Whether a room is described in other words than when it was last seen. */
function isChanged({ looks }: Teller, { room, description, lit }: RoomScene): boolean {
  const look = looks.get(room.id);
  return lit && look !== undefined && look !== digestOf(description);
}

function dark(teller: Teller, scene: RoomScene): string {
  const { view } = teller;
  const known = view.room.id === scene.room.id && !view.lit ? view.exits.filter(({ beyond }) => beyond) : [];
  const back = known.find(({ beyond }) => beyond!.id === view.came) ?? known[0];
  return back
    ? `${scene.description} You could still find your way back ${toward(back.direction)}.`
    : scene.description;
}

/** A scene's exits with what this viewer knows to be behind them. */
export function exitsIn(view: HouseView, scene: RoomScene): ViewExit[] {
  const known = view.map[scene.room.id]?.exits ?? [];
  return scene.exits.map((exit) => {
    const to = known.find(({ direction }) => direction === exit.direction)?.to;
    return { ...exit, beyond: (to ? view.map[to]?.room : undefined) ?? exit.leads ?? null };
  });
}

export function went(teller: Teller, told: Extract<ToldEvent, { type: "went" }>, scene: RoomScene): Piece[] {
  const { dice, known } = teller;
  const { door } = told;
  const to = the(told.between!.to);
  const way = toward(told.direction!);
  if (scene.lit && known.has(scene.room.id)) {
    const lead =
      phraseFor(teller.view.style, dice, "back", { way, room: to }) ??
      dice.pick("back", [
        `You go ${way}, back to ${to}.`,
        `You go back to ${to}.`,
        `You return to ${to}.`,
        `You make your way back to ${to}.`,
      ]);
    return [arrival(teller, scene, lead)];
  }
  const through = door ? ` through ${the(door)}` : "";
  const lead = phraseFor(teller.view.style, dice, "go", { way });
  const ways: [string, ...string[]] = isCommon(told.direction!)
    ? [
        `You go ${way}${through}.`,
        `You head ${way}${through}.`,
        `You make your way ${way}${through}.`,
        `You ${way === "up" || way === "down" ? "climb" : "walk"} ${way}${through}.`,
      ]
    : [`You go ${way}${through}.`, `You leave ${way}${through}.`];
  return [arrival(teller, scene, lead ?? dice.pick("go", ways))];
}
