// Hints at every stage of each shipped story, played in words: there is one as long as there is anything to do, its nudge names
// nothing that was not met yet, and the last step of it or of one before it names what moves the story on.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { decideTurn, type Frame, keyedDice, loadWorld, viewOf } from "@orrery/kernel";
import { frameAt, told, windowsOf } from "../../kernel/testing/index.ts";
import { readYaml } from "../../runtime/src/yaml.ts";
import { compileHouse, find, type House, type HouseAction, type HouseConfig, house } from "../../worlds/house/index.ts";
import { parseTextToActions, type Reading } from "../src/index.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const engine = loadWorld(house, hash);

function shipped(name: string): HouseConfig {
  const read = readYaml(readFileSync(new URL(`../../worlds/house/data/${name}.yaml`, import.meta.url), "utf8"));
  assert(read.ok);
  const compiled = compileHouse(read.doc);
  assert(compiled.ok);
  return compiled.config;
}

interface Stage {
  readonly frame: Frame<House>;
  readonly recent: readonly Reading[];
}

function act(frame: Frame<House>, actions: readonly unknown[]) {
  const window = windowsOf(engine, frame.state)[0]!;
  const ask = window.asks[0]!;
  const given = { actor: "you", ask, actions, provenance: { actor: "you", ask: ask.id, by: "agent" as const } };
  const draft = decideTurn(engine, frame, window.lane, [given], { seed: "hints", salt: "root" });
  return { draft, frame: { ...frame, ...draft.after } as Frame<House> };
}

/** One line of a walkthrough; everything in it must be understood and done. */
function say({ frame, recent }: Stage, text: string): Stage & { readonly actions: readonly HouseAction[] } {
  const lexicon = house.words.lexicon(viewOf(engine, frame, "you"));
  const { actions, reading } = parseTextToActions(text, { actorId: "you", lexicon, recent });
  assert.equal(reading.problem, null, `"${text}": ${reading.problem?.message}`);
  const next = act(frame, actions);
  for (const { success, message } of next.draft.validation) assert(success, `"${text}": ${message}`);
  return { frame: next.frame, recent: [reading, ...recent], actions: actions as readonly HouseAction[] };
}

/** The three steps that HINT gives here, one after the other; asking changes nothing for the story. */
function stepsAt(from: Frame<House>): string[] {
  const steps: string[] = [];
  let frame = from;
  for (let i = 0; i < 3; i++) {
    const next = act(frame, [{ actorId: "you", type: "hint" }]);
    const text = told(engine, "you", next.frame, { before: frame, happened: next.draft });
    const [, words, step] = /^([\s\S]*) \((\d) of 3\)$/.exec(text) ?? [];
    assert.equal(step, String(i + 1), text);
    steps.push(words!);
    frame = next.frame;
  }
  return steps;
}

/** Things and people by name that are nowhere in the view yet. */
function unmet(frame: Frame<House>): string[] {
  const view = viewOf(engine, frame, "you");
  const all = { ...frame.state.things, ...frame.state.people };
  return Object.entries(all).flatMap(([id, { name }]) => (find(view, id) ? [] : [name.toLowerCase()]));
}

/** Words with which the last hint may name an action: its target and the person concerned, or its direction. */
function namesOf(frame: Frame<House>, action: HouseAction): string[] {
  const { targetId, metadata = {} } = action as { targetId?: string; metadata?: Record<string, unknown> };
  const { things, doors, people, topics = {} } = frame.state;
  const ids = [targetId, metadata["to"], metadata["about"]].filter((id) => typeof id === "string");
  const named = ids.flatMap((id) => {
    const it = { ...things, ...doors, ...people, ...topics }[id];
    return it ? [it.name, it.name.split(" ").at(-1)!, ...(it.aliases ?? [])] : [];
  });
  return [...named, ...(typeof metadata["direction"] === "string" ? [metadata["direction"]] : [])].map((name) =>
    name.toLowerCase(),
  );
}

function walks(config: HouseConfig, lines: readonly string[], seed = "hints"): void {
  const state = house.open(config, keyedDice(hash, { seed, salt: "root", lane: "@open", depth: 0 }, "world"));
  let stage: Stage = { frame: frameAt(engine, state), recent: [] };
  const met: string[] = [];
  let steps = stepsAt(stage.frame);
  for (const line of lines) {
    const [nudge, , last] = steps as [string, string, string];
    if (met.at(-1) !== last) {
      assert(!met.includes(last), `"${last}" comes up again before "${line}"`);
      met.push(last);
    }
    for (const name of unmet(stage.frame))
      assert.doesNotMatch(nudge.toLowerCase(), new RegExp(`\\b${name}\\b`), `before "${line}"`);
    const next = say(stage, line);
    if (next.frame.state.ended === null) {
      steps = stepsAt(next.frame);
      const names = next.actions.flatMap((action) => namesOf(stage.frame, action));
      if (steps[2] !== last)
        assert(
          names.some((name) => met.some((one) => one.toLowerCase().includes(name))),
          `"${line}" did what "${last}" does not name, nor any before it`,
        );
    }
    stage = next;
  }
  assert.notEqual(stage.frame.state.ended, null, "the walkthrough ends the story");
}

describe("hints", () => {
  it("of the cottage lead to its end", () => {
    walks(shipped("cottage"), [
      "read the letter",
      "open the door",
      "go in",
      "west",
      "ask Ada about Wren",
      "open the cupboard",
      "east",
      "take the brass key",
      "east",
      "unlock the bureau with the brass key",
      "open the bureau",
      "take the spectacles",
      "west",
      "west",
      "give the spectacles to Ada",
      "take the lamp",
      "light the lamp",
      "east",
      "unlock the cellar door with the iron key",
      "open it",
      "go down",
      "open the crate",
      "take the sun",
      "up",
      "up",
      "put the sun on the orrery",
    ]);
  });
  it("of the lighthouse lead to its end", () => {
    walks(shipped("lighthouse"), [
      "north",
      "east",
      "read the log",
      "take the lantern",
      "light it",
      "open the dresser and take the key",
      "take the brandy",
      "west",
      "unlock the store door with the key",
      "open the store door",
      "west",
      "take the can",
      "fill the can",
      "east",
      "open the tower door",
      "north",
      "up",
      "give the brandy to Amos",
      "ask Amos for the crank",
      "up",
      "fill the great lamp",
      "down",
      "wind the clockwork",
      "up",
      "light the great lamp",
    ]);
  });
  for (const [culprit, find] of [
    ["julian", ["x the bookcases", "x the bottles"]],
    ["finch", ["x the key", "x the tin"]],
    ["osei", ["x the door", "x the bag"]],
  ] as const)
    it(`of the mystery lead to its end, when it was ${culprit}`, () => {
      const config = shipped("mystery");
      const cast = { ...config, casts: { culprit: [culprit] } } as HouseConfig;
      const go: Record<string, string[]> = {
        julian: ["up", "west", find[1], "east", "down", "east", "accuse Julian"],
        finch: ["east", "north", find[1], "south", "west", "west", "accuse Miss Finch"],
        osei: [find[1], "accuse Dr Osei"],
      };
      walks(cast, [
        "north",
        "x the glass",
        find[0],
        "south",
        "west",
        "west",
        "ask Mrs Hallam about last night",
        "east",
        "east",
        ...go[culprit]!,
      ]);
    });
});
