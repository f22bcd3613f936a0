// What the settings say beside the page's own words: loaded with them.
import { countIn, wordsOf } from "./words.ts";

const ENGLISH = {
  page: "This browser",
  placeCosts: "Costs",
  placeLessons: "Lessons",
  pageText: "For this browser. The server and its other users stay as they are.",
  theme: "Light or dark",
  asSystem: "As the system says",
  light: "Light",
  dark: "Dark",
  motion: "Movement",
  lessMotion: "As little as possible",
  language: "Language",
  pseudo: "A made-up one, to find what is not translated",
  keyboard: "Keyboard",
  keysSetting: "Single keys play, step and jump on a run’s page (never while you type; ? shows which)",

  // Models
  models: "Models",
  modelsText:
    "No model is needed: bots and people play without one. A model can take a seat, read what people type, or tell what happened. Here you set up models for everybody who uses this server.",
  looking: "Asking which models are there…",
  none: "No model is set up yet.",
  tryAgain: "Try again",
  everywhere: "used wherever a model is wanted and none is named",
  roles: "used for: {roles}",
  keyFound: "key found in {from}",
  keyMissing: "no key: {hint}",
  silent: "its server does not answer",
  unlisted: "its server answers and does not list this model",
  tokensAre:
    "A million tokens are about 1,500 pages. What a game will cost is foretold in the form that begins it, and Orrery adds up what has been paid.",
  test: "Test",
  testOf: "Test {name} with one small call",
  testing: "Asking {name}…",
  works: "It works: answered in {seconds} s, {tokens} tokens, {money}.",
  fails: "It does not work: {why}",
  takeOut: "Take out",
  takeOutOf: "Take {name} out",
  takeOutAsk: "Take {name} out?",
  takeOutText:
    "It is taken out of orrery.config.json and plays no more. What it said in runs stays there. You can add it again at any time.",
  keep: "Leave it",
  isOut: "{name} is taken out.",
  isIn: "{name} is set up. Test it with one small call.",

  // Adding
  discover: "Look on this machine",
  discoverText:
    "Finds Ollama, LM Studio, llama.cpp and vLLM where they usually listen, or at an address of this machine that you name. Nothing is sent but the question which models they have.",
  address: "Address of a server (may be left empty)",
  discovering: "Asking the servers of this machine…",
  discovered_one: "{n} model was found.",
  discovered_other: "{n} models were found.",
  discoveredNone:
    "No model server answers there. Start one, such as Ollama with “ollama serve”, and look again; or add a model of a provider below.",
  context: "{n} tokens at a time",
  add: "Add",
  addOf: "Add {name}",
  adding: "Adding…",
  added: "Set up",
  useEverywhere: "Use what is added wherever a model is wanted and none is named",
  useInstead: "Use what is added wherever a model is wanted and none is named, in place of {name}",
  byHand: "Add a model of a provider",
  provider: "Who serves it",
  compatible: "Another server with OpenAI’s interface",
  model: "Model, as its provider calls it",
  url: "Address of the server",
  key: "Variable of the environment that holds the key",
  keyNone: "Variable of the environment that holds the key (may be left empty)",
  keyText:
    "The key itself is never typed here, sent or written down. Set the variable where you start Orrery: export {name}=…",
  keyBad:
    "This is not the name of a variable that ends in _API_KEY, such as OPENROUTER_API_KEY. If it is a key, take it out of this field: keys are named here and never written.",
  name: "Your name for it (may be left empty)",

  // Costs
  costsLead:
    "Every call that was paid for, once: of all runs and leagues on this server. Replays and bots cost nothing.",
  costsNone: "No model was asked yet, so nothing was spent.",
  counting: "Adding up…",
  inAll: "In all",
  byModel: "By model",
  byDay: "By day",
  byRun: "By run",
  what: "What",
  callsHead: "Calls",
  tokensIn: "Tokens in",
  ofThemCached: "{n} cached",
  tokensOut: "Tokens out",
  money: "Dollars",
  unknown: "unknown",
  unpriced_one: "{n} call of unknown price is left out.",
  unpriced_other: "{n} calls of unknown price are left out.",
  firstRuns: "The {n} dearest runs of {all}.",

  // Lessons
  lessons: "What agents learned",
  lessonsLead:
    "Models and programs write down lessons at the end of a game that was begun to learn, and bring them to the next one. Each has its own, and no other reads them.",
  lessonsNone:
    "Nothing is kept yet. Begin a game of the Glass Box with models and the mark “They learn”, or a league whose players learn.",
  version: "version {n}, {when}",
  fromRun: "from a run",
  fromLeague: "from a league",
  fromFile: "from a file of {agent}",
  read: "Read",
  readOf: "Read what {name} learned in {world}",
  reading: "Opening…",
  games_one: "Learned in {n} game",
  games_other: "Learned in {n} games",
  noLessons: "It has written down no lesson.",
  forget: "Forget",
  forgetOf: "Forget what {name} learned in {world}",
  forgetAsk: "Forget what {name} learned?",
  forgetText:
    "Every version is erased and cannot be had back. Runs that used one keep it. To keep a copy, write it to a file first.",
  save: "Write it to a file",
  forgetDo: "Forget it for good",
  forgotten: "What {name} learned is forgotten.",
} as const;

export const say = wordsOf<keyof typeof ENGLISH>(ENGLISH);
export const count = countIn<keyof typeof ENGLISH>(say);
export type SettingsWord = keyof typeof ENGLISH;
