// The sentence shown for each refused action.

import { titleOf } from "./rules/abilities.ts";
import type { TableReasons } from "./shape.ts";
import type { TableView } from "./view/types.ts";

type Explain = { readonly [R in keyof TableReasons]: (data: TableReasons[R], view: TableView) => string };

const nameIn = (view: TableView, id: string): string =>
  [...view.here, ...view.companions, ...(view.you ? [view.you] : [])].find((one) => one.id === id)?.name ??
  (id === "gm" ? "the game master" : titleOf(id.replace(/^(?:npc|pc|loc|item)_/, "").replace(/_\d+$/, "")));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const stop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const explain: Explain = {
  campaign_over: () => "The story has ended.",
  not_your_turn: ({ who }, view) => `It is ${nameIn(view, who)}'s turn.`,
  not_in_a_fight: ({ what }) => `In the middle of a fight there is no time to ${what}.`,
  only_in_a_fight: ({ what }) => `There is no fight: nothing to ${titleOf(what).toLowerCase()} here.`,
  cannot_act: ({ why }) => stop(capital(why)),
  no_such_choice: ({ key }, view) =>
    `"${key}" is not offered. There are: ${view.choices.map((one) => one.key).join(", ") || "none"}.`,
  no_such_target: ({ target }, view) => `There is no ${nameIn(view, target)} here to do that to.`,
  out_of_reach: ({ target }) => `${target} is out of reach.`,
  not_a_foe: ({ target }) => `You cannot bring yourself to harm ${target}.`,
  no_such_item: ({ item }) => `You have no ${titleOf(item.replace(/^item_/, "").replace(/_\d+$/, "")).toLowerCase()}.`,
  no_such_place: ({ place }) => `You know of no place called ${titleOf(place.replace(/^loc_/, "")).toLowerCase()}.`,
  no_way_there: ({ place }, view) =>
    `No way leads from here to ${view.map.find(({ id }) => id === place)?.name ?? "there"}.`,
  not_here: ({ who }, view) => `${nameIn(view, who)} is not here.`,
  unknown_spell: ({ spell }) => `You do not know the spell ${titleOf(spell).toLowerCase()}.`,
  no_slot: ({ level }) => `You have no spell slot of level ${level} left.`,
  no_component: ({ why }) => stop(capital(why)),
  nothing_left: ({ what }) => `There is nothing left of your ${titleOf(what).toLowerCase()}.`,
  not_of_your_class: ({ what }) => `${titleOf(what)} is not yours to use.`,
  action_spent: ({ what }) =>
    what === "action"
      ? "Your action is spent this turn."
      : what === "bonus"
        ? "Your bonus action is spent this turn."
        : "That is only done in answer to something.",
  cannot_rest: ({ why }) => `You cannot rest here: ${stop(why)}`,
  no_level_waiting: () => "You have not earned a new level yet.",
  wrong_choices: ({ why }) => stop(capital(why)),
  too_poor: ({ cost }) => `That costs ${cost} gold pieces, and you have fewer.`,
  not_for_sale: ({ item }) => `${titleOf(item)} is not for sale here.`,
  off_limits: ({ why }) => `Not at this table: ${stop(why)}`,
  not_a_god: () => "Only those who run this table may use GOD mode.",
  bad_block: ({ problems }) => problems.join(" "),
  bad_key: ({ key }) => `The choice key "${key}" is not in snake_case, or its prefix does not fit the mode.`,
  choice_count: ({ count }) => `A planning block offers 3 to 5 choices, and this one offers ${count}.`,
  missing_other_action: () => "The choice other_action must always be offered.",
  needs_analysis: () => "A think turn has an analysis with pros, cons and confidence.",
  leaks_internals: ({ word }) => `"${word}" is internal and may not be read by players.`,
  dead_cannot_act: ({ who }) => `${who} is dead and can do nothing.`,
  bad_update: ({ path, why }) => `${path}: ${stop(why)}`,
  bad_proposal: ({ why }) => stop(capital(why)),
  not_ruled: () => "Nothing waits for a ruling.",
  not_narrated: () => "Nothing waits to be told.",
};
