// Ways that are gone: by direction, by what leads there, to where somebody is; and what is only gone up to.
import type { Verb } from "@orrery/kernel";
import { aside, slot } from "./slots.ts";

const NO_WAY = "You know of no way to “{}” from here. A direction will do.";
const APPROACHING =
  "go|walk|run|head|come|return|move|step|stroll|hurry|cross|rush|get (back|right|straight) (over|up|across|closer|near|close) to|toward|towards|by|beside|near";

const GOING: readonly Verb[] = [
  // "Walk up to the door and knock."
  {
    type: "examine",
    patterns: [`${APPROACHING} {target}`, "approach {target}"],
    slots: { target: { kinds: ["door"], prefer: "here", unknown: NO_WAY } },
    leads: "only",
  },
  {
    type: "go",
    patterns: [
      "go|walk|run|head|move|travel|proceed|continue|stroll|hurry|return|come|march|wander|rush|sneak|tiptoe|dash|race|stride|venture|advance (my) (way) (back) (all) (the) (way) (straight|right) (over|across|along|on|off|up|down|in|out|round|around|through) (to|toward|towards|onto|into|on|through|by|via|past|at) {metadata.direction}",
      "go|walk|head|run|move (to) {metadata.direction} {count} (more) (times|steps)",
      "make my way (back|over|up|down) to|toward|towards|into|through {metadata.direction}",
      "go|walk|head|return (back) (over) to where {metadata.direction} is|are|was",
      "go|walk|run|head|move|step|climb|come|get|continue|travel|return (back) (up|down|along|through|over|across) {aside} (up|down|back) to|into|onto|toward|towards|for {metadata.direction}",
      "go|walk|run|head|move|step|climb|come|get|continue|travel|return (back) {metadata.direction} to|into|toward|towards|through|onto|in|inside|on|via|by {aside}",
      "go|walk|run|head|climb|step|get (back) up|down|along|through|over|across {metadata.direction} to|into|toward|towards|onto {aside}",
      "head|make|set (off|out) for {metadata.direction}",
      "go|walk|run|head|climb (back) (up|down|in|into|to|through) {metadata.direction} with {aside}",
      "take|bring me to|into|through {metadata.direction}",
      "let myself in|into|through|out (of) {metadata.direction}",
      "use {metadata.direction} to go|get|climb|leave|enter|reach (up|down|in|out|inside|outside|back) (to|into) ({aside})",
      "go|walk|run|head (back) up|down|in|inside|into|on|onto|along|through|over|across {metadata.direction}",
      "enter|visit {metadata.direction} (first|next)",
    ],
    slots: {
      "metadata.direction": {
        ...slot(["exit", "direction", "whereabouts"], "exit", "Go where?"),
        unknown: NO_WAY,
      },
      count: { kinds: ["count"] },
      aside,
    },
  },
  // "Leave the library", said in the hall, goes into no library.
  {
    type: "recall",
    patterns: ["leave|exit|quit {location}"],
    slots: { location: { kinds: ["elsewhere"] } },
    fixed: { what: "place" },
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
      "step|climb|leave|exit|crawl|creep|get (back) (up|down|over|across|along) (to|toward|towards|into|through|by|via|up|down|in|inside|on|onto|along|over|across) {metadata.direction}",
      "{metadata.direction}",
    ],
    slots: { "metadata.direction": slot(["exit", "direction"], "exit", "Go where?") },
  },
  // Of what else can be taken and used nothing is asked here: and "take out" is no way out.
  {
    type: "go",
    patterns: ["take|board|use {metadata.direction}"],
    slots: { "metadata.direction": { kinds: ["called"], prefer: "exit" } },
    last: true,
  },
  // And "into the parlour" is a way to go where there is one.
  {
    type: "go",
    patterns: [
      "follow {aside} (up|down|back) to|into|onto|toward|towards|for {metadata.direction}",
      "(back) (up|down|over|out|off|straight) into|to|through|toward|towards|along|over|across {metadata.direction}",
    ],
    slots: { "metadata.direction": { kinds: ["exit", "direction"], prefer: "exit" }, aside },
    last: true,
  },
  {
    type: "go",
    patterns: [
      "follow|visit {metadata.direction}",
      "see|check|explore|find (out) what|who is (in|inside|at|up|down|behind|through) {metadata.direction}",
      "go|come|run (and) see|check|explore|find (out) {metadata.direction}",
      "go|come|run (and) see|find|meet|visit {aside} in|at|on {metadata.direction}",
      "explore {metadata.direction}",
      "take|have a (good|quick|closer|proper) look in|into|at|around|round|inside {metadata.direction}",
      "check on {metadata.direction}",
      "(back) (over|up|down) to {metadata.direction}",
      "take|have|go (for) a (little|short) walk|stroll|wander to|into|in|through|round|around {metadata.direction}",
    ],
    slots: { "metadata.direction": { kinds: ["exit", "direction", "whereabouts"], prefer: "exit" }, aside },
    last: true,
  },
  {
    type: "go",
    patterns: ["(back) up {metadata.direction}"],
    slots: { "metadata.direction": { kinds: ["exit"], prefer: "upward" } },
    last: true,
  },
  {
    type: "go",
    patterns: ["(back) down {metadata.direction}"],
    slots: { "metadata.direction": { kinds: ["exit"], prefer: "downward" } },
    last: true,
  },
  {
    type: "go",
    patterns: [
      "go|walk|run|head|climb|take|follow (up|down|along|through) {metadata.direction} (up|down) to|into|toward|towards the|my|her|his {aside}",
    ],
    slots: { "metadata.direction": slot(["exit", "direction"], "exit", "Go where?"), aside: { kinds: ["name"] } },
    last: true,
  },
  {
    type: "go",
    patterns: ["check out|visit {metadata.direction}", "check|visit {metadata.direction} out"],
    slots: { "metadata.direction": { kinds: ["exit"] } },
    last: true,
  },
  // Up to what is in sight one need not go: it is looked at, or what follows is done to it.
  {
    type: "recall",
    patterns: [
      `${APPROACHING} {target}`,
      "stand|sit|wait|stay (down) by|near|beside|next|with (to) {target}",
      "go|walk|run|come|head after {target}",
      "follow|chase|approach|join {target}",
    ],
    slots: { target: { kinds: ["person"], prefer: "here", unknown: NO_WAY } },
    fixed: { what: "place" },
    leads: true,
  },
  {
    type: "examine",
    patterns: [
      `${APPROACHING} {target}`,
      "approach|near {target}",
      "stand|kneel|stop|crouch|wait (down) by|near|beside|before|at|over|next (to) {target}",
    ],
    slots: { target: { kinds: ["thing"], prefer: "here", unknown: NO_WAY } },
    leads: true,
  },
  // The one way there is, or else the way out.
  {
    type: "go",
    patterns: [
      // "Take out anything useful" takes something.
      "get|go|walk|step|head|come|run out (of) (here)",
      "get|let|take me|myself|us out (of) (here)",
      "leave|exit (the|this) room|place|area",
      "(get|go|walk|step|head|come|run|let|take) (me|myself|us) out of (the|this) room|place|area|here",
    ],
    slots: { "metadata.direction": slot(["leaving"], "leaving", "Go where?") },
  },
  {
    type: "go",
    patterns: [
      "exit|leave (now)",
      "leave|exit (the|this) house|building",
      "(go|walk|step|get|head|come|run|let|take) (me|myself|us) out|outside of (the|this) house|building|cottage",
    ],
    fixed: { direction: "out" },
  },
  {
    type: "go",
    patterns: ["go|walk|step|get|head|come|run outside|outdoors (of) (here|doors)"],
    slots: { "metadata.direction": slot(["outward"], "outward", "Go where?") },
  },
  {
    type: "go",
    patterns: [
      "leave|exit|quit {aside} (by|through|via|to|into|for|toward|towards) {metadata.direction}",
      "enter {aside} by|through|via {metadata.direction}",
      "go|get|walk|step|come|head out|outside (of) {aside} by|through|via|to|into {metadata.direction}",
    ],
    slots: {
      "metadata.direction": slot(["exit"], "exit", "Go where?"),
      aside: { kinds: ["hereabouts", "exit"] },
    },
  },
  {
    type: "go",
    patterns: ["leave|exit|quit {aside}", "go|get|walk|step|come|head out|outside (of) {aside}"],
    slots: { "metadata.direction": slot(["leaving"], "leaving", "Go where?"), aside: { kinds: ["hereabouts"] } },
  },
  {
    type: "go",
    patterns: [
      "enter",
      "go|walk|step|come|get|head|run|move inside|in|indoors",
      "go|walk|step|come|get|head|run in|into|inside (the|this) house|building",
      "let myself in|inside",
      "enter (the|this) house|building",
    ],
    slots: { "metadata.direction": slot(["exit", "direction"], "inward", "Go into what?") },
  },
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
];

/** What is further away than the next room is gone to by the known way. */
const JOURNEY: Verb = {
  type: "travel",
  patterns: [
    "go|walk|run|head|move|travel|proceed|hurry|return|come|get|wander|march (my) (way) (right|straight|all) (the) (way) (back) (over|up|down|off|out|in|inside|outside) to|toward|towards|into|onto|in {metadata.path} (with {aside})",
    "make my way (back|over|up|down) to|toward|towards|into {metadata.path}",
    "head|make|set (off|out) for {metadata.path}",
    "go|walk|head|return (back) (over) to where {metadata.path} is|are|was",
    "take|bring me (back) to {metadata.path}",
    "enter|visit {metadata.path}",
    "go|come|run (and) find {metadata.path}",
    "go|come|run (and) see|find|meet|visit {aside} in|at|on {metadata.path}",
    "(back) (over|up|down) to|into {metadata.path}",
  ],
  slots: { "metadata.path": { kinds: ["journey"], unknown: NO_WAY }, aside: { kinds: ["held", "person"] } },
};

/** "Take the ladder up to the loft", and take nobody along who was not asked. */
const BY_WAY: Verb = {
  type: "go",
  patterns: ["take|use {aside} (up|down|back) to|into|onto|toward|towards|for {metadata.direction}"],
  slots: {
    "metadata.direction": { kinds: ["exit", "direction"], prefer: "exit" },
    aside: { kinds: ["exit", "door", "room", "spot"] },
  },
  last: true,
};

/** What one has in hand goes wherever one goes: "carry the basket indoors". */
const CARRYING = "take|bring|carry|haul|lug {aside} (back) (up|down|over|out|in|along)";
const held = { kinds: ["held"] };
const LADEN: readonly Verb[] = [
  {
    type: "go",
    patterns: [`${CARRYING} (to|into|through) {metadata.direction}`],
    slots: { "metadata.direction": { kinds: ["exit", "whereabouts"], prefer: "exit" }, aside: held },
    last: true,
  },
  {
    type: "travel",
    patterns: [`${CARRYING} to|into {metadata.path}`],
    slots: { "metadata.path": { kinds: ["journey"] }, aside: held },
    last: true,
  },
];

export const MOVING: readonly Verb[] = [JOURNEY, ...GOING, BY_WAY, ...LADEN].map((verb) =>
  verb.type === "go" || verb.type === "travel" ? { ...verb, moves: true } : verb,
);
