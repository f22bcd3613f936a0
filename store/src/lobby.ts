// Which seats a lobby gives away: the one rule, for every store. Reads rows and keeps nothing.
import type { LobbyRow, NotTaken, SeatRow } from "./store.ts";

interface Terms {
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Whether an invitation still opens something. `now` in milliseconds since 1970. */
export const stands = ({ expiresAt, revokedAt }: Terms, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/** Who has each seat that a lobby offers; free ones are left out. `seats`: all of its run. */
export function heldSeats(
  { actors, branch }: LobbyRow,
  seats: readonly SeatRow[],
  now: number,
): ReadonlyMap<string, SeatRow> {
  const held = seats.filter(
    (seat) => actors.includes(seat.actor) && seat.branches.includes(branch) && stands(seat, now),
  );
  return new Map(held.map((seat) => [seat.actor, seat]));
}

/** The lobby once it gave this seat away. */
export const withSeat = (lobby: LobbyRow, { id, actor }: SeatRow): LobbyRow => ({
  ...lobby,
  given: { ...lobby.given, [actor]: id },
});

/** Why a lobby does not give this seat away; null where it does. The seat's own beginning is the moment of judgement. */
export function whyNotTaken(lobby: LobbyRow | null, seats: readonly SeatRow[], seat: SeatRow): NotTaken | null {
  const now = seat.createdAt;
  if (lobby === null || lobby.run !== seat.run || !stands(lobby, now)) return "over";
  if (!lobby.actors.includes(seat.actor) || !seat.branches.every((branch) => branch === lobby.branch))
    return "not_offered";
  return heldSeats(lobby, seats, now).has(seat.actor) ? "taken" : null;
}
