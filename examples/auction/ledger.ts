// A game as a table: a line for each sale and each trade, as CSV. Everything is in it, losing bids too.
import type { Export } from "@orrery/kernel";
import { type Auction, type Event, PLAYERS, type Side } from "./shape.ts";

/** Columns in their order. */
const COLUMNS = ["turn", "kind", "lot", "from", "to", "price", "value", ...PLAYERS.map((who) => `bid_${who}`)];

export const ledger: Export<Auction> = {
  about: `A line for each sale and trade, as CSV. Columns: ${COLUMNS.join(", ")}.`,
  write(run) {
    const rows: (string | number)[][] = [];
    let turn = 0;
    for (const { commit, before } of run.turns()) {
      turn++;
      const { lots, bids } = before.state;
      const value = (lot: string | undefined) => lots.find(({ id }) => id === lot)?.value ?? "";
      const made = new Map(Object.entries(bids));
      for (const event of commit.events as readonly Event[]) {
        if (event.type === "bid") made.set(event.who, event.coins);
        if (event.type === "sold")
          rows.push([
            turn,
            "sale",
            event.lot,
            "",
            event.to ?? "",
            event.price,
            value(event.lot),
            ...PLAYERS.map((who) => made.get(who) ?? ""),
          ]);
        if (event.type === "traded") {
          const { from, to, give, want } = event.offer;
          const half = (part: Side, a: string, b: string) =>
            part.lot === undefined && part.coins === 0
              ? []
              : [[turn, "trade", part.lot ?? "", a, b, part.coins, value(part.lot), ...PLAYERS.map(() => "")]];
          rows.push(...half(give, from, to), ...half(want, to, from));
        }
      }
    }
    return [{ path: "ledger.csv", bytes: [COLUMNS, ...rows].map((row) => `${row.join(",")}\r\n`).join("") }];
  },
};
