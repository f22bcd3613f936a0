// Deeds as they are told to the actor: plain ones by their row in `deeds.ts`, the others here.
import type { Use } from "../model/thing.ts";
import { answer } from "../people/answers.ts";
import { deedSaid } from "../people/wanted.ts";
import type { RoomScene } from "../sense/scope.ts";
import type { ToldEvent } from "../sense/told.ts";
import type { HouseView } from "../sense/view.ts";
import { exitsIn, went } from "./arrivals.ts";
import { deedRowFor, fillTemplate, partsOf } from "./deeds.ts";
import { closely, describeInside, describeSearch, holding, roomInFull } from "./describe.ts";
import { a, does, is, quote, sentence, the, upper, usePhrase } from "./grammar.ts";
import { others } from "./others.ts";
import { phraseFor } from "./style.ts";
import { type Piece, ruledText, type Teller } from "./teller.ts";

/** One's own deeds. */
export function own(teller: Teller, told: ToldEvent, scene: RoomScene): Piece[] {
  const { dice } = teller;
  const say = (purpose: string, ...ways: [string, ...string[]]): Piece[] => [{ text: dice.pick(purpose, ways) }];
  const deed = deedRowFor(told);
  if (deed) {
    const parts = partsOf(told, teller.who);
    const text =
      phraseFor(teller.view.style, dice, deed.as, parts) ?? fillTemplate(dice.pick(deed.as, deed.mine), parts);
    return [{ text: told.type === "opened" ? `${text}${describeInside(scene, told.what)}` : text }];
  }
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
    case "said":
      return say("say", `You say${told.to ? ` to ${the(told.to)}` : ""}, ${quote(told.text)}`);
    case "bade":
      return say("bid", `You ask ${the(told.to)} to ${deedSaid(told.deed, teller.who)}.`);
    case "recalled":
      return [{ text: answer(viewThen(teller, scene), told), apart: true }];
    case "learned":
      return [];
    case "thought": {
      const thought = quote(told.text);
      const phrasing = phraseFor(teller.view.style, dice, "think");
      if (phrasing !== null) return [{ text: phrasing }];
      return say("think", `You think: ${thought}`, `${thought} you think, and keep it to yourself.`);
    }
    case "used": {
      const tool = told.with ? ` with ${the(told.with)}` : "";
      const deed =
        told.how === "use" && told.with
          ? `use ${the(told.with)} on ${the(told.what)}`
          : `${usePhrase(told.how)} ${the(told.what)}${tool}`;
      return say("use", `You ${!told.works && RESULTS.has(told.how) ? "try to " : ""}${deed}.`);
    }
    case "performed":
      if (!told.works && told.otherwise !== undefined) return [{ text: told.otherwise }];
      return [{ text: sentence(`You ${told.works ? "" : "try to "}${told.deed}`) }];
    case "claimed":
      return say("claimed", `So it is: ${quote(told.text)}`, `${quote(told.text)} Quite so.`);
    case "attempted":
      return [
        {
          text: `You set about it${told.what ? ` with an eye on ${the(told.what)}` : ""}. The game master is considering what comes of that.`,
        },
      ];
    case "ruled":
      return [{ text: ruledText(told) }];
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
      return others(teller, told, scene);
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

function look(teller: Teller, told: Extract<ToldEvent, { type: "looked" }>, scene: RoomScene): Piece[] {
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
  if (told.how === "into" && "in" in at) return [{ text: describeSearch(at, dice) }];
  return [{ text: closely(at, description.trim(), view, dice) }];
}

function smelt({ dice, who }: Teller, { what, text }: Extract<ToldEvent, { type: "smelt" }>): Piece[] {
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

/** The view at some moment of what is told: what was in sight then, beside what was known before all of it, or is known now, by the room. */
function viewThen({ before, view }: Teller, scene: RoomScene): HouseView {
  const known = before.room.id === scene.room.id && view.room.id !== scene.room.id ? before : view;
  const { room, lit, description, things, people, holding } = scene;
  const exits = known.room.id === room.id ? known.exits : exitsIn(known, scene);
  return { ...known, room, lit, description, things, people, holding, exits };
}
