// Takes a run folder in as a run of the world `story`: one turn per round, by the importer. The same folder again adds only what is new to it.
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Fault, type Orrery, type TurnLine } from "@orrery/runtime";
import { IMPORTER, type RecordedEvent, type StoryConfig } from "@orrery/worlds/story";
import { type EventSource, eventsOf, interviewEvents, peopleOf, roundEnd, roundText, strangerOf } from "./events.ts";
import { type OasisFolder, readFolder } from "./folder.ts";
import { type OasisConfig, readConfig } from "./people.ts";
import { OasisPlatform } from "./platform.ts";
import { type PlatformReport, ReportBuilder } from "./report.ts";
import type { OasisRound } from "./rounds.ts";
import { type Unread, UnreadList } from "./unread.ts";

export interface ImportOptions {
  /** Whether to count what is there: that costs memory by the size of the folder, as nothing else does. */
  readonly report?: boolean;
  readonly onProgress?: (progress: { readonly bytes: number; readonly total: number; readonly rounds: number }) => void;
}
export interface Imported {
  readonly run: string;
  /** Turns that were added. */
  readonly turns: number;
  readonly existed: boolean;
  /** By platform; empty where no report was asked for. */
  readonly platforms: Readonly<Record<string, PlatformReport>>;
  readonly unread: readonly Unread[];
}

/** Events in one turn at most. */
const TURN_EVENTS = 20_000;
/** Log bytes from which old posts leave the state of the run; the history keeps them. */
const LARGE_BYTES = 32 * 1024 * 1024;
const ROUNDS_KEPT = 48;

/** Fault `not_allowed` when the folder is none of OASIS, or the world refuses what it tells. */
export async function importOasis(orrery: Orrery, dir: string, options: ImportOptions = {}): Promise<Imported> {
  const first = new Pass(dir, options);
  const base = runIdOf(first);
  for (let n = 1; ; n++) {
    const run = n === 1 ? base : `${base}-${n}`;
    const known = await eventsHeld(orrery, run);
    if (known !== null && !(await isSameRun(dir, known))) continue;
    const pass = n === 1 && known === null ? first : new Pass(dir, options);
    if (known === null) await orrery.createRun({ world: "story", id: run, seed: base, config: configOf(pass) });
    const turns = await append(
      orrery,
      run,
      pass,
      known ?? { ends: new Map(), events: new Map(), questions: new Set(), people: null },
    );
    const platforms: Record<string, PlatformReport> = {};
    for (const [name, report] of pass.reports) platforms[name] = report.finish();
    pass.close();
    return { run, turns, existed: known !== null, platforms, unread: pass.unread.all };
  }
}

/** A folder being read once, all its platforms at a time. */
class Pass {
  readonly unread = new UnreadList();
  readonly folder: OasisFolder;
  readonly config: OasisConfig;
  readonly platforms: readonly OasisPlatform[];
  readonly reports = new Map<string, ReportBuilder>();
  readonly logBytes: number;
  #rounds = 0;

  constructor(dir: string, { report = false, onProgress }: ImportOptions = {}) {
    const folder = readFolder(resolve(dir), this.unread);
    if (folder === null)
      throw new Fault(
        "not_allowed",
        `${dir} is no run folder of OASIS: it holds neither a PLATFORM/actions.jsonl nor a PLATFORM_simulation.db.`,
      );
    this.folder = folder;
    this.config = readConfig(folder, this.unread);
    const logs = [...folder.platforms.values()].flatMap(({ log }) => log ?? []);
    this.logBytes = logs.reduce((sum, log) => sum + statSync(join(folder.dir, log)).size, 0);
    // Each log is gone through twice: for where its simulations begin, and for what they hold.
    const read = new Map<string, number>();
    this.platforms = [...folder.platforms].map(([name, files]) => {
      let before = 0;
      let last = 0;
      const onBytes = (bytes: number) => {
        if (bytes < last) before += last;
        last = bytes;
        read.set(name, before + bytes);
        const done = [...read.values()].reduce((sum, one) => sum + one, 0);
        onProgress?.({ bytes: done, total: 2 * this.logBytes, rounds: this.#rounds });
      };
      return new OasisPlatform({ folder, config: this.config, name, files, unread: this.unread, onBytes });
    });
    if (report) for (const platform of this.platforms) this.reports.set(platform.name, new ReportBuilder(platform));
  }

  /** Rounds of all platforms, by when they began. */
  async *rounds(): AsyncGenerator<{ platform: OasisPlatform; round: OasisRound; number: number }> {
    const streams = this.platforms.map((platform) => ({
      platform,
      rounds: platform.rounds(),
      next: null as OasisRound | null,
      n: 0,
    }));
    const pull = async (stream: (typeof streams)[number]) => {
      const { value, done } = await stream.rounds.next();
      stream.next = done ? null : value;
    };
    for (const stream of streams) await pull(stream);
    for (;;) {
      const waiting = streams.filter(({ next }) => next !== null);
      const [earliest] = waiting.sort((a, b) => (beganAt(a.next!) < beganAt(b.next!) ? -1 : 1));
      if (!earliest) return;
      const { platform, next } = earliest;
      this.#rounds++;
      this.reports.get(platform.name)?.add(next!);
      yield { platform, round: next!, number: next!.round ?? earliest.n };
      earliest.n++;
      await pull(earliest);
    }
  }

  sourceOf({ name }: OasisPlatform): EventSource {
    const { log, database } = this.folder.platforms.get(name)!;
    return { platform: name, log, database };
  }
  close(): void {
    for (const platform of this.platforms) platform.close();
  }
}

const beganAt = ({ startedAt }: OasisRound): string => (startedAt ?? "").replace(" ", "T");

function runIdOf({ config, folder }: Pass): string {
  const name = (config.simulation ?? basename(folder.dir)).normalize("NFKC").replaceAll(/[^\p{L}\p{N}_-]+/gu, "-");
  return `oasis-${name.slice(0, 80)}`;
}

function configOf({ config, platforms, folder, logBytes }: Pass): StoryConfig {
  // A platform exists from the start, even if its files come later.
  const names = new Set(["reddit", "twitter", ...platforms.map(({ name }) => name)]);
  const title = config.question ?? config.simulation ?? basename(folder.dir);
  return {
    title: title.slice(0, 200).toWellFormed(),
    mode: "imported",
    people: 0,
    written: peopleOf(config, platforms),
    platforms: [...names].map((id) => ({ id })),
    network: { kind: "none" },
    // Logged round 1 begins at hour 0.
    startHour: 0,
    ...(config.minutesPerRound === null ? {} : { minutesPerRound: config.minutesPerRound }),
    ...(logBytes > LARGE_BYTES ? { retainRounds: ROUNDS_KEPT } : {}),
  };
}

/** What of a folder a run holds already. */
interface HeldEvents {
  /** Fingerprints of its rounds, in their order, by platform. */
  readonly ends: Map<string, string[]>;
  /** Events after the last of those, by platform: of a burst that may go on. */
  readonly events: Map<string, number>;
  readonly questions: Set<string>;
  /** Null: the people that the configuration enrolled. */
  readonly people: ReadonlySet<string> | null;
}

/** Null when there is no such run. */
async function eventsHeld(orrery: Orrery, run: string): Promise<HeldEvents | null> {
  const known = { ends: new Map<string, string[]>(), events: new Map<string, number>(), questions: new Set<string>() };
  try {
    const { view } = await orrery.show(run);
    const people = new Set((view as { actors: readonly string[] }).actors);
    for await (const line of orrery.log(run))
      for (const { metadata, type } of (line as TurnLine).actions)
        if (type === "record") learn(known, (metadata as { events: readonly RecordedEvent[] }).events);
    return { ...known, people };
  } catch (error) {
    if (error instanceof Fault && error.code === "unknown_run") return null;
    throw error;
  }
}

function learn(known: Pick<HeldEvents, "ends" | "events" | "questions">, events: readonly RecordedEvent[]): void {
  for (const event of events) {
    if (event.type === "interviewed") known.questions.add(event.question);
    if (event.type === "interviewed" || event.type === "answered" || event.type === "enrolled") continue;
    if (event.type === "round_ended" && event.platform !== null) {
      known.events.delete(event.platform);
      const ends = known.ends.get(event.platform) ?? [];
      known.ends.set(event.platform, ends);
      ends.push(event.source?.id ?? "");
      continue;
    }
    const platform = platformOf(event);
    known.events.set(platform, (known.events.get(platform) ?? 0) + 1);
  }
}

/** The platform that an event was read from, by its file. */
const platformOf = ({ source }: RecordedEvent): string =>
  /^(.+?)(?:\/|_simulation|\.)/.exec(source?.file ?? "")?.[1] ?? "";

/** Whether a run holds the beginning of what a folder tells. */
async function isSameRun(dir: string, { ends }: HeldEvents): Promise<boolean> {
  const pass = new Pass(dir);
  const seen = new Map<string, number>();
  let same = true;
  for await (const { platform, round } of pass.rounds()) {
    const at = seen.get(platform.name) ?? 0;
    seen.set(platform.name, at + 1);
    const before = ends.get(platform.name)?.[at];
    same &&= before === undefined || before === fingerprint(round);
  }
  pass.close();
  // A folder with fewer rounds than the run is the same one, seen earlier, or a damaged copy: nothing is added from it.
  return same;
}

const fingerprint = (round: OasisRound): string =>
  createHash("sha256").update(roundText(round)).digest("hex").slice(0, 32);

/** Adds the rounds that are new; how many turns that took. */
async function append(orrery: Orrery, run: string, pass: Pass, known: HeldEvents): Promise<number> {
  const seen = new Map<string, number>();
  const people = new Set(known.people ?? peopleOf(pass.config, pass.platforms).map(({ id }) => id));
  let turns = 0;
  let last = 0;
  const record = async (events: readonly RecordedEvent[]) => {
    for (let from = 0; from < events.length; from += TURN_EVENTS) {
      const part = events.slice(from, from + TURN_EVENTS);
      const { validation } = await orrery.enter(run, {
        as: IMPORTER,
        actions: [{ actorId: IMPORTER, type: "record", metadata: { events: part } }],
      });
      const refused = validation.find(({ success }) => !success);
      if (refused) throw new Fault("not_allowed", `The world did not take this in: ${refused.message}`);
      turns++;
    }
  };
  for await (const { platform, round, number } of pass.rounds()) {
    const { name } = platform;
    const at = seen.get(name) ?? 0;
    seen.set(name, at + 1);
    last = Math.max(last, number);
    const ended = known.ends.get(name) ?? [];
    if (at < ended.length) continue;
    const from = pass.sourceOf(platform);
    const events = eventsOf(round, number, from).slice(at === ended.length ? (known.events.get(name) ?? 0) : 0);
    const strangers = events.flatMap((event) => ("by" in event && !people.has(event.by) ? [event.by] : []));
    const enrolled = [...new Set(strangers)].map((id): RecordedEvent => {
      people.add(id);
      return {
        type: "enrolled",
        person: strangerOf(Number(id), platform.names().get(Number(id)) ?? null),
        round: number,
        source: { file: from.log ?? from.database ?? "" },
      };
    });
    const isOver = round.round !== null || !round.last;
    await record([
      ...enrolled,
      ...events,
      ...(isOver ? [roundEnd(number, from, round.endedAt, fingerprint(round))] : []),
    ]);
  }
  for (const platform of pass.platforms) {
    const asked = platform.interviews.flatMap((interview, n) =>
      known.questions.has(`${platform.name}/interview-${n}`)
        ? []
        : interviewEvents(interview, n, last, pass.sourceOf(platform)),
    );
    await record(asked);
  }
  return turns;
}
