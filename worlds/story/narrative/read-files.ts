// `world_state.json` and `characters.json` read as god actions. What a file leaves out stays as the source's defaults have it; what does not fit is named and left out.
import { canonical, checker, getKey } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import {
  ENFORCEMENTS,
  eventLog,
  type Faction,
  LOG_TEXTS,
  PLACE_SCHEMAS,
  type TalePlace,
  type TaleResource,
  type TellingSettings,
} from "../tale.ts";
import { EMOTIONS, Id } from "../town/config.ts";
import { characterFile } from "./characters.ts";

interface FileAction {
  readonly type: string;
  readonly targetId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}
export interface ReadFile {
  /** God actions that bring a run to what the file says; for one `bulk`. */
  readonly actions: readonly FileAction[];
  /** What was left out, and why. */
  readonly ignored: readonly string[];
}
type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textIn = (value: unknown): string | null => (typeof value === "string" ? value : null);
const nameIn = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const shareIn = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
const isSame = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null);
const notKind = checker(Id, "type");

/** What a file says of several things by their ids, as actions on those that are new or otherwise. */
function readEach<T>(
  file: Fields,
  field: string,
  read: (key: string, value: Fields) => T | null,
  known: (id: string) => unknown,
  action: (one: T) => FileAction,
  ignored: string[],
): FileAction[] {
  return Object.entries(isRecord(file[field]) ? file[field] : {}).flatMap(([key, value]) => {
    const one = isRecord(value) ? read(textIn(value["id"]) ?? key, value) : null;
    if (one === null) ignored.push(`${field}.${key} has no name.`);
    return one === null || isSame(one, known((one as { id?: string }).id ?? key)) ? [] : [action(one)];
  });
}

/**
 * A `world_state.json` as actions: its rules and settings replace the old ones; places, powers, goods, directives and events are
 * added where they are not there. Its events are for the telling alone: nobody in the town learns of them a second time.
 */
function readWorldFile(file: unknown, state: StoryState): ReadFile {
  const ignored: string[] = [];
  if (!isRecord(file)) return { actions: [], ignored: ["world_state.json is no object."] };
  const { tale } = state;
  const byId = (list: readonly { readonly id: string }[]) => (id: string) => list.find((one) => one.id === id);
  const rules = textsIn(file["rules"]);
  if (file["rules"] !== undefined && (!Array.isArray(file["rules"]) || rules.length < file["rules"].length))
    ignored.push("rules must be a list of strings; what is none was left out.");
  return {
    actions: [
      ...(Array.isArray(file["rules"]) && !isSame(rules, tale.rules)
        ? [{ type: "set_rules", metadata: { rules } }]
        : []),
      ...readEach(
        file,
        "locations",
        placeIn,
        byId(tale.places),
        (place) => ({ type: "put_location", metadata: { ...place } }),
        ignored,
      ),
      ...readEach(
        file,
        "factions",
        (id, value) => factionIn(id, value, state, ignored),
        byId(tale.factions),
        (faction) => ({ type: "put_faction", metadata: { ...faction } }),
        ignored,
      ),
      ...readEach(
        file,
        "resources",
        resourceIn,
        byId(tale.resources),
        (resource) => ({ type: "put_resource", metadata: { ...resource } }),
        ignored,
      ),
      ...readTelling(file, tale.telling, ignored),
      ...readEvents(file["event_log"], state, ignored),
      // Last, so that none of them forbids what has happened.
      ...textsIn(file["directives"])
        .filter((text) => text !== "" && !tale.directives.some((one) => one.text === text))
        .map((text) => ({ type: "add_directive", metadata: { text } })),
    ],
    ignored,
  };
}

function placeIn(id: string, value: Fields): TalePlace | null {
  const name = nameIn(value["name"]);
  if (name === null) return null;
  const more = (field: "atmosphere" | "time_of_day") => {
    const text = textIn(value[field]);
    return text === null ? {} : { [field]: text };
  };
  return {
    id,
    name,
    description: textIn(value["description"]) ?? "",
    ...more("atmosphere"),
    ...more("time_of_day"),
  };
}

function factionIn(id: string, value: Fields, { agents }: StoryState, ignored: string[]): Faction | null {
  const name = nameIn(value["name"]);
  if (name === null) return null;
  const all = textsIn(value["members"]);
  const members = all.filter((who) => getKey(agents, who) !== undefined);
  if (members.length < all.length) ignored.push(`factions.${id}: some of its members are not here.`);
  return { id, name, power: shareIn(value["power"]), members, goals: textsIn(value["goals"]) };
}

function resourceIn(id: string, value: Fields): TaleResource | null {
  const name = nameIn(value["name"]);
  if (name === null) return null;
  return { id, name, abundance: shareIn(value["abundance"]), controlled_by: nameIn(value["controlled_by"]) };
}

/** How the story is told, where the file says it and says it otherwise. */
function readTelling(file: Fields, now: TellingSettings, ignored: string[]): FileAction[] {
  const choose = <T extends string>(field: string, from: readonly T[]): T | undefined => {
    const value = file[field];
    const found = from.find((one) => one === value);
    if (value !== undefined && found === undefined) ignored.push(`${field} must be one of ${from.join(", ")}.`);
    return found;
  };
  const telling = {
    tone: textIn(file["tone"]) ?? now.tone,
    enforcement: choose("enforcement", ENFORCEMENTS) ?? now.enforcement,
    places: choose("location_schema", PLACE_SCHEMAS) ?? now.places,
  };
  return isSame(telling, now) ? [] : [{ type: "set_telling", metadata: telling }];
}

function readEvents(list: unknown, state: StoryState, ignored: string[]): FileAction[] {
  const known = new Set(eventLog(state.tale).map(({ round, description }) => `${round} ${description}`));
  return (Array.isArray(list) ? list : []).flatMap((event: unknown, i): FileAction[] => {
    const description = isRecord(event) ? nameIn(event["description"]) : null;
    if (!isRecord(event) || description === null) {
      ignored.push(`event_log[${i}] has no description.`);
      return [];
    }
    const round = Number.isSafeInteger(event["round"]) && Number(event["round"]) >= 0 ? Number(event["round"]) : 0;
    if (known.has(`${round} ${description}`)) return [];
    const kind = textIn(event["type"]) ?? "god_mode_injection";
    if (kind === "god_mode_emotion_change") {
      ignored.push(`event_log[${i}]: a change of feelings is read from characters.json.`);
      return [];
    }
    if (notKind(kind)) {
      ignored.push(`event_log[${i}]: "${kind}" is no type of event.`);
      return [];
    }
    const at = textIn(event["injected_at"]);
    const stamp = { round, ...(at === null ? {} : { at }) };
    return [{ type: "inject_event", metadata: { description, ...stamp, scope: "telling", kind } }];
  });
}

/** A `characters.json` as actions on those who are there: feelings, places, and who is dead. Joined by id. */
function readCharactersFile(file: unknown, state: StoryState): ReadFile {
  const ignored: string[] = [];
  if (!Array.isArray(file)) return { actions: [], ignored: ["characters.json is no list."] };
  const actions: FileAction[] = [];
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

const NOTHING: ReadFile = { actions: [], ignored: [] };

/**
 * Both files as one list of actions: people may be at places that the other file brings, and a death or an arrival that both
 * tell of is one.
 */
export function readStoryFiles(
  files: { readonly world?: unknown; readonly characters?: unknown },
  state: StoryState,
): ReadFile {
  const world = files.world === undefined ? NOTHING : readWorldFile(files.world, state);
  const brought = world.actions.flatMap(({ type, metadata }) =>
    type === "put_location" ? [metadata as unknown as TalePlace] : [],
  );
  const places = [...state.tale.places.filter(({ id }) => !brought.some((one) => one.id === id)), ...brought];
  const after = { ...state, tale: { ...state.tale, places } };
  const characters = files.characters === undefined ? NOTHING : readCharactersFile(files.characters, after);
  const actions = [...world.actions];
  for (const action of characters.actions) {
    const text = logTextOf(action, after);
    const at = text === null ? -1 : actions.findLastIndex(({ metadata }) => metadata?.["description"] === text);
    if (at < 0) {
      actions.push(action);
      continue;
    }
    const { round, at: when } = actions[at]!.metadata!;
    const stamp = { round, ...(when === undefined ? {} : { at: when }) };
    actions[at] = { ...action, metadata: { ...action.metadata, ...stamp } };
  }
  return { actions, ignored: [...world.ignored, ...characters.ignored] };
}

/** What the event log will say of a death or an arrival; null for anything else. */
function logTextOf({ type, targetId, metadata }: FileAction, { profiles, tale }: StoryState): string | null {
  const name = getKey(profiles, targetId ?? "")?.name ?? "";
  if (type === "kill") return LOG_TEXTS.death(name);
  const place = tale.places.find(({ id }) => id === metadata?.["place"]);
  return type === "move" && place ? LOG_TEXTS.arrival(name, place.name) : null;
}
