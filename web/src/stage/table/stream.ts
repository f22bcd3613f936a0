// The story so far as messages, read from the turns of a run: what was said to the table, and what was told of it.
import type { Line } from "../../shapes.ts";

export interface StreamMessage {
  /** The turn in which it was told. */
  readonly turn: number;
  /** Where the table stood before this was said: the turn of the message before, or null for the first. */
  readonly from: number | null;
  readonly sequence: number;
  readonly mode: "STORY" | "DM" | "GOD";
  readonly hero: string;
  readonly input: string;
  readonly narrative: string;
  readonly god: string;
}

type ToldMessage = Omit<StreamMessage, "turn" | "from" | "god"> & { readonly god_mode_response: string };
interface Narrated {
  readonly type?: string;
  readonly is?: string;
  readonly told?: ToldMessage;
}

/** Messages up to a turn, oldest first. To an owner turns are events, to a seat its own percepts. */
export function messagesIn(lines: readonly Line[], turn: number): readonly StreamMessage[] {
  const messages: StreamMessage[] = [];
  for (const line of lines) {
    if (line.turn > turn) break;
    for (const event of line.events as readonly Narrated[]) {
      const told =
        event.type === "narrated" ? event.told : event.is === "told" ? (event as unknown as ToldMessage) : undefined;
      if (!told) continue;
      const { sequence, mode, hero, input, narrative, god_mode_response: god } = told;
      const from = messages.at(-1)?.turn ?? null;
      messages.push({ turn: line.turn, from, sequence, mode, hero, input, narrative, god });
    }
  }
  return messages;
}

/** Turns with dice in the newest message of a moment: those after the message before. */
export function turnsTold(lines: readonly Line[], turn: number): readonly number[] {
  const last = messagesIn(lines, turn).at(-1);
  if (!last) return [];
  const first = (last.from ?? 0) + 1;
  return Array.from({ length: last.turn - first + 1 }, (_, i) => first + i);
}
