// How an attempt or a claim is put into words, and what a game master can say to one. The plain handling of things is in the lexicon.
import type { Slot, Verb } from "@orrery/kernel";
import type { Approach, Ruling } from "../model/ruling.ts";
import type { HouseView } from "../sense/view.ts";
import type { CLAIMS } from "../shape.ts";
import { HANDLED } from "../words/scenery.ts";

const THINGS = ["thing", "felt", "remembered"];
const ANY = [...THINGS, "person", "door", "self", "oneself"];
const slot = (kinds: readonly string[], prefer: string, ask: string): Slot => ({
  kinds,
  prefer,
  ask,
  scenery: HANDLED,
});
const means: Slot = { kinds: THINGS, prefer: "held" };
const somebody = (ask: string): Slot => slot(["person", "self", "thing", "remembered"], "person", ask);

function attemptVerb(how: Approach, target: Slot | null, patterns: readonly string[]): Verb {
  return {
    type: "attempt",
    patterns,
    slots: { ...(target ? { target } : {}), "metadata.with": means, aside: { kinds: ["text"] } },
    fixed: { how },
    said: "metadata.words",
  };
}

type ClaimKind = (typeof CLAIMS)[number];

/** Says of something known that it is so. */
const claimVerb = (that: ClaimKind, target: Slot, patterns: readonly string[]): Verb => ({
  type: "claim",
  patterns,
  slots: { target },
  fixed: { that },
  said: "metadata.text",
});
/** The same where it is no news: before a deed it only leads up to that. */
const leadingClaimVerb = (that: ClaimKind, target: Slot, patterns: readonly string[]): Verb => ({
  ...claimVerb(that, target, patterns),
  leads: true,
});
const held: Slot = { kinds: ANY, prefer: "held" };
const seen: Slot = { kinds: [...THINGS, "person", "door"], prefer: "here" };

/** Stand after the verbs of known acts and before plain handling. */
export const ATTEMPT_VERBS: readonly Verb[] = [
  attemptVerb("force", slot(ANY, "closed", "Force what?"), [
    "force|wrench|lever|jimmy|prise|pry|kick|break|smash|bash (open|down|in) {target} (open|down|in) with|using {metadata.with}",
    "force|wrench|lever|jimmy|prise|pry {target} open (with|using) {metadata.with}",
    "force|wrench|lever|jimmy|prise|pry open {target}",
    "force|wrench|lever|jimmy|prise|pry {target} open",
    "force|lever|jimmy {target}",
    "kick|break|smash|bash|push down|in {target}",
    "kick|break|smash|bash|ram open {target}",
    "kick|break|smash|bash|ram {target} open",
    "kick|break|smash|bash {target} down|in",
    "kick|ram|barge|shoulder {target}",
    "throw myself at|against {target}",
    "put|set (my) shoulder to {target}",
  ]),
  attemptVerb("pick", slot(ANY, "lockable", "Pick which lock?"), [
    "pick {target} (lock) with|using {metadata.with}",
    "pick (the) lock of|on {target} with|using {metadata.with}",
    "pick (the) lock of|on {target}",
    "pick {target} lock",
  ]),
  attemptVerb("pick", slot(["lockable", "door"], "lockable", "Pick which lock?"), ["pick {target}"]),
  attemptVerb("climb", slot(ANY, "use:climb", "Climb what?"), [
    "scale|clamber (up|on|onto|over) {target}",
    "climb over {target}",
  ]),
  attemptVerb("jump", slot(ANY, "here", "Jump over what?"), [
    "jump|leap|hop|dive (over|across|onto|on|in|into|off|from|at|out) (of) {target}",
  ]),
  attemptVerb("jump", null, ["jump|leap|hop (up|about|around)"]),
  attemptVerb("shift", slot(ANY, "here", "Move what?"), [
    "shift|move|budge|heave|lift|raise|tilt|topple|overturn|slide {target} with|using {metadata.with}",
    "shift|move|budge|heave|lift|raise|tilt|topple|overturn|slide (aside|away|up|over) {target} (up|over|back|along) (to) (the|one) (side)",
    "move|push|pull|slide|drag {target} aside|away|over|back",
  ]),
  attemptVerb("search", slot(ANY, "here", "Search what?"), [
    "search {target} thoroughly|carefully|closely|again|properly",
    "examine|inspect|check {target} thoroughly|again|properly",
    "thoroughly search|examine|inspect|check {target}",
    "carefully|closely search {target}",
    "turn out|over {target}",
    "feel along|around|about {target}",
    "tap|probe {target}",
    "look|search|check|peek|peer|feel|glance|reach|see behind|under|beneath|underneath|below {target}",
    "take|have a look|peek behind|under|beneath|underneath {target}",
    "is|are|if|whether there (is|are) anything|something (hidden) behind|under|beneath|underneath {target}",
    "(see|check) what is behind|under|beneath|underneath {target}",
  ]),
  attemptVerb("search", null, [
    "search (everywhere|everything|around|thoroughly)",
    "search (the|this) room|place (thoroughly|carefully)",
    "thoroughly|carefully search (the|this) room|place",
    "turn (the|this) room|place upside down",
    "look|search|hunt (around|everywhere) for (any|some|more) clues|evidence|anything|something|secrets|traces|fingerprints (useful|interesting|unusual|suspicious|odd|strange|hidden)",
    "look for hidden|secret things|doors|passages|compartments",
  ]),
  attemptVerb("listen", slot(ANY, "door", "Listen at what?"), [
    "listen at|to|through {target}",
    "eavesdrop on|at {target}",
    "put (my) ear to|against {target}",
  ]),
  attemptVerb("listen", null, [
    "listen (carefully)",
    "eavesdrop",
    "what is|was that|this|the noise|sound",
    "what can|do|did i hear",
    "do|can i hear anything|something",
  ]),
  attemptVerb("distract", somebody("Distract whom?"), [
    "distract|divert {target} with|using|by {metadata.with}",
    "distract|divert {target}",
    "draw|attract|divert {target} attention (with|using) {metadata.with}",
    "draw|attract|divert {target} attention",
    "get {target} to look away",
    "create a diversion for {target}",
  ]),
  attemptVerb("persuade", somebody("Persuade whom?"), [
    "persuade|convince|coax|charm|flatter|bribe|beg|implore|flirt|reason|plead (with) {target} with|using {metadata.with}",
    "persuade|convince|coax|charm|flatter|bribe|beg|implore {target}",
    "reason|plead|flirt|argue with {target}",
    "win {target} over",
    "press {target}",
    "persuade|convince|coax|charm|bribe|beg|implore|urge {target} to|into {aside}",
  ]),
  attemptVerb("threaten", somebody("Threaten whom?"), [
    "threaten|intimidate|frighten|scare|menace|blackmail {target} with|using {metadata.with}",
    "threaten|intimidate|frighten|scare|menace|blackmail|bully {target}",
  ]),
  attemptVerb("attack", slot(ANY, "person", "Attack whom?"), [
    "attack|hit|punch|kill|stab|strangle|fight|slap|wrestle|strike|shoot {target} with|using {metadata.with}",
    "attack|hit|punch|kill|stab|strangle|fight|slap|wrestle|shoot {target} (in|on|over|across) (the|his|her) (face|head|arm|stomach|nose|back|chest|leg)",
  ]),
  attemptVerb("hide", slot(ANY, "here", "Hide where?"), [
    "hide|crouch|duck|crawl (down) behind|under|beneath|in|inside|beside|underneath {target}",
    "hide (myself) behind|under|in|inside {target}",
  ]),
  attemptVerb("hide", null, ["hide (myself)", "crouch", "duck"]),
  attemptVerb("throw", slot(ANY, "here", "Throw it at what?"), [
    "throw|hurl|toss|fling|lob|chuck {metadata.with} at|against|toward|through|over {target}",
  ]),
  attemptVerb("throw", null, ["throw|hurl|toss|fling|lob|chuck {metadata.with}"]),
  attemptVerb("improvise", slot(ANY, "here", "On what?"), [
    "improvise|rig|fashion|build|make something with|from|out of {metadata.with} for {target}",
  ]),
  attemptVerb("improvise", null, ["improvise|rig|fashion|build|make something with|from|out of {metadata.with}"]),
  leadingClaimVerb("have", held, [
    "i|we (already|still|now|also|do|finally) have|own|possess (already|still|now|also) (got) {target} (already|now|here|too) (with|on) (me|us)",
    "ive (already|still|now|also) (got) {target} (already|now|here|too) (with|on) (me|us)",
    "i|we am|are (already|still|now|also) carrying|holding {target} (already|now|too)",
    "im (already|still|now|also) carrying|holding {target} (already|now|too)",
    "{target} is|are mine|ours",
  ]),
  // "I got the lamp" may report a deed: when false, it counts as a claim even before another deed.
  claimVerb("have", held, ["i|we (already|finally) got {target} (already|now|here|too) (with|on) (me|us)"]),
  leadingClaimVerb("wear", held, [
    "i|we am|are (already|still|now|also) wearing {target} (already|now|too)",
    "im (already|still|now|also) wearing {target} (already|now|too)",
    "i|we have (got) {target} on",
  ]),
  leadingClaimVerb("here", seen, [
    "there is|are {target} (right|over) (here|there|nearby)",
    "{target} is|are (right|still|already|over) here",
  ]),
  leadingClaimVerb("here", { kinds: ["room"] }, [
    "i am (still|now|already|standing) in|at {target}",
    "im (still|now|already|standing) in|at {target}",
  ]),
  leadingClaimVerb("open", seen, ["{target} is|are (already|still|now|wide) open|opened (already|now)"]),
  leadingClaimVerb("closed", seen, ["{target} is|are (already|still|now) closed|shut (already|now)"]),
  leadingClaimVerb("locked", seen, ["{target} is|are (already|still|now) locked (already|now)"]),
  leadingClaimVerb("lit", seen, ["{target} is|are (already|still|now) lit|burning|on (already|now)"]),
  {
    type: "claim",
    patterns: [
      "draw|unsheathe|brandish|wield|produce {metadata.text}",
      "summon|conjure (up) {metadata.text}",
      "remember|reveal that {metadata.text}",
      "i am {metadata.text}",
      // "I have been asked to look into this" claims nothing.
      "i have|own|possess a|an|the|my|some|no|enough|many|two|three {metadata.text}",
      "there is|are {metadata.text}",
    ],
    slots: { "metadata.text": { kinds: ["text"], ask: "What is so?" } },
    last: true,
  },
];

/** A game master takes, changes or turns down what the house proposes; anything finer is an action of its own. */
export function masterVerbs({ ruling }: HouseView): readonly Verb[] {
  if (!ruling) return [];
  const { proposal } = ruling;
  const ruleVerb = (patterns: readonly string[], metadata: Ruling): Verb => ({
    type: "rule",
    patterns,
    fixed: { ...metadata },
  });
  return [
    ruleVerb(["allow|accept|yes|agree|y|ok (it|that)", "let it happen"], proposal),
    ruleVerb(["easier|easy|lower"], { ...proposal, difficulty: Math.max(0, proposal.difficulty - 4) }),
    ruleVerb(["harder|hard|raise|higher"], harder(proposal)),
    ruleVerb(["refuse|no|deny|forbid|n|never (it|that)"], refusal(proposal)),
  ];
}

export const refusal = (proposal: Ruling): Ruling => ({
  possible: false,
  stakes: "",
  difficulty: 0,
  turns: 0,
  success: { tell: "", do: [] },
  failure: { tell: proposal.failure.tell.trim() === "" ? "Nothing comes of it." : proposal.failure.tell, do: [] },
});

/** What could not fail now can. */
const harder = (proposal: Ruling): Ruling => ({
  ...proposal,
  difficulty: proposal.possible ? Math.min(20, Math.max(proposal.difficulty, 6) + 4) : 0,
  failure: proposal.failure.tell.trim() === "" ? { tell: "Nothing comes of it.", do: [] } : proposal.failure,
});
