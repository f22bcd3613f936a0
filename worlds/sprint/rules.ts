// The business rules of a turn, each with its reason, judged from the speaker's view. Schema and seat were judged before.
import { equal, refuse } from "@orrery/kernel";
import { CANON_FIELDS, type Canon, finalProblems } from "./canon.ts";
import { addsSomething, deltasIn, isBareAgreement, lackOf, objectionsIn } from "./discourse.ts";
import { applyPatch, isCovered, patchBytes, patchProblem, pathsOf } from "./patch.ts";
import { ballotsOf, motionOf, objectionsOf, proposalOf } from "./protocol.ts";
import { LIMITS } from "./settings.ts";
import type { AskedTurn, SprintRefusal, SprintView, TableView, TurnRecord } from "./shape.ts";
import type { CanonPatch, TurnOutput } from "./turn.ts";
import { riderOf } from "./votes.ts";

/** The first rule that a turn breaks; null when it is admitted. */
export function turnProblem(view: SprintView, output: TurnOutput): SprintRefusal {
  if (view.kind !== "table" || view.asked === null) return refuse("not_asked_now", {});
  const { asked } = view;
  return (
    formProblem(asked, output) ??
    referenceProblem(view, output) ??
    patchVerdict(view, asked, output) ??
    contentProblem(view, output)
  );
}

/** Role, type, and which of vote, decision and patch belong to such a turn. */
function formProblem({ role, turn_type, stage }: AskedTurn, output: TurnOutput): SprintRefusal {
  const { vote, decision, canon_patch } = output;
  if (output.speaker_role !== role) return refuse("wrong_role", { asked: role });
  if (output.turn_type !== turn_type) return refuse("wrong_turn_type", { asked: turn_type });
  if (turn_type === "VOTE" && vote === null) return refuse("vote_missing", {});
  if (turn_type !== "VOTE" && vote !== null) return refuse("vote_not_allowed", { turn_type });
  if (turn_type !== "RESOLUTION" && decision !== null) return refuse("decision_not_allowed", { turn_type });
  if (turn_type === "RESOLUTION") {
    if (decision === null) return refuse("decision_missing", {});
    const allowed = stage === "tiebreak" ? ["DEADLOCK_TIEBREAK"] : ["ACCEPT", "AMEND", "REJECT"];
    if (!allowed.includes(decision)) return refuse("wrong_decision", { allowed });
  }
  const isEmpty = canon_patch.length === 0;
  const needs = turn_type === "PROPOSAL" ? "A PROPOSAL" : vote === "AMEND" ? "An AMEND vote" : null;
  if (isEmpty && (needs || decision === "AMEND"))
    return refuse("patch_required", { what: needs ?? "The decision AMEND" });
  const bans =
    turn_type === "OBJECTION"
      ? "An OBJECTION"
      : vote === "ACCEPT" || vote === "REJECT"
        ? `The vote ${vote}`
        : decision === "REJECT"
          ? "The decision REJECT"
          : null;
  return !isEmpty && bans ? refuse("patch_not_allowed", { what: bans }) : null;
}

function referenceProblem({ team }: TableView, { references, turn_type }: TurnOutput): SprintRefusal {
  for (const id of references)
    if (!team.turns.some((turn) => turn.id === id && turn.output)) return refuse("unknown_reference", { id });
  return turn_type === "RESOLUTION" && references.length === 0 ? refuse("references_missing", {}) : null;
}

/** Size, scope, dry-run, effect, and, in a resolution, where each path comes from. */
function patchVerdict(view: TableView, asked: AskedTurn, output: TurnOutput): SprintRefusal {
  const { canon_patch: patch, turn_type } = output;
  if (patch.length === 0) return null;
  const bytes = patchBytes(patch);
  if (bytes > LIMITS.patchBytes) return refuse("patch_too_large", { bytes });
  const outside = pathsOf(patch).find((path) => !isCovered(path, view.write));
  if (outside) return refuse("write_scope", { path: outside, phase: view.team.phase, allowed: view.write });
  const bases = basesOf(view, asked);
  const tried = bases.map((base) => ({ base, problem: patchProblem(base, patch) }));
  const fits = tried.find(({ problem }) => problem === null);
  if (!fits) {
    const { index, path, message } = tried[0]!.problem!;
    return refuse("patch_inapplicable", { index, path, why: message });
  }
  const done = applyPatch(fits.base, patch);
  if (!done.ok) throw new Error(`a patch that fitted did not apply: ${done.why}`);
  if (turn_type !== "RESOLUTION" && equal(done.canon, fits.base)) return refuse("patch_changes_nothing", {});
  if (view.team.phase === "CRYSTALLIZATION") {
    const broken = newProblem(fits.base, done.canon);
    if (broken) return refuse("final_schema", { path: broken.path, why: broken.message });
  }
  return turn_type === "RESOLUTION" ? tracedProblem(view, output) : null;
}

/** The canons that a patch may be written against: the round's, and for a response or a vote what is on the floor. */
function basesOf({ team }: TableView, { turn_type, stage }: AskedTurn): readonly Canon[] {
  if (turn_type === "VOTE") {
    const motion = stage === "revote" ? [...motionOf(team), ...riderOf(ballotsOf(team, false))] : motionOf(team);
    return [onto(team.canon, motion)];
  }
  if (turn_type !== "RESPONSE") return [team.canon];
  return [team.canon, onto(team.canon, proposalOf(team)?.output?.canon_patch ?? [])];
}
const onto = (canon: Canon, patch: CanonPatch): Canon => {
  const done = applyPatch(canon, patch);
  return done.ok ? done.canon : canon;
};

/** What is wrong with the second canon that was not wrong with the first. */
function newProblem(before: Canon, after: Canon) {
  const known = finalProblems(before).map(({ path }) => path);
  return finalProblems(after).find(({ path }) => !known.includes(path));
}

/** A resolution writes only what referenced turns wrote, or where a referenced objection pointed. */
function tracedProblem({ team }: TableView, { references, canon_patch }: TurnOutput): SprintRefusal {
  const places = team.turns.flatMap((turn) => (references.includes(turn.id) ? placesOf(turn) : []));
  const path = pathsOf(canon_patch).find((one) => !isCovered(one, places));
  return path === undefined ? null : refuse("untraced_path", { path, places });
}

/** The places that a turn of the transcript is about. */
const placesOf = ({ output, turn_type }: TurnRecord): readonly string[] =>
  output === null
    ? []
    : turn_type === "OBJECTION"
      ? objectionsIn(output.content).map(({ where }) => where)
      : pathsOf(output.canon_patch);

function contentProblem(view: TableView, output: TurnOutput): SprintRefusal {
  const { content, turn_type } = output;
  if (turn_type !== "VOTE" && content.trim() === "") return refuse("no_content", {});
  switch (turn_type) {
    case "OBJECTION":
      return objectionProblem(view, content);
    case "RESPONSE":
      return responseProblem(output);
    case "RESOLUTION": {
      const ids = objectionsOf(view.team).map(({ id }) => id);
      return ids.length === 0 || ids.some((id) => names(content, id)) ? null : refuse("objection_not_named", { ids });
    }
    default:
      return null;
  }
}

/** Whether a text names an event id, and not merely one that begins like it. */
const names = (content: string, id: string): boolean =>
  content
    .split(id)
    .slice(1)
    .some((rest) => !/^\d/.test(rest));

function objectionProblem({ team }: TableView, content: string): SprintRefusal {
  const objections = objectionsIn(content);
  const lacks = lackOf(objections);
  if (lacks !== null) return refuse("objection_missing", { lacks });
  const proposed = onto(team.canon, proposalOf(team)?.output?.canon_patch ?? []);
  const stray = objections.find(({ where }) => where !== "" && !pointsIntoCanon(proposed, where));
  return stray ? refuse("objection_where", { where: stray.where }) : null;
}

/** Whether a pointer leads to a place of the canon, or to one that its lists and records may yet have. */
function pointsIntoCanon(canon: Canon, pointer: string): boolean {
  const [, field, key, part, ...more] = pointer.split("/");
  if (!(CANON_FIELDS as readonly string[]).includes(field ?? "") || more.length > 0) return false;
  if (key === undefined) return true;
  switch (field) {
    case "landmarks":
      return (
        (key === "-" || Number(key) < canon.landmarks.length) &&
        (part === undefined || ["name", "description", "significance", "visual_key"].includes(part))
      );
    case "aesthetic_mood":
      return part === undefined && (key === "-" || Number(key) < canon.aesthetic_mood.length);
    case "inhabitants":
      return part === undefined && ["appearance", "culture_snapshot", "relationship_to_place"].includes(key);
    case "tension":
      return part === undefined && ["conflict", "stakes", "visual_manifestation"].includes(key);
    default:
      return false;
  }
}

/** "+1" is no response: it brings a patch, or a delta that adds or changes something. */
function responseProblem({ content, canon_patch }: TurnOutput): SprintRefusal {
  if (canon_patch.length > 0) return null;
  if (isBareAgreement(content)) return refuse("bare_agreement", {});
  const deltas = deltasIn(content);
  if (deltas.length === 0) return refuse("no_delta", {});
  if (!deltas.some(addsSomething)) return refuse("bare_agreement", {});
  const length = [...content.trim()].length;
  return length < LIMITS.response ? refuse("response_too_short", { length }) : null;
}
