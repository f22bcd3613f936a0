// What a scripted Contrarian can object to, by field: what breaks, what would settle it, and the sentences that do settle it.
export type Field = "logic" | "mood" | "landmark" | "tension" | "people" | "hero";

export interface Angle {
  readonly id: string;
  readonly field: Field;
  readonly breaks: string;
  readonly settle: string;
  /** Each mends the field, put behind what stands there. Moods are mended by a word of the lore instead. */
  readonly fixes: readonly string[];
}

export const ANGLES: readonly Angle[] = [
  {
    id: "enforcement",
    field: "logic",
    breaks: "{A_breach} behind a hill costs nothing, so this law binds only those who are watched.",
    settle: "Say who notices {a_breach}, and by what.",
    fixes: [
      "Nobody watches: sooner or later {proof} shows it, and that is never wrong.",
      "It is noticed by {proof}, and {people} look at that before they look at each other.",
    ],
  },
  {
    id: "stranger",
    field: "logic",
    breaks: "A stranger who has never heard of it would be ruined before supper, and nobody could ever arrive.",
    settle: "Say what the law asks of those who do not know it yet.",
    fixes: [
      "A stranger has until the second sunset; until then the host answers for {breaches}.",
      "Whoever arrives is lent {a_unit} at {edge}, and nobody has ever been refused.",
    ],
  },
  {
    id: "heirs",
    field: "logic",
    breaks: "After two generations everything lies with {holders}, and the rest are born in debt.",
    settle: "Say what becomes of {units} when somebody dies.",
    fixes: [
      "What the dead have left of it goes to whoever sat with them last, and to nobody by blood.",
      "With its owner's death it is gone; that is why the old are generous here, and watched.",
    ],
  },
  {
    id: "emergency",
    field: "logic",
    breaks: "In a fire nobody would dare to save anyone, because {breaking} costs more than a house.",
    settle: "Name the one case in which the law holds still.",
    fixes: [
      "In the hour of a fire or a birth the count stands still, and whoever calls that hour wrongly pays for everybody.",
      "Who breaks it to save a life is charged like anyone else, and the whole of {place} pays the charge.",
    ],
  },
  {
    id: "cheat",
    field: "logic",
    breaks: "Two friends can charge each other back and forth and grow rich on {breaches}.",
    settle: "Say why {units} cannot be made out of nothing.",
    fixes: [
      "Between the same two people it is counted once a year, and friends are therefore careful with each other.",
      "It only ever moves: somewhere in {place} somebody has less the moment somebody has more.",
    ],
  },
  {
    id: "penalty",
    field: "logic",
    breaks: "It is said what the law is and not what happens next, and a rule without a price is a wish.",
    settle: "Say in one clause what follows {a_breach}.",
    fixes: ["{A_breach} {penalty}.", "There is one penalty: {a_breach} {penalty}."],
  },
  {
    id: "weather_mood",
    field: "mood",
    breaks: "These moods could hang over any world; none of them is touched by this place.",
    settle: "Give one mood that only {place} can have.",
    fixes: [],
  },
  {
    id: "law_mood",
    field: "mood",
    breaks: "One could hold all these moods and never guess what the law is.",
    settle: "Give one mood that comes from {keeping}.",
    fixes: [],
  },
  {
    id: "ordinary",
    field: "landmark",
    breaks: "One knows what it is for on great days and not what anybody does there on a Tuesday.",
    settle: "Say who is there on an ordinary morning, and with what in hand.",
    fixes: [
      "On ordinary mornings {one} sits there with {a_tool} and mends what the night has done to it.",
      "On most days it is full of {people} who are on their way elsewhere and stay a little too long.",
    ],
  },
  {
    id: "barred",
    field: "landmark",
    breaks: "A place that is open to all is nobody's concern, and nothing can happen there.",
    settle: "Say who may not come in, and what they do instead.",
    fixes: [
      "{Losers} are not kept out, but they know where they are to stand.",
      "Whoever is in debt for {breaches} goes around it by the long way, and is seen to.",
    ],
  },
  {
    id: "upkeep",
    field: "landmark",
    breaks: "In {weather} it would be gone within ten years.",
    settle: "Say who keeps it up, and what that costs them.",
    fixes: [
      "{People} keep it up by turns, one household a month, and the month is dreaded.",
      "It is repaired with {metal} from whatever {people} can spare, so that it grows more precious as it fails.",
    ],
  },
  {
    id: "law_seen",
    field: "landmark",
    breaks: "Nothing about it would be different if the law were another one.",
    settle: "Let one thing about it exist only because of the law.",
    fixes: [
      "At its middle one finds {proof}, and all who pass look at that first.",
      "It is built so that {breach} cannot be hidden here: whoever is guilty of it leaves by another way than they came.",
    ],
  },
  {
    id: "scale",
    field: "landmark",
    breaks: "One cannot tell whether it fits into a hand or hides the sun.",
    settle: "Set something next to it of which everybody knows the size.",
    fixes: [
      "A grown person with {a_tool} on the shoulder reaches to about a third of it.",
      "From {edge} it can be covered with a thumb; standing before it one has to choose what to look at.",
    ],
  },
  {
    id: "innocent",
    field: "tension",
    breaks: "One side is simply wrong, so this is a crime and no tension.",
    settle: "Say what the weaker case has right.",
    fixes: [
      "And {holders} are right in one thing: without them nobody would have {units} to fight over.",
      "And {losers} know it: most of them would do the same in the others' place.",
    ],
  },
  {
    id: "clock",
    field: "tension",
    breaks: "It has gone on like this for years and can go on for years more. Why should it be today?",
    settle: "Name the day on which it has to be decided.",
    fixes: [
      "It has to be settled before {weather} comes back, for then nobody will be able to leave.",
      "On the next count {elder} lays down the office, and whoever holds it then decides.",
    ],
  },
  {
    id: "witness",
    field: "tension",
    breaks: "It is fought out in words; a picture of it would show some people standing about.",
    settle: "Give the quarrel an object that both sides have a hand on.",
    fixes: [
      "Between them is {proof}, and both sides swear that they can read it.",
      "Both sides have begun to hang their {tools} on {edge}, and one can count them from afar.",
    ],
  },
  {
    id: "price",
    field: "tension",
    breaks: "Whoever loses goes home as before, so nobody needs to care.",
    settle: "Say what the losing side can never have again.",
    fixes: [
      "The side that loses gives up {high} for good.",
      "The losers will have to teach their children the opposite of what they were taught.",
    ],
  },
  {
    id: "hands",
    field: "people",
    breaks: "They have customs and clothes and nothing to do with their hands.",
    settle: "Give them one gesture that comes from {work}.",
    fixes: [
      "Even at rest one hand is closed around a {tool} that is not there.",
      "They point with the whole arm and count on the knuckles, as their work has taught them.",
    ],
  },
  {
    id: "reason",
    field: "people",
    breaks: "Nothing says why they stay; with a law like this anybody would have left.",
    settle: "Say what {place} gives them that they would not find elsewhere.",
    fixes: [
      "They stay because here, at least, one knows what a thing costs.",
      "They have tried to leave. Elsewhere, they say, nobody even notices {breaches}.",
    ],
  },
  {
    id: "law_hero",
    field: "hero",
    breaks: "It is a view, and a fine one; the law is not in it.",
    settle: "Put somebody into the picture who is keeping the law or breaking it.",
    fixes: [
      "In front, small and quite distinct, somebody is {keeping}.",
      "One figure in it is about to be guilty of {breaking}, and only the viewer sees it.",
    ],
  },
];
