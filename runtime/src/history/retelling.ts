// What was told of one turn to one viewer, the rules' words beside all others; another telling by the owner's hand, or another choice.
// Notes are added and none is changed; what happened stays as it is.
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { turnAt } from "../branch/rewind.ts";
import { Fault } from "../fault.ts";
import type { Retold, Telling, TellingSheet } from "../shapes.ts";
import { alternativesFor, choiceNote, HAND, shownAlternative } from "../turns/alternatives.ts";
import { actorsInOrder, narrationTo, tellingsOf } from "../turns/turn-lines.ts";
import type { TurnTransition } from "../turns/turn-transition.ts";

const MAIN = "main";
/** A telling by hand may be so long. */
const TEXT_MAX = 20_000;

/** A turn and the viewer whose telling it is about. */
export interface TellingPlace {
  readonly run: string;
  readonly branch: string;
  readonly viewer: string;
  readonly passed: TurnTransition;
  /** What the rules told. */
  readonly facts: string;
}

/** The turn and its viewer: unless named, the first who answered. Faults `unknown_turn`, `unknown_actor`. */
export async function tellingPlace(
  registry: BranchRegistry,
  run: string,
  { turn, branch = MAIN, as }: Retold,
): Promise<TellingPlace> {
  const engine = await registry.engine(run);
  const passed = await turnAt(registry, run, branch, String(turn));
  const { frame } = passed.after;
  const answered = passed.commit?.answers.find(({ by }) => by !== "god")?.actor;
  const viewer = as ?? answered ?? actorsInOrder(engine, frame)[0];
  const actors = engine.world.actors(frame.state);
  if (viewer === undefined || !actors.includes(viewer))
    throw new Fault(
      "unknown_actor",
      `There is no actor "${viewer ?? ""}" in this run. There are: ${actors.join(", ")}.`,
    );
  const facts = (await tellingsOf(registry, run, passed.stored)).get(viewer) ?? narrationTo(engine, passed, viewer);
  if (facts === "") throw new Fault("unknown_turn", `Nothing of turn ${passed.stored.turn} reached "${viewer}".`);
  return { run, branch, viewer, passed, facts };
}

export async function tellingSheet(
  registry: BranchRegistry,
  { run, viewer, passed: { stored }, facts }: TellingPlace,
): Promise<TellingSheet> {
  const { all, shown } = alternativesFor(await registry.store.notes(run, [stored.id]), viewer);
  const tellings = all.map(({ teller, text }, i) => ({ n: i + 1, teller, text }));
  return { turn: stored.turn, id: stored.id, viewer, facts, tellings, shown };
}

/** Adds a telling in the owner's words. Fault `not_text`. */
export async function writeTelling(
  registry: BranchRegistry,
  told: TellingPlace,
  text: string,
  say: (telling: Telling) => void,
): Promise<void> {
  if (text.trim() === "" || text.length > TEXT_MAX || !text.isWellFormed())
    throw new Fault("not_text", `A telling is text of 1 to ${TEXT_MAX} characters.`);
  await keep(registry, told, { teller: HAND, text: text.trim() }, say);
}

/** Chooses the telling that is shown; 0: what the rules told. Fault `unknown_thing`. */
export async function chooseTelling(
  registry: BranchRegistry,
  told: TellingPlace,
  n: number,
  say: (telling: Telling) => void,
): Promise<void> {
  const { tellings } = await tellingSheet(registry, told);
  if (n !== 0 && !tellings[n - 1])
    throw new Fault(
      "unknown_thing",
      `Turn ${told.passed.stored.turn} has tellings 1 to ${tellings.length}, and 0 is the rules' own; there is no ${n}.`,
    );
  await keep(registry, told, choiceNote(n), say);
}

async function keep(
  registry: BranchRegistry,
  { run, branch, viewer, passed: { stored } }: TellingPlace,
  note: { readonly teller: string; readonly text: string },
  say: (telling: Telling) => void,
): Promise<void> {
  const { store, outside } = registry;
  await store.addNotes(run, [{ turnId: stored.id, viewer, ...note, at: outside.now() }]);
  const shown = shownAlternative(alternativesFor(await store.notes(run, [stored.id]), viewer));
  say({
    run,
    branch,
    turnId: stored.id,
    viewer,
    teller: shown?.teller ?? HAND,
    text: shown?.text ?? null,
    provisional: false,
  });
}
