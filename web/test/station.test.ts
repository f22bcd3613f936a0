// The station's picture as pure functions: light falls where the rules say one sees, and nobody leaps between two moments.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AnyWorld, loadWorld, viewOf } from "@orrery/kernel";
import { legally, loadedDice, playOut, sha256 } from "@orrery/kernel/testing";
import { endingOf } from "@orrery/runtime/telling";
import { type GlassBox, glassbox } from "@orrery/worlds/glassbox";
import { spotOf } from "@orrery/worlds/glassbox/rules";
import { centreOf, STATION_NAMES, type Station, stationOf } from "@orrery/worlds/glassbox/station";
import { spotAt } from "@orrery/worlds/glassbox/ways";
import fc from "fast-check";
import type { Line } from "../src/shapes.ts";
import { captionsBelow } from "../src/stage/glassbox/crowd.ts";
import { dramaOf } from "../src/stage/glassbox/drama.ts";
import { figuresAt } from "../src/stage/glassbox/placed.ts";
import { headline } from "../src/stage/glassbox/say.ts";
import { sceneOf } from "../src/stage/glassbox/scene.ts";
import { sightOf } from "../src/stage/glassbox/sight.ts";
import { piecesOf, tallyOf } from "../src/stage/glassbox/signs.ts";
import { meanOf, readingAt, readingsOf, turningsOf } from "../src/stage/glassbox/suspicions.ts";
import { trackOf } from "../src/stage/glassbox/track.ts";

const spotOn = ({ places }: Station) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: places.length - 1 }),
      fc.integer({ min: 5, max: 995 }),
      fc.integer({ min: 5, max: 995 }),
    )
    .map(([p, a, b]) => {
      const { id, x, y, w, h } = places[p]!;
      return { place: id, x: x + Math.trunc((w * a) / 1000), y: y + Math.trunc((h * b) / 1000) };
    });

describe("sight on the map", () => {
  for (const name of STATION_NAMES)
    it(`is light exactly where the rules let one see, on ${name}`, () => {
      const station = stationOf({ station: name });
      const { ways, portals } = station;
      const { index } = ways;
      const rooms = [...new Set(portals.flatMap(({ door }) => (door === null ? [] : [door])))];
      fc.assert(
        fc.property(spotOn(station), spotOn(station), fc.subarray(rooms), (eye, at, shut) => {
          const closed = Uint8Array.from(portals, ({ door }) => (door !== null && shut.includes(door) ? 1 : 0));
          const sees = ways.inLine(index.get(eye.place)!, eye.x, eye.y, index.get(at.place)!, at.x, at.y, closed);
          const shapes = sightOf(station, eye, shut);
          // On an edge of the light either is right: a step to both sides must then differ.
          const lit = shapes.some((shape) => within(shape, at.x, at.y, 0));
          if (lit !== sees) assert.ok(nearEdge(shapes, at.x, at.y), `${JSON.stringify({ eye, at, shut, lit, sees })}`);
        }),
        { numRuns: 2000 },
      );
    });
});

const within = (shape: readonly (readonly [number, number])[], x: number, y: number, slack: number): boolean =>
  shape.every(([ax, ay], i) => {
    const [bx, by] = shape[(i + 1) % shape.length]!;
    return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / (Math.hypot(bx - ax, by - ay) || 1) >= -slack;
  });
const nearEdge = (shapes: ReturnType<typeof sightOf>, x: number, y: number): boolean =>
  shapes.some((shape) => within(shape, x, y, 3) && !within(shape, x, y, -3));

describe("what is shown of a moment", () => {
  const engine = loadWorld<GlassBox>(glassbox, sha256);
  const frames = (() => {
    const { opened, commits } = playOut(engine, { config: {}, choose: legally, seed: "shown", turns: 400 });
    return [opened.frame, ...commits.map(({ frame }) => frame)];
  })();

  it("with all eyes, is the work that is done by now", () => {
    const { state } = frames[0]!;
    const worker = state.seats.find(({ id }) => state.players[id]!.role === "crewmate")!.id;
    const player = state.players[worker]!;
    const tasks = player.tasks.map((task, i) => (i === 0 ? { ...task, done: 1 } : task));
    const later = { ...state, players: { ...state.players, [worker]: { ...player, tasks } } };
    assert.equal(later.bar.done, 0, "what the crew was shown last is from before");
    assert.equal(sceneOf(later).bar!.done, 1);
  });

  it("to the dead, is how far everybody's work is and when impostors can strike; to the living, nothing of it", () => {
    const frame = frames.findLast(({ state }) => state.phase === "PLAYING")!;
    const { state } = frame;
    const [crew, impostor] = (["crewmate", "impostor"] as const).map(
      (role) =>
        state.seats.find(({ id }) => state.players[id]!.role === role && state.players[id]!.life === "alive")!.id,
    );
    const others = state.seats.filter(({ id }) => id !== crew && id !== impostor);
    const who = others[0]!.id;
    const seen = (life: "alive" | "ghost") => {
      const players = { ...state.players, [who]: { ...state.players[who]!, life } };
      const { members, shut } = sceneOf(viewOf(engine, { ...frame, state: { ...state, players, doors: SHUT } }, who));
      const of = (id: string | undefined) => members.find((one) => one.id === id)!;
      return { worker: of(crew), killer: of(impostor), self: of(who), shut };
    };
    const SHUT = { reactor: { until: state.tick + 10, ready: state.tick + 20 } };
    const { worker, killer, self, shut } = seen("ghost");
    const { tasks } = state.players[crew!]!;
    const done = tasks.filter(({ done, sites }) => done === sites.length).length;
    assert.deepEqual([worker.work, worker.strikesIn], [{ done, total: tasks.length }, null]);
    assert.equal(killer.work, null);
    assert.equal(typeof killer.strikesIn, "number");
    assert.deepEqual([self.work, self.strikesIn, shut], [null, null, ["reactor"]]);
    const living = seen("alive");
    for (const one of [living.worker, living.killer]) assert.deepEqual([one.work, one.strikesIn], [null, null]);
  });

  it("in a meeting, is everyone who lives around the table, to each of them", () => {
    const meetings = frames.filter(({ state }) => state.phase === "MEETING");
    assert.ok(meetings.length > 0);
    for (const frame of meetings)
      for (const { id } of frame.state.seats) {
        const { life } = frame.state.players[id]!;
        const { figures } = sceneOf(viewOf(engine, frame, id));
        if (life !== "alive") continue;
        const living = frame.state.seats.filter((seat) => frame.state.players[seat.id]!.life === "alive");
        assert.deepEqual(figures.map((one) => one.id).sort(), living.map((seat) => seat.id).sort());
        assert.ok(figures.every(({ ago, place }) => ago === null && place === stationOf({}).hub));
        assert.equal(new Set(figures.map(({ x, y }) => `${x} ${y}`)).size, figures.length);
      }
  });
});

describe("a game as its owner sees it", () => {
  const engine = loadWorld<GlassBox>(glassbox, sha256);
  const { opened, commits } = playOut(engine, {
    config: { settings: { killCooldownMs: 5_000, firstKillCooldownMs: 1_000 } },
    choose: (chance) => {
      const kill = chance.legal.find(({ type }) => type === "kill");
      return kill ? [kill] : legally(chance);
    },
    seed: "owner",
    turns: 400,
  });
  const frames = [opened.frame, ...commits.map(({ frame }) => frame)];
  const lines = frames.map((_, turn) => ({
    turn,
    events: turn === 0 ? [] : commits[turn - 1]!.draft.events,
  })) as unknown as readonly Line[];
  const kills = frames.flatMap((_, turn) => {
    const drama = dramaOf(frames[turn]!.state, lines[turn]);
    return drama?.kind === "kill" && drama.by !== null ? [{ turn, drama, by: drama.by }] : [];
  });

  it("knows where everybody was at every moment", () => {
    for (let turn = 0; turn < frames.length; turn += 7) {
      const { state } = frames[turn]!;
      const track = trackOf(opened.frame.state, lines.slice(0, turn + 1));
      for (const { id } of state.seats) {
        if (state.players[id]!.life !== "alive") continue;
        const { x, y, place } = spotOf(state, state.players[id]!);
        assert.deepEqual(track.at(id, state.tick), { place, x, y }, `${id} at ${state.tick}`);
      }
    }
  });

  it("shows nobody dead before the killer has arrived", () => {
    assert.ok(kills.length > 0);
    for (const { turn, drama, by } of kills) {
      const moments = [turn - 1, turn].map((at) => ({
        scene: sceneOf(frames[at]!.state),
        drama: dramaOf(frames[at]!.state, lines[at]),
      }));
      const [before, moment] = [moments[0]!, moments[1]!];
      const ticks = moment.scene.tick - before.scene.tick;
      for (const walked of [0, 0.3, 0.7, 0.99, 1]) {
        const tick = before.scene.tick + walked * ticks;
        const placed = figuresAt(moment, { before, tick, walked, held: walked === 1 ? 1 : 0 }, 70);
        const [victim, killer] = [placed.get(drama.who)!, placed.get(by)!];
        assert.equal(victim.how === "stands", walked < 1, `turn ${turn}: at ${walked}`);
        if (walked === 1) assert.ok(Math.hypot(killer.x - drama.x, killer.y - drama.y) < 200, `turn ${turn}`);
      }
    }
  });

  it("tells a death to those who may know of it, and to nobody else", () => {
    // Two deaths so close to each other are one moment.
    const alone = kills.filter(({ turn }) => {
      if (frames[turn]!.state.phase === "ENDED") return false;
      const tick = (at: number) => frames[at]!.state.bodies.map((body) => body.tick);
      const [last, before] = tick(turn).toSorted((a, b) => b - a);
      return last !== undefined && (before === undefined || last - before > 10);
    });
    assert.ok(alone.length > 0);
    for (const { turn, drama, by } of alone)
      for (const { id } of frames[turn]!.state.seats) {
        if (frames[turn - 1]!.state.players[id]!.life !== "alive") continue;
        const seen = dramaOf(viewOf(engine, frames[turn]!, id), lines[turn]);
        const knows = id === by || id === drama.who || drama.witnesses!.includes(id);
        assert.equal(seen?.kind === "kill", knows, `${id} at ${turn}`);
      }
  });
});

describe("what was suspected", () => {
  const lines = [
    { turn: 1, events: [{ type: "meeting_called", tick: 1 }] },
    { turn: 2, events: [{ type: "suspected", who: "red", moment: "before_meeting", of: { blue: 20, green: 10 } }] },
    { turn: 3, events: [{ type: "suspected", who: "green", moment: "before_meeting", of: { blue: 40, red: 10 } }] },
    { turn: 5, events: [{ type: "suspected", who: "red", moment: "before_vote", of: { blue: 90, green: 8 } }] },
  ] as unknown as readonly Line[];
  const readings = readingsOf(lines);
  const anybody = () => true;

  it("is read moment by moment, as far as it was said by then", () => {
    assert.deepEqual(
      readings.map(({ turn, moment }) => [turn, moment]),
      [
        [3, "before_meeting"],
        [5, "before_vote"],
      ],
    );
    assert.equal(readingAt(readings, 2), null);
    assert.equal(meanOf(readingAt(readings, 4)!, "blue", anybody), 30);
    assert.equal(
      meanOf(readingAt(readings, 4)!, "blue", (by) => by === "red"),
      20,
    );
  });

  it("finds the player with the largest change in suspicion", () => {
    const [turning] = turningsOf(readings, ["red", "blue", "green"], anybody, 22);
    assert.deepEqual([turning!.who, turning!.to], ["blue", 90]);
  });
});

describe("words that a lie stands for", () => {
  it("are marked, and all else is as it was said", () => {
    const claims = [
      { kind: "own_location", place: "bridge", second: 3, words: "I was in the Bridge." },
      { kind: "role", player: "red", role: "crewmate", words: "I am crew" },
    ] as const;
    const text = "Hear me. I was in the Bridge. Really, I am crew!";
    const said = { who: "red", t: 9, round: 1, text, claims };
    const pieces = piecesOf(said, (_, __, { kind }) =>
      kind === "role" ? { ground: "true", sincere: true } : { ground: "knowing_lie", sincere: false },
    );
    assert.equal(pieces.map((piece) => piece.text).join(""), text);
    assert.deepEqual(
      pieces.flatMap((piece) => (piece.lie ? [piece.text] : [])),
      ["I was in the Bridge."],
    );
  });

  it("stands beside a speaker as it came while it is little, and is counted by kind in a long meeting", () => {
    assert.deepEqual(
      tallyOf(["open", "true", "open"]).map(({ sign, many }) => [sign, many]),
      [
        ["open", 1],
        ["true", 1],
        ["open", 1],
      ],
    );
    assert.deepEqual(
      tallyOf(["open", "lie", "open", "open", "lie"]).map(({ sign, many }) => [sign, many]),
      [
        ["lie", 2],
        ["open", 3],
      ],
    );
  });
});

describe("who has won", () => {
  it("is said alike in the story and wherever the run is named", () => {
    const engine = loadWorld<GlassBox>(glassbox, sha256);
    const { opened } = playOut(engine, { config: {}, choose: legally, seed: "won", turns: 1 });
    const after = viewOf(engine, opened.frame, "red");
    for (const [winner, by, how] of [
      ["crew", "tasks", "The crew wins: all tasks are done"],
      ["impostors", "parity", "The impostors win: no more crew than impostors are left"],
      ["nobody", "time", "Nobody wins: time has run out"],
    ] as const) {
      const event = { type: "ended", tick: 9, winner, by } as const;
      const percepts = [{ type: "news", tick: 9, event }] as const;
      const told = glassbox.words.tell({ who: "red", before: after, after, percepts, tried: [], dice: loadedDice([]) });
      const state = { ...opened.frame.state, result: { winner, by, tick: 9 }, closed: true } as const;
      const named = endingOf(glassbox as AnyWorld, state);
      assert.equal(named, how);
      assert.ok(told.startsWith(`${how}.`), told);
      const line = { events: [event] } as unknown as Line;
      assert.equal(headline(line), `${how}.`, "over the map");
    }
  });
});

describe("a remembered player", () => {
  const engine = loadWorld<GlassBox>(glassbox, sha256);
  const { opened } = playOut(engine, { config: {}, choose: legally, seed: "remembered", turns: 1 });
  const view = viewOf(engine, opened.frame, "red");

  it("stands where it was seen last", () => {
    const vision = { ...view.vision, players_visible: [] };
    const known_locations = {
      blue: { location: "reactor", x: 140, y: 1_210, t: 0 },
      green: { location: "reactor", x: null, y: null, t: 0 },
    };
    const { figures } = sceneOf({ ...view, vision, known_locations });
    const at = (id: string) => figures.find((one) => one.id === id)!;
    assert.deepEqual([at("blue").x, at("blue").y, at("blue").ago], [140, 1_210, 0]);
    assert.deepEqual(
      centreOf(stationOf({}).place.get("reactor")!),
      { x: at("green").x, y: at("green").y },
      "its spot is not known",
    );
  });

  it("has a label of its own, or shares it with the player seen beside it", () => {
    const words = captionsBelow([
      { id: "red", x: 0, y: 0, text: "9 s ago" },
      { id: "blue", x: 72, y: 0, text: "9 s ago" },
      { id: "green", x: 36, y: 60, text: "12 s ago" },
      { id: "pink", x: 0, y: 72, text: "3 s ago" },
      { id: "white", x: 900, y: 0, text: "9 s ago" },
      { id: "orange", x: 0, y: -150, text: "9 s ago" },
    ]);
    assert.deepEqual([...words.keys()].sort(), ["green", "pink", "red", "white"]);
    const lines = [0, 60, 72].map((y, i) => y + words.get(["red", "green", "pink"][i]!)!.below).sort((a, b) => a - b);
    assert.ok(
      lines.every((y, i) => i === 0 || y - lines[i - 1]! >= 46),
      lines.join(" "),
    );
    assert.equal(words.get("white")!.below, words.get("red")!.below);
  });

  it("stands in the place where it was seen, and not upon another", () => {
    const others = view.players.flatMap(({ id }) => (id === "red" ? [] : [id]));
    for (const place of stationOf({}).rooms) {
      const known_locations = Object.fromEntries(
        others.slice(0, 6).map((id) => [id, { location: place.id, x: null, y: null, t: 0 }]),
      );
      const vision = { ...view.vision, players_visible: [] };
      const ghosts = sceneOf({ ...view, vision, known_locations }).figures.filter(({ ago }) => ago !== null);
      assert.equal(ghosts.length, 6);
      for (const { x, y } of ghosts)
        assert.ok(x > place.x && x < place.x + place.w && y > place.y && y < place.y + place.h, place.id);
      for (const [i, one] of ghosts.entries())
        for (const other of ghosts.slice(0, i))
          assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 100, `${place.id}: ${one.id} on ${other.id}`);
    }
  });
});

describe("walks on the map", () => {
  for (const name of STATION_NAMES)
    it(`ends where it leads, on ${name}`, () => {
      const station = stationOf({ station: name });
      fc.assert(
        fc.property(spotOn(station), spotOn(station), (from, to) => {
          const way = station.ways.between(from, to);
          const walk = { tick: 0, ...way, to: to.place, follow: null, caught: false, use: null };
          const { x, y, place } = spotAt(walk, 100_000, 100);
          assert.deepEqual({ x, y, place }, to);
        }),
      );
    });
});
