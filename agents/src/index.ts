// Who answers asks, and how words become actions.
export type { Agent, AnyShape, Reply, Seat } from "./agent.ts";
export { botAgent, firstBot, randomBot } from "./bot.ts";
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
