// Deeds as they are told to the actor.
import type { Use } from "../model/thing.ts";
import { answer } from "../people/answers.ts";
import { deedSaid } from "../people/wanted.ts";
import type { Named, Scene, Seen } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import type { Told } from "../sense/told.ts";
import { exitsIn, went } from "./arrivals.ts";
import { closely, holding, roomInFull, searched } from "./describe.ts";
import { a, does, is, list, quoted, reflexive, saidOf, sentence, subject, the, upper } from "./grammar.ts";
import { others } from "./others.ts";
import { phrased } from "./style.ts";
import { type Piece, ruledText, type Teller } from "./teller.ts";

/** One's own deeds. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table, a sentence or two for each kind of percept.
export function own(teller: Teller, told: Told, scene: Scene): Piece[] {
  const { dice } = teller;
  const say = (purpose: string, ...ways: [string, ...string[]]): Piece[] => [{ text: dice.pick(purpose, ways) }];
  const phrase = phraseFor(told);
  const phrasing = phrase && phrased(teller.view.style, dice, phrase.purpose, phrase.parts);
  if (phrasing) return [{ text: told.type === "opened" ? `${phrasing}${revealed(scene, told.what)}` : phrasing }];
  switch (told.type) {
    case "looked":
      return look(teller, told, scene);
    case "smelt":
      return smelt(teller, told);
    case "went":
      return went(teller, told, scene);
    case "found":
      return [{ text: `${upper(told.how)} ${the(told.cover)} ${is(told.thing)} ${a(told.thing)}.` }];
    case "halted":
      return [{ text: told.why === "dark" ? "You would have to feel your way on from here." : "You stop here." }];
    case "roused":
      return [{ text: "You stop waiting." }];
    case "took": {
      const thing = the(told.thing);
      if (told.from)
        return say(
          "takeFrom",
          `You take ${thing} ${told.how === "in" ? "out of" : "from"} ${the(told.from)}.`,
          told.how === "in"
            ? `Out of ${the(told.from)} you take ${thing}.`
            : `You lift ${thing} from ${the(told.from)}.`,
        );
      return say(
        "take",
        `You take ${thing}.`,
        `You have ${thing} now.`,
        `You pick up ${thing}.`,
        `${upper(thing)} ${is(told.thing)} yours now.`,
      );
    }
    case "dropped":
      return say(
        "drop",
        `You put down ${the(told.thing)}.`,
        `You set ${the(told.thing)} down.`,
        `You leave ${the(told.thing)} here.`,
      );
    case "wore":
      return say("wear", `You put on ${the(told.thing)}.`);
    case "removed":
      return say("remove", `You take off ${the(told.thing)}.`);
    case "put":
      return say(
        "put",
        `You put ${the(told.thing)} ${told.how} ${the(told.into)}.`,
        `You lay ${the(told.thing)} ${told.how} ${the(told.into)}.`,
        `You leave ${the(told.thing)} ${told.how} ${the(told.into)}.`,
      );
    case "opened":
      return [
        {
          text: `${dice.pick("open", [`You open ${the(told.what)}.`, `${upper(the(told.what))} ${does(told.what, "open")} under your hand.`])}${revealed(scene, told.what)}`,
        },
      ];
    case "closed":
      return say(
        "close",
        `You close ${the(told.what)}.`,
        `You see to it that ${the(told.what)} ${is(told.what)} closed.`,
        `You shut ${the(told.what)}.`,
      );
    case "unlocked":
      return say(
        "unlock",
        `${upper(the(told.key))} turns with a click. ${upper(the(told.what))} ${is(told.what)} unlocked.`,
        `You turn ${the(told.key)} in the lock, and ${the(told.what)} ${is(told.what)} unlocked.`,
      );
    case "locked":
      return say(
        "lock",
        `You lock ${the(told.what)} with ${the(told.key)}.`,
        `You turn ${the(told.key)}, and ${the(told.what)} ${is(told.what)} locked.`,
      );
    case "switched":
      return say(told.on ? "on" : "off", told.on ? `You light ${the(told.thing)}.` : `You put out ${the(told.thing)}.`);
    case "gave":
      return say(
        "give",
        `You give ${the(told.to)} ${the(told.thing)}.`,
        `You hand ${the(told.thing)} to ${the(told.to)}.`,
      );
    case "showed":
      return say(
        "show",
        `You show ${the(told.to)} ${the(told.thing)}.`,
        `You hold out ${the(told.thing)} for ${the(told.to)} to see.`,
      );
    case "requested":
      return say("request", `You ask ${the(told.from)} for ${the(told.thing)}.`);
    case "said":
      return say("say", `You say${told.to ? ` to ${the(told.to)}` : ""}, ${quoted(told.text)}`);
    case "asked":
      return say("ask", `You ask ${the(told.to)} about ${aboutWhom(teller, told)}.`);
    case "informed":
      return say("inform", `You tell ${the(told.to)} about ${aboutWhom(teller, told)}.`);
    case "bade":
      return say("bid", `You ask ${the(told.to)} to ${deedSaid(told.deed, teller.who)}.`);
    case "recalled":
      return [{ text: answer(teller.view, told), apart: true }];
    case "learned":
      return [];
    case "thought":
      return say(
        "think",
        `You think: ${quoted(told.text)}`,
        `${quoted(told.text)} you think, and keep it to yourself.`,
      );
    case "rose":
      return say("rise", "You get up.", "You are on your feet again.");
    case "waited":
      return say(
        "wait",
        "Time passes.",
        "You wait a while.",
        "You do nothing in particular, and take your time over it.",
        "You let a quiet moment go by.",
        "You stand still and listen.",
        "For a while you only look about you.",
      );
    case "used": {
      const tool = told.with ? ` with ${the(told.with)}` : "";
      const deed =
        told.how === "use" && told.with
          ? `use ${the(told.with)} on ${the(told.what)}`
          : `${saidOf(told.how)} ${the(told.what)}${tool}`;
      return say("use", `You ${!told.works && RESULTS.has(told.how) ? "try to " : ""}${deed}.`);
    }
    case "performed":
      if (!told.works && told.otherwise !== undefined) return [{ text: told.otherwise }];
      return [{ text: sentence(`You ${told.works ? "" : "try to "}${told.deed}`) }];
    case "claimed":
      return say("claimed", `So it is: ${quoted(told.text)}`, `${quoted(told.text)} Quite so.`);
    case "attempted":
      return [
        {
          text: `You set about it${told.what ? ` with an eye on ${the(told.what)}` : ""}. The game master is considering what comes of that.`,
        },
      ];
    case "ruled":
      return [{ text: ruledText(told) }];
    case "hurt":
      return say("hurt", "That hurt.", "You will feel that tomorrow.", "Ow.");
    case "hinted":
      return [
        {
          text:
            told.text === null
              ? dice.pick("hint", [
                  "There is no more to be said just now: look about you.",
                  "Nothing comes to mind. Look about you.",
                ])
              : `${told.text.trim()}${told.of > 1 ? ` (${told.step} of ${told.of})` : ""}`,
        },
      ];
    case "tried":
      return [];
    default:
      return others(teller, told);
  }
}

/** Handlings that name what comes of them: where nothing does, they were only tried. */
const RESULTS: ReadonlySet<Use> = new Set([
  "fill",
  "clean",
  "mend",
  "break",
  "cut",
  "dig",
  "tie",
  "burn",
  "eat",
  "drink",
]);

/** "About herself", "about yourself". */
function aboutWhom({ who }: Teller, { to, about }: Extract<Told, { type: "asked" | "informed" }>): string {
  if (about.id === who) return "yourself";
  return about.id === to.id ? reflexive(to) : the(about);
}

/** Which phrase of a world's own would tell this, and its parts. */
function phraseFor(told: Told): { purpose: string; parts: Record<string, string> } | null {
  const as = (purpose: string, parts: Record<string, string> = {}) => ({ purpose, parts });
  switch (told.type) {
    case "took":
      return told.from
        ? as("takeFrom", { thing: the(told.thing), place: the(told.from) })
        : as("take", { thing: the(told.thing) });
    case "dropped":
      return as("drop", { thing: the(told.thing) });
    case "wore":
      return as("wear", { thing: the(told.thing) });
    case "removed":
      return as("remove", { thing: the(told.thing) });
    case "put":
      return as("put", { thing: the(told.thing), how: told.how, place: the(told.into) });
    case "opened":
      return as("open", { thing: the(told.what) });
    case "closed":
      return as("close", { thing: the(told.what) });
    case "unlocked":
    case "locked":
      return as(told.type === "unlocked" ? "unlock" : "lock", { thing: the(told.what), key: the(told.key) });
    case "switched":
      return as(told.on ? "light" : "extinguish", { thing: the(told.thing) });
    case "gave":
    case "showed":
      return as(told.type === "gave" ? "give" : "show", { thing: the(told.thing), person: the(told.to) });
    case "requested":
      return as("request", { thing: the(told.thing), person: the(told.from) });
    case "asked":
    case "informed":
      return as(told.type === "asked" ? "ask" : "tell", { person: the(told.to), topic: the(told.about) });
    case "waited":
      return as("wait");
    case "thought":
      return as("think");
    case "hurt":
      return as("hurt");
    default:
      return null;
  }
}

function look(teller: Teller, told: Extract<Told, { type: "looked" }>, scene: Scene): Piece[] {
  const { dice, view } = teller;
  const { at, description } = told;
  if (told.how === "around") {
    teller.known.add(scene.room.id);
    return [{ text: roomInFull(scene, scene.lit ? exitsIn(view, scene) : view.exits), apart: true }];
  }
  if (told.how === "self") return [{ text: holding(scene.holding) }];
  if (!at)
    return [{ text: description || dice.pick("self", ["You look much as you always do.", "You are all there."]) }];
  if (told.how === "text")
    return [{ text: `${upper(the(at))} ${does(at, "read")}:\n\n${description.trim()}`, apart: true }];
  if (told.how === "into" && "in" in at) return [{ text: searched(at, dice) }];
  return [{ text: closely(at, description.trim(), view, dice) }];
}

function smelt({ dice, who }: Teller, { what, text }: Extract<Told, { type: "smelt" }>): Piece[] {
  if (text !== null) return [{ text: text.trim() }];
  if (!what)
    return [
      {
        text: dice.pick("smell", [
          "The air tells you nothing that you could put a name to.",
          "You breathe in, and are none the wiser.",
        ]),
      },
    ];
  if (what.id === who) return [{ text: "You have smelt worse." }];
  if (what.pronouns) return [{ text: `You would rather not be seen sniffing at ${the(what)}.` }];
  return [
    {
      text: dice.pick("smell", [
        `${upper(the(what))} ${does(what, "smell")} of nothing in particular.`,
        `You bend over ${the(what)}, and smell nothing out of the common.`,
      ]),
    },
  ];
}

/** " Inside is a lamp." */
function revealed(scene: Scene, what: Named): string {
  const it: Seen | undefined = allSeen(scene).find(({ id }) => id === what.id);
  if (!it) return "";
  if (it.in.length === 0) return ` ${upper(subject(it))} ${is(it)} empty.`;
  return ` Inside ${it.in.length === 1 ? is(it.in[0]!) : "are"} ${list(it.in)}.`;
}
