// Worlds written as code, from the command line: begin one, see whether it loads, run its own tests.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Fault, hashPackage, loadPackage, readPackage } from "@orrery/runtime";
import { CALL, SERVE } from "./call.ts";
import { answer } from "./print.ts";
import type { Flags } from "./words.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TYPES = resolve(ROOT, "node_modules/@types");
/** A complete world, copied and renamed. */
const STARTER = resolve(ROOT, "examples/starter");

/** Says what a folder holds. Faults where it cannot be loaded. */
export async function checkPackage(folder: string, flags: Flags): Promise<boolean> {
  const { world, package: found } = await loadPackage(folder);
  const sha256 = hashPackage(found.folder);
  const actions = Object.keys(world.actions);
  const { id, version, about } = world;
  const title = about?.title ?? id;
  const verdict = { ok: true, folder: found.folder, world: id, version, title, actions, sha256 };
  answer(flags, verdict, () =>
    [
      `${title} is the world "${id}", version ${version}. It loads, and has all that a world needs.`,
      `Actions: ${actions.join(", ")}. Hash of its files: ${sha256}`,
      `Its own tests: ${CALL} world test ${folder}`,
    ].join("\n"),
  );
  return true;
}

/** Runs the tests of a folder as Node runs them, with the kernel of this installation. */
export function testPackage(folder: string): boolean {
  const { folder: root } = readPackage(folder);
  const files = globSync("test/**/*.test.{ts,js}", { cwd: root }).map((file) => join(root, file));
  if (files.length === 0) throw new Fault("unknown_world", `${folder} has no tests: write test/world.test.ts.`);
  const preload = import.meta.resolve("@orrery/runtime/kernel-hooks");
  const args = ["--disable-warning=ExperimentalWarning", "--import", preload, "--test", ...files.sort()];
  // A test runner that is itself started by a test would report to that one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env }).status === 0;
}

/** A new folder with a world that works. Faults `bad_name`, and `bad_world` where there is something already. */
export function beginPackage(title: string, id: string, given: string | undefined, flags: Flags): boolean {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(id))
    throw new Fault("bad_name", `"${title}" gives a world no id: begin with a letter, and use letters and digits.`);
  const folder = given ?? id;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Fault("bad_world", `${folder} is there already. Give another folder: world new --code NAME FOLDER.`);
  cpSync(STARTER, folder, { recursive: true });
  change(join(folder, "package.json"), [
    [`"name": "starter"`, `"name": "${id}"`],
    [`"world": "starter"`, `"world": "${id}"`],
  ]);
  change(join(folder, "index.ts"), [
    [`id: "starter"`, `id: "${id}"`],
    [`title: "Nearest"`, `title: ${JSON.stringify(title)}`],
  ]);
  change(join(folder, "README.md"), [
    ["# Nearest", `# ${title}`],
    [/THIS-FOLDER/g, folder],
    ["THIS-COMMAND", CALL],
    ["THIS-SERVER", SERVE],
  ]);
  const paths = Object.fromEntries(
    ["@orrery/kernel", "@orrery/kernel/testing", "typebox"].map((name) => [
      name,
      [fileURLToPath(import.meta.resolve(name)).replace(/\.(m?)js$/, ".d.$1ts")],
    ]),
  );
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: "nodenext", target: "es2024", lib: ["esnext"], skipLibCheck: true },
    ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, erasableSyntaxOnly: true },
    ...{ allowImportingTsExtensions: true, types: ["node"], paths },
    // An installed package leaves the types of Node to the project that it is installed in.
    ...(existsSync(TYPES) ? { typeRoots: [TYPES] } : {}),
  };
  writeFileSync(join(folder, "tsconfig.json"), `${JSON.stringify({ compilerOptions }, null, 2)}\n`);
  answer(flags, { folder, world: id }, () =>
    [
      `${folder} holds a world that works. Its rules are in ${join(folder, "index.ts")}.`,
      `Test it: ${CALL} world test ${folder}`,
      `Play it: ${CALL} play ${folder} --as ann`,
    ].join("\n"),
  );
  return true;
}

function change(file: string, pairs: readonly (readonly [string | RegExp, string])[]): void {
  let text = readFileSync(file, "utf8");
  for (const [from, to] of pairs) {
    const next = text.replace(from, () => to);
    if (next === text) throw new Error(`examples/starter no longer says ${from} in ${file}`);
    text = next;
  }
  writeFileSync(file, text);
}
