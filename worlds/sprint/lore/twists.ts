// Twist constraints of the challenges, by tier: the law that each becomes, what is kept, what breaks it, who gains, who pays.
// Sentences have slots in braces, filled from the biome and the people; fragments are in lower case without a full stop.
export interface Twist {
  readonly tier: 1 | 2 | 3;
  readonly text: string;
  readonly laws: readonly string[];
  readonly origins: readonly string[];
  readonly limits: readonly string[];
  /** What is kept, counted, paid: "an hour of quiet", "hours of quiet". */
  readonly unit: string;
  readonly units: string;
  /** Gerunds. */
  readonly keeping: string;
  readonly breaking: string;
  /** "a shout", "shouts". */
  readonly breach: string;
  readonly breaches: string;
  /** What follows a breach, as a predicate. */
  readonly penalty: string;
  /** A thing in which it can be seen. */
  readonly proof: string;
  readonly holders: string;
  readonly losers: string;
  readonly conflicts: readonly string[];
  readonly stakes: readonly string[];
  readonly signs: readonly string[];
  /** What the hero image shows of it, as a clause. */
  readonly image: readonly string[];
  readonly moods: readonly string[];
  readonly roots: readonly string[];
}

export const TWISTS: readonly Twist[] = [
  {
    tier: 1,
    text: "light is rationed",
    laws: [
      "Light is drawn, weighed and shared out by the measure. After the last ration {place} is dark, and what is done in the dark belongs to nobody.",
      "Each household is given one measure of light a day. It may be burned, lent or left to somebody, but never kept past the next dawn.",
    ],
    origins: [
      "The ration began in the worst year that anybody remembers, when {people} found out how little light a person can live on.",
      "It began as a kindness: {elder} halved a last lamp with a stranger, and the halving became the law.",
    ],
    limits: [
      "Births are lit from the common store, whatever the hour.",
      "Nobody may be asked what they did in the dark.",
      "A flame that was lit for a stranger is not counted.",
    ],
    unit: "a measure of light",
    units: "measures of light",
    keeping: "sitting in the dark",
    breaking: "burning past the ration",
    breach: "a stolen flame",
    breaches: "stolen flames",
    penalty: "is answered with as many nights in the dark as there were people who saw it",
    proof: "a strip of {stuff} that pales with every hour it is lit",
    holders: "the families of the lamp stores",
    losers: "those who work at night",
    conflicts: [
      "The families of the lamp stores want the ration cut again before winter; the night workers have stopped handing their shadows over to be counted.",
      "Half of {people} have learned to see in the dark and call the ration a leash; the other half have children who are afraid.",
    ],
    stakes: [
      "If the ration falls, the stores are empty by midwinter; if it stands, the night shift goes blind a year sooner.",
      "Whoever wins decides whether dark is a punishment or a place to live.",
    ],
    signs: [
      "Windows with one bright pane each, the pane a little smaller every week, and between the houses a crowd with bandaged eyes.",
      "A street lit from one end only: at the bright end people argue, at the dark end people wait.",
    ],
    image: [
      "one window lit in a whole hillside of houses",
      "a single flame carried through a crowd that turns towards it",
    ],
    moods: ["candle-sparing", "umber", "tender", "wakeful", "low-lit", "frugal"],
    roots: ["Tallow", "Dim", "Measure", "Wick"],
  },
  {
    tier: 1,
    text: "every debt is paid in song",
    laws: [
      "A debt is a song that somebody has not heard yet. It is paid by singing it whole, in front of the creditor, and a song that was paid can never be sung again.",
      "Who owes, sings. The song must be new, its length is the size of the debt, and the creditor alone may say when it is over.",
    ],
    origins: [
      "The first debt was a drowned boat, and the first payment a lullaby; nobody has found a fairer price since.",
      "{People} had no coin that lasted here, so they paid with what could not be carried off.",
    ],
    limits: [
      "The dead are forgiven the last verse.",
      "No one may be made to sing before they have eaten.",
      "A child owes nothing until its voice has broken.",
    ],
    unit: "an unsung verse",
    units: "unsung verses",
    keeping: "keeping a song back",
    breaking: "singing what was paid already",
    breach: "a borrowed tune",
    breaches: "borrowed tunes",
    penalty: "doubles the debt and gives it to whoever recognised it",
    proof: "a comb of {metal} teeth that hums when a tune is not new",
    holders: "the creditors with a good memory",
    losers: "those who have run out of new melodies",
    conflicts: [
      "The creditors have bought up every tune they can remember, so nothing new is left to pay with; the debtors have begun to sing in chords that no single creditor can own.",
      "A girl who has never sung owes more than {place} is worth, and both her creditors want to hear her first.",
    ],
    stakes: [
      "If chords are allowed, every old debt has been paid too dearly; if they are not, the young will never be free.",
      "The last song in {place} can be spent only once, and both sides know what it would buy.",
    ],
    signs: [
      "A square of closed mouths around one open one, and on the walls rows of {metal} combs, trembling.",
      "Creditors leaning in with their eyes shut, debtors with a hand at the throat, and one child on a table between them.",
    ],
    image: [
      "a lone singer on {high}, a whole town below holding its breath",
      "a ring of listeners, each with a hand raised to stop or not to stop",
    ],
    moods: ["choral", "owed", "resonant", "bittersweet", "hushed", "vaulted"],
    roots: ["Verse", "Psalter", "Refrain", "Cadence"],
  },
  {
    tier: 1,
    text: "nobody may own a door",
    laws: [
      "What closes belongs to everybody. A house is a place that anyone may walk through, and privacy is a courtesy that is asked for each time.",
      "There are doors in {place}, and they are all lent. Who closes one must say for how long, and who waits outside is the guest.",
    ],
    origins: [
      "In the bad winter {people} died behind locked doors, one house from warmth; in the spring the hinges were melted down.",
      "{Elder} took the first door off its frame to carry an injured child, and never hung it again.",
    ],
    limits: [
      "A sickroom may be curtained for three days.",
      "Nobody walks through a house in which somebody is weeping.",
      "Between two lovers a closed eye counts as a closed door.",
    ],
    unit: "a closed hour",
    units: "closed hours",
    keeping: "leaving the threshold open",
    breaking: "shutting somebody out",
    breach: "a locked door",
    breaches: "locked doors",
    penalty: "costs the house its front wall until the first snow",
    proof: "a threshold of {stuff} worn hollow by everybody's feet",
    holders: "the householders on the sheltered side",
    losers: "those who sleep where the draught is",
    conflicts: [
      "Somebody has found a room without an entrance and lives in it. Half of {place} wants it opened; the other half wants to know how it was done.",
      "The sheltered side has begun to build corridors: nobody owns a door, but nobody finds the way in either.",
    ],
    stakes: [
      "If walls may stand where doors may not, the law is dead within a year; if they may not, the weak lose the last thing that was theirs.",
      "It decides whether a home is made of walls or of manners.",
    ],
    signs: [
      "A row of houses with no fronts, families at supper like theatre sets, and one blank wall that everybody is looking at.",
      "People queueing politely at a doorway with no door, and behind it somebody with their back to them.",
    ],
    image: [
      "a house without a front, one person inside asleep in the sight of all",
      "a door that stands alone on {ground}, open, with nothing behind it",
    ],
    moods: ["open-handed", "exposed", "draughty", "neighbourly", "bare", "forthright"],
    roots: ["Threshold", "Jamb", "Lintel", "Ajar"],
  },
  {
    tier: 1,
    text: "the dead keep their votes",
    laws: [
      "Who has lived here votes here, for as long as somebody can say how they would have voted. The living speak for the dead, and must be believed by two others.",
      "Every council of {place} seats its dead. A dead voice counts until the last person who knew it is gone, and not a day longer.",
    ],
    origins: [
      "The well was dug by a majority of three graves, and it has never run dry.",
      "{People} lost half their number in one night and would not let the night decide anything more.",
    ],
    limits: [
      "The dead may not vote on a birth.",
      "Nobody speaks for a dead person whom they have wronged.",
      "A vote that only the dead wanted is put off for a year.",
    ],
    unit: "a remembered voice",
    units: "remembered voices",
    keeping: "speaking for the dead truthfully",
    breaking: "putting words into a dead mouth",
    breach: "a false witness",
    breaches: "false witnesses",
    penalty: "loses its own vote, now and after death",
    proof: "a ballot stone of {stuff} with the wear of one particular thumb",
    holders: "the large old families",
    losers: "newcomers with nobody buried here",
    conflicts: [
      "The old families outvote the living by nine to one, and the newcomers have begun to befriend the dying.",
      "A woman has come who remembers everybody: with her alive the dead never lose a vote, and both sides want her careful.",
    ],
    stakes: [
      "If memory can be bought, the graves belong to whoever pays; if it cannot, {place} is governed by people who will never pay for it.",
      "The next vote is about moving {deep}, and only the dead are against it.",
    ],
    signs: [
      "A council ring in which most seats hold a hat, a cup or a coat, and a few frightened living people between them.",
      "Two crowds before a wall of small niches; in every niche a ballot stone, and some of them have been turned.",
    ],
    image: [
      "a council of empty coats on chairs, and one living hand raised",
      "a long table laid for many, with dust on all but three of the plates",
    ],
    moods: ["ancestral", "candle-grey", "deliberate", "crowded with absence", "solemn", "warm-handed"],
    roots: ["Quorum", "Cairn", "Elder", "Tally"],
  },
  {
    tier: 2,
    text: "silence is the currency",
    laws: [
      "Silence is stored, weighed and spent. A sound is a debt to everybody who hears it.",
      "An hour without a sound is worth an hour of somebody's work. What is said is paid for by the word, and a scream can ruin a street.",
    ],
    origins: [
      "It began when {place} fell quiet in one night, and {people} noticed that the quiet could be divided.",
      "The first fortune was made by a deaf woman who let others stand in her house.",
    ],
    limits: [
      "Grief may be loud once.",
      "Newborns are held in common, and so is their crying.",
      "A warning costs nothing if it was needed.",
    ],
    unit: "an hour of quiet",
    units: "hours of quiet",
    keeping: "keeping quiet",
    breaking: "making a sound",
    breach: "a shout",
    breaches: "shouts",
    penalty: "is owed, minute for minute, to everybody who heard it",
    proof: "a bowl of still water that shivers at a whisper",
    holders: "the hoarders who have not spoken in years",
    losers: "those who must speak to live",
    conflicts: [
      "The hoarders own more quiet than there is and want speech licensed; the market women have begun to shout all at once, so that nobody can say who owes what.",
      "A boy has come whose voice nobody can hear and nobody can forget. He owes nothing, and he has opinions.",
    ],
    stakes: [
      "If the shouting counts as one shout, every fortune in {place} is worth nothing by evening; if each voice is charged, half the town is owned by the other half.",
      "Whoever wins decides whether a warning can still be afforded.",
    ],
    signs: [
      "A crowd with hands over each other's mouths, and on every sill a bowl of water drawn into rings.",
      "Two lines of people on {ground}: one with sewn collars, one with open mouths, and not a sound between them.",
    ],
    image: [
      "every mouth closed, and one raised hand about to strike",
      "a procession in felt shoes past things that would ring if they were touched",
    ],
    moods: ["hushed", "muffled", "held breath", "felted", "unspoken", "taut"],
    roots: ["Hush", "Still", "Mute", "Lull"],
  },
  {
    tier: 2,
    text: "maps may only be drawn from memory",
    laws: [
      "Nothing may be drawn while it is looked at. A place is where most people remember it, and who remembers it better can move it.",
      "A map is a testimony. It is drawn with closed eyes and sworn to, and the ground is expected to follow.",
    ],
    origins: [
      "The last map that was drawn from life showed a road too many, and the army that came by it was not ours.",
      "{Elder} came home to find everything a little to the left, and was believed.",
    ],
    limits: [
      "Graves stay where they are.",
      "A child may draw what it sees until it can write its name.",
      "Where two memories differ, both roads are kept up.",
    ],
    unit: "a remembered mile",
    units: "remembered miles",
    keeping: "walking with closed eyes",
    breaking: "sketching from the window",
    breach: "a drawing from life",
    breaches: "drawings from life",
    penalty: "is burned together with the house that it shows",
    proof: "a sheet on which the ink runs wherever it was copied",
    holders: "the families with long memories",
    losers: "those who have forgotten the way home",
    conflicts: [
      "The old families remember {deep} closer to their own doors every year, and the others have begun to drive stakes into the ground at night.",
      "Two maps of {place} are equally sworn to, and there is one house too many between them, with people in it.",
    ],
    stakes: [
      "If stakes count, memory is worth nothing and the archives can be burned; if they do not, {losers} lose their street by the next swearing.",
      "The one well is on both maps, in two places, and it cannot be in both.",
    ],
    signs: [
      "People with bandaged eyes pacing out a street, and others pulling out stakes behind them.",
      "A house cut in half by a chalk line, a family on either side of it, each with the wrong furniture.",
    ],
    image: [
      "a blindfolded line of walkers who lay out a road with their feet",
      "a map the size of a field, drawn on {ground}, and somebody walking off its edge",
    ],
    moods: ["wayward", "ink-stained", "drifting", "sworn-to", "homesick", "uncertain"],
    roots: ["Recall", "Wander", "Landmark", "Astray"],
  },
  {
    tier: 2,
    text: "whoever builds must also unbuild",
    laws: [
      "Nothing may outlast its builder. Who raises a wall must take it down with the same hands, and {place} is made new in every generation.",
      "To build is to borrow. Each stone is marked with the day on which it goes back, and the builder carries it there.",
    ],
    origins: [
      "A tower that nobody could take down fell on the school, and its builder was ninety miles off and well.",
      "{People} came here with nothing but what their parents would not let go of, and it had nearly sunk the boats.",
    ],
    limits: [
      "A bed may be left standing for those who are in it.",
      "What was built for the dead may be unbuilt by a friend.",
      "A ruin may be kept if nobody admits to it.",
    ],
    unit: "a day of standing",
    units: "days of standing",
    keeping: "taking down in time",
    breaking: "leaving it up",
    breach: "an overdue wall",
    breaches: "overdue walls",
    penalty: "is taken down by everybody else, with everything in it",
    proof: "a seam of {metal} in each wall that blackens when its time is over",
    holders: "the master builders with the most days left",
    losers: "the old with failing hands",
    conflicts: [
      "The oldest builder of {place} is dying, and the bridge is hers. Her apprentices want to buy her days; the ferrymen want the bridge to go with her.",
      "The young have stopped building at all: nothing can be asked of those who have made nothing.",
    ],
    stakes: [
      "If days can be bought, the rich will build for ever; if they cannot, {place} loses its only crossing on the day of a funeral.",
      "A town that nobody builds has forty years of roofs left.",
    ],
    signs: [
      "A bridge with a bed in the middle of it, and on either bank people with hammers they do not want to use.",
      "Scaffolding on both sides of one wall: on the left they lay stones, on the right they carry them off.",
    ],
    image: [
      "an old builder who hands down the stones of her own house, one by one",
      "half a tower, with as many people taking it down as building it",
    ],
    moods: ["provisional", "chalk-marked", "unfinished", "scaffolded", "honest", "wearing thin"],
    roots: ["Lease", "Trestle", "Undone", "Plumb"],
  },
  {
    tier: 2,
    text: "names are lent and must be given back",
    laws: [
      "There are four hundred names in {place} and they are all lent. Who takes one takes its debts and its friends, and hands it on before dying.",
      "A name is borrowed at the counting house, for a season or a life, and must be given back no worse than it was.",
    ],
    origins: [
      "So many came in the first boats under one stolen name that in the end it had done everything.",
      "{Elder} gave a drowned stranger a name to be buried under, and asked for it back.",
    ],
    limits: [
      "Between two people who share a bed no name is needed.",
      "A name may be refused once.",
      "What was done by a child is done by nobody.",
    ],
    unit: "a season of a name",
    units: "seasons of a name",
    keeping: "carrying a name well",
    breaking: "dying with a name still on",
    breach: "a worn-out name",
    breaches: "worn-out names",
    penalty: "is struck from the book, and whoever bore it is called by their work",
    proof: "a {metal} name tag whose letters grow thinner with every bearer",
    holders: "the bearers of good names",
    losers: "those who are called by their work",
    conflicts: [
      "A woman has made her borrowed name so great that nobody else can live up to it, and its season is over tomorrow.",
      "The nameless have begun to answer to all names at once, and no debt finds its debtor any more.",
    ],
    stakes: [
      "If she keeps it, a name is property; if she gives it back, somebody unworthy inherits an army of friends.",
      "Without names nobody owes anything, and nobody is owed bread.",
    ],
    signs: [
      "A long counter with hundreds of tags on hooks, one hook empty, and a queue that looks at one woman's collar.",
      "Faces turned at the same call, all of them, in a square full of people who do not know each other.",
    ],
    image: [
      "a bearer at a counter, one hand on the tag at the throat, not yet letting go",
      "a wall of hooks with name tags that stir in {weather}",
    ],
    moods: ["anonymous", "courteous", "borrowed", "ledger-grey", "restless", "tender"],
    roots: ["Borrow", "Namesake", "Tag", "Alias"],
  },
  {
    tier: 3,
    text: "every promise has already been broken",
    laws: [
      "A promise is given only after it has been broken. First comes the harm, then the word, and the word binds backwards: who was harmed is owed that it should not have been.",
      "In {place} nobody promises what they will do. They promise what they have failed to do, and live as if it still could be kept.",
    ],
    origins: [
      "Once a whole town waited for a boat that had sunk before it was promised, and found that the waiting had kept it together.",
      "{Elder} swore never to leave on the morning after having left, and nobody here has heard a truer oath.",
    ],
    limits: [
      "What is promised to a child is simply done.",
      "A promise may be broken again, but only forwards.",
      "Nobody asks what a promise was before it was one.",
    ],
    unit: "a broken word",
    units: "broken words",
    keeping: "making good what was broken first",
    breaking: "promising what is still whole",
    breach: "an unbroken promise",
    breaches: "unbroken promises",
    penalty: "is waited for by everybody until it breaks",
    proof: "a ring of {metal} that was cast in two halves and never joined",
    holders: "those who have been wronged the most",
    losers: "the blameless to whom nobody is bound",
    conflicts: [
      "Two have been found who have never harmed each other, and they want to marry. There is no oath for it, and the wronged see where that would lead.",
      "The most wronged of {people} is owed everything by everybody, and has begun to arrange accidents.",
    ],
    stakes: [
      "If an unbroken word may bind, every debt in {place} was only a wound; if it may not, nobody has a reason to be kind first.",
      "One more injury and a single person owns {place}, by everybody's honest word.",
    ],
    signs: [
      "Two people at arm's length with nothing between them, and around them a ring of onlookers holding halves of rings.",
      "A banquet for one: every chair turned towards a bandaged guest who smiles.",
    ],
    image: [
      "two halves of a ring held up against the light, a finger's breadth apart",
      "a jetty full of people who wait for a boat that lies wrecked beside them",
    ],
    moods: ["rueful", "mended", "backward", "solemn", "golden-seamed", "unforgiven"],
    roots: ["Oath", "Mend", "Forsworn", "Amends"],
  },
  {
    tier: 3,
    text: "the sentence comes before the crime",
    laws: [
      "Everybody serves their sentence first. Who has served may then commit what they have paid for, once, and nobody may stop them.",
      "The court of {place} sits every spring and hands out punishments by lot. The crimes that belong to them are the property of the punished.",
    ],
    origins: [
      "An innocent man served nine years, was found innocent, and asked what he was to do with them.",
      "{People} had a gaol and no crimes, and could not bear to see good walls idle.",
    ],
    limits: [
      "A served sentence may be left unspent, and mostly is.",
      "No crime can be inherited.",
      "Who commits more than was paid for is simply a criminal.",
    ],
    unit: "a served year",
    units: "served years",
    keeping: "leaving a crime unspent",
    breaking: "doing harm on credit",
    breach: "an unpaid crime",
    breaches: "unpaid crimes",
    penalty: "is served by whoever did not look away",
    proof: "a tally cord of {stuff} worn where all can count its knots",
    holders: "the old convicts with unspent crimes",
    losers: "the free whom anybody may rob",
    conflicts: [
      "The gentlest of the old convicts has served enough for a murder, and has asked what day would suit.",
      "The young are queueing at the gaol. The court cannot tell remorse from investment any more.",
    ],
    stakes: [
      "If she is stopped, no sentence was ever worth serving; if she is not, somebody whom everybody knows dies on market day.",
      "It decides whether {place} is a town of the forgiven or of the armed.",
    ],
    signs: [
      "A woman with a long knotted cord walks through a market, and the crowd opens far too politely.",
      "A queue of bright-faced young people before a prison door, and the old coming out of it with their eyes down.",
    ],
    image: [
      "a prison gate with a line of people waiting to be let in",
      "one old convict at a window, the knotted cord let down to the street",
    ],
    moods: ["penitent", "prepaid", "courteous", "iron-cool", "foreboding", "orderly"],
    roots: ["Tally", "Assize", "Pardon", "Forfeit"],
  },
  {
    tier: 3,
    text: "only what is forgotten can be kept",
    laws: [
      "What is remembered wears away; what is forgotten stays. {People} keep their treasures by losing track of them, and are robbed by whoever reminds them.",
      "To own a thing is to have forgotten it. Memory is the only thief of {place}, and everybody carries one.",
    ],
    origins: [
      "Everything that {people} swore to remember has crumbled; the one spoon that nobody cared about is still bright.",
      "A vault was opened after a hundred years and it was full, until somebody read out the list.",
    ],
    limits: [
      "Faces of children may be remembered, and they change accordingly.",
      "A thing may be remembered by all at once, as a way to end it.",
      "Nobody owns their own name for long.",
    ],
    unit: "a forgotten thing",
    units: "forgotten things",
    keeping: "forgetting well",
    breaking: "reminding somebody",
    breach: "a reminder",
    breaches: "reminders",
    penalty: "is paid with whatever it brought to mind",
    proof: "a shelf of {stuff} whose dust outlines what cannot be seen on it",
    holders: "the forgetful rich",
    losers: "those with a good memory",
    conflicts: [
      "A woman with perfect recall has come to {place}, and things fall apart wherever she is introduced. She only wants to be remembered kindly.",
      "The forgetful rich want the archive burned unread; those who lost everything to it want it read out in the square.",
    ],
    stakes: [
      "If the archive is read, {place} crumbles by noon; if it is burned, nobody will ever know what was theirs.",
      "One of the forgotten things is holding up {high}, and nobody may ask which.",
    ],
    signs: [
      "A square full of people with their hands over their ears around one reader with an open book, and the corbels above them flaking.",
      "Two shelves: on one everything is bright and nobody looks; on the other everything is labelled, and dust.",
    ],
    image: ["a hall of veiled shapes among which somebody walks with averted eyes", "a bright spoon on a ruined table"],
    moods: ["averted", "dust-soft", "absent-minded", "veiled", "bright at the edges", "elegiac"],
    roots: ["Lethe", "Mislaid", "Dust", "Oubli"],
  },
  {
    tier: 3,
    text: "the only way in is the way out",
    laws: [
      "{Place} can only be entered by leaving it. Who was born here must go once to have arrived, and a stranger has always just been here.",
      "Every road of {place} leads away. To reach a thing one turns one's back on it and walks until it is there.",
    ],
    origins: [
      "{Elder} left in anger, walked all night, and came in at the door with an apology.",
      "The gate was built facing the wrong way, and {people} were too proud to turn it, so they turned themselves.",
    ],
    limits: [
      "The sick may be carried in any direction.",
      "Nobody is asked where they are coming from.",
      "Two who leave together arrive alone.",
    ],
    unit: "a leave-taking",
    units: "leave-takings",
    keeping: "taking leave",
    breaking: "staying on",
    breach: "a threshold not crossed",
    breaches: "thresholds not crossed",
    penalty: "makes one a stranger in the place one would not leave",
    proof: "a doorstep whose footprints only ever lead away",
    holders: "those who have said goodbye the most",
    losers: "those who cannot bear to go",
    conflicts: [
      "A family will not leave its house, so it has never arrived there, and somebody else has moved in, properly, from behind.",
      "The gatekeepers want a fee for every farewell; the poor have begun to leave backwards.",
    ],
    stakes: [
      "If staying counts as arriving, the gate means nothing and {place} can be entered by anybody; if it does not, an old couple is evicted from fifty years.",
      "Whoever holds the gate decides who has ever been here.",
    ],
    signs: [
      "A crowd that walks backwards towards a gate, waving, and a family on a doorstep that will not move.",
      "One house with two families at its table, each looking past the other at the door.",
    ],
    image: [
      "a gate with its back to the viewer, and travellers who arrive by walking off",
      "one set of footprints that leaves a door, and a lamp lit behind it",
    ],
    moods: ["departing", "backward", "wistful", "roadworn", "looped", "courteous"],
    roots: ["Egress", "Farewell", "Return", "Adieu"],
  },
];
