// Who speaks for a seat when its agent could not, where the ask itself names no fallback: the owner's choice, recorded as a fallback.
import { type AgentTask, type AnyShape, firstBot, randomBot } from "@orrery/agents";
import type { ActionBase, AnyEngine, Bot, Cause } from "@orrery/kernel";

/** `stop`: nobody, and the run waits for its owner. `wait`: the seat lets its turn pass. `bot`: the world's own bot moves once. */
export const ON_FAULT = ["stop", "wait", "bot"] as const;
export type OnFault = (typeof ON_FAULT)[number];

/** Actions for the seat, or null where there are none to be had. */
export type StandIn = (
  seat: Pick<AgentTask, "ask" | "view" | "legal" | "dice">,
  cause: Cause,
) => readonly unknown[] | null;

/** Actions that let a turn pass, as worlds call them. */
const PASSING: ReadonlySet<string> = new Set(["wait", "pass", "skip", "stay", "abstain"]);

/** Null for `stop`. A spent budget always stops: somebody has to decide to spend more. */
export function standInFor(onFault: OnFault, { world }: AnyEngine): StandIn | null {
  if (onFault === "stop") return null;
  return (seat, cause) => {
    if (cause === "budget") return null;
    const passing = (seat.legal as readonly ActionBase[]).find(({ type }) => PASSING.has(type));
    const chosen = onFault === "bot" ? (botOf(world.bots)(seat) ?? firstBot(seat) ?? passing) : passing;
    return chosen === undefined || chosen === null ? null : [chosen].flat();
  };
}

/** The first bot that the world brings, else chance. */
const botOf = (bots: Readonly<Record<string, Bot<AnyShape>>> | undefined): Bot<AnyShape> =>
  Object.values(bots ?? {})[0] ?? randomBot;
