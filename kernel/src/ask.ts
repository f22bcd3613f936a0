// Who may answer now, and with what. An ask is computed from the state and never stored.
import type { Engine } from "./action.ts";
import type { Action, ActorId, Kind, Shape } from "./shape.ts";

export const CAUSES = ["deadline", "attempts", "budget", "fault", "scripted", "quorum"] as const;
/** Why a fallback spoke for a silent seat. */
export type Cause = (typeof CAUSES)[number];

export interface Ask<S extends Shape> {
  /** Stable while the question stays the same. */
  readonly id: string;
  /** Player, agent, judge, game master, importer, renderer. */
  readonly to: ActorId;
  /** Asks of one lane are one window and commit as one turn. */
  readonly lane: string;
  /** Which action types may answer. */
  readonly may: readonly Kind<S>[];
  /** `due`: its window waits for it; `standing`: may speak any time and blocks nobody. */
  readonly kind: "due" | "standing";
  /** Several actions in one answer: `all` or none (the default), or `each` in sequence (alone in its window). */
  readonly mode?: "all" | "each";
  /** So many actions an answer may hold at most; absent: any number. */
  readonly most?: number;
  /** Tries before the fallback (one and its repairs); absent: until it is right. */
  readonly attempts?: number;
  /** Kept by the runtime, never seen by the world. */
  readonly deadlineMs?: number;
  /** The window of this lane closes once so many of its due asks are answered; for the rest their fallbacks speak, so each needs one. Asks of one lane name the same number. */
  readonly quorum?: number;
  /** The text field of an answer that may be shown as provisional while it is still being written: "metadata.narrative". */
  readonly aloud?: `metadata.${string}`;
  /** Who is shown it beside its own actor and the run's owner. Name nobody who may not read the finished field. */
  readonly aloudTo?: readonly ActorId[];
  /** The world's own time at this ask, where it goes along with the players' time: an answer counts no sooner than that time has come. */
  readonly clockMs?: number;
  /** What is done for a silent seat; always admissible. Absent: the run waits. */
  readonly fallback?: (cause: Cause) => Action<S>;
}

/** Whether an ask may be answered with such an action. */
export function mayBe<S extends Shape>({ may }: Ask<S>, type: string): boolean {
  for (let i = 0; i < may.length; i++) if (may[i] === type) return true;
  return false;
}

/** Asks that commit as one turn: the due asks of a lane, or one standing ask. */
export interface Window<S extends Shape> {
  readonly lane: string;
  readonly kind: Ask<S>["kind"];
  readonly asks: readonly Ask<S>[];
  /** How many answers close the window; the number of asks if none names a quorum. */
  readonly quorum: number;
}

/** The windows that are open at a state: each lane's due asks in the order in which lanes are first met, then every standing ask alone. */
export function windowsOf<S extends Shape>({ world }: Engine<S>, state: S["state"]): Window<S>[] {
  const lanes = new Map<string, Ask<S>[]>();
  const standing: Window<S>[] = [];
  for (const ask of world.asks(state)) {
    const { kind, lane } = ask;
    const due = lanes.get(lane);
    if (kind === "standing") standing.push({ lane, kind, asks: [ask], quorum: 1 });
    else if (due) due.push(ask);
    else lanes.set(lane, [ask]);
  }
  const due = Array.from(lanes, ([lane, asks]): Window<S> => ({ lane, kind: "due", asks, quorum: quorumOf(asks) }));
  return [...due, ...standing];
}

const quorumOf = (asks: readonly { readonly quorum?: number }[]): number =>
  Math.min(asks[0]!.quorum ?? asks.length, asks.length);

/** The ask that an action of this type answers, due before standing; without a type the first ask that the actor has. */
export function askFor<S extends Shape>(
  { world }: Engine<S>,
  state: S["state"],
  actor: ActorId,
  type?: string,
): Ask<S> | null {
  const fitting = world.asks(state).filter((ask) => ask.to === actor && (type === undefined || mayBe(ask, type)));
  return fitting.find(({ kind }) => kind === "due") ?? fitting[0] ?? null;
}
