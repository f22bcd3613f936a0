// What things are made of and good for, by their author's word or else by their name: all that a game master's sense of them rests on.

import type { HouseState } from "../model/state.ts";
import { own } from "../model/state.ts";
import type { Door, Material, Tag, Thing } from "../model/thing.ts";

type Natural = Pick<Thing, "name" | "aliases" | "adjectives" | "material" | "tags" | "yields" | "broken">;

/** Words in a name that tell the material; the first that is found counts. */
const MADE_OF: readonly (readonly [Material, RegExp])[] = [
  ["oak", /\b(oak|oaken|iron-bound|ironbound)\b/],
  ["metal", /\b(iron|steel|brass|copper|silver|gold|golden|bronze|lead|tin|metal|metallic|safe|anvil|bell|chain)\b/],
  ["stone", /\b(stone|marble|granite|slate|brick|rock|boulder|wall|statue|sundial|hearth)\b/],
  ["glass", /\b(glass|window|mirror|pane|bottle|vial|lens|tumbler|crystal|windowpane)\b/],
  ["clay", /\b(clay|china|porcelain|pot|pots|teapot|vase|jar|jug|cup|mug|plate|urn|figurine|crockery|saucer)\b/],
  ["paper", /\b(paper|letter|note|book|diary|map|will|chart|newspaper|parchment|envelope|card|page|photograph)\b/],
  ["cloth", /\b(cloth|curtain|curtains|carpet|rug|coat|cloak|sheet|blanket|scarf|rope|string|wool|bag|sack|pouch)\b/],
  ["wicker", /\b(wicker|basket|trug|hamper|straw|reed)\b/],
  [
    "wood",
    /\b(wood|wooden|door|gate|table|desk|chair|bench|box|crate|chest|cupboard|bureau|drawer|shelf|shelves|bookcase|barrel|trunk|cabinet|wardrobe|ladder|fence|hatch|trapdoor)\b/,
  ],
];

const GOOD_FOR: readonly (readonly [Tag, RegExp])[] = [
  ["thin", /\b(hairpin|pin|needle|needles|wire|nail|hook|penknife|paperclip|file|awl|skewer|toothpick|lockpick)\b/],
  ["sharp", /\b(knife|penknife|scissors|axe|hatchet|sword|razor|saw|shears|blade|dagger|chisel|shard)\b/],
  ["lever", /\b(crowbar|bar|poker|spade|shovel|iron|pole|chisel|axe|wrench|spanner|stick|oar|crank|pick)\b/],
  ["heavy", /\b(hammer|mallet|axe|stone|rock|brick|anvil|poker|crowbar|wrench|spanner|statue|spade|shovel)\b/],
  ["spade", /\b(spade|shovel|trowel|hoe)\b/],
  ["noisy", /\b(bell|horn|drum|whistle|trumpet|gong|rattle|flute|pan|pans|clock|coin|coins)\b/],
  [
    "climbable",
    /\b(tree|ladder|wall|fence|hedge|rope|ivy|trellis|drainpipe|rocks?|cliff|stairs|bookcases?|cupboard|wardrobe|table|desk|bench|chair|crate|barrel|shelves|mast|railing)\b/,
  ],
];

const wordsOf = ({ name, aliases, adjectives }: Natural): string =>
  [name, ...adjectives, ...aliases].join(" ").toLowerCase();

/** Null where nothing tells. */
export function materialOf(it: Natural): Material | null {
  if (it.material) return it.material;
  const words = wordsOf(it);
  return MADE_OF.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** An author's tags are all there are; without any, those that the name suggests. */
export function isGoodAs(it: Natural, tag: Tag): boolean {
  if (it.tags) return it.tags.includes(tag);
  const words = wordsOf(it);
  return GOOD_FOR.some(([one, pattern]) => one === tag && pattern.test(words));
}

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
