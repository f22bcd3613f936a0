// A house as it stands: its configuration and what has come of it since. Plain data; nothing here decides anything.
import { type Static, Type } from "@orrery/kernel";
import type { HouseConfig } from "./house.ts";
import { MOODS, type Mood } from "./rule.ts";
import { AttemptSchema, PrecedentSchema } from "./ruling.ts";
import { closed, Id, LIMITS, Name } from "./text.ts";
import { POSES } from "./thing.ts";

/** Precedents that are kept; older ones are forgotten first. */
export const PRECEDENTS = 200;

export const HURT_MOST = 3;

/** The game master's seat. No person of a house can have this id. */
export const GAMEMASTER = "gamemaster";

/** Sources of one topic that are kept, the first ones. */
export const SOURCES = 10;

/** `from`: who said so; null for one's own eyes. `when` is a moment. `met`: hearsay of somebody who was seen before. */
const SightingSchema = Type.Object(
  {
    room: Id,
    holder: Type.Optional(Id),
    left: Type.Optional(Name),
    from: Type.Union([Id, Type.Null()]),
    when: Type.Integer({ minimum: 0 }),
    met: Type.Optional(Type.Literal(true)),
  },
  closed,
);

export type Sighting = Static<typeof SightingSchema>;

const source = { from: Type.Union([Id, Type.Null()]), time: Type.Integer() };

const Again = Type.Object(source, closed);

const Nth = Type.Optional(Type.Integer({ minimum: 0, maximum: LIMITS.sayings }));

/** What a running house keeps beside its configuration. Each is absent until it is needed, as it is in states of before. */
export const RunningSchema = Type.Object(
  {
    /** Turns that have passed; counted where there are rules. */
    time: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Acts of this turn that took time. */
    spent: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Of them those at the end that were only waited. */
    idle: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Rules that this turn has set off, and who did. */
    due: Type.Optional(Type.Array(Type.Object({ rule: Id, by: Id }, closed))),
    /** How often each rule has fired. */
    fired: Type.Optional(Type.Record(Id, Type.Integer({ minimum: 1 }), closed)),
    /** By person and topic: the first source and the turn it was learned in; and the later sources. */
    knowing: Type.Optional(
      Type.Record(
        Id,
        Type.Record(
          Id,
          Type.Object({ ...source, again: Type.Optional(Type.Array(Again, { maxItems: SOURCES - 1 })) }, closed),
          closed,
        ),
        closed,
      ),
    ),
    /** The person cast in each part. */
    cast: Type.Optional(Type.Record(Id, Id, closed)),
    /** By person: which of several ways of saying the same they used last. */
    sayings: Type.Optional(
      Type.Record(
        Id,
        Type.Object(
          {
            answers: Nth,
            unaware: Nth,
            declines: Nth,
            refuses: Nth,
            greeting: Nth,
            thanks: Nth,
            apology: Nth,
            farewell: Nth,
          },
          closed,
        ),
        closed,
      ),
    ),
    /** By person and topic: which of their replies about it they gave last, of those with several answers in order, and how often. */
    answered: Type.Optional(
      Type.Record(
        Id,
        Type.Record(
          Id,
          Type.Object({ of: Type.Integer({ minimum: 0 }), times: Type.Integer({ minimum: 1 }) }, closed),
          closed,
        ),
        closed,
      ),
    ),
    /** By person and by what they lie about: at what moment they last did so. */
    lied: Type.Optional(Type.Record(Id, Type.Record(Id, Type.Integer({ minimum: 0 }), closed), closed)),
    /** By person and by what they lied about: who caught them. They tell the truth of it from then on. */
    caught: Type.Optional(Type.Record(Id, Type.Record(Id, Id, closed), closed)),
    /** By person and by what they have yet to lie about: who has shown or told them what gives it away. */
    forewarned: Type.Optional(Type.Record(Id, Type.Record(Id, Type.Array(Id, { minItems: 1 }), closed), closed)),
    /** How many steps of each hint were given. */
    hinted: Type.Optional(Type.Record(Id, Type.Integer({ minimum: 1 }), closed)),
    /** Acts that took a turn, from the opening on. */
    moment: Type.Optional(Type.Integer({ minimum: 0 })),
    /** By person and by what they have to tell of: where it was last, as far as they know. */
    seen: Type.Optional(Type.Record(Id, Type.Record(Id, SightingSchema, closed), closed)),
    /** By person on a route: which stop they make for or are at, and up to which turn they stay. */
    routes: Type.Optional(
      Type.Record(
        Id,
        Type.Object(
          {
            stop: Type.Integer({ minimum: 0 }),
            until: Type.Union([Type.Integer(), Type.Null()]),
            /** The door that bars the way, as was said. */
            barred: Type.Union([Id, Type.Null()]),
          },
          closed,
        ),
        closed,
      ),
    ),
    /**
     * By person led away from their own ways: the leader they follow, or null when they stay or go `back`; and the
     * room they were first led from. Removed when they are their own again.
     */
    led: Type.Optional(
      Type.Record(
        Id,
        Type.Object({ by: Type.Union([Id, Type.Null()]), home: Id, back: Type.Optional(Type.Literal(true)) }, closed),
        closed,
      ),
    ),
    /** Who sits, lies or is on or in what. */
    posed: Type.Optional(Type.Record(Id, Type.Object({ how: Type.Enum(POSES), on: Id }, closed), closed)),
    /** An attempt that waits for the game master's ruling. */
    pending: Type.Optional(AttemptSchema),
    /** Oldest first. */
    precedents: Type.Optional(Type.Array(PrecedentSchema, { maxItems: PRECEDENTS })),
    /** How badly somebody is hurt: three is as bad as it gets. Waiting mends it. */
    hurts: Type.Optional(Type.Record(Id, Type.Integer({ minimum: 1, maximum: HURT_MOST }), closed)),
    /** Up to which moment somebody is in a mood. */
    moods: Type.Optional(
      Type.Record(Id, Type.Object({ mood: Type.Enum(MOODS), until: Type.Integer() }, closed), closed),
    ),
  },
  closed,
);

/** The house as it stands. `turn` is the player who is asked; `acted` says that this player has used the turn. */
export interface HouseState extends HouseConfig, Static<typeof RunningSchema> {
  readonly turn: string;
  readonly acted: boolean;
  readonly ended: string | null;
}

/** Whether time is counted here: where rules wait for it or a clock shows it, or people go about by themselves. */
export const isClocked = ({ rules, people, clock }: Pick<HouseConfig, "rules" | "people" | "clock">): boolean =>
  clock !== undefined ||
  (rules !== undefined && rules.length > 0) ||
  Object.values(people).some(
    ({ route, obeys }) => route !== undefined || obeys?.some(({ act }) => act === "follow") === true,
  );

/** The mood that somebody is in now, or null. */
export function moodOf({ moods, moment = 0 }: Pick<HouseState, "moods" | "moment">, who: string): Mood | null {
  const mood = moods && own(moods, who);
  return mood && mood.until >= moment ? mood.mood : null;
}

/** Own properties only: an id from outside may be "toString". */
export const own = <T>(record: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(record, id) ? record[id] : undefined;

/** Entries in the author's order, not in key order. Cached per record; records are immutable. */
export function byRank<T extends { readonly rank: number }>(
  record: Readonly<Record<string, T>>,
): readonly [string, T][] {
  let list = orders.get(record) as [string, T][] | undefined;
  if (!list) {
    list = Object.entries(record).sort(([a, x], [b, y]) => x.rank - y.rank || (a < b ? -1 : 1));
    orders.set(record, list);
  }
  return list;
}

const orders = new WeakMap<object, unknown>();
