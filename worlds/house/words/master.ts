// What a game master is told: what somebody tries, and what the house would make of it.
import type { HouseView } from "../sense/view.ts";
import { ATTEMPTED } from "./explain.ts";
import { quote, the, upper } from "./grammar.ts";

/** What a game master is asked to rule on; nothing while nobody tries anything unheard of. */
export function forMaster(before: HouseView | null, { title, ruling, ended }: HouseView): string {
  if (before === null && !ruling)
    return `${title}\n\nYou are the game master. You will be asked when somebody tries what no rule knows.`;
  if (ended || !ruling) return "";
  const { who, how, what, proposal } = ruling;
  const means = ruling.with ? ` with ${the(ruling.with)}` : "";
  const said = ruling.words === null ? "" : ` ${quote(ruling.words)}`;
  const does = (part: typeof proposal.success) => part.tell.trim();
  return [
    `${upper(the(who))} tries to ${ATTEMPTED[how]} ${what ? the(what) : "something"}${means}.${said}`,
    proposal.possible
      ? [
          proposal.difficulty > 1
            ? `The house would ask for ${proposal.difficulty} or more on a die of twenty.`
            : "The house would let it happen.",
          proposal.stakes,
          `If it works: ${does(proposal.success)}`,
          ...(proposal.difficulty > 1 ? [`If not: ${does(proposal.failure)}`] : []),
        ]
          .filter(Boolean)
          .join(" ")
      : `The house would refuse: ${does(proposal.failure)}`,
    "ALLOW that as it is, say EASIER or HARDER, or REFUSE it.",
  ].join("\n\n");
}
