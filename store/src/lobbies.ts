// Lobbies as an SQLite file keeps them: rows with the sum of all that they say. A seat is judged and given away in one transaction.
import type { Driver } from "./driver.ts";
import type { onceRows } from "./idempotency.ts";
import { whyNotTaken, withSeat } from "./lobby.ts";
import type { SeatTable } from "./seats.ts";
import type { LobbyRow, Store } from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";

type LobbyValues = readonly [
  id: string,
  run: string,
  branch: string,
  actors: string,
  given: string,
  createdAt: number,
  expiresAt: number,
  revokedAt: number | null,
];

export function sqliteLobbies(
  db: Driver,
  seats: SeatTable,
  once: Pick<ReturnType<typeof onceRows>, "put">,
): Pick<Store, "addLobby" | "closeLobby" | "lobby" | "lobbies" | "takeSeat"> {
  const columns = "id, run_id, branch, actors, given, created_at, expires_at, revoked_at";
  const add = db.prepare(`INSERT INTO lobbies (${columns}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const change = db.prepare("UPDATE lobbies SET given = ?, revoked_at = ?, sum = ? WHERE id = ?");
  const one = db.prepare<[...LobbyValues, number]>(`SELECT ${columns}, sum FROM lobbies WHERE id = ?`);
  // The sign keeps SQLite from the index, as it does for seats.
  const ofRun = db.prepare<[...LobbyValues, number]>(
    `SELECT ${columns}, sum FROM lobbies WHERE +run_id = ? ORDER BY rowid`,
  );
  const get = (id: string): LobbyRow | null => {
    const row = one.get(id);
    return row ? lobbyOf(row) : null;
  };
  const put = (lobby: LobbyRow) =>
    change.run(JSON.stringify(lobby.given), lobby.revokedAt, sumOf(...valuesOf(lobby)), lobby.id);
  return {
    async addLobby(lobby) {
      const values = valuesOf(lobby);
      add.run(...values, sumOf(...values));
    },
    async closeLobby(id, at) {
      return db.transaction(() => {
        const lobby = get(id);
        if (lobby === null || lobby.revokedAt !== null) return lobby;
        const closed = { ...lobby, revokedAt: at };
        put(closed);
        return closed;
      });
    },
    lobby: async (id) => get(id),
    lobbies: async (run) => ofRun.all(run).map(lobbyOf),
    async takeSeat(id, seat, row = null) {
      return db.transaction(() => {
        const lobby = get(id);
        const why = whyNotTaken(lobby, seats.ofRun(seat.run), seat);
        if (why !== null) return why;
        seats.put(seat);
        put(withSeat(lobby!, seat));
        if (row) once.put(row);
        return null;
      });
    },
  };
}

const valuesOf = ({ id, run, branch, actors, given, createdAt, expiresAt, revokedAt }: LobbyRow): LobbyValues => [
  id,
  run,
  branch,
  JSON.stringify(actors),
  JSON.stringify(given),
  createdAt,
  expiresAt,
  revokedAt,
];

function lobbyOf([...row]: readonly [...LobbyValues, number]): LobbyRow {
  const sum = row.pop() as number;
  const values = row as unknown as LobbyValues;
  const [id, run, branch, actors, given, createdAt, expiresAt, revokedAt] = values;
  requireSum(`Lobby "${id}" of run "${run}"`, sum, values);
  const lists = { actors: JSON.parse(actors) as string[], given: JSON.parse(given) as Record<string, string> };
  return { id, run, branch, ...lists, createdAt, expiresAt, revokedAt };
}
