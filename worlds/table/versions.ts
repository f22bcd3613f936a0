// How version 1 of this world wrote campaigns and events: its histories keep their hashes. Nothing new is written by this.
import type { Json } from "@orrery/kernel";
import type { Campaign } from "./campaign.ts";
import { entriesOf } from "./order.ts";
import type { JsonObject } from "./protocol/path.ts";
import type { TableState } from "./state.ts";

/** An event of version 1: a message that begins keeps the campaign in the form of its time. */
export const eventOf1 = <E extends { readonly type: string }>(event: E): readonly E[] =>
  event.type === "began" ? [{ ...event, form: 1 }] : [event];

/** A campaign as version 1 had it: without temporary hit points, visibility and tombstones, and with today as the day of the last warning. */
export function firstForm(state: TableState, campaign: Campaign): Campaign {
  const { tombstones: _stones, time_pressure_warnings: warnings, ...custom } = campaign.custom_campaign_state;
  const { combatants, ...fight } = campaign.combat_state;
  return {
    ...campaign,
    npc_data: mapValues(campaign.npc_data, (npc) => firstNpc(state, npc)),
    custom_campaign_state: {
      ...custom,
      time_pressure_warnings: {
        ...(warnings as JsonObject),
        last_warning_day: state.now.day - state.began.day,
      },
    },
    combat_state: { ...fight, combatants: mapValues(combatants as JsonObject, ({ temp_hp: _temp, ...one }) => one) },
  };
}

function firstNpc(state: TableState, npc: JsonObject): JsonObject {
  const { temp_hp: _temp, visibility: _visibility, status_conditions: conditions, ...kept } = npc;
  if (state.heroes[String(npc["string_id"])])
    return { ...kept, status: npc["conscious"] === true ? "conscious" : "unconscious" };
  const shown = (conditions as readonly string[]).find((one) => SHOWN.includes(one));
  const awake = npc["hidden"] === true ? "hidden" : (shown ?? "conscious");
  return { ...kept, status: npc["conscious"] === true ? awake : "unconscious", status_conditions: conditions as Json };
}
const SHOWN: readonly string[] = ["paralyzed", "stunned", "invisible"];

const mapValues = (all: JsonObject, change: (one: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(entriesOf(all).map(([key, one]) => [key, change(one as JsonObject)]));
