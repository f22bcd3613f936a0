// Follows one game and counts: votes, claims with their ground, beliefs, deeds. What leagues read; no rule of the game depends on it.
import type { FoldState, Watch } from "@orrery/kernel";
import type { BeliefFact, ClaimFact, GlassFacts, StatementFact, VoteFact } from "./facts.ts";
import { aboutOf, contradicts, groundOf, leanOf, type StatementSpeaker } from "./ground.ts";
import { hearingOf } from "./hearing.ts";
import { measuresOf } from "./measures.ts";
import { readClaims, sameAs } from "./read-claims.ts";
import { GameLog } from "./record.ts";
import { type Role, TICK_MS } from "./settings.ts";
import type { Claim, GlassBox, GlassEvent, SuspicionMoment } from "./shape.ts";
import { isSincere } from "./sincerity.ts";

const STAGE_OF: Readonly<Record<SuspicionMoment, BeliefFact["stage"]>> = {
  before_meeting: "before",
  after_discussion: "after",
  before_vote: "vote",
};

export interface GlassWatch extends Watch<GlassBox> {
  facts(): GlassFacts;
}

/** Its sincerity waits for the reports of the whole meeting. */
type HeardClaim = Omit<ClaimFact, "sincere"> & { readonly thought: readonly Claim[] };

export function watch(opened: FoldState<GlassBox>): GlassWatch {
  return new GameWatch(opened);
}

class GameWatch implements GlassWatch {
  readonly #log: GameLog;
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #votes: VoteFact[] = [];
  readonly #statements: StatementFact[] = [];
  readonly #claims: HeardClaim[] = [];
  /** What each thinks while it hands in what it does. */
  readonly #thoughts = new Map<string, string>();
  readonly #beliefs: BeliefFact[] = [];
  readonly #meetings: { out: string | null }[] = [];
  readonly #game: Record<string, number> = {
    meetings: 0,
    kills: 0,
    "kills seen": 0,
    "ejections right": 0,
    "ejections wrong": 0,
  };
  readonly #delays: number[] = [];
  /** What each has claimed so far. */
  readonly #told = new Map<string, Claim[]>();
  #now: FoldState<GlassBox>;
  /** Number of the meeting that is held, from 0. */
  #meeting = -1;

  constructor(opened: FoldState<GlassBox>) {
    this.#log = new GameLog(opened);
    this.#now = opened;
  }

  see(before: FoldState<GlassBox>, event: GlassEvent, after: FoldState<GlassBox>): void {
    this.#now = after;
    this.#log.see(before.state, event, after.state);
    this.#note(before, event, after);
  }

  facts(): GlassFacts {
    const { state } = this.#now;
    const told = {
      meetings: [...this.#meetings],
      votes: [...this.#votes],
      statements: [...this.#statements],
      claims: this.#claims.map((claim) => this.#judged(claim)),
      beliefs: [...this.#beliefs],
    };
    const sides = new Map(state.seats.map(({ id }) => [id as string, sideOf(state.players[id]!.role)]));
    const guilty = [...sides.values()].filter((side) => side === "impostors").length;
    const measures = measuresOf(told, sides, guilty / (sides.size - 1));
    return {
      results: state.result === null ? null : resultsOf(sides, state.result.winner),
      reason: state.result?.by ?? "",
      durationMs: (state.result?.tick ?? state.tick) * TICK_MS,
      seats: state.seats.map(({ id }) => ({
        actor: id,
        side: sideOf(state.players[id]!.role),
        counts: Object.fromEntries(this.#counts.get(id) ?? []),
        ...measures(id, state.players[id]!.life === "alive"),
      })),
      ...told,
      counts: {
        ...this.#game,
        ...(this.#delays.length > 0 ? { "seconds from death to report": mean(this.#delays) } : {}),
      },
    };
  }

  #judged({ thought, ...fact }: HeardClaim): ClaimFact {
    const reports = this.#beliefs.filter(({ by, meeting }) => by === fact.by && meeting === fact.meeting);
    return { ...fact, sincere: fact.claim && isSincere(fact.by, fact.claim, thought, reports) };
  }

  #note(before: FoldState<GlassBox>, event: GlassEvent, after: FoldState<GlassBox>): void {
    switch (event.type) {
      case "killed":
        if (event.by === null) break;
        this.#count(event.by, "kills");
        if (event.witnesses.length > 0) this.#count(event.by, "kills seen");
        this.#game["kills"]!++;
        if (event.witnesses.length > 0) this.#game["kills seen"]!++;
        this.#game["seconds to the first kill"] ??= seconds(event.tick);
        break;
      case "kill_interrupted":
        this.#count(event.by, "kills interrupted");
        break;
      case "vented":
        if (event.how === "entered") this.#count(event.who, "vents");
        if (event.witnesses.length > 0) this.#count(event.who, "vents seen");
        break;
      case "sabotaged":
        this.#count(event.by, "sabotages");
        break;
      case "doors_closed":
        this.#count(event.by, "doors closed");
        break;
      case "panel_fixed":
        this.#count(event.who, "panels fixed");
        break;
      case "began":
        if (event.doing.what === "fake") this.#count(event.who, "fake tasks");
        break;
      case "task_stepped":
        this.#count(event.who, "task steps");
        if (event.whole) this.#count(event.who, "tasks");
        break;
      case "meeting_called":
        this.#meeting++;
        this.#meetings.push({ out: null });
        this.#game["meetings"]!++;
        this.#count(event.by, event.body === null ? "buttons" : "reports");
        for (const body of before.state.bodies)
          if (body.who === event.body) this.#delays.push(seconds(event.tick - body.tick));
        break;
      case "suspected":
        for (const [about, percent] of Object.entries(event.of))
          this.#beliefs.push({
            meeting: Math.max(0, this.#meeting),
            stage: STAGE_OF[event.moment],
            by: event.who,
            about,
            percent,
          });
        break;
      case "intended":
        this.#thoughts.delete(event.who);
        break;
      case "noted":
        if (event.thought) this.#thoughts.set(event.who, event.thought);
        break;
      case "spoke":
        this.#spoke(before, event, after);
        break;
      case "tallied":
        this.#tally(before, event);
        break;
      default:
    }
  }

  #spoke(before: FoldState<GlassBox>, event: Extract<GlassEvent, { type: "spoke" }>, after: FoldState<GlassBox>): void {
    if (event.text !== "") {
      this.#count(event.who, "statements");
      this.#statements.push(this.#statementOf(before, event));
    }
    const hearing = hearingOf(before.state, event.who);
    const thought = readClaims(this.#thoughts.get(event.who) ?? "", hearing);
    const speaker = speakerOf(after, event.who, thought);
    const earlier = this.#told.get(event.who) ?? [];
    this.#told.set(event.who, earlier);
    for (const claim of event.claims) {
      const ground = groundOf(this.#log, speaker, claim);
      if (ground === null) {
        this.#count(event.who, "questions");
        continue;
      }
      if (earlier.some((before) => contradicts(this.#log.station, before, claim)))
        this.#count(event.who, "contradictions");
      earlier.push(claim);
      this.#claims.push({
        meeting: this.#meeting,
        by: event.who,
        tick: event.tick,
        claim,
        kind: claim.kind,
        read: event.read ?? false,
        about: aboutOf(event.who, claim),
        ground,
        lean: leanOf(event.who, claim),
        thought,
      });
    }
  }

  #tally({ state, minds }: FoldState<GlassBox>, event: Extract<GlassEvent, { type: "tallied" }>): void {
    const living = state.seats.flatMap(({ id }) => (state.players[id]!.life === "alive" ? [id] : []));
    const counts = (target: string) => target === "skip" || living.includes(target);
    for (const by of living) {
      const own = state.players[by]!.role;
      const others = living.filter((id) => id !== by);
      const guilty = others.filter((id) => state.players[id]!.role !== own).length;
      const seen = impostorsSeenBy(minds[by], living);
      // Secret to the players, and no secret to those who study them.
      const { intent } = state.players[by]!;
      const choice = event.votes[by] ?? (intent?.type === "vote" && counts(intent.target) ? intent.target : undefined);
      if (choice !== undefined)
        this.#votes.push({
          meeting: this.#meeting,
          by,
          choice: choice === "skip" ? null : choice,
          others: others.length,
          guilty,
          proof: own === "crewmate" && seen.length > 0,
        });
      if (own === "crewmate" && seen.length > 0 && !this.#accused(by, seen))
        this.#claims.push({
          meeting: this.#meeting,
          by,
          tick: event.tick,
          claim: null,
          kind: "silence",
          read: false,
          about: seen[0]!,
          ground: "omission",
          lean: 0,
          thought: [],
        });
    }
    this.#meetings[this.#meeting] = { out: event.ejected };
    if (event.ejected !== null) {
      const right = state.players[event.ejected]!.role === "impostor";
      this.#game[right ? "ejections right" : "ejections wrong"]!++;
      this.#count(event.ejected, "ejected");
    }
  }

  #statementOf({ state }: FoldState<GlassBox>, event: Extract<GlassEvent, { type: "spoke" }>): StatementFact {
    const { who: by, tick, text } = event;
    const declared = new Set(event.read ? [] : event.claims.map(sameAs));
    const heard = new Set(readClaims(text, hearingOf(state, by)).map(sameAs));
    const both = [...heard].filter((claim) => declared.has(claim)).length;
    const round = state.meeting?.round ?? 0;
    return { meeting: this.#meeting, by, round, tick, text, declared: declared.size, heard: heard.size, both };
  }

  /** Whether a player accused one of the guilty in this meeting. */
  #accused(who: string, guilty: readonly string[]): boolean {
    return this.#claims.some(
      (claim) =>
        claim.meeting === this.#meeting && claim.by === who && claim.lean === 1 && guilty.includes(claim.about!),
    );
  }

  #count(who: string, what: string): void {
    const mine = this.#counts.get(who) ?? new Map<string, number>();
    this.#counts.set(who, mine.set(what, (mine.get(what) ?? 0) + 1));
  }
}

function speakerOf({ state, minds }: FoldState<GlassBox>, who: string, thought: readonly Claim[]): StatementSpeaker {
  const roles = Object.fromEntries(state.seats.map(({ id }) => [id, state.players[id]!.role]));
  const all = state.seats.map(({ id }) => id);
  const proved = impostorsSeenBy(minds[who], all);
  return { who, roles, knows: new Set(roles[who] === "impostor" ? all : [who, ...proved]), thought };
}

/** Players that a mind has seen kill or vent. */
function impostorsSeenBy(mind: GlassBox["mind"] | undefined, among: readonly string[]): string[] {
  const seen = (mind?.witnessed ?? []).flatMap(({ what, data }) =>
    what === "kill" ? [`${data["killer"]}`] : what === "vent" ? [`${data["player"]}`] : [],
  );
  return among.filter((id) => seen.includes(id));
}

/** Both sides with their places; level where nobody won. */
const resultsOf = (sides: ReadonlyMap<string, string>, winner: string): GlassFacts["results"] =>
  ["impostors", "crew"].map((side) => ({
    side,
    actors: [...sides].flatMap(([actor, its]) => (its === side ? [actor] : [])),
    place: winner === side || winner === "nobody" ? 1 : 2,
  }));

const sideOf = (role: Role): "impostors" | "crew" => (role === "impostor" ? "impostors" : "crew");
const seconds = (ticks: number): number => Math.trunc((ticks * TICK_MS) / 1000);
const mean = (list: readonly number[]): number => Math.trunc(list.reduce((sum, value) => sum + value, 0) / list.length);
