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
  /** Null where the first answer was accepted. */
  readonly trouble: Trouble | null;
}
export interface Match {
  readonly challenge: Challenge | null;
  readonly rounds: Settings["rounds"] | null;
  readonly stops: readonly Stop[];
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

type Collected = { -readonly [K in keyof Match]: Match[K] extends readonly (infer T)[] ? T[] : Match[K] };

/** From all lines of a run: the owner's have every event, a seat's those that it perceived. `view`: of any of its turns, or null. */
export function readMatch(lines: readonly Line[], view: unknown): Match {
  const match: Collected = {
    ...settingsIn(view),
    stops: [],
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
      match.stops.push({ team, turn, record, landed, trouble: troubleOf(team, record, attempts) });
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

/** The canon that a team's turns have made; what does not apply was amended by a god, and is passed over. */
export function canonAfter(stops: readonly Stop[], team: Team): Canon {
  let canon = OPENING;
  for (const stop of stops)
    if (stop.team === team && stop.landed.length > 0) canon = ahead(canon, stop.landed) ?? canon;
  return canon;
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
export function seenBy(match: Match, eyes: string | null): Match {
  if (eyes === null) return match;
  const team = seatOf(eyes)?.team;
  const stops = match.stops.filter((stop) => stop.team === team);
  return {
    ...match,
    stops,
    packs: [],
    pictures: [],
    seals: [],
    verdicts: match.verdicts.filter(({ verdict }) => verdict.judge === eyes),
  };
}
