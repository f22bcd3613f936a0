// What bots say in meetings and whom they vote for: claims first, and a plain sentence for each of them.
import type { Dice } from "@orrery/kernel";
import { ROOMS, SITES_IN, TASK_KINDS } from "../map.ts";
import type { Claim, GlassView } from "../shape.ts";
import { answer, type Chair, idle } from "./answer.ts";
import { far, isNear, nameOf } from "./paths.ts";
import { candidates, cleared, hardAgainst, impostorsLeft, prime, proofs, suspicions } from "./suspects.ts";
import { type Step, stepAt, trailOf, writeTrail } from "./trail.ts";

export interface TalkStyle {
  /** Says where it was and whom it saw; else it is silent. */
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
  const crew = suspicions(view, trail);
  const shown = view.you.role === "impostor" ? feigned(view, crew) : crew;
  const beside = { events: writeTrail(trail), suspicions: shown };
  switch (view.ask!.kind) {
    case "discussion": {
      const claims = style.speaks ? statement(view, dice, trail, shown, style) : [];
      const thought = thoughtOf(view, dice, trail, claims, shown);
      return answer(
        view,
        { type: "speak", text: claims.map((claim) => say(view, claim)).join(" "), claims },
        { ...beside, thought },
      );
    }
    case "vote": {
      const target = vote(view, dice, shown, style);
      return answer(view, { type: "vote", target }, { ...beside, thought: voteThought(view, target, shown) });
    }
    default:
      return answer(view, idle(view), beside);
  }
}

/** An impostor reports what it would think if it knew nothing: its partners look half as bad to it. */
function feigned({ you }: GlassView, percents: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(percents).map(([id, percent]) => [
      id,
      you.partners.includes(id) ? Math.trunc(percent / 2) : percent,
    ]),
  );
}

/** The second of which everybody speaks: the last before all stood around the table. */
const secondOf = (view: GlassView, trail: readonly Step[]): number =>
  Math.min(Math.trunc(view.time), trail.at(-1)?.second ?? Math.trunc(view.time));

function statement(
  view: GlassView,
  dice: Dice,
  trail: readonly Step[],
  percents: Readonly<Record<string, number>>,
  style: TalkStyle,
): Claim[] {
  const { meeting, you } = view;
  if (meeting!.statements.some(({ who }) => who === you.id)) return reply(view, dice, percents, style);
  if (you.role === "impostor" && style.deceit !== "truth") return deceive(view, dice, trail, style);
  return honest(view, dice, trail, percents, style);
}

/** In later rounds: an accusation, when there is one to make. */
function reply(view: GlassView, dice: Dice, percents: Readonly<Record<string, number>>, style: TalkStyle): Claim[] {
  const { you, meeting } = view;
  const against = meeting!.statements.find(({ claims }) => claims.some((claim) => hardAgainst(claim) === you.id));
  const claims: Claim[] = [];
  if (
    against &&
    !meeting!.statements.some(({ who, claims }) => who === you.id && claims.some(({ kind }) => kind === "role"))
  )
    claims.push({ kind: "role", player: you.id, role: "crewmate" }, { kind: "accusation", player: against.who });
  const suspect = style.reasons ? prime(percents, dice) : null;
  if (claims.length === 0 && suspect && suspect.percent >= style.votesFrom)
    claims.push({ kind: "accusation", player: suspect.who });
  return claims;
}

function honest(
  view: GlassView,
  dice: Dice,
  trail: readonly Step[],
  percents: Readonly<Record<string, number>>,
  style: TalkStyle,
): Claim[] {
  const { meeting, you } = view;
  const second = secondOf(view, trail);
  const claims: Claim[] = [];
  for (const { who, kind, victim, place } of proofs(view).values())
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
  for (const [player, task] of cleared(view))
    if (isAlive(view, player) && claims.length < 7) claims.push({ kind: "did_task", player, task });
  const suspect = style.reasons ? prime(percents, dice) : null;
  if (suspect && suspect.percent >= style.votesFrom && claims.length < 8)
    claims.push({ kind: "accusation", player: suspect.who });
  return claims;
}

/** An impostor's first words: where it would like to have been, and perhaps what it did not see. */
function deceive(view: GlassView, dice: Dice, trail: readonly Step[], { deceit }: TalkStyle): Claim[] {
  const { meeting, you } = view;
  const second = secondOf(view, trail);
  const here = stepAt(trail, second);
  const claims: Claim[] = [];
  if (meeting!.body && meeting!.called_by === you.id && meeting!.found_in)
    claims.push({ kind: "found_body", body: meeting!.body, place: meeting!.found_in });
  const found = meeting!.found_in;
  const awkward = here !== null && found !== null && isNear(here.place, found) && meeting!.called_by !== you.id;
  const place = awkward ? elsewhere(view, dice, trail, found) : here?.place;
  if (place !== undefined) claims.push({ kind: "own_location", place, second });
  if (awkward) {
    const task = fakeTaskIn(place!);
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

/** Where it was earlier if that is far enough, else an empty-looking room far from the body. */
function elsewhere(view: GlassView, dice: Dice, trail: readonly Step[], found: string): string {
  const before = trail.findLast(
    ({ place, second }) => !isNear(place, found) && view.time - second < 40 && ROOMS.some(({ id }) => id === place),
  );
  if (before) return before.place;
  const told = new Set(
    view.meeting!.statements.flatMap(({ claims }) =>
      claims.flatMap((claim) => (claim.kind === "own_location" ? [claim.place] : [])),
    ),
  );
  const rooms = ROOMS.filter(({ id }) => !isNear(id, found) && far(id, found) < 2500 && !told.has(id));
  return dice.pick("elsewhere", (rooms.length > 0 ? rooms : ROOMS) as [(typeof ROOMS)[number], ...typeof ROOMS]).id;
}

const fakeTaskIn = (place: string): string | null => {
  const site = SITES_IN.get(place)?.find(({ kind }) => kind === "task");
  return (site && TASK_KINDS.find(({ steps }) => steps.some((step) => step.site === site.id))?.id) ?? null;
};

/** Somebody of the crew whom nobody speaks for. */
function pickScapegoat(view: GlassView, dice: Dice, trail: readonly Step[]): string | undefined {
  const { you, meeting } = view;
  const clear = cleared(view);
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

function vote(view: GlassView, dice: Dice, percents: Readonly<Record<string, number>>, style: TalkStyle): string {
  const { you, available_actions } = view;
  const open = available_actions.available_votes;
  const choose = (who: string | undefined) => (who !== undefined && open.includes(who) ? who : "skip");
  if (you.role === "impostor") return choose(impostorVote(view, dice, percents, style));
  const [first, ...rest] = proofs(view).keys();
  const proof = first === undefined ? undefined : dice.pick("proof", [first, ...rest]);
  if (proof !== undefined) return choose(proof);
  if (!style.reasons) {
    // Without reasoning of its own it goes with whoever claims to have seen it.
    const told = view.meeting!.statements.flatMap(({ claims }) => claims.flatMap((claim) => hardAgainst(claim) ?? []));
    return choose(told.find((who) => who !== you.id));
  }
  const suspect = prime(percents, dice);
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

const named = ({ players, you }: GlassView, who: string): string =>
  who === you.id ? "I" : (players.find(({ id }) => id === who)?.name ?? who);

/** A claim as a sentence. */
function say(view: GlassView, claim: Claim): string {
  const { you } = view;
  const ago = (second: number) => {
    const seconds = Math.max(0, Math.trunc(view.time) - second);
    return seconds < 3 ? "just now" : `${seconds} seconds ago`;
  };
  switch (claim.kind) {
    case "own_location":
      return `I was in the ${nameOf(claim.place)} ${ago(claim.second)}.`;
    case "location":
      return `I saw ${named(view, claim.player)} near the ${nameOf(claim.place)} ${ago(claim.second)}.`;
    case "saw_kill":
      return `I saw ${named(view, claim.killer)} kill ${named(view, claim.victim)}.`;
    case "saw_vent":
      return `I saw ${named(view, claim.player)} vent in the ${nameOf(claim.place)}.`;
    case "found_body":
      return `I found the body of ${named(view, claim.body)} in the ${nameOf(claim.place)}.`;
    case "did_task":
      return claim.player === you.id
        ? `I was busy: ${taskName(claim.task)}.`
        : `I saw ${named(view, claim.player)} do a task for real: ${taskName(claim.task)}.`;
    case "role":
      return claim.player === you.id ? "I am crew." : `${named(view, claim.player)} is ${claim.role}.`;
    case "accusation":
      return `I think it is ${named(view, claim.player)}.`;
  }
}

const taskName = (task: string): string =>
  TASK_KINDS.find(({ id, steps }) => id === task || steps.some(({ site }) => site === task))?.name ?? task;

function thoughtOf(
  view: GlassView,
  dice: Dice,
  trail: readonly Step[],
  claims: readonly Claim[],
  percents: Readonly<Record<string, number>>,
): string {
  const { you } = view;
  const here = stepAt(trail, secondOf(view, trail));
  const own = claims.find((claim) => claim.kind === "own_location");
  if (you.role === "impostor") {
    if (own && here && own.place !== here.place)
      return `I was in the ${nameOf(here.place)}. They had better believe that it was the ${nameOf(own.place)}.`;
    const lie = claims.find((claim) => hardAgainst(claim) !== null);
    if (lie) return `I saw nothing of the kind. If they send ${hardAgainst(lie)} out, that is one less.`;
    return claims.length === 0 ? "The less I say the better." : "All of this is true, and none of it helps them.";
  }
  const suspect = prime(percents, dice);
  if (!suspect) return "There is nobody left to suspect.";
  return `I trust ${suspect.who} least: ${suspect.percent} %.`;
}

function voteThought({ you }: GlassView, target: string, percents: Readonly<Record<string, number>>): string {
  if (target === "skip") return you.role === "impostor" ? "No vote, no trace." : "I am not sure enough of anyone.";
  if (you.role === "impostor") return `${target} will do.`;
  return `${target}: ${percents[target] ?? 0} %.`;
}
