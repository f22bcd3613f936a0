// The configuration without what talks to providers: light enough to read at every start.
export { type Changed, freeName, type NewModel, withModel, withoutModel } from "./change.ts";
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
export { ConfigSchema, type ModelSettings, ROLES } from "./schema.ts";
