// `seat` and `seats`: invitations to a run, given out, listed and revoked.
import type { SeatCard } from "@orrery/runtime";
import { withOrrery } from "./database.ts";
import { answer } from "./print.ts";
import { type Flags, take, wholeNumber } from "./words.ts";

const HOUR_MS = 3_600_000;

/** Gives out a seat and prints its token. */
export async function seat(words: readonly string[], flags: Flags): Promise<boolean> {
  const [run, actor] = take(words, ["run", "actor"]);
  const hours = wholeNumber(flags.hours, "--hours");
  return withOrrery(flags, async (orrery) => {
    const token = await orrery.invite(run!, actor!, {
      branches: flags.branch?.split(","),
      label: flags.name,
      expiresAt: hours === undefined ? null : Date.now() + hours * HOUR_MS,
    });
    answer(flags, { token }, () => token);
    return true;
  });
}

/** Lists the seats of a run, or revokes one of them. */
export async function seats(words: readonly string[], flags: Flags): Promise<boolean> {
  const [run] = take(words, ["run"]);
  return withOrrery(flags, async (orrery) => {
    if (flags.revoke !== undefined) await orrery.changeSeat(run!, flags.revoke, { revoked: true });
    const all = await orrery.seats(run!);
    answer(flags, all, () => all.map(line).join("\n") || "Nobody has been invited to this run.");
    return true;
  });
}

const line = (seat: SeatCard): string =>
  [seat.id, seat.actor.padEnd(12), seat.branches.join(", "), stateOf(seat), seat.label].join("  ").trimEnd();

function stateOf({ revokedAt, expiresAt }: SeatCard): string {
  const at = (time: number) => new Date(time).toISOString();
  if (revokedAt !== null) return `revoked ${at(revokedAt)}`;
  if (expiresAt === null) return "open";
  return `${expiresAt <= Date.now() ? "expired" : "open until"} ${at(expiresAt)}`;
}
