// What one says without doing anything in the world, and what there is to say to it. No time passes.
import type { Aside } from "@orrery/kernel";

export const ASIDES: readonly Aside[] = [
  {
    words: ["huh", "eh", "pardon", "pardon me", "come again", "say that again", "say again", "what was that"],
    says: [
      "LOOK tells you again where you are, and WHAT CAN I DO what there is to do.",
      "If that was too much at once: LOOK tells where you are, and a HINT what to do about it.",
    ],
  },
  {
    words: ["stand up", "stand", "get up", "rise", "get to my feet"],
    says: ["You are on your feet already.", "You could hardly stand any straighter."],
  },
  {
    words: [
      ...["did i", "have i", "did we", "have we"].flatMap((have) => [
        `${have} win`,
        `${have} won`,
        `${have} lose`,
        `${have} lost`,
      ]),
      ...["is it", "is the game", "is the story", "is this", "am i"].flatMap((is) => [
        `${is} over`,
        `${is} done`,
        `${is} finished`,
        `${is} the end`,
      ]),
      "how am i doing",
      "what is my score",
      "whats my score",
      "my score",
      "score",
    ],
    says: [
      "It is not over yet, and nothing is counted. A HINT tells how to go on.",
      "Nobody keeps a score; the story says so when it is over. It is not, yet.",
    ],
  },
  {
    words: [
      ...[
        "a real person",
        "a person",
        "a human",
        "human",
        "a computer",
        "a machine",
        "a robot",
        "a bot",
        "an ai",
        "ai",
      ].flatMap((what) => [`are you ${what}`, `are you ${what} or a computer`, `are you ${what} or a bot`]),
      "who am i talking to",
      "is this a bot",
      "is this ai",
    ],
    says: ["I only tell what happens, as the rules have it. What do you do?", "Nobody you could meet. What do you do?"],
  },
  {
    words: ["taste", "feel", "touch"],
    says: [
      "You notice nothing that you have not been told of. You could touch SOMETHING.",
      "With your hands, and what?",
    ],
  },
  {
    words: ["sing", "hum", "whistle", "dance", "clap", "clap my hands", "snap my fingers", "laugh", "smile", "grin"],
    says: ["You do, for a moment. It changes nothing, but it does no harm.", "Nobody asks for an encore."],
  },
  {
    words: ["cry", "weep", "sob", "sigh", "pray", "curse", "swear", "yawn", "shrug", "nod", "bow", "wave"],
    says: ["You allow yourself that. Then you look about for something to do.", "So much for that. What next?"],
  },
  {
    words: ["sleep", "go to sleep", "nap", "take a nap", "wake up", "go to bed"],
    says: ["You will sleep when this is over.", "There is too much to be done for that."],
  },
  {
    words: ["swim", "fly", "float", "row", "drive", "ride"],
    says: ["You will have to get about on foot.", "There is no going that way."],
  },
  {
    words: ["xyzzy", "plugh", "plover", "abracadabra", "hocus pocus", "open sesame"],
    says: ["That worked in another cave.", "A hollow voice keeps its opinion to itself."],
  },
  {
    words: [
      "fuck",
      "fuck off",
      "fuck you",
      "fuck this",
      "shit",
      "damn",
      "damn it",
      "dammit",
      "bloody hell",
      "hell",
      "crap",
      "wtf",
      "what the fuck",
      "what the hell",
      "this is stupid",
      "this sucks",
      "you suck",
      "stupid game",
      "i hate this",
      "screw this",
      "screw you",
    ],
    says: [
      "That bad? Ask for a HINT, or for HELP, and it may get better.",
      "Duly noted. If something was not understood, say it in other words; HELP tells which ones work.",
    ],
  },
  {
    words: ["lol", "haha", "ha ha", "ha", "cool", "nice", "great", "wow", "good", "interesting", "fun", "awesome"],
    says: ["Quite so. What do you do?", "Indeed. And what do you do now?"],
  },
];
