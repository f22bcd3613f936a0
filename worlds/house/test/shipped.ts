// Shipped houses, read from their files as a runtime reads them.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Frame } from "@orrery/kernel";
import { frameAt } from "@orrery/kernel/testing";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, type House, type HouseAction, type HouseConfig, house } from "../index.ts";
import { engine, turn } from "./manor.ts";

/** Throws with all problems when the file is no house. Read once: nobody changes what is given out. */
export function shipped(name: string): HouseConfig {
  let config = known.get(name);
  if (!config) {
    config = compiled(name);
    known.set(name, config);
  }
  return config;
}
const known = new Map<string, HouseConfig>();

function compiled(name: string): HouseConfig {
  const read = readYaml(readFileSync(resolve(import.meta.dirname, `../data/${name}.yaml`), "utf8"));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const compiled = compileHouse(read.doc);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems, null, 1));
  return compiled.config;
}

export const begin = (config: HouseConfig): Frame<House> => frameAt(engine, house.open(config));

/** One action a turn; every one must succeed. `texts`: what was told of each. */
export function walk(from: Frame<House>, actions: readonly HouseAction[]): { frame: Frame<House>; texts: string[] } {
  let frame = from;
  const texts: string[] = [];
  for (const action of actions) {
    const next = turn(frame, action);
    const [verdict] = next.draft.validation;
    if (!verdict?.success) throw new Error(`${JSON.stringify(action)}: ${verdict?.message}`);
    texts.push(next.told(action.actorId));
    frame = next.frame;
  }
  return { frame, texts };
}
