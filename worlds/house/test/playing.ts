// Plays a story by what is typed, and gives back what is told: for tests where sense, memory, parser and words meet.
import { type Frame, type Json, viewOf } from "@orrery/kernel";
import { parseTextToActions, type Reading } from "@orrery/parser";
import { type House, type HouseConfig, house } from "../index.ts";
import { build, engine, turnOf } from "./manor.ts";
import { shipped } from "./shipped.ts";

const REREAD_MAX = 5;

/** Plays on, and says what came of each line. */
export function playing(story: string | Json, parts: { readonly culprit?: string } = {}) {
  let frame = opened(typeof story === "string" ? shipped(story) : build(story), parts);
  let recent: readonly Reading[] = [];
  const say = (text: string, left = REREAD_MAX): string => {
    const lexicon = house.words.lexicon(viewOf(engine, frame, "you"));
    const { actions, reading } = parseTextToActions(text, { actorId: "you", lexicon, recent });
    recent = [reading, ...recent];
    if (actions.length === 0) return reading.problem?.message ?? "";
    const done = turnOf(frame, actions as never, text);
    frame = done.frame;
    // Like a client, what had to wait is read again once the rest is done.
    const then = reading.rest !== null && left > 0 ? `\n\n${say(reading.rest, left - 1)}` : "";
    return `${done.told("you")}${then}`;
  };
  return (...lines: readonly string[]): string => lines.map((line) => say(line)).at(-1)!;
}

function opened(config: HouseConfig, { culprit }: { readonly culprit?: string }): Frame<House> {
  const dice = { pick: () => culprit } as never;
  return { state: house.open(config, dice), minds: {}, lanes: {}, commitment: "", hash: "" };
}
