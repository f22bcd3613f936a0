// What came of nothing: acts that failed, and acts that nobody answered. The reasons themselves are worded elsewhere.
import type { Validation } from "@orrery/kernel";
import { type DeedTold, deedSaid } from "../people/wanted.ts";
import type { Named } from "../sense/scope.ts";
import type { HousePercept } from "../sense/told.ts";
import { find, type HouseView } from "../sense/view.ts";
import { topicAsked, whereaboutsOf } from "./deeds.ts";
import { is, sentence, subject, the, upper } from "./grammar.ts";
import { phraseFor } from "./style.ts";
import { ruledText, type Teller } from "./teller.ts";

export function inVain({ view, worded, dice }: Teller, percept: HousePercept): string {
  const choice = worded.get(percept) ?? dice;
  return (
    phraseFor(view.style, choice, "vain") ??
    choice.pick("vain", [
      "Nothing comes of it.",
      "Nothing happens.",
      "It makes no difference.",
      "There is nothing to show for it.",
    ])
  );
}

/** Somebody was told of something, and says nothing to it. */
export function unmovedSentence({ worded, dice, named }: Teller, percept: HousePercept, to: Named): string {
  const who = named?.id === to.id ? subject(to) : the(to);
  const s = to.pronouns === "they" ? "" : "s";
  return sentence(
    (worded.get(percept) ?? dice).pick("tell", [
      `${who} hear${s} you out`,
      `${who} listen${s}, and say${s} nothing to that`,
      `${who} take${s} it in without a word`,
      `${who} nod${s}, and that is all`,
    ]),
  );
}

/** What was tried, then why it did not work; a person's own words stand in for the bare fact. */
export function failure(
  { who, view, worded, dice }: Teller,
  percept: HousePercept | null,
  answer: readonly HousePercept[],
  { reason, message = "" }: Validation,
): string {
  if (reason === "held_back") return "What you meant to do there, you leave.";
  const told = percept?.told ?? null;
  if (told?.type === "ruled") return ruledText(told);
  if (told?.type !== "tried" || !told.what) return message;
  const spoke = answer.some((percept) => percept.told?.type === "said");
  switch (told.reason) {
    case "door_locked":
    case "container_locked":
      return `${(worded.get(percept!) ?? dice).pick("locked", ["It will not budge.", "You try, and nothing gives.", "No use.", "That is as far as it goes."])} ${message}`;
    case "not_wanted":
      return spoke ? `You offer ${the(told.what)} to ${the(told.other!)}.` : message;
    case "not_known":
      return spoke
        ? `You ask ${the(told.other!)} ${told.question === "where" ? `where ${whereaboutsOf(told.what, told.other!, who)}` : `about ${topicAsked(told.what, told.other!, who, who)}`}.`
        : message;
    case "not_talking":
      return `You ask ${the(told.other!)} about ${the(told.what)}. ${message}`;
    case "not_given":
      return spoke ? `You ask ${the(told.other!)} for ${the(told.what)}.` : message;
    case "unwilling":
    case "unable": {
      const asked = `You ask ${the(told.what)} to ${deedSaid(told.deed!, who)}.`;
      const why = (told.reason === "unable" && isSoAlready(view, told.deed!)) || message;
      return spoke || answer.some(({ told: then }) => then?.type === "tried") ? asked : `${asked} ${why}`;
    }
    default:
      return message;
  }
}

/** What one sees oneself: nobody need open what stands open. "" where that is not why. */
function isSoAlready(view: HouseView, { verb, target }: DeedTold): string {
  const it = target && find(view, target.id)?.it;
  if (!it || (verb !== "open" && verb !== "close")) return "";
  const open = "open" in it ? it.open : "container" in it && it.container?.lid ? it.container.open : null;
  return open === (verb === "open") ? `${upper(the(it))} ${is(it)} ${open ? "open" : "closed"} already.` : "";
}
