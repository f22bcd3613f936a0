// Halts a telling that contradicts the campaign's true state: lists the differences, with a block to paste. The campaign stands until a god pastes it.
import { campaignOf } from "../campaign.ts";
import { contentProblem } from "../gate.ts";
import { valuesOf } from "../order.ts";
import { Deed } from "../play/deed.ts";
import { isPresent } from "../play/ground.ts";
import { isAppend } from "../protocol/assignments.ts";
import { claimsIn, type RecoveredValue, recoveryOf, recoveryText, writeGodBlock } from "../protocol/index.ts";
import { DELETE, type JsonObject, slug } from "../protocol/path.ts";
import { secretIn } from "../protocol/secrets.ts";
import { judgeUpdates } from "../protocol/updates.ts";
import { GM, type Narration } from "../shape.ts";
import type { AssembledResponse, TableState } from "../state.ts";
import { calendarOf } from "../time.ts";
import { view } from "../view/index.ts";
import { LOWEST, runBlock } from "./god.ts";
import { passing } from "./scripted.ts";

interface Halt {
  readonly recovery: NonNullable<AssembledResponse["recovery"]>;
  /** The telling that takes the place of the one that was withheld. */
  readonly said: Narration;
}

/** Why a telling is withheld; null where it agrees with the campaign. */
export function haltOf(deed: Deed, said: Narration): Halt | null {
  const { state } = deed;
  const { hero, mode, input } = state.pending!;
  const campaign = campaignOf(state, hero) as JsonObject;
  const claims = mode === "DM" ? askedClaims(state, input) : writtenClaims(state, said, campaign);
  const found = recoveryOf(
    claims.flatMap((claim) => asThing(state, hero, claim)).filter((claim) => isShowable(state, claim)),
    campaign,
    (sets) => runBlock(new Deed(state, LOWEST), hero, writeGodBlock(sets))[0]?.replace(/^input:\d+: /, "") ?? null,
  );
  if (found === null) return null;
  const recovery = { discrepancies: found.discrepancies.map(({ message }) => message), block: found.block };
  const text = recoveryText(recovery.discrepancies, recovery.block);
  if (mode === "DM") return { recovery, said: { ...said, narrative: text } };
  const own = passing(view(state, GM), deed.dice);
  const narrative = `The story halts: the game master's account and the campaign do not agree. This is what the rules say happened.\n\n${own.narrative}`;
  return { recovery, said: { ...own, narrative, context: text } };
}

function writtenClaims(state: TableState, said: Narration, campaign: JsonObject): readonly RecoveredValue[] {
  const updates = said.state_updates as JsonObject | undefined;
  if (updates === undefined || state.pending!.mode !== "STORY") return [];
  const before = state.pending!.before as JsonObject;
  const calendar = calendarOf(state.adventure);
  const { faults } = judgeUpdates(updates, { before, after: campaign, calendar, notes: "" });
  return claimsIn(updates, faults, campaign);
}

const PC = "player_character_data";
const SHOULD = "(?:should|ought to|must)\\s+(?:still\\s+|really\\s+)?";
const HP_SHOULD = new RegExp(`\\b(?:hp|hit points)\\b[^.;]{0,30}?\\b${SHOULD}be\\s+(\\d{1,6})\\b`, "i");
const GOLD_SHOULD = new RegExp(`\\bgold\\b[^.;]{0,30}?\\b${SHOULD}be\\s+(\\d{1,9})\\b`, "i");
const MORE_GOLD = new RegExp(`\\bi\\s+${SHOULD}have\\s+(\\d{1,9})\\s+(?:gold|gp)\\b`, "i");
const ITEM_SHOULD = new RegExp(`\\bi\\s+${SHOULD}have\\s+(?:an?|the|my)\\s+([\\p{L}][\\p{L}'’ -]{2,50})`, "iu");

/** What a player who asks the game master says the campaign should be. */
function askedClaims(state: TableState, asked: string): readonly RecoveredValue[] {
  const number = (place: readonly string[], pattern: RegExp): RecoveredValue[] => {
    const found = pattern.exec(asked)?.[1];
    return found === undefined ? [] : [{ place: [PC, ...place], value: Number(found) }];
  };
  const item = ITEM_SHOULD.exec(asked)?.[1]?.trim();
  const isCalled = (name: string, what: string) =>
    new RegExp(`\\b${what.replace("NAME", name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))}`, "i").test(asked);
  return [
    ...number(["hp_current"], HP_SHOULD),
    ...number(["resources", "gold"], GOLD_SHOULD),
    ...number(["resources", "gold"], MORE_GOLD),
    ...(item === undefined ? [] : [{ place: [PC, "equipment", "backpack"], value: { append: item } }]),
    ...valuesOf(state.adventure.places)
      .filter(({ name }) => isCalled(name, `(?:i|we)\\s+${SHOULD}be\\s+(?:at|in|on|by)\\s+(?:the\\s+)?NAME\\b`))
      .map(({ id }): RecoveredValue => ({ place: ["world_data", "current_location"], value: id })),
    ...valuesOf(state.npcs)
      .filter(({ name }) => isCalled(name, `NAME\\s+${SHOULD}be\\s+dead\\b`))
      .map(({ name }): RecoveredValue => ({ place: ["npc_data", name], value: DELETE })),
  ];
}

/** A thing more in the backpack, as a god would give it: by its key. None where the character has it. */
function asThing(state: TableState, hero: string, claim: RecoveredValue): readonly RecoveredValue[] {
  const { value } = claim;
  const isThing = claim.place[2] === "backpack" && isAppend(value) && typeof value.append === "string";
  if (!isThing) return [claim];
  const name = value.append as string;
  const has = state.heroes[hero]!.items.some((item) => item.name.toLowerCase() === name.toLowerCase());
  return has ? [] : [{ place: [PC, "inventory", slug(name)], value: { name } }];
}

/** Whether players may read of a claim: nothing of people they do not see, of numbers they are not shown, or of what the table keeps out. */
function isShowable(state: TableState, { place, value }: RecoveredValue): boolean {
  const [root, key = "", field] = place;
  const words = JSON.stringify(value);
  const { settings } = state;
  if (secretIn(words) !== null || contentProblem(words, settings, "gm") !== null) return false;
  if (root === "combat_state") return state.heroes[place[2] ?? ""] !== undefined;
  if (root === "world_data") return typeof value !== "string" || state.places[value]?.known === true;
  if (root !== "npc_data") return true;
  const npc = valuesOf(state.npcs).find(({ name }) => name === key);
  return npc !== undefined && !npc.hidden && isPresent(state, npc.id) && field !== "hp_current";
}
