// A campaign as a turn changes it: each change is written down with its cause. Deleted NPCs leave a tombstone, so that nobody dies twice or comes back unnoticed.
import { equal, type Json } from "@orrery/kernel";
import type { CampaignChange } from "./campaign.ts";
import { DELETE, drop, get, isObject, type JsonObject, put, type StatePath, slug, writePath } from "./path.ts";
import { idsOf } from "./sheet.ts";

export class Ledger {
  #state: JsonObject;
  readonly #changes: CampaignChange[] = [];

  constructor(state: JsonObject) {
    this.#state = state;
  }

  get state(): JsonObject {
    return this.#state;
  }

  get changes(): readonly CampaignChange[] {
    return this.#changes;
  }

  /** Sets, appends to, or deletes what stands at a place. */
  set(place: StatePath, value: Json, cause: string): void {
    const before = get(this.#state, ...place) ?? null;
    const after =
      isObject(value) && Array.isArray(before) && Object.hasOwn(value, "append")
        ? append(before, value["append"]!)
        : value;
    if (after === DELETE) {
      if (place[0] === "npc_data" && place.length === 2) this.#bury(place[1]!, before, cause);
      this.#state = drop(this.#state, place);
    } else this.#state = put(this.#state, place, after);
    this.#changes.push({ path: writePath(place), before, after, cause });
  }

  /** The same where it changes anything. */
  setNew(place: StatePath, value: Json, cause: string): void {
    if (!equal(get(this.#state, ...place) ?? null, value)) this.set(place, value, cause);
  }

  /** Gives an NPC another display name. The id stays, and nobody is buried. */
  rename(name: string, next: string, cause: string): void {
    if (name === next) return;
    const npc = get(this.#state, "npc_data", name) ?? null;
    this.#state = drop(put(this.#state, ["npc_data", next], npc), ["npc_data", name]);
    this.#changes.push({ path: writePath(["npc_data", next]), before: null, after: npc, cause });
    this.#changes.push({ path: writePath(["npc_data", name]), before: npc, after: DELETE, cause });
  }

  /** Appends to a list of the campaign, which is made where there is none. */
  append(place: StatePath, item: Json, cause: string): void {
    const list = get(this.#state, ...place);
    this.set(place, [...(Array.isArray(list) ? list : []), item], cause);
  }

  /** This ledger's changes, and after them those of one that went on from its state. */
  andThen(next: Ledger): Ledger {
    const both = new Ledger(next.state);
    both.#changes.push(...this.#changes, ...next.#changes);
    return both;
  }

  #bury(name: string, npc: Json, cause: string): void {
    const given = get(npc, "string_id");
    const id = typeof given === "string" && given !== "" ? given : freeId(this.#state, "npc", name);
    const time = get(this.#state, "world_data", "world_time");
    const stone = {
      display_name: name,
      string_id: id,
      status: "dead",
      cause,
      ...(time === undefined ? {} : { at: time }),
    };
    this.#state = put(this.#state, ["custom_campaign_state", "tombstones", id], stone);
  }
}

const append = (list: readonly Json[], item: Json): Json => [...list, ...(Array.isArray(item) ? item : [item])];

/** The first id of this name that nobody has or had. */
export function freeId(state: JsonObject, type: string, name: string): string {
  const taken = idsOf(state);
  for (let n = 1; ; n++) {
    const id = `${type}_${slug(name) || "unnamed"}_${String(n).padStart(3, "0")}`;
    if (!taken.has(id)) return id;
  }
}
