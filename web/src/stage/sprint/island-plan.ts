// What stands on the small world above a table: a plan drawn from the words of a canon. The same canon gives the same plan.
import { hashOf } from "../chance.ts";

export const FORMS = [
  "trees",
  "stair",
  "tower",
  "gate",
  "ship",
  "hall",
  "bells",
  "pool",
  "wheel",
  "cranes",
  "stones",
] as const;
export type IslandForm = (typeof FORMS)[number];

export interface Feature {
  readonly form: IslandForm;
  /** Varies sizes and turns. */
  readonly seed: number;
  /** `ghost`: proposed, drawn as wire. `fresh`: accepted in the turn that is shown. */
  readonly state: "solid" | "ghost" | "fresh";
}
export interface IslandPlan {
  /** Null while the canon is empty and nothing is proposed: no island yet. */
  readonly ground: { readonly earth: string; readonly top: string; readonly ghost: boolean } | null;
  /** By place: three at most. */
  readonly features: readonly Feature[];
  readonly cracked: boolean;
  readonly peopled: boolean;
}

/** The parts of a canon that can be seen from afar. */
interface SeenCanon {
  readonly world_name: string;
  readonly governing_logic: string;
  readonly aesthetic_mood: readonly string[];
  readonly landmarks: readonly unknown[];
  readonly inhabitants: object;
  readonly tension: object;
}

/** First match wins; what no word names stands as stones. */
const WORDS: readonly (readonly [IslandForm, RegExp])[] = [
  ["trees", /\b(orchard|trees?|grove|forest|roots?|garden|vines?|blossom|canopy|reeds?|thicket|kelp|fungi|mushroom)/],
  ["stair", /\b(stairs?|steps?|terraces?|ladders?|ramps?|causeway|switchbacks?)/],
  ["ship", /\b(ships?|keels?|boats?|hulls?|barges?|ferry|ark|wrecks?|sails?)\b/],
  ["cranes", /\b(cranes?|docks?|piers?|rigs?|gallows|scaffolds?|hoists?|quays?)/],
  ["bells", /\b(bells?|drums?|horns?|organ|harps?|chimes?|gongs?|choir)/],
  ["wheel", /\b(wheels?|mills?|clocks?|engines?|looms?|forges?|foundry|kilns?|furnaces?|orrery|dial|machine)/],
  ["gate", /\b(gates?|arch(es)?|doors?|bridges?|thresholds?|aqueducts?|portals?|span)\b/],
  ["pool", /\b(wells?|pools?|lakes?|cisterns?|basins?|springs?|reservoirs?|rivers?|fountains?|tides?)\b/],
  ["tower", /\b(towers?|spires?|lighthouses?|beacons?|masts?|chimneys?|needles?|pillars?|columns?|obelisks?)/],
  [
    "hall",
    /\b(domes?|halls?|temples?|courts?|markets?|houses?|library|archives?|theatres?|shrines?|observatory|vault)/,
  ],
];
const GROUNDS: readonly (readonly [RegExp, string, string])[] = [
  [/\b(salt|ice|frost|snow|glass|bone|chalk|white)/, "#7b7f92", "#eef0ea"],
  [/\b(ash|soot|ember|basalt|iron|rust|coal|cinder)/, "#4a3a3c", "#b98a6b"],
  [/\b(moss|leaf|green|reed|spore|fung|jungle|canopy)/, "#5b5340", "#9cc08a"],
  [/\b(sea|tide|lake|rain|drown|river|coral|kelp|water)/, "#4e6470", "#a9d3cf"],
  [/\b(sand|dune|amber|gold|honey|sun|desert|dust)/, "#7d6248", "#ecd39a"],
  [/\b(ink|night|star|moon|violet|shadow|dusk|dream)/, "#443f63", "#b9aee0"],
];
const PLAIN_GROUND = ["#8a7a68", "#e9dfc6"] as const;

/**
 * `before`: the canon at the start of the turn. `after`: the canon at its end. `proposed`: the canon as the motion on the
 * table would leave it; null while there is none.
 */
export function planIsland(before: SeenCanon, after: SeenCanon, proposed: SeenCanon | null): IslandPlan {
  const ahead = proposed ?? after;
  const began = isBegun(after);
  return {
    ground: began || isBegun(ahead) ? groundOf(began ? after : ahead, !began) : null,
    features: ahead.landmarks.slice(0, 3).map((landmark, at) => {
      const text = wordsOf(landmark);
      const settled = after.landmarks[at] !== undefined && wordsOf(after.landmarks[at]) === text;
      const known = before.landmarks[at] !== undefined && wordsOf(before.landmarks[at]) === text;
      return { form: formOf(text), seed: hashOf(text), state: !settled ? "ghost" : known ? "solid" : "fresh" };
    }),
    cracked: Object.keys(after.tension).length > 0,
    peopled: Object.keys(after.inhabitants).length > 0,
  };
}

const isBegun = (canon: SeenCanon): boolean =>
  canon.world_name !== "" || canon.governing_logic !== "" || canon.landmarks.length > 0;

function groundOf(canon: SeenCanon, ghost: boolean): IslandPlan["ground"] {
  const text = `${canon.aesthetic_mood.join(" ")} ${canon.world_name} ${canon.governing_logic}`.toLowerCase();
  const found = GROUNDS.find(([words]) => words.test(text));
  return { earth: found?.[1] ?? PLAIN_GROUND[0], top: found?.[2] ?? PLAIN_GROUND[1], ghost };
}

const wordsOf = (landmark: unknown): string => JSON.stringify(landmark).toLowerCase();
/** The name says what a landmark is; its description only what is near. */
function formOf(text: string): IslandForm {
  const name = /"name":"([^"]*)"/.exec(text)?.[1] ?? "";
  return formIn(name) ?? formIn(text) ?? "stones";
}
const formIn = (text: string): IslandForm | undefined => WORDS.find(([, words]) => words.test(text))?.[0];
