// Where recordings are kept: texts by their hash, and for each lane which call came when and what came of it.

/** The n-th call of a lane, counted from 1: the hash of what was asked and of what came of it. */
export interface Take {
  readonly lane: string;
  readonly seq: number;
  readonly call: string;
  readonly outcome: string;
}

/**
 * What a store must do to keep recordings. Texts are canonical JSON and never change under their hash. `add` throws when
 * that place of the lane is taken already: two writers must not record over each other.
 */
export interface Tape {
  readonly text: (hash: string) => Promise<string | null>;
  readonly keep: (hash: string, text: string) => Promise<void>;
  readonly take: (lane: string, seq: number) => Promise<Take | null>;
  readonly add: (take: Take) => Promise<void>;
  /** How many takes a lane has. */
  readonly length: (lane: string) => Promise<number>;
}

export interface MemoryTape extends Tape {
  readonly takes: () => readonly Take[];
  readonly texts: () => ReadonlyMap<string, string>;
}

export function memoryTape(): MemoryTape {
  const texts = new Map<string, string>();
  const lanes = new Map<string, Take[]>();
  return {
    text: async (hash) => texts.get(hash) ?? null,
    keep: async (hash, text) => void texts.set(hash, text),
    take: async (lane, seq) => lanes.get(lane)?.[seq - 1] ?? null,
    add: async (take) => {
      const takes = lanes.get(take.lane) ?? [];
      if (take.seq !== takes.length + 1)
        throw new Error(`recording: take ${take.lane}#${take.seq} cannot follow #${takes.length}`);
      lanes.set(take.lane, [...takes, take]);
    },
    length: async (lane) => lanes.get(lane)?.length ?? 0,
    takes: () => [...lanes.values()].flat(),
    texts: () => texts,
  };
}
