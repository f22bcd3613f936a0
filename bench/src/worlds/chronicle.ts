// A document that an author keeps writing: ten kilobytes of people, places and threads. What the figures of disk are measured with.
import { type Ask, type Lexicon, refuse, Type, type World } from "@orrery/kernel";

const WORDS =
  "amber ash bell bridge candle cellar copper crown dusk ember ferry frost garden harbour iron lantern ledger letter mirror mist moth oath orchard raven river salt silver stair thorn tide vault winter".split(
    " ",
  );

interface Person {
  readonly id: string;
  readonly name: string;
  readonly mood: string;
  readonly place: string;
  readonly hp: number;
  readonly stats: Readonly<Record<string, number>>;
  readonly carries: readonly { readonly id: string; readonly name: string; readonly quantity: number }[];
  readonly note: string;
}
interface Place {
  readonly id: string;
  readonly name: string;
  readonly open: boolean;
  readonly description: string;
}
interface Thread {
  readonly id: string;
  readonly title: string;
  readonly status: "open" | "closed";
  readonly tension: number;
  readonly beats: readonly string[];
}
export interface ChronicleState {
  readonly title: string;
  readonly clock: number;
  readonly people: Readonly<Record<string, Person>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly threads: Readonly<Record<string, Thread>>;
  readonly facts: readonly { readonly id: string; readonly text: string; readonly by: string }[];
}

const actions = {
  write: {
    targetId: true,
    locationId: true,
    metadata: Type.Object(
      { mood: Type.String({ maxLength: 40 }), hp: Type.Integer({ minimum: 0, maximum: 99 }), thread: Type.String() },
      { additionalProperties: false },
    ),
  },
} as const;

interface Written {
  readonly type: "written";
  readonly who: string;
  readonly place: string;
  readonly mood: string;
  readonly hp: number;
  readonly thread: string;
  readonly tension: number;
}
export interface Chronicle {
  config: { readonly size: number };
  state: ChronicleState;
  view: ChronicleState;
  percept: Written;
  mind: null;
  event: Written;
  reasons: { unknown_id: { readonly id: string } };
  actions: typeof actions;
  god: Record<string, never>;
}

const AUTHOR = "author";
const ASKS: readonly Ask<Chronicle>[] = [{ id: "write", to: AUTHOR, lane: "page", may: ["write"], kind: "standing" }];

export const chronicle = {
  id: "chronicle",
  version: 1,
  config: Type.Object({ size: Type.Integer({ minimum: 1, maximum: 100 }) }, { additionalProperties: false }),
  actions,
  open: ({ size }) => ({
    title: "The Salt Crown",
    clock: 0,
    people: byId(size, person),
    places: byId(size, place),
    threads: byId(size, thread),
    facts: Array.from({ length: size }, (_, i) => ({ id: `f${i}`, text: phrase(i * 7, 10), by: `c${i}` })),
  }),
  actors: () => [AUTHOR],
  asks: () => ASKS,
  check: {
    write({ people, places, threads }, { targetId, locationId, metadata }) {
      if (!Object.hasOwn(people, targetId)) return refuse("unknown_id", { id: targetId });
      if (!Object.hasOwn(places, locationId)) return refuse("unknown_id", { id: locationId });
      if (!Object.hasOwn(threads, metadata.thread)) return refuse("unknown_id", { id: metadata.thread });
      return null;
    },
  },
  decide: {
    write: ({ threads }, { targetId, locationId, metadata: { mood, hp, thread } }) => [
      {
        type: "written",
        who: targetId,
        place: locationId,
        mood,
        hp,
        thread,
        tension: (threads[thread]!.tension + 1) % 9,
      },
    ],
  },
  apply: {
    written: (state, { who, place, mood, hp, thread, tension }) => ({
      ...state,
      clock: state.clock + 1,
      people: { ...state.people, [who]: { ...state.people[who]!, mood, hp, place } },
      threads: { ...state.threads, [thread]: { ...state.threads[thread]!, tension } },
    }),
  },
  perceive: (_before, event) => [{ to: AUTHOR, what: event }],
  view: ({ title, clock, people, places, threads, facts }) => ({ title, clock, people, places, threads, facts }),
  legal: ({ people, places, threads }, actorId) =>
    Object.keys(people).map((targetId, i) => ({
      actorId,
      type: "write" as const,
      targetId,
      locationId: Object.keys(places)[i]!,
      metadata: { mood: "calm", hp: 1, thread: Object.keys(threads)[i]! },
    })),
  explain: { unknown_id: ({ id }) => `There is nothing called "${id}" here.` },
  outcome: () => null,
  entities: ({ people }) =>
    Object.values(people).map(({ id, name, mood, hp }) => ({ id, name, type: "person", attributes: { mood, hp } })),
  words: {
    name: (_view, who) => who,
    lexicon: (): Lexicon => ({ verbs: [], nouns: [] }),
    tell: ({ percepts }) => percepts.map(({ who, mood }) => `${who} is ${mood}.`).join(" "),
  },
} satisfies World<Chronicle>;

/** Words in an order that only depends on where it begins. */
export const phrase = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => WORDS[(from * 5 + i * i + i * 3) % WORDS.length]!).join(" ");

const byId = <T extends { readonly id: string }>(size: number, make: (i: number) => T): Record<string, T> =>
  Object.fromEntries(
    Array.from({ length: size }, (_, i) => {
      const one = make(i);
      return [one.id, one];
    }),
  );
const person = (i: number): Person => ({
  id: `c${i}`,
  name: phrase(i, 2),
  mood: phrase(i + 3, 1),
  place: `l${i}`,
  hp: 10 + (i % 7),
  stats: { strength: 10, dexterity: 12, constitution: 11, wits: 13, will: 9, charm: 14 },
  carries: [{ id: `i${i}`, name: phrase(i + 11, 2), quantity: 1 }],
  note: phrase(i + 17, 14),
});
const place = (i: number): Place => ({
  id: `l${i}`,
  name: phrase(i + 23, 2),
  open: true,
  description: phrase(i + 29, 18),
});
const thread = (i: number): Thread => ({
  id: `t${i}`,
  title: phrase(i + 31, 4),
  status: "open",
  tension: i % 5,
  beats: [phrase(i + 37, 6)],
});
