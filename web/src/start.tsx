// How a run begins from a card: at once where there is nothing to choose, else by a question that is loaded when it is asked.
import { goTo } from "./address.ts";
import { lookOf } from "./look/look.ts";
import { later } from "./parts/later.tsx";
import * as wire from "./wire.ts";

/** The bot that any world can be played by. */
export const ANY_BOT = "random";

/** Who plays a world well enough to be offered first. */
export const usualBot = ({ company }: wire.WorldRules): string => company?.bot ?? ANY_BOT;

/** Begins at once where there is nothing to choose. Resolves to the rules of a world where there is. */
export async function begin(world: string): Promise<wire.WorldRules | null> {
  const rules = await wire.worldRules(world);
  if (rules.players.length > 1 || lookOf(rules.plays)?.Begin) return rules;
  goTo((await wire.startRun(world)).id);
  return null;
}

export interface StartProps {
  readonly rules: wire.WorldRules;
  readonly onClose: () => void;
}

/** What is asked before a run begins: by the world's own look, or who plays. */
export function StartAsk(props: StartProps) {
  const Begin = lookOf(props.rules.plays)?.Begin ?? SeatsAsk;
  return <Begin {...props} />;
}

const SeatsAsk = later(async () => (await import("./start-ask.tsx")).SeatsAsk);
