// The Glass Box as a contest: impostors against crew, and what one game says of everybody in it.
import { type Contest, type Json, type Static, Type } from "@orrery/kernel";
import { CODEBOOK } from "./codebook.ts";
import { MEASURES } from "./measures.ts";
import { PROTOCOLS } from "./protocols.ts";
import {
  type GlassConfig,
  type Learned,
  LearnedSchema,
  LIMITS,
  NOTHING_LEARNED,
  resolveConfig,
  SeatSchema,
} from "./settings.ts";
import type { GlassBox } from "./shape.ts";
import { type StationPlan, stationOf } from "./station/index.ts";
import { watch } from "./watch.ts";

/** Goes up when a bot answers otherwise, so that no league is played half by one and half by the other. */
export const BOTS_VERSION = 4;
/** The same of what models are told. */
export const PROMPTS_VERSION = 6;

const SIDES = ["impostors", "crew"] as const;

/** What a prompt says first: "You are {model}." */
export const cast = (config: GlassConfig, models: Readonly<Record<string, string>>): GlassConfig => ({
  ...config,
  seats: resolveConfig(config).seats.map((seat) => {
    const model = seat.model ?? models[seat.id];
    return model === undefined ? seat : { ...seat, model };
  }),
});

const { persona, strategyLevel, metaLevel } = SeatSchema.properties;
/** One model may play as several persons, and be told more or less: each is a player of its own. */
const traits = Type.Object({ persona, strategyLevel, metaLevel }, { additionalProperties: false });

export const contest: Contest<GlassBox> = {
  sides: SIDES,
  table(config) {
    const { seats, settings } = resolveConfig(config);
    const side = { impostor: "impostors", crewmate: "crew" } as const;
    return {
      seats: seats.map(({ role }) => (role ? { side: side[role] } : {})),
      sizes: [settings.impostors, seats.length - settings.impostors],
    };
  },
  actors: (config, shuffle) =>
    shuffle(
      "colours",
      resolveConfig(config).seats.map(({ id }) => id),
    ),
  deal(config, dealt) {
    const { seats } = resolveConfig(config);
    return {
      ...config,
      seats: dealt.map(({ actor, side, model, traits: own }, i) => ({
        ...seats[i]!,
        ...(own as Static<typeof traits> | undefined),
        id: actor as (typeof seats)[number]["id"],
        role: side === "impostors" ? "impostor" : "crewmate",
        ...(model === undefined ? {} : { model }),
      })),
    };
  },
  rules(config) {
    const { seats, settings } = resolveConfig(config);
    const { station: _name, ...rest } = settings;
    const map = planned(stationOf(settings));
    return JSON.parse(
      JSON.stringify({ settings: rest, seats: seats.length, map, bots: BOTS_VERSION, prompts: PROMPTS_VERSION }),
    ) as Json;
  },
  watch,
  protocols: PROTOCOLS,
  codebook: CODEBOOK,
  measures: MEASURES,
  traits,
  learning: {
    schema: LearnedSchema,
    bring: (config, learned) => ({
      ...config,
      seats: resolveConfig(config).seats.map((seat) =>
        seat.id in learned ? { ...seat, learned: (learned[seat.id] as Learned | null) ?? NOTHING_LEARNED } : seat,
      ),
    }),
    taken: ({ players }) => Object.fromEntries(Object.entries(players).map(([id, { learned }]) => [id, learned])),
    joined,
  },
};

/** A plan as rulesets hash it. Frozen: a protocol's rules are this hash, so that the two empty parts stay where tables were. */
const planned = ({ places, portals, sites, ventNetworks, cameras, tasks, panels }: StationPlan) => ({
  station: { places, portals, sites, ventNetworks, ducts: {}, exits: {}, cameras, tasks },
  tasks,
  panels,
});

/**
 * The lessons of games that one player sat in at once: nothing twice, and from each in turn until no more can be kept, so that
 * no game's is lost for another's. A game counts as its player counts it.
 */
function joined(all: readonly Json[]): Learned {
  if (all.length === 0) return NOTHING_LEARNED;
  const each = [...new Map(all.map((one) => [JSON.stringify(one), one as unknown as Learned])).values()];
  const most = Math.max(0, ...each.map(({ games }) => games));
  const lessons = new Map<string, Learned["lessons"][number]>();
  const rows = Math.max(0, ...each.map((one) => one.lessons.length));
  for (let row = 0; row < rows; row++)
    for (const one of each) {
      const lesson = one.lessons[row];
      if (lesson && lessons.size < LIMITS.lessons) lessons.set(JSON.stringify(lesson), lesson);
    }
  return { games: most + each.filter(({ games }) => games === most).length - 1, lessons: [...lessons.values()] };
}
