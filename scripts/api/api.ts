// `npm run api`: the pages of `@orrery/kernel`, which worlds in code import, written from its docstrings. Publishes nothing.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { installApart } from "../apart.ts";

const root = resolve(import.meta.dirname, "../..");
const tool = resolve(import.meta.dirname, "tool");
const [out = resolve(root, "dist/api")] = process.argv.slice(2);

installApart(tool, "what writes the pages");
execFileSync(
  process.execPath,
  [
    resolve(tool, "node_modules/typedoc/bin/typedoc"),
    "--options",
    resolve(import.meta.dirname, "typedoc.json"),
    "--out",
    resolve(out),
  ],
  { cwd: root, stdio: "inherit" },
);
