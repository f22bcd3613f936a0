// The worlds that this page can fold by itself, each loaded when a run of it is opened. Nothing is judged here, so no contract is compiled.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { AnyEngine } from "@orrery/kernel";
import { WORLDS } from "@orrery/worlds";

/** Ids of the worlds that this page folds. */
export const FOLDS: readonly string[] = Object.keys(WORLDS);

/** As the server hashes: sha-256 of a text, in hexadecimal. */
export const hashText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The fold of a world; null for one that only the server has. */
export async function engineOf(world: string): Promise<AnyEngine | null> {
  if (!Object.hasOwn(WORLDS, world)) return null;
  const none = new Map<string, never>();
  return {
    world: await WORLDS[world]!(),
    hash: hashText,
    contracts: none,
    godContracts: none,
    configProblem: () => null,
  };
}
