// Kinds of landmark: how each is called, described and looked at, and what it can be for. Slots in braces are filled from the lore.
export interface LandmarkKind {
  readonly id: string;
  readonly nouns: readonly string[];
  readonly scenes: readonly string[];
  /** One for each scene. */
  readonly keys: readonly string[];
  readonly uses: readonly (keyof typeof USES)[];
}

/** What a landmark is for, each said in several ways. */
export const USES = {
  saving: [
    "Here {people} lay by {units}, and a glance tells who has how many.",
    "It is the only place in {place} where {a_unit} can be left with strangers and found again.",
    "People come here to count what a neighbour is worth, and all of them pretend to be passing.",
  ],
  court: [
    "The only court that {place} trusts: nobody presides, and {proof} decides.",
    "Those accused of {breaking} are brought here, and go home by one of two ways.",
    "Quarrels are ended here, because here nobody can pretend that {breach} did not happen.",
  ],
  crossing: [
    "Nobody leaves {place} but through here, and each pays {a_unit} for it.",
    "It parts the {tool} side from the other, and it is the only spot where both stand on the same level.",
    "Strangers are met here, and are told the law before they are told the way.",
  ],
  memory: [
    "It holds what {people} would rather not carry: one mark for each time the law was kept and hurt.",
    "It keeps the names of {losers}, which are kept nowhere else.",
    "Children are brought here once, are told how it began, and never speak of it again.",
  ],
  school: [
    "Here the young learn {keeping}, and nobody is grown up before they can do it.",
    "{One} teaches here, without a word about why, and that is the lesson.",
    "Each new pair of hands spends a season here with one {tool} and one mistake.",
  ],
  refuge: [
    "On its threshold the law stops for as long as a breath, and {losers} sleep against it.",
    "It belongs to {losers}, and even {holders} take off their shoes here.",
    "Once a year everybody is allowed {breaking} here, and the echo has to last until the next.",
  ],
  source: [
    "All {units} begin here, and it is said that the first of them never left.",
    "Whatever {place} lives on comes from here, and a week's silence from it would end everything.",
    "It is older than the law, and {elder} says that the law was read off it.",
  ],
} as const;

export const LANDMARK_KINDS: readonly LandmarkKind[] = [
  {
    id: "orchard",
    nouns: ["Orchard", "Grove", "Thicket"],
    scenes: [
      "Four hundred bare trees stand in rows on {ground}, and on each hangs one {tool}, wrapped in the coat of the one who left it.",
      "A grove of {stuff} and {metal} that somebody planted in earnest: the branches carry {tools}, and the path between them is never straight twice.",
    ],
    keys: ["coats on bare branches", "rows of trees hung with {tools}"],
    uses: ["saving", "memory", "refuge"],
  },
  {
    id: "stair",
    nouns: ["Stair", "Steps", "Ascent"],
    scenes: [
      "Ninety steps are cut from {deep} up to {high}. One of them is lit, never the same two days running, and people sit there to be seen.",
      "A stair of {stuff} without a rail climbs over {edge}; every ninth step is missing, and each has its own way of being crossed.",
    ],
    keys: ["one lit step", "a stair with gaps against the sky"],
    uses: ["court", "crossing", "school"],
  },
  {
    id: "gate",
    nouns: ["Gate", "Arch", "Portal"],
    scenes: [
      "Where {edge} runs through the town stands an arch of {metal}, wide enough for a cart and closed by nothing but a line on the ground.",
      "Two pillars of {stuff} carry a lintel on which {people} have set down one small thing each time they went through; it leans, and it holds.",
    ],
    keys: ["an arch closed by a line on the ground", "a leaning lintel crowded with small things"],
    uses: ["crossing", "court", "memory"],
  },
  {
    id: "well",
    nouns: ["Well", "Cistern", "Shaft"],
    scenes: [
      "A shaft goes down through {ground} into {deep}. The bucket is a {tool}, and it comes up heavier than what it holds.",
      "A ring of {stuff}, worn by elbows: lean over it, and after a long breath something leans back.",
    ],
    keys: ["a {tool} let down on a long cord", "a ring of stone worn by elbows"],
    uses: ["source", "memory", "saving"],
  },
  {
    id: "bridge",
    nouns: ["Bridge", "Span", "Causeway"],
    scenes: [
      "A span of {metal} cables and {stuff} planks that two can cross only if one of them waits; in its middle hangs a seat.",
      "It was made of {relics}, tied to each other end to end, and it moves with {weather} as if it still had somewhere to go.",
    ],
    keys: ["a seat in the middle of a swaying span", "a bridge built of {relics}"],
    uses: ["crossing", "court", "refuge"],
  },
  {
    id: "archive",
    nouns: ["Archive", "Ledger House", "Registry"],
    scenes: [
      "A long hall of pigeonholes in the flank of {high}: in each lies one household's count of {units}, and a ladder runs past them that squeaks on purpose.",
      "Under a roof of upturned boats stand shelves of {stuff} tablets, one for each household, the blank ones at eye level.",
    ],
    keys: ["a wall of pigeonholes and one ladder", "blank tablets at eye level"],
    uses: ["saving", "memory", "court"],
  },
  {
    id: "tower",
    nouns: ["Tower", "Beacon", "Watch"],
    scenes: [
      "A tower of {stuff}, thin as a mast, with a chamber at the top that has only room to stand. From it {place} looks like something that could be folded up.",
      "Somebody set one {relic_bare} upon another until they saw over {edge}. The top one is inhabited.",
    ],
    keys: ["a thin tower with one small room", "stacked {relics} with a light in the uppermost"],
    uses: ["court", "school", "source"],
  },
  {
    id: "market",
    nouns: ["Market", "Exchange", "Row"],
    scenes: [
      "Stalls of sailcloth stand in a spiral on {ground}. Outside they trade in bread and {stuff}, at the centre in {units}, and there nobody carries a purse.",
      "Nine tables under one awning, each lower than the last. What cannot be sold at one goes down to the next, and on the floor lies what nobody may refuse.",
    ],
    keys: ["a spiral of awnings seen from above", "nine tables, each lower than the last"],
    uses: ["saving", "court", "crossing"],
  },
  {
    id: "mill",
    nouns: ["Mill", "Wheel", "Press"],
    scenes: [
      "A wheel as tall as three houses, turned by {weather}. It grinds {stuff} to powder, and the powder is thrown away: what is wanted is the hour it takes.",
      "The press stands in {deep}, and two people walk it round in step. Everything here has passed through it once, {tools} included.",
    ],
    keys: ["a great wheel with nobody near it", "two walkers in step around a press"],
    uses: ["source", "school", "saving"],
  },
  {
    id: "ship",
    nouns: ["Hull", "Ark", "Berth"],
    scenes: [
      "{Relic_an} lies on its side across {ground}. Its ribs have been let in with windows, and {people} live in it aslant, with one long leg to each table.",
      "They hauled {relic} up to {high} and roofed it over. The anchor still hangs out, and is lowered once a year to see whether it holds.",
    ],
    keys: ["lit windows in the ribs of a wreck", "an anchor hanging over a drop"],
    uses: ["refuge", "memory", "court"],
  },
  {
    id: "garden",
    nouns: ["Garden", "Beds", "Close"],
    scenes: [
      "Walled with {stuff} and no bigger than a room, it holds one bed for each family; what grows there is watered with what was not said, spent or used.",
      "In the lee of {relic} stand glass bells in rows, and under each something is kept that would not live in {weather}.",
    ],
    keys: ["a walled bed no bigger than a room", "rows of glass bells with something pale in each"],
    uses: ["refuge", "school", "saving"],
  },
  {
    id: "hall",
    nouns: ["Hall", "Keel", "Nave"],
    scenes: [
      "An upturned keel makes the roof, and light comes in between the planks. In the middle is nothing, and that is what the hall was built around.",
      "A nave cut into {high} by {people} who took turns; the height of the chisel marks tells who was tall and who was tired.",
    ],
    keys: ["a roof like an upturned keel, and a small figure below", "chisel marks at every height"],
    uses: ["court", "school", "refuge"],
  },
  {
    id: "wall",
    nouns: ["Wall", "Row of Niches", "Line"],
    scenes: [
      "A wall of {stuff} along {edge}, no higher than a knee. On one side it is polished by sitting, on the other scratched by nails.",
      "A thousand niches in a wall, and in each stands one {tool}. Some have been turned to face inwards, and nobody remarks on it.",
    ],
    keys: ["a knee-high wall that runs out of sight", "a thousand niches, a few of them dark"],
    uses: ["memory", "crossing", "saving"],
  },
  {
    id: "pool",
    nouns: ["Mirror", "Pool", "Basin"],
    scenes: [
      "A sheet of standing water on {ground}, a finger deep and as wide as a square. {Weather} never ruffles it, but {breach} does.",
      "It lies in {deep} and shows {high} upside down. {People} set their {tools} by what they see in it.",
    ],
    keys: ["a ring spreading on perfectly still water", "a town upside down in a shallow pool"],
    uses: ["court", "source", "school"],
  },
  {
    id: "lantern",
    nouns: ["Lamp", "Lantern House", "Light"],
    scenes: [
      "A glass house on {high} with a single flame in it. It goes out when somebody in {place} is guilty of {breaking}, and everybody looks up at once.",
      "On a pole of {metal} hangs a lantern made of {tools}. Somebody tends it, and nobody has ever seen who.",
    ],
    keys: ["one flame in a house of glass", "a lantern made of {tools}"],
    uses: ["court", "crossing", "source"],
  },
  {
    id: "mine",
    nouns: ["Gallery", "Descent", "Mouth"],
    scenes: [
      "A mouth in {ground} that leads into {deep}, shored up with {stuff}. By the entrance hang as many {tools} as people went in, and one more.",
      "The gallery runs under the whole of {place}. Through its roof you hear who walks overhead, and by their step how much they owe.",
    ],
    keys: ["{tools} hung at the mouth of a tunnel", "a low gallery with footsteps overhead"],
    uses: ["source", "memory", "refuge"],
  },
];
