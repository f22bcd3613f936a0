// The tracks of seats that are read in this process: one for each seat and branch, so that counting goes on where it stopped.
import { Fault } from "../fault.ts";
import { SeatTrack } from "../turns/seat-track.ts";
import type { Seats } from "../turns/seats.ts";
import type { BranchRegistry } from "./branch-registry.ts";

export class SeatTracks {
  readonly #registry: BranchRegistry;
  readonly #seats: Seats;
  readonly #tracks = new Map<string, SeatTrack>();

  constructor(registry: BranchRegistry, seats: Seats) {
    this.#registry = registry;
    this.#seats = seats;
  }

  /** Faults `unknown_run`, `unknown_branch`, `unknown_actor`. */
  async of(run: string, branch: string, who: string): Promise<SeatTrack> {
    const engine = await this.#registry.engine(run);
    const { frame } = await this.#registry.session(run, branch);
    if (!engine.world.actors(frame.state).includes(who))
      throw new Fault("unknown_actor", `There is no actor "${who}" in this run.`);
    const key = `${run}\n${branch}\n${who}`;
    const track = this.#tracks.get(key) ?? new SeatTrack(engine, this.#registry, this.#seats, { run, branch, who });
    this.#tracks.set(key, track);
    return track;
  }
}
