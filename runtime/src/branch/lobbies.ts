// Lobbies: one invitation for several seats of a run. Opened, listed and closed by the owner; a guest with its link takes a seat that is free.
import { viewOf } from "@orrery/kernel";
import { heldSeats, type LobbyRow, type OnceKey, type SeatRow, stands } from "@orrery/store";
import { Fault } from "../fault.ts";
import { newSeatId } from "../ids.ts";
import type { LobbyCard, LobbyView } from "../shapes.ts";
import { requireStanding, type Seats } from "../turns/seats.ts";
import type { BranchRegistry } from "./branch-registry.ts";
import type { Once } from "./idempotency.ts";

const MAIN = "main";
/** A link that is handed around opens seats for a day, unless its owner says how long. */
const DAY_MS = 86_400_000;
const LONGEST_MS = 30 * DAY_MS;

/** What the owner says of a lobby that is opened. */
export interface LobbyTerms {
  /** The seats that it offers, each once. */
  readonly actors: readonly string[];
  readonly branch?: string | undefined;
  /** Milliseconds since 1970; a day from now unless told, and thirty days at most. */
  readonly expiresAt?: number | undefined;
}

export class Lobbies {
  readonly #registry: BranchRegistry;
  readonly #seats: Seats;
  readonly #once: Once;

  constructor(registry: BranchRegistry, seats: Seats, once: Once) {
    this.#registry = registry;
    this.#seats = seats;
    this.#once = once;
  }

  /** Faults `unknown_branch`, `unknown_actor`, `bad_name`. */
  async open(run: string, { actors, branch = MAIN, expiresAt }: LobbyTerms): Promise<LobbyCard> {
    const { store, outside } = this.#registry;
    const { world } = await this.#registry.engine(run);
    const { frame } = await this.#registry.session(run, branch);
    const known = world.actors(frame.state);
    const unknown = actors.find((actor) => !known.includes(actor));
    if (unknown !== undefined)
      throw new Fault("unknown_actor", `There is no actor "${unknown}" in this run. There are: ${known.join(", ")}.`);
    if (actors.length === 0 || new Set(actors).size < actors.length)
      throw new Fault("bad_name", "A lobby offers one seat or more, each named once.");
    const createdAt = outside.now();
    const ends = expiresAt ?? createdAt + DAY_MS;
    if (ends <= createdAt || ends > createdAt + LONGEST_MS)
      throw new Fault("bad_name", "A lobby ends within thirty days, and not before it begins.");
    const id = newSeatId(outside);
    const lobby = { id, run, branch, actors: [...actors], given: {}, createdAt, expiresAt: ends, revokedAt: null };
    await store.addLobby(lobby);
    return this.#card(lobby);
  }

  /** Those of a run, oldest first; closed and expired ones too. */
  async list(run: string): Promise<readonly LobbyCard[]> {
    await this.#registry.run(run);
    return Promise.all((await this.#registry.store.lobbies(run)).map((lobby) => this.#card(lobby)));
  }

  /** Nobody takes a seat by it any more; who has one keeps it, and their time begins. Fault `unknown_seat`. */
  async close(run: string, id: string): Promise<LobbyCard> {
    const { store, outside, clocks } = this.#registry;
    await this.#registry.run(run);
    if ((await store.lobby(id))?.run !== run) throw new Fault("unknown_seat", `This run has no lobby "${id}".`);
    const closed = (await store.closeLobby(id, outside.now()))!;
    if (Object.keys(closed.given).length > 0) await clocks.seat(run);
    return this.#card(closed);
  }

  /** What a guest with its link is shown. Faults `unknown_seat`, `seat_over`. */
  async show(run: string, token: string): Promise<LobbyView> {
    const lobby = await this.#behind(run, token);
    return this.#view(lobby, await this.#held(lobby));
  }

  /**
   * Gives one of its free seats to a guest; returns the seat's token. `label`: the guest's own name. The time of the run
   * begins with its last seat. Faults `unknown_seat`, `seat_over`, `seat_taken`, `unknown_actor`.
   */
  async take(
    run: string,
    token: string,
    {
      actor,
      label = "",
      once,
    }: { readonly actor: string; readonly label?: string | undefined; readonly once?: OnceKey | undefined },
  ): Promise<string> {
    const { store, outside, clocks } = this.#registry;
    const before = once ? ((await this.#once.outcomeOf(once)) as { readonly seat: string } | null) : null;
    if (before) return this.#seats.token((await store.seat(before.seat))!);
    const lobby = await this.#behind(run, token);
    const { id, branch } = lobby;
    const seat = { id: newSeatId(outside), run, actor, branches: [branch], label, expiresAt: null, revokedAt: null };
    const kept: SeatRow = { ...seat, createdAt: outside.now() };
    const why = await store.takeSeat(id, kept, once ? this.#once.row(once, { seat: kept.id }) : null);
    if (why === "not_offered") throw new Fault("unknown_actor", `This invitation is not for the seat "${actor}".`);
    if (why === "taken") throw new Fault("seat_taken", "Somebody has that seat already. Choose another one.");
    // It was closed a moment ago: what it is now says why.
    if (why === "over") await this.#behind(run, token);
    if ((await this.#held(lobby)).size === lobby.actors.length) await clocks.seat(run);
    return this.#seats.token(kept);
  }

  async #behind(run: string, token: string): Promise<LobbyRow> {
    const { store, outside } = this.#registry;
    const read = this.#seats.read(token, "lobby");
    const lobby = read && (await store.lobby(read.id));
    if (lobby?.run !== run)
      throw new Fault(
        "unknown_seat",
        "This server gave out no such invitation. Check that the whole link was copied, or ask for a new one.",
      );
    requireStanding(lobby, outside.now());
    return lobby;
  }

  async #held(lobby: LobbyRow): Promise<ReadonlyMap<string, SeatRow>> {
    const { store, outside } = this.#registry;
    return heldSeats(lobby, await store.seats(lobby.run), outside.now());
  }

  async #view(lobby: LobbyRow, held: ReadonlyMap<string, SeatRow>): Promise<LobbyView> {
    const { run, branch, actors, given, expiresAt } = lobby;
    const engine = await this.#registry.engine(run);
    const { world } = engine;
    const { frame } = await this.#registry.session(run, branch);
    const { name } = await this.#registry.run(run);
    return {
      run,
      world: name,
      plays: world.id,
      title: (await this.#registry.worlds.card(name))?.title ?? name,
      expiresAt,
      seats: actors.map((actor) => {
        const seat = held.get(actor);
        return {
          actor,
          name: world.words.name(viewOf(engine, frame, actor), actor),
          isFree: seat === undefined,
          // The owner's words for other seats are for the owner alone.
          by: seat !== undefined && given[actor] === seat.id ? seat.label : "",
        };
      }),
    };
  }

  async #card(lobby: LobbyRow): Promise<LobbyCard> {
    const { id, run, branch, actors, createdAt, expiresAt, revokedAt } = lobby;
    const held = await this.#held(lobby);
    const isOver = !stands(lobby, this.#registry.outside.now());
    return {
      id,
      run,
      branch,
      seats: actors.map((actor) => ({ actor, seat: held.get(actor)?.id ?? null, by: held.get(actor)?.label ?? "" })),
      // Made again from the row, and kept nowhere.
      token: isOver ? null : this.#seats.token(lobby, "lobby"),
      createdAt,
      expiresAt,
      revokedAt,
    };
  }
}
