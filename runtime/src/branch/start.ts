// Begins runs: a world opened with its configuration, its seed committed to. Stores nothing.
import { type AnyEngine, commitSeed, type Frame, type Opening, openRun, type Shape, truthOpen } from "@orrery/kernel";
import type { NewRun, Secret, Store } from "@orrery/store";
import { Fault } from "../fault.ts";
import { newRunId, newSalt, newSeed, type Outside, sha256 } from "../ids.ts";
import type { RunStart } from "../shapes.ts";
import type { Worlds } from "../worlds/worlds.ts";

/** A run that is ready to begin and not yet stored. */
export interface Prepared {
  readonly engine: AnyEngine;
  /** As its world takes it. */
  readonly config: unknown;
  readonly row: NewRun;
  readonly frame: Frame<Shape>;
}

/** What runs are begun with. `files`: whether a path to a file names a world. */
export interface Beginnings {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly outside: Outside;
  readonly files: boolean;
}

/** The row of a run with its opening, and the frame that this folds to. Faults `unknown_world`, `bad_world`, `bad_config`. */
export async function prepareRun(
  { store, worlds, outside, files }: Beginnings,
  { world, config, seed, id = newRunId(outside) }: RunStart,
): Promise<Prepared> {
  const { engine, name, config: resolved } = await worlds.start(world, config, { files });
  const folder = worlds.folderOf(engine.world.id);
  if (folder !== null) await keepFolder(store, engine.world.id, folder);
  const secret: Secret = seed === undefined ? newSecret(outside) : publicSecret(seed);
  const salt = newSaltOf(seed, outside);
  const { body, hash, frame } = openWorld(engine, {
    name,
    config: resolved,
    seed: secret.seed,
    salt,
    dice: { commitment: secret.commitment, ...(seed === undefined ? {} : { seed }) },
    createdAt: outside.now(),
  });
  const truth = truthOpen(engine, JSON.parse(body) as Opening<Shape>);
  const row = {
    id,
    name,
    world: engine.world.id,
    createdAt: outside.now(),
    salt,
    opening: { body, hash, truth },
    secret,
  };
  return { engine, row, frame, config: resolved };
}

/** Setting that keeps from which folders worlds of runs were taken, by world. */
const FOLDERS = "world_folders";
async function keepFolder(store: Store, world: string, folder: string): Promise<void> {
  const kept = JSON.parse((await store.setting(FOLDERS)) ?? "{}") as Record<string, string>;
  if (kept[world] !== folder) await store.setSetting(FOLDERS, JSON.stringify({ ...kept, [world]: folder }));
}

/** Lets worlds be found again in the folders that runs were begun from. */
export async function recallFolders({ store, worlds }: Pick<Beginnings, "store" | "worlds">): Promise<void> {
  worlds.recall(JSON.parse((await store.setting(FOLDERS)) ?? "{}") as Record<string, string>);
}

/** Opens a world; a configuration that does not hold together is its sender's to mend. */
function openWorld(engine: AnyEngine, start: Parameters<typeof openRun>[1]): ReturnType<typeof openRun> {
  try {
    return openRun(engine, start);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Fault("bad_config", `${error.message}. The configuration does not hold together.`);
    throw error;
  }
}

/** 256 random bits under a salted hash. */
export function newSecret(outside: Outside): Secret {
  const seed = newSeed(outside);
  const nonce = outside.bytes(16);
  return { commitment: commitSeed(sha256, seed, nonce), seed, nonce };
}

/** A seed that a person chose is no secret: its commitment is the same everywhere, so that the same seed gives the same run. */
const publicSecret = (seed: string): Secret => ({ commitment: commitSeed(sha256, seed, ""), seed, nonce: "" });

/** The first branch of a chosen seed has a fixed salt, or two runs of that seed would differ. */
const newSaltOf = (seed: string | undefined, outside: Outside): string =>
  seed === undefined ? newSalt(outside) : "main";
