// Talk, thought and the scene itself: its choices, its checks, and free words.

import type { SceneChoice } from "../../adventure/adventure.ts";
import { readClaim } from "../../gm/claims.ts";
import { sceneChoices } from "../../gm/offers.ts";
import { isThinking } from "../../protocol/activity.ts";
import { titleOf } from "../../rules/abilities.ts";
import { TAKES } from "../../time.ts";
import { sheetView } from "../../view/sheet.ts";
import type { Deed } from "../deed.ts";
import { happen, holds } from "../happen.ts";
import { passThought, passTime } from "../pressure.ts";
import { costs, nameOf, noteAct } from "./cost.ts";
import { rollCheck } from "./roll-check.ts";
import type { Does } from "./types.ts";

/** A choice of the scene that its author wrote. */
export function chooseInScene(deed: Deed, who: string, choice: SceneChoice): void {
  noteAct(deed, who, choice.text);
  deed.emit({ type: "choice_made", choice: `${deed.state.scene}/${choice.key}` });
  const { check, first, yes, no } = choice;
  passTime(deed, check ? (check.seconds ?? TAKES.search) : TAKES.talk);
  happen(deed, first);
  if (deed.state.ended !== null) return;
  if (check === null) {
    happen(deed, yes);
    return;
  }
  const edge =
    check.advantage !== null && holds(deed.state, check.advantage)
      ? { advantage: ["well prepared"], disadvantage: [] }
      : undefined;
  happen(deed, rollCheck(deed, who, check.skill, check.dc, edge) ? yes : no);
}

export const tryCheck: Does<"check"> = (deed, { actorId: who, targetId, metadata: { skill } }) => {
  noteAct(
    deed,
    who,
    `tries ${titleOf(skill).toLowerCase()}${targetId === undefined ? "" : ` on ${nameOf(deed, targetId)}`}`,
  );
  costs(deed, TAKES.search);
  // What the scene asks of this very skill is what is tried.
  const choice =
    targetId === undefined ? sceneChoices(deed.state).find((one) => one.check?.skill === skill) : undefined;
  if (!choice) {
    rollCheck(deed, who, skill, null);
    return;
  }
  deed.emit({ type: "choice_made", choice: `${deed.state.scene}/${choice.key}` });
  happen(deed, choice.first);
  happen(deed, rollCheck(deed, who, skill, choice.check!.dc) ? choice.yes : choice.no);
};

export const talk: Does<"talk"> = (deed, { actorId: who, targetId, metadata: { say } }) => {
  costs(deed, TAKES.talk, null);
  deed
    .fact({ is: "said", who: nameOf(deed, who), to: nameOf(deed, targetId), words: say ?? "" })
    .emit({ type: "talked", to: targetId });
};

export const think: Does<"think"> = (deed, { actorId: who, metadata: { about } }) => {
  deed.fact({ is: "think", who: nameOf(deed, who), about: about ?? "" });
  passThought(deed);
};

export const look: Does<"look"> = (deed, { actorId: who }) => {
  noteAct(deed, who, "looks around");
  costs(deed, TAKES.quick, null);
  if (!deed.state.combat) deed.fact({ is: "scene", scene: deed.state.scene, again: true });
};

/** What is said in free words: a thought moves nothing, a claim is answered at once, anything else waits for a ruling. */
export function speak(deed: Deed, who: string, text: string): void {
  if (isThinking(text, [])) {
    deed.fact({ is: "think", who: nameOf(deed, who), about: text });
    passThought(deed);
    return;
  }
  const claim = readClaim(text, sheetView(deed.state, deed.state.heroes[who]!));
  deed.fact({ is: "said", who: nameOf(deed, who), to: null, words: text });
  if (claim === null) {
    deed.emit({ type: "phase_set", phase: "ruling" });
    return;
  }
  deed.fact({ is: "denied", why: claim.what });
  if (!deed.state.combat) passTime(deed, TAKES.quick);
}
