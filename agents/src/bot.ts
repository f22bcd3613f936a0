// Bots: pure functions of what their seat sees and of their own dice. The same seat gives the same answer.
import type { Action, Asked, Bot, Dice, Shape } from "@orrery/kernel";
import type { Agent, AgentTask, AnyShape } from "./agent.ts";

/** Any of the legal actions that the ask allows, each as likely; else the ask's fallback. */
export const randomBot = <S extends Shape = AnyShape>({
  legal,
  ask,
  dice,
}: Asked<S> & { readonly dice: Dice }): Action<S> | null => {
  const [first, ...others] = legalFor(legal, ask);
  return first ? dice.pick("choice", [first, ...others]) : (ask.fallback?.("scripted") ?? null);
};

/** The first legal action that the ask allows; else the ask's fallback. */
export const firstBot = <S extends Shape = AnyShape>({ legal, ask }: Asked<S>): Action<S> | null =>
  legalFor(legal, ask)[0] ?? ask.fallback?.("scripted") ?? null;

const legalFor = <S extends Shape = AnyShape>(legal: readonly Action<S>[], { may }: AgentTask<S>["ask"]): Action<S>[] =>
  legal.filter(({ type }) => (may as readonly string[]).includes(type));

/** A bot as an agent. When it knows nothing to do, the runtime is told so. */
export const botAgent =
  <S extends Shape = AnyShape>(bot: Bot<S>): Agent<S> =>
  (seat) => {
    const choice = bot(seat);
    if (choice === null) return { ok: false, cause: "scripted" };
    return { ok: true, actions: Array.isArray(choice) ? choice : [choice] };
  };
