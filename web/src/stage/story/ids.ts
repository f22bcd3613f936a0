// Ids for what is named in the page.

/** `The Fish Market` as `the_fish_market`; with a number where that is taken. `otherwise`: for a name without letters. */
export function idFor(name: string, taken: ReadonlySet<string>, otherwise: string): string {
  const plain =
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
      .replaceAll(/^_+|_+$/g, "") || otherwise;
  for (let n = 1; ; n++) {
    const id = n === 1 ? plain : `${plain}_${n}`;
    if (!taken.has(id)) return id;
  }
}
