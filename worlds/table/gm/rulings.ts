// What the game master decides: rulings on free words, proposals, and the telling of a turn. The rules roll and carry out; the seat only names what is wanted.

import { actionSchema, checker, equal, refuse } from "@orrery/kernel";
import { campaignOf, changesBetween, updatesOf } from "../campaign.ts";
import { contentProblem } from "../gate.ts";
import { entriesOf } from "../order.ts";
import { bodyIn, canAct } from "../play/body.ts";
import { playerChecks } from "../play/check.ts";
import type { Deed } from "../play/deed.ts";
import { goOn, type PlayerKind, perform, rollCheck } from "../play/deeds/index.ts";
import { freeName, spawn } from "../play/happen.ts";
import { land } from "../play/landing.ts";
import { passTime } from "../play/pressure.ts";
import { get } from "../protocol/path.ts";
import { isMonster, monsterOf } from "../rules/monsters.ts";
import type { TableActionOf, TableRefusal } from "../shape.ts";
import { actions, type TableAction } from "../shape.ts";
import { type Fact, type TableState, TURN_KINDS, type TurnKind } from "../state.ts";
import { TAKES } from "../time.ts";
import type { TableView } from "../view/types.ts";
import { assemble } from "./assemble.ts";
import { addPlace, addProp, changeProp, placeProblem, propProblem } from "./inventions.ts";
import { judgeNarration } from "./judge.ts";
import { nextInLine } from "./offers.ts";
import { haltOf } from "./recovery.ts";

const ruling = (view: TableView): TableRefusal =>
  view.desk !== null && view.phase === "ruling" ? null : refuse("not_ruled", {});
const telling = (view: TableView): TableRefusal =>
  view.desk !== null && view.phase === "narration" ? null : refuse("not_narrated", {});
const clean = (view: TableView, ...texts: readonly string[]): TableRefusal => {
  const why = texts.map((text) => contentProblem(text, view.limits, "gm")).find((one) => one !== null);
  return why ? refuse("off_limits", { why }) : null;
};

const proposal = (why: string | null): TableRefusal => (why === null ? null : refuse("bad_proposal", { why }));

/** What free words may be read as. */
const READABLE = [
  "choose",
  "attack",
  "cast",
  "check",
  "talk",
  "travel",
  "rest",
  "think",
  "look",
  "use",
  "take",
  "give",
  "wear",
  "buy",
  "sell",
  "maneuver",
  "feature",
  "end_turn",
] as const satisfies readonly PlayerKind[];
type Readable = TableActionOf<(typeof READABLE)[number]>;

export const gmChecks = {
  set_dc: (view: TableView, { metadata: { what, yes, no } }: TableActionOf<"set_dc">): TableRefusal =>
    ruling(view) ?? clean(view, what, yes, no),
  allow(view: TableView, { metadata: { what, minutes } }: TableActionOf<"allow">): TableRefusal {
    return (
      ruling(view) ??
      clean(view, what) ??
      (view.combat && minutes > 0
        ? refuse("bad_proposal", { why: "in a fight a turn takes seconds: write 0 minutes" })
        : null)
    );
  },
  deny: (view: TableView, { metadata: { why } }: TableActionOf<"deny">): TableRefusal =>
    ruling(view) ?? clean(view, why),
  read_as(view: TableView, { metadata: { action } }: TableActionOf<"read_as">): TableRefusal {
    const barred = ruling(view);
    if (barred) return barred;
    const read = readAction(view.desk!.hero, action);
    if (typeof read === "string") return refuse("bad_proposal", { why: read });
    const seat = { ...view.desk!.seat!, phase: "player" as const };
    const check = playerChecks[read.type as keyof typeof playerChecks] as (
      view: TableView,
      action: TableAction,
    ) => TableRefusal;
    return check(seat, read);
  },
  spawn(view: TableView, { metadata: { block, name, alignment } }: TableActionOf<"spawn">): TableRefusal {
    const barred = telling(view) ?? clean(view, name);
    if (barred) return barred;
    if (!isMonster(block)) return refuse("bad_proposal", { why: `"${block}" is none of the rules' creatures` });
    if (view.desk!.dead.some((dead) => dead.toLowerCase() === name.toLowerCase()))
      return refuse("dead_cannot_act", { who: name });
    if (monsterOf(block).kind !== "humanoid" && monsterOf(block).kind !== "beast")
      return refuse("bad_proposal", { why: "only people and beasts walk in unasked" });
    if (view.desk!.allNames.some((one) => one.toLowerCase() === name.toLowerCase()))
      return refuse("bad_proposal", { why: `somebody is called "${name}" already` });
    return alignment === "" ? refuse("bad_proposal", { why: "name an alignment" }) : null;
  },
  add_place(view: TableView, { metadata }: TableActionOf<"add_place">): TableRefusal {
    return telling(view) ?? clean(view, metadata.name, metadata.description) ?? proposal(placeProblem(view, metadata));
  },
  add_prop(view: TableView, { metadata }: TableActionOf<"add_prop">): TableRefusal {
    return telling(view) ?? clean(view, metadata.name, metadata.description) ?? proposal(propProblem(view, metadata));
  },
  change_prop(view: TableView, { targetId }: TableActionOf<"change_prop">): TableRefusal {
    return (
      telling(view) ??
      (view.props.some(({ id }) => id === targetId) ? null : refuse("no_such_target", { target: targetId }))
    );
  },
  advance_mission(
    view: TableView,
    { metadata: { mission_id, title, objective } }: TableActionOf<"advance_mission">,
  ): TableRefusal {
    const barred = telling(view) ?? clean(view, title, objective);
    if (barred) return barred;
    return /^[a-z][a-z0-9_]*$/.test(mission_id) ? null : refuse("bad_proposal", { why: "mission_id is in snake_case" });
  },
  order(view: TableView, { targetId }: TableActionOf<"order">): TableRefusal {
    return (
      telling(view) ??
      (view.combat?.combatants.some(({ id, side }) => id === targetId && side !== "party")
        ? null
        : refuse("no_such_target", { target: targetId }))
    );
  },
  narrate: (view: TableView, { metadata }: TableActionOf<"narrate">): TableRefusal => judgeNarration(view, metadata),
};

const contracts = new Map<unknown, (action: unknown) => string | null>(
  READABLE.map((type) => [type, checker(actionSchema(type, actions[type]), "action")]),
);

/** Free words as a deed of the one who said them, held to the contract that a player's own deed is held to; a sentence when they are none. */
function readAction(actorId: string, action: Readonly<Record<string, unknown>>): Readable | string {
  const problem = contracts.get(action["type"]);
  if (problem === undefined) return `type is one of ${READABLE.join(", ")}`;
  const read: unknown = { metadata: {}, ...action, actorId };
  return problem(read) ?? (read as Readable);
}

type GmDeed = { readonly [K in keyof typeof gmChecks]: (deed: Deed, action: TableActionOf<K>) => void };

export const gmDeeds: GmDeed = {
  set_dc(deed, { metadata: { skill, dc, minutes, what, yes, no } }) {
    const who = deed.state.pending!.hero;
    deed.fact({ is: "acted", who: deed.state.heroes[who]!.name, what });
    if (!deed.state.combat) passTime(deed, minutes === undefined ? TAKES.search : Math.max(TAKES.quick, minutes * 60));
    else spendAction(deed);
    const success = canAct(bodyIn(deed.state, who)) && rollCheck(deed, who, skill, dc);
    deed.fact({ is: "told", text: success ? yes : no });
    settle(deed, who);
  },
  allow(deed, { metadata: { what, minutes } }) {
    const who = deed.state.pending!.hero;
    if (!deed.state.combat) passTime(deed, Math.max(TAKES.quick, minutes * 60));
    deed.fact({ is: "told", text: what });
    settle(deed, who);
  },
  deny(deed, { metadata: { why } }) {
    const who = deed.state.pending!.hero;
    if (!deed.state.combat) passTime(deed, TAKES.quick);
    deed.fact({ is: "denied", why });
    settle(deed, who);
  },
  read_as(deed, { metadata: { action } }) {
    const who = deed.state.pending!.hero;
    const read = readAction(who, action);
    if (typeof read === "string") throw new TypeError(`a deed that was admitted is none: ${read}`);
    deed.emit({ type: "phase_set", phase: "narration" });
    perform(deed, read);
    settle(deed, who);
  },
  spawn(deed, { metadata: { block, name, role, gender, age, disposition, mbti, alignment } }) {
    if (isMonster(block))
      spawn(deed, { block, name: freeName(deed.state, name), role, gender, age, disposition, mbti, alignment });
  },
  add_place: addPlace,
  add_prop: addProp,
  change_prop: changeProp,
  advance_mission(deed, { metadata }) {
    deed.emit({ type: "mission_set", mission: metadata });
    if (metadata.status === "failed")
      deed.emit({ type: "remembered", text: `Failed: ${metadata.title}. ${metadata.objective}` });
  },
  order(deed, { targetId, metadata: { what, on } }) {
    deed.npc(targetId, "the game master's order", { order: { what, on: on ?? null } });
  },
  narrate(deed, { metadata }) {
    const { pending } = deed.state;
    const halt = haltOf(deed, metadata);
    const drifted = metadata.state_updates ? landUpdates(deed, metadata.state_updates, halt === null) : [];
    if (drifted.length > 0) deed.emit({ type: "drifted", fields: drifted });
    const said = halt?.said ?? metadata;
    const told = assemble(deed.state, said, halt?.recovery);
    const next = nextInLine(deed.state);
    deed.emit({
      type: "narrated",
      told,
      summary: summaryOf(pending!.input, said.narrative),
      at: deed.state.now,
      kind: kindOf(pending!),
    });
    nextSpotlight(deed, next);
  },
};

const spendAction = (deed: Deed): void => {
  const { combat } = deed.state;
  if (combat) deed.emit({ type: "fight_changed", set: { economy: { ...combat.economy, action: false } } });
};

/** On to the telling, and in a fight on to the next who can act. */
function settle(deed: Deed, who: string): void {
  if (deed.state.phase === "ruling") deed.emit({ type: "phase_set", phase: "narration" });
  goOn(deed, who);
}

/** What a model may write of the campaign lands, unless its telling is withheld; what is the rules' own is only compared. Returns the fields that differed. */
function landUpdates(deed: Deed, updates: Readonly<Record<string, unknown>>, lands: boolean): string[] {
  const differed: string[] = [];
  const { pending } = deed.state;
  const campaign = campaignOf(deed.state, pending!.hero);
  const changed = updatesOf(changesBetween(pending!.before, campaign));
  for (const [place, value] of leavesOf(updates)) {
    const own = FREE.some((path) => path.every((step, i) => step === "*" || step === place[i]));
    if (own) {
      if (lands && land(deed, pending!.hero, place, value) !== null) differed.push(place.join("."));
      continue;
    }
    const truth = get(changed, ...place) ?? get(campaign, ...place);
    if (truth === undefined || !equal(truth, value)) differed.push(place.slice(0, 3).join("."));
  }
  return differed;
}
/** State paths that the narrator may write. */
const FREE: readonly (readonly string[])[] = [
  ["custom_campaign_state", "core_memories"],
  ["npc_data", "*", "relationships", "*"],
  ["npc_data", "*", "present"],
  ["custom_campaign_state", "npc_agendas", "*", "current_goal"],
];

function* leavesOf(value: unknown, place: readonly string[] = []): Generator<readonly [readonly string[], unknown]> {
  const inner = typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, "append");
  if (!inner || place.length >= 6) yield [place, value];
  else
    for (const [key, one] of entriesOf(value as Readonly<Record<string, unknown>>))
      yield* leavesOf(one, [...place, key]);
}

/** What a turn was about; the deeds of a fight are one subject, with all that is in them. */
function kindOf({ mode, facts }: NonNullable<TableState["pending"]>): TurnKind {
  if (mode !== "STORY") return mode === "GOD" ? "god" : "ask";
  const happened = new Set<TurnKind | undefined>(facts.map(({ is }) => FACTS[is as keyof typeof FACTS]));
  return TURN_KINDS.find((kind) => happened.has(kind)) ?? "deed";
}
const FACTS = {
  think: "think",
  fell: "fall",
  attack: "fight",
  fight: "fight",
  hurt: "fight",
  travel: "travel",
  rest: "rest",
  check: "check",
  said: "talk",
} as const satisfies Partial<Record<Fact["is"], TurnKind>>;

const summaryOf = (input: string, narrative: string): string => {
  const first = /^[^.!?]*[.!?]/.exec(narrative.trim())?.[0] ?? narrative;
  return `${input === "" ? "" : `“${input.slice(0, 80)}” — `}${first.slice(0, 160)}`;
};

/** The next of the party who can act has the word; outside fights only. */
function nextSpotlight(deed: Deed, next: string): void {
  const at = deed.state.order.indexOf(next);
  if (!deed.state.combat && at !== deed.state.spotlight) deed.emit({ type: "spotlight_moved", to: at });
}
