// A noun for everything in view that can be named: things, people, doors, rooms, ways and what is only talked about.
import type { Noun } from "@orrery/kernel";
import type { Pronouns } from "../model/person.ts";
import { type Placement, placeOf } from "../model/thing.ts";
import type { Card, DoorCard, Named, Seen, SeenPerson } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { doorsOf, type HouseView, type ViewExit } from "../sense/view.ts";
import { askedKind } from "./author-questions.ts";
import { isKey, NOT_ONESELF } from "./explain.ts";
import { DIRECTIONS, is, lies, reflexive, the, toward, upper } from "./grammar.ts";
import { adjectivesOf } from "./scenery.ts";

const SHORT: Readonly<Record<string, readonly string[]>> = {
  north: ["northward", "northwards", "n"],
  northeast: ["northeastward", "northeastwards", "ne", "north east", "north-east"],
  east: ["eastward", "eastwards", "e"],
  southeast: ["southeastward", "southeastwards", "se", "south east", "south-east"],
  south: ["southward", "southwards", "s"],
  southwest: ["southwestward", "southwestwards", "sw", "south west", "south-west"],
  west: ["westward", "westwards", "w"],
  northwest: ["northwestward", "northwestwards", "nw", "north west", "north-west"],
  up: ["u", "upstairs", "upward", "upwards"],
  down: ["d", "below", "downstairs", "downward", "downwards"],
  in: ["inside", "indoors", "inward"],
  out: ["outside", "outdoors", "outward"],
};

export function nounsOf(view: HouseView): Noun[] {
  const carried = new Set(allSeen({ holding: view.holding, things: [], people: [] }).map(({ id }) => id));
  return [
    ...allSeen(view).map((one) => thingNoun(asShown(view, one), seenKinds(view, one, carried.has(one.id)), one.at)),
    ...view.remembered.map(({ card, felt, at }) =>
      thingNoun(card, felt ? ["felt", ...(card.fixed ? [] : ["loose"]), ...kindsOf(card)] : ["remembered"], at),
    ),
    ...view.people.map((person) =>
      noun(plainly(view, person), [
        "person",
        "here",
        ...(person.animal ? [] : ["company"]),
        person.pronouns,
        ...(person.verbs ?? []).map((verb) => `verb:${verb}`),
      ]),
    ),
    // "Ask her about herself".
    ...view.people.map((person) => ({
      id: person.id,
      names: [person.name, reflexive(person), "yourself", "you"],
      kinds: ["selfsame"],
    })),
    ...view.absent.map(({ person }) =>
      noun({ ...person, aliases: [...person.aliases, ...firstOf(person), ...nobleOf(person)] }, [
        "person",
        "remembered",
        ...(person.pronouns ? [person.pronouns] : []),
      ]),
    ),
    {
      id: view.you.id,
      names: ["me", "myself", "self"],
      kinds: ["self"],
      instead: NOT_ONESELF,
    },
    // "Examine yourself", but "ask Ada about yourself" is about her.
    { id: view.you.id, names: ["yourself"], kinds: ["oneself"], instead: NOT_ONESELF },
    // "The key that I have"; never an object.
    { id: view.you.id, names: ["i"], kinds: ["speaker"] },
    ...doorsOf(view).map((door) => doorNoun(view, door)),
    // "Unlock the cellar": where a door leads is opened and locked by it.
    ...view.exits.flatMap(({ door, beyond }) =>
      door && beyond ? [{ id: door.id, names: roomNames(beyond), kinds: ["entrance"] }] : [],
    ),
    ...view.topics.map((topic) => ({
      ...noun({ ...topic, aliases: [...topic.aliases, ...nobleOf(topic)] }, [
        "topic",
        ...(topic.asked ? [askedKind(topic.id)] : []),
      ]),
      instead: heardOfOnly(topic),
    })),
    ...(view.elsewhere ?? []).map((door) => ({
      ...noun(door, ["topic"]),
      instead: `${upper(the(door))} is not here.`,
    })),
    ...rooms(view).map((room) => roomNoun(room, room.id === view.room.id)),
    { id: view.room.id, names: ["here"], kinds: ["spot", "hereabouts"], pronouns: ["it"] },
    ...ways(view),
    ...journeys(view),
  ];
}

const PLAIN: { readonly [P in Pronouns]?: readonly string[] } = {
  he: ["man", "guy", "fellow", "gentleman", "sir", "mister", "dude"],
  she: ["woman", "lady", "girl", "miss", "madam", "maam"],
};
/** Somebody in sight may be called what anybody would be, unless somebody else is known by that. */
function plainly(view: HouseView, person: SeenPerson): Named {
  const taken = new Set([...view.people, ...view.absent.map((one) => one.person)].flatMap(({ aliases }) => aliases));
  const plain = [
    ...firstOf(person),
    ...titleOf(view, person),
    ...nobleOf(person),
    ...(PLAIN[person.pronouns] ?? []),
  ].filter((word) => !taken.has(word));
  return { ...person, aliases: [...person.aliases, ...plain] };
}

const TITLES = new Set(
  "mr mrs ms miss dr doctor sir lady lord dame captain colonel major professor father sister brother aunt uncle old young the".split(
    " ",
  ),
);
/** "The dr", "captain": by a title that nobody else has. */
function titleOf(view: HouseView, person: Named): string[] {
  const ofName = ({ name }: Named) => RANKED.exec(name)?.[0].toLowerCase();
  const title = ofName(person);
  const all = [...view.people, ...view.absent.map(({ person }) => person)];
  return title && all.filter((one) => ofName(one) === title).length === 1 ? [title] : [];
}
/** "His lordship" is a lord, and not any man who is there. */
const nobleOf = ({ name }: Named): string[] =>
  /^(lord|sir) /i.test(name) ? ["lordship"] : /^(lady|dame) /i.test(name) ? ["ladyship"] : [];
const RANKED = /^(dr|doctor|captain|colonel|major|professor|sergeant|inspector)\b/i;

/** "Amos" of Amos Pender. */
export function firstOf({ name }: Pick<Named, "name">): string[] {
  const [first = "", ...more] = name.split(/\s+/);
  const isName = more.length > 0 && [first, more[0]!].every((word) => /^\p{Lu}/u.test(word));
  return isName && !TITLES.has(first.toLowerCase().replace(".", "")) ? [first] : [];
}

const asShown = (view: HouseView, it: Seen): Seen => {
  const said = adjectivesOf(view, it);
  return said.length === 0 ? it : { ...it, adjectives: [...new Set([...it.adjectives, ...said])] };
};

function seenKinds(view: HouseView, it: Seen, isCarried: boolean): string[] {
  const held = view.holding.some(({ id }) => id === it.id);
  return [
    "thing",
    "here",
    ...kindsOf(it),
    ...(held ? ["held", ...(it.worn ? [] : ["carried"]), ...(isKey(it) ? ["bunch"] : [])] : []),
    ...(held && it.worn ? ["mine"] : []),
    ...(view.posed?.on.id === it.id ? ["seat"] : []),
    ...(it.reach === "theirs" ? ["theirs"] : []),
    // What lies in something that one holds is still to be taken out of it, but not swept up by "all".
    ...(!held && !it.fixed && it.reach === "near" ? ["loose", ...(isCarried ? [] : ["lying"])] : []),
  ];
}

const kindsOf = (card: Card): string[] => [
  ...(card.container ? ["container"] : []),
  ...(card.container?.lid ? [card.container.open ? "opened" : "closed"] : []),
  ...(card.supporter ? ["supporter"] : []),
  ...(card.lockable ? ["lockable"] : []),
  ...(card.readable ? ["readable"] : []),
  ...(card.light ? ["light"] : []),
  ...(card.light?.switch ? [card.light.on ? "lit" : "unlit"] : []),
  ...(card.wearable ? ["wearable"] : []),
  ...(card.worn ? ["worn"] : []),
  ...(isKey(card) ? ["key"] : []),
  ...(card.uses ?? []).map((how) => `use:${how}`),
  ...(card.verbs ?? []).map((verb) => `verb:${verb}`),
];

const thingNoun = (card: Card, kinds: readonly string[], at: Placement | null): Noun => ({
  ...noun(card, kinds),
  ...(at === null ? {} : { at: placeOf(at) }),
});

/** The rooms that are known, by id: objects lose their order in canonical text. */
const rooms = ({ map }: HouseView): Named[] =>
  Object.keys(map)
    .sort()
    .map((id) => map[id]!.room);

/** Where one stands is also "the room"; and "here", but nobody who asks what somebody does here asks about the place. */
function roomNoun(it: Named, here: boolean): Noun {
  const names = roomNames(it);
  return {
    id: it.id,
    names: here ? [...names, "room"] : names,
    kinds: ["room", here ? "hereabouts" : "elsewhere"],
    ...(here ? {} : { instead: `${upper(the(it))} is not where you are. You could GO there.` }),
    fleeting: true,
  };
}

const roomNames = ({ name, aliases }: Named): string[] => [
  /^\p{Lu}/u.test(name) ? name : name.toLowerCase(),
  ...aliases,
];

/** Doors are also called by the way they stand in and by where they lead: "the north door", "the cottage door". */
function doorNoun(view: HouseView, door: DoorCard): Noun {
  const ways = view.exits
    .filter((exit) => exit.door?.id === door.id)
    .flatMap(({ direction, beyond, called = [] }) => [
      direction,
      ...called,
      ...(beyond ? [beyond.name.toLowerCase(), ...beyond.aliases] : []),
    ]);
  const kinds = [
    "door",
    "here",
    door.open ? "opened" : "closed",
    ...(door.lockable ? ["lockable"] : []),
    ...(door.uses ?? []).map((how) => `use:${how}`),
    ...(door.verbs ?? []).map((verb) => `verb:${verb}`),
  ];
  return noun({ ...door, adjectives: [...door.adjectives, ...ways] }, kinds);
}

const UPWARD: Readonly<Record<string, readonly string[]>> = { up: ["upward"], down: ["downward"] };
const STEPS = ["stairs", "stair", "staircase", "steps", "ladder"];

/** Words for a way up or down: those in the room's prose; in the dark, all of them. */
function stepsFor(view: HouseView, direction: string): readonly string[] {
  if (UPWARD[direction] === undefined) return [];
  if (!view.lit) return STEPS;
  // What another way is called leads nowhere else.
  const taken = new Set(view.exits.flatMap((exit) => (exit.direction === direction ? [] : (exit.called ?? []))));
  const named = new Set(view.description.toLowerCase().match(/[a-z]+/g));
  return STEPS.filter((word) => named.has(word) && !taken.has(word));
}

const OPENINGS = ["exit", "way", "doorway", "passage", "opening"];
/** "The east door" means the way east where there is no door. */
const openingsOf = ({ door }: HouseView["exits"][number]): readonly string[] =>
  door ? OPENINGS : [...OPENINGS, "door"];

/** All common directions, so that a way that is not there is refused by name; an author's own where they lead on. */
function ways(view: HouseView): Noun[] {
  const own = view.exits.map(({ direction }) => direction).filter((one) => !(one in SHORT));
  const outward = view.exits.length === 1 ? view.exits[0]!.direction : "out";
  const leaves = view.exits.some(({ direction }) => direction === "out");
  // Whoever leaves a room that no way leads out of goes back to where they were.
  const behind = view.exits.find((exit) => isBehind(view, exit))?.direction;
  const leaving = outward === "out" && !leaves ? (behind ?? "out") : outward;
  // Without a way back, "back" is understood like any way that is not there.
  const nowhere = behind
    ? []
    : [{ id: "way:back", value: "back", names: ["back"], kinds: ["direction"], fleeting: true as const }];
  const there = [...DIRECTIONS, ...own].flatMap((direction) => {
    const exit = view.exits.find((one) => one.direction === direction);
    const steps = exit ? stepsFor(view, direction) : [];
    const way = {
      id: `way:${direction}`,
      value: direction,
      names: [
        direction,
        ...(SHORT[direction] ?? []),
        // The one way there is leads out.
        ...(direction === outward && !leaves ? ["out", ...SHORT["out"]!] : []),
        ...(exit ? openingsOf(exit).map((word) => `${direction} ${word}`) : []),
      ],
      kinds: [
        ...(exit ? ["exit"] : []),
        "direction",
        ...(UPWARD[direction] ?? []),
        ...(direction === "in" ? ["inward"] : []),
      ],
      instead: exit ? wayOn(exit) : `There is nothing to be seen ${lies(direction)} but what you have been told of.`,
    };
    // "To the kitchen, then to the parlour": where a room or a door lies depends on where one stands.
    const named = exit ? [...exitNames(exit), ...(isBehind(view, exit) ? ["back"] : [])] : [];
    const leading = {
      ...way,
      names: named,
      adjectives: [direction],
      kinds: [...way.kinds, "called"],
      fleeting: true as const,
    };
    // What leads out is another way once a step was taken.
    const kinds = [...(direction === outward ? ["outward"] : []), ...(direction === leaving ? ["leaving"] : [])];
    const out = kinds.length > 0 ? [{ id: way.id, value: direction, names: [], kinds, fleeting: true as const }] : [];
    // "Open the door and go through it."
    return [
      way,
      // "There's a ladder, climb it": a ladder that is named can be meant by "it", and a direction cannot.
      ...(steps.length > 0
        ? [{ ...way, names: steps, kinds: [...way.kinds, "called"], pronouns: ["it" as const] }]
        : []),
      ...(named.length > 0 ? [leading] : []),
      ...out,
      ...(exit?.door ? [{ id: exit.door.id, value: direction, names: [], kinds: ["exit", "direction"] }] : []),
      // To somebody one can go, but a name alone goes nowhere.
      ...(exit
        ? toWhom(view, exit).map((names) => ({ id: way.id, value: direction, names, kinds: ["whereabouts"] }))
        : []),
    ];
  });
  return [...there, ...nowhere];
}

/** Rooms further away than the next one, and who was last seen there, each with the known way to it. */
function journeys(view: HouseView): Noun[] {
  return [...pathsFrom(view)].flatMap(([id, path]) => {
    if (path.length < 2) return [];
    const { room } = view.map[id]!;
    const there = view.absent.flatMap(({ person, room: at }) => (at?.id === id ? [person] : []));
    return [room, ...there].map((it) => ({
      id: `journey:${it.id}`,
      value: path,
      names: [it.id === id && !/^\p{Lu}/u.test(it.name) ? it.name.toLowerCase() : it.name, ...it.aliases],
      kinds: ["journey"],
      fleeting: true as const,
    }));
  });
}

/** The shortest known way to every room, by its directions. */
function pathsFrom({ map, room }: HouseView): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>([[room.id, []]]);
  for (const [at, path] of paths)
    for (const { direction, to } of map[at]?.exits ?? [])
      if (to !== null && !paths.has(to) && path.length < 40) paths.set(to, [...path, direction]);
  return paths;
}

/** The names of people last seen behind an exit. */
const toWhom = ({ absent }: HouseView, { beyond }: ViewExit): string[][] =>
  absent.flatMap(({ person, room }) => (beyond && room?.id === beyond.id ? [[person.name, ...person.aliases]] : []));

/** An exit is also called by its door and, once that is known, by the room behind it. */
const exitNames = ({ door, beyond, called = [] }: ViewExit) => [
  ...called.flatMap((name) => [name, ...(SHORT[name] ?? [])]),
  ...(called.some((name) => STEPS.includes(name)) ? STEPS : []),
  ...(door ? [door.name, ...door.aliases] : []),
  ...(beyond ? [beyond.name.toLowerCase(), ...beyond.aliases] : []),
];

/** Whether a way leads to where one came from. */
const isBehind = ({ map, room, came }: HouseView, { direction }: ViewExit): boolean =>
  came !== undefined && map[room.id]?.exits.find((one) => one.direction === direction)?.to === came;

/** What is said of a topic where no topic belongs: "examine the rumour". */
const heardOfOnly = (topic: Named): string =>
  `${upper(the(topic))} ${is(topic)} not here to be seen or touched. You could ASK somebody ABOUT ${the(topic).toUpperCase()}.`;

/** What is said of a way on where no way belongs: "examine the ladder". */
const wayOn = ({ direction, door, beyond }: ViewExit): string =>
  `That is the way ${toward(direction)}${beyond ? `, to ${the(beyond)}` : ""}${door ? `, through ${the(door)}${door.open ? "" : " (closed)"}` : ""}. You could GO there.`;

const LOOKS_MANY = /[^su]s$|[^s]es$/i;
/** A jar that is also called "plums" may be "them", and shelves of which one speaks as a shelf "it". */
const asMany = ({ name, aliases }: Named): "them"[] =>
  [name, ...aliases].some((one) => LOOKS_MANY.test(one)) ? ["them"] : [];
const asOne = ({ name, aliases }: Named): "it"[] =>
  [name, ...aliases].some((one) => !LOOKS_MANY.test(one)) ? ["it"] : [];

const PRONOUNS = { she: "her", he: "him", they: "them", it: "it" } as const;

const noun = (it: Named, kinds: readonly string[]): Noun => ({
  id: it.id,
  names: [...new Set([it.name, ...it.aliases])],
  ...(it.adjectives.length > 0 ? { adjectives: it.adjectives } : {}),
  kinds,
  pronouns: it.pronouns ? [PRONOUNS[it.pronouns]] : it.plural ? ["them", ...asOne(it)] : ["it", ...asMany(it)],
});
