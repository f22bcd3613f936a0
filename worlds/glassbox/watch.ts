// Follows one game and counts: votes, claims with their ground, beliefs, deeds. What leagues read; no rule of the game depends on it.
import type { FoldState, Watch } from "@orrery/kernel";
import type { BeliefFact, ClaimFact, GlassFacts, StatementFact, VoteFact } from "./facts.ts";
import { aboutOf, contradicts, groundOf, leanOf, type Speaker } from "./ground.ts";
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

export function watch(opened: FoldState<GlassBox>): GlassWatch {
  const log = new GameLog(opened);
  const counts = new Map<string, Map<string, number>>();
  const votes: VoteFact[] = [];
  const statements: StatementFact[] = [];
  /** Sincerity waits for the reports of the whole meeting. */
  const claims: (Omit<ClaimFact, "sincere"> & { readonly thought: readonly Claim[] })[] = [];
  /** What each thinks while it hands in what it does. */
  const thoughts = new Map<string, string>();
  const beliefs: BeliefFact[] = [];
  const meetings: { out: string | null }[] = [];
  const game: Record<string, number> = {
    meetings: 0,
    kills: 0,
    "kills seen": 0,
    "ejections right": 0,
    "ejections wrong": 0,
  };
  const delays: number[] = [];
  /** What each has claimed so far. */
  const told = new Map<string, Claim[]>();
  let now = opened;
  /** Number of the meeting that is held, from 0. */
  let meeting = -1;

  const one = (who: string, what: string) => {
    const mine = counts.get(who) ?? new Map<string, number>();
    counts.set(who, mine.set(what, (mine.get(what) ?? 0) + 1));
  };

  return {
    see(before, event, after) {
      now = after;
      log.see(before.state, event as GlassEvent, after.state);
      note(before, event as GlassEvent, after);
    },
    facts(): GlassFacts {
      const { state } = now;
      const told = {
        meetings: [...meetings],
        votes: [...votes],
        statements: [...statements],
        claims: claims.map(judged),
        beliefs: [...beliefs],
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
          counts: Object.fromEntries(counts.get(id) ?? []),
          ...measures(id, state.players[id]!.life === "alive"),
        })),
        ...told,
        counts: {
          ...game,
          ...(delays.length > 0 ? { "seconds from death to report": mean(delays) } : {}),
        },
      };
    },
  };

  function judged({ thought, ...fact }: (typeof claims)[number]): ClaimFact {
    const reports = beliefs.filter(({ by, meeting }) => by === fact.by && meeting === fact.meeting);
    return { ...fact, sincere: fact.claim && isSincere(fact.by, fact.claim, thought, reports) };
  }

  function note(before: FoldState<GlassBox>, event: GlassEvent, after: FoldState<GlassBox>): void {
    switch (event.type) {
      case "killed":
        if (event.by === null) break;
        one(event.by, "kills");
        if (event.witnesses.length > 0) one(event.by, "kills seen");
        game["kills"]!++;
        if (event.witnesses.length > 0) game["kills seen"]!++;
        game["seconds to the first kill"] ??= seconds(event.tick);
        break;
      case "kill_interrupted":
        one(event.by, "kills interrupted");
        break;
      case "vented":
        if (event.how === "entered") one(event.who, "vents");
        if (event.witnesses.length > 0) one(event.who, "vents seen");
        break;
      case "sabotaged":
        one(event.by, "sabotages");
        break;
      case "doors_closed":
        one(event.by, "doors closed");
        break;
      case "panel_fixed":
        one(event.who, "panels fixed");
        break;
      case "began":
        if (event.doing.what === "fake") one(event.who, "fake tasks");
        break;
      case "task_stepped":
        one(event.who, "task steps");
        if (event.whole) one(event.who, "tasks");
        break;
      case "meeting_called":
        meeting++;
        meetings.push({ out: null });
        game["meetings"]!++;
        one(event.by, event.body === null ? "buttons" : "reports");
        for (const body of before.state.bodies)
          if (body.who === event.body) delays.push(seconds(event.tick - body.tick));
        break;
      case "suspected":
        for (const [about, percent] of Object.entries(event.of))
          beliefs.push({
            meeting: Math.max(0, meeting),
            stage: STAGE_OF[event.moment],
            by: event.who,
            about,
            percent,
          });
        break;
      case "intended":
        thoughts.delete(event.who);
        break;
      case "noted":
        if (event.thought) thoughts.set(event.who, event.thought);
        break;
      case "spoke": {
        if (event.text !== "") {
          one(event.who, "statements");
          statements.push(statementOf(before, event));
        }
        const hearing = hearingOf(before.state, event.who);
        const thought = readClaims(thoughts.get(event.who) ?? "", hearing);
        const speaker = speakerOf(after, event.who, thought);
        const earlier = told.get(event.who) ?? [];
        told.set(event.who, earlier);
        for (const claim of event.claims) {
          const ground = groundOf(log, speaker, claim);
          if (ground === null) {
            one(event.who, "questions");
            continue;
          }
          if (earlier.some((before) => contradicts(log.station, before, claim))) one(event.who, "contradictions");
          earlier.push(claim);
          claims.push({
            meeting,
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
        break;
      }
      case "tallied":
        tally(before, event);
        break;
      default:
    }
  }

  function tally({ state, minds }: FoldState<GlassBox>, event: Extract<GlassEvent, { type: "tallied" }>): void {
    const living = state.seats.flatMap(({ id }) => (state.players[id]!.life === "alive" ? [id] : []));
    const counts = (target: string) => target === "skip" || living.includes(target);
    for (const by of living) {
      const own = state.players[by]!.role;
      const others = living.filter((id) => id !== by);
      const guilty = others.filter((id) => state.players[id]!.role !== own).length;
      const seen = provedBy(minds[by], living);
      // Secret to the players, and no secret to those who study them.
      const { intent } = state.players[by]!;
      const choice = event.votes[by] ?? (intent?.type === "vote" && counts(intent.target) ? intent.target : undefined);
      if (choice !== undefined)
        votes.push({
          meeting,
          by,
          choice: choice === "skip" ? null : choice,
          others: others.length,
          guilty,
          proof: own === "crewmate" && seen.length > 0,
        });
      if (own === "crewmate" && seen.length > 0 && !accused(by, seen))
        claims.push({
          meeting,
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
    meetings[meeting] = { out: event.ejected };
    if (event.ejected !== null) {
      const right = state.players[event.ejected]!.role === "impostor";
      game[right ? "ejections right" : "ejections wrong"]!++;
      one(event.ejected, "ejected");
    }
  }

  function statementOf({ state }: FoldState<GlassBox>, event: Extract<GlassEvent, { type: "spoke" }>): StatementFact {
    const { who: by, tick, text } = event;
    const declared = new Set(event.read ? [] : event.claims.map(sameAs));
    const heard = new Set(readClaims(text, hearingOf(state, by)).map(sameAs));
    const both = [...heard].filter((claim) => declared.has(claim)).length;
    const round = state.meeting?.round ?? 0;
    return { meeting, by, round, tick, text, declared: declared.size, heard: heard.size, both };
  }

  /** Whether a player accused one of the guilty in this meeting. */
  function accused(who: string, guilty: readonly string[]): boolean {
    return claims.some(
      (claim) => claim.meeting === meeting && claim.by === who && claim.lean === 1 && guilty.includes(claim.about!),
    );
  }
}

function speakerOf({ state, minds }: FoldState<GlassBox>, who: string, thought: readonly Claim[]): Speaker {
  const roles = Object.fromEntries(state.seats.map(({ id }) => [id, state.players[id]!.role]));
  const all = state.seats.map(({ id }) => id);
  const proved = provedBy(minds[who], all);
  return { who, roles, knows: new Set(roles[who] === "impostor" ? all : [who, ...proved]), thought };
}

/** Players that a mind has seen kill or vent. */
function provedBy(mind: GlassBox["mind"] | undefined, among: readonly string[]): string[] {
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
