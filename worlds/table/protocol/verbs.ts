// Verbs by which somebody in a narrative acts, in the forms that a narrative uses. English, and a list on purpose: what is not in it is not accused.

/** Forms that the rules below do not make: base, then its past forms. */
const IRREGULAR: Readonly<Record<string, string>> = {
  say: "said",
  stand: "stood",
  sit: "sat",
  kneel: "knelt",
  rise: "rose",
  draw: "drew",
  strike: "struck",
  swing: "swung",
  leap: "leapt leaped",
  run: "ran",
  give: "gave",
  take: "took",
  throw: "threw",
  shoot: "shot",
  cast: "cast",
  speak: "spoke",
  tell: "told",
  lead: "led",
  ride: "rode",
  leave: "left",
  flee: "fled",
  eat: "ate",
  drink: "drank",
  sing: "sang",
  swear: "swore",
  fight: "fought",
  hide: "hid",
  stride: "strode",
  begin: "began",
  shake: "shook",
  come: "came",
  hold: "held",
  bring: "brought",
  get: "got",
  spit: "spat",
  weep: "wept",
  creep: "crept",
  spring: "sprang",
  fling: "flung",
  catch: "caught",
  write: "wrote",
  cut: "cut",
  put: "put",
  set: "set",
  send: "sent",
  go: "went",
  nod: "nodded",
  grin: "grinned",
  grab: "grabbed",
  step: "stepped",
  beg: "begged",
  hug: "hugged",
  clap: "clapped",
  pat: "patted",
  grip: "gripped",
  shrug: "shrugged",
  slam: "slammed",
  trot: "trotted",
  tug: "tugged",
  wag: "wagged",
  stop: "stopped",
  drop: "dropped",
  slip: "slipped",
  wrap: "wrapped",
  snap: "snapped",
  chat: "chatted",
  plan: "planned",
  blink: "blinked",
};
const REGULAR =
  "ask reply answer shout whisper growl snarl laugh smile raise lift attack charge lunge walk turn point gesture hand offer seize hurl fire cry call mutter hiss bark yell scream roar chuckle sigh wink bow wave beckon join follow mount dismount climb enter arrive return retreat advance approach help heal block parry dodge press push pull open close warn promise agree refuse insist explain demand plead wait watch listen search pick place wipe tighten clutch glance glare scowl frown pace hurry sneak circle stalk pray salute command order signal embrace kiss march gallop sprint wheel rally exchange vow defend guard unsheathe ready aim notch reload pocket sheathe murmur announce declare suggest add continue straighten stretch breathe cough cackle sneer smirk gasp groan pour serve lean reach greet thank accuse bellow rasp croak argue urge order stagger emerge appear charge loom grunt jump rush slash stab kick punch shove tackle duck swear toss pass deliver present whistle hum study examine inspect nudge".split(
    " ",
  );

/** Third person and past of a verb. */
function formsOf(base: string): string[] {
  const third = /(s|sh|ch|x|z|o)$/.test(base)
    ? `${base}es`
    : /[^aeiou]y$/.test(base)
      ? `${base.slice(0, -1)}ies`
      : `${base}s`;
  const past = Object.hasOwn(IRREGULAR, base)
    ? IRREGULAR[base]!.split(" ")
    : [base.endsWith("e") ? `${base}d` : /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${base}ed`];
  return [base, third, ...past];
}

const alternatives = (bases: readonly string[]): string =>
  [...new Set(bases.flatMap(formsOf))].sort().reverse().join("|");

/** A regular expression for a verb by which somebody acts, in any of its forms. */
export const ACTS = alternatives([...Object.keys(IRREGULAR), ...REGULAR]);
/** Verbs of speech alone. */
export const SAYS = alternatives(
  "say ask reply answer shout whisper growl snarl mutter hiss bark yell scream roar cry call murmur announce declare add continue explain demand plead insist warn promise croak rasp bellow snap argue suggest urge".split(
    " ",
  ),
);
/** What the character does with its body, in the present tense or the past. */
export const DEEDS = alternatives(
  "attack charge strike swing lunge draw raise run leap step walk stride climb enter grab seize throw hurl shoot cast open push pull kick stab slash creep sneak rush advance retreat flee leave take ride mount dismount jump loose fire unsheathe slip".split(
    " ",
  ),
);
