// What only shows once a whole adventure is read: its first day, ways to each scene, flags that nothing sets, and names that two share.
import { dayNumber } from "../protocol/calendar.ts";
import { calendarOf } from "../time.ts";
import type { Adventure } from "./adventure.ts";
import type { EffectNames } from "./effects.ts";
import type { AdventureReader } from "./reader.ts";

export function checkWhole(read: AdventureReader, adventure: Adventure, names: EffectNames): void {
  checkStart(read, adventure);
  const { flagsSet, flagsAsked, scenesNamed } = names.used;
  for (const { flag, path } of flagsAsked)
    if (!flagsSet.has(flag))
      read.problem(
        path,
        `The flag "${flag}" is asked for, and nothing ever sets it.`,
        "Add `- flag:` to some effect, or mend the name.",
      );
  for (const id of names.scenes)
    if (id !== adventure.opening && !scenesNamed.has(id))
      read.problem(
        ["scenes", id],
        `Nothing leads to the scene "${id}".`,
        "Reach it by `- go:`, by a place's scene or by a way's.",
        true,
      );
  checkNames(read, names);
}

function checkStart(read: AdventureReader, adventure: Adventure): void {
  const { minute: _minute, hour: _hour, ...date } = adventure.start;
  const day = dayNumber(calendarOf(adventure), date);
  if (typeof day === "string") read.problem(["start"], `There is no such day: ${day}.`, "Name a day of the calendar.");
}

function checkNames(read: AdventureReader, { people, places }: EffectNames): void {
  const seen = new Set<string>();
  for (const [section, ids] of [
    ["people", people],
    ["places", places],
  ] as const)
    for (const id of ids) {
      const path = [section, id, "name"];
      const name = read.value(path);
      if (typeof name !== "string") continue;
      if (seen.has(name.trim().toLowerCase()))
        read.problem(path, `Two things are called "${name.trim()}".`, `Rename one of them (${id}).`);
      seen.add(name.trim().toLowerCase());
    }
}
