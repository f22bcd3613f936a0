// The shipped cottage, read from its file as a runtime reads it.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, type HouseConfig } from "../index.ts";

const read = readYaml(readFileSync(resolve(import.meta.dirname, "../data/cottage.yaml"), "utf8"));
if (!read.ok) throw new Error(JSON.stringify(read.problems));
const compiled = compileHouse(read.doc);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));

export const cottage: HouseConfig = compiled.config;
