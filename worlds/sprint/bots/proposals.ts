// Scripted proposals: for each phase the next thing that the canon lacks, said by the Architect as building and by the Lorekeeper as telling.
import { type Canon, LANDMARKS, type Landmark, MOODS, nameKey, TENSION_FIELDS } from "../canon.ts";
import { LANDMARK_KINDS, type LandmarkKind, USES } from "../lore/landmarks.ts";
import { capital, type Pick } from "../lore/lore.ts";
import type { CanonPatch, Operation, TurnOutput } from "../turn.ts";
import { behind, type Table, turn } from "./table.ts";

/** A move: what is changed, and why, in this speaker's words. */
interface Move {
  readonly why: string;
  readonly patch: CanonPatch;
}

export function propose(table: Table): TurnOutput {
  const { why, patch } = MOVES[table.view.team.phase](table);
  return turn(table, `${gap(table)}${why}`, { canon_patch: [...patch] });
}

const MOVES = { FOUNDATION: found, LANDMARKS: place, TENSION: strain, CRYSTALLIZATION: finish } as const;

/** After a proposal was dropped, the next one says that it fills the gap. */
function gap({ view, fresh }: Table): string {
  const before = view.team.turns.slice(0, view.team.from).at(-1);
  if (before?.result !== "dropped" && before?.result !== "unproposed") return "";
  return `${fresh("gap", [
    "The last round left a gap, so I fill it before anything else.",
    "Nothing came of the last round. This takes its place, and goes another way.",
    "What was dropped had a place to hold. Here is something else for it.",
  ])} `;
}

const isArchitect = ({ asked }: Table): boolean => asked.role === "ARCHITECT";

function found(table: Table): Move {
  const { canon, lore, own, fresh, say } = table;
  if (canon.world_name === "" || canon.governing_logic === "") {
    const name = canon.world_name || worldName(table);
    const law = own("law", lore.twist.laws);
    return {
      why: fresh("why", [
        `I begin with the load-bearing wall. ${say("In {place} the whole town stands on one rule")}, and everything we build later has to carry it. I call it ${name}.`,
        `First the ground plan: where one is, and what holds. The name ${name} says both, and the moods keep us from decorating.`,
        `${name}. ${say("{Light}, {ground}, and one law")}; before there are houses I want to know what a wall would be for.`,
      ]),
      patch: [
        { op: "replace", path: "/world_name", value: name },
        { op: "replace", path: "/governing_logic", value: say(law) },
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
    why: "The moods have grown comfortable. I change one for something that can be seen.",
    patch: newMood(table),
  };
}

function addOrigin(table: Table, origins: readonly string[]): Move {
  const { canon, own, fresh } = table;
  const text = own("origin", origins);
  return {
    why: isArchitect(table)
      ? `A law without a first day has no foundations. I give it one: ${text}`
      : fresh("why", [
          `A law that nobody remembers the reason for is only weather. This is how it began: ${text}`,
          `They would tell it to their children like this, and would leave out the worst of it. ${text}`,
        ]),
    patch: [behind("/governing_logic", canon.governing_logic, text), ...(spareMood(table) ? newMood(table) : [])],
  };
}

function addLimit(table: Table, limits: readonly string[]): Move {
  const { canon, own, say, view } = table;
  const text = own("limit", limits);
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
  return {
    why: isArchitect(table)
      ? `Every vault needs the place where it does not press. Ours is this: ${text} I also leave two sockets open, for the people and for the picture.`
      : `One knows a law by what it spares. ${text} And I keep two seats free, for those who live there and for the picture that shows it.`,
    patch,
  };
}

const spareMood = ({ canon, own }: Table): boolean =>
  canon.aesthetic_mood.length < MOODS.most - 1 && own("mood too", [true, false]);

/** Two moods of the law and one of the place. */
function firstMoods({ lore: { twist, biome }, own }: Table): string[] {
  const first = own("mood 1", twist.moods);
  const second = own(
    "mood 2",
    twist.moods.filter((mood) => mood !== first),
  );
  return [...new Set([first, second, own("mood 3", biome.moods)])];
}

/** One more mood, or another in place of the first where there is no room. */
function newMood({ canon, lore: { twist, biome }, own }: Table): CanonPatch {
  const free = [...twist.moods, ...biome.moods].filter((mood) => !canon.aesthetic_mood.includes(mood));
  const value = own("new mood", free);
  return canon.aesthetic_mood.length < MOODS.most
    ? [{ op: "add", path: "/aesthetic_mood/-", value }]
    : [{ op: "replace", path: "/aesthetic_mood/0", value }];
}

/** A name out of the roots of the law, the place and the people. */
function worldName({ lore: { twist, biome, people }, own }: Table): string {
  const law = own("name law", twist.roots);
  const place = own("name place", biome.roots);
  const folk = own("name folk", people.roots);
  const ending = own("name ending", ["ward", "ford", "holm", "stead", "reach", "fall", "gate", "mark"]);
  return own("name form", [
    law.toLowerCase() === place.toLowerCase() ? `${law}${ending}` : joined(law, place),
    `${place}${ending}`,
    `${law} ${capital(ending)}`,
    `${place}-under-${law}`,
    `${folk} and ${law}`,
    `The ${law} ${place}`,
    joined(folk, place),
  ]);
}
const joined = (a: string, b: string): string =>
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

function place(table: Table): Move {
  const { canon, own, fresh } = table;
  if (canon.landmarks.length < LANDMARKS) {
    const { landmark, use } = newLandmark(table, own);
    return {
      why: isArchitect(table)
        ? fresh("why", [
            `**${landmark.name}.** It stands where two ways of getting by meet, and its shape comes from that. ${REASONS[use]}`,
            `**${landmark.name}.** I drew the section first: one must be able to tell from afar what one may not do there. ${REASONS[use]}`,
            `**${landmark.name}.** ${capital(canonName(table))} has no fixed point on that side yet. ${REASONS[use]}`,
            `**${landmark.name}.** A place that has to be walked around, so that the others get a distance from each other. ${REASONS[use]}`,
            `**${landmark.name}.** It is the only thing here that was built too large, and it has grown into it. ${REASONS[use]}`,
          ])
        : fresh("why", [
            `**${landmark.name}.** People lower their voices when they say the name, and I want us to know why. ${REASONS[use]}`,
            `**${landmark.name}.** There is a story for children about it, and another that begins where that one stops. ${REASONS[use]}`,
            `**${landmark.name}.** Somebody has to have been there first, and to have regretted it. ${REASONS[use]}`,
            `**${landmark.name}.** Two families tell it differently, and both give the same date. ${REASONS[use]}`,
            `**${landmark.name}.** One is taken there as a child and goes there alone only when it is too late. ${REASONS[use]}`,
          ]),
      patch: [{ op: "add", path: "/landmarks/-", value: landmark }],
    };
  }
  return deepen(table);
}

/** A name as it stands inside a sentence. */
const inside = (name: string): string => name.replace(/^The /, "the ");

const canonName = ({ canon, say }: Table): string => canon.world_name || say("{place}");

const REASONS: Readonly<Record<keyof typeof USES, string>> = {
  saving: "It is where wealth can be seen, and so also where poverty can.",
  court: "It gives us a place where somebody is proved right in front of everyone.",
  crossing: "It makes coming and going cost something.",
  memory: "It keeps what the law would like to be rid of.",
  school: "It shows how one becomes somebody who can live by the law.",
  refuge: "It is the one place where the law takes a breath.",
  source: "It tells where all of it comes from, and what would happen if that stopped.",
};

/** A kind and a use that neither the canon nor a dropped proposal has. */
export function newLandmark(
  { canon, lore, say, view }: Table,
  pick: Pick,
): { landmark: Landmark; use: keyof typeof USES } {
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
function deepen({ canon, own, fresh, say }: Table): Move {
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
    why: fresh("why", [
      `All three stand. ${name} carries least of the law, so I load it: ${text}`,
      `${name} has been a backdrop so far. It gets a second life: ${text}`,
      `Three places, and between ${name} and the others there is no path yet. This would be one: ${text}`,
    ]),
    // In a long match a place is given another meaning, not ever more of them.
    patch: [significance.length > 300 ? { op: "replace", path, value: text } : behind(path, significance, text)],
  };
}

function strain(table: Table): Move {
  const { canon, lore, own, fresh, say } = table;
  const { conflicts, stakes, signs } = lore.twist;
  /** Conflict, stakes and sign of one number belong together; another one than the canon has. */
  const quarrel = () => {
    const open = conflicts.flatMap((text, i) => (canon.tension.conflict?.startsWith(say(text)) ? [] : [i]));
    const n = own("tension", open);
    return { conflict: say(conflicts[n]!), stakes: say(stakes[n]!), visual_manifestation: say(signs[n]!) };
  };
  if (TENSION_FIELDS.some((field) => !canon.tension[field])) {
    const value = quarrel();
    return {
      why: isArchitect(table)
        ? "Everything stands, so now I take one support away. Both sides must be able to say their sentence without lying."
        : fresh("why", [
            "Nobody in this quarrel is a villain, and that is why it cannot be ended by being right.",
            "I have listened to both sides. Each tells the same story and stops it at another place.",
          ]),
      patch: [{ op: "add", path: "/tension", value }],
    };
  }
  const places = canon.landmarks.map(({ name }) => inside(name));
  const where = own("where", places.length > 0 ? places : [say("{edge}")]);
  const more = [
    `It comes to a head at ${where}, where neither side can turn its back on the other.`,
    `Both sides have sent their youngest to ${where}, to see who will be hurt first.`,
    `Since last week nobody goes to ${where} alone any more.`,
  ].filter((text) => !canon.tension.conflict!.includes(text.slice(0, 20)));
  if (more.length === 0)
    return {
      why: "We have said all there is to say of this quarrel, and it is no nearer to an end. Let them fight about something else.",
      patch: [{ op: "replace", path: "/tension", value: quarrel() }],
    };
  const text = own("head", more);
  return {
    why: `The quarrel has no place yet, and a quarrel without a place cannot be painted. ${text}`,
    patch: [behind("/tension/conflict", canon.tension.conflict!, text)],
  };
}

/** Everything that the last phase owes: people, picture, and the gaps of earlier rounds. */
function finish(table: Table): Move {
  const { lore, own, fresh, say } = table;
  const patch: Operation[] = [...openEnds(table)];
  const { people } = lore;
  patch.push({
    op: "add",
    path: "/inhabitants",
    value: {
      appearance: say(`They wear {dress}, and ${own("mark", ["all of them have", "each of them has"])} {mark}.`),
      culture_snapshot: `${say(people.rite)} ${say(
        fresh("culture", [
          "By day they are busy with {work}, and every evening with {keeping}.",
          "They are known for {work}, and judged by each other for {keeping}.",
          "Courtship begins with {a_unit}; so do most quarrels.",
        ]),
      )}`,
      relationship_to_place: say(
        fresh("bond", [
          "{Place} is no home to them but an agreement, and they keep it: they know each crack in {ground}, and whose it is.",
          "They say that {place} bears with them. Nobody would claim to own it, and nobody would leave {edge} unswept.",
          "They read {ground} as others read faces, and apologise before each step.",
        ]),
      ),
    },
  });
  patch.push({ op: "replace", path: "/hero_image_description", value: heroOf(table) });
  return {
    why: fresh("why", [
      "This is the whole of it, once through: who lives there, and what one sees first. What stood open is closed; what stood is left alone.",
      "I change nothing that we fought over. I only put in the people, and stand back until all of it fits into one picture.",
      "A last look around the table: the law, the places, the quarrel. What was missing were faces and a frame, and here they are.",
    ]),
    patch,
  };
}

function heroOf({ canon, lore, own, say }: Table): string {
  const image = say(own("image", lore.twist.image));
  const [first] = canon.landmarks.map(({ name, visual_key }) => ({ name, visual_key }));
  const distance = first ? ` Behind it ${inside(first.name)}: ${first.visual_key}.` : "";
  return own("hero", [
    `${capital(image)}, on ${lore.biome.ground}, in ${lore.biome.light}.${distance}`,
    `${capital(lore.biome.light)} over ${lore.biome.place}: ${image}.${distance}`,
  ]);
}

/** What should have been settled before: a name, a law, moods, landmarks, a tension. */
function openEnds(table: Table): CanonPatch {
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
