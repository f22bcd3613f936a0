// Plain values that know where in a text they stood, and problems that say so. The reader of the text makes them.
import type { Json } from "./json.ts";
import type { Path } from "./patch.ts";

/** Line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Located {
  readonly value: Json;
  /** Where the value at a path stands, or its nearest parent that has a place. */
  at(path: Path): Position;
  /** Where the key of the value at a path stands. */
  atKey(path: Path): Position;
}

/** What is wrong, where, and what would mend it. */
export interface Problem extends Position {
  readonly path: Path;
  readonly message: string;
  readonly hint: string;
}
