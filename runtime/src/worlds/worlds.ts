// Which worlds can be started, by name, and how a name becomes a world with its configuration. Knows no world by its name.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type About, type AnyEngine, type AnyWorld, loadWorld } from "@orrery/kernel";
import { nearest } from "@orrery/models/config";
import { WORLDS } from "@orrery/worlds";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import type { CheckedWorld, WorldCard } from "../shapes.ts";
import { checkAside } from "./check-world.ts";
import { loadPackage } from "./packages/load.ts";
import { isPath } from "./packages/manifest.ts";
import { judge, problemLines, readText, readWorldText, usualWorld, withWorldName } from "./texts.ts";

/** A world ready to be opened. */
export interface Start {
  readonly engine: AnyEngine;
  /** The name the run is listed by. */
  readonly name: string;
  readonly config: unknown;
}

export interface Worlds {
  /** Everything that can be started by name: of a world with texts each text, of any other the world itself. */
  cards(): Promise<readonly WorldCard[]>;
  /** What one name stands for; null where nothing does. */
  card(name: string): Promise<(WorldCard & Pick<About, "rules">) | null>;
  /** Fault `unknown_world`, `bad_world` (with problems located) or `bad_config`. `files`: a path is a name too. */
  start(name: string, config: unknown, options: { readonly files: boolean }): Promise<Start>;
  /** The shipped text of a name such as `house/cottage`; for the id of a world with texts, a small one to begin another from. Fault `unknown_world`. */
  text(name: string): Promise<string>;
  /** A small text of a world to begin another from; of the first world that has texts, unless told. Fault `unknown_world`. */
  starter(title: string, world?: string): Promise<string>;
  /** The verdict on a text of any world. `file`: its absolute path, which decides the world where the text does not name one. `tries`: see `TextWorld.review`; above 0, the text is judged in a worker thread. */
  check(text: string, options: { readonly tries: number; readonly file?: string | undefined }): Promise<CheckedWorld>;
  /** The engine for stored runs of a world. Fault `unknown_world`. */
  engine(world: string): Promise<AnyEngine>;
  /** Takes in the world of a folder, which has a card from then on; its id. Faults `unknown_world` and `bad_world`. */
  add(folder: string): Promise<string>;
  /** Folders of worlds that runs were started from earlier, by id: each is loaded when it is needed. */
  recall(folders: Readonly<Record<string, string>>): void;
  /** The folder that a world was taken from; null for one that came with Orrery. */
  folderOf(world: string): string | null;
}

/** A name that can be started. `text`: the file it is written in. */
interface CatalogueEntry {
  readonly name: string;
  readonly world: string;
  readonly text: string | null;
}

const FOLDER = resolve(import.meta.dirname, "../../../worlds");
const STARTER = "starter.yaml";

/** Longer texts are judged in a thread of their own. */
const INLINE_MAX = 16_384;

/** The worlds that come with Orrery. `more` adds others, such as a test's own. */
export function shippedWorlds(more: readonly AnyWorld[] = []): Worlds {
  const others = new Map(more.map((world) => [world.id, world]));
  const ids = [...Object.keys(WORLDS), ...others.keys()];
  /** Folders that worlds are taken from, by id; those of `added` have cards. */
  const folders = new Map<string, string>();
  const added: CatalogueEntry[] = [];
  const load = remember(async (id: string): Promise<AnyWorld> => {
    const world =
      others.get(id) ?? (Object.hasOwn(WORLDS, id) ? await WORLDS[id]!() : await fromFolder(id, folders.get(id)));
    if (world.id !== id) throw new Error(`worlds/index.ts lists "${world.id}" as "${id}"`);
    return world;
  });
  // Compiling contracts takes a while, and most commands are about one world.
  const engine = remember(async (id: string) => loadWorld(await load(id), sha256));
  const entries: readonly CatalogueEntry[] = ids.flatMap((id): CatalogueEntry[] => {
    const texts = textsOf(id);
    return texts.length > 0
      ? texts.map((text) => ({ name: `${id}/${text}`, world: id, text: resolve(FOLDER, id, "data", `${text}.yaml`) }))
      : [{ name: id, world: id, text: null }];
  });
  async function add(path: string): Promise<string> {
    const { world, package: found } = await loadPackage(path);
    if (ids.includes(world.id))
      throw new Fault("bad_world", `${path}: there is a world "${world.id}" already. Give this one another id.`);
    folders.set(world.id, found.folder);
    if (!added.some(({ name }) => name === world.id)) added.push({ name: world.id, world: world.id, text: null });
    return world.id;
  }
  const written = ids.filter((id) => existsSync(resolve(FOLDER, id, STARTER)));
  const allWorlds = () => [...entries, ...added];
  const entryOf = (name: string) => allWorlds().find((entry) => entry.name === name) ?? null;

  const card = remember(async (name: string): Promise<(WorldCard & Pick<About, "rules">) | null> => {
    const entry = entryOf(name);
    if (!entry) return null;
    const { about = { title: name, summary: "" }, text } = await load(entry.world);
    const known = { name, plays: entry.world, written: entry.text !== null };
    if (entry.text === null) return { ...known, ...about };
    const own = text!.about((await fromText(entry.text)).config);
    const [, summary = own.summary] = /^# *(.+)/.exec(readWorldText(entry.text)) ?? [];
    return { ...known, ...own, summary };
  });

  /** The configuration that a file stands for, and of which world. */
  async function fromText(file: string): Promise<{ readonly world: string; readonly config: unknown }> {
    const text = readWorldText(file);
    const isShipped = entries.some((entry) => entry.text === file);
    const usual = usualWorld(file, written);
    const checked = await (isShipped ? judgeShipped(text, usual, written) : check(text, 0, usual));
    if (checked.ok) return { world: checked.plays, config: checked.config };
    throw new Fault("bad_world", problemLines(file, checked.problems), { problems: checked.problems });
  }

  async function check(text: string, tries: number, usual = written[0]!): Promise<CheckedWorld> {
    if (tries > 0 || text.length > INLINE_MAX) return checkAside({ text, known: written, usual, tries });
    const read = readText(text, written, usual);
    return read.ok ? judge(await load(read.world), read.document, { hash: sha256, tries }) : read;
  }

  return {
    engine,
    card,
    cards: async () =>
      (await Promise.all(allWorlds().map(({ name }) => card(name)))).map((one) => {
        const { rules: _, ...card } = one!;
        return card;
      }),
    add,
    recall(known) {
      for (const [id, folder] of Object.entries(known)) if (!folders.has(id)) folders.set(id, folder);
    },
    folderOf: (world) => folders.get(world) ?? null,
    check: (text, { tries, file }) => check(text, tries, file === undefined ? undefined : usualWorld(file, written)),
    async starter(title, world = written[0]!) {
      if (!written.includes(world))
        throw new Fault(
          "unknown_world",
          `There is no world "${world}" that is written as a text. There are: ${written.join(", ")}.`,
        );
      const text = readFileSync(resolve(FOLDER, world, STARTER), "utf8").replace("TITLE", JSON.stringify(title));
      return withWorldName(text, world, written);
    },
    async text(name) {
      const entry = entryOf(name);
      if (entry?.text) return withWorldName(readWorldText(entry.text), entry.world, written);
      if (!written.includes(name))
        throw new Fault("unknown_world", `There is no world "${name}" that is written as a text.`);
      // What it says of its own file does not hold on a page.
      return (await this.starter(`A small ${name}`, name)).replaceAll(/^#.*THIS-FILE\n/gm, "");
    },
    async start(name, config, { files }) {
      const entry = entryOf(name);
      const file = entry?.text ?? (files && !entry && /\.ya?ml$/.test(name) ? resolve(name) : null);
      if (file !== null) {
        const text = await fromText(file);
        const known = await engine(text.world);
        return { engine: known, name, config: withGiven(known, text.config, config ?? {}) };
      }
      const id = files && !entry && !ids.includes(name) && isPath(name) ? await add(name) : name;
      if (!ids.includes(id) && !folders.has(id))
        throw unknownWorld(
          name,
          allWorlds().map((entry) => entry.name),
          files,
        );
      const known = await engine(id);
      const problem = known.configProblem(config ?? {});
      if (problem) throw new Fault("bad_config", `The configuration does not fit this world: ${problem}.`);
      return { engine: known, name: id, config: config ?? {} };
    },
  };
}

/** The world that a folder was said to hold. */
async function fromFolder(id: string, folder: string | undefined): Promise<AnyWorld> {
  if (folder === undefined)
    throw new Fault(
      "unknown_world",
      `This run plays the world "${id}", which this installation does not have. Give its folder: --world DIR.`,
    );
  const { world } = await loadPackage(folder).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    const moved = error.code === "unknown_world" ? ` It held the world "${id}". Give its folder now: --world DIR.` : "";
    throw new Fault(error.code, `${error.message}${moved}`);
  });
  if (world.id === id) return world;
  throw new Fault(
    "bad_world",
    `${folder} held the world "${id}" and now holds "${world.id}". Give the folder of "${id}": --world DIR.`,
  );
}

function unknownWorld(name: string, names: readonly string[], files: boolean): Fault {
  // A text is often called by the last part of its name alone.
  const near = names.find((one) => one.endsWith(`/${name}`)) ?? nearest(name, names);
  return new Fault(
    "unknown_world",
    `There is no world "${name}".${near ? ` Did you mean "${near}"?` : ""} There are: ${names.join(", ")}${files ? "; or give the path of a YAML file, or of a folder with a world in it" : ""}.`,
  );
}

/** Names of the texts that come with a world. */
function textsOf(id: string): string[] {
  const folder = resolve(FOLDER, id, "data");
  if (!existsSync(resolve(FOLDER, id, STARTER)) || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .sort();
}

/** Each answer is worked out once for what was asked; one that failed or was null, again. */
function remember<A extends readonly unknown[], T>(work: (...asked: A) => Promise<T>): (...asked: A) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (...asked) => {
    const key = JSON.stringify(asked);
    const found = known.get(key);
    if (found) return found;
    const made = work(...asked);
    known.set(key, made);
    made.then(
      (value) => value === null && known.delete(key),
      () => known.delete(key),
    );
    return made;
  };
}

/** The verdict on a shipped text, once for each state of its file. Judged in this thread: starting another takes far longer. */
const judgeShipped = remember(async (text: string, usual: string, known: readonly string[]): Promise<CheckedWorld> => {
  const read = readText(text, known, usual);
  return read.ok ? judge(await WORLDS[read.world]!(), read.document, { hash: sha256, tries: 0 }) : read;
});

/** The configuration of a text with what may be given beside it. Fault `bad_config` for anything else. */
function withGiven({ world, configProblem }: AnyEngine, config: unknown, given: unknown): unknown {
  const keys = Object.keys(given as object);
  if (keys.length === 0) return config;
  const may: readonly string[] = world.text?.given ?? [];
  const other = keys.find((key) => !may.includes(key));
  if (other !== undefined)
    throw new Fault(
      "bad_config",
      may.length === 0
        ? "A world from a file is configured in its file: give no configuration with it."
        : `"${other}" of a world from a file is said in its file; what may be given is ${may.join(", ")}.`,
    );
  const whole = { ...(config as object), ...(given as object) };
  const problem = configProblem(whole);
  if (problem) throw new Fault("bad_config", `The configuration does not fit this world: ${problem}.`);
  return whole;
}
