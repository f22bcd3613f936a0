// What can be done with one thing, door or person, as it shows itself to one viewer. It says what would be understood, not what would succeed.
import type { Use } from "../model/thing.ts";
import { deedPhrase, placesOf, TARGETS } from "../model/verb.ts";
import type { Named, Seen } from "../sense/scope.ts";
import { find, type HouseView, lockIn } from "../sense/view.ts";
import { isKey } from "../words/explain.ts";
import { and, is, object, the, upper, usePhrase } from "../words/grammar.ts";

/** Ways of handling it, as one would say them. */
export function usesOf(view: HouseView, id: string): string {
  const found = find(view, id);
  if (!found) return "You could ask somebody about that: ASK a person ABOUT it.";
  const { it } = found;
  switch (found.is) {
    case "self":
      return "You could EXAMINE YOURSELF, or take stock with INVENTORY.";
    case "person":
      return could(it, [
        "TALK TO {}",
        `ASK ${object(it).toUpperCase()} ABOUT something or FOR something`,
        `SHOW or GIVE ${object(it).toUpperCase()} a thing of yours`,
        `ask ${object(it)} to do something`,
      ]);
    case "absent":
      return `You could ask about ${the(it)}, or go and find ${object(it)}.`;
    case "door":
      return could(it, [
        found.it.open ? "GO THROUGH {}" : "OPEN {}",
        ...(found.it.open ? ["CLOSE it"] : lockWays(view, id)),
        "EXAMINE it",
        ...usesInWords(view, found.it),
      ]);
    case "remembered":
      return `${upper(the(it))} ${is(it)} out of your sight. You could ask where you last saw ${object(it)}.`;
    case "felt":
      return `It is too dark to tell. You could TAKE ${the(it).toUpperCase()}, or find a light.`;
    case "thing":
      return could(it, waysWith(view, found.it));
  }
}

function waysWith(view: HouseView, it: Seen): string[] {
  const held = it.reach === "held";
  const lid = it.container?.lid === true;
  const [someone] = view.people;
  return [
    ...(it.readable ? ["READ {}"] : []),
    "EXAMINE it",
    ...(it.container ? ["SEARCH it"] : []),
    ...(lid ? [it.container?.open ? "CLOSE it" : "OPEN it"] : []),
    ...(lid && !it.container?.open && it.lockable ? lockWays(view, it.id) : []),
    ...(it.light?.switch ? [it.light.on ? "PUT it OUT" : "LIGHT it"] : []),
    ...(it.wearable && !it.worn ? ["WEAR it"] : []),
    ...(it.worn && held ? ["TAKE it OFF"] : []),
    ...(isKey(it) && held ? ["try it in a lock: UNLOCK something WITH it"] : []),
    ...(it.supporter ? ["put something ON it"] : []),
    ...(it.container?.open ? ["put something IN it"] : []),
    ...usesInWords(view, it),
    ...(it.reach === "near" && !it.fixed ? ["TAKE it"] : []),
    ...(it.reach === "theirs" ? ["ask for it"] : []),
    ...(held && someone ? [`SHOW it TO ${the(someone)}`, `GIVE it TO ${the(someone)}`] : []),
    ...(held ? ["DROP it, or PUT it somewhere"] : []),
  ];
}

const lockWays = (view: HouseView, id: string): string[] =>
  lockIn(view, id)?.locked === false ? [] : lockIn(view, id) ? ["UNLOCK it WITH a key"] : [];

const usesInWords = (
  view: HouseView,
  { uses = [], verbs = [] }: { readonly uses?: readonly Use[]; readonly verbs?: readonly string[] },
): string[] => [
  ...uses.map((how) => `${usePhrase(how).toUpperCase()} it`),
  ...verbs.flatMap((verb) => {
    const known = view.verbs?.[verb];
    const place = known && [...placesOf(known)].find((one) => TARGETS.includes(one));
    return known && place ? [deedPhrase(known, { [place]: "it" }).replace(/^\S+/, (word) => word.toUpperCase())] : [];
  }),
];

/** The first of them names it, the rest say "it" or "them". */
function could(it: Named, ways: readonly string[]): string {
  const [first = "", ...rest] = ways;
  const named = first.includes("{}") ? first.replace("{}", () => the(it)) : first.replace(/\bit\b/, () => the(it));
  const other = object(it);
  return `You could ${and([named, ...rest.map((way) => way.replace(/\bit\b/g, () => other))], "or")}.`;
}
