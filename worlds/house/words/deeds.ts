// The sentences of plain deeds, one row for each: as the person who does it is told, and as a witness is. A world's own
// phrase of the row's name takes the place of the first. Deeds whose sentence hangs on more than their parts are told in
// `own.ts` and `others.ts`.
import type { Named } from "../sense/scope.ts";
import type { ToldEvent } from "../sense/told.ts";
import { does, is, reflexive, subjectIs, the, upper } from "./grammar.ts";

interface DeedSentences {
  /** Several ways take turns. */
  readonly mine: readonly [string, ...string[]];
  readonly theirs: string;
  /** The row whose turns and phrase it shares. */
  readonly as?: string;
}

/** In braces stand the parts of a deed; a capital begins a sentence. `is` and `opens` go with the thing. */
const DEEDS = {
  take: {
    mine: ["You take {thing}.", "You have {thing} now.", "You pick up {thing}.", "{Thing} {is} yours now."],
    theirs: "{who} takes {thing}",
  },
  takeFrom: {
    mine: ["You take {thing} from {place}.", "You lift {thing} from {place}."],
    theirs: "{who} takes {thing} from {place}",
  },
  takeOut: {
    mine: ["You take {thing} out of {place}.", "Out of {place} you take {thing}."],
    theirs: "{who} takes {thing} out of {place}",
    as: "takeFrom",
  },
  drop: {
    mine: ["You put down {thing}.", "You set {thing} down.", "You leave {thing} here."],
    theirs: "{who} puts down {thing}",
  },
  put: {
    mine: ["You put {thing} {how} {place}.", "You lay {thing} {how} {place}.", "You leave {thing} {how} {place}."],
    theirs: "{who} puts {thing} {how} {place}",
  },
  wear: { mine: ["You put on {thing}."], theirs: "{who} puts on {thing}" },
  remove: { mine: ["You take off {thing}."], theirs: "{who} takes off {thing}" },
  open: { mine: ["You open {thing}.", "{Thing} {opens} under your hand."], theirs: "{who} opens {thing}" },
  close: {
    mine: ["You close {thing}.", "You see to it that {thing} {is} closed.", "You shut {thing}."],
    theirs: "{who} closes {thing}",
  },
  unlock: {
    mine: [
      "{Key} turns with a click. {Thing} {is} unlocked.",
      "You turn {key} in the lock, and {thing} {is} unlocked.",
    ],
    theirs: "{who} unlocks {thing} with {key}",
  },
  lock: {
    mine: ["You lock {thing} with {key}.", "You turn {key}, and {thing} {is} locked."],
    theirs: "{who} locks {thing} with {key}",
  },
  light: { mine: ["You light {thing}."], theirs: "{who} lights {thing}" },
  extinguish: { mine: ["You put out {thing}."], theirs: "{who} puts out {thing}" },
  give: {
    mine: ["You give {person} {thing}.", "You hand {thing} to {person}."],
    theirs: "{who} gives {person} {thing}",
  },
  show: {
    mine: ["You show {person} {thing}.", "You hold out {thing} for {person} to see."],
    theirs: "{who} shows {person} {thing}",
  },
  request: { mine: ["You ask {person} for {thing}."], theirs: "{who} asks {person} for {thing}" },
  ask: { mine: ["You ask {person} about {topic}."], theirs: "{who} asks {person} about {topic}" },
  askWhere: {
    mine: ["You ask {person} where {whereabouts}."],
    theirs: "{who} asks {person} where {whereabouts}",
    as: "ask",
  },
  tell: { mine: ["You tell {person} about {topic}."], theirs: "{who} tells {person} about {topic}" },
  rise: { mine: ["You get up.", "You are on your feet again."], theirs: "{who} gets up" },
  hurt: { mine: ["That hurt.", "You will feel that tomorrow.", "Ow."], theirs: "{who} is hurt" },
  wait: {
    mine: [
      "Time passes.",
      "You wait a while.",
      "You do nothing in particular, and take your time over it.",
      "You let a quiet moment go by.",
      "You stand still and listen.",
      "For a while you only look about you.",
    ],
    theirs: "{who} waits",
  },
} as const satisfies Record<string, DeedSentences>;

type DeedName = keyof typeof DEEDS;

const ROWS = {
  dropped: "drop",
  put: "put",
  wore: "wear",
  removed: "remove",
  opened: "open",
  closed: "close",
  unlocked: "unlock",
  locked: "lock",
  gave: "give",
  showed: "show",
  requested: "request",
  asked: "ask",
  informed: "tell",
  rose: "rise",
  hurt: "hurt",
  waited: "wait",
} as const satisfies Partial<Record<ToldEvent["type"], DeedName>>;

/** The row that tells this; null where it takes more than one. */
export function deedRowFor(told: ToldEvent): (DeedSentences & { readonly as: string }) | null {
  const row: DeedName | undefined =
    told.type === "took"
      ? told.from
        ? told.how === "in"
          ? "takeOut"
          : "takeFrom"
        : "take"
      : told.type === "switched"
        ? told.on
          ? "light"
          : "extinguish"
        : told.type === "asked" && told.question !== undefined
          ? "askWhere"
          : Object.hasOwn(ROWS, told.type)
            ? ROWS[told.type as keyof typeof ROWS]
            : undefined;
  return row === undefined ? null : { as: row, ...(DEEDS[row] as DeedSentences) };
}

/** What may stand in braces. `me` is told it; their own name becomes "you". */
export function partsOf(told: ToldEvent, me: string): Readonly<Record<string, string>> {
  const it = told as { readonly [key: string]: unknown };
  const firstNamed = (...keys: string[]) => keys.map((key) => it[key]).find((one) => one) as Named | undefined;
  const name = (one: Named | undefined) => (one === undefined ? "" : one.id === me ? "you" : the(one));
  const [who, thing, person, topic] = [
    firstNamed("who"),
    firstNamed("thing", "what"),
    firstNamed("to", "from"),
    firstNamed("about"),
  ];
  return {
    who: name(who),
    thing: thing ? the(thing) : "",
    is: thing ? is(thing) : "",
    opens: thing ? does(thing, "open") : "",
    place: name(firstNamed("from", "into")),
    how: typeof it["how"] === "string" ? it["how"] : "",
    key: name(firstNamed("key")),
    person: name(person),
    topic: topic && person ? topicAsked(topic, person, me, who?.id) : "",
    whereabouts: topic && person ? whereaboutsOf(topic, person, me) : "",
  };
}

/** "About the letter", "about herself", "about yourself": what somebody is asked about. */
export function topicAsked(about: Named, to: Named, me: string, by: string | undefined): string {
  if (by === me && about.id === me) return "yourself";
  if (by === me && about.id === to.id) return reflexive(to);
  return about.id === me ? "you" : the(about);
}

/** "Where the letter is", "where she is", "where you are": what somebody is asked of a place. */
export const whereaboutsOf = (about: Named, to: Named, me: string): string =>
  about.id === me ? "you are" : about.id === to.id ? subjectIs(to) : `${the(about)} ${is(about)}`;

export const fillTemplate = (template: string, parts: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w)(\w*)\}/g, (_all, first: string, rest: string) => {
    const part = parts[`${first.toLowerCase()}${rest}`] ?? "";
    return first === first.toUpperCase() ? upper(part) : part;
  });
