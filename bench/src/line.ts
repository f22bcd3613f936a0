// One run in memory with everything a turn owes: asked, judged, decided, folded, written as text and chained.
import { hash as digest } from "node:crypto";
import {
  type Action,
  type Ask,
  decideTurn,
  type Engine,
  type Frame,
  loadWorld,
  openRun,
  seal,
  type Shape,
  type World,
} from "@orrery/kernel";

export const sha256 = (text: string): string => digest("sha256", text, "hex");
export const engineOf = <S extends Shape>(world: World<S>): Engine<S> => loadWorld(world, sha256);

/** A stored turn as the log of a line holds it. */
export interface Kept {
  readonly id: string;
  readonly body: string;
  readonly hash: string;
}

const KEY = { seed: "0123456789abcdef0123456789abcdef", salt: "h7k2m9qd" } as const;

/** A line that grows by one action a turn, and keeps every turn. */
export class Line<S extends Shape> {
  readonly engine: Engine<S>;
  readonly log: Kept[] = [];
  frame: Frame<S>;
  private readonly open: () => Frame<S>;

  constructor(engine: Engine<S>, config: S["config"]) {
    this.engine = engine;
    const opened = openRun(engine, {
      name: engine.world.id,
      config,
      seed: KEY.seed,
      salt: KEY.salt,
      dice: { commitment: sha256(KEY.seed) },
      createdAt: 1_700_000_000_000,
    }).frame;
    this.open = () => opened;
    this.frame = opened;
  }

  restart(): void {
    this.frame = this.open();
    this.log.length = 0;
  }

  /** Plays one action as its actor's whole answer; throws when it is refused, for a bench that times refusals times nothing. */
  play(action: Action<S>): void {
    const { engine, frame } = this;
    const ask = askOf(engine.world.asks(frame.state), action);
    const provenance = { actor: action.actorId, ask: ask.id, by: "agent" } as const;
    const given = [{ actor: action.actorId, ask, actions: [action], provenance }];
    const draft = decideTurn(engine, frame, ask.lane, given, KEY);
    if (!draft.validation[0]!.success) throw new Error(`refused: ${draft.validation[0]!.message}`);
    const turn = this.log.length + 1;
    const id = `${turn}-hx2f9k0w`;
    const sealed = seal(engine, frame, draft, { id, createdAt: 1_700_000_000_000 + turn, rawText: "", salt: KEY.salt });
    this.log.push({ id, body: sealed.body, hash: sealed.hash });
    this.frame = sealed.frame;
  }
}

function askOf<S extends Shape>(asks: readonly Ask<S>[], { actorId, type }: { actorId: string; type: string }): Ask<S> {
  for (const ask of asks) if (ask.to === actorId && (ask.may as readonly string[]).includes(type)) return ask;
  throw new Error(`nobody asks ${actorId} for ${type}`);
}
