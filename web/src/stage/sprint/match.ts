// A match as its events tell it: every turn with its place in the run, the canon at any of them, packs, pictures and verdicts. Draws nothing.
import { type Canon, OPENING } from "@orrery/worlds/sprint/canon";
import type { PictureKey, PromptPack } from "@orrery/worlds/sprint/pack";
import { applyPatch } from "@orrery/worlds/sprint/patch";
import { type Settings, seatOf } from "@orrery/worlds/sprint/settings";
import type {
  Challenge,
  Picture,
  SprintEvent,
  SprintState,
  TableView,
  TurnRecord,
  Verdict,
} from "@orrery/worlds/sprint/shape";
import type { CanonPatch } from "@orrery/worlds/sprint/turn";
import type { FailedAttempt, Line } from "../../shapes.ts";
import { TEAMS, type Team } from "./identity.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

/** One turn of the transcript, and the turn of the run that holds it. */
export interface Stop {
  readonly team: Team;
  readonly turn: number;
  readonly record: TurnRecord;
  /** What it put into the canon. */
  readonly landed: CanonPatch;
  /** The canon of its team after it. */
  readonly canon: Canon;
  /** Null where the first answer was accepted. */
  readonly trouble: Trouble | null;
}
export interface Match {
  readonly challenge: Challenge | null;
  readonly rounds: Settings["rounds"] | null;
  /** In recorded order, so their turns only rise. */
  readonly stops: readonly Stop[];
  readonly own: Readonly<Record<Team, readonly Stop[]>>;
  /** Packs and pictures with the turn of the run in which they came. */
  readonly packs: readonly {
    readonly team: Team;
    readonly turn: number;
    readonly pack: PromptPack;
    readonly scripted: boolean;
  }[];
  readonly pictures: readonly {
    readonly team: Team;
    readonly turn: number;
    readonly key: PictureKey;
    readonly made: Picture;
  }[];
  readonly seals: readonly { readonly turn: number; readonly commitment: string }[];
  readonly verdicts: readonly { readonly turn: number; readonly verdict: Verdict }[];
  readonly unsealed: { readonly turn: number; readonly mapping: Readonly<Record<string, Team>> } | null;
}

type Collected = {
  -readonly [K in keyof Match]: Match[K] extends readonly (infer T)[]
    ? T[]
    : K extends "own"
      ? Record<Team, Stop[]>
      : Match[K];
};

/** From all lines of a run: the owner's have every event, a seat's those that it perceived. `view`: of any of its turns, or null. */
export function readMatch(lines: readonly Line[], view: unknown): Match {
  const match: Collected = {
    ...settingsIn(view),
    stops: [],
    own: { A: [], B: [] },
    packs: [],
    pictures: [],
    seals: [],
    verdicts: [],
    unsealed: null,
  };
  for (const line of lines) {
    const attempts = ("attempts" in line && line.attempts) || [];
    for (const event of line.events as readonly SprintEvent[]) collect(match, line.turn, event, attempts);
  }
  return match;
}

function collect(match: Collected, turn: number, event: SprintEvent, attempts: readonly FailedAttempt[]): void {
  switch (event.type) {
    case "turned": {
      const { team, turn: record, landed } = event;
      const own = match.own[team];
      const before = own.at(-1)?.canon ?? OPENING;
      // What does not apply was amended by a god, and is passed over.
      const canon = landed.length === 0 ? before : (ahead(before, landed) ?? before);
      const stop = { team, turn, record, landed, canon, trouble: troubleOf(team, record, attempts) };
      match.stops.push(stop);
      own.push(stop);
      break;
    }
    case "composed":
      match.packs.push({ team: event.team, turn, pack: event.pack, scripted: event.scripted });
      break;
    case "painted":
      match.pictures.push({ team: event.team, turn, key: event.picture, made: event.made });
      break;
    case "sealed":
      match.seals.push({ turn, commitment: event.seal.commitment });
      break;
    case "judged":
      match.verdicts.push({ turn, verdict: event.verdict });
      break;
    case "unsealed":
      match.unsealed = { turn, mapping: event.mapping };
      break;
  }
}

/** The owner's view is the state; a seat at a table has the rounds in its own view, other seats have them not. */
function settingsIn(view: unknown): Pick<Match, "challenge" | "rounds"> {
  const some = (view ?? {}) as Partial<SprintState & TableView>;
  return { challenge: some.challenge ?? null, rounds: some.settings?.rounds ?? some.rounds ?? null };
}

/** How many of these were taken up to a turn of the run. They are looked for by halves: a long match is cut like a short one. */
export function countTakenBy(stops: readonly Stop[], turn: number): number {
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stops[middle]!.turn <= turn) low = middle + 1;
    else high = middle;
  }
  return low;
}
/** Null when the patch does not apply. */
export function ahead(canon: Canon, patch: CanonPatch): Canon | null {
  const done = applyPatch(canon, patch);
  return done.ok ? done.canon : null;
}

/** Share of the match's turns that are taken, 0 to 1. A round takes about ten turns of each team. */
export function shareDone({ rounds }: Match, taken: number): number {
  const all = Object.values(rounds ?? {}).reduce((sum, one) => sum + one, 0) * 10 * TEAMS.length;
  return all === 0 ? 0 : Math.min(1, taken / all);
}

/** The match as one pair of eyes has it: a seat at a table knows its own team alone, and nobody else at work knows any turn. */
export function matchSeenBy(match: Match, eyes: string | null): Match {
  if (eyes === null) return match;
  const team = seatOf(eyes)?.team;
  const own = { A: team === "A" ? match.own.A : [], B: team === "B" ? match.own.B : [] };
  return {
    ...match,
    stops: [...own.A, ...own.B],
    own,
    packs: [],
    pictures: [],
    seals: [],
    verdicts: match.verdicts.filter(({ verdict }) => verdict.judge === eyes),
  };
}
