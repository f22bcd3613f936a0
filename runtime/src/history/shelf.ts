// What the owner calls runs, which are put away and which are out of the library: kept beside the runs, whose turns stay as they are.
import type { Store } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { Shelved } from "../shapes.ts";

/** What is changed; what is left out stays. */
export interface Shelving {
  /** "": it is called by its world again. */
  readonly name?: string | undefined;
  readonly away?: boolean | undefined;
  readonly gone?: boolean | undefined;
}

const KEY = "shelf";
const NAME_MAX = 80;
type Shelf = Readonly<Record<string, Shelved>>;

const read = (text: string | null): Shelf => JSON.parse(text ?? "{}") as Shelf;

export const shelfOf = async (store: Store): Promise<Shelf> => read(await store.setting(KEY));

/** Fault `bad_name`. The run is known to be there. */
export async function shelve(store: Store, run: string, { name, away, gone }: Shelving): Promise<Shelved> {
  const called = name?.trim();
  if (called !== undefined && called.length > NAME_MAX)
    throw new Fault("bad_name", `A run's name has at most ${NAME_MAX} characters; this one has ${called.length}.`);
  let now: Shelved = {};
  await store.changeSetting(KEY, (text) => {
    const all = read(text);
    const before = all[run] ?? {};
    const kept = {
      name: called ?? before.name ?? "",
      away: away ?? before.away ?? false,
      gone: gone ?? before.gone ?? false,
    };
    now = {
      ...(kept.name === "" ? {} : { name: kept.name }),
      ...(kept.away ? { away: true } : {}),
      ...(kept.gone ? { gone: true } : {}),
    };
    const { [run]: _, ...others } = all;
    return JSON.stringify(Object.keys(now).length === 0 ? others : { ...others, [run]: now });
  });
  return now;
}
