// A town as its author writes it: a YAML document with the fields of the configuration, or everything that is wrong with it, at its line.
import { type About, checker, type Located, type Problem } from "@orrery/kernel";
import type { StoryConfig } from "../shape.ts";
import { ConfigSchema } from "./config.ts";
import { readPeople } from "./people-table.ts";

const misfit = checker(ConfigSchema, "town");

export function compileTown(
  document: Located,
): { readonly ok: true; readonly config: StoryConfig } | { readonly ok: false; readonly problems: readonly Problem[] } {
  const problem = misfit(document.value);
  if (problem) return { ok: false, problems: [locate(document, problem)] };
  const config = document.value as StoryConfig;
  const { table } = config;
  if (table === undefined) return { ok: true, config };
  try {
    readPeople(table);
    return { ok: true, config };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const path = ["table"];
    return { ok: false, problems: [{ ...document.at(path), path, message: `${error.message}.`, hint: "" }] };
  }
}

export const aboutTown = ({ title, people, written, rounds }: StoryConfig): About => {
  const count = (people ?? 0) + (written?.length ?? 0);
  return {
    title: title ?? "A town",
    summary: `${count === 0 ? "A town" : `A town of ${count}`}${rounds === undefined ? "" : ` over ${rounds} rounds`}.`,
  };
};

/** The contract's sentence begins with the place that it is about: `town.written.0.id must …`. */
function locate(document: Located, problem: string): Problem {
  const [, dotted = ""] = /^town((?:\.[^\s.]+)*)/.exec(problem) ?? [];
  const path = dotted
    .split(".")
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { ...document.at(path), path, message: `${problem}.`, hint: "" };
}
