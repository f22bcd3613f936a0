// Players that come with the sprint: one that speaks, composes and sketches by script and says so, and one that marks by a rubric.
import type { Bot } from "@orrery/kernel";
import { legal } from "../deeds.ts";
import type { Sprint } from "../shape.ts";
import { speech } from "./speech.ts";

/** At a table it composes from the lore by its own dice; at a desk or an easel it does what the house would. */
const scriptedAction: Bot<Sprint> = ({ ask, view, dice }) => {
  if (view.kind === "table") {
    const output = speech(view, dice);
    return output && { actorId: ask.to, type: "speak", metadata: { output, scripted: true } };
  }
  return ask.fallback?.("scripted") ?? legal(view, ask.to)[0] ?? null;
};

/** Gives marks to what it is shown; of anything else it knows nothing. */
const rubric: Bot<Sprint> = ({ ask, view }) => (view.kind === "judge" ? (legal(view, ask.to)[0] ?? null) : null);

/** Turns cannot be drawn at random, so the random player is the scripted one. */
export const bots: Readonly<Record<string, Bot<Sprint>>> = { scripted: scriptedAction, rubric, random: scriptedAction };

/** How each plays, for a person who chooses one. */
export const botWords: Readonly<Record<string, string>> = {
  scripted: "Composes from the lore of the deck, by dice, and says that it is a script.",
  rubric: "A judge that marks by a rubric; it plays at no table.",
  random: "The scripted one: turns cannot be drawn at random.",
};
