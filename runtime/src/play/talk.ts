// What an agent says aloud while it writes its answer: provisional, shown to the actors that the ask names, and taken back once
// the answer has become a turn or failed. No part of the truth, and kept nowhere.
import type { Ask, Shape } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";

export interface Talk {
  /** All of the text so far. */
  say(text: string): void;
  /** Takes it back; later words are not shown. */
  end(): void;
}

export function talkOf(registry: BranchRegistry, run: string, branch: string, ask: Ask<Shape>): Talk {
  const hearers = ask.aloud === undefined ? [] : [...new Set([ask.to, ...(ask.aloudTo ?? [])])];
  let last = "";
  let isOver = false;
  const tell = (text: string | null) => {
    for (const viewer of hearers)
      registry.aloud?.({ run, branch, turnId: null, viewer, teller: ask.to, text, provisional: text !== null });
  };
  return {
    say(text) {
      if (isOver || text === last || text === "") return;
      last = text;
      tell(text);
    },
    end() {
      if (isOver) return;
      isOver = true;
      if (last !== "") tell(null);
    },
  };
}
