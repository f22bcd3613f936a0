// One branch's turns, folded by the kernel to any of them. Keyframes are mere references, because a fold shares what it leaves alone.
import { type AnyEngine, type AnyEvent, type FoldState, lift, openFrame, type Shape, step } from "@orrery/kernel";
import type { TurnLine } from "../shapes.ts";

export type FoldMoment = FoldState<Shape>;

/** A keyframe after so many turns: no seek folds more, once they are laid. */
export const STRIDE = 64;
/** Or after so many events: a turn of a thousand people is as long as many of others. */
export const EVENTS = 1_000;
/** In a very long run events alone lay no more keyframes than this: each holds what has changed since the one before. */
const BY_EVENTS = 128;
/** Turns and events folded before others of the page may have a go. */
const SLICE = 1_500;

interface Keyframe {
  readonly turn: number;
  readonly moment: FoldMoment;
}

export class Chronicle {
  readonly engine: AnyEngine;
  /** Turns folded so far; tests count them. */
  folds = 0;
  /** Turns with which the run came to an end; more than one where a god opened it again. */
  readonly endings: readonly number[];
  readonly lines: readonly TurnLine[];
  readonly #endings: number[];
  /** Ascending; the first is of turn 0. */
  readonly #keyframes: Keyframe[];
  #last: Keyframe;

  private constructor(
    engine: AnyEngine,
    lines: readonly TurnLine[],
    from: { keyframes: Keyframe[]; endings: number[]; last: Keyframe },
  ) {
    this.engine = engine;
    this.lines = lines;
    this.#keyframes = from.keyframes;
    this.#endings = from.endings;
    this.endings = from.endings;
    this.#last = from.last;
  }

  /** Begins with the opened state, and folds the turns once, with pauses. `lines` begin with turn 0. */
  static async open(engine: AnyEngine, state: unknown, lines: readonly TurnLine[]): Promise<Chronicle> {
    const { minds } = openFrame(engine, opening(engine, state), "");
    const first: FoldMoment = { state, minds };
    const from = { keyframes: [{ turn: 0, moment: first }], endings: [], last: { turn: 0, moment: first } };
    const chronicle = new Chronicle(engine, lines, from);
    await chronicle.#lay(1, true);
    return chronicle;
  }

  /** The newest turn. */
  get head(): number {
    return this.lines.length - 1;
  }

  /** State and minds after a turn. Throws on a turn that there is none of. */
  at(turn: number): FoldMoment {
    if (!Number.isInteger(turn) || turn < 0 || turn > this.head) throw new RangeError(`no turn ${turn}`);
    const near = this.#near(turn);
    const from = this.#last.turn <= turn && this.#last.turn > near.turn ? this.#last : near;
    let { moment } = from;
    for (let next = from.turn + 1; next <= turn; next++) moment = this.#fold(moment, next);
    this.#last = { turn, moment };
    return moment;
  }

  /** The same branch with other turns at its end: more of them, or fewer. What both share stays folded. */
  async withLines(lines: readonly TurnLine[]): Promise<Chronicle> {
    let same = Math.min(this.head, lines.length - 1);
    while (same > 0 && this.lines[same]!.id !== lines[same]!.id) same--;
    const last = this.#last.turn <= same ? this.#last : this.#keyframes[0]!;
    const next = new Chronicle(this.engine, lines, {
      keyframes: this.#keyframes.filter(({ turn }) => turn <= same),
      endings: this.#endings.filter((turn) => turn <= same),
      last,
    });
    next.folds = this.folds;
    await next.#lay(same + 1, lines.length - same > SLICE);
    return next;
  }

  /** The last keyframe at or before a turn. */
  #near(turn: number): Keyframe {
    let [low, high] = [0, this.#keyframes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#keyframes[middle]!.turn <= turn) low = middle;
      else high = middle - 1;
    }
    return this.#keyframes[low]!;
  }

  async #lay(from: number, pauses: boolean): Promise<void> {
    if (from > this.head) return;
    const { world } = this.engine;
    const total = this.lines.reduce((sum, { events }) => sum + events.length, 0);
    const apart = Math.max(EVENTS, Math.ceil(total / BY_EVENTS));
    let slice = 0;
    let events = 0;
    for (let turn = this.#keyframes.at(-1)!.turn + 1; turn < from; turn++) events += this.lines[turn]!.events.length;
    let moment = this.at(from - 1);
    let over = world.outcome(moment.state) !== null;
    for (let turn = from; turn <= this.head; turn++) {
      const before = moment.state;
      moment = this.#fold(moment, turn);
      events += this.lines[turn]!.events.length;
      slice += 1 + this.lines[turn]!.events.length;
      if (turn - this.#keyframes.at(-1)!.turn >= STRIDE || events >= apart) {
        this.#keyframes.push({ turn, moment });
        events = 0;
      }
      if (moment.state !== before) {
        const ends = world.outcome(moment.state) !== null;
        if (ends && !over) this.#endings.push(turn);
        over = ends;
      }
      if (pauses && slice >= SLICE) {
        slice = 0;
        await new Promise((done) => setTimeout(done));
      }
    }
    this.#last = { turn: this.head, moment };
  }

  #fold(before: FoldMoment, turn: number): FoldMoment {
    this.folds++;
    const { events, version = this.engine.world.version } = this.lines[turn]!;
    let at = before;
    for (const event of events)
      for (const lifted of lift(this.engine, version, event as AnyEvent<Shape>)) at = step(this.engine, at, lifted);
    return at;
  }
}

/** The part of an opening that minds need. The state is already migrated to this version. */
const opening = ({ world }: AnyEngine, state: unknown) => ({
  world: world.id,
  version: world.version,
  name: "",
  config: null,
  state,
  dice: { commitment: "" },
  createdAt: 0,
});
