// Which worlds can be started, by name, and how a name becomes a world with its configuration.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type AnyEngine, type AnyWorld, type Located, loadWorld } from "@orrery/kernel";
import { nearest } from "@orrery/models/config";
import { glassbox } from "@orrery/worlds/glassbox";
import { compileHouse, house } from "@orrery/worlds/house";
import { tictactoe } from "@orrery/worlds/tictactoe";
import type { WorldCard } from "./api.ts";
import { Fault } from "./fault.ts";
import { sha256 } from "./ids.ts";
import { readYaml } from "./yaml.ts";

/** A world ready to be opened. */
export interface Start {
  readonly engine: AnyEngine;
  /** The name the run is listed by. */
  readonly name: string;
  readonly config: unknown;
}

export interface Worlds {
  cards(): readonly WorldCard[];
  /** Fault `unknown_world`, `bad_world` (with problems located) or `bad_config`. `files`: a path to a YAML file is a name too. */
  start(name: string, config: unknown, options: { files: boolean }): Start;
  /** The text of a shipped house; for `house` itself, a small one to begin another from. Fault `unknown_world`. */
  text(name: string): string;
  /** The engine for stored runs of a world. */
  engine(world: string): AnyEngine;
}

/** A small house to begin another from. */
export const starterWorld = (title: string): string =>
  readFileSync(resolve(SHIPPED, "../starter.yaml"), "utf8").replace("TITLE", JSON.stringify(title));

const BYTES_MAX = 5_000_000;
const SHIPPED = resolve(import.meta.dirname, "../../worlds/house/data");
const HOUSE_PREFIX = "house/";

/** Worlds that are started by their id, beside the houses. */
const PLAIN: readonly { readonly world: AnyWorld; readonly title: string; readonly summary: string }[] = [
  {
    world: glassbox as AnyWorld,
    title: "Glass Box",
    summary:
      "Ten on a space station, two of them impostors. Tasks, kills, meetings, votes; everyone sees only what they see.",
  },
  {
    world: tictactoe as AnyWorld,
    title: "Tic-tac-toe",
    summary: "Two players, nine cells, three in a row. The smallest complete world.",
  },
];

/** The worlds that come with Orrery. `more` adds others, such as a test's own. */
export function shippedWorlds(more: readonly AnyWorld[] = []): Worlds {
  const worlds = new Map(
    [...PLAIN.map(({ world }) => world), house as AnyWorld, ...more].map((world) => [world.id, world]),
  );
  const engines = new Map<string, AnyEngine>();
  let cards: readonly WorldCard[] | null = null;
  const houses = readdirSync(SHIPPED)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .sort();
  const engine = (world: string): AnyEngine => {
    const ready = engines.get(world);
    if (ready) return ready;
    const known = worlds.get(world);
    if (!known)
      throw new Fault("unknown_world", `This run plays the world "${world}", which this installation does not have.`);
    // Compiling contracts takes a while, and most commands are about one world.
    const made = loadWorld(known, sha256);
    engines.set(world, made);
    return made;
  };

  return {
    engine,
    cards() {
      // A house has its title in its file, and every look at a run asks for one.
      cards ??= [
        ...houses.map((file) => houseCard(file)),
        ...PLAIN.map(({ world, title, summary }) => ({ name: world.id, title, summary })),
        ...more.map(({ id }) => ({ name: id, title: id, summary: "" })),
      ];
      return cards;
    },
    text(name) {
      if (name === house.id) return starterWorld("A small house").replaceAll(/^#.*THIS-FILE\n/gm, "");
      const file = name.slice(HOUSE_PREFIX.length);
      if (name.startsWith(HOUSE_PREFIX) && houses.includes(file)) return worldText(shippedFile(file));
      throw new Fault("unknown_world", `There is no world "${name}" that is written as a text.`);
    },
    start(name, config, { files }) {
      if (name.startsWith(HOUSE_PREFIX) && houses.includes(name.slice(HOUSE_PREFIX.length))) {
        return {
          engine: engine("house"),
          name,
          config: houseConfig(shippedFile(name.slice(HOUSE_PREFIX.length)), config),
        };
      }
      if (worlds.has(name)) {
        const known = engine(name);
        const problem = known.configProblem(config ?? {});
        if (problem) throw new Fault("bad_config", `The configuration does not fit this world: ${problem}.`);
        return { engine: known, name, config: config ?? {} };
      }
      if (files && /\.ya?ml$/.test(name))
        return { engine: engine("house"), name, config: houseConfig(resolve(name), config) };
      const names = [...houses.map((file) => HOUSE_PREFIX + file), ...PLAIN.map(({ world }) => world.id)];
      // A house is often called by the last part of its name alone.
      const near = names.find((one) => one.endsWith(`/${name}`)) ?? nearest(name, names);
      throw new Fault(
        "unknown_world",
        `There is no world "${name}".${near ? ` Did you mean "${near}"?` : ""} There are: ${names.join(", ")}${files ? "; or give the path of a YAML file" : ""}.`,
      );
    },
  };
}

const shippedFile = (file: string) => resolve(SHIPPED, `${file}.yaml`);

/** Reads and compiles a house world. */
function houseConfig(file: string, config: unknown): unknown {
  if (config !== undefined && Object.keys(config as object).length > 0) {
    throw new Fault("bad_config", "A world from a file is configured in its file: give no configuration with it.");
  }
  const compiled = compileText(worldText(file));
  if (compiled.ok) return compiled.config;
  const list = compiled.problems.map(
    ({ line, column, message, hint }) => `${file}:${line}:${column}: ${message}${hint ? ` (${hint})` : ""}`,
  );
  throw new Fault("bad_world", list.join("\n"), { problems: compiled.problems });
}

/** A house from its text, or everything that is wrong with it, located. */
function compileText(text: string) {
  const read = readYaml(text);
  return read.ok ? compileHouse(read.doc as Located) : read;
}

export function worldText(file: string): string {
  if (!existsSync(file)) throw new Fault("unknown_world", `There is no file ${file}.`);
  const stat = statSync(file);
  if (!stat.isFile()) throw new Fault("unknown_world", `${file} is not a file.`);
  if (stat.size > BYTES_MAX)
    throw new Fault("bad_world", `${file} has ${stat.size} bytes; a world may have ${BYTES_MAX}.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new Fault("bad_world", `${file} is not UTF-8 text.`);
    throw new Fault("unknown_world", `${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** What a house is about is the comment that its text begins with; without one, how its opening begins. */
function houseCard(file: string): WorldCard {
  const { title, opening } = houseConfig(shippedFile(file), undefined) as { title: string; opening: string };
  const [, about] = /^# *(.+)/.exec(worldText(shippedFile(file))) ?? [];
  return { name: HOUSE_PREFIX + file, title, summary: about ?? /^[^.!?]*[.!?]/.exec(opening)?.[0] ?? opening };
}
