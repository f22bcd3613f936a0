// The rulings that a run has given, written as an author writes them: to be read, and to be pasted into a world under `rulings`.

import type { Precedent, Ruling } from "../model/ruling.ts";
import type { HouseState } from "../model/state.ts";

/** YAML, a ruling each, with its circumstances as a comment; an empty list where none was given. */
export function precedentsText({ precedents = [] }: Pick<HouseState, "precedents">): string {
  const given = precedents.filter(({ by }) => by !== "author");
  if (given.length === 0) return "rulings: {}\n";
  const ids = new Map<string, number>();
  return `rulings:\n${given.map((one) => entry(one, idOf(one, ids))).join("")}`;
}

function idOf({ attempt: { how, target } }: Precedent, taken: Map<string, number>): string {
  const plain = target === null ? how : `${how}-${target}`;
  const n = (taken.get(plain) ?? 0) + 1;
  taken.set(plain, n);
  return n === 1 ? plain : `${plain}-${n}`;
}

function entry({ attempt, circumstances, ruling, outcome, roll, by, followed }: Precedent, id: string): string {
  const { how, target, with: tool, words } = attempt;
  const by_ = by === "gamemaster" ? "the game master" : "the house";
  const again = followed > 0 ? `, and followed ${followed === 1 ? "once" : `${followed} times`}` : "";
  return [
    `  # Ruled by ${by_} (${circumstances})${again}: ${outcome}${roll === null ? "" : `, with a roll of ${roll}`}.`,
    ...(how !== "other" || words === null ? [] : [`  # In these words: ${JSON.stringify(words)}`]),
    `  ${id}:`,
    `    attempt: ${how}`,
    ...(target === null ? [] : [`    target: ${target}`]),
    ...(tool === null ? [] : [`    with: ${tool}`]),
    ...body(ruling),
    "",
  ].join("\n");
}

function body({ possible, stakes, difficulty, turns, success, failure }: Ruling): string[] {
  const part = (key: string, { tell, do: effects }: Ruling["success"]) =>
    effects.length === 0
      ? `    ${key}: ${JSON.stringify(tell)}`
      : `    ${key}: { tell: ${JSON.stringify(tell)}, do: ${JSON.stringify(effects.map(writeEffect))} }`;
  return [
    ...(stakes === "" ? [] : [`    stakes: ${JSON.stringify(stakes)}`]),
    ...(turns === 0 ? [] : [`    turns: ${turns}`]),
    ...(possible
      ? [
          ...(difficulty > 1 ? [`    difficulty: ${difficulty}`] : []),
          part("success", success),
          ...(difficulty > 1 ? [part("failure", failure)] : []),
        ]
      : [`    impossible: ${JSON.stringify(failure.tell)}`]),
  ];
}

/** An effect as it stands in a file: its place is not wrapped, and what is plain is left out. */
function writeEffect(effect: Ruling["success"]["do"][number]): unknown {
  if ("move" in effect) return { move: effect.move, ...effect.at };
  if ("tell" in effect) {
    const { tell, everywhere, ...rest } = effect;
    return { tell, ...rest, ...(everywhere ? { everywhere } : {}) };
  }
  return effect;
}
