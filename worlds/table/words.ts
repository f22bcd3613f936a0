// How the table is spoken of: what players may type, and what each seat is told of a turn.
import type { Lexicon, Noun, Telling, Verb } from "@orrery/kernel";
import { recoveryText } from "./protocol/recovery.ts";
import { ABILITIES, SKILL_IDS } from "./rules/abilities.ts";
import type { Table } from "./shape.ts";
import { GM, type MANEUVERS } from "./shape.ts";
import type { ChoiceView, TableView } from "./view/types.ts";

const creature = { kinds: ["creature"], ask: "Whom?", unknown: "There is nobody called “{}” here." } as const;
const friend = { kinds: ["friend", "self"], ask: "Whom?", unknown: "There is no “{}” with you." } as const;
const held = { kinds: ["held"], ask: "Which thing?", unknown: "You have no “{}”." } as const;
const spell = { kinds: ["spell"], ask: "Which spell?", unknown: "You know no spell “{}”." } as const;
const key = { kinds: ["choice"], ask: "Which of the choices?" } as const;

const fixedVerb = (type: string, data: Readonly<Record<string, unknown>>, ...patterns: string[]): Verb => ({
  type,
  patterns,
  fixed: data,
});
const maneuver = (kind: (typeof MANEUVERS)[number], ...patterns: string[]): Verb =>
  fixedVerb("maneuver", { kind }, ...patterns);
const feature = (name: string, ...patterns: string[]): Verb => fixedVerb("feature", { feature: name }, ...patterns);

const risen = {
  kinds: ["rise"],
  ask: "Which ability, or which two?",
  unknown: "“{}” is no ability, and no two.",
} as const;
const lesson = { kinds: ["lesson"], ask: "Which spell?", unknown: "This level teaches no “{}”." } as const;
const trick = { kinds: ["trick"], ask: "Which cantrip?", unknown: "This level teaches no “{}”." } as const;
/** "Level up with strength and constitution, learning haste and fly and the cantrip light." */
const levelling = (hp: "fixed" | "rolled", ...begins: readonly string[]): readonly Verb[] => {
  const spells = { "metadata.spells": lesson };
  const cantrips = { "metadata.cantrips": trick };
  return [
    { raises: "", slots: {} },
    { raises: " (,) with|raising|raise {metadata.raise}", slots: { "metadata.raise": risen } },
  ].flatMap(({ raises, slots }) =>
    [
      { learns: "", taught: {} },
      { learns: " (,) (and) learning|learn {metadata.spells}", taught: spells },
      { learns: " (,) (and) learning|learn (the) (cantrip|cantrips) {metadata.cantrips}", taught: cantrips },
      {
        learns: " (,) (and) learning|learn {metadata.spells} (,) (and) (the) cantrip|cantrips {metadata.cantrips}",
        taught: { ...spells, ...cantrips },
      },
    ].map(
      ({ learns, taught }): Verb => ({
        type: "level_up",
        patterns: begins.map((begin) => begin + raises + learns),
        slots: { ...slots, ...taught },
        fixed: { hp },
      }),
    ),
  );
};

const VERBS: readonly Verb[] = [
  {
    type: "choose",
    patterns: [
      "{metadata.key}",
      "choose|pick|take|do|select|option|choice|number (option|choice|number) {metadata.key}",
      "i choose|pick|take|do|select (option|choice|number) {metadata.key}",
    ],
    slots: { "metadata.key": key },
  },
  {
    type: "attack",
    patterns: ["attack|hit|strike|stab|fight|shoot|slash|kill|charge (at) {target} with|using {metadata.with}"],
    slots: { target: creature, "metadata.with": held },
  },
  {
    type: "attack",
    patterns: ["attack|hit|strike|stab|fight|shoot|slash|kill|charge (at) {target}", "fire|swing|shoot at {target}"],
    slots: { target: creature },
    fixed: {},
  },
  {
    type: "cast",
    patterns: ["cast|use {metadata.spell} on|at|against|over|upon {target}", "{metadata.spell} on|at|against {target}"],
    slots: { "metadata.spell": spell, target: { kinds: ["creature", "friend", "self"], ask: "On whom?" } },
  },
  { type: "cast", patterns: ["cast {metadata.spell}"], slots: { "metadata.spell": spell } },
  {
    type: "talk",
    patterns: ["talk|speak|chat (to|with) {target}", "greet|address {target}", "ask {target}"],
    slots: { target: { kinds: ["person", "creature"], ask: "To whom?", unknown: "There is nobody called “{}” here." } },
    fixed: {},
  },
  {
    type: "talk",
    patterns: [
      "say|tell|shout|whisper (to) {target} (that) {metadata.say}",
      "say|shout|whisper {metadata.say} to {target}",
      "ask {target} (about|for|if|whether|why|how|what|who|where|when) {metadata.say}",
    ],
    slots: { target: { kinds: ["person", "creature"], ask: "To whom?" }, "metadata.say": { kinds: ["text"] } },
  },
  {
    type: "travel",
    patterns: ["go|travel|walk|head|return|ride|move|run (back) (to|towards|into|on) {location}"],
    slots: { location: { kinds: ["place"], ask: "Where to?", unknown: "You know of no “{}”." } },
    fixed: {},
  },
  fixedVerb(
    "rest",
    { length: "long" },
    "(take) (a) long rest",
    "sleep",
    "rest (for) (the) night",
    "rest until morning",
    "make camp",
    "go to bed|sleep",
    "camp (here) (for) (the) (night)",
  ),
  fixedVerb(
    "rest",
    { length: "short" },
    "(take) (a) (short) rest",
    "catch (my|our) breath",
    "take a breather",
    "rest (for) an hour",
  ),
  {
    type: "think",
    patterns: ["think|reflect (about|on|over|it) {metadata.about}", "plan|consider|weigh {metadata.about}"],
    slots: { "metadata.about": { kinds: ["text"] } },
  },
  fixedVerb(
    "think",
    {},
    "think",
    "think it over",
    "plan",
    "consider (my) (options)",
    "what are my options",
    "strategize",
    "options",
  ),
  fixedVerb("look", {}, "look (around|about)", "l", "where am i", "who is here", "what do i see", "look around me"),
  { type: "use", patterns: ["use|drink|light|quaff|apply {target}"], slots: { target: held }, fixed: {} },
  {
    type: "use",
    patterns: ["use|apply|pour|give {target} on|into|for {metadata.on}"],
    slots: { target: held, "metadata.on": friend },
  },
  {
    type: "give",
    patterns: ["give|hand|pass {target} to {metadata.to}", "give|hand|pass {metadata.to} {target}"],
    slots: { target: held, "metadata.to": { kinds: ["friend"], ask: "To whom?" } },
  },
  {
    type: "take",
    patterns: ["take|get|grab|pick (up) {target}", "pick {target} up"],
    slots: { target: { kinds: ["lying"], ask: "Take what?", unknown: "There is no “{}” lying here." } },
    fixed: {},
  },
  {
    type: "wear",
    patterns: ["wear|wield|equip|ready|draw {target}", "put on {target}", "put {target} on"],
    slots: { target: held },
    fixed: {},
  },
  {
    type: "wear",
    patterns: ["remove|sheathe|unequip {target}", "take off {target}", "put away {target}"],
    slots: { target: held },
    fixed: { off: true },
  },
  {
    type: "buy",
    patterns: ["buy|purchase {target} from {metadata.from}"],
    slots: { target: { kinds: ["ware"], ask: "Buy what?" }, "metadata.from": { kinds: ["person"], ask: "From whom?" } },
  },
  {
    type: "buy",
    patterns: ["buy|purchase {target}"],
    slots: {
      target: { kinds: ["ware"], ask: "Buy what?", unknown: "Nobody here sells “{}”." },
      "metadata.from": { kinds: ["seller"], prefer: "seller", ask: "From whom?" },
    },
  },
  {
    type: "sell",
    patterns: ["sell {target} (to) {metadata.to}"],
    slots: { target: held, "metadata.to": { kinds: ["seller"], prefer: "seller", ask: "To whom?" } },
  },
  {
    type: "check",
    patterns: [
      "(try|roll|make) (a|an|for|my) {metadata.skill} (check|roll|test)",
      "use {metadata.skill}",
      "{metadata.skill} check|roll|test",
    ],
    slots: { "metadata.skill": { kinds: ["skill"], ask: "Which skill?" } },
  },
  fixedVerb("check", { skill: "perception" }, "listen", "listen carefully", "keep watch", "look closely"),
  fixedVerb(
    "check",
    { skill: "investigation" },
    "search",
    "search around|here",
    "search the room|place|area",
    "investigate",
  ),
  fixedVerb("check", { skill: "stealth" }, "sneak", "sneak around", "move quietly"),
  maneuver("dodge", "dodge", "guard", "defend (myself)", "take cover"),
  maneuver("dash", "dash", "sprint"),
  maneuver("disengage", "disengage", "break off", "back away"),
  maneuver("hide", "hide", "hide myself", "slip out of sight"),
  maneuver("stand", "stand (up)", "get up"),
  maneuver("flee", "flee", "run (away)", "escape", "get away", "retreat"),
  { type: "maneuver", patterns: ["help|assist {target}"], slots: { target: friend }, fixed: { kind: "help" } },
  {
    type: "maneuver",
    patterns: ["stabilise|stabilize|bandage|tend {target}"],
    slots: { target: friend },
    fixed: { kind: "stabilise" },
  },
  {
    type: "maneuver",
    patterns: ["grapple|grab|hold|wrestle {target}"],
    slots: { target: creature },
    fixed: { kind: "grapple" },
  },
  { type: "maneuver", patterns: ["shove|push|trip {target}"], slots: { target: creature }, fixed: { kind: "shove" } },
  feature("second_wind", "second wind", "use|take (my) second wind"),
  feature("action_surge", "action surge", "use|take (my) action surge", "surge"),
  feature("rage", "rage", "fly into a rage", "go into a rage"),
  feature("reckless", "reckless attack", "attack recklessly"),
  feature("turn_undead", "turn undead", "turn the undead", "channel divinity"),
  feature("arcane_recovery", "arcane recovery", "use arcane recovery"),
  {
    type: "feature",
    patterns: ["lay (on) hands on {target}"],
    slots: { target: friend },
    fixed: { feature: "lay_on_hands" },
  },
  {
    type: "feature",
    patterns: ["inspire {target}"],
    slots: { target: friend },
    fixed: { feature: "bardic_inspiration" },
  },
  fixedVerb("end_turn", {}, "end turn", "end my turn", "done", "wait", "pass", "i am done"),
  ...levelling("fixed", "level up", "gain a level", "rise a level", "level"),
  ...levelling("rolled", "level up rolling", "roll (and) level up", "level up and roll"),
  // Out of the story: "DM: how does advantage work?"
  {
    type: "ask_gm",
    patterns: [
      "dm|gm|ooc (mode) (,) {aside}",
      "out of character (,) {aside}",
      "ask (the) dm|gm (,) {aside}",
      "ask (the) game master (,) {aside}",
    ],
    slots: { aside: { kinds: ["text"] } },
    said: "metadata.text",
    last: true,
  },
  // Other input goes to the game master for a ruling, in the player's own words.
  {
    type: "say",
    patterns: ["i {aside}", "we {aside}", "my {aside}", "try|god (to) {aside}", "let|lets (me|us) {aside}"],
    slots: { aside: { kinds: ["text"] } },
    said: "metadata.text",
    last: true,
  },
  { type: "say", patterns: ["*"], said: "metadata.text" },
];

const numbers = ["one", "two", "three", "four", "five"];

/** The usual name first, and each word that tells it apart. */
const nounsFor = (view: TableView): Noun[] => [
  ...view.choices.map((choice, i): Noun => {
    const label = plain(choice.text);
    const names = [
      ...new Set([label, plain(choice.key.replaceAll("_", " ")), `${i + 1}`, numbers[i] ?? `${i + 1}`]),
    ].filter((name) => name !== "");
    return { id: `choice_${choice.key}`, value: choice.key, names, kinds: ["choice"] };
  }),
  ...view.here.map(
    ({ id, name, role, disposition, wares }): Noun => ({
      id,
      names: [
        ...new Set([
          plain(name),
          plain(role),
          ...plain(name)
            .split(" ")
            .filter((word) => word.length > 2),
        ]),
      ],
      kinds: ["creature", ...(disposition === "hostile" ? [] : ["person"]), ...(wares.length > 0 ? ["seller"] : [])],
      pronouns: ["him", "her", "it", "them"],
    }),
  ),
  ...view.companions.map(
    ({ id, name }): Noun => ({
      id,
      names: [plain(name), plain(name).split(" ")[0]!],
      kinds: ["friend", "person"],
      pronouns: ["him", "her", "them"],
    }),
  ),
  ...(view.you
    ? [
        {
          id: view.you.id,
          names: ["me", "myself", plain(view.you.name), plain(view.you.name).split(" ")[0]!],
          kinds: ["self"],
        } satisfies Noun,
      ]
    : []),
  ...(view.you?.items ?? []).map(
    ({ id, name, kind }): Noun => ({
      id,
      names: [...new Set([plain(name), plain(kind.replaceAll("_", " ")), plain(name).split(" ")[0]!])],
      kinds: ["held"],
    }),
  ),
  ...view.lying.map(({ id, name }): Noun => ({ id, names: [plain(name)], kinds: ["lying"] })),
  ...(view.you?.spells ?? []).map(
    (one): Noun => ({ id: `spell_${one.id}`, value: one.id, names: [plain(one.name)], kinds: ["spell"] }),
  ),
  ...[...SKILL_IDS, ...ABILITIES].map(
    (skill): Noun => ({ id: `skill_${skill}`, value: skill, names: [skill.replaceAll("_", " ")], kinds: ["skill"] }),
  ),
  ...(view.you?.levelUp ? lessons(view.you.levelUp) : []),
  ...view.map.map(
    ({ id, name }): Noun => ({ id, names: [plain(name), plain(name).split(" ").at(-1)!], kinds: ["place"] }),
  ),
  ...[...new Set(view.here.flatMap(({ wares }) => wares.map(({ kind }) => kind)))].map(
    (kind): Noun => ({ id: kind, names: [kind.replaceAll("_", " ")], kinds: ["ware"] }),
  ),
];
/** What the level that waits asks to be chosen, alone and in twos: "strength", "strength and wisdom". */
function lessons(up: NonNullable<NonNullable<TableView["you"]>["levelUp"]>): Noun[] {
  const ones = (what: "spells" | "cantrips") => up[what].from.map(({ id, name }) => ({ id, name: plain(name) }));
  const abilities = ABILITIES.map((id) => ({ id, name: id }));
  return [
    ...(up.raises
      ? [
          ...abilities.map(
            ({ id, name }): Noun => ({ id: `rise_${id}`, value: [id, id], names: [name], kinds: ["rise"] }),
          ),
          ...pairs("rise", abilities),
        ]
      : []),
    ...(["spells", "cantrips"] as const).flatMap((what) => {
      const kind = what === "spells" ? "lesson" : "trick";
      const all = ones(what);
      return [
        ...all.map(({ id, name }): Noun => ({ id: `${kind}_${id}`, value: [id], names: [name], kinds: [kind] })),
        ...(up[what].count > 1 ? pairs(kind, all) : []),
      ];
    }),
  ];
}
const pairs = (kind: string, all: readonly { readonly id: string; readonly name: string }[]): Noun[] =>
  all.flatMap((a, i) =>
    all.slice(i + 1).map(
      (b): Noun => ({
        id: `${kind}_${a.id}_${b.id}`,
        value: [a.id, b.id],
        names: [`${a.name} and ${b.name}`, `${b.name} and ${a.name}`],
        kinds: [kind],
      }),
    ),
  );

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** The words of a choice are that choice, even where they would be another deed by themselves: "Tell the reeve the truth". */
const choiceWords = ({ key, text }: ChoiceView): readonly Verb[] =>
  plain(text) === "" ? [] : [fixedVerb("choose", { key }, plain(text))];

export function lexicon(view: TableView): Lexicon {
  const nouns = nounsFor(view);
  const ids = new Set<string>();
  return {
    verbs: [...view.choices.flatMap(choiceWords), ...VERBS],
    nouns: nouns.filter(({ id }) => !ids.has(id) && ids.add(id)),
    asides: ASIDES,
    ...(view.over ? { over: "The story has ended." } : {}),
  };
}

const ASIDES: NonNullable<Lexicon["asides"]> = [
  {
    words: ["help", "what can i do", "how do i play", "rules"],
    says: [
      "Pick a choice by its number or its words, or say what you do: ATTACK THE GOBLIN, CAST MAGIC MISSILE AT IT, TALK TO MAUD, GO TO THE MILL, REST, THINK. Anything else is put to the game master. Begin with DM: to ask about the rules.",
    ],
  },
  {
    words: ["inventory", "i", "what do i have", "sheet", "character", "character sheet"],
    says: ["Your sheet shows what you carry and what you can do."],
  },
];

export const nameOf = (view: TableView, who: string): string =>
  who === GM
    ? "Game master"
    : ([...(view.you ? [view.you] : []), ...view.companions].find(({ id }) => id === who)?.name ?? who);

/** A seat is told the prose, the dice as they fell, and what may be chosen; and of its own attempts that were refused, why. */
export function tell({ before, after, tried, percepts, who }: Telling<Table>): string {
  const refused = [
    ...new Set(
      tried.flatMap(({ validation }) => (validation.success ? [] : [validation.message ?? "That cannot be done."])),
    ),
  ];
  if (refused.length > 0) return refused.join(" ");
  if (before === null) return after.sequence > 0 ? scene(after) : `${after.title}\n\n${after.summary}`;
  if (after.sequence > before.sequence) return scene(after);
  return percepts
    .flatMap((percept) =>
      percept.is === "acted" && percept.who !== who && percept.input !== ""
        ? [`${nameOf(after, percept.who)}: ${percept.input}`]
        : [],
    )
    .join("\n");
}

function scene(view: TableView): string {
  const dice = view.dice.map(({ text }) => `· ${text}`).join("\n");
  const choices = view.over
    ? `— ${view.over.title} —`
    : view.choices
        .map(
          ({ text, description, chance }, i) =>
            `${i + 1}. ${text}${chance === null ? "" : ` (${chance} %)`}: ${description}`,
        )
        .join("\n");
  const { recovery } = view;
  const halt = recovery && view.mode !== "DM" ? recoveryText(recovery.discrepancies, recovery.block) : "";
  return [view.god || view.narrative, halt, dice, view.sessionHeader.split("\n").slice(1).join("\n"), choices]
    .filter((part) => part !== "")
    .join("\n\n");
}
