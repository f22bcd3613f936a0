// The endpoint that takes in a whole folder of another simulator: a tar archive goes in, progress and then the run come out.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IMPORTERS, type Importer, importerFor } from "@orrery/formats";
import { type TSchema, Type } from "@orrery/kernel";
import type { Orrery } from "@orrery/runtime";
import type { Text } from "./lines.ts";
import { problemOf, RequestRefused } from "./problems.ts";
import { type Route, route } from "./route.ts";
import { unpackTar } from "./tar.ts";

const closed = { additionalProperties: false } as const;
const LIMITS = { bytes: 2 ** 31, files: 10_000 } as const;
/** Folders in folders that are looked through for the one that can be imported. */
const DEPTH = 3;

export const FOLDER_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/import/folder",
    name: "importFolder",
    summary:
      "Takes in a run folder of another simulator, sent as a tar archive: `tar cf - FOLDER`. The same folder again adds only what is new to it.",
    who: "owner",
    query: Type.Object(
      {
        format: Type.Optional(Type.String({ description: "By default found out from the folder." })),
        report: Type.Optional(
          Type.Enum(["true", "false"], { description: "Whether the answer counts what every platform holds." }),
        ),
      },
      closed,
    ),
    archive: true,
    answers: {
      200: {
        description:
          "Lines of JSON: `{progress: {bytes, total, rounds}}` any number of times, then `{run, turns, existed, platforms, unread: [{file, line, why}]}` or `{problem}`.",
        schema: { type: "string" } as TSchema,
        type: "application/x-ndjson",
      },
    },
    problems: [400, 413],
    async handle({ orrery, query: { format, report }, body }) {
      if (format !== undefined && !IMPORTERS.some(({ name }) => name === format))
        throw new RequestRefused(
          400,
          "bad_archive",
          `There is no format "${format}". There are: ${namesOf(IMPORTERS)}.`,
        );
      const temporary = await mkdtemp(join(tmpdir(), "orrery-folder-"));
      const done = () => rm(temporary, { recursive: true, force: true });
      try {
        const root = join(temporary, "folder");
        await mkdir(root);
        await unpackTar(body as Text, root, LIMITS);
        const dir = await folderIn(root, format);
        return {
          status: 200,
          text: telling(orrery, importerFor(dir, format)!, dir, report === "true", done),
          headers: { "content-type": "application/x-ndjson; charset=utf-8" },
        };
      } catch (error) {
        await done();
        throw error;
      }
    },
  }),
];

const namesOf = (importers: readonly Importer[]): string => importers.map(({ name }) => name).join(", ");

/** The one folder in an archive that can be imported. */
async function folderIn(root: string, format: string | undefined): Promise<string> {
  let level = [root];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    const known = level.filter(
      (dir) => importerFor(dir)?.name === (format ?? importerFor(dir)?.name) && importerFor(dir),
    );
    if (known.length > 1)
      throw new RequestRefused(400, "bad_archive", "The archive holds several run folders. Send one at a time.");
    if (known.length === 1) return known[0]!;
    level = (await Promise.all(level.map(foldersIn))).flat();
  }
  throw new RequestRefused(
    400,
    "bad_archive",
    `The archive holds no folder that can be imported. Known are: ${IMPORTERS.map(({ name, about }) => `${name} (${about})`).join("; ")}.`,
  );
}
const foldersIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir, { withFileTypes: true })).flatMap((one) => (one.isDirectory() ? [join(dir, one.name)] : []));

/** An import while it goes on. It goes on to its end when nobody listens any more, and then takes its folder away. */
async function* telling(
  orrery: Orrery,
  importer: Importer,
  dir: string,
  report: boolean,
  done: () => Promise<void>,
): AsyncGenerator<string> {
  let told: object | null = { progress: { bytes: 0, total: 0, rounds: 0 } };
  let ended: object | null = null;
  void importer
    .read(orrery, dir, { report, onProgress: (progress) => (told = { progress }) })
    .then(
      (imported) => imported,
      (error: unknown) => ({ problem: problemOf(error).problem }),
    )
    .then(async (last) => {
      await done();
      ended = last;
    });
  while (ended === null) {
    if (told !== null) yield `${JSON.stringify(told)}\n`;
    told = null;
    // So that an answer is written between two rounds, and not a line for every chunk.
    await new Promise((resolve) => setTimeout(resolve, TELL_MS));
  }
  yield `${JSON.stringify(ended)}\n`;
}
const TELL_MS = 100;
