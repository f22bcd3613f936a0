// Models put into `orrery.config.json` and taken out of it, for those who set them up from the page. Never writes a key, and never a file that could not be read again.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { type Changed, type NewModel, withModel, withoutModel } from "@orrery/models/config";
import { Fault } from "../fault.ts";
import { CONFIG_FILE, type ModelSetup } from "./model-setup.ts";

/** Resolves to the name it has. Faults `bad_models`, `name_taken`. */
export function addModel(setup: ModelSetup, added: NewModel): string {
  const name = added.name ?? null;
  if (name !== null && Object.hasOwn(setup.config.models, name))
    throw new Fault("name_taken", `There is a model called "${name}" already. Choose another name for this one.`);
  return write(setup, (text) => withModel(text, added, setup.environment));
}

/** Faults `bad_models`, `unknown_thing`. */
export function removeModel(setup: ModelSetup, name: string): string {
  if (!Object.hasOwn(setup.config.models, name))
    throw new Fault("unknown_thing", `There is no model called "${name}".`);
  return write(setup, (text) => withoutModel(text, name, setup.environment));
}

function write({ file }: ModelSetup, change: (text: string | null) => Changed): string {
  if (file === undefined)
    throw new Fault(
      "bad_models",
      `The models of this server do not come from a file: ${CONFIG_FILE} cannot be changed.`,
    );
  const there = existsSync(file);
  const done = change(there ? readFileSync(file, "utf8") : null);
  if (!done.ok)
    throw new Fault("bad_models", done.problems.map(({ message, hint }) => `${message} (${hint})`).join("\n"));
  // Whole or not at all: a reader never meets half a file.
  const beside = `${file}.new`;
  try {
    writeFileSync(beside, done.text, { mode: there ? statSync(file).mode & 0o777 : 0o644 });
    renameSync(beside, file);
  } catch (error) {
    throw new Fault("bad_models", `${CONFIG_FILE} cannot be written: ${(error as Error).message}.`);
  }
  return done.name;
}
