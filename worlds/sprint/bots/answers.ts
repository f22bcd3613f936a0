// Scripted responses and resolutions: what settles the objection, what else follows from it, and what is put to the vote.
import { objectionsIn } from "../discourse.ts";
import { ACCEPT, AMEND, BULLETS, OTHER_WAY, PRESS, REJECT, SETTLE, TIE, UNANSWERED, WEIGH } from "../lore/lines.ts";
import { isCovered, patchProblem, pathsOf } from "../patch.ts";
import { motionOf, roundOf } from "../protocol.ts";
import type { CanonPatch, TurnOutput } from "../turn.ts";
import { aimOf, fixes, wordsOf } from "./objections.ts";
import { type BotTable, objection, offerOf, proposal, proposedPatch, TITLES, turn } from "./table.ts";

export function respond(table: BotTable): TurnOutput {
  if (table.asked.role === "CONTRARIAN") return press(table);
  return offerOf(table) === null && ways(table).length > 0 ? settleIt(table) : weigh(table);
}

/** Ways to mend the objection on the floor; none where somebody else worded it, or nothing fits. */
function ways(table: BotTable): readonly CanonPatch[] {
  const against = objection(table);
  const aim = against && aimOf(against, table.lore);
  return aim ? fixes(table, aim) : [];
}

/** The first who speaks brings the patch that the objection asked for. */
function settleIt(table: BotTable): TurnOutput {
  const { own, line, asked } = table;
  const against = objection(table)!;
  const patch = own("way", ways(table));
  const pool = asked.role === "ARCHITECT" || asked.role === "LOREKEEPER" ? SETTLE[asked.role] : [];
  const content = line("settle", [...SETTLE.any, ...pool], { objection: against.id, words: wordsOf(patch, table) });
  return turn(table, content, { canon_patch: [...patch], references: [proposal(table).id, against.id] });
}

/** The Contrarian says what the answer costs, or brings another way. */
function press(table: BotTable): TurnOutput {
  const { own, line } = table;
  const against = objection(table);
  const offer = offerOf(table);
  const references = [proposal(table).id, ...(against ? [against.id] : []), ...(offer ? [offer.id] : [])];
  const other = ways(table).find((patch) => offer !== null && JSON.stringify(patch) !== JSON.stringify(offer.patch));
  if (offer && other && own("press", [true, false, false]))
    return turn(table, line("other way", OTHER_WAY, { offer: offer.id, words: wordsOf(other, table) }), {
      canon_patch: [...other],
      references,
    });
  const opening = offer ? line("press opening", PRESS, { offer: offer.id }) : line("unanswered", UNANSWERED);
  return turn(table, [opening, "Delta:", ...bullets(table)].join("\n"), { references });
}

/** Two things that follow, each of which is to be added or held to. */
function bullets({ view, line, say }: BotTable): string[] {
  const all = BULLETS[view.team.phase];
  const first = line("bullet 1", all);
  const second = line(
    "bullet 2",
    all.filter((one) => say(one) !== first),
  );
  return [`- ${first}`, `- ${second}`];
}

/** A response without a patch: names what to keep from the discussion. */
function weigh(table: BotTable): TurnOutput {
  const { line, asked, view } = table;
  const against = objection(table);
  const offer = offerOf(table);
  const made = proposal(table);
  const others = roundOf(view.team).filter(({ turn_type, output }) => turn_type === "RESPONSE" && output);
  const leaning = `${against ? `, ${against.id} leans on it` : " and nobody objects"}${offer ? `, and ${offer.id} props it up` : ""}`;
  const opening = line("weigh", asked.role === "SYNTHESIZER" ? WEIGH.SYNTHESIZER : WEIGH.other, {
    proposal: made.id,
    proposer: TITLES[made.role],
    count: COUNTS[others.length + 1] ?? "several",
    leaning,
    open: against && !offer ? ` ${settleFor(against.output?.content ?? "")}` : "",
  });
  const references = [made.id, ...(against ? [against.id] : []), ...(offer ? [offer.id] : [])];
  return turn(table, [opening, "Delta:", ...bullets(table)].join("\n"), { references });
}
const COUNTS = ["no", "one", "two", "three", "four"] as const;

/** What an objection wants, quoted, where the house has no answer of its own to it. */
const settleFor = (content: string): string => {
  const [first] = objectionsIn(content);
  return first
    ? `What would settle it has been said (“${first.settle}”), and the resolution should say whether it does.`
    : "";
};

/** The motion: the proposal with what mends it, the proposal as it stands, or nothing. */
export function resolve(table: BotTable): TurnOutput {
  if (table.asked.stage === "tiebreak") return breakTie(table);
  const { own, line, canon, view } = table;
  const made = proposal(table);
  const against = objection(table);
  const offer = offerOf(table);
  const merged = offer ? [...proposedPatch(table), ...offer.patch] : [];
  const fits = offer !== null && patchProblem(canon, merged) === null;
  const mood = own("decision", view.team.phase === "CRYSTALLIZATION" ? ["amend"] : MOODS_OF_RESOLUTION);
  const references = [made.id, ...(against ? [against.id] : []), ...(offer ? [offer.id] : [])];
  const slots = {
    proposal: made.id,
    proposer: TITLES[made.role],
    objection: against?.id ?? "the objection",
    offer: offer?.id ?? "",
  };
  if (mood === "reject") return turn(table, line("reject", REJECT, slots), { decision: "REJECT", references });
  if (fits && mood === "amend")
    return turn(table, line("amend", AMEND, slots), { decision: "AMEND", canon_patch: merged, references });
  return turn(table, line("accept", ACCEPT, slots), { decision: "ACCEPT", references });
}
/** Of ten resolutions. */
const MOODS_OF_RESOLUTION = [
  ...Array.from({ length: 6 }, () => "amend" as const),
  ...Array.from({ length: 3 }, () => "accept" as const),
  "reject" as const,
];

/** After a deadlock: an amendment that somebody voted for, the motion as it was, or nothing. */
function breakTie(table: BotTable): TurnOutput {
  const { own, line, canon, view } = table;
  const said = roundOf(view.team);
  const votes = said.filter(({ turn_type, output }) => turn_type === "VOTE" && output);
  const resolution = said.find(({ turn_type, output }) => turn_type === "RESOLUTION" && output);
  const motion = motionOf(view.team);
  const id = objection(table)?.id ?? "the objection";
  const sources = said.filter(({ turn_type, output }) => turn_type !== "VOTE" && output).map((one) => one.id);
  const riders = votes.filter(({ output }) => output?.vote === "AMEND");
  const rider = riders.length > 0 ? own("rider", riders) : null;
  const patch = rider?.output ? [...motion, ...rider.output.canon_patch] : motion;
  const references = [...sources, ...votes.map((one) => one.id)].slice(0, 32);
  const places = said.flatMap(({ output, turn_type }) =>
    output === null
      ? []
      : turn_type === "OBJECTION"
        ? objectionsIn(output.content).map(({ where }) => where)
        : pathsOf(output.canon_patch),
  );
  const fits = patchProblem(canon, patch) === null && pathsOf(patch).every((path) => isCovered(path, places));
  const slots = { objection: id, of: resolution ? ` of ${resolution.id}` : "", rider: rider?.id ?? "" };
  const justification = (pool: readonly string[]) => `${line("tie opening", TIE.opening)} ${line("tie", pool, slots)}`;
  if (own("tie", [false, false, false, true]) || !fits || patch.length === 0)
    return turn(table, justification(TIE.drop), { decision: "DEADLOCK_TIEBREAK", references });
  return turn(table, justification(rider ? TIE.rider : TIE.motion), {
    decision: "DEADLOCK_TIEBREAK",
    canon_patch: [...patch],
    references,
  });
}
