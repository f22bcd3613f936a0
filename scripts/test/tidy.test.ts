// Reads the tree as text: the import arrow, what pure code may not touch, dead files, leftovers. Each ban names its replacement.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { describe, it } from "node:test";

const root = resolve(import.meta.dirname, "../..");
const FILES = globSync(
  "{kernel,worlds,examples,store,models,parser,agents,runtime,formats,server,cli,web,sim,bench,scripts}/**/*.{ts,tsx,cjs}",
  {
    cwd: root,
    exclude: (name) => name.includes("node_modules") || name.includes("/dist"),
  },
).sort();
const textOf = (file: string) => readFileSync(resolve(root, file), "utf8");
const isTest = (file: string) => /(^|\/)(test|testing|e2e)\//.test(file);
const isConfig = (file: string) => /(^|\/)(vite|playwright)\.config\.ts$/.test(file);

/** What a package may import of ours, besides itself. Tests may use anything they test with. */
const ARROW: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  worlds: ["kernel"],
  examples: ["kernel"],
  store: ["kernel"],
  models: [],
  parser: ["kernel"],
  agents: ["kernel", "models", "parser"],
  runtime: ["kernel", "worlds", "store", "models", "parser", "agents"],
  formats: ["kernel", "worlds", "runtime"],
  server: ["kernel", "models", "runtime", "formats"],
  cli: ["kernel", "worlds", "store", "models", "parser", "agents", "runtime", "formats", "server"],
  web: ["kernel", "worlds", "runtime"],
  bench: ["kernel", "worlds", "store", "models", "parser", "agents", "runtime", "server", "scripts"],
  scripts: ["kernel", "worlds", "store", "parser", "agents", "runtime", "server", "cli"],
};

/** Folders of the runtime in the order in which they stand on each other: each imports those before it alone. */
const ROOMS = [
  "worlds",
  "turns",
  "memory",
  "seating",
  "calls",
  "branch",
  "play",
  "history",
  "table",
  "story",
  "league",
  "experiment",
];

/** Packages with no import circle at all, types included. */
const CIRCLE_FREE = ["store", "agents", "runtime", "formats", "server", "cli"];

/** Outside libraries that pure packages may use. */
const PURE_LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  kernel: ["typebox", "typebox/compile"],
  worlds: [],
  examples: [],
  parser: [],
  agents: [],
};

const BANS: readonly [pattern: RegExp, replacement: string][] = [
  [/\bDate\b/, "time arrives on the envelope (`createdAt`)"],
  [/\bMath\.random\b/, "roll with the `dice` that `open`, `decide` and `settle` are given"],
  [/\b(setTimeout|setInterval|setImmediate|queueMicrotask)\b/, "deadlines and schedules belong to the runtime"],
  [/\bprocess\b\s*[.[]/, "nothing of the environment reaches a rule: put it into the configuration"],
  [/\b(fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(/, "effects are asked for as actions and answered as actions"],
  [/\bcrypto\b\s*\./, "the hash is handed in (`HashText`)"],
  [/\bperformance\s*\./, "measure in bench/"],
  [/\blocaleCompare\b|\btoLocale\w+\b|\bIntl\s*\./, "compare code units with < and >"],
  [/\bMath\.(sin|cos|tan|exp|log|log2|log10|pow|hypot|cbrt)\b/, "integers only: these differ between machines"],
  [/\bconsole\s*\./, "return it"],
];

/** What a file imports when it is loaded. */
const importsOf = (file: string): string[] =>
  [
    ...textOf(file).matchAll(
      /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']/gm,
    ),
  ].map((match) => (match[1] ?? match[2])!);

/** The same with what it loads later: by `import()`, or as the code of a thread. */
const usesOf = (file: string): string[] => [
  ...importsOf(file),
  ...[
    ...textOf(file).matchAll(/\b(?:import|import\.meta\.resolve|new Worker\(new URL)\(\s*["']([^"']+)["']\s*[,)]/gm),
  ].map(([, specifier]) => specifier!),
];

const packageOf = (file: string) => file.split("/")[0]!;
/** The file that a relative import of another means, from the root. */
const targetOf = (file: string, specifier: string) => relative(root, resolve(root, dirname(file), specifier));

/** The first circle among files, each file once and the first again at the end; null where there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return null;
}

/** Code without its comments and string contents, so that prose may speak of what code may not use. */
const codeOf = (file: string) =>
  textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(^|[^:])\/\/.*$/gm, "$1")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');

/**
 * Words of one kind of story. The engine and the parser know none of them: a world brings its own (`verbs`, `asked`,
 * `questions`), as the mystery does. What is only a word of the language has its reason here.
 */
const GENRE =
  /\b(accus\w*|alibi|casualt\w+|corpse|crime|culprit|dead|death|died|dies|killer|midnight|murder\w*|poison\w*|suspects?|victim)\b/i;
const NO_GENRE: Readonly<Record<string, string>> = {
  "worlds/house/lift.ts accuse": "what older versions called it",
  "worlds/house/lift.ts accused": "what older versions called it",
  "worlds/house/people/answers.ts midnight": "an hour of the clock, beside noon and dusk",
};

describe("tidy", () => {
  it("finds the tree", () => assert.ok(FILES.length > 30, `only ${FILES.length} files`));

  it("keeps the import arrow", () => {
    const wrong: string[] = [];
    for (const file of FILES.filter((file) => !isTest(file) && !isConfig(file))) {
      const from = packageOf(file);
      for (const specifier of usesOf(file)) {
        const target = specifier.startsWith("@orrery/")
          ? specifier.split("/")[1]!
          : specifier.startsWith(".")
            ? packageOf(targetOf(file, specifier))
            : null;
        if (target !== null && target !== from && !(ARROW[from] ?? []).includes(target))
          wrong.push(
            `${file} imports ${specifier}: ${from} may only use ${(ARROW[from] ?? []).join(", ") || "nothing of ours"}`,
          );
        const pure = PURE_LIBRARIES[from];
        if (pure && target === null && !pure.includes(specifier))
          wrong.push(
            `${file} imports ${specifier}: ${from} is pure${pure.length ? ` and may only use ${pure.join(", ")}` : ""}`,
          );
        if (
          from === "worlds" &&
          file !== "worlds/index.ts" &&
          specifier.startsWith(".") &&
          targetOf(file, specifier).split("/")[1] !== file.split("/")[1]
        )
          wrong.push(`${file} imports ${specifier}: worlds do not know each other`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it("keeps the rooms of the runtime in order", () => {
    const roomOf = (file: string) => ROOMS.indexOf(/^runtime\/src\/([^/]+)\//.exec(file)?.[1] ?? "");
    const wrong = FILES.filter((file) => roomOf(file) >= 0).flatMap((file) =>
      usesOf(file)
        .filter((specifier) => roomOf(targetOf(file, specifier)) > roomOf(file))
        .map((specifier) => `${file} imports ${specifier}: a room uses those before it in ${ROOMS.join(", ")}`),
    );
    assert.deepEqual(wrong, []);
  });

  it("has no import circle in a package that had none", () => {
    for (const name of CIRCLE_FREE) {
      const files = FILES.filter((file) => packageOf(file) === name && !isTest(file));
      const imports = new Map(
        files.map((file) => [
          file,
          importsOf(file)
            .filter((specifier) => specifier.startsWith("."))
            .map((specifier) => targetOf(file, specifier)),
        ]),
      );
      assert.equal(circleIn(imports)?.join(" → "), undefined, "move what both need into a file of its own");
    }
  });

  it("finds a circle", () =>
    assert.deepEqual(
      circleIn(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
      ["b", "c", "b"],
    ));

  it("keeps clock, chance, timers, locale and the environment out of kernel, worlds, parser and agents", () => {
    const wrong: string[] = [];
    for (const file of FILES.filter(
      (file) => ["kernel", "worlds", "examples", "parser", "agents"].includes(packageOf(file)) && !isTest(file),
    )) {
      const code = codeOf(file);
      for (const [pattern, replacement] of BANS) {
        const found = pattern.exec(code);
        if (found) wrong.push(`${file}: ${found[0]} — instead: ${replacement}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it("finds what it bans", () => {
    for (const planted of [
      "new Date()",
      "Math.random()",
      "setTimeout(f, 1)",
      "process.env.X",
      "fetch(url)",
      "a.localeCompare(b)",
      "Math.sin(1)",
    ]) {
      assert.ok(
        BANS.some(([pattern]) => pattern.test(planted)),
        planted,
      );
    }
  });

  it("has no dead file", () => {
    const entries = FILES.filter(
      (file) =>
        isTest(file) ||
        isConfig(file) ||
        /^scripts\//.test(file) ||
        /(^|\/)(index|main)\.tsx?$/.test(file) ||
        /bench\//.test(file),
    );
    const packages = Object.fromEntries(Object.keys(ARROW).flatMap((name) => exportsOf(name)));
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const specifier of usesOf(file)) {
        const target = packages[specifier] ?? (specifier.startsWith(".") ? targetOf(file, specifier) : null);
        if (target && FILES.includes(target)) visit(target);
      }
    };
    for (const file of entries) visit(file);
    assert.deepEqual(
      FILES.filter((file) => !reached.has(file)),
      [],
      "nobody imports these: delete them, or use them",
    );
  });

  it("says at the top of each file what it is", () => {
    const silent = FILES.filter((file) => !isConfig(file) && !/^(#!.*\n)?\s*(\/\/|\/\*)/.test(textOf(file)));
    assert.deepEqual(silent, [], "begin with a sentence: what this is, and what it refuses to do");
  });

  it("keeps the words of one kind of story out of the house and the parser", () => {
    const found = FILES.filter((file) => /^(parser\/src|worlds\/house)\//.test(file) && !isTest(file)).flatMap((file) =>
      [...textOf(file).matchAll(new RegExp(GENRE, "gi"))].map(([word]) => `${file} ${word.toLowerCase()}`),
    );
    const wrong = [...new Set(found)].filter((one) => NO_GENRE[one] === undefined);
    assert.deepEqual(wrong, [], "move them into the worlds that need them: verbs, topics' `asked`, `questions`");
    assert.deepEqual(
      Object.keys(NO_GENRE).filter((one) => !found.includes(one)),
      [],
      "no longer there: take it off",
    );
  });

  it("leaves no reminder behind", () => {
    const reminder = new RegExp(
      `\\b(${["TO", "FIX", "X"].map((head, i) => head + ["DO", "ME", "XX"][i]).join("|")})\\b`,
    );
    assert.deepEqual(
      FILES.filter((file) => reminder.test(textOf(file))),
      [],
      "do it, or open an issue",
    );
  });
});

/** `@orrery/name` and its subpaths to the files they mean. */
function exportsOf(name: string): [string, string][] {
  let text: string;
  try {
    text = textOf(`${name}/package.json`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const { exports } = JSON.parse(text) as { exports?: Record<string, string> };
  return Object.entries(exports ?? {}).map(([path, file]) => [
    `@orrery/${name}${path.slice(1)}`,
    `${name}/${file.slice(2)}`,
  ]);
}
