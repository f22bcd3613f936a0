// Story: a social simulation and the tale told of it. What the rest of the project may import of it.

export { storyApply as apply } from "./god/fold.ts";
export * from "./narrative/beat.ts";
export * from "./narrative/book.ts";
export * from "./narrative/characters.ts";
export { problemsOf } from "./narrative/checks.ts";
export { compareStories, type FinalStanding, type StoryComparison } from "./narrative/compare.ts";
export { isoOf, writeEpub } from "./narrative/epub.ts";
export { factsOf, gatherFacts, type RoundFacts } from "./narrative/facts.ts";
export { type ReadFile, readStoryFiles } from "./narrative/read-files.ts";
export { openingRound, RoundFinder, type TellableRound } from "./narrative/rounds.ts";
export { knowledgeIn, livingIn, type MetRound, tellingDice } from "./narrative/telling.ts";
export * from "./shape.ts";
export { emotionsOf } from "./town/emotions.ts";
export { BELIEVES, type Hearer, Hearsay, type HearsayRound } from "./town/hearsay.ts";
export { dayOf, hourOf } from "./town/rhythm.ts";
export { story } from "./world.ts";
