// The Glass Box: social deduction on a space station, where everyone sees only what they see. What the rest of the project may import of it.
export type * from "./facts.ts";
export type { GlassGlance } from "./glance.ts";
export { type Hearing, hearingIn } from "./hearing.ts";
export { readClaims, sameAs } from "./read-claims.ts";
export type { Stride } from "./run.ts";
export * from "./settings.ts";
export { settle } from "./settle.ts";
export * from "./shape.ts";
export * from "./triggers.ts";
export type { GlassWatch } from "./watch.ts";
export { endedHow } from "./words.ts";
export { glassbox } from "./world.ts";
