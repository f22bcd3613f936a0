// House: interactive fiction with rooms, doors, locks, light and people. One world, and every story in it is data.
import type { Ask, Dice, Entity, World } from "@orrery/kernel";
import { ruling } from "./attempts.ts";
import { check } from "./check.ts";
import { holds } from "./conditions.ts";
import { decide } from "./decide.ts";
import { apply, type HouseEvent } from "./events.ts";
import { explain } from "./explain.ts";
import { godDecide } from "./god.ts";
import { the } from "./grammar.ts";
import { impression } from "./impression.ts";
import { legal } from "./legal.ts";
import { lexicon } from "./lexicon.ts";
import { learn, openMind } from "./mind.ts";
import { GAMEMASTER, HouseConfigSchema, type HouseState, isClocked, ranked } from "./model.ts";
import { perceive } from "./perceive.ts";
import { runRules, Settling } from "./rules.ts";
import { actions, godActions, type House } from "./shape.ts";
import { brokenIn, valid } from "./valid.ts";
import { find, viewOf } from "./view.ts";
import { tell } from "./words.ts";

export { type Compiled, compileHouse } from "./compile.ts";
export { whoKnows } from "./conditions.ts";
export type { HouseEvent } from "./events.ts";
export { type Explored, explore, wordsFor } from "./explore.ts";
export { warningsOf } from "./lint.ts";
export type { Memory, Mind } from "./mind.ts";
export type {
  Approach,
  Attempt,
  Condition,
  Door,
  Effect,
  Ending,
  Hint,
  HouseConfig,
  HouseState,
  Person,
  Placement,
  Precedent,
  Room,
  Rule,
  Ruling,
  Standing,
  Thing,
  Trigger,
} from "./model.ts";
export { APPROACHES, GAMEMASTER, HouseConfigSchema } from "./model.ts";
export type { HousePercept, Told } from "./perceive.ts";
export { precedentsText } from "./precedents.ts";
export type { Card, DoorCard, Named, Scene, Seen, SeenPerson } from "./scope.ts";
export { type House, type HouseAction, type HouseReasons, type HouseRefusal, REASONS } from "./shape.ts";
export { type Found, find, type HouseView, type Remembered, type ViewExit } from "./view.ts";

const MAY = (Object.keys(actions) as (keyof typeof actions)[]).filter((type) => type !== "rule");

export const house = {
  id: "house",
  version: 1,
  config: HouseConfigSchema,
  actions,
  /** Throws a `RangeError` that says what is broken when a configuration fits its schema but no house. */
  open(config, dice?: Dice) {
    const broken = brokenIn(config);
    if (broken.length > 0) throw new RangeError(`this house does not hold together: ${broken.join("; ")}`);
    const opened = { ...config, turn: config.players[0]!, acted: false, ended: null, moment: 0, seen: {} };
    const { casts } = config;
    if (!casts) return opened;
    if (!dice) throw new RangeError("this house casts parts by chance, and there are no dice");
    const cast = Object.keys(casts)
      .sort()
      .map((part) => [part, dice.pick(`cast ${part}`, casts[part] as [string, ...string[]])] as const);
    return { ...opened, cast: Object.fromEntries(cast) };
  },
  actors: ({ people, gamemaster }) => [...ranked(people).map(([id]) => id), ...(gamemaster ? [GAMEMASTER] : [])],
  asks,
  check,
  decide,
  settle,
  apply,
  perceive,
  mind: { open: openMind, learn },
  view: viewOf,
  legal,
  explain,
  outcome({ ended, endings }) {
    const ending = endings.find(({ id }) => id === ended);
    return ending ? { ending: ending.id, tone: ending.tone } : null;
  },
  valid,
  god: { actions: godActions, decide: godDecide },
  entities,
  facts: ({ topics }) => ranked(topics ?? {}).map(([id, { name }]) => ({ id, name })),
  impression,
  ruleOf: (event) => (event.type === "fired" ? event.rule : null),
  words: {
    lexicon,
    tell,
    name: (view, who) => {
      const found = find(view, who);
      return found ? the(found.it) : "somebody";
    },
  },
} satisfies World<House>;

/** Whoever has the turn is asked; while an attempt waits for its ruling, the game master is. */
function asks(state: HouseState): readonly Ask<House>[] {
  const { ended, turn, pending } = state;
  if (ended !== null) return [];
  const due = { lane: "main", kind: "due" } as const;
  if (!pending) return [{ ...due, id: turn, to: turn, may: MAY, mode: "each" }];
  return [
    {
      ...due,
      id: `ruling-${state.precedents?.length ?? 0}-${state.moment ?? 0}`,
      to: GAMEMASTER,
      may: ["rule"],
      fallback: () => ({ actorId: GAMEMASTER, type: "rule", metadata: ruling(state, pending) }),
    },
  ];
}

/** Rules first; then the first ending that holds ends it; else the turn passes on, where there is somebody to pass it to. */
function settle(state: HouseState, dice: Dice): readonly HouseEvent[] {
  if (state.ended !== null || state.pending) return [];
  const turn = new Settling(state);
  if (isClocked(state)) runRules(turn, dice);
  if (turn.over) return turn.events;
  const ending = state.endings.find(({ when }) => when !== undefined && holds(turn.state, when));
  if (ending) turn.happen({ type: "ended", ending: ending.id });
  else if (state.acted) {
    const { players, turn: now } = state;
    turn.happen({ type: "passed", to: players[(players.indexOf(now) + 1) % players.length]! });
  }
  return turn.events;
}

function entities({ rooms, doors, things, people, players }: HouseState): Entity[] {
  const listed = (type: string, part: Readonly<Record<string, { rank: number; name: string }>>): Entity[] =>
    ranked(part).map(([id, { name, ...attributes }]) => ({
      id,
      name,
      type,
      attributes: type === "person" ? { ...attributes, player: players.includes(id) } : attributes,
    }));
  return [...listed("room", rooms), ...listed("door", doors), ...listed("thing", things), ...listed("person", people)];
}
