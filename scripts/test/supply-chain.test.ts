// What is installed: of each package one exact version, under the sum that it had when it was chosen, and under a licence that lets us.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { it } from "node:test";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(resolve(root, file), "utf8"));

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly license?: string;
}

/** Each lockfile, and how many packages it names at least. */
const LOCKS: readonly (readonly [file: string, least: number])[] = [
  ["package-lock.json", 50],
  ["bench/peer/package-lock.json", 50],
  ["scripts/api/tool/package-lock.json", 20],
];

/** Packages that come from a registry, by their place. */
const fetched = (file: string): [place: string, locked: Locked][] =>
  Object.entries((read(file) as { packages: Record<string, Locked> }).packages).filter(
    ([place, { link }]) => place.includes("node_modules/") && !link,
  );

for (const [file, least] of LOCKS)
  it(`${file}: every package is held to the sum of its content, those of other platforms too`, () => {
    const packages = fetched(file);
    assert.ok(packages.length > least);
    const unheld = packages.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==/.test(integrity));
    assert.deepEqual(
      unheld.map(([place]) => place),
      [],
      "delete these entries and run: npm install --package-lock-only",
    );
    const elsewhere = packages.filter(([, { resolved }]) => resolved && !resolved.startsWith("https://"));
    assert.deepEqual(elsewhere, [], "a package comes by an address that can be changed on the way");
  });

it("every dependency is named by one exact version", () => {
  const loose = globSync("{package.json,*/package.json,bench/peer/package.json,scripts/api/tool/package.json}", {
    cwd: root,
  }).flatMap((file) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = read(file);
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
      .map(([name, version]) => `${file}: ${name} ${version}`);
  });
  assert.deepEqual(loose, []);
});

it("no package is under a licence that binds ours, or under none", () => {
  const bound = fetched("package-lock.json").filter(([, { license = "none" }]) =>
    /\b(A?GPL|none|UNLICENSED)\b/.test(license),
  );
  assert.deepEqual(
    bound.map(([place, { license }]) => `${place} ${license}`),
    [],
  );
});
