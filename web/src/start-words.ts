// What is asked before a run begins, beside the page's own words: loaded with the question.
import { wordsOf } from "./words.ts";

const ENGLISH = {
  models: "Reading, telling and learning",
  looking: "Asking which models are there…",
  none: "No model is set up on this server, so rules read and tell. Models are set up under Settings.",
  toSettings: "Set up a model",
  reads: "Who reads what you type",
  tells: "Who tells what happens",
  usual: "As this server was started",
  rules: "The rules of the world",
  readsUsual: "Rules, unless the server was started with a model that reads.",
  readsRules: "Rules know the world’s own verbs and things. They answer at once and cost nothing.",
  readsModel: "The model is asked only where the rules are unsure what you mean. {price}",
  tellsUsual: "The world’s own prose, unless the server was started with a model that tells.",
  tellsRules: "The world’s own prose. It is there at once and costs nothing.",
  tellsModel:
    "The model tells each turn again in prose once it has happened: one call or more for every turn of every player. {price}",
  learn: "They learn: they bring what they learned in earlier games, and keep what they learn in this one",
  learnWho: "Only models and programs learn; bots play as they are.",
} as const;

export const say = wordsOf<keyof typeof ENGLISH>(ENGLISH);
