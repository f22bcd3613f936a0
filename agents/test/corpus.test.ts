// The corpus of labelled utterances: how many of each part are read exactly as meant, printed and held to.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import {
  type ActionBase,
  type AnyEngine,
  type AnyWorld,
  canonical,
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
interface Labelled {
  readonly world: string;
  /** Who speaks; whoever is asked first when absent. */
  readonly as?: string;
  readonly scene?: string;
  readonly setup?: readonly string[];
  readonly say: string;
  readonly actions: readonly Omit<ActionBase, "actorId">[];
  readonly reason?: ParseReason;
}
interface Situation {
  readonly engine: AnyEngine;
  readonly frame: Frame<Shape>;
  readonly who: string;
}

const corpus = (name: string) => readFileSync(new URL(`../../fixtures/corpus/${name}`, import.meta.url), "utf8");
const labelled = (name: string): Labelled[] =>
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

function houseConfig(file: string): unknown {
  const read = readYaml(readFileSync(new URL(`../../worlds/house/data/${file}.yaml`, import.meta.url), "utf8"));
  assert(read.ok, "the world's file can be read");
  const compiled = compileHouse(read.doc);
  assert(compiled.ok, "the world's file compiles");
  return compiled.config;
}

/** The situation after actions; a scene whose actions do not all succeed is a broken scene. */
function act({ engine, frame, who }: Situation, actions: readonly unknown[], must: boolean): Situation {
  const window = windowsOf(engine, frame.state).find(({ asks }) => asks.some(({ to }) => to === who));
  const ask = window?.asks.find(({ to }) => to === who);
  if (!window || !ask) return { engine, frame, who };
  const given = { actor: who, ask, actions, provenance: { actor: who, ask: ask.id, by: "agent" as const } };
  const { after, validation } = decideTurn(engine, frame, window.lane, [given], key);
  for (const { success, message } of must ? validation : []) assert(success, `a scene's action failed: ${message}`);
  return { engine, frame: { ...frame, ...after }, who };
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

function parse({ engine, frame, who }: Situation, text: string, recent: readonly Reading[]): Parsed {
  const lexicon = engine.world.words.lexicon(viewOf(engine, frame, who), who);
  return parseTextToActions(text, { actorId: who, lexicon, recent });
}

/** What is wrong with the parser's answer, or null. */
function differs({ world, as, scene, setup = [], say, actions, reason }: Labelled): string | null {
  let at = sceneOf(world, scene, as);
  let recent: Reading[] = [];
  for (const text of setup) {
    const { actions, reading } = parse(at, text, recent);
    recent = [reading, ...recent];
    at = act(at, actions, false);
  }
  const parsed = parse(at, say, recent);
  const expected = { actions: actions.map((action) => ({ ...action, actorId: at.who })), reason: reason ?? null };
  const actual = { actions: parsed.actions, reason: parsed.reading.problem?.reason ?? null };
  if (canonical(expected) === canonical(actual)) return null;
  const where = [world, scene, ...setup.map((text) => `"${text}"`)].filter(Boolean).join(", ");
  return `${where}: "${say}"\n    expected ${canonical(expected)}\n    actual   ${canonical(actual)}  ${parsed.reading.problem?.message ?? ""}`;
}

/** How many are read as labelled, and the rest. */
function measure(part: string) {
  const all = labelled(`${part}.jsonl`);
  const wrong = all.flatMap((one) => differs(one) ?? []);
  const rate = (all.length - wrong.length) / all.length;
  const said = `${part}: ${all.length - wrong.length} of ${all.length} exact, ${(rate * 100).toFixed(1)} %`;
  return { wrong, rate, said };
}

describe("corpus", () => {
  it("the tuned part is read as labelled", (test) => {
    const { wrong, said } = measure("tuned");
    test.diagnostic(said);
    assert.deepEqual(wrong, []);
  });
  it("the part of the first look is read no worse than then", (test) => {
    const { wrong, rate, said } = measure("first-look");
    test.diagnostic(`${said} (85.9 % when it was first read; its misses have been seen since)`);
    assert(rate >= 85 / 99, wrong.join("\n"));
  });
  // The misses of these two are kept quiet on purpose: whoever sees them has spent the part.
  it("the part that was held out is read no worse than at the first look", (test) => {
    const { rate, said } = measure("held-out");
    test.diagnostic(`${said} (87.5 % when it was first read)`);
    assert(rate >= 77 / 88, said);
  });
  it("at least 90 % of the blind part is read as labelled", (test) => {
    const { rate, said } = measure("blind");
    test.diagnostic(said);
    assert(rate >= 0.9, said);
  });
  it("at least 90 % of the second blind part is read as labelled", (test) => {
    const { rate, said } = measure("second-blind");
    test.diagnostic(said);
    assert(rate >= 0.9, said);
  });
  it("the third and fourth blind parts, whose misses have been seen, are read no worse than when they were", (test) => {
    for (const [part, first, floor] of [
      ["third-blind", "65.8 %", 68 / 79],
      ["fourth-blind", "56.5 %", 58 / 69],
    ] as const) {
      const { wrong, rate, said } = measure(part);
      test.diagnostic(`${said} (${first} when it was first read; its misses have been seen since)`);
      assert(rate >= floor, wrong.join("\n"));
    }
  });
  it("there are enough utterances, a third of them blind, none twice", () => {
    const part = (...names: string[]) => names.flatMap((name) => labelled(`${name}.jsonl`));
    const blind = part("blind", "second-blind", "third-blind", "fourth-blind");
    const all = [...part("tuned", "first-look", "held-out"), ...blind];
    assert(all.length >= 300);
    assert(blind.length >= all.length / 3);
    const lines = all.map(({ world, scene, setup, say }) => canonical([world, scene ?? "", setup ?? [], say]));
    assert.equal(new Set(lines).size, lines.length);
  });
});
