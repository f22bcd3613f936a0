// How roles, phases and ballots look everywhere in the sprint: hue, glyph and words. Colour never stands alone.
import { PHASES, type Phase, ROLES, type Role, TEAMS, type Team } from "@orrery/worlds/sprint/settings";

export { PHASES, type Phase, ROLES, type Role, TEAMS, type Team };

export const BALLOTS = ["ACCEPT", "AMEND", "REJECT", "ABSTAIN"] as const;
export type Ballot = (typeof BALLOTS)[number];

/** A glyph is a path in a square of 14 by 14. */
export interface Look {
  readonly color: string;
  readonly glyph: string;
}

export const ROLE_LOOKS: Readonly<Record<Role, Look>> = {
  ARCHITECT: { color: "#56b4e9", glyph: "M2 12V7l5-5 5 5v5z" },
  LOREKEEPER: { color: "#f0b440", glyph: "M1 3q3-1.5 6 .5 3-2 6-.5v8.500q-3-1.500-6 .5-3-2-6-.5z" },
  CONTRARIAN: { color: "#f2764d", glyph: "M1.500 2h11L7 12.500z" },
  SYNTHESIZER: { color: "#35cfa3", glyph: "M7 1.500a5.500 5.500 0 1 0 .01 0zM7 5a2 2 0 1 1-.01 0z" },
};
export const BALLOT_LOOKS: Readonly<Record<Ballot, Look>> = {
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

/** `LOREKEEPER` as `Lorekeeper`. */
export const inWords = (constant: string): string =>
  constant.charAt(0) + constant.slice(1).toLowerCase().replaceAll("_", " ");
