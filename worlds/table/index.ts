// The table's public face: the world, its characters, and the types that a page draws from.
export type { Adventure } from "./adventure/adventure.ts";
export { responseOf, responseText } from "./gm/assemble.ts";
export { type Preview, previewBlock } from "./gm/god.ts";
export { type Choices, makeHero, READY_MADE, type ReadyMade } from "./people/ready-made.ts";
export { ATTRIBUTION } from "./rules/licence.ts";
export type { Table, TableConfig } from "./shape.ts";
export type { TableState } from "./state.ts";
export type * from "./view/types.ts";
export { table } from "./world.ts";
