// The suite that every store passes. Rules are numbered as in SPEC.md.
import { it } from "node:test";
import { artifactRules } from "./artifacts.ts";
import { asideRules } from "./aside.ts";
import { keepingRules } from "./keeping.ts";
import { lineRules } from "./lines.ts";
import { modelRules } from "./model.ts";
import { readingRules } from "./reading.ts";
import { recallRules } from "./recalling.ts";
import type { Open, Rule } from "./subject.ts";
import { travelRules } from "./travel.ts";

export type { Open, Subject } from "./subject.ts";

/** Registers the suite with node:test. `open` gives a new, empty store each time. */
export function storeConformance(name: string, open: Open): void {
  const rule: Rule = (title, test) =>
    it(title, async (context) => {
      const subject = await open();
      try {
        await test(subject, context);
      } finally {
        await subject.store.close();
        await subject.dispose?.();
      }
    });
  lineRules(name, rule);
  readingRules(name, rule);
  asideRules(name, rule);
  artifactRules(name, rule, open);
  recallRules(name, rule);
  travelRules(name, rule, open);
  keepingRules(name, rule);
  modelRules(name, open);
}
