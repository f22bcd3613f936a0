// The game master that comes with the house: pure rules that say what an attempt would take, and what would come of it.
//
// A common attempt has consequences worth having: noise that others hear, things that break, time that passes, bruises,
// people who look away or turn cold. An absurd one is refused honestly, with a nudge towards what might work.

import type { Person } from "../model/person.ts";
import type { Effect } from "../model/rule.ts";
import type { Approach, Attempt, Ruling } from "../model/ruling.ts";
import { type HouseState, HURT_MOST, moodOf, own } from "../model/state.ts";
import { type Door, placeOf, type Thing } from "../model/thing.ts";
import { exitsFrom } from "../rules/conditions.ts";
import { isLit, peopleIn, roomOf, touches } from "../sense/scope.ts";
import { a, and, does, is, object, possessive, subject, the, upper } from "../words/grammar.ts";
import { hiddenThingsIn, idsNeededBy } from "./bounds.ts";
import { isGoodAs, itemOf, materialOf, strengthOf } from "./nature.ts";

/** Everything that a ruling is made from. */
interface Case {
  readonly state: HouseState;
  readonly who: string;
  readonly room: string;
  readonly target: string | null;
  readonly it: Thing | Door | undefined;
  readonly person: Person | undefined;
  readonly tool: Thing | undefined;
  readonly toolId: string | null;
  readonly kept: ReadonlySet<string>;
}

export function proposeRuling(state: HouseState, { who, how, target, with: toolId }: Attempt): Ruling {
  const made: Case = {
    state,
    who,
    room: state.people[who]!.at,
    target,
    it: itemOf(state, target),
    person: target === null ? undefined : own(state.people, target),
    tool: toolId === null ? undefined : own(state.things, toolId),
    toolId,
    kept: idsNeededBy(state),
  };
  if (ROUGH.has(how) && (own(state.hurts ?? {}, who) ?? 0) >= HURT_MOST)
    return no("Every part of you that could do it hurts too much. Rest first: WAIT a while.");
  const against = VIOLENT.has(how) ? objector(made) : null;
  if (against) return refuseFor(made, against);
  return RULES[how](made);
}

/** What bruises, and what nobody likes to see done. */
const ROUGH: ReadonlySet<Approach> = new Set(["force", "break", "climb", "jump", "shift", "attack"]);
const VIOLENT: ReadonlySet<Approach> = new Set(["force", "break", "cut", "burn", "pick", "attack", "threaten"]);

const no = (tell: string, ...effects: Effect[]): Ruling => ({
  possible: false,
  stakes: "",
  difficulty: 0,
  turns: 0,
  success: { tell: "", do: [] },
  failure: { tell, do: effects },
});
const sure = (tell: string, effects: readonly Effect[], turns = 0): Ruling => ({
  possible: true,
  stakes: "",
  difficulty: 0,
  turns,
  success: { tell, do: [...effects] },
  failure: { tell: "", do: [] },
});
interface Risk {
  readonly stakes: string;
  readonly difficulty: number;
  readonly turns?: number;
  readonly success: readonly [string, ...Effect[]];
  readonly failure: readonly [string, ...Effect[]];
}
const risky = ({ stakes, difficulty, turns = 0, success, failure }: Risk): Ruling => ({
  possible: true,
  stakes,
  difficulty: Math.max(2, Math.min(20, difficulty)),
  turns,
  success: { tell: success[0], do: success.slice(1) as Effect[] },
  failure: { tell: failure[0], do: failure.slice(1) as Effect[] },
});

/** Somebody there who will not have it, and is looking. */
function objector({ state, who, room }: Case): string | null {
  if (!isLit(state, room)) return null;
  return (
    peopleIn(state, room, who).find(
      (id) => state.people[id]!.objects && !state.players.includes(id) && moodOf(state, id) !== "distracted",
    ) ?? null
  );
}

function refuseFor({ state, target, person }: Case, by: string): Ruling {
  const { objects, pronouns } = state.people[by]!;
  const name = the(state.people[by]!);
  const here =
    target === by && person
      ? "That is no way to treat anybody."
      : `${upper(name)} is in front of you before you have begun.`;
  return no(`${here} You would have to get ${object({ name, pronouns })} to look the other way.`, {
    person: by,
    says: objects!,
  });
}

const RULES: { readonly [A in Approach]: (made: Case) => Ruling } = {
  force: (made) => (made.person ? RULES.attack(made) : lidOf(made.it) === null ? RULES.break(made) : ruleForcing(made)),
  pick,
  break: (made) => {
    if (made.person) return RULES.attack(made);
    return lidOf(made.it)?.open === false ? ruleForcing(made) : ruleSmashing(made);
  },
  cut: (made) => {
    if (made.person) return RULES.attack(made);
    if (!toolGoodAs(made, "sharp")) return no("You have nothing in your hand that would cut.");
    return ruleDestroying(
      made,
      ["cloth", "paper", "wicker"],
      "You cut {it} to pieces.",
      "It would take more than a blade.",
    );
  },
  burn: (made) => {
    if (made.person) return RULES.attack(made);
    const { state, who } = made;
    const fire = Object.keys(state.things).some((id) => state.things[id]!.light?.on && touches(state, who, id));
    if (!fire) return no("There is no flame within reach.");
    if (!made.it || "open" in made.it || made.it.fixed)
      return no("You think of what else would go up with it, and leave it be.");
    if (isSpared(made)) return no(SPARED);
    if (!["paper", "cloth", "wicker", "wood"].includes(materialOf(made.it) ?? "")) return no("That does not burn.");
    return sure(`${upper(the(made.it))} catches, curls and is gone. What is left is a little ash and a smell.`, [
      { hide: made.target! },
    ]);
  },
  climb,
  jump: ({ who, target, it }) =>
    target === null || !it
      ? sure("You jump. You come down again, rather loudly, where you went up.", [{ noise: "a thump" }])
      : risky({
          stakes: "You might clear it, or land badly.",
          difficulty: 8,
          success: [`You clear ${the(it)} and land on your feet. It was not in your way, but it is behind you.`],
          failure: [`You catch your foot on ${the(it)} and come down hard.`, { hurt: who, by: 1 }, { noise: "a thud" }],
        }),
  shift,
  dig: (made) => {
    if (!toolGoodAs(made, "spade")) return no("With your bare hands you would be at it until the spring.");
    const found = findable(made);
    const tell = "You dig until there is a heap beside you.";
    return found.length > 0
      ? sure(
          `${tell} Something comes to light: ${found.map((id) => a(made.state.things[id]!)).join(", ")}.`,
          reveal(found),
          3,
        )
      : sure(`${tell} There is nothing in the hole but more of the same, and you fill it in again.`, [], 3);
  },
  search: (made) => {
    const { state, it } = made;
    if (!isLit(state, made.room)) return no("Not in this dark.");
    const found = findable(made);
    const where = it ? the(it) : "the place";
    return found.length === 0
      ? sure(`You go over ${where} inch by inch. What you have not seen is not there.`, [], 2)
      : risky({
          stakes: "It takes time, and you may overlook something.",
          difficulty: 7,
          turns: 2,
          success: [
            `You go over ${where} inch by inch, and come upon ${and(found.map((id) => a(state.things[id]!)))}.`,
            ...reveal(found),
          ],
          failure: [`You go over ${where} inch by inch, and could swear that you have missed something.`],
        });
  },
  listen: (made) => {
    const near = nearRooms(made);
    return near.length === 0
      ? sure("You listen, and hear yourself.", [])
      : sure(
          "You hold your breath and listen.",
          near.map((room) => ({ glimpse: room, to: made.who, by: "sound" as const })),
        );
  },
  knock: (made) => {
    const { it, target, state, who } = made;
    if (!it) return no("There is nothing to knock on.");
    if (!("open" in it) || !own(state.doors, target!))
      return sure(`You knock on ${the(it)}. It sounds as it looks.`, []);
    const [beyond] = exitsFrom(state, made.room).filter(({ door }) => door === target);
    return sure(`You knock on ${the(it)}, and listen.`, [
      { noise: "a knock" },
      ...(beyond ? [{ glimpse: beyond.to, to: who, by: "sound" as const }] : []),
    ]);
  },
  distract: (made) => {
    const { state, person, target, tool, toolId } = made;
    if (!person || state.players.includes(target!)) return no("There is nobody there to be distracted.");
    const mood = moodOf(state, target!);
    if (mood === "distracted") return no(`${upper(the(person))} is not looking as it is.`);
    const wanted = toolId !== null && person.trades.some(({ wants }) => wants === toolId);
    return risky({
      stakes: `${upper(the(person))} may look away for a while, or look harder at you.`,
      difficulty: 10 - (wanted ? 6 : tool && isGoodAs(tool, "noisy") ? 4 : tool ? 2 : 0) + (mood === "cold" ? 5 : 0),
      success: [
        tool
          ? `${upper(the(tool))} ${does(tool, "do")} it: ${the(person)} turns away from you to see.`
          : `"What was that?" you say, and ${the(person)} turns to look.`,
        { person: target!, mood: "distracted", turns: 5 },
      ],
      failure: [`${upper(the(person))} does not take ${possessive(person)} eyes off you.`],
    });
  },
  persuade: (made) => rulePressing(made, false),
  threaten: (made) => rulePressing(made, true),
  attack: (made) => {
    const { state, person, target } = made;
    if (!person) return RULES.break(made);
    if (target === made.who) return no("You have enough to contend with.");
    if (state.players.includes(target!)) return no("Whatever is between you, you will not settle it like that.");
    return no(
      `You raise your hand, and ${the(person)} looks at it until you lower it again. This is not that kind of story. ${upper(subject(person))} will not forget it.`,
      { person: target!, mood: "cold", turns: 8 },
    );
  },
  hide: ({ state, room, who }) =>
    peopleIn(state, room, who).length > 0
      ? no("Not while you are being looked at.")
      : no(
          "You stand very still behind nothing in particular. Nobody comes by for whose benefit you might have done it.",
        ),
  throw: ruleThrowing,
  improvise: ({ tool, it }) =>
    tool
      ? no(
          it
            ? `You try ${the(tool)} on ${the(it)} this way and that. It was not made for it, and does not care to learn. You might say plainly what it should do: FORCE, PICK or BREAK something with it.`
            : `You turn ${the(tool)} over in your hands. It could be used to FORCE, to PICK or to BREAK something; you would have to say what.`,
        )
      : no("You would need something in your hands to make it from."),
  other: ({ state, person, it, target, who }) => {
    if (target === who) return no("You think better of it, and leave yourself in peace.");
    const before = (state.precedents ?? []).filter(({ attempt }) => attempt.how === "other").length;
    const ways = person
      ? [
          `${upper(the(person))} would not know what to make of that, and to be honest, nor would you. You could ASK ${object(person)} something, or SHOW ${object(person)} something.`,
          `You look at ${the(person)}, and think better of it. There are other ways to get on with people: ASK, TELL, SHOW and GIVE.`,
        ]
      : [
          "You think about how that would go, and it does not go far. Something smaller might: OPEN, MOVE, CLIMB, FORCE or SEARCH something, or talk to somebody.",
          `You give it a try, and can see no difference${it ? ` in ${the(it)}` : ""}. To OPEN, MOVE, CLIMB, FORCE or SEARCH something is more promising.`,
          "It was worth a thought, and is not worth another. OPEN, MOVE, CLIMB, FORCE and SEARCH are what things here answer to.",
        ];
    return no(ways[before % ways.length]!);
  },
};

const SPARED = "Your hand stops of itself. You may need that yet.";
const isSpared = ({ kept, target }: Case): boolean => target !== null && kept.has(target);
const reveal = (ids: readonly string[]): Effect[] => ids.slice(0, 6).map((id) => ({ reveal: id }));
const lidOf = (it: Thing | Door | undefined): { readonly open: boolean } | null =>
  it === undefined ? null : "container" in it ? (it.container?.lid ? it.container : null) : it;
const toolGoodAs = ({ tool }: Case, as: Parameters<typeof isGoodAs>[1]): Thing | null =>
  tool && isGoodAs(tool, as) ? tool : null;
const nearRooms = ({ state, room }: Case): string[] =>
  [...new Set(exitsFrom(state, room).map(({ to }) => to))].slice(0, 6);

/** Hidden things that this would come upon: in and on the target, or anywhere in the room without one. */
function findable({ state, room, target, kept }: Case): string[] {
  return hiddenThingsIn(state, room)
    .filter((id) => !kept.has(id))
    .filter((id) => target === null || own(state.doors, target) !== undefined || liesIn(state, id, target));
}

function liesIn(state: HouseState, id: string, place: string): boolean {
  for (let at = state.things[id]!.at; !("heldBy" in at); ) {
    const next = placeOf(at);
    if (next === place) return true;
    const holder = own(state.things, next);
    if (!holder) return false;
    at = holder.at;
  }
  return false;
}

function ruleForcing(made: Case): Ruling {
  const { it, target, who, kept } = made;
  if (lidOf(it)!.open) return no(`${upper(the(it!))} ${is(it!)} open already. There is nothing to force.`);
  if (!it!.lock?.locked)
    return kept.has(target!)
      ? no(`${upper(the(it!))} ${is(it!)} not locked. You could simply OPEN ${object(it!)}.`)
      : sure(`You put your weight against ${the(it!)}, which was not locked, and it gives at once.`, [
          { set: target!, open: true },
        ]);
  if (kept.has(target!))
    return no(
      `You throw yourself at ${the(it!)} until you see that it is not to be had like that. There is some other way.`,
    );
  const lever = toolGoodAs(made, "lever") ?? toolGoodAs(made, "heavy");
  const strength = strengthOf(it!);
  if (strength === "never")
    return no(
      `${upper(the(it!))} ${does(it!, "take")} no notice of you. What opens ${object(it!)} is a key, not a shoulder.`,
    );
  if (strength === "strong" && !lever)
    return no(
      `${upper(the(it!))} ${does(it!, "creak")}, and ${does(it!, "hold")}. With a bar to lever ${object(it!)} with you might do it; or there is the key.`,
    );
  return risky({
    stakes: `${upper(the(it!))} may give way, and loudly; or you may.`,
    difficulty: strength === "weak" ? (lever ? 6 : 11) : 14,
    turns: 1,
    success: [
      lever
        ? `You set ${the(lever)} to ${the(it!)} and lean. There is a crack like a shot, and the lock is part of the splinters.`
        : `You put your shoulder to ${the(it!)} once, and again, and the lock tears out of the wood.`,
      { break: target! },
      { noise: "the crack of splintering wood" },
    ],
    failure: lever
      ? [
          `${upper(the(lever))} ${does(lever, "slip")}, and ${does(lever, "bark")} your knuckles. ${upper(the(it!))} ${does(it!, "have")} a fresh scar and ${is(it!)} as shut as ever.`,
          { hurt: who, by: 1 },
          { noise: "a wrenching and a curse" },
        ]
      : [
          `You bounce off ${the(it!)}. It has been hit harder than that.`,
          { hurt: who, by: 1 },
          { noise: "a heavy thud" },
        ],
  });
}

function pick(made: Case): Ruling {
  const { it, target, kept } = made;
  if (!it?.lock)
    return no(it ? `${upper(the(it))} ${does(it, "have")} no lock to pick.` : "You would have to say which lock.");
  if (!it.lock.locked) return no(`${upper(the(it))} ${is(it)} not locked.`);
  const tool = toolGoodAs(made, "thin");
  if (!tool) return no("You would need something thin and stiff, and a good deal of patience. You have the patience.");
  if (kept.has(target!) || strengthOf(it) === "never")
    return no(`You probe the lock with ${the(tool)}. It was made by somebody who had thought of people like you.`);
  return risky({
    stakes: "The lock may turn. It will take a while either way.",
    difficulty: 13,
    turns: 2,
    success: [
      `You work ${the(tool)} about in the lock until something small gives way, and turns.`,
      { set: target!, locked: false },
    ],
    failure: [`You work ${the(tool)} about in the lock until your fingers ache. Nothing in there wants to know you.`],
  });
}

function ruleSmashing(made: Case): Ruling {
  const { it, target, who } = made;
  if (!it) return no("You would have to say what.");
  if (it.broken) return no(`${upper(the(it))} ${does(it, "have")} had all that coming, and got it.`);
  if (isSpared(made)) return no(SPARED);
  const strength = strengthOf(it);
  const heavy = toolGoodAs(made, "heavy") ?? toolGoodAs(made, "lever");
  if (strength === "never" || (strength === "strong" && !heavy))
    return no(
      strength === "never"
        ? `You might as well try to break the weather. ${upper(the(it))} ${is(it) === "are" ? "do" : "does"} not so much as ring.`
        : `${upper(the(it))} ${is(it)} sounder than your fists. You would want something heavy to do it with.`,
    );
  return risky({
    stakes: "It will make a noise, and you might cut yourself.",
    difficulty: strength === "weak" ? (heavy ? 3 : 7) : 11,
    success: [
      `${upper(the(it))} ${does(it, "break")}, and for a moment there is nothing else in the world but the sound of it.`,
      { break: target! },
      { noise: "something breaking" },
    ],
    failure: [`You hurt yourself more than you hurt ${the(it)}.`, { hurt: who, by: 1 }, { noise: "a bang" }],
  });
}

function ruleDestroying(made: Case, of: readonly string[], tell: string, otherwise: string): Ruling {
  const { it, target } = made;
  if (!it) return no("You would have to say what.");
  if (it.broken) return no(`There is not much left of ${the(it)} to do it to.`);
  if (isSpared(made)) return no(SPARED);
  if (!of.includes(materialOf(it) ?? "")) return no(otherwise);
  return sure(tell.replace("{it}", the(it)), [{ break: target! }]);
}

function climb(made: Case): Ruling {
  const { it, person, who, target, state } = made;
  if (person) return no(`${upper(the(person))} would have something to say about that.`);
  if (!it) return no("There is nothing here that would take you up.");
  if (!isGoodAs(it, "climbable")) return no(`There is nothing about ${the(it)} to get a foot on.`);
  const found = findable(made).filter((id) => liesIn(state, id, target!));
  const open = exitsFrom(state, made.room).filter(({ door }) => door === null || state.doors[door]!.open);
  const near = [...new Set(open.map(({ to }) => to))];
  const view: Effect[] = near.slice(0, 4).map((room) => ({ glimpse: room, to: who, by: "sight" as const }));
  return risky({
    stakes: "You may see something from up there, or come down faster than you went up.",
    difficulty: "supporter" in it && it.supporter ? 4 : 8,
    success: [
      found.length > 0
        ? `You climb ${the(it)}, and find ${and(found.map((id) => a(state.things[id]!)))} where nobody looks.`
        : `You climb ${the(it)} and look about you from up there.`,
      ...reveal(found),
      ...view,
    ],
    failure: [
      `You are halfway up ${the(it)} when you are suddenly at the bottom of ${object(it)}.`,
      { hurt: who, by: 1 },
      { noise: "a crash" },
    ],
  });
}

function shift(made: Case): Ruling {
  const { it, who, person } = made;
  if (person)
    return no(
      `${upper(the(person))} stays where ${subject(person)} ${person.pronouns === "they" ? "are" : "is"}, and looks at your hands.`,
    );
  if (!it) return no("You would have to say what.");
  if ("open" in it && !("container" in it)) return no(`${upper(the(it))} ${is(it)} a matter of opening and closing.`);
  const thing = it as Thing;
  if (!thing.fixed) return no(`There is nothing to that: you could simply TAKE ${object(thing)}.`);
  if (materialOf(thing) === "stone" && !toolGoodAs(made, "lever"))
    return no(`${upper(the(thing))} ${does(thing, "have")} settled here for good. Perhaps with a lever.`);
  const found = findable(made);
  return risky({
    stakes: "Something may lie behind it; and it is heavy.",
    difficulty: toolGoodAs(made, "lever") ? 5 : 10,
    turns: 1,
    success: [
      found.length > 0
        ? `${upper(the(thing))} ${does(thing, "scrape")} aside. Behind it ${found.length > 1 ? "are" : "is"} ${and(found.map((id) => a(made.state.things[id]!)))}.`
        : `You move ${the(thing)} a hand's breadth. There is nothing behind ${object(thing)} but dust and the truth about how the place is swept. You move ${object(thing)} back.`,
      ...reveal(found),
      { noise: "something heavy being dragged" },
    ],
    failure: [`You heave at ${the(thing)} until something gives. It is your back.`, { hurt: who, by: 1 }],
  });
}

/** Kind words and threats: on success the person hides nothing for a while, on failure says nothing for a while. */
function rulePressing({ state, person, target, tool, toolId }: Case, hard: boolean): Ruling {
  if (!person || state.players.includes(target!)) return no("There is nobody there to talk round.");
  const mood = moodOf(state, target!);
  if (mood === "open") return no(`${upper(the(person))} is keeping nothing from you as it is. ASK.`);
  if (mood === "cold")
    return no(`${upper(the(person))} has had enough of you for now. Give ${object(person)} some time.`);
  const nerve = { weak: -3, steady: 0, iron: 5 }[person.nerve ?? "steady"];
  const wanted = toolId !== null && person.trades.some(({ wants }) => wants === toolId);
  return risky({
    stakes: `${upper(the(person))} may open up to you, or have done with you for a while.`,
    difficulty: (hard ? 12 : 11) + nerve - (wanted ? 6 : tool ? 1 : 0),
    turns: 1,
    success: [
      hard
        ? `Something in ${the(person)} gives way. "All right," you are told. "All right. What do you want to know?"`
        : `${upper(the(person))} looks at you for a while, and seems to come to a decision. "Ask me, then."`,
      { person: target!, mood: "open", turns: 6 },
    ],
    failure: [
      hard
        ? `${upper(the(person))} has been threatened by better people, and turns away from you.`
        : `You hear yourself talking, and so does ${the(person)}, who stops listening first.`,
      { person: target!, mood: "cold", turns: hard ? 6 : 3 },
    ],
  });
}

function ruleThrowing(made: Case): Ruling {
  const { tool, toolId, it, person, target, room, state, kept } = made;
  if (!tool || toolId === null) return no("You have nothing in your hand to throw.");
  if (roomOf(state, toolId) !== room || !touches(state, made.who, toolId))
    return no("You have not got it in your hand.");
  const lands: Effect = { move: toolId, at: { in: room } };
  const shatters: Effect[] =
    strengthOf(tool) === "weak" && !kept.has(toolId) && ["glass", "clay"].includes(materialOf(tool) ?? "")
      ? [{ break: toolId }]
      : [];
  if (person)
    return state.players.includes(target!)
      ? no("Not at a friend.")
      : sure(`You throw ${the(tool)} at ${the(person)}, who steps aside and watches it go by.`, [
          lands,
          ...shatters,
          { person: target!, mood: "cold", turns: 5 },
          { noise: "a clatter" },
        ]);
  if (
    it &&
    target !== null &&
    !kept.has(target) &&
    strengthOf(it) === "weak" &&
    ["glass", "clay"].includes(materialOf(it) ?? "")
  )
    return risky({
      stakes: "It may hit, and then it will not only be heard.",
      difficulty: 8,
      success: [
        `${upper(the(tool))} ${does(tool, "go")} where you meant ${object(tool)} to, and ${the(it)} ${is(it)} in pieces.`,
        lands,
        ...shatters,
        { break: target },
        { noise: "breaking glass" },
      ],
      failure: [
        `${upper(the(tool))} ${does(tool, "go")} wide and ${does(tool, "come")} to rest on the floor.`,
        lands,
        ...shatters,
        { noise: "a clatter" },
      ],
    });
  return sure(`You throw ${the(tool)}${it ? ` at ${the(it)}` : ""}. It lands with a clatter, and lies there.`, [
    lands,
    ...shatters,
    { noise: "a clatter" },
  ]);
}
