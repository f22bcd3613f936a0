// From an admitted action to its events: a message begins, the rules resolve it, time goes on, and the table waits to hear of it.
import type { Dice } from "@orrery/kernel";
import { playGod, runBlock } from "./gm/god.ts";
import { gmChecks, gmDeeds } from "./gm/rulings.ts";
import { bodyOf } from "./play/body.ts";
import { Deed } from "./play/deed.ts";
import { deeds, goOn, type PlayerKind, perform, speak } from "./play/deeds/index.ts";
import { rollPlain } from "./play/fight.ts";
import { happen } from "./play/happen.ts";
import { heal } from "./play/harm.ts";
import { passThought, passTime } from "./play/pressure.ts";
import { compare } from "./protocol/world-time.ts";
import { titleOf } from "./rules/abilities.ts";
import { isSpell, spellOf } from "./rules/spells.ts";
import type { TableAction, TableEvent } from "./shape.ts";
import type { TableState } from "./state.ts";
import { hourOf } from "./time.ts";

type Decider = (state: TableState, action: TableAction, dice: Dice) => readonly TableEvent[];

/** A player's deed, from its first event to the moment at which it is told. */
const decidePlayer: Decider = (state, action, dice) => {
  const deed = new Deed(state, dice);
  const who = action.actorId;
  deed.emit({ type: "began", hero: who, mode: "STORY", input: inputOf(state, action) });
  perform(deed, action);
  return finish(deed, who);
};

/** Closes a message: fights go on, the fallen end the campaign, and every story turn is later than the one before. */
function finish(deed: Deed, who: string): readonly TableEvent[] {
  if (deed.state.phase === "ruling") return deed.events;
  goOn(deed, who);
  endIfPartyFell(deed);
  if (compare(deed.state.now, deed.state.pending!.since) <= 0 && deed.state.pending!.mode === "STORY") {
    if (deed.state.combat) deed.emit({ type: "fight_changed", set: { micros: deed.state.combat.micros + 1 } });
    passThought(deed);
  }
  if (deed.state.phase !== "narration") deed.emit({ type: "phase_set", phase: "narration" });
  return deed.events;
}

/** When nobody of the party can ever act again, that is the end. */
function endIfPartyFell(deed: Deed): void {
  const { order, heroes, ended, combat } = deed.state;
  if (ended !== null || combat) return;
  if (order.every((id) => heroes[id]!.dead)) happen(deed, [{ is: "end", ending: "fallen" }]);
  else if (order.every((id) => heroes[id]!.dead || heroes[id]!.hp <= 0)) {
    // SRD: a stable creature that nobody heals regains one hit point after 1d4 hours.
    const first = order.find((id) => !heroes[id]!.dead)!;
    passTime(
      deed,
      hourOf(deed.state) * rollPlain(deed, first, `${heroes[first]!.name}: hours until coming round`, "1d4"),
    );
    if (deed.state.ended === null) heal(deed, first, 1, "coming round");
  }
}

const say: Decider = (state, action, dice) => {
  const { actorId: who, metadata } = action as Extract<TableAction, { type: "say" }>;
  const deed = new Deed(state, dice);
  if (/^\uFEFF?GOD(?: MODE:|_MODE_SET:)/.test(metadata.text)) {
    deed.emit({ type: "began", hero: who, mode: "GOD", input: metadata.text });
    playGod(deed, metadata.text);
    deed.emit({ type: "phase_set", phase: "narration" });
    return deed.events;
  }
  deed.emit({ type: "began", hero: who, mode: "STORY", input: metadata.text });
  speak(deed, who, metadata.text);
  return finish(deed, who);
};

const askGm: Decider = (state, action, dice) => {
  const { actorId: who, metadata } = action as Extract<TableAction, { type: "ask_gm" }>;
  return new Deed(state, dice).emit(
    { type: "began", hero: who, mode: "DM", input: metadata.text },
    { type: "phase_set", phase: "narration" },
  ).events;
};

/** A game master's ruling or telling. */
const decideGm: Decider = (state, action, dice) => {
  const deed = new Deed(state, dice);
  (gmDeeds[action.type as keyof typeof gmDeeds] as (deed: Deed, action: TableAction) => void)(deed, action);
  if (action.type === "narrate" || state.phase === "narration") return deed.events;
  const who = deed.state.pending!.hero;
  return finish(deed, who);
};

const all = <K extends string>(types: Readonly<Record<K, unknown>>, decide: Decider) =>
  Object.fromEntries(Object.keys(types).map((type) => [type, decide])) as Readonly<Record<K, Decider>>;

export const decide: Readonly<Record<TableAction["type"], Decider>> = {
  ...all(deeds, decidePlayer),
  ...all(gmChecks, decideGm),
  say,
  ask_gm: askGm,
};

/** What a message says for the record: the words of a choice, or the deed in plain words. */
function inputOf(state: TableState, action: TableAction): string {
  const name = (id: string | undefined) =>
    id === undefined
      ? ""
      : (bodyOf(state, id)?.name ?? state.adventure.places[id]?.name ?? itemName(state, action.actorId, id));
  switch (action.type as PlayerKind) {
    case "choose": {
      const { key } = (action as Extract<TableAction, { type: "choose" }>).metadata;
      return state.told?.choices[key]?.text ?? key;
    }
    case "cast": {
      const { spell } = (action as Extract<TableAction, { type: "cast" }>).metadata;
      return `Cast ${isSpell(spell) ? spellOf(spell).name.toLowerCase() : spell}${action.targetId === undefined ? "" : ` on ${name(action.targetId)}`}`;
    }
    case "check":
      return `Try ${titleOf((action as Extract<TableAction, { type: "check" }>).metadata.skill).toLowerCase()}`;
    case "talk":
      return (action as Extract<TableAction, { type: "talk" }>).metadata.say ?? `Talk to ${name(action.targetId)}`;
    case "travel":
      return `Go to ${name((action as { locationId?: string }).locationId)}`;
    case "rest":
      return (action as Extract<TableAction, { type: "rest" }>).metadata.length === "long"
        ? "Take a long rest"
        : "Take a short rest";
    case "think": {
      const { about } = (action as Extract<TableAction, { type: "think" }>).metadata;
      return about === undefined ? "Think it over" : `Think: ${about}`;
    }
    case "maneuver":
      return titleOf((action as Extract<TableAction, { type: "maneuver" }>).metadata.kind);
    case "feature":
      return titleOf((action as Extract<TableAction, { type: "feature" }>).metadata.feature);
    case "look":
      return "Look around";
    case "end_turn":
      return "End the turn";
    case "level_up":
      return "Rise a level";
    default:
      return `${titleOf(action.type)} ${name(action.targetId)}`.trim();
  }
}
const itemName = (state: TableState, who: string, id: string): string =>
  (
    state.heroes[who]?.items.find((item) => item.id === id) ??
    state.places[state.at]!.items.find((item) => item.id === id)
  )?.name.toLowerCase() ?? titleOf(id).toLowerCase();

export const godDecide = {
  set_block(state: TableState, { metadata: { text } }: { readonly metadata: { readonly text: string } }, dice: Dice) {
    const deed = new Deed(state, dice);
    const hero = state.pending?.hero ?? state.told?.hero ?? state.order[0]!;
    const problems = runBlock(deed, hero, text);
    if (problems.length > 0) return { reason: "bad_block" as const, message: problems.join(" ") };
    return deed.events.length > 0
      ? deed.events
      : { reason: "bad_block" as const, message: "The block changes nothing: everything stands as it says." };
  },
};
