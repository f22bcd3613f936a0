// Steps that nobody asked for, announced before the deed they lead up to. What they set off is told as anything else.
import type { HousePercept } from "../sense/told.ts";
import { and, list, the } from "./grammar.ts";
import { inARow } from "./rows.ts";
import type { Piece, Teller } from "./teller.ts";

/** Each step with what came of it, in order; rooms walked through without a word are told together. */
export function tellSteps(teller: Teller, leads: readonly (readonly HousePercept[])[]): Piece[] {
  const pieces: Piece[] = [];
  let passed: string[] = [];
  const flush = () => {
    if (passed.length > 0) pieces.push({ text: `You pass through ${and(passed)}.`, leads: true });
    passed = [];
  };
  for (const [step, ...then] of leads) {
    const said = stepSaid(step!);
    if (said.through) passed.push(said.text);
    else {
      flush();
      pieces.push({ text: `(First ${said.text}.)`, leads: true });
    }
    teller.lit = step!.scene.lit;
    if (then.length === 0) continue;
    flush();
    pieces.push(...inARow(teller, then));
  }
  flush();
  return pieces;
}

function stepSaid({ told, scene }: HousePercept): { readonly text: string; readonly through?: true } {
  switch (told?.type) {
    case "opened":
      return { text: `opening ${the(told.what)}` };
    case "took":
      return { text: `taking ${the(told.thing)}` };
    case "rose":
      return { text: "getting up" };
    case "removed":
      return { text: `taking off ${the(told.thing)}` };
    case "went": {
      const there =
        scene.people.length === 0
          ? ""
          : ` (${list(scene.people, the)} ${scene.people.length === 1 ? "is" : "are"} there)`;
      return { text: `${the(told.between!.to)}${there}`, through: true };
    }
    default:
      throw new Error(`house: a step of the kind ${told?.type ?? "nothing"} is never implied`);
  }
}
