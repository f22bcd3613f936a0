// What a scene holds, however deep, and what anything is called. It decides nothing about who sees it.
import { type HouseState, own } from "../model/state.ts";
import {
  cardOf,
  doorCard,
  type Named,
  nameCard,
  namedPerson,
  type RoomScene,
  type Seen,
  type SeenPerson,
} from "./scope.ts";

/** Every thing in a scene, at any depth of containers, nearest first. Computed once for each scene or view. */
export function allSeen(scene: Pick<RoomScene, "things" | "people" | "holding">): readonly Seen[] {
  let all = sights.get(scene);
  if (!all) {
    all = flattenSeen(scene);
    sights.set(scene, all);
  }
  return all;
}

const sights = new WeakMap<object, readonly Seen[]>();

function flattenSeen(scene: Pick<RoomScene, "things" | "people" | "holding">): Seen[] {
  const out: Seen[] = [];
  const walk = (list: readonly Seen[]) => {
    for (const one of list) {
      out.push(one);
      walk(one.on);
      walk(one.in);
    }
  };
  walk(scene.holding);
  walk(scene.things);
  for (const { holding } of scene.people) walk(holding);
  return out;
}

/** Those in sight who could answer. */
export const talkers = ({ people }: Pick<RoomScene, "people">): readonly SeenPerson[] =>
  people.filter(({ animal }) => !animal);

export const findSeen = (scene: RoomScene, id: string): Named | undefined =>
  scene.people.find((one) => one.id === id) ?? allSeen(scene).find((one) => one.id === id);

export const roomNamed = (state: HouseState, id: string): Named => nameCard(id, state.rooms[id]!);

export function namedOfAny(state: HouseState, id: string): Named {
  if (Object.hasOwn(state.doors, id)) return doorCard(state, id);
  if (Object.hasOwn(state.things, id)) return cardOf(state, id);
  if (Object.hasOwn(state.people, id)) return namedPerson(state, id);
  if (Object.hasOwn(state.rooms, id)) return roomNamed(state, id);
  return own(state.topics ?? {}, id) ? nameCard(id, topicOf(state, id)) : nameCard(id, GONE);
}

/** What a god has taken out of the world is still remembered, and may still be asked about. */
const GONE = { name: "something that is no more", article: "", aliases: [], adjectives: [] };

export const topicOf = (state: HouseState, id: string) => ({ ...state.topics![id]!, adjectives: [] });
