// Other people's deeds, and events, as they are told to the witness: plain deeds by their row in `deeds.ts`, the others here.
import { deedSaid } from "../people/wanted.ts";
import type { Named, RoomScene } from "../sense/scope.ts";
import type { ToldEvent } from "../sense/told.ts";
import { deedRowFor, fillTemplate, partsOf } from "./deeds.ts";
import { describeInside } from "./describe.ts";
import { ATTEMPTED } from "./explain.ts";
import {
  a,
  and,
  areAll,
  fromThe,
  is,
  lies,
  list,
  object,
  possessive,
  quote,
  sentence,
  subject,
  the,
  third,
  thirdPerson,
  toward,
  upper,
  within,
} from "./grammar.ts";
import { ending, here, type Piece, type Teller } from "./teller.ts";

/** What others do, and what happens. `scene`: where it is seen, unless from another room. */
export function others(teller: Teller, told: ToldEvent, scene: RoomScene | null): Piece[] {
  const { who: me, dice } = teller;
  const name = (it: Named) => (it.id === me ? "you" : the(it));
  const line = (text: string): Piece[] => [{ text: sentence(text) }];
  if (told.type === "gave" && told.to.id === me) {
    const [who, thing] = [the(told.who), the(told.thing)];
    return line(dice.pick("given", [`${who} gives you ${thing}`, `${who} hands you ${thing}`]));
  }
  const deed = deedRowFor(told);
  if (deed) {
    const text = sentence(fillTemplate(deed.theirs, partsOf(told, me)));
    return [{ text: told.type === "opened" && scene ? `${text}${describeInside(scene, told.what)}` : text }];
  }
  switch (told.type) {
    case "went": {
      if (told.after) return line(`${name(told.who)} follows ${name(told.after)}`);
      if (told.direction !== undefined) return line(`${name(told.who)} goes ${toward(told.direction)}`);
      const [back] = told.back ?? [];
      return line(back === undefined ? `${name(told.who)} comes in` : `${name(told.who)} comes in ${fromThe(back)}`);
    }
    case "joined":
      return line(`${name(told.who)} comes along with ${name(told.whom)}`);
    case "stayed":
      return line(`${name(told.who)} stays where ${subject(told.who)} ${told.who.pronouns === "they" ? "are" : "is"}`);
    case "released":
      return line(`${name(told.who)} turns to ${possessive(told.who)} own affairs again`);
    case "lagged":
      return line(`${name(told.who)} does not come with ${name(told.whom)}`);
    case "found":
      return line(`${name(told.who)} finds ${a(told.thing)} ${told.how} ${the(told.cover)}`);
    case "stepped":
      if (told.behind) return line("Footsteps come after you in the dark");
      return line(
        told.where === undefined
          ? `You hear footsteps ${told.coming ? "come closer" : "go away"} in the dark`
          : `You hear footsteps${told.where === null ? ", somewhere near" : ` ${fromThe(told.where)}`}${told.coming ? "" : ", going away"}`,
      );
    case "said":
      return speech(teller, told);
    case "caught": {
      const isNamed = told.whom.id === teller.named?.id;
      const whom = isNamed ? subject(told.whom) : name(told.whom);
      const [s, does] = told.whom.pronouns === "they" ? ["", "do"] : ["s", "does"];
      return line(
        dice.pick("caught", [
          `${whom} take${s} a moment to answer`,
          `something in ${isNamed ? `${possessive(told.whom)} face` : `the face of ${the(told.whom)}`} gives way`,
          `${whom} begin${s} to say something else, and ${does} not`,
        ]),
      );
    }
    case "bade":
      return line(`${name(told.who)} asks ${name(told.to)} to ${deedSaid(told.deed, me)}`);
    case "used":
      return line(
        `${name(told.who)} ${third(told.how)} ${the(told.what)}${told.with ? ` with ${the(told.with)}` : ""}`,
      );
    case "performed": {
      const [verb = "", ...rest] = told.deed.split(" ");
      return line([name(told.who), thirdPerson(verb), ...rest].join(" "));
    }
    case "narrated":
      return [{ text: told.text.trim(), apart: true }];
    case "attempted":
      return line(`${name(told.who)} tries to ${ATTEMPTED[told.how]} ${told.what ? name(told.what) : "something"}`);
    case "ruled":
      return line(
        `${name(told.who)} ${told.outcome === "success" ? "manages" : "tries, in vain,"} to ${ATTEMPTED[told.how]} ${told.what ? name(told.what) : "something"}${told.with ? ` with ${the(told.with)}` : ""}`,
      );
    case "broke":
      return line(`${the(told.what)} ${is(told.what)} broken`);
    case "noised":
      return line(`You hear ${told.text}${told.from === null ? ", somewhere near" : ` ${fromThe(told.from)}`}`);
    case "mooded":
      return told.mood === "distracted" ? line(`${the(told.person)} is looking elsewhere`) : [];
    case "glimpsed":
      return line(glimpse(told));
    case "tried":
      return attempt(told, me);
    case "door_moved":
      return line(`${the(told.what)} ${told.open ? "opens" : "closes"}`);
    case "lock_clicked":
      return line(
        dice.pick("click", [
          `The lock of ${the(told.what)} clicks`,
          `You hear a click in the lock of ${the(told.what)}`,
        ]),
      );
    case "appeared":
      return line(
        dice.pick("appear", [
          `${the(told.what)} ${is(told.what)} suddenly here`,
          `You blink, and there ${is(told.what)} ${the(told.what)}`,
        ]),
      );
    case "vanished":
      return line(`${the(told.what)} ${is(told.what)} suddenly gone`);
    case "lit":
      return line(`${the(told.what)} ${told.on ? "lights up" : "goes out"}`);
    case "brought": {
      return [
        ...(told.quiet ? [] : [{ text: `The world turns about you, and you are ${within(told.to)}.` }]),
        { text: here(teller.view), apart: true },
      ];
    }
    case "passed":
      return told.to.id === me ? [{ text: "It is your turn.", apart: true }] : [];
    case "ended":
      return [{ text: ending(told), apart: true }];
    case "suggested":
      return [
        {
          text: `You could ask ${object(told.who)} about ${and(
            told.about.map((one) => the(one)),
            "or",
          )}.`,
          apart: true,
        },
      ];
    default:
      return [];
  }
}

function speech(teller: Teller, told: Extract<ToldEvent, { type: "said" }>): Piece[] {
  if (told.where !== undefined)
    return [
      {
        text: `You hear ${told.who ? the(told.who) : "a voice"}${told.where === null ? ", somewhere near" : ` ${fromThe(told.where)}`}: ${quote(told.text)}`,
      },
    ];
  const isNamed = told.who !== null && told.who.id === teller.named?.id;
  const voice = told.who === null ? "a voice in the dark" : isNamed ? subject(told.who) : the(told.who);
  const says = isNamed && told.who?.pronouns === "they" ? "say" : "says";
  const to = told.to && told.to.id !== teller.who ? ` to ${the(told.to)}` : "";
  const words = quote(told.text);
  const quotation = `${told.who?.id}: ${told.text}`;
  if (teller.quoted.has(quotation)) return [{ text: `${upper(voice)} ${says} the same again${to}.` }];
  teller.quoted.add(quotation);
  const first = `${upper(voice)} ${says}${to}, ${words}`;
  const last = /[^.][.]"$/.test(words)
    ? `${words.slice(0, -2)}," ${voice} ${says}${to}.`
    : `${words} ${voice} ${says}${to}.`;
  const spoken = teller.dice.pick("speech", [first, last]);
  // Two quotations never stand side by side.
  return [{ text: isNamed && teller.named?.inWords ? first : spoken }];
}

function glimpse({ room, by, people, voices, direction }: Extract<ToldEvent, { type: "glimpsed" }>): string {
  const where = direction === "" ? "next door" : lies(direction);
  if (by === "sight")
    return people.length === 0
      ? `You can see ${toward(direction)} into ${the(room)}, and nobody there`
      : `You can see ${toward(direction)} into ${the(room)}: ${list(people, the)} ${areAll(people)} there`;
  return voices === 0
    ? `Nothing stirs ${where}`
    : voices === 1
      ? `Somebody is moving about ${where}`
      : `There is more than one person ${where}`;
}

function attempt({ who, reason, what, other, deed }: Extract<ToldEvent, { type: "tried" }>, me: string): Piece[] {
  if (!what) return [];
  const name = upper(the(who));
  const to = (it: Named) => (it.id === me ? "you" : the(it));
  switch (reason) {
    case "wrong_key":
      return [{ text: `${name} tries ${the(other!)} in ${the(what)}. It does not fit.` }];
    case "not_wanted":
      return [
        {
          text: `${name} offers ${other!.id === me ? `you ${the(what)}` : `${the(what)} to ${the(other!)}`}, in vain.`,
        },
      ];
    case "not_talking":
    case "not_known":
      return [{ text: `${name} asks ${to(other!)} about ${to(what)}.` }];
    case "not_given":
      return [{ text: `${name} asks ${to(other!)} for ${the(what)}, in vain.` }];
    case "unwilling":
    case "unable":
      return [{ text: `${name} asks ${to(what)} to ${deedSaid(deed!, me)}, in vain.` }];
    case "door_locked":
    case "container_locked":
      return [{ text: `${name} tries ${the(what)}, which ${is(what)} locked.` }];
    default:
      return [{ text: `${name} tries ${the(what)}, and nothing comes of it.` }];
  }
}
