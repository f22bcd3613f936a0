// Everything public, in one place for tests.
export * from "../src/index.ts";
export * from "../testing/index.ts";
