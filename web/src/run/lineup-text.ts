// A lineup as text, such as `x=person,*=bot:random`: read seat by seat, and written with one entry for all that are alike.

export const PERSON = "person";

/** Who plays a seat, by its id. */
export function playersIn(text: string): (id: string) => string {
  const chosen = new Map(text.split(",").map((part) => part.split("=").map((one) => one.trim()) as [string, string]));
  return (id) => chosen.get(id) ?? chosen.get("*") ?? PERSON;
}

/** The same lineup with another player in all seats that have no entry of their own. */
export function withOthers(text: string, player: string): string {
  const own = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^\*\s*=/.test(part));
  return [...own, `*=${player}`].join(",");
}

/** The same lineup with another player in one seat: only what differs from the others has an entry of its own. */
export function withPlayer(
  text: string,
  actors: readonly { readonly id: string }[],
  id: string,
  player: string,
): string {
  const playerOf = playersIn(text);
  const others = playerOf("*");
  const own = actors
    .map((one) => [one.id, one.id === id ? player : playerOf(one.id)] as const)
    .filter(([, plays]) => plays !== others);
  return [...own, ["*", others]].map((entry) => entry.join("=")).join(",");
}
