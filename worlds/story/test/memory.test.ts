// A state that forgets is as large after many rounds as after some, and holds every letter and post that somebody can still reach.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { entriesOf } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { live } from "./stage.ts";

const PEOPLE = 12;
const BUSY = { post: 0.6, comment: 0.6, react: 1, share: 0.8, follow: 0.2, search: 0, message: 1, mute: 0 } as const;
const config = { people: PEOPLE, rounds: 160, retainRounds: 3, behaviour: { habits: BUSY, activity: 1 } };

describe("a town that forgets", () => {
  it("stays as large as it was, however many rounds it lasts", () => {
    const sizes: number[] = [];
    live(config, "flat", (state) => void sizes.push(JSON.stringify(state).length));
    const most = (from: number, to: number) => Math.max(...sizes.slice(from, to));
    assert.ok(sizes.length > 140, `${sizes.length} rounds`);
    const [early, late] = [most(50, 80), most(130, 160)];
    assert.ok(late < early * 1.15, `${early} characters in rounds 50 to 80, ${late} in rounds 130 to 160`);
  });

  it("holds the letters of every mailbox, and no others", () => {
    const check = (state: StoryState) => {
      const held = new Set([...entriesOf(state.agents)].flatMap(([, { mail }]) => mail));
      const kept = [...entriesOf(state.messages)].map(([id]) => id);
      assert.deepEqual(kept.toSorted(), [...held].sort());
    };
    const last = live(config, "letters", check, 60);
    assert.ok(last.counts.messages > 2 * last.messages.size, `${last.counts.messages} letters were written`);
  });

  it("keeps posts for a day of rounds in a town of many, for ever in a small one, and as its author says in any", () => {
    const kept = (config: object) => live(config, "kept", () => {}, 0).settings.retainRounds;
    assert.equal(kept({ people: 500 }), null);
    assert.equal(kept({ people: 501 }), 24);
    assert.equal(kept({ people: 501, retainRounds: 90 }), 90);
  });
});
