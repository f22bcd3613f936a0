// How a sprint is told: what each viewer reads of a turn, what it may type, how it ended.
import type { Lexicon, Telling, World } from "@orrery/kernel";
import { seatOf } from "./settings.ts";
import type { Result, Sprint, SprintEvent, SprintState, SprintView, TurnRecord } from "./shape.ts";

const RESULTS: Readonly<Record<Result, string>> = {
  unproposed: "Nobody proposed anything, and the round is over.",
  accepted: "The motion is accepted.",
  amended: "The motion is accepted with an amendment.",
  dropped: "The motion is dropped.",
  deadlock: "It is a deadlock; the Synthesizer has to break it.",
  tiebreak: "The tie is broken.",
  revote: "There is dissent, so all vote once more.",
  carried: "The second vote carries it.",
  failed: "The second vote does not carry it.",
  inapplicable: "What was voted for does not fit the canon any more, so nothing changes.",
  completed: "The engine has completed the canon.",
};

const TITLES = {
  ARCHITECT: "The Architect",
  LOREKEEPER: "The Lorekeeper",
  CONTRARIAN: "The Contrarian",
  SYNTHESIZER: "The Synthesizer",
} as const;

/** A turn as a line or a few. */
function turnText({ role, turn_type, output, by, cause, result, id }: TurnRecord): string {
  const who = by === "engine" ? "The engine" : TITLES[role];
  const what = output?.vote ?? output?.decision ?? null;
  const head = `${who}, ${turn_type.toLowerCase()}${what ? ` (${what})` : ""} [${id}]`;
  const said = output === null ? `says nothing${cause ? ` (${cause})` : ""}.` : output.content;
  return `${head}: ${said}${result ? `\n${RESULTS[result]}` : ""}`;
}

function eventText(event: SprintEvent): string {
  switch (event.type) {
    case "turned":
      return turnText(event.turn);
    case "composed":
      return "The prompts for the pictures are written.";
    case "painted":
      return `A picture is done: ${event.picture.replaceAll("_", " ")}${event.made.sketch ? " (a sketch)" : ""}.`;
    case "sealed":
      return `Both worlds are sealed under ${event.seal.commitment}.`;
    case "judged":
      return `${event.verdict.judge} has given marks.`;
    default:
      return `The mapping is open: ${Object.entries(event.mapping)
        .map(([label, team]) => `${label} was team ${team}`)
        .join(", ")}.`;
  }
}

function openingText(view: SprintView): string {
  if (view.kind === "engineer") return "You write the prompts for the pictures, from the final canons alone.";
  if (view.kind === "painter") return "You paint what the prompts ask for.";
  const { biome, inhabitants, twist_constraint } = view.challenge;
  const challenge = `The challenge: ${biome}; ${inhabitants}; ${twist_constraint}.`;
  return view.kind === "table"
    ? `${challenge} You are ${TITLES[view.you.role].toLowerCase()} of your team.`
    : `${challenge} You will judge two worlds made of it, without knowing whose they are.`;
}

export const words: World<Sprint>["words"] = {
  name: (_view, who) => {
    const seat = seatOf(who);
    return seat ? `${TITLES[seat.role]} of team ${seat.team}` : who;
  },
  /** What is said at a table is no command: it is handed in as a whole turn. */
  lexicon: (): Lexicon => ({ verbs: [], nouns: [] }),
  tell({ before, after, percepts, tried }: Telling<Sprint>) {
    if (before === null) return openingText(after);
    const refusals = tried.flatMap(({ validation }) => (validation.success ? [] : [validation.message ?? "Refused."]));
    return [...refusals, ...percepts.map(eventText)].join("\n\n");
  },
  /** Judges read it too, so the worlds come in the order of their labels. */
  ending: ({ teams, seal }: SprintState) =>
    `Two worlds are finished: ${seal!.order.map((team) => teams[team].canon.world_name).join(" and ")}`,
};
