// What is said of those who may play a seat, and of what they cost: loaded where players are chosen.
import { wordsOf } from "../words.ts";

const ENGLISH = {
  person: "A person plays it, here or at a link of their own.",
  program: "A program plays it that this server was started with.",
  model: "A model plays it, as it is set up on this server.",
  random: "Takes any step that the rules allow.",
  costsNothing: "Costs nothing.",
  noPrice: "No price is known: its calls are counted, and left out of every sum of money.",
  price: "{input} for a million tokens read, {output} for a million written.",
  who: "Who they are",
} as const;

export const say = wordsOf<keyof typeof ENGLISH>(ENGLISH);
