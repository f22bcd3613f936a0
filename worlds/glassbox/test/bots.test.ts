// The bots of the Glass Box: they play every make of game to its end by the rules, from their view alone, and skill shows on both sides.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FoldState, keyedDice, step, viewOf } from "@orrery/kernel";
import { playOut, sha256 } from "@orrery/kernel/testing";
import { bots } from "../bots/index.ts";
import { prime, suspicions } from "../bots/suspects.ts";
import type { GlassFacts } from "../facts.ts";
import { COLOURS, type GlassConfig, PRESETS } from "../settings.ts";
import { FAIL_REASONS, type GlassAction, type GlassBox, type Player } from "../shape.ts";
import { watch } from "../watch.ts";
import { exploits } from "./exploits.ts";
import { asking, engine, type GlassFrame, interact, kill, move, playOn, scene } from "./stage.ts";

type Name = keyof typeof bots;
type Crew = Name | keyof typeof exploits;
const crews = { ...bots, ...exploits };
const long = process.env["ORRERY_LONG"] === "1";

/** One game in which each side is one bot, with all that was refused, and what came of it. */
export function match(seed: string, impostors: Name, crew: Crew, config: GlassConfig = {}) {
  const refused: string[] = [];
  let asks = 0;
  const played = playOut(engine, {
    config,
    seed,
    turns: 20_000,
    choose: ({ ask, view, legal, dice }) => {
      asks++;
      const choice = crews[view.you.role === "impostor" ? impostors : crew]({ ask, view, legal, dice });
      return choice === null ? null : Array.isArray(choice) ? choice : [choice];
    },
  });
  for (const { draft } of played.commits)
    for (const { success, reason, message } of draft.validation)
      if (!success && !(FAIL_REASONS as readonly unknown[]).includes(reason)) refused.push(`${reason}: ${message}`);
  let at: FoldState<GlassBox> = played.opened.frame;
  const watched = watch(at);
  for (const { draft } of played.commits)
    for (const event of draft.events) {
      const after = step(engine, at, event);
      watched.see(at, event, after);
      at = after;
    }
  return { played, refused, asks, facts: watched.facts() };
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

const HOLD = ["hold", 1350, 2250] as const;
const BRIDGE = ["bridge", 3800, 300] as const;
const unasked = (players: Readonly<Record<string, Player>>) =>
  Object.fromEntries(Object.entries(players).map(([id, player]) => [id, { ...player, asked: null }]));

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

  for (const preset of PRESETS)
    it(`all are asked when the lights go out and when they are on again, in a game for ${preset}`, () => {
      const told = { LIGHTS_OUT: 0, LIGHTS_ON: 0 };
      for (let n = 0; told.LIGHTS_OUT === 0 || told.LIGHTS_ON === 0; n++) {
        const { played } = match(`lights ${n}`, "careful", "detective", { preset });
        for (const { draft, frame } of played.commits) {
          const of = (trigger: keyof typeof told) => {
            const { asked, kept } = draft.events.findLast((event) => event.type === "woken")!;
            told[trigger]++;
            for (const { id } of frame.state.seats) {
              const heard = [...(asked[id] ?? []), ...(kept[id] ?? [])].some(({ type }) => type === trigger);
              assert.ok(heard && (asked[id] || frame.state.players[id]!.life === "ghost"), `${id}: ${trigger}`);
            }
          };
          if (frame.state.phase !== "PLAYING") continue;
          for (const event of draft.events)
            if (event.type === "sabotaged" && event.sabotage.system === "lights") of("LIGHTS_OUT");
            else if (event.type === "sabotage_ended" && event.system === "lights") of("LIGHTS_ON");
        }
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

  /** Red has just killed orange in the hold while blue looked on, and blue calls everyone. */
  const murder = (settings: GlassConfig["settings"] = {}): GlassFrame => {
    const where = {
      red: HOLD,
      orange: ["hold", 1420, 2250],
      blue: ["hold", 1500, 2300],
      green: BRIDGE,
      pink: BRIDGE,
    } as const;
    const saw = (events: string) => ({ notes: { plan: "", events, suspicions: "", meeting_scratch: "" } });
    const state = scene(where, {
      asked: ["red"],
      settings: { deliberationAsk: false, preparationAsk: false, ...settings },
      change: { red: saw("90 s, Cargo Hold: orange, blue"), blue: saw("90 s, Cargo Hold: red, orange") },
    });
    const dead = playOn({ state, minds: {}, lanes: {}, commitment: "", hash: "" }, [kill("red", "orange")]);
    return playOn(dead, [interact("blue", "body_orange")]);
  };
  /** Plays the meeting that is held to its end by these bots, and tells what each handed in, in order. */
  const held = (frame: GlassFrame, who: Readonly<Record<string, Name>>) => {
    const said: GlassAction[] = [];
    let at = frame;
    while (at.state.phase === "MEETING") {
      const answers = engine.world.asks(at.state).map((ask) => {
        const dice = keyedDice(sha256, { seed: "held", salt: "", lane: "b", depth: said.length }, ask.to);
        return bots[who[ask.to] ?? "detective"]({
          ask,
          view: viewOf(engine, at, ask.to),
          legal: [],
          dice,
        }) as GlassAction;
      });
      said.push(...answers);
      at = playOn(at, answers);
    }
    const spoken = said.flatMap((action) => (action.type === "speak" && action.metadata.text !== "" ? [action] : []));
    const of = (id: string) => spoken.filter(({ actorId }) => actorId === id);
    return { of, past: at.state.past.at(-1)! };
  };
  const textOf = (list: readonly { readonly metadata: { readonly text: string } }[]) =>
    list.map(({ metadata }) => metadata.text);

  it("who saw it says so, is believed, and the killer goes", () => {
    const { of, past } = held(murder(), { red: "careful" });
    assert.match(textOf(of("blue"))[0]!, /^I saw red kill orange\. I found the body of orange in the Cargo Hold\.$/);
    assert.ok(of("green").some(({ metadata }) => /I think it is red: blue saw them at it\./.test(metadata.text)));
    assert.equal(past.ejected, "red");
  });

  it("who stood over a body when it was found is suspected for it, unless they came along or report it", () => {
    const BODY = { who: "orange", place: "hold", x: 1700, y: 2250, tick: 900 };
    const where = { red: ["hold", 1600, 2250], blue: ["hold", 1050, 2250], green: BRIDGE, pink: BRIDGE } as const;
    const state = scene(where, { asked: ["blue"], change: { orange: { life: "ghost" } }, state: { bodies: [BODY] } });
    let at: GlassFrame = { state, minds: {}, lanes: {}, commitment: "", hash: "" };
    const over = () => viewOf(engine, at, "blue").witnessed_events.some(({ type }) => type === "near_body");
    at = playOn(at, [move("blue", "workshop")]);
    while (!over()) at = playOn(at);
    const reported = (by: string) => {
      const meeting = { type: "meeting_called", by, body: "orange", place: "hold", dead: ["orange"] } as const;
      return step(engine, at, { ...meeting, order: ["blue", "red", "green", "pink"], tick: at.state.tick });
    };
    const by = (caller: string, trail: Parameters<typeof suspicions>[1] = []) =>
      suspicions(viewOf(engine, reported(caller), "blue"), trail);
    const { percents, why } = by("blue");
    assert.equal(why("red"), "I saw them over the body of orange");
    assert.ok(percents["red"]! > 2 * percents["green"]!, JSON.stringify(percents));
    assert.equal(by("red").why("red"), null);
    const together = by("blue", [{ second: 80, place: "workshop", saw: ["red"] }]).why("red");
    assert.equal(together, "I saw them close to the Cargo Hold shortly before", "they came along");
    // What was seen done proves it: somebody else who was near is not blamed as well.
    const witness = { t: 90, type: "kill", data: { killer: "green", victim: "orange", location: "hold" } } as const;
    const view = viewOf(engine, reported("blue"), "blue");
    const seen = suspicions({ ...view, witnessed_events: [...view.witnessed_events, witness] }, []);
    assert.deepEqual([seen.why("green"), seen.why("red")], ["I know what I saw", null]);
  });

  it("an impostor has been elsewhere and denies it; a liar swears to have seen its accuser at it", () => {
    for (const bot of ["careful", "liar"] as const) {
      const first = held(murder({ discussionRounds: 3 }), { red: bot }).of("red");
      const claims = first.flatMap(({ metadata }) => metadata.claims ?? []);
      const own = claims.find((claim) => claim.kind === "own_location");
      assert.ok(own && own.place !== "hold", `${bot} ${JSON.stringify(claims)}`);
      assert.ok(first.some(({ metadata }) => metadata.text.includes("It was not me: I am crew.")));
    }
    // A second table, with the liar after its accuser in the speaking order.
    const late = murder({ discussionRounds: 1 });
    const { meeting } = late.state;
    const order = ["blue", ...meeting!.order.filter((id) => id !== "blue")];
    const turned = { ...late, state: { ...late.state, meeting: { ...meeting!, order, queue: order } } };
    const asked = asking({ ...turned.state, players: unasked(turned.state.players) }, "blue");
    const { of } = held({ ...turned, state: asked }, { red: "liar" });
    const lie = of("red").flatMap(({ metadata }) => (metadata.claims ?? []).filter(({ kind }) => kind === "saw_vent"));
    assert.deepEqual(lie, [{ kind: "saw_vent", player: "blue", place: "hold" }]);
  });

  it("an impostor that has lied about its place lets nothing slip of where it was", () => {
    const frame = murder();
    const own = (place: string) => ({ kind: "own_location" as const, place, second: 90 });
    const said = [{ who: "blue", tick: 1000, round: 1, text: "…", claims: [own("bridge")] }];
    const meeting = { ...frame.state.meeting!, statements: said };
    const at = { ...frame, state: { ...frame.state, meeting } };
    const trail = [{ second: 90, place: "hold", saw: ["blue"] }];
    const why = (id: string) => suspicions(viewOf(engine, at, id), trail).why("blue");
    assert.equal(why("red"), "they say they were in the Bridge, and I saw them elsewhere");
    assert.equal(why("green"), "they say they were in the Bridge, and I saw them from the Cargo Hold");
  });

  it("who has voted somebody out with the others does not hold it against them", () => {
    const frame = murder();
    const votes = { red: "orange", green: "orange", pink: "skip" };
    const over = { number: 1, by: "blue", body: null, tick: 500, statements: [], votes, tally: { orange: 2, skip: 1 } };
    const past = [{ ...over, ejected: "orange", wasImpostor: false }];
    const at = { ...frame, state: { ...frame.state, past } };
    const why = (id: string) => suspicions(viewOf(engine, at, id), []).why("red");
    assert.equal(why("pink"), "they voted orange out, who was crew");
    assert.equal(why("green"), null);
  });

  it("of equal suspects it picks the one it accused already, and else any of them", () => {
    const percents = { red: 10, blue: 40, green: 40, pink: 40 };
    const of = (n: number, meant: string | null = null) =>
      prime(percents, keyedDice(sha256, { seed: `${n}`, salt: "", lane: "b", depth: 0 }, "red"), meant)!.who;
    const seeds = Array.from({ length: 30 }, (_, n) => n);
    assert.deepEqual([...new Set(seeds.map((n) => of(n)))].sort(), ["blue", "green", "pink"]);
    for (const n of seeds) assert.equal(of(n, "green"), "green");
    assert.notEqual(of(1, "red"), "red");
  });

  it("what the crew says in meetings holds, has a reason, is said once, and is what it votes for", () => {
    let claims = 0;
    let accusations = 0;
    for (let i = 0; i < 3; i++) {
      const { played, facts } = match(`talk ${i}`, "careful", "detective");
      const sideOf = new Map(facts.seats.map(({ actor, side }) => [actor, side]));
      for (const { by, ground, kind } of facts.claims) {
        claims++;
        const honest = ["true", "honest_error", "unsupported", "omission"].includes(ground);
        assert.ok(sideOf.get(by) !== "crew" || honest, `${by} of the crew, game ${i}: ${kind} is ${ground}`);
      }
      for (const { statements } of played.frame.state.past) {
        const texts = statements.map(({ who, text }) => `${who}: ${text}`);
        assert.equal(new Set(texts).size, texts.length, texts.join("\n"));
        for (const { text } of statements)
          for (const [accusation] of text.matchAll(/I think it is [^.]*\./g)) {
            accusations++;
            assert.match(accusation, /^I think it is \w+: .{10,}\.$/);
          }
      }
      // Each player's last accusation, and its suspicions at the vote.
      const accused = new Map<string, string>();
      const thinks = new Map<string, Readonly<Record<string, number>>>();
      for (const event of played.commits.flatMap(({ draft }) => draft.events)) {
        if (event.type === "meeting_called") accused.clear();
        else if (event.type === "suspected") thinks.set(event.who, event.of);
        else if (event.type === "spoke")
          for (const claim of event.claims) if (claim.kind === "accusation") accused.set(event.who, claim.player);
        if (event.type !== "tallied") continue;
        for (const [who, choice] of Object.entries(event.votes)) {
          const meant = accused.get(who);
          if (sideOf.get(who) !== "crew" || meant === undefined || choice === meant || choice === "skip") continue;
          const of = thinks.get(who)!;
          assert.ok(of[choice]! > of[meant]!, `${who} accused ${meant} and votes for ${choice}: ${JSON.stringify(of)}`);
        }
      }
    }
    assert.ok(claims > 50 && accusations > 3, `${claims} claims, ${accusations} accusations`);
  });

  const GAMES = long ? 1000 : 10;
  const winnerOf = ({ results }: GlassFacts) => results?.find(({ place }) => place === 1)?.side;
  /** How many of so many games a side wins. Of a game only this is kept: what is known of it would fill the memory a thousand times over. */
  const wonBy = (side: string, games: number, play: (n: number) => { readonly facts: GlassFacts }): number => {
    let won = 0;
    for (let n = 0; n < games; n++) if (winnerOf(play(n).facts) === side) won++;
    return won;
  };
  it(`the better bots win more often on either side, over ${GAMES} games each`, () => {
    const wins = (impostors: Name, crew: Name) =>
      wonBy("impostors", GAMES, (n) => match(`skill ${n}`, impostors, crew));
    const best = wins("careful", "detective");
    const clumsy = wins("random", "detective");
    const helpless = wins("careful", "random");
    assert.ok(clumsy < best - GAMES / 5, `impostors at random ${clumsy}, careful ${best}`);
    assert.ok(helpless > best + GAMES / 5, `against a random crew ${helpless}, against detectives ${best}`);
  });

  const MATCHES = long ? 200 : 3;
  const crewWins = (crew: Crew) => wonBy("crew", MATCHES, (n) => match(`scheme ${n}`, "careful", crew)) / MATCHES;
  for (const crew of ["camp", "herd", "framer"] as const)
    it(`a ${crew} is no sure win for the crew, over ${MATCHES} games`, (t) => {
      const share = crewWins(crew);
      t.diagnostic(`${crew} wins ${(100 * share).toFixed(1)} % of ${MATCHES}`);
      assert.ok(share <= (long ? 0.65 : 0.99), `${crew} wins ${share}`);
    });
  it("what is reasoned and said in meetings is worth twenty points to the crew", {
    skip: long ? false : "needs hundreds of games",
  }, (t) => {
    const [spoken, silent] = [crewWins("detective"), crewWins("silent")];
    t.diagnostic(`the crew wins ${(100 * spoken).toFixed(1)} % with words and ${(100 * silent).toFixed(1)} % without`);
    assert.ok(spoken - silent >= 0.2, `${spoken} with words, ${silent} without`);
  });

  for (const preset of PRESETS)
    it(`of the best kind win about as often on either side of a game for ${preset}, over ${GAMES} games`, () => {
      let asks = 0;
      const won = wonBy("impostors", GAMES, (n) => {
        const played = match(`even ${n}`, "careful", "detective", { preset });
        asks += played.asks;
        return played;
      });
      const asked = asks / GAMES;
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
