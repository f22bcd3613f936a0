// The table's protocol as a library: judges what a game master answers, and reads and writes every part of it. Plays nothing.
export { inputKind, isThinking, secondsPerMile } from "./activity.ts";
export { type Calendar, dateOf, dayNumber, GREGORIAN, HARPTOS, readCalendar } from "./calendar.ts";
export { type Campaign, type CampaignChange, isCampaign, readCampaign } from "./campaign.ts";
export { type CheckOptions, type CheckResult, checkResponse } from "./check.ts";
export { CODES, type Code, type Violation } from "./codes.ts";
export { matchDice, type RollRecord, readRoll, writeRoll } from "./dice-text.ts";
export { type DriftedField, driftOf, type FieldDrift, writtenFields } from "./drift.ts";
export { type Envelope, modeLine, readEnvelope } from "./envelope.ts";
export { applyGod, problemsOf } from "./god.ts";
export { type GodSet, readGodBlock, writeGodBlock } from "./god-block.ts";
export { judgeHeader, judgeResources, locationNames, writeHeader, writeResources } from "./header-text.ts";
export { readJson } from "./json-text.ts";
export { INPUT_FIELDS, MESSAGE_SCHEMAS, type Message, type MessageType, readMessage } from "./messages.ts";
export { DELETE, type JsonObject, readPath, writePath } from "./path.ts";
export {
  claimsIn,
  contradictionsOf,
  type Discrepancy,
  type RecoveredValue,
  type Recovery,
  recoveryOf,
  recoveryText,
} from "./recovery.ts";
export { type Mode, RESPONSE_SCHEMAS } from "./schema.ts";
export { secretIn, withoutSecrets } from "./secrets.ts";
export { compare, daysBetween, later, readMoment, type WorldMoment, writeMoment } from "./world-time.ts";
