// The planning block: which choices must be offered, how they are keyed, and when the minimal block or an analysis is due.
import { fault, type Violation } from "./codes.ts";
import { isObject, writePath } from "./path.ts";
import { CHOICE_KEY, GOD_PREFIX, type Mode } from "./schema.ts";

interface PlanningSituation {
  readonly mode: Mode;
  readonly thinking: boolean;
  /** Whether the minimal block is legal: a transition, and no fight. */
  readonly transition: boolean;
  /** The choice that was taken, where the input is one. */
  readonly taken: string | null;
  /** Whether anything came of the turn but time. */
  readonly eventful: boolean;
}

const MINIMAL = ["continue", "custom_action"];
const FEWEST = 3;
const MOST = 5;

/** Faults of a planning block beyond its shape. */
export function judgePlanning(block: unknown, situation: PlanningSituation): Violation[] {
  if (!isObject(block) || !isObject(block["choices"])) return [];
  const { mode, thinking, taken, eventful } = situation;
  const keys = Object.keys(block["choices"]);
  const faults = keys.flatMap((key) => keyFault(key, mode));
  faults.push(...(mode === "GOD" ? godChoices(keys) : choicesFaults(keys, situation)));
  if (thinking && block["analysis"] === undefined)
    faults.push(
      fault(
        "analysis_missing",
        "planning_block.analysis",
        'A think turn has an analysis: {"pros": […], "cons": […], "confidence": "low" | "medium" | "high"}.',
      ),
    );
  if (taken !== null && !thinking && block["analysis"] !== undefined && !eventful)
    faults.push(
      fault(
        "planning_loop",
        "planning_block",
        `"${taken}" was chosen: let it happen. More planning is for inputs that ask to think.`,
      ),
    );
  return faults;
}

function keyFault(key: string, mode: Mode): Violation[] {
  const path = writePath(["planning_block", "choices", key]);
  const isGod = key.startsWith(GOD_PREFIX);
  const bare = isGod ? key.slice(GOD_PREFIX.length) : key;
  if (!CHOICE_KEY.test(bare))
    return [fault("choice_key", path, `"${key}" is not snake_case; write it as attack_goblin is written.`)];
  if (isGod !== (mode === "GOD"))
    return [
      fault(
        "choice_key",
        path,
        isGod
          ? `"${key}" belongs to GOD mode alone; leave the prefix out.`
          : `In GOD mode write "${GOD_PREFIX}${key}".`,
      ),
    ];
  return [];
}

const godChoices = (keys: readonly string[]): Violation[] =>
  keys.includes("god:return_story") ? [] : [missing("god:return_story", "the way out of GOD mode")];

function choicesFaults(keys: readonly string[], { transition, thinking }: PlanningSituation): Violation[] {
  if (keys.length > 0 && keys.length <= MINIMAL.length && keys.every((key) => MINIMAL.includes(key))) {
    if (!transition || thinking)
      return [
        fault(
          "minimal_block",
          "planning_block.choices",
          "The minimal block is for a transition outside combat; offer 3 to 5 choices with other_action.",
        ),
      ];
    return MINIMAL.filter((key) => !keys.includes(key)).map((key) => missing(key, "the minimal block has both"));
  }
  return [
    ...(keys.length < FEWEST || keys.length > MOST
      ? [
          fault(
            "choice_count",
            "planning_block.choices",
            `There are ${keys.length} choices; offer ${FEWEST} to ${MOST}.`,
          ),
        ]
      : []),
    ...(keys.includes("other_action") ? [] : [missing("other_action", "the player may always do something else")]),
  ];
}

const missing = (key: string, why: string): Violation =>
  fault("choice_missing", writePath(["planning_block", "choices", key]), `Offer "${key}": ${why}.`);
