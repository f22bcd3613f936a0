// What must hold of every house at every moment, as sentences: what no author may write and no god may bring about.
import { checker, type TSchema } from "@orrery/kernel";
import { below, circleOf, misfit, type Naming, namesIn, namesOf, namesTo, ROLES, roundabout } from "../author/roles.ts";
import type { Condition } from "../model/condition.ts";
import { type HouseConfig, HouseConfigSchema } from "../model/house.ts";
import type { Person } from "../model/person.ts";
import type { Attempt, RulingStanding } from "../model/ruling.ts";
import { type HouseState, own, RunningSchema } from "../model/state.ts";
import { placeOf } from "../model/thing.ts";
import { namesObeyed } from "../people/wanted.ts";

const configProblem = checker(HouseConfigSchema, "house");
const runningProblem = checker(RunningSchema, "house");

/** The parts of a house that consist of many, each checked alone: what is wrong with one of them is found without looking for it in all. */
const entryProblems = Object.entries(HouseConfigSchema.properties).flatMap(([part, schema]) => {
  const one =
    "items" in schema ? schema.items : Object.values("patternProperties" in schema ? schema.patternProperties : {})[0];
  return one ? [{ part, problem: checker(one as TSchema, "") }] : [];
});

/** The first entry that does not fit, as a sentence; null where they all do, each for itself. */
function misshapen(config: object): string | null {
  for (const { part, problem } of entryProblems) {
    const all = (config as Record<string, unknown>)[part];
    if (typeof all !== "object" || all === null) continue;
    for (const [id, one] of Object.entries(all)) {
      const found = problem(one);
      if (found !== null) return `house.${part}.${id}${found}`;
    }
  }
  return null;
}

/** What a running house keeps, apart from its configuration. */
const RUNNING: ReadonlySet<string> = new Set(Object.keys(RunningSchema.properties));

export function valid(state: HouseState): string[] {
  const { turn, acted, ended, ...more } = state;
  const { due, knowing, cast, pending, precedents, hurts, moods, seen, routes, led, sayings, lied, caught, posed } =
    more;
  const { answered, forewarned } = more;
  const parts = Object.entries(more).filter(([, value]) => value !== undefined);
  const kept = Object.fromEntries(parts.filter(([key]) => RUNNING.has(key)));
  const config = Object.fromEntries(parts.filter(([key]) => !RUNNING.has(key))) as unknown as HouseConfig;
  const problem = misshapen(config) ?? configProblem(config) ?? runningProblem(kept);
  if (problem) return [problem];
  return [
    ...invalidPartsOf(config),
    ...(config.players.includes(turn) ? [] : ["turn must be a player's"]),
    ...(typeof acted === "boolean" ? [] : ["acted must be true or false"]),
    ...(due ?? []).flatMap(({ rule, by }) => [
      ...(config.rules?.some(({ id }) => id === rule) ? [] : [`there is no rule "${rule}" to be due`]),
      ...(own(config.people, by) ? [] : [`"${by}" does not exist and can set off no rule`]),
    ]),
    ...Object.entries(cast ?? {}).flatMap(([part, id]) =>
      own(config.casts ?? {}, part)?.includes(id) ? [] : [`"${id}" cannot be cast as "${part}"`],
    ),
    ...Object.entries(knowing ?? {}).flatMap(([who, all]) => [
      ...(own(config.people, who) ? [] : [`"${who}" does not exist and knows of nothing`]),
      ...Object.entries(all).flatMap(([topic, { from, again = [] }]) => [
        ...(own(config.topics ?? {}, topic) ? [] : [`there is no topic "${topic}" to know of`]),
        ...[from, ...again.map((one) => one.from)]
          .filter((id) => id !== null && !own(config.people, id) && !own(config.things, id))
          .map((id) => `there is no "${id}" to have told of "${topic}"`),
      ]),
    ]),
    ...Object.entries(seen ?? {}).flatMap(([who, all]) => [
      ...(own(config.people, who) ? [] : [`"${who}" does not exist and has seen nothing`]),
      ...Object.entries(all).flatMap(([id, { room, holder, from }]) => [
        ...(own(config.people, id) || own(config.things, id) ? [] : [`there is no "${id}" to have been seen`]),
        ...(own(config.rooms, room) ? [] : [`there is no room "${room}" to have seen anything in`]),
        ...[holder, from]
          .filter((one) => one !== undefined && one !== null && !own(config.people, one))
          .map((one) => `there is no "${one}" to have had or said anything`),
      ]),
    ]),
    ...Object.keys({ ...sayings, ...answered, ...lied, ...caught, ...forewarned })
      .filter((who) => !own(config.people, who))
      .map((who) => `"${who}" does not exist, and has said nothing`),
    ...Object.entries(routes ?? {}).flatMap(([who, { stop }]) =>
      own(config.people, who)?.route?.stops[stop] ? [] : [`"${who}" is on no such way`],
    ),
    ...Object.entries(led ?? {}).flatMap(([who, { by, home }]) => [
      ...(own(config.people, who) && !config.players.includes(who) ? [] : [`"${who}" cannot be led anywhere`]),
      ...(by === null || (by !== who && own(config.people, by)) ? [] : [`"${who}" follows "${by}", which cannot be`]),
      ...(own(config.rooms, home) ? [] : [`"${who}" was led away from "${home}", which is no room`]),
    ]),
    ...Object.entries(posed ?? {}).flatMap(([who, { on }]) =>
      own(config.people, who) && own(config.things, on) ? [] : [`"${who}" cannot sit, lie or be on "${on}"`],
    ),
    ...(pending ? attempts(config, pending) : []),
    ...(precedents ?? []).flatMap(({ attempt, ruling }) => [
      ...attempts(config, attempt),
      ...[...ruling.success.do, ...ruling.failure.do].flatMap((effect) => misfitsAmong(config, namesTo(effect))),
    ]),
    ...[...Object.keys(hurts ?? {}), ...Object.keys(moods ?? {})].flatMap((id) =>
      own(config.people, id) ? [] : [`"${id}" does not exist, and can be in no mood`],
    ),
    ...(ended === null || config.endings.some(({ id }) => id === ended) ? [] : [`there is no ending "${ended}"`]),
  ];
}

/** What is broken in a configuration that fits its schema. */
export function invalidPartsOf(house: HouseConfig): string[] {
  return [
    ...twice(house),
    ...ways(house),
    ...placements(house),
    ...details(house),
    ...people(house),
    ...endings(house),
    ...rules(house),
    ...wrongNames(house),
  ];
}

function twice(house: HouseConfig): string[] {
  const ids = [house.rooms, house.doors, house.things, house.people, house.topics ?? {}].flatMap((part) =>
    Object.keys(part),
  );
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size).map((id) => `"${id}" is the id of two different things`);
}

function ways({ rooms, doors }: HouseConfig): string[] {
  const sides = new Map<string, Set<string>>();
  const out = Object.entries(rooms).flatMap(([id, { exits }]) =>
    exits.flatMap(({ direction, to, door }, i) => {
      if (door !== null) sides.set(door, (sides.get(door) ?? new Set()).add(id).add(to));
      return [
        ...(own(rooms, to) ? [] : [`${direction} of ${id} leads to "${to}", which is no room`]),
        ...(door === null || own(doors, door)
          ? []
          : [`${direction} of ${id} has the door "${door}", which does not exist`]),
        ...(exits.findIndex((one) => one.direction === direction) === i ? [] : [`${id} has two exits ${direction}`]),
      ];
    }),
  );
  for (const [id, { open, lock }] of Object.entries(doors)) {
    if (!sides.has(id)) out.push(`no exit has the door "${id}"`);
    else if (sides.get(id)!.size > 2) out.push(`the door "${id}" joins more than two rooms`);
    if (open && lock?.locked) out.push(`the door "${id}" is both open and locked`);
  }
  return out;
}

function placements({ rooms, things, people }: HouseConfig): string[] {
  return Object.entries(things).flatMap(([id, { at, fixed, wearable, worn, part }]) => {
    const place = placeOf(at);
    if (worn && !(wearable && "heldBy" in at)) return [`${id} is worn, but nobody can be wearing it`];
    if ("heldBy" in at) {
      if (!own(people, place)) return [`${id} is held by "${place}", who does not exist`];
      return fixed ? [`${id} is fixed, so nobody can hold it`] : [];
    }
    const holder = own(things, place);
    if ("in" in at && !own(rooms, place) && !holder?.container)
      return [`${id} is in "${place}", which is no room and no container`];
    if (part && !("on" in at && holder)) return [`${id} is part of "${place}", which is no thing`];
    if ("on" in at && !part && !holder?.supporter) return [`${id} is on "${place}", on which nothing can be put`];
    const seen = new Set([id]);
    for (let up = holder && place; up !== undefined && own(things, up); up = placeOf(things[up]!.at)) {
      if (seen.has(up)) return [`${id} is inside itself`];
      seen.add(up);
    }
    return [];
  });
}

function details({ doors, things }: HouseConfig): string[] {
  return [...Object.entries(doors), ...Object.entries(things)].flatMap(([id, it]) => {
    const keys = (it.lock?.keys ?? [])
      .filter((key) => !own(things, key))
      .map((key) => `the key "${key}" of ${id} does not exist`);
    if (!("container" in it)) return keys;
    const { container, lock } = it;
    return [
      ...keys,
      ...(container && !container.lid && !container.open ? [`${id} has no lid, so it cannot be closed`] : []),
      ...(lock && !container?.lid ? [`${id} has a lock but no lid`] : []),
      ...(lock?.locked && container?.open ? [`${id} is both open and locked`] : []),
    ];
  });
}

function people({ rooms, things, people, players }: HouseConfig): string[] {
  return [
    ...players.flatMap((id, i) => [
      ...(own(people, id) ? [] : [`the player "${id}" does not exist`]),
      ...(players.indexOf(id) === i ? [] : [`the player "${id}" is named twice`]),
    ]),
    ...Object.entries(people).flatMap(([id, { at, openly, lends, trades }]) => {
      const named = [
        ...openly,
        ...lends.map(({ thing }) => thing),
        ...trades.flatMap(({ wants, gives }) => (gives === null ? [wants] : [wants, gives])),
      ];
      return [
        ...(own(rooms, at) ? [] : [`${id} is at "${at}", which is no room`]),
        ...named
          .filter((thing) => !own(things, thing))
          .map((thing) => `${id} has to do with "${thing}", which does not exist`),
        ...(players.includes(id) && (lends.length > 0 || trades.length > 0)
          ? [`${id} is a player, who lends and trades by their own will`]
          : []),
      ];
    }),
  ];
}

/** Names of everything that a person hides, lies about, is shown, wants and walks to. */
function namesOfLife({ hides = [], saw = [], lies = [], shown = [], given = [], route, trades }: Person): Naming[] {
  const name = (at: (string | number)[], id: string, is: Naming["is"]): Naming => ({ at, id, is });
  const when = (at: (string | number)[], condition: Condition | undefined) =>
    condition === undefined ? [] : below([...at, "when"], namesIn(condition));
  return [
    ...hides.map((id, i) => name(["hides", i], id, "known")),
    ...saw.flatMap(({ about, room }) => [name(["saw", about], about, "known"), name(["saw", about], room, "room")]),
    ...lies.flatMap(({ about, room, when: on, betrayedBy = [] }, i) => [
      name(["lies", i, "about"], about, room === undefined ? "subject" : "known"),
      ...(room === undefined ? [] : [name(["lies", i, "room"], room, "room")]),
      ...when(["lies", i], on),
      ...betrayedBy.flatMap((one, k) => [
        name(["lies", i, "betrayedBy", k], one.about, "subject"),
        ...when(["lies", i, "betrayedBy", k], one.when),
      ]),
    ]),
    ...(["shown", "given"] as const).flatMap((part) =>
      (part === "shown" ? shown : given).flatMap(({ about, when: on, teaches }) => [
        name([part, about], about, "thing"),
        ...teaches.map((topic) => name([part, about], topic, "topic")),
        ...(on === undefined ? [] : below([part, about], namesIn(on))),
      ]),
    ),
    ...trades.flatMap(({ when: on }, i) => when(["trades", i], on)),
    ...(route?.stops ?? []).map(({ at }, i) => name(["route", "stops", i, "at"], at, "room")),
    ...when(["route"], route?.when),
  ];
}

function namesFor({ target, with: tool, when, ruling }: RulingStanding): Naming[] {
  return [
    ...(target === null ? [] : [{ at: ["target"], id: target, is: "any" as const }]),
    ...(tool === null ? [] : [{ at: ["with"], id: tool, is: "thing" as const }]),
    ...(when === undefined ? [] : below(["when"], namesIn(when))),
    ...(["success", "failure"] as const).flatMap((part) =>
      ruling[part].do.flatMap((effect, i) => below([part, "do", i], namesTo(effect))),
    ),
  ];
}

const endings = (house: HouseConfig): string[] =>
  house.endings.flatMap(({ id }, i) => again(house.endings, id, i, "ending"));

function rules({ rules = [], hints = [] }: HouseConfig): string[] {
  return [
    ...hints.flatMap(({ id }, i) => again(hints, id, i, "hint")),
    ...rules.flatMap((rule, i) => {
      const circle = circleOf(rules, rule.id);
      return [
        ...again(rules, rule.id, i, "rule"),
        ...(circle ? [`the rule "${rule.id}" sets itself off: ${roundabout(circle)}`] : []),
        ...(rule.on === null && !rule.once ? [`the rule "${rule.id}" would fire for ever`] : []),
        ...(rule.on === null && rule.when === undefined ? [`nothing sets off the rule "${rule.id}"`] : []),
      ];
    }),
  ];
}

const again = (list: readonly { readonly id: string }[], id: string, i: number, what: string): string[] =>
  list.findIndex((one) => one.id === id) === i ? [] : [`there are two ${what}s "${id}"`];

/** Wrong names in conditions and effects. */
const wrongNames = (house: HouseConfig): string[] => misfitsAmong(house, allNames(house));

const misfitsAmong = (house: HouseConfig, names: readonly Naming[]): string[] =>
  names.flatMap(({ at, id, is }) =>
    misfit(house, id, is) === null ? [] : [`${at.join(".")} needs a ${ROLES[is].kinds.join(" or ")} "${id}" that fits`],
  );

function attempts(house: HouseConfig, { who, target, with: tool }: Attempt): string[] {
  return [
    ...(own(house.people, who) ? [] : [`"${who}" does not exist and can attempt nothing`]),
    ...(target === null || misfit(house, target, "any") === null ? [] : [`there is nothing "${target}" to attempt`]),
    ...(tool === null || own(house.things, tool) ? [] : [`there is no thing "${tool}" to attempt anything with`]),
  ];
}

/** Every id that a condition, a trigger or an effect names, with its place in the author's file. */
export function allNames(house: HouseConfig): Naming[] {
  const parts: readonly [string, Readonly<Record<string, Pick<HouseConfig["rooms"][string], "changes">>>][] = [
    ["rooms", house.rooms],
    ["doors", house.doors],
    ["things", house.things],
    ["people", house.people],
  ];
  const changes = parts.flatMap(([part, all]) =>
    Object.entries(all).flatMap(([id, it]) =>
      (it.changes ?? []).flatMap(({ when }, i) => below([part, id, "changes", i, "when"], namesIn(when))),
    ),
  );
  const exits = Object.entries(house.rooms).flatMap(([id, { exits, overlooks = [] }]) => [
    ...exits.flatMap(({ direction, when }) =>
      when === undefined ? [] : below(["rooms", id, "exits", direction, "when"], namesIn(when)),
    ),
    ...overlooks.map((room, i): Naming => ({ at: ["rooms", id, "overlooks", i], id: room, is: "room" })),
  ]);
  const whens = (part: "endings" | "hints") =>
    (house[part] ?? []).flatMap(({ id, when }) => (when === undefined ? [] : below([part, id, "when"], namesIn(when))));
  const taught = Object.entries(house.things).flatMap(([id, { teaches = [] }]) =>
    teaches.map((topic, i): Naming => ({ at: ["things", id, "teaches", i], id: topic, is: "topic" })),
  );
  const lives = Object.entries(house.people).flatMap(([id, person]) => below(["people", id], namesOfLife(person)));
  const talk = Object.entries(house.people).flatMap(([id, { topics = [], knows = [], obeys = [], trades }]) => [
    ...trades.flatMap(({ teaches = [] }, i) =>
      teaches.map((topic): Naming => ({ at: ["people", id, "trades", i, "teaches"], id: topic, is: "topic" })),
    ),
    ...below(["people", id], namesObeyed(obeys)),
    ...knows.map((topic, i): Naming => ({ at: ["people", id, "knows", i], id: topic, is: "topic" })),
    ...topics.flatMap(({ about, when, teaches, leads = [] }) => {
      const at = ["people", id, "topics", about];
      return [
        { at, id: about, is: "subject" } as const,
        ...[...teaches, ...leads].map((topic): Naming => ({ at, id: topic, is: "topic" })),
        ...(when === undefined ? [] : below(at, namesIn(when))),
      ];
    }),
  ]);
  const casts = Object.entries(house.casts ?? {}).flatMap(([part, ids]) =>
    ids.map((id, i): Naming => ({ at: ["casts", part, i], id, is: "any" })),
  );
  return [
    ...casts,
    ...exits,
    ...changes,
    ...taught,
    ...talk,
    ...lives,
    ...whens("endings"),
    ...whens("hints"),
    ...(house.rules ?? []).flatMap((rule) => below(["rules", rule.id], namesOf(rule))),
    ...(house.rulings ?? []).flatMap((one) => below(["rulings", one.id], namesFor(one))),
  ];
}
