// Words for bots' claims and for their thoughts while they speak: plain sentences.
import type { Dice } from "@orrery/kernel";
import type { Claim, GlassView } from "../shape.ts";
import { type Station, stationOf } from "../station/index.ts";
import { nameOf } from "./paths.ts";
import { hardAgainst, nameIn, type Suspicions } from "./suspects.ts";
import { meetingStart, stepAt, type TrailStep } from "./trail.ts";

/** What a bot has in its head when it is asked in a meeting. */
export interface Mood {
  readonly trail: readonly TrailStep[];
  readonly why: Suspicions["why"];
  readonly suspect: { readonly who: string; readonly percent: number } | null;
}

const placeName = ({ settings }: GlassView, place: string): string => nameOf(stationOf(settings), place);

/** Claims in words. With nothing to claim it may still name its suspect, if it `reasons`; else it is silent. */
export function inWords(view: GlassView, mood: Mood, claims: readonly Claim[], reasons: boolean): string {
  if (claims.length === 0) return reasons ? hint(view, mood) : "";
  const own = claims.find((claim) => claim.kind === "own_location");
  const sights = claims.flatMap((claim) => (claim.kind === "location" ? [claim] : []));
  const out: string[] = [];
  for (const claim of claims)
    if (claim.kind === "own_location") out.push(whereabouts(view, mood, claims, claim, sights));
    // Said with the place: it is where one was oneself.
    else if (claim.kind !== "location" || !own) out.push(sentence(view, mood, claim));
  return out.filter((text) => text !== "").join(" ");
}

function whereabouts(
  view: GlassView,
  { trail }: Mood,
  claims: readonly Claim[],
  { place, second }: Extract<Claim, { kind: "own_location" }>,
  sights: readonly Extract<Claim, { kind: "location" }>[],
): string {
  // A player it saw kill or vent was no company.
  const guilty = claims.map(hardAgainst);
  const company = list(sights.flatMap(({ player }) => (guilty.includes(player) ? [] : nameIn(view, player))));
  if (claims.some((claim) => claim.kind === "found_body" && claim.place === place))
    return company === "" ? "" : `With me: ${company}.`;
  if (company !== "") return `I was in the ${placeName(view, place)} with ${company}.`;
  const stayed = Math.trunc(meetingStart(view)) - second;
  const alone = stepAt(trail, second)?.saw.length === 0 ? ", alone" : "";
  return stayed < LONG
    ? `I was in the ${placeName(view, place)}${alone}.`
    : `I was in the ${placeName(view, place)} all the while${alone}.`;
}
/** Seconds in one place from which on that is worth a word. */
const LONG = 15;

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

function sentence(view: GlassView, mood: Mood, claim: Claim): string {
  const name = (who: string) => nameIn(view, who);
  switch (claim.kind) {
    case "own_location":
      return `I was in the ${placeName(view, claim.place)}.`;
    case "location":
      return `I saw ${name(claim.player)} in the ${placeName(view, claim.place)}.`;
    case "saw_kill":
      return `I saw ${name(claim.killer)} kill ${name(claim.victim)}.`;
    case "saw_vent":
      return `I saw ${name(claim.player)} vent in the ${placeName(view, claim.place)}.`;
    case "found_body":
      return `I found the body of ${name(claim.body)} in the ${placeName(view, claim.place)}.`;
    case "did_task":
      return claim.player === view.you.id
        ? `I was there to ${taskName(stationOf(view.settings), claim.task, "my")}.`
        : `I saw ${name(claim.player)} ${taskName(stationOf(view.settings), claim.task, "their")}, and that was real.`;
    case "role":
      return claim.player === view.you.id ? "It was not me: I am crew." : `${name(claim.player)} is ${claim.role}.`;
    case "accusation":
      return accusation(view, mood, claim.player);
    case "question":
      return `Where were you, ${name(claim.player)}?`;
  }
}

function accusation(view: GlassView, { why }: Mood, who: string): string {
  const reason = why(who);
  if (reason === null) return `It is only a guess, but I say ${nameIn(view, who)}.`;
  const before = view.meeting!.statements.find(
    (one) => one.who !== view.you.id && one.claims.some((claim) => claim.kind === "accusation" && claim.player === who),
  );
  const opens = before ? `I agree with ${nameIn(view, before.who)},` : hasAccused(view) ? "By now I think" : "I think";
  return `${opens} it is ${nameIn(view, who)}: ${reason}.`;
}

const own = ({ meeting, you }: GlassView) => meeting!.statements.filter(({ who }) => who === you.id);
const hasAccused = (view: GlassView): boolean =>
  own(view).some(({ claims }) => claims.some(({ kind }) => kind === "accusation"));

/** Once a meeting, from a speaker who has accused nobody: its suspect and why. */
function hint(view: GlassView, { suspect, why }: Mood): string {
  if (!suspect || view.you.partners.includes(suspect.who) || own(view).length !== 1) return "";
  const reason = why(suspect.who);
  if (reason === null || own(view).some(({ claims }) => claims.some(isPointed))) return "";
  return `I have my eye on ${nameIn(view, suspect.who)}: ${reason}.`;
}
const isPointed = (claim: Claim): boolean => claim.kind === "accusation" || hardAgainst(claim) !== null;

/** A task's name as its owner is told it, with another possessive in place of "your". */
const taskName = ({ tasks }: Station, task: string, whose: string): string =>
  (tasks.find(({ id, steps }) => id === task || steps.some(({ site }) => site === task))?.name ?? task).replace(
    /\byour\b/,
    whose,
  );

/** What it thinks while it speaks. */
export function thinking(view: GlassView, dice: Dice, mood: Mood, claims: readonly Claim[]): string {
  if (view.you.role === "impostor") return scheming(view, dice, mood, claims);
  const { suspect, why } = mood;
  if (!suspect) return "There is nobody left to suspect.";
  const reason = why(suspect.who);
  const name = nameIn(view, suspect.who);
  return reason === null
    ? `Nothing speaks against anyone. If I had to guess: ${name}, ${suspect.percent} %.`
    : `I trust ${name} least, ${suspect.percent} %: ${reason}.`;
}

function scheming(view: GlassView, dice: Dice, { trail }: Mood, claims: readonly Claim[]): string {
  const { you, meeting } = view;
  const place = claims.find((claim) => claim.kind === "own_location");
  const here = place && stepAt(trail, place.second);
  if (place && here && place.place !== here.place)
    return `I was in the ${placeName(view, here.place)}. They had better believe that it was the ${placeName(view, place.place)}.`;
  const lie = claims.map(hardAgainst).find((who) => who !== null);
  if (lie) return `I saw nothing of the kind. If they send ${nameIn(view, lie)} out, that is one less.`;
  const blamed = claims.find((claim) => claim.kind === "accusation");
  if (blamed) return `It was not ${nameIn(view, blamed.player)}, and I know it. Better they than I.`;
  const looked = meeting!.statements.some(
    ({ who, claims }) => who !== you.id && claims.some((claim) => isPointed(claim) && aims(claim) === you.id),
  );
  if (looked) return "They are looking at me. Calm now.";
  if (claims.length > 0) return "All of this is true, and none of it helps them.";
  return dice.pick("quiet", QUIET);
}
const aims = (claim: Claim): string | null => (claim.kind === "accusation" ? claim.player : hardAgainst(claim));
const QUIET = ["The less I say the better.", "Nobody is looking at me. Good.", "Let the others talk."] as const;

/** What it thinks while it votes. */
export function votingThought(
  view: GlassView,
  { suspect, why }: Mood,
  target: string,
  percents: Readonly<Record<string, number>>,
): string {
  const guilty = view.you.role === "impostor";
  if (target === "skip") {
    if (guilty) return "No vote, no trace.";
    return suspect
      ? `${nameIn(view, suspect.who)} at ${suspect.percent} % is not enough for me.`
      : "There is nobody to choose.";
  }
  const name = nameIn(view, target);
  if (guilty) return view.you.partners.includes(target) ? `${name} is lost. I go with the others.` : `${name} will do.`;
  const reason = why(target);
  return reason === null
    ? `${name}, ${percents[target] ?? 0} %: a guess, but somebody has to go.`
    : `${name}, ${percents[target] ?? 0} %: ${reason}.`;
}
