#!/usr/bin/env node
// The `orrery` command of an installed package. On a Node older than 24 it fetches one and starts again on that. Plain JavaScript that an old Node can run.
"use strict";
const { spawnSync } = require("node:child_process");
const path = require("node:path");

const NODE = "node@24.21.0";
const [major] = process.versions.node.split(".").map(Number);
if (major >= 24) {
  require("node:module").enableCompileCache?.();
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") process.stderr.write(`${warning.stack}\n`);
  });
  import("@orrery/cli");
} else {
  process.stderr.write(`Orrery runs on Node 24; this is ${process.versions.node}. Using ${NODE} from npm.\n`);
  const args = ["exec", "--yes", `--package=${NODE}`, "--", "node", path.resolve(__filename), ...process.argv.slice(2)];
  const done = spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
  if (done.error) process.stderr.write("npm could not be started. Install Node 24 or newer: https://nodejs.org\n");
  process.exitCode = done.status ?? 1;
}
