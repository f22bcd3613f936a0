// The SQLite store, against the rules of all stores.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../src/sqlite.ts";
import { storeConformance } from "../testing/conformance.ts";

storeConformance("sqlite", () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-store-"));
  const file = join(folder, "orrery.db");
  return {
    store: openSqlite(file),
    again: () => openSqlite(file),
    reopen: (copy) => openSqlite(copy),
    dispose: () => rmSync(folder, { recursive: true }),
  };
});
