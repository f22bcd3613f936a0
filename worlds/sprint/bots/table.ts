// What a scripted agent stands on at a table: the view, the lore of its challenge, and two ways to choose.

import type { Canon } from "../canon.ts";
import { capital, fill, type Lore, loreOf, type Pick, pickBy } from "../lore/lore.ts";
import { applyPatch } from "../patch.ts";
import { objectionsOf, proposalOf, roundOf } from "../protocol.ts";
import type { Role } from "../settings.ts";
import type { AskedTurn, TableView, TurnRecord } from "../shape.ts";
import type { CanonPatch, Operation, TurnOutput } from "../turn.ts";

export interface BotTable {
  readonly view: TableView;
  readonly asked: AskedTurn;
  readonly canon: Canon;
  readonly lore: Lore;
  /** This agent's own choices. */
  readonly own: Pick;
  /** Choices that all agents of this round make alike, since they follow from what all of them see. */
  readonly shared: Pick;
  readonly say: (template: string) => string;
  /** A text of a pool with its slots filled: one that this team has not heard yet, as long as there is one. `slots`: what stands for each <name>. */
  readonly line: (purpose: string, pool: readonly string[], slots?: Slots) => string;
}
export type Slots = Readonly<Record<string, string>>;

/** Null where nobody is asked, or the house has no words for the challenge. */
export function tableOf(view: TableView, own: Pick): BotTable | null {
  const lore = loreOf(view.challenge);
  if (!view.asked || !lore) return null;
  const proposal = proposalOf(view.team);
  const key = `${view.team.hash} ${view.team.phase} ${view.team.round} ${proposal?.output ? JSON.stringify(proposal.output) : ""}`;
  const say = (template: string) => fill(template, lore);
  return {
    view,
    asked: view.asked,
    canon: view.team.canon,
    lore,
    own,
    shared: pickBy(key),
    say,
    line: (purpose, pool, slots = {}) => set(say(own(purpose, unheard(view, pool, say))), slots),
  };
}

/** <name> by its slot; <Name> begins with a capital. What is put in is not read again. Throws on a name without a slot. */
const set = (template: string, slots: Slots): string =>
  template.replaceAll(/<(\w+)>/g, (_, name: string) => {
    const value = slots[name] ?? slots[name.toLowerCase()];
    if (value === undefined) throw new Error(`no slot <${name}> in "${template}"`);
    return /^[A-Z]/.test(name) ? capital(value) : value;
  });

/** Texts of which this team has heard nothing yet; all of them where it has heard all. */
function unheard(view: TableView, pool: readonly string[], say: (template: string) => string): readonly string[] {
  const said = view.team.turns.map(({ output }) => output?.content ?? "").join("\n");
  const left = pool.filter((text) => !said.includes(core(say(text))));
  return left.length > 0 ? left : pool;
}

/** The longest stretch of a text between what is put in: what it would be recognised by. */
const core = (text: string): string =>
  text
    .split(/<\w+>|“[^”]*”/)
    .reduce((best, part) => (part.length > best.length ? part : best), "")
    .trim();

/** A turn of this seat, with every key. */
export const turn = ({ asked }: BotTable, content: string, more: Partial<TurnOutput> = {}): TurnOutput => ({
  speaker_role: asked.role,
  turn_type: asked.turn_type,
  content,
  canon_patch: [],
  references: [],
  vote: null,
  decision: null,
  ...more,
});

/** The canon with a patch on it; as it is where the patch does not apply. */
export function withPatch(canon: Canon, patch: CanonPatch): Canon {
  const done = applyPatch(canon, patch);
  return done.ok ? done.canon : canon;
}

export const proposedPatch = ({ view }: BotTable): CanonPatch => proposalOf(view.team)?.output?.canon_patch ?? [];

/** The round's proposal, and the objection that came last. */
export const proposal = ({ view }: BotTable): TurnRecord => proposalOf(view.team)!;
export const objection = ({ view }: BotTable): TurnRecord | null => objectionsOf(view.team).at(-1) ?? null;

/** The last response of the round that brought a patch which still fits behind the proposal. */
export function offerOf(table: BotTable): (TurnRecord & { readonly patch: CanonPatch }) | null {
  const base = withPatch(table.canon, proposedPatch(table));
  const found = roundOf(table.view.team).findLast(
    ({ turn_type, output }) =>
      turn_type === "RESPONSE" && output && output.canon_patch.length > 0 && applyPatch(base, output.canon_patch).ok,
  );
  return found?.output ? { ...found, patch: found.output.canon_patch } : null;
}

/** A text put behind what stands at a place. */
export const behind = (path: string, before: string, text: string): Operation =>
  ({ op: before === "" ? "add" : "replace", path, value: before === "" ? text : `${before} ${text}` }) as Operation;

/** The text at a pointer; "" where there is none. */
export function textAt(canon: Canon, pointer: string): string {
  let at: unknown = canon;
  for (const key of pointer.split("/").slice(1)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return "";
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === "string" ? at : "";
}

/** A name as it stands inside a sentence. */
export const inside = (name: string): string => name.replace(/^The /, "the ");

export const TITLES: Readonly<Record<Role, string>> = {
  ARCHITECT: "the Architect",
  LOREKEEPER: "the Lorekeeper",
  CONTRARIAN: "the Contrarian",
  SYNTHESIZER: "the Synthesizer",
};
