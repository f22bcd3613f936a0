// Runs and turns to store, with true hashes and no world behind them. For tests of stores.
import assert from "node:assert/strict";
import { canonical, commitSeed, firstHash, recordHash } from "@orrery/kernel";
import { sha256 } from "../src/chain.ts";
import {
  type Head,
  type NewRun,
  type NewTurn,
  type Place,
  type Secret,
  type Store,
  type StoredTurn,
  StoreFault,
  type StoreFaultCode,
} from "../src/store.ts";

export { sha256 };

/** A run with opening, seed and salt drawn from its id. */
export function sampleRun(id: string): NewRun {
  const body = canonical({ name: "sample", state: { id }, version: 1, world: "sample" });
  return {
    id,
    name: "sample",
    world: "sample",
    createdAt: 1_700_000_000_000,
    salt: `salt-${id}`,
    opening: { body, hash: recordHash(sha256, firstHash, body), truth: sha256(`truth ${body}`) },
    secret: secretFor(`seed-${id}`),
  };
}

export const secretFor = (seed: string): Secret => ({
  commitment: commitSeed(sha256, seed, "nonce"),
  seed,
  nonce: "nonce",
});

/** The turn that would come next; `tag` tells it from others at the same depth, `rawText` may be anything, and so may what stands beside the turn. */
export function turnAfter(head: Head, tag: string, rawText = `says ${tag}`, beside: object = {}): NewTurn {
  const id = `${(head.turn + 1).toString(36)}-${tag}`;
  const body = canonical({
    ...beside,
    turn: {
      id,
      rawText,
      createdAt: 1_700_000_000_000 + head.turn,
      actions: [{ actorId: "ada", type: "open", targetId: "door", metadata: { run: head.run, tag } }],
      validation: [{ actionIndex: 0, success: false, reason: "door_locked", message: "The door is locked." }],
    },
  });
  return { id, body, hash: recordHash(sha256, head.hash, body), truth: sha256(`truth ${head.truth}${body}`) };
}

/** Appends and insists that it worked. */
export async function append(store: Store, head: Head, tag: string, rawText?: string): Promise<Head> {
  const done = await store.append(head, turnAfter(head, tag, rawText));
  if (!done.ok) throw new Error(`turn ${head.turn + 1} of branch "${head.branch}" was not taken`);
  return done.head;
}

/** Appends `count` turns behind one another. */
export async function play(store: Store, head: Head, count: number, tag: string): Promise<Head> {
  let at = head;
  for (let i = 0; i < count; i++) at = await append(store, at, tag);
  return at;
}

/** The whole line behind a head, opening included. */
export const lineOf = (store: Store, head: Head): Promise<readonly StoredTurn[]> => store.read(head, 0, head.turn);

export const idsOf = (turns: readonly { readonly id: string }[]): string[] => turns.map(({ id }) => id);

/** The id that a stored text says it has; the opening says none and is "0". */
export const idIn = (body: string): string => (JSON.parse(body) as { turn?: { id: string } }).turn?.id ?? "0";

/** Every hash of a line follows from the one before and the text. */
export async function isChained(store: Store, head: Head): Promise<void> {
  let before = firstHash;
  for (const { body, hash } of await lineOf(store, head)) {
    assert.equal(hash, recordHash(sha256, before, body));
    before = hash;
  }
  assert.equal(before, head.hash);
}

/** A branch that must not exist yet. */
export async function branch(store: Store, from: Head, at: Place, name: string): Promise<Head> {
  const { segment, turn } = at;
  const made = await store.createBranch(from.run, {
    name,
    from: from.branch,
    at: { segment, turn },
    salt: `salt ${name}`,
    createdAt: turn,
  });
  assert.notEqual(made, "exists");
  return made as Head;
}

/** Moves a head and insists that it worked. */
export async function move(store: Store, head: Head, to: Place, why = "undo", at = 0): Promise<Head> {
  const moved = await store.moveHead(head, { segment: to.segment, turn: to.turn }, why, at);
  assert.equal(moved.ok, true);
  return moved.head;
}

/** A line of `forks` forks one behind the other, `length` turns each, and the ids on it. */
export async function zigzag(
  store: Store,
  run: string,
  forks: number,
  length: number,
): Promise<{ head: Head; ids: string[] }> {
  let head = await play(store, await store.createRun(sampleRun(run)), length, "f0");
  for (let fork = 1; fork <= forks; fork++) {
    // A head that was put where it stands makes the next turn begin a segment of its own.
    head = await move(store, head, head);
    head = await play(store, head, length, `f${fork}`);
  }
  return { head, ids: idsOf(await lineOf(store, head)) };
}

/** A run with something of everything; gives the head of main. */
export async function grown(store: Store, run: string): Promise<Head> {
  let main = await play(store, await store.createRun(sampleRun(run)), 12, "m");
  const side = await play(store, await branch(store, main, await store.ancestor(main, 4), "side"), 3, "s");
  await play(store, await branch(store, side, await store.ancestor(side, 6), "deep"), 2, "d");
  main = await move(store, main, await store.ancestor(main, 9));
  main = await play(store, main, 4, "n");
  await branch(store, main, main, "twin");
  const idle = await branch(store, main, main, "idle");
  await move(store, idle, (await store.locate(run, "c-m"))!);
  await store.addSecret(run, secretFor(`second of ${run}`));
  await store.addNotes(run, [
    { turnId: "1-m", teller: "template", viewer: "", text: "It begins.\u2028é", at: 3 },
    { turnId: "2-m", teller: "template", viewer: "ada", text: "It goes on.", at: 3 },
  ]);
  await store.saveSnapshot(await store.ancestor(main, 5), "five");
  return main;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Rejects with a fault of this code and a fitting message. */
export async function faults(
  work: () => Promise<unknown>,
  code: StoreFaultCode,
  message: RegExp = /\w/,
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof StoreFault, `no fault, but ${error}`);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
}

/** Two calls of one lane, made of three texts. */
export async function calls(store: Store, run: string): Promise<void> {
  const [asked, asks, came] = ["asked", "asks again", "came"].map((text) => ({ hash: sha256(text), text }));
  for (const text of [asked!, asks!, came!]) await store.keepCallText(run, text);
  await store.addTake(run, { lane: "x", seq: 1, call: asked!.hash, outcome: came!.hash });
  await store.addTake(run, { lane: "x", seq: 2, call: asks!.hash, outcome: came!.hash });
}
