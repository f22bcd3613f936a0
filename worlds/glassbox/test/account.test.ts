// The owner's transcript: every deed under its doer's name and at its own time.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { account } from "../account.ts";
import { bots } from "../bots/index.ts";
import type { GlassAction, GlassEvent } from "../shape.ts";
import { game, scene } from "./stage.ts";

describe("a game as all eyes see it", () => {
  const played = game("account", { settings: { anonymousVotes: true } }, 20_000, ({ ask, view, legal, dice }) => [
    (view.you.role === "impostor" ? bots.careful : bots.detective)({ ask, view, legal, dice }) as GlassAction,
  ]);
  const events: GlassEvent[] = [];
  const lines = [...account({ before: null, events: [], after: played.opened.frame.state })];
  let before = played.opened.frame.state;
  for (const { draft, frame } of played.commits) {
    const own = draft.events as readonly GlassEvent[];
    events.push(...own);
    lines.push(...account({ before, events: own, after: frame.state }));
    before = frame.state;
  }

  it("begins with who is what", () => assert.match(lines[0]!, /^On board Meridian. Impostors: \w+ and \w+. Crew: /));

  it("never goes back in time", () => {
    const seconds = lines.slice(1).map((line) => {
      const [, minute, second] = /^(\d+):(\d\d) {2}/.exec(line)!;
      return Number(minute) * 60 + Number(second);
    });
    assert.deepEqual(
      seconds,
      seconds.toSorted((a, b) => a - b),
    );
  });

  it("tells each kill with both names, each statement with its speaker, and secret votes", () => {
    const upper = (id: string) => id.slice(0, 1).toUpperCase() + id.slice(1);
    const text = lines.join("\n");
    const kills = events.flatMap((event) => (event.type === "killed" ? [event] : []));
    assert.ok(kills.length > 0);
    for (const { by, who } of kills) assert.match(text, new RegExp(`${upper(by!)} kills ${upper(who)} in the `));
    for (const event of events)
      if (event.type === "spoke" && event.text !== "") assert.ok(text.includes(`${upper(event.who)}: “${event.text}”`));
    assert.match(text, /Votes: \w+ for /);
    assert.match(text, /The (crew|impostors) wins?: /);
    assert.doesNotMatch(text, /hall_|task_|vent_|panel_/, "no id is shown");
  });

  it("says once that somebody sets out, and those who set out together in one line", () => {
    const state = scene({});
    const walk = (who: string, tick: number, to = "atrium"): GlassEvent => ({
      type: "walked",
      who,
      tick,
      walk: { tick, points: [0, 0, 1, 1], places: ["hold"], to, follow: null, caught: false, use: null },
    });
    const told = account({
      before: state,
      events: [
        walk("red", 1000),
        walk("blue", 1000),
        walk("red", 1005),
        walk("green", 1010),
        walk("pink", 1010, "hold"),
      ],
      after: state,
    });
    assert.deepEqual(told, ["1:40  Red and Blue set out for the Atrium.", "1:41  Green sets out for the Atrium."]);
  });
});
