// The players that come with the Glass Box, weakest first. Each plays both roles, and each is a pure function of its view and its dice.
import type { Bot } from "@orrery/kernel";
import type { GlassAction, GlassBox } from "../shape.ts";
import type { TriggerConfig } from "../triggers.ts";
import { answer, type BotMove, type Chair, idle } from "./answer.ts";
import { type CrewStyle, crewMove } from "./crew.ts";
import { type ImpostorStyle, impostorMove } from "./impostor.ts";
import { randomly } from "./random.ts";
import { meet, type TalkStyle } from "./talk.ts";
import { trailOf, writeTrail } from "./trail.ts";

interface BotStyle {
  readonly crew: CrewStyle;
  readonly impostor: ImpostorStyle;
  readonly talk: TalkStyle;
}

const PLAIN: ImpostorStyle = { witnesses: 1, selfReports: 0, vents: false, fakes: true, sabotages: 3, doors: false };
const SHY: ImpostorStyle = { witnesses: 0, selfReports: 1, vents: true, fakes: true, sabotages: 6, doors: true };

const STYLES = {
  /** Does its tasks, reports, says where it was, and believes anybody who claims to have seen a kill or vent. */
  tasker: {
    crew: { mends: 2500, alarms: false, rest: "stay" },
    impostor: PLAIN,
    talk: { speaks: true, reasons: false, deceit: "truth", votesFrom: 60 },
  },
  /** Keeps company, and says little. */
  follower: {
    crew: { mends: 2500, alarms: true, rest: "company" },
    impostor: { ...PLAIN, witnesses: 2, fakes: false },
    talk: { speaks: false, reasons: false, deceit: "truth", votesFrom: 60 },
  },
  /** Remembers every sighting, holds every claim against them, and votes on the sum. */
  detective: {
    crew: { mends: 6000, alarms: true, rest: "patrol" },
    impostor: { ...PLAIN, witnesses: 0, vents: true },
    talk: { speaks: true, reasons: true, deceit: "alibi", votesFrom: 55 },
  },
  /** As an impostor it is seen by nobody, gets away through vents and has an alibi. */
  careful: {
    crew: { mends: 6000, alarms: true, rest: "stay" },
    impostor: SHY,
    talk: { speaks: true, reasons: true, deceit: "alibi", votesFrom: 70 },
  },
  /** As careful, and in meetings it accuses players without anybody to vouch for them. */
  liar: {
    crew: { mends: 6000, alarms: true, rest: "stay" },
    impostor: SHY,
    talk: { speaks: true, reasons: true, deceit: "lies", votesFrom: 70 },
  },
} satisfies Readonly<Record<string, BotStyle>>;

export const bots = {
  random: randomly,
  ...(Object.fromEntries(Object.entries(STYLES).map(([name, style]) => [name, playing(style)])) as Record<
    keyof typeof STYLES,
    Bot<GlassBox>
  >),
} satisfies Readonly<Record<string, Bot<GlassBox>>>;

/** How each plays, for a person who chooses one. */
export const botWords: Readonly<Record<keyof typeof bots, string>> = {
  random: "Takes any step that the rules allow, and votes for anybody.",
  tasker: "Does its tasks, tells where it was, and believes what it is told.",
  follower: "Keeps company and says little.",
  detective: "Remembers every sighting, holds each claim against them, and votes on the sum.",
  careful: "Reasons in meetings; as an impostor it kills unseen and has an alibi.",
  liar: "As careful, and in meetings it accuses players who have nobody to vouch for them.",
};

/** What the crew's bots sleep through: they read it in their history when they are asked for something else. */
const SLEEP: TriggerConfig = {
  mute: [{ type: "PLAYER_ENTERS_FOV" }, { type: "SABOTAGE_END" }],
};

/** A ghost that has nothing to do need not be asked any more. */
const REST: TriggerConfig = { mute: [{ type: "DECISION_TICK" }] };

function sleep({ ask, you }: Chair["view"]): TriggerConfig | null {
  if (ask!.triggers.some(({ trigger_type }) => trigger_type === "GAME_START")) return SLEEP;
  const done = you.status === "ghost" && you.tasks.every((task) => task.done || task.fake);
  return done && !you.triggers.muted.some(({ type }) => type === "DECISION_TICK") ? REST : null;
}

function playing(style: BotStyle): Bot<GlassBox> {
  return (chair: Chair): GlassAction => {
    const { view, dice } = chair;
    const kind = view.ask?.kind ?? "end";
    if (kind === "end") return answer(view, idle(view));
    // What is answered when a meeting is over is the first deed after it.
    if (kind !== "decision" && kind !== "consolidation") return meet(chair, style.talk);
    const { role, status } = view.you;
    if (role === "impostor" && status === "alive") {
      const { move, ...beside } = impostorMove(view, dice, style.impostor);
      return answer(view, move, { ...beside, events: writePad(view, style) });
    }
    const move: BotMove = crewMove(view, dice, style.crew);
    const triggers = sleep(view);
    return answer(view, move, { events: writePad(view, style), ...(triggers === null ? {} : { triggers }) });
  };
}

/** The pad as it will be; ghosts need no alibi. */
const writePad = (view: Chair["view"], { talk }: BotStyle): string =>
  talk.speaks && view.you.status === "alive" ? writeTrail(view, trailOf(view)) : view.you.notes.events;
