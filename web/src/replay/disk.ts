// Answers what the page asks, from a run that is kept in the file. Only reading: nothing here can be changed.
import { diff, patch } from "@orrery/kernel";
import type { Chronicle } from "../fold/chronicle.ts";
import { lineHeardBy, lookAt } from "../fold/look.ts";
import { openChronicle } from "../fold/open.ts";
import type { AnsweredBy, Branch, Change, Line, Shown, TakenBack, TurnLine, Why } from "../shapes.ts";
import { t } from "../words.ts";

/** What the file holds. */
export interface ReplayFile {
  readonly run: string;
  readonly world: string;
  readonly plays: string;
  readonly title: string;
  /** State of turn 0. */
  readonly opened: unknown;
  readonly branches: readonly (Branch & { readonly turns: readonly string[] })[];
  readonly takenBack: readonly TakenBack[];
  /** Every turn of every branch, by id. */
  readonly turns: Readonly<Record<string, TurnLine>>;
  /** Records of turns in which something was rolled, by id. */
  readonly whys: Readonly<Record<string, Why>>;
  /** Models that answered, by id of the turn. */
  readonly models: Readonly<Record<string, readonly AnsweredBy[]>>;
  /** Files that its turns name, as data URIs by hash. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** Every moment as everybody sees it, where the page does not have the world's rules: by branch, a line break, and the viewer ("" sees all). */
  readonly shown?: Readonly<Record<string, Watched>>;
}
interface Watched {
  /** After turn 0. */
  readonly first: Shown;
  /** How the moment after turn n + 1 differs from the one after turn n. */
  readonly changes: readonly (readonly Change[])[];
  readonly told: readonly Line[];
}
/** Null: there is no such thing in the file. */
type Answerer = (path: string, query: Readonly<Record<string, unknown>>) => Promise<unknown>;

export function openDisk(kept: ReplayFile): Answerer {
  const linesOf = (branch: string): TurnLine[] =>
    (kept.branches.find(({ name }) => name === branch)?.turns ?? []).map((id) => kept.turns[id]!);
  const moments = kept.shown ? storedMoments(kept.shown) : foldMoments(kept, linesOf);
  const stateAt = async (side: string) => {
    const [branch = "main", at] = side.split("@");
    return (await moments.show(branch, at === undefined ? linesOf(branch).length - 1 : Number(at), null)).view;
  };
  return async (path, query) => {
    const branch = String(query["branch"] ?? "main");
    const rest = path.replace(/^\/api\/runs\/[^/]+/, "");
    if (rest === path) return null;
    const as = query["as"] === undefined ? null : String(query["as"]);
    const at = query["at"] === undefined ? linesOf(branch).length - 1 : Number(query["at"]);
    if (rest === "/branches") return branchesBeside(kept.branches, query["beside"]);
    if (rest === "/taken-back") return kept.takenBack;
    if (rest === "/turns") return as === null ? linesOf(branch) : moments.told(branch, at, as);
    if (rest === "/calls" && query["turn"] !== undefined)
      return kept.models[linesOf(branch)[Number(query["turn"])]?.id ?? ""] ?? [];
    if (rest === "/diff")
      return { changes: diff(await stateAt(String(query["a"])), await stateAt(String(query["b"]))) };
    const why = /^\/turns\/(\d+)\/why$/.exec(rest)?.[1];
    if (why !== undefined) {
      const turn = Number(why);
      const known = kept.whys[linesOf(branch)[turn]!.id];
      if (known) return known;
      const changes =
        turn === 0 ? [] : diff(await stateAt(`${branch}@${turn - 1}`), await stateAt(`${branch}@${turn}`));
      return { changes, rolls: [], answers: [] } satisfies Why;
    }
    return rest === "" ? moments.show(branch, at, as) : null;
  };
}

/** As the server has them: with where each leaves one of them, when that is asked. */
function branchesBeside(all: ReplayFile["branches"], beside: unknown): readonly Branch[] {
  const line = all.find(({ name }) => name === beside)?.turns;
  if (!line) return all;
  return all.map((branch) => {
    const { turns } = branch;
    const own = turns.findIndex((id, i) => line[i] !== id);
    const shared = own < 0 ? turns.length : own;
    return { ...branch, apart: { turn: shared - 1, next: turns[shared] ?? null } };
  });
}

interface Moments {
  /** `as` null: with all eyes. */
  show(branch: string, turn: number, as: string | null): Promise<Shown>;
  /** What somebody was told up to a turn. */
  told(branch: string, turn: number, as: string): Promise<readonly Line[]>;
}

/** Moments folded here, by the world's own rules. */
function foldMoments(
  { run, world, title, plays, opened }: ReplayFile,
  linesOf: (branch: string) => TurnLine[],
): Moments {
  const chronicles = new Map<string, Promise<Chronicle | null>>();
  const chronicleOf = async (branch: string): Promise<Chronicle> => {
    const known = chronicles.get(branch) ?? openChronicle(plays, linesOf(branch), async () => opened);
    chronicles.set(branch, known);
    const chronicle = await known;
    if (!chronicle) throw new Error(t("fileCannotShow"));
    return chronicle;
  };
  return {
    async show(branch, turn, as) {
      return lookAt(await chronicleOf(branch), { run, world, title, plays, branch }, turn, as);
    },
    async told(branch, turn, as) {
      const chronicle = await chronicleOf(branch);
      return Array.from({ length: turn + 1 }, (_, at) => lineHeardBy(chronicle, at, as)).filter(
        (line) => line !== null,
      );
    },
  };
}

/** Moments as they were written down: the first of them, and from each to the next what changed. */
function storedMoments(all: NonNullable<ReplayFile["shown"]>): Moments {
  const unfolded = new Map<string, Shown[]>();
  const show = async (branch: string, turn: number, as: string | null): Promise<Shown> => {
    const key = `${branch}\n${as ?? ""}`;
    const one = all[key];
    if (!one) throw new Error(t("fileCannotShow"));
    const known = unfolded.get(key) ?? [one.first];
    unfolded.set(key, known);
    while (known.length <= turn) {
      const changes = one.changes[known.length - 1];
      if (!changes) throw new RangeError(`no turn ${turn}`);
      known.push(changes.reduce<unknown>(patch, known.at(-1)) as Shown);
    }
    return known[turn]!;
  };
  return {
    show,
    async told(branch, turn, as) {
      const { head } = await show(branch, turn, as);
      return all[`${branch}\n${as}`]!.told.filter((line) => line.turn <= head.turn);
    },
  };
}
