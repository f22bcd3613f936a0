// The bots of the Glass Box: they play every make of game to its end by the rules, from their view alone, and skill shows on both sides.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Folded, keyedDice, step, viewOf } from "@orrery/kernel";
import { playOut, sha256 } from "@orrery/kernel/testing";
import { bots } from "../bots/index.ts";
import { contest } from "../contest.ts";
import { COLOURS, type GlassConfig } from "../settings.ts";
import { FAIL_REASONS, type GlassAction, type GlassBox } from "../shape.ts";
import { engine, type GlassFrame, playOn, scene } from "./stage.ts";

type Name = keyof typeof bots;
const long = process.env["ORRERY_LONG"] === "1";

/** One game in which each side is one bot, with all that was refused, and what came of it. */
export function match(seed: string, impostors: Name, crew: Name, config: GlassConfig = {}) {
  const refused: string[] = [];
  let asks = 0;
  const played = playOut(engine, {
    config,
    seed,
    turns: 20_000,
    choose: ({ ask, view, legal, dice }) => {
      asks++;
      const choice = bots[view.you.role === "impostor" ? impostors : crew]({ ask, view, legal, dice });
      return choice === null ? null : Array.isArray(choice) ? choice : [choice];
    },
  });
  for (const { draft } of played.commits)
    for (const { success, reason, message } of draft.validation)
      if (!success && !(FAIL_REASONS as readonly unknown[]).includes(reason)) refused.push(`${reason}: ${message}`);
  let at: Folded<GlassBox> = played.opened.frame;
  const watch = contest.watch(at);
  for (const { draft } of played.commits)
    for (const event of draft.events) {
      const after = step(engine, at, event);
      watch.see(at, event, after);
      at = after;
    }
  return { played, refused, asks, facts: watch.facts() };
}

const MAKES: readonly GlassConfig[] = [
  {},
  { seats: COLOURS.slice(0, 4).map((id) => ({ id })) },
  { seats: COLOURS.slice(0, 15).map((id) => ({ id })), settings: { impostors: 3, discussionOrder: "together" } },
  { preset: "model" },
  {
    settings: {
      anonymousVotes: true,
      confirmEjects: false,
      visualTasks: false,
      taskBar: "never",
      vents: false,
      sabotages: [],
      emergencyMeetings: 0,
      deliberationAsk: false,
      preparationAsk: false,
      consolidationAsk: false,
      limitMs: 150_000,
    },
  },
  { settings: { contextTools: false, interruptAsk: true, crewVisionPercent: 25, limitMs: 120_000 } },
];

describe("bots", () => {
  for (const name of Object.keys(bots) as Name[])
    it(`${name} plays both sides of every make of game to its end, and nothing it hands in is refused`, () => {
      for (const [i, config] of MAKES.entries()) {
        const settings = { limitMs: 90_000, ...config.settings };
        const { played, refused } = match(`make ${i}`, name, name, { ...config, settings });
        assert.deepEqual(refused, [], `game ${i}`);
        assert.notEqual(played.outcome, null, `game ${i} never ends`);
      }
    });

  it("the same seat and the same dice give the same answer, and the view stays as it was", () => {
    const { commits, opened } = playOut(engine, { config: {}, seed: "pure", turns: 30, choose: () => null });
    for (const frame of [opened.frame, ...commits.map(({ frame }) => frame)])
      for (const ask of engine.world.asks(frame.state))
        for (const bot of Object.values(bots)) {
          const view = viewOf(engine, frame, ask.to);
          const before = JSON.stringify(view);
          const dice = () => keyedDice(sha256, { seed: "d", salt: "", lane: "b", depth: 0 }, ask.to);
          const chair = { ask, view, legal: [] };
          assert.deepEqual(bot({ ...chair, dice: dice() }), bot({ ...chair, dice: dice() }));
          assert.equal(JSON.stringify(view), before);
        }
  });

  it("come back later to where somebody else is at work, instead of asking again at once", () => {
    const scanner = { kind: "scan", sites: ["task_scan_infirmary"], done: 0, ready: 0 };
    const [, ...at] = ["infirmary", 960, 200] as const;
    const state = scene(
      { blue: ["infirmary", ...at], green: ["infirmary", ...at] },
      { asked: ["blue", "green"], change: { blue: { tasks: [scanner] }, green: { tasks: [scanner] } } },
    );
    let asks = 0;
    let frame: GlassFrame = { state, minds: {}, lanes: {}, commitment: "", hash: "" };
    while (frame.state.tick < 1300) {
      const answers = engine.world.asks(frame.state).flatMap((ask) => {
        asks += ask.to === "red" ? 0 : 1;
        const dice = keyedDice(sha256, { seed: "scan", salt: "", lane: "b", depth: asks }, ask.to);
        const choice = bots.tasker({ ask, view: viewOf(engine, frame, ask.to), legal: [], dice });
        return ask.to === "red" ? [] : [choice as GlassAction];
      });
      frame = playOn(frame, answers);
    }
    for (const id of ["blue", "green"]) assert.equal(frame.state.players[id]!.tasks[0]!.done, 1, id);
    assert.ok(asks < 20, `${asks} asks`);
  });

  it("meetings are held and talked in, people are sent out, and words can be held against the record", () => {
    const games = Array.from({ length: 4 }, (_, i) => match(`talk ${i}`, "liar", "detective").facts);
    const claims = games.flatMap((facts) => facts.claims);
    assert.ok(games.some(({ meetings }) => meetings.some(({ out }) => out !== null)));
    const side = (game: number, who: string) => games[game]!.seats.find(({ actor }) => actor === who)!.side;
    assert.ok(claims.length > 50);
    for (const [game, facts] of games.entries())
      for (const { by, ground, kind } of facts.claims)
        if (side(game, by) === "crew")
          assert.ok(
            ["true", "honest_error", "unsupported", "omission"].includes(ground),
            `${by} of the crew, game ${game}: ${kind} is ${ground}`,
          );
    assert.ok(claims.some(({ ground }) => ground === "knowing_lie"));
    assert.ok(claims.some(({ ground, kind }) => ground === "fabricated" && kind === "saw_vent"));
  });

  const GAMES = long ? 1000 : 10;
  it(`the better bots win more often on either side, over ${GAMES} games each`, () => {
    const wins = (impostors: Name, crew: Name) =>
      Array.from({ length: GAMES }, (_, i) => match(`skill ${i}`, impostors, crew).facts.winner).filter(
        (winner) => winner === "impostors",
      ).length;
    const best = wins("careful", "detective");
    const clumsy = wins("random", "detective");
    const helpless = wins("careful", "random");
    assert.ok(clumsy < best - GAMES / 5, `impostors at random ${clumsy}, careful ${best}`);
    assert.ok(helpless > best + GAMES / 5, `against a random crew ${helpless}, against detectives ${best}`);
  });

  for (const preset of ["bots", "model"] as const)
    it(`of the best kind win about as often on either side of a game for ${preset}, over ${GAMES} games`, () => {
      // Of a game only this is kept: what is known of it would fill the memory a thousand times over.
      const games = Array.from({ length: GAMES }, (_, i) => {
        const { facts, asks } = match(`even ${i}`, "careful", "detective", { preset });
        return { winner: facts.winner, asks };
      });
      const won = games.filter(({ winner }) => winner === "impostors").length;
      const asked = games.reduce((sum, { asks }) => sum + asks, 0) / GAMES;
      // A model is paid for by the ask; in few games the mean may lie further off.
      if (preset === "model") assert.ok(asked < (long ? 200 : 270), `${asked} asks a game`);
      if (!long) return assert.ok(won > 0 && won < GAMES, `${won} of ${GAMES}`);
      const share = won / GAMES;
      const half = 1.96 * Math.sqrt((share * (1 - share)) / GAMES);
      const percent = (value: number) => (100 * value).toFixed(1);
      process.stdout.write(
        `# ${preset}: impostors win ${percent(share)} % (${percent(share - half)} to ${percent(share + half)}) of ${GAMES}, ${asked.toFixed(0)} asks a game\n`,
      );
      assert.ok(share >= 0.45 && share <= 0.65, `${won} of ${GAMES}`);
    });
});
