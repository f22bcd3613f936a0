// Runs to look at before anything was played: told by fixed words or played by bots, through the same door as anybody's, once in a database's life.
import { commitSeed } from "@orrery/kernel";
import type { Orrery } from "./api.ts";
import { sha256 } from "./ids.ts";

interface ExampleGame {
  readonly world: string;
  /** Public, so that every installation has the same examples. */
  readonly seed: string;
  readonly main: readonly string[];
  /** Who plays it to its end, after the words. */
  readonly agents?: string;
  readonly branch?: { readonly name: string; readonly at: number; readonly words: readonly string[] };
}

const EXAMPLES: readonly ExampleGame[] = [
  {
    world: "house/cottage",
    seed: "an evening at Wren's End",
    main: [
      "read the letter",
      "examine the sundial",
      "go up",
      "open the front door",
      "go in",
      "take the brass key",
      "go west",
      "open the cupboard",
      "take the lamp",
      "go east",
      "go east",
      "unlock the bureau with the brass key",
      "open the bureau",
      "take the spectacles",
      "go west",
      "go west",
      "give the spectacles to ada",
      "go east",
      "unlock the cellar door with the iron key",
      "open the cellar door",
      "go down",
      "switch on the lamp",
      "open the crate",
      "take the sun",
      "go up",
      "go up",
      "put the sun on the orrery",
    ],
    branch: { name: "the last train", at: 3, words: ["open the gate", "go west"] },
  },
  {
    world: "tictactoe",
    seed: "nine cells",
    main: ["centre", "top", "top left", "bottom right", "left", "centre", "right", "bottom left"],
  },
  {
    world: "glassbox",
    seed: "the middle watch",
    main: [],
    agents:
      "red=bot:detective,blue=bot:liar,green=bot:tasker,pink=bot:detective,orange=bot:careful," +
      "yellow=bot:detective,black=bot:liar,white=bot:follower,purple=bot:detective,brown=bot:tasker",
  },
];

/**
 * Makes the examples; to be called on a database without runs. Returns their ids, in order. A world that this
 * installation does not have is left out; rejects with what the store rejects with.
 */
export async function tellExamples(orrery: Orrery): Promise<readonly string[]> {
  const here = new Set((await orrery.worlds()).map(({ name }) => name));
  const made: string[] = [];
  for (const { world, seed, main, agents, branch } of EXAMPLES) {
    if (!here.has(world)) continue;
    const { run } = await orrery.createRun({ world, seed });
    for (const text of main) await orrery.submit(run, { text });
    if (agents !== undefined) await orrery.play(run, { agents });
    if (branch) {
      await orrery.createBranch(run, { name: branch.name, at: branch.at, dice: "keep" });
      for (const text of branch.words) await orrery.submit(run, { text, branch: branch.name });
    }
    made.push(run);
  }
  return made;
}

const COMMITMENTS = new Map(EXAMPLES.map(({ world, seed }) => [commitSeed(sha256, seed, ""), world]));
/** Whether a run is one of the examples, or somebody's of the same world and seed, which is as good. */
export const isExample = (world: string, commitment: string): boolean => COMMITMENTS.get(commitment) === world;
