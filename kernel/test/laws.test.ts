// The product's laws as far as the kernel carries them, over random play by legal and by reckless players, unplugged.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Engine, equal, loadWorld, openFrame, type Shape, stateHash, type World } from "@orrery/kernel";
import {
  legally,
  type Plan,
  type Played,
  playOut,
  recklessly,
  redecides,
  replays,
  sha256,
  unplugged,
} from "@orrery/kernel/testing";
import { type Council, council } from "./worlds/council.ts";
import { type DiceTable, diceTable } from "./worlds/dice-table.ts";
import { type Relay, relay } from "./worlds/relay.ts";

const GAMES = process.env["ORRERY_LONG"] ? 400 : 12;

function laws<S extends Shape>(name: string, world: World<S>, plan: Pick<Plan<S>, "config" | "turns">): void {
  const engine: Engine<S> = loadWorld(world, sha256);
  const play = (i: number): Played<S> =>
    unplugged(() => playOut(engine, { ...plan, choose: i % 4 === 0 ? legally : recklessly, seed: `${name} ${i}` }));
  const games = Array.from({ length: GAMES }, (_, i) => play(i));

  describe(name, () => {
    it("[K25] law 1: same opened state, seed, schedule and answers: same texts, hashes and truth", () => {
      for (const [i, game] of games.entries()) {
        redecides(engine, game);
        const again = play(i);
        assert.deepEqual(
          again.commits.map(({ body, hash, truth }) => ({ body, hash, truth })),
          game.commits.map(({ body, hash, truth }) => ({ body, hash, truth })),
        );
        assert.equal(stateHash(sha256, again.frame.state), stateHash(sha256, game.frame.state));
      }
    });

    it("[K29] law 2: a stored history gives its stored hashes, truth and frames", () => {
      for (const { opened, commits, frame, truth } of games) {
        assert.deepEqual(replays(engine, opened, commits), { frame, truth });
        assert.deepEqual(openFrame(engine, JSON.parse(opened.body), opened.hash), opened.frame);
      }
    });

    it("[K7] law 4: a turn in which everything was refused leaves state, minds, lanes and truth as they were", () => {
      let tried = 0;
      for (const { opened, commits } of games) {
        for (const [i, { draft, frame, truth, hash }] of commits.entries()) {
          if (draft.events.length > 0) continue;
          const before = commits[i - 1] ?? opened;
          assert.ok(draft.validation.every(({ success, reason, message }) => !success && reason && message));
          assert.equal(frame.state, before.frame.state);
          assert.equal(frame.minds, before.frame.minds);
          assert.equal(frame.lanes, before.frame.lanes);
          assert.equal(truth, before.truth);
          assert.notEqual(hash, before.hash);
          tried++;
        }
      }
      assert.ok(tried >= GAMES / 4, `${tried} such turns`);
    });

    it("[K6] law 6: no event speaks for a seat without its action or its declared fallback", () => {
      let events = 0;
      for (const { commits } of games) {
        for (const { draft, given } of commits) {
          assert.equal(draft.by.length, draft.events.length);
          for (const origin of draft.by) {
            events++;
            if (origin === "settle") continue;
            assert.equal(typeof origin, "number");
            const action = draft.actions[origin as number]!;
            // Others may have handed in the same in its name: of that nothing comes.
            const its = given.filter(({ actor }) => actor === action.actorId);
            const isIt = (one: unknown) => equal(one, action);
            const done = new Set(draft.by.filter((by) => typeof by === "number" && isIt(draft.actions[by])));
            assert.ok(done.size <= its.flatMap(({ actions }) => actions.filter(isIt)).length);
            const answer = its.find(({ actions }) => actions.some(isIt))!;
            assert.equal(answer.ask!.to, action.actorId);
            assert.ok((answer.ask!.may as readonly string[]).includes(action.type));
            if (answer.provenance.by === "fallback") assert.ok(answer.provenance.cause);
          }
        }
      }
      assert.ok(events > GAMES);
    });
  });
}

laws<Council>("a window of several", council, { config: { members: ["ann", "bob", "cyn"], rounds: 4 }, turns: 20 });
laws<DiceTable>("one seat and its dice", diceTable, { config: {}, turns: 15 });
laws<Relay>("two lanes and a crowd", relay, { config: { teams: ["red", "blue"] }, turns: 25 });
