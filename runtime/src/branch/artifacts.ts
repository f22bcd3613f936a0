// Files that answers bring along: stored before the turn that names them; read by the owner, and by an actor with a view that names them.
import type { ArtifactBytes } from "@orrery/agents";
import { type Validation, viewOf } from "@orrery/kernel";
import {
  ARTIFACT_BYTES_MAX,
  type Artifact,
  type ArtifactRow,
  artifactProblem,
  hashBytes,
  type Store,
  StoreFault,
} from "@orrery/store";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import type { BranchAt } from "../shapes.ts";
import type { BranchRegistry } from "./branch-registry.ts";

/** Files that one answer may bring along. */
const PER_ANSWER = 64;
/** 256 MiB: what a run may hold when a seat uploads. */
const PER_RUN = 1 << 28;

/** Keeps the files of one answer. What cannot be kept is told as what was wrong with the answer; then its agent may try again. */
export async function keepArtifacts(
  store: Store,
  run: string,
  artifacts: readonly ArtifactBytes[],
): Promise<readonly Validation[]> {
  if (artifacts.length > PER_ANSWER)
    return [problem(`An answer may bring ${PER_ANSWER} artifacts; this one has ${artifacts.length}.`)];
  const problems = artifacts.flatMap((one, i) => {
    const wrong = artifactProblem(one);
    return wrong === null ? [] : [problem(`artifacts[${i}]: ${wrong}`)];
  });
  if (problems.length > 0) return problems;
  for (const [i, one] of artifacts.entries()) {
    try {
      await store.putArtifact(run, one);
    } catch (error) {
      if (!(error instanceof StoreFault && error.code === "conflict")) throw error;
      return [problem(`artifacts[${i}]: ${error.message}`)];
    }
  }
  return [];
}

const problem = (message: string): Validation => ({
  actionIndex: 0,
  success: false,
  reason: "invalid_action",
  message,
});

/** Whether a value holds a text, or a name of a field, that is this hash. */
function namesArtifact(value: unknown, hash: string): boolean {
  const rest = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (one === hash) return true;
    if (typeof one !== "object" || one === null) continue;
    if (Object.hasOwn(one, hash)) return true;
    for (const part of Object.values(one)) rest.push(part);
  }
  return false;
}

/** See `Orrery.artifact`. One that is not there and one that the actor's view does not name are refused alike. */
export async function readArtifact(
  registry: BranchRegistry,
  run: string | null,
  hash: string,
  { branch = "main", as }: Pick<BranchAt, "branch" | "as"> = {},
): Promise<Artifact> {
  const unknown = () => new Fault("unknown_artifact", "There is no such artifact here.");
  if (as !== undefined) {
    if (run === null) throw new TypeError("an actor reads the artifacts of one run");
    const engine = await registry.engine(run);
    const { frame } = await registry.session(run, branch);
    if (!engine.world.actors(frame.state).includes(as))
      throw new Fault("unknown_actor", `There is no actor "${as}" in this run.`);
    if (!namesArtifact(viewOf(engine, frame, as), hash)) throw unknown();
  } else if (run !== null) await registry.run(run);
  const found =
    (await registry.store.artifact(run, hash)) ??
    (run === null ? null : await drawArtifact(registry, run, branch, hash));
  if (!found) throw unknown();
  return found;
}

/** A file that nobody brought, because the world makes it itself. */
async function drawArtifact(
  registry: BranchRegistry,
  run: string,
  branch: string,
  hash: string,
): Promise<Artifact | null> {
  const { world } = await registry.engine(run);
  if (!world.draws) return null;
  const { frame } = await registry.session(run, branch);
  const made = world.draws(frame.state, hash, sha256);
  return made && { hash, mediaType: made.mediaType, bytes: new TextEncoder().encode(made.text) };
}

/** See `Orrery.putArtifact`. */
export async function putArtifact(
  registry: BranchRegistry,
  run: string,
  { mediaType, bytes, hash = hashBytes(bytes) }: Omit<Artifact, "hash"> & { readonly hash?: string | undefined },
  { branch = "main", as }: Pick<BranchAt, "branch" | "as"> = {},
): Promise<Pick<ArtifactRow, "hash" | "size">> {
  const { store } = registry;
  await registry.run(run);
  if (as !== undefined) await requireAsked(registry, run, branch, as);
  if (bytes.length > ARTIFACT_BYTES_MAX)
    throw new Fault("too_large", `An artifact may have ${ARTIFACT_BYTES_MAX} bytes; this one has ${bytes.length}.`);
  const wrong = artifactProblem({ hash, mediaType, bytes });
  if (wrong !== null) throw new Fault("bad_artifact", wrong);
  try {
    await store.putArtifact(run, { hash, mediaType, bytes });
  } catch (error) {
    // The bytes are there. Under which type is not for a seat to learn: somebody else may have brought them.
    if (as === undefined || !(error instanceof StoreFault && error.code === "conflict")) throw error;
  }
  return { hash, size: bytes.length };
}

/** An actor uploads for an answer, so it must be asked; and what others could fill the disk with has a limit. */
async function requireAsked(registry: BranchRegistry, run: string, branch: string, as: string): Promise<void> {
  const { world } = await registry.engine(run);
  const { frame } = await registry.session(run, branch);
  if (!world.asks(frame.state).some(({ to }) => to === as))
    throw new Fault("nobody_asked", `"${as}" is not asked for anything now, so there is nothing to upload for.`);
  let size = 0;
  for await (const row of storedArtifacts(registry, run)) size += row.size;
  if (size > PER_RUN)
    throw new Fault("too_large", `The artifacts of this run have ${PER_RUN} bytes, and its seats can add no more.`);
}

const CHUNK = 500;

/** See `Orrery.artifacts`. */
export async function* storedArtifacts(
  { store }: Pick<BranchRegistry, "store">,
  run: string,
): AsyncGenerator<ArtifactRow> {
  for (let after = "", more = true; more; ) {
    const rows = await store.artifacts(run, after, CHUNK);
    yield* rows;
    more = rows.length === CHUNK;
    after = rows.at(-1)?.hash ?? after;
  }
}

/** Fault `unknown_artifact` when an answer names a file that the run does not have. */
export async function requireArtifacts(store: Store, run: string, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes)
    if ((await store.artifact(run, hash)) === null)
      throw new Fault("unknown_artifact", `The run has no artifact ${hash}. Upload it, then answer.`);
}
