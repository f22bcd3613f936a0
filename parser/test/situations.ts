// The situations of the labelled utterances: opens worlds, plays scenes and parses earlier texts. Shared by all measurements of a parser.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type ActionBase,
  type AnyEngine,
  type AnyWorld,
  decideTurn,
  type Frame,
  keyedDice,
  loadWorld,
  type Shape,
  viewOf,
} from "@orrery/kernel";
import { frameAt, windowsOf } from "../../kernel/testing/index.ts";
import { readYaml } from "../../runtime/src/yaml.ts";
import { compileHouse, house } from "../../worlds/house/index.ts";
import { tictactoe } from "../../worlds/tictactoe/index.ts";
import { type Parsed, type ParseReason, parseTextToActions, type Reading } from "../src/index.ts";

/** One labelled utterance. `scene` names actions done first; `setup` is said first, so that there is something to refer to. */
export interface Labelled {
  readonly world: string;
  /** The speaker; absent: the first actor asked. */
  readonly as?: string;
  readonly scene?: string;
  readonly setup?: readonly string[];
  readonly say: string;
  readonly actions: readonly Omit<ActionBase, "actorId">[];
  readonly reason?: ParseReason;
}
export interface Situation {
  readonly engine: AnyEngine;
  readonly frame: Frame<Shape>;
  readonly who: string;
  /** Why what was done last came to nothing. */
  readonly refusal?: string;
}

const corpus = (name: string) => readFileSync(new URL(`../../fixtures/corpus/${name}`, import.meta.url), "utf8");
export const labelled = (name: string): Labelled[] =>
  corpus(name)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const scenes: Readonly<Record<string, readonly Labelled["actions"][number][]>> = JSON.parse(corpus("scenes.json"));

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const key = { seed: "corpus", salt: "root" };
const openings = new Map<string, Situation>();
const reached = new Map<string, Situation>();

function opening(world: string): Situation {
  const known = openings.get(world);
  if (known) return known;
  const engine: AnyEngine = loadWorld((world === "tictactoe" ? tictactoe : house) as AnyWorld, hash);
  const config = world === "tictactoe" ? {} : houseConfig(world.slice("house/".length));
  const state = engine.world.open(config, keyedDice(hash, { ...key, lane: "@open", depth: 0 }, "world"));
  const frame = frameAt(engine, state, config);
  const opened = { engine, frame, who: engine.world.asks(state)[0]!.to };
  openings.set(world, opened);
  return opened;
}

/** A house that is no file of ours, as it opens. */
export function openedWith(config: unknown): Situation {
  const engine: AnyEngine = loadWorld(house as AnyWorld, hash);
  const state = engine.world.open(config, keyedDice(hash, { ...key, lane: "@open", depth: 0 }, "world"));
  return { engine, frame: frameAt(engine, state, config), who: engine.world.asks(state)[0]!.to };
}

/** The situation after deeds that all must succeed. */
export const situationAfter = (at: Situation, deeds: readonly Labelled["actions"][number][]): Situation =>
  deeds.reduce((now, deed) => act(now, [{ ...deed, actorId: at.who }], true), at);

/** The actions of a player's text. Like a client, parses the text that had to wait again after the other actions. */
export function readAndPlayed(start: Situation, text: string): Labelled["actions"][number][] {
  const done: Labelled["actions"][number][] = [];
  let at = start;
  let recent: Reading[] = [];
  let words: string | null = text;
  for (let left = REREAD_MAX; words !== null && left > 0; left--) {
    const { actions, reading } = parse(at, words, recent);
    done.push(...actions.map(({ actorId: _, ...deed }) => deed));
    recent = [reading, ...recent];
    words = actions.length > 0 ? reading.rest : null;
    if (words !== null) at = act(at, actions, false);
  }
  return done;
}
const REREAD_MAX = 5;

function houseConfig(file: string): unknown {
  const read = readYaml(readFileSync(new URL(`../../worlds/house/data/${file}.yaml`, import.meta.url), "utf8"));
  assert(read.ok, "the world's file can be read");
  const compiled = compileHouse(read.doc);
  assert(compiled.ok, "the world's file compiles");
  return compiled.config;
}

/** The situation after actions. `must`: they must all succeed, or the scene is broken. */
function act({ engine, frame, who }: Situation, actions: readonly unknown[], must: boolean): Situation {
  const window = windowsOf(engine, frame.state).find(({ asks }) => asks.some(({ to }) => to === who));
  const ask = window?.asks.find(({ to }) => to === who);
  if (!window || !ask) return { engine, frame, who };
  const given = { actor: who, ask, actions, provenance: { actor: who, ask: ask.id, by: "agent" as const } };
  const { after, validation } = decideTurn(engine, frame, window.lane, [given], key);
  for (const { success, message } of must ? validation : []) assert(success, `a scene's action failed: ${message}`);
  const refusal = validation.findLast(({ success }) => !success)?.message;
  return { engine, frame: { ...frame, ...after }, who, ...(refusal === undefined ? {} : { refusal }) };
}

function sceneOf(world: string, name: string | undefined, who: string | undefined): Situation {
  const id = `${world}: ${name}`;
  const known = reached.get(id);
  const opened = known ?? opening(world);
  const at = { ...opened, who: who ?? opened.who };
  if (known || name === undefined) return at;
  const actions = scenes[name]?.map((action) => ({ ...action, actorId: at.who }));
  assert(actions, `there is a scene "${name}"`);
  const after = actions.reduce((now, action) => act(now, [action], true), at);
  reached.set(id, after);
  return after;
}

export function parse({ engine, frame, who, refusal }: Situation, text: string, recent: readonly Reading[]): Parsed {
  const lexicon = engine.world.words.lexicon(viewOf(engine, frame, who), who);
  return parseTextToActions(text, { actorId: who, lexicon, recent, refusal });
}

/** Where an utterance is said, and what was understood before it, newest first. */
export function situationOf({ world, as, scene, setup = [] }: Labelled): { at: Situation; recent: readonly Reading[] } {
  let at = sceneOf(world, scene, as);
  let recent: Reading[] = [];
  for (const text of setup) {
    const { actions, reading } = parse(at, text, recent);
    recent = [reading, ...recent];
    at = act(at, actions, false);
  }
  return { at, recent };
}
