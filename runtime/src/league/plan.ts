// A league's schedule: which game has which seed and who sits where. A function of the plan alone, so that it is continued without notes.
import {
  type ContestTable,
  canonical,
  type Dice,
  keyedDice,
  type MeasureGroup,
  partiesOf,
  type Traits,
} from "@orrery/kernel";
import { Fault } from "../fault.ts";
import { letters, sha256 } from "../ids.ts";

/** Somebody who plays in a league, under a name of the league's. */
export interface Entrant {
  readonly name: string;
  /** What answers for it, as `--agents` says it: `bot:detective`. */
  readonly agent: string;
  /** It plays this side alone. Either every entrant names one, or none does. */
  readonly side?: string;
  /** What it is beside its agent, wherever it sits: a persona, say. The same agent with other traits is another entrant. */
  readonly traits?: Traits;
  /** Own texts of prompts that its model is given: the same agent with other prompts is another entrant. */
  readonly prompts?: Readonly<Record<string, string>>;
}

export const ARMS = ["off", "on", "placebo"] as const;
/** What entrants carry from game to game: nothing, their own lessons, or another's. */
export type Arm = (typeof ARMS)[number];

export const LINE_UPS = ["mixed", "teams"] as const;
export type LineUp = (typeof LINE_UPS)[number];

/** All that decides a league's games. Its hash is the league's id, so that the same words continue the same league. */
export interface LeaguePlan {
  /** Name of the world, as `createRun` takes it. */
  readonly world: string;
  /** Configuration that every game is dealt from. */
  readonly config: unknown;
  readonly seed: string;
  readonly entrants: readonly Entrant[];
  /** Every arm plays every game of the schedule, with the same seeds. */
  readonly arms: readonly Arm[];
  /** Whether the games of a block share one seed: the same world, with the entrants changed about. */
  readonly paired: boolean;
  /**
   * `mixed`: entrants sit side by side, and move on by one seat from game to game. `teams`: each of two parties is one
   * entrant throughout, and each meets each. Where all entrants sit in every mixed game, an entrant that is not on the
   * first side is on the second, so that skills on the two sides can hardly be told apart: teams can.
   */
  readonly lineUp: LineUp;
  /** In the arm `on` its models and programs bring what they learned before the league, and keep what they learn in it. */
  readonly lasting?: true;
}

/** Seats and sides of a world under a configuration: see `Contest`. */
export interface LeagueSeats extends ContestTable {
  readonly sides: readonly [string, ...string[]];
  readonly groups: readonly MeasureGroup[];
  /** Which actor has each seat in one game. */
  readonly actors: (shuffle: Dice["shuffle"]) => readonly string[];
}

export interface Scheduled {
  /** From 0, arm by arm within each game. */
  readonly index: number;
  readonly arm: Arm;
  /** Game of the schedule, the same in every arm. */
  readonly game: number;
  /** In the games of a block each of its entrants takes each seat once, or each pair of teams meets once. */
  readonly block: number;
  readonly run: string;
  readonly seed: string;
  /** In the order of the table. */
  readonly seats: readonly { readonly actor: string; readonly entrant: string; readonly side: string }[];
}

/** Fault `bad_config` when plan and table do not fit. */
export function checkPlan(plan: LeaguePlan, table: LeagueSeats): void {
  const { entrants, arms } = plan;
  const { sides, seats, sizes } = table;
  const wrong = (message: string) => new Fault("bad_config", message);
  if (entrants.length === 0) throw wrong("A league needs at least one agent, such as a=bot:random.");
  if (new Set(entrants.map(({ name }) => name)).size < entrants.length)
    throw wrong("Two agents of a league cannot have the same name.");
  if (arms.length === 0 || new Set(arms).size < arms.length)
    throw wrong(`Name each arm once, out of: ${ARMS.join(", ")}.`);
  if (plan.lasting && !arms.includes("on"))
    throw wrong('What lasts is what is learned in the arm "on": name that arm.');
  const parties = partiesOf(seats, sidesOf(table, 0, drawOf(plan)));
  if (parties.length < 2 || sizes.some((size) => size < 1))
    throw wrong("A league needs a game in which two or more play against each other, with somebody on every side.");
  if (plan.lineUp === "teams" && parties.length !== 2)
    throw wrong(`Teams meet two by two, and this game has ${parties.length} parties: leave them mixed.`);
  const bound = entrants.filter(({ side }) => side !== undefined);
  for (const { name, side } of bound)
    if (!sides.includes(side!))
      throw wrong(`Agent "${name}" cannot play "${side}": the sides are ${sides.join(" and ")}.`);
  if (
    bound.length > 0 &&
    (bound.length < entrants.length || new Set(bound.map(({ side }) => side)).size < sides.length)
  )
    throw wrong("Either every agent names the side it plays, and every side is named, or none does.");
}

/** Teams where two parties of different sides meet: only there the skills of many on one side can be told apart. */
export function usualLineUp(plan: Omit<LeaguePlan, "lineUp">, table: LeagueSeats): LineUp {
  const parties = partiesOf(table.seats, sidesOf(table, 0, drawOf({ ...plan, lineUp: "teams" })));
  return table.sides.length === 2 && parties.length === 2 && table.seats.length > 2 ? "teams" : "mixed";
}

/** Goes up when the same plan would be seated otherwise: a league is never half by one schedule and half by another. */
const SCHEDULE = 2;
export const leagueId = (plan: LeaguePlan): string =>
  `l${letters(sha256(canonical({ plan, schedule: SCHEDULE }))).slice(0, 12)}`;

/** Game number `index` of a league. */
export function scheduleGame(plan: LeaguePlan, league: string, table: LeagueSeats, index: number): Scheduled {
  const { arms, paired, seed } = plan;
  const draw = drawOf(plan);
  const count = table.seats.length;
  const game = Math.floor(index / arms.length);
  const size = blockSize(plan, table);
  const block = Math.floor(game / size);
  const filled =
    plan.lineUp === "teams" ? fillTeams(plan, table, game, draw) : fillMixed(plan, table, block, game % count, draw);
  return {
    index,
    arm: arms[index % arms.length]!,
    game,
    block,
    run: `g${letters(sha256(`${league}/${index}`)).slice(0, 15)}`,
    seed: `${seed}/${paired ? `block ${block}` : game}`,
    seats: table.actors(draw(game, "looks").shuffle).map((actor, i) => ({ actor, ...filled[i]! })),
  };
}

const drawOf =
  ({ seed }: LeaguePlan): SeedDraw =>
  (depth, who) =>
    keyedDice(sha256, { seed, salt: "league", lane: "plan", depth }, who);

/** Games of a block in one arm. */
export function blockSize({ lineUp, entrants }: LeaguePlan, { seats, sides }: LeagueSeats): number {
  return lineUp === "mixed" ? seats.length : pairsOf(entrants, sides).length;
}

const playing = (entrants: readonly Entrant[], side: string) =>
  entrants.filter((entrant) => entrant.side === undefined || entrant.side === side);
/** Pairings in both orders: the first party's entrant, then the second's. With one side, an entrant meets itself only if it is alone. */
const pairsOf = (entrants: readonly Entrant[], [first, second]: LeagueSeats["sides"]) =>
  playing(entrants, first).flatMap((a) =>
    playing(entrants, second ?? first).flatMap((b) =>
      second === undefined && a === b && entrants.length > 1 ? [] : [[a.name, b.name] as const],
    ),
  );

/** The side of each seat. Seats that the rules leave free stand on one ring; each `step` the sides move on along it by as many seats as the first has, so that once round every seat has had it equally often. */
function sidesOf({ sides, seats, sizes }: LeagueSeats, step: number, draw: SeedDraw): string[] {
  const free = seats.flatMap(({ side }, i) => (side === undefined ? [i] : []));
  const wanted = sides.map((side, i) => sizes[i]! - seats.filter((seat) => seat.side === side).length);
  const ring = draw(0, "sides").shuffle("ring", free);
  const drawn = new Map<number, string>();
  let at = step * wanted[0]!;
  for (const [i, side] of sides.entries())
    for (let n = 0; n < wanted[i]!; n++) drawn.set(ring[at++ % ring.length]!, side);
  return seats.map(({ side }, i) => side ?? drawn.get(i)!);
}

function fillTeams(
  { entrants, paired }: LeaguePlan,
  table: LeagueSeats,
  game: number,
  draw: SeedDraw,
): { readonly entrant: string; readonly side: string }[] {
  const pairs = pairsOf(entrants, table.sides);
  const block = Math.floor(game / pairs.length);
  const [first, second] = draw(block, "pairs").shuffle("pairs", pairs)[game % pairs.length]!;
  // Paired games differ in nothing but the entrants.
  const seatSides = sidesOf(table, paired ? block : game, draw);
  const [one] = partiesOf(table.seats, seatSides).toSorted(
    (a, b) => table.sides.indexOf(a.side) - table.sides.indexOf(b.side),
  );
  return seatSides.map((side, seat) => ({ entrant: one!.seats.includes(seat) ? first : second, side }));
}

type SeedDraw = (depth: number, who: string) => Dice;

/** Who sits on each seat, and on which side, in game number `turn` of a block. */
function fillMixed(
  { entrants }: LeaguePlan,
  table: LeagueSeats,
  block: number,
  turn: number,
  draw: SeedDraw,
): { readonly entrant: string; readonly side: string }[] {
  const { sides, seats, sizes } = table;
  const count = seats.length;
  // Sides stay for a block, in which everyone comes by every seat.
  const seatSides = sidesOf(table, block, draw);
  const sizeOf = (side: string) => sizes[sides.indexOf(side)]!;
  const poolOf = (side: string | undefined, size: number) =>
    stream(
      entrants.filter((entrant) => entrant.side === side),
      block * size,
      size,
      draw,
    );
  if (entrants[0]!.side === undefined) {
    const pool = poolOf(undefined, count);
    return seatSides.map((side, seat) => ({ entrant: pool[(seat + count - turn) % count]!, side }));
  }
  const pools = new Map(sides.map((side) => [side, poolOf(side, sizeOf(side))]));
  const nth = seatSides.map((side, i) => seatSides.slice(0, i).filter((other) => other === side).length);
  const place = (i: number, move: number) => {
    const side = seatSides[i]!;
    const pool = pools.get(side)!;
    return { entrant: pool[(nth[i]! + move) % pool.length]!, side };
  };
  // Where the rules fix who is on which seat, everyone moves on within its side; else each takes its side along.
  const fixed = seats.every(({ side }) => side !== undefined);
  return seats.map((_, seat) => (fixed ? place(seat, turn) : place((seat + count - turn) % count, 0)));
}

/** A piece of an endless row of shuffles of all entrants: everyone comes equally often, wherever the row is cut. */
function stream(entrants: readonly Entrant[], from: number, size: number, draw: SeedDraw): string[] {
  const names = entrants.map(({ name }) => name);
  const laps = new Map<number, readonly string[]>();
  return Array.from({ length: size }, (_, i) => {
    const lap = Math.floor((from + i) / names.length);
    const known = laps.get(lap) ?? draw(lap, `entrants ${entrants[0]!.side ?? ""}`).shuffle("lap", names);
    laps.set(lap, known);
    return known[(from + i) % names.length]!;
  });
}
