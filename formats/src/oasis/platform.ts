// One platform of a run folder: its people, its rounds as a stream, and what is left to say once they are read.
import { join } from "node:path";
import { OasisDatabase } from "./database.ts";
import type { OasisFolder, PlatformFiles } from "./folder.ts";
import { type LogPart, LogReader, type LogSegment, scanSegments } from "./log.ts";
import { type OasisConfig, type OasisProfile, readProfiles } from "./people.ts";
import { type Interview, type Leftovers, type OasisRound, RoundJoin } from "./rounds.ts";
import type { UnreadList } from "./unread.ts";

interface PlatformOptions {
  readonly folder: OasisFolder;
  readonly config: OasisConfig;
  readonly name: string;
  readonly files: PlatformFiles;
  readonly unread: UnreadList;
  /** Bytes of the log that were read, of how many passes over it. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/** Open until `close`. `rounds` may be read once. */
export class OasisPlatform {
  readonly name: string;
  readonly db: OasisDatabase | null;
  readonly profiles: ReadonlyMap<number, OasisProfile>;
  readonly interviews: Interview[] = [];
  /** Names from logs, for agents without another source. */
  readonly #logged = new Map<number, string>();
  readonly #options: PlatformOptions;
  #log: LogReader | null = null;
  #join: RoundJoin | null = null;

  constructor(options: PlatformOptions) {
    const { folder, files, unread } = options;
    this.#options = options;
    this.name = options.name;
    this.db =
      files.database === null ? null : OasisDatabase.open(join(folder.dir, files.database), files.database, unread);
    this.profiles = readProfiles(folder, files.profiles, unread);
  }

  get hasLog(): boolean {
    return this.#options.files.log !== null;
  }

  async *rounds(): AsyncGenerator<OasisRound> {
    const { folder, files, unread, onBytes, config } = this.#options;
    let segment = 0;
    if (files.log !== null) {
      const path = join(folder.dir, files.log);
      const hear = onBytes === undefined ? {} : { onBytes };
      segment = (await scanSegments({ path, ...hear })).length - 1;
      if (segment >= 0) this.#log = new LogReader({ path, file: files.log, unread, ...hear });
      else unread.add(files.log, null, "There is no row of a simulation in this log; the database alone is read.");
    }
    this.#join = new RoundJoin({
      rounds: this.#log && this.#named(this.#log.rounds()),
      segment,
      db: this.db,
      openings: config.openings,
      named: this.#agentNamed(),
      unread,
      files: { log: files.log, database: files.database },
      onInterview: (interview) => this.interviews.push(interview),
    });
    yield* this.#join.rounds();
  }

  /** The simulations in the log, the last of which was read; complete once the rounds are read. */
  get segments(): readonly LogSegment[] {
    return this.#log?.segments ?? [];
  }
  get left(): Leftovers {
    if (this.#join === null) throw new Error("the rounds are to be read first");
    return this.#join.left;
  }

  /** Display names of everybody there is, by agent. */
  names(): Map<number, string> {
    const names = new Map<number, string>();
    for (const [id, name] of this.#logged) names.set(id, name);
    for (const [id, { name }] of this.profiles) if (name !== null) names.set(id, name);
    for (const [id, { name }] of this.#options.config.agents) names.set(id, name);
    return new Map([...names].sort(([a], [b]) => a - b));
  }
  /** What agents are called on the platform. */
  handles(): Map<number, string> {
    const handles = new Map<number, string>();
    for (const [id, { handle }] of this.profiles) if (handle !== null) handles.set(id, handle);
    if (this.db?.has("user", ["user_id", "name", "user_name"]))
      for (const { user_id, name, user_name } of this.db.rows("user", ["user_id", "name", "user_name"])) {
        const handle = user_name ?? name;
        if (typeof handle === "string") handles.set(this.db.agentOf(Number(user_id)), handle);
      }
    return handles;
  }

  close(): void {
    this.db?.close();
  }

  /** Rounds pass through while names that disagree are reported, each once. */
  async *#named(parts: AsyncIterable<LogPart>): AsyncGenerator<LogPart> {
    const { config, unread, files } = this.#options;
    const told = new Set<string>();
    for await (const part of parts) {
      for (const { agent, name, line } of part.round.rows) {
        if (name !== null && !this.#logged.has(agent)) this.#logged.set(agent, name);
        const known = config.agents.get(agent)?.name;
        const key = `${agent}\n${name}`;
        if (known === name || told.has(key) || config.agents.size === 0) continue;
        told.add(key);
        unread.add(
          files.log!,
          line,
          known === undefined
            ? `Agent ${agent} is not in the configuration. Its actions are kept.`
            : `Agent ${agent} is called ${JSON.stringify(name)} here and ${JSON.stringify(known)} in the configuration; agents are joined by id.`,
        );
      }
      yield part;
    }
  }

  /** Finds an agent by its display name; null when nobody or several have it. */
  #agentNamed(): (name: string) => number | null {
    const byName = new Map<string, number | null>();
    for (const [id, name] of this.names()) byName.set(name, byName.has(name) ? null : id);
    return (name) => byName.get(name) ?? null;
  }
}
