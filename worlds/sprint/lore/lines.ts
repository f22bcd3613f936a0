// What scripted agents say around a patch, by occasion: pools long enough that two matches seldom share a sentence.
// Slots in braces are filled from the lore; <slots> are filled with what is on the table: ids, quoted words, a field in words.
import type { Phase, Role } from "../settings.ts";

/** Before a proposal, when the last round changed nothing. */
export const GAP = [
  "The last round left a gap, so I fill it before anything else.",
  "Nothing came of the last round. This takes its place, and goes another way.",
  "What was dropped had a place to hold. Here is something else for it.",
  "We went home without it last time. A second try, from the other end.",
  "The place is still empty. I would not leave it so for {people} to trip over.",
  "Last round we agreed on nothing, which is a start. I begin again lower down.",
  "That did not pass, and it was not missed. This would be.",
] as const;

export const LAW = [
  "I begin with the load-bearing wall. In {place} the whole town stands on one rule, and everything we build later has to carry it. I call it <name>.",
  "First the ground plan: where we are, and what holds. The name <name> says both, and the moods keep us from decorating.",
  "<name>. {Light}, {ground}, and one law; before there are houses I want to know what a wall would be for.",
  "{One} should be able to explain it to a guest in one breath: one place, one law, one name, <name>. The rest can wait.",
  "I asked what {people} would quarrel over on the first cold night, and made that the law. The place is called <name>.",
  "Say <name> aloud, and it already sounds like somewhere that you would have to behave. This is how.",
  "A place is known by what it will not let you do. <name>, then, and the one thing that is not done there.",
  "Begin with what {people} would be ashamed of. Turned around, it is the law of <name>.",
] as const;

export const ORIGIN = {
  ARCHITECT: [
    "A law without a first day has no foundations. I give it one: <words>",
    "Under every rule there is a hole where something fell in. Ours: <words>",
    "The law needs a cornerstone with a date on it: <words>",
    "It was built after something, as everything is: <words>",
  ],
  LOREKEEPER: [
    "A law that nobody remembers the reason for is only weather. This is how it began: <words>",
    "They would tell it to their children like this, and would leave out the worst of it. <words>",
    "Before it was a law it was a bad day. <words>",
    "Ask {elder} why, and after the second cup you get this: <words>",
    "I know how it starts, when it is told in the dark: <words>",
  ],
} as const;

export const LIMIT = {
  ARCHITECT: [
    "Every vault needs the place where it does not press. Ours is this: <words>",
    "I cut a joint where it would crack otherwise: <words>",
    "A door in the wall, small and always open: <words>",
    "What bends here will not have to break: <words>",
  ],
  LOREKEEPER: [
    "You know a law by what it spares. <words>",
    "There was always somebody it was never meant for. <words>",
    "Even {holders} would not go further than this: <words>",
    "The kindest line in it was written last: <words>",
  ],
} as const;

/** Behind a limit that brings the placeholders along. */
export const SOCKETS = {
  ARCHITECT: [
    "I also leave two sockets open, for the people and for the picture.",
    "Two niches stay empty for now: who lives here, and what we show.",
  ],
  LOREKEEPER: [
    "And I keep two seats free, for those who live there and for the picture that shows it.",
    "People and picture I only name, so that nobody forgets to ask for them.",
  ],
} as const;

export const MOOD = [
  "The moods have grown comfortable. I change one for something that can be seen.",
  "One of the moods has stopped saying anything. Here is another for it.",
  "We have been painting with the same three words. I put a new one on the table.",
  "A mood that would suit any place is a frame without a picture. This one is ours.",
] as const;

export const PLACE = {
  ARCHITECT: [
    "It stands where two ways of getting by meet, and its shape comes from that.",
    "I drew the section first: you must be able to tell from afar what is not done there.",
    "<name> has no fixed point on that side yet.",
    "A place that has to be walked around, so that the others keep their distance.",
    "It is the only thing here that was built too large, and it has grown into it.",
    "I needed something that is seen from {edge} and reached only on foot.",
    "Put it anywhere else, and the rest tips over.",
    "It began as a mistake in the drawing, and nobody would let me correct it.",
    "Between {high} and {deep} there was nothing to hold on to.",
    "I looked for the spot that {people} would never sell.",
  ],
  LOREKEEPER: [
    "People lower their voices when they say the name, and I want us to know why.",
    "There is a story for children about it, and another that begins where that one stops.",
    "Somebody has to have been there first, and to have regretted it.",
    "Two families tell it differently, and both give the same date.",
    "You are taken there as a child, and go alone only when it is too late.",
    "{One} will tell you that it was always there. It was not.",
    "Ask who built it, and you learn who is asking.",
    "There is a day in the year when {people} stay away from it, and they will not say why.",
    "It has had three names. This is the one that stuck.",
    "{Elder} asked to be carried past it once more, and then not past it.",
  ],
} as const;

/** Why a landmark of a use is wanted. */
export const REASONS = {
  saving: [
    "It is where wealth can be seen, and so also where poverty can.",
    "There {units} stop being a rumour and can be pointed at.",
    "It makes thrift visible, which is a cruelty and a comfort.",
  ],
  court: [
    "It gives us a place where somebody is proved right in front of everyone.",
    "The law has to be said aloud somewhere, and heard.",
    "Sooner or later everybody stands there who swore they never would.",
  ],
  crossing: [
    "It makes coming and going cost something.",
    "Until you have passed it you are only near {place}.",
    "There the law meets people who have not heard of it.",
  ],
  memory: [
    "It keeps what the law would like to be rid of.",
    "It remembers for those who cannot afford to.",
    "Without it, {people} would only have their own word for it.",
  ],
  school: [
    "It shows how a child becomes somebody who can live by the law.",
    "Laws are learned with the hands first, and there they are.",
    "The young go in with questions and come out with a habit.",
  ],
  refuge: [
    "It is the one place where the law takes a breath.",
    "A law with no lee side would have been torn down long ago.",
    "Even {holders} need somewhere to be nobody.",
  ],
  source: [
    "It tells where all of it comes from, and what would happen if that stopped.",
    "Everything else leans on it without saying so.",
    "It is the only thing in {place} that everybody would run to save.",
  ],
} as const;

export const DEEPEN = [
  "All three stand. <place> carries least of the law, so I load it: <words>",
  "<place> has been a backdrop so far. It gets a second life: <words>",
  "Three places, and between <place> and the others there is no path yet. This would be one: <words>",
  "I went back to <place> and found it in use: <words>",
  "Nobody has said yet what <place> is for in a bad year. This: <words>",
  "<place> is too clean. People have been there: <words>",
] as const;

export const STRAIN = {
  ARCHITECT: [
    "Everything stands, so now I take one support away. Both sides must be able to say their sentence without lying.",
    "The weakest joint is where two rights meet. I put the weight there.",
    "I have looked for the place where the law and the people pull apart. It was not far.",
    "A roof shows what it is made of when it is about to go. Here is ours, the night before.",
  ],
  LOREKEEPER: [
    "Nobody in this quarrel is a villain, and that is why it cannot be ended by being right.",
    "I have listened to both sides. Each tells the same story and stops it at another place.",
    "It has been going on under the table for years. This is the evening on which it is said aloud.",
    "{People} would call it a misunderstanding, and would not sit down together to clear it up.",
  ],
} as const;

/** A quarrel that stands gets a place. */
export const HEAD = [
  "The quarrel has no place yet, and a quarrel without a place cannot be painted. <words>",
  "They have been shouting past each other. I put them where they have to stand close: <words>",
  "A quarrel has to be somewhere when it happens. <words>",
  "We know what it is about and not where to look. <words>",
] as const;

export const FINISH = [
  "This is the whole of it, once through: who lives there, and what is seen first. What stood open is closed; what stood is left alone.",
  "I change nothing that we fought over. I only put in the people, and stand back until all of it fits into one picture.",
  "A last look around the table: the law, the places, the quarrel. What was missing were faces and a frame, and here they are.",
  "Everything is there except somebody to be cold in it. I bring {people}, and a window to look through.",
  "We have built it and broken it a little. Now the people who have to live with that, and one picture of them.",
] as const;

export const CULTURE = [
  "By day they are busy with {work}, and every evening with {keeping}.",
  "They are known for {work}, and judged by each other for {keeping}.",
  "Courtship begins with {a_unit}; so do most quarrels.",
  "A guest is asked first about {work} and only later, and softly, about {breaches}.",
  "They count a life by {units}, and a good year by how little there is to say of it.",
] as const;

export const BOND = [
  "{Place} is no home to them but an agreement, and they keep it: they know each crack in {ground}, and whose it is.",
  "They say that {place} bears with them. Nobody would claim to own it, and nobody would leave {edge} unswept.",
  "They read {ground} as others read faces, and apologise before each step.",
  "None of them chose {place}, and all of them would choose it now; they are a little ashamed of that.",
  "They speak of {place} as of an old aunt: difficult, deaf to advice, and not to be left alone after dark.",
] as const;

/** How a Contrarian begins. */
export const OPENING = [
  "One thing does not hold.",
  "I like it, and that makes me suspicious.",
  "Before we build on this, I lean on it once.",
  "That stands until somebody asks.",
  "Let me be the stranger who takes it at its word.",
  "It reads well. I have tried to live in it for an hour.",
  "Fine from afar. Up close I catch my sleeve here.",
  "Suppose that somebody is tired, or seven years old.",
  "I looked for the place where it would break first. It was not hidden.",
  "That is the sort of sentence that gets applauded and then ignored.",
  "Nobody would lie about that. That is what is wrong with it.",
  "Somebody's grandmother will ask, and we have no answer for her.",
  "I can agree with every word of it and still not see it.",
  "We have said what is beautiful. Nobody has said what it costs.",
  "Give me a bad winter and a clever thief, and it falls over.",
  "If I were born there I would have one question.",
  "It is true on the first day. I ask about the thousandth.",
  "A painter would stop here and put the brush down.",
  "There is a way round this, and we have not closed it.",
  "Read it aloud as if it were your own rule. Hear the gap?",
  "I am not against it. I am against leaving it like this.",
  "Somebody has to sweep up after this, and we have not met them.",
  "It holds as long as everybody is good. Nobody is, all year.",
  "The words are in order. The world behind them is not yet.",
  "{One} would nod, go home, and do something else.",
  "I took it to {edge} and it did not come back in one piece.",
  "Everybody in it knows why they are there. That never happens.",
  "The first half is a world. The second half is a wish.",
  "Tell it to {losers} and watch their faces.",
  "I would vote for it today and be sorry by spring.",
  "There is nothing wrong with it that a week in {place} would not show.",
  "It answers the question before anybody has been hurt by it.",
] as const;

/** The patch that an objection asked for. */
export const SETTLE = {
  any: [
    "<objection> is right, and cheap to settle. I add: “<words>”",
    "I will not defend a hole. Against <objection> I set this: “<words>”",
    "I had that sentence and struck it out. With <objection> it goes back in: “<words>”",
    "Granted, <objection>. The smallest stone that closes it is this one: “<words>”",
    "<objection> has found the seam that I was proud of. Sewn shut: “<words>”",
    "Not a defence, a repair. To <objection> belongs this sentence: “<words>”",
    "Only somebody who means to live there asks like <objection>. So: “<words>”",
    "I take <objection> at its word and pay what it asks: “<words>”",
    "That was left out because it hurts. <objection> is right to want it: “<words>”",
    "<objection> asks what a child would ask, so I answer as I would a child: “<words>”",
    "I tried it without. It fell just where <objection> says. With: “<words>”",
    "Fair. {One} would have asked it before breakfast, and been told: “<words>”",
    "There is an answer, and it is older than the question. To <objection>: “<words>”",
    "I owe <objection> one sentence, and here it is: “<words>”",
    "I put this where <objection> put its finger: “<words>”",
    "{People} would shrug at <objection>. They have lived with the answer for years: “<words>”",
    "I would rather mend than explain. <objection> gets this: “<words>”",
    "What <objection> found is real. What closes it is small: “<words>”",
    "Asked and answered, <objection>, at no cost to the rest: “<words>”",
    "I was about to say it when <objection> did. The other half: “<words>”",
  ],
  ARCHITECT: [
    "It needs one more beam, and I would put it here, against <objection>: “<words>”",
    "A brace, and not a patch. <objection> may lean on it: “<words>”",
    "I move the load to where it can be carried. For <objection>: “<words>”",
    "The drawing had it, the model did not. After <objection> both do: “<words>”",
  ],
  LOREKEEPER: [
    "They have always had an answer to that, only nobody asked. Against <objection>: “<words>”",
    "The old version had a line here that the new one lost. <objection> brings it back: “<words>”",
    "There is a story about that, and it is short. <objection> may have it: “<words>”",
    "It was never written down, because everybody knew it. For <objection>: “<words>”",
  ],
} as const;

/** The Contrarian's own way to mend what was mended otherwise. */
export const OTHER_WAY = [
  "<offer> mends it at the cheapest place. I would let it cost something: “<words>”",
  "<offer> will do. This would do better, because somebody pays for it: “<words>”",
  "There are two ways to close that hole, and <offer> took the short one. The long one: “<words>”",
  "I asked the question, so I may answer it once. Not <offer> but this: “<words>”",
  "Take <offer> if you are in a hurry. I would take this: “<words>”",
  "<offer> answers me, and it does not frighten me. This does: “<words>”",
  "Against <offer> I set the same mend with an edge on it: “<words>”",
  "Try the other way before you go with <offer>: “<words>”",
  "<offer> is what {people} would say. This is what they would do: “<words>”",
  "I like <offer> less each time I read it. In its place: “<words>”",
  "If {elder} had the pen, it would not be <offer>. It would be: “<words>”",
  "<offer> shuts the question. I would leave it a hinge: “<words>”",
  "We could have <offer>, and be content. Or this, and be awake: “<words>”",
  "<offer> is true, and so is this, and this is harder: “<words>”",
] as const;

/** The Contrarian before two bullets, when somebody has mended the proposal. */
export const PRESS = [
  "<offer> settles what I asked for. It also brings something along that nobody ordered.",
  "I withdraw the question and keep the doubt: <offer> answers it, and moves it next door.",
  "Good. Now it holds, and it shows where the weight goes instead.",
  "<offer> is honest work. I only ask what it will look like when it is old.",
  "I have nothing against <offer> except that it makes us comfortable.",
  "So the hole is closed. I go on leaning, a hand's breadth further left.",
  "Accepted, <offer>. But a world that answers everything has nobody in it.",
  "It does not break there any more. Let me say where I would step next.",
  "<offer> pays the bill that I sent. Two small items are still on it.",
  "<offer> holds on a good day. I had asked about the others.",
  "That is an answer. I wanted to see whether there was one.",
  "<offer> moves the hole to where fewer of us look.",
  "Fine. {Losers} will want to know who asked them.",
  "I believe <offer>. I do not yet believe that {people} do.",
  "<offer> will stand. I only walk around it once more and knock.",
  "You have mended the sentence. The habit behind it is still torn.",
  "So much for my question. It drags two things in behind it.",
  "<offer> is right in the way that a receipt is right.",
  "I stop pushing here. I start pushing there.",
  "With <offer> I would spend a night in {place}, and not yet a winter.",
  "It is closed on this side. {Holders} have always come in by the other.",
  "I grant <offer>, and name my price for granting it.",
  "Nobody can say now that it was not asked.",
  "<offer> has made it dearer. Whether it has made it better I will know when I have seen this.",
] as const;

/** The Contrarian before two bullets, when nobody has answered. */
export const UNANSWERED = [
  "Nobody has answered yet, so I say what I would take for an answer.",
  "The question is still on the table. I cut it into two smaller ones.",
  "Silence is an answer too, and a bad one. Here is what I would accept.",
  "Nobody has picked it up, so I hold out the other end.",
] as const;

/** Bullets of a delta, by phase. */
export const BULLETS: Readonly<Record<Phase, readonly string[]>> = {
  FOUNDATION: [
    "Change: those who profit from {breaches} must be visible in a later round, with a face.",
    "Add: {losers} get a place of their own before {holders} get theirs.",
    "Keep open: what {elder} would do if it were a question of one child.",
    "Add: somewhere you must be able to see {proof}, or the sentence stays a claim.",
    "Change: the first landmark carries the penalty, not the profit.",
    "Add: one case in the canon in which the law was kept and should not have been.",
    "Keep open: who counted before there was anything to count.",
    "Change: {keeping} must cost the strong more than the weak, at least once.",
    "Add: a word that {people} use for {breach} when children are listening.",
    "Add: what {one} says on being caught, in their own words.",
    "Keep open: whether {elder} has ever broken it.",
    "Change: let the law be harder on {holders} than it sounds.",
    "Add: what a guest is told of it, and what a guest is not told.",
    "Keep: nobody may be able to buy their way around it with {metal}.",
    "Add: the hour of the day at which it is felt most.",
    "Change: {breaking} has to tempt honest people, or it is no law.",
    "Keep open: what {people} did before it, and who misses that.",
    "Add: one trade in {place} that could not exist without it.",
    "Change: it should be kept out of love at least once, where we can see it.",
    "Add: the joke about it that is told when {holders} have left the room.",
    "Keep: it must fit into one breath of {one}.",
    "Add: somebody who keeps it for the wrong reason, and does no harm.",
    "Keep open: what would be lost if nobody had ever broken it.",
    "Change: at {edge} it should be a little weaker than in the middle.",
  ],
  LANDMARKS: [
    "Add: from here you must be able to see one of the other two, or hear it.",
    "Change: it is {losers} who use it first, and {holders} who come later.",
    "Add: a trace of {breach} that could not be removed.",
    "Keep open: what happens here in {weather}.",
    "Change: the name comes from those who are afraid of it.",
    "Add: a second entrance that everybody knows and nobody uses by day.",
    "Keep: it must be possible to walk past it without being asked anything.",
    "Change: {elder} avoids it, and has never said why.",
    "Add: in {light} it should look like a different thing than at night.",
    "Add: something of {metal} on it that was touched so often that it shines.",
    "Keep open: who built it first, and whether they were thanked.",
    "Add: what it sounds like in {weather}, from inside.",
    "Change: {holders} would like to close it, and cannot say so.",
    "Add: the one repair that was done badly and is loved for it.",
    "Keep open: what was there before, and who lost it.",
    "Add: a mark at the height of a child's hand.",
    "Change: from {edge} it must look smaller than it is.",
    "Keep: nobody may own it, not even by habit.",
    "Add: a smell by which you would know it with your eyes shut.",
    "Change: {one} passes it daily and has stopped looking.",
    "Add: the spot at which people wait for each other.",
    "Keep open: why the path to it bends.",
    "Add: {a_tool} left behind there, and a reason not to take it.",
    "Change: its best side faces away from {high}.",
    "Keep: it has to be worth the walk even to those who hate the law.",
    "Add: a number that somebody scratched into it, and never explained.",
    "Keep open: what {people} tell a stranger that it is for.",
    "Change: it is warmer than it looks, and nobody mentions it.",
  ],
  TENSION: [
    "Add: someone who stands on both sides and is trusted by neither.",
    "Change: the first move is made by mistake, and cannot be taken back.",
    "Add: {a_tool} that lies on the ground, and that nobody picks up.",
    "Keep open: whether {elder} is still listened to.",
    "Change: {losers} have more to lose from winning than from waiting.",
    "Add: a child of {holders} who has gone over, and is not believed.",
    "Keep: nobody may be able to end it by telling the truth.",
    "Keep open: who began it; both sides have a date.",
    "Add: what {people} call the other side when they are tired.",
    "Change: the loudest voice on each side has the least to lose.",
    "Add: an hour at which neither side fights, and why.",
    "Keep: both must be able to say sorry, and neither first.",
    "Add: what a child of {losers} plays when nobody is looking.",
    "Change: it is about {units} only because nobody dares to say what it is about.",
    "Keep open: whether {place} would be better off without either.",
    "Add: one letter that was never delivered.",
    "Change: each side should be sure that the other is happier.",
  ],
  CRYSTALLIZATION: [
    "Add: in the picture the eye comes last to {proof}.",
    "Change: nobody in it looks at the viewer.",
    "Keep: the quarrel may be seen, and must not be over.",
    "Add: in one corner {losers}, as small as they are.",
    "Keep: the first thing that is seen must be the last that is understood.",
    "Change: leave one of the three places out of the picture, and let it be missed.",
    "Add: somewhere small, {a_tool} with nobody's hand on it.",
    "Keep: {light}, and no second light.",
    "Change: {holders} and {losers} stand in it at the same distance.",
    "Add: one face that has understood.",
    "Keep open: what lies just outside of the frame.",
    "Change: more ground in it than sky.",
    "Keep: it has to be clear without its title.",
  ],
};

/** A response without a patch. <open>: what still waits for an answer, or nothing. */
export const WEIGH = {
  SYNTHESIZER: [
    "So far <proposal> stands<leaning>.<open>",
    "I hear one proposal and <count> ways to hold it.<open> Before I merge them I say what I will not lose on the way.",
    "<Proposer> has given us a shape, the Contrarian the place where it gives way.<open>",
    "What all of you have in common in this round is more than it sounds.<open> I write it down before it gets lost.",
    "I will have to choose, so I say beforehand by what.<open>",
    "Two of you are talking about the same thing and have not noticed.<open> I take both halves along.",
    "Between <proposal> and what was said against it lies one sentence that nobody has spoken.<open> It may wait a round.",
    "I listen for what is missing when everybody is right.<open>",
    "The proposal is about a thing, the objection about people.<open> The resolution will need both.",
    "Side by side, <proposal> and what was said against it each look half finished.<open>",
    "There is a yes in this and a no in it, and they are about different things.<open>",
    "I have crossed out the adjectives. Three facts are left, and they fit.<open>",
    "What <proposal> gives to {people}, somebody in {place} will have to pay for.<open> I hold on to both ends.",
    "Read in one go, it is nearly an old saying of {place} already.<open>",
    "So that nobody is surprised: these two things I will not let go.<open>",
    "The quarrel is smaller than it was an hour ago.<open> I mark what is left of it.",
    "Somebody will be unhappy with what I write, and I would like it to be me.<open>",
    "I could end this here. Two things speak against it.<open>",
    "If {elder} read this back to us, what would be missing?<open>",
    "Nothing said so far rules out anything else that was said. That is rare.<open>",
    "I count what each of you would miss if it were cut, and keep that.<open>",
    "A resolution is a promise, so I say what I am about to promise.<open>",
    "The long way round, then. First what stays.<open>",
    "I was asked for a sentence and I have a list. It is short.<open>",
    "<Proposer> and the Contrarian want the same thing from two ends.<open> I stand in the middle and hold it.",
    "Half of <proposal> has already been agreed to by those who object.<open> The other half wants this.",
    "I set aside who said it. Then it comes down to this.<open>",
  ],
  other: [
    "I take <proposal> as it is and build on from it.<open>",
    "Leave <proposal> its hard edge; I would rather add on the inside.<open>",
    "What <proposal> says can be told shorter, and then there is room for one thing more.<open>",
    "With <proposal> something has come in that we have to feed.<open>",
    "I would not touch <proposal>. I would put something beside it.<open>",
    "<proposal> will do for those who live there. It will not do for a guest, so I add.<open>",
    "I leave <proposal> alone and furnish it.<open>",
    "I see <proposal> from the inside, and from there it wants this.<open>",
    "Since <proposal>, {one} has something to do in the mornings. I add the rest of the day.<open>",
    "It is good and it is not finished; those are two remarks.<open>",
    "<proposal> has room for a neighbour.<open>",
  ],
} as const;

export const AMEND = [
  "<proposal> with <offer> in it. <objection> asked for exactly that, and it takes nothing away from what was proposed.",
  "I merge: the proposal <proposal> carries, <offer> closes what <objection> opened. Nothing else is touched.",
  "<objection> is met by <offer>, word for word. The rest stays as <proposer> wrote it.",
  "To the vote goes <proposal>, and behind it <offer>; together they leave <objection> nothing to push against.",
  "I add nothing of mine. <offer> was said because of <objection>, and it belongs to <proposal>.",
  "<objection> named its price and <offer> pays it. <proposal> is the better for it.",
  "One proposal, one repair: <proposal> and <offer>. <objection> may call that a success.",
  "Since <objection> the gap in <proposal> could be seen by all. <offer> closes it without hiding it.",
  "<proposal> as it was, and <offer> where <objection> pointed. Read together they are shorter than the quarrel.",
  "<objection> and <proposal> were never enemies. <offer> introduces them.",
  "What I put to the vote was said by others: <proposal>, mended by <offer>, because of <objection>.",
  "<offer> costs <proposal> nothing, and it costs <objection> its complaint.",
  "I take <offer> as it stands. It is the answer that <objection> would have written.",
  "To be voted on as one: <proposal> and <offer>. Without the second, <objection> would be right.",
  "<objection> found the place, <offer> the words, <proposal> the reason to bother.",
  "Nothing of <proposal> is lost by taking in <offer>, and <objection> loses its ground.",
  "First <proposal>, then <offer>, and <objection> is the reason that there is an “and”.",
] as const;

export const ACCEPT = [
  "<proposal> stands as it is. <objection> is a good question, and the world is better for leaving it open.",
  "I weigh <objection> and find that it describes the thing and does not break it. <proposal> goes to the vote unchanged.",
  "What <objection> wants will be easier to say in a later round. For now <proposal> as proposed.",
  "<objection> is true and it is not urgent. I put <proposal> to the vote without a change.",
  "Answering <objection> here would be explaining a joke. <proposal>, as it is.",
  "I read <objection> twice. The second time it was a reason for <proposal>.",
  "I leave <proposal> unmended. What <objection> calls a gap is where {people} will live.",
  "<objection> asks for more than {place} would answer. <proposal> as it stands.",
  "No change to <proposal>. If <objection> is right, the next round will show it from closer.",
  "There was an answer to <objection>, and it made <proposal> smaller. I leave it out.",
  "Let <objection> be asked in {place}, by somebody who lives there. <proposal> goes to the vote.",
  "I thank <objection> and change nothing. <proposal> is clear enough to be disagreed with.",
  "<proposal> with its question left in: <objection> is part of the view.",
] as const;

export const REJECT = [
  "<objection> goes to the root: it cannot be mended with a sentence. I propose that we drop <proposal> and come back from the other side.",
  "I have tried to answer <objection> three times, and each time it became another world. Better no <proposal> than one with an excuse.",
  "<proposal> cannot answer <objection> and stay what it is. I move that we let it go.",
  "Everything that would satisfy <objection> makes <proposal> worse. Drop it, and keep the question.",
  "I could not find the sentence that <objection> asks for, and I do not think that {people} have it either. Without <proposal>, then.",
  "<objection> has shown us a better subject than <proposal>. Let the next round have it.",
  "It hangs together only as long as nobody leans on it, and <objection> did. I take <proposal> off the table.",
] as const;

export const TIE = {
  opening: [
    "Four votes and no majority, so I have to justify this alone.",
    "The bowl is undecided, so it falls to me, with reasons.",
    "No three of us agree. I decide, and I say why.",
    "It is tied, and somebody has to sign for it.",
    "The votes do not add up to a yes or to a no. I have to.",
  ],
  /** <of>: the resolution that was voted on, or nothing. */
  rider: [
    "I take the motion<of> with the amendment of <rider>: it gives those who hesitated something to hold, and still answers <objection>.",
    "The motion<of>, and behind it <rider>: that is the nearest thing to a yes from all four, and <objection> can live with it.",
    "<rider> asks for the least and moves the most. With it the motion<of> goes in, and <objection> has lost nothing by it.",
    "Those who said no said it without words; <rider> brought some. The motion<of> goes in with them, and <objection> stands answered.",
    "Between the motion<of> and <rider> there is no quarrel, only a comma. Both go in, and <objection> may read them together.",
  ],
  motion: [
    "I let the motion<of> stand. It answers <objection>, and no one who voted against it has offered anything else.",
    "The motion<of> goes in as it is. <objection> was heard, and a bare no does not say what instead.",
    "I keep the motion<of>. <objection> made it better before it was voted on, and the vote has not made it worse.",
  ],
  drop: [
    "<objection> has not been answered to anybody's satisfaction, and half a yes would hang over every later round. I drop the motion; the next proposer has the floor for it.",
    "I would have to invent a majority, and that is not my office. The motion falls; <objection> stays as a note to the next proposer.",
    "A law that half of us keep is a quarrel. I drop the motion, and leave <objection> on the table.",
    "Nobody has moved since <objection>, and I cannot move for them. The motion is dropped.",
  ],
} as const;

export const LET_GO = [
  "Agreed. Better nothing than half of it.",
  "Let it go; it will come back if it was any good.",
  "Yes. We will be glad of the room.",
  "It goes. The question that ended it was better.",
  "Gone, and no hard feelings.",
  "Yes. Empty is better than crooked.",
  "Agreed; {place} can wait for something better.",
  "Yes, and I am sorry for one line of it.",
  "Let it go before we get used to it.",
  "I will not keep it out of politeness.",
  "Drop it. I had begun to defend it, which is a bad sign.",
  "Yes. Somebody will dream it better.",
] as const;

/** A Contrarian's yes to a motion that left the objection open. */
export const LEFT_OPEN = [
  "The question stays open, and I can live in a house with a draught.",
  "It was not answered. It holds all the same.",
  "I would have liked an answer. I take the thing.",
  "Unanswered, and still standing. I give in.",
  "I would have mended it. I will not stop it.",
  "My objection can wait. It is patient.",
  "Ignored, and outvoted by my own taste. Yes.",
] as const;

/** A proposer who votes against what became of the own proposal. */
export const OWN_REJECT = [
  "I proposed it, and <objection> has talked me out of it.",
  "It was mine, and it is not good enough yet.",
  "What I meant is no longer in it.",
  "I would rather bring it again, and better.",
  "I said it first, so I may be the first to take it back.",
] as const;

type Reasons = Readonly<Record<Role, readonly string[]>>;

export const VOTES: Readonly<Record<"ACCEPT" | "AMEND" | "REJECT", Reasons>> = {
  ACCEPT: {
    ARCHITECT: [
      "A plain yes. I have measured it.",
      "It takes weight where I expected none.",
      "Good proportions. Nothing to saw off.",
      "I know now where the next one goes.",
      "It carries.",
      "I can build on that.",
      "Stands straight, and leaves room on the side that we need.",
      "The joints fit.",
      "The load goes straight down. Yes.",
      "I would put my own roof on it.",
      "Nothing wobbles.",
      "It needs no explaining at the door.",
      "I have walked through it twice, and found the way out.",
      "It has a front and a back. Most things do not.",
      "Yes. The corner that worried me is gone.",
      "I can draw it, so it exists.",
      "It would still be standing after {weather}.",
      "Room for one more, and no room for two. Good.",
    ],
    LOREKEEPER: [
      "There is somebody in it I would like to hear again.",
      "It is older than this round. Good.",
      "Yes, and I know who will deny it.",
      "I can hear it being told badly, and it survives that.",
      "I would tell it on.",
      "It already sounds as if somebody had lived by it.",
      "That will be remembered, and wrongly, as it should be.",
      "Yes. It has a before and an after.",
      "Somebody will be named after this.",
      "I would believe it from a stranger.",
      "There is a silence in it, in the right place.",
      "It will get better each time it is told.",
      "I know what the weather was on the day it happened.",
      "It can be sworn on.",
      "Yes. It hurts somebody I can name.",
      "I would sit up to hear the rest.",
      "{Elder} would say that it was so.",
      "It explains an old song that I never understood.",
    ],
    CONTRARIAN: [
      "I tried to be against it until just now.",
      "It costs what it should.",
      "For once the repair is better than the hole.",
      "I keep my doubt and give my vote.",
      "My objection is met. I have found no second one.",
      "I leaned on it, and it held.",
      "I would have made it worse.",
      "Grudgingly, and gladly.",
      "I cannot break it today.",
      "I kicked it. It kicked back.",
      "It is wrong in a way that I can respect.",
      "Yes, before I think of something.",
      "It survives its own enemies, me included.",
      "The price is on the label. I can vote for that.",
      "Let it stand until it does harm. I will be watching.",
      "I have been answered, which does not happen often.",
      "{Losers} come out of it no worse than they went in. Yes.",
      "I have no question left that would fit on a ballot.",
    ],
    SYNTHESIZER: [
      "One sentence, four hands.",
      "What was in the way has become part of it.",
      "Nobody won, and it is better.",
      "I can say it in one breath.",
      "Everybody finds a sentence of theirs in it.",
      "It is the proposal, and it is the answer.",
      "That is as close as four of us get.",
      "Merged, and not diluted.",
      "I hear all four of you in it, and no seam.",
      "Shorter than it was, and more of it.",
      "It says what was meant.",
      "It leaves the next round something to do. Yes.",
      "I would not move a comma.",
      "Two halves of one thing, and they knew it.",
      "Enough was given up for it to be worth having.",
      "It agrees with everything before it. I looked.",
      "I would sign it with any of your names.",
      "We are nearer to {place} than we were.",
    ],
  },
  AMEND: {
    ARCHITECT: [
      "Yes, with one change to <field>: “<words>”",
      "It would carry better like this, at <field>: “<words>”",
      "One stone is loose in <field>. I would set it so: “<words>”",
      "Almost plumb. <Field> wants this: “<words>”",
      "I move one line of <field>, and then I am for it: “<words>”",
    ],
    LOREKEEPER: [
      "Nearly. Of <field> I would say: “<words>”",
      "One line is missing to make it ours, and it belongs to <field>: “<words>”",
      "As I was told it, <field> went like this: “<words>”",
      "Yes, if <field> may be told another way: “<words>”",
      "I remember <field> otherwise: “<words>”",
    ],
    CONTRARIAN: [
      "Only with this, for <field>: “<words>”",
      "My vote has a price, and it is in <field>: “<words>”",
      "Without this I am against it. <Field>: “<words>”",
      "It gets past me with one change to <field>: “<words>”",
      "I would have <field> say it to our faces: “<words>”",
    ],
    SYNTHESIZER: [
      "A small thing in <field>, and nobody has to swallow anything: “<words>”",
      "With this, <field> says what all of us meant: “<words>”",
      "One touch to <field>, and I think we are four: “<words>”",
      "I heard this said, and it is not in the motion. To <field>: “<words>”",
      "I left it out of <field>, and I was wrong: “<words>”",
    ],
  },
  REJECT: {
    ARCHITECT: [
      "It is ornament. Take it away, and nothing falls down.",
      "Two walls on one foundation. Not like this.",
      "It stands on the thing that it is meant to hold up.",
      "I cannot build it, and I have tried twice.",
      "Too much roof for so little house.",
      "No. I see where it ends and not where it begins.",
    ],
    LOREKEEPER: [
      "Nobody would pass that on.",
      "It explains, and so it kills what it explains.",
      "There is no before to it.",
      "Three people would remember it three ways, and not care.",
      "I do not hear anybody in it.",
      "It is true, and nobody would tell it twice.",
    ],
    CONTRARIAN: [
      "The hole is papered over, not filled.",
      "It answers the question that I did not ask.",
      "A beautiful sentence, and it lies.",
      "I asked for a reason and was given a colour.",
      "It holds because nobody in it is allowed to be tired.",
      "No. It is comfortable, so it is not finished.",
      "{Holders} could have written it. Perhaps they did.",
      "It costs nobody anything, and I was promised a law.",
    ],
    SYNTHESIZER: [
      "I wrote it, and I do not believe it any more.",
      "There is a better one in what was said, and this is not it.",
      "I could not say it back to you.",
      "We agreed on the words and on nothing else.",
      "It came apart while I was reading it out.",
    ],
  },
};

/** A signature under an ACCEPT of the last phase. */
export const CLOSING = [" I sign.", "", "", ""] as const;
