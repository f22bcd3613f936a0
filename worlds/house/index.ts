// House: interactive fiction with rooms, doors, locks, light and people. One world, and every story in it is data.
import type { Action, Ask, Dice, Entity, Review, World } from "@orrery/kernel";
import { about, aboutHouse } from "./about.ts";
import { ruling } from "./attempt/attempts.ts";
import { precedentsText } from "./attempt/precedents.ts";
import { compileHouse } from "./author/compile.ts";
import { review } from "./author/review.ts";
import { AuthorSchema } from "./author/schema.ts";
import { upcast, upcastState } from "./lift.ts";
import { HouseConfigSchema } from "./model/house.ts";
import { byRank, GAMEMASTER, type HouseState, own } from "./model/state.ts";
import { impression } from "./people/impression.ts";
import { learn, openMind } from "./people/mind.ts";
import { initialSightings } from "./people/sightings.ts";
import { check } from "./rules/check.ts";
import { decide } from "./rules/decide.ts";
import { apply, type HouseEvent } from "./rules/events.ts";
import { godDecide } from "./rules/god.ts";
import { legal } from "./rules/legal.ts";
import { passTime, Settling } from "./rules/rules.ts";
import { invalidPartsOf, valid } from "./rules/valid.ts";
import { perceive } from "./sense/perceive.ts";
import { find, viewOf } from "./sense/view.ts";
import { actions, godActions, type House } from "./shape.ts";
import { brief } from "./words/brief.ts";
import { explain } from "./words/explain.ts";
import { the } from "./words/grammar.ts";
import { lexicon } from "./words/lexicon.ts";
import { tell } from "./words/words.ts";

export { precedentsText } from "./attempt/precedents.ts";
export { type Compiled, compileHouse } from "./author/compile.ts";
export { type Explored, explore, wordsFor } from "./author/explore.ts";
export { warningsOf } from "./author/lint.ts";
export type { Condition } from "./model/condition.ts";
export type { HouseConfig } from "./model/house.ts";
export { HouseConfigSchema } from "./model/house.ts";
export type { Person } from "./model/person.ts";
export type { Effect, Ending, Hint, Rule, Trigger } from "./model/rule.ts";
export type { Approach, Attempt, Precedent, Ruling, RulingStanding } from "./model/ruling.ts";
export { APPROACHES } from "./model/ruling.ts";
export type { HouseState } from "./model/state.ts";
export { GAMEMASTER } from "./model/state.ts";
export type { Door, Placement, Room, Thing } from "./model/thing.ts";
export type { Mind, MindMemory } from "./people/mind.ts";
export { whoKnows } from "./rules/conditions.ts";
export type { HouseEvent } from "./rules/events.ts";
export type { Card, DoorCard, Named, RoomScene, Seen, SeenPerson } from "./sense/scope.ts";
export type { HousePercept, ToldEvent } from "./sense/told.ts";
export { find, type HouseView, type Remembered, type ViewExit, type ViewedEntity } from "./sense/view.ts";
export { type House, type HouseAction, type HouseReasons, type HouseRefusal, REASONS } from "./shape.ts";

/** Acts that are the same wherever one is. */
const ANYWHERE: readonly string[] = ["inventory", "think", "recall", "hint"] satisfies (keyof typeof actions)[];

const MAY = (Object.keys(actions) as (keyof typeof actions)[]).filter((type) => type !== "rule");

export const house = {
  id: "house",
  about,
  version: 5,
  config: HouseConfigSchema,
  actions,
  /** Throws a `RangeError` that says what is broken when a configuration fits its schema but no house. */
  open(config, dice?: Dice) {
    const broken = invalidPartsOf(config);
    if (broken.length > 0) throw new RangeError(`this house does not hold together: ${broken.join("; ")}`);
    const opened = {
      ...config,
      turn: config.players[0]!,
      acted: false,
      ended: null,
      ...initialSightings(config),
    };
    const { casts } = config;
    if (!casts) return opened;
    if (!dice) throw new RangeError("this house casts parts by chance, and there are no dice");
    const cast = Object.keys(casts)
      .sort()
      .map((part) => [part, dice.pick(`cast ${part}`, casts[part] as [string, ...string[]])] as const);
    return { ...opened, cast: Object.fromEntries(cast) };
  },
  actors: ({ people, gamemaster }) => [...byRank(people).map(([id]) => id), ...(gamemaster ? [GAMEMASTER] : [])],
  asks,
  check,
  decide,
  // When a walk fails, the later action would happen in the wrong room.
  hangsOn: (later, earlier) => (earlier === "go" || earlier === "travel") && !ANYWHERE.includes(later),
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
  facts: ({ topics }) => byRank(topics ?? {}).map(([id, { name }]) => ({ id, name })),
  impression,
  ruleOf: (event) => (event.type === "fired" ? event.rule : null),
  // Where the first player is, and no more: rooms that nobody has found yet are nobody's to see on a card.
  glance: ({ players, people, rooms }) => ({ room: rooms[people[players[0]!]?.at ?? ""]?.name ?? null }),
  upcast,
  upcastState,
  words: {
    lexicon,
    tell,
    style: ({ style }) => style,
    brief,
    name: (view, who) => {
      const found = find(view, who);
      return found ? the(found.it) : "somebody";
    },
    ending: ({ ended, endings }) => endings.find(({ id }) => id === ended)!.title,
  },
  text: {
    compile: compileHouse,
    schema: AuthorSchema,
    about: aboutHouse,
    review: (config, document, tools): Review => review(house, config, document, tools),
    precedents: ({ precedents = [] }) => ({ list: precedents, text: precedentsText({ precedents }) }),
  },
} satisfies World<House>;

/** Asks the player of the turn, or the game master while an attempt waits for its ruling. */
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
function settle(state: HouseState, dice: Dice, _after: unknown, next?: Action<House>): readonly HouseEvent[] {
  // Waits in a row are settled together: what comes in between cuts the rest of them short.
  if (state.ended !== null || state.pending || (state.idle && next?.type === "wait")) return [];
  const turn = new Settling(state);
  passTime(turn, dice);
  if (!next && !turn.over && state.acted) {
    const { players, turn: now } = state;
    turn.happen({ type: "passed", to: players[(players.indexOf(now) + 1) % players.length]! });
  }
  return turn.events;
}

function entities({ rooms, doors, things, people, players, led }: HouseState): Entity[] {
  const leadOf = (id: string) => {
    const way = own(led ?? {}, id);
    return way ? { led: way } : {};
  };
  const entitiesOf = (type: string, part: Readonly<Record<string, { rank: number; name: string }>>): Entity[] =>
    byRank(part).map(([id, { name, ...attributes }]) => ({
      id,
      name,
      type,
      attributes: type === "person" ? { ...attributes, player: players.includes(id), ...leadOf(id) } : attributes,
    }));
  return [
    ...entitiesOf("room", rooms),
    ...entitiesOf("door", doors),
    ...entitiesOf("thing", things),
    ...entitiesOf("person", people),
  ];
}
