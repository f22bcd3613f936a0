// What things are made of and good for, as their fields say: all that a game master's sense of them rests on.

import type { HouseState } from "../model/state.ts";
import { own } from "../model/state.ts";
import type { Door, Material, Tag, Thing } from "../model/thing.ts";

type Natural = Pick<Thing, "material" | "tags" | "yields">;

/** Null where nothing tells. */
export const materialOf = ({ material }: Natural): Material | null => material ?? null;

export const isGoodAs = ({ tags }: Natural, tag: Tag): boolean => tags?.includes(tag) ?? false;

/** How it answers to a blow or a shoulder. */
export function strengthOf(it: Natural): "weak" | "strong" | "never" {
  if (it.yields) return it.yields === "easily" ? "weak" : it.yields === "hard" ? "strong" : "never";
  if (it.tags?.includes("fragile")) return "weak";
  switch (materialOf(it)) {
    case "glass":
    case "clay":
    case "paper":
    case "cloth":
    case "wicker":
      return "weak";
    case "metal":
    case "stone":
      return "never";
    default:
      return "strong";
  }
}

export const itemOf = (state: HouseState, id: string | null): Thing | Door | undefined =>
  id === null ? undefined : (own(state.things, id) ?? own(state.doors, id));
