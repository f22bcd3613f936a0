// Foreign formats that runs can be read from. Each is read as it lies; none is written.
export * from "./oasis/index.ts";
