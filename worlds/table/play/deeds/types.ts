// The types of the deeds: what players may do, and the function that does it.
import type { TableAction, TableActionOf } from "../../shape.ts";
import type { Deed } from "../deed.ts";

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
export type Does<K extends PlayerKind> = (deed: Deed, action: TableActionOf<K>) => void;
export type Deeds = { readonly [K in PlayerKind]: Does<K> };
