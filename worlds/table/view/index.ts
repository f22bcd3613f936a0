// What one seat sees, built up field by field: the whole table, from its parts.
import { type Campaign, type CampaignHead, campaignOf, headOf } from "../campaign.ts";
import { nextInLine, type Offer, offersIn } from "../gm/offers.ts";
import { entriesOf, keysOf } from "../order.ts";
import { bodyIn, helpless } from "../play/body.ts";
import { onTurn } from "../play/fight.ts";
import { isPresent, propsAt } from "../play/ground.ts";
import { writeHeader, writeResources } from "../protocol/header-text.ts";
import { later, secondsBetween, writeMoment } from "../protocol/world-time.ts";
import { ATTRIBUTION } from "../rules/licence.ts";
import { raceOf } from "../rules/races.ts";
import { longRestRefused } from "../rules/rest.ts";
import { rollText } from "../rules/roll.ts";
import type { TableState } from "../state.ts";
import { calendarOf, hourOf, secondsIn } from "../time.ts";
import { choiceViews } from "./choices.ts";
import { deskView } from "./desk.ts";
import { combatView, personView } from "./fight.ts";
import { locationView, mapView, wayViews } from "./places.ts";
import { sheetView } from "./sheet.ts";
import type { DeadlineView, TableView } from "./types.ts";

export type * from "./types.ts";

/** The viewer: `seat` is the character it is seen as, `chooser` the one the choices are for. */
interface ViewerSeat {
  readonly who: string;
  readonly isGm: boolean;
  readonly seat: string;
  readonly chooser: string;
  readonly offers: readonly Offer[];
  /** As much of the campaign as its header is written from. */
  readonly head: CampaignHead;
  /** The whole of it: the game master's alone. */
  readonly campaign: Campaign | null;
}

export function view(state: TableState, who: string): TableView {
  const seat = seatOf(state, who);
  return {
    ...turnView(state, seat),
    ...toldView(state, seat),
    ...placeView(state, seat),
    ...storyView(state, seat),
    ...tableView(state, seat),
  };
}

function seatOf(state: TableState, who: string): ViewerSeat {
  const isGm = state.heroes[who] === undefined;
  const seat = isGm ? (state.pending?.hero ?? state.told?.hero ?? state.order[0]!) : who;
  const chooser = isGm ? (state.phase === "ruling" ? seat : nextInLine(state)) : who;
  const campaign = isGm ? campaignOf(state, seat) : null;
  return {
    who,
    isGm,
    seat,
    chooser,
    offers: offersIn(state, chooser),
    head: campaign ?? headOf(state, seat),
    campaign,
  };
}

type TurnFields = "who" | "role" | "title" | "summary" | "over" | "mode" | "phase" | "turn" | "yours" | "helpless";
function turnView(state: TableState, { who, isGm }: ViewerSeat): Pick<TableView, TurnFields> {
  const { told, adventure } = state;
  const turn = turnOf(state);
  const ending = state.ended === null ? null : adventure.endings[state.ended]!;
  return {
    who,
    role: isGm ? "gm" : "player",
    title: adventure.title,
    summary: adventure.summary,
    over: ending && state.phase === "player" ? { title: ending.title, text: ending.text } : null,
    mode: told?.mode ?? "STORY",
    phase: state.phase,
    turn,
    yours: turn === who,
    helpless: isGm ? null : helpless(bodyIn(state, who)),
  };
}

type ToldFields =
  | "sequence"
  | "narrative"
  | "input"
  | "god"
  | "thinking"
  | "choices"
  | "analysis"
  | "recovery"
  | "dice"
  | "sessionHeader"
  | "resourcesLine"
  | "time"
  | "seconds";
/** What the last turn was told as, and the protocol's lines as of now. */
function toldView(state: TableState, { chooser, offers, head }: ViewerSeat): Pick<TableView, ToldFields> {
  const { told } = state;
  const calendar = calendarOf(state.adventure);
  return {
    sequence: told?.sequence ?? 0,
    narrative: told?.narrative ?? "",
    input: told?.input ?? "",
    god: told?.god_mode_response ?? "",
    thinking: told?.thinking ?? "",
    choices: choiceViews(state, chooser, offers),
    analysis: told?.analysis ?? null,
    recovery: told?.recovery ?? null,
    dice: (told?.rolls ?? []).map((roll) => ({ ...roll, text: rollText(roll) })),
    sessionHeader: writeHeader(head, calendar, state.now),
    resourcesLine: writeResources(head),
    time: writeMoment(calendar, state.now),
    seconds: secondsIn(state),
  };
}

type PlaceFields = "location" | "you" | "companions" | "here" | "lying" | "props" | "combat" | "map" | "ways";
/** The place, and who and what is there. */
function placeView(state: TableState, { who, isGm, seat }: ViewerSeat): Pick<TableView, PlaceFields> {
  const hero = state.heroes[seat]!;
  return {
    location: locationView(state.adventure.places[state.at]!, raceOf(hero.race).darkvision > 0),
    you: isGm ? null : sheetView(state, hero),
    companions: state.order.filter((id) => id !== who).map((id) => sheetView(state, state.heroes[id]!)),
    here: keysOf(state.npcs)
      .filter((id) => isPresent(state, id))
      .sort()
      .map((id) => personView(state, id, isGm ? null : who)),
    lying: state.places[state.at]!.items.map(({ id, name, kind, count }) => ({ id, name, kind, count })),
    props: propsAt(state, state.at).map(({ id, name, description, state }) => ({ id, name, description, state })),
    combat: combatView(state, who, isGm),
    map: mapView(state),
    ways: wayViews(state),
  };
}

type StoryFields = "missions" | "memories" | "timeline" | "deadlines" | "supplies" | "restRefused";
/** What has happened and what presses. */
function storyView(state: TableState, { seat }: ViewerSeat): Pick<TableView, StoryFields> {
  return {
    missions: state.missions,
    memories: state.memories,
    timeline: timelineView(state),
    deadlines: deadlineViews(state),
    supplies: entriesOf(state.supplies).map(([id, { amount, max_amount, critical_level }]) => ({
      id,
      amount,
      most: max_amount,
      critical: amount <= critical_level,
    })),
    restRefused: state.combat
      ? "there is a fight"
      : !state.adventure.places[state.at]!.safe
        ? "this is no place to sleep"
        : longRestRefused(state.heroes[seat]!, secondsIn(state), hourOf(state)),
  };
}

const timelineView = ({ adventure, began, timeline }: TableState): TableView["timeline"] => {
  const calendar = calendarOf(adventure);
  return timeline.map(({ sequence_id, summary, at, kind }) => ({
    sequence_id,
    summary,
    seconds: at ? Math.floor(secondsBetween(calendar, began, at)) : null,
    kind: kind ?? null,
  }));
};

type TableFields = "isGod" | "limits" | "attribution" | "debug" | "desk";
/** What the table allows this seat to see and do. */
function tableView(state: TableState, { who, isGm, seat, offers, campaign }: ViewerSeat): Pick<TableView, TableFields> {
  const { settings, told } = state;
  return {
    isGod: settings.gods.includes(who),
    limits: { rating: settings.rating, lines: settings.lines, veils: settings.veils },
    attribution: ATTRIBUTION,
    debug:
      isGm || settings.debug
        ? {
            dm_notes: told?.dm_notes ?? [],
            state_rationale: told?.state_rationale ?? "",
            drift: state.drift,
            state_updates: isGm ? (told?.state_updates ?? {}) : {},
          }
        : null,
    desk: campaign
      ? deskView(state, seat, offers, campaign, state.phase === "ruling" ? view(state, seat) : null)
      : null,
  };
}

/** Who has the move: the game master, the combatant on turn in a fight, or the one in the spotlight. */
export function turnOf(state: TableState): string {
  if (state.phase !== "player") return "gm";
  return onTurn(state) ?? state.order[state.spotlight] ?? state.order[0]!;
}

const deadlineViews = (state: TableState): DeadlineView[] => {
  const calendar = calendarOf(state.adventure);
  return entriesOf(state.deadlines)
    .filter(([, { status, warnings_given }]) => status === "fired" || (status === "active" && warnings_given >= 0))
    .map(([id, { description, urgency_level, deadline, status }]) => {
      const left = Math.floor(secondsBetween(calendar, state.now, deadline));
      return {
        id,
        description,
        urgency: urgency_level,
        at: writeMoment(calendar, later(calendar, deadline, 0)),
        secondsLeft: Math.max(0, left),
        status: status === "fired" ? "fired" : "active",
      };
    });
};
