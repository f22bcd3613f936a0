// What the tests of the Glass Box share: the engine, small games, and seats that play at random.
import { type ActionBase, decideTurn, type Frame, keyedDice, loadWorld } from "@orrery/kernel";
import { type Choose, legally, playOut, scenario, sha256 } from "@orrery/kernel/testing";
import { seesSpot, spotOf } from "../rules.ts";
import type { GlassConfig } from "../settings.ts";
import type { GlassAction, GlassBox, GlassEvent, GlassState, Player } from "../shape.ts";
import { glassbox } from "../world.ts";

export const engine = loadWorld<GlassBox>(glassbox, sha256);

/** Any legal deed, but mostly those that get a game forward. */
export const atRandom: Choose<GlassBox> = (chance) => {
  const { legal, dice } = chance;
  const eager = legal.filter(({ type }) => type !== "wait" && type !== "reflect");
  const hands = legal.filter(
    ({ type }) => type === "interact" || type === "kill" || type === "vote" || type === "speak",
  );
  if (hands.length > 0 && dice.int("eager", 0, 3) > 0)
    return [dice.pick("hands", hands as [ActionBase, ...ActionBase[]])];
  if (eager.length > 0) return [dice.pick("deed", eager as [ActionBase, ...ActionBase[]])];
  return legally(chance);
};

export const game = (seed: string, config: GlassConfig = {}, turns = 4000, choose: Choose<GlassBox> = atRandom) =>
  playOut(engine, { config, choose, seed, turns });

export type GlassFrame = Frame<GlassBox>;

/** Four crew and an impostor (red) in play at tick 1000, all cooldowns over, nobody asked but those named; everyone where told, else in the hold. */
export function scene(
  where: Readonly<Record<string, readonly [place: string, x: number, y: number]>>,
  { asked = ["red"], crew = [], settings = {}, change = {}, state: more = {} }: SceneOptions = {},
): GlassState {
  const config: GlassConfig = {
    seats: (["red", "blue", "green", "pink", "orange", ...crew] as const).map((id) => ({
      id,
      role: id === "red" ? "impostor" : "crewmate",
    })),
    settings: { impostors: 1, ...settings },
  };
  const dice = keyedDice(sha256, { seed: "scene", salt: "0", lane: "@open", depth: 0 }, "world");
  const opened = glassbox.open(config, dice);
  const base = { ...opened, tick: 1000, phase: "PLAYING" as const, sabotageReady: 0, buttonReady: 0 };
  const players: Record<string, Player> = {};
  for (const [id, player] of Object.entries(base.players)) {
    const [place, x, y] = where[id] ?? (["hold", 1000, 2500] as const);
    const wake = asked.includes(id) ? [{ type: "DECISION_TICK" as const, tick: 1000, data: {} }] : null;
    players[id] = { ...player, place, x, y, lookedFrom: place, killReady: 0, sees: 0, asked: wake, ...change[id] };
  }
  const state: GlassState = { ...base, players, ...more };
  const seen = Object.fromEntries(
    Object.keys(players).map((id) => {
      const mask = state.seats.reduce(
        (bits, other, seat) =>
          other.id !== id &&
          players[id]!.life === "alive" &&
          players[other.id]!.life === "alive" &&
          seesSpot(state, players[id]!, spotOf(state, players[other.id]!))
            ? bits | (1 << seat)
            : bits,
        0,
      );
      return [id, { ...players[id]!, sees: mask }];
    }),
  );
  return { ...state, players: seen };
}
export interface SceneOptions {
  readonly asked?: readonly string[];
  /** More crew than the four. */
  readonly crew?: readonly ("white" | "black")[];
  readonly settings?: GlassConfig["settings"];
  readonly change?: Readonly<Record<string, Partial<Player>>>;
  readonly state?: Partial<GlassState>;
}

export const { given } = scenario(engine);

/** Events of a turn by type. */
export const happened = <T extends GlassEvent["type"]>(
  acted: { draft: { events: readonly { type: string }[] } },
  type: T,
) => acted.draft.events.filter((event) => event.type === type) as Extract<GlassEvent, { type: T }>[];

/** Why a player is asked after a turn: trigger types, in order; null when it is not asked. */
export const askedOf = (frame: GlassFrame, id: string): readonly string[] | null =>
  frame.state.players[id]!.asked?.map(({ type }) => type) ?? null;

export const move = (actorId: string, locationId: string): GlassAction => ({
  actorId,
  type: "move",
  locationId,
  metadata: {},
});
export const follow = (actorId: string, targetId: string): GlassAction => ({
  actorId,
  type: "move",
  targetId,
  metadata: {},
});
export const interact = (actorId: string, targetId: string): GlassAction => ({
  actorId,
  type: "interact",
  targetId,
  metadata: {},
});
export const kill = (actorId: string, targetId: string): GlassAction => ({
  actorId,
  type: "kill",
  targetId,
  metadata: {},
});
export const sabotage = (actorId: string, targetId: string): GlassAction => ({
  actorId,
  type: "sabotage",
  targetId,
  metadata: {},
});
export const fake = (actorId: string, targetId: string): GlassAction => ({
  actorId,
  type: "fake_task",
  targetId,
  metadata: {},
});
export const wait = (actorId: string): GlassAction => ({ actorId, type: "wait", metadata: {} });
export const reflect = (actorId: string): GlassAction => ({ actorId, type: "reflect", metadata: {} });
export const vote = (actorId: string, targetId: string): GlassAction => ({
  actorId,
  type: "vote",
  targetId,
  metadata: {},
});
export const speak = (actorId: string, text: string): GlassAction => ({ actorId, type: "speak", metadata: { text } });

/** A submission from every asked player: the given answer, else the ask's fallback. */
export const waiting = (by: typeof engine, frame: GlassFrame, answers: readonly GlassAction[] = []) =>
  by.world.asks(frame.state).map((ask) => ({
    actor: ask.to,
    ask,
    actions: [answers.find(({ actorId }) => actorId === ask.to) ?? ask.fallback!("scripted")],
    provenance: { actor: ask.to, ask: ask.id, by: "agent" as const },
  }));

/** Plays one window and keeps minds: a player without an answer falls back. The dice are real. */
export function playOn(frame: GlassFrame, answers: readonly GlassAction[] = []): GlassFrame {
  const given = waiting(engine, frame, answers);
  const { after } = decideTurn(engine, frame, "station", given, { seed: "on", salt: "0" });
  return { ...frame, ...after, lanes: { station: (frame.lanes["station"] ?? 0) + 1 } };
}

/** A state in which these are asked as well. */
export const asking = (state: GlassState, ...ids: readonly string[]): GlassState => ({
  ...state,
  players: {
    ...state.players,
    ...Object.fromEntries(ids.map((id) => [id, { ...state.players[id]!, asked: [], intent: null }])),
  },
});
