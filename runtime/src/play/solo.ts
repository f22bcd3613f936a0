// A story played where there is no server: in memory, by lines typed at whoever is asked. Stores nothing; the same lines under the same seed tell the same.
import {
  type Answer,
  type AnyEngine,
  type Ask,
  type Commit,
  decideTurn,
  type Frame,
  openRun,
  type Shape,
  seal,
} from "@orrery/kernel";
import { type Reading, rewindingIn } from "@orrery/parser";
import { parseUtterance } from "../branch/utterance.ts";
import { endingOf, notice, noticeOpening, TurnIndex } from "../turns/telling.ts";

export interface SoloReply {
  readonly text: string;
  /** What may be answered to a question that was asked back. */
  readonly choices: readonly string[];
}

interface SoloTurn {
  /** What was typed; empty at the opening. */
  readonly said: string;
  readonly frame: Frame<Shape>;
  /** Each actor's readings, newest first. */
  readonly recent: Readonly<Record<string, readonly Reading[]>>;
  readonly refusal?: string | undefined;
  /** Whether anything happened, so that there is something to take back. */
  readonly done: boolean;
  readonly told: SoloReply;
}

const RECENT = 8;
/** Staff who answer by the world's own fallback, such as a game master; more than this would go round in a circle. */
const STAFF_TURNS_MAX = 20;

export class Solo {
  readonly #engine: AnyEngine;
  readonly #key: { readonly seed: string; readonly salt: string };
  readonly #moments: SoloTurn[];

  /** Throws a `RangeError` when the configuration does not hold together. */
  constructor(engine: AnyEngine, config: unknown, seed: string) {
    this.#engine = engine;
    this.#key = { seed, salt: "main" };
    const { frame } = openRun(engine, {
      name: engine.world.id,
      config,
      ...this.#key,
      dice: { commitment: "" },
      createdAt: 0,
    });
    const who = this.#asked(frame)?.to ?? engine.world.actors(frame.state)[0]!;
    const told = { text: noticeOpening(engine, frame, who), choices: [] };
    this.#moments = [{ said: "", frame, recent: {}, done: false, told }];
  }

  /** From the opening on, what was typed and what was told. */
  get story(): readonly { readonly said: string; readonly told: SoloReply }[] {
    return this.#moments;
  }

  /** How it ended, in its world's words; null while it goes on. */
  get ending(): string | null {
    return endingOf(this.#engine.world, this.#now.frame.state);
  }

  get canGoBack(): boolean {
    return this.#moments.some(({ done }) => done);
  }

  /** One line. UNDO and RESTART take back what was told of the lines before, and tell nothing themselves. */
  say(text: string): void {
    const way = rewindingIn(text);
    if (way === "undo") this.undo();
    else if (way === "restart") this.restart();
    else this.#moments.push(this.#after(this.#now, text));
  }

  /** Back to before the newest line that did anything. */
  undo(): void {
    const newest = this.#moments.findLastIndex(({ done }) => done);
    if (newest > 0) this.#moments.length = newest;
  }

  restart(): void {
    this.#moments.length = 1;
  }

  get #now(): SoloTurn {
    return this.#moments.at(-1)!;
  }

  /** Who is to answer now and has no fallback: a player. */
  #asked(frame: Frame<Shape>): Ask<Shape> | null {
    const asks = this.#engine.world.asks(frame.state) as readonly Ask<Shape>[];
    return asks.find(({ kind, fallback }) => kind === "due" && !fallback) ?? null;
  }

  #after(before: SoloTurn, said: string): SoloTurn {
    const { frame } = before;
    const ask = this.#asked(frame);
    const actor = ask?.to ?? this.#engine.world.actors(frame.state)[0]!;
    const known = before.recent[actor] ?? [];
    const hearing = { actor, ask, recent: known, refusal: before.refusal, ...this.#key };
    const { actions, reading } = parseUtterance(this.#engine, frame, said, hearing);
    const recent = { ...before.recent, [actor]: [reading, ...known].slice(0, RECENT) };
    const choices = reading.question?.choices.map(({ name }) => name) ?? [];
    if (ask === null || actions.length === 0)
      return { said, frame, recent, done: false, told: { text: reading.problem?.message ?? "", choices } };
    const provenance = { actor, ask: ask.id, by: "agent", reading } as const;
    const first = this.#decide(frame, ask, { actor, ask, actions, provenance } as Answer<Shape>, actor);
    const then = this.#staffed(first.frame, actor);
    const text = [first.text, ...then.texts].filter((one) => one !== "").join("\n\n");
    const refusal = first.commit.turn.validation.findLast(({ success }) => !success)?.message;
    return { said, frame: then.frame, recent, refusal, done: first.commit.events.length > 0, told: { text, choices } };
  }

  /** Seats that the world can answer for do so at once. */
  #staffed(from: Frame<Shape>, reader: string): { readonly frame: Frame<Shape>; readonly texts: readonly string[] } {
    const texts: string[] = [];
    let frame = from;
    for (let turn = 0; turn < STAFF_TURNS_MAX; turn++) {
      const asks = this.#engine.world.asks(frame.state) as readonly Ask<Shape>[];
      const ask = asks.find(({ kind, fallback }) => kind === "due" && fallback);
      if (!ask?.fallback) break;
      const provenance = { actor: ask.to, ask: ask.id, by: "fallback", cause: "deadline" } as const;
      const given = { actor: ask.to, ask, actions: [ask.fallback("deadline")], provenance } as unknown as Answer<Shape>;
      const made = this.#decide(frame, ask, given, reader);
      frame = made.frame;
      texts.push(made.text);
    }
    return { frame, texts };
  }

  #decide(before: Frame<Shape>, { lane }: Ask<Shape>, given: Answer<Shape>, reader: string) {
    const draft = decideTurn(this.#engine, before, lane, [given], this.#key);
    const envelope = { id: String(this.#moments.length), createdAt: 0, rawText: "", salt: this.#key.salt };
    const { frame, commit } = seal(this.#engine, before, draft, envelope);
    const turn = new TurnIndex(this.#engine, before, commit as Commit<Shape>, frame, draft.percepts);
    return { frame, commit, text: notice(turn, reader).narration };
  }
}
