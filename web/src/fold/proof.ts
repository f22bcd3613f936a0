// Whether a roll was fair: anyone can draw it again once its seed is revealed, and until then the commitment stands in public.
import { commitSeed, type HashText, type Revealed, redraw } from "@orrery/kernel";
import type { RollProof, TurnLine } from "../shapes.ts";

export type Proof =
  | { readonly kind: "sealed"; readonly commitment: string | null }
  | { readonly kind: "proved"; readonly seed: string; readonly nonce: string }
  | { readonly kind: "wrong"; readonly again: number | null };

/** Looks for the seed among the turns that reveal one. `again` null: what was revealed is not what was committed to. */
export function proofOf(hash: HashText, lines: readonly TurnLine[], roll: RollProof): Proof {
  const revealed = lines
    .flatMap(({ events }) => events as readonly { readonly type: string }[])
    .find(
      (event): event is Revealed => event.type === "@revealed" && (event as Revealed).commitment === roll.commitment,
    );
  if (!revealed) return { kind: "sealed", commitment: roll.commitment };
  const { commitment, seed, nonce } = revealed;
  if (commitSeed(hash, seed, nonce) !== commitment) return { kind: "wrong", again: null };
  const { salt, lane, depth } = roll;
  const again = redraw(hash, { seed, salt, lane, depth }, roll);
  return again === roll.value ? { kind: "proved", seed, nonce } : { kind: "wrong", again };
}
