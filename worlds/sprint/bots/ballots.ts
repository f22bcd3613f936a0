// Scripted votes: each role leans its own way, and an amendment is one of the two riders that this round has.
import { equal } from "@orrery/kernel";
import { finalProblems, MOODS } from "../canon.ts";
import { LANDMARK_KINDS } from "../lore/landmarks.ts";
import { applyPatch, patchProblem } from "../patch.ts";
import { ballotsOf, motionOf, roundOf } from "../protocol.ts";
import type { Role } from "../settings.ts";
import type { CanonPatch, TurnOutput, Vote } from "../turn.ts";
import { riderOf } from "../votes.ts";
import { aimOf, fixes } from "./objections.ts";
import { objection, type Table, turn, withPatch } from "./table.ts";

/** Of ten votes of a role, so many are amendments and so many rejections. */
const LEANINGS: Readonly<Record<Role, { readonly AMEND: number; readonly REJECT: number }>> = {
  ARCHITECT: { AMEND: 2, REJECT: 1 },
  LOREKEEPER: { AMEND: 2, REJECT: 1 },
  CONTRARIAN: { AMEND: 2, REJECT: 3 },
  SYNTHESIZER: { AMEND: 1, REJECT: 1 },
};

const DISSENT: readonly boolean[] = Array.from({ length: 20 }, (_, i) => i === 0);

export function vote(table: Table): TurnOutput {
  const { asked, own, view } = table;
  const riders = ridersOf(table);
  const lean = LEANINGS[asked.role];
  const isLast = view.team.phase === "CRYSTALLIZATION";
  // In a second vote, one in twenty dissents.
  if (asked.stage === "revote" && !own("again", DISSENT)) return ballot(table, "ACCEPT", riders);
  const draw = own("vote", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // In the last phase bots dissent only where it matters.
  const calm = asked.stage === "revote" ? 0 : isLast ? 7 : 0;
  const wanted: Vote =
    draw < calm
      ? "ACCEPT"
      : draw >= 10 - lean.REJECT
        ? "REJECT"
        : draw >= 10 - lean.REJECT - lean.AMEND
          ? "AMEND"
          : "ACCEPT";
  return ballot(table, wanted === "AMEND" && riders.length === 0 ? "ACCEPT" : wanted, riders);
}

/** One ballot of each kind that can be cast. */
export function ballots(table: Table): readonly TurnOutput[] {
  const riders = ridersOf(table);
  const votes: readonly Vote[] = riders.length > 0 ? ["ACCEPT", "AMEND", "REJECT"] : ["ACCEPT", "REJECT"];
  return votes.map((one) => ballot(table, one, riders));
}

function ballot(table: Table, choice: Vote, riders: readonly CanonPatch[]): TurnOutput {
  const { own, asked } = table;
  if (choice !== "AMEND") return turn(table, reasonFor(table, choice), { vote: choice });
  // Architect and Synthesizer lean to the first rider, the others to the second.
  const likes = asked.role === "ARCHITECT" || asked.role === "SYNTHESIZER" ? [0, 0, 0, 1] : [1, 1, 0, 1];
  const patch = riders[own("rider", likes) % riders.length]!;
  return turn(table, reasonFor(table, "AMEND", patch), { vote: "AMEND", canon_patch: [...patch] });
}

/** Up to two amendments of the motion that all who vote can think of; none that would change nothing or break something. */
function ridersOf(table: Table): readonly CanonPatch[] {
  const { view, canon, shared, lore, say } = table;
  const again = view.asked?.stage === "revote";
  const motion = [...motionOf(view.team), ...(again ? riderOf(ballotsOf(view.team, false)) : [])];
  // Of a motion to drop something there is nothing to amend.
  if (motion.length === 0) return [];
  const base = withPatch(canon, motion);
  const aim = objection(table) && aimOf(objection(table)!, lore);
  const mends = aim ? fixes({ ...table, canon: base, view: withoutFloor(table) }, aim) : [];
  const others: CanonPatch[] = [];
  switch (view.team.phase) {
    case "FOUNDATION":
    case "CRYSTALLIZATION": {
      const free = [...lore.twist.moods, ...lore.biome.moods].filter((mood) => !base.aesthetic_mood.includes(mood));
      if (base.aesthetic_mood.length > 0 && base.aesthetic_mood.length <= MOODS.most)
        others.push([{ op: "replace", path: "/aesthetic_mood/0", value: shared("rider mood", free) }]);
      break;
    }
    case "LANDMARKS": {
      const index = base.landmarks.length - 1;
      const keys = LANDMARK_KINDS.flatMap((kind) =>
        kind.nouns.some((noun) => base.landmarks[index]?.name.includes(noun)) ? kind.keys.map(say) : [],
      );
      if (index >= 0)
        others.push([
          {
            op: "replace",
            path: `/landmarks/${index}/visual_key`,
            value: `${shared("rider key", keys.length > 0 ? keys : [base.landmarks[index]!.visual_key])}, in ${lore.biome.light}`,
          },
        ]);
      break;
    }
    default: {
      const sign = base.tension.visual_manifestation;
      if (sign)
        others.push([
          {
            op: "replace",
            path: "/tension/visual_manifestation",
            value: `${sign} ${say(shared("rider sign", ["In front of all of them lies {a_tool}.", "Far off, {elder} has turned away.", "Over it {light}."]))}`,
          },
        ]);
    }
  }
  const fits = (patch: CanonPatch) => {
    const done = applyPatch(base, patch);
    return (
      done.ok &&
      patchProblem(base, patch) === null &&
      !equal(done.canon, base) &&
      finalProblems(done.canon).length <= finalProblems(base).length
    );
  };
  return [mends.find(fits), others.find(fits)].flatMap((patch) => (patch ? [patch] : []));
}

/** The same view as if nothing were proposed: what mends a motion stands on the motion alone. */
const withoutFloor = ({ view }: Table): Table["view"] => ({
  ...view,
  team: { ...view.team, from: view.team.turns.length },
});

/** What is said for letting something go, and for a motion that leaves its objection open. */
const LET_GO = [
  "Agreed. Better nothing than half of it.",
  "Let it go; it will come back if it was any good.",
  "Yes. We will be glad of the room.",
];
const LEFT_OPEN = [
  "The question stays open, and I can live in a house with a draught.",
  "It was not answered. It holds all the same.",
  "I would have liked an answer. I take the thing.",
];

function reasonFor(table: Table, choice: Vote, patch?: CanonPatch): string {
  const { fresh, own, asked, view } = table;
  const path = patch?.[0]?.path ?? "";
  const resolution = roundOf(view.team).find(({ turn_type, output }) => turn_type === "RESOLUTION" && output);
  if (choice === "ACCEPT" && motionOf(view.team).length === 0) return fresh("reason", LET_GO);
  if (choice === "ACCEPT" && asked.role === "CONTRARIAN" && resolution?.output?.decision === "ACCEPT")
    return fresh("reason", LEFT_OPEN);
  const reasons: Readonly<Record<Vote, Readonly<Record<Role, readonly string[]>>>> = {
    ACCEPT: {
      ARCHITECT: [
        "A plain yes. I have measured it.",
        "It takes weight where I expected none.",
        "Good proportions. Nothing to saw off.",
        "I know now where the next one goes.",
        "It carries.",
        "I can build on that.",
        "Stands straight, and leaves room on the side that we need.",
        "The joints fit.",
      ],
      LOREKEEPER: [
        "There is somebody in it whom I would like to hear again.",
        "It is older than this round. Good.",
        "Yes, and I know who will deny it.",
        "I can hear it being told badly, and it survives that.",
        "I would tell it on.",
        "It already sounds as if somebody had lived by it.",
        "That will be remembered, and wrongly, as it should be.",
        "Yes. It has a before and an after.",
      ],
      CONTRARIAN: [
        "I tried to be against it until just now.",
        "It costs what it should.",
        "For once the repair is better than the hole.",
        "I keep my doubt and give my vote.",
        "My objection is met. I have found no second one.",
        "I leaned on it, and it held.",
        "I would have made it worse.",
        "Grudgingly, and gladly.",
      ],
      SYNTHESIZER: [
        "One sentence, four hands.",
        "What was in the way has become part of it.",
        "Nobody won, and it is better.",
        "I can say it in one breath.",
        "Everybody finds a sentence of theirs in it.",
        "It is the proposal, and it is the answer.",
        "That is as close as four of us get.",
        "Merged, and not diluted.",
      ],
    },
    AMEND: {
      ARCHITECT: [`Yes, with one change at ${path}.`, `It would carry better with this at ${path}.`],
      LOREKEEPER: [`Nearly. At ${path} I would say it otherwise.`, `One word at ${path} is missing to make it ours.`],
      CONTRARIAN: [`Only with this at ${path}.`, `I vote for it as soon as ${path} says what it costs.`],
      SYNTHESIZER: [
        `A small thing at ${path}, and nobody has to swallow anything.`,
        `With this at ${path} it says what all of us meant.`,
      ],
    },
    REJECT: {
      ARCHITECT: [
        "It is ornament. Take it away, and nothing falls down.",
        "Two walls on one foundation. Not like this.",
      ],
      LOREKEEPER: ["Nobody would pass that on.", "It explains, and so it kills what it explains."],
      CONTRARIAN: [
        "The hole is papered over, not filled.",
        "It answers the question that I did not ask.",
        "A beautiful sentence, and it lies.",
      ],
      SYNTHESIZER: [
        "I wrote it, and I do not believe it any more.",
        "There is a better one in what was said, and this is not it.",
      ],
    },
  };
  const closing =
    view.team.phase === "CRYSTALLIZATION" && choice === "ACCEPT" ? own("closing", [" I sign.", "", ""]) : "";
  return `${fresh("reason", reasons[choice][asked.role])}${closing}`;
}
