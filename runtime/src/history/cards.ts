// Runs as cards in a list: what each is called, how far it is, and how it stands.
import type { AnyEngine } from "@orrery/kernel";
import { type Head, type RunRow, StoreFault } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import { isExample } from "../examples.ts";
import { Fault } from "../fault.ts";
import type { RunCard } from "../shapes.ts";
import { endingOf } from "../turns/telling.ts";
import type { Worlds } from "../worlds/worlds.ts";
import { shelfOf } from "./shelf.ts";

const MAIN = "main";
/** Under which name a run's card in the list is kept. */
const CARD = "card";
type CardStanding = Pick<RunCard, "title" | "outcome" | "ending" | "glance" | "example">;

/** Oldest first: all, or the newest `most` of those before a run. Fault `unknown_run`. */
export async function runCards(
  registry: BranchRegistry,
  { before, most = Number.POSITIVE_INFINITY }: { before?: string | undefined; most?: number | undefined },
): Promise<readonly RunCard[]> {
  const rows = await registry.store.runs();
  const end = before === undefined ? rows.length : rows.findIndex(({ id }) => id === before);
  if (end < 0) throw new Fault("unknown_run", `There is no run "${before}" to list those before.`);
  const cards: RunCard[] = [];
  const shelf = await shelfOf(registry.store);
  const breath = new Breath();
  for (const row of rows.slice(Math.max(0, end - most), end)) {
    cards.push({ ...(await runCard(registry, row)), ...shelf[row.id] });
    await breath.take();
  }
  return cards;
}

/** Of a world that has a card its title; of somebody's own what the state or the view of it says. */
export async function titleOf(worlds: Worlds, name: string, seen: unknown): Promise<string> {
  const { title } = seen as { title?: unknown };
  return (await worlds.card(name))?.title ?? (typeof title === "string" ? title : name);
}

/** A run's card in the list. A run of a missing world gets a card too, so that the list still loads. */
async function runCard(registry: BranchRegistry, { id, name, createdAt }: RunRow): Promise<RunCard> {
  const branches = await registry.store.branches(id);
  const card = { run: id, world: name, branches: branches.map((branch) => branch.name), createdAt };
  const { head } = branches.find((branch) => branch.name === MAIN)!;
  const engine = await registry.engine(id).catch((error: unknown) => {
    if (error instanceof Fault) return error;
    throw error;
  });
  if (engine instanceof Fault)
    return {
      ...card,
      title: name,
      turns: head.turn,
      outcome: null,
      ending: null,
      glance: null,
      missing: engine.message,
    };
  return { ...card, turns: head.turn, ...(await standingOf(registry, id, name, engine, head)) };
}

/** What a card says of a head: derived once, and kept for the next list. */
async function standingOf(
  registry: BranchRegistry,
  run: string,
  name: string,
  { world }: AnyEngine,
  head: Head,
): Promise<CardStanding> {
  const { store, worlds } = registry;
  const kept = await store.derived(run, CARD);
  if (kept !== null) {
    const { id, version, standing } = JSON.parse(kept) as { id: string; version: number; standing: CardStanding };
    if (id === head.id && version === world.version && "glance" in standing) return standing;
  }
  const { frame } = await registry.session(run, MAIN);
  const standing: CardStanding = {
    title: await titleOf(worlds, name, frame.state),
    outcome: world.outcome(frame.state),
    ending: endingOf(world, frame.state),
    glance: world.glance?.(frame.state) ?? null,
    ...(isExample(name, frame.commitment) ? { example: true as const } : {}),
  };
  const value = JSON.stringify({ id: head.id, version: world.version, standing });
  // A list can be read where nothing can be written.
  await store.putDerived(run, CARD, value).catch(ignoreStore);
  return standing;
}

/** For caches: what cannot be kept is derived again. */
function ignoreStore(error: unknown): void {
  if (!(error instanceof StoreFault)) throw error;
}
