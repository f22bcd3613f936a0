// Every test of this folder in one process: they share the modules, what was compiled, and code that is warm by then.
import { globSync } from "node:fs";

for (const file of globSync("*.test.ts", { cwd: import.meta.dirname }).sort()) await import(`./${file}`);
