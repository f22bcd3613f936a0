// Records in an order of their own: by key. A record that was read back lists its keys otherwise than one that was built, and rules must not notice.

export const keysOf = (record: object): readonly string[] => Object.keys(record).sort();
export const valuesOf = <T>(record: Readonly<Record<string, T>>): readonly T[] =>
  keysOf(record).map((key) => record[key]!);
export const entriesOf = <T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
  keysOf(record).map((key) => [key, record[key]!] as const);
