// What a house's notebook and clock say beside the page's own words: loaded with them.
import { countIn, wordsOf } from "../words.ts";

const ENGLISH = {
  notebook: "Notebook",
  chooseEyes: "Choose somebody’s eyes: a notebook is one person’s.",
  empty: "Nothing has been said or read yet. What people tell you stands here, and what speaks against it.",
  doubts: "Not all of this can be so",
  saysIn: "{by} said: in {room}",
  youSaw: "You last saw them in {room}",
  known: "What you can ask about",
  allAlong: "known all along",
  from: "from {who}",
  voice: "a voice",
  justNow: "just now",
  theTime: "The time:",
  turnsLeft_one: "{n} turn is left",
  turnsLeft_other: "{n} turns are left",
} as const;

export const say = wordsOf<keyof typeof ENGLISH>(ENGLISH);
export const count = countIn<keyof typeof ENGLISH>(say);
