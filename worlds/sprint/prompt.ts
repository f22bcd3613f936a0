// What models are asked: a team shares one conversation, so its stable parts are the same for all four seats; what changes with each turn stands behind them.
import { type Asked, type Painted, type Prompt, type PromptPart, Type } from "@orrery/kernel";
import { AGENTS, VERSION } from "./agents.ts";
import { CANON_FIELDS, type Canon, finalProblems } from "./canon.ts";
import { WEIGHTS } from "./judging.ts";
import { AskedPackSchema, aspectOf } from "./pack.ts";
import { motionOf, objectionsOf, roundOf } from "./protocol.ts";
import { PHASES, ROLES, type Role, SCOPES } from "./settings.ts";
import {
  type JudgeView,
  LABELS,
  type PainterView,
  ScoresSchema,
  type Sprint,
  type TableView,
  type TurnRecord,
} from "./shape.ts";
import { TurnSchema } from "./turn.ts";

const part = (id: string, stable: boolean, text: string): PromptPart => ({ id, version: VERSION, stable, text });

export function prompt({ ask, view }: Asked<Sprint>): Prompt {
  switch (view.kind) {
    case "table":
      return tablePrompt(view);
    case "judge":
      return judgePrompt(view, ask.to);
    case "engineer": {
      const brief = view.briefs.find(({ team }) => ask.id === `prompts-${team}`) ?? view.briefs[0];
      return engineerPrompt(brief?.canon ?? null, brief?.team ?? "A", ask.to);
    }
    default: {
      const wanted = view.wanted.find(({ team, picture }) => ask.id === `picture-${team}-${picture}`);
      return painterPrompt(wanted ?? null, ask.to);
    }
  }
}

function tablePrompt(view: TableView): Prompt {
  const { asked } = view;
  const { actor, team } = view.you;
  return {
    conversation: `team-${team}`,
    // The provider keeps what was said; nothing of it has to be told again, and nothing is left out.
    chapter: "",
    parts: [
      part("rules", true, RULES),
      part("roles", true, rolesText()),
      part("challenge", true, challengeText(view)),
      part("canon-format", true, CANON_FORMAT),
      part("turn", false, turnText(view)),
      part("canon", false, canonText(view)),
      part("round", false, roundText(view)),
    ],
    output: { name: "sprint_turn", schema: TurnSchema },
    ...(asked ? { advice: adviceFor(asked.role) } : {}),
    actions: (output) => [{ actorId: actor, type: "speak", metadata: { output } }],
  };
}

function adviceFor(role: Role): NonNullable<Prompt["advice"]> {
  const { temperature, max_output_tokens } = AGENTS[role];
  return { temperature, maxOutputTokens: max_output_tokens };
}

const RULES = `# Worldbuilding Sprint
A team of four builds one fictional world from a challenge, in rounds. You speak for one of the four at a time, as you are told. All of it is fiction for readers and painters: be concrete, visible and brief.

# The round
PROPOSAL (Architect or Lorekeeper) -> OBJECTION (Contrarian) -> RESPONSE (the others) -> RESOLUTION (Synthesizer) -> VOTE (all four, blind).
- Only canon_patch changes the canon: a list of RFC 6902 operations (add, replace, remove). Write it against the canon as it is shown to you; a RESPONSE may build on the proposal; an AMEND vote builds on the motion.
- PROPOSAL: canon_patch is required.
- OBJECTION: canon_patch is empty. content has three lines: "Breaks: ...", "Where: /a/json/pointer", "Settle: ...".
- RESPONSE: either a canon_patch, or at least 120 characters with a line "Delta:" and bullets that add or change something. Agreement alone is refused.
- RESOLUTION: decision ACCEPT (the patch may stay empty: then the proposal's patch is the motion), AMEND (canon_patch is the whole motion and is required) or REJECT (canon_patch empty). references has at least one id. content names the objection by its id. canon_patch writes only paths at or below those that referenced turns wrote, or where a referenced objection pointed.
- After a deadlock: RESOLUTION with decision DEADLOCK_TIEBREAK, and reasons. Its canon_patch is what lands; empty drops the motion.
- VOTE: vote ACCEPT, AMEND (with canon_patch) or REJECT. Two REJECT drop the motion; two equal amendments pass; three ACCEPT pass; anything else is a deadlock.
- Use null for vote outside of a VOTE and for decision outside of a RESOLUTION, and [] for what is empty.
- content has at most 4000 characters; canon_patch at most 32 operations.`;

function rolesText(): string {
  const lines = ROLES.map((role) => {
    const { mandate, personality_pressure, constraints } = AGENTS[role];
    return `## ${role}\n${mandate}\n${personality_pressure}\n${constraints.map((one) => `- ${one}`).join("\n")}`;
  });
  return `# The four\n${lines.join("\n")}`;
}

const challengeText = ({ challenge, rounds }: TableView): string =>
  [
    "# Challenge",
    `Biome: ${challenge.biome}`,
    `Inhabitants: ${challenge.inhabitants}`,
    `Twist that must hold: ${challenge.twist_constraint}`,
    `Tier: ${challenge.tier} of 3`,
    `Phases: ${PHASES.map((phase) => `${phase} (${rounds[phase]} rounds, may write ${SCOPES[phase].join(" ")})`).join("; ")}`,
  ].join("\n");

const CANON_FORMAT = `# Canon
{"world_name": text, "governing_logic": text, "aesthetic_mood": 3 to 5 adjectives, "landmarks": 3 of {"name","description","significance","visual_key"}, "inhabitants": {"appearance","culture_snapshot","relationship_to_place"}, "tension": {"conflict","stakes","visual_manifestation"}, "hero_image_description": text}
Nothing else belongs in it. A landmark is added with {"op":"add","path":"/landmarks/-","value":{...}}. There are never more than three, and no two have one name. At the end of CRYSTALLIZATION nothing may be empty.`;

function turnText({ asked, team, write }: TableView): string {
  if (!asked) return "# Your turn\nNobody is asked now.";
  const references = objectionsOf(team).map(({ id }) => id);
  const left = team.phase === "CRYSTALLIZATION" ? finalProblems(team.canon) : [];
  return [
    "# Your turn",
    `You are ${asked.role}. Give a ${asked.turn_type}.`,
    `Phase ${team.phase}, round ${team.round}. canon_patch may write at or below: ${write.join(" ")}`,
    asked.stage === "tiebreak" ? "The votes are a deadlock. decision must be DEADLOCK_TIEBREAK." : "",
    asked.stage === "revote" ? "There was dissent. This is the second and last vote; a majority decides." : "",
    asked.turn_type === "RESOLUTION" && references.length > 0 ? `Name the objection: ${references.join(", ")}` : "",
    left.length > 0 ? `Still missing: ${left.map(({ path, message }) => `${path} ${message}`).join("; ")}` : "",
  ]
    .filter(Boolean)
    .join("\n");
}

/** The part of the canon that may be written now, so that nobody patches from memory; of the rest, what all else has to fit. */
function canonText({ team: { canon }, write }: TableView): string {
  const slice = Object.fromEntries(
    CANON_FIELDS.flatMap((field) => (write.includes(`/${field}`) ? [[field, canon[field]]] : [])),
  );
  const { world_name, governing_logic, aesthetic_mood, landmarks } = canon;
  const rest = { world_name, governing_logic, aesthetic_mood, landmarks: landmarks.map(({ name }) => name) };
  const others = Object.fromEntries(Object.entries(rest).filter(([field]) => !(field in slice)));
  const fixed = Object.keys(others).length === 0 ? "" : `\n# Settled\n${JSON.stringify(others)}`;
  return `# Canon now, as far as you may write it\n${JSON.stringify(slice)}${fixed}`;
}

/** This round as far as it has come, and the last result: bounded by the round, however long the match. */
function roundText(view: TableView): string {
  const { team, asked } = view;
  const said = roundOf(team);
  const before = team.turns[team.from - 1]?.result;
  const motion =
    asked?.turn_type === "VOTE" || asked?.stage === "tiebreak" ? `\nMotion: ${JSON.stringify(motionOf(team))}` : "";
  const last = before === undefined ? "" : `\nThe round before ended: ${before}.`;
  return `# This round\n${said.length === 0 ? "Nothing yet." : said.map(lineOf).join("\n")}${motion}${last}`;
}

const lineOf = ({ id, role, turn_type, output }: TurnRecord): string =>
  output === null
    ? `${id} ${role} ${turn_type}: (forfeited)`
    : `${id} ${role} ${turn_type}: ${JSON.stringify({
        content: output.content,
        ...(output.canon_patch.length > 0 ? { canon_patch: output.canon_patch } : {}),
        ...(output.vote ? { vote: output.vote } : {}),
        ...(output.decision ? { decision: output.decision } : {}),
      })}`;

const ENGINEER = `# Prompt engineer
You turn a finished fictional world into six prompts for an image model: hero_image, three landmarks, inhabitant_portrait, tension_snapshot. You see the final canon and nothing else, and you serve both teams alike.
Each prompt has a rendered_prompt (at least 80 characters), a spec with subject, setting, composition, camera, lighting, materials, palette (3 to 8 colours as #rrggbb), mood and style_tags, and canon_refs: JSON pointers to the places of the canon that it shows. Camera, lighting and composition are required every time. Invent nothing that the canon does not bear.`;

function engineerPrompt(canon: Canon | null, team: "A" | "B", actorId: string): Prompt {
  const text = canon === null ? "Nobody is waiting." : JSON.stringify(canon);
  return {
    // Each canon in a conversation of its own, so that neither world colours the other.
    chapter: `# Final canon\n${text}`,
    parts: [part("engineer", true, ENGINEER), part("ask", false, "Write the PromptPack for this canon.")],
    output: { name: "prompt_pack", schema: AskedPackSchema },
    actions: (pack) => [{ actorId, type: "compose", metadata: { team, pack } }],
  };
}

/** An image model is sent the rendered prompt. A text model cannot paint, so its seat gets the house's sketch. */
function painterPrompt(wanted: PainterView["wanted"][number] | null, actorId: string): Prompt {
  const text = wanted?.prompt.rendered_prompt ?? "Nobody is waiting.";
  const avoid = wanted?.prompt.negative_prompt === undefined ? "" : ` Avoid: ${wanted.prompt.negative_prompt}.`;
  const seed = wanted?.prompt.params?.seed === undefined ? {} : { seed: wanted.prompt.params.seed };
  return {
    parts: [part("painter", true, "An image is wanted. Answer with an empty object."), part("ask", false, text)],
    ...(wanted
      ? { picture: { text: `${text}${avoid}`, aspectRatio: aspectOf(wanted.prompt, wanted.picture), ...seed } }
      : {}),
    output: { name: "nothing", schema: Type.Object({}, { additionalProperties: false }) },
    actions(output) {
      const { hash, mediaType } = output as Partial<Painted>;
      const made = hash === undefined ? {} : { hash, media_type: mediaType };
      return [{ actorId, type: "paint", metadata: { team: wanted?.team, picture: wanted?.picture, ...made } }];
    },
  };
}

const JUDGE = `# Judge
Two fictional worlds were made from one challenge. You do not know who made which, and you are not to guess. Give each entry marks from 1 to 5 for:
${Object.entries({
  coherence: "everything follows from the governing logic",
  ambition: "it dares something that could fail",
  visual_fidelity: "the prompts and pictures show what the canon says",
  artifact_quality: "the pictures and prompts are good by themselves",
  process: "objections were real, were answered, and changed something",
})
  .map(([name, what]) => `- ${name} (${WEIGHTS[name as keyof typeof WEIGHTS]} %): ${what}`)
  .join("\n")}
Judge what is there. The order in which the entries stand means nothing.`;

const VerdictSchema = Type.Object(Object.fromEntries(LABELS.map((label) => [label, ScoresSchema])), {
  additionalProperties: false,
});

function judgePrompt({ challenge, entries }: JudgeView, actorId: string): Prompt {
  const text = entries.map((entry) => `# ${entry.label}\n${JSON.stringify(entry)}`).join("\n\n");
  return {
    // The second order is read afresh, without the marks of the first.
    chapter: `# Challenge\n${JSON.stringify(challenge)}\n\n${text}`,
    parts: [part("judge", true, JUDGE), part("ask", false, "Give your marks.")],
    output: { name: "verdict", schema: VerdictSchema },
    actions: (scores) => [{ actorId, type: "score", metadata: { scores } }],
  };
}

/** What is worded alike in every match. */
export const promptTexts = { rules: RULES, "canon-format": CANON_FORMAT, engineer: ENGINEER, judge: JUDGE };
