// The formats that a folder can be imported from, by name. The format is detected from the folder or given by the owner.
import type { Orrery } from "@orrery/runtime";
import { readFolder } from "./oasis/folder.ts";
import { type Imported, type ImportOptions, importOasis } from "./oasis/import.ts";
import { UnreadList } from "./oasis/unread.ts";

export interface Importer {
  readonly name: string;
  readonly about: string;
  /** Whether a folder looks like one. */
  recognises(dir: string): boolean;
  read(orrery: Orrery, dir: string, options?: ImportOptions): Promise<Imported>;
}

export const IMPORTERS: readonly Importer[] = [
  {
    name: "oasis",
    about: "a run folder of OASIS or MiroFish: action logs, profiles, configuration, databases",
    recognises: (dir) => readFolder(dir, new UnreadList()) !== null,
    read: importOasis,
  },
];

/** The importer of this name, or the first that recognises the folder; null when there is none. */
export const importerFor = (dir: string, name?: string): Importer | null =>
  IMPORTERS.find((one) => (name === undefined ? one.recognises(dir) : one.name === name)) ?? null;
