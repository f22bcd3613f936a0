// Derived numbers that know where they come from: every sheet value is a sum of named causes, computed and never stored.

export interface ModifierCause {
  readonly what: string;
  readonly value: number;
}

/** `value` is the sum of its causes. */
export interface Sum {
  readonly value: number;
  readonly causes: readonly ModifierCause[];
}

/** A sum of its causes; a zero is only kept as the first, for the rest add nothing to know. */
export function sumOf(...causes: readonly (ModifierCause | null)[]): Sum {
  const kept = causes.filter((cause): cause is ModifierCause => cause !== null);
  return {
    value: kept.reduce((total, { value }) => total + value, 0),
    causes: kept.filter(({ value }, i) => value !== 0 || i === 0),
  };
}

export const cause = (what: string, value: number): ModifierCause => ({ what, value });

/** "+3", "+0", "-1". */
export const withSign = (value: number): string => (value < 0 ? `${value}` : `+${value}`);

/** Down, as the rules round everywhere. */
export const half = (value: number): number => Math.floor(value / 2);

/** "Armour class 16: chain shirt 13, Dexterity +2, shield +1". */
export const explainSum = (name: string, { value, causes }: Sum): string =>
  `${name} ${value}: ${causes.map(({ what, value }, i) => `${what} ${i === 0 ? value : withSign(value)}`).join(", ")}`;
