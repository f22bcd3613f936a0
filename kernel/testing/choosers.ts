// Players for tests: one keeps to what is legal, the other hands in anything that a hostile outside could.
import type { Action, ActorId, Dice, Shape } from "@orrery/kernel";
import type { Choose } from "./play-out.ts";

/** Any legal action; nothing when there is none. */
export const legally = <S extends Shape>({ legal, dice }: Parameters<Choose<S>>[0]): readonly unknown[] | null =>
  legal.length === 0 ? null : [dice.pick("choice", legal as [Action<S>, ...Action<S>[]])];

/** Legal two times in three, else one to three actions of which most are spoilt; now and then nothing. */
export const recklessly = <S extends Shape>(chance: Parameters<Choose<S>>[0]): readonly unknown[] | null => {
  const { dice, legal, actors, ask } = chance;
  const mood = dice.int("mood", 0, 8);
  if (mood < 6) return legally(chance);
  if (mood === 8 && ask.fallback) return null;
  return Array.from({ length: dice.int("many", 1, 3) }, () => {
    const base = legal.length > 0 ? dice.pick("base", legal as [Action<S>, ...Action<S>[]]) : nothing(ask.to, ask.may);
    return spoil(base, actors, dice);
  });
};

const nothing = (actorId: ActorId, may: readonly string[]) => ({ actorId, type: may[0] ?? "nothing" });

/** One thing wrong with an action: some of it is still well formed, some is no action at all. */
export function spoil(action: object, actors: readonly ActorId[], dice: Dice): unknown {
  const metadata = (action as { metadata?: Record<string, unknown> }).metadata;
  const value = () => dice.pick("value", ODD as [unknown, ...unknown[]]);
  switch (dice.int("spoil", 0, 11)) {
    case 0:
      return { ...action, actorId: dice.pick("actor", ["nobody", ...actors]) };
    case 1:
      return {
        ...action,
        type: dice.pick("type", ["toString", "__proto__", "@amended", "amend", "", "no such thing"]),
      };
    case 2:
      return { ...action, [dice.pick("extra", ["validation", "constructor", "id"])]: value() };
    case 3:
      return { ...action, metadata: value() };
    case 4:
      return { ...action, metadata: { ...metadata, extra: value() } };
    case 5:
      return { ...action, targetId: value() };
    case 6:
      return { ...action, locationId: value() };
    case 7: {
      const { metadata: _gone, ...rest } = action as { metadata?: unknown };
      return rest;
    }
    case 8:
      return JSON.parse(`{"__proto__":{"type":"x"},${JSON.stringify(action).slice(1)}`);
    case 9:
      return value();
    default: {
      const keys = Object.keys(metadata ?? {});
      if (keys.length === 0) return { ...action, metadata: {} };
      return { ...action, metadata: { ...metadata, [dice.pick("key", keys as [string, ...string[]])]: value() } };
    }
  }
}

const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  9007199254740992,
  Number.NaN,
  -0,
  Number.POSITIVE_INFINITY,
  "",
  "nowhere",
  "\u0000\u001b[31m",
  "\ud800",
  "x".repeat(300),
  [],
  {},
  [[[[]]]],
  undefined,
];
