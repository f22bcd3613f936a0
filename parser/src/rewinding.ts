// Words that take back what was done: the last deed, or all of them. Read by the program that keeps the history; a world never hears them.

export type Rewinding = "undo" | "restart";

const WORDS: Readonly<Record<Rewinding, string>> = {
  undo: "undo|undo move|undo my move|undo last move|undo the last move|undo my last move|undo last turn|undo that|undo it|take back my move|take back that move|take that back|take it back|go back one turn|go back a step|go back a turn|back one turn|back a turn|one turn back",
  restart:
    "restart|restart the game|restart game|reset the game|reset|start the game over|start a new game|start new game|a new game|new game|start again|start over|begin again|again from the start|play again|another game|rematch",
};

const MEANT: ReadonlyMap<string, Rewinding> = new Map(
  (["undo", "restart"] as const).flatMap((way) => WORDS[way].split("|").map((words) => [words, way] as const)),
);

/** All the ways to say it. */
export const REWINDING_WORDS: readonly string[] = [...MEANT.keys()];

/** Which way back the whole text asks for; null where it is about anything else. */
export const rewindingIn = (text: string): Rewinding | null =>
  MEANT.get(
    text
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, " ")
      .trim(),
  ) ?? null;
