// `npm run pack`: JavaScript, types and the page as two packages that npm can install, `orrery` and `@orrery/kernel`. Publishes nothing.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { buildWeb } from "../build.ts";

const root = resolve(import.meta.dirname, "../..");
const out = resolve(root, "dist/pack");
const tree = resolve(out, "tree");
const product = resolve(out, "orrery");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What the command line needs, the command line last. `web` is here for its built page alone. */
const PARTS = [
  "kernel",
  "worlds",
  "store",
  "models",
  "parser",
  "agents",
  "runtime",
  "formats",
  "server",
  "cli",
  "web",
] as const;
const EXAMPLES = "@orrery/examples";
const ASSETS = "{data/*.yaml,*/data/*.yaml,*/starter.yaml}";

buildWeb();
rmSync(out, { recursive: true, force: true });
run("tsc", "-p", "scripts/pack/tsconfig.json");
run("tsc", "-p", "scripts/pack/tsconfig.types.json");
const manifest = read("package.json");
const parts = PARTS.map((part) => ({ part, from: read(`${part}/package.json`) }));
for (const { part, from } of parts) writePart(part, from);
writeStarter();
writeProduct();
const packed = [product, resolve(product, "node_modules/@orrery/kernel")].map(tarball);
process.stdout.write(`${packed.join("\n")}\n`);

/** One package of the workspace, compiled, under the product's own `node_modules`. */
function writePart(part: string, { name, version, exports, dependencies }: Manifest): void {
  const folder = resolve(product, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  if (part === "web") cpSync(resolve(root, "web/dist"), resolve(folder, "dist"), { recursive: true });
  else {
    cpSync(resolve(tree, part), folder, { recursive: true });
    for (const file of globSync("**/*.js", { cwd: folder })) {
      const path = resolve(folder, file);
      const text = readFileSync(path, "utf8");
      // Threads name their files in strings, which the compiler leaves as they are.
      const named = text.replace(/(new URL\("[^"]+)\.ts"/g, '$1.js"');
      if (named !== text) writeFileSync(path, named);
    }
    for (const file of globSync(ASSETS, { cwd: resolve(root, part) }))
      cpSync(resolve(root, part, file), resolve(folder, file));
  }
  const { license } = manifest;
  write(resolve(folder, "package.json"), {
    ...{ name, version, license, type: "module", exports: compileExports(part, exports) },
    ...(part === "web" || dependencies === undefined ? {} : { dependencies }),
  });
  cpSync(resolve(root, "LICENSE"), resolve(folder, "LICENSE"));
}

/** The world that `world new --code` copies, in a package of its own because npm bundles nothing else. */
function writeStarter(): void {
  const folder = resolve(product, "node_modules", EXAMPLES);
  cpSync(resolve(root, "examples/starter"), resolve(folder, "starter"), { recursive: true });
  const { version, license } = manifest;
  write(resolve(folder, "package.json"), { name: EXAMPLES, version, license, type: "module" });
}

function writeProduct(): void {
  const ours = [...parts.map(({ from }) => from.name), EXAMPLES];
  const needed = parts.flatMap(({ part, from }) => (part === "web" ? [] : Object.entries(from.dependencies ?? {})));
  const outside = needed.filter(([name]) => !ours.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const { version, license, description } = manifest;
  write(resolve(product, "package.json"), {
    ...{ name: "orrery", version, license, description, type: "module" },
    bin: { orrery: "./bin/orrery.cjs" },
    exports: {
      "./kernel": { types: "./kernel.d.ts", default: "./kernel.js" },
      "./kernel/testing": { types: "./testing.d.ts", default: "./testing.js" },
    },
    dependencies: Object.fromEntries([...ours.map((name) => [name, version] as const), ...outside]),
    bundleDependencies: ours,
  });
  for (const [file, name] of [
    ["kernel", "@orrery/kernel"],
    ["testing", "@orrery/kernel/testing"],
  ] as const)
    for (const end of ["js", "d.ts"]) writeFileSync(resolve(product, `${file}.${end}`), `export * from "${name}";\n`);
  mkdirSync(resolve(product, "bin"));
  cpSync(resolve(root, "scripts/pack/launch.cjs"), resolve(product, "bin/orrery.cjs"));
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md", "NOTICES.md"])
    cpSync(resolve(root, file), resolve(product, file));
  cpSync(resolve(root, "docs"), resolve(product, "docs"), { recursive: true });
}

/** Each source file of an `exports` map as its JavaScript, and its types where they are published: the kernel's. */
function compileExports(part: string, exports: Readonly<Record<string, string>>): object {
  const to = (file: string, end: string) => file.replace(/\.ts$/, end);
  const shown = Object.entries(exports).filter(([key]) => part === "kernel" || key !== "./testing");
  return Object.fromEntries(
    shown.map(([key, file]) => [
      key,
      part === "kernel" ? { types: to(file, ".d.ts"), default: to(file, ".js") } : to(file, ".js"),
    ]),
  );
}

function tarball(folder: string): string {
  const [made] = JSON.parse(run("npm", "pack", folder, "--json", "--pack-destination", out)) as { filename: string }[];
  return resolve(out, made!.filename);
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
function read(file: string): Manifest {
  return JSON.parse(readFileSync(resolve(root, file), "utf8")) as Manifest;
}
function write(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
