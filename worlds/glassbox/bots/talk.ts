// Bots' claims and votes in meetings. Their wording is elsewhere.
import type { Dice } from "@orrery/kernel";
import type { Claim, GlassView } from "../shape.ts";
import { type Station, stationOf } from "../station/index.ts";
import { answer, type Chair, idle } from "./answer.ts";
import { far, isNear, roomsOf } from "./paths.ts";
import { inWords, type Mood, thinking, votingThought } from "./speech.ts";
import { candidates, hardAgainst, impostorsLeft, prime, proofs, provenCrew, suspicions } from "./suspects.ts";
import { meetingStart, stepAt, type TrailStep, trailOf, writeTrail } from "./trail.ts";

export interface TalkStyle {
  /** Says where it was and who it saw; else it is silent. */
  readonly speaks: boolean;
  /** Weighs what it saw and heard; else it goes by proof alone. */
  readonly reasons: boolean;
  /** As an impostor: `truth` says nothing false, `alibi` moves itself away from the body, `lies` also accuses. */
  readonly deceit: "truth" | "alibi" | "lies";
  /** Percent from which it votes for its prime suspect. */
  readonly votesFrom: number;
}

/** A meeting's asks, in any of its stages. */
export function meet({ view, dice }: Chair, style: TalkStyle) {
  const trail = trailOf(view);
  const { percents: crew, why } = suspicions(view, trail);
  const percents = view.you.role === "impostor" ? feignBeliefs(view, crew) : crew;
  const beside = { events: writeTrail(view, trail), suspicions: percents };
  const { kind } = view.ask!;
  if (kind !== "discussion" && kind !== "vote") return answer(view, idle(view), beside);
  const mood: Mood = { trail, why, suspect: prime(percents, dice, lastAccused(view)) };
  if (kind === "vote") {
    const target = vote(view, dice, percents, mood, style);
    return answer(view, { type: "vote", target }, { ...beside, thought: votingThought(view, mood, target, percents) });
  }
  const claims = style.speaks ? statement(view, dice, mood, style) : [];
  const text = style.speaks ? inWords(view, mood, claims, style.reasons) : "";
  return answer(view, { type: "speak", text, claims }, { ...beside, thought: thinking(view, dice, mood, claims) });
}

/** The player it accused last in this meeting. */
function lastAccused({ meeting, you }: GlassView): string | null {
  const own = meeting!.statements.flatMap(({ who, claims }) => (who === you.id ? claims : []));
  return (
    own.map((claim) => (claim.kind === "accusation" ? claim.player : hardAgainst(claim))).findLast(Boolean) ?? null
  );
}

/** An impostor reports what it would think if it knew nothing: its partners look half as bad to it. */
function feignBeliefs(
  { you }: GlassView,
  percents: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(percents).map(([id, percent]) => [
      id,
      you.partners.includes(id) ? Math.trunc(percent / 2) : percent,
    ]),
  );
}

/** The second of which everybody speaks: the last before all stood around the table. */
const secondOf = (view: GlassView, trail: readonly TrailStep[]): number =>
  Math.min(Math.trunc(view.time), trail.at(-1)?.second ?? Math.trunc(view.time));

function statement(view: GlassView, dice: Dice, mood: Mood, style: TalkStyle): Claim[] {
  const { meeting, you } = view;
  if (meeting!.statements.some(({ who }) => who === you.id)) return reply(view, mood, style);
  if (you.role === "impostor" && style.deceit !== "truth") return deceive(view, dice, mood.trail, style);
  return honest(view, mood, style);
}

/** In later rounds: a word for itself when it is accused, and an accusation when there is a new one to make. */
function reply(view: GlassView, mood: Mood, style: TalkStyle): Claim[] {
  const { you, meeting } = view;
  const others = meeting!.statements.filter(({ who }) => who !== you.id);
  const swears = others.find(({ claims }) => claims.some((claim) => hardAgainst(claim) === you.id));
  const accused = swears ?? others.find(({ claims }) => claims.some((claim) => isAccusation(claim, you.id)));
  const claims = answerClaims(view);
  const own = meeting!.statements.flatMap(({ who, claims }) => (who === you.id ? claims : []));
  if (accused && !own.some(({ kind }) => kind === "role"))
    claims.push({ kind: "role", player: you.id, role: "crewmate" });
  const denies = claims.some(({ kind }) => kind === "role");
  if (swears && denies) claims.push({ kind: "accusation", player: swears.who });
  else claims.push(...accusation(view, mood, style));
  if (claims.length === 0) claims.push(...question(view, mood, style));
  return claims;
}

/** Where it said it was, again, when somebody has asked since it spoke last. */
function answerClaims({ meeting, you, settings }: GlassView): Claim[] {
  const { statements } = meeting!;
  const last = statements.findLastIndex(({ who }) => who === you.id);
  // Of those who speak at once nobody has heard the others yet.
  const together = settings.discussionOrder === "together";
  const asked = statements.some(
    ({ round, claims }, i) =>
      (i > last || (together && round === statements[last]?.round)) && claims.some((claim) => asks(claim, you.id)),
  );
  const told = statements.flatMap(({ who, claims }) => (who === you.id ? claims : []));
  const place = told.find(({ kind }) => kind === "own_location");
  return asked && place ? [place] : [];
}

const asks = (claim: Claim, who: string): boolean => claim.kind === "question" && claim.player === who;

/** Asks its suspect, or else anybody, for their place; only a player who has neither told it nor been asked. */
function question(view: GlassView, { suspect }: Mood, { reasons }: TalkStyle): Claim[] {
  if (!reasons) return [];
  const { statements } = view.meeting!;
  const silent = candidates(view).filter(
    (id) =>
      !statements.some(
        ({ who, claims }) =>
          claims.some((claim) => asks(claim, id)) || (who === id && claims.some(({ kind }) => kind === "own_location")),
      ),
  );
  const player = silent.find((id) => id === suspect?.who) ?? silent[0];
  return player === undefined ? [] : [{ kind: "question", player }];
}

const isAccusation = (claim: Claim, who: string): boolean => claim.kind === "accusation" && claim.player === who;

/** Of its prime suspect, if that is bad enough and has not been said. */
function accusation(view: GlassView, { suspect }: Mood, { reasons, votesFrom }: TalkStyle): Claim[] {
  if (!reasons || !suspect || suspect.percent < votesFrom || suspect.who === lastAccused(view)) return [];
  return [{ kind: "accusation", player: suspect.who }];
}

function honest(view: GlassView, mood: Mood, style: TalkStyle): Claim[] {
  const { meeting, you } = view;
  const { trail, suspect } = mood;
  const second = secondOf(view, trail);
  const claims: Claim[] = [];
  const proved = proofs(view);
  for (const { who, kind, victim, place } of proved.values())
    claims.push(
      kind === "kill" ? { kind: "saw_kill", killer: who, victim: victim! } : { kind: "saw_vent", player: who, place },
    );
  if (meeting!.body && meeting!.called_by === you.id && meeting!.found_in)
    claims.push({ kind: "found_body", body: meeting!.body, place: meeting!.found_in });
  const here = stepAt(trail, second);
  if (here) {
    claims.push({ kind: "own_location", place: here.place, second });
    for (const player of here.saw.slice(0, 3))
      if (isAlive(view, player)) claims.push({ kind: "location", player, place: here.place, second });
  }
  for (const [player, task] of provenCrew(view))
    if (isAlive(view, player) && claims.length < 7) claims.push({ kind: "did_task", player, task });
  if (claims.length < 8 && !(suspect && proved.has(suspect.who))) claims.push(...accusation(view, mood, style));
  return claims;
}

/** An impostor's first words: where it would like to have been, and perhaps what it did not see. */
function deceive(view: GlassView, dice: Dice, trail: readonly TrailStep[], { deceit }: TalkStyle): Claim[] {
  const { meeting, you } = view;
  const second = secondOf(view, trail);
  const here = stepAt(trail, second);
  const claims: Claim[] = [];
  if (meeting!.body && meeting!.called_by === you.id && meeting!.found_in)
    claims.push({ kind: "found_body", body: meeting!.body, place: meeting!.found_in });
  const found = meeting!.found_in;
  const awkward =
    here !== null &&
    found !== null &&
    isNear(stationOf(view.settings), here.place, found) &&
    meeting!.called_by !== you.id;
  const place = awkward ? elsewhere(view, dice, trail, found) : here?.place;
  if (place !== undefined) claims.push({ kind: "own_location", place, second });
  if (awkward) {
    const task = fakeTaskIn(stationOf(view.settings), place!);
    if (task) claims.push({ kind: "did_task", player: you.id, task });
  } else if (here) {
    for (const player of here.saw.filter((id) => isAlive(view, id) && !you.partners.includes(id)).slice(0, 2))
      claims.push({ kind: "location", player, place: here.place, second });
  }
  if (deceit !== "lies") return claims;
  const accused = meeting!.statements.flatMap(({ who, claims }) =>
    claims.some((claim) => hardAgainst(claim) === you.id || partnerAccused(view, claim)) ? [who] : [],
  )[0];
  const scapegoat = accused ?? (dice.int("accuse", 1, 10) <= BOLD ? pickScapegoat(view, dice, trail) : undefined);
  if (scapegoat !== undefined && found && claims.length < 8)
    claims.push({ kind: "saw_vent", player: scapegoat, place: found });
  return claims;
}
/** Out of ten: how often a liar accuses without having been accused. A lie that sends somebody out is found out. */
const BOLD = 2;

const partnerAccused = ({ you }: GlassView, claim: Claim): boolean => {
  const accused = hardAgainst(claim);
  return accused !== null && you.partners.includes(accused);
};

/** Where it was earlier if that is far enough and nobody else says so, else an empty-looking room far from the body. */
function elsewhere(view: GlassView, dice: Dice, trail: readonly TrailStep[], found: string): string {
  const told = new Set(
    view.meeting!.statements.flatMap(({ claims }) =>
      claims.flatMap((claim) => (claim.kind === "own_location" ? [claim.place] : [])),
    ),
  );
  const station = stationOf(view.settings);
  // Where others say they were, they would have met.
  const before = trail.findLast(
    ({ place, second }) =>
      !isNear(station, place, found) &&
      !told.has(place) &&
      meetingStart(view) - second < 40 &&
      station.rooms.some(({ id }) => id === place),
  );
  if (before) return before.place;
  const [first, ...rest] = station.rooms.filter(
    ({ id }) => !isNear(station, id, found) && far(station, id, found) < 2500 && !told.has(id),
  );
  return dice.pick("elsewhere", first ? [first, ...rest] : roomsOf(station)).id;
}

const fakeTaskIn = ({ sitesIn, tasks }: Station, place: string): string | null => {
  const site = sitesIn.get(place)?.find(({ kind }) => kind === "task");
  return (site && tasks.find(({ steps }) => steps.some((step) => step.site === site.id))?.id) ?? null;
};

/** A crew member without anybody to vouch for them. */
function pickScapegoat(view: GlassView, dice: Dice, trail: readonly TrailStep[]): string | undefined {
  const { you, meeting } = view;
  const clear = provenCrew(view);
  const seen = new Set(stepAt(trail, secondOf(view, trail))?.saw ?? []);
  const vouched = new Set(
    meeting!.statements.flatMap(({ claims }) =>
      claims.flatMap((claim) => (claim.kind === "location" ? [claim.player] : [])),
    ),
  );
  const list = candidates(view).filter(
    (id) =>
      !you.partners.includes(id) && !clear.has(id) && !vouched.has(id) && !seen.has(id) && id !== meeting!.called_by,
  );
  const [first, ...rest] = list;
  return first === undefined ? undefined : dice.pick("scapegoat", [first, ...rest]);
}

function vote(
  view: GlassView,
  dice: Dice,
  percents: Readonly<Record<string, number>>,
  { suspect }: Mood,
  style: TalkStyle,
): string {
  const { you, available_actions } = view;
  const open = available_actions.available_votes;
  const choose = (who: string | undefined) => (who !== undefined && open.includes(who) ? who : "skip");
  if (you.role === "impostor") return choose(impostorVote(view, dice, percents, style));
  const [first, ...rest] = proofs(view).keys();
  const proof = first === undefined ? undefined : dice.pick("proof", [first, ...rest]);
  if (proof !== undefined) return choose(proof);
  if (!style.reasons) {
    // Without reasoning of its own it follows the first witness.
    const told = view.meeting!.statements.flatMap(({ claims }) => claims.flatMap((claim) => hardAgainst(claim) ?? []));
    return choose(told.find((who) => who !== you.id));
  }
  if (!suspect) return "skip";
  const alive = view.players.filter(({ status }) => status === "alive").length;
  // When one more death decides it, doing nothing is the worst choice.
  const last = alive - 2 <= 2 * impostorsLeft(view);
  return suspect.percent >= (last ? Math.min(style.votesFrom, LAST_CALL) : style.votesFrom)
    ? choose(suspect.who)
    : "skip";
}
const LAST_CALL = 40;

/** With the others against anyone but its own; a liar leads. */
function impostorVote(
  view: GlassView,
  dice: Dice,
  percents: Readonly<Record<string, number>>,
  { deceit }: TalkStyle,
): string | undefined {
  const { you, meeting } = view;
  const against = new Map<string, number>();
  for (const { who, claims } of meeting!.statements) {
    for (const claim of claims) {
      const accused = hardAgainst(claim) ?? (claim.kind === "accusation" ? claim.player : null);
      if (accused === null) continue;
      const weight = claim.kind === "accusation" ? 1 : 3;
      against.set(accused, (against.get(accused) ?? 0) + weight + (who === you.id ? 1 : 0));
    }
  }
  const others = [...against].filter(([id]) => id !== you.id && !you.partners.includes(id));
  const most = prime(Object.fromEntries(others), dice);
  if (most && most.percent >= 2) return most.who;
  const suspect = prime(
    Object.fromEntries(Object.entries(percents).filter(([id]) => !you.partners.includes(id))),
    dice,
  );
  return deceit === "lies" && suspect && suspect.percent >= LAST_CALL ? suspect.who : undefined;
}

const isAlive = ({ players }: GlassView, who: string): boolean =>
  players.some(({ id, status }) => id === who && status === "alive");
