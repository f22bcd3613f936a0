// The tracks of seats that are read in this process: one for each seat and branch, so that counting goes on where it stopped.
import { Fault } from "../fault.ts";
import { SeatTrack } from "../turns/seat-track.ts";
import type { Seats } from "../turns/seats.ts";
import type { Keeper } from "./keeper.ts";

export class SeatTracks {
  readonly #keeper: Keeper;
  readonly #seats: Seats;
  readonly #tracks = new Map<string, SeatTrack>();

  constructor(keeper: Keeper, seats: Seats) {
    this.#keeper = keeper;
    this.#seats = seats;
  }

  /** Faults `unknown_run`, `unknown_branch`, `unknown_actor`. */
  async of(run: string, branch: string, who: string): Promise<SeatTrack> {
    const engine = await this.#keeper.engine(run);
    const { frame } = await this.#keeper.line(run, branch);
    if (!engine.world.actors(frame.state).includes(who))
      throw new Fault("unknown_actor", `There is no actor "${who}" in this run.`);
    const key = `${run}\n${branch}\n${who}`;
    const track = this.#tracks.get(key) ?? new SeatTrack(engine, this.#keeper, this.#seats, { run, branch, who });
    this.#tracks.set(key, track);
    return track;
  }
}
