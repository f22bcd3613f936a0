// A small school for agents: a short game of the Glass Box, and a provider's answers that keep a lesson at its end.
import type { Json } from "@orrery/kernel";
import type { Answerer } from "@orrery/models/testing";
import { schemaIn, spelled } from "./fakes.ts";

const COLOURS = ["red", "blue", "green", "pink"];
export const CONFIG = {
  preset: "model",
  seats: COLOURS.map((id) => ({ id })),
  settings: { limitMs: 60_000, sabotages: [], decisionMs: 30_000 },
};

interface Learned {
  readonly games: number;
  readonly lessons: readonly { readonly about: string; readonly text: string }[];
}
export const textsOf = (learned: Json | null | undefined): string[] =>
  ((learned as unknown as Learned | undefined)?.lessons ?? []).map(({ text }) => text).sort();

/** Waits and skips; at the end it keeps what it had and adds what `lesson` says. Null: it has learned nothing new. */
export const pupil = (lesson: (who: string) => string | null): Answerer => {
  /** What each was told of earlier games when its conversation began: a server remembers it. */
  const told = new Map<string, Learned>();
  return (seen) => {
    const schema = schemaIn(seen);
    const words = [seen.system, ...seen.blocks.map(({ text }) => text)].join("\n");
    const types = /"types":\[([^\]]*)\]/.exec(words.slice(words.lastIndexOf("# Available actions")))?.[1] ?? "";
    const who = [...words.matchAll(/"you":\{"id":"(\w+)"/g)].at(-1)![1]!;
    const had = /as data:\n(\{.*\})/.exec(words)?.[1];
    if (had !== undefined) told.set(who, JSON.parse(had) as Learned);
    else if (words.includes("# How you answer")) told.delete(who);
    const deed = (type: string, target = "") => ({
      internal_thought: "",
      action: { type, target },
      scratchpad_updates: {},
    });
    if (JSON.stringify(schema).includes('"learned"')) {
      const before = told.get(who) ?? { games: 0, lessons: [] };
      const text = lesson(who);
      const added = text === null ? [] : [{ about: "players", text }];
      const learned = { games: before.games + 1, lessons: [...before.lessons, ...added] };
      return { json: spelled({ internal_thought: "", learned: text === null ? before : learned }, schema) };
    }
    const answer = types.includes("VOTE")
      ? deed("VOTE", "skip")
      : types.includes("SPEAK")
        ? { ...deed("SPEAK"), meeting: { speech: "", claims: [], suspicions: [] } }
        : deed(types.includes("WAIT") ? "WAIT" : "REFLECT");
    return { json: spelled(answer, schema) };
  };
};
