// `export RUN --as NAME`: a run as the files of one of its world's exports. One file goes to stdout, several into a folder.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import type { ExportFile } from "@orrery/kernel";
import type { Orrery } from "@orrery/runtime";
import { answer, record } from "./print.ts";
import { type Flags, type Options, WrongUse } from "./words.ts";

export async function exportAs(
  orrery: Orrery,
  run: string,
  name: string,
  flags: Flags,
  options: Options,
): Promise<boolean> {
  const isJson = flags.json === true && (await takesJson(orrery, run, name));
  const files = await orrery.exportAs(run, name, {
    branch: flags.branch,
    options: isJson ? { ...options, json: "true" } : options,
  });
  if (flags.out !== undefined) {
    const written = files.map((file) => save(flags.out!, file));
    answer(flags, { files: written }, () => written.join("\n"));
  } else if (flags.json && !(isJson && files.length === 1)) record({ files: files.map(fileEntry) });
  else if (files.length === 1) process.stdout.write(files[0]!.bytes);
  else
    throw new WrongUse(
      `${name} is ${files.length} files: ${files.map(({ path }) => path).join(", ")}. Say where to with --out DIR.`,
    );
  return true;
}

/** Whether an export declares its own `--json`. */
const takesJson = async (orrery: Orrery, run: string, name: string): Promise<boolean> =>
  (await orrery.exports(run)).some((card) => card.name === name && Object.hasOwn(card.options, "json"));

/** Every file of an export has the same timestamp, so that timestamps reveal nothing. */
const WRITTEN = new Date(0);

function save(folder: string, { path, bytes }: ExportFile): string {
  if (isAbsolute(path) || normalize(path).startsWith(".."))
    throw new Error(`an export wants to write to ${path}, outside of its folder`);
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  utimesSync(file, WRITTEN, WRITTEN);
  return file;
}

const fileEntry = ({ path, bytes }: ExportFile) =>
  typeof bytes === "string" ? { path, text: bytes } : { path, base64: Buffer.from(bytes).toString("base64") };
