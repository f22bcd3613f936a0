// The library that the benchmarks are measured against: a package of its own, so that a plain install does not bring it along.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { installApart } from "../../scripts/apart.ts";

const HOME = resolve(import.meta.dirname, "../peer");

/** Installs what `peer/package-lock.json` names, unless it is there already. Throws when npm fails. */
export const installPeer = (): void => installApart(HOME, "what the benchmarks are measured against");

/** A module of the installed peer. */
export const requirePeer = <T>(name: string): T => createRequire(join(HOME, "package.json"))(name) as T;
