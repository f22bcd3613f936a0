// Dice as the protocol writes them: strings rendered from the engine's rolls, read back, and matched one to one. Rolls nothing.
import { fault, type Violation } from "./codes.ts";

/** One roll of the engine, as it was resolved. */
export interface RollRecord {
  readonly purpose: string;
  /** As rolled for: `1d20+5`, `8d6`. With advantage the notation still names one die. */
  readonly notation: string;
  /** Every face that fell. */
  readonly dice: readonly number[];
  /** Which of two was taken. */
  readonly kept?: "higher" | "lower";
  readonly modifier: number;
  readonly total: number;
  readonly dc?: number;
  readonly ac?: number;
  /** The display word: Hit, Miss, Success … or the type of damage. May be empty. */
  readonly outcome: string;
}

const NOTATION = /^(\d{0,3})d(\d{1,4}|%)([+-]\d{1,4})?$/i;

/** `purpose: notation = faces+mod = total`, then what was taken, then the target and the outcome. */
export function writeRoll(roll: RollRecord): string {
  const { purpose, notation, dice, kept, modifier, total, dc, ac, outcome } = roll;
  const faces = dice.length === 1 ? `${dice[0]}` : `[${dice.join(", ")}]`;
  const added = NOTATION.exec(notation.replaceAll(/\s/g, ""))?.[3] === undefined ? "" : withSign(modifier);
  const target = ac !== undefined ? ` vs AC ${ac}` : dc !== undefined ? ` vs DC ${dc}` : "";
  const verdict = outcome === "" ? "" : target === "" ? ` ${outcome}` : ` (${outcome})`;
  const taken = kept === undefined ? "" : ` (took ${kept})`;
  return `${purpose}: ${notation} = ${faces}${added} = ${total}${taken}${target}${verdict}`;
}

const withSign = (n: number): string => (n < 0 ? `${n}` : `+${n}`);

const STRING =
  /^(?<purpose>.+?):\s*(?<notation>\d{0,3}d(?:\d{1,4}|%)(?:\s*[+-]\s*\d{1,4})?)\s*=\s*(?<faces>-?\d+|\[\s*\d+(?:\s*,\s*\d+)*\s*\])(?<mod>\s*[+-]\s*\d+)?\s*=\s*(?<total>-?\d+)(?:\s*\(took (?<kept>higher|lower)\))?(?:\s*vs\s*(?<kind>AC|DC)\s*(?<target>\d+))?\s*(?<outcome>.*)$/i;

/** A roll as a string states it, or null when the string is not in the protocol's format; inverse of `writeRoll`. */
export function readRoll(text: string): RollRecord | null {
  const groups = STRING.exec(text.trim())?.groups;
  if (!groups) return null;
  const { purpose, faces, mod, total, kept, kind, target } = groups;
  const notation = groups["notation"]!.replaceAll(/\s/g, "");
  const said = groups["outcome"]!.trim();
  const outcome = /^\(([^()]*)\)$/.exec(said)?.[1] ?? said;
  if (/[()=:]/.test(outcome) || (kind !== undefined && said !== "" && !said.startsWith("("))) return null;
  if ((NOTATION.exec(notation)?.[3] === undefined) !== (mod === undefined)) return null;
  return {
    purpose: purpose!.trim(),
    notation,
    dice: [...faces!.matchAll(/-?\d+/g)].map(([face]) => Number(face)),
    ...(kept === undefined ? {} : { kept: kept.toLowerCase() as "higher" | "lower" }),
    modifier: mod === undefined ? 0 : Number(mod.replaceAll(/\s/g, "")),
    total: Number(total),
    ...(kind === undefined ? {} : { [kind.toLowerCase() as "ac" | "dc"]: Number(target) }),
    outcome: outcome.trim(),
  };
}

/** Faults of the dice strings: each must be the rendering of one roll, and of no roll twice. */
export function matchDice(strings: readonly string[], rolls: readonly RollRecord[]): Violation[] {
  const left = [...rolls];
  return strings.flatMap((text, i) => {
    const path = `dice_rolls.${i}`;
    const at = left.findIndex((roll) => isRendering(text, roll));
    if (at >= 0) {
      left.splice(at, 1);
      return [];
    }
    const again = rolls.find((roll) => isRendering(text, roll));
    if (again) return [fault("dice_unmatched", path, "This roll is listed a second time; it was made once.")];
    if (readRoll(text) === null)
      return [
        fault(
          "dice_format",
          path,
          'Write "purpose: 1d20+5 = 12+5 = 17 vs AC 14 (Hit)", with [a, b] for several dice and the modifier only where the notation has one.',
        ),
      ];
    const nearest = left.find(({ purpose }) => plain(text).startsWith(plain(purpose))) ?? left[0];
    const hint = nearest
      ? `The engine rolled "${writeRoll(nearest)}".`
      : "The engine made no further roll for this turn.";
    return [fault("dice_unmatched", path, `${hint} Dice are never invented.`)];
  });
}

/** Spaces and case aside; the outcome of a roll without a target may stand in parentheses. */
function isRendering(text: string, roll: RollRecord): boolean {
  const said = plain(text);
  const written = plain(writeRoll(roll));
  if (said === written) return true;
  if (roll.ac !== undefined || roll.dc !== undefined || roll.outcome === "") return false;
  const bare = plain(writeRoll({ ...roll, outcome: "" }));
  return said === `${bare}(${plain(roll.outcome)})`;
}

const plain = (text: string): string => text.replaceAll(/\s/g, "").toLowerCase();
