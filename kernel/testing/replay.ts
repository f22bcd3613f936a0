// Law: a history alone, as text, leads to where live play led; and the same answers are decided the same again.
import {
  canonical,
  decideTurn,
  type Engine,
  type Frame,
  firstHash,
  foldCommit,
  type Opening,
  openFrame,
  readCommit,
  recordHash,
  type Shape,
  seal,
  truthAfter,
  truthOpen,
} from "@orrery/kernel";
import { holds, same } from "./compare.ts";
import type { Played } from "./play-out.ts";
import { unplugged } from "./unplugged.ts";

/** A stored turn: its text, its record hash, and what live play made of it where the test knows. */
export interface StoredText<S extends Shape> {
  readonly body: string;
  readonly hash: string;
  readonly truth?: string;
  readonly frame?: Frame<S>;
}

/** Folds a history from its texts, unplugged; throws at the first turn with a hash, truth or frame that is not as stored. */
export function replays<S extends Shape>(
  engine: Engine<S>,
  opened: StoredText<S>,
  commits: readonly StoredText<S>[],
): { frame: Frame<S>; truth: string } {
  return unplugged(() => {
    same("record hash of the opening", recordHash(engine.hash, firstHash, opened.body), opened.hash);
    const opening = JSON.parse(opened.body) as Opening<S>;
    let frame = openFrame(engine, opening, opened.hash);
    let truth = truthOpen(engine, opening);
    sameFrame("the opening", frame, truth, opened);
    for (const [i, stored] of commits.entries()) {
      const turn = `turn ${i + 1}`;
      const commit = readCommit<S>(stored.body);
      same(`canonical text of ${turn}`, canonical(JSON.parse(stored.body)), stored.body);
      same(`record hash of ${turn}`, recordHash(engine.hash, frame.hash, stored.body), stored.hash);
      frame = foldCommit(engine, frame, commit, stored.hash);
      truth = truthAfter(engine.hash, truth, commit);
      sameFrame(turn, frame, truth, stored);
    }
    return { frame, truth };
  });
}

/** Decides a played-out run again from its answers, unplugged; throws at the first turn that differs by a byte. */
export function redecides<S extends Shape>(engine: Engine<S>, played: Played<S>): void {
  const { seed, salt } = played;
  holds(played.commits.length > 0, "nothing was played, so nothing can be decided again");
  unplugged(() => {
    let frame = openFrame(engine, JSON.parse(played.opened.body) as Opening<S>, played.opened.hash);
    for (const { body, lane, given } of played.commits) {
      const { turn } = readCommit<S>(body);
      const sealed = seal(engine, frame, decideTurn(engine, frame, lane, given, { seed, salt }), { ...turn, salt });
      same(`text of turn ${turn.id}`, sealed.body, body);
      frame = sealed.frame;
    }
  });
}

function sameFrame<S extends Shape>(turn: string, frame: Frame<S>, truth: string, stored: StoredText<S>): void {
  if (stored.frame) same(`frame after ${turn}`, frame, stored.frame);
  if (stored.truth !== undefined) same(`truth after ${turn}`, truth, stored.truth);
}
