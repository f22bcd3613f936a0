// What an author may do to a story beyond the town's own interventions: contracts of the god actions, and why they may be refused. Nothing here runs.
import { Type } from "@orrery/kernel";
import { ENFORCEMENTS, PLACE_SCHEMAS } from "../tale.ts";
import { AGENT_KINDS, townGod } from "../town/actions.ts";
import { Id, Share } from "../town/config.ts";

const closed = { additionalProperties: false } as const;
const AUTHOR_TEXT_MAX = 4000;
const Words = Type.String({ minLength: 1, maxLength: AUTHOR_TEXT_MAX });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Key = Type.String({ minLength: 1, maxLength: 200 });

/** The round that the log shows, where the telling counts otherwise than the town; and when the author did it. */
const stamp = {
  round: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  at: Type.Optional(Type.String({ maxLength: 40 })),
} as const;

const PlaceContract = {
  id: Key,
  name: Name,
  description: Type.String({ maxLength: AUTHOR_TEXT_MAX }),
  atmosphere: Type.Optional(Type.String({ maxLength: AUTHOR_TEXT_MAX })),
  time_of_day: Type.Optional(Type.String({ maxLength: 200 })),
} as const;
const Factions = {
  id: Key,
  name: Name,
  power: Share,
  members: Type.Array(Id, { maxItems: 100_000 }),
  goals: Type.Array(Words, { maxItems: 100 }),
} as const;
const Resources = { id: Key, name: Name, abundance: Share, controlled_by: Type.Union([Key, Type.Null()]) } as const;
const rulesOf = Type.Array(Type.String({ maxLength: AUTHOR_TEXT_MAX }), { maxItems: 1000 });
const named = { metadata: Type.Object({ id: Key }, closed) } as const;

export const taleGod = {
  /** Something happens. `telling`: only the narrator knows of it; `truth`: the people of the town learn of it too. */
  inject_event: {
    metadata: Type.Object(
      { description: Words, scope: Type.Optional(Type.Enum(["truth", "telling"])), kind: Type.Optional(Id), ...stamp },
      closed,
    ),
  },
  kill: {
    targetId: true,
    metadata: Type.Object({ cause: Type.Optional(Type.String({ maxLength: 1000 })), ...stamp }, closed),
  },
  /** Feelings by name: clamped to 0 to 1, the others stay. */
  modify_emotion: {
    targetId: true,
    metadata: Type.Object(
      { emotions: Type.Record(Type.String({ maxLength: 60 }), Type.Number(), { minProperties: 1 }), ...stamp },
      closed,
    ),
  },
  /** To a place, or away from all of them. */
  move: { targetId: true, metadata: Type.Object({ place: Type.Union([Key, Type.Null()]), ...stamp }, closed) },
  /** Somebody does this now, under the rules that hold for anybody. */
  force_action: {
    targetId: true,
    metadata: Type.Object(
      {
        action: Type.Object(
          {
            type: Type.Enum([...AGENT_KINDS]),
            targetId: Type.Optional(Key),
            metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          },
          closed,
        ),
        ...stamp,
      },
      closed,
    ),
  },
  set_rules: { metadata: Type.Object({ rules: rulesOf }, closed) },
  /** `index` from 0. */
  edit_rule: { metadata: Type.Object({ index: Type.Integer({ minimum: 0 }), text: Words }, closed) },
  delete_rule: { metadata: Type.Object({ index: Type.Integer({ minimum: 0 }) }, closed) },
  put_location: { metadata: Type.Object(PlaceContract, closed) },
  delete_location: named,
  edit_event: {
    metadata: Type.Object({ id: Key, description: Type.Optional(Words), round: stamp.round }, closed),
  },
  delete_event: named,
  put_faction: { metadata: Type.Object(Factions, closed) },
  delete_faction: named,
  put_resource: { metadata: Type.Object(Resources, closed) },
  delete_resource: named,
  set_telling: {
    metadata: Type.Object(
      {
        tone: Type.Optional(Type.String({ maxLength: 400 })),
        enforcement: Type.Optional(Type.Enum([...ENFORCEMENTS])),
        places: Type.Optional(Type.Enum([...PLACE_SCHEMAS])),
      },
      closed,
    ),
  },
  /** A standing rule: checked where it can be, shown as advice where it cannot. */
  add_directive: { metadata: Type.Object({ text: Words }, closed) },
  delete_directive: named,
  /** Undoes one intervention and keeps everything after it. */
  take_back: named,
  /** Several at once: all of them, or none. */
  bulk: {
    metadata: Type.Object(
      {
        actions: Type.Array(
          Type.Object(
            {
              type: Name,
              targetId: Type.Optional(Key),
              metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
            },
            closed,
          ),
          { minItems: 1, maxItems: 10_000 },
        ),
      },
      closed,
    ),
  },
} as const;

export const storyGod = { ...townGod, ...taleGod } as const;

export interface TaleReasons {
  unknown_place: { readonly id: string };
  unknown_event: { readonly id: string };
  unknown_rule: { readonly index: number };
  unknown_faction: { readonly id: string };
  unknown_resource: { readonly id: string };
  unknown_directive: { readonly id: string };
  unknown_emotion: { readonly names: readonly string[] };
  unfit_action: { readonly problem: string };
  against_directive: { readonly text: string };
}

export const taleExplain: { [R in keyof TaleReasons]: (data: TaleReasons[R]) => string } = {
  unknown_place: ({ id }) => `There is no place "${id}".`,
  unknown_event: ({ id }) => `There is no event "${id}" that stands.`,
  unknown_rule: ({ index }) => `There is no rule ${index}: they are counted from 0.`,
  unknown_faction: ({ id }) => `There is no faction "${id}".`,
  unknown_resource: ({ id }) => `There is no resource "${id}".`,
  unknown_directive: ({ id }) => `There is no directive "${id}".`,
  unknown_emotion: ({ names }) => `There is no feeling called ${names.map((name) => `"${name}"`).join(" or ")}.`,
  unfit_action: ({ problem }) => problem,
  against_directive: ({ text }) => `That is against the directive “${text}”.`,
};
