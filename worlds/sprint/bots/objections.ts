// Scripted objections: an angle on the weakest place of what is proposed, and what would mend it there.
import { finalProblems, MOODS } from "../canon.ts";
import { objectionsIn } from "../discourse.ts";
import { ANGLES, type Angle, type Field } from "../lore/angles.ts";
import { OPENING } from "../lore/lines.ts";
import { fill, type Lore } from "../lore/lore.ts";
import { isCovered, pathsOf } from "../patch.ts";
import type { Phase } from "../settings.ts";
import type { TurnRecord } from "../shape.ts";
import type { CanonPatch, Operation, TurnOutput } from "../turn.ts";
import { type BotTable, behind, proposal, proposedPatch, textAt, turn, withPatch } from "./table.ts";

/** An angle, and the place at which it is taken. */
interface Aim {
  readonly angle: Angle;
  readonly where: string;
}

const FIELDS: Readonly<Record<Phase, readonly Field[]>> = {
  FOUNDATION: ["logic", "logic", "mood"],
  LANDMARKS: ["landmark"],
  TENSION: ["tension"],
  CRYSTALLIZATION: ["people", "hero"],
};

export function object(table: BotTable): TurnOutput {
  const { line, say } = table;
  const { angle, where } = aim(table);
  const opening = line("opening", OPENING);
  const content = [opening, `Breaks: ${say(angle.breaks)}`, `Where: ${where}`, `Settle: ${say(angle.settle)}`].join(
    "\n",
  );
  return turn(table, content, { references: [proposal(table).id] });
}

/** The weakest place of the proposal: an angle that nothing in the canon answers and nobody has taken there yet. */
function aim(table: BotTable): Aim {
  const { view, own } = table;
  const { lore } = table;
  const canon = withPatch(table.canon, proposedPatch(table));
  const said = view.team.turns.flatMap(({ turn_type, output }) =>
    turn_type === "OBJECTION" && output ? objectionsIn(output.content) : [],
  );
  const touched = pathsOf(proposedPatch(table));
  const aims = FIELDS[view.team.phase].flatMap((field) =>
    ANGLES.flatMap((angle): Aim[] => (angle.field === field ? [{ angle, where: placeOf(table, angle, touched) }] : [])),
  );
  const open = aims.filter(
    ({ angle, where }) =>
      !angle.fixes.some((one) => textAt(canon, where).includes(fill(one, lore))) &&
      !said.some(({ breaks, where: at }) => breaks === fill(angle.breaks, lore) && at === where),
  );
  const near = open.filter(({ where }) => isCovered(where, touched));
  const fresh = near.filter(({ angle }) => !said.some(({ breaks }) => breaks === fill(angle.breaks, lore)));
  return own("angle", fresh.length > 0 ? fresh : near.length > 0 ? near : open.length > 0 ? open : aims);
}

/** Where an angle of a field is taken, in what is proposed. */
function placeOf({ canon }: BotTable, { field, id }: Angle, touched: readonly string[]): string {
  switch (field) {
    case "logic":
      return "/governing_logic";
    case "mood":
      return "/aesthetic_mood";
    case "landmark": {
      const index = touched.map((path) => /^\/landmarks\/(\d+)/.exec(path)?.[1]).find((one) => one !== undefined);
      const at = index ?? String(canon.landmarks.length);
      return `/landmarks/${at}/${index === undefined ? "description" : "significance"}`;
    }
    case "tension":
    case "people":
      return PLACES[id] ?? (field === "tension" ? "/tension/conflict" : "/inhabitants/relationship_to_place");
    default:
      return "/hero_image_description";
  }
}

/** Angles that are not taken at their field's usual place. */
const PLACES: Readonly<Record<string, string>> = {
  witness: "/tension/visual_manifestation",
  price: "/tension/stakes",
  hands: "/inhabitants/appearance",
  speech: "/inhabitants/culture_snapshot",
  one_mind: "/inhabitants/culture_snapshot",
};

/** The angle that an objection was taken at; null for one that somebody else worded. */
export function aimOf({ output }: TurnRecord, lore: Lore): Aim | null {
  const [first] = objectionsIn(output?.content ?? "");
  const angle = ANGLES.find(({ breaks }) => first && fill(breaks, lore) === first.breaks);
  return angle && first ? { angle, where: first.where } : null;
}

/** Characters of a field that nothing more is put behind. */
const LONGEST = 950;

/** What mends an objection, as operations on the canon with the proposal on it: one for each way that the angle knows. */
export function fixes(table: BotTable, { angle, where }: Aim): readonly CanonPatch[] {
  const { lore } = table;
  const canon = withPatch(table.canon, proposedPatch(table));
  if (angle.field === "mood") {
    const words = angle.id === "law_mood" ? lore.twist.moods : lore.biome.moods;
    return words
      .filter((mood) => !canon.aesthetic_mood.includes(mood))
      .map(
        (value): CanonPatch => [
          canon.aesthetic_mood.length < MOODS.most
            ? { op: "add", path: "/aesthetic_mood/-", value }
            : { op: "replace", path: `/aesthetic_mood/${MOODS.most - 1}`, value },
        ],
      );
  }
  const before = textAt(canon, where);
  if (before.length > LONGEST) return [];
  return angle.fixes
    .map((text) => fill(text, lore))
    .filter((text) => before !== "" && !before.includes(text))
    .map((text): CanonPatch => [behind(where, before, text)])
    .filter((patch) => finalProblems(withPatch(canon, patch)).length <= finalProblems(canon).length);
}

/** The words that a patch adds, for quoting. */
export function wordsOf(patch: CanonPatch, table: BotTable): string {
  const canon = withPatch(table.canon, proposedPatch(table));
  const [first] = patch as readonly [Operation, ...Operation[]];
  if (!first || !("value" in first)) return "less";
  if (typeof first.value !== "string") return "";
  const before = textAt(canon, first.path);
  return before !== "" && first.value.startsWith(before) ? first.value.slice(before.length).trim() : first.value;
}
