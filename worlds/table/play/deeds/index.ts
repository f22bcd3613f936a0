// What players' actions do once they are admitted: the rules resolve them, roll for them, and write down what came of it.
import { offersIn, sceneChoices } from "../../gm/offers.ts";
import type { TableAction } from "../../shape.ts";
import type { Deed } from "../deed.ts";
import { attack, cast } from "./attack.ts";
import { noteAct } from "./cost.ts";
import { feature } from "./features.ts";
import { maneuver } from "./maneuvers.ts";
import { rest, riseLevel } from "./rest.ts";
import { chooseInScene, look, talk, think, tryCheck } from "./scene.ts";
import { give, take, useThing, wear } from "./things.ts";
import { buy, sell } from "./trade.ts";
import { travel } from "./travel.ts";
import { endTurn } from "./turn.ts";
import type { Deeds, Does, PlayerKind } from "./types.ts";

export { rollCheck } from "./roll-check.ts";
export { speak } from "./scene.ts";
export { goOn } from "./turn.ts";
export type { PlayerKind } from "./types.ts";

const choose: Does<"choose"> = (deed, action) => {
  const { actorId: who, metadata } = action;
  const offer = offersIn(deed.state, who).find(({ key }) => key === metadata.key);
  if (offer?.action) return perform(deed, { actorId: who, ...offer.action } as TableAction);
  const choice = sceneChoices(deed.state).find(({ key }) => key === metadata.key);
  if (!choice) {
    // A game master's own choice: its words are an intent, ruled on like any other.
    const told = deed.state.told?.choices[metadata.key];
    noteAct(deed, who, told?.text ?? metadata.key);
    deed.emit({ type: "phase_set", phase: "ruling" });
    return;
  }
  chooseInScene(deed, who, choice);
};

export const deeds: Deeds = {
  choose,
  attack,
  cast,
  check: tryCheck,
  talk,
  travel,
  rest,
  think,
  look,
  use: useThing,
  take,
  give,
  wear,
  buy,
  sell,
  maneuver,
  feature,
  end_turn: endTurn,
  level_up: riseLevel,
};

/** Performs a player's action of any type. */
export function perform(deed: Deed, action: TableAction): void {
  (deeds[action.type as PlayerKind] as (deed: Deed, action: TableAction) => void)(deed, action);
}
