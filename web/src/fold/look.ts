// A moment of a chronicle as one pair of eyes has it, by the kernel's and the world's own functions: what the server would show.
import { type ActionBase, type AnyEngine, type Ask, type Commit, type Shape, viewOf } from "@orrery/kernel";
import { askView, CROWD } from "@orrery/runtime/asks";
import { endingOf, type SeatWords, seatOpening, seatTurn, TurnIndex } from "@orrery/runtime/telling";
import type { SeatLine, Shown, TurnLine } from "../shapes.ts";
import type { Chronicle, FoldMoment } from "./chronicle.ts";

interface RunName {
  readonly run: string;
  readonly world: string;
  readonly title: string;
  readonly plays: string;
  readonly branch: string;
}

/** What `as` sees after a turn; null: everything there is. */
export function lookAt(
  chronicle: Chronicle,
  { run, world: name, title, plays, branch }: RunName,
  turn: number,
  as: string | null,
): Shown {
  const { engine } = chronicle;
  const { world } = engine;
  const moment = chronicle.at(turn);
  const asks = (world.asks(moment.state) as readonly Ask<Shape>[]).filter(({ to }) => as === null || to === as);
  const speakers =
    as === null
      ? [
          ...new Set(
            asks.toSorted((a, b) => Number(a.kind === "standing") - Number(b.kind === "standing")).map(({ to }) => to),
          ),
        ]
      : [as];
  const actors = world.actors(moment.state).filter((id) => as === null || id === as);
  const { id, hash } = chronicle.lines[turn]!;
  return {
    run,
    world: name,
    title,
    plays,
    head: { branch, turn, id, hash },
    as,
    view: as === null ? moment.state : viewOf(engine, moment, as),
    legal: (speakers.length > CROWD ? [] : speakers).flatMap(
      (who) => world.legal(viewOf(engine, moment, who), who) as readonly ActionBase[],
    ),
    asks: asks.map(askView),
    actors: actors.map((id) => ({ id, name: nameOf(engine, moment, id, actors.length > CROWD) })),
    outcome: world.outcome(moment.state),
    ending: endingOf(world, moment.state),
  };
}

/** Names by engine, which is one run's: those of a crowd are asked for once, because each is read from a view of its own. */
const names = new WeakMap<AnyEngine, Map<string, string>>();

function nameOf(engine: AnyEngine, moment: FoldMoment, id: string, inCrowd: boolean): string {
  const known = names.get(engine) ?? new Map<string, string>();
  names.set(engine, known);
  const name = (inCrowd ? known.get(id) : undefined) ?? engine.world.words.name(viewOf(engine, moment, id), id);
  if (inCrowd) known.set(id, name);
  return name;
}

/** Told lines, by viewer and turn id: a turn never changes, so neither does what somebody noticed of it. */
const heard = new Map<string, SeatLine | null>();
const HEARD_MAX = 2_000;

/** A turn as one viewer had it, numbered as the owner numbers it; null when nothing of it reached that viewer. */
export function lineHeardBy(chronicle: Chronicle, turn: number, who: string): SeatLine | null {
  const line = chronicle.lines[turn]!;
  const key = `${who}\n${line.id}`;
  const known = heard.get(key);
  if (known !== undefined) return known;
  const told = turn === 0 ? opening(chronicle, line, who) : seatTurn(indexOf(chronicle, turn), who, wordsOf(line, who));
  const made = told && { ...told, turn: line.turn, id: line.id };
  if (heard.size >= HEARD_MAX) heard.delete(heard.keys().next().value!);
  heard.set(key, made);
  return made;
}

const opening = (chronicle: Chronicle, { createdAt }: TurnLine, who: string) =>
  seatOpening(chronicle.engine, frameOf(chronicle.at(0)), who, createdAt);

/** What a seat said and was told, where it answered; null where it did not. */
function wordsOf({ actor, seats, rawText, narration, choices, remark }: TurnLine, who: string): SeatWords | null {
  if (seats) return seats.find((one) => one.actor === who) ?? null;
  return actor === who
    ? { actor, rawText, narration, ...(choices ? { choices } : {}), ...(remark ? { remark } : {}) }
    : null;
}

/** Turns indexed by actor: many pairs of eyes look at the same one. */
const indexes = new WeakMap<TurnLine, { readonly engine: AnyEngine; readonly index: TurnIndex }>();

function indexOf(chronicle: Chronicle, turn: number): TurnIndex {
  const { engine } = chronicle;
  const line = chronicle.lines[turn]!;
  const known = indexes.get(line);
  if (known?.engine === engine) return known.index;
  const [before, after] = [frameOf(chronicle.at(turn - 1)), frameOf(chronicle.at(turn))];
  const index = new TurnIndex(engine, before, commitOf(line, engine), after);
  indexes.set(line, { engine, index });
  return index;
}

const frameOf = ({ state, minds }: FoldMoment) => ({ state, minds, lanes: {}, commitment: "", hash: "" });
const commitOf = (line: TurnLine, { world }: AnyEngine): Commit<Shape> => {
  const { id, rawText, actions, validation, createdAt, events, by } = line;
  return {
    turn: { id, rawText, actions, validation, createdAt },
    version: line.version ?? world.version,
    lane: "",
    depth: 0,
    salt: "",
    events: events as Commit<Shape>["events"],
    by,
    answers: (line.seats?.map((seat) => seat.actor) ?? (line.actor === null ? [] : [line.actor])).map((actor) => ({
      actor,
      ask: null,
      by: "agent",
    })),
  };
};

/** Whether anything of a turn shows to these eyes; null: to all of them. What is idle is skipped in play. */
export function isIdle(chronicle: Chronicle, turn: number, as: string | null): boolean {
  const line = chronicle.lines[turn]!;
  if (line.validation.some(({ success }) => !success)) return as !== null && line.actor !== as;
  if (as === null) return chronicle.at(turn - 1).state === chronicle.at(turn).state;
  return lineHeardBy(chronicle, turn, as) === null;
}
