// `npm run dev`: the server restarts and the page in the browser changes as a source is saved. For people who write Orrery.
import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

const root = resolve(import.meta.dirname, "..");
const bin = (name: string) => resolve(root, "node_modules/.bin", name);
const { port = "4747" } = parseArgs({ options: { port: { type: "string" } }, strict: false }).values;
const children: ChildProcess[] = [
  // Its server hands requests for `/api` on to the other one.
  spawn(bin("vite"), ["--clearScreen", "false"], {
    cwd: resolve(root, "web"),
    stdio: "inherit",
    env: { ...process.env, ORRERY_DEV_PORT: `${port}` },
  }),
  spawn(process.execPath, ["--watch", resolve(root, "cli/src/main.ts"), "serve", ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  }),
];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
for (const child of children) {
  child.once("exit", (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 0;
  });
}
