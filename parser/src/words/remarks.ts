// Words of which remarks are made. Data alone.
import { bookOf } from "../books.ts";

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** How remarks begin. */
export const LEADS =
  bookOf(`it|this|that|these|those|he|she|they|there|everything|something|nothing|nobody|everyone|somebody|someone (all) (really|still|just|also) is|are|was|were|looks|look|seems|seem|smells|sounds|feels|must|might|has|could|should|would|will|may
its|thats|hes|shes|theyre|im|ive|theres|itd|itll|thatd|thatll
i|we (can|could|just|really|also|already|still|think|guess|kinda) see|saw|notice|noticed|hear|heard|smell|feel|felt|love|hate|like|liked|know|knew|remember|wonder|hope|bet|think|thought|guess|suppose|believe|figure|figured|found|forgot|understand (that)
i|we dont|cant|couldnt|didnt|wont|never|cannot (really|even|yet)
i|we do|did|am|was|have|had|could|would|should|can not (really|even|yet)
i|we am|are|was|were|have|had|feel|felt
you poor|dear|sweet|silly|brave|good|old|lucky|clever|naughty|lovely|stupid man|woman|lady|girl|boy|guy|thing|fellow|soul|darling|creature|idiot|fool
leave him|her|them|it|that to it|alone|be
dont|never
do not
no wonder|luck|idea|problem
not (in|to|into|on|at|with|from) the|that|this|those|these|my|it|him|her|them|there|here
what a|an
looks|smells|sounds|seems|feels|tastes like|so|very|good|bad|nice|strange|weird|odd|old|heavy|empty|locked|useful|important|interesting|dark|great|familiar|delicious|yummy
might|may|could|must|would be|need|want|come|help|work|have|prove|do
so|too many|much
wow|ouch|huh
poor thing|man|woman|guy|girl|old`);

/** How questions begin that are asked of nobody. */
export const WONDERS =
  bookOf(`is|are|was|were|isnt|arent|does|did|will|would|could|might it|that|this|he|she|they|there|these|those
what|how will|would|does|do|did he|she|they|it say|do|think|react|mean|taste|feel|happen`);
export const BEING = bookOf("is|are|was|were it|that|this|these|those|he|she|they|there");

/** What may follow what is spoken of: "the door looks old". */
export const COPULAS = wordsOf(
  "had used could would will can should may hurt hurts is are was were look looks seem seems smell smells sound sounds feel feels must might has have isnt arent says said thinks told always",
);
/** With these it is no plain remark: what comes after may hang on it. */
export const HEDGED = wordsOf("if unless until when whenever before after or whether");
export const NEGATED = wordsOf("not dont cant wont never cannot couldnt didnt wouldnt shouldnt isnt no nobody nothing");
/** After what begins so, "it" still means what it meant. */
export const POINTING = wordsOf("it its this that thats he hes she shes they theyre i im ive we you u");
/** Go with what stands behind or before them, so that no command begins there. */
export const BOUND = wordsOf(`
  the a an my your his her its our their this that these those some any to of in on at by with for from into about and or but
  i you he she we they who what which where when how is are was were be very so too really not no someone somebody anyone
  anybody everyone everybody people help lets let`);
export const MODALS = wordsOf(
  "could should would will might must can may want wants need needs try going gonna gotta wanna shall to ought",
);
export const CONTRASTS = wordsOf("just only instead rather");
export const DEGREES = wordsOf("so too very how super totally absolutely such");
/** After these it is somebody else's word. */
export const REPORTING = wordsOf("say says said tell tells told think thinks thought ask asks asked that who what how");
/** With these a circumstance begins. */
export const CIRCUMSTANTIAL = wordsOf(`
  in on under underneath behind beside by at near to into above below around about along across through over during between among
  against toward towards as like`);
export const PLACING = wordsOf("in on under underneath behind beside by at near from of with to into above below");
