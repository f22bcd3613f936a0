// What a narrative claims as fact: rolls, numbers, deaths, belongings, the time of day, the character's own words. Each claim needs a fact behind it.
import type { Being } from "./beings.ts";
import { fault, type Violation } from "./codes.ts";
import type { FieldSetting } from "./fields.ts";
import { get, type JsonObject } from "./path.ts";
import { sentencesOf, withoutSpeech } from "./sentences.ts";
import { isDead, npcsOf } from "./sheet.ts";
import { SAYS } from "./verbs.ts";
import { readMoment } from "./world-time.ts";

/** Faults of a narrative's claims. */
export function judgeClaims(narrative: string, setting: FieldSetting, beings: readonly Being[]): Violation[] {
  const sentences = sentencesOf(narrative);
  return [
    ...rollFaults(narrative, setting),
    ...numberFaults(sentences, setting),
    ...deathFaults(sentences, setting, beings),
    ...itemFaults(sentences, setting),
    ...timeFaults(sentences, setting),
    ...speechFaults(narrative, setting),
  ];
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS: Readonly<Record<string, number>> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const NUMBER = `(\\d[\\d,]*|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|${SMALL.slice(1).reverse().join("|")}|(?:a|one|two|three|four|five|six|seven|eight|nine) hundred)`;

/** The number that a word or numeral stands for. */
function numberOf(word: string): number {
  const plain = word.toLowerCase().replaceAll(",", "");
  if (/^\d+$/.test(plain)) return Number(plain);
  if (plain.endsWith(" hundred")) return (plain.startsWith("a ") ? 1 : SMALL.indexOf(plain.split(" ")[0]!)) * 100;
  const [tens = "", ones] = plain.split("-");
  const base = TENS[tens] ?? SMALL.indexOf(tens);
  return base + (ones === undefined ? 0 : SMALL.indexOf(ones));
}

const ROLLED = new RegExp(
  `\\broll(?:s|ed|ing)?\\s+(?:of\\s+)?(?:an?\\s+)?(?:natural\\s+|nat\\s+)?${NUMBER}\\b(?!\\s+(?:feet|foot|yards?|paces?|miles?|times|barrels?|dice|over))|\\b(?:natural|nat)\\s+(20|1|twenty|one)\\b|\\b${NUMBER}\\s+on\\s+(?:the|a|your)\\s+(?:d20|die|dice|roll)\\b`,
  "gi",
);

/** Numbers told as rolls, and dice notation, have a roll behind them. */
function rollFaults(narrative: string, { campaign }: FieldSetting): Violation[] {
  const { rolls } = campaign.resolved;
  const known = new Set(rolls.flatMap(({ dice, total }) => [...dice, total]));
  const notations = rolls.map(({ notation }) => notation.toLowerCase().replaceAll(/\s/g, ""));
  const told = [...narrative.matchAll(ROLLED)].map((found) => numberOf(found[1] ?? found[2] ?? found[3]!));
  const invented = told.find((n) => !known.has(n));
  const dice = [...narrative.matchAll(/\b\d{0,3}d\d{1,4}(?:\s*[+-]\s*\d+)?/gi)].map(([one]) =>
    one.toLowerCase().replaceAll(/\s/g, ""),
  );
  const strange = dice.find((one) => !notations.includes(one));
  if (invented === undefined && strange === undefined) return [];
  return [
    fault(
      "roll_in_prose",
      "narrative",
      `The narrative tells a roll of ${invented ?? strange}, and the engine made none; tell what happens instead.`,
    ),
  ];
}

/** Reported, conditional or spoken of, and so no claim about now. */
export const UNREAL =
  /\b(if|would|could|might|may|can|should|unless|until|wants?|asks?|asking|demands?|offers?|costs?|price|worth|promis\w*|reward of|owe[sd]?|remember\w*|used to|once|had|bet)\b/i;

/** Numbers with a unit that the engine keeps: each equals a fact of the turn or of the state. */
function numberFaults(sentences: readonly string[], setting: FieldSetting): Violation[] {
  const facts = factsOf(setting);
  return sentences.flatMap((sentence) => {
    if (UNREAL.test(sentence)) return [];
    for (const [unit, pattern, known] of facts)
      for (const found of sentence.matchAll(pattern)) {
        const said = numberOf((found[1] ?? found[2])!);
        if (!known.has(said))
          return [
            fault(
              "number_invented",
              "narrative",
              `${said} ${unit} has no source in this turn; leave the number out, or tell the true one.`,
            ),
          ];
      }
    return [];
  });
}

type UnitFacts = readonly [unit: string, pattern: RegExp, known: ReadonlySet<number>];

function factsOf({ campaign, state }: FieldSetting): readonly UnitFacts[] {
  const { rolls, changes } = campaign.resolved;
  const totals = rolls.map(({ total }) => total);
  const deltas = (pattern: RegExp) =>
    changes.flatMap(({ path, before, after }) =>
      pattern.test(path) && typeof after === "number"
        ? [Math.abs(after - (typeof before === "number" ? before : 0)), after]
        : [],
    );
  const beings = [
    get(state, "player_character_data"),
    ...Object.values(npcsOf(state)),
    ...Object.values(npcsOf(campaign.state)),
  ];
  const all = (field: string) => beings.map((being) => get(being, field)).filter((value) => typeof value === "number");
  const sheet = (...place: string[]) =>
    [state, campaign.state]
      .map((one) => get(one, "player_character_data", ...place))
      .filter((value) => typeof value === "number");
  const hp = [
    ...totals,
    ...deltas(/hp_current|temp_hp|hp_max/),
    ...all("hp_current"),
    ...all("hp_max"),
    ...all("temp_hp"),
  ];
  return [
    [
      "damage",
      new RegExp(`\\b${NUMBER}\\s+(?:points?\\s+of\\s+)?(?:\\w+\\s+)?damage\\b`, "gi"),
      new Set([...totals, ...deltas(/hp_current|temp_hp/)]),
    ],
    [
      "hit points",
      new RegExp(`\\b${NUMBER}\\s+(?:hit points?|HP)\\b|\\bHP\\s*(?:is|at|of|:)?\\s*${NUMBER}\\b`, "gi"),
      new Set(hp),
    ],
    [
      "experience",
      new RegExp(`\\b${NUMBER}\\s+(?:XP|experience(?: points)?)\\b`, "gi"),
      new Set([
        ...deltas(/experience/),
        ...sheet("experience", "current"),
        ...sheet("experience", "needed_for_next_level"),
      ]),
    ],
    [
      "gold",
      new RegExp(
        `\\b(?:you|your purse)\\b[^.;]{0,50}?\\b(?:gains?|receives?|finds?|earns?|pockets?|collects?|pays?|spends?|loses?|hands? over|takes?|have|holds?|count|pick up|scoop)\\b[^.;]{0,30}?\\b${NUMBER}\\s+(?:gold|gp)\\b`,
        "gi",
      ),
      new Set([...deltas(/gold/), ...sheet("resources", "gold")]),
    ],
    [
      "as a level",
      new RegExp(`\\blevel\\s+${NUMBER}\\b(?!\\s+spell)|\\b${NUMBER}(?:st|nd|rd|th)[- ]level\\s+(?!spell|slot)`, "gi"),
      new Set([...all("level"), ...deltas(/\.level$/)]),
    ],
    [
      "as armor class",
      new RegExp(`\\b(?:AC|armou?r class)\\s*(?:is|of|:)?\\s*${NUMBER}\\b`, "gi"),
      new Set([...all("armor_class"), ...rolls.flatMap(({ ac }) => (ac === undefined ? [] : [ac]))]),
    ],
    [
      "as a DC",
      new RegExp(`\\bDC\\s*(?:is|of|:)?\\s*${NUMBER}\\b`, "gi"),
      new Set(rolls.flatMap(({ dc }) => (dc === undefined ? [] : [dc]))),
    ],
  ];
}

/** Deaths that are told are deaths in the state. */
function deathFaults(
  sentences: readonly string[],
  { campaign, state }: FieldSetting,
  beings: readonly Being[],
): Violation[] {
  return beings.flatMap(({ name, called }) => {
    const npc = npcsOf(state)[name];
    const hp = get(npc, "hp_current");
    if (npc === undefined || isDead(npc) || (typeof hp === "number" && hp <= 0) || isDead(npcsOf(campaign.state)[name]))
      return [];
    const who = `(?<![\\p{L}])${called}(?![\\p{L}'’])`;
    const patterns = [
      new RegExp(
        `${who}(?:,[^,.;]{1,60},)?\\s+(?:then\\s+|finally\\s+)?(?:dies|died|is dead|lies dead|lay dead|falls dead|fell dead|drops dead|is slain|is killed|was killed|was slain|breathes (?:his|her|its|their) last|is no more)(?![\\p{L}])`,
        "u",
      ),
      new RegExp(
        `\\b(?:kills?|killed|slays?|slew|beheads?|beheaded|decapitates?|decapitated)\\s+(?:the\\s+)?${who}`,
        "u",
      ),
    ];
    const guilty = sentences.find(
      (sentence) =>
        !UNREAL.test(sentence) &&
        !/\b(almost|nearly|not|never|think|believe|fear|rumou?r)\b/i.test(sentence) &&
        patterns.some((one) => one.test(sentence)),
    );
    return guilty === undefined
      ? []
      : [fault("death_invented", "narrative", `${name} is not dead: "${guilty.trim().slice(0, 120).toWellFormed()}".`)];
  });
}

const USES =
  /\b(?:draw|pull out|take out|unsheathe|wield|brandish|drink|quaff|raise|swing|produce|put on|light|throw|use)\s+(?:my|the|a|an)\s+((?:[A-Za-z'’-]+\s?){1,5})/i;

/** The player's claim to have something is true, or the narrative does not go along with it. */
function itemFaults(sentences: readonly string[], { campaign, state, input }: FieldSetting): Violation[] {
  const claimed = USES.exec(input)?.[1];
  if (claimed === undefined) return [];
  const phrase = claimed
    .replace(/\b(and|to|at|from|on|in|into|with|against|then|out|for|toward|towards|over|before|while|as)\b.*$/i, "")
    .trim()
    .toLowerCase();
  const head =
    phrase
      .split(/\s+of\s+/)[0]!
      .split(/\s+/)
      .at(-1) ?? "";
  const isNamed =
    phrase.includes(" of ") ||
    claimed
      .trim()
      .split(/\s+/)
      .some((word, i) => i > 0 && /^\p{Lu}/u.test(word));
  if (head.length < 3 || BODILY.has(head) || isThere(isNamed ? phrase : head, campaign.state, state)) return [];
  const needle = isNamed ? phrase : head;
  const guilty = sentences.find((sentence) => {
    const plain = sentence.toLowerCase();
    return (
      /\byour?\b/.test(plain) &&
      plain.includes(needle) &&
      !/\b(no|not|don't|do not|cannot|can't|nothing|empty|without|isn't|aren't|never|none|only|instead|wish|imagine|lack|missing|nowhere|fingers close)\b/.test(
        plain,
      )
    );
  });
  return guilty === undefined
    ? []
    : [fault("item_invented", "narrative", `The character has no "${phrase}"; let the attempt fail.`)];
}
const BODILY = new Set(
  "hand hands fist fists arm arms voice head foot feet leg legs eyes eye shoulder breath gaze chin finger thumb brow door lever rope chair table stool bottle stone rock torch fire candle lamp lantern mug cup glass horse reins cloak hood situation time chance opportunity moment line attention conclusion skills skill ability action turn words way stairs passage window ladder bridge wall cover darkness shadows terrain force strength stealth magic spell curtain alarm bell key".split(
    " ",
  ),
);

/** Whether something of this name is the character's, or lies about. */
function isThere(name: string, ...states: readonly JsonObject[]): boolean {
  return states.some((state) => {
    const pc = get(state, "player_character_data");
    const owned = ["equipment", "inventory", "resources", "features", "spells_known", "class", "background"].map(
      (key) => get(pc, key),
    );
    const about = [
      get(state, "world_data", "objects"),
      get(state, "world_data", "locations"),
      get(state, "custom_campaign_state", "core_memories"),
    ];
    const text = JSON.stringify([owned, about]).toLowerCase().replaceAll("_", " ");
    return text.includes(name) || /\bpack"/.test(text);
  });
}

const NIGHT = "(?:moonlight|moonlit|starlight|starlit|night sky|dead of night)";
const IT_IS = "\\bit(?:['’]s| is| was)(?: now| still| already)?(?: early| late| mid)?[ -]";
const saysIt = (part: string): RegExp => new RegExp(`${IT_IS}(?:${part})\\b`, "i");
/** Parts of the day as prose shows them, with the hours in which that is true. */
const SKIES: readonly (readonly [pattern: RegExp, from: number, to: number])[] = [
  [
    /\b(?:dawn|daybreak)\s+(?:breaks|broke|is breaking|light|glow)\b|\bsun(?:rise)? (?:rises|is rising|rose)\b|\bsunrise\b/i,
    4,
    8,
  ],
  [/\bmorning\s+(?:sun|light|air|sky|mist)\b/i, 5, 12],
  [/\b(?:midday|noonday|noon)\s+(?:sun|heat|light)\b|\bsun (?:stands |hangs |is )?(?:high )?overhead\b/i, 10, 15],
  [/\bafternoon\s+(?:sun|light|air|sky|heat|shadows)\b/i, 12, 19],
  [
    /\b(?:dusk|twilight|sunset|evening)\s+(?:falls|fell|settles|settled|descends|descended|deepens|light|sky|air|gloom)\b|\bsun (?:sets|is setting|sinks|sank)\b|\b(?:at|in the) (?:dusk|twilight|sunset)\b/i,
    16,
    22,
  ],
  [
    new RegExp(
      `\\b${NIGHT}\\b|\\bnight (?:falls|fell|has fallen|is falling|deepens)\\b|\\bmidnight (?:bell|air|sky)\\b`,
      "i",
    ),
    17,
    31,
  ],
  [saysIt("morning"), 4, 13],
  [saysIt("noon|midday"), 10, 15],
  [saysIt("afternoon"), 11, 19],
  [saysIt("evening|dusk|twilight"), 16, 23],
  [saysIt("night|midnight"), 17, 31],
];

/** The sky agrees with the clock. */
function timeFaults(sentences: readonly string[], { campaign, state }: FieldSetting): Violation[] {
  const { calendar, now } = campaign;
  const then = readMoment(calendar, get(state, "world_data", "world_time"));
  if (now === null || typeof then === "string" || calendar.hoursPerDay !== 24 || then.day !== now.day) return [];
  const [from, to] = [now, then].map(({ micro }) => micro / 3_600_000_000) as [number, number];
  for (const sentence of sentences) {
    if (
      /\b(until|by|before|after|tomorrow|yesterday|last|since|next|remember\w*|will|would|when|if|like|soon|every|each|once|paint\w*|tapestry|spell|potion)\b/i.test(
        sentence,
      )
    )
      continue;
    const wrong = SKIES.find(([pattern, first, last]) => pattern.test(sentence) && !isWithin(from, to, first, last));
    if (wrong) {
      const hour = get(state, "world_data", "world_time", "time_of_day");
      return [
        fault(
          "time_in_prose",
          "narrative",
          `It is ${String(hour)}, and the narrative shows another time of day: "${sentence.trim().slice(0, 100).toWellFormed()}".`,
        ),
      ];
    }
  }
  return [];
}

/** Whether a span of hours touches one from `first` to `last`, which may go past midnight. */
const isWithin = (from: number, to: number, first: number, last: number): boolean =>
  [0, 24].some((shift) => from + shift < last && to + shift >= first);

/** The character's own words are the player's: quoted speech of the character needs speech in the input. */
function speechFaults(narrative: string, { input, state, thinking }: FieldSetting): Violation[] {
  const SPOKEN =
    /"|“|\b(say|tell|ask|talk|speak|shout|whisper|greet|answer|reply|call|yell|negotiat|persuad|bargain|haggl|threaten|intimidat|convinc|question|plead|beg|lie|bluff|demand|explain|introduc|apologi|thank|order|warn|promise|deceiv|sing|pray|swear|agree|accept|refus|chat|flirt|command|request|confess|taunt|insult|interrogat|announc|declar|offer|propos|press|parley|challenge|confront|discuss|inquire|mock|argue|cast)\w*/i;
  if (SPOKEN.test(input.replaceAll("_", " ")) && !thinking) return [];
  const name = String(get(state, "player_character_data", "name") ?? "").split(" ")[0]!;
  const who = name === "" ? "[Yy]ou" : `(?:[Yy]ou|${name})`;
  const marked = withoutSpeech(narrative);
  const spoken = [
    new RegExp(`""\\s*,?\\s*${who}\\s+(?:\\w+ly\\s+)?(?:${SAYS})(?![\\p{L}])`, "u"),
    new RegExp(`""\\s*(?:${SAYS})\\s+${who}(?![\\p{L}])`, "u"),
    new RegExp(`(?<![\\p{L}])${who}\\s+(?:\\w+ly\\s+)?(?:${SAYS})[^."]{0,40}[,:]\\s*""`, "u"),
  ];
  return spoken.some((pattern) => pattern.test(marked))
    ? [
        fault(
          "player_puppeted",
          "narrative",
          "The character speaks words that the player did not give; leave them to the player.",
        ),
      ]
    : [];
}
