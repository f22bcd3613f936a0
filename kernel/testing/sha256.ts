// The hash for tests: Node's own. Nothing else in this folder knows where it runs.
import { createHash } from "node:crypto";
import type { HashText } from "@orrery/kernel";

export const sha256: HashText = (text) => createHash("sha256").update(text, "utf8").digest("hex");
