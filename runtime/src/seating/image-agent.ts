// An image model in a seat: paints what a prompt asks for, and hands in the file with the answer that names it. Never throws for what a model does.
import { createHash } from "node:crypto";
import type { Agent, Reply } from "@orrery/agents";
import type { Cause, Prompt } from "@orrery/kernel";
import type { Call, Grant, Model, Port } from "@orrery/models/pure";

/** What an image model stands on. Pictures are asked for side by side, so each has a lane of its own. */
export interface Easel {
  readonly port: Port;
  readonly lane: string;
  readonly reserve: (call: Call, calls: number) => Promise<Grant>;
  /** Ids of the last so many calls of the lane. */
  readonly callIds: (count: number) => readonly string[];
  readonly onBill?: (cost: number | null, ok: boolean) => void;
}

/** Only Google's models paint here, and of those the ones that are called so. */
export const canPaint = ({ provider, id }: Model): boolean => provider === "google" && /image|banana/.test(id);

export function imageAgent(easel: Easel, picture: NonNullable<Prompt["picture"]>, actions: Prompt["actions"]): Agent {
  const { port, lane } = easel;
  const { text: prompt, aspectRatio, seed = null } = picture;
  return async ({ signal }): Promise<Reply> => {
    const call: Call = { kind: "image", model: port.model.id, prompt, aspectRatio, seed };
    const grant = await easel.reserve(call, 1);
    if (!grant.ok) return { ok: false, cause: "budget", message: grant.message };
    const result = await port.generateImage(
      { lane, prompt, aspectRatio, ...(seed === null ? {} : { seed }), budget: grant.reservation },
      signal,
    );
    easel.onBill?.(result.outcome?.cost ?? null, result.ok);
    const calls = result.outcome === null ? [] : easel.callIds(1);
    const more = calls.length > 0 ? { calls } : {};
    if (!result.ok) return { ok: false, cause: CAUSES[result.reason] ?? "fault", message: result.message, ...more };
    const { mediaType, base64 } = result.value;
    const bytes = Buffer.from(base64, "base64");
    const hash = createHash("sha256").update(bytes).digest("hex");
    return { actions: actions({ hash, mediaType }), artifacts: [{ hash, mediaType, bytes }], ...more };
  };
}

const CAUSES: Readonly<Record<string, Cause>> = {
  budget: "budget",
  cancelled: "deadline",
  filtered: "attempts",
  empty: "attempts",
};
