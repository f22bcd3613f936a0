// Five worlds that the parser's author has not written for: how much is read as meant, and how much is done that nobody meant. The rates are printed and held to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { readYaml } from "../../runtime/src/yaml.ts";
import { compileHouse } from "../../worlds/house/index.ts";
import { type Deed, type ForeignLine, foreignLines, isHarmful, isLike } from "./foreign-labels.ts";
import { openedWith, readAndPlayed, type Situation, situationAfter } from "./situations.ts";

const WORLDS = ["station", "western", "tower", "office", "ship"] as const;
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/foreign/${name}`, import.meta.url), "utf8");

function opened(world: string): Situation {
  const read = readYaml(fixture(`${world}.yaml`));
  assert.ok(read.ok, `${world}.yaml can be read`);
  const compiled = compileHouse(read.doc);
  assert.ok(compiled.ok, JSON.stringify(compiled));
  return openedWith(compiled.config);
}

interface Score {
  lines: number;
  right: number;
  /** Something was done that is in no label. */
  wrong: number;
}
const nothing = (): Score => ({ lines: 0, right: 0, wrong: 0 });

function measured(): { scores: Map<string, Record<ForeignLine["kind"], Score>>; misses: string[] } {
  const misses: string[] = [];
  const scores = new Map(
    WORLDS.map((world) => {
      const start = opened(world);
      const score = { commands: nothing(), sentences: nothing() };
      for (const { kind, scene, say, readings } of foreignLines(fixture(`${world}.txt`))) {
        const deeds: readonly Deed[] = readAndPlayed(situationAfter(start, scene), say);
        const one = score[kind];
        one.lines++;
        if (readings.some((label) => isLike(deeds, label))) one.right++;
        else {
          if (isHarmful(deeds)) one.wrong++;
          misses.push(
            `${isHarmful(deeds) ? "WRONG" : "miss "} ${world} ${kind}: ${say}\n        ${JSON.stringify(deeds)}`,
          );
        }
      }
      return [world, score] as const;
    }),
  );
  return { scores, misses };
}

const rate = ({ right, lines }: Score) => right / lines;
const sum = (all: readonly Score[]): Score =>
  all.reduce((a, b) => ({ lines: a.lines + b.lines, right: a.right + b.right, wrong: a.wrong + b.wrong }), nothing());
const said = (name: string, { right, lines, wrong }: Score) =>
  `${name}: ${right} of ${lines} as meant, ${((100 * right) / lines).toFixed(1)} %; ${wrong} wrongly done`;

const FIRST =
  "at first sight 98.1 % of the commands, 78.3 % of the sentences, 3.7 % wrongly done; the misses have been seen since";

/** What was reached; a change that falls below has to be explained. */
const FLOORS = { commands: 257 / 260, sentences: 225 / 253, wrong: 5 / 513 };

describe("five foreign worlds", () => {
  const { scores, misses } = measured();
  if (process.env["MISSES"]) console.log(misses.join("\n"));
  const all = [...scores.values()];
  const commands = sum(all.map((one) => one.commands));
  const sentences = sum(all.map((one) => one.sentences));
  it("each has fifty commands and fifty sentences", () => {
    for (const one of all) assert.ok(one.commands.lines >= 50 && one.sentences.lines >= 50);
  });
  it("commands are read as meant", (test) => {
    for (const [world, one] of scores) test.diagnostic(said(`${world}, commands`, one.commands));
    test.diagnostic(said("all commands", commands));
    assert.ok(rate(commands) >= FLOORS.commands, misses.join("\n"));
  });
  it("ordinary sentences are read as meant", (test) => {
    for (const [world, one] of scores) test.diagnostic(said(`${world}, sentences`, one.sentences));
    test.diagnostic(said("all sentences", sentences));
    assert.ok(rate(sentences) >= FLOORS.sentences, misses.join("\n"));
  });
  it("little is done that nobody meant", (test) => {
    const { wrong, lines } = sum([commands, sentences]);
    test.diagnostic(`${wrong} of ${lines} wrongly done, ${((100 * wrong) / lines).toFixed(1)} % (${FIRST})`);
    assert.ok(wrong / lines <= FLOORS.wrong, misses.join("\n"));
  });
});
