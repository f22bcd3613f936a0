// What an id may have to be the id of. A form of a condition or an effect says so by the schema of its ids; `author/roles.ts` tells what fits.
import { type TSchema, Type } from "@orrery/kernel";
import { type Form, idOptions } from "./text.ts";

export const ROLE_NAMES = [
  "room",
  "door",
  "thing",
  "person",
  /** A person who is not played. */
  "led",
  "flag",
  "counter",
  "rule",
  "ending",
  "topic",
  "cast",
  /** Everything that can be talked about. */
  "subject",
  /** Everything that people remember. */
  "known",
  /** Every target of an act. */
  "any",
  "object",
  "place",
  "supporter",
  "container",
  "light",
  "opens",
  "locks",
  "wearable",
  "portable",
] as const;
export type Role = (typeof ROLE_NAMES)[number];

const id = () => Type.String(idOptions);

/** For each role a schema of its own, though every id is written alike: the role is known by the schema. */
export const an = Object.fromEntries(ROLE_NAMES.map((role) => [role, id()])) as Readonly<
  Record<Role, ReturnType<typeof id>>
>;
export const maybeRoom = Type.Optional(an.room);
const roles = new Map<TSchema, Role>(ROLE_NAMES.map((role) => [an[role], role]));
roles.set(maybeRoom, "room");

/** The role of an id with this schema; undefined for all else. */
export const roleOf = (schema: TSchema): Role | undefined => roles.get(schema);

/** The ids that a value of one of these forms names, by their keys, and what each must be. */
export function idsByRole(forms: readonly Form[], value: object): { at: string[]; id: string; is: Role }[] {
  const keys = Object.keys(value);
  const fits = (form: Form) =>
    keys.every((key) => key in form) &&
    Object.keys(form).every((key) => keys.includes(key) || Type.IsOptional(form[key]));
  const form = forms.find(fits)!;
  return Object.entries(value).flatMap(([key, id]) => {
    const is = roleOf(form[key]!);
    return is === undefined ? [] : [{ at: [key], id, is }];
  });
}
