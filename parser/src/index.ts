// How a person's words become actions: by rules alone, from a lexicon and earlier readings.

export {
  PARSE_REASONS,
  type ParseContext,
  type Parsed,
  type ParseReason,
  parseTextToActions,
  type Question,
  type Reading,
  TEXT_MAX,
} from "./parser.ts";
export { type Rewinding, rewindingIn } from "./rewinding.ts";
