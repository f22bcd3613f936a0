// Words to others: what is said, asked, told and bidden.
import type { Slot, Verb } from "@orrery/kernel";
import { DEEDS } from "../people/wanted.ts";
import { about, aside, question, somebody, text, themselves, thought, toEach, toPerson, within } from "./slots.ts";

const ALONE = {
  follow: "There is nobody here to come with you.",
  wait: "There is nobody here to wait for you.",
  return: "There is nobody here to send home.",
} as const;

/** Asking somebody to come along, to stay, to go back to their own affairs. */
const COMPANY: readonly Verb[] = (
  [
    [
      "follow",
      [
        "follow|accompany|join me|us",
        "come (along) (on) (over) (here) (with) (me|us)",
        "come|walk (along|over) with me|us (back) (up|down|over) to|into|onto {aside}",
        "stay|stick with|by me|us",
        "walk with me|us",
        "tag along (with) (me|us)",
        "are|will|wont|do|dont|would you (want) (to) (be) come|coming|follow|following (along) (with) (me|us)",
      ],
    ],
    [
      "wait",
      [
        "stay|remain|wait|stop|stand (right) (here|there|put|still|back)",
        "stay|remain|wait where you are",
        "stay|remain|wait in here",
        "stop following (me|us)",
        "dont follow|come (with) (me|us)",
        "do not follow|come (with) (me|us)",
        "let me go alone",
      ],
    ],
    [
      "return",
      [
        "go (back) home",
        "go back",
        "go back to what|where|your (you) (were|are) (doing|work|place)",
        "carry on (with) (what) (you) (were) (doing)",
        "as you were",
        "you can|may go (now|back|home)",
        "leave me|us (alone)",
      ],
    ],
  ] as const
).map(([type, ways]) => ({
  type: "bid",
  // Without a name it is meant for the person present; staying and going may also be the player's own.
  patterns: [
    ...(type === "follow" ? ["follow me|us", "come (along) with me|us"] : []),
    ...ways.flatMap((way) => [
      `{metadata.to} (,) (please) ${way}`,
      `ask|tell|order|command|get|beg|persuade|invite {metadata.to} to ${way}`,
      `can|could|will|would you (please) ${way} (please) (,) {metadata.to}`,
      `${way} (please) (,) {metadata.to}`,
    ]),
  ],
  slots: { "metadata.to": { ...toPerson("Ask whom?"), none: ALONE[type] }, aside },
  fixed: { wanted: { type } },
}));

const TOLD: Slot = { ...somebody("Tell whom?"), kinds: ["person", "thing", "remembered"] };

/** Before all else, and with its addressee before without: what is said is never read as an act. */
export const TALKING: readonly Verb[] = [
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
      "{metadata.wanted} (,) (please) , {metadata.to}",
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
  ...COMPANY,
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
      "(good) morning|day|afternoon|evening|night (to) (you) (,) (my) (dear) {metadata.to}",
      "hi|hello|hey|greetings (there) (,) {metadata.to} (,) what is up",
      "hi|hello|hey|greetings (there) (,) {metadata.to} (,) how is it|everything going (today)",
      "greet {metadata.to}",
      "wave to|at {metadata.to}",
      "talk|speak|chat|converse (some) (more) to|with {metadata.to}",
      "have a chat|talk|word|conversation with {metadata.to}",
      "start|begin|strike (up) a conversation|chat with {metadata.to}",
      "introduce myself to {metadata.to}",
      "address {metadata.to}",
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
    patterns: [
      "thank {metadata.to} (for) ({aside})",
      "thanks|cheers (,) {metadata.to}",
      "thank you (very|so) (much) (,) {metadata.to}",
      "thanks|cheers for (all) your|the help|advice|time|trouble|company|hospitality|patience (,) {metadata.to}",
      "thank you for (all) your|the help|advice|time|trouble|company|hospitality|patience (,) {metadata.to}",
      "thanks|cheers (a) (lot)",
      "thank you (very|so) (much)",
      "many thanks",
    ],
    slots: { "metadata.to": { ...toPerson("Thank whom?"), none: "You are welcome." }, aside },
    fixed: { text: "Thank you!" },
  },
  {
    type: "say",
    patterns: ["excuse|pardon me (,) {metadata.to}"],
    slots: { "metadata.to": somebody("Greet whom?") },
    fixed: { text: "Hello!" },
    leads: true,
  },
  {
    type: "say",
    patterns: [
      "apologise|apologize (to) {metadata.to}",
      "apologise|apologize",
      "sorry (,) {metadata.to}",
      "(so|very|really|truly|deeply|terribly) sorry for|about (your|the|his|her|my) (terrible|sad|great) loss|trouble|mess|that|this|everything|it",
      "im (so|very|really|truly|deeply|terribly) sorry (for|about) (your|the|his|her|my) (loss|trouble|mess|that|this|everything|it)",
      "i am (so|very|really|truly|deeply|terribly) sorry {aside}",
    ],
    slots: { "metadata.to": toPerson("Apologise to whom?"), aside: question },
    fixed: { text: "I am sorry." },
  },
  {
    type: "say",
    patterns: ["here|there you are|go (,) {metadata.to}"],
    slots: { "metadata.to": toPerson("Say it to whom?") },
    fixed: { text: "Here you are." },
  },
  {
    type: "say",
    patterns: [
      "what do you do (in) (here|this) (house|place) (for) (a) (living)",
      "{metadata.to} (,) what do you do (in) (here|this) (house|place) (for) (a) (living)",
    ],
    slots: { "metadata.to": toPerson("Ask whom?") },
    fixed: { text: "What do you do here?" },
  },
  {
    type: "say",
    patterns: [
      "can|could|will|would you (please) let me|us in|into|inside|out|through|past|by|pass|go|enter|leave {metadata.text}",
    ],
    slots: { "metadata.text": question, "metadata.to": toPerson("Ask whom?") },
  },
  {
    type: "say",
    patterns: [
      "goodbye|bye|farewell|cheerio (,) {metadata.to}",
      "good bye (,) {metadata.to}",
      "see you (later|soon) (,) {metadata.to}",
      "wave|say goodbye|bye|farewell to {metadata.to}",
      "take (my) leave of {metadata.to}",
      "goodbye|bye|farewell|cheerio",
    ],
    slots: {
      "metadata.to": {
        ...toPerson("Say goodbye to whom?"),
        none: "There is nobody here to say it to. You can leave whenever you like, and go on from here when you come back.",
      },
    },
    fixed: { text: "Goodbye!" },
  },
  {
    type: "ask",
    usage: "One can ASK somebody ABOUT something, or FOR something.",
    patterns: [
      "ask|question|consult|interview|interrogate {metadata.to} about|on|concerning {metadata.about}",
      "ask|inquire|talk|speak|chat about|after {metadata.about}",
      "what you know|think|remember|say|can tell (me) about|of {metadata.about}",
      "ask you (a) (something|some|few|couple|more) (of) (questions|things) about|of {metadata.about}",
      "ask (you) where you were (on|at|during) {metadata.about}",
      "ask you who|what {metadata.about} is|was|are|were",
      "ask you what happened (to|on|in|with) {metadata.about}",
      "hear|learn (more|something|everything|all) about|of {metadata.about}",
      "do|does|can you know|remember (anything|something|much|more) (about|of) {metadata.about}",
      "(do) you know who|what|how {metadata.about} is|was|are|were|went",
      "can|could|would|will you tell|talk|speak (to) (me) (more|anything|something|everything|a) (bit|little) about|of {metadata.about}",
      "can|could|would|will you tell me who|what|how {metadata.about} is|was|are|were|went",
      "tell me who|what {metadata.about} is|was|are|were|went",
      "(do) you have {metadata.about}",
      "(and) what about {metadata.about}",
      "ask {metadata.to} (,) if|whether he|she|they know|knows|remember|remembers (anything|something|much|more) (about|of) {metadata.about}",
      "ask {metadata.to} (,) if|whether he|she|they have|has|had {metadata.about}",
      "ask {metadata.to} to tell me (more|everything) about|of {metadata.about}",
      "ask {metadata.to} (,) what {metadata.about} is|are|was|were (for|about|like)",
      "ask {metadata.to} (,) how to find|use|open|get (to) {metadata.about}",
      "discuss {metadata.about} with {metadata.to}",
      "have a chat|talk|word|conversation with {metadata.to} about {metadata.about}",
      "{metadata.to} (,) (do|can|could) you know|remember (anything|something|much|more) (about|of) {metadata.about}",
      "{metadata.to} (,) (do) you know who|what|how {metadata.about} is|was|are|were|went",
      "{metadata.to} (,) (can|could|would|will) you tell me (more|anything|something|everything) about|of {metadata.about}",
      "{metadata.to} (,) (can|could|would|will) you tell me who|what {metadata.about} is|was|are|were|went",
      "{metadata.to} (,) (do) you have {metadata.about}",
      "{metadata.to} (,) what is|are|was|were {metadata.about} (for|about|like)",
      "tell me (more|something|everything|all) about|of {metadata.about}",
      "what do|does {metadata.to} know|think|feel about|of {metadata.about}",
      "what do|can|did you know|say|think|tell|hear|see (me) about|of {metadata.about}",
      "what is|was wrong|up with {metadata.about}",
      "what is|was the matter|problem|trouble with {metadata.about}",
      "ask {metadata.to} (,) what is|was wrong|up with {metadata.about}",
      "ask {metadata.to} (,) what is|was the matter|problem|trouble with {metadata.about}",
      "what happened (to|on|in|with) {metadata.about}",
      "where were you (on|at|during) {metadata.about}",
      "what did you do|see|hear (on|at|during) {metadata.about}",
      "{metadata.to} (,) where were you (on|at|during) {metadata.about}",
      "{metadata.to} (,) what did you do|see|hear (on|at|during) {metadata.about}",
      "{metadata.to} (,) what happened (to|on|in|with) {metadata.about}",
      "ask {metadata.to} (,) what happened (to|on|in|with) {metadata.about}",
      "ask {metadata.to} (,) where|what he|she|they was|were (doing) (on|at|during) {metadata.about}",
      "ask {metadata.to} (,) what he|she|they did|saw|heard|do (on|at|during) {metadata.about}",
      "ask {metadata.to} (,) what he|she|they think|thinks about|of {metadata.about}",
      "{metadata.to} (,) tell me about|of {metadata.about}",
      "{metadata.to} (,) what about {metadata.about}",
      "{metadata.to} (,) what do|can you know|say|tell (me) about|of {metadata.about}",
      "ask {metadata.to} (,) what he|she|they know|knows about|of {metadata.about}",
      "talk|speak|chat to|with {metadata.to} about {metadata.about}",
      "ask {metadata.to} (,) who was|is (in|at) {metadata.about}",
      "{metadata.to} (,) who was|is|were (in|at) {metadata.about}",
      "(and) when did you (last) see|meet|hear {metadata.about} (last) (alive)",
      "{metadata.to} (,) when did you (last) see|meet|hear {metadata.about} (last) (alive)",
      "ask|question {metadata.to} {metadata.about}",
    ],
    slots: { "metadata.to": toEach("Ask whom?"), "metadata.about": about },
  },
  {
    type: "ask",
    patterns: [
      "ask {metadata.to} (,) where {metadata.about} is|was|are|were|went",
      "ask {metadata.to} (,) where is|are {metadata.about}",
      "ask {metadata.to} (,) where he|she|they (last) saw|met|put|left {metadata.about} (last)",
      "ask {metadata.to} (,) where i|we can|could|might|should find|get {metadata.about}",
      "ask {metadata.to} (,) (if|whether) he|she|they saw|has|have (seen) {metadata.about} (anywhere|around|lately|today)",
      "ask you where {metadata.about} is|was|are|were|went",
      "(do) you know where {metadata.about} is|was|are|were|went",
      "(can|could|would|will) (you) tell me where {metadata.about} is|was|are|were|went",
      "{metadata.to} (,) (do) you know where {metadata.about} is|was|are|were|went",
      "{metadata.to} (,) (can|could|would|will) (you) tell me where {metadata.about} is|was|are|were|went",
      "{metadata.to} (,) where is|are|was|were {metadata.about}",
      "{metadata.to} (,) where can|could|might|should i|we find|get {metadata.about}",
      "{metadata.to} (,) where did you (last) see|meet|put|leave {metadata.about} (last)",
      "(and) where did you (last) see|meet|hear {metadata.about} (last) (alive)",
      "{metadata.to} (,) have|did you see|seen {metadata.about} (anywhere|around|lately|today)",
      "have|did you see|seen {metadata.about} (anywhere|around|lately|today)",
    ],
    slots: { "metadata.to": toEach("Ask whom?"), "metadata.about": about },
    fixed: { question: "where" },
  },
  {
    type: "ask",
    patterns: ["ask {metadata.to} (,) how|who {metadata.about} is|was|are|were"],
    slots: { "metadata.to": toEach("Ask whom?"), "metadata.about": { ...about, reflexive: true } },
  },
  {
    type: "ask",
    patterns: ["who|what is|was|are|were {metadata.about}"],
    slots: { "metadata.to": toPerson("Ask whom?"), "metadata.about": { kinds: ["topic"] } },
  },
  {
    type: "tell",
    patterns: ["tell|inform|warn {metadata.to} about|of {metadata.about}"],
    slots: { "metadata.to": { ...TOLD, all: "company" }, "metadata.about": about },
  },
  {
    type: "tell",
    patterns: [
      "confront|challenge|face {metadata.to} with|about|over {metadata.about}",
      "tell|inform {metadata.to} what {metadata.about} said|told|saw|heard (me)",
    ],
    slots: { "metadata.to": TOLD, "metadata.about": about },
  },
  {
    type: "think",
    patterns: ["think|ponder|wonder|muse (that|about|to) (myself) {metadata.text}"],
    slots: { "metadata.text": thought },
  },
];

const ASKING = "ask {metadata.to} (,) who|whose|what|which|how|where|why|when|if|whether {metadata.about}";

/** Questions to anybody there: about the thing that they name, else in the words they were asked in. */
export const QUESTIONED: readonly Verb[] = [
  // "Where is the key, Ada?" With nobody's name it is asked of oneself.
  {
    type: "ask",
    patterns: [
      "where is|are|was|were|did {metadata.about} (now|go|gone)",
      "where can|could|might|should i|we find|get {metadata.about}",
    ],
    slots: {
      "metadata.to": toPerson("Ask whom?"),
      "metadata.about": { ...about, kinds: about.kinds.filter((kind) => kind !== "selfsame") },
    },
    fixed: { question: "where" },
  },
  // Put to somebody by name. Who did something to somebody is another question than what is known of them.
  {
    type: "ask",
    patterns: [
      "{metadata.to} , who is|are|was|were|has|have|had|owns|holds|keeps|carries|wears|wants|needs|took|made|wrote|sent|left {metadata.about}",
      "{metadata.to} , whose|what|which|how|where|why|when {metadata.about}",
      "{metadata.to} , is|are|was|were|does|did|has|had {metadata.about}",
    ],
    slots: { "metadata.to": { kinds: ["person"], prefer: "company" }, "metadata.about": within },
  },
  {
    type: "ask",
    patterns: [
      "{metadata.to} (,) who|what|how|where|why|when are|were|do|did|have|will|would|can|could you {metadata.about}",
      "{metadata.to} (,) tell me (,) who|whose|what|which|how|where|why|when|if|whether {metadata.about}",
      "{metadata.to} (,) are|were|do|did|have|had you {metadata.about}",
      "{metadata.to} (,) who|whose|what|which|how|where|why|when {metadata.about}",
      "{metadata.to} (,) is|are|was|were|do|does|did|has|have|had|should {metadata.about}",
      ASKING,
      "ask {metadata.to} (,) is|are|was|were|do|does|did|has|have|had|can|could|will|would|should {metadata.about}",
    ],
    slots: { "metadata.to": { kinds: ["person"], prefer: "company" }, "metadata.about": within },
    last: true,
  },
  {
    type: "ask",
    patterns: [ASKING],
    slots: { "metadata.to": { kinds: ["person"], prefer: "company" }, "metadata.about": themselves },
    last: true,
  },
  // What is about nothing that is known, nobody can say; that is no fault of the words.
  {
    type: "ask",
    patterns: [ASKING],
    slots: {
      "metadata.to": { kinds: ["person"], prefer: "company" },
      "metadata.about": {
        kinds: ["question"],
        unknown: [
          "You could ask, but to “{}” you would get no answer: it names nothing that you know of. ASK ABOUT somebody, or a thing, or a place.",
          "Nobody here could tell you “{}”. ASK ABOUT somebody or something that you have met or heard of.",
        ],
      },
    },
    last: true,
  },
  {
    type: "ask",
    patterns: ["ask (,) who|whose|what|which|how|where|why|when|if|whether {metadata.about}"],
    slots: { "metadata.to": toPerson("Ask whom?"), "metadata.about": within },
    last: true,
  },
  // Of what is theirs or what they do: "does your leg hurt", "what are you knitting".
  {
    type: "ask",
    patterns: [
      "is|are|was|were|do|does|did|has|have|had|can|could|why|how|where|what|who (is|are|was|were|do|does|did|has|have|had) (wrong|up|the) (matter) (with) your {metadata.about}",
      "what|how|where|why|who (are|were|do|did|have) you {metadata.about}",
      "do|did|have you {metadata.about}",
    ],
    slots: { "metadata.to": toPerson("Ask whom?"), "metadata.about": within },
    last: true,
  },
  {
    type: "say",
    patterns: [
      "who|what|how|where|why|when (time|day|long|often|far|much|well|late|early|soon|else) are|were|do|did|have|will|would|can|could you {metadata.text}",
      "are|were|do|did|have|why|wont|dont|cant you {metadata.text}",
      "why wont|dont|cant|didnt|couldnt|arent|do|did|are|were you {metadata.text}",
      "who|what|how|where|why|is|are|was|were|does|do|did|has (is|are|was|were|does|do|did|has|have) your {metadata.text}",
      "what happened {metadata.text}",
      "nice|good|pleased|lovely|great|glad|delighted to meet|see you {metadata.text}",
      "(its) (a) pleasure to meet you {metadata.text}",
      "my name is {metadata.text}",
      "you are|were|look|seem|know|knew|said|told|must|never|did|do|cannot {metadata.text}",
    ],
    slots: { "metadata.text": question, "metadata.to": toPerson("Ask whom?") },
    last: true,
  },
  {
    type: "say",
    patterns: ["ask|tell {metadata.to} (,) {metadata.text}", "{metadata.to} {metadata.text}"],
    slots: { "metadata.text": { kinds: ["quote"] }, "metadata.to": toPerson("Ask whom?") },
  },
  {
    type: "say",
    patterns: [
      "{metadata.text} (,) i say|ask|shout|whisper|reply|answer|call|yell|tell (to) {metadata.to}",
      "{metadata.text} (,) i said|asked|shouted|whispered|replied|answered|called|yelled|told (to) {metadata.to}",
    ],
    slots: { "metadata.text": { kinds: ["quote"] }, "metadata.to": toPerson("Say it to whom?") },
  },
  {
    type: "say",
    patterns: [
      "{metadata.text} (,) i say|ask|shout|whisper|reply|answer|call|yell|said|asked|shouted|whispered|replied",
    ],
    slots: { "metadata.text": { kinds: ["quote"] } },
  },
];

/** Not who is there: nobody is asked whether he is well by asking somebody else. */
const elsewhere: Slot = { ...within, kinds: ["topic", "thing", "felt", "remembered", "door", "room"] };

/** Where somebody is there: questions to nobody, about the one thing that they name. */
export const WONDERED: readonly Verb[] = [
  {
    type: "ask",
    patterns: [
      "who|whom|whose|how|why|was|were|did|does|has|had {metadata.about}",
      "when is|are|was|were|do|does|did|will|has|have {metadata.about}",
    ],
    slots: { "metadata.to": toPerson("Ask whom?"), "metadata.about": elsewhere },
    last: true,
  },
  {
    type: "ask",
    patterns: ["is|are {metadata.about}"],
    slots: { "metadata.to": toPerson("Ask whom?"), "metadata.about": { ...elsewhere, kinds: ["topic", "remembered"] } },
    last: true,
  },
];
