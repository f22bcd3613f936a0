// `world_state.json` and `characters.json` as the source writes and reads them. What is missing in a file is filled in; what is not understood is named.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { eventLog, type Faction, type LogEntry, type Place, type Resource } from "../tale.ts";
import { EMOTIONS, type Emotion } from "../town/config.ts";
import { emotionsOf } from "../town/emotions.ts";
import type { AgentId } from "../town/state.ts";

export interface WorldFile {
  readonly sim_id: string;
  readonly rules: readonly string[];
  readonly locations: Readonly<Record<string, Place>>;
  readonly event_log: readonly EventFile[];
  readonly factions: Readonly<Record<string, Faction>>;
  readonly resources: Readonly<Record<string, Resource>>;
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

export const eventFile = ({ id, round, type, description, scope, who, at }: LogEntry): EventFile => ({
  id,
  round,
  type,
  description,
  scope,
  ...(who === null ? {} : { character_id: who }),
  ...(at === null ? {} : { injected_at: at }),
});

export function worldFile(sim_id: string, { tale }: StoryState): WorldFile {
  const byId = <T extends { readonly id: string }>(list: readonly T[]) =>
    Object.fromEntries(list.map((one) => [one.id, one]));
  return {
    sim_id,
    rules: tale.rules,
    locations: byId(tale.places),
    event_log: eventLog(tale).map(eventFile),
    factions: byId(tale.factions),
    resources: byId(tale.resources),
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

type Action = { readonly type: string; readonly targetId?: string; readonly metadata?: object };
export interface ReadFile {
  /** God actions that bring a run to what the file says; for one `bulk`. */
  readonly actions: readonly Action[];
  /** What was left out, and why. */
  readonly ignored: readonly string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textIn = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A `world_state.json` as actions: its rules replace the old ones, its places and events are added where they are not there. */
export function readWorldFile(file: unknown, state: StoryState): ReadFile {
  const ignored: string[] = [];
  if (!isRecord(file)) return { actions: [], ignored: ["world_state.json is no object."] };
  const actions: Action[] = [];
  const rules = file["rules"];
  if (Array.isArray(rules))
    actions.push({ type: "set_rules", metadata: { rules: rules.filter((rule) => typeof rule === "string") } });
  for (const [key, place] of Object.entries(isRecord(file["locations"]) ? file["locations"] : {})) {
    const read = placeIn(key, place);
    if (read) actions.push({ type: "put_location", metadata: read });
    else ignored.push(`locations.${key} has no name.`);
  }
  const known = new Set(eventLog(state.tale).map(({ round, description }) => `${round} ${description}`));
  for (const [i, event] of (Array.isArray(file["event_log"]) ? file["event_log"] : []).entries()) {
    const description = isRecord(event) ? textIn(event["description"]) : null;
    const type = isRecord(event) ? (textIn(event["type"]) ?? "god_mode_injection") : "";
    if (!isRecord(event) || description === null || description === "") {
      ignored.push(`event_log[${i}] has no description.`);
      continue;
    }
    const round = Number.isSafeInteger(event["round"]) && Number(event["round"]) >= 0 ? Number(event["round"]) : 0;
    if (known.has(`${round} ${description}`)) continue;
    if (type === "god_mode_emotion_change") {
      ignored.push(`event_log[${i}]: a change of feelings is read from characters.json.`);
      continue;
    }
    const at = textIn(event["injected_at"]);
    actions.push({
      type: "inject_event",
      metadata: { description, round, scope: "telling", kind: type, ...(at === null ? {} : { at }) },
    });
  }
  return { actions, ignored };
}

function placeIn(key: string, place: unknown): Place | null {
  if (!isRecord(place)) return null;
  const name = textIn(place["name"]);
  if (name === null || name === "") return null;
  const more = (field: "atmosphere" | "time_of_day") => {
    const text = textIn(place[field]);
    return text === null ? {} : { [field]: text };
  };
  return {
    id: textIn(place["id"]) ?? key,
    name,
    description: textIn(place["description"]) ?? "",
    ...more("atmosphere"),
    ...more("time_of_day"),
  };
}

/** A `characters.json` as actions on those who are there: feelings, places, and who is dead. Joined by id. */
export function readCharactersFile(file: unknown, state: StoryState): ReadFile {
  const ignored: string[] = [];
  if (!Array.isArray(file)) return { actions: [], ignored: ["characters.json is no list."] };
  const actions: Action[] = [];
  for (const [i, character] of file.entries()) {
    const id =
      isRecord(character) && (typeof character["id"] === "string" || typeof character["id"] === "number")
        ? String(character["id"])
        : null;
    const now = id === null ? null : characterFile(state, id);
    if (!isRecord(character) || id === null || now === null) {
      ignored.push(`[${i}]: there is nobody of that id here.`);
      continue;
    }
    const feelings = isRecord(character["emotional_state"]) ? character["emotional_state"] : {};
    const changed = EMOTIONS.flatMap((name) =>
      typeof feelings[name] === "number" && feelings[name] !== now.emotional_state[name]
        ? [[name, feelings[name]] as const]
        : [],
    );
    if (changed.length > 0)
      actions.push({ type: "modify_emotion", targetId: id, metadata: { emotions: Object.fromEntries(changed) } });
    const place = textIn(character["location"]);
    if (place !== null && place !== now.location) {
      if (state.tale.places.some((one) => one.id === place))
        actions.push({ type: "move", targetId: id, metadata: { place } });
      else ignored.push(`[${i}]: there is no place "${place}".`);
    }
    const status = character["status"] ?? "alive";
    if (status === "dead" && now.status === "alive") actions.push({ type: "kill", targetId: id, metadata: {} });
    if (status === "alive" && now.status === "dead") actions.push({ type: "resurrect", targetId: id });
  }
  return { actions, ignored };
}

/** Both files as one list of actions: people may be at places that the other file brings. */
export function readStoryFiles(
  files: { readonly world?: unknown; readonly characters?: unknown },
  state: StoryState,
): ReadFile {
  const world = files.world === undefined ? { actions: [], ignored: [] } : readWorldFile(files.world, state);
  const brought = world.actions.flatMap(({ type, metadata }) => (type === "put_location" ? [metadata as Place] : []));
  const places = [...state.tale.places, ...brought];
  const after = { ...state, tale: { ...state.tale, places } };
  const characters =
    files.characters === undefined ? { actions: [], ignored: [] } : readCharactersFile(files.characters, after);
  return { actions: [...world.actions, ...characters.actions], ignored: [...world.ignored, ...characters.ignored] };
}
