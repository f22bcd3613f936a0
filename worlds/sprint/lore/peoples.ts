// Inhabitants of the challenges and the words that scripted players speak of them in. Shared by all tiers.
export interface People {
  readonly text: string;
  /** "ringers": plural, without an article. */
  readonly people: string;
  readonly one: string;
  readonly elder: string;
  readonly tool: string;
  readonly tools: string;
  /** What they do all day, as a gerund. */
  readonly work: string;
  /** What they wear, as a clause that follows "They wear". */
  readonly dress: string;
  readonly mark: string;
  /** A whole sentence. */
  readonly rite: string;
  readonly roots: readonly string[];
}

export const PEOPLES: readonly People[] = [
  {
    text: "bell-ringers and toll-keepers",
    people: "ringers",
    one: "a bell-ringer",
    elder: "the oldest toll-keeper",
    tool: "bell",
    tools: "bells",
    work: "ringing the hours and counting who crosses",
    dress: "felt coats with the sleeves sewn shut at the wrist",
    mark: "a bronze ring on the thumb that strikes",
    rite: "At dusk each of them lays a palm on one bell and does not strike it.",
    roots: ["Bell", "Toll", "Clapper"],
  },
  {
    text: "ferrymen and their blind pilots",
    people: "ferrymen",
    one: "a blind pilot",
    elder: "the pilot who has never been aground",
    tool: "oar",
    tools: "oars",
    work: "carrying strangers across and listening for the far side",
    dress: "oilcloth to the knee and a rope belt with one knot for each crossing that failed",
    mark: "a chalk eye on the back of the left hand",
    rite: "Before the first crossing of the day the pilot tells the water a thing that is true.",
    roots: ["Ferry", "Oar", "Cross"],
  },
  {
    text: "weavers of rope and sail",
    people: "weavers",
    one: "a rope-weaver",
    elder: "the weaver with the longest unbroken cord",
    tool: "loom",
    tools: "looms",
    work: "twisting cord and mending what the wind has opened",
    dress: "undyed canvas patched with the sails of their parents",
    mark: "a cord around the neck with the beginning of somebody else's work in it",
    rite: "Nobody ties the last knot of a thing without a second pair of hands on it.",
    roots: ["Loom", "Cord", "Knot"],
  },
  {
    text: "beekeepers and candle-makers",
    people: "keepers",
    one: "a candle-maker",
    elder: "the keeper of the oldest hive",
    tool: "candle",
    tools: "candles",
    work: "tending hives and pouring wax into the evening",
    dress: "veils pinned up like half-drawn curtains, and aprons stiff with wax",
    mark: "a thumbprint in wax worn over the heart",
    rite: "When somebody dies the hives are told first, in a low voice, by name.",
    roots: ["Hive", "Wax", "Taper"],
  },
  {
    text: "cartographers in exile",
    people: "mapmakers",
    one: "a mapmaker",
    elder: "the last surveyor of the old country",
    tool: "compass",
    tools: "compasses",
    work: "measuring a country they may not go home to",
    dress: "coats lined with maps of places that no longer let them in",
    mark: "an inked line along the wrist, one for each border crossed",
    rite: "Each evening they pace out a room of the house they left, and somebody walks through its door.",
    roots: ["Meridian", "Chart", "Bearing"],
  },
  {
    text: "glassblowers and lens-grinders",
    people: "grinders",
    one: "a lens-grinder",
    elder: "the grinder who sees without lenses",
    tool: "lens",
    tools: "lenses",
    work: "breathing shapes into heat and grinding them until they tell the truth",
    dress: "leather aprons, and a lens on a ribbon that nobody else may look through",
    mark: "a burn on the lower lip, polished like a coin",
    rite: "The first thing a child blows is broken, and the child is given the pieces to keep.",
    roots: ["Lens", "Breath", "Facet"],
  },
  {
    text: "salt-miners and their choirs",
    people: "miners",
    one: "a choir-miner",
    elder: "the cantor of the lowest gallery",
    tool: "lamp",
    tools: "lamps",
    work: "cutting galleries by day and singing them safe by night",
    dress: "white-crusted leather, and collars cut high to keep the throat warm",
    mark: "a grain of rock salt set in the ear",
    rite: "No gallery is entered before four voices have found its echo.",
    roots: ["Gallery", "Canto", "Lode"],
  },
  {
    text: "gardeners of the dead",
    people: "gardeners",
    one: "a grave-gardener",
    elder: "the gardener whose own plot is already planted",
    tool: "spade",
    tools: "spades",
    work: "planting the dead and pruning what comes up",
    dress: "black linen with seed pockets, and boots that are never taken indoors",
    mark: "a pressed leaf under the collar, from a plant that was somebody",
    rite: "They introduce each newborn to one tree, and tell it whose it was.",
    roots: ["Yew", "Plot", "Graft"],
  },
];
