// How a person calls this command line: by npm in the repository, by its own name where it is installed.
import { sep } from "node:path";

const isInstalled = import.meta.dirname.split(sep).includes("node_modules");

export const CALL = isInstalled ? "npx orrery" : "npm run --silent orrery --";
/** The command that serves the page. */
export const SERVE = isInstalled ? "npx orrery serve" : "npm start --";
