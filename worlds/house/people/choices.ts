// What there is to do one kind of deed with, as it shows itself to one viewer. It says what would be understood, not what would succeed.
import type { Named, Seen } from "../sense/scope.ts";
import { allSeen, talkers } from "../sense/seen.ts";
import { doorsOf, type HouseView, lockIn } from "../sense/view.ts";
import { and, the } from "../words/grammar.ts";

/** Deeds of which one may ask what they could be done with. */
export const CHOICES = [
  "take",
  "open",
  "unlock",
  "read",
  "light",
  "wear",
  "eat",
  "drink",
  "search",
  "look",
  "ask",
] as const;
export type ChoiceName = (typeof CHOICES)[number];

/** As many as are named at once. */
const NAMED_MAX = 10;

export function choicesOf(view: HouseView, choice: ChoiceName): string {
  if (choice === "ask") return topics(view);
  const { say, none, of } = DEEDS[choice];
  const names = [...new Set(of(view).map(the))];
  if (names.length > NAMED_MAX) return `You could ${say} ${names.slice(0, NAMED_MAX).join(", ")} and more.`;
  if (names.length > 0) return `You could ${say} ${and(names, "or")}.`;
  return view.lit ? `There is nothing here ${none}.` : "It is too dark to tell.";
}

interface ChoiceKind {
  readonly say: string;
  readonly none: string;
  readonly of: (view: HouseView) => readonly Named[];
}

const isShut = ({ container, reach }: Seen): boolean => container?.lid === true && !container.open && reach !== "shut";
const things = (view: HouseView, fits: (it: Seen) => unknown): Seen[] =>
  allSeen(view).filter((it) => it.reach !== "shut" && it.reach !== "theirs" && fits(it));
const shut = (view: HouseView): Named[] => [...things(view, isShut), ...doorsOf(view).filter(({ open }) => !open)];

const DEEDS: { readonly [C in Exclude<ChoiceName, "ask">]: ChoiceKind } = {
  take: {
    say: "take",
    none: "that you could take",
    of: (view) => things(view, (it) => it.reach === "near" && !it.fixed),
  },
  open: { say: "open", none: "that is closed", of: shut },
  unlock: {
    say: "try to unlock",
    none: "that is locked, as far as you know",
    of: (view) => shut(view).filter(({ id }) => lockIn(view, id) && lockIn(view, id)?.locked !== false),
  },
  read: { say: "read", none: "to be read", of: (view) => things(view, (it) => it.readable) },
  light: {
    say: "turn on",
    none: "to be lit or turned on",
    of: (view) => things(view, (it) => it.light?.switch && !it.light.on),
  },
  wear: { say: "wear", none: "to wear", of: (view) => things(view, (it) => it.wearable && !it.worn) },
  eat: {
    say: "eat",
    none: "to eat, as far as you can see",
    of: (view) => things(view, (it) => it.uses?.includes("eat")),
  },
  drink: {
    say: "drink",
    none: "to drink, as far as you can see",
    of: (view) => things(view, (it) => it.uses?.includes("drink")),
  },
  search: {
    say: "search",
    none: "to be searched",
    of: (view) => things(view, (it) => it.container || it.supporter),
  },
  look: {
    say: "look at",
    none: "to be looked at",
    of: (view) => [...allSeen(view), ...view.people, ...doorsOf(view)],
  },
};

function topics(view: HouseView): string {
  const { topics } = view;
  const people = talkers(view);
  const names = [...topics.slice(-NAMED_MAX).map(the), "anybody and anything you have seen"];
  const whom =
    people.length === 0 ? "If you meet somebody, you could ask" : `You could ask ${and(people.map(the), "or")}`;
  return `${whom} about ${and(names, "or")}.`;
}
