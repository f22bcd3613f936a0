// Several models for one seat, in order: the next is asked where one cannot be reached or refuses its key, never because of what it said.
import type { Agent, Reply } from "@orrery/agents";

/** "clever>home" names two models; "clever" one. */
export const chainOf = (name: string): readonly string[] => name.split(">").map((one) => one.trim());

/** Asks one after the other. The reply holds what all of them tried and called. */
export const inChain =
  (agents: readonly Agent[]): Agent =>
  async (seat): Promise<Reply> => {
    let before: Pick<Reply, "attempts" | "calls"> = {};
    for (const [i, agent] of agents.entries()) {
      const reply = joinReplies(before, await agent(seat));
      const isLast = i === agents.length - 1 || seat.signal.aborted;
      if (isLast || reply.ok !== false || reply.cause !== "fault") return reply;
      before = reply;
    }
    throw new TypeError("a chain of no models");
  };

function joinReplies(before: Pick<Reply, "attempts" | "calls">, reply: Reply): Reply {
  const attempts = [...(before.attempts ?? []), ...(reply.attempts ?? [])];
  const calls = [...(before.calls ?? []), ...(reply.calls ?? [])];
  return { ...reply, ...(attempts.length > 0 ? { attempts } : {}), ...(calls.length > 0 ? { calls } : {}) };
}
