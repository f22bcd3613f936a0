// What a name says of a thing's nature: guessed once, when a file is read, and written into it. No rule ever looks at a name.
import type { HouseState } from "../model/state.ts";
import type { Door, Material, Tag, Thing } from "../model/thing.ts";

type Nature = Pick<Thing, "material" | "tags">;

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

/** An author's word is the last: an author's tags are all there are, and without any there are those that the name suggests. */
export function natureFrom({
  name,
  aliases,
  adjectives,
  material,
  tags,
}: Pick<Thing, "name" | "aliases" | "adjectives"> & Nature): Nature {
  const words = [name, ...adjectives, ...aliases].join(" ").toLowerCase();
  const made = material ?? MADE_OF.find(([, pattern]) => pattern.test(words))?.[0];
  const good = tags ?? GOOD_FOR.flatMap(([tag, pattern]) => (pattern.test(words) ? [tag] : []));
  return { ...(made ? { material: made } : {}), ...(tags || good.length > 0 ? { tags: good } : {}) };
}

/** Before version 3 a state left natures to be guessed wherever a rule asked for them. */
export const withNatures = (state: HouseState): HouseState => {
  const each = <T extends Thing | Door>(all: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([id, it]) => [id, { ...it, ...natureFrom(it) }]));
  return { ...state, things: each(state.things), doors: each(state.doors) };
};
