// The table's public face: the world, its characters, and the types that a page draws from.
export type { Adventure } from "./adventure/adventure.ts";
export { campaignOf } from "./campaign.ts";
export { responseOf, responseText } from "./gm/assemble.ts";
export { type Preview, previewBlock } from "./gm/god.ts";
export { type Choices, type MadeHero, makeHero } from "./people/maker.ts";
export * as options from "./people/options.ts";
export { READY_MADE, type ReadyMade } from "./people/ready-made.ts";
export { ABILITIES, type Ability, isSkill, titleOf } from "./rules/abilities.ts";
export { CLASSES, type ClassId } from "./rules/classes.ts";
export { ATTRIBUTION } from "./rules/licence.ts";
export { BACKGROUNDS, RACES } from "./rules/races.ts";
export { POINTS, pointBuyCost, STANDARD_SCORES } from "./rules/rest.ts";
export { armourClassOf, hpMaxOf } from "./rules/sheet.ts";
export { SPELLS } from "./rules/spells.ts";
export type { Table, TableConfig } from "./shape.ts";
export type { TableState } from "./state.ts";
export type * from "./view/types.ts";
export { table } from "./world.ts";
