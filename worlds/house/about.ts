// What a house is, for people and models: the world itself, and each text in it.
import type { About } from "@orrery/kernel";
import type { HouseConfig } from "./model/house.ts";

export const about: About = {
  title: "House",
  summary: "Interactive fiction with rooms, doors, locks, light and people. Every story is a text.",
  rules: [
    "You are one person in a place of rooms. Each turn you say what you do; the world does it, or says why it cannot be done.",
    "- You see the room that you are in, what lies open in it, and who is there. Closed containers hide what they hold, and nothing is seen in the dark without a light.",
    "- What you take is carried. A locked door or container needs its key; a lamp must be switched on to give light.",
    "- People know what they have seen or been told. Ask them about things, tell them, show and give them things, ask them to do something; they may refuse, and they may lie.",
    "- Several acts in one turn are done one after another. A later act is tried from where the earlier ones left you.",
    "- The story ends when one of its endings comes true. Some endings are won and some are lost; which there are is for you to find out.",
  ].join("\n"),
};

/** What a card says of one house: its title, and how its opening begins. */
export function aboutHouse({ title, opening }: HouseConfig): About {
  return { title, summary: /^[^.!?]*[.!?]/.exec(opening)?.[0] ?? opening, rules: about.rules! };
}
