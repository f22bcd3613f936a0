// Endpoints of a run written as files by its world's own exports. For the owner alone: an export holds what no seat may see.
import { type ExportFile, type TSchema, Type } from "@orrery/kernel";
import { ok, type Reply, type Route, route } from "./route.ts";
import * as schema from "./schemas.ts";

const closed = { additionalProperties: false } as const;
const Cards = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      about: Type.String(),
      options: Type.Record(Type.String(), Type.String(), { description: "Names of options, each with what it means." }),
    },
    { ...closed, title: "Export" },
  ),
);
const Files = Type.Object(
  {
    files: Type.Array(
      Type.Object(
        { path: Type.String(), text: Type.Optional(Type.String()), base64: Type.Optional(Type.String()) },
        closed,
      ),
    ),
  },
  { ...closed, title: "ExportFiles", description: "Each as text, or as base64 where it is none." },
);

export const EXPORT_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/runs/{id}/exports",
    name: "listExports",
    summary: "Ways in which its world can write a run as files.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: { 200: { description: "Each with its options.", schema: Cards } },
    problems: [404],
    handle: async ({ orrery, params }) => ok(await orrery.exports(params.id)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/exports/{name}",
    name: "exportAs",
    summary:
      "A branch as files. One file is the answer itself; several, or `as=json`, are a list. Every other parameter is an option of the export.",
    who: "owner",
    params: Type.Object({ ...schema.RunPath.properties, name: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
    query: Type.Object(
      { ...schema.OnBranch.properties, as: Type.Optional(Type.Literal("json")) },
      { additionalProperties: Type.String() },
    ),
    answers: {
      200: {
        description: "The file, or the list of files.",
        schema: Type.Union([Files, Type.String()]) as TSchema,
        type: "*/*",
      },
    },
    problems: [400, 404],
    async handle({ orrery, params: { id, name }, query: { branch, as, ...options } }) {
      const files = await orrery.exportAs(id, name, { branch, options: options as Record<string, string> });
      return files.length === 1 && as === undefined ? one(files[0]!) : ok({ files: files.map(fileEntry) });
    },
  }),
];

const TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  jsonl: "application/x-ndjson",
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  yaml: "application/yaml",
};

/** Handed over to be saved: nothing of it is run or shown by a browser. */
function one({ path, bytes }: ExportFile): Reply {
  const file = path
    .split("/")
    .at(-1)!
    .replaceAll(/[^\w.-]/g, "_");
  const text = typeof bytes === "string" ? "text/plain; charset=utf-8" : "application/octet-stream";
  return {
    status: 200,
    bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes,
    headers: {
      "content-type": TYPES[file.split(".").at(-1)!] ?? text,
      "content-disposition": `attachment; filename="${file}"`,
      "x-content-type-options": "nosniff",
    },
  };
}

const fileEntry = ({ path, bytes }: ExportFile) =>
  typeof bytes === "string" ? { path, text: bytes } : { path, base64: Buffer.from(bytes).toString("base64") };
