// What people say around what they do: requests, hedges, manner, reasons. Data, and where the longest of them ends.
import { bookOf, longest, wordsIn } from "./books.ts";
import { type Reader, wordAt } from "./phrases.ts";

/** Stand before what is done, as often as one likes. */
const OPENERS = bookOf(`i|we|id|wed|ill|im|ive|lets
let us|me
you can|could|should|may|might
i (really) think|guess|suppose|reckon|figure|believe|bet (that) i|we|ill|id|im|lets|its|maybe|perhaps
maybe|perhaps|possibly|probably
lets see (if i|we can)
how|what about|if (if) (i|we)
why dont|not (i|we|you)
shall|should|can|could|may|might|would|will|do|must|cant|couldnt|cannot i|we
if|whether i|we should|shall|could|can|might|must|would|ought (to)
if|whether to
can|could|would|will you (help me)
would|do you mind (if) (i)
is|would (it) (be) ok|okay|alright|possible|allowed|fine (for me) to|if (i|we)
is there a|any|some way (for me) to
am i able|allowed to
i wonder|wondered if|whether i|we
i was wondering if|whether i|we
might|may as well
try|tries|tried|trying|attempt|attempts|attempting (and|to|hard) (to)
want|wants|wanna|gonna|gotta|need|needs|going|ready|time|like to
wanna|gonna|gotta|must
have to
go ahead and|then
go|come|walk|head|run|step|move|turn|bend|lean|reach|kneel|crouch|stoop|sit|stand (over|back|up|down|out|around|round|closer|in|forward) (there) and
turn|turning around|round (to)
stop and
go|come
be so kind as|and to
be kind enough to
take a moment|second|minute to
be sure|careful (to|and)
make sure (to|that) (i|we|you)
begin|start|proceed|continue|commence to|by
its time to
do
please|pls|plz|kindly
just|simply|also|now|then|only
first (of all)
second|secondly|next|third|finally|lastly|afterwards
after that|this|which
from there|here
meanwhile
once there|inside|in|outside|back|done|again|more
as soon as possible
as soon as i|we|you can|could|may
after all
before anything|everything|all (else)
before doing anything|that|this (else)
before i|we do anything (else)
before i|we start|begin|forget|continue
before i|we go|move on|any|anywhere (further)
instead
again
ok|okay|k|alright|fine|good|great|cool|nice|perfect|excellent|sure (now|then|so)
all right
right (then)
yes|yeah|yep|yup|aha|no|nope|nah|naw
well|so|um|umm|uh|uhm|er|erm|hm|hmm|hmmm|oh|ooh|ah|wow|oops|whoops|sorry|hey|anyway|actually|alternatively|honestly|basically|obviously
of course
to be safe|sure
just to be safe|sure
if possible
if i|you can|may|could|please
if you dont mind
if its|thats ok|okay|alright|fine (with) (you)
if it|that is ok|okay|alright|fine (with) (you)
if its|it (is) not too much trouble|bother
with (great|some|the utmost) care|caution
dear (game|computer|narrator)
hi|hello|hey|greetings (there|all|everyone|everybody|game)
quick|quickly|hurry (up) (now)
good morning|day|afternoon|evening|night
excuse|pardon|forgive me
no|nah|oh wait
(oh) wait
(oh) wait|hang on (a) sec|second|minute|moment|bit
ok|okay|alright|right|yes|yeah|cool|great|nice|good|thanks got it|that|you|ya
dear me
thanks|cheers (a lot)
oh dear|my|no|man|boy|god|gosh|lord|gracious
my god|goodness|word|lord|gosh
goodness (me|gracious)
good|great heavens|lord|grief|gracious|god
heavens (above|no|yes)
huh
eh
quick question|check|look|one
close|narrow|roll|rub|open|squint|shut|scratch|shake|nod|tilt|clear|hold|crack|wipe|lick|bite|tap|snap|raise|lower|bow|pat|stretch|shrug|cross|fold|wring|roll my eyes|head|throat|breath|knuckles|brow|lips|lip|finger|fingers|hand|hands|chin|nose|sleeves|shoulders|arms|feet|eyebrow|eyebrows|hair|face|forehead|neck|ears (up|down|back) and
take a deep|long breath and
bless me|you
my (deepest|sincere) condolences|respects|apologies (for|on) (your|the) (loss|trouble|intrusion)
wait no
hang|hold on
never mind
come on
for gods|fucks|heavens sake
damn|dammit|damned|fuck|fucking|shit|bloody|hell|crap|omg|gosh|geez|jeez|god`);

/** Stand before a question in other words: "can you tell me | where it is". */
const WONDERING = bookOf(`tell|show me
can|could|would|will you (please|kindly) tell|show|describe|explain (to) (me)
do you know
let me know
i|we (would|will|d|just|also) (like|love|want|need|wish) to know|see|find|check|understand (out)
id (really|also|just) like|love to know|see|find|check|understand (out)
i (also|just) want|need to know|see|find|check|understand (out)
i|we (really|still|just|also) do|did not (really|even) know|remember (yet|anymore)
i|we (really|still|just|also) dont|didnt (really|even) know|remember (yet|anymore)
i wonder|am|was (just) (wondering)
(i) (am|im|was) (really|still|quite) (not) (really|quite|so|too|entirely) sure|certain
(i) (am|im) (really|still) unsure|uncertain|undecided
im (just) wondering
(any) idea
find|figure out
remind me`);
const ASKING = new Set(
  "who what where when which how if whether is are whats wheres did do does was were have has can".split(" "),
);

/** Go on with what a phrase before them has begun: "I | would | really | like | to". */
const MIDDLE = new Set(
  `will would should could shall can may might must do did am are was were have has had got get need want wish like love
  prefer rather better best try tried trying attempt going go gonna wanna gotta ready about hope hoping plan planning
  intend decide decided decide start begin began started proceed continue ought to really just also now still first then
  simply probably maybe perhaps possibly please kindly actually feel think just that be able supposed meant
  tempted up ahead and dear`.split(/\s+/),
);

const CLOSERS = bookOf(`please
pls
plz
kindly
thanks
thank you
first (of all)
next
again
once more
one more time
another time
now
right now|away
at the|this moment|present
at once
straight away
immediately
then
too
also
as well
instead
anyway
somehow
though
though
afterwards
for me|us|myself|ourselves|now|later|real|once|good|safety
for a bit|while|moment|second|minute|sec|little
for a short|little|long while|time|bit
for (the) future use
a bit|little (more|closer)
a little bit
all the way
for a (closer|better|quick|good) look
if possible
if i|you|we|that can|may|could|would|will|must|like|please|is|want|wish (to|possible)
if thats|its (ok|okay|possible|alright)
if you dont|do mind
with (great|some|the utmost|extreme|my|both|all my|my own|bare) (bare) care|caution|hands|hand|arms|fingers|fist|fists|foot|feet|knuckles|elbow|elbows|shoulder|nose|eyes|teeth|thumb|finger|might|strength
as soon|loud|loudly|hard|fast|quick|quickly|quiet|quietly|softly|gently|slow|slowly|far|long|much|best|well as i|we|you can|could|possibly
as soon|quickly|fast as possible
in one gulp|go|bite|swig|breath|piece|move
at all
by hand
with me
myself
ok
okay
alright
haha
lol
maybe
perhaps
or something|whatever|what|not
(do) you think|reckon|know
isnt|aint it|there|he|she
arent you|they
right
innit
huh
(just) like that
quick
asap
lets go
go go (go) (go)
here we go
lets do it|this
if you ask me
anything|something|nothing|everything (interesting|weird|useful|special|unusual|strange|odd|good|else|hidden|suspicious|there)
closer
closely
(that) i|you|we can carry|see|find|hold|reach|get
i dont care which|where|what
i guess|think|suppose
will you
would you
could you
there
over there|here
to myself
on my own
of course
up close
in detail
in (more|great|greater|full|further) detail
more closely
from (up) close
one by one
one at a time
just in case
this time
a minute|moment|bit|while|second|sec
when|while he|she|they|nobody|noone is|are|isnt|arent (not) looking|watching|around
when|while hes|shes|theyre|nobodys (not) looking|watching|around
behind his|her|their back|backs
let me see|look|check
dear
my|sweetheart dear|love|friend
love
darling
sweetie
honey
buddy
pal
mate
like crazy|mad|hell|that|this|so
like a|an (absolute|total) maniac|madman|boss|pro|champ|idiot|animal|lunatic
where it|they|he|she belongs|belong|was|were|goes|go
where it|they|he|she|i came|got (it|them) from
where i found|got|left it|them`);

/** What is to be done some other time. */
const POSTPONED = bookOf(`later (on)
some other time|day
another day
tomorrow
someday
sometime
one day
soon
eventually
next time|week|year
in a (little) minute|moment|second|sec|bit|while|little
not now|yet|today
not just|right now|yet
when i am|feel ready`);

const BETWEEN = bookOf(`and then (also|finally|next)
and after that|this|which
and also|next|finally|afterwards|just|maybe|perhaps
and
then
after that|this|which
afterwards
but (first|also|then|before that)
before that
followed by
next
and so`);

/** Everything from these words to the next pause tells why, or how long, and not what. */
const REASONS = bookOf(`so (that|as) i|we|it|he|she|they|you|ada|nobody|noone|to|there|my|the
so (that) ill|id|im|its|theyll|well
while|whilst
see if|whether|what|who|where|how|why
to save|warm|dry|rest|impress|catch|hide|spare|pass|end|scare|fool|distract|signal|attract|wake|feel|think|relax|compare|match|measure|test|smell|hear|listen
because
cause
cuz
since i|we|it|he|she|they|there|im|its
in order to|that
in case
in the hope|hopes of|that|to
hoping to|that|for|it|i|there
just because
just to
for
as i|im|it|its|we
to see|check|find|know|learn|know|make|be|have|help|try|get|reach|let|go|look|keep|prevent|avoid|examine|read|inspect|investigate|explore|discover|understand|figure|continue|proceed|solve|win|finish|light|protect|calm|cheer|please|show|prove|start|begin
to take a
until|till|til
before it|i|he|she|they|its|im|someone|anyone|the
while i|it|he|she|im
like a|an|the|im|i|we|my|some
even though|if
and see|look|check|find if|whether|who|where|out|how|why
and see|look|check|find what is inside|there|happens
and see|look|check|find what happens|comes
and hope
or is|are|am|was|will|would|does|did|not|else
not the|that|this|those|these|my|it|him|her|them
i|we (just|really) want|wanna|need|wish|like|love to see|check|know|look|learn|understand
i|we wanna see|check|know|look|learn|understand
i|we would|want to (just|really) like|love to see|check|know|look|learn|understand`);

/** Words that courtesies are made of: none of them is a slip of the hand. */
export const isCourteous = (word: string): boolean => COURTEOUS.has(word) || MIDDLE.has(word);
const COURTEOUS: ReadonlySet<string> = new Set(
  [OPENERS, CLOSERS, POSTPONED, BETWEEN, REASONS, WONDERING].flatMap(wordsIn),
);

/** `begun`: other such phrases stand right before it. */
export function openerAt(reader: Reader, at: number, begun: boolean): number | null {
  const asked = wonderingAt(reader, at);
  if (asked !== null) return asked;
  const end = longest(OPENERS, reader.tokens, at) ?? postponedAt(reader, at) ?? mannerAt(reader, at);
  return end ?? (begun && MIDDLE.has(wordAt(reader, at) ?? "") ? at + 1 : null);
}
/** Where the question begins that a phrase leads up to: "can you tell me | where it is". */
export function wonderingAt(reader: Reader, at: number): number | null {
  const end = longest(WONDERING, reader.tokens, at);
  const asked = end !== null && reader.tokens[end]?.kind === "comma" ? end + 1 : end;
  return asked !== null && ASKING.has(wordAt(reader, asked) ?? "") ? asked : null;
}
export const postponedAt = (reader: Reader, at: number): number | null => longest(POSTPONED, reader.tokens, at);
export const closerAt = (reader: Reader, at: number): number | null =>
  longest(CLOSERS, reader.tokens, at) ?? postponedAt(reader, at) ?? mannerAt(reader, at);
export const betweenAt = (reader: Reader, at: number): number | null => longest(BETWEEN, reader.tokens, at);

/** Where a reason that begins at a token ends: at the next pause. */
export function reasonAt(reader: Reader, at: number): number | null {
  if (longest(REASONS, reader.tokens, at) === null) return null;
  let end = at + 1;
  while (end < reader.tokens.length && isReasoning(reader, end)) {
    reader.meter.count();
    end++;
  }
  return end;
}
const isReasoning = (reader: Reader, at: number): boolean => {
  const { kind } = reader.tokens[at]!;
  return (kind === "word" && wordAt(reader, at) !== "then") || kind === "quote";
};

/** "Carefully", "as quietly as possible". */
export function mannerAt(reader: Reader, at: number): number | null {
  const word = wordAt(reader, at);
  if (word === null) return null;
  if (["as", "very", "really", "so", "too", "quite", "more", "rather", "pretty"].includes(word)) {
    const end = isManner(wordAt(reader, at + 1)) ? at + 2 : null;
    if (end === null || word !== "as") return end;
    if (wordAt(reader, end) !== "as") return null;
    return ["possible", "i", "we"].includes(wordAt(reader, end + 1) ?? "")
      ? end + (wordAt(reader, end + 1) === "possible" ? 2 : 3)
      : null;
  }
  return isManner(word) ? at + 1 : null;
}

const NOT_MANNER = new Set(
  "only family reply supply apply butterfly lovely early daily friendly lonely holly jelly belly bully assembly italy july likely silly ugly".split(
    " ",
  ),
);
const FILLERS = new Set(
  "slow fast hard again still already even actually just also maybe perhaps please now".split(" "),
);
/** An adverb, by its ending or as it stands. */
export const isManner = (word: string | null): boolean =>
  word !== null && (FILLERS.has(word) || (word.length > 4 && /[a-z]ly$/.test(word) && !NOT_MANNER.has(word)));
