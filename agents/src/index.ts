// Who answers asks, and how words become actions.

export { verdictsOn } from "./admission.ts";
export type { Agent, AgentTask, AnyShape, ArtifactBytes, MemoryCue, Recollection, Reply, Tellings } from "./agent.ts";
export { actionsOf, answerSchema, widen } from "./answer-schema.ts";
export { botAgent, firstBot, randomBot } from "./bot.ts";
export { compactJson } from "./compact.ts";
export { briefOf, genericPrompt } from "./generic-prompt.ts";
export { impressionOf, mentions } from "./impression.ts";
export { type Cue, fuse, memoriesFor, memoryPart, type Ranked, type Rememberable, rank, reasonsOf } from "./memory.ts";
export { cueWords, type SpokenWord, spokenWords, WORDS_MAX, wordsOf } from "./memory-words.ts";
export { type Conversation, type ModelSeat, modelAgent, type RehearsedSeat, rehearsingAgent } from "./model-agent.ts";
export {
  type ModelNarrator,
  type ModelTelling,
  namesSecret,
  type Tellable,
  tellingProblems,
  tellWithModel,
} from "./model-narrator.ts";
export { isUnsure, type ModelParser, type ModelReading, readWithModel, type Typed } from "./model-parser.ts";
export { causeOf, type ModelDuty, type ModelTrouble, sayWhy, seatWords } from "./model-trouble.ts";
export { type OwnPrompts, PROMPT_NAMES, PROMPTS, type PromptName, promptProblem, reword } from "./prompt-texts.ts";
export { omissions } from "./telling-check.ts";
