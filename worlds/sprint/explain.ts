// The sentence for each reason: what is wrong with a turn, and what would mend it.
import type { World } from "@orrery/kernel";
import { LIMITS } from "./settings.ts";
import type { Sprint } from "./shape.ts";

const list = (items: readonly string[]): string => (items.length === 0 ? "nothing" : items.join(", "));

export const explain: World<Sprint>["explain"] = {
  not_asked_now: () => "You are not asked for anything now.",
  wrong_role: ({ asked }) => `speaker_role must be ${asked}: that is who was asked.`,
  wrong_turn_type: ({ asked }) => `turn_type must be ${asked}: that is what was asked for.`,
  no_content: () => "content is empty. Say what you do and why.",
  vote_missing: () => "A VOTE needs vote: ACCEPT, AMEND or REJECT.",
  vote_not_allowed: ({ turn_type }) => `vote must be null in a ${turn_type}.`,
  decision_missing: () => "A RESOLUTION needs a decision.",
  decision_not_allowed: ({ turn_type }) => `decision must be null in a ${turn_type}.`,
  wrong_decision: ({ allowed }) => `decision must be ${allowed.join(" or ")} here.`,
  patch_required: ({ what }) => `${what} needs a canon_patch with at least one operation.`,
  patch_not_allowed: ({ what }) => `${what} must leave canon_patch empty.`,
  patch_too_large: ({ bytes }) => `canon_patch has ${bytes} bytes; at most ${LIMITS.patchBytes} are allowed.`,
  write_scope: ({ path, phase, allowed }) =>
    `canon_patch writes ${path}, which ${phase} may not. It may write ${list(allowed)}.`,
  patch_inapplicable: ({ index, path, why }) => `canon_patch[${index}] cannot be applied at ${path}: ${why}.`,
  patch_changes_nothing: () => "canon_patch leaves the canon exactly as it is. Change something, or leave it out.",
  final_schema: ({ path, why }) => `After canon_patch the canon would no longer be final: ${path} ${why}.`,
  unknown_reference: ({ id }) => `references names ${id}, which no turn of this transcript has.`,
  references_missing: () => "A RESOLUTION needs references: the ids of the turns that it merges.",
  untraced_path: ({ path, places }) =>
    `canon_patch writes ${path}, which no referenced turn is about. Those are about ${list(places)}.`,
  objection_not_named: ({ ids }) => `content must say how it answers the objection, and name it: ${ids.join(" or ")}.`,
  objection_missing: ({ lacks }) =>
    `An OBJECTION has three lines, "Breaks:", "Where:" and "Settle:". This one lacks ${lacks}.`,
  objection_where: ({ where }) => `"Where: ${where}" points at no place of the canon.`,
  no_delta: () =>
    'A RESPONSE needs a canon_patch, or a line "Delta:" followed by bullets that say what is added or changed.',
  bare_agreement: () => "This only agrees. Say what you add or change, or bring a canon_patch.",
  response_too_short: ({ length }) =>
    `A RESPONSE without a patch needs at least ${LIMITS.response} characters; this one has ${length}.`,
  pack_coverage: ({ at, least }) => `${at} says too little: at least ${least} characters are wanted.`,
  pack_reference: ({ at, ref }) => `${at} names ${ref}, and there is no such place in the canon.`,
  no_such_picture: ({ picture }) => `Nobody is waiting for the picture "${picture}".`,
  picture_incomplete: () => "hash and media_type go together: give both, or neither for a sketch.",
  unknown_label: ({ label }) => `No entry is called "${label}".`,
  label_missing: ({ label }) => `There are no marks for "${label}".`,
  no_verdict: () => "There is no verdict yet, so the mapping stays sealed.",
  already_unsealed: () => "The mapping is open already.",
};
