// Seats as the owner gives them out: invited, listed, changed, ended, and known again by their tokens.
import type { OnceKey } from "@orrery/store";
import { Fault } from "../fault.ts";
import { newSeatId } from "../ids.ts";
import type { SeatCard } from "../shapes.ts";
import { requireStanding, type Seats, type SeatTerms, withTerms } from "../turns/seats.ts";
import type { BranchRegistry } from "./branch-registry.ts";
import type { Once } from "./idempotency.ts";
import type { SeatTracks } from "./seat-tracks.ts";

const MAIN = "main";

export class Invitations {
  readonly #registry: BranchRegistry;
  readonly #seats: Seats;
  readonly #tracks: SeatTracks;
  readonly #once: Once;

  constructor(registry: BranchRegistry, seats: Seats, tracks: SeatTracks, once: Once) {
    this.#registry = registry;
    this.#seats = seats;
    this.#tracks = tracks;
    this.#once = once;
  }

  /** The token of a new seat. Faults `unknown_actor`, `unknown_branch`, `bad_name`. */
  async invite(
    run: string,
    actor: string,
    { once, ...terms }: SeatTerms & { readonly once?: OnceKey | undefined },
  ): Promise<string> {
    const { store, outside, clocks } = this.#registry;
    const before = once ? ((await this.#once.outcomeOf(once)) as { readonly seat: string } | null) : null;
    if (before) return this.#seats.token((await store.seat(before.seat))!);
    const createdAt = outside.now();
    const plain = { id: newSeatId(outside), run, actor, label: "", createdAt, expiresAt: null, revokedAt: null };
    const { branches: [first = MAIN, ...more] = [] } = terms;
    await this.#tracks.of(run, first, actor);
    const seat = await withTerms(store, { ...plain, branches: [] }, { ...terms, branches: [first, ...more] });
    await store.putSeat(seat);
    // The token is made again from the seat, and kept nowhere.
    if (once) await this.#once.keep(once, { seat: seat.id });
    await clocks.seat(run);
    return this.#seats.token(seat);
  }

  async list(run: string): Promise<readonly SeatCard[]> {
    await this.#registry.run(run);
    return this.#registry.store.seats(run);
  }

  /** Fault `unknown_seat`. */
  async change(
    run: string,
    id: string,
    { revoked, ...terms }: SeatTerms & { readonly revoked?: true | undefined },
  ): Promise<SeatCard> {
    const { store, outside } = this.#registry;
    await this.#registry.run(run);
    const seat = await store.seat(id);
    if (seat?.run !== run) throw new Fault("unknown_seat", `This run has no seat "${id}".`);
    const changed = await withTerms(store, seat, terms);
    const revokedAt = seat.revokedAt ?? (revoked ? outside.now() : null);
    await store.putSeat({ ...changed, revokedAt });
    return { ...changed, revokedAt };
  }

  /** The seat behind a token; null when it is none of ours. Fault `seat_over`. */
  async behind(token: string): Promise<SeatCard | null> {
    const { store, outside } = this.#registry;
    const read = this.#seats.read(token);
    const seat = read && (await store.seat(read.id));
    if (!seat || seat.run !== read.run) return null;
    requireStanding(seat, outside.now());
    return seat;
  }
}
