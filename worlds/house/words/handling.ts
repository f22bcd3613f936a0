// What is done with things: given, opened, put, taken, worn, and handled in plain ways.
import type { Verb } from "@orrery/kernel";
import { USES, type Use } from "../model/thing.ts";
import { upper, usePhrase } from "./grammar.ts";
import { ANY, aside, hand, slot, somebody, THINGS, take, toPerson } from "./slots.ts";

/** Known acts, each with a rule of its own. */
export const HANDLING: readonly Verb[] = [
  {
    type: "request",
    patterns: [
      "ask|beg {metadata.from} for {target} (back)",
      "ask|beg|tell|order|command|get|persuade {metadata.from} to give|hand|lend|pass|bring me {target}",
      "can|could|will|would you (please) give|hand|lend|pass|bring me {target} (please)",
      "can|could|will|would you (please) give|hand|lend|pass|bring me {target} (please) (,) {metadata.from}",
      "request|borrow|get|take {target} from {metadata.from}",
      "give|hand|lend|pass|bring|fetch me {target}",
      "let me have|borrow|take {target}",
      "could|can|may|might i have|borrow {target} (,) {metadata.from}",
      "{metadata.from} (,) (can|could|will|would) you give|hand|lend|pass|bring me {target}",
      "{metadata.from} (,) let me have|borrow {target}",
      "{metadata.from} (,) i need|want {target}",
      "may|can|could|might i (please) have|borrow|get {target} (please)",
      "may|can|could|might i (please) have|borrow|get|take {target} (from) {metadata.from}",
      "i need|want|would like {target} (back) (,) {metadata.from}",
      "ask for {target}",
      "borrow|request {target}",
      "{metadata.from} (,) give|hand|lend|pass|bring me {target}",
      "{metadata.from} (,) give|hand|lend|pass|bring {target} to me",
      "{metadata.from} (,) may|can|could i have|borrow|take {target}",
      "ask if|whether i may|can|could have|borrow|take {target}",
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
      "present|bring|deliver|pass|return|take|carry {target} (back|over) to {metadata.to}",
      "bring {metadata.to} {target}",
      "let {metadata.to} have|keep|take|borrow {target}",
      "give {metadata.to} back {target}",
      "{metadata.to} can|may|should|could have|keep|take|borrow {target}",
      "offer|give|hand {target} to {metadata.to} in exchange|return (for) ({aside})",
      "swap|exchange|trade {target} for {aside} with {metadata.to}",
      "swap|exchange|trade {target} with {metadata.to} for {aside}",
      "have {target} (,) {metadata.to}",
      "{metadata.to} (,) want|fancy {target}",
      "do|does|would {metadata.to} want|like|fancy {target}",
      "do|would you want|like|fancy {target} (,) {metadata.to}",
      "here (,) {metadata.to} (,) have|take {target}",
      "give|offer|hand {target} (away)",
      "hand over {target}",
    ],
    slots: { target: hand("Give what?"), "metadata.to": somebody("To whom?"), aside },
  },
  {
    type: "give",
    patterns: ["swap|exchange|trade {target} for {aside}"],
    slots: { target: { kinds: ["held"] }, aside, "metadata.to": toPerson("With whom?") },
  },
  {
    type: "give",
    patterns: [
      "here (,) (you) (are|go) (,) (please) (you) (can) have|take|drink|eat|keep {target}",
      "here is {target}",
      "here (you) are|go (,) (your|the) {target}",
    ],
    slots: { target: { kinds: ["held"] }, "metadata.to": { ...toPerson("To whom?"), prefer: "company" } },
  },
  {
    type: "show",
    patterns: [
      "show|present|display {target} to {metadata.to}",
      "show {metadata.to} {target}",
      "hold (out|up) {target} (out|up) to|for {metadata.to}",
      "ask {metadata.to} to look at {target}",
      "ask {metadata.to} to read {target}",
      "point (out) {target} (out) to {metadata.to}",
      "show {target}",
    ],
    slots: { target: hand("Show what?"), "metadata.to": somebody("To whom?") },
  },
  // "Let me see it" shows it to nobody.
  {
    type: "show",
    patterns: ["let {metadata.to} see|read|look (at) {target}"],
    slots: { target: hand("Show what?"), "metadata.to": toPerson("To whom?") },
  },
  {
    type: "unlock",
    patterns: [
      "unlock|open {target} with|using {metadata.keyId}",
      "try {metadata.keyId} (out) on|in|with {target} (lock|keyhole)",
      "put|insert|stick|fit {metadata.keyId} in|into {target} lock|keyhole",
      "put|insert|stick|fit|turn|try {metadata.keyId} in|into|on (the) lock|keyhole (of|on) {target}",
      "with {metadata.keyId} unlock|open {target}",
      "unlock {target}",
      "undo (the) lock of|on {target}",
      "unlock (the) lock of|on {target} (with|using) ({metadata.keyId})",
    ],
    slots: {
      target: slot(["lockable", "thing", "door", "felt", "remembered", "entrance"], "lockable", "Unlock what?"),
      "metadata.keyId": slot(THINGS, "key", "With which key?", "bunch"),
    },
  },
  {
    type: "unlock",
    patterns: [
      "try|use {metadata.keyId}",
      "use|turn {metadata.keyId} on|in|with|for {target} (lock|keyhole)",
      "do|does|will|would|can {metadata.keyId} fit|open|unlock|work (in|into|on|for|with) {target}",
      "see|check|test if|whether {metadata.keyId} fits|opens|unlocks|works (on|in|with) {target}",
    ],
    slots: {
      target: slot(["lockable", "thing", "door", "felt", "remembered", "entrance"], "lockable", "Unlock what?"),
      "metadata.keyId": { kinds: ["key"], prefer: "held", all: "bunch" },
    },
  },
  {
    type: "lock",
    patterns: ["lock {target} with|using {metadata.keyId}", "lock up {target}", "lock {target}"],
    slots: {
      target: slot(["lockable", "thing", "door", "felt", "remembered", "entrance"], "lockable", "Lock what?"),
      "metadata.keyId": slot(THINGS, "key", "With which key?"),
    },
  },
  {
    type: "switch",
    patterns: [
      "turn|switch|flip on {target}",
      "turn|switch|flip {target} on",
      "light|ignite|kindle|activate|relight (up) {target}",
      "light {target} (up)",
      "strike a light|spark (with) {target}",
      "set light|fire to {target}",
      "start {target}",
    ],
    slots: { target: slot(ANY, "unlit", "Switch on what?") },
    fixed: { on: true },
  },
  {
    type: "switch",
    patterns: ["light|ignite|kindle|relight {target} with|from|using|by {aside}"],
    slots: { target: { kinds: ["unlit"] }, aside: { kinds: ["lit"] } },
    fixed: { on: true },
  },
  { type: "switch", patterns: ["{target} on"], slots: { target: { kinds: ["unlit"] } }, fixed: { on: true } },
  { type: "switch", patterns: ["{target} off|out"], slots: { target: { kinds: ["lit"] } }, fixed: { on: false } },
  {
    type: "switch",
    patterns: [
      "turn|switch off|out {target}",
      "turn|switch {target} off|out",
      "put {target} out",
      "put out {target}",
      "extinguish|douse|deactivate|snuff|quench|kill (out) {target}",
      "snuff|blow {target} out",
      "blow out {target}",
    ],
    slots: { target: slot(ANY, "lit", "Switch off what?") },
    fixed: { on: false },
  },
  // "Put the kettle on": of what gives light or is switched, that is no clothing.
  { type: "switch", patterns: ["put {target} on"], slots: { target: { kinds: ["unlit"] } }, fixed: { on: true } },
  {
    type: "wear",
    patterns: ["get|climb|change into {target}"],
    slots: { target: { kinds: ["wearable"] } },
  },
  {
    type: "wear",
    patterns: [
      "wear|don {target}",
      "put|try|slip on {target}",
      "put|try|slip {target} on",
      "dress (myself) in {target}",
      "wrap|drape|throw|pull|put|hang|sling|fasten {target} around|round|over|about me|myself (shoulders|neck|head)",
    ],
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
      "put|place|pop|shove|slide|stash|insert|stick|slip|drop|lay|stow|stuff|pack|tuck|set|fit|return|throw|toss {target} (back|down|away) in|into|inside (the) (middle|centre|center|bottom|back|corner) (of) {location}",
      "put|place|set|drop (back|down|away) {target} in|into|inside (of) {location}",
      "leave|hide|store|keep {target} in|inside (of) {location}",
    ],
    slots: { target: hand("Put what?"), location: slot(ANY, "container", "Put it in what?") },
    fixed: { how: "in" },
  },
  ...(["on", "in"] as const).map(
    (how): Verb => ({
      type: "put",
      patterns: [
        "put|place|set|return|hang|lay|stand|drop|leave|stick|stow {target} back (up|down|again|there)",
        "put|place|set|hang|lay|stick back {target}",
        "put|place|set|return|hang|lay|stand|drop|leave {target} (back) where i|it|they (had) found|got|took|was|were|belongs|belong (it|them) (from)",
        "return {target} to (its|their) place",
        "put|place|set {target} (back) in|on|into (its|their) (proper|right|own|old) place|spot",
      ],
      slots: {
        target: hand("Put what?"),
        location: {
          ...slot(ANY, how === "on" ? "supporter" : "container", "Put it back on what, or in what?"),
          home: true,
        },
      },
      fixed: { how },
    }),
  ),
  // What nothing can be put into may still be filled: that is handling it.
  {
    type: "put",
    patterns: ["fill {location} with {target}"],
    slots: { target: hand("Put what?"), location: { kinds: ["container"] } },
    fixed: { how: "in" },
  },
  {
    type: "put",
    patterns: [
      "put|place|set|lay|stand|drop|hang|mount|fit|rest|return|position|stick|pop|prop|balance (back|down|up) {target} on|onto|upon {location}",
      "put|place|set|lay|stand|drop|hang|mount|fit|rest|return|position|stick|pop|prop|balance {target} (back|down|up) on|onto|upon (the) (top|middle|centre|center|edge|end) (of) {location}",
      "leave {target} (lying) on|upon {location}",
      "put|place|set|leave {target} (down|back) on top of {location}",
    ],
    slots: { target: hand("Put what?"), location: slot(ANY, "supporter", "Put it on what?") },
    fixed: { how: "on" },
  },
  {
    type: "inventory",
    patterns: [
      "i|inv|inventory",
      "things|stuff|belongings|possessions|items|pockets|inventory",
      "take|check inventory|stock",
      "check|show|open|list|see|view|search|examine|empty|inspect|display (me) (in|through) (my) (own) inventory|pockets|pocket|belongings|possessions|stuff|things|items",
      "check|show|open|list|see|view|search|examine|empty|inspect|display (me) (in|through) my (own) bag|backpack",
      "look|peek|dig in|into|at|through (my) inventory|pockets|pocket|belongings|possessions|stuff|things|items",
      "look|peek|dig in|into|at|through my bag|backpack",
      "(show|see|check) (me) what i have (got) (with|on|in) (my) (me|hands|pockets|inventory|bag)",
      "look at what i have|carry|hold|got (with|on me)",
      "look at what i am carrying|holding",
      "(show) (me) what (stuff|things|items) am i carrying|holding|wearing (right) (now)",
      "(show|see|check) (me) what i (am) carrying|holding|have|wearing|carry|hold|got (with|on me)",
      "what (stuff|things|items|else) do|did i have|hold|carry|own|possess|bring (with|on|in) (my) (me|hands|pockets|inventory|bag)",
      "what have i (got) (with|on|in) (my) (me|hands|pockets|inventory|bag)",
      "what is in my hand|hands|pocket|pockets|bag|backpack|inventory|possession",
      "what is on|with me",
      "drop|give|show|use what",
      "what (else) (stuff|things|items) can|could|may|should|do i drop|give|show|use|offer (here|now|away)",
      "what (stuff|things|items) is|are|am in my hand|hands|pocket|pockets|bag|inventory|possession",
      "do i have|carry anything|something (with|on me)",
      "am i carrying|holding|wearing anything|something",
    ],
  },
  {
    type: "take",
    patterns: [
      "take|get|grab|fetch|collect|remove|pull|lift|unhook|pluck|snatch|retrieve|swipe|recover {target} (down|up|away|back) from|off {location}",
      "take|get|grab|fetch|remove|pull|lift|fish|retrieve {target} (back) out of {location}",
      "pick (up) {target} (up) from|off {location}",
      "pick (up) {target} (up) out of {location}",
      "pick {target} up",
      "pick up {target}",
      "take|get|grab|fetch|collect|steal|remove|acquire|keep|snatch|carry|gather|seize|nab|pocket|retrieve|swipe|obtain|unhook|bring|scoop|pluck|nick|pinch|snag|bag {target} (back) (up|down|along|out)",
      "take|bring|carry {target} with me",
      "scoop|gather|snatch|take|pull up|out|down {target}",
      "get|take|lay|grab (a) hold of {target}",
      "hold {target}",
      "help myself to {target}",
      // Of somebody who is there it is asked for.
      "give|hand|pass|fetch|bring|get|grab me {target}",
      "ill have {target}",
      "i|we will have {target}",
      "put|place|stick {target} in|into my pocket|pockets|bag|backpack|inventory",
      "add {target} to my inventory",
      "take|get|grab|fetch|collect|lift|retrieve {target} (up) off|from (of) the|this floor|ground|carpet",
      "pick (up) {target} (up) off|from (of) the|this floor|ground|carpet",
    ],
    slots: { target: take, location: { kinds: [...ANY, "room"], prefer: "here", source: true } },
  },
  // "I need the crank, can I borrow it?" says only what for.
  { type: "take", patterns: ["want|need {target}"], slots: { target: take }, leads: true },
  {
    type: "drop",
    patterns: [
      "drop|discard|release|ditch|dump {target} (here|behind|there)",
      "put|set|lay|leave|drop down {target} (here)",
      "put|set|lay|place|leave {target} down (here)",
      "put|set|lay|place|leave {target} here",
      "put|set|lay|place|leave|drop {target} (down) on|onto the|this floor|ground",
      "let go of {target}",
      "get rid of {target}",
      "throw away|out|down {target}",
      "throw {target} away|out|down|aside",
    ],
    slots: { target: hand("Drop what?") },
  },
  // "Take the chalice but leave the candle" puts nothing down.
  {
    type: "drop",
    patterns: ["leave {target} (here|behind|there)"],
    slots: { target: { kinds: ["held"], prefer: "held", all: "carried" } },
  },
  {
    type: "open",
    patterns: [
      "open|reopen|unseal|unlatch|uncover (up) {target} (up|wide)",
      "pull|push|swing|slide open {target}",
      "pull|push|swing|slide {target} open",
      "lift|raise|remove the lid|cover of|from|off {target}",
      "lift|raise the {target} lid",
      "try (the) handle|knob|latch of|on {target}",
      "get {target} open",
    ],
    slots: { target: slot([...ANY, "entrance"], "closed", "Open what?") },
  },
  {
    type: "open",
    patterns: ["try|test|rattle {target}"],
    slots: { target: { kinds: ["door", "closed"], prefer: "closed" } },
  },
  {
    type: "close",
    patterns: [
      "close|shut|slam|reclose (up) {target} (behind|up|again) (me)",
      "pull|push|swing|slide {target} shut|closed|to",
      "put the lid (back) on {target}",
    ],
    slots: { target: slot([...ANY, "entrance"], "opened", "Close what?") },
  },
];

/** Where a handling has more words than its own. */
const WORDS: { readonly [K in Use]?: string } = {
  use: "use|operate|work",
  push: "push|press|shove (on|against|at)",
  pull: "pull|drag|tug|yank (on|at)",
  turn: "turn|rotate|twist|crank|spin|revolve",
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
  knock: "knock|hammer|bang|pound|rap (on|at|against)",
  climb: "climb|stand (up) (on|onto|upon|into|in|inside|through)",
  sit: "sit|lie|rest|sink|flop|settle|collapse|plop|slump (myself) (down|back) (on|upon|in|at|by|into|onto)",
  play: "play (on)",
  dial: "dial|call",
};

/** "Give the wheel a turn." */
const GIVEN: { readonly [K in Use]?: string } = {
  push: "push|shove|press|nudge",
  pull: "pull|tug|yank",
  turn: "turn|spin|twist|crank|whirl",
  wind: "wind",
  clean: "clean|wipe|polish|wash|scrub|dust",
  knock: "knock|bang|rap",
  ring: "ring",
};

/** Ways of saying one kind of handling; the object is one that shows it can be handled so, where there is one. */
function handling(how: Use): Verb {
  const words = WORDS[how] ?? how;
  return {
    type: "use",
    patterns: [
      `${words} {target} with|using {metadata.with}`,
      ...(how === "use" ? ["use|try|turn {metadata.with} on|in|to|against|for {target}"] : []),
      ...(how === "drink"
        ? [
            "pour (me|myself|us|ourselves) a|some (nice|good|stiff|little|small|large|big) (drink|dram|glass|shot|tot|cup) (of) {target}",
            "(i|ill|we) (will) have|take a (nice|good|hot|cold) (little|small|quick|long|big) drink|sip|swig|dram|gulp|cup|glass|mug|pint|nip|drop|shot (of|from) {target}",
          ]
        : []),
      ...(how === "drink"
        ? ["(just) one|a (little|tiny|small|quick|long|big|last) sip|swig|dram|gulp|drink of {target}"]
        : []),
      ...(how === "eat" ? ["(just) one|a (little|tiny|small|quick|big) bite|taste|nibble|mouthful of {target}"] : []),
      ...(GIVEN[how] ? [`give {target} a (good|quick|little|gentle|hard|firm|hearty) ${GIVEN[how]}`] : []),
      ...(how === "eat"
        ? ["(i|ill|we) (will) have|take a (little|small|tiny|quick) bite|taste|mouthful|piece|slice (of|from) {target}"]
        : []),
      ...(how === "sit"
        ? [
            "take|have a seat (on|in|at|upon) {target}",
            "put|seat|set|lay|place|park|plant|throw|lower myself (down) on|onto|upon|in|into {target}",
          ]
        : []),
      ...(how === "fill" ? ["pour|empty {metadata.with} in|into {target}"] : []),
      ...(how === "tie" ? ["tie|fasten|attach|bind {metadata.with} to|onto|round|around {target}"] : []),
      `${words} {target} (up|down|out|over|round|around)`,
      `${words} {target} (up|down|out|over|round|around) {count} (more) (times|turns)`,
    ],
    slots: {
      target: slot(ANY, `use:${how}`, `${upper(usePhrase(how))} what?`),
      "metadata.with": { kinds: THINGS, prefer: "held" },
      count: { kinds: ["count"] },
    },
    fixed: { how },
  };
}

/** Lying down on, and getting into, what shows that one can; elsewhere the words mean something else. */
const POSTURES: readonly Verb[] = (
  [
    ["lie", "lie|stretch|sleep|rest (myself) (down|out|back) (on|upon|in|into|across) {target} (down)"],
    ["enter", "enter|board|get|climb|step|crawl|hop|jump|go (in|into|inside|on|onto|aboard) {target}"],
  ] as const
).map(([how, pattern]) => ({
  type: "use",
  patterns: [pattern],
  slots: { target: { kinds: [`use:${how}`] } },
  fixed: { how },
}));

/** Without a word of what on: on the one thing there that shows one can. */
const LYING: Verb = {
  type: "use",
  patterns: ["lie|stretch (myself) down|out|back (again)"],
  slots: { target: { ...slot(["use:lie"], "use:lie", "Lie on what?"), none: "You would rather stay on your feet." } },
  fixed: { how: "lie" },
};

/** Only for somebody who sits, lies or is in something. */
export const RISING: Verb = {
  type: "rise",
  patterns: [
    "stand|get|rise|jump|climb (back) up (again)",
    "rise|stand",
    "get to my feet",
    "get|climb|step|jump|come off|out|up (of|from) {aside}",
    "leave|exit {aside}",
  ],
  slots: { aside: { kinds: ["seat"] } },
};

/** After all that has a rule of its own. */
export const USING: readonly Verb[] = [
  ...POSTURES,
  LYING,
  ...USES.filter((how) => how !== "lie" && how !== "enter").map(handling),
  // A flower; of what has a lock it is the lock.
  { type: "take", patterns: ["pick {target}"], slots: { target: take } },
];
