// Laws over generated values: time is ordered on every calendar, updates, deletions and appends do what they say and no more, and every notation reads back what it writes.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { listAfter } from "../../protocol/assignments.ts";
import { isLeap } from "../../protocol/calendar.ts";
import {
  type Calendar,
  checkResponse,
  compare,
  dateOf,
  dayNumber,
  GREGORIAN,
  HARPTOS,
  isCampaign,
  isThinking,
  later,
  type RollRecord,
  readCalendar,
  readCampaign,
  readEnvelope,
  readGodBlock,
  readJson,
  readMoment,
  readPath,
  readRoll,
  secondsPerMile,
  withoutSecrets,
  writeGodBlock,
  writeMoment,
  writePath,
  writeRoll,
} from "../../protocol/index.ts";
import { get, isObject, put } from "../../protocol/path.ts";
import { fight, judge, linesOf, scene, talk, textOf } from "./scenes.ts";

const LONG = process.env["ORRERY_LONG"] === "1" ? 20 : 1;
const runs = (numRuns: number) => ({ numRuns: numRuns * LONG });

const TWO_MOONS = readCalendar({
  id: "two_moons",
  era: "AM",
  segments: [
    { name: "Frost", days: 17 },
    { name: "Still", days: 0, leapDays: 3, kind: "festival" },
    { name: "Bloom", days: 23, leapDays: 24 },
  ],
  leap: { every: 3, offset: 1, except: { every: 9, offset: 4 } },
  hoursPerDay: 10,
  minutesPerHour: 100,
  secondsPerMinute: 50,
  bands: [
    { from: 0, name: "Dark" },
    { from: 4, name: "Light" },
  ],
}) as Calendar;
const CALENDARS = { harptos: HARPTOS, gregorian: GREGORIAN, "one of its own": TWO_MOONS };

const json = fc
  .jsonValue({ maxDepth: 3, noUnicodeString: false })
  .filter((value) => !JSON.stringify(value).includes("-0"));
const reserved = (key: string) => ["__proto__", "constructor", "prototype"].includes(key);

describe("calendars", () => {
  const anchors: readonly [number, string, number, number][] = [
    [1385, "Tarsakh", 29, 505_991],
    [1492, "Hammer", 1, 544_953],
    [1492, "Mirtul", 10, 545_084],
    [1492, "Midsummer", 1, 545_165],
    [1492, "Shieldmeet", 1, 545_166],
    [1492, "Eleasis", 1, 545_167],
    [1492, "Nightal", 30, 545_318],
    [1493, "Hammer", 1, 545_319],
    [1493, "Eleasis", 1, 545_532],
    [0, "Hammer", 1, 0],
  ];
  for (const [year, month, day, number] of anchors)
    it(`Harptos: ${day} ${month} ${year} is day ${number}`, () => {
      assert.equal(dayNumber(HARPTOS, { year, month, day }), number);
    });

  it("agrees with the proleptic Gregorian calendar of the machine", () => {
    const origin = Date.UTC(2000, 0, 1) / 86_400_000;
    const known = dayNumber(GREGORIAN, { year: 2000, month: "January", day: 1 }) as number;
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 700_000 }), (days) => {
        const { year, month, day } = dateOf(GREGORIAN, known + days);
        const date = new Date((origin + days) * 86_400_000);
        assert.deepEqual(
          [year, GREGORIAN.segments.findIndex(({ name }) => name === month), day],
          [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()],
        );
      }),
      runs(500),
    );
  });

  it("has no Shieldmeet in common years, and knows other spellings", () => {
    assert.equal(typeof dayNumber(HARPTOS, { year: 1493, month: "Shieldmeet", day: 1 }), "string");
    assert.equal(dayNumber(HARPTOS, { year: 1492, month: "eleasias", day: 1 }), 545_167);
    assert.equal(
      dayNumber(HARPTOS, { year: 1492, month: "Hammer", day: 31 }),
      dayNumber(HARPTOS, { year: 1492, month: "Midwinter", day: 1 }),
    );
    for (const year of [1356, 1372, 1492, 0, -4]) assert.equal(isLeap(HARPTOS, year), true);
    for (const year of [1900, 2023, 2100]) assert.equal(isLeap(GREGORIAN, year), false);
  });

  for (const [name, calendar] of Object.entries(CALENDARS)) {
    const days = fc.integer({ min: -400_000, max: 800_000 });
    const perDay = calendar.hoursPerDay * calendar.minutesPerHour * calendar.secondsPerMinute * 1_000_000;
    const moment = fc.record({ day: days, micro: fc.integer({ min: 0, max: perDay - 1 }) }, { noNullPrototype: true });
    const seconds = fc.integer({ min: 0, max: 40_000_000 });

    it(`${name}: every day has one date, and the next day the next`, () => {
      fc.assert(
        fc.property(days, (day) => {
          assert.equal(dayNumber(calendar, dateOf(calendar, day)), day);
          const [a, b] = [dateOf(calendar, day), dateOf(calendar, day + 1)];
          assert.ok(a.month === b.month ? b.day === a.day + 1 : b.day === 1);
        }),
        runs(300),
      );
    });

    it(`${name}: a moment survives being written`, () => {
      fc.assert(
        fc.property(moment, (one) => assert.deepEqual(readMoment(calendar, writeMoment(calendar, one)), one)),
        runs(300),
      );
    });

    it(`${name}: later is later, and steps add up`, () => {
      fc.assert(
        fc.property(moment, seconds, seconds, fc.integer({ min: 1, max: 3_000_000 }), (one, a, b, micros) => {
          assert.ok(compare(later(calendar, one, a, micros), one) > 0);
          assert.deepEqual(later(calendar, later(calendar, one, a), b, micros), later(calendar, one, a + b, micros));
          assert.deepEqual(later(calendar, later(calendar, one, a), -a), one);
        }),
        runs(300),
      );
    });

    it(`${name}: moments are ordered as they are written`, () => {
      const fields = (one: { day: number; micro: number }) => {
        const { year, month, day, hour, minute, second, microsecond } = writeMoment(calendar, one);
        const at = calendar.segments.findIndex((segment) => segment.name === month);
        return [year, at, day, hour, minute, second, microsecond] as number[];
      };
      fc.assert(
        fc.property(moment, moment, (a, b) => {
          const [x, y] = [fields(a), fields(b)];
          const first = x.findIndex((value, i) => value !== y[i]);
          assert.equal(Math.sign(compare(a, b)), first < 0 ? 0 : Math.sign(x[first]! - y[first]!));
        }),
        runs(300),
      );
    });
  }

  for (const [name, given] of Object.entries({
    "an unknown name": "martian",
    "no segments": {},
    "a name twice": {
      segments: [
        { name: "A", days: 1 },
        { name: "a", days: 1 },
      ],
    },
    "no day at all": { segments: [{ name: "A", days: 0 }] },
    "leap days without a rule": { segments: [{ name: "A", days: 3, leapDays: 4 }] },
    "a day of ten hours without bands": { segments: [{ name: "A", days: 3 }], hoursPerDay: 10 },
  }))
    it(`refuses a calendar with ${name}`, () => assert.equal(typeof readCalendar(given), "string"));

  it("travels at the protocol's pace, in whole seconds", () => {
    assert.deepEqual(
      (["road", "wilderness"] as const).flatMap((way) =>
        [false, true].flatMap((difficult) => [false, true].map((mounted) => secondsPerMile(way, mounted, difficult))),
      ),
      [1200, 600, 2400, 1200, 1800, 900, 3600, 1800],
    );
  });
});

const key = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.isWellFormed());
const roll: fc.Arbitrary<RollRecord> = fc
  .record(
    {
      purpose: fc.constantFrom("Attack roll", "Damage", "Attack (advantage)", "Perception check", "Death save"),
      sides: fc.constantFrom(4, 6, 8, 10, 12, 20, 100),
      dice: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 9 }),
      modifier: fc.option(fc.integer({ min: -9, max: 19 }), { nil: undefined }),
      kept: fc.constantFrom("higher", "lower", undefined),
      target: fc.constantFrom(["ac", 15], ["dc", 12], null),
      outcome: fc.constantFrom("Hit", "Critical Hit", "slashing", "Failure", ""),
    },
    { noNullPrototype: true },
  )
  .map(({ sides, modifier, kept, target, ...rest }) => ({
    ...rest,
    notation: `${rest.dice.length}d${sides}${modifier === undefined ? "" : modifier < 0 ? modifier : `+${modifier}`}`,
    modifier: modifier ?? 0,
    total: rest.dice.reduce((sum, face) => sum + face, modifier ?? 0),
    ...(kept && rest.dice.length === 2 ? { kept } : {}),
    ...(target ? { [target[0] as string]: target[1] } : {}),
  })) as fc.Arbitrary<RollRecord>;

describe("notations round-trip", () => {
  it("paths", () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (place) =>
        assert.deepEqual(readPath(writePath(place)), place),
      ),
      runs(500),
    );
  });

  it("dice strings", () => {
    fc.assert(
      fc.property(roll, (one) => assert.deepEqual(readRoll(writeRoll(one)), one)),
      runs(500),
    );
  });

  it("GOD_MODE_SET blocks", () => {
    const set = fc.record(
      { place: fc.array(key, { minLength: 1, maxLength: 4 }), value: json as fc.Arbitrary<never> },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(set, { minLength: 1, maxLength: 5 }), (sets) => {
        const clean = sets.filter(
          ({ value }) =>
            !/__proto__|constructor|prototype/.test(JSON.stringify(value)) && JSON.stringify(value).isWellFormed(),
        );
        fc.pre(clean.length > 0);
        const read = readGodBlock(writeGodBlock(clean));
        assert.deepEqual(read.faults, []);
        assert.deepEqual(
          read.sets.map(({ place, value }) => ({ place, value })),
          JSON.parse(JSON.stringify(clean)),
        );
      }),
      runs(300),
    );
  });

  it("JSON, as strictly as JSON.parse and with the same value", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, 2), (value, indent) => {
        fc.pre(!/__proto__|constructor|prototype|\\ud[89a-f]/i.test(JSON.stringify(value)));
        const read = readJson(JSON.stringify(value, null, indent));
        assert.deepEqual(read.value, JSON.parse(JSON.stringify(value)));
        assert.deepEqual(read.faults, []);
      }),
      runs(500),
    );
  });

  it("JSON is accepted exactly when JSON.parse accepts it", () => {
    const signs = fc.string({
      unit: fc.constantFrom(...'{}[]",:0123456789.eE+-truefalsn \n\\"'.split("")),
      maxLength: 24,
    });
    fc.assert(
      fc.property(signs, (text) => {
        const read = readJson(text);
        const isWhole =
          read.value !== undefined &&
          read.faults.every(({ code }) => code !== "json_syntax") &&
          text.slice(read.end).trim() === "";
        let parsed = true;
        try {
          JSON.parse(text);
        } catch {
          parsed = false;
        }
        assert.equal(isWhole, parsed, text);
      }),
      runs(3000),
    );
  });
});

describe("updates", () => {
  it("an append of a list is the appends of its items", () => {
    fc.assert(
      fc.property(fc.array(json), fc.array(json.filter((one) => !Array.isArray(one))), (list, more) => {
        const one = more.reduce<readonly unknown[]>(
          (sum, item) => listAfter(sum as never, { append: item as never })!,
          list,
        );
        assert.deepEqual(listAfter(list as never, { append: more as never }), one);
      }),
      runs(200),
    );
  });

  it("an update touches its own places and no others", () => {
    fc.assert(
      fc.property(
        fc
          .string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" })
          .filter((name) => name.trim() !== "" && !reserved(name)),
        fc.integer({ min: 0, max: 100 }),
        (goal, progress) => {
          const made = talk();
          const updates = {
            custom_campaign_state: { npc_agendas: { [goal]: { current_goal: goal, progress_percentage: progress } } },
          };
          const { ok, state, applied } = judge({
            ...made,
            response: { ...made.response, state_updates: { ...updates, world_data: { world_time: { minute: 32 } } } },
          });
          assert.equal(ok, true);
          assert.deepEqual(
            get(state, "custom_campaign_state", "npc_agendas"),
            updates.custom_campaign_state.npc_agendas,
          );
          assert.deepEqual(
            applied.map(({ path }) => path),
            ["world_data.world_time", writePath(["custom_campaign_state", "npc_agendas", goal])],
          );
          const { custom_campaign_state: _custom, world_data: _world, offered: _offered, ...rest } = state;
          const { custom_campaign_state: _was, world_data: _time, offered: _keys, ...before } = made.state;
          assert.deepEqual(rest, before);
        },
      ),
      runs(100),
    );
  });

  it("an update equal to the state changes nothing", () => {
    const paths = [
      "hp_current",
      "hp_max",
      "level",
      "armor_class",
      "attributes",
      "resources",
      "equipment",
      "experience",
      "status_conditions",
    ];
    fc.assert(
      fc.property(fc.subarray(paths), (fields) => {
        const made = talk();
        const pc = made.state["player_character_data"] as Record<string, unknown>;
        const same = Object.fromEntries(fields.map((field) => [field, pc[field]]));
        const { ok, applied } = judge({
          ...made,
          response: {
            ...made.response,
            state_updates: { player_character_data: same, world_data: { world_time: { minute: 32 } } },
          },
        });
        assert.equal(ok, true);
        assert.deepEqual(
          applied.map(({ path }) => path),
          ["world_data.world_time"],
        );
      }),
      runs(50),
    );
  });

  it("applies in full what it lists, each change from the value before it", () => {
    for (const name of ["talk", "fight", "level", "rest", "cleric", "god", "block"]) {
      const made = scene(name);
      const { applied } = judge(made);
      let now = made.state as never;
      for (const { path, before, after } of applied) {
        assert.deepEqual(get(now, ...readPath(path)!) ?? null, before, `${name}: ${path}`);
        now = after === "__DELETE__" ? now : (put(now, readPath(path)!, after) as never);
      }
    }
  });

  it("is the same every time", () => {
    const before = JSON.stringify(fight());
    const made = fight();
    assert.deepEqual(judge(made), judge(made));
    assert.equal(JSON.stringify(made), before, "the state given in is not changed");
  });
});

describe("babble", () => {
  const texts = (linesOf("responses.jsonl") as readonly { scene: string }[])
    .slice(0, 60)
    .map(({ scene: name }) => textOf(scene(name)));
  const babble = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(60), fc.string({ maxLength: 20 }))
      .map(([text, at, length, put]) => {
        const from = at % text.length;
        return text.slice(0, from) + put + text.slice(from + length);
      }),
    json.map((value) => JSON.stringify(value)),
    fc
      .tuple(fc.constantFrom(...Object.keys(talk().response)), json)
      .map(([field, value]) => JSON.stringify({ ...talk().response, [field]: value })),
  );

  it("gets a verdict, something to show, and a campaign that goes on", () => {
    const inputs = ["I ask Mara.", "think", "GOD MODE: x", "GOD_MODE_SET:\nplayer_character_data.hp_current = 3", ""];
    fc.assert(
      fc.property(babble, fc.constantFrom(...inputs), (text, input) => {
        const campaign = readCampaign(talk().state);
        assert.ok(isCampaign(campaign));
        const { ok, violations, shown, state } = checkResponse(campaign, input, text);
        assert.equal(ok, violations.length === 0);
        assert.ok(Object.keys(shown).length > 0);
        assert.ok(isObject(state as never) && isCampaign(readCampaign(JSON.parse(JSON.stringify(state)))));
        assert.ok(readEnvelope(text));
      }),
      runs(400),
    );
  });

  it("of state updates never lands a rule number", () => {
    const updates = fc.dictionary(
      fc.constantFrom(
        "player_character_data",
        "npc_data",
        "world_data",
        "combat_state",
        "custom_campaign_state",
        "party",
      ),
      fc.dictionary(
        fc.constantFrom(
          "hp_current",
          "level",
          "resources",
          "Mara Voss",
          "Gorm Ashfist",
          "current_location",
          "in_combat",
          "core_memories",
          "active_missions",
          "inventory",
        ),
        fc.oneof(json, fc.constant("__DELETE__")),
      ),
    );
    const owned = (state: unknown) => [
      get(state, "player_character_data"),
      get(state, "combat_state"),
      get(state, "world_data", "current_location"),
      get(state, "npc_data", "Mara Voss", "hp_current"),
    ];
    fc.assert(
      fc.property(updates, (state_updates) => {
        const made = talk();
        const { state } = judge({ ...made, response: { ...made.response, state_updates } });
        assert.deepEqual(owned(state), owned(made.state));
      }),
      runs(300),
    );
  });

  it("never gets a secret past the filter", () => {
    const label = fc.constantFrom("INTJ", "lawful good", "Chaotic-Evil", "true neutral", "ESFP");
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), label, fc.string({ maxLength: 30 }), (before, word, after) => {
        const shown = JSON.stringify(
          withoutSecrets({ narrative: `${before} ${word} ${after}`, mbti: word, list: [`${word}.`] }),
        );
        assert.equal(shown.toLowerCase().includes(word.toLowerCase()), false);
      }),
      runs(200),
    );
  });

  it("is thinking only by its words", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        if (!/think|plan|consider|strateg|option/i.test(text)) assert.equal(isThinking(text, []), false);
      }),
      runs(300),
    );
  });
});
