// What can happen in a town. The same kinds tell of a town of ours and of an imported run; the latter say where they were read and when they happened there.
import { type Static, type TSchema, Type } from "@orrery/kernel";
import { type Emotion, Id, PersonSchema, Share } from "./config.ts";

const closed = { additionalProperties: false } as const;
const Ref = Id;
const Text = Type.String({ maxLength: 100_000 });
const Refs = Type.Array(Ref, { maxItems: 100_000 });
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Where an imported event was read. `at`: time as it stands there; `id`: row or foreign id. */
export const SourceSchema = Type.Object(
  {
    file: Text,
    line: Type.Optional(Type.Integer({ minimum: 0 })),
    id: Type.Optional(Text),
    at: Type.Optional(Text),
  },
  closed,
);
export type Source = Static<typeof SourceSchema>;

/** `source`: imported. `forced`: an author's doing, which does not count as the agent's answer. */
const envelope = {
  round: Type.Integer({ minimum: 0 }),
  source: Type.Optional(SourceSchema),
  forced: Type.Optional(Type.Literal(true)),
} as const;
const event = <const T extends string, F extends Record<string, TSchema>>(type: T, fields: F) =>
  Type.Object({ type: Type.Literal(type), ...fields, ...envelope }, closed);

/** Everything that people do and that can be recorded from elsewhere, by kind. */
export const EVENT_SCHEMAS = {
  /** Somebody new. */
  enrolled: event("enrolled", { person: PersonSchema }),
  posted: event("posted", {
    by: Ref,
    post: Ref,
    platform: Ref,
    text: Text,
    topic: Type.Optional(Ref),
    stance: Type.Optional(Share),
  }),
  /** `of`: what was passed on; `root`: what stands at the end of that chain. */
  reposted: event("reposted", { by: Ref, post: Ref, platform: Ref, of: Ref, root: Ref }),
  quoted: event("quoted", {
    by: Ref,
    post: Ref,
    platform: Ref,
    of: Ref,
    root: Ref,
    text: Text,
    topic: Type.Optional(Ref),
    stance: Type.Optional(Share),
  }),
  /** `post` is null where an imported log does not say under what it was written. */
  commented: event("commented", {
    by: Ref,
    comment: Ref,
    post: orNull(Ref),
    text: Text,
    stance: Type.Optional(Share),
  }),
  reacted: event("reacted", {
    by: Ref,
    what: Type.Enum(["like", "unlike", "dislike", "undislike", "report"]),
    on: Type.Enum(["post", "comment"]),
    id: Ref,
  }),
  /** `who` is null where an imported log does not say. */
  followed: event("followed", { by: Ref, who: orNull(Ref) }),
  unfollowed: event("unfollowed", { by: Ref, who: orNull(Ref) }),
  muted: event("muted", { by: Ref, who: orNull(Ref) }),
  unmuted: event("unmuted", { by: Ref, who: orNull(Ref) }),
  /** A search, a look at the trends or a fresh feed, and what it showed. `platform` where it is known. */
  looked: event("looked", {
    by: Ref,
    what: Type.Enum(["search_posts", "search_user", "trend", "refresh"]),
    query: Type.Optional(Text),
    platform: Type.Optional(Ref),
    found: Refs,
  }),
  /** Was there, and did nothing. */
  idled: event("idled", { by: Ref }),
  grouped: event("grouped", {
    by: Ref,
    what: Type.Enum(["create", "join", "leave"]),
    group: Ref,
    name: Type.Optional(Text),
  }),
  /** `to` is a person or a group. */
  messaged: event("messaged", { by: Ref, to: Ref, message: Ref, text: Text }),
  /** How somebody now sees a topic. */
  held: event("held", { by: Ref, topic: Ref, value: Share }),
  interviewed: event("interviewed", { who: Ref, question: Ref, text: Text }),
  answered: event("answered", { by: Ref, question: Ref, text: Text }),
  /** An action of another simulator that has no kind of its own here. */
  noted: event("noted", { by: Ref, action: Text, args: Type.Record(Type.String(), Type.Unknown()) }),
  /** `platform` null: of the whole town. */
  round_ended: event("round_ended", { platform: orNull(Ref) }),
} as const;
type Frozen<T> = { readonly [K in keyof T]: T[K] extends string[] ? readonly string[] : T[K] };
export type RecordedEvent = {
  [K in keyof typeof EVENT_SCHEMAS]: Frozen<Static<(typeof EVENT_SCHEMAS)[K]>>;
}[keyof typeof EVENT_SCHEMAS];

/** What an author brings about. */
export type AuthorEvent =
  | {
      readonly type: "happened";
      readonly id: string;
      readonly kind: string;
      readonly text: string;
      readonly round: number;
      readonly scope: "truth" | "telling";
      readonly to: readonly string[] | null;
      readonly topic: string | null;
      readonly stance: number | null;
    }
  /** Nobody hears from `who` before round `until`. */
  | { readonly type: "silenced"; readonly who: string; readonly until: number; readonly round: number }
  | { readonly type: "died"; readonly who: string; readonly cause: string; readonly round: number }
  | { readonly type: "revived"; readonly who: string; readonly round: number }
  /** Feelings set to these values; the others stay as they are. */
  | {
      readonly type: "felt";
      readonly who: string;
      readonly emotions: Readonly<Partial<Record<Emotion, number>>>;
      readonly round: number;
    }
  /** Time in which nobody acts: feelings fade, and the hour moves on. */
  | { readonly type: "skipped"; readonly rounds: number; readonly round: number };

export type TownEvent = RecordedEvent | AuthorEvent;
