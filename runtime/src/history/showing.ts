// A run at one moment: what somebody sees there, who is asked, and what they may answer.
import { type ActionBase, type AnyEngine, viewOf } from "@orrery/kernel";
import { askView, CROWD, contractsOf, liveAsks } from "../branch/asks.ts";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { headAt } from "../branch/follow.ts";
import type { SeatTracks } from "../branch/seat-tracks.ts";
import { Fault } from "../fault.ts";
import type { AskDescription, BranchAt, Showing } from "../shapes.ts";
import { endingOf } from "../turns/telling.ts";
import { actorsInOrder, headView } from "../turns/turn-lines.ts";
import { titleOf } from "./cards.ts";

const MAIN = "main";

/** Without `as` the view is the whole state and `legal` is everyone's who is asked; of a crowd it is nobody's. */
export async function show(
  registry: BranchRegistry,
  tracks: SeatTracks,
  run: string,
  { branch = MAIN, at, as }: BranchAt,
): Promise<Showing> {
  const engine = await registry.engine(run);
  const moment = await registry.moment(run, branch, at);
  const { frame } = moment;
  const { world } = engine;
  const actors = world.actors(frame.state);
  requireActor(engine, frame.state, as);
  const asks = world.asks(frame.state).filter(({ to }) => as === undefined || to === as);
  const speakers = as === undefined ? [...new Set(actorsInOrder(engine, frame))] : [as];
  const named = actors.filter((id) => as === undefined || id === as);
  const { name } = await registry.run(run);
  const view = as === undefined ? frame.state : viewOf(engine, frame, as);
  return {
    run,
    world: name,
    title: await titleOf(registry.worlds, name, view),
    plays: world.id,
    head:
      as === undefined
        ? headView(await headAt(registry, run, branch, moment.place))
        : { branch, ...(await (await tracks.of(run, branch, as)).head(moment.place)) },
    as: as ?? null,
    view,
    legal: (speakers.length > CROWD ? [] : speakers).flatMap(
      (who) => world.legal(viewOf(engine, frame, who), who) as readonly ActionBase[],
    ),
    asks: at === undefined ? await liveAsks(registry, run, branch, asks) : asks.map(askView),
    actors: named.map((id) => ({ id, name: world.words.name(viewOf(engine, frame, id), id) })),
    outcome: world.outcome(frame.state),
    ending: endingOf(world, frame.state),
  };
}

/** Who is asked now, with the contract of each action that may answer. With `as`: that actor alone. */
export async function showAsks(
  registry: BranchRegistry,
  run: string,
  { branch = MAIN, as }: Pick<BranchAt, "branch" | "as">,
): Promise<readonly AskDescription[]> {
  const engine = await registry.engine(run);
  const { frame } = await registry.session(run, branch);
  requireActor(engine, frame.state, as);
  const asks = engine.world.asks(frame.state).filter(({ to }) => as === undefined || to === as);
  return (await liveAsks(registry, run, branch, asks)).map((ask) => ({ ...ask, actions: contractsOf(engine, ask) }));
}

function requireActor({ world }: AnyEngine, state: unknown, as: string | undefined): void {
  const actors = world.actors(state);
  if (as !== undefined && !actors.includes(as))
    throw new Fault("unknown_actor", `There is no actor "${as}" in this run. There are: ${actors.join(", ")}.`);
}
