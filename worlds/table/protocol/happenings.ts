// What a narrative tells to have happened: captures, falls, ways to places, things that change hands, deeds of the player's character. Each has a cause in the turn; what these patterns do not know is not accused.
import { equal } from "@orrery/kernel";
import type { Being } from "./beings.ts";
import { UNREAL } from "./claims.ts";
import { fault, type Violation } from "./codes.ts";
import type { FieldSetting } from "./fields.ts";
import { get, type JsonObject } from "./path.ts";
import { npcsOf } from "./sheet.ts";

/** Faults of happenings in the sentences of a narrative, speech taken out. */
export function judgeHappenings(
  sentences: readonly string[],
  setting: FieldSetting,
  beings: readonly Being[],
): Violation[] {
  const real = sentences.filter((sentence) => !UNREAL.test(sentence) && !DENIED.test(sentence));
  return [
    ...fateFaults(real, setting, beings),
    ...placeFaults(real, setting),
    ...handedFaults(real, setting),
    ...lostFaults(real, setting),
    ...puppetFaults(real, setting),
  ];
}

const DENIED =
  /\b(no|not|never|nobody|nothing|nearly|almost|tries|tried|cannot|\w+n't|as if|like|rumou?r\w*|pretends?)\b/i;
const quoteSentence = (sentence: string): string => `"${sentence.trim().slice(0, 120).toWellFormed()}"`;

const DOWN =
  "(?:(?:falls|fell|drops|dropped|slumps|slumped|collapses|collapsed|sinks|sank|lies|lay|goes|went|is knocked|was knocked)(?:,)?\\s+(?:[^.,;]{0,40},?\\s+)?(?:unconscious|senseless|comatose)|(?:is|are|was)\\s+(?:now\\s+)?(?:unconscious|paralyzed|petrified))";
const TAKEN =
  "(?:is|are|was|were)\\s+(?:now\\s+)?(?:captured|taken prisoner|taken captive|imprisoned|arrested|shackled|clapped in irons|put in chains|led away in (?:irons|chains)|bound and gagged)";
const TAKES =
  "(?:captures?|captured|arrests?|arrested|imprisons?|imprisoned|shackles?|shackled|handcuffs?|ties? up|tied up|binds?|bound)";
/** Some word of every pattern of a fate: sentences without one are read no further. */
const FATEFUL =
  /unconscious|senseless|comatose|paralyzed|petrified|captur|captive|prison|arrest|shackle|irons|chains|bound|handcuff|\bt(?:ies?|ied) up|\bbinds?\b/;
const FATES = /captur|captive|prison|restrain|grappl|bound|arrest|chain|shackl/i;

/** Somebody captured or knocked out: the state says so, or the turn writes it. */
function fateFaults(
  sentences: readonly string[],
  { campaign, state }: FieldSetting,
  beings: readonly Being[],
): Violation[] {
  const fateful = sentences.filter((sentence) => FATEFUL.test(sentence));
  if (fateful.length === 0) return [];
  return beings.flatMap(({ name, called, bar }) => {
    const [was, is] = [npcsOf(campaign.state)[name], npcsOf(state)[name]];
    if (is === undefined || bar === "dead" || bar === "helpless" || get(is, "conscious") === false) return [];
    if (isNoted(name, campaign.state, state) || !equal(was ?? null, is) || FATES.test(JSON.stringify(is))) return [];
    const who = `(?<![\\p{L}])${called}(?![\\p{L}'’])`;
    const patterns = [
      new RegExp(`${who}(?:,[^,.;]{1,60},)?\\s+(?:then\\s+|finally\\s+|suddenly\\s+)?(?:${DOWN}|${TAKEN})`, "u"),
      new RegExp(`(?:[Yy]ou|\\p{Lu}\\p{L}+)\\s+(?:then\\s+|finally\\s+)?${TAKES}\\s+(?:the\\s+)?${who}`, "u"),
      new RegExp(`\\b(?:takes?|took)\\s+(?:the\\s+)?${who}\\s+(?:prisoner|captive)`, "u"),
      new RegExp(`\\b(?:knocks?|knocked)\\s+(?:the\\s+)?${who}\\s+(?:out\\b|unconscious|senseless)`, "u"),
    ];
    const guilty = fateful.find((sentence) => patterns.some((pattern) => pattern.test(sentence)));
    return guilty === undefined
      ? []
      : [
          fault(
            "fate_invented",
            "narrative",
            `Nothing of the kind happened to ${name} in this turn: ${quoteSentence(guilty)}.`,
          ),
        ];
  });
}

const GOES = [
  "(?:arrive|land) (?:at|in)",
  "(?:step|walk|ride|march|sail|climb|come|push|stumble) (?:into|up to)",
  "(?:return|come) to",
  "reach",
  "enter",
  "find yourself (?:at|in)",
];
const GONE_TO = new RegExp(
  `(?<![\\p{L}])[Yy]ou(?: (?:then|now|soon|finally|\\w+ly))? (?:${GOES.join("|")}) (?:the )?(?<place>\\p{Lu}[\\p{L}'’-]+(?: (?:(?:of|on|by)(?: the)? )?\\p{Lu}[\\p{L}'’-]+)*)`,
  "u",
);

/** The character comes to a place: some word of its name stands in the campaign, in what was resolved or in what was asked. */
function placeFaults(sentences: readonly string[], { campaign, state, input }: FieldSetting): Violation[] {
  const arrivals = sentences.flatMap((sentence) => {
    const place = GONE_TO.exec(sentence)?.groups?.["place"];
    return place === undefined || NO_PLACES.test(place) ? [] : [{ sentence, place }];
  });
  if (arrivals.length === 0) return [];
  const known = new Set(
    JSON.stringify([campaign.state, campaign.resolved, state, input])
      .toLowerCase()
      .split(/[^\p{L}'’-]+/u),
  );
  for (const { sentence, place } of arrivals) {
    const words = place
      .toLowerCase()
      .split(" ")
      .filter((word) => word.length > 3);
    if (words.length === 0 || words.some((word) => known.has(word))) continue;
    return [
      fault(
        "place_invented",
        "narrative",
        `The state knows no place called "${place}"; add the location first, or lead elsewhere: ${quoteSentence(sentence)}.`,
      ),
    ];
  }
  return [];
}
const NO_PLACES =
  /^(?:Level|Lord|Lady|Captain|King|Queen|Prince|Princess|Sir|Dame|Brother|Sister|Father|Mother|Master)\b/;

/** A memory of the turn that names somebody. */
function isNoted(name: string, before: JsonObject, after: JsonObject): boolean {
  const memories = (state: JsonObject) => {
    const list = get(state, "custom_campaign_state", "core_memories");
    return Array.isArray(list) ? list : [];
  };
  return memories(after)
    .slice(memories(before).length)
    .some((memory) => String(memory).includes(name.split(" ")[0]!));
}

/** What the character owns, by any of the names that it goes by. */
const OWNED = ["equipment", "inventory", "backpack", "resources"] as const;
const belongings = (state: JsonObject) => OWNED.map((key) => get(state, "player_character_data", key) ?? null);
const isUnmoved = ({ campaign, state }: FieldSetting): boolean => equal(belongings(campaign.state), belongings(state));

const ARMS =
  "potion|longsword|shortsword|greatsword|sword|dagger|battleaxe|axe|mace|warhammer|longbow|shortbow|crossbow|shield|wand|staff|scroll|amulet";
const GIVEN = new RegExp(
  `\\b(?:hands?|handed|gives?|gave|passes|passed|tosses|tossed|presses|pressed)\\s+(?:you|into your hands?|to you)?\\s*(?:over\\s+)?(?:a|an|the|his|her|their|two|three|\\d+)\\s+(?<thing>(?:[\\p{L}'’-]+\\s+){0,3}?(?:${ARMS})s?\\b(?:\\s+of(?:\\s+\\p{L}+){1,2})?)`,
  "iu",
);
const NAMED = "(?<thing>\\p{Lu}[\\p{L}'’-]+(?:\\s+of(?:\\s+the)?)?(?:\\s+\\p{Lu}[\\p{L}'’-]+)+)";
const GOT_NAMED: readonly RegExp[] = [
  new RegExp(`\\b(?:hands|handed|gives|gave|passes|passed|tosses|tossed) you (?:the|a|an|his|her|their) ${NAMED}`, "u"),
  new RegExp(
    `\\b[Yy]ou (?:take|took|pocket|pocketed|pick up|picked up|receive|received|claim|claimed|find|found) (?:the|a|an) ${NAMED}`,
    "u",
  ),
];

/** Something comes to the character: the turn gives it, or it is known to be the character's. */
function handedFaults(sentences: readonly string[], setting: FieldSetting): Violation[] {
  const moves = sentences.flatMap((sentence) => {
    const given = /\byour?\b/.test(sentence) ? GIVEN.exec(sentence)?.groups?.["thing"] : undefined;
    const named = GOT_NAMED.map((pattern) => pattern.exec(sentence)?.groups?.["thing"]).find(
      (one) => one !== undefined,
    );
    return given === undefined && named === undefined ? [] : [{ sentence, given, named }];
  });
  if (moves.length === 0 || !isUnmoved(setting)) return [];
  const known = JSON.stringify([setting.campaign.state, setting.state]).toLowerCase().replaceAll("_", " ");
  const owned = JSON.stringify(belongings(setting.state)).toLowerCase().replaceAll("_", " ");
  for (const { sentence, given, named } of moves) {
    const thing = given !== undefined && !owned.includes(given.toLowerCase()) ? given : named;
    if (thing === undefined || (thing === named && known.includes(thing.toLowerCase()))) continue;
    return [
      fault("item_invented", "narrative", `"${thing}" does not change hands in this turn: ${quoteSentence(sentence)}.`),
    ];
  }
  return [];
}

const TAKEN_AWAY =
  "(?:steals?|stole|snatch(?:es|ed)|seizes?|seized|confiscates?|confiscated|destroys?|destroyed|shatters?|shattered|burns?|burned|takes?|took)";

/** Something of the character's is taken or broken: the turn takes it. */
function lostFaults(sentences: readonly string[], setting: FieldSetting): Violation[] {
  if (!isUnmoved(setting)) return [];
  const owned = ["weapons", "armor", "shield", "backpack"]
    .flatMap((key) => get(setting.state, "player_character_data", "equipment", key) ?? [])
    .map((item) => String(typeof item === "object" && item !== null ? get(item, "name") : item))
    .filter((name) => name.length > 2);
  for (const name of owned) {
    const pattern = new RegExp(
      `(?<!\\byou )\\b${TAKEN_AWAY}\\s+your\\s+(?:own\\s+)?${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`,
      "i",
    );
    const guilty = sentences.find((sentence) => pattern.test(sentence));
    if (guilty)
      return [fault("item_invented", "narrative", `"${name}" is still the character's: ${quoteSentence(guilty)}.`)];
  }
  return [];
}

const ASSAULT = [
  "attack",
  "stab",
  "slay",
  "behead",
  "punch",
  "kill",
  "strike (?:at|down)",
  "swing at",
  "lunge at",
  "shoot at",
  "slash at",
  "loose an arrow",
  "draw steel on",
];
const YIELDS = ["swear (?:to|that|an oath|allegiance|fealty)", "vow", "surrender to", "confess", "kiss", "betray"];
const ASKS_ASSAULT =
  /\b(?:attack|strike|stab|slash|shoot|kill|slay|behead|punch|lunge|swing|fight|charge|cast|hit|throw|smite|cut|kick|fire|loose|draw|ambush)/i;

/** The character attacks, swears or yields where the player asked for nothing of the kind and the rules resolved nothing. */
function puppetFaults(
  sentences: readonly string[],
  { campaign, input, state, thinking, mode }: FieldSetting,
): Violation[] {
  const { rolls, changes } = campaign.resolved;
  if (thinking || mode !== "STORY" || rolls.length > 0 || changes.length > 0) return [];
  const name = String(get(state, "player_character_data", "name") ?? "").split(" ")[0]!;
  const asked = input.replaceAll("_", " ");
  const verbs = [
    ...(ASKS_ASSAULT.test(asked) ? [] : ASSAULT),
    ...YIELDS.filter((verb) => !asked.toLowerCase().includes(verb.split(" ")[0]!)),
  ];
  const third = verbs.map((verb) => verb.replace(/^\w+/, (word) => (/(s|h)$/.test(word) ? `${word}es` : `${word}s`)));
  const adverbs = '(?:\\s+(?:then|now|suddenly|\\w+ly))*(?:\\s+[^.,;"]{1,40}\\s+and)?';
  const you = `[Yy]ou${adverbs}\\s+(?:${verbs.join("|")})`;
  const they = name === "" ? "" : `|${name}${adverbs}\\s+(?:${third.join("|")})`;
  const deed = new RegExp(`(?<![\\p{L}])(?:${you}${they})(?!\\p{L})`, "u");
  const guilty = sentences.find((sentence) => deed.test(sentence) && !/[?]\s*$/.test(sentence));
  return guilty === undefined
    ? []
    : [fault("player_puppeted", "narrative", `The player asked for no such deed: ${quoteSentence(guilty)}.`)];
}
