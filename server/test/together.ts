// Every test of this folder in one process: they share the modules, what was compiled, and code that is warm by then. What a file does before and after its tests stays with them.
import { globSync } from "node:fs";
import { describe } from "node:test";

for (const file of globSync("*.test.ts", { cwd: import.meta.dirname }).sort())
  describe(file, async () => {
    await import(`./${file}`);
  });
