// Claims are held against the events and the speaker's own sightings: an example of each label.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FoldState, openRun, step } from "@orrery/kernel";
import { contest } from "../contest.ts";
import type { ClaimFact, GlassFacts } from "../facts.ts";
import { COLOURS } from "../settings.ts";
import type { Claim, GlassBox, GlassEvent } from "../shape.ts";
import { watch } from "../watch.ts";
import { engine } from "./stage.ts";

/** Red and blue are impostors; everybody starts around the table and sees everybody. */
const config = {
  seats: COLOURS.slice(0, 7).map((id, i) => ({ id, role: i < 2 ? ("impostor" as const) : ("crewmate" as const) })),
};

/** Events one after another from the opening, and then a claim: how is it labelled? */
const said = (who: string, claim: Claim, ...events: GlassEvent[]): ClaimFact =>
  factsOf(who, claim, events).claims.at(-1)!;
/** How often a speaker has contradicted itself, after something was said before a claim. */
const contradictionsOf = (who: string, before: GlassEvent, claim: Claim): number =>
  factsOf(who, claim, [before]).seats.find(({ actor }) => actor === who)!.counts["contradictions"] ?? 0;

function factsOf(
  who: string,
  claim: Claim,
  events: readonly GlassEvent[],
  thoughts: readonly GlassEvent[] = [],
): GlassFacts {
  const { frame } = openRun(engine, {
    name: "g",
    config,
    seed: "claims",
    salt: "",
    dice: { commitment: "" },
    createdAt: 0,
  });
  let at: FoldState<GlassBox> = frame;
  const watched = watch(at);
  const called: GlassEvent = {
    type: "meeting_called",
    by: "pink",
    body: null,
    place: "atrium",
    dead: [],
    order: [],
    tick: 400,
  };
  const spoke: GlassEvent = { type: "spoke", who, text: "…", claims: [claim], tick: 410 };
  for (const event of [...events, called, ...thoughts, spoke]) {
    const after = step(engine, at, event);
    watched.see(at, event, after);
    at = after;
  }
  return watched.facts();
}
const label = (who: string, claim: Claim, ...events: GlassEvent[]) => said(who, claim, ...events).ground;

/** Somebody is moved to a place at a tick, and lost from every sight but those who see it. */
const goes = (who: string, place: string, tick: number): GlassEvent => ({
  type: "stopped",
  who,
  place,
  x: 100,
  y: 100,
  tick,
});
const sees = (to: string, who: string, place: string, tick: number): GlassEvent => ({
  type: "ran",
  tick,
  sights: [{ to, tick, at: place, in: [[who, place]], out: [], bodies: [] }],
  sees: {},
});
const loses = (to: string, who: string, place: string, tick: number): GlassEvent => ({
  type: "ran",
  tick,
  sights: [{ to, tick, at: place, in: [], out: [[who, place]], bodies: [] }],
  sees: {},
});
const kills = (by: string, who: string, witnesses: string[], tick = 300): GlassEvent => ({
  type: "killed",
  by,
  who,
  place: "engine",
  x: 100,
  y: 2000,
  witnesses,
  tick,
});
const vents = (who: string, witnesses: string[]): GlassEvent => ({
  type: "vented",
  who,
  how: "entered",
  vent: "vent_engine",
  spot: { place: "engine", x: 740, y: 2000 },
  witnesses,
  tick: 200,
});

describe("claims", () => {
  it("of one's own place are true, slips or lies by where one was", () => {
    const own = (place: string, second: number): Claim => ({ kind: "own_location", place, second });
    assert.equal(label("green", own("bridge", 35), goes("green", "bridge", 300)), "true");
    assert.equal(label("green", own("bridge", 27), goes("green", "bridge", 300)), "honest_error");
    assert.equal(label("green", own("engine", 35), goes("green", "bridge", 300)), "knowing_lie");
    // Standing around the table when one speaks is no alibi.
    assert.equal(label("green", own("atrium", 40), goes("green", "engine", 300)), "knowing_lie");
    assert.equal(said("green", own("bridge", 35)).about, null);
  });

  it("of another's place are true, lies, fabrications or unsupported by what one saw", () => {
    const other = (place: string): Claim => ({ kind: "location", player: "black", place, second: 35 });
    const away = [goes("black", "bridge", 100), loses("green", "black", "bridge", 100)];
    assert.equal(label("green", other("bridge"), ...away, sees("green", "black", "bridge", 340)), "true");
    assert.equal(label("green", other("engine"), ...away, sees("green", "black", "bridge", 340)), "knowing_lie");
    assert.equal(label("green", other("engine"), ...away), "fabricated");
    assert.equal(label("green", other("bridge"), ...away), "unsupported");
  });

  it("of a kill are true for its witnesses alone", () => {
    const claim: Claim = { kind: "saw_kill", killer: "red", victim: "orange" };
    assert.equal(label("green", claim, kills("red", "orange", ["green"])), "true");
    assert.equal(label("black", claim, kills("red", "orange", ["green"])), "unsupported");
    assert.equal(label("green", { ...claim, killer: "pink" }, kills("red", "orange", ["green"])), "fabricated");
    assert.equal(label("red", { ...claim, killer: "pink" }, kills("red", "orange", [])), "fabricated");
    const fact = said("green", claim, kills("red", "orange", ["green"]));
    assert.deepEqual([fact.about, fact.lean, fact.meeting, fact.by], ["red", 1, 0, "green"]);
  });

  it("of a vent likewise", () => {
    const claim: Claim = { kind: "saw_vent", player: "blue", place: "engine" };
    assert.equal(label("green", claim, vents("blue", ["green"])), "true");
    assert.equal(label("pink", claim, vents("blue", ["green"])), "unsupported");
    assert.equal(label("pink", claim), "fabricated");
  });

  it("of a body go by who has seen it, and where", () => {
    const claim: Claim = { kind: "found_body", body: "body_orange", place: "engine" };
    const found: GlassEvent = {
      type: "ran",
      tick: 320,
      sights: [{ to: "green", tick: 320, at: "engine", in: [], out: [], bodies: [["orange", "engine"]] }],
      sees: {},
    };
    assert.equal(label("green", claim, kills("red", "orange", []), found), "true");
    assert.equal(label("green", { ...claim, place: "bridge" }, kills("red", "orange", []), found), "knowing_lie");
    assert.equal(label("pink", claim, kills("red", "orange", []), found), "fabricated");
  });

  it("of work go by the steps that were done and who saw them", () => {
    const { frame } = openRun(engine, {
      name: "g",
      config,
      seed: "claims",
      salt: "",
      dice: { commitment: "" },
      createdAt: 0,
    });
    const task = frame.state.players["green"]!.tasks[0]!;
    const done: GlassEvent = { type: "task_stepped", who: "green", task: 0, ready: 200, whole: false, tick: 200 };
    const own: Claim = { kind: "did_task", player: "green", task: task.kind };
    assert.equal(label("green", own, done), "true");
    assert.equal(label("green", own), "knowing_lie");
    assert.equal(label("green", { ...own, task: task.sites[0]! }, done), "true");
    assert.equal(label("pink", own, done), "unsupported");
    assert.equal(label("pink", own), "fabricated");
    const shown: GlassEvent = {
      type: "visual_seen",
      who: "green",
      site: task.sites[0]!,
      witnesses: ["pink"],
      tick: 190,
    };
    assert.equal(label("pink", own, shown, done), "true");
  });

  it("of roles are true or lies for a speaker who knows them, and guesses for one who does not", () => {
    const accuse = (player: string): Claim => ({ kind: "accusation", player });
    assert.equal(label("green", accuse("red")), "unsupported");
    assert.equal(label("green", accuse("pink")), "unsupported");
    assert.equal(label("red", accuse("pink")), "knowing_lie");
    assert.equal(label("red", { kind: "role", player: "red", role: "crewmate" }), "knowing_lie");
    assert.equal(label("green", { kind: "role", player: "green", role: "crewmate" }), "true");
    // A witness of the kill who calls the killer crew knows better too.
    const crew: Claim = { kind: "role", player: "red", role: "crewmate" };
    assert.equal(label("green", crew, kills("red", "orange", ["green"])), "knowing_lie");
    assert.equal(label("black", crew, kills("red", "orange", ["green"])), "unsupported");
  });

  it("of a place next door are errors on its doorstep, and lies in the middle of a room", () => {
    const own: Claim = { kind: "own_location", place: "hall_northeast", second: 35 };
    const stands = (x: number, y: number): GlassEvent => ({ ...goes("green", "bridge", 200), x, y }) as GlassEvent;
    assert.equal(label("green", own, stands(3850, 600)), "honest_error");
    assert.equal(label("green", own, stands(3850, 100)), "knowing_lie");
  });

  it("of a place passed seconds ago are errors, but for a speaker who struck or found a body meanwhile", () => {
    const own: Claim = { kind: "own_location", place: "bridge", second: 35 };
    const left = [goes("red", "bridge", 100), goes("red", "engine", 330)];
    assert.equal(label("red", own, ...left), "honest_error");
    assert.equal(label("red", own, ...left, kills("red", "orange", [], 340)), "knowing_lie");
  });

  it("of a place passed seconds ago are lies from a speaker who thinks of where it was, and true within their very second", () => {
    const left = [goes("red", "bridge", 100), goes("red", "engine", 332)];
    const labelled = (thought: string, second: number) => {
      const thinks: GlassEvent = { type: "noted", who: "red", thought, notes: {} };
      return factsOf("red", { kind: "own_location", place: "bridge", second }, left, [thinks]).claims.at(-1)!.ground;
    };
    const engineRoom = "I was in the Engine Room. They had better believe that it was the Bridge.";
    assert.equal(labelled("", 35), "honest_error");
    assert.equal(labelled(engineRoom, 35), "knowing_lie");
    assert.equal(labelled("", 34), "true");
    assert.equal(labelled(engineRoom, 34), "knowing_lie");
    // It was there in the second that it names, whatever it thinks of it.
    assert.equal(labelled(engineRoom, 32), "true");
    // A thought of both places, or of one where it was not, says nothing.
    assert.equal(labelled("I was in the Bridge. I was in the Engine Room.", 35), "honest_error");
    assert.equal(labelled("I was in the Observatory.", 35), "honest_error");
    const pink: GlassEvent = { type: "noted", who: "green", thought: "Pink was in the Engine Room.", notes: {} };
    const of: Claim = { kind: "location", player: "pink", place: "bridge", second: 35 };
    const passed = [goes("pink", "bridge", 100), sees("green", "pink", "engine", 320), goes("pink", "engine", 330)];
    assert.equal(factsOf("green", of, passed).claims.at(-1)!.ground, "honest_error");
    assert.equal(factsOf("green", of, passed, [pink]).claims.at(-1)!.ground, "knowing_lie");
  });

  it("are insincere against the speaker's own reports and thoughts, and sincere with them", () => {
    const accuse: Claim = { kind: "accusation", player: "pink" };
    const reports = (percent: number): GlassEvent => ({
      type: "suspected",
      who: "green",
      moment: "before_meeting",
      of: { pink: percent, black: 30, red: 50 },
    });
    const thinks = (thought: string): GlassEvent => ({ type: "noted", who: "green", thought, notes: {} });
    const sincere = (claim: Claim, event?: GlassEvent) => {
      const events = event?.type === "suspected" ? [event] : [];
      return factsOf("green", claim, events, event?.type === "noted" ? [event] : []).claims.at(-1)!.sincere;
    };
    assert.equal(sincere(accuse), null);
    assert.equal(sincere(accuse, reports(90)), true);
    assert.equal(sincere(accuse, reports(5)), false);
    assert.equal(sincere({ kind: "role", player: "pink", role: "crewmate" }, reports(90)), false);
    assert.equal(sincere(accuse, thinks("It was not pink, and I know it.")), false);
    const own: Claim = { kind: "own_location", place: "bridge", second: 35 };
    assert.equal(
      sincere(own, thinks("I was in the Engine Room. They had better believe that it was the Bridge.")),
      false,
    );
    assert.equal(sincere(own, thinks("I was in the Bridge.")), true);
  });

  it("that cannot stand beside the speaker's own earlier ones are counted as contradictions", () => {
    const again = (first: Claim, second: Claim) =>
      contradictionsOf("green", { type: "spoke", who: "green", text: "…", claims: [first], tick: 405 }, second);
    const own = (place: string, second: number): Claim => ({ kind: "own_location", place, second });
    assert.equal(again(own("bridge", 35), own("engine", 35)), 1);
    assert.equal(again(own("bridge", 35), own("bridge", 35)), 0);
    // There is time to walk, and a place next door is a way of speaking.
    assert.equal(again(own("bridge", 5), own("engine", 35)), 0);
    assert.equal(again(own("bridge", 35), own("hall_northeast", 36)), 0);
    const seen = (player: string, place: string): Claim => ({ kind: "location", player, place, second: 30 });
    assert.equal(again(seen("pink", "bridge"), seen("pink", "engine")), 1);
    assert.equal(again(seen("pink", "bridge"), seen("black", "engine")), 0);
    const killer = (killer: string, victim: string): Claim => ({ kind: "saw_kill", killer, victim });
    assert.equal(again(killer("pink", "black"), killer("orange", "body_black")), 1);
    const body = (place: string): Claim => ({ kind: "found_body", body: "black", place });
    assert.equal(again(body("bridge"), body("engine")), 1);
    // A change of mind is none, and what another said is not held against one.
    assert.equal(again({ kind: "accusation", player: "pink" }, { kind: "accusation", player: "black" }), 0);
    assert.equal(
      contradictionsOf(
        "green",
        { type: "spoke", who: "pink", text: "…", claims: [own("bridge", 35)], tick: 405 },
        own("engine", 35),
      ),
      0,
    );
  });

  it("that a player with proof does not make are omissions", () => {
    const tallied: GlassEvent = {
      type: "tallied",
      votes: { green: "skip" },
      tally: { skip: 1 },
      ejected: null,
      wasImpostor: null,
      tick: 500,
    };
    const facts = (claims: Claim[]) => {
      const { frame } = openRun(engine, {
        name: "g",
        config,
        seed: "o",
        salt: "",
        dice: { commitment: "" },
        createdAt: 0,
      });
      let at: FoldState<GlassBox> = frame;
      const watched = watch(at);
      const events: GlassEvent[] = [
        kills("red", "orange", ["green"]),
        { type: "meeting_called", by: "pink", body: "orange", place: "engine", dead: [], order: [], tick: 400 },
        { type: "spoke", who: "green", text: "…", claims, tick: 410 },
        tallied,
      ];
      for (const event of events) {
        const after = step(engine, at, event);
        watched.see(at, event, after);
        at = after;
      }
      return watched.facts();
    };
    const silent = facts([]);
    assert.deepEqual(
      silent.claims.map(({ by, ground, about }) => [by, ground, about]),
      [["green", "omission", "red"]],
    );
    assert.deepEqual(silent.votes, [{ meeting: 0, by: "green", choice: null, others: 5, guilty: 2, proof: true }]);
    assert.deepEqual(
      facts([{ kind: "saw_kill", killer: "red", victim: "orange" }]).claims.map(({ ground }) => ground),
      ["true"],
    );
  });
});

describe("a league of it", () => {
  it("deals sides and colours by the plan, and keeps what a seat was given", () => {
    const base = { settings: { impostors: 2 }, seats: config.seats.map(({ id }, i) => ({ id, persona: `p${i}` })) };
    assert.deepEqual(contest.table(base), { seats: base.seats.map(() => ({})), sizes: [2, base.seats.length - 2] });
    assert.deepEqual(contest.table(config).seats[0], { side: "impostors" });
    const actors = contest.actors(base, (_purpose, list) => list.toReversed());
    const dealt = contest.deal(
      base,
      actors.map((actor, i) => ({
        actor,
        side: i === 3 || i === 4 ? "impostors" : "crew",
        ...(i === 0 ? { model: "m" } : {}),
      })),
    );
    const brought = contest.learning!.bring(dealt, { [actors[0]!]: { games: 1, lessons: [] }, [actors[1]!]: null });
    const { frame } = openRun(engine, {
      name: "g",
      config: brought,
      seed: "d",
      salt: "",
      dice: { commitment: "" },
      createdAt: 0,
    });
    const { seats, players } = frame.state;
    assert.deepEqual(
      seats.map(({ id }) => id),
      config.seats.map(({ id }) => id).toReversed(),
    );
    assert.deepEqual(
      seats.flatMap(({ id }) => (players[id]!.role === "impostor" ? [id] : [])),
      [actors[3], actors[4]],
    );
    assert.equal(seats[0]!.persona, "p0");
    assert.equal(seats[0]!.model, "m");
    assert.equal(players[actors[0]!]!.learned.games, 1);
    assert.deepEqual(
      seats.flatMap(({ id, learns }) => (learns ? [id] : [])),
      actors.slice(0, 2),
    );
    assert.deepEqual(Object.keys(contest.learning!.taken(frame.state)).sort(), [...actors].sort());
  });

  it("puts together what one player learned in several games: nothing twice, and something of each", () => {
    const told = (games: number, ...texts: string[]) => ({
      games,
      lessons: texts.map((text) => ({ about: "map" as const, text })),
    });
    const joined = (...all: ReturnType<typeof told>[]) => contest.learning!.joined(all) as ReturnType<typeof told>;
    assert.deepEqual(joined(told(1, "a", "b")), told(1, "a", "b"));
    assert.deepEqual(joined(told(3, "old", "a"), told(3, "old", "b"), told(3, "old", "a")), told(4, "old", "a", "b"));
    assert.deepEqual(joined(told(0), told(0)), told(0));
    assert.deepEqual(joined(), told(0));
    const many = (name: string) => Array.from({ length: 30 }, (_, i) => `${name}${i}`);
    const most = joined(told(1, ...many("a")), told(1, ...many("b")), told(1, "c"));
    assert.equal(most.lessons.length, 30);
    for (const name of ["a0", "b0", "c", "a13", "b13"])
      assert.ok(
        most.lessons.some(({ text }) => text === name),
        name,
      );
  });

  it("says who won, and why", () => {
    const { frame } = openRun(engine, {
      name: "g",
      config,
      seed: "w",
      salt: "",
      dice: { commitment: "" },
      createdAt: 0,
    });
    const watched = watch(frame);
    assert.deepEqual([watched.facts().results, watched.facts().reason], [null, ""]);
    const ended: GlassEvent = { type: "ended", winner: "impostors", by: "sabotage", tick: 900 };
    const after = step(engine, frame, ended);
    watched.see(frame, ended, after);
    const { results, reason, durationMs } = watched.facts();
    assert.deepEqual(
      results?.map(({ side, place }) => [side, place]),
      [
        ["impostors", 1],
        ["crew", 2],
      ],
    );
    assert.deepEqual([reason, durationMs], ["sabotage", 90_000]);
  });
});
