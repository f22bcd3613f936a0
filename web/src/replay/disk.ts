// Answers what the page asks, from a run that is kept in the file. Only reading: nothing here can be changed.
import { diff } from "@orrery/kernel";
import type { Chronicle } from "../fold/chronicle.ts";
import { lookAt } from "../fold/look.ts";
import { openChronicle } from "../fold/open.ts";
import type { Branch, TurnLine, Why } from "../shapes.ts";

/** What the file holds. */
export interface Kept {
  readonly run: string;
  readonly world: string;
  readonly plays: string;
  readonly title: string;
  /** State of turn 0. */
  readonly opened: unknown;
  readonly branches: readonly (Branch & { readonly turns: readonly string[] })[];
  /** Every turn of every branch, by id. */
  readonly turns: Readonly<Record<string, TurnLine>>;
  /** Records of turns in which something was rolled, by id. */
  readonly whys: Readonly<Record<string, Why>>;
}
/** Null: there is no such thing in the file. */
export type Answerer = (path: string, query: Readonly<Record<string, unknown>>) => Promise<unknown>;

export function openDisk(kept: Kept): Answerer {
  const chronicles = new Map<string, Promise<Chronicle | null>>();
  const linesOf = (branch: string): TurnLine[] =>
    (kept.branches.find(({ name }) => name === branch)?.turns ?? []).map((id) => kept.turns[id]!);
  const chronicleOf = async (branch: string): Promise<Chronicle> => {
    const known = chronicles.get(branch) ?? openChronicle(kept.plays, linesOf(branch), async () => kept.opened);
    chronicles.set(branch, known);
    const chronicle = await known;
    if (!chronicle) throw new Error("This file cannot show that world: open the run where it was played.");
    return chronicle;
  };
  const placeOf = async (side: string) => {
    const [branch = "main", at] = side.split("@");
    const chronicle = await chronicleOf(branch);
    return chronicle.at(at === undefined ? chronicle.head : Number(at)).state;
  };
  return async (path, query) => {
    const branch = String(query["branch"] ?? "main");
    if (path === "/api/worlds") return [{ name: kept.world, title: kept.title, summary: "" }];
    const rest = path.replace(/^\/api\/runs\/[^/]+/, "");
    if (rest === path) return null;
    if (rest === "/branches") return kept.branches;
    if (rest === "/turns") return linesOf(branch);
    if (rest === "/diff")
      return { changes: diff(await placeOf(String(query["a"])), await placeOf(String(query["b"]))) };
    const chronicle = await chronicleOf(branch);
    const why = /^\/turns\/(\d+)\/why$/.exec(rest)?.[1];
    if (why !== undefined) return whyOf(kept, chronicle, Number(why));
    if (rest !== "") return null;
    const { run, world, plays } = kept;
    const turn = query["at"] === undefined ? chronicle.head : Number(query["at"]);
    const as = query["as"] === undefined ? null : String(query["as"]);
    return lookAt(chronicle, { run, world, plays, branch }, turn, as);
  };
}

function whyOf(kept: Kept, chronicle: Chronicle, turn: number): Why {
  const known = kept.whys[chronicle.lines[turn]!.id];
  if (known) return known;
  const changes = turn === 0 ? [] : diff(chronicle.at(turn - 1).state, chronicle.at(turn).state);
  return { changes, rolls: [], answers: [] };
}
