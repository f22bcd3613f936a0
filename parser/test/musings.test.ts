// What is said of deeds and does none of them: questions, suppositions, what is put off or told of the past, conditions. And what comes near and does.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brief } from "./lexicons.ts";
import { type Labelled, parse, situationOf } from "./situations.ts";

function read(world: string, scene: string, texts: string) {
  const setup = texts.split(" / ");
  const say = setup.pop()!;
  const one: Labelled = { world, ...(scene === "" ? {} : { scene }), setup, say, actions: [] };
  const { at, recent } = situationOf(one);
  return parse(at, say, recent);
}
const table = (rule: string, world: string, scene: string, rows: Readonly<Record<string, string>>) => {
  for (const [texts, expected] of Object.entries(rows))
    it(`[${rule}] ${texts}`, () => assert.equal(brief(read(world, scene, texts)), expected));
};
const undone = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, "!unknown_verb"]));

describe("what cannot be taken back is plainly said", () => {
  table(
    "P67",
    "house/mystery",
    "vane, library",
    undone([
      "should i accuse julian?",
      "should i accuse julian",
      "shall we accuse him",
      "what if i accuse julian",
      "how about if i accuse julian",
      "how about i accuse julian",
      "what about accusing julian",
      "i will accuse julian later",
      "tomorrow i will accuse julian",
      "can i accuse julian",
      "i could accuse julian",
      "i might accuse him",
      "maybe it was julian",
      "it was julian?",
      "accuse julian?",
      "shuold i accuse julian",
      "suppose i accuse julian",
      "should i flarb, accuse julian",
      "should i drink the brandy and accuse julian",
      "i was going to accuse julian",
      "i already accused julian",
      "you should accuse julian",
      "accuse julian maybe",
      "accuse julian or not",
      "julian is the murderer isnt he",
      "lol imagine if i accuse julian",
      "why dont i accuse julian",
      "should i accuse",
      "should i accuse / julian",
    ]),
  );
  table("P67", "house/mystery", "vane, library", {
    "accuse julian": "perform julian verb=accuse",
    "i accuse julian": "perform julian verb=accuse",
    "i want to accuse julian": "perform julian verb=accuse",
    "i would like to accuse him": "perform julian verb=accuse",
    "ok, i will accuse julian!": "perform julian verb=accuse",
    "please let me accuse julian now": "perform julian verb=accuse",
    "it was julian": "perform julian verb=accuse",
    "so it was you, julian!": "perform julian verb=accuse",
    "i accuse julian because i think he did it": "perform julian verb=accuse",
    "i accuse julian, not the doctor": "perform julian verb=accuse",
    "i think it was him. i accuse julian": "perform julian verb=accuse",
    "should i accuse julian? yes. accuse julian": "perform julian verb=accuse",
    "if i accuse julian will it help": "!not_understood",
    "julian, should i accuse constance": "say to=julian text=should i accuse constance",
  });
  it("[P67] says how to say it when it is meant", () => {
    const said = (text: string) => read("house/mystery", "vane, library", text).reading.problem?.message;
    assert.equal(said("should i accuse julian?"), "Nothing is done by asking. Say ACCUSE JULIAN if you mean it.");
    assert.equal(said("i'll accuse julian later"), "It can wait, then. Say ACCUSE JULIAN when the time has come.");
    assert.equal(
      said("i've already accused julian"),
      "Nothing is done by telling of it. Say ACCUSE JULIAN if it is to be done now.",
    );
  });
});

describe("what is only thought of is not done", () => {
  table(
    "P67",
    "house/cottage",
    "garden",
    undone([
      "should I take the basket?",
      "shall I take the basket?",
      "I would take the basket",
      "I could take the basket",
      "id take the basket",
      "I might take the basket",
      "i should have taken the basket",
      "what if i take the basket and go west",
      "should i go west and open the gate",
      "take the basket later",
      "i'll open the gate in a minute",
      "I tried to take the basket",
      "i did open the gate",
      "ive opened the gate",
      "i already opened the gate and went west",
      "i opened the gate already",
      "i have read the letter",
    ]),
  );
  table("P67", "house/cottage", "garden", {
    "take the letter and i will take the basket later": "take letter; !unknown_verb",
    "should i take the basket, ok take it": "take basket",
    "i could take the basket but i take the letter": "take letter",
    "i already opened the gate, take the basket": "take basket",
    "could you take the basket": "take basket",
    "can i take the basket": "take basket",
    "could i take the basket?": "take basket",
    "may i open the gate": "open gate",
    "id like to take the basket": "take basket",
    "i would like a look at the basket": "examine basket",
    "i might as well take the basket": "take basket",
    "i was wondering if i could take the basket": "take basket",
    "is it ok if i take the basket": "take basket",
    "i took the basket and went west": "take basket; go direction=west",
    "i will take the basket": "take basket",
    "i should probably open the gate": "open gate",
    "how about taking the basket": "take basket",
    "i have to take the basket": "take basket",
    "ive got to open the gate": "open gate",
    "take the basket for later": "take basket",
    "take the basket so i can use it later": "take basket",
    "do i have the letter": "recall letter what=place",
  });
});

describe("what one asks to have is asked for", () => {
  table("P67", "tictactoe", "", {
    "can i have the one on the left in the middle row": "place cell=3",
    "i have taken the one on the left in the middle row": "!unknown_verb",
  });
});

describe("what is claimed is not done", () => {
  const has = (text: string) => `claim basket that=have text=${text}`;
  table("P67", "house/cottage", "garden", {
    ...Object.fromEntries(
      [
        "I have the basket",
        "I'm carrying the basket",
        "i am still holding the basket",
        "I've got the basket",
        "ive got the basket",
        "I got the basket",
        "I own the basket",
        "the basket is mine",
      ].map((text) => [text, has(text)]),
    ),
    "take the basket / i have it": has("i have it"),
    "i am wearing the basket": "claim basket that=wear text=i am wearing the basket",
    "there is a basket here": "claim basket that=here text=there is a basket here",
    "i am in the garden": "claim garden that=here text=i am in the garden",
    "the gate is closed": "claim gate that=closed text=the gate is closed",
    "the gate is open": "claim gate that=open text=the gate is open",
    "the front door is locked": "claim front-door that=locked text=the front door is locked",
    "conjure a key": "claim text=a key",
    "there is a unicorn here": "claim text=a unicorn here",
    // Before a deed it only leads up to it, and after one it only tells why.
    "i have the letter, open the gate": "open gate",
    "the gate is closed so i open it": "open gate",
    "the gate is closed open it": "open gate",
    "take the basket, i have it now": "take basket",
    "theres a basket on the bench take it": "take basket",
    "i'll have the basket": "take basket",
    "i hold the basket": "take basket",
    "i need the basket": "take basket",
    "i have to take the basket": "take basket",
    "i have no idea": "hint",
    "do i have the basket": "recall basket what=place",
    "is the gate open": "recall gate what=state",
  });
});

describe("what hangs on something is not done", () => {
  table("P68", "house/cottage", "garden", {
    "if the gate is open, take the basket": "!not_understood",
    "if the gate is open go west": "!not_understood",
    "unless the gate is locked, open it": "!not_understood",
    "when the gate is open, go west": "!not_understood",
    "so if the gate is open, take the basket": "!not_understood",
    "take the basket, if the gate is open": "!not_understood",
    "take the basket if the gate is open": "!not_understood",
    "go west unless the gate is closed": "!not_understood",
    "if i had a key i would open the gate": "!not_understood",
    "if I take the basket will it help": "!not_understood",
    "take the basket. if the gate is open go west": "take basket; !not_understood",
    "once the gate is open, go west": "!not_understood",
    "once the gate is open go west": "!not_understood",
    "as soon as the gate is open, go west": "!not_understood",
    "when the gate is open go west": "!not_understood",
    "after opening the gate, go west": "!not_understood",
    "as long as the gate is closed, wait": "!not_understood",
    "until the gate is open, take the basket": "!not_understood",
    "go west once the gate is open": "!not_understood",
    "go west as soon as the gate is open": "!not_understood",
    "go west when the gate is open": "!not_understood",
    "go west if the gate is open": "!not_understood",
    "open the gate and once it is open go west": "open gate; !not_understood",
    "wait until the gate is open": "wait",
    "once inside, look": "look",
    "once again take the basket": "take basket",
    "after that, take the basket": "take basket",
    "as soon as possible open the gate": "open gate",
    "take the basket as soon as you can": "take basket",
    "when i am ready, go west": "!unknown_verb",
    "if the gate is open": "recall gate what=state",
    "check if the gate is open and take the basket": "recall gate what=state; take basket",
    "can you tell me if the gate is open": "recall gate what=state",
    "if possible, take the basket": "take basket",
    "if i may, take the basket": "take basket",
    "if you dont mind open the gate": "open gate",
    "take the basket if you please": "take basket",
  });
  for (const [text, condition] of [
    ["if the gate is open, take the basket", "if the gate is open, take the basket"],
    ["Once the gate is open, go west", "Once the gate is open, go west"],
    ["take the basket if the gate is open", "if the gate is open"],
    ["go west once the gate is open", "once the gate is open"],
  ] as const)
    it(`[P68] says so of ${text}`, () =>
      assert.equal(
        read("house/cottage", "garden", text).reading.problem?.message,
        `I cannot wait for that: “${condition}”. Say what you do when it is so.`,
      ));
  table("P68", "house/mystery", "vane, library", {
    "where were you when he died": "say text=where were you when he died to=julian",
    "tell julian when the boat comes": "say to=julian text=when the boat comes",
  });
});

describe("what is to come before or after something else", () => {
  table("P73", "house/cottage", "garden", {
    "before it gets dark, open the gate": "open gate",
    "before I go west, open the gate": "open gate",
    "before leaving, take the basket": "take basket",
    "before you go west open the gate": "!not_understood",
    "before anything else, look": "look",
    "before doing anything, take the basket": "take basket",
    "take the basket before it rains": "take basket",
    "say good day before going west": "say text=good day before going west",
    // Nobody puts deeds in order: what comes first is to be said first.
    "before going west, open the gate": "!not_understood",
    "before going west open the gate": "!not_understood",
    "open the gate before going west": "!not_understood",
    "before going west": "!not_understood",
    "look and before going west open the gate": "look; !not_understood",
    "after opening the gate, go west": "!not_understood",
    "go west after opening the gate": "!not_understood",
  });
  it("[P73] of two deeds it is told how to say them", () =>
    assert.equal(
      read("house/cottage", "garden", "before going west, open the gate").reading.problem?.message,
      "“before going west, open the gate”: say what comes first, THEN what comes after it.",
    ));
});

describe("each way to suppose a deed, to put it off or to make it hang", () => {
  table("P67", "house/cottage", "garden", {
    ...undone([
      "can i not open the gate",
      "suppose that i open the gate",
      "i have tried opening the gate",
      "i used to open the gate",
    ]),
    "what would happen if i open the gate": "!not_understood",
    "the moment the gate is open, take the basket": "!not_understood",
    "provided that the gate is open, take the basket": "!not_understood",
    "on condition that the gate is open, take the basket": "!not_understood",
    "do not open the gate": "!unknown_verb",
  });
});

describe("what one says one does not know", () => {
  table("P67", "house/mystery", "vane, library", {
    ...undone([
      "idk if i should accuse",
      "idk if i should accuse julian",
      "i do not know whether i should take the brandy",
      "not sure whether to take the brandy",
      "im not sure if i should take the brandy",
      "dunno whether to take the brandy",
      "i wonder if i should take the brandy",
    ]),
    "idk where to go": "recall what=exits",
    "idk if the study door is open": "recall study-door what=state",
    "im not sure if the study door is open": "recall study-door what=state",
    "not sure how to open the bag": "hint",
    "i dont know what to do": "hint",
    "idk take the brandy": "hint; take brandy",
  });
  it("[P67] is told how to say it, and of nothing that was not said", () => {
    const said = (text: string) => read("house/mystery", "vane, library", text).reading.problem?.message ?? "";
    assert.equal(said("not sure whether to accuse"), "Nothing is done by asking. Say ACCUSE if you mean it.");
    assert.doesNotMatch(said("idk if the moon is up"), / no {2}|“”/);
  });
});

describe("behind a label nothing is done that cannot be taken back", () => {
  table("P70", "house/mystery", "vane, library", {
    ...undone(["theory: it was julian, take the brandy", "brandy: julian did it"]),
    "hint: julian did it": "hint; !unknown_verb",
    "Hint : julian did it": "hint; !unknown_verb",
    "hint:julian did it": "hint; !unknown_verb",
    "hint, julian did it": "hint; !unknown_verb",
    "my plan: take the brandy, go west": "!not_understood",
    "julian: it was you": "perform julian verb=accuse",
    "say: julian did it": "say text=julian did it",
    "ok: take the brandy": "take brandy",
    "brandy: take it": "take brandy",
    "look :D": "look",
    ":) take the brandy ;)": "take brandy",
  });
});

describe("a question does no deed that nothing in it asks for", () => {
  table("P75", "house/cottage", "kitchen", {
    "ada want the peas?": "!unknown_verb",
    "open the cupboard?": "!unknown_verb",
    "can i open the cupboard?": "open cupboard",
    "open the cupboard, ok?": "open cupboard",
    "look?": "look",
    "are you the one who hid the brass key": "!not_understood",
    "are you happy": "say text=are you happy to=ada",
    "we should flarb the cupboard": "!unknown_verb",
    "flarb the cupboard": "attempt cupboard how=other words=flarb the cupboard",
  });
});
