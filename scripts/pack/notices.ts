// NOTICES.md: the licences of what the built page contains, read from the installed packages. `node scripts/pack/notices.ts` writes it anew.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The whole file, the same for the same lockfile. */
export function notices(): string {
  const packages = reachable(["web", "kernel"]).map((name) => {
    const { version, license } = manifestOf(folderOf(name));
    return `## ${name} ${version} (${license})\n\n${fence(licenseOf(folderOf(name)) ?? "")}`;
  });
  return [
    "# Third-party notices",
    "The page of Orrery contains these packages and fonts. Packages that npm installs beside it carry their own licences.",
    "The rules of the table are based on the System Reference Document 5.1 by Wizards of the Coast LLC, available under the Creative Commons Attribution 4.0 International License (https://creativecommons.org/licenses/by/4.0/legalcode).",
    ...packages,
    `## Source Serif 4, Source Sans 3 (OFL-1.1)\n\n${fence(licenseOf(resolve(root, "web/src/fonts"))!)}`,
    "",
  ].join("\n\n");
}

/** Packages from npm that these parts of the workspace lead to, by name. */
function reachable(parts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const open = parts.map((part) => manifestOf(resolve(root, part)));
  for (const { dependencies = {} } of open)
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith("@orrery/") || found.has(name)) continue;
      found.add(name);
      open.push(manifestOf(folderOf(name)));
    }
  return [...found].sort();
}

/** The copy that the page is built with, which may stand beside the page. */
const folderOf = (name: string): string =>
  [resolve(root, "web/node_modules", name), resolve(root, "node_modules", name)].find((folder) => existsSync(folder))!;

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8")) as Manifest;

/** The text of a folder's licence; null where it brings none. */
function licenseOf(folder: string): string | null {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name)) : undefined;
  return file === undefined ? null : readFileSync(resolve(folder, file), "utf8").trim();
}

const fence = (text: string): string => (text === "" ? "" : `\`\`\`text\n${text}\n\`\`\``);

if (import.meta.main) writeFileSync(resolve(root, "NOTICES.md"), notices());
