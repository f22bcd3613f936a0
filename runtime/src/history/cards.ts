// Lists runs as cards: the title of each, its number of turns, and how it stands.
import type { AnyEngine } from "@orrery/kernel";
import type { Head, RunRow } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import { isExample } from "../examples.ts";
import { Fault } from "../fault.ts";
import type { RunCard } from "../shapes.ts";
import { derivedAt } from "../turns/derived.ts";
import { endingOf } from "../turns/telling.ts";
import type { Worlds } from "../worlds/worlds.ts";
import { shelfOf } from "./shelf.ts";

const MAIN = "main";
/** The name of a run's card among its cached values. */
const CARD = "card";
type CardStanding = Pick<RunCard, "title" | "outcome" | "ending" | "glance" | "example">;

/** Cards of all runs, oldest first; or of the newest `most` before the run `before`. Fault `unknown_run`. */
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

/** The title on the card of a world. A world without a card may state one in its state or view (`seen`). */
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

/** What a card says of a head. */
async function standingOf(
  registry: BranchRegistry,
  run: string,
  name: string,
  engine: AnyEngine,
  head: Head,
): Promise<CardStanding> {
  const { store, worlds } = registry;
  const { world } = engine;
  return derivedAt({ store, run, name: CARD }, head, engine, async () => {
    const { frame } = await registry.session(run, MAIN);
    return {
      title: await titleOf(worlds, name, frame.state),
      outcome: world.outcome(frame.state),
      ending: endingOf(world, frame.state),
      glance: world.glance?.(frame.state) ?? null,
      ...(isExample(name, frame.commitment) ? { example: true as const } : {}),
    };
  });
}
