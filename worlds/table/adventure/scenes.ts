// Reads an author's scenes: what is told, and the choices with their checks and what comes of them.
import type { Path } from "@orrery/kernel";
import { CHECKS } from "../shape.ts";
import { RISKS, type Scene, type SceneChoice } from "./adventure.ts";
import { type EffectNames, effectsOf, placeId, whenOf } from "./effects.ts";
import type { AdventureReader } from "./reader.ts";

/** As many choices as a planning block has room for beside other_action. */
const CHOICES_MAX = 8;

export function sceneOf(read: AdventureReader, path: Path, id: string, names: EffectNames): Scene {
  const bag = read.bag(path, ["at", "text", "again", "enter", "choices", "secret"]);
  const text = read.text([...path, "text"]);
  const choices = read.entries([...path, "choices"], (at, key) => choiceOf(read, at, key, names));
  const many = Object.keys(choices).length;
  if (many === 0) read.problem(path, `The scene "${id}" offers no choice.`, "Write `choices:` with two or more.", true);
  if (many > CHOICES_MAX)
    read.problem(
      [...path, "choices"],
      `${many} choices are too many for one scene.`,
      `At most ${CHOICES_MAX}, of which four are offered at a time.`,
    );
  return {
    id,
    at: placeId(read.ref([...path, "at"], names.places, "place")),
    text: text
      .split(/\n\s*\n/)
      .map((one) => one.replaceAll(/\s*\n\s*/g, " ").trim())
      .filter(Boolean),
    again: typeof bag["again"] === "string" ? bag["again"].trim().replaceAll(/\s*\n\s*/g, " ") : "",
    enter: effectsOf(read, [...path, "enter"], names),
    choices: Object.values(choices),
    secret: read.text([...path, "secret"], ""),
  };
}

function choiceOf(read: AdventureReader, path: Path, key: string, names: EffectNames): SceneChoice {
  const bag = read.bag(path, ["text", "says", "risk", "if", "once", "check", "first", "do", "yes", "no", "also"]);
  if (key === "other_action")
    read.problem(path, "`other_action` is always offered by itself.", "Give this choice another key.", true);
  const check = bag["check"] !== undefined;
  if (check && bag["do"] !== undefined)
    read.problem(
      [...path, "do"],
      "A choice with a check has `yes` and `no`.",
      "Move what happens in any case to `first`.",
      true,
    );
  if (!check && (bag["yes"] !== undefined || bag["no"] !== undefined))
    read.problem(
      path,
      "`yes` and `no` belong to a check.",
      "Write `check: {skill: …, dc: …}`, or `do` in place of them.",
      true,
    );
  if (!check && bag["do"] === undefined)
    read.problem(path, "Nothing comes of this choice.", "Write `do:` or `check:`.", true);
  if (check) read.bag([...path, "check"], ["skill", "dc", "takes", "advantage"]);
  return {
    key,
    text: read.text([...path, "text"]),
    description: read.text([...path, "says"]),
    risk: read.oneOf([...path, "risk"], RISKS, "low"),
    when: whenOf(read, [...path, "if"], names),
    once: read.flag([...path, "once"], check),
    also: read.texts([...path, "also"]),
    check: check
      ? {
          skill: read.oneOf([...path, "check", "skill"], CHECKS),
          dc: read.whole([...path, "check", "dc"], { least: 1, most: 30 }),
          seconds:
            read.value([...path, "check", "takes"]) === undefined ? null : read.seconds([...path, "check", "takes"]),
          advantage: whenOf(read, [...path, "check", "advantage"], names),
        }
      : null,
    first: effectsOf(read, [...path, "first"], names),
    yes: effectsOf(read, [...path, check ? "yes" : "do"], names),
    no: effectsOf(read, [...path, "no"], names),
  };
}
