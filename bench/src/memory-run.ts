// One run in memory with everything a turn owes: asked, judged, decided, folded, written as text and chained.
import {
  type Action,
  type Ask,
  commitSeed,
  decideTurn,
  type Engine,
  type Frame,
  loadWorld,
  mayBe,
  openRun,
  type Shape,
  seal,
  type World,
} from "@orrery/kernel";
import { sha256 } from "@orrery/store";

export { sha256 };
export const engineOf = <S extends Shape>(world: World<S>): Engine<S> => loadWorld(world, sha256);

/** A turn as a run keeps it. */
interface KeptTurn {
  readonly id: string;
  readonly body: string;
  readonly hash: string;
}

export const KEY = {
  seed: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  salt: "h7k2m9qd",
} as const;
export const NONCE = "";
const START = 1_700_000_000_000;

/** Turn 0 of a world, under the one seed that benches use unless they want several games. */
export const openUnderKey = <S extends Shape>(engine: Engine<S>, config: S["config"], seed: string = KEY.seed) =>
  openRun(engine, {
    name: engine.world.id,
    config,
    seed,
    salt: KEY.salt,
    dice: { commitment: commitSeed(sha256, seed, NONCE) },
    createdAt: START,
  });

/** A run that grows by one action a turn, and keeps every turn. */
export class MemoryRun<S extends Shape> {
  readonly engine: Engine<S>;
  readonly opened: Frame<S>;
  readonly log: KeptTurn[] = [];
  frame: Frame<S>;

  constructor(engine: Engine<S>, config: S["config"]) {
    this.engine = engine;
    this.opened = openUnderKey(engine, config).frame;
    this.frame = this.opened;
  }

  /** Back to where it stood at a frame of its own, `turns` turns after the opening. */
  back(frame: Frame<S> = this.opened, turns = 0): void {
    this.frame = frame;
    this.log.length = turns;
  }

  /** Plays one action as its actor's whole answer. Throws when it is refused: a bench plays by the rules. */
  play(action: Action<S>): void {
    const { engine, frame } = this;
    const ask = askOf(engine.world.asks(frame.state), action);
    const provenance = { actor: action.actorId, ask: ask.id, by: "agent" } as const;
    const given = [{ actor: action.actorId, ask, actions: [action], provenance }];
    const draft = decideTurn(engine, frame, ask.lane, given, KEY);
    if (!draft.validation[0]!.success) throw new Error(`refused: ${draft.validation[0]!.message}`);
    const turn = this.log.length + 1;
    const id = `${turn}-hx2f9k0w4t`;
    const sealed = seal(engine, frame, draft, { id, createdAt: START + turn, rawText: "", salt: KEY.salt });
    this.log.push({ id, body: sealed.body, hash: sealed.hash });
    this.frame = sealed.frame;
  }
}

function askOf<S extends Shape>(asks: readonly Ask<S>[], { actorId, type }: Action<S>): Ask<S> {
  for (let i = 0; i < asks.length; i++) {
    const ask = asks[i]!;
    if (ask.to === actorId && mayBe(ask, type)) return ask;
  }
  throw new Error(`nobody asks ${actorId} for ${type}`);
}
