// What a person is told of a turn: template narration from percepts and views alone, with a choice of wordings.
import type { Telling, Validation } from "@orrery/kernel";
import { GAMEMASTER } from "../model/state.ts";
import type { Named } from "../sense/scope.ts";
import type { HousePercept, ToldEvent } from "../sense/told.ts";
import type { HouseView } from "../sense/view.ts";
import type { House } from "../shape.ts";
import { tellSteps } from "./announced.ts";
import { countWord } from "./grammar.ts";
import { failure, inVain, unmovedSentence } from "./in-vain.ts";
import { forMaster } from "./master.ts";
import { narrate } from "./narrate.ts";
import {
  countWaits,
  gatherHandled,
  inARow,
  inspectionsOf,
  isQuiet,
  nothingStirs,
  together,
  underName,
} from "./rows.ts";
import { endOf, here, isImplied, isOwn, type Piece, type Teller } from "./teller.ts";
import { choiceOf, NOTHING_WORDED, type WordDice, type WordingHistory, wordedAfter } from "./wordings.ts";

export function tell({ who, before, after, percepts, tried, dice }: Telling<House>): string {
  if (after.you.id === GAMEMASTER) return forMaster(before, after);
  if (before === null)
    return [after.title, after.opening.trim(), here(after), endOf(after)].filter(Boolean).join("\n\n");
  const known = new Set(Object.entries(before.map).flatMap(([id, { seen }]) => (seen ? [id] : [])));
  const worded = choices(before, percepts, who, dice);
  const teller: Teller = {
    who,
    view: after,
    before,
    dice: choiceOf(dice, before.worded ?? NOTHING_WORDED),
    worded,
    known,
    looks: new Map(Object.entries(before.map).flatMap(([id, { look }]) => (look === undefined ? [] : [[id, look]]))),
    quoted: new Set(),
    lit: before.lit,
  };
  const pieces: Piece[] = [];
  const groups = groupByAct(percepts, who);
  for (const percept of groups.shift() ?? []) pieces.push(...narrate(teller, percept));
  const results = tried.map(({ validation }) => ({ validation, ...groupOfAct(groups, validation) }));
  for (let i = 0; i < results.length; i++) {
    const { validation, group, leads } = results[i]!;
    pieces.push(...tellSteps(teller, leads));
    const same = gatherHandled(results.slice(i).map((one) => one.group));
    if (same.length > 1) {
      pieces.push({ text: together(same) });
      teller.lit = group.at(-1)!.scene.lit;
      i += same.length - 1;
      continue;
    }
    const seen = inspectionsOf(
      teller,
      results.slice(i).map((one) => one.group),
    );
    if (seen.length > 0) {
      for (const percept of seen) pieces.push({ text: underName(teller, percept), apart: true });
      i += seen.length - 1;
      continue;
    }
    const waits = countWaits(results.slice(i).map((one) => one.group));
    if (waits > 1) {
      i += waits - 1;
      const roused = results[i]!.group.flatMap(({ told }) => (told?.type === "roused" ? [told.left] : []))[0] ?? 0;
      const passed = waits - roused;
      pieces.push({ text: passed === 1 ? "A moment goes by." : `You let ${countWord(passed)} moments go by.` });
      pieces.push(...inARow(teller, results[i]!.group.slice(1)));
      continue;
    }
    const then = group
      .slice(1)
      .filter(({ told }) => !(group[0]?.told?.type === "ruled" && told && SAID.has(told.type)));
    // What a rule says of it is better than the bare fact.
    const isTold = isHandling(group[0]?.told) && then.some(isNarrated);
    if (isTold) teller.lit = group[0]!.scene.lit;
    else if (!validation.success) {
      const text = failure(teller, group[0] ?? null, then, validation);
      if (!pieces.at(-1)?.text.endsWith(text)) pieces.push({ text });
    } else if (group[0])
      // To look about where one has just come in shows nothing that has not been told.
      pieces.push(...narrate(teller, group[0]).filter(({ text }) => !pieces.at(-1)?.text.endsWith(`\n\n${text}`)));
    if (validation.success && group[0] && isInVain(group[0].told) && then.every(({ told }) => told?.type === "stepped"))
      pieces.push({ text: inVain(teller, group[0]) });
    const quiet = then.flatMap(({ told }) => (told && isQuiet(told) ? [told] : []));
    const heard = quiet.length > 1 ? then.filter(({ told }) => !told || !isQuiet(told)) : then;
    const [said] = group;
    const to = listenerOf(said?.told ?? null);
    teller.named = to && { id: to.id, inWords: said?.told?.type === "said" };
    if (said?.told?.type === "informed" && !then.some(({ told }) => told?.type === "said" || told?.type === "caught"))
      pieces.push({ text: unmovedSentence(teller, said, said.told.to) });
    const answers = to === null ? 0 : heard[0]?.told?.type === "caught" ? 2 : 1;
    for (const percept of heard.slice(0, answers)) pieces.push(...narrate(teller, percept));
    teller.named = null;
    pieces.push(...inARow(teller, heard.slice(answers)));
    if (quiet.length > 1) pieces.push({ text: nothingStirs(quiet) });
  }
  for (const group of groups) pieces.push(...inARow(teller, group));
  return flow(pieces);
}

const isNarrated = ({ told }: HousePercept): boolean => told?.type === "narrated";

/** What was done and set off nothing at all. */
const isInVain = (told: ToldEvent | null): boolean =>
  isHandling(told) && told.works !== true && !(told.type === "performed" && told.otherwise !== undefined);

/** What only an author's rules give a meaning. */
const isHandling = (told: ToldEvent | null | undefined): told is Extract<ToldEvent, { type: "used" | "performed" }> =>
  told?.type === "used" || told?.type === "performed";

/** The listener of the player's words, where "she" in the next sentence can mean nobody else. */
function listenerOf(told: ToldEvent | null): Named | null {
  switch (told?.type) {
    case "asked":
    case "informed":
      return told.about.pronouns === told.to.pronouns && told.about.id !== told.to.id ? null : told.to;
    case "said":
      return told.to ?? null;
    case "gave":
    case "showed":
    case "bade":
      return told.to;
    case "requested":
      return told.from;
    case "tried":
      if (told.reason === "unwilling" || told.reason === "unable") return told.what;
      if (
        told.reason === "not_known" &&
        told.what?.pronouns === told.other?.pronouns &&
        told.what?.id !== told.other?.id
      )
        return null;
      return SPOKEN_TO.has(told.reason) ? (told.other ?? null) : null;
    default:
      return null;
  }
}

/** Failures told by naming the person who was asked or offered something in vain. */
const SPOKEN_TO: ReadonlySet<string> = new Set(["not_known", "not_given", "not_wanted"]);

/** What the words of a ruling have said already. */
const SAID: ReadonlySet<ToldEvent["type"]> = new Set(["door_moved", "lock_clicked", "broke"]);

function flow(pieces: readonly Piece[]): string {
  let text = "";
  let apart = true;
  let leads = false;
  for (const piece of pieces) {
    if (piece.text === "") continue;
    text += text === "" ? "" : apart || (piece.apart && !leads) ? "\n\n" : " ";
    text += piece.text;
    apart = piece.apart ?? false;
    leads = piece.leads ?? false;
  }
  return text;
}

/** First what came before anything of one's own, then each own act with what follows from it. */
function groupByAct(percepts: readonly HousePercept[], who: string): HousePercept[][] {
  const groups: HousePercept[][] = [[]];
  for (const percept of percepts) {
    if (isOwn(percept.told, who) && !(percept.told && BREAKS_OFF.has(percept.told.type))) groups.push([percept]);
    else groups.at(-1)!.push(percept);
  }
  return groups;
}

/** Ends of a walk and of waiting, and what comes to light: they belong to what they follow. */
const BREAKS_OFF: ReadonlySet<ToldEvent["type"]> = new Set(["halted", "roused", "found"]);

/** A success has a group; a failure has one when it was tried and none when it was refused. Steps that led up to it come before. */
function groupOfAct(
  groups: HousePercept[][],
  { success, reason }: Validation,
): { readonly group: HousePercept[]; readonly leads: readonly HousePercept[][] } {
  const at = groups.findIndex((group) => !isImplied(group[0]?.told));
  const told = groups[at]?.[0]?.told;
  if (!told || success !== !isFailure(told, reason)) return { group: [], leads: [] };
  const leads = groups.splice(0, at);
  return { group: groups.shift()!, leads };
}

/** Whether this is how something came to nothing, for this reason where one is given. */
const isFailure = (told: ToldEvent, reason: string | undefined): boolean =>
  told.type === "tried"
    ? reason === undefined || told.reason === reason
    : told.type === "ruled" && told.outcome !== "success";

/** By percept: the choice among wordings that is left when it is told. */
function choices(
  before: HouseView,
  percepts: readonly HousePercept[],
  who: string,
  dice: Telling<House>["dice"],
): Map<HousePercept, WordDice> {
  const out = new Map<HousePercept, WordDice>();
  const known = new Set(Object.entries(before.map).flatMap(([id, { seen }]) => (seen ? [id] : [])));
  let worded: WordingHistory = before.worded ?? NOTHING_WORDED;
  for (const percept of percepts) {
    out.set(percept, choiceOf(dice, worded));
    worded = wordedAfter(worded, percept, who, known.has(percept.scene.room.id));
    if (percept.scene.lit) known.add(percept.scene.room.id);
  }
  return out;
}
