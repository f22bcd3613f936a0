// What an author's action brings about: the events of it, an entry in the log, and what takes it back. Refuses with a reason; never half does a thing.
import { type ActionOf, actionSchema, checker, type Dice, getKey, type RefusedGod, withMetadata } from "@orrery/kernel";
import type { Story, StoryEvent, StoryState } from "../shape.ts";
import { LOG_TEXTS, type LogEntry, type LogType } from "../tale.ts";
import { AGENT_KINDS, type AgentKind, agentActions, type townGod } from "../town/actions.ts";
import { check, explain } from "../town/check.ts";
import { EMOTIONS, type Emotion } from "../town/config.ts";
import { decide } from "../town/decide.ts";
import { emotionsOf } from "../town/emotions.ts";
import { godDecide } from "../town/god.ts";
import { view } from "../town/view.ts";
import { storyGod, type TaleReasons, taleExplain, type taleGod } from "./actions.ts";
import { brokenDirective, compileDirective, directiveForLife, directiveToStay } from "./directives.ts";
import { foldEvents } from "./fold.ts";
import { eventsOfUndo } from "./undone.ts";

type Decided = readonly StoryEvent[] | RefusedGod<Story>;
type TaleGodDeciders<Kinds extends Record<string, object>> = {
  [K in keyof Kinds & string]: (state: StoryState, action: ActionOf<K, Kinds[K]>, dice: Dice) => Decided;
};
interface Stamp {
  readonly round?: number | undefined;
  readonly at?: string | undefined;
}

const taleDecide: TaleGodDeciders<typeof taleGod> = {
  inject_event(state, { metadata: { description, scope = "truth", kind, ...stamp } }) {
    const against = againstDirective(state, description, stamp);
    if (against) return against;
    const entry = entryOf(state, kind ?? "god_mode_injection", description, stamp);
    const { id } = entry;
    const { round } = state;
    return [
      {
        type: "happened",
        id,
        kind: kind ?? "event",
        text: description,
        round,
        scope,
        to: null,
        topic: null,
        stance: null,
      },
      { type: "relogged", entry: { ...entry, scope, undo: [{ type: "forgotten", id, round }] }, round },
    ];
  },
  kill(state, { targetId: who, metadata: { cause, ...stamp } }) {
    const one = getKey(state.agents, who);
    if (!one) return nobody(who);
    if (one.status === "dead") return { reason: "already_done", message: `${nameOf(state, who)} is dead already.` };
    const kept = directiveForLife(state, who);
    if (kept) return refuseTale("against_directive", { text: kept.text });
    const { round } = state;
    const entry = entryOf(state, "god_mode_death", LOG_TEXTS.death(nameOf(state, who)), stamp, who);
    return [
      { type: "died", who, cause: cause ?? "", round },
      { type: "logged", entry: { ...entry, undo: [{ type: "revived", who, round }] }, round },
    ];
  },
  modify_emotion(state, { targetId: who, metadata: { emotions, ...stamp } }) {
    const one = getKey(state.agents, who);
    const profile = getKey(state.profiles, who);
    if (!one || !profile) return nobody(who);
    const known = EMOTIONS.filter((name) => typeof emotions[name] === "number");
    if (known.length === 0) return refuseTale("unknown_emotion", { names: Object.keys(emotions) });
    const now = emotionsOf(one, profile, state.round);
    const levels = (of: (name: Emotion) => number) => Object.fromEntries(known.map((name) => [name, of(name)]));
    const set = levels((name) => Math.min(1, Math.max(0, emotions[name]!)));
    const was = levels((name) => now[EMOTIONS.indexOf(name)]!);
    const { round } = state;
    const text = `${profile.name}'s feelings were changed: ${known.map((name) => `${name} ${set[name]}`).join(", ")}.`;
    const entry = entryOf(state, "god_mode_emotion_change", text, stamp, who);
    return [
      { type: "felt", who, emotions: set, round },
      {
        type: "logged",
        entry: { ...entry, emotions: set, undo: [{ type: "felt", who, emotions: was, round }] },
        round,
      },
    ];
  },
  move(state, { targetId: who, metadata: { place, ...stamp } }) {
    if (!getKey(state.agents, who)) return nobody(who);
    const found = place === null ? null : state.tale.places.find(({ id }) => id === place);
    if (found === undefined) return refuseTale("unknown_place", { id: place! });
    const held = directiveToStay(state, who, place);
    if (held) return refuseTale("against_directive", { text: held.text });
    const { round } = state;
    const name = nameOf(state, who);
    const text = found === null ? `${name} has gone away.` : LOG_TEXTS.arrival(name, found.name);
    const entry = entryOf(state, "god_mode_move", text, stamp, who);
    const was = state.tale.whereabouts[who] ?? null;
    return [
      { type: "moved", who, place, round },
      { type: "logged", entry: { ...entry, undo: [{ type: "moved", who, place: was, round }] }, round },
    ];
  },
  force_action(state, { targetId: who, metadata: { action, ...stamp } }, dice) {
    const one = getKey(state.agents, who);
    if (!one) return nobody(who);
    const { type } = action;
    const whole = { actorId: who, ...action };
    const problem = ACTIONS[type](whole);
    if (problem) return refuseTale("unfit_action", { problem: `${problem}.` });
    const text = action.metadata?.["text"];
    const against = typeof text === "string" ? againstDirective(state, text, stamp) : null;
    if (against) return against;
    const judge = check[type] as (seen: object, action: object) => ReturnType<(typeof check)[AgentKind]>;
    const refusal = judge({ ...view(state, who), asked: true }, whole);
    if (refusal) {
      const sentence = explain[refusal.reason as keyof typeof explain] as (data: unknown) => string;
      return { reason: refusal.reason, message: `${nameOf(state, who)} cannot do that now: ${sentence(refusal.data)}` };
    }
    const act = decide[type] as (state: StoryState, action: object, dice: Dice) => readonly StoryEvent[];
    const events = act(state, whole, dice).map((event) => ({ ...event, forced: true }) as StoryEvent);
    const { round } = state;
    const entry = entryOf(state, "god_mode_force_action", `${nameOf(state, who)} was made to act.`, stamp, who);
    const undo = events.map((event) => inverseOf(event, one.opinions));
    return [
      ...events,
      { type: "logged", entry: { ...entry, undo: undo.includes(null) ? null : (undo as StoryEvent[]) }, round },
    ];
  },

  set_rules: (state, { metadata: { rules } }) => rulesSet(state, rules),
  edit_rule: (state, { metadata: { index, text } }) =>
    index < state.tale.rules.length
      ? rulesSet(state, state.tale.rules.with(index, text))
      : refuseTale("unknown_rule", { index }),
  delete_rule: (state, { metadata: { index } }) =>
    index < state.tale.rules.length
      ? rulesSet(state, state.tale.rules.toSpliced(index, 1))
      : refuseTale("unknown_rule", { index }),
  put_location(state, { metadata: place }) {
    const { round } = state;
    return edit(
      state,
      { type: "place_put", place, round },
      `The place ${place.name} was set down.`,
      undoPut(state, "places", place.id),
    );
  },
  delete_location(state, { metadata: { id } }) {
    const place = state.tale.places.find((one) => one.id === id);
    if (!place) return refuseTale("unknown_place", { id });
    const { round } = state;
    const there = Object.entries(state.tale.whereabouts).flatMap(([who, at]) => (at === id ? [who] : []));
    const left = there.map((who): StoryEvent => ({ type: "moved", who, place: null, round }));
    const undo: StoryEvent[] = [
      { type: "place_put", place, at: state.tale.places.indexOf(place), round },
      ...there.map((who): StoryEvent => ({ type: "moved", who, place: id, round })),
    ];
    return [
      ...left,
      { type: "place_removed", id, round },
      editEvent(state, `The place ${place.name} was taken away.`, undo),
    ];
  },
  edit_event(state, { metadata: { id, description, round: shown } }) {
    const entry = standing(state, id);
    if (!entry) return refuseTale("unknown_event", { id });
    const after = { ...entry, description: description ?? entry.description, round: shown ?? entry.round };
    const { round } = state;
    return edit(state, { type: "relogged", entry: after, round }, `The event ${id} was written anew.`, [
      { type: "relogged", entry, round },
    ]);
  },
  delete_event: (state, { metadata: { id } }) => {
    const entry = standing(state, id);
    if (!entry) return refuseTale("unknown_event", { id });
    const { round } = state;
    const after: StoryEvent = { type: "relogged", entry: { ...entry, undone: true }, round };
    return edit(state, after, `The event ${id} was deleted.`, [{ type: "relogged", entry, round }]);
  },
  put_faction(state, { metadata: faction }) {
    const stranger = faction.members.find((who) => !getKey(state.agents, who));
    if (stranger !== undefined) return nobody(stranger);
    const { round } = state;
    return edit(
      state,
      { type: "faction_put", faction, round },
      `The faction ${faction.name} was set down.`,
      undoPut(state, "factions", faction.id),
    );
  },
  delete_faction: (state, { metadata: { id } }) => {
    const faction = state.tale.factions.find((one) => one.id === id);
    if (!faction) return refuseTale("unknown_faction", { id });
    const { round } = state;
    return edit(state, { type: "faction_removed", id, round }, `The faction ${faction.name} was dissolved.`, [
      { type: "faction_put", faction, at: state.tale.factions.indexOf(faction), round },
    ]);
  },
  put_resource(state, { metadata: resource }) {
    const { round } = state;
    return edit(
      state,
      { type: "resource_put", resource, round },
      `${resource.name} was set down.`,
      undoPut(state, "resources", resource.id),
    );
  },
  delete_resource: (state, { metadata: { id } }) => {
    const resource = state.tale.resources.find((one) => one.id === id);
    if (!resource) return refuseTale("unknown_resource", { id });
    const { round } = state;
    return edit(state, { type: "resource_removed", id, round }, `${resource.name} was taken away.`, [
      { type: "resource_put", resource, at: state.tale.resources.indexOf(resource), round },
    ]);
  },
  set_telling(state, { metadata }) {
    const { round } = state;
    const { telling } = state.tale;
    const after = {
      tone: metadata.tone ?? telling.tone,
      enforcement: metadata.enforcement ?? telling.enforcement,
      places: metadata.places ?? telling.places,
    };
    return edit(state, { type: "telling_set", telling: after, round }, "How the story is told was changed.", [
      { type: "telling_set", telling, round },
    ]);
  },
  add_directive(state, { metadata: { text } }) {
    const id = `dir_${String(state.tale.counts.directives + 1).padStart(3, "0")}`;
    const { round } = state;
    const directive = { id, text, check: compileDirective(text, state) };
    return edit(state, { type: "directive_put", directive, round }, `A standing rule was stated: ${text}`, [
      { type: "directive_removed", id, round },
    ]);
  },
  delete_directive: (state, { metadata: { id } }) => {
    const directive = state.tale.directives.find((one) => one.id === id);
    if (!directive) return refuseTale("unknown_directive", { id });
    const { round } = state;
    return edit(state, { type: "directive_removed", id, round }, `A standing rule was lifted: ${directive.text}`, [
      { type: "directive_put", directive, at: state.tale.directives.indexOf(directive), round },
    ]);
  },
  take_back(state, { metadata: { id } }) {
    const entry = state.tale.log.find((one) => one.id === id && !one.undone);
    if (!entry) return refuseTale("unknown_event", { id });
    return (
      eventsOfUndo(entry, state.round) ??
      refuseTale("unfit_action", {
        problem: `"${id}" has no opposite. Undo its turn, or leave on a branch from before it.`,
      })
    );
  },
  bulk(state, { metadata: { actions } }, dice) {
    const events: StoryEvent[] = [];
    let now = state;
    for (const [i, action] of actions.entries()) {
      const { type } = action;
      const contract = Object.hasOwn(GODS, type) && type !== "bulk" ? GODS[type]! : null;
      if (contract === null)
        return refuseTale("unfit_action", {
          problem: `actions[${i}]: there is no "${type}" to do at once with others.`,
        });
      const whole = withMetadata({ actorId: "god", ...action }, contract);
      const problem = contract(whole);
      if (problem) return refuseTale("unfit_action", { problem: `actions[${i}]: ${problem}.` });
      const one = storyGodDecide[type as keyof typeof storyGodDecide] as (
        state: StoryState,
        action: object,
        dice: Dice,
      ) => Decided;
      const decided = one(now, whole, dice);
      if ("reason" in decided) return { ...decided, message: `actions[${i}]: ${decided.message}` };
      events.push(...decided);
      now = foldEvents(now, decided);
    }
    return events;
  },
};

/** The town's own, under the author's standing rules, with an entry in the log where they have none by themselves. */
const townDecide: TaleGodDeciders<typeof townGod> = {
  ...godDecide,
  inject: (state, action, dice) =>
    againstDirective(state, action.metadata.text, {}) ?? godDecide.inject(state, action, dice),
  rumour: (state, action, dice) =>
    againstDirective(state, action.metadata.text, {}) ?? godDecide.rumour(state, action, dice),
  resurrect(state, action, dice) {
    const decided = godDecide.resurrect(state, action, dice);
    if ("reason" in decided) return decided;
    const { targetId: who } = action;
    const entry = entryOf(state, "god_mode_resurrection", `${nameOf(state, who)} has come back to life.`, {}, who);
    const undo: StoryEvent[] = [{ type: "died", who, cause: "", round: state.round }];
    return [...decided, { type: "logged", entry: { ...entry, undo }, round: state.round }];
  },
  skip_time(state, action, dice) {
    const decided = godDecide.skip_time(state, action, dice);
    if ("reason" in decided) return decided;
    const { rounds } = action.metadata;
    const text = rounds === 1 ? "A round went by." : `${rounds} rounds went by.`;
    return [...decided, { type: "logged", entry: entryOf(state, "god_mode_time_skip", text, {}), round: state.round }];
  },
  silence(state, action, dice) {
    const decided = godDecide.silence(state, action, dice);
    if ("reason" in decided) return decided;
    const { targetId: who } = action;
    const undo: StoryEvent[] = [{ type: "silenced", who, until: 0, round: state.round }];
    return [...decided, editEvent(state, `${nameOf(state, who)} was silenced.`, undo)];
  },
};

export const storyGodDecide: TaleGodDeciders<typeof storyGod> = { ...townDecide, ...taleDecide };

/** Checks of whole actions, each compiled when it is first needed. */
const ACTIONS = Object.fromEntries(
  AGENT_KINDS.map((type) => [type, checker(actionSchema(type, agentActions[type]), "action")]),
) as unknown as Readonly<Record<AgentKind, (action: unknown) => string | null>>;
const GODS: Readonly<Record<string, (action: unknown) => string | null>> = Object.fromEntries(
  Object.entries(storyGod).map(([type, contract]) => [type, checker(actionSchema(type, contract), "action")]),
);

const nameOf = (state: StoryState, who: string): string => getKey(state.profiles, who)?.name ?? who;
const nobody = (id: string): RefusedGod<Story> => ({
  reason: "unknown_person",
  message: explain.unknown_person({ id }),
});

function refuseTale<R extends keyof TaleReasons>(reason: R, data: TaleReasons[R]): RefusedGod<Story> {
  return { reason, message: taleExplain[reason](data) };
}

function entryOf(
  state: StoryState,
  type: LogType,
  description: string,
  { round, at }: Stamp,
  who: string | null = null,
): LogEntry {
  const id = `evt_${String(state.counts.happenings + 1).padStart(3, "0")}`;
  return {
    id,
    round: round ?? state.round,
    type,
    description,
    scope: "truth",
    who,
    at: at ?? null,
    undo: null,
    undone: false,
  };
}

/** An entry of the audit for what is no event of the story. */
function editEvent(state: StoryState, description: string, undo: readonly StoryEvent[]): StoryEvent {
  const id = `edit_${String(state.tale.counts.edits + 1).padStart(3, "0")}`;
  return { type: "logged", entry: { ...entryOf(state, "edit", description, {}), id, undo }, round: state.round };
}
const edit = (state: StoryState, event: StoryEvent, description: string, undo: readonly StoryEvent[]): Decided => [
  event,
  editEvent(state, description, undo),
];

const rulesSet = (state: StoryState, rules: readonly string[]): Decided =>
  edit(state, { type: "rules_set", rules, round: state.round }, "The rules were set.", [
    { type: "rules_set", rules: state.tale.rules, round: state.round },
  ]);

/** What was there of that id before, or that nothing was. */
function undoPut(state: StoryState, list: "places" | "factions" | "resources", id: string): StoryEvent[] {
  const { tale, round } = state;
  if (list === "places") {
    const place = tale.places.find((one) => one.id === id);
    return [place ? { type: "place_put", place, round } : { type: "place_removed", id, round }];
  }
  if (list === "factions") {
    const faction = tale.factions.find((one) => one.id === id);
    return [faction ? { type: "faction_put", faction, round } : { type: "faction_removed", id, round }];
  }
  const resource = tale.resources.find((one) => one.id === id);
  return [resource ? { type: "resource_put", resource, round } : { type: "resource_removed", id, round }];
}

const standing = (state: StoryState, id: string): LogEntry | undefined =>
  state.tale.log.find((one) => one.id === id && !one.undone && one.type !== "edit");

function againstDirective(state: StoryState, text: string, { round }: Stamp): RefusedGod<Story> | null {
  const broken = brokenDirective(state, text, round ?? state.round);
  return broken ? refuseTale("against_directive", { text: broken.text }) : null;
}

const OPPOSITE = { like: "unlike", unlike: "like", dislike: "undislike", undislike: "dislike" } as const;
/** What takes an action back; null for words that were said. */
function inverseOf(event: StoryEvent, opinions: Readonly<Record<string, number>>): StoryEvent | null {
  switch (event.type) {
    case "reacted":
      return event.what === "report" ? null : { ...event, what: OPPOSITE[event.what] };
    case "followed":
      return { ...event, type: "unfollowed" };
    case "unfollowed":
      return { ...event, type: "followed" };
    case "muted":
      return { ...event, type: "unmuted" };
    case "unmuted":
      return { ...event, type: "muted" };
    case "held": {
      const was = opinions[event.topic];
      return was === undefined ? null : { ...event, value: was };
    }
    case "looked":
    case "idled":
      return event;
    default:
      return null;
  }
}
