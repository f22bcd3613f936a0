// `export RUN --as NAME`: a run as the files of one of its world's exports. One file goes to stdout, several into a folder.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import type { ExportFile } from "@orrery/kernel";
import type { Orrery } from "@orrery/runtime";
import { answer, record } from "./print.ts";
import { type Flags, type Options, Usage } from "./words.ts";

export async function exportAs(
  orrery: Orrery,
  run: string,
  name: string,
  flags: Flags,
  options: Options,
): Promise<boolean> {
  const files = await orrery.exportAs(run, name, { branch: flags.branch, options });
  if (flags.out !== undefined) {
    const written = files.map((file) => save(flags.out!, file));
    answer(flags, { files: written }, () => written.join("\n"));
  } else if (flags.json) record({ files: files.map(listed) });
  else if (files.length === 1) process.stdout.write(files[0]!.bytes);
  else
    throw new Usage(
      `${name} is ${files.length} files: ${files.map(({ path }) => path).join(", ")}. Say where to with --out DIR.`,
    );
  return true;
}

function save(folder: string, { path, bytes }: ExportFile): string {
  if (isAbsolute(path) || normalize(path).startsWith(".."))
    throw new Error(`an export wants to write to ${path}, outside of its folder`);
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

const listed = ({ path, bytes }: ExportFile) =>
  typeof bytes === "string" ? { path, text: bytes } : { path, base64: Buffer.from(bytes).toString("base64") };
