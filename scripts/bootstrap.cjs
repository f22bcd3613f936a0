// Makes every command work on a fresh clone: installs what the lockfile names, once, then runs the script on the project's own
// Node. Plain JavaScript that an old Node can run. Prints to stderr only; decides nothing else.
"use strict";
const { spawn, spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const root = path.resolve(__dirname, "..");
const modules = path.join(root, "node_modules");
const stamp = path.join(modules, ".orrery-installed");
const lock = path.join(root, ".orrery-install.lock");
const wanted =
  createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex") +
  process.platform +
  process.arch;

const isInstalled = () => {
  try {
    return fs.readFileSync(stamp, "utf8") === wanted;
  } catch {
    return false;
  }
};
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One process installs; others that came at the same time wait for it. */
function install() {
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const owner = Number(fs.readFileSync(lock, "utf8"));
      if (owner > 0 && !isAlive(owner)) fs.rmSync(lock, { force: true });
      sleep(300);
      if (isInstalled()) return;
    }
  }
  try {
    if (isInstalled()) return;
    process.stderr.write("Installing what this project needs (once) …\n");
    const npm = process.env.npm_execpath;
    const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    const options = { cwd: root, stdio: ["ignore", 2, 2] };
    const done = npm?.endsWith(".js")
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
    if (done.status !== 0 || !findNode()) {
      process.stderr.write("The installation did not finish. Is the npm registry within reach? Try: npm ci\n");
      process.exit(1);
    }
    fs.writeFileSync(stamp, wanted);
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

/** The Node that came with the project. */
function findNode() {
  const file = path.join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  return fs.existsSync(file) ? file : null;
}

/** Links workspaces that are not linked yet: a checkout may share its packages with another one that knows fewer of them. */
function linkWorkspaces() {
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  for (const folder of workspaces) {
    const link = path.join(modules, "@orrery", folder);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.join(root, folder), link, "junction");
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}

if (!isInstalled()) install();
linkWorkspaces();
const [script, ...args] = process.argv.slice(2);
const cache = process.env.NODE_COMPILE_CACHE || path.join(modules, ".cache", "node");
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: cache,
  PATH: path.join(modules, ".bin") + path.delimiter + (process.env.PATH || ""),
};
const child = spawn(findNode(), ["--disable-warning=ExperimentalWarning", path.resolve(root, script), ...args], {
  stdio: "inherit",
  env,
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else process.exit(code);
});
