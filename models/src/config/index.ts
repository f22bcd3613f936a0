// The configuration without what talks to providers: light enough to read at every start.
export type { ConfigProblem } from "./located.ts";
export { nearest } from "./nearest.ts";
export {
  type Config,
  type Environment,
  modelForRole,
  type NamedModel,
  type Parsed,
  parseConfig,
} from "./parse.ts";
export { ConfigSchema, ROLES } from "./schema.ts";
