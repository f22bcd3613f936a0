// The sprint's public face.
export * from "./canon.ts";
export * from "./pack.ts";
export * from "./patch.ts";
export * from "./settings.ts";
export * from "./shape.ts";
export * from "./turn.ts";
export { sprint } from "./world.ts";
