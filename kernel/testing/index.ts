/**
 * What the tests of every world are written with. Everything takes a loaded engine and is typed by its shape.
 * @module @orrery/kernel/testing
 */
export * from "./blindfold.ts";
export * from "./choosers.ts";
export * from "./compare.ts";
export * from "./frames.ts";
export * from "./lawful.ts";
export * from "./loaded-dice.ts";
export * from "./perft.ts";
export * from "./play-out.ts";
export * from "./replay.ts";
export * from "./scenario.ts";
export * from "./sha256.ts";
export * from "./unplugged.ts";
