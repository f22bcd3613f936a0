// `world_state.json` and `characters.json` as the source writes them, with what this world has beyond it.
import { getKey } from "@orrery/kernel";
import type { StoryEvent, StoryState } from "../shape.ts";
import { eventLog, type Faction, type LogEntry, type TalePlace, type TaleResource } from "../tale.ts";
import { EMOTIONS, type Emotion } from "../town/config.ts";
import { emotionsOf } from "../town/emotions.ts";
import type { AgentId } from "../town/state.ts";
import { isoOf } from "./epub.ts";

export interface WorldFile {
  readonly sim_id: string;
  readonly rules: readonly string[];
  readonly locations: Readonly<Record<string, TalePlace>>;
  readonly event_log: readonly EventFile[];
  readonly factions: Readonly<Record<string, Faction>>;
  readonly resources: Readonly<Record<string, TaleResource>>;
  readonly directives: readonly string[];
  readonly enforcement: string;
  readonly tone: string;
  readonly location_schema: string;
}
export interface EventFile {
  readonly id: string;
  readonly round: number;
  readonly type: string;
  readonly description: string;
  readonly scope: string;
  readonly character_id?: string;
  /** ISO 8601, in UTC. */
  readonly injected_at?: string;
}
export interface CharacterFile {
  readonly id: string;
  readonly name: string;
  readonly backstory: string;
  readonly motivations: readonly string[];
  readonly personality_traits: readonly string[];
  readonly emotional_state: Readonly<Record<Emotion, number>>;
  readonly status: "alive" | "dead";
  readonly location?: string;
  /** What this one thinks of others, -1 to 1. */
  readonly relationships: Readonly<Record<AgentId, number>>;
}

/** Ids of entries of the event log that these events of one turn have brought. */
export const logIdsOf = (events: readonly StoryEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === "happened" ? [event.id] : event.type === "logged" ? [event.entry.id] : []));

/** Milliseconds since 1970 of the turn that brought an entry, by the entry's id. */
export type InjectedAt = ReadonlyMap<string, number>;

/** The time of an entry is the author's where a file gave one, else that of its turn. None where an edit of the state put the entry there. */
function eventFile({ id, round, type, description, scope, who, at }: LogEntry, injectedAt: InjectedAt): EventFile {
  const ms = injectedAt.get(id);
  const injected_at = at ?? (ms === undefined ? null : isoOf(ms));
  return {
    id,
    round,
    type,
    description,
    scope,
    ...(who === null ? {} : { character_id: who }),
    ...(injected_at === null ? {} : { injected_at }),
  };
}

export function worldFile(sim_id: string, { tale }: StoryState, injectedAt: InjectedAt): WorldFile {
  const byId = <T extends { readonly id: string }>(list: readonly T[]) =>
    Object.fromEntries(list.map((one) => [one.id, one]));
  return {
    sim_id,
    rules: tale.rules,
    locations: byId(tale.places),
    event_log: eventLog(tale).map((entry) => eventFile(entry, injectedAt)),
    factions: byId(tale.factions),
    resources: byId(tale.resources),
    directives: tale.directives.map(({ text }) => text),
    enforcement: tale.telling.enforcement,
    tone: tale.telling.tone,
    location_schema: tale.telling.places,
  };
}

/** One character; null where there is nobody of that id. */
export function characterFile(state: StoryState, id: AgentId): CharacterFile | null {
  const profile = getKey(state.profiles, id);
  const agent = getKey(state.agents, id);
  if (!profile || !agent) return null;
  const levels = emotionsOf(agent, profile, state.round);
  const emotions = Object.fromEntries(EMOTIONS.map((name, i) => [name, levels[i]!])) as Record<Emotion, number>;
  const place = state.tale.whereabouts[id];
  return {
    id,
    name: profile.name,
    backstory: profile.persona || profile.bio,
    motivations: [],
    personality_traits: profile.interests,
    emotional_state: emotions,
    status: agent.status,
    ...(place === undefined ? {} : { location: place }),
    relationships: agent.bonds,
  };
}
export const charactersFile = (state: StoryState): CharacterFile[] =>
  state.actors.slice(0, -2).flatMap((id) => characterFile(state, id) ?? []);
