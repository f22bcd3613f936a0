// How roles, phases and ballots look everywhere in the sprint: hue, glyph and words. Colour never stands alone.
import { PHASES, type Phase, ROLES, type Role, TEAMS, type Team } from "@orrery/worlds/sprint/settings";
import type { TroubleKind } from "./trouble.ts";

export { PHASES, type Phase, ROLES, type Role, TEAMS, type Team };

export const BALLOTS = ["ACCEPT", "AMEND", "REJECT", "ABSTAIN"] as const;
export type Ballot = (typeof BALLOTS)[number];

/** A glyph is a path in a square of 14 by 14. */
interface RoleLook {
  readonly color: string;
  readonly glyph: string;
}

export const ROLE_LOOKS: Readonly<Record<Role, RoleLook>> = {
  ARCHITECT: { color: "#56b4e9", glyph: "M2 12V7l5-5 5 5v5z" },
  LOREKEEPER: { color: "#f0b440", glyph: "M1 3q3-1.5 6 .5 3-2 6-.5v8.500q-3-1.500-6 .5-3-2-6-.5z" },
  CONTRARIAN: { color: "#f2764d", glyph: "M1.500 2h11L7 12.500z" },
  SYNTHESIZER: { color: "#35cfa3", glyph: "M7 1.500a5.500 5.500 0 1 0 .01 0zM7 5a2 2 0 1 1-.01 0z" },
};
export const BALLOT_LOOKS: Readonly<Record<Ballot, RoleLook>> = {
  ACCEPT: { color: "#f3e24a", glyph: "M7 2a5 5 0 1 0 .01 0z" },
  AMEND: { color: "#b7c6dd", glyph: "M7 1l6 6-6 6-6-6z" },
  REJECT: { color: "#ff6a3c", glyph: "M2 2h10v10H2z" },
  ABSTAIN: { color: "#9aa0b4", glyph: "M2 6h10v2H2z" },
};
/** Light, fog and how far one sees, by phase. */
export const PHASE_LOOKS: Readonly<
  Record<Phase, { readonly light: string; readonly fog: string; readonly far: number }>
> = {
  FOUNDATION: { light: "#8fb4ff", fog: "#0d1830", far: 46 },
  LANDMARKS: { light: "#7fe3cf", fog: "#0b1c26", far: 44 },
  TENSION: { light: "#ff8f7a", fog: "#230f14", far: 36 },
  CRYSTALLIZATION: { light: "#d9b8ff", fog: "#1a1230", far: 52 },
};
/** Where an objection, an acceptance or a failed attempt shows. */
export const SIGNALS = { objection: "#ff6a55", accepted: "#ffd77a", repair: "#ffb03a" } as const;

/** Signs of what was wrong with an answer: braces, plus and minus, a bar, three dots. */
export const TROUBLE_LOOKS: Readonly<Record<TroubleKind, RoleLook>> = {
  schema: {
    color: SIGNALS.repair,
    glyph:
      "M5 1H4Q2 1 2 3v2.500L.8 7 2 8.500V11q0 2 2 2h1v-1.600H4V8L3 7l1-1V2.600h1zM9 1h1q2 0 2 2v2.500L13.200 7 12 8.500V11q0 2-2 2H9v-1.600h1V8l1-1-1-1V2.600H9z",
  },
  patch: { color: SIGNALS.repair, glyph: "M6 1h2v3h3v2H8v3H6V6H3V4h3zM3 11h8v2H3z" },
  rule: { color: SIGNALS.repair, glyph: "M7 1a6 6 0 1 0 .01 0zM3.500 6h7v2h-7z" },
  silence: {
    color: "#9aa0b4",
    glyph: "M1.500 5.700h2.600v2.600H1.500zM5.700 5.700h2.600v2.600H5.700zM9.900 5.700h2.600v2.600H9.900z",
  },
};

/** `LOREKEEPER` as `Lorekeeper`. */
export const inWords = (constant: string): string =>
  constant.charAt(0) + constant.slice(1).toLowerCase().replaceAll("_", " ");
