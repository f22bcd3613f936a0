// The worlds that one person plays by typing, so that a file can hold the whole game. A list of names: it holds no rules and loads none.

export const SOLO_WORLDS = ["house", "tictactoe"] as const;
export type SoloWorld = (typeof SOLO_WORLDS)[number];

/** Whether a run of this world can be written as a file to play. */
export const isSolo = (plays: string): plays is SoloWorld => (SOLO_WORLDS as readonly string[]).includes(plays);
