// Scripted votes: each role leans its own way, and an amendment is one of the two riders that this round has.
import { equal } from "@orrery/kernel";
import { finalProblems, MOODS } from "../canon.ts";
import { LANDMARK_KINDS } from "../lore/landmarks.ts";
import { CLOSING, LEFT_OPEN, LET_GO, OWN_REJECT, VOTES } from "../lore/lines.ts";
import { applyPatch, patchProblem } from "../patch.ts";
import { ballotsOf, motionOf, roundOf } from "../protocol.ts";
import { ROLES, type Role } from "../settings.ts";
import type { CanonPatch, TurnOutput, Vote } from "../turn.ts";
import { riderOf } from "../votes.ts";
import { aimOf, fixes } from "./objections.ts";
import { type BotTable, inside, objection, proposal, type Slots, textAt, turn, withPatch } from "./table.ts";

/** Of ten votes of a role, so many are amendments and so many rejections. */
const LEANINGS: Readonly<Record<Role, { readonly AMEND: number; readonly REJECT: number }>> = {
  ARCHITECT: { AMEND: 2, REJECT: 1 },
  LOREKEEPER: { AMEND: 2, REJECT: 1 },
  CONTRARIAN: { AMEND: 2, REJECT: 3 },
  SYNTHESIZER: { AMEND: 1, REJECT: 1 },
};

/** Whether a role does not let itself be outvoted: in a second vote, one in five. */
const STUBBORN = [true, false, false, false, false] as const;

export function vote(table: BotTable): TurnOutput {
  const { asked, own, view } = table;
  const riders = ridersOf(table);
  const lean = LEANINGS[asked.role];
  const isLast = view.team.phase === "CRYSTALLIZATION";
  // The others have had their say in the first vote.
  if (asked.stage === "revote" && !own("again", STUBBORN)) return ballot(table, "ACCEPT", riders);
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
export function ballots(table: BotTable): readonly TurnOutput[] {
  const riders = ridersOf(table);
  const votes: readonly Vote[] = riders.length > 0 ? ["ACCEPT", "AMEND", "REJECT"] : ["ACCEPT", "REJECT"];
  return votes.map((one) => ballot(table, one, riders));
}

function ballot(table: BotTable, choice: Vote, riders: readonly CanonPatch[]): TurnOutput {
  const { own, asked } = table;
  if (choice !== "AMEND") return turn(table, reasonFor(table, choice), { vote: choice });
  // Architect and Synthesizer lean to the first rider, the others to the second.
  const likes = asked.role === "ARCHITECT" || asked.role === "SYNTHESIZER" ? [0, 0, 0, 1] : [1, 1, 0, 1];
  const patch = riders[own("rider", likes) % riders.length]!;
  return turn(table, reasonFor(table, "AMEND", patch), { vote: "AMEND", canon_patch: [...patch] });
}

/** Up to two amendments of the motion that all who vote can think of; none that would change nothing or break something. */
function ridersOf(table: BotTable): readonly CanonPatch[] {
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
const withoutFloor = ({ view }: BotTable): BotTable["view"] => ({
  ...view,
  team: { ...view.team, from: view.team.turns.length },
});

function reasonFor(table: BotTable, choice: Vote, patch?: CanonPatch): string {
  const { line, asked, view } = table;
  const said = roundOf(view.team);
  const resolution = said.find(({ turn_type, output }) => turn_type === "RESOLUTION" && output);
  if (choice === "ACCEPT" && motionOf(view.team).length === 0)
    // All four vote at once and unheard, so each has words of its own.
    return line(
      "reason",
      LET_GO.filter((_, i) => ROLES[i % ROLES.length] === asked.role),
    );
  if (choice === "ACCEPT" && asked.role === "CONTRARIAN" && resolution?.output?.decision === "ACCEPT")
    return line("reason", LEFT_OPEN);
  const against = objection(table);
  if (choice === "REJECT" && against && proposal(table).role === asked.role)
    return line("reason", OWN_REJECT, { objection: against.id });
  const reason = line("reason", VOTES[choice][asked.role], patch ? amendmentSlots(table, patch) : {});
  return view.team.phase === "CRYSTALLIZATION" && choice === "ACCEPT"
    ? `${reason}${table.own("closing", CLOSING)}`
    : reason;
}

/** A place of the canon as those at the table call it, and the words that an amendment puts there. */
function amendmentSlots({ view, canon }: BotTable, patch: CanonPatch): Slots {
  const base = withPatch(canon, motionOf(view.team));
  const [first] = patch;
  const path = first?.path ?? "";
  const value = first && "value" in first && typeof first.value === "string" ? first.value : "";
  const before = textAt(base, path);
  const words = before !== "" && value.startsWith(before) ? value.slice(before.length).trim() : value;
  const index = /^\/landmarks\/(\d+)/.exec(path)?.[1];
  const field =
    index === undefined ? FIELDS[path.split("/")[1] ?? ""] : inside(base.landmarks[Number(index)]?.name ?? "");
  return { field: field || "the canon", words };
}
const FIELDS: Readonly<Record<string, string>> = {
  world_name: "the name",
  governing_logic: "the law",
  aesthetic_mood: "the moods",
  tension: "the quarrel",
  inhabitants: "the people",
  hero_image_description: "the picture",
};
