// What a bot hands in: one deed with what goes beside it, in the shape of an action. Knows no tactics.
import type { Asked, Dice } from "@orrery/kernel";
import type { Claim, DeedKind, GlassAction, GlassBox, GlassView } from "../shape.ts";
import type { TriggerConfig } from "../triggers.ts";

export type Chair = Asked<GlassBox> & { readonly dice: Dice };

/** One deed; what it is about, where it is about something. */
export type BotMove =
  | { readonly type: "move"; readonly to: string }
  | { readonly type: "follow"; readonly who: string }
  | { readonly type: "wait" | "reflect" }
  | { readonly type: "interact" | "kill" | "sabotage" | "fake_task" | "vote"; readonly target: string }
  | { readonly type: "speak"; readonly text: string; readonly claims: readonly Claim[] };

/** What may accompany it. */
interface AnswerExtras {
  readonly thought?: string;
  readonly events?: string;
  readonly suspicions?: Readonly<Record<string, number>>;
  readonly triggers?: TriggerConfig;
}

export function answer({ you, ask }: GlassView, move: BotMove, beside: AnswerExtras = {}): GlassAction {
  const metadata = {
    ...(beside.thought === undefined ? {} : { thought: beside.thought }),
    ...(beside.events === undefined || beside.events === you.notes.events ? {} : { notes: { events: beside.events } }),
    ...(beside.triggers === undefined ? {} : { triggers: beside.triggers }),
    ...(beside.suspicions === undefined || !ask?.suspicions ? {} : { suspicions: { ...beside.suspicions } }),
  };
  const base = { actorId: you.id, metadata };
  switch (move.type) {
    case "move":
      return { ...base, type: "move", locationId: move.to };
    case "follow":
      return { ...base, type: "move", targetId: move.who };
    case "speak":
      return { ...base, type: "speak", metadata: { ...metadata, text: move.text, claims: [...move.claims] } };
    case "wait":
    case "reflect":
      return { ...base, type: move.type };
    default:
      return { ...base, type: move.type, targetId: move.target };
  }
}

export const can = ({ available_actions }: GlassView, deed: DeedKind): boolean =>
  available_actions.types.includes(deed);

/** Nothing new: what one does goes on. */
export const idle = (view: GlassView): BotMove => (can(view, "wait") ? { type: "wait" } : { type: "reflect" });
