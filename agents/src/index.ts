export * from "./parser.ts";
