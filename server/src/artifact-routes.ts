// Endpoints of files: upload for a coming answer, and read by hash. A served file can run no script.
import { type TSchema, Type } from "@orrery/kernel";
import { ARTIFACT_TYPES, type Artifact } from "@orrery/runtime";
import { eyes, type Reply, type Route, route } from "./route.ts";
import * as schema from "./schemas.ts";

const Hash = Type.String({ pattern: "^[0-9a-f]{64}$", description: "The sha-256 of the bytes, in lower-case hex." });
const closed = { additionalProperties: false } as const;
const Uploaded = Type.Object(
  { hash: Hash, size: Type.Integer({ minimum: 1, description: "In bytes." }) },
  { ...closed, title: "Uploaded", description: "Name the hash in `artifacts` of the answer." },
);
const OfRun = Type.Object({ ...schema.RunPath.properties, hash: Hash }, closed);
const FILE = { description: "The file as it was uploaded.", schema: { type: "string" } as TSchema, type: "*/*" };

/** What a body of an upload is read into. */
export interface Upload {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export const ARTIFACT_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/runs/{id}/artifacts",
    name: "uploadArtifact",
    summary: "Stores a file, by the sha-256 of its bytes, for an answer to come. A seat must be asked now.",
    who: "player",
    params: schema.RunPath,
    query: Type.Object({ ...schema.OnBranch.properties, hash: Type.Optional(Hash) }, closed),
    bytes: ARTIFACT_TYPES,
    answers: { 201: { description: "Stored.", schema: Uploaded } },
    problems: [400, 404, 409, 413],
    async handle({ orrery, caller, params, query: { hash, branch }, body }) {
      const as = caller.role === "seat" ? caller.actor : undefined;
      const { mediaType, bytes } = body as Upload;
      return { status: 201, body: await orrery.putArtifact(params.id, { mediaType, bytes, hash }, { branch, as }) };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/artifacts/{hash}",
    name: "runArtifact",
    summary: "A file of a run. A seat reads files with a hash in its present view.",
    who: "player",
    params: OfRun,
    query: schema.EyesOnBranch,
    answers: { 200: FILE },
    problems: [400, 404],
    async handle({ orrery, caller, params: { id, hash }, query }) {
      return artifactReply(await orrery.artifact(id, hash, { branch: query.branch, as: eyes(caller, query.as) }));
    },
  }),
  route({
    method: "GET",
    path: "/api/artifacts/{hash}",
    name: "artifact",
    summary: "The same without naming the run: for a seat of its own run, for the owner of any.",
    who: "player",
    params: Type.Object({ hash: Hash }, closed),
    query: schema.OnBranch,
    answers: { 200: FILE },
    problems: [400, 404],
    async handle({ orrery, caller, params: { hash }, query: { branch } }) {
      if (caller.role === "seat")
        return artifactReply(await orrery.artifact(caller.run, hash, { branch, as: caller.actor }));
      return artifactReply(await orrery.artifact(null, hash));
    },
  }),
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "text/plain": "txt",
  "text/markdown": "md",
  "application/json": "json",
};

/** Private, since who may read it depends on the caller; for ever, since other bytes have another name. */
export const artifactReply = ({ hash, mediaType, bytes }: Artifact): Reply => ({
  status: 200,
  bytes,
  headers: {
    "content-type": /^text\/|json$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType,
    "cache-control": "private, max-age=31536000, immutable",
    "content-disposition": `inline; filename="${hash.slice(0, 16)}.${EXTENSIONS[mediaType]}"`,
    // A picture of the SVG kind is a document that may hold scripts: none of it runs, loads or is framed.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    vary: "authorization, cookie",
  },
});
