// What must hold of a town, as sentences about what does not: what a god may not bring about.
import { entriesOf, getKey, keyedProblem } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { AUTHOR, EMOTIONS, IMPORTER } from "../shape.ts";

const COLLECTIONS = ["profiles", "agents", "posts", "comments", "messages", "groups"] as const;

export function valid(state: StoryState): readonly string[] {
  const broken: string[] = [];
  for (const name of COLLECTIONS) {
    const problem = keyedProblem(state[name]);
    if (problem) broken.push(`${name}: ${problem}`);
  }
  if (broken.length > 0) return broken;
  if (!Array.isArray(state.actors) || state.actors.at(-2) !== AUTHOR || state.actors.at(-1) !== IMPORTER)
    return ["actors must end with the author and the importer"];
  if (!Number.isSafeInteger(state.round) || state.round < 0) broken.push("round must be a whole number from 0");
  if (state.actors.length - 2 !== state.agents.size || state.profiles.size !== state.agents.size)
    broken.push("everybody in the town has one profile and one agent");
  for (const [id, agent] of entriesOf(state.agents)) {
    const profile = getKey(state.profiles, id);
    if (!profile || state.actors[profile.place] !== id) broken.push(`${id} must stand at its place among the actors`);
    if (!Array.isArray(agent.emotions) || agent.emotions.length !== EMOTIONS.length || !agent.emotions.every(isShare))
      broken.push(`${id}: each emotion must be between 0 and 1`);
    if (!Object.values(agent.opinions ?? {}).every(isShare)) broken.push(`${id}: each opinion must be between 0 and 1`);
    if ((agent.status === "dead") !== state.dead.includes(id))
      broken.push(`${id} must be dead in both places or in neither`);
    if (broken.length > 5) break;
  }
  return broken;
}

const isShare = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 1;
