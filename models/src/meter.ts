// What a run has used while it goes on, as one line. Figures only; nothing is enforced here.
import type { Spending } from "./budget.ts";
import { uncachedInput } from "./usage.ts";

/** One line for a person: calls, tokens billed and uncached, money, each against its ceiling where there is one. */
export function meterLine({ name, calls, usage, money, unpriced, ceiling }: Spending): string {
  const of = (value: number | undefined, unit = "") => (value === undefined ? "" : ` of ${unit}${value}`);
  const parts = [
    `${calls}${of(ceiling.calls)} calls`,
    `${usage.input + usage.output}${of(ceiling.tokens)} tokens`,
    `input ${usage.input} (${uncachedInput(usage)} uncached)`,
    `output ${usage.output}`,
    `$${money.toFixed(4)}${of(ceiling.money, "$")}${unpriced > 0 ? ` without ${unpriced} unpriced` : ""}`,
  ];
  return `${name}: ${parts.join(" · ")}${usage.estimated ? " (partly estimated)" : ""}`;
}
