// The shipped adventure as the tests play it: read from its file, opened with a party, told by the scripted game master.
import { readFileSync } from "node:fs";
import { type Frame, loadWorld } from "@orrery/kernel";
import { frameAt, type Played, playOut, sha256 } from "@orrery/kernel/testing";
import { readYaml } from "../../../runtime/src/yaml.ts";
import type { Adventure } from "../adventure/adventure.ts";
import { compileAdventure } from "../adventure/compile.ts";
import { adventurer } from "../gm/scripted.ts";
import { open } from "../open.ts";
import type { Table, TableAction, TableConfig } from "../shape.ts";
import type { TableState } from "../state.ts";
import { table } from "../world.ts";

export const engine = loadWorld<Table>(table, sha256);

export function compiled(text: string) {
  const read = readYaml(text);
  return read.ok ? compileAdventure(read.doc) : { ok: false as const, problems: read.problems };
}

export function adventureOf(file: string): Adventure {
  const read = compiled(readFileSync(new URL(`../${file}`, import.meta.url), "utf8").replace(/^world: table$/m, ""));
  if (!read.ok) throw new Error(read.problems.map(({ line, message }) => `${file}:${line}: ${message}`).join("\n"));
  return read.config.adventure;
}
export const BELL = adventureOf("data/third-bell.yaml");

export const configOf = (party: readonly string[] = ["ilsa"], more: Partial<TableConfig> = {}): TableConfig => ({
  adventure: BELL,
  party,
  ...more,
});

/** A whole run by the scripted table. */
export const game = (seed: string, party: readonly string[] = ["ilsa"], turns = 400): Played<Table> =>
  playOut(engine, {
    config: configOf(party),
    seed,
    turns,
    choose: (chance) => {
      const action = adventurer(chance) as TableAction | null;
      return action === null ? null : [action];
    },
  });

/** A frame of a campaign right after its opening was told, changed as a test wants it. */
export function sceneOf(
  change: (state: TableState) => TableState = (state) => state,
  party: readonly string[] = ["ilsa"],
  more: Partial<TableConfig> = {},
): Frame<Table> {
  const config = configOf(party, more);
  const opened = open(config, {
    hash: sha256,
    int: (_purpose, low) => low,
    pick: (_purpose, list) => list[0],
    shuffle: (_purpose, list) => [...list],
    joint: () => {
      throw new Error("nothing is joint here");
    },
  });
  const frame = frameAt(engine, opened, config);
  const told = table.bots.scripted({
    ask: table.asks(opened)[0]!,
    view: table.view(opened, "gm"),
    legal: [],
    dice: dull,
  }) as TableAction;
  const events = table.decide.narrate(opened, told, dull);
  const state = events.reduce(
    (at, event) => (table.apply[event.type] as (state: TableState, event: object) => TableState)(at, event),
    opened,
  );
  return { ...frame, state: change(state) };
}
export const dull: Parameters<typeof open>[1] = {
  hash: sha256,
  int: (_purpose, low) => low,
  pick: (_purpose, list) => list[0],
  shuffle: (_purpose, list) => [...list],
  joint: () => dull,
};
