// Folders of other simulators, taken in as runs: what is there, what was read of it, and what could not be.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { IMPORTERS, type Imported, importerFor } from "@orrery/formats";
import { withOrrery } from "./database.ts";
import { answer } from "./print.ts";
import { orNearest } from "./usage.ts";
import { type Flags, WrongUse } from "./words.ts";

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** With `--json`, prints counts of everything in the folder; without it, a line or two. */
export async function importFolder(dir: string, flags: Flags): Promise<boolean> {
  const importer = importerFor(dir, flags.as);
  if (!importer) throw new WrongUse(flags.as === undefined ? unrecognisedMessage(dir) : unknownFormat(flags.as));
  return withOrrery(flags, async (orrery) => {
    const onProgress = process.stderr.isTTY ? showProgress() : null;
    const done = await importer.read(orrery, dir, {
      report: flags.json === true,
      ...(onProgress ? { onProgress } : {}),
    });
    if (onProgress) process.stderr.write("\n");
    const { run, platforms, unread, turns } = done;
    answer(flags, { run, turns, platforms, unread }, () => summary(done));
    return true;
  });
}

const UNREAD_SHOWN = 20;
function summary({ run, turns, existed, unread }: Imported): string {
  const what = turns === 0 ? "nothing new" : turns === 1 ? "1 turn" : `${turns} turns`;
  const lines = [existed ? `${run} was here already; ${what} added.` : `${run}: ${what}.`];
  for (const { file, line, why } of unread.slice(0, UNREAD_SHOWN))
    lines.push(`unread: ${file}${line === null ? "" : `:${line}`}  ${why}`);
  if (unread.length > UNREAD_SHOWN)
    lines.push(`… and ${unread.length - UNREAD_SHOWN} more places: --json lists them all.`);
  return lines.join("\n");
}

/** A line on stderr that is written over, at most a few times a second's worth of bytes. */
function showProgress(): NonNullable<NonNullable<Parameters<(typeof IMPORTERS)[number]["read"]>[2]>["onProgress"]> {
  let shown = -1;
  return ({ bytes, total, rounds }) => {
    const percent = total === 0 ? 100 : Math.floor((bytes / total) * 100);
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(`\r${percent} %, ${rounds} rounds`);
  };
}

const unknownFormat = (name: string): string =>
  `There is no format "${name}". ${orNearest(
    name,
    IMPORTERS.map((one) => one.name),
  )} There are: ${IMPORTERS.map((one) => `${one.name} (${one.about})`).join("; ")}.`;

function unrecognisedMessage(dir: string): string {
  const inside = readdirSync(dir).filter((name) => isFolder(join(dir, name)) && importerFor(join(dir, name)) !== null);
  const hint =
    inside.length > 0
      ? ` Did you mean ${inside
          .slice(0, 3)
          .map((name) => join(dir, name))
          .join(" or ")}?`
      : "";
  return `${dir} is no folder that can be imported.${hint} Known are: ${IMPORTERS.map(({ name, about }) => `${name} (${about})`).join("; ")}.`;
}
