// Scripted proposals: for each phase the next thing that the canon lacks, said by the Architect as building and by the Lorekeeper as telling.
import { type Canon, LANDMARKS, type Landmark, MOODS, nameKey, TENSION_FIELDS } from "../canon.ts";
import { LANDMARK_KINDS, type LandmarkKind, USES } from "../lore/landmarks.ts";
import {
  BOND,
  CULTURE,
  DEEPEN,
  FINISH,
  GAP,
  HEAD,
  LAW,
  LIMIT,
  MOOD,
  ORIGIN,
  PLACE,
  REASONS,
  SOCKETS,
  STRAIN,
} from "../lore/lines.ts";
import { capital, type Pick } from "../lore/lore.ts";
import type { CanonPatch, Operation, TurnOutput } from "../turn.ts";
import { type BotTable, behind, inside, turn } from "./table.ts";

/** A move: what is changed, and why, in this speaker's words. */
interface ProposedChange {
  readonly why: string;
  readonly patch: CanonPatch;
}

export function propose(table: BotTable): TurnOutput {
  const { why, patch } = MOVES[table.view.team.phase](table);
  return turn(table, `${gap(table)}${why}`, { canon_patch: [...patch] });
}

const MOVES = { FOUNDATION: foundWorld, LANDMARKS: place, TENSION: strain, CRYSTALLIZATION: finish } as const;

/** After a round that changed nothing, the next proposal says that it fills the gap. */
function gap({ view, line }: BotTable): string {
  const before = view.team.turns.slice(0, view.team.from);
  const last = before.at(-1);
  const first = before.find(({ phase, round }) => phase === last?.phase && round === last?.round);
  return first && last && first.before === last.after ? `${line("gap", GAP)} ` : "";
}

/** Those that this team has not proposed before; all of them where it has proposed all. */
function notProposedYet({ view }: BotTable, texts: readonly string[]): readonly string[] {
  const tried = JSON.stringify(
    view.team.turns.flatMap(({ turn_type, output }) => (turn_type === "PROPOSAL" && output ? output.canon_patch : [])),
  );
  const left = texts.filter((text) => !tried.includes(JSON.stringify(text).slice(1, -1)));
  return left.length > 0 ? left : texts;
}

const voiceOf = ({ asked }: BotTable) => (asked.role === "ARCHITECT" ? "ARCHITECT" : "LOREKEEPER");

function foundWorld(table: BotTable): ProposedChange {
  const { canon, lore, own, line, say } = table;
  if (canon.world_name === "" || canon.governing_logic === "") {
    const name = canon.world_name || worldName(table);
    const law = own("law", notProposedYet(table, lore.twist.laws.map(say)));
    return {
      why: line("why", LAW, { name }),
      patch: [
        { op: "replace", path: "/world_name", value: name },
        { op: "replace", path: "/governing_logic", value: law },
        { op: "replace", path: "/aesthetic_mood", value: firstMoods(table) },
      ],
    };
  }
  const unsaid = (texts: readonly string[]) => texts.map(say).filter((text) => !canon.governing_logic.includes(text));
  const origins = unsaid(lore.twist.origins);
  const limits = unsaid(lore.twist.limits);
  if (origins.length === lore.twist.origins.length) return addOrigin(table, origins);
  if (limits.length > 0) return addLimit(table, limits);
  return {
    why: line("why", MOOD),
    patch: newMood(table),
  };
}

function addOrigin(table: BotTable, origins: readonly string[]): ProposedChange {
  const { canon, own, line } = table;
  const text = own("origin", notProposedYet(table, origins));
  return {
    why: line("why", ORIGIN[voiceOf(table)], { words: text }),
    patch: [behind("/governing_logic", canon.governing_logic, text), ...(spareMood(table) ? newMood(table) : [])],
  };
}

function addLimit(table: BotTable, limits: readonly string[]): ProposedChange {
  const { canon, own, line, say, view } = table;
  const text = own("limit", notProposedYet(table, limits));
  const patch: Operation[] = [behind("/governing_logic", canon.governing_logic, text)];
  if (canon.hero_image_description === "")
    patch.push({
      op: "replace",
      path: "/hero_image_description",
      value: say("To be settled at the end: {light}, and somebody in it."),
    });
  if (canon.inhabitants.appearance === undefined)
    patch.push({
      op: "add",
      path: "/inhabitants/appearance",
      value: `${capital(view.challenge.inhabitants)}, still seen from a distance.`,
    });
  const sockets = patch.length === 3 ? ` ${line("sockets", SOCKETS[voiceOf(table)])}` : "";
  return { why: `${line("why", LIMIT[voiceOf(table)], { words: text })}${sockets}`, patch };
}

const spareMood = ({ canon, own }: BotTable): boolean =>
  canon.aesthetic_mood.length < MOODS.most - 1 && own("mood too", [true, false]);

/** Two moods of the law and one of the place. */
function firstMoods({ lore: { twist, biome }, own }: BotTable): string[] {
  const first = own("mood 1", twist.moods);
  const second = own(
    "mood 2",
    twist.moods.filter((mood) => mood !== first),
  );
  return [...new Set([first, second, own("mood 3", biome.moods)])];
}

/** One more mood, or another in place of the first where there is no room. */
function newMood({ canon, lore: { twist, biome }, own }: BotTable): CanonPatch {
  const free = [...twist.moods, ...biome.moods].filter((mood) => !canon.aesthetic_mood.includes(mood));
  const value = own("new mood", free);
  return canon.aesthetic_mood.length < MOODS.most
    ? [{ op: "add", path: "/aesthetic_mood/-", value }]
    : [{ op: "replace", path: "/aesthetic_mood/0", value }];
}

/** A name out of the roots of the law, the place and the people. */
function worldName({ lore: { twist, biome, people }, own }: BotTable): string {
  const law = own("name law", twist.roots);
  const place = own("name place", biome.roots);
  const folk = own("name folk", people.roots);
  const ending = own("name ending", ["ward", "ford", "holm", "stead", "reach", "fall", "gate", "mark"]);
  return own("name form", [
    law.toLowerCase() === place.toLowerCase() ? `${law}${ending}` : joinWords(law, place),
    `${place}${ending}`,
    `${law} ${capital(ending)}`,
    `${place}-under-${law}`,
    `${folk} and ${law}`,
    `The ${law} ${place}`,
    joinWords(folk, place),
  ]);
}
const joinWords = (a: string, b: string): string =>
  /[aeiou]$/i.test(a) || /^[aeiou]/i.test(b) || a.at(-1) === b.at(0)?.toLowerCase()
    ? `${a} ${b}`
    : `${a}${b.toLowerCase()}`;

/** Adjectives for landmarks that belong to no law. */
const EPITHETS = [
  "Listening",
  "Leaning",
  "Patient",
  "Ninth",
  "Widow's",
  "Upturned",
  "Shared",
  "Low",
  "Second",
  "Unlit",
  "Counted",
  "Slow",
] as const;

function place(table: BotTable): ProposedChange {
  const { canon, own, line } = table;
  if (canon.landmarks.length === LANDMARKS) return deepen(table);
  const { landmark, use } = newLandmark(table, own);
  const why = line("why", PLACE[voiceOf(table)], { name: canonName(table) });
  return {
    why: `**${landmark.name}.** ${why} ${line("reason", REASONS[use])}`,
    patch: [{ op: "add", path: "/landmarks/-", value: landmark }],
  };
}

const canonName = ({ canon, say }: BotTable): string => canon.world_name || say("{place}");

/** A kind and a use that neither the canon nor a dropped proposal has. */
function newLandmark({ canon, lore, say, view }: BotTable, pick: Pick): { landmark: Landmark; use: keyof typeof USES } {
  const said = view.team.turns.flatMap(({ turn_type, output }) =>
    turn_type === "PROPOSAL" && output ? output.canon_patch.flatMap((one) => valueText(one)) : [],
  );
  const taken = [...canon.landmarks.map(({ name }) => name), ...said].join(" ");
  const free = LANDMARK_KINDS.filter(({ nouns }) => !nouns.some((noun) => taken.includes(noun)));
  const kind: LandmarkKind = pick("kind", free.length > 0 ? free : LANDMARK_KINDS);
  const purposes = canon.landmarks.map(({ significance }) => significance).join(" ");
  const fresh = kind.uses.filter((use) => !USES[use].some((text) => purposes.includes(say(text))));
  const use = pick("use", fresh.length > 0 ? fresh : kind.uses);
  const noun = pick("noun", kind.nouns);
  const roots = [...lore.people.roots, ...lore.twist.roots, ...lore.biome.roots, ...EPITHETS];
  const names = roots.map((root) => (root === noun ? `The Old ${noun}` : `The ${root} ${noun}`));
  const unused = names.filter((name) => !canon.landmarks.some((one) => nameKey(one.name) === nameKey(name)));
  const scene = pick("scene", [...kind.scenes.keys()]);
  return {
    use,
    landmark: {
      name: pick("landmark name", unused),
      description: say(kind.scenes[scene]!),
      significance: say(pick("significance", USES[use])),
      visual_key: say(kind.keys[scene]!),
    },
  };
}
const valueText = (operation: Operation): string[] =>
  "value" in operation && typeof operation.value === "object" && "name" in operation.value
    ? [operation.value.name]
    : [];

/** Gives an existing landmark a second use: the one with the shortest description. */
function deepen({ canon, own, line, say }: BotTable): ProposedChange {
  const lengths = canon.landmarks.map(({ significance }) => significance.length);
  const index = lengths.indexOf(Math.min(...lengths));
  const { name, significance } = canon.landmarks[index]!;
  const path = `/landmarks/${index}/significance`;
  const more = Object.values(USES)
    .flat()
    .map(say)
    .filter((text) => !canon.landmarks.some((one) => one.significance.includes(text)));
  const text = own("second use", more);
  return {
    why: line("why", DEEPEN, { place: inside(name), words: text }),
    // In a long match a place is given another meaning, not ever more of them.
    patch: [significance.length > 300 ? { op: "replace", path, value: text } : behind(path, significance, text)],
  };
}

/** Characters after which a text of one field is replaced and no longer added to. */
const GROWN = 600;

function strain(table: BotTable): ProposedChange {
  const { canon, lore, own, line, say } = table;
  const { conflicts, stakes, signs } = lore.twist;
  /** Conflict, stakes and sign of one number belong together; another one than the canon has. */
  const quarrel = () => {
    const open = conflicts.flatMap((text, i) => (canon.tension.conflict?.startsWith(say(text)) ? [] : [i]));
    const untriedOnes = notProposedYet(
      table,
      open.map((i) => say(conflicts[i]!)),
    );
    const n = own(
      "tension",
      open.filter((i) => untriedOnes.includes(say(conflicts[i]!))),
    );
    return { conflict: say(conflicts[n]!), stakes: say(stakes[n]!), visual_manifestation: say(signs[n]!) };
  };
  if (TENSION_FIELDS.some((field) => !canon.tension[field])) {
    const value = quarrel();
    return {
      why: line("why", STRAIN[voiceOf(table)]),
      patch: [{ op: "add", path: "/tension", value }],
    };
  }
  const places = canon.landmarks.map(({ name }) => inside(name));
  const where = own("where", places.length > 0 ? places : [say("{edge}")]);
  const more = [
    `It comes to a head at ${where}, where neither side can turn its back on the other.`,
    `Both sides have sent their youngest to ${where}, to see who will be hurt first.`,
    `Since last week nobody goes to ${where} alone any more.`,
    `It began at ${where}, over nothing, and each side has kept its piece of that nothing.`,
    `Each morning somebody has drawn a line on the ground before ${where}, and nobody has seen who.`,
    `On one evening in the week they still meet at ${where}, and do not speak of it.`,
  ].filter((text) => !canon.tension.conflict!.includes(text.slice(0, text.indexOf(where))));
  // A quarrel of which everything has been told gives way to another.
  if (more.length === 0 || canon.tension.conflict!.length > GROWN)
    return {
      why: "We have said all there is to say of this quarrel, and it is no nearer to an end. Let them fight about something else.",
      patch: [{ op: "replace", path: "/tension", value: quarrel() }],
    };
  const text = own("head", more);
  return {
    why: line("why", HEAD, { words: text }),
    patch: [behind("/tension/conflict", canon.tension.conflict!, text)],
  };
}

/** Everything that the last phase owes: people, picture, and the gaps of earlier rounds. */
function finish(table: BotTable): ProposedChange {
  const { lore, own, line, say } = table;
  const patch: Operation[] = [...openEnds(table)];
  const { people } = lore;
  patch.push({
    op: "add",
    path: "/inhabitants",
    value: {
      appearance: say(`They wear {dress}, and ${own("mark", ["all of them have", "each of them has"])} {mark}.`),
      culture_snapshot: `${say(people.rite)} ${line("culture", CULTURE)}`,
      relationship_to_place: line("bond", BOND),
    },
  });
  patch.push({ op: "replace", path: "/hero_image_description", value: heroOf(table) });
  return { why: line("why", FINISH), patch };
}

function heroOf({ canon, lore, own, say }: BotTable): string {
  const image = say(own("image", lore.twist.image));
  const [first] = canon.landmarks.map(({ name, visual_key }) => ({ name, visual_key }));
  const distance = first ? ` Behind it ${inside(first.name)}: ${first.visual_key}.` : "";
  return own("hero", [
    `${capital(image)}, on ${lore.biome.ground}, in ${lore.biome.light}.${distance}`,
    `${capital(lore.biome.light)} over ${lore.biome.place}: ${image}.${distance}`,
  ]);
}

/** What should have been settled before: a name, a law, moods, landmarks, a tension. */
function openEnds(table: BotTable): CanonPatch {
  const { canon, lore, own, say } = table;
  const patch: Operation[] = [];
  if (canon.world_name === "") patch.push({ op: "replace", path: "/world_name", value: worldName(table) });
  if (canon.governing_logic === "")
    patch.push({ op: "replace", path: "/governing_logic", value: say(own("law", lore.twist.laws)) });
  if (canon.aesthetic_mood.length < MOODS.least)
    patch.push({ op: "replace", path: "/aesthetic_mood", value: firstMoods(table) });
  let at: Canon = canon;
  for (let n = canon.landmarks.length; n < LANDMARKS; n++) {
    const { landmark } = newLandmark({ ...table, canon: at }, (purpose, list) => own(`${purpose} ${n}`, list));
    patch.push({ op: "add", path: "/landmarks/-", value: landmark });
    at = { ...at, landmarks: [...at.landmarks, landmark] };
  }
  if (TENSION_FIELDS.some((field) => !canon.tension[field])) patch.push(...strain(table).patch);
  return patch;
}
