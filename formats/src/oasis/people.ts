// Who takes part: agents of the configuration, joined by id with profiles of each platform. Nobody is joined by a name, which two may share.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCsv } from "../csv.ts";
import { textOf as decode } from "../lines.ts";
import type { OasisFolder } from "./folder.ts";
import { isRecord, textOf, wholeOf } from "./row.ts";
import type { UnreadList } from "./unread.ts";

export interface OasisAgent {
  readonly id: number;
  readonly name: string;
  /** Kind of entity; null where the configuration is silent. */
  readonly type: string | null;
  readonly stance: string | null;
}
export interface OasisProfile {
  readonly agent: number;
  readonly name: string | null;
  readonly handle: string | null;
  readonly bio: string | null;
  readonly persona: string | null;
  readonly profession: string | null;
  readonly topics: readonly string[];
}
export interface OpeningPost {
  readonly agent: number;
  readonly content: string;
}
export interface OasisConfig {
  readonly simulation: string | null;
  /** What the simulation was asked to find out. */
  readonly question: string | null;
  readonly agents: ReadonlyMap<number, OasisAgent>;
  readonly openings: readonly OpeningPost[];
  readonly minutesPerRound: number | null;
  readonly hours: number | null;
}

/** The configuration; what is missing in it is empty. */
export function readConfig(folder: OasisFolder, unread: UnreadList): OasisConfig {
  const config = readJson(folder, folder.config, unread);
  const state = readJson(folder, folder.state, unread);
  const root = isRecord(config) ? config : {};
  const time = isRecord(root["time_config"]) ? root["time_config"] : {};
  const events = isRecord(root["event_config"]) ? root["event_config"] : {};
  const agents = new Map<number, OasisAgent>();
  for (const [i, agent] of listOf(root["agent_configs"]).entries()) {
    const id = isRecord(agent) ? wholeOf(agent["agent_id"]) : null;
    if (!isRecord(agent) || id === null) unread.add(folder.config!, null, `agent_configs[${i}] has no agent_id.`);
    else if (agents.has(id)) unread.add(folder.config!, null, `agent_configs[${i}]: there are two agents ${id}.`);
    else
      agents.set(id, {
        id,
        name: textOf(agent["entity_name"]) ?? `Agent ${id}`,
        type: textOf(agent["entity_type"]),
        stance: textOf(agent["stance"]),
      });
  }
  return {
    simulation: textOf(root["simulation_id"]) ?? (isRecord(state) ? textOf(state["simulation_id"]) : null),
    question: textOf(root["simulation_requirement"]),
    agents,
    openings: listOf(events["initial_posts"]).flatMap((post) => {
      const agent = isRecord(post) ? wholeOf(post["poster_agent_id"]) : null;
      const content = isRecord(post) ? textOf(post["content"]) : null;
      return agent === null || content === null ? [] : [{ agent, content }];
    }),
    minutesPerRound: wholeOf(time["minutes_per_round"]),
    hours: wholeOf(time["total_simulation_hours"]),
  };
}

/** Profiles of one platform, by agent. */
export function readProfiles(
  folder: OasisFolder,
  file: string | null,
  unread: UnreadList,
): ReadonlyMap<number, OasisProfile> {
  if (file === null) return new Map();
  return file.endsWith(".csv") ? csvProfiles(folder, file, unread) : jsonProfiles(folder, file, unread);
}

function jsonProfiles(folder: OasisFolder, file: string, unread: UnreadList): Map<number, OasisProfile> {
  const profiles = new Map<number, OasisProfile>();
  const value = readJson(folder, file, unread);
  if (value !== null && !Array.isArray(value)) unread.add(file, null, "Not a list of profiles.");
  for (const [i, profile] of listOf(value).entries()) {
    const agent = isRecord(profile) ? (wholeOf(profile["user_id"]) ?? wholeOf(profile["agent_id"])) : null;
    if (!isRecord(profile) || agent === null) unread.add(file, null, `[${i}] has no user_id.`);
    else if (profiles.has(agent)) unread.add(file, null, `[${i}]: there are two profiles of user ${agent}.`);
    else
      profiles.set(agent, {
        agent,
        name: textOf(profile["name"]),
        handle: textOf(profile["username"]) ?? textOf(profile["user_name"]),
        bio: textOf(profile["bio"]),
        persona: textOf(profile["persona"]),
        profession: textOf(profile["profession"]),
        topics: listOf(profile["interested_topics"]).filter((topic): topic is string => typeof topic === "string"),
      });
  }
  return profiles;
}

function csvProfiles(folder: OasisFolder, file: string, unread: UnreadList): Map<number, OasisProfile> {
  const profiles = new Map<number, OasisProfile>();
  const text = readText(folder, file, unread);
  const [head, ...rows] = text === null ? [] : readCsv(text);
  if (!head) return profiles;
  const column = (name: string) => head.cells.indexOf(name);
  const at = {
    id: column("user_id"),
    name: column("name"),
    handle: column("username"),
    persona: column("user_char"),
    bio: column("description"),
  };
  if (at.id < 0) {
    unread.add(file, head.line, `There is no column "user_id": ${head.cells.join(", ")}.`);
    return profiles;
  }
  for (const { line, cells, open } of rows) {
    const agent = wholeOf(cells[at.id]);
    if (agent === null || open || cells.length < head.cells.length)
      unread.add(
        file,
        line,
        open ? "The file ends inside this row." : "A row without its user_id, or with too few cells.",
      );
    else if (profiles.has(agent)) unread.add(file, line, `There are two profiles of user ${agent}.`);
    else
      profiles.set(agent, {
        agent,
        name: cells[at.name] ?? null,
        handle: cells[at.handle] ?? null,
        bio: cells[at.bio] ?? null,
        persona: cells[at.persona] ?? null,
        profession: null,
        topics: [],
      });
  }
  return profiles;
}

/** A file of the folder as text; null, with a report, when it cannot be read so. */
function readText(folder: OasisFolder, file: string, unread: UnreadList): string | null {
  const decoded = decode(readFileSync(join(folder.dir, file)));
  if ("text" in decoded) return decoded.text;
  unread.add(file, null, decoded.why);
  return null;
}

function readJson(folder: OasisFolder, file: string | null, unread: UnreadList): unknown {
  const text = file === null ? null : readText(folder, file, unread);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    unread.add(file!, null, `Not JSON: ${(error as Error).message}.`);
    return null;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
