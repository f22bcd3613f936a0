// Prose and choices against who can act: the dead do not, the absent are not met, the hidden are not named, and everyone named is listed.
import { type Being, beingsOf, namesIn } from "./beings.ts";
import { judgeClaims } from "./claims.ts";
import { fault, type Violation } from "./codes.ts";
import type { FieldSetting } from "./fields.ts";
import { judgeHappenings } from "./happenings.ts";
import { get, isObject, type JsonObject, writePath } from "./path.ts";
import { sentencesOf, withoutSpeech } from "./sentences.ts";
import { npcsOf, objectOf } from "./sheet.ts";
import { ACTS, DEEDS, SAYS } from "./verbs.ts";

/** Faults of the narrative, the choices and the list of entities. */
export function judgeProse(object: JsonObject, setting: FieldSetting): Violation[] {
  const { campaign, state, mode, thinking } = setting;
  const narrative = typeof object["narrative"] === "string" ? object["narrative"] : "";
  const beings = beingsOf(campaign.state, state);
  const isStory = mode === "STORY";
  return [
    ...(isStory ? actingFaults(narrative, beings) : []),
    ...(isStory ? strangerFaults(narrative, beings, setting) : []),
    ...(thinking ? deedFaults(narrative, setting) : []),
    ...(isStory ? choiceFaults(object, beings, setting) : []),
    ...(mode === "DM" ? [] : hiddenFaults(object, beings, setting)),
    ...entityFaults(object, narrative, beings, setting),
    ...(isStory ? judgeClaims(narrative, setting, beings) : []),
    ...(isStory ? judgeHappenings(sentencesOf(narrative), setting, beings) : []),
  ];
}

/** Told of somebody without that person being there: memory, report, condition, likeness. */
const REPORTED =
  /\b(remember\w*|recall\w*|memor(y|ies)|once|used to|had|dream\w*|imagin\w*|portrait|statue|ghost of|as if|as though|legend|stor(y|ies)|tales?|would|could|if|when|until|unless|before|years ago|last (night|week|year|time)|rumou?rs?|letter|meanwhile|elsewhere|far away|name|named|for the late)\b/i;
const REMAINS =
  "(?:body|corpse|remains|bones|head|skull|grave|tomb|cairn|ashes|blood|belt|pack|purse|pockets|armor|armour|cloak|boots|sword|axe|bow|blade|weapon|ring|key|eyes|mouth|face|death|house|forge|shop|forces|men|name|memory|ghost)";
const ADVERBS = "(?:\\s+(?:then|now|still|also|only|just|merely|even|again|suddenly|\\w+ly))*";
const ASIDE = "(?:,[^,.;]{1,60},)?";

/** How a sentence shows that somebody acts, speaks or is there. */
function showings(called: string): readonly RegExp[] {
  const who = `(?<![\\p{L}])${called}(?![\\p{L}'’])`;
  return [
    new RegExp(`${who}${ASIDE}${ADVERBS}\\s+(?:${ACTS})(?![\\p{L}])`, "u"),
    new RegExp(
      `(?<![\\p{L}])${called}['’]s?\\s+(?:\\w+\\s+)?(?:voice|hands?|grin|smile|laugh|laughter|gaze|fists?|fingers|arm|arms|blade|sword|axe|lips)${ADVERBS}\\s+(?:${ACTS}|rings?|rang|cuts?|closes?|trembles?|drifts?)(?![\\p{L}])`,
      "u",
    ),
    new RegExp(`""\\s*,?\\s*(?:\\w+ly\\s+)?(?:${SAYS})\\s+(?:the\\s+)?${who}`, "u"),
    new RegExp(`(?:[Yy]ou|\\p{Lu}\\p{L}+)\\s+and\\s+(?:the\\s+)?${who}${ADVERBS}\\s+(?:${ACTS})(?![\\p{L}])`, "u"),
    new RegExp(
      `${who}\\s+(?:is|was|are|were|stays?|remains?)\\s+(?:\\w+ly\\s+)?(?:here|back|alive|awake|beside you|with you|at your side|among you|watching|waiting|standing|sitting|smiling|laughing|grinning|talking|speaking|riding|walking|pacing|leaning|kneeling|holding|pointing|nodding|eating|drinking|working)(?![\\p{L}])`,
      "u",
    ),
    new RegExp(
      `${who},?\\s+(?:mounted|seated|standing|kneeling|perched|riding|waiting|smiling|grinning|leaning|watching|astride)(?![\\p{L}])`,
      "u",
    ),
    new RegExp(
      `(?:handed|given|passed|offered|thrown|tossed|presented)(?![\\p{L}])[^.]{0,40}\\bby\\s+(?:the\\s+)?${who}`,
      "u",
    ),
    new RegExp(
      `(?:accept|accepts|accepted|receive|receives|received)(?![\\p{L}])[^.]{0,40}\\bfrom\\s+(?:the\\s+)?${who}`,
      "u",
    ),
    new RegExp(
      `\\b(?:joined|accompanied|greeted|met|led|followed|helped|attacked|stopped|watched)\\s+by\\s+(?:the\\s+)?${who}`,
      "u",
    ),
    new RegExp(
      `\\b(?:with|beside|alongside)\\s+(?:the\\s+)?${who}\\s+(?:at your|by your|beside|in tow|close behind|riding|walking|following)(?![\\p{L}])`,
      "u",
    ),
    new RegExp(
      `\\b(?:[Yy]ou|speaks?|talks?|chats?)\\s+(?:greet|speak|talk|chat|bargain|argue|meet|speaking|talking)?\\s*(?:with|to)\\s+(?:the\\s+)?${who}`,
      "u",
    ),
    new RegExp(`\\b[Yy]ou\\s+(?:meet|greet|embrace|thank|ask|question)\\s+(?:the\\s+)?${who}`, "u"),
  ];
}

const WHY = {
  dead: ["dead_acts", "is dead and neither acts nor speaks"],
  absent: ["absent_acts", "is not here; bring them in first (present: true)"],
  helpless: ["incapable_acts", "cannot act now"],
} as const;

function actingFaults(narrative: string, beings: readonly Being[]): Violation[] {
  const barred = beings.filter(({ bar, called }) => bar !== null && new RegExp(called, "u").test(narrative));
  if (barred.length === 0) return [];
  const sentences = sentencesOf(narrative);
  return barred.flatMap(({ name, called, bar }) => {
    const remains = new RegExp(`${called}['’]s?\\s+(?:\\w+\\s+){0,2}${REMAINS}(?![\\p{L}])`, "gu");
    const patterns = showings(called);
    const guilty = sentences.find((sentence) => {
      // The hands of the dead are theirs alone where they do something: those patterns look at the sentence as it is.
      if (patterns[1]!.test(sentence) && !isReported(sentence, called)) return true;
      const left = sentence.replaceAll(remains, "it");
      return !isReported(left, called) && patterns.some((pattern) => pattern.test(left));
    });
    if (guilty === undefined) return [];
    const [code, why] = WHY[bar!];
    return [fault(code, "narrative", `${name} ${why}: "${guilty.trim().slice(0, 120).toWellFormed()}".`)];
  });
}

/** A word of report before the name, in the same sentence. */
function isReported(sentence: string, called: string): boolean {
  const at = sentence.search(new RegExp(called, "u"));
  return at >= 0 && REPORTED.test(sentence.slice(0, at + 60));
}

const NAME = "(?<name>\\p{Lu}\\p{L}+(?:\\s+\\p{Lu}\\p{L}+)?)";
const SPEAKERS: readonly RegExp[] = [
  new RegExp(`""\\s*(?:${SAYS})\\s+${NAME}`, "gu"),
  new RegExp(`(?<=^|[.!?]\\s|""\\s)${NAME}\\s+(?:\\w+ly\\s+)?(?:${SAYS})\\s*[,:]?\\s*""`, "gu"),
  new RegExp(`""\\s*${NAME}\\s+(?:\\w+ly\\s+)?(?:${SAYS})(?![\\p{L}])`, "gu"),
];

const TITLED = new RegExp(
  `(?:Baron|Baroness|Lord|Lady|Captain|King|Queen|Prince|Princess|Sir|Dame|Duke|Duchess|Count|Countess|Sergeant|Brother|Sister)\\s+${NAME}(?:,[^,.;]{1,40},)?\\s+(?:${ACTS})(?![\\p{L}])`,
  "gu",
);

/** Strangers who speak or act: quoted speech with a capitalised name of its own, or a title with one. */
function strangerFaults(narrative: string, beings: readonly Being[], { campaign, state }: FieldSetting): Violation[] {
  const marked = withoutSpeech(narrative);
  const hero = String(get(state, "player_character_data", "name") ?? "");
  const known = [
    hero,
    ...beings.map(({ name }) => name),
    ...Object.keys(objectOf(campaign.state, ["combat_state", "combatants"])),
  ];
  const words = new Set(known.flatMap((one) => one.toLowerCase().split(/[^\p{L}]+/u)));
  const now = sentencesOf(narrative).filter((sentence) => !REPORTED.test(sentence));
  const strangers = [
    ...SPEAKERS.flatMap((pattern) => [...marked.matchAll(pattern)]),
    ...now.flatMap((sentence) => [...sentence.matchAll(TITLED)]),
  ]
    .map(({ groups }) => groups!["name"]!)
    .filter(
      (one) => !one.split(" ").some((word) => words.has(word.toLowerCase()) || NOT_NAMES.has(word.toLowerCase())),
    );
  return [...new Set(strangers)].map((one) =>
    fault(
      "unknown_speaker",
      "narrative",
      `Nobody called "${one}" is in the state; add a complete NPC, or let somebody else do this.`,
    ),
  );
}
const NOT_NAMES = new Set(
  "you he she it they we i one someone somebody another everyone nobody who then and but the a an his her their your my this that both neither each all no yes still only as with from at in on".split(
    " ",
  ),
);

/** A think turn tells thoughts: the character does nothing with its body. */
function deedFaults(narrative: string, { state }: FieldSetting): Violation[] {
  const hero = String(get(state, "player_character_data", "name") ?? "");
  const who = hero === "" ? "[Yy]ou" : `(?:[Yy]ou|${hero.split(" ")[0]})`;
  const deed = new RegExp(`(?<![\\p{L}])${who}(?:\\s+(?:then|now|suddenly|\\w+ly))*\\s+(?:${DEEDS})(?![\\p{L}])`, "u");
  const guilty = sentencesOf(narrative).find(
    (sentence) =>
      deed.test(sentence) &&
      !/\b(could|can|may|might|would|should|if|whether|imagine|picture|before|until|when|how|where)\b/i.test(sentence),
  );
  return guilty === undefined
    ? []
    : [
        fault(
          "think_acts",
          "narrative",
          `Thinking is no deed, and this is one: "${guilty.trim().slice(0, 120).toWellFormed()}".`,
        ),
      ];
}

const WITH_LIVING =
  "talk|speak|ask|question|persuade|negotiate|attack|fight|strike|stab|shoot|threaten|intimidate|convince|bargain|haggle|trade|thank|flirt|recruit|interrogate|challenge|plead|trust|warn|greet|confront|follow|hire|charm|kill|finish|comfort|join|help|heal|meet|accompany|chat|beg|order|command|hand|give";
const WITH_DEAD =
  /\b(bod(y|ies)|corpse|remains|grave|loot|bury|burial|mourn|honou?r|pray|rites?|raise|revive|resurrect|speak with dead|avenge|memory|belongings|death)\b/i;
const LOOKING_FOR =
  /\b(find|seek|search|look for|go|travel|send|write|visit|return|track|wait|summon|call for|fetch|head|ride|report)\b/i;

function choiceFaults(object: JsonObject, beings: readonly Being[], { state }: FieldSetting): Violation[] {
  const choices = get(object, "planning_block", "choices");
  if (!isObject(choices)) return [];
  const barredAfter = beingsOf(state, state);
  return Object.entries(choices).flatMap(([key, choice]) => {
    if (!isObject(choice)) return [];
    const path = writePath(["planning_block", "choices", key]);
    const text = `${String(choice["text"] ?? "")}. ${String(choice["description"] ?? "")}`;
    const spoken = key.replaceAll("_", " ");
    const guilty = barredAfter.find(
      ({ name, called, bar }) =>
        (bar === "dead" || (bar === "absent" && !LOOKING_FOR.test(text))) &&
        beings.some((one) => one.name === name) &&
        !(bar === "dead" && WITH_DEAD.test(`${spoken} ${text}`)) &&
        (new RegExp(`\\b(?:${WITH_LIVING})\\w*\\b[^.]{0,40}?(?<![\\p{L}])${called}(?![\\p{L}])(?!['’]s)`, "iu").test(
          text,
        ) ||
          new RegExp(`^(?:${WITH_LIVING})\\w* (?:(?:to|with|the|at) )*${name.toLowerCase()}$`, "u").test(spoken)),
    );
    if (guilty)
      return [
        fault(
          "choice_stale",
          path,
          `${guilty.name} is ${guilty.bar === "dead" ? "dead" : "not here"}; offer something else.`,
        ),
      ];
    if (usesUp(text, state))
      return [fault("choice_stale", path, "There is no potion left to use; offer something else.")];
    const empty = secondLooting(`${spoken}. ${text}`, state);
    return empty === null ? [] : [fault("choice_stale", path, `${empty} was emptied before; offer something else.`)];
  });
}

/** A thing that would be looted once more. */
function secondLooting(text: string, state: JsonObject): string | null {
  if (!/\b(loot|plunder|search|empty|rob|take|collect|grab)\b/i.test(text)) return null;
  const things = Object.values(objectOf(state, ["world_data", "objects"]));
  const empty = things.find(
    (thing) =>
      /^(looted|emptied|empty|plundered|taken|destroyed)$/i.test(String(get(thing, "state"))) &&
      text.toLowerCase().includes(String(get(thing, "display_name")).toLowerCase()),
  );
  return empty === undefined ? null : String(get(empty, "display_name"));
}

/** A potion that the character would drink and does not have. */
function usesUp(text: string, state: JsonObject): boolean {
  if (
    !/\b(drink|quaff|use|swallow)\b[^.]{0,30}\bpotion\b/i.test(text) ||
    /\b(his|her|their|buy|ask|brew|find)\b/i.test(text)
  )
    return false;
  const consumables = get(state, "player_character_data", "resources", "consumables");
  if (!isObject(consumables)) return false;
  const inPack = JSON.stringify(get(state, "player_character_data", "equipment", "backpack") ?? []);
  return (
    !/potion/i.test(inPack) && !Object.entries(consumables).some(([key, n]) => /potion/i.test(key) && Number(n) > 0)
  );
}

/** Somebody hidden is not named to players, anywhere. */
function hiddenFaults(object: JsonObject, beings: readonly Being[], { mode }: FieldSetting): Violation[] {
  if (mode === "GOD") return [];
  return beings
    .filter(({ hidden }) => hidden)
    .flatMap(({ name, called }) => {
      const pattern = new RegExp(`(?<![\\p{L}])${called}(?![\\p{L}])`, "u");
      return ["narrative", "planning_block", "entities_mentioned", "dice_rolls"]
        .filter((field) => pattern.test(textsOf(object[field]).join("\n")))
        .map((field) => fault("hidden_revealed", field, `${name} is hidden; do not name them until they are found.`));
    });
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
};

/** Names in the text are listed, and what is listed is in the text. */
function entityFaults(
  object: JsonObject,
  narrative: string,
  beings: readonly Being[],
  { mode, state }: FieldSetting,
): Violation[] {
  const listed = object["entities_mentioned"];
  if (!Array.isArray(listed) || !listed.every((one) => typeof one === "string")) return [];
  const text = mode === "GOD" ? `${narrative}\n${String(object["god_mode_response"] ?? "")}` : narrative;
  const has = (name: string) => (listed as string[]).some((one) => one.trim().toLowerCase() === name.toLowerCase());
  const missing = namesIn(text, beings, state).filter((name) => !has(name) && mode !== "DM");
  const plain = text.toLowerCase();
  const foreign = (listed as string[])
    .map((name, i) => ({ name, i }))
    .filter(({ name }) => plain.trim() !== "" && !isReferred(name, plain, state));
  return [
    ...missing.map((name) =>
      fault("entity_unlisted", "entities_mentioned", `The narrative names ${name}; list "${name}".`),
    ),
    ...foreign.map(({ name, i }) =>
      fault(
        "entity_not_in_text",
        `entities_mentioned.${i}`,
        `"${name}" is not in the narrative; leave it out, or name it there.`,
      ),
    ),
  ];
}

/** Whether a text may speak of somebody: by name, by role, or as one of those who are there. */
function isReferred(name: string, plain: string, state: JsonObject): boolean {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const long = words.filter((word) => word.length > 2);
  if ((long.length > 0 ? long : words).some((word) => plain.includes(word))) return true;
  const npc = Object.entries(npcsOf(state)).find(([known]) => known.toLowerCase() === name.trim().toLowerCase())?.[1];
  if (npc === undefined)
    return name.trim().toLowerCase() === String(get(state, "player_character_data", "name") ?? "").toLowerCase();
  const role = String(get(npc, "role") ?? "").toLowerCase();
  return get(npc, "present") === true || (role !== "" && plain.includes(role));
}
