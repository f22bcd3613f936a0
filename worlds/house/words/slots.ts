// What may stand in the places of a sentence: kinds of nouns, which of them are meant as a rule, and what is asked when none was named.
//
// Kinds of nouns, for the slots: `thing`, `person`, `door`, `exit`, `direction`, `self`; of things also `container`,
// `supporter`, `key`, `bunch` (keys in hand), `readable`, `light`, `held`, `carried` (held and not worn), `loose` (takeable and not held), `lying` (and not in anything held either), `theirs` (in another's hands),
// `felt` (found by hands in the dark), `here` (things, people and doors in sight), `remembered` (known, out of sight);
// of things that open or lock also `opened`, `closed`, `lockable`; of lamps `lit`, `unlit`; of clothes `wearable`, `worn`; `company` for people in sight who could answer (no animals), `he`, `she` and `they` for people with that pronoun, `topic` for what is only talked about; `use:wind` and its like of what
// shows that it can be handled so; `selfsame` for the listener; `mine` for the player's clothes; `room` for rooms that are known, `spot` for where one stands as "here"; `whereabouts` for a way as who was last seen there calls it; `inward` for the way in.
import type { Slot, Verb } from "@orrery/kernel";
import { ADDRESSED, HANDLED, LOOKED, TAKEN } from "./scenery.ts";

export const THINGS = ["thing", "felt", "remembered"];
export const ANY = [...THINGS, "person", "door", "self", "oneself"];
export const slot = (kinds: readonly string[], prefer: string, ask: string, all?: string): Slot => ({
  kinds,
  prefer,
  ask,
  scenery: HANDLED,
  ...(all === undefined ? {} : { all }),
});
const NOBODY = "There is nobody here to speak to.";
export const somebody = (ask: string): Slot => ({
  ...slot(["person", "self", "thing", "remembered"], "company", ask),
  scenery: ADDRESSED,
  none: NOBODY,
});
export const toPerson = (ask: string): Slot => ({
  ...slot(["person"], "company", ask),
  none: NOBODY,
});
/** As many as are there may be asked or told the same, one after another. */
export const toEach = (ask: string): Slot => ({ ...toPerson(ask), all: "company" });
export const aside: Slot = { kinds: [...ANY, "topic", "room", "spot", "exit"] };
export const clause: Slot = { kinds: ["clause"] };
export const personKnown: Slot = { kinds: ["person"], prefer: "here" };
export const room: Slot = { kinds: ["room", "spot"], unknown: "You know no way to any “{}” yet." };
export const known: Slot = { kinds: ["topic", ...ANY], prefer: "here", unknown: "You know nothing yet of “{}”." };
export const spoken: Slot = { ...known, prefer: "topic" };
export const text: Slot = { kinds: ["text"], ask: "Say what?" };
export const thought: Slot = { kinds: ["text"], ask: "Think what?" };

/** A question to anybody there, in the words it was asked in. */
export const question: Slot = { kinds: ["clause"] };

export const about: Slot = {
  kinds: ["topic", ...THINGS, "person", "door", "self", "room", "spot", "selfsame"],
  prefer: "topic",
  ask: "About what?",
  scenery: [
    "You can see {} for yourself, and nobody here could tell you more.",
    "There is not enough to {} for a question.",
  ],
  unknown: [
    "You do not know enough of “{}” to talk about it.",
    "You have heard nothing of “{}” that would make a question.",
    "“{}” would lead you nowhere: you know too little of it.",
  ],
};

/** The subject of a question put to somebody. */
export const within: Slot = { kinds: ["topic", ...THINGS, "person", "door", "room"], prefer: "topic", within: true };

/** The listener, where a question is about them and nothing else that is known: "ask her why she came". */
export const themselves: Slot = { kinds: ["person"], within: true, reflexive: true };

export const take: Slot = { ...slot(ANY, "loose", "Take what?", "lying"), scenery: TAKEN };
/** What is worn is put down only when it is named. */
export const hand = (ask: string) => slot(THINGS, "held", ask, "carried");
export const see = (ask: string): Slot => ({ ...slot(ANY, "here", ask), scenery: LOOKED });

/** "Hit it with the bag" may be said as "use the bag to hit it"; behind the plainer ways, which are the ones that are shown. */
export const meansFirst = (verb: Verb): Verb => ({
  ...verb,
  patterns: [
    ...verb.patterns,
    ...verb.patterns.flatMap((pattern) => {
      const [, deed, means] = MEANS.exec(pattern) ?? [];
      return deed === undefined ? [] : [`use {${means}} (and) (to) ${deed}`];
    }),
  ],
});
const MEANS = /^(?!\*)(.+) \(?with(?:\|using)? \{(metadata\.(?:with|keyId))\}\)?$/;
