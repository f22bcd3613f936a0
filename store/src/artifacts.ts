// Files that answers bring along, kept by the sha-256 of their bytes. Judges name, type and size; never what a file shows.
import { hash } from "node:crypto";
import type { Driver } from "./driver.ts";
import { type Artifact, type ArtifactLog, type ArtifactRow, type Damage, StoreFault } from "./store.ts";

/** Allowed media types. Nothing else is stored or served. */
export const MEDIA_TYPES = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/svg+xml",
  "audio/mpeg",
  "audio/wav",
  "audio/ogg",
  "audio/flac",
  "text/plain",
  "text/markdown",
  "application/json",
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** 16 MiB. */
export const ARTIFACT_BYTES_MAX = 1 << 24;

export const hashBytes = (bytes: Uint8Array): string => hash("sha256", bytes, "hex");

/** Why these bytes cannot be kept under this name and type, as a sentence; null when they can. */
export function artifactProblem({ hash: name, mediaType, bytes }: Artifact): string | null {
  const kind = SIGNATURES[mediaType as MediaType];
  if (!Object.hasOwn(SIGNATURES, mediaType) || !kind)
    return `An artifact cannot be "${mediaType}". It can be ${MEDIA_TYPES.join(", ")}.`;
  if (bytes.length === 0) return "An artifact has at least one byte; this one is empty.";
  if (bytes.length > ARTIFACT_BYTES_MAX)
    return `An artifact may have ${ARTIFACT_BYTES_MAX} bytes; this one has ${bytes.length}.`;
  if (!kind(bytes)) return `The bytes are not ${mediaType}: name the type that they have.`;
  const real = hashBytes(bytes);
  return real === name ? null : `The artifact is named ${name}, and the sha-256 of its bytes is ${real}.`;
}

const startsWith =
  (...starts: readonly string[]) =>
  (bytes: Uint8Array) =>
    starts.some((start) => Buffer.from(bytes.subarray(0, start.length)).toString("latin1") === start);

/** By type: whether bytes begin, or read, as that type does. */
const SIGNATURES: Readonly<Record<MediaType, (bytes: Uint8Array) => boolean>> = {
  "image/png": startsWith("\x89PNG\r\n\x1a\n"),
  "image/jpeg": startsWith("\xff\xd8\xff"),
  "image/gif": startsWith("GIF87a", "GIF89a"),
  "image/webp": (bytes) => startsWith("RIFF")(bytes) && startsWith("WEBP")(bytes.subarray(8)),
  "audio/mpeg": (bytes) => startsWith("ID3")(bytes) || (bytes[0] === 0xff && (bytes[1]! & 0xe0) === 0xe0),
  "audio/wav": (bytes) => startsWith("RIFF")(bytes) && startsWith("WAVE")(bytes.subarray(8)),
  "audio/ogg": startsWith("OggS"),
  "audio/flac": startsWith("fLaC"),
  "image/svg+xml": (bytes) => isSvg(textOf(bytes)),
  "text/plain": (bytes) => textOf(bytes) !== null,
  "text/markdown": (bytes) => textOf(bytes) !== null,
  "application/json": (bytes) => isJson(textOf(bytes)),
};

/** Whether the first element of a document is `svg`, behind a declaration, comments and a document type. */
function isSvg(text: string | null): boolean {
  let rest = (text ?? "").trimStart();
  while (rest.startsWith("<?") || rest.startsWith("<!")) {
    const close = rest.startsWith("<!--") ? "-->" : ">";
    const end = rest.indexOf(close);
    if (end < 0) return false;
    rest = rest.slice(end + close.length).trimStart();
  }
  return /^<svg[\s/>]/.test(rest);
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isJson(text: string | null): boolean {
  try {
    return text !== null && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** Throws the fault `malformed` where `artifactProblem` finds one. */
function requireArtifact(artifact: Artifact): void {
  const problem = artifactProblem(artifact);
  if (problem !== null) throw new StoreFault("malformed", problem);
}

/** The fault for the same bytes under another type. */
const otherType = ({ hash: name }: Artifact, kept: string): StoreFault =>
  new StoreFault("conflict", `The artifact ${name} is kept as ${kept} in this run. Name it with that type.`);

/** Artifacts as an SQLite file keeps them; what is read is as it was written, or `corrupt`. `stored` gives one as it lies there, for a check. */
export function sqliteArtifacts(db: Driver): {
  readonly methods: ArtifactLog;
  readonly stored: ArtifactLog["artifact"];
} {
  const put = db.prepare(
    "INSERT INTO artifact_files (run_id, hash, media_type, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const typeOf = db.prepare<[string]>("SELECT media_type FROM artifact_files WHERE run_id = ? AND hash = ?");
  const one = db.prepare<[string, Uint8Array]>(
    "SELECT media_type, body FROM artifact_files WHERE hash = ?1 AND (run_id = ?2 OR ?2 IS NULL) LIMIT 1",
  );
  const some = db.prepare<[string, string, number]>(
    "SELECT hash, media_type, length(body) FROM artifact_files WHERE run_id = ? AND hash > ? ORDER BY hash LIMIT ?",
  );
  // What its index hides of a run, or makes of others: counted in the table as well.
  const hidden = db.prepare<[number]>(
    `SELECT (SELECT count(*) FROM artifact_files NOT INDEXED WHERE run_id = ?1)
       <> (SELECT count(*) FROM artifact_files WHERE run_id = ?1)
       OR EXISTS (SELECT 1 FROM artifact_files NOT INDEXED WHERE run_id NOT IN (SELECT id FROM runs))`,
  );
  const stored: ArtifactLog["artifact"] = async (run, name) => {
    const row = one.get(name, run);
    return row ? { hash: name, mediaType: row[0], bytes: row[1] } : null;
  };
  const methods: ArtifactLog = {
    async putArtifact(run, artifact) {
      requireArtifact(artifact);
      if (put.run(run, artifact.hash, artifact.mediaType, artifact.bytes) === 1) return;
      const [kept] = typeOf.get(run, artifact.hash)!;
      if (kept !== artifact.mediaType) throw otherType(artifact, kept);
    },
    async artifact(run, name) {
      const kept = await stored(run, name);
      const problem = kept && artifactProblem(kept);
      if (problem) throw new StoreFault("corrupt", `An artifact is damaged. ${problem} Restore a backup.`);
      return kept;
    },
    async artifacts(run, after, most) {
      if (after === "" && hidden.get(run)![0] !== 0)
        throw new StoreFault("corrupt", `The list of files of run "${run}" is damaged. Restore a backup.`);
      return some
        .all(run, after, most)
        .map(([name, mediaType, size]): ArtifactRow => ({ hash: name, mediaType, size }));
    },
  };
  return { methods, stored };
}

const CHUNK = 500;

/** Every artifact of a run, in the order of their hashes, without its bytes. */
export async function* artifactRows(log: ArtifactLog, run: string): AsyncGenerator<ArtifactRow> {
  for (let after = "", more = CHUNK; more === CHUNK; ) {
    const rows = await log.artifacts(run, after, CHUNK);
    yield* rows;
    more = rows.length;
    after = rows.at(-1)?.hash ?? after;
  }
}

/** Damage in a run's artifacts: bytes that do not match their hash or type. */
export async function* artifactDamage(run: string, log: ArtifactLog): AsyncGenerator<Damage> {
  for await (const { hash: name } of artifactRows(log, run)) {
    const kept = await log.artifact(run, name);
    const problem = kept && artifactProblem(kept);
    if (problem) yield { run, segment: null, turn: null, problem: `an artifact was changed: ${problem}` };
  }
}
