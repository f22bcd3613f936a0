// Attempts and claims: what no rule knows is ruled on, within bounds, and ruled the same the next time.
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type Ask, type Json, openFrame } from "@orrery/kernel";
import { blindfold, frameAt } from "@orrery/kernel/testing";
import { boundsOf, OVERSTEPS, overstepOf } from "../attempt/bounds.ts";
import { isGoodAs, materialOf, strengthOf } from "../attempt/nature.ts";
import { natureFrom } from "../author/nature.ts";
import {
  APPROACHES,
  type Effect,
  GAMEMASTER,
  type House,
  type HouseAction,
  type HouseReasons,
  type HouseState,
  house,
  type Ruling,
} from "../index.ts";
import { APPROACHES as ALL } from "../model/ruling.ts";
import {
  alter,
  attempt,
  build,
  claim,
  engine,
  frameOf,
  opened,
  RULING_REASONS,
  see,
  take,
  turn,
  turnOf,
  wait,
} from "./manor.ts";

/** A shop where things can go wrong: locks, glass, heavy furniture, and people who look on. */
const SHOP = {
  title: "The Shop",
  opening: "",
  player: "you",
  rooms: {
    shop: {
      description: "A shop.",
      exits: { east: { to: "yard", door: "shop-door" }, north: { to: "store", door: "hatch" } },
    },
    yard: { description: "A yard.", exits: { west: { to: "shop", door: "shop-door" } } },
    store: { description: "A store.", exits: { south: { to: "shop", door: "hatch" } } },
  },
  doors: {
    "shop-door": { name: "plank door", locked: true, key: "shop-key" },
    hatch: { name: "wicker hatch", locked: true, key: "hatch-key" },
  },
  things: {
    "shop-key": { in: "store" },
    "hatch-key": { in: "store" },
    crowbar: { in: "shop" },
    hairpin: { in: "shop" },
    candle: { in: "shop", light: "on" },
    knife: { in: "shop" },
    bell: { in: "shop" },
    vase: { in: "shop", description: "A vase." },
    letter: { in: "shop", text: "Dear." },
    scarf: { in: "shop" },
    idol: { in: "shop", material: "clay" },
    anvil: { in: "shop", fixed: true },
    tree: { in: "shop", fixed: true },
    crate: { in: "shop", fixed: true, supporter: true },
    safe: { in: "shop", fixed: true, container: "closed", locked: true, keys: [] },
    casket: { name: "wooden casket", in: "shop", container: "closed", locked: true, key: "shop-key" },
    pearl: { in: "casket" },
    coin: { in: "crate-box", hidden: true },
    "crate-box": { in: "shop", container: "bare" },
    ruby: { in: "shop", hidden: true },
  },
  people: {
    you: { name: "visitor", in: "shop" },
    moll: { name: "Moll", pronouns: "she", in: "yard", objects: "Not in my shop!", trades: [{ wants: "scarf" }] },
    ned: { name: "Ned", pronouns: "he", in: "yard", nerve: "weak" },
  },
  rules: {
    idol: { on: { take: "idol" }, do: [{ tell: "It hums." }] },
    ruby: { on: { touch: "anvil" }, do: [{ reveal: "ruby" }] },
  },
};
const shopWith = (parts: object): HouseState => house.open(build({ ...SHOP, ...parts } as unknown as Json));
const shop = shopWith({});
const held = (state: HouseState, ...ids: string[]) =>
  ids.reduce((so, id) => alter(so, "things", id, { at: { heldBy: "you" } }), state);
const here = (state: HouseState, ...ids: string[]) =>
  ids.reduce((so, id) => alter(so, "people", id, { at: "shop" }), state);

const met = new Set<string>();
after(() => assert.deepEqual([...met].sort(), [...RULING_REASONS].sort(), "every reason of rulings is met here"));

/** One attempt, with a seed that makes it come out as told. */
function tried(state: HouseState, action: HouseAction, wanted: "success" | "failure" | "impossible") {
  for (let i = 0; i < 60; i++) {
    const done = turnOf(frameOf(state), [action], `s${i}`);
    const ruled = done.draft.events.find((event) => event.type === "ruled");
    assert.ok(ruled && ruled.type === "ruled", done.draft.validation[0]?.message);
    if (ruled.outcome !== wanted) continue;
    const [verdict] = done.draft.validation;
    assert.equal(verdict!.success, wanted === "success");
    if (wanted !== "success") met.add(verdict!.reason!);
    return { ...done, ruled, state: done.frame.state, text: done.told("you") };
  }
  return assert.fail(`${JSON.stringify(action)} never came to ${wanted}`);
}
const types = ({ draft }: { draft: { events: readonly { type: string }[] } }) => draft.events.map(({ type }) => type);
function refused(reason: keyof HouseReasons, action: HouseAction, state = shop, words = /./) {
  met.add(reason);
  const { draft, told } = turn(frameOf(state), action);
  assert.deepEqual(
    draft.validation.map((one) => one.reason),
    [reason],
    draft.validation[0]?.message,
  );
  assert.deepEqual(draft.events, []);
  assert.match(told("you"), words);
}

describe("the house rules on common attempts", () => {
  it("force: a lock tears out, people next door hear it, and the way is open for good", () => {
    const { state, text, told } = tried(shop, attempt("force", "hatch"), "success");
    assert.deepEqual(
      [state.doors["hatch"]!.open, state.doors["hatch"]!.lock, state.doors["hatch"]!.broken],
      [true, null, true],
    );
    assert.match(text, /shoulder.*\(\d+ on the die, and it took 11\.\)/);
    assert.equal(told("ned"), "You hear the crack of splintering wood from the west.");
    const next = tried(alter(shop, "people", "ned", { at: "store" }), attempt("force", "hatch"), "success");
    assert.match(
      next.told("ned"),
      /You hear the crack of splintering wood from the south\.|The wicker hatch is broken\./,
    );
  });
  it("force: in vain it bruises, and does so three times at most", () => {
    const first = tried(shop, attempt("force", "hatch"), "failure");
    assert.deepEqual(first.state.hurts, { you: 1 });
    assert.equal(see(first.frame).hurt, 1);
    assert.match(first.text, /bounce off the wicker hatch.*(hurt|feel that|Ow)/);
    assert.match(tried({ ...shop, hurts: { you: 3 } }, attempt("force", "hatch"), "impossible").text, /Rest first/);
    assert.deepEqual(turn(first.frame, wait).frame.state.hurts, {});
  });
  it("force: a sound door wants a lever, and the crowbar is one", () => {
    assert.match(tried(shop, attempt("force", "shop-door"), "impossible").text, /bar to lever it with/);
    const { state } = tried(held(shop, "crowbar"), attempt("force", "shop-door", "crowbar"), "success");
    assert.equal(state.doors["shop-door"]!.open, true);
  });
  it("force: what is open or not locked needs none", () => {
    const unlocked = alter(shop, "doors", "hatch", { lock: { locked: false, keys: [] }, yields: "easily" });
    assert.match(
      tried(alter(shop, "doors", "hatch", { open: true, lock: null }), attempt("force", "hatch"), "impossible").text,
      /open already/,
    );
    assert.ok(
      tried(
        { ...unlocked, doors: { ...unlocked.doors, hatch: { ...unlocked.doors["hatch"]!, lock: null } } },
        attempt("force", "hatch"),
        "success",
      ).state.doors["hatch"]!.open,
    );
  });
  it("force and pick: what an author locked without a key stays an author's", () => {
    for (const action of [attempt("force", "safe", "crowbar"), attempt("pick", "safe", "hairpin")])
      tried(held(shop, "crowbar", "hairpin"), action, "impossible");
  });
  it("pick: with something thin the lock turns, and it takes time", () => {
    assert.match(tried(shop, attempt("pick", "casket"), "impossible").text, /thin and stiff/);
    const { state, ruled } = tried(held(shop, "hairpin"), attempt("pick", "casket", "hairpin"), "success");
    assert.equal(state.things["casket"]!.lock?.locked, false);
    assert.equal(ruled.ruling.turns, 2);
    assert.equal(state.time, 3);
  });
  it("break: glass and clay give way, and what a story needs does not", () => {
    assert.equal(tried(shop, attempt("break", "vase"), "success").state.things["vase"]!.broken, true);
    assert.match(tried(shop, attempt("break", "idol"), "impossible").text, /may need that yet/);
    assert.match(tried(shop, attempt("break", "anvil"), "impossible").text, /./);
    assert.match(tried(shop, attempt("break", "crate"), "impossible").text, /heavy/);
  });
  it("break: what was in a box that is broken open can be taken", () => {
    const open = tried(held(shop, "crowbar"), attempt("break", "casket", "crowbar"), "success");
    assert.ok(turn(open.frame, take("pearl")).draft.validation[0]!.success);
    assert.equal(
      turn(open.frame, { actorId: "you", type: "close", targetId: "casket" }).draft.validation[0]!.reason,
      "not_openable",
    );
  });
  it("cut and burn: with a blade, with a flame, and never what is wanted", () => {
    assert.match(tried(shop, attempt("cut", "vase"), "impossible").text, /nothing in your hand that would cut/);
    const bare = shopWith({ people: { ...SHOP.people, moll: { in: "yard" } } });
    assert.equal(
      tried(held(bare, "knife"), attempt("cut", "scarf", "knife"), "success").state.things["scarf"]!.broken,
      true,
    );
    assert.equal(tried(bare, attempt("burn", "scarf"), "success").state.things["scarf"]!.hidden, true);
    assert.match(tried(bare, attempt("burn", "letter"), "impossible").text, /may need that yet/);
    assert.match(
      tried(alter(bare, "things", "candle", { light: null }), attempt("burn", "scarf"), "impossible").text,
      /no flame/,
    );
  });
  it("climb: one sees who is next door, or falls", () => {
    const open = alter(shop, "doors", "shop-door", { open: true, lock: null });
    const up = tried(open, attempt("climb", "crate"), "success");
    assert.match(up.text, /into the yard: Moll and Ned are there\./);
    assert.equal(see(up.frame).absent.find(({ person }) => person.id === "ned")?.person.name, "Ned");
    assert.deepEqual(tried(shop, attempt("climb", "tree"), "failure").state.hurts, { you: 1 });
    assert.match(tried(shop, attempt("climb", "bell"), "impossible").text, /foot/);
  });
  it("search: what is hidden comes to light, but not what an author's rule reveals", () => {
    const { state, text } = tried(shop, attempt("search", "crate-box"), "success");
    assert.equal(state.things["coin"]!.hidden, undefined);
    assert.match(text, /come upon a coin/);
    assert.equal(tried(shop, attempt("search"), "success").state.things["ruby"]!.hidden, true);
  });
  it("listen and knock: somebody moves about next door", () => {
    assert.match(tried(shop, attempt("listen", "shop-door"), "success").text, /more than one person to the east/);
    assert.match(tried(shop, attempt("knock", "shop-door"), "success").text, /knock on the plank door/);
  });
  it("throw: it lands, it breaks, and the person it was thrown at turns cold", () => {
    assert.deepEqual(
      tried(held(shop, "vase"), attempt("throw", undefined, "vase"), "success").state.things["vase"]!.at,
      { in: "shop" },
    );
    const at = tried(here(held(shop, "vase"), "ned"), attempt("throw", "ned", "vase"), "success").state;
    assert.equal(at.moods?.["ned"]?.mood, "cold");
    assert.equal(at.things["vase"]!.broken, true);
  });
  it("nothing comes of the absurd, and it says so", () => {
    for (const how of ["hide", "improvise", "other", "dig"] as const)
      assert.ok(tried(shop, attempt(how), "impossible").text.length > 20, how);
    assert.match(tried(here(shop, "ned"), attempt("attack", "ned"), "impossible").text, /not that kind of story/);
  });
  it("handling that no rule of a thing waits for is an attempt too", () => {
    const done = turn(frameOf(shop), { actorId: "you", type: "use", targetId: "vase", metadata: { how: "break" } });
    assert.equal(done.draft.events[0]!.type, "attempted");
    const used = turn(frameOf(shop), { actorId: "you", type: "use", targetId: "anvil", metadata: { how: "touch" } });
    assert.deepEqual(types(used).slice(0, 2), ["used", "fired"]);
  });
});

describe("people and attempts", () => {
  const watched = here(shop, "moll");
  it("a person who objects stops it, and says so", () => {
    const { text, told } = tried(watched, attempt("force", "hatch"), "impossible");
    assert.match(text, /Moll is in front of you.*look the other way\. "Not in my shop!" Moll says|Moll says, "Not/);
    assert.doesNotMatch(told("moll"), /tries/);
  });
  it("but not while distracted: then nobody has seen who it was", () => {
    const away = tried(held(watched, "bell"), attempt("distract", "moll", "bell"), "success");
    assert.match(away.text, /Moll is looking elsewhere/);
    const forced = tried(away.state, attempt("force", "hatch"), "success");
    assert.equal(forced.told("moll").includes("visitor"), false);
    const later = { ...away.state, moment: 20 };
    assert.match(tried(later, attempt("force", "hatch"), "impossible").text, /in front of you/);
  });
  it("what somebody wants makes it easier to talk them round; words in vain make them cold", () => {
    const state = here(held(shop, "scarf", "bell"), "moll");
    const asked = (tool: string) => tried(state, attempt("persuade", "moll", tool), "success").ruled.ruling.difficulty;
    assert.ok(asked("scarf") < asked("bell"));
    assert.equal(tried(state, attempt("persuade", "moll"), "failure").state.moods?.["moll"]?.mood, "cold");
    assert.match(
      tried({ ...state, moods: { moll: { mood: "cold", until: 5 } } }, attempt("persuade", "moll"), "impossible").text,
      /enough of you/,
    );
    assert.ok(tried(here(shop, "ned"), attempt("threaten", "ned"), "success").ruled.ruling.difficulty < 12);
  });
});

describe("precedents", () => {
  it("the same attempt in the same circumstances comes to the same, without another roll", () => {
    const first = tried(shop, attempt("force", "hatch"), "failure");
    for (let i = 0; i < 20; i++) {
      const again = turnOf(first.frame, [attempt("force", "hatch")], `again ${i}`);
      const [, ruled] = again.draft.events;
      assert.ok(ruled?.type === "ruled" && ruled.by === "precedent" && ruled.outcome === "failure" && ruled.kept === 0);
      assert.deepEqual(again.draft.rolls, []);
      assert.equal(again.frame.state.precedents?.length, 1);
      assert.equal(again.frame.state.precedents?.[0]?.followed, 1);
    }
  });
  it("other means, or other circumstances, are another case", () => {
    const first = tried(held(shop, "crowbar"), attempt("force", "hatch"), "failure");
    const lever = turn(first.frame, attempt("force", "hatch", "crowbar"));
    const watched = turn({ ...first.frame, state: here(first.state, "ned") }, attempt("force", "hatch"));
    for (const done of [lever, watched]) assert.equal(done.frame.state.precedents?.length, 2);
  });
  it("no view shows them, and nobody who was not there can tell that they are", () => {
    const a = frameOf(shop);
    const b = frameOf({
      ...shop,
      precedents: [tried(shop, attempt("break", "vase"), "failure").state.precedents![0]!],
    });
    blindfold(engine, a, b, "you", { probes: [wait, attempt("listen")] });
  });
});

describe("rulings of an author", () => {
  const ruling = (parts: object) =>
    shopWith({
      rulings: {
        shout: {
          attempt: "force",
          target: "hatch",
          difficulty: 0,
          success: { tell: "It was only leaning there.", do: [{ set: "hatch", open: true }] },
          ...parts,
        },
      },
    });
  it("come before the house's own", () => {
    const { text, ruled } = tried(ruling({}), attempt("force", "hatch"), "success");
    assert.equal(ruled.by, "author");
    assert.equal(text, "It was only leaning there.");
  });
  it("hold only while their condition does, and for their means", () => {
    assert.equal(
      tried(ruling({ when: { person: "you", at: "yard" } }), attempt("force", "hatch"), "failure").ruled.by,
      "house",
    );
    assert.equal(tried(ruling({ with: "crowbar" }), attempt("force", "hatch"), "failure").ruled.by, "house");
  });
  it("may go where no game master may", () => {
    const state = shopWith({
      rulings: {
        safe: { attempt: "force", target: "safe", success: { tell: "Click.", do: [{ set: "safe", open: true }] } },
      },
    });
    assert.equal(tried(state, attempt("force", "safe"), "success").state.things["safe"]!.container?.open, true);
  });
  for (const [parts, message] of [
    [{ attempt: "tickle" }, /cannot be "tickle"/],
    [{ target: "nobody" }, /There is no thing or person or door "nobody"/],
    [{ difficulty: 30 }, /cannot be 30/],
    [{ difficulty: 9 }, /Nothing says what happens when/],
    [{ success: { tell: "x", do: [{ hide: "nothing" }] } }, /There is no thing "nothing"/],
  ] as const)
    it(`are refused with ${JSON.stringify(parts)}`, () => assert.throws(() => ruling(parts), message));
});

describe("a game master's seat", () => {
  const seated = shopWith({ gamemaster: true });
  const asked = turn(frameOf(seated), attempt("force", "hatch"));
  const say = (metadata: Ruling): HouseAction => ({ actorId: GAMEMASTER, type: "rule", metadata });
  const yes = (...effects: Effect[]): Ruling => ({
    possible: true,
    stakes: "",
    difficulty: 0,
    turns: 1,
    success: { tell: "Down it comes.", do: effects },
    failure: { tell: "", do: [] },
  });

  it("is asked, and the player waits", () => {
    assert.deepEqual(types(asked), ["attempted"]);
    assert.match(asked.told("you"), /game master is considering/);
    assert.deepEqual(
      house.asks(asked.frame.state).map(({ to, may, kind }) => ({ to, may, kind })),
      [{ to: GAMEMASTER, may: ["rule"], kind: "due" }],
    );
    assert.match(asked.told(GAMEMASTER), /The visitor tries to force the wicker hatch\.\n.*11 or more.*\n\n.*ALLOW/s);
    const two = turn(frameOf(seated), attempt("force", "hatch"), take("vase"));
    met.add("being_ruled");
    assert.equal(two.draft.validation[1]?.reason, "being_ruled");
  });
  it("rules, and it is so: recorded, remembered, and told", () => {
    const done = turn(asked.frame, say(yes({ set: "hatch", open: true }, { noise: "a crash" })));
    assert.deepEqual(types(done), ["ruled", "changed", "noised", "ticked", "ticked"]);
    assert.ok(done.draft.validation[0]!.success);
    assert.equal(done.frame.state.doors["hatch"]!.open, true);
    assert.equal(done.frame.state.precedents?.[0]?.by, "gamemaster");
    assert.equal(done.frame.state.pending, undefined);
    assert.equal(house.asks(done.frame.state)[0]?.to, "you");
    assert.match(done.told("you"), /Down it comes\./);
    const closed = { ...done.frame, state: { ...done.frame.state, doors: seated.doors } };
    assert.equal(turn(closed, attempt("force", "hatch")).draft.events[1]?.type, "ruled");
  });
  it("falls back on the house's own ruling, which is always admitted", () => {
    const [ask] = house.asks(asked.frame.state);
    assert.ok(turn(asked.frame, (ask as Ask<House>).fallback!("deadline")).draft.validation[0]!.success);
    assert.equal(house.legal(see(asked.frame, GAMEMASTER), GAMEMASTER).length, 2);
  });
  it("has words: allow, easier, harder, refuse", () => {
    const { verbs } = house.words.lexicon(see(asked.frame, GAMEMASTER));
    assert.equal(verbs.length, 4);
    for (const { fixed } of verbs)
      assert.ok(turn(asked.frame, say(fixed as unknown as Ruling)).draft.validation[0]!.success);
  });
  it("nothing_to_rule: while nobody has tried anything", () => {
    met.add("nothing_to_rule");
    const { check } = house;
    assert.equal(check.rule(see(frameOf(seated), GAMEMASTER), say(yes()) as never)?.reason, "nothing_to_rule");
    assert.equal(see(frameOf(seated), GAMEMASTER).turn, false);
  });
  for (const [effect, because] of [
    [{ set: "casket", open: true }, null],
    [{ set: "safe", open: true }, "kept"],
    [{ set: "safe", locked: false }, "kept"],
    [{ set: "shop", dark: true }, "forbidden"],
    [{ flag: "x", is: true }, "forbidden"],
    [{ counter: "x", add: 1 }, "forbidden"],
    [{ end: "x" }, "forbidden"],
    [{ move: "pearl", at: { heldBy: "you" } }, "unreachable"],
    [{ move: "vase", at: { heldBy: "you" } }, null],
    [{ move: "vase", at: { in: "store" } }, "unreachable"],
    [{ move: "anvil", at: { heldBy: "you" } }, "unfit"],
    [{ reveal: "coin" }, null],
    [{ reveal: "ruby" }, "kept"],
    [{ hide: "idol" }, "kept"],
    [{ hide: "shop-key" }, "unreachable"],
    [{ break: "idol" }, "kept"],
    [{ break: "vase" }, null],
    [{ hurt: "ned", by: 1 }, "forbidden"],
    [{ hurt: "you", by: 3 }, "too_much"],
    [{ person: "ned", goes: "store" }, "unreachable"],
    [{ person: "moll", mood: "open", turns: 3 }, "unreachable"],
    [{ tell: ["Boo."], everywhere: true }, "forbidden"],
    [{ noise: "boo", in: "yard" }, "unreachable"],
    [{ glimpse: "yard", to: "you", by: "sight" }, null],
    [{ glimpse: "yard", to: "ned", by: "sight" }, "forbidden"],
    [{ set: "candle", lit: false }, null],
  ] as const) {
    it(`${JSON.stringify(effect)} is ${because ?? "within bounds"}`, () => {
      const bounds = boundsOf(asked.frame.state, "you");
      assert.equal(overstepOf(bounds, yes(effect as unknown as Effect))?.because ?? null, because);
      const { draft } = turn(asked.frame, say(yes(effect as unknown as Effect)));
      const [verdict] = draft.validation;
      assert.equal(verdict!.success, because === null, verdict!.message);
      if (because === null) return;
      met.add(verdict!.reason!);
      assert.equal(verdict!.reason, "out_of_bounds");
      assert.ok(verdict!.message!.length > 20);
      assert.doesNotMatch(verdict!.message!, /shop-key|crate-box/);
    });
  }
  it("says in words what happens", () => {
    const mute = { ...yes(), success: { tell: " ", do: [] } };
    assert.equal(overstepOf(boundsOf(shop, "you"), mute)?.because, "not_in_words");
    assert.deepEqual([...OVERSTEPS].sort(), ["forbidden", "kept", "not_in_words", "too_much", "unfit", "unreachable"]);
  });
});

describe("claims", () => {
  it("not_so: refused, with what is so", () => {
    refused(
      "not_so",
      claim("the sword of kings"),
      held(shop, "bell"),
      /not so, as far as you can see\. What you have is a bell\./,
    );
    refused("not_so", claim("the bell", "bell", "have"), shop, /Your hands are empty/);
  });
  for (const [id, that, state] of [
    ["bell", "have", held(shop, "bell")],
    ["bell", "here", shop],
    ["candle", "lit", shop],
    ["casket", "closed", shop],
    ["ned", "here", here(shop, "ned")],
    ["shop", "here", shop],
    ["store", "here", null],
    ["crate-box", "wear", null],
    ["casket", "open", null],
    ["casket", "locked", null],
    ["ned", "here", null],
    ["pearl", "here", null],
  ] as const)
    it(`${id} ${that}: ${state ? "so" : "not so"}`, () => {
      if (!state) return refused("not_so", claim("it", id, that));
      const { draft, frame } = turn(frameOf(state), claim("it", id, that));
      assert.deepEqual(draft.events, [{ type: "claimed", who: "you", text: "it", target: id }]);
      assert.deepEqual(frame.state, state);
    });
});

describe("attempts from the view", () => {
  it("nothing_named: who forces must say what", () => {
    refused("nothing_named", attempt("force"), shop, /say what or whom you want to force/);
  });
  it("what is not in sight, in hand or a person is refused as ever", () => {
    for (const [action, reason] of [
      [attempt("force", "pearl"), "object_not_found"],
      [attempt("break", "vase", "bell"), "not_holding"],
      [attempt("persuade", "vase"), "not_a_person"],
      [attempt("persuade", "you"), "to_yourself"],
    ] as const)
      assert.equal(turn(frameOf(shop), action).draft.validation[0]?.reason, reason);
  });
  it("every approach is ruled on by the house, with every kind of target, within bounds", () => {
    const state = here(held(shop, "crowbar", "hairpin", "knife", "bell", "vase"), "moll", "ned");
    const targets = [undefined, "hatch", "anvil", "casket", "ned", "moll", "tree", "bell", "you"];
    let ruled = 0;
    for (const how of APPROACHES)
      for (const target of targets)
        for (const tool of [undefined, "crowbar", "hairpin", "vase"]) {
          const { draft, told } = turn(frameOf(state), attempt(how, target, tool));
          if (draft.events.length === 0) continue;
          ruled++;
          const text = told("you");
          assert.ok(text.length > 10 && !/undefined|null|\[object/.test(text), `${how} ${target}: ${text}`);
          assert.doesNotMatch(text, /shop-door|crate-box| {2}/);
        }
    assert.ok(ruled > 300, `${ruled}`);
    assert.deepEqual(APPROACHES, ALL);
  });
  it("says nothing of what is hidden: a lock that was not tried, what a box holds", () => {
    const open = alter(shop, "doors", "hatch", { lock: { locked: false, keys: ["hatch-key"] } });
    blindfold(engine, frameAt(engine, shop), frameAt(engine, open), "you", {
      probes: [wait, attempt("climb", "crate")],
    });
  });
});

describe("the nature of things", () => {
  const plain = { aliases: [], adjectives: [] };
  const named = (name: string, parts: Parameters<typeof strengthOf>[0] = {}) => ({
    ...parts,
    ...natureFrom({ name, ...plain, ...parts }),
  });
  for (const [name, material, strength] of [
    ["brass key", "metal", "never"],
    ["oak door", "oak", "strong"],
    ["glass case", "glass", "weak"],
    ["teapot", "clay", "weak"],
    ["statue", "stone", "never"],
    ["gizmo", null, "strong"],
  ] as const)
    it(`${name} is ${material}, ${strength}`, () => {
      assert.equal(materialOf(named(name)), material);
      assert.equal(strengthOf(named(name)), strength);
    });
  it("an author's word is the last", () => {
    assert.equal(strengthOf(named("glass", { yields: "never" })), "never");
    assert.equal(materialOf(named("glass", { material: "stone" })), "stone");
    assert.equal(isGoodAs(named("knife", { tags: [] }), "sharp"), false);
    assert.equal(isGoodAs(named("knife"), "sharp"), true);
  });
  it("is in a thing's fields once its file is read, and no rule looks at a name for it", () => {
    const state = here(held(shop, "crowbar", "hairpin", "knife", "bell", "vase"), "moll", "ned");
    const called = <T extends object>(all: Readonly<Record<string, T>>) =>
      Object.fromEntries(
        Object.entries(all).map(([id, it]) => [id, { ...it, name: "gizmo", aliases: [], adjectives: [] }]),
      );
    const nameless: HouseState = { ...state, things: called(state.things), doors: called(state.doors) };
    const bones = (of: HouseState, ...given: Parameters<typeof attempt>) =>
      turn(frameOf(of), attempt(...given)).draft.events.map((event) =>
        event.type === "ruled" ? { ...event, ruling: { ...event.ruling, ...WORDLESS } } : event.type,
      );
    for (const how of APPROACHES)
      for (const target of ["hatch", "casket", "vase", "tree", "letter", "scarf", "idol", "anvil", "moll"])
        for (const tool of [undefined, "crowbar", "hairpin", "knife", "bell"])
          assert.deepEqual(bones(nameless, how, target, tool), bones(state, how, target, tool), `${how} ${target}`);
  });
  it("is written into what was opened before natures were", () => {
    const bare = <T extends object>(all: Readonly<Record<string, T>>, ...but: string[]) =>
      Object.fromEntries(
        Object.entries(all).map(([id, { ...it }]: [string, T & { material?: unknown; tags?: unknown }]) => {
          if (!but.includes(id)) delete it.material;
          delete it.tags;
          return [id, it];
        }),
      );
    const old = { ...shop, things: bare(shop.things, "idol"), doors: bare(shop.doors) };
    const dice = { commitment: "" };
    const opening = {
      world: "house",
      version: 2,
      name: "",
      config: {} as never,
      state: old as HouseState,
      dice,
      createdAt: 0,
    };
    assert.notDeepEqual(old, shop);
    assert.deepEqual(openFrame(engine, opening, "").state, shop);
  });
});
/** Of a ruling, its words, which may name things. */
const WORDLESS = { stakes: "", success: null, failure: null };

describe("of several things", () => {
  it("the house speaks as of several", () => {
    const drapes = alter(opened, "things", "statue", { name: "drapes", plural: true });
    assert.match(turn(frameOf(drapes), attempt("pick", "statue")).told("you"), /^The drapes have no lock to pick\.$/);
    assert.match(turn(frameOf(opened), attempt("pick", "statue")).told("you"), /^The statue has no lock to pick\.$/);
    const chests = alter(opened, "things", "chest", {
      name: "chests",
      plural: true,
      lock: { locked: false, keys: [] },
    });
    assert.match(turn(frameOf(chests), attempt("pick", "chest")).told("you"), /^The chests are not locked\./);
  });
});
