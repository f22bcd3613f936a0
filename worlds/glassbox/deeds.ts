// What may be done and why not: check and choices from the view alone, and what agents hand in as events of their own.
import { type ActionOf, type Dice, fail, type Outcome, type Refusal, refuse } from "@orrery/kernel";
import { hearingOf } from "./hearing.ts";
import { readClaims, withWords } from "./read-claims.ts";
import { fakeable, inSight, reachable, sabotages, victims } from "./rules.ts";
import type {
  actions,
  DeedKind,
  GlassAction,
  GlassBox,
  GlassEvent,
  GlassState,
  GlassView,
  Intent,
  Player,
  SUSPICION_MOMENTS,
} from "./shape.ts";

type GlassRefusal = Refusal<GlassBox> | null;
type ActOf<K extends DeedKind> = ActionOf<K, (typeof actions)[K]>;

/** Whether the ask allows a type, and the list that a deed's object must be on has it. */
function checkListed(view: GlassView, action: GlassAction, what: string | null, list: readonly string[]): GlassRefusal {
  const problem = whenever(view, action);
  if (problem) return problem;
  if (what !== null && !list.includes(what)) return refuse("not_available", { type: action.type, what });
  return null;
}

function whenever(view: GlassView, { type, metadata }: GlassAction): GlassRefusal {
  if (!view.available_actions.types.includes(type)) return refuse("not_now", { type });
  for (const who of Object.keys(metadata.suspicions ?? {})) {
    const player = view.players.find(({ id }) => id === who);
    if (!player || who === view.you.id) return refuse("not_a_suspect", { who });
  }
  return null;
}

export const check: { [K in DeedKind]: (view: GlassView, action: ActOf<K>) => GlassRefusal } = {
  move(view, action) {
    const { targetId, locationId } = action;
    if ((targetId === undefined) === (locationId === undefined)) return refuse("one_destination", {});
    return targetId === undefined
      ? checkListed(view, action, locationId!, view.available_actions.available_moves)
      : checkListed(view, action, targetId, view.available_actions.available_follows);
  },
  wait: whenever,
  interact: (view, action) => checkListed(view, action, action.targetId, view.available_actions.available_interactions),
  kill: (view, action) => checkListed(view, action, action.targetId, view.available_actions.available_kills),
  sabotage: (view, action) => checkListed(view, action, action.targetId, view.available_actions.available_sabotages),
  fake_task: (view, action) => checkListed(view, action, action.targetId, view.available_actions.available_fakes),
  configure_triggers: (view, action) =>
    whenever(view, action) ?? (action.metadata.triggers ? null : refuse("nothing_configured", {})),
  speak(view, action) {
    const most = view.settings.statementMax;
    return whenever(view, action) ?? (action.metadata.text.length > most ? refuse("too_long", { most }) : null);
  },
  vote: (view, action) => checkListed(view, action, action.targetId, view.available_actions.available_votes),
  reflect: (view, action) =>
    whenever(view, action) ??
    (action.metadata.learned && view.phase !== "ENDED" ? refuse("not_after_the_end", {}) : null),
};

/** Everything that answers the ask, without private matter. */
export function legal({ available_actions: list }: GlassView, actorId: string): readonly GlassAction[] {
  const metadata = {};
  const out: GlassAction[] = [];
  for (const type of list.types)
    switch (type) {
      case "move":
        for (const locationId of list.available_moves) out.push({ actorId, type, locationId, metadata });
        for (const targetId of list.available_follows) out.push({ actorId, type, targetId, metadata });
        break;
      case "interact":
        for (const targetId of list.available_interactions) out.push({ actorId, type, targetId, metadata });
        break;
      case "kill":
        for (const targetId of list.available_kills) out.push({ actorId, type, targetId, metadata });
        break;
      case "sabotage":
        for (const targetId of list.available_sabotages) out.push({ actorId, type, targetId, metadata });
        break;
      case "fake_task":
        for (const targetId of list.available_fakes) out.push({ actorId, type, targetId, metadata });
        break;
      case "vote":
        for (const targetId of list.available_votes) out.push({ actorId, type, targetId, metadata });
        break;
      case "speak":
        out.push({ actorId, type, metadata: { text: "" } });
        break;
      case "configure_triggers":
        break;
      default:
        out.push({ actorId, type, metadata });
    }
  return out;
}

export const explain: { [R in keyof GlassBox["reasons"]]: (data: GlassBox["reasons"][R], view: GlassView) => string } =
  {
    not_now: ({ type }, { available_actions: { types } }) =>
      types.length === 0
        ? "You are not asked for anything now."
        : `You cannot ${type.replaceAll("_", " ")} now. You may: ${types.join(", ").replaceAll("_", " ")}.`,
    not_available: ({ type, what }) => `"${what}" is not among what you can ${type.replaceAll("_", " ")} here and now.`,
    one_destination: () => "Say either where to go or whom to follow: one of the two.",
    nothing_configured: () => "Say which triggers to change, in `triggers`.",
    not_a_suspect: ({ who }) => `"${who}" is no other player of this game.`,
    too_long: ({ most }) => `A statement may have at most ${most} characters.`,
    not_after_the_end: () => "What you have learned is written after the end of the game.",
    not_possible: ({ what }) => `That came to nothing: ${what} was not possible from here.`,
    too_late: ({ what }) => `Somebody was quicker: ${what}.`,
    already_acted: () => "You have already chosen what to do.",
  };

// ---------------------------------------------------------------- decide

/** An intent, and what an agent keeps to itself beside it. */
function hand(state: GlassState, action: GlassAction, intent: Intent): Outcome<GlassBox> {
  const who = action.actorId;
  const player = state.players[who]!;
  const { tick } = state;
  const beside = privately(state, action);
  if (player.intent !== null)
    return fail(refuse("already_acted", {}), { type: "failed", who, intent, reason: "already_acted", tick }, ...beside);
  if (!state.settings.contextTools && !isPossible(state, who, player, intent))
    return fail(
      refuse("not_possible", { what: action.type.replaceAll("_", " ") }),
      { type: "failed", who, intent, reason: "not_possible", tick },
      ...beside,
    );
  return [{ type: "intended", who, intent }, ...beside];
}

function privately(state: GlassState, { actorId: who, metadata }: GlassAction): GlassEvent[] {
  const { thought, notes, triggers, suspicions } = metadata;
  const out: GlassEvent[] = [];
  if (thought !== undefined || notes) out.push({ type: "noted", who, thought: thought ?? null, notes: notes ?? {} });
  if (triggers) out.push({ type: "configured", who, triggers });
  const moment = suspicions ? momentNow(state) : null;
  if (suspicions && moment) out.push({ type: "suspected", who, moment, of: suspicions });
  return out;
}

function momentNow({ meeting }: GlassState): (typeof SUSPICION_MOMENTS)[number] | null {
  const stage = meeting?.stage;
  if (stage === "interrupt" || stage === "preparation") return "before_meeting";
  return stage === "deliberation" ? "after_discussion" : stage === "vote" ? "before_vote" : null;
}

/** For games that list every tool: what would have been on the list otherwise. */
function isPossible(state: GlassState, who: string, player: Player, intent: Intent): boolean {
  switch (intent.type) {
    case "move":
      return player.vent === null;
    case "follow":
      return player.vent === null && (player.life !== "alive" || inSight(state, player).includes(intent.who));
    case "interact":
      return reachable(state, who).includes(intent.object);
    case "kill":
      return victims(state, who).includes(intent.target);
    case "sabotage":
      return sabotages(state, who).includes(intent.system);
    case "fake":
      return fakeable(state, who).includes(intent.site);
    default:
      return true;
  }
}

export const decide: {
  [K in DeedKind]: (state: GlassState, action: ActOf<K>, dice: Dice) => Outcome<GlassBox>;
} = {
  move: (state, action) =>
    hand(
      state,
      action,
      action.targetId === undefined
        ? { type: "move", to: action.locationId! }
        : { type: "follow", who: action.targetId },
    ),
  wait: (state, action) => hand(state, action, { type: "wait" }),
  interact: (state, action) => hand(state, action, { type: "interact", object: action.targetId }),
  kill: (state, action) => hand(state, action, { type: "kill", target: action.targetId }),
  sabotage: (state, action) => hand(state, action, { type: "sabotage", system: action.targetId }),
  fake_task: (state, action) => hand(state, action, { type: "fake", site: action.targetId }),
  configure_triggers: (state, action) => privately(state, action),
  speak: (state, action) => {
    const { claims } = action.metadata;
    const text = action.metadata.text.trim();
    const hearing = hearingOf(state, action.actorId);
    const intent: Intent = claims
      ? { type: "speak", text, claims: withWords(claims, text, hearing) }
      : { type: "speak", text, claims: readClaims(text, hearing), ...(text === "" ? {} : { read: true }) };
    return hand(state, action, intent);
  },
  vote: (state, action) => hand(state, action, { type: "vote", target: action.targetId }),
  reflect: (state, action) => {
    const outcome = hand(state, action, { type: "reflect" });
    const { learned } = action.metadata;
    if (!learned || !Array.isArray(outcome)) return outcome;
    return [...(outcome as readonly GlassEvent[]), { type: "learned", who: action.actorId, learned }];
  },
};
