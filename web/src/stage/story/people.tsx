// People as the stage shows them: a disc with two letters, in a hue of their own that stays.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "@orrery/worlds/story";
import style from "./story.module.css";

export interface TownPerson {
  readonly id: string;
  readonly name: string;
  /** What they are, in a few words. */
  readonly role: string;
  readonly hue: string;
}

const HUES = [
  "#e58b6b",
  "#b79ad6",
  "#d9ad4f",
  "#7fc2a0",
  "#7aa7d8",
  "#d68bb0",
  "#9fb36a",
  "#d0a184",
  "#86b9c4",
  "#b3a3c9",
];
/** Titles say nothing of who somebody is. */
const TITLE = /^(the|a|old|widow|sister|brother|dr\.?|mr\.?|mrs\.?|ms\.?|captain)\s+/i;

export function personOf(state: StoryState, id: string): TownPerson {
  const profile = getKey(state.profiles, id);
  const name = profile?.name ?? id;
  const role = profile?.facts.profession ?? firstWords(profile?.bio ?? "");
  return { id, name, role, hue: HUES[(profile?.place ?? 0) % HUES.length]! };
}
const firstWords = (bio: string): string =>
  bio
    .split(/[.,;–—\n]/)[0]!
    .trim()
    .slice(0, 32);

/** Everybody who lives or lived in the town, in the order in which they came. */
export const peopleOf = (state: StoryState): readonly TownPerson[] =>
  state.actors.slice(0, -2).map((id) => personOf(state, id));

export const isDead = (state: StoryState, id: string): boolean => getKey(state.agents, id)?.status === "dead";

export function Disc({ person, size = 26 }: { person: TownPerson; size?: number }) {
  return (
    <span className={style.disc} style={{ background: person.hue, width: size, height: size }} aria-hidden="true">
      {initials(person.name)}
    </span>
  );
}
export const initials = (name: string): string => name.replace(TITLE, "").slice(0, 2);
