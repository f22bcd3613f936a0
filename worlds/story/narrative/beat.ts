// A beat: what is told of one round, and what it was told from. Recomputable at any time from those; never the truth.
import type { Dice } from "@orrery/kernel";
import type { AgentId } from "../town/state.ts";
import type { Character, RoundFacts } from "./facts.ts";
import { promptOf } from "./prompt.ts";
import { TEMPLATE_VERSION, tellRound } from "./template.ts";

export interface Beat {
  readonly round: number;
  /** Null: the whole town. */
  readonly platform: string | null;
  readonly prose: string;
  /** Names of those who acted, sorted; and their ids. */
  readonly characters: readonly string[];
  readonly ids: readonly AgentId[];
  readonly action_count: number;
  /** `template`, or `model NAME`; and the version of what it tells by. */
  readonly teller: string;
  readonly version: number;
  /** The turns that the round is made of, and the turn up to which the author's doings were known. */
  readonly from: number;
  readonly to: number;
  readonly asOf: number;
  /** Ids of events that it tells. */
  readonly events: readonly string[];
  /** How the people of the round felt at its end, by id. */
  readonly emotions: Readonly<Record<AgentId, readonly number[]>>;
}

/** Version of the prompt and of its checks. */
export const PROMPT_VERSION = 1;

/** One round as it is told without a model, and the prompt for one, written when it is asked for: it is as long as the round. */
export function translateRound(
  facts: RoundFacts,
  previous: readonly string[],
  dice: Dice,
): { readonly prose: string; readonly prompt: () => string } {
  return { prose: tellRound(facts, dice, previous.slice(-2)), prompt: () => promptOf(facts, previous.slice(-2)) };
}

/** A beat around its prose. */
export function beatOf(
  facts: RoundFacts,
  told: Pick<Beat, "prose" | "teller" | "from" | "to" | "asOf"> & { readonly isFirst: boolean },
): Beat {
  const acted = new Set(facts.deeds.map(({ by }) => by));
  const ids = [...acted];
  const shown = new Set(facts.recent.map(({ id }) => id));
  const isTemplate = told.teller === "template";
  return {
    round: facts.round,
    platform: facts.platform,
    prose: told.prose,
    characters: [...new Set(facts.deeds.map(({ name }) => name))].sort(),
    ids,
    action_count: facts.deeds.length,
    teller: told.teller,
    version: isTemplate ? TEMPLATE_VERSION : PROMPT_VERSION,
    from: told.from,
    to: told.to,
    asOf: told.asOf,
    // A model was shown the last three, and older ones only where there was a beat before.
    events: facts.untold.filter(({ id }) => isTemplate || shown.has(id) || !told.isFirst).map(({ id }) => id),
    emotions: Object.fromEntries(
      facts.characters
        .filter(({ id }) => acted.has(id))
        .map(({ id, emotions }: Character) => [id, emotions.map(roundLevel)]),
    ),
  };
}

const roundLevel = (level: number): number => Math.round(level * 1000) / 1000;
