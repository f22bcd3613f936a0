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
      "All who arrive are lent {a_unit} at {edge}, and nobody has ever been refused.",
    ],
  },
  {
    id: "heirs",
    field: "logic",
    breaks: "After two generations everything lies with {holders}, and the rest are born in debt.",
    settle: "Say what becomes of {units} when somebody dies.",
    fixes: [
      "What the dead leave behind in {units} goes to the one who sat with them last, and to nobody by blood.",
      "Nothing of it outlives its owner; that is why the old are generous here, and watched.",
    ],
  },
  {
    id: "emergency",
    field: "logic",
    breaks: "In a fire nobody would dare to save anyone, because {breaking} costs more than a house.",
    settle: "Name the one case in which the law holds still.",
    fixes: [
      "In the hour of a fire or a birth the law looks away, and anyone who calls that hour without need answers for everybody.",
      "Those who break it to save a life are charged like anyone else, and the whole of {place} pays the charge.",
    ],
  },
  {
    id: "cheat",
    field: "logic",
    breaks: "Two friends can charge each other back and forth and grow rich on {breaches}.",
    settle: "Say why {units} cannot be made out of nothing.",
    fixes: [
      "Between the same two people it counts once a year and no more, so friends are careful with each other.",
      "Nothing of it is ever made, it only moves: when one house in {place} has more, another has less.",
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
    breaks: "I could hold all these moods in my head and never guess what the law is.",
    settle: "Give one mood that comes from {keeping}.",
    fixes: [],
  },
  {
    id: "ordinary",
    field: "landmark",
    breaks: "I know what it is for on feast days. I do not know what anybody does there on a Tuesday.",
    settle: "Say who is there on an ordinary morning, and with what in hand.",
    fixes: [
      "On ordinary mornings {one} sits there with {a_tool} and mends what the night has done to it.",
      "On most days {people} stop there on their way elsewhere, and stay a little too long.",
    ],
  },
  {
    id: "barred",
    field: "landmark",
    breaks: "A place that is open to all is nobody's concern, and nothing can happen there.",
    settle: "Say who may not come in, and what they do instead.",
    fixes: [
      "{Losers} are not kept out, but they know where they are to stand.",
      "Anyone in debt for {breaches} goes around it by the long way, and is seen to.",
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
      "At its middle is {proof}, and all who pass look at that first.",
      "It is built so that {breach} cannot be hidden here: the guilty leave by another way than they came.",
    ],
  },
  {
    id: "scale",
    field: "landmark",
    breaks: "I cannot tell whether it fits in a hand or hides the sun.",
    settle: "Put something beside it whose size everybody knows.",
    fixes: [
      "Forty people with their {tools} can stand around it, and a forty-first cannot.",
      "From {edge} it can be covered with a thumb; up close you have to choose what to look at.",
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
      "Before the month is out {elder} lays down the office, and the next to hold it will decide.",
    ],
  },
  {
    id: "witness",
    field: "tension",
    breaks: "It is fought out in words; a picture of it would show some people standing about.",
    settle: "Give the quarrel an object that both sides have a hand on.",
    fixes: [
      "Between them is {proof}, and both sides swear that they can read it.",
      "Both sides have begun to hang their {tools} on {edge}, where they can be counted from afar.",
    ],
  },
  {
    id: "price",
    field: "tension",
    breaks: "The losers go home as before, so nobody needs to care.",
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
      "They stay because here, at least, you know what a thing costs.",
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
  {
    id: "kin",
    field: "logic",
    breaks: "It can be kept in the street and broken at home, so {holders} will do exactly that.",
    settle: "Say what {a_breach} does where nobody is looking.",
    fixes: [
      "Among kin it counts twice: what a household hides, it owes together.",
      "At home it is the youngest who keep count, and they have never been wrong about their parents.",
    ],
  },
  {
    id: "repeal",
    field: "logic",
    breaks: "{Elder} can remember a time without it, and could simply be asked how that time was brought to an end.",
    settle: "Say why nobody abolishes it.",
    fixes: [
      "It has been abolished twice, and both times {people} went on keeping it, for fear of being the first to stop.",
      "Nobody can end it alone, and no two people in {place} have ever wanted that in the same year.",
    ],
  },
  {
    id: "joy",
    field: "logic",
    breaks: "Nothing in it is pleasant, and nobody keeps a law for years on fear alone.",
    settle: "Name the joy in {keeping}.",
    fixes: [
      "There is a pleasure in {keeping} that {people} do not admit to strangers: for that hour nobody can ask anything of them.",
      "Children play at {keeping} long before they need to, and some of them never like another game so well.",
    ],
  },
  {
    id: "arrival",
    field: "landmark",
    breaks: "You are simply there. Nothing tells how anybody comes to it, or what it costs to leave.",
    settle: "Describe the last hundred steps.",
    fixes: [
      "The last hundred steps to it lead over {ground}, and everybody walks them a little more slowly than they need to.",
      "There is one way to it, and beside the way a worn place where people turn back.",
    ],
  },
  {
    id: "voice",
    field: "landmark",
    breaks: "It is all for the eyes. With a blindfold on there would be nothing there.",
    settle: "Give it a sound or a smell that nothing else in {place} has.",
    fixes: [
      "It is heard before it is seen: a low note, when {weather} passes over it.",
      "It smells of {metal} and of hands, and {people} know by that when they are close.",
    ],
  },
  {
    id: "scar",
    field: "landmark",
    breaks: "It has been there for ever and nothing has ever happened to it.",
    settle: "Show one scar, and say who made it.",
    fixes: [
      "One side of it is newer: {holders} had it rebuilt after a bad night, and the seam shows.",
      "There is a spot on which nobody steps any more, since the year in which {losers} came here all at once.",
    ],
  },
  {
    id: "children",
    field: "landmark",
    breaks: "Nobody under twelve would ever go there, so in a generation nobody will.",
    settle: "Say what children do there when they should not.",
    fixes: [
      "Children dare each other to leave {a_tool} there overnight, and to fetch it before anybody is up.",
      "Its lower part is rubbed smooth by children, who are chased off it daily and without conviction.",
    ],
  },
  {
    id: "between",
    field: "tension",
    breaks: "Two sides and nothing between them; {place} is bigger than that.",
    settle: "Name somebody who cannot afford either side to win.",
    fixes: [
      "Between the sides stands {elder}, who has kin in both and has stopped answering to either.",
      "{One}, who mends {tools} for both sides, has begun to work slowly.",
    ],
  },
  {
    id: "first_move",
    field: "tension",
    breaks: "Everybody is waiting. A quarrel in which nobody has done anything yet is a mood.",
    settle: "Say what was done, and cannot be undone.",
    fixes: [
      "Last night somebody acted, and nobody has owned up to it: {a_tool} was found broken at {edge}.",
      "One of {holders} has already moved away by night, and told nobody for which side.",
    ],
  },
  {
    id: "speech",
    field: "people",
    breaks: "I know what they look like, and not how they say good morning.",
    settle: "Give them one thing that they say to each other and to nobody else.",
    fixes: [
      "They greet each other with a number, the hours since they last held {a_tool}, and nobody lies about it.",
      "For a stranger they have a word that means guest in the morning and witness after dark.",
    ],
  },
  {
    id: "one_mind",
    field: "people",
    breaks: "They are all of one mind, which no people has ever been.",
    settle: "Say on what they disagree among themselves.",
    fixes: [
      "They disagree about {elder}: the young say that it is easy to revere somebody whom you need not obey.",
      "There are two ways to hold {a_tool}, and families have parted over it.",
    ],
  },
  {
    id: "near",
    field: "hero",
    breaks: "Everything in it is the same size, so nothing tells me where I stand.",
    settle: "Put one thing close enough to touch.",
    fixes: [
      "So close that it blurs: a hand, and in it {a_tool}.",
      "At the very front lies {a_tool}, larger than any of the figures.",
    ],
  },
];
