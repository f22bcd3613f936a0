// What a place looks like, read from its name and description: one form, and what lies around it. Knows words, and no adventure.
export type LandForm =
  | "village"
  | "road"
  | "causeway"
  | "hut"
  | "stone"
  | "ruin"
  | "tower"
  | "hall"
  | "crypt"
  | "cave"
  | "wood"
  | "hills";
export type Around = "water" | "marsh" | "wood" | "hills";
export interface Land {
  readonly form: LandForm;
  readonly around: Around;
  /** Under a roof: there is no sky. */
  readonly indoors: boolean;
}

/** First match wins; what no word names lies among hills. */
const FORMS: readonly (readonly [LandForm, RegExp])[] = [
  ["crypt", /\b(crypts?|tombs?|catacombs?|graves?|vaults?|barrows?|ossuary)\b/],
  ["cave", /\b(caves?|caverns?|mines?|tunnels?|grotto|sewers?|lair|den)\b/],
  ["hall", /\b(nave|halls?|chapel|church|temple|cellar|inn|tavern|library|rooms?|chamber|cloister|throne)\b/],
  ["tower", /\b(towers?|spires?|lighthouse|belfry|keep|castle|fort(ress)?|citadel)\b/],
  ["ruin", /\b(abbey|priory|ruins?|monastery|walls|colonnade|aqueduct)\b/],
  ["causeway", /\b(causeway|bridge|ford|pier|jetty|quay|docks?|stepping stones)\b/],
  ["hut", /\b(huts?|ferry|house|cottage|mill|farm|shack|cabin|forge|lodge|camp)\b/],
  ["stone", /\b(stones?|waystone|shrine|cairn|pillar|menhir|cross|altar|statue|well)\b/],
  ["wood", /\b(forest|woods?|grove|thicket|orchard|trees)\b/],
  ["road", /\b(road|path|track|trail|crossroads|way|street|gate)\b/],
  ["village", /\b(village|towns?|hamlet|roofs|green|city|market|port|houses)\b/],
];
const AROUND: readonly (readonly [Around, RegExp])[] = [
  ["marsh", /\b(marsh(es)?|bogs?|swamp|fens?|reeds?|mire|mud)\b/],
  ["water", /\b(sea|water|tide|lake|river|shore|beach|harbour|drowned|pond|boat|flood|island)\b/],
  ["wood", /\b(forest|woods?|trees|grove|pines?|oaks?|orchard)\b/],
];
const INDOORS: ReadonlySet<LandForm> = new Set(["hall", "crypt", "cave"]);

export function landOf({ name, description }: { readonly name: string; readonly description: string | null }): Land {
  const [called, told] = [name.toLowerCase(), (description ?? "").toLowerCase()];
  const find = <T>(list: readonly (readonly [T, RegExp])[], text: string) =>
    list.find(([, words]) => words.test(text))?.[0];
  const form = find(FORMS, called) ?? find(FORMS, told) ?? "hills";
  return {
    form,
    around: find(AROUND, `${called} ${told}`) ?? (form === "wood" ? "wood" : form === "causeway" ? "water" : "hills"),
    indoors: INDOORS.has(form),
  };
}
