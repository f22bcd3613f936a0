// What a level implies: experience, proficiency, hit dice and hit points (SRD 5.1). For changes from outside that would leave a half state.
import type { Ledger } from "./ledger.ts";
import { get } from "./path.ts";

/** Experience to reach level 1 to 20. */
const EXPERIENCE = [
  0, 300, 900, 2700, 6500, 14_000, 23_000, 34_000, 48_000, 64_000, 85_000, 100_000, 120_000, 140_000, 165_000, 195_000,
  225_000, 265_000, 305_000, 355_000,
] as const;
export const LEVEL_MAX = EXPERIENCE.length;

const levelFor = (experience: number): number => EXPERIENCE.findLastIndex((needed) => needed <= experience) + 1;
const proficiencyAt = (level: number): number => 2 + Math.floor((level - 1) / 4);
/** Null at the highest level. */
const neededAfter = (level: number): number | null => EXPERIENCE[level] ?? null;

const HIT_DIE: Readonly<Record<string, number>> = {
  barbarian: 12,
  fighter: 10,
  paladin: 10,
  ranger: 10,
  bard: 8,
  cleric: 8,
  druid: 8,
  monk: 8,
  rogue: 8,
  warlock: 8,
  sorcerer: 6,
  wizard: 6,
};

const PC = ["player_character_data"] as const;
const CAUSE = "follows from the level";

/** What contradicts the level among these places, which were all set at once; null when nothing does. */
export function levelConflict(ledger: Ledger, isSet: (...place: string[]) => boolean): string | null {
  const level = get(ledger.state, ...PC, "level");
  const experience = get(ledger.state, ...PC, "experience", "current");
  if (typeof level !== "number") return null;
  if (
    isSet("level") &&
    isSet("experience", "current") &&
    typeof experience === "number" &&
    levelFor(experience) !== level
  )
    return `Level ${level} has ${EXPERIENCE[level - 1]} to ${(neededAfter(level) ?? 1e9) - 1} experience, and ${experience} was set; set one of the two, or both so that they agree.`;
  const expected: readonly (readonly [string[], unknown])[] = [
    [["proficiency_bonus"], proficiencyAt(level)],
    [["experience", "needed_for_next_level"], neededAfter(level)],
    [["resources", "hit_dice", "total"], level],
  ];
  for (const [place, value] of expected)
    if (isSet(...place) && get(ledger.state, ...PC, ...place) !== value)
      return `${place.join(".")} at level ${level} is ${value}; leave it out, and it follows.`;
  return null;
}

/** Brings into line what follows from a new level, or a new level from new experience. Places that were set are left alone. */
export function cascadeLevel(ledger: Ledger, before: number | undefined, isSet: (...place: string[]) => boolean): void {
  const experience = get(ledger.state, ...PC, "experience", "current");
  if (!isSet("level") && isSet("experience", "current") && typeof experience === "number")
    ledger.setNew([...PC, "level"], levelFor(experience), "follows from the experience");
  const level = get(ledger.state, ...PC, "level");
  if (typeof level !== "number" || level === before) return;
  if (typeof experience === "number" && levelFor(experience) !== level)
    ledger.setNew([...PC, "experience", "current"], EXPERIENCE[level - 1]!, CAUSE);
  const follow = (place: string[], value: number | null) => {
    if (!isSet(...place) && get(ledger.state, ...PC, ...place) !== undefined)
      ledger.setNew([...PC, ...place], value, CAUSE);
  };
  follow(["experience", "needed_for_next_level"], neededAfter(level));
  follow(["proficiency_bonus"], proficiencyAt(level));
  follow(["resources", "hit_dice", "total"], level);
  const used = get(ledger.state, ...PC, "resources", "hit_dice", "used");
  if (typeof used === "number" && used > level) follow(["resources", "hit_dice", "used"], level);
  followHitPoints(ledger, level - (before ?? level), isSet);
}

/** The fixed gain of each level: half the hit die and one, with the constitution modifier, and at least one. */
function followHitPoints(ledger: Ledger, levels: number, isSet: (...place: string[]) => boolean): void {
  const die = HIT_DIE[String(get(ledger.state, ...PC, "class")).toLowerCase()];
  const constitution = get(ledger.state, ...PC, "attributes", "constitution");
  const most = get(ledger.state, ...PC, "hp_max");
  const hp = get(ledger.state, ...PC, "hp_current");
  if (isSet("hp_max") || die === undefined || typeof constitution !== "number" || typeof most !== "number") return;
  const gain = levels * Math.max(1, die / 2 + 1 + Math.floor((constitution - 10) / 2));
  const raised = Math.max(1, most + gain);
  ledger.setNew([...PC, "hp_max"], raised, CAUSE);
  if (!isSet("hp_current") && typeof hp === "number")
    ledger.setNew([...PC, "hp_current"], Math.max(0, Math.min(raised, gain > 0 ? hp + gain : hp)), CAUSE);
}
