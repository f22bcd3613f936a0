// A turn tried otherwise: its other versions on other branches, and the branch that other words make and name. Deletes nothing.
import type { Branch } from "../shapes.ts";

export interface Alternative {
  readonly branch: string;
  /** It is the one that is looked at. */
  readonly here: boolean;
}

/** By turn of a branch: its versions on all branches, the one made first at first; turns with one version are left out. */
export function alternativesAt(branches: readonly Branch[], here: string): ReadonlyMap<number, readonly Alternative[]> {
  const others = branches.filter(({ name, apart }) => name !== here && apart?.next != null);
  const turns = new Set(others.map(({ apart }) => apart!.turn + 1));
  const own = branches.find(({ name }) => name === here);
  return new Map(
    [...turns].flatMap((turn) => {
      if (!own || own.head.turn < turn) return [];
      const seen = new Set<string>();
      const all = branches.flatMap(({ name, apart }): readonly Alternative[] => {
        const isOwn = name === here || (apart !== undefined && apart.turn >= turn);
        const version = isOwn ? here : apart?.turn === turn - 1 ? apart.next : null;
        if (version === null || seen.has(version)) return [];
        seen.add(version);
        return [{ branch: isOwn ? here : name, here: isOwn }];
      });
      return [[turn, all] as const];
    }),
  );
}

const NAME_MAX = 40;

/** A name for a branch that is made by words: those words, as far as they can stand in a name. */
export function nameFrom(words: string, taken: readonly string[]): string {
  const plain = words
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N} .-]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^[ .-]+/, "")
    .slice(0, NAME_MAX)
    .trim();
  const name = plain === "" ? "try" : plain;
  for (let i = 1; ; i++) {
    const one = i === 1 ? name : `${name} ${i}`;
    if (!taken.includes(one)) return one;
  }
}

/** The branch that was just made by trying something otherwise, and where one came from. Lasts as long as this page. */
export interface Tried {
  readonly run: string;
  readonly branch: string;
  readonly from: string;
}
let last: Tried | null = null;
export const justTried = (run: string, branch: string): Tried | null =>
  last?.run === run && last.branch === branch ? last : null;
export const rememberTried = (tried: Tried): void => {
  last = tried;
};
export const forgetTried = (): void => {
  last = null;
};
