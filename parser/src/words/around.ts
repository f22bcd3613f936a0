// Words that people say around what they do. Data alone: a closed class of function words, and phrases that are not made of it.
import { bookOf, wordSet } from "../books.ts";

/** Function words that may begin an utterance and mean no deed; in a row as long as one likes. */
export const LEADING = wordSet(`
  i we id wed ill im ive lets wanna gonna gotta must do go come keep try trying tries tried attempt attempts attempting
  please pls plz kindly just simply also now then only maybe perhaps possibly probably
  first second secondly next third finally lastly afterwards meanwhile instead again
  ok okay k alright fine good great cool nice perfect excellent sure right yes yeah yep yup aha no nope nah naw
  well so um umm uh uhm er erm hm hmm hmmm oh ooh ah wow oops whoops sorry hey huh eh anyway actually alternatively honestly
  basically obviously hi hello greetings thanks cheers quick quickly hurry damn dammit fuck shit hell crap omg gosh geez god`);

/** Function words that go on with what such words have begun: "I | would | really | like | to". */
export const MIDDLE = wordSet(`
  will would should could shall can may might must do did am are was were have has had got get need want wish like love
  prefer rather quite better best try tried trying attempt going go gonna wanna gotta ready about hope hoping plan planning
  intend decide decided start begin began started proceed continue ought to really just also now still first then simply
  probably maybe perhaps possibly please kindly actually feel think guess suppose that be able allowed supposed meant
  tempted up ahead and dear wondering`);

/** Function words that may follow a deed. */
export const TRAILING = wordSet(`
  please pls plz kindly thanks next again now then too also instead anyway somehow though first immediately afterwards
  ok okay alright haha lol maybe perhaps right innit huh quick quickly asap closer closely there myself dear love
  darling honey buddy pal mate today tonight`);

/** Phrases that lead up to a deed. */
export const OPENERS = bookOf(`let us|me
you can|could|should|may|might
i (really) think|guess|suppose|reckon|figure|believe|bet (that) i|we|ill|id|im|lets|its|maybe|perhaps
how|what about|if (if) (i|we)
why dont|not (i|we|you)
shall|should|can|could|may|might|would|will|do|must|cant|couldnt|cannot i|we
can|could|would|will you (help me)
would|do you mind (if) (i)
is|would (it) (be) ok|okay|alright|possible (for me) to|if (i|we)
if|whether i|we should|shall|could|can|might|must|would
if|whether to
as soon as possible
once inside|outside|there|done|again|more
before doing anything|that|this (else)
go|come|walk|run|step|move|turn|bend|lean|reach|kneel|sit|stand (over|back|up|down|around|closer|forward) (there) and
be so kind as|and to
first of all
if possible
if i|you can|may|could|please
if you dont mind
dear (game|computer|narrator)
hi|hello|hey|greetings there|all|everyone|everybody|game
good morning|day|afternoon|evening|night
excuse|pardon|forgive me
no|nah|oh wait
(oh) wait
ok|okay|alright|right|yes|yeah|cool|great|nice|good|thanks got it|that|you|ya
dear|oh me|dear|my|no|man|boy|god|gosh
come on
quick question|check|look|one
close|narrow|roll|rub|open|squint|shut|scratch|shake|nod|clear|crack|wipe|lick|bite|raise|lower|stretch|shrug|cross|fold my eyes|head|throat|knuckles|lips|fingers|hand|hands|nose|sleeves|shoulders|arms|eyebrow|hair|ears (up|down|back) and
my (deepest|sincere) condolences|respects|apologies (for|on) (your|the) (loss|trouble)`);

/** Phrases that lead up to a question in other words: "can you tell me | where it is". */
export const WONDERING = bookOf(`tell|show|remind me
would|do you mind telling|showing (to) (me)
can|could|would|will you (please|kindly) tell|show|describe|explain (to) (me)
do you know
i|we|id (would|do) (really|also|just|still) like|love|want|need|wish to know|see|find|check|understand|hear|learn (out)
i|we (really|still|just|also) do|did not (really|even) know|remember (yet|anymore)
i|we (really|still|just|also) dont|didnt (really|even) know|remember (yet|anymore)
i wonder|am|was (just) (wondering)
find|figure|work out
(i) (am|im|was) (not) (really|quite) sure|unsure
(any) idea`);
export const ASKING = wordSet(
  "who whose what where when why which how if whether is are whats wheres did do does was were have has can",
);

/** Phrases that may follow a deed. */
export const CLOSERS = bookOf(`thank you
to|for me|us
at the|this moment|present
from here
for a (short|little|long) bit|while|moment|second|minute|sec|little|time
a minute|moment|bit|while|second|sec|little (more|closer)
if you dont|do mind
straight|right away
as far|high|deep as it|they|i|we go|goes|can
as soon|loud|loudly|hard|fast|quick|quickly|quiet|quietly|softly|gently|slow|slowly|far|long|much|best|well as i|we|you can|could|possibly
in one gulp|go|bite|swig|breath|piece|move
or something|whatever|what|not
(do) you think|reckon|know
lets go
go go (go) (go)
anything|something|nothing|everything (interesting|weird|useful|special|unusual|strange|odd|good|else|hidden|suspicious|there)
over|down|up|in|out|back there|here
in case
if i|you|we|that can|may|could|like|please|is|want|wish (to|possible)
when|while hes|shes|theyre|nobodys (not) looking|watching|around
let me see|look|check
like crazy|mad|hell|that|this|so`);

/** What is to be done some other time. */
export const POSTPONED = bookOf(`later (on)
tomorrow
soon
in a (little) minute|moment|second|sec|bit|while|little
when i am|feel ready`);

export const BETWEEN = bookOf(`and (also|then|next|finally|afterwards|just|maybe|perhaps)
(and) after that|this|which
then
next
but (first|also|then|before that)`);

/** Everything from these words to the next pause tells why, or how long, and not what. */
export const REASONS = bookOf(`so (that|as) i|we|it|he|she|they|you|nobody|noone|to|there|my|the
while|whilst
see if|whether|what|who|where|how|why
to save|warm|dry|rest|impress|catch|hide|spare|pass|end|scare|fool|distract|signal|attract|wake|feel|think|relax|compare|match|measure|test|smell|hear|listen
to see|check|find|know|learn|make|be|have|help|try|get|reach|let|go|look|keep|prevent|avoid|examine|read|inspect|investigate|explore|discover|understand|figure|continue|proceed|solve|win|finish|light|protect|calm|cheer|please|show|prove|start|begin
(just) because
for
until|till|til
before it|i|he|she|they|its|im|someone|anyone|the
like a|an|the|im|i|we|my|some
or is|are|am|was|will|would|does|did|not|else
i|we (just|really) want|wanna|need|wish|like|love (to) see|check|know|look|learn|understand`);

export const NOT_MANNER = wordSet(
  "only family reply supply apply butterfly lovely early daily friendly lonely holly jelly belly bully assembly italy july likely silly ugly",
);
/** Adverbs without their usual ending. */
export const ADVERBS = wordSet(
  "slow fast hard again still already even actually just also maybe perhaps please now forward forwards onward onwards",
);
