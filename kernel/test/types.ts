// What must not compile. Nothing here runs: `tsc -p .` fails when one of these mistakes is let through.
import { type Action, fail, loadWorld, refuse, type Shape, Type, type World } from "@orrery/kernel";
import { loadedDice, scenario, sha256 } from "@orrery/kernel/testing";
import { plainWords } from "./worlds/words.ts";

const actions = {
  open: { targetId: true, metadata: Type.Object({ force: Type.Integer() }) },
  wait: {},
} as const;
const god = { unlock: { targetId: true } } as const;

interface Doors extends Shape {
  config: Record<string, never>;
  state: { readonly open: readonly string[] };
  view: { readonly open: readonly string[] };
  percept: string;
  mind: null;
  event:
    | { readonly type: "opened"; readonly door: string }
    | { readonly type: "rattled"; readonly door: string; readonly force: number }
    | { readonly type: "waited" };
  reasons: { door_locked: { readonly door: string }; too_weak: { readonly force: number } };
  actions: typeof actions;
  god: typeof god;
}

const doors = {
  id: "doors",
  version: 1,
  config: Type.Object({}),
  actions,
  open: () => ({ open: [] }),
  actors: () => ["ann"],
  asks: () => [{ id: "go", to: "ann", lane: "house", may: ["open", "wait"], kind: "due" }],
  check: {
    open: (_view, { metadata }) => (metadata.force < 0 ? refuse("too_weak", { force: metadata.force }) : null),
    wait: () => null,
  },
  decide: {
    open: (_state, { targetId, metadata }) =>
      metadata.force > 3
        ? [{ type: "opened", door: targetId }]
        : fail(refuse("door_locked", { door: targetId }), { type: "rattled", door: targetId, force: metadata.force }),
    wait: () => [{ type: "waited" }],
  },
  apply: {
    opened: (state, { door }) => ({ open: [...state.open, door] }),
    rattled: (state) => state,
    waited: (state) => state,
  },
  view: ({ open }) => ({ open }),
  legal: (_view, actorId) => [{ actorId, type: "wait" }],
  explain: { door_locked: ({ door }) => `${door} is locked.`, too_weak: ({ force }) => `${force} is too little.` },
  outcome: () => null,
  god: { actions: god, decide: { unlock: (_state, { targetId }) => [{ type: "opened", door: targetId }] } },
  entities: () => [],
  words: plainWords<Doors>(["open", "wait"]),
} satisfies World<Doors>;

/** The world with one part replaced: a part that does not fit its shape must be an error where it stands. */
type Part<Name extends keyof World<Doors>> = World<Doors>[Name];

export const misspeltRefusal: Part<"check"> = {
  ...doors.check,
  // @ts-expect-error: no such reason
  open: () => refuse("door_lokced", { door: "front" }),
};

export const refusalLackingData: Part<"check"> = {
  ...doors.check,
  // @ts-expect-error: the reason comes with a force
  open: () => refuse("too_weak", {}),
};

export const refusalWithOtherData: Part<"check"> = {
  ...doors.check,
  // @ts-expect-error: the data of another reason
  open: () => refuse("too_weak", { door: "front" }),
};

export const checkFromTruth: Part<"check"> = {
  ...doors.check,
  // @ts-expect-error: a check gets no dice
  wait: (_view, _action, dice) => (dice ? null : null),
};

// @ts-expect-error: an action without its check
export const missingCheck: Part<"check"> = { wait: () => null };

// @ts-expect-error: an action without its handler
export const missingDecide: Part<"decide"> = { open: doors.decide.open };

export const eventLackingField: Part<"decide"> = {
  ...doors.decide,
  // @ts-expect-error: which door?
  open: () => [{ type: "opened" }],
};

export const unknownEvent: Part<"decide"> = {
  ...doors.decide,
  // @ts-expect-error: no such event
  wait: () => [{ type: "slept" }],
};

export const failureWithoutEvent: Part<"decide"> = {
  ...doors.decide,
  // @ts-expect-error: what was tried has happened, so there is an event
  open: (_state, { targetId }) => fail(refuse("door_locked", { door: targetId })),
};

export const refusalFromDecide: Part<"decide"> = {
  ...doors.decide,
  // @ts-expect-error: once admitted, an action is not refused
  wait: () => refuse("too_weak", { force: 1 }),
};

export const contractThatDisagrees: Part<"decide"> = {
  ...doors.decide,
  // @ts-expect-error: the contract says that force is a number
  open: (_state, { metadata }: { metadata: { force: string } }) => [{ type: "opened", door: metadata.force }],
};

export const partNotInContract: Part<"decide"> = {
  ...doors.decide,
  // @ts-expect-error: waiting has no target
  wait: (_state, { targetId }) => [{ type: "opened", door: targetId }],
};

// @ts-expect-error: the contract of another shape
export const otherActions: Part<"actions"> = { open: { targetId: "optional" }, wait: {} };

// @ts-expect-error: every event must be applied
export const missingApply: Part<"apply"> = { opened: doors.apply.opened, waited: doors.apply.waited };

export const applyWithDice: Part<"apply"> = {
  ...doors.apply,
  // @ts-expect-error: apply never rolls
  waited: (state, _event, dice) => (dice ? state : state),
};

// @ts-expect-error: every reason has its sentence
export const missingSentence: Part<"explain"> = { door_locked: doors.explain.door_locked };

// @ts-expect-error: a god action without its decide
export const missingGodDecide: Part<"god"> = { actions: god, decide: {} };

export const godEventLackingField: Part<"god"> = {
  actions: god,
  // @ts-expect-error: which door?
  decide: { unlock: () => [{ type: "opened" }] },
};

// @ts-expect-error: nobody may do what is no action
export const askForUnknown: Part<"asks"> = () => [{ id: "go", to: "ann", lane: "l", may: ["fly"], kind: "due" }];

export const fallbackThatDisagrees: Part<"asks"> = () => [
  // @ts-expect-error: opening needs a target and a force
  { id: "go", to: "ann", lane: "l", may: ["open"], kind: "due", fallback: () => ({ actorId: "ann", type: "open" }) },
];

// @ts-expect-error: legal actions are actions of this world
export const legalUnknown: Part<"legal"> = (_view, actorId) => [{ actorId, type: "fly" }];

// @ts-expect-error: an action has no other field
export const extraField: Action<Doors> = { actorId: "ann", type: "wait", because: "bored" };

// @ts-expect-error: an action lacks its target
export const missingTarget: Action<Doors> = { actorId: "ann", type: "open", metadata: { force: 1 } };

// @ts-expect-error: a view is not changed
export const writtenView = (view: Doors["view"]) => view.open.push("front");

// @ts-expect-error: a world without words
export const wordless: World<Doors> = { ...doors, words: undefined };

// The tools of tests are typed from the same shape.
const given = scenario(loadWorld<Doors>(doors, sha256)).given({ config: {} });
// @ts-expect-error: no such action
given.when({ actorId: "ann", type: "fly" });
// @ts-expect-error: an event lacks its door
given.when({ actorId: "ann", type: "wait" }).happens({ type: "opened" });
// @ts-expect-error: no such reason
given.when({ actorId: "ann", type: "wait" }).refused("tired");
// @ts-expect-error: a roll is a number, or a purpose and a number
loadedDice(["six"]);
