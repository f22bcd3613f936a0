// How long names and texts may be, and what an id looks like. Contracts only; nothing here knows what it is the name of.
import { type TSchema, Type } from "@orrery/kernel";

export const LIMITS = {
  id: 60,
  name: 80,
  text: 4000,
  said: 500,
  items: 2000,
  aliases: 20,
  changes: 20,
  sayings: 20,
  effects: 20,
  count: 1_000_000,
} as const;

export const closed = { additionalProperties: false } as const;

export const idOptions = { pattern: "^[a-z][a-z0-9_-]*$", maxLength: LIMITS.id } as const;

export const Id = Type.String(idOptions);

export const Name = Type.String({ minLength: 1, maxLength: LIMITS.name });

export const Prose = Type.String({ maxLength: LIMITS.text });

/** Words in small letters with a space around each, so that whole words of one text can be found in another. */
export const plainWords = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ")} `;

/** A short digest of words, to tell later whether they have changed. */
export function digestOf(text: string): number {
  let digest = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) digest = Math.imul(digest ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return digest;
}

/** Whole numbers that a counter may show. */
export const Count = Type.Integer({ minimum: -LIMITS.count, maximum: LIMITS.count });

export const Names = Type.Array(Name, { maxItems: LIMITS.aliases });

/** Where the author put it among its like: objects lose their order in canonical text, prose must not. */
export const Rank = Type.Integer({ minimum: 0 });

/** What somebody says, or several ways of saying it, that take turns. */
export const Sayings = Type.Union([Prose, Type.Array(Prose, { minItems: 1, maxItems: LIMITS.sayings })]);

export const Line = Type.Union([Prose, Type.Null()]);

/** A form: its keys with what stands at each. */
export type Form = Readonly<Record<string, TSchema>>;
export type ObjectsOf<Forms extends readonly Form[]> = { -readonly [K in keyof Forms]: Type.TObject<Forms[K]> };

/** Each form as a closed mapping. */
export const objectsOf = <const Forms extends readonly Form[]>(forms: Forms): ObjectsOf<Forms> =>
  forms.map((form) => Type.Object(form, closed)) as ObjectsOf<Forms>;
