// How a person may speak of what is in their view: verbs with their patterns, and a noun for everything that can be named.
//
// Kinds of nouns, for the slots: `thing`, `person`, `door`, `exit`, `direction`, `self`; of things also `container`,
// `supporter`, `key`, `readable`, `light`, `held`, `loose` (takeable and not held), `theirs` (in another's hands),
// `felt` (found by hands in the dark), `here` (things, people and doors in sight), `remembered` (known, out of sight);
// of whatever opens or locks also `opened`, `closed`, `lockable`; of lamps `lit`, `unlit`; of clothes `wearable`, `worn`; `company` for people in sight, `topic` for what is only talked about; `use:wind` and its like of what
// shows that it can be handled so; `selfsame` for whoever is spoken to; `mine` for what one wears oneself; `room` for rooms that are known.
import type { Lexicon, Noun, Slot, Verb } from "@orrery/kernel";
import { ATTEMPT_VERBS, masterVerbs } from "../attempt/attempt-verbs.ts";
import { GAMEMASTER, type Placement, placeOf, USES, type Use } from "../model.ts";
import type { Question } from "../people/answers.ts";
import { DEEDS } from "../people/wanted.ts";
import { allSeen } from "../sense/perceive.ts";
import type { Card, DoorCard, Named, Seen } from "../sense/scope.ts";
import { doorsOf, type HouseView, type ViewExit } from "../sense/view.ts";
import { ASIDES } from "./asides.ts";
import { isKey } from "./explain.ts";
import { DIRECTIONS, lies, reflexive, saidOf, the, toward, upper } from "./grammar.ts";
import { ADDRESSED, HANDLED, LOOKED, sceneryOf } from "./scenery.ts";

export const lexicon = (view: HouseView): Lexicon =>
  view.you.id === GAMEMASTER
    ? { verbs: masterVerbs(view), nouns: nounsOf(view) }
    : { verbs: VERBS, nouns: nounsOf(view), scenery: sceneryOf(view), asides: ASIDES };

/** Verbs are the same for everyone and always the same object, so that a parser prepares them once. */
const THINGS = ["thing", "felt", "remembered"];
const ANY = [...THINGS, "person", "door", "self"];
const slot = (kinds: readonly string[], prefer: string, ask: string, all?: string): Slot => ({
  kinds,
  prefer,
  ask,
  scenery: HANDLED,
  ...(all === undefined ? {} : { all }),
});
const somebody = (ask: string): Slot => ({
  ...slot(["person", "self", "thing", "remembered"], "company", ask),
  scenery: ADDRESSED,
});
const toPerson = (ask: string): Slot => ({
  ...slot(["person"], "company", ask),
  none: "There is nobody here to speak to.",
});
const personKnown: Slot = { kinds: ["person"], prefer: "here" };
const room: Slot = { kinds: ["room"], unknown: "You know no way to any “{}” yet." };
const known: Slot = { kinds: ["topic", ...ANY], prefer: "here", unknown: "You know nothing yet of “{}”." };
const spoken: Slot = { ...known, prefer: "topic" };
const text: Slot = { kinds: ["text"], ask: "Say what?" };
const thought: Slot = { kinds: ["text"], ask: "Think what?" };

/** A question to whoever is there, in the words it was asked in. */
const question: Slot = { kinds: ["clause"] };

const about: Slot = {
  kinds: ["topic", ...THINGS, "person", "door", "self", "room", "selfsame"],
  prefer: "topic",
  ask: "About what?",
  unknown: [
    "You do not know enough of “{}” to talk about it.",
    "You have heard nothing of “{}” that would make a question.",
    "“{}” would lead you nowhere: you know too little of it.",
  ],
};

const take = slot(ANY, "loose", "Take what?", "loose");
const hand = (ask: string) => slot(THINGS, "held", ask, "held");
const see = (ask: string): Slot => ({ ...slot(ANY, "here", ask), scenery: LOOKED });

/** Where a handling has more words than its own. */
const WORDS: { readonly [K in Use]?: string } = {
  use: "use|operate|work",
  push: "push|press|shove",
  pull: "pull|drag|tug|yank",
  turn: "turn|rotate|twist|crank",
  wind: "wind (up)",
  ring: "ring|strike|sound",
  fill: "fill|refill|top (up)",
  clean: "clean|wipe|polish|wash|scrub|dust",
  mend: "mend|repair|fix",
  break: "break|smash|force|pry|prise|crack",
  cut: "cut|slice|sever",
  dig: "dig (in|up)",
  tie: "tie|fasten|attach|bind (up)",
  burn: "burn",
  eat: "eat|taste|bite|nibble (some|into) (of)",
  drink: "drink|sip|swig (some) (from|of)",
  touch: "touch|feel|stroke|pat",
  knock: "knock (on|at)",
  climb: "climb|stand (up) (on|onto|upon)",
  sit: "sit|lie|rest (down|back) (on|upon|in|at|by)",
  play: "play (on)",
  dial: "dial|call",
};

/** Questions to oneself, the more particular first. */
const ASKED: readonly Verb[] = [
  asking("company", [
    "who (else) is here|around|there (with me)",
    "is|are anyone|anybody|somebody|someone (else) here|there|around|home|in|inside",
    "am i alone",
    "who can i see|ask (here)",
    "who can i talk|speak to (here)",
  ]),
  asking("people", [
    "where is|are everyone|everybody|people (else) (now)",
    "where is|are all|the (the) others|people (now)",
    "who else is (in) (the) (house|island|building|there)",
    "who is in the house|building",
    "who do i know",
  ]),
  asking("exits", [
    "exits|directions|ways",
    "where can|could|do i go (to) (from here|now) (now)",
    "which way|ways|direction can|could|do i go (from here|now)",
    "which|what ways|exits|doors are there (from|out) (here)",
    "what are the exits|ways|doors (from|out) (here)",
    "how do i get out|away (of|from) (here)",
  ]),
  asking(
    "state",
    [
      "is|are {target} (still|already|now) open|opened|closed|shut|locked|unlocked|lit|on|off|burning|worn",
      "have|did i lock|unlock|locked|unlocked|open|opened|close|closed {target}",
    ],
    { target: known },
  ),
  asking(
    "way",
    [
      "which way is|to {location}",
      "which way do i go (to) {location}",
      "how do|can i get|go|come (back) to {location}",
      "what is the way (back) to {location}",
      "way (back) to {location}",
    ],
    { location: room },
  ),
  asking(
    "place",
    [
      "where is|are {target} (now)",
      "where did i see|put|leave|drop|find|last {target} (last)",
      "where did i last see|put|leave {target}",
      "where have i seen|put|left|dropped {target}",
      "who has|holds|carries (got) {target}",
      "do i have {target} (with|on me)",
      "have i (got) {target}",
      "have i seen {target}",
      "is|are {target} here",
      "is|are there {target} (here|around|anywhere)",
      "find|locate {target}",
      "look|search for {target}",
    ],
    { target: known },
  ),
  asking(
    "way",
    ["where is {location}", "find {location}", "go|walk|run|head|return|travel (back) (to|into) {location}"],
    {
      location: { kinds: ["room"] },
    },
  ),
  asking(
    "words",
    [
      "(remember|recall) what did|has|have|had {target} say|said|told|tell (to|me) (me) about {metadata.about}",
      "(remember|recall) what {target} said|told (to|me) (me) about {metadata.about}",
    ],
    { target: personKnown, "metadata.about": spoken },
  ),
  asking(
    "words",
    [
      "(remember|recall) what did|has|have|had {target} say|said|told|tell (to|me) (me) (again)",
      "remember|recall what {target} said|told (to|me) (me)",
    ],
    { target: personKnown },
  ),
  asking(
    "words",
    [
      "what do|did i know|remember|recall|hear|learn|read about|of {metadata.about}",
      "what have i heard|learned|learnt|read|found (out) about|of {metadata.about}",
      "remember|recall {metadata.about}",
    ],
    { "metadata.about": spoken },
  ),
  asking("words", ["who|what is|was|are|were {metadata.about}"], {
    "metadata.about": { kinds: ["topic"] },
  }),
  asking("words", [
    "what do i know|remember|recall (now|already) (so) (far)",
    "what have i heard|learned|learnt|read|found (out) (so) (far)",
    "notes|memories|recall|remember",
  ]),
  asking("options", [
    "help|commands|verbs|instructions|options",
    "help me",
    "new (here)",
    "new to this",
    "what is this (game|story)",
    "what can|could|may i do|say|try|type (now|next|here)",
    "what are my options|choices",
    "how do|does i|this play|work",
    "how do i play this",
  ]),
];

/** A verb of which nobody knows what it does, to something known: it is tried, in the words it was said in. */
const OTHER: Verb = {
  type: "attempt",
  patterns: [
    "* (up|down|in|into|on|onto|off|out|away|over|at|to|with|from|against|through|round|around|behind|along|about|for) {target} (up|down|in|out|off|away|over|open|shut|apart|aside) with|using {metadata.with}",
    "* {metadata.with} at|against|over|under|on|onto|in|into|through|round|around|to|behind|between|across {target}",
    "* (up|down|in|into|on|onto|off|out|away|over|at|to|with|from|against|through|round|around|behind|along|about|for) {target} (up|down|in|out|off|away|over|open|shut|apart|aside)",
  ],
  slots: { target: { kinds: ANY, prefer: "here" }, "metadata.with": { kinds: THINGS, prefer: "held" } },
  said: "metadata.words",
  fixed: { how: "other" },
};

/** The same for verbs of which other wordings are known. */
const LIKE_OTHER: Verb = {
  ...OTHER,
  patterns: [
    "wave|pour|blow|help|hold|spill|empty|light|comfort (out|on|in|into|at|up|away) {target} (up|down|out|off|away|over) with|using|to|at|on|in|into|from {metadata.with}",
    "wave|pour|blow|help|hold|spill|empty|comfort (out|on|in|into|at|up|away) {target} (up|down|out|off|away|over)",
  ],
};

const VERBS: readonly Verb[] = [
  // Speech first, and with its addressee before without: what is said is never read as an act.
  {
    type: "say",
    patterns: [
      "say|whisper|shout|call|mutter|murmur|reply|answer {metadata.text} to {metadata.to}",
      "say|whisper|shout|call|mutter|murmur|reply|answer to {metadata.to} (that) {metadata.text}",
      "tell {metadata.to} (that) {metadata.text}",
      "tell|order|command {metadata.to} to {metadata.text}",
      "{metadata.to} , {metadata.text}",
    ],
    slots: {
      "metadata.text": text,
      "metadata.to": { ...somebody("To whom?"), kinds: ["person", "thing", "remembered"] },
    },
  },
  {
    type: "bid",
    patterns: [
      "ask|tell|order|command|get|have|make|beg|persuade|instruct {metadata.to} to {metadata.wanted}",
      "{metadata.to} (,) {metadata.wanted}",
      "ask|tell {metadata.to} if|whether he|she|they can|could|will|would {metadata.wanted}",
      "can|could|will|would you (please) {metadata.wanted} (for) (me) (please) (,) {metadata.to}",
    ],
    slots: {
      "metadata.to": toPerson("Ask whom?"),
      "metadata.wanted": {
        kinds: ["deed"],
        deeds: DEEDS,
        unknown: [
          "Nobody could be asked to “{}”. Plain deeds work better: TAKE, GIVE, OPEN or GO.",
          "“{}” is not a thing that one could ask of anybody here.",
        ],
      },
    },
  },
  {
    type: "say",
    patterns: [
      "say|whisper|shout|yell|exclaim|mutter|murmur|reply|answer {metadata.text}",
      "call out {metadata.text}",
      "shout|call|cry|yell|scream for {metadata.text}",
      "{metadata.text}",
    ],
    slots: { "metadata.text": text },
  },
  {
    type: "say",
    patterns: [
      "hi|hello|hey|greetings (there) (,) {metadata.to}",
      "good morning|day|afternoon|evening|night (,) {metadata.to}",
      "greet {metadata.to}",
      "wave to|at {metadata.to}",
      "talk|speak|chat to|with {metadata.to}",
    ],
    slots: { "metadata.to": somebody("Greet whom?") },
    fixed: { text: "Hello!" },
  },
  {
    type: "say",
    patterns: ["hi|hello|hey|greetings (there)", "good morning|day|afternoon|evening|night", "talk|speak|chat"],
    slots: {
      "metadata.to": {
        ...toPerson("Whom do you want to speak to?"),
        none: "There is nobody here to speak to but me. Say what you want to do, or ask for HELP.",
      },
    },
    fixed: { text: "Hello!" },
  },
  {
    type: "say",
    patterns: ["thank {metadata.to}", "thanks (,) {metadata.to}", "thank you (,) {metadata.to}", "thanks", "thank you"],
    slots: { "metadata.to": { ...toPerson("Thank whom?"), none: "You are welcome." } },
    fixed: { text: "Thank you!" },
  },
  {
    type: "ask",
    usage: "One can ASK somebody ABOUT something, or FOR something.",
    patterns: [
      "ask|question|consult|interview|interrogate {metadata.to} about|on|concerning {metadata.about}",
      "ask|inquire about {metadata.about}",
      "tell me (more) about|of {metadata.about}",
      "what do|can|did you know|say|think|tell|hear|see (me) about|of {metadata.about}",
      "what happened (to|on|in|with) {metadata.about}",
      "where were you (on|at|during) {metadata.about}",
      "what did you do|see|hear (on|at|during) {metadata.about}",
      "{metadata.to} , where were you (on|at|during) {metadata.about}",
      "{metadata.to} , what did you do|see|hear (on|at|during) {metadata.about}",
      "{metadata.to} , what happened (to|on|in|with) {metadata.about}",
      "ask {metadata.to} what happened (to|on|in|with) {metadata.about}",
      "ask {metadata.to} how|who {metadata.about} is|was|are|were",
      "ask {metadata.to} where|what he|she|they was|were (doing) (on|at|during) {metadata.about}",
      "ask {metadata.to} what he|she|they did|saw|heard|do (on|at|during) {metadata.about}",
      "ask {metadata.to} what he|she|they think|thinks about|of {metadata.about}",
      "{metadata.to} (,) tell me about|of {metadata.about}",
      "{metadata.to} (,) what about {metadata.about}",
      "{metadata.to} (,) what do|can you know|say|tell (me) about|of {metadata.about}",
      "ask {metadata.to} what he|she|they know|knows about|of {metadata.about}",
      "talk|speak|chat to|with {metadata.to} about {metadata.about}",
      "ask {metadata.to} where {metadata.about} is|was|are|were|went",
      "ask {metadata.to} where he|she|they saw|met {metadata.about} (last)",
      "ask {metadata.to} where is|are {metadata.about}",
      "ask {metadata.to} who was|is (in|at) {metadata.about}",
      "ask {metadata.to} (if|whether) he|she|they saw|has|have (seen) {metadata.about}",
      "{metadata.to} (,) where did you (last) see|meet {metadata.about} (last)",
      "{metadata.to} (,) where is|are|was|were {metadata.about}",
      "{metadata.to} (,) who was|is|were (in|at) {metadata.about}",
      "{metadata.to} (,) have|did you see|seen {metadata.about}",
      "have|did you see|seen {metadata.about}",
    ],
    slots: { "metadata.to": toPerson("Ask whom?"), "metadata.about": about },
  },
  {
    type: "ask",
    patterns: ["who|what is|was|are|were {metadata.about}"],
    slots: { "metadata.to": toPerson("Ask whom?"), "metadata.about": { kinds: ["topic"] } },
  },
  {
    type: "tell",
    patterns: ["tell|inform|warn {metadata.to} about|of {metadata.about}"],
    slots: {
      "metadata.to": { ...somebody("Tell whom?"), kinds: ["person", "thing", "remembered"] },
      "metadata.about": about,
    },
  },
  {
    type: "accuse",
    patterns: [
      "accuse|denounce|arrest {target}",
      "accuse {target} of (the) murder|crime|killing|theft|it|everything",
      "it was {target}",
      "{target} did it",
    ],
    slots: { target: somebody("Accuse whom?") },
  },
  {
    type: "think",
    patterns: ["think|ponder|wonder|muse (that|about|to) (myself) {metadata.text}"],
    slots: { "metadata.text": thought },
  },
  {
    type: "request",
    patterns: [
      "ask|beg {metadata.from} for {target}",
      "ask|beg|tell|order|command|get|persuade {metadata.from} to give|hand|lend|pass|bring me {target}",
      "can|could|will|would you (please) give|hand|lend|pass|bring me {target} (please)",
      "can|could|will|would you (please) give|hand|lend|pass|bring me {target} (please) (,) {metadata.from}",
      "request|borrow|get|take {target} from {metadata.from}",
      "give|hand|lend|pass|bring me {target}",
      "may|can|could i have|borrow {target}",
      "ask for {target}",
      "borrow|request {target}",
      "{metadata.from} (,) give|hand|lend|pass|bring me {target}",
      "{metadata.from} (,) give|hand|lend|pass|bring {target} to me",
      "{metadata.from} (,) may|can|could i have|borrow|take {target}",
      "ask {metadata.from} if|whether i may|can|could have|borrow|take {target}",
    ],
    slots: {
      target: slot(["thing", "remembered", "felt"], "theirs", "Ask for what?"),
      "metadata.from": toPerson("Ask whom?"),
    },
  },
  {
    type: "give",
    patterns: [
      "give|hand|offer|return|pass|feed {target} to {metadata.to}",
      "give|hand|offer|pass|feed {metadata.to} {target}",
      "hand over {target} to {metadata.to}",
      "hand|give|pass {target} over|on|back to {metadata.to}",
      "give back {target} to {metadata.to}",
      "give|offer|hand {target}",
      "hand over {target}",
    ],
    slots: { target: hand("Give what?"), "metadata.to": somebody("To whom?") },
  },
  {
    type: "show",
    patterns: [
      "show|present|display {target} to {metadata.to}",
      "show {metadata.to} {target}",
      "hold (out|up) {target} (out|up) to|for {metadata.to}",
      "let {metadata.to} see {target}",
      "show {target}",
    ],
    slots: { target: hand("Show what?"), "metadata.to": somebody("To whom?") },
  },
  {
    type: "unlock",
    patterns: [
      "unlock|open {target} with|using {metadata.keyId}",
      "use|try|turn {metadata.keyId} on|in|with {target}",
      "put|insert {metadata.keyId} in|into {target} lock",
      "unlock {target}",
      "try {metadata.keyId}",
    ],
    slots: {
      target: slot(["lockable", "thing", "door", "felt", "remembered"], "lockable", "Unlock what?"),
      "metadata.keyId": slot(THINGS, "key", "With which key?"),
    },
  },
  {
    type: "lock",
    patterns: ["lock {target} with|using {metadata.keyId}", "lock up {target}", "lock {target}"],
    slots: {
      target: slot(["lockable", "thing", "door", "felt", "remembered"], "lockable", "Lock what?"),
      "metadata.keyId": slot(THINGS, "key", "With which key?"),
    },
  },
  {
    type: "switch",
    patterns: ["turn|switch on {target}", "turn|switch {target} on", "light|ignite|kindle|activate (up) {target}"],
    slots: { target: slot(ANY, "unlit", "Switch on what?") },
    fixed: { on: true },
  },
  {
    type: "switch",
    patterns: [
      "turn|switch off|out {target}",
      "turn|switch {target} off|out",
      "put {target} out",
      "put out {target}",
      "extinguish|douse|deactivate|snuff (out) {target}",
      "blow out {target}",
    ],
    slots: { target: slot(ANY, "lit", "Switch off what?") },
    fixed: { on: false },
  },
  {
    type: "wear",
    patterns: ["wear|don {target}", "put on {target}", "put {target} on", "dress in {target}"],
    slots: { target: slot(ANY, "wearable", "Put on what?") },
  },
  {
    type: "remove",
    patterns: ["take off {target}", "take {target} off", "doff|shed {target}"],
    slots: { target: slot(ANY, "worn", "Take off what?") },
  },
  // Of what one wears, "remove" is taking off; of all else, taking.
  { type: "remove", patterns: ["remove {target}"], slots: { target: { kinds: ["mine"], all: "mine" } } },
  {
    type: "put",
    patterns: [
      "put|place|insert|stick|slip|drop|lay|stow|stuff {target} in|into|inside {location}",
      "put {target} back in|into|inside {location}",
      "leave {target} in|inside {location}",
      "hide {target} in|inside {location}",
    ],
    slots: { target: hand("Put what?"), location: slot(ANY, "container", "Put it in what?") },
    fixed: { how: "in" },
  },
  {
    type: "put",
    patterns: [
      "put|place|set|lay|stand|drop|hang|mount|fit {target} on|onto|upon {location}",
      "put {target} back on|onto {location}",
      "leave {target} on|upon {location}",
      "put|place|set {target} on top of {location}",
      "set|put|lay down {target} on {location}",
    ],
    slots: { target: hand("Put what?"), location: slot(ANY, "supporter", "Put it on what?") },
    fixed: { how: "on" },
  },
  {
    type: "inventory",
    patterns: [
      "i|inv|inventory",
      "take|check inventory|stock",
      "check (my) pockets|belongings",
      "what am i carrying|holding",
      "what do i have|hold|carry (with|on me)",
      "what have i (got) (with|on me)",
      "what is in my hand|hands|pocket|pockets|bag",
      "do i have|carry anything",
    ],
  },
  {
    type: "take",
    patterns: [
      "take|get|grab|fetch|collect|remove {target} from|off {location}",
      "take|get|grab|fetch|remove {target} out of {location}",
      "pick up {target} from|off {location}",
      "pick {target} up",
      "pick up {target}",
      "take|get|grab|fetch|collect|steal|remove|acquire|keep|snatch|carry {target}",
      "help myself to {target}",
      "want|need {target}",
    ],
    slots: { target: take, location: { kinds: [...ANY, "room"], prefer: "here", source: true } },
  },
  {
    type: "drop",
    patterns: [
      "drop|discard|release|leave {target}",
      "put|set|lay down {target}",
      "put|set|lay {target} down",
      "let go of {target}",
      "throw away {target}",
    ],
    slots: { target: hand("Drop what?") },
  },
  {
    type: "open",
    patterns: ["open (up) {target}", "pull|push open {target}", "pull|push {target} open", "lift the lid of {target}"],
    slots: { target: slot(ANY, "closed", "Open what?") },
  },
  {
    type: "close",
    patterns: ["close|shut|slam {target}", "pull|push {target} shut|closed"],
    slots: { target: slot(ANY, "opened", "Close what?") },
  },
  {
    type: "read",
    patterns: [
      "read (from) {target}",
      "read what is written on {target}",
      "what does|do {target} say",
      "what is written on|in {target}",
      "peruse {target}",
      "read|examine|x|inspect|check (the) back of {target}",
      "look at (the) back of {target}",
      "what is (written) on (the) back of {target}",
    ],
    slots: { target: slot(ANY, "readable", "Read what?") },
  },
  {
    type: "read",
    patterns: ["turn over {target}", "turn {target} over|around|round", "unfold {target}"],
    slots: { target: { kinds: ["readable"] } },
  },
  {
    type: "search",
    patterns: [
      "look|peek|peer|feel in|into|inside|through {target}",
      "search|rummage|ransack (in|through) {target}",
      "(see) what is in|inside|on {target}",
      "is|are there anything|something (else) in|inside|on {target}",
      "what does|do {target} hold|contain",
      "look on {target}",
    ],
    slots: { target: slot(["container", "supporter", "felt", "remembered"], "container", "Search what?") },
  },
  {
    type: "look",
    patterns: [
      "l|look (around|about|here)",
      "look around (the|this|me) (room|place)",
      "examine|x|inspect|search|describe (the|this) room|place|surroundings|here",
      "where am i (now)",
      "what is (around) here",
      "what do|can i see (here|now)",
      "what room|place is this",
    ],
  },
  {
    type: "examine",
    patterns: [
      "x|examine|inspect|study|check|view|observe|watch|see|describe {target}",
      "x {target} closely|carefully",
      "x|examine|inspect|study|check {target} more closely|carefully",
      "check out {target}",
      "l|look|stare|gaze|glance|peer|squint (closely|up|down|back) at {target}",
      "l|look|stare|gaze|glance|peer out|over|along|across|toward|towards|up|down|round|around {target}",
      "l|look|peer out of {target}",
      "take|have a (closer|good) look at {target}",
      "l|look {target}",
      "who|what is|are|am {target}",
      "what is|are {target} (wearing|holding|carrying|doing)",
    ],
    slots: { target: { ...see("Look at what?"), all: "here" } },
  },
  // What can hold nothing is looked at where somebody means to look into it.
  {
    type: "examine",
    patterns: [
      "smell|sniff {target}",
      "look|peek|peer|feel in|into|inside|through|on {target}",
      "search|rummage|ransack (in|through) {target}",
      "what is in|inside|on|behind|beyond|under|beneath {target}",
    ],
    slots: { target: { kinds: ANY, prefer: "here", scenery: LOOKED } },
  },
  {
    type: "hint",
    patterns: [
      "hint|hints|clue|stuck|lost|confused",
      "give me a hint|clue",
      "i (am) stuck|lost|confused",
      "i dont|cannot know|understand (what) (to) (do) (now|next|here)",
      "i do not know|understand (what) (to) (do) (now|next|here)",
      "what to do (now|next|here)",
      "how do|can i win|finish|solve|end|beat (this|it) (game|story)",
      "what is (the|my) goal|aim|point|object (here|of) (this|the) (game|story)",
      "what am i supposed|meant to do (here|now|next)",
      "why am i here",
      "what do|shall i do (now|next|here)",
      "what now",
      "what should|must i do (now|next|here)",
      "ask for a hint|clue",
    ],
  },
  {
    type: "wait",
    patterns: [
      "z|wait|pause|rest (here) (for) (a) (moment|bit|while)",
      "z|wait|pause (for) {count} (more) (turns|times|moments|minutes)",
      "do nothing",
      "stand still",
    ],
    slots: { count: { kinds: ["count"] } },
  },
  {
    type: "go",
    patterns: [
      "go|walk|run|head|move|travel|proceed|continue|stroll|hurry|return|come (back) (all) (the) (way) (over|across|along|on|off|up|down|in|out|round|around) (to|toward|towards|into|through|by|via) {metadata.direction}",
      "go|walk|run|head (back) up|down|in|inside|into|on|onto|along|through|over|across {metadata.direction}",
      "enter {metadata.direction}",
    ],
    slots: {
      "metadata.direction": {
        ...slot(["exit", "direction"], "exit", "Go where?"),
        unknown: "You know of no way to “{}” from here. A direction will do.",
      },
    },
  },
  {
    type: "go",
    patterns: ["climb|ascend|mount (up) {metadata.direction}"],
    slots: { "metadata.direction": slot(["exit"], "upward", "Climb what?") },
  },
  {
    type: "go",
    patterns: ["descend {metadata.direction}", "climb down {metadata.direction}"],
    slots: { "metadata.direction": slot(["exit"], "downward", "Go down what?") },
  },
  {
    type: "go",
    patterns: [
      "step|climb|leave|exit|crawl|creep|jump|hop|get (back) (up|down|over|across|along) (to|toward|towards|into|through|by|via|up|down|in|inside|on|onto|along|over|across) {metadata.direction}",
      "follow|take|board|use {metadata.direction}",
      "{metadata.direction}",
    ],
    slots: { "metadata.direction": slot(["exit", "direction"], "exit", "Go where?") },
  },
  {
    type: "recall",
    patterns: ["go|walk|run|head|come|return (back|over) to|after {target}", "follow|chase|approach|join {target}"],
    slots: { target: { kinds: ["person"], prefer: "company" } },
    fixed: { what: "place" },
  },
  {
    type: "go",
    patterns: ["exit|leave", "go|walk|step|get outside|out", "leave (the|this) (house|room|place)"],
    fixed: { direction: "out" },
  },
  { type: "go", patterns: ["enter", "go|walk|step|come|get inside|in"], fixed: { direction: "in" } },
  {
    type: "go",
    patterns: ["ascend", "climb", "go upstairs", "go|walk|run|climb up (the) stairs|stair|staircase|ladder"],
    fixed: { direction: "up" },
  },
  {
    type: "go",
    patterns: ["descend", "go downstairs", "go|walk|run|climb down (the) stairs|stair|staircase|ladder"],
    fixed: { direction: "down" },
  },
  ...ASKED,
  {
    type: "say",
    patterns: [
      "who|what|how|where|why|when are|were|do|did|have|will|would|can|could you {metadata.text}",
      "are|were|do|did|have you {metadata.text}",
      "what is|was your {metadata.text}",
      "what happened {metadata.text}",
      "my name is {metadata.text}",
    ],
    slots: { "metadata.text": question, "metadata.to": toPerson("Ask whom?") },
  },
  {
    type: "say",
    patterns: ["ask {metadata.to} {metadata.text}", "{metadata.to} {metadata.text}"],
    slots: { "metadata.text": { kinds: ["quote"] }, "metadata.to": toPerson("Ask whom?") },
  },
  ...ATTEMPT_VERBS,
  // Last, so that whatever has a rule of its own is that first.
  ...USES.map(handling),
  LIKE_OTHER,
  OTHER,
];

/** What one asks oneself: one verb for each question. */
function asking(what: Question, patterns: readonly string[], slots: NonNullable<Verb["slots"]> = {}): Verb {
  return { type: "recall", patterns, slots, fixed: { what } };
}

/** Ways of saying one kind of handling; the object is one that shows it can be handled so, where there is one. */
function handling(how: Use): Verb {
  const words = WORDS[how] ?? how;
  return {
    type: "use",
    patterns: [
      `${words} {target} with|using {metadata.with}`,
      ...(how === "fill" ? ["pour|empty {metadata.with} in|into {target}"] : []),
      ...(how === "tie" ? ["tie|fasten|attach|bind {metadata.with} to|onto|round|around {target}"] : []),
      `${words} {target}`,
    ],
    slots: {
      target: slot(ANY, `use:${how}`, `${upper(saidOf(how))} what?`),
      "metadata.with": { kinds: THINGS, prefer: "held" },
    },
    fixed: { how },
  };
}

const SHORT: Readonly<Record<string, readonly string[]>> = {
  north: ["n"],
  northeast: ["ne", "north east", "north-east"],
  east: ["e"],
  southeast: ["se", "south east", "south-east"],
  south: ["s"],
  southwest: ["sw", "south west", "south-west"],
  west: ["w"],
  northwest: ["nw", "north west", "north-west"],
  up: ["u", "upstairs", "upward", "upwards"],
  down: ["d", "downstairs", "downward", "downwards"],
  in: ["inside", "indoors", "inward"],
  out: ["outside", "outdoors", "outward"],
};

function nounsOf(view: HouseView): Noun[] {
  return [
    ...allSeen(view).map((one) => thingNoun(one, seenKinds(view, one), one.at)),
    ...view.remembered.map(({ card, felt, at }) =>
      thingNoun(card, felt ? ["felt", ...(card.fixed ? [] : ["loose"]), ...kindsOf(card)] : ["remembered"], at),
    ),
    ...view.people.map((person) => noun(person, ["person", "here", "company"])),
    // "Ask her about herself".
    ...view.people.map((person) => ({
      id: person.id,
      names: [person.name, reflexive(person), "yourself", "you"],
      kinds: ["selfsame"],
    })),
    ...view.absent.map(({ person }) => noun(person, ["person", "remembered"])),
    {
      id: view.you.id,
      names: ["me", "myself", "self", "i"],
      kinds: ["self"],
      instead: "You will have to settle that between you and yourself.",
    },
    ...doorsOf(view).map((door) => doorNoun(view, door)),
    ...view.topics.map((topic) => noun(topic, ["topic"])),
    ...rooms(view).map((room) => roomNoun(room, room.id === view.room.id)),
    ...ways(view),
  ];
}

function seenKinds(view: HouseView, it: Seen): string[] {
  const held = view.holding.some(({ id }) => id === it.id);
  return [
    "thing",
    "here",
    ...kindsOf(it),
    ...(held ? ["held"] : []),
    ...(held && it.worn ? ["mine"] : []),
    ...(it.reach === "theirs" ? ["theirs"] : []),
    // What lies in something that one holds is still to be taken out of it, but not swept up by "all".
    ...(!held && !it.fixed && it.reach === "near" ? ["loose"] : []),
  ];
}

const kindsOf = (card: Card): string[] => [
  ...(card.container ? ["container"] : []),
  ...(card.container?.lid ? [card.container.open ? "opened" : "closed"] : []),
  ...(card.supporter ? ["supporter"] : []),
  ...(card.lockable ? ["lockable"] : []),
  ...(card.readable ? ["readable"] : []),
  ...(card.light ? ["light"] : []),
  ...(card.light?.switch ? [card.light.on ? "lit" : "unlit"] : []),
  ...(card.wearable ? ["wearable"] : []),
  ...(card.worn ? ["worn"] : []),
  ...(isKey(card) ? ["key"] : []),
  ...(card.uses ?? []).map((how) => `use:${how}`),
];

const thingNoun = (card: Card, kinds: readonly string[], at: Placement | null): Noun => ({
  ...noun(card, kinds),
  ...(at === null ? {} : { at: placeOf(at) }),
});

/** The rooms that are known, by id: objects lose their order in canonical text. */
const rooms = ({ map }: HouseView): Named[] =>
  Object.keys(map)
    .sort()
    .map((id) => map[id]!.room);

/** Where one stands is also "the room" and "here". */
function roomNoun(it: Named, here: boolean): Noun {
  const names = [/^\p{Lu}/u.test(it.name) ? it.name : it.name.toLowerCase(), ...it.aliases];
  return { id: it.id, names: here ? [...names, "room", "here"] : names, kinds: ["room"] };
}

/** Doors are also called by the way they stand in and by where they lead: "the north door", "the cottage door". */
function doorNoun(view: HouseView, door: DoorCard): Noun {
  const ways = view.exits
    .filter((exit) => exit.door?.id === door.id)
    .flatMap(({ direction, beyond, called = [] }) => [
      direction,
      ...called,
      ...(beyond ? [beyond.name.toLowerCase(), ...beyond.aliases] : []),
    ]);
  const kinds = [
    "door",
    "here",
    door.open ? "opened" : "closed",
    ...(door.lockable ? ["lockable"] : []),
    ...(door.uses ?? []).map((how) => `use:${how}`),
  ];
  return noun({ ...door, adjectives: [...door.adjectives, ...ways] }, kinds);
}

const UPWARD: Readonly<Record<string, readonly string[]>> = { up: ["upward"], down: ["downward"] };
const STEPS = ["stairs", "stair", "staircase", "steps", "ladder"];

/** What leads up or down is called by what the prose has there; in the dark by whatever it may be. */
function stepsFor(view: HouseView, direction: string): readonly string[] {
  if (UPWARD[direction] === undefined) return [];
  if (!view.lit) return STEPS;
  const named = new Set(view.description.toLowerCase().match(/[a-z]+/g));
  return STEPS.filter((word) => named.has(word));
}

/** All common directions, so that a way that is not there is refused by name; an author's own where they lead on. */
function ways(view: HouseView): Noun[] {
  const own = view.exits.map(({ direction }) => direction).filter((one) => !(one in SHORT));
  return [...DIRECTIONS, ...own].map((direction) => {
    const exit = view.exits.find((one) => one.direction === direction);
    return {
      id: `way:${direction}`,
      value: direction,
      names: [
        direction,
        ...(SHORT[direction] ?? []),
        ...(exit ? [...exitNames(view, exit), ...stepsFor(view, direction)] : []),
      ],
      kinds: [...(exit ? ["exit"] : []), "direction", ...(UPWARD[direction] ?? [])],
      instead: exit ? wayOn(exit) : `There is nothing to be seen ${lies(direction)} but what you have been told of.`,
    };
  });
}

/** An exit is also called by its door and, once that is known, by the room behind it and by who was last seen there. */
const exitNames = ({ map, room, came, absent }: HouseView, { direction, door, beyond, called = [] }: ViewExit) => [
  ...called,
  ...(door ? [door.name, ...door.aliases] : []),
  ...(beyond ? [beyond.name.toLowerCase(), ...beyond.aliases] : []),
  ...(came !== undefined && map[room.id]?.exits.find((one) => one.direction === direction)?.to === came
    ? ["back"]
    : []),
  ...(beyond
    ? absent.flatMap(({ person, room }) => (room?.id === beyond.id ? [person.name, ...person.aliases] : []))
    : []),
];

/** What is said of a way on where no way belongs: "examine the ladder". */
const wayOn = ({ direction, door, beyond }: ViewExit): string =>
  `That is the way ${toward(direction)}${beyond ? `, to ${the(beyond)}` : ""}${door ? `, through ${the(door)}${door.open ? "" : " (closed)"}` : ""}. You could GO there.`;

const PRONOUNS = { she: "her", he: "him", they: "them", it: "it" } as const;

const noun = (it: Named, kinds: readonly string[]): Noun => ({
  id: it.id,
  names: [...new Set([it.name, ...it.aliases])],
  ...(it.adjectives.length > 0 ? { adjectives: it.adjectives } : {}),
  kinds,
  pronouns: [it.pronouns ? PRONOUNS[it.pronouns] : it.plural ? "them" : "it"],
});
