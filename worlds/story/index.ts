// Story: a social simulation and the tale told of it. What the rest of the project may import of it.

export { storyApply as apply } from "./god/fold.ts";
export * from "./shape.ts";
export { emotionsOf } from "./town/emotions.ts";
export { dayOf, hourOf } from "./town/rhythm.ts";
export { story } from "./world.ts";
