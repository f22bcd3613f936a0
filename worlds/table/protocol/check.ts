// Judges one response of a game master: what is wrong with it, what lands in the campaign, and what the player is shown. Pure; the same for a file and for a turn in play.
import { equal, type Json } from "@orrery/kernel";
import { type InputKind, inputKind, isThinking } from "./activity.ts";
import { readUpdates } from "./assignments.ts";
import type { Campaign, CampaignChange } from "./campaign.ts";
import { fault, isBlocking, type Violation } from "./codes.ts";
import { completeTouched } from "./complete.ts";
import { readEnvelope } from "./envelope.ts";
import { judgeFields } from "./fields.ts";
import { applyGod, isTimeBackward } from "./god.ts";
import { type GodSet, readGodBlock } from "./god-block.ts";
import type { TimeSpan } from "./header-text.ts";
import { Ledger } from "./ledger.ts";
import { isCompleted, MEMORIES_PATH } from "./missions.ts";
import { get, isObject, type JsonObject, writePath } from "./path.ts";
import { runPressure } from "./pressure.ts";
import {
  claimsBeside,
  claimsIn,
  contradictionsOf,
  presentedFaults,
  type Recovery,
  recoveryOf,
  refusalIn,
} from "./recovery.ts";
import type { Mode } from "./schema.ts";
import { shownResponse } from "./shown.ts";
import { clockOf, judgeTime, type TurnClock } from "./turn-clock.ts";
import { judgeUpdates, memoryFaults, type UpdateVerdict } from "./updates.ts";
import { compare, daysBetween, readMoment, type WorldMoment, writeMoment } from "./world-time.ts";

export interface CheckResult {
  /** True if and only if there are no violations. */
  readonly ok: boolean;
  readonly mode: Mode;
  readonly violations: readonly Violation[];
  readonly applied: readonly CampaignChange[];
  /** The campaign after the turn; can be given back as a campaign. */
  readonly state: JsonObject;
  /** What the player receives. */
  readonly shown: JsonObject;
  /** Present where the campaign after the turn does not agree with the response or with itself: what differs, and the block to paste. */
  readonly recovery?: Recovery;
}

export interface CheckOptions {
  /** Whether `debug_info` is shown. */
  readonly debug?: boolean;
}

/** A turn as it is judged: everything that is known before the answer is looked into. */
interface Turn {
  readonly campaign: Campaign;
  readonly input: string;
  readonly kind: InputKind;
  readonly mode: Mode;
  readonly thinking: boolean;
  readonly clock: TurnClock | null;
  /** Changes of a GOD_MODE_SET block that holds together. */
  readonly godSets: readonly GodSet[];
}

/** Judges a response to an input. `response` is the raw text as a model gave it. */
export function checkResponse(
  campaign: Campaign,
  input: string,
  response: string,
  { debug = false }: CheckOptions = {},
): CheckResult {
  const envelope = readEnvelope(response);
  const kind = inputKind(input);
  const mode: Mode = kind !== "play" ? "GOD" : envelope.declared === "DM" ? "DM" : "STORY";
  const thinking = mode === "STORY" && isThinking(input, campaign.offered) && !isResolved(campaign);
  const block = kind === "god_set" ? readGodSet(campaign, input) : { sets: [], faults: [] };
  const clock = clockOf(campaign, mode, thinking, input);
  const turn: Turn = { campaign, input, kind, mode, thinking, clock, godSets: block.sets };

  const { object } = envelope;
  const updates = isObject(object?.["state_updates"]) ? object["state_updates"] : {};
  const told = String(object?.["god_mode_response"] ?? "");
  const written = judgeWritten(turn, updates, notesOf(object), told);
  const candidate = landedLedger(turn, written);
  const violations = [
    ...envelope.faults,
    ...modeFaults(turn, envelope.declared),
    ...block.faults,
    ...(object === null
      ? []
      : judgeFields(object, {
          ...turn,
          state: candidate.state,
          eventful: written.landings.length > 0,
          span: headerSpan(turn, written, candidate.state),
        })),
    ...written.faults,
    ...unwarnedFaults(turn, candidate.state, told, object !== null),
    ...untrueFaults(turn, updates, told),
    ...(object === null ? [] : blockFaults(turn, object)),
  ];
  const landed = object !== null && !violations.some(isBlocking);
  const ledger = landed ? candidate : landedLedger(turn, null);
  logLevelUp(turn, ledger, landed ? written.memories : []);
  completeTouched(ledger);
  const now = momentOf(ledger.state, campaign);
  const shown = shownResponse({
    mode,
    object,
    violations,
    landed,
    thinking,
    before: campaign.state,
    state: ledger.state,
    calendar: campaign.calendar,
    now,
    resolved: campaign.resolved,
    applied: ledger.changes,
    debug,
  });
  const choices = get(shown, "planning_block", "choices");
  const state = isObject(choices)
    ? { ...ledger.state, offered: Object.keys(choices) }
    : { ...ledger.state, offered: [...campaign.offered] };
  const recovery = recoverState(turn, { object, updates, violations }, ledger.state);
  return {
    ok: violations.length === 0,
    mode,
    violations,
    applied: ledger.changes,
    state,
    shown,
    ...(recovery === null ? {} : { recovery }),
  };
}

interface JudgedResponse {
  readonly object: JsonObject | null;
  readonly updates: JsonObject;
  readonly violations: readonly Violation[];
}

/** The campaign's own contradictions first: no other change can be set while its time is wrong. What this turn alone put out of step, the next may put right. */
function recoverState({ mode, campaign }: Turn, { object, updates, violations }: JudgedResponse, state: JsonObject) {
  const told =
    mode === "GOD" || object === null
      ? []
      : [...claimsIn(updates, violations, state), ...claimsBeside(object, violations, state)];
  const { calendar } = campaign;
  const had = new Set(contradictionsOf(campaign.state, calendar).map(({ place }) => writePath(place)));
  const own = contradictionsOf(state, calendar).filter(({ place }) => had.has(writePath(place)));
  return recoveryOf([...own, ...told], state, refusalIn(state, calendar));
}

/** A block that the game master presents out of GOD mode is one that can be pasted. */
function blockFaults({ mode, campaign }: Turn, object: JsonObject): Violation[] {
  if (mode === "GOD") return [];
  const texts = {
    ...(mode === "DM" ? { narrative: object["narrative"] } : {}),
    "planning_block.context": get(object, "planning_block", "context"),
  };
  return presentedFaults(texts, campaign.state, campaign.calendar);
}

/** Whether the engine took the input for an action: then it is none of thinking. */
const isResolved = ({ resolved }: Campaign): boolean =>
  resolved.rolls.length > 0 ||
  resolved.changes.length > 0 ||
  (resolved.seconds ?? 0) > 0 ||
  resolved.moved_to !== undefined;

function modeFaults({ kind, mode }: Turn, declared: Mode | null): Violation[] {
  if (kind === "play")
    return declared === "GOD"
      ? [fault("mode_wrong", "mode", 'The input does not begin with "GOD MODE:"; answer in STORY mode.')]
      : [];
  if (declared === null) return [fault("mode_missing", "mode", "Begin with the line [Mode: GOD MODE].")];
  return declared === mode
    ? []
    : [fault("mode_wrong", "mode", "The input is a GOD command; begin with [Mode: GOD MODE].")];
}

function readGodSet(campaign: Campaign, input: string): ReturnType<typeof readGodBlock> {
  const block = readGodBlock(input);
  if (block.faults.length > 0) return { sets: [], faults: block.faults };
  const { faults } = applyGod(block.sets, engineLedger(campaign).state, campaign.calendar, "GOD_MODE_SET");
  return faults.length > 0 ? { sets: [], faults } : block;
}

/** The campaign with what the engine resolved in it, and nothing else. */
function engineLedger({ state, resolved }: Campaign): Ledger {
  const ledger = new Ledger(state);
  for (const { place, after, cause } of resolved.changes) ledger.set(place, after, cause);
  if (resolved.moved_to !== undefined) ledger.setNew(["world_data", "current_location"], resolved.moved_to, "moved");
  return ledger;
}

/** What the model's updates come to in this mode. */
interface JudgedUpdates extends UpdateVerdict {
  readonly moment: WorldMoment | null;
  /** Whether the time that was written is refused. */
  readonly timeless: boolean;
  /** Changes of a god's response. */
  readonly sets: readonly GodSet[];
}

const NOTHING: UpdateVerdict = { landings: [], faults: [], completed: [], memories: [] };

function judgeWritten(turn: Turn, updates: JsonObject, notes: string, told: string): JudgedUpdates {
  const { mode, kind, thinking, campaign, clock } = turn;
  if (mode === "DM") return { ...judgeDm(turn, updates), moment: null, timeless: false, sets: [] };
  const time = judgeTime(get(updates, "world_data", "world_time"), turnCampaign(turn), clock, told);
  const timed = { moment: time.moment, timeless: time.faults.length > 0, sets: [] };
  if (thinking) {
    const faults = changesBesideTime(updates).map((path) =>
      fault("think_changes", path, "Thinking changes nothing; leave this out until the player acts."),
    );
    return { ...NOTHING, faults: [...time.faults, ...faults], ...timed };
  }
  const after = advanceCampaign(turn, time.moment).state;
  if (mode === "GOD" && kind === "god") {
    const { assignments, faults } = readUpdates(updates, after);
    const sets = assignments
      .filter(({ place }) => writePath(place) !== "world_data.world_time")
      .map(({ place, value, alias }) => ({ place, value, where: alias ?? writePath(place) }));
    const outcome = applyGod(sets, after, campaign.calendar, "GOD MODE");
    return { ...NOTHING, faults: [...time.faults, ...faults, ...outcome.faults], ...timed, sets };
  }
  const verdict = judgeUpdates(updates, { before: campaign.state, after, calendar: campaign.calendar, notes });
  const days = daysPassed(turn, after);
  const completed = [...verdict.completed, ...completedByEngine(turn, after)];
  const memory = mode === "GOD" ? [] : memoryFaults({ ...verdict, completed }, days);
  return { ...verdict, faults: [...time.faults, ...verdict.faults, ...memory], ...timed };
}

/** When the header may say it is; null where it cannot be held to a time. */
function headerSpan(
  { clock, campaign, mode }: Turn,
  { moment, timeless }: JudgedUpdates,
  after: JsonObject,
): TimeSpan | null {
  if (clock === null || timeless) return null;
  if (mode === "STORY" && moment === null) return clock.span;
  const now = momentOf(after, campaign);
  return now === null ? null : { from: now, to: now };
}

/** With the time that a GOD_MODE_SET block has set already. */
function turnCampaign(turn: Turn): Campaign {
  if (turn.kind !== "god_set") return turn.campaign;
  return { ...turn.campaign, state: advanceCampaign(turn, null).state };
}

/** A DM turn changes nothing, but a correction may be noted as a memory. */
function judgeDm({ campaign }: Turn, updates: JsonObject): UpdateVerdict {
  const verdict = judgeUpdates(updates, {
    before: campaign.state,
    after: campaign.state,
    calendar: campaign.calendar,
    notes: "",
  });
  const isNote = verdict.memories.every((memory) => /\b(retcon|correction|corrected|dm note)/i.test(memory));
  const other = changePaths(updates).filter(
    (path) => !(path === MEMORIES_PATH || path === `${MEMORIES_PATH}.append`) || !isNote,
  );
  if (other.length === 0) return verdict;
  return {
    ...NOTHING,
    faults: other.map((path) =>
      fault("dm_changes", path, "DM mode changes nothing; use GOD mode, or note a retcon as a memory."),
    ),
  };
}

/** Places of updates, down to their values. An empty object says nothing. */
function changePaths(updates: JsonObject, at: readonly string[] = []): string[] {
  return Object.entries(updates).flatMap(([key, value]) =>
    isObject(value) ? changePaths(value, [...at, key]) : [writePath([...at, key])],
  );
}

const changesBesideTime = (updates: JsonObject): string[] =>
  changePaths(updates).filter((path) => !path.startsWith("world_data.world_time.") && path !== "world_data.world_time");

/** The campaign with the engine's changes, a block's, the time, and what time does. */
function advanceCampaign(turn: Turn, moment: WorldMoment | null): Ledger {
  const { campaign, clock, mode, thinking, godSets } = turn;
  let ledger = engineLedger(campaign);
  if (godSets.length > 0) ledger = onTop(ledger, godSets, campaign, "GOD_MODE_SET");
  if (clock === null) {
    if (moment !== null) ledger.setNew(["world_data", "world_time"], writeMoment(campaign.calendar, moment), "time");
    return ledger;
  }
  const to = moment ?? (mode === "STORY" ? clock.engine : (momentOf(ledger.state, campaign) ?? clock.from));
  if (compare(to, momentOf(ledger.state, campaign) ?? clock.from) !== 0)
    ledger.set(["world_data", "world_time"], writeMoment(campaign.calendar, to), "time");
  if (!thinking && mode !== "DM" && compare(to, clock.from) > 0) runPressure(ledger, campaign.calendar, clock.from, to);
  return ledger;
}

/** A ledger that goes on from another one with changes of a god. */
function onTop(ledger: Ledger, sets: readonly GodSet[], campaign: Campaign, cause: string): Ledger {
  const done = applyGod(sets, ledger.state, campaign.calendar, cause).ledger;
  if (done === null) return ledger;
  return ledger.andThen(done);
}

/** The campaign after the turn: with what the model wrote, or, for null, without it. */
function landedLedger(turn: Turn, written: JudgedUpdates | null): Ledger {
  if (written === null || written.faults.length > 0) return advanceCampaign(turn, written?.moment ?? null);
  const ledger = advanceCampaign(turn, written.moment);
  for (const { place, after, cause } of written.landings)
    if (cause === "model") ledger.setNew(place, after, cause);
    else ledger.set(place, after, cause);
  return written.sets.length > 0 ? onTop(ledger, written.sets, turn.campaign, "GOD MODE") : ledger;
}

function momentOf(state: JsonObject, { calendar }: Campaign): WorldMoment | null {
  const time = get(state, "world_data", "world_time");
  const moment = time === undefined ? null : readMoment(calendar, time);
  return typeof moment === "string" ? null : moment;
}

function daysPassed({ campaign }: Turn, after: JsonObject): number {
  const to = momentOf(after, campaign);
  return campaign.now === null || to === null ? 0 : daysBetween(campaign.calendar, campaign.now, to);
}

/** Missions that the engine's own changes completed. */
function completedByEngine({ campaign }: Turn, after: JsonObject): string[] {
  const missions = (state: JsonObject): readonly Json[] => {
    const list = get(state, "custom_campaign_state", "active_missions");
    return Array.isArray(list) ? list : [];
  };
  const idOf = (mission: Json) => String(get(mission, "mission_id"));
  const before = missions(campaign.state).filter(isCompleted).map(idOf);
  return missions(after)
    .filter(isCompleted)
    .map(idOf)
    .filter((id) => !before.includes(id));
}

/** A level-up is logged once: by the model, or else by the engine. */
function logLevelUp({ campaign }: Turn, ledger: Ledger, memories: readonly string[]): void {
  const level = (state: JsonObject) => get(state, "player_character_data", "level");
  const up = campaign.resolved.changes.find(
    ({ path, after, before }) =>
      path === "player_character_data.level" &&
      typeof after === "number" &&
      after > Number(before ?? level(campaign.state)),
  );
  if (!up || memories.some((memory) => /\blevel/i.test(memory))) return;
  const gains = campaign.resolved.changes
    .filter(
      ({ path, before, after }) =>
        path !== up.path &&
        /hp_max|proficiency|spell_slots|class_features|features|hit_dice\.total/.test(path) &&
        !isObject(after) &&
        !Array.isArray(after) &&
        !equal(before, after),
    )
    .map(
      ({ place, before, after }) =>
        `${place.slice(1).join(" ").replaceAll("_", " ")} ${String(before)} to ${String(after)}`,
    );
  const summary = gains.length > 0 ? `: ${gains.join(", ")}` : "";
  ledger.append(["custom_campaign_state", "core_memories"], `Reached level ${String(up.after)}${summary}.`, "level-up");
}

/** A block that moves time backward is answered with a word about it. */
function unwarnedFaults(
  { kind, campaign, godSets }: Turn,
  after: JsonObject,
  told: string,
  isAnswered: boolean,
): Violation[] {
  if (kind !== "god_set" || godSets.length === 0 || !isAnswered) return [];
  if (
    !isTimeBackward(campaign.state, after, campaign.calendar) ||
    /\b(time|clock|back\w*|earlier|rewind|reset)\b/i.test(told)
  )
    return [];
  return [fault("time_unwarned", "god_mode_response", "Time goes backward here: say so in god_mode_response.")];
}

const COMMANDS =
  /^\uFEFF?GOD MODE:\s*(please\s+)?(set|give|add|remove|heal|kill|spawn|grant|restore|teleport|delete|raise|lower|increase|decrease|award|make|change)\b/i;
const CLAIMS =
  /\b(set to|is now|are now|has been|have been|done|granted|added|removed|restored|healed|spawned|deleted|killed|increased|decreased|changed|updated|applied|awarded)\b/i;

/** A command that is said to be carried out is carried out. */
function untrueFaults({ kind, input, campaign }: Turn, updates: JsonObject, told: string): Violation[] {
  if (kind !== "god" || Object.keys(updates).length > 0 || campaign.resolved.changes.length > 0) return [];
  if (campaign.resolved.moved_to !== undefined || !COMMANDS.test(input) || !CLAIMS.test(told)) return [];
  if (/\b(not|no|cannot|can't|unable|nothing|already)\b/i.test(told)) return [];
  return [
    fault(
      "god_untrue",
      "state_updates",
      "god_mode_response tells a change, and state_updates makes none; write it there.",
    ),
  ];
}

const notesOf = (object: JsonObject | null): string => {
  const notes = get(object, "debug_info", "dm_notes");
  return `${Array.isArray(notes) ? notes.join("\n") : ""}\n${String(get(object, "debug_info", "state_rationale") ?? "")}`;
};
