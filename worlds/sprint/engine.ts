// What the engine says where nobody did: a standing objection at the canon's weakest place, and the completion of an unfinished canon. It says that it is the engine.
import {
  CANON_FIELDS,
  type Canon,
  finalProblems,
  INHABITANT_FIELDS,
  LANDMARK_FIELDS,
  LANDMARKS,
  type Landmark,
  MOODS,
  nameKey,
  TENSION_FIELDS,
} from "./canon.ts";
import { applyPatch } from "./patch.ts";
import { proposalOf } from "./protocol.ts";
import type { Phase } from "./settings.ts";
import type { Challenge, TeamState } from "./shape.ts";
import type { CanonPatch, Operation, TurnOutput } from "./turn.ts";

/** The place that most needs an objection, and why. */
interface Weakness {
  readonly where: string;
  readonly breaks: string;
  readonly settle: string;
}

/** The objection that stands where the Contrarian gave none: on what is proposed, at its weakest place. */
export function standingObjection(team: TeamState, challenge: Challenge): TurnOutput {
  const proposal = proposalOf(team)!;
  const patch = proposal.output?.canon_patch ?? [];
  const done = applyPatch(team.canon, patch);
  const { where, breaks, settle } = weakestOf(done.ok ? done.canon : team.canon, team.phase, challenge);
  return {
    speaker_role: "CONTRARIAN",
    turn_type: "OBJECTION",
    content: [
      "The Contrarian gave no objection, so the engine raises its standing one at the weakest place of the canon.",
      `Breaks: ${breaks}`,
      `Where: ${where}`,
      `Settle: ${settle}`,
    ].join("\n"),
    canon_patch: [],
    references: [proposal.id],
    vote: null,
    decision: null,
  };
}

/** Texts of what a phase decides, with their pointers. */
function textsOf(canon: Canon, phase: Phase): readonly (readonly [string, string])[] {
  const foundation = [
    ["/world_name", canon.world_name],
    ["/governing_logic", canon.governing_logic],
    ["/aesthetic_mood", canon.aesthetic_mood.join(", ")],
  ] as const;
  const landmarks = canon.landmarks.flatMap((landmark, i) =>
    LANDMARK_FIELDS.map((field) => [`/landmarks/${i}/${field}`, landmark[field]] as const),
  );
  const tension = TENSION_FIELDS.map((field) => [`/tension/${field}`, canon.tension[field] ?? ""] as const);
  const people = INHABITANT_FIELDS.map((field) => [`/inhabitants/${field}`, canon.inhabitants[field] ?? ""] as const);
  switch (phase) {
    case "FOUNDATION":
      return foundation;
    case "LANDMARKS":
      return landmarks.length === 0 ? [["/landmarks", ""]] : landmarks;
    case "TENSION":
      return tension;
    default:
      return [
        ...foundation,
        ...landmarks,
        ...people,
        ...tension,
        ["/hero_image_description", canon.hero_image_description],
      ];
  }
}

/** An empty place before one that ignores the challenge's twist, and that before the one that says least. */
function weakestOf(canon: Canon, phase: Phase, { twist_constraint }: Challenge): Weakness {
  const texts = textsOf(canon, phase);
  const empty = texts.find(([, text]) => text.trim() === "");
  if (empty)
    return {
      where: empty[0],
      breaks: `${empty[0]} says nothing yet, so everything that leans on it hangs in the air.`,
      settle: `Fill ${empty[0]} with something that can be seen, and that follows from the governing logic.`,
    };
  const wanted = keywords(twist_constraint);
  const prose = texts.filter(([path]) => !/(name|visual_key|aesthetic_mood)$/.test(path));
  const [where] = [...(prose.length > 0 ? prose : texts)].sort(
    ([a, one], [b, other]) =>
      countShared(one, wanted) - countShared(other, wanted) || one.length - other.length || (a < b ? -1 : 1),
  )[0]!;
  return {
    where,
    breaks: `${where} would read the same in a world in which it did not hold that ${twist_constraint}.`,
    settle: `Let ${where} say who gains and who pays because ${twist_constraint}.`,
  };
}

const keywords = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5)));
const countShared = (text: string, wanted: ReadonlySet<string>): number =>
  [...keywords(text)].filter((word) => wanted.has(word)).length;

/** The operations that make a canon final, from the challenge and from what is there; empty when it is. */
export function completionOf(canon: Canon, challenge: Challenge): CanonPatch {
  const operations: Operation[] = [];
  let at = canon;
  for (let i = 0; i < 64; i++) {
    const [problem] = finalProblems(at);
    if (!problem) return operations;
    const operation = mend(at, problem.path, challenge);
    const done = applyPatch(at, [operation]);
    if (!done.ok) throw new Error(`the engine's completion does not apply at ${done.path}: ${done.why}`);
    operations.push(operation);
    at = done.canon;
  }
  throw new Error("the engine's completion does not come to an end");
}

/** The turn that completes a canon where the last round left it unfinished. */
export function completion(team: TeamState, challenge: Challenge, patch: CanonPatch): TurnOutput {
  const last = team.turns.filter(({ output }) => output !== null).slice(-1);
  return {
    speaker_role: "SYNTHESIZER",
    turn_type: "RESOLUTION",
    content: `The last round is over and the canon is not final, so the engine completes it from the challenge: ${challenge.biome}, ${challenge.inhabitants}, ${challenge.twist_constraint}. No agent said this.`,
    canon_patch: [...patch],
    references: last.map(({ id }) => id),
    vote: null,
    decision: "AMEND",
  };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** One operation that takes a problem away, or leads to one further on. */
function mend(canon: Canon, path: string, { biome, inhabitants, twist_constraint }: Challenge): Operation {
  const put = (value: string): Operation => ({ op: "add", path, value }) as Operation;
  const [, field, key] = path.split("/");
  switch (field) {
    case "world_name":
      return put("The Unnamed Country");
    case "governing_logic":
      return put(`Here ${twist_constraint}, and everything else follows from that.`);
    case "aesthetic_mood":
      if (key !== undefined) return put("unspoken");
      return canon.aesthetic_mood.length > MOODS.most
        ? { op: "remove", path: `/aesthetic_mood/${MOODS.most}` }
        : {
            op: "add",
            path: "/aesthetic_mood/-",
            value: ["spare", "watchful", "unfinished"][canon.aesthetic_mood.length]!,
          };
    case "landmarks":
      return mendLandmark(canon, path, twist_constraint);
    case "inhabitants":
      return put(
        {
          appearance: `They are ${inhabitants}, and look it.`,
          culture_snapshot: `${sentence(inhabitants)} live by one rule: ${twist_constraint}.`,
          relationship_to_place: `Their home is ${biome}, and they have no other.`,
        }[key as (typeof INHABITANT_FIELDS)[number]],
      );
    case "tension":
      return put(
        {
          conflict: `Not everybody wants it to go on that ${twist_constraint}.`,
          stakes: "Who may stay, and by which rule.",
          visual_manifestation: "Two groups stand apart and look past each other.",
        }[key as (typeof TENSION_FIELDS)[number]],
      );
    case "hero_image_description":
      return put(`${sentence(biome)}, with ${inhabitants} in front of it, small against the sky.`);
    default:
      throw new Error(`nothing mends ${path}; the fields are ${CANON_FIELDS.join(", ")}`);
  }
}

function mendLandmark({ landmarks }: Canon, path: string, twist: string): Operation {
  const [, , key, part] = path.split("/");
  const free = (["The First Marker", "The Second Marker", "The Third Marker", "The Last Marker"] as const).find(
    (name) => !landmarks.some((landmark) => nameKey(landmark.name) === nameKey(name)),
  )!;
  if (part === "name") return { op: "replace", path, value: free };
  if (key !== undefined)
    return {
      op: "replace",
      path,
      value: part === "visual_key" ? "a bare stone" : `A place that shows that ${twist}.`,
    };
  if (landmarks.length > LANDMARKS) return { op: "remove", path: `/landmarks/${LANDMARKS}` };
  const landmark: Landmark = {
    name: free,
    description: "A bare stone where a landmark was to be, and none was agreed on.",
    significance: `It marks that nobody could agree what it means that ${twist}.`,
    visual_key: "a bare stone",
  };
  return { op: "add", path: "/landmarks/-", value: landmark };
}
