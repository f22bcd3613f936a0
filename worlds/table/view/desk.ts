// What the game master alone sees: the campaign, what was resolved, and who may be named.
import type { Campaign } from "../campaign.ts";
import { allNamesOf, turnFacts } from "../gm/assemble.ts";
import type { Offer } from "../gm/offers.ts";
import { valuesOf } from "../order.ts";
import { isPresent } from "../play/ground.ts";
import { rollText } from "../rules/roll.ts";
import type { TableState } from "../state.ts";
import type { DeskView, TableView } from "./types.ts";

/** `seat` is the table as the character in question sees it. */
export function deskView(
  state: TableState,
  hero: string,
  offers: readonly Offer[],
  campaign: Campaign,
  seat: TableView | null,
): DeskView {
  const { pending, adventure } = state;
  const scene = adventure.scenes[state.scene] ?? null;
  const ending = state.ended === null ? null : adventure.endings[state.ended]!;
  return {
    campaign,
    hero,
    input: pending?.input ?? "",
    mode: pending?.mode ?? "STORY",
    facts: pending?.facts ?? [],
    rolls: (pending?.rolls ?? []).map(rollText),
    offers,
    scene: scene && { id: scene.id, text: scene.text, again: scene.again, secret: scene.secret },
    people: valuesOf(adventure.people).map(({ id, name, manner, lines }) => ({
      id,
      name,
      manner,
      lines,
      told: state.seen[`talk/${id}`] ?? 0,
      dead: state.npcs[id] === undefined,
    })),
    dead: [
      ...state.tombs.map(({ name }) => name),
      ...state.order.filter((id) => state.heroes[id]!.dead).map((id) => state.heroes[id]!.name),
    ],
    dying: state.order
      .filter((id) => !state.heroes[id]!.dead && state.heroes[id]!.hp <= 0)
      .map((id) => state.heroes[id]!.name),
    transition: pending?.transition ?? false,
    names: [...valuesOf(state.npcs).filter(({ id }) => isPresent(state, id)), ...valuesOf(state.heroes)].map(
      ({ name }) => name,
    ),
    allNames: allNamesOf(state),
    invented: valuesOf(adventure.places).filter((place) => place.invented).length,
    turn: pending && turnFacts(state),
    seat,
    ending: ending && { title: ending.title, text: ending.text },
    pronouns: Object.fromEntries(state.order.map((id) => [state.heroes[id]!.name, state.heroes[id]!.pronoun])),
  };
}
