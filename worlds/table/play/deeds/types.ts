// The types of the deeds: what players may do, and the function that does it.
import type { TableAction } from "../../shape.ts";
import type { Deed } from "../deed.ts";

export type Of<K extends TableAction["type"]> = Extract<TableAction, { type: K }>;
export type PlayerKind = Exclude<
  TableAction["type"],
  | "set_dc"
  | "allow"
  | "deny"
  | "read_as"
  | "spawn"
  | "add_place"
  | "add_prop"
  | "change_prop"
  | "advance_mission"
  | "order"
  | "narrate"
  | "say"
  | "ask_gm"
>;
export type Does<K extends PlayerKind> = (deed: Deed, action: Of<K>) => void;
export type Deeds = { readonly [K in PlayerKind]: Does<K> };
