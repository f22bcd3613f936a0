// Shapes of the narrative endpoints as OpenAPI documents show them. Bodies are read by the handlers, which answer with the source's own messages.
import { Type } from "@orrery/kernel";

export const SimPath = Type.Object({ sim_id: Type.String({ minLength: 1 }) });
export const RoundPath = Type.Object({ sim_id: Type.String({ minLength: 1 }), round: Type.String() });
export const BookPath = Type.Object({ sim_id: Type.String({ minLength: 1 }), format: Type.String() });
export const BranchQuery = Type.Object(
  { branch: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) },
  { additionalProperties: false },
);
/** Each a branch, or `branch@turn`. */
export const CompareQuery = Type.Object(
  {
    a: Type.String({ minLength: 1, maxLength: 80 }),
    b: Type.String({ minLength: 1, maxLength: 80 }),
  },
  { additionalProperties: false },
);
/** Any body; the handler names what does not fit. */
export const AnyBody = Type.Unknown();
/** In the source's words; a body that is no JSON at all is answered as a problem of the server's own. */
export const Failed = Type.Object({ error: Type.Optional(Type.String()) });

const Emotions = Type.Record(Type.String(), Type.Number());
export const World = Type.Object({
  sim_id: Type.String(),
  rules: Type.Array(Type.String()),
  locations: Type.Record(
    Type.String(),
    Type.Object({ id: Type.String(), name: Type.String(), description: Type.String() }),
  ),
  event_log: Type.Array(
    Type.Object({ id: Type.String(), round: Type.Integer(), type: Type.String(), description: Type.String() }),
  ),
});
export const Event = Type.Object({
  id: Type.String(),
  round: Type.Integer(),
  type: Type.String(),
  description: Type.String(),
});
export const Character = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.Enum(["alive", "dead"]),
  emotional_state: Emotions,
});
export const Characters = Type.Array(Character);
export const Beat = Type.Object({
  round: Type.Integer(),
  platform: Type.Union([Type.String(), Type.Null()]),
  prose: Type.String(),
  characters: Type.Array(Type.String()),
  action_count: Type.Integer(),
  teller: Type.String(),
});
export const Beats = Type.Array(Beat);
const OrNull = Type.Union([Type.String(), Type.Null()]);
const Standing = Type.Object({
  status: Type.Enum(["alive", "dead"]),
  opinions: Type.Record(Type.String(), Type.Number()),
  emotions: Type.Array(Type.Number()),
  following: Type.Integer(),
  followers: Type.Integer(),
});
export const Comparison = Type.Object({
  first: Type.Union([
    Type.Object({
      round: Type.Integer(),
      platform: OrNull,
      a: Type.Array(Type.String()),
      b: Type.Array(Type.String()),
    }),
    Type.Null(),
  ]),
  rounds: Type.Array(Type.Object({ round: Type.Integer(), platform: OrNull, a: OrNull, b: OrNull })),
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), a: Standing, b: Standing })),
});
export const Imported = Type.Object({ actions: Type.Integer(), ignored: Type.Array(Type.String()) });
export const File = Type.String();
