// A conversation with a model as a plain immutable value. The transcript in it is the truth; a provider's chain is a shortcut.
import { frozen } from "./json.ts";
import { type PromptSegment, segmentProblem, volatile } from "./prompt.ts";

export interface ChatMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** Plain JSON: it can be kept, sent, forked by using it twice, and rewound by using an older one. */
export interface Handle {
  readonly v: 1;
  readonly id: string;
  readonly system: readonly PromptSegment[];
  /** What was said and accepted so far. Refused answers never enter. */
  readonly log: readonly ChatMessage[];
  /** The provider's name for the first `upTo` messages, where it keeps them for us. */
  readonly chain: { readonly id: string; readonly upTo: number } | null;
}

/** Local, free and pure: nothing is sent, nothing is billed. Throws where the segments are in an order that defeats caching. */
export function startConversation(id: string, segments: readonly PromptSegment[]): Handle {
  const problem = segmentProblem(segments);
  if (problem) throw new TypeError(`conversation "${id}": ${problem}`);
  return frozen({ v: 1, id, system: segments.map((segment) => ({ ...segment })), log: [], chain: null });
}

/** The conversation after an accepted exchange. `chainId` is the provider's name for it all, or null if it has none. */
export const appendExchange = (handle: Handle, user: string, assistant: string, chainId: string | null): Handle => {
  const log = [...handle.log, { role: "user", text: user }, { role: "assistant", text: assistant }] as const;
  return frozen({ ...handle, log, chain: chainId === null ? handle.chain : { id: chainId, upTo: log.length } });
};

/**
 * A fresh conversation that knows the old one by its summary: for the end of a phase, so that a long match does not grow.
 * The stable prefix stays byte for byte, and so stays cached.
 */
export function condense(handle: Handle, id: string, summary: string): Handle {
  const system = handle.system.filter((segment) => segment.id !== "summary");
  return startConversation(id, [...system, volatile("summary", 1, summary)]);
}
