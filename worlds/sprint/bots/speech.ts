// A scripted agent at a table: which turn it composes, by its own dice or, for an example, by what it sees.
import type { Dice } from "@orrery/kernel";
import { hashOf, type Pick, pickBy } from "../lore/lore.ts";
import type { TableView } from "../shape.ts";
import type { TurnOutput } from "../turn.ts";
import { resolve, respond } from "./answers.ts";
import { ballots, vote } from "./ballots.ts";
import { object } from "./objections.ts";
import { propose } from "./proposals.ts";
import { type BotTable, tableOf } from "./table.ts";

const pickWith =
  (dice: Dice): Pick =>
  (purpose, list) =>
    list[dice.int(purpose, 0, list.length - 1)]!;

/** The turn that is asked for; null where nobody is asked or the house has no words for the challenge. */
export function speech(view: TableView, dice: Dice): TurnOutput | null {
  const table = tableOf(view, pickWith(dice));
  return table && compose(table);
}

/** Turns that could be said now: one, and of ballots one of each kind. The same view has the same examples. */
export function examples(view: TableView): readonly TurnOutput[] {
  const { team, you } = view;
  const table = tableOf(view, pickBy(`${you.actor} ${team.hash} ${team.turns.length} ${hashOf(view.challenge.biome)}`));
  if (!table) return [];
  return table.asked.turn_type === "VOTE" ? ballots(table) : [compose(table)];
}

function compose(table: BotTable): TurnOutput {
  switch (table.asked.turn_type) {
    case "PROPOSAL":
      return propose(table);
    case "OBJECTION":
      return object(table);
    case "RESPONSE":
      return respond(table);
    case "RESOLUTION":
      return resolve(table);
    default:
      return vote(table);
  }
}
