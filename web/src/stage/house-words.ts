// What a house says of itself in words: what in its prose can be dealt with now, and how two houses differ.
import type { HouseView } from "@orrery/worlds/house";
import type { Handle } from "../run/touch.ts";
import { actionInWords, callName, capital, type Names, type SaidChange } from "../say.ts";
import type { Action } from "../wire.ts";
import { t } from "../words.ts";

type SeenThing = HouseView["things"][number];

/** Things, people and doors in sight, and the ways out, each with what may be done about it. */
export function handlesIn(view: unknown, legal: readonly Action[], names: Names): readonly Handle[] {
  if (!isHouseView(view)) return [];
  const { things, people, holding, exits } = view;
  const deedsOf = (is: (action: Action) => boolean) =>
    legal.filter(is).map((action) => ({ label: actionInWords(action, names), action }));
  const about = (id: string) =>
    deedsOf(
      ({ targetId, locationId, metadata }) =>
        targetId === id || locationId === id || metadata?.["to"] === id || metadata?.["from"] === id,
    );
  const named = [
    ...[...things, ...holding].flatMap(allIn),
    ...people.flatMap((person) => [person, ...person.holding]),
    ...exits.flatMap(({ door }) => (door ? [door] : [])),
  ];
  return [
    ...named.map(({ id, name }) => ({ id, words: wordsFor(name), deeds: about(id) })),
    ...exits.map(({ direction }) => ({
      id: `way ${direction}`,
      words: [direction],
      deeds: deedsOf(({ type, metadata }) => type === "go" && metadata?.["direction"] === direction),
    })),
  ].filter(({ deeds }) => deeds.length > 0);
}

/** A long name is often told by its last word: "the gate" for the garden gate. */
const wordsFor = (name: string): readonly string[] => {
  const bare = name.replace(/^the /i, "");
  const last = bare.split(" ").at(-1)!;
  return last.length > 3 && /^\p{Ll}/u.test(last) ? [bare, last] : [bare];
};

const allIn = (thing: SeenThing): readonly SeenThing[] => [thing, ...[...thing.in, ...thing.on].flatMap(allIn)];
const isHouseView = (view: unknown): view is HouseView => typeof view === "object" && view !== null && "you" in view;

/** As much of the state of a house as its differences are told from. */
interface House {
  readonly rooms: Readonly<Record<string, { readonly name: string }>>;
  readonly doors: Readonly<Record<string, Openable>>;
  readonly things: Readonly<Record<string, ViewedThing>>;
  readonly people: Readonly<Record<string, { readonly name: string; readonly at: string }>>;
}
interface Openable {
  readonly name: string;
  readonly open?: boolean;
  readonly lock?: { readonly locked: boolean } | null;
}
interface ViewedThing extends Openable {
  readonly at: Readonly<Record<string, string>>;
  readonly container?: { readonly open: boolean } | null;
  readonly light?: { readonly on: boolean } | null;
}

/** Who is where, then where things are and how doors stand: only what is otherwise on the other side. */
export function differencesIn(one: unknown, other: unknown, names: Names): readonly SaidChange[] {
  const [a, b] = [one as House, other as House];
  const rows = (part: "people" | "things" | "doors", told: (id: string, house: House) => string) =>
    Object.keys({ ...a[part], ...b[part] }).flatMap((id): readonly SaidChange[] => {
      const [before, after] = [told(id, a), told(id, b)];
      return before === after ? [] : [{ what: capital(callName(id, names)), before, after }];
    });
  return [
    ...rows("people", (id, { people }) =>
      people[id] ? t("inPlace", { place: callName(people[id].at, names) }) : t("nothing"),
    ),
    ...rows("things", (id, { things }) => (things[id] ? thingInWords(things[id], names) : t("nothing"))),
    ...rows("doors", (id, { doors }) =>
      doors[id] ? stateInWords(doors[id].open, doors[id].lock).join(", ") : t("nothing"),
    ),
  ];
}

const PLACES = { in: "inPlace", on: "onPlace", heldBy: "heldBy" } as const;

function thingInWords({ at, container, light, lock }: ViewedThing, names: Names): string {
  const [[how, id] = ["in", ""]] = Object.entries(at);
  return [
    t(PLACES[how as keyof typeof PLACES], { place: callName(id!, names) }),
    ...stateInWords(container?.open, lock),
    ...(light ? [t(light.on ? "isLit" : "isUnlit")] : []),
  ].join(", ");
}

const stateInWords = (open: boolean | undefined, lock: Openable["lock"]): readonly string[] => [
  ...(open === undefined ? [] : [t(open ? "isOpen" : "isClosed")]),
  ...(lock?.locked ? [t("isLocked")] : []),
];
